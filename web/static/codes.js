// The codes of the seats on the wall before a game, each until its player's phone has come in. Only the table's own
// screen and a host's are told them; everybody may know that they are there.

import { attr, el, keyed, show, text } from "./dom.js";
import { ask } from "./live.js";
import { t } from "./tongue.js";
import { codeOf, keepUp, wide } from "./where.js";

const at = (id) => document.getElementById(id);
const LONG = 16;          // letters of a name
let asked = "";           // the seats whose codes were asked for
let told = {};            // what was answered: the codes, or what is missing for them
let newest = null;

/** Show the codes that are on the wall, over what else it has. */
export async function renderCodes(board) {
  newest = board;
  const seats = wide.matches ? board.table.codes ?? [] : [];
  const wanted = [board.table.game, ...seats].join();
  if (wanted === asked) return renderThem();
  asked = wanted;
  if (seats.length > 0) {
    if (await look(wanted)) keepUp(() => look(wanted));
  } else {
    told = {};
    renderThem();
  }
}

/** Ask for the codes; false once nothing more is to be asked. */
async function look(wanted) {
  const found = wanted === asked ? await ask("door", { quiet: true }) : {};
  if (wanted !== asked) return false;      // they have changed meanwhile, and are asked for anew
  if (!found.ok) return true;
  told = found;
  renderThem();
  return "codes" in found;
}

function renderThem() {
  const { codes, missing = "" } = told;
  attr(at("board"), "data-codes", codes !== undefined);
  show(at("codes"), codes !== undefined);
  if (codes === undefined) return;
  show(at("codes-scan"), !missing);
  show(at("codes-list"), !missing);
  show(at("codes-missing"), missing);
  text(at("codes-missing"), missing);
  at("codes-list").style.setProperty("--columns", newest.seats.length > 4 ? Math.ceil(newest.seats.length / 2) : newest.seats.length);
  attr(at("codes-list"), "data-rows", newest.seats.length > 4 ? 2 : 1);
  keyed(at("codes-list"), newest.seats, ({ seat }) => seat, makeSeat, renderSeat);
  text(at("codes-open"), newest.headline);
}

function makeSeat() {
  return el("li", {}, el("h2", { dir: "auto" }), el("div", { class: "codes-code" }));
}

function renderSeat(node, { name, seat }) {
  const [title, place] = node.children;
  const code = told.codes[seat.replace("seat", "")];
  text(title, name);
  attr(title, "data-long", name.length > LONG);
  if (node.dataset.link === (code?.link ?? "")) return;
  node.dataset.link = code?.link ?? "";
  place.replaceChildren(code ? codeOf(code.picture) : el("p", {}, t("is here")));
}
