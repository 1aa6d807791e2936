// The keys of the seats as codes for phones, on the host's screen alone, and as cards to print.
// A key is kept as a hash, so it can be shown once only: whoever needs it again makes another.

import { el, keyed, show, text } from "./dom.js";
import { ask, command } from "./live.js";
import { t } from "./tongue.js";

const SVG = "http://www.w3.org/2000/svg";
const BORDER = 4;         // modules around a code, without which it does not read
const at = (id) => document.getElementById(id);
const made = new Map();   // by the seat's number: {link, address, picture}

async function enter() {
  const door = await ask("door");
  show(at("closed"), door.ok && door.closed);
  show(at("open"), door.ok && !door.closed);
  const fresh = location.hash === "#new";      // from the start page: nobody has a key yet
  history.replaceState(null, "", location.pathname);
  if (fresh && door.closed) await make();
}

async function make(seat = null) {
  const [answer, board] = await Promise.all([command("keys", seat === null ? {} : { seat }), ask("board")]);
  if (!answer.ok || !board.ok) return;
  for (const [number, code] of Object.entries(answer.codes)) made.set(Number(number), code);
  show(at("none"), made.size === 0);
  show(at("print"), made.size > 0);
  const cards = [...made].filter(([number]) => board.seats[number - 1]).map(([number, code]) => ({ number, code, name: board.seats[number - 1].name }));
  keyed(at("cards"), cards, ({ number }) => number, ({ number }) => makeCard(number), render);
}

function makeCard(number) {
  return el("li", { class: "seat-card" },
    el("h2", { dir: "auto" }), el("p", { class: "seat-card-number" }, t("Seat {number}", { number })), el("a", { class: "seat-card-code" }),
    el("p", { class: "seat-card-words" }, t("Scan it with the phone’s camera. It is the key of this seat: keep it to yourself.")),
    el("button", { type: "button", class: "quiet", onclick: () => make(number) }, t("Another code for this seat")));
}

function render(node, { number, code, name }) {
  const [title, , link] = node.children;
  text(title, name);
  link.href = code.link;
  link.setAttribute("aria-label", t("The link of seat {number}", { number }));
  link.replaceChildren(drawn(code.picture));
}

function drawn({ size, path }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `-${BORDER} -${BORDER} ${size + 2 * BORDER} ${size + 2 * BORDER}`);
  svg.setAttribute("aria-hidden", "true");
  const bars = document.createElementNS(SVG, "path");
  bars.setAttribute("d", path);
  svg.append(bars);
  return svg;
}

at("make").addEventListener("click", () => make());
at("print").addEventListener("click", () => print());
await enter();
