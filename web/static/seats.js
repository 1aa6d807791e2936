// The keys of the seats as codes for phones: on the host’s screen, on the wall before a game if the host wants, and as cards to print.
// A key is kept as a hash, so it can be shown once only: whoever needs it again makes another.

import { closeTable, pinOfClosed } from "./close.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { ask, command, tell } from "./live.js";
import { t } from "./tongue.js";
import { codeOf, keepUp } from "./where.js";

const at = (id) => document.getElementById(id);
const made = new Map();   // by the seat's number: {path, code}; the code is {link, picture}
let missing = "";         // why the table has no address
let people = new Map();   // by the seat's number: {name, joined}
let has_mat = false;      // on the screen, where a hand can be shown
let game = null;          // the game that they play; its keys fit no other

async function enter() {
  const door = await ask("door");
  show(at("closed"), door.ok && door.closed);
  show(at("open"), door.ok && !door.closed);
  show(at("close"), door.may_close);
  showPin();
  showOnWall(door);
  if (door.ok && door.closed) await learn(door);
  const fresh = location.hash === "#new";      // from the start page: nobody has a key yet
  history.replaceState(null, "", location.pathname);
  if (fresh && door.closed) await make();
  else renderCards();
}

/** Learn who plays, and which seats a phone has joined. */
async function learn(door) {
  const desk = await ask("desk", { quiet: true });
  if (!door.ok || !desk.ok) return false;
  if (game !== desk.board.table.game) made.clear();
  game = desk.board.table.game;
  has_mat = desk.driver !== null;
  const bots = new Set((desk.chairs ?? []).filter(({ bot }) => bot !== null).map(({ seat }) => seat));
  const seats = [...desk.board.seats.entries()].filter(([, { seat }]) => !bots.has(seat));
  people = new Map(seats.map(([i, { name }]) => [i + 1, { name, joined: (door.joined ?? []).includes(i + 1) }]));
  return true;
}

function showPin() {
  const pin = pinOfClosed();
  show(at("pin"), pin);
  text(at("pin").lastChild, pin && t("The host’s PIN is {pin}. Choose another at the desk.", { pin }));
}

/** Make codes: for one seat, or for all that no phone has joined. */
async function make(asked = {}) {
  const answer = await command("keys", asked);
  if (!answer.ok || !(await learn(await ask("door")))) return;
  if (asked.on_wall) {
    made.clear();
    showOnWall(answer);
    if (answer.ok && !answer.missing) tell(t("The codes are on the screen of the board now."));
  }
  for (const [number, path] of Object.entries(answer.links)) made.set(Number(number), { path, code: answer.codes[number] });
  missing = answer.missing ?? "";
  renderCards();
}

/** Phones join meanwhile, and the table may have another address. */
async function keepRight() {
  if (people.size > 0 && await learn(await ask("door", { quiet: true }))) renderCards();
  return drawAgain();
}

async function drawAgain() {
  const { ok, address, missing: why } = made.size > 0 ? await ask("where", { quiet: true }) : {};
  if (!ok || [...made.values()].every(({ code, path }) => code?.link === (address && address + path))) return true;
  for (const [seat, card] of made) {
    const answer = address ? await command("draw", { seat, key: card.path.split("#")[1] }, { quiet: true }) : { ok };
    if (answer.ok) card.code = answer.codes?.[seat];
  }
  missing = why ?? "";
  renderCards();
  return true;
}

function renderCards() {
  for (const [number, { joined }] of people) if (joined) made.delete(number);
  show(at("none"), people.size === 0);
  at("make").disabled = people.size > 0 && [...people.values()].every(({ joined }) => joined);      // hidden, it would move the others under a finger
  const lacks = people.size === 0 || [...people].some(([number, { joined }]) => !joined && !made.has(number));
  attr(at("make"), "class", lacks ? "primary" : "quiet");
  attr(at("on-wall"), "class", lacks || !at("off-wall").hidden ? null : "primary");
  at("print").disabled = made.size === 0 || Boolean(missing);
  show(at("missing"), missing);
  text(at("missing"), missing);
  const cards = [...people].map(([number, person]) => ({ number, ...person, ...made.get(number) }));
  keyed(at("cards"), cards, ({ number }) => number, ({ number }) => makeCard(number), render);
}

function makeCard(number) {
  return el("li", { class: "seat-card" },
    el("h2", { dir: "auto" }), el("p", { class: "seat-card-number" }, t("Seat {number}", { number })), el("a", { class: "seat-card-code" }),
    el("p", { class: "seat-card-words" }, t("Scan it with the phone’s camera. It is the key of this seat: keep it to yourself.")),
    el("p", { class: "seat-card-words" }),
    el("button", { type: "button", class: "quiet", onclick: () => make({ seat: Number(number) }) }, t("Another code for this seat")),
    el("button", { type: "button", class: "quiet", onclick: () => backToMat(Number(number)) }, t("Play this seat on the mat")));
}

// For whoever has no phone any more.
async function backToMat(seat) {
  if ((await command("back", { seat })).ok && await learn(await ask("door"))) renderCards();
}

function render(node, { number, path, code, name, joined }) {
  const [title, , link, words, state, , back] = node.children;
  text(title, name);
  text(state, joined ? t("A phone has joined. Another code takes the seat away from it.") : t("No phone has joined. The code was shown once: make another one."));
  show(state, !path);
  show(back, joined && has_mat);
  attr(node, "data-coded", Boolean(path));
  show(words, code);
  show(link, path);
  if (!path) return;
  link.href = code?.link ?? path;
  const label = t("The link of seat {number}", { number });
  link.setAttribute("aria-label", label);
  link.replaceChildren(code ? codeOf(code.picture) : label);
}

function showOnWall({ codes = {}, missing }) {
  show(at("off-wall"), missing || Object.keys(codes).length > 0);
}

async function takeAway() {
  if (!(await command("codes", {})).ok) return;
  showOnWall({});
  renderCards();
}

at("close").addEventListener("click", async () => { if (!(await closeTable())) return;
  location.hash = "new";
  location.reload(); });
at("make").addEventListener("click", () => make());
at("on-wall").addEventListener("click", () => make({ on_wall: true }));
at("off-wall").addEventListener("click", takeAway);
at("print").addEventListener("click", () => print());
await enter();
keepUp(keepRight);
