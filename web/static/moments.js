// What deserves it is shown for a moment, so that everybody looks up; then the board is calm again.
// It is told of each event once, when it happens: never at loading, nor after an undo. Whoever hears the page has the log.

import { attr, show, text } from "./dom.js";

const LONG_MS = 3200;
const MOST = 2;      // of what happens at once, the weightiest
const WEIGHT = ["act", "lead", "return", "curtain", "block", "seize", "reveal", "death"];

const at = (id) => document.getElementById(id);
let newest = null;
let game = null;
let waiting = [];
let ending = null;

/** Show which of a board's moments are new, in the board's `moment`; the seat that it is about, too. */
export function showMoments(board) {
  const moments = board.moments ?? [];
  const last = moments.at(-1)?.id ?? 0;
  const fresh = newest === null || game !== board.table.game ? [] : moments.filter((line) => line.id > newest);
  [newest, game] = [last, board.table.game];
  if (fresh.length === 0 || document.hidden) return;
  waiting = weightiest([...waiting, ...fresh]);
  if (ending === null) next();
}

function weightiest(lines) {
  const kept = [...lines].sort((a, b) => WEIGHT.indexOf(b.moment) - WEIGHT.indexOf(a.moment) || b.id - a.id).slice(0, MOST);
  return lines.filter((line) => kept.includes(line));
}

function next() {
  const line = waiting.shift() ?? null;
  ending = line === null ? null : setTimeout(next, LONG_MS);
  const board = at("board");
  const goesOn = "moment" in board.dataset;
  attr(board, "data-moment", null);
  show(at("moment"), line !== null);
  for (const seat of document.querySelectorAll(".seat[data-moment]")) attr(seat, "data-moment", null);
  if (line === null) return;
  if (goesOn) void board.offsetWidth;      // so that two moments of one kind are two
  text(at("moment"), line.text.replace(/\.$/, ""));
  attr(board, "data-moment", line.moment);
  const seat = line.seat === null ? null : at("seats").children[line.seat];
  if (seat) attr(seat, "data-moment", line.moment);
}
