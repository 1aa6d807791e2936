// The line of a board that tells the moment: who does what to whom, what may be done about it, and how long still.

import { Countdown } from "./countdown.js";
import { attr, show, text } from "./dom.js";
import { t } from "./tongue.js";
import { tied } from "./words.js";

const at = (id) => document.getElementById(id);
const LONG = 72;      // letters that fit a line of a wall
let countdown = null;

/** The moment in two sentences: what is under way and what is open; or what is open, and "". A pause goes before both. */
export function sayMoment(board) {
  if (board.table.paused) return [t("The game is paused: interrupts and buttons are off."), board.headline];
  if (board.told) return [board.happening || board.headline, board.told];
  return board.happening ? [board.happening, board.headline] : [board.headline, ""];
}

/** Show it in the board's `prompt`, `headline`, `window-who`, `window-left` and `fuse`. */
export function renderPrompt(board) {
  const [first, second] = sayMoment(board);
  text(at("headline"), tied(first));
  show(at("window-who"), second);
  text(at("window-who"), tied(second));
  attr(at("prompt"), "data-long", Math.max(first.length, second.length) > LONG);
  attr(at("prompt"), "data-window", board.window?.kind ?? null);
  countdown ??= new Countdown(at("fuse"), at("window-left"));
  countdown.set(board.window);
}
