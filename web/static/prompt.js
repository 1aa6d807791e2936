// The line of a board that tells what is open: what happened, who may answer, and how long still.

import { Countdown } from "./countdown.js";
import { attr, show, text } from "./dom.js";
import { listed, tied } from "./words.js";

const at = (id) => document.getElementById(id);
let countdown = null;

/** Show it in the board's `prompt`, `headline`, `window-who`, `window-left` and `fuse`. */
export function renderPrompt(board) {
  const open = board.window;
  const said = open ? open.text : board.headline;
  const who = open?.kind === "window" ? `${listed(open.seats.map((seat) => board.seats[seat].name))} may interrupt` : board.headline;
  text(at("headline"), tied(said));
  show(at("window-who"), open && who !== said);
  text(at("window-who"), open && who !== said ? tied(who) : "");
  attr(at("prompt"), "data-window", open ? open.kind : null);
  countdown ??= new Countdown(at("fuse"), at("window-left"));
  countdown.set(open);
}
