// The keys of the seats as codes for phones: on the host’s screen, on the wall before a game if the host wants, and as cards to print.
// A key is kept as a hash, so it can be shown once only: whoever needs it again makes another.

import { closeTable, pinOfClosed } from "./close.js";
import { el, keyed, show, text } from "./dom.js";
import { ask, command } from "./live.js";
import { t } from "./tongue.js";
import { codeOf, keepUp } from "./where.js";

const at = (id) => document.getElementById(id);
const made = new Map();   // by the seat's number: {path, name, code}; the code is {link, picture}

async function enter() {
  const door = await ask("door");
  show(at("closed"), door.ok && door.closed);
  show(at("open"), door.ok && !door.closed);
  show(at("close"), door.may_close);
  showPin();
  showOnWall(door);
  const fresh = location.hash === "#new";      // from the start page: nobody has a key yet
  history.replaceState(null, "", location.pathname);
  if (fresh && door.closed) await make();
}

function showPin() {
  const pin = pinOfClosed();
  show(at("pin"), pin);
  text(at("pin"), pin && t("The host’s PIN is {pin}. Choose another at the desk.", { pin }));
}

async function make(asked = {}) {
  const [answer, board] = await Promise.all([command("keys", asked), ask("board")]);
  if (!answer.ok || !board.ok) return;
  if (asked.on_wall) {
    made.clear();
    showOnWall(answer);
  }
  for (const [number, path] of Object.entries(answer.links)) made.set(Number(number), { path, name: board.seats[number - 1]?.name, code: answer.codes[number] });
  renderCards(answer.missing);
}

/** The table may have another address meanwhile. */
async function drawAgain() {
  const { ok, address, missing } = made.size > 0 ? await ask("where", { quiet: true }) : {};
  if (!ok || [...made.values()].every(({ code, path }) => code?.link === (address && address + path))) return true;
  for (const [seat, card] of made) {
    const answer = address ? await command("draw", { seat, key: card.path.split("#")[1] }, { quiet: true }) : { ok };
    if (answer.ok) card.code = answer.codes?.[seat];
  }
  renderCards(missing);
  return true;
}

function renderCards(missing = "") {
  show(at("none"), made.size === 0);
  show(at("print"), made.size > 0 && !missing);
  show(at("missing"), missing);
  text(at("missing"), missing);
  const cards = [...made].filter(([, { name }]) => name).map(([number, card]) => ({ number, ...card }));
  keyed(at("cards"), cards, ({ number }) => number, ({ number }) => makeCard(number), render);
}

function makeCard(number) {
  return el("li", { class: "seat-card" },
    el("h2", { dir: "auto" }), el("p", { class: "seat-card-number" }, t("Seat {number}", { number })), el("a", { class: "seat-card-code" }),
    el("p", { class: "seat-card-words" }, t("Scan it with the phone’s camera. It is the key of this seat: keep it to yourself.")),
    el("button", { type: "button", class: "quiet", onclick: () => make({ seat: Number(number) }) }, t("Another code for this seat")));
}

function render(node, { number, path, code, name }) {
  const [title, , link, words] = node.children;
  text(title, name);
  link.href = code?.link ?? path;
  const label = t("The link of seat {number}", { number });
  link.setAttribute("aria-label", label);
  link.replaceChildren(code ? codeOf(code.picture) : label);
  show(words, code);
}

function showOnWall({ codes = {}, missing }) {
  show(at("off-wall"), missing || Object.keys(codes).length > 0);
}

async function takeAway() {
  const answer = await command("codes", {});
  if (answer.ok) showOnWall({});
}

at("close").addEventListener("click", async () => { if (!(await closeTable())) return;
  location.hash = "new";
  location.reload(); });
at("make").addEventListener("click", () => make());
at("on-wall").addEventListener("click", () => make({ on_wall: true }));
at("off-wall").addEventListener("click", takeAway);
at("print").addEventListener("click", () => print());
await enter();
keepUp(drawAgain);
