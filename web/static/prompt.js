// The line of a board that tells the moment: who does what to whom, what may be done about it, and how long still.
// The instruction is its largest text: on a wall as large as its lines allow.

import { Countdown } from "./countdown.js";
import { attr, show, text } from "./dom.js";
import { t } from "./tongue.js";
import { wall } from "./wall.js";
import { tied } from "./words.js";

const at = (id) => document.getElementById(id);
const SIZES = [4, 3.6, 3.2, 2.8, 2.4, 2.1, 1.95];      // of the instruction, in rem
let countdown = null;
let watched = null;

/** The moment in two sentences: what is under way and what is open; or what is open, and "". A pause goes before both. */
export function sayMoment(board) {
  if (board.table.paused) return [t("The game is paused: interrupts and buttons are off."), board.headline];
  if (board.told) return [board.happening || board.headline, board.told];
  return board.happening ? [board.happening, board.headline] : [board.headline, ""];
}

/** Show it in the board's `prompt`, `headline`, `window-who`, `window-left` and `fuse`. */
export function renderPrompt(board) {
  attr(at("prompt"), "data-window", board.window?.kind ?? null);
  countdown ??= new Countdown(at("fuse"), at("window-left"));
  countdown.set(board.window);      // first: its figures take room from the words
  sayPrompt(...sayMoment(board), board.table.paused);
}

/** Show two sentences: what happened and, in the largest letters, the instruction; the first alone if there is no second. */
export function sayPrompt(first, second, paused = false) {
  text(at("headline"), apart(first));
  show(at("window-who"), second);
  text(at("window-who"), apart(second));
  const asks = second && !paused ? "window-who" : "headline";
  for (const id of ["headline", "window-who"]) attr(at(id), "data-asks", id === asks);
  if (watched === null) {
    watched = new ResizeObserver(() => fit());
    watched.observe(at("prompt"));
    for (const late of [document.fonts.ready, new Promise((done) => { addEventListener("load", done); })]) late.then(() => fit(true));
    document.fonts.addEventListener("loadingdone", () => fit(true));
  }
  fit();
}

// Who may do one thing and who another: a line each.
function apart(words) {
  return tied(words).replace("; ", ";\n");
}

// Make it as large as fits the prompt of a wall.
function fit(again = false) {
  const node = at("prompt"), words = node.querySelector(".prompt-words");
  const sized = () => [wall.matches, node.clientWidth, node.clientHeight, words.offsetHeight, words.textContent].join(" ");
  if (node.dataset.sized === sized() && !again) return;
  if (wall.matches) {
    const { paddingTop, paddingBottom } = getComputedStyle(node);
    const room = node.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
    for (const size of SIZES) {
      node.style.setProperty("--asks", `${size}rem`);
      if (words.offsetHeight <= room) break;
    }
  }
  node.dataset.sized = sized();
}
