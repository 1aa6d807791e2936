// The list of old games: all it does by itself is to correct the name of a player, or to forget their games.

import { sureToForget } from "./forget.js";
import { ask, command } from "./live.js";

const MOST = 100; // games in one command

const same = (name) => name.normalize("NFKC").trim().toLowerCase();

async function gamesOf(name) {
  const { games } = await ask("history");
  const theirs = games?.filter((game) => !game.demo && game.players.some((player) => same(player.name) === same(name)));
  return theirs?.map((game) => game.game) ?? [];
}

document.getElementById("call-name")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { was, name } = event.target.elements;
  const games = await gamesOf(was.value);
  for (let at = 0; at < games.length; at += MOST) {
    const answer = await command("call", { was: was.value, name: name.value, games: games.slice(at, at + MOST) });
    if (!answer.ok) return;
  }
  location.reload();
});

document.getElementById("forget-name")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const games = await gamesOf(event.target.elements.name.value);
  if (games.length > 0) sureToForget(games, "/history");
});
