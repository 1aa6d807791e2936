// The virtual mat: what a hand would do at the table, as commands. The companion sees the same tags, lifts and buttons.
// This file draws the table; hands.js moves things over it, button.js is a seat's button, say.js the answers in words.

import { makeButton } from "./button.js";
import { Countdown } from "./countdown.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { Hands } from "./hands.js";
import { hintFor } from "./hints.js";
import { command, follow } from "./live.js";
import { CUE_WORDS, NUMERALS, emblem, makeCard, makeCoin, makeLamp, makeTile, sceneWords, setCard, setLamp, setTile } from "./pieces.js";
import { renderOptions, renderQuestions } from "./say.js";

const COINS = ["Iago", "Othello", "Cassio", "Desdemona", "Emilia", "Roderigo"];

const at = (id) => document.getElementById(id);
const countdown = new Countdown(at("fuse"), at("left"));
const hands = new Hands(at("mat"));
let newest = null;

function render(desk) {
  newest = desk;
  const { board } = desk;
  const seats = board.seats;
  const ready = seats.length > 0 && desk.driver !== null;
  show(at("table"), ready);
  show(at("dock"), ready);
  show(at("empty"), !ready);
  if (!ready) {
    renderEmpty(seats.length > 0);
    return;
  }
  hands.learn(desk);
  renderMiddle(desk);
  renderSeats(desk);
  renderZone(at("target"), desk, "stage.target", null);
  renderBox(desk);
  renderQuestions(at("questions"), desk.questions, seats);
  renderOptions(at("options"), desk.options, seats);
}

function renderEmpty(real) {
  closeSheets();
  text(at("empty-title"), real ? "This table has a mat of its own" : "Nobody has sat down yet");
  text(at("empty-line"), real ? "Cards are laid on the real mat. What else there is to say goes to the desk." : "Start a game and the cards are dealt here.");
  attr(at("empty-go"), "href", real ? "/desk" : "/start");
  text(at("empty-go"), real ? "To the desk" : "Start a game");
}

function renderMiddle(desk) {
  const { board, driver } = desk;
  const bots = driver === "bots";
  text(at("act"), board.table.state === "over" ? "The play is over" : `Act ${NUMERALS[board.act]}, ${sceneWords(board.scene)}`);
  text(at("decision"), board.window?.text ?? desk.decision?.text ?? board.headline);
  countdown.set(board.window);
  text(at("hint"), hintFor(desk, hands.selected !== null));
  show(at("drive"), true);
  text(at("drive"), bots ? "Take over" : "Let the bots play");
  at("drive").classList.toggle("primary", bots);
  attr(at("undo"), "disabled", !desk.can_undo);
  attr(at("undo"), "title", desk.can_undo ? `Undo: ${desk.undo_text}` : "Nothing to undo");
  keyed(at("tiles"), board.tiles, (tile) => tile.character, (tile) => {
    const node = makeTile(tile, "button");
    attr(node, "type", "button");
    attr(node, "data-thing", `tile:${tile.character}`);
    return node;
  }, (node, tile) => setTile(node, tile, tile.held_by === null ? null : board.seats[tile.held_by]?.name));
}

function renderSeats(desk) {
  const { seats } = desk.board;
  const above = Math.ceil(seats.length / 2);
  attr(at("table"), "data-count", seats.length);
  const stations = [...seats.entries()];
  keyed(at("table"), [...stations.slice(0, above), null, ...stations.slice(above)], (item) => (item === null ? "middle" : item[1].seat),
    (item) => makeStation(item[1]), (node, item) => item !== null && renderStation(node, desk, item[0], above));
}

// Clockwise around the table: the upper row from left to right, the lower one from right to left.
function renderStation(node, desk, index, above) {
  const { seats } = desk.board;
  const seat = seats[index];
  const upper = index < above;
  const span = 12 / (upper ? above : seats.length - above);
  const column = upper ? index : seats.length - 1 - index;
  node.style.setProperty("--row", upper ? 1 : 3);
  node.style.setProperty("--column", `${column * span + 1} / span ${span}`);
  const { parts } = node;
  const cue = desk.lights[seat.seat] ?? seat.cue;
  attr(node, "data-cue", cue);
  attr(node, "data-up", String(seat.up));
  setLamp(parts.lamp, cue);
  text(parts.name, seat.name);
  text(parts.cue, CUE_WORDS[cue] ?? cue);
  show(parts.lead, seat.lead);
  text(parts.points, seat.points);
  attr(parts.points, "aria-label", `${seat.points} points`);
  const zone = `${seat.seat}.play`;
  renderZone(parts.zone, desk, zone, seat);
  const held = [...(desk.hands[seat.seat] ?? [])];
  const lies = desk.zones[zone];
  if (lies && !seat.card && held.includes(lies)) held.splice(held.indexOf(lies), 1);   // laid, and not yet taken in
  renderCards(parts.hand, held, desk.cards);
  const coins = Object.entries(seat.coins ?? {}).filter(([, count]) => count > 0).map(([name]) => name);
  renderCoins(parts.coins, coins);
}

