// The list of old games: all it does by itself is to forget those of a player.

import { sureToForget } from "./forget.js";
import { ask } from "./live.js";

const same = (name) => name.normalize("NFKC").trim().toLowerCase();

document.getElementById("forget-name")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wanted = same(event.target.elements.name.value);
  const { games } = await ask("history");
  const theirs = games?.filter((game) => game.players.some((player) => same(player.name) === wanted)).map((game) => game.game);
  if (theirs) sureToForget(theirs, "/history");
});
