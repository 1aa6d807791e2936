// The codes of the seats on the wall before a game, each until its player's phone has come in. Only the table's own
// screen and a host's are told them; everybody may know that they are there.

import { attr, el, keyed, show, text } from "./dom.js";
import { ask } from "./live.js";
import { t } from "./tongue.js";
import { codeOf } from "./where.js";

const at = (id) => document.getElementById(id);
const wall = matchMedia("(min-width: 1000px) and (min-aspect-ratio: 5/4)");      // as in board-page.css
const LONG = 16;          // letters of a name
let asked = "";           // the seats whose codes were asked for
let codes = {};

/** Show the codes that are on the wall, over what else it has. */
export async function renderCodes(board) {
  const seats = wall.matches ? board.table.codes ?? [] : [];
  const wanted = [board.table.game, ...seats].join();
  if (wanted !== asked) {
    asked = wanted;
    const found = seats.length > 0 ? (await ask("door", { quiet: true })).codes ?? {} : {};
    if (wanted !== asked) return;      // they have changed meanwhile, and are asked for anew
    codes = found;
  }
  const there = Object.keys(codes).length > 0;
  attr(at("board"), "data-codes", there);
  show(at("codes"), there);
  if (!there) return;
  at("codes-list").style.setProperty("--columns", board.seats.length > 4 ? Math.ceil(board.seats.length / 2) : board.seats.length);
  attr(at("codes-list"), "data-rows", board.seats.length > 4 ? 2 : 1);
  keyed(at("codes-list"), board.seats, ({ seat }) => seat, makeSeat, renderSeat);
  text(at("codes-open"), board.headline);
}

function makeSeat() {
  return el("li", {}, el("h2", { dir: "auto" }), el("div", { class: "codes-code" }));
}

function renderSeat(node, { name, seat }) {
  const [title, place] = node.children;
  const code = codes[seat.replace("seat", "")];
  text(title, name);
  attr(title, "data-long", name.length > LONG);
  if (node.dataset.link === (code?.link ?? "")) return;
  node.dataset.link = code?.link ?? "";
  place.replaceChildren(code ? codeOf(code.picture) : el("p", {}, t("is here")));
}