function makeStation(seat) {
  const parts = {
    lamp: makeLamp(), name: el("h2", {}), cue: el("span", { class: "station-cue" }), lead: el("span", { class: "station-lead" }, "Lead"),
    points: el("span", { class: "station-points" }), zone: makeZone(`${seat.seat}.play`, "lay here"), hand: el("div", { class: "hand" }),
    coins: el("div", { class: "station-coins" }), button: makeButton(seat.seat, seat.name),
  };
  const node = el("section", { class: "station", "aria-label": seat.name },
    el("header", { class: "station-head" }, parts.lamp, el("div", { class: "station-who" }, parts.name, parts.cue), parts.lead, parts.points, parts.button),
    el("div", { class: "station-mat" }, parts.zone, el("div", { class: "station-things" }, parts.hand, parts.coins)));
  node.parts = parts;
  return node;
}

function makeZone(zone, word) {
  return el("button", { class: "zone", type: "button", "data-zone": zone },
    el("span", { class: "zone-thing" }), el("span", { class: "zone-word" }, word));
}

// What lies in a zone. A card that its seat has lifted stays visible as a shadow, to be laid back.
function renderZone(node, desk, zone, seat) {
  const lies = desk.zones[zone] ?? null;
  const shadow = lies === null && seat?.card ? hands.lifted(zone) : null;
  const thing = lies ?? shadow;
  attr(node, "data-lies", lies);
  attr(node, "data-shadow", shadow);
  const face = seat?.card?.face ?? (seat ? "down" : "up");
  const card = thing === null ? null : desk.cards[thing] ?? null;
  const name = thing === null ? "" : card?.title ?? thing.replace(":", " ");
  keyed(node.querySelector(".zone-thing"), thing === null ? [] : [thing], (one) => one, (one) => makeThing(one, card, zone),
    (child) => {
      if (card !== null) setCard(child, card, face);
      attr(child, "data-peek", card !== null && face === "down" && !shadow ? name : null);
    });
  const word = shadow ? "lay back" : seat ? "lay here" : "a tile or a coin";
  text(node.querySelector(".zone-word"), word);
  attr(node, "aria-label", `${seat ? `${seat.name}’s zone` : "The stage"}: ${thing === null ? "empty" : shadow ? `${name}, lifted` : name}`);
}

function makeThing(thing, card) {
  if (card !== null) return makeCard("span");
  const [kind, name] = thing.split(":");
  if (kind === "coin") return makeCoin(name);
  return el("span", { class: "zone-other", "data-emblem": emblem(name ?? "") },
    kind === "tile" ? makeTile({ character: name }, "span") : el("span", { class: "zone-uid" }, thing));
}

function renderCards(parent, names, cards) {
  const seen = new Map();
  const items = names.map((name) => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return [name, seen.get(name)];
  });
  keyed(parent, items, ([name, copy]) => `${name}/${copy}`,
    ([name]) => makeCard("button", { type: "button", "data-thing": name }),
    (node, [name]) => {
      const card = cards[name] ?? { id: name, title: name, kind: "unknown" };
      setCard(node, card);
      attr(node, "aria-label", card.title);
    });
  hands.mark();
}

function renderCoins(parent, names) {
  keyed(parent, names, (name) => name, (name) => el("button", { class: "coin-button", type: "button", "data-thing": `coin:${name}`, "aria-label": `${name} coin` }, makeCoin(name)));
}

function renderBox(desk) {
  renderCoins(at("coins"), COINS);
  renderCards(at("box"), desk.box, desk.cards);
}

function closeSheets() {
  for (const button of document.querySelectorAll("[data-sheet]")) {
    attr(button, "aria-expanded", "false");
    show(at(button.dataset.sheet), false);
  }
}

for (const button of document.querySelectorAll("[data-sheet]")) {
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") === "true";
    closeSheets();
    attr(button, "aria-expanded", String(!open));
    show(at(button.dataset.sheet), !open);
  });
}
at("drive").addEventListener("click", () => command("drive", { driver: newest?.driver === "bots" ? "hands" : "bots" }));
at("undo").addEventListener("click", () => command("undo"));
hands.told = () => {
  if (hands.selected?.closest(".sheet")) closeSheets();     // its place may lie below
  if (newest) text(at("hint"), hintFor(newest, hands.selected !== null));
};
follow("desk", render);
