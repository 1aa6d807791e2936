// A seat's own page: what is asked, its light in words, and its button. The key in the link is shown once and hidden.

import { attr, show, text } from "./dom.js";
import { placeWords } from "./hints.js";
import { ask, command, follow } from "./live.js";
import { CUE_WORDS } from "./words.js";

const at = (id) => document.getElementById(id);
const seat = Number(at("own-seat").dataset.seat);
const button = `seat${seat}`;

async function enter() {
  const key = location.hash.slice(1);
  if (key !== "") {
    history.replaceState(null, "", location.pathname);
    await command("seat", { seat, key });
  }
  const door = await ask("door");
  const mine = door.ok && (!door.closed || door.role === "host" || door.seat === seat);
  show(at("buttons"), mine);
  show(at("none"), !mine);
}

function render(board) {
  const own = board.seats[seat - 1];
  const idle = board.table.state === "idle";
  text(at("name"), own?.name ?? `Seat ${seat}`);
  text(at("act"), idle ? "Cuelight" : placeWords(board));
  text(at("decision"), idle ? "No game has begun." : board.window?.text ?? board.headline);
  text(at("cue"), own ? own.trouble ?? CUE_WORDS[own.cue] ?? own.cue : "");
  attr(at("own-seat"), "data-cue", own?.cue ?? null);
  text(at("press"), own?.press ? `Press: ${own.press}` : "Press");
  text(at("hold"), own?.hold ? `Hold: ${own.hold}` : "Hold");
  text(at("told"), own?.told ?? "");
}

at("press").addEventListener("click", () => command("mat", { do: "press", button }));
at("hold").addEventListener("click", () => command("mat", { do: "hold", button }));
follow("board", render);
await enter();
