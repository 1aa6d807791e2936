// The keys of the seats as codes for phones: on the host’s screen, on the wall before a game if the host wants, and as cards to print.
// A key is kept as a hash, so it can be shown once only: whoever needs it again makes another.

import { el, keyed, show, text } from "./dom.js";
import { ask, command } from "./live.js";
import { t } from "./tongue.js";
import { codeOf } from "./where.js";

const at = (id) => document.getElementById(id);
const made = new Map();   // by the seat's number: {link, address, picture}

async function enter() {
  const door = await ask("door");
  show(at("closed"), door.ok && door.closed);
  show(at("open"), door.ok && !door.closed);
  showOnWall(door.codes);
  const fresh = location.hash === "#new";      // from the start page: nobody has a key yet
  history.replaceState(null, "", location.pathname);
  if (fresh && door.closed) await make();
}

async function make(asked = {}) {
  const [answer, board] = await Promise.all([command("keys", asked), ask("board")]);
  if (!answer.ok || !board.ok) return;
  if (asked.on_wall) {
    made.clear();
    showOnWall(answer.codes);
  }
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
    el("button", { type: "button", class: "quiet", onclick: () => make({ seat: Number(number) }) }, t("Another code for this seat")));
}

function render(node, { number, code, name }) {
  const [title, , link] = node.children;
  text(title, name);
  link.href = code.link;
  link.setAttribute("aria-label", t("The link of seat {number}", { number }));
  link.replaceChildren(codeOf(code.picture));
}

function showOnWall(codes) {
  show(at("off-wall"), Object.keys(codes ?? {}).length > 0);
}

async function takeAway() {
  const answer = await command("codes", {});
  if (answer.ok) showOnWall({});
}

at("make").addEventListener("click", () => make());
at("on-wall").addEventListener("click", () => make({ on_wall: true }));
at("off-wall").addEventListener("click", takeAway);
at("print").addEventListener("click", () => print());
await enter();
