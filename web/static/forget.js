// Games that are forgotten: asked once more, by a button that stands apart from the first one.

import { command } from "./live.js";
import { n } from "./tongue.js";

const at = (id) => document.getElementById(id);

/** Ask whether these games are to be forgotten; then it is done, and the page `next` is opened. */
export function sureToForget(games, next) {
  at("forget-what").textContent = n("One game is deleted.", "{count} games are deleted.", games.length);
  at("forget-no").onclick = () => at("forget-sure").close();
  at("forget-yes").onclick = async () => {
    at("forget-sure").close();
    if ((await command("forget", { games })).ok) location.assign(next);
  };
  at("forget-sure").showModal();
}
