// A seat at the virtual mat: its light, button, place, hand and purse.

import { buttonHints, isAsked } from "./asked.js";
import { makeButton } from "./button.js";
import { badgeOf, laidBy, makeCard, nameOf, pointsOf, scoredWords, setCard } from "./cards.js";
import { art, attr, el, keyed, show, text, wordsIn } from "./dom.js";
import { WITH_CARDS, cueWords } from "./hints.js";
import { makeLamp, setLamp } from "./lamps.js";
import { makePurse, renderPurse } from "./mat.js";
import { fitName } from "./names.js";
import { t } from "./tongue.js";
import { wants } from "./view.js";
import { makeZone, renderZone } from "./zones.js";

/** The station of a seat; fill it with `renderStation`. */
export function makeStation(seat) {
  const hand = `hand-${seat.seat}`;
  const parts = {
    lamp: makeLamp(seat.seat), name: el("h2", { dir: "auto" }), cue: el("span", { class: "station-cue" }), badge: el("span", { class: "station-badge" }),
    points: el("span", { class: "station-points" }), press: el("span", { class: "station-press" }), hold: el("span", { class: "station-hold" }),
    told: el("span", { class: "station-told", role: "status" }),
    zone: makeZone(`${seat.seat}.play`, t("lay here")), hand: el("div", { class: "hand", id: hand }),
    purse: makePurse(), button: makeButton(seat.seat, seat.name),
    fold: el("button", { class: "quiet station-fold", type: "button", "aria-controls": hand }),
    mine: el("button", { class: "station-mine", type: "button" }, art("eye"), el("span", {}, t("Show mine"))),
  };
  const hints = el("p", { class: "station-hints", id: `hints-${seat.seat}` }, parts.told, parts.press, parts.hold);
  attr(parts.button, "aria-describedby", hints.id);
  const node = el("section", { class: "station", "aria-label": seat.name },
    el("header", { class: "station-head" }, parts.lamp, el("div", { class: "station-who" }, parts.name, parts.badge, parts.cue), parts.points, hints, parts.button),
    parts.zone, parts.hand, el("div", { class: "station-purse" }, ...parts.purse, parts.fold, parts.mine));
  node.parts = parts;
  showWhileHeld(node);
  parts.fold.addEventListener("click", () => fold(node, !node.folded));
  return node;
}

// A hand that is face down on this screen is shown while somebody holds the seat's "Show mine".
function showWhileHeld(node) {
  const { mine } = node.parts;
  const turn = (shown) => () => {
    node.shown = shown;
    attr(mine, "aria-pressed", shown);
    node.draw();
  };
  const isKey = (event) => event.key === " " || event.key === "Enter";
  mine.addEventListener("pointerdown", (event) => mine.setPointerCapture(event.pointerId));
  mine.addEventListener("pointerdown", turn(true));
  for (const end of ["pointerup", "pointercancel", "blur"]) mine.addEventListener(end, turn(false));
  mine.addEventListener("keydown", (event) => isKey(event) && !event.repeat && turn(true)());
  mine.addEventListener("keyup", (event) => isKey(event) && turn(false)());
  mine.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Bring the station of the seat at `index` up to date; `hands` knows what was lifted. */
export function renderStation(node, desk, index, hands) {
  const { parts } = node;
  const seat = desk.board.seats[index];
  const hidden = wants("hidden") && !node.shown;
  attr(node, "data-elsewhere", awayWords(desk, seat));
  node.draw = () => renderStation(node, desk, index, hands);
  const cue = desk.lights[seat.seat] ?? seat.cue;
  attr(node, "data-cue", cue);
  attr(node, "data-up", String(seat.up));
  attr(node, "data-asked", isAsked(desk, index));
  setLamp(parts.lamp, cue);
  fitName(parts.name, seat.name, Infinity);      // in one line, however small
  text(parts.cue, cueWords(cue, seat, desk.board));
  text(parts.badge, badgeOf(seat, desk.board));
  show(parts.badge, parts.badge.textContent);
  text(parts.points, pointsOf(seat));
  attr(parts.points, "aria-label", scoredWords(Number(pointsOf(seat))));
  renderHints(node, buttonHints(desk, index), seat.told ?? "");
  const zone = `${seat.seat}.play`;
  renderZone(parts.zone, desk, zone, seat, hands.lifted(zone), hidden);
  const held = inOrder(inHand(desk, seat, zone), desk.cards);
  renderCards(parts.hand, held, desk.cards, hidden);
  node.style.setProperty("--cards", held.length);
  show(parts.mine, wants("hidden") && [...held, desk.zones[zone]].some((card) => card && !card.startsWith("?")));
  renderPurse(parts.purse, desk, index);
  text(parts.fold, t("Hand ({count})", { count: held.length }));
  refold(node, folds(desk, index));
}

// Why no card of this hand can be moved here; or null.
function awayWords({ phones = [], chairs = [] }, { seat, name }) {
  if (phones.includes(seat)) return t("{name} plays on a phone: play the card there.", { name });
  return chairs.some((chair) => chair.seat === seat && chair.bot !== null) ? t("{name} is a bot, and plays its own cards.", { name }) : null;
}

function renderHints(node, [press, hold], told) {
  const { parts } = node;
  attr(node, "data-hinted", Boolean(press || hold || told));
  text(parts.told, told);
  text(parts.press, press ? t("Press: {press}", { press }) : "");
  text(parts.hold, hold ? t("Hold: {hold}", { hold }) : "");
  attr(parts.button, "title", [press ? t("Press: {press}", { press }) : "", hold ? t("hold: {hold}", { hold }) : ""].filter(Boolean).join("; ") || t("Nothing is asked of this seat"));
}

// An open hand is sorted where its game has an order of cards. A hidden one never: the place of a card would say what it is.
function inOrder(names, cards) {
  return wants("hidden") ? names : [...names].sort((one, other) => (cards[one]?.order ?? 0) - (cards[other]?.order ?? 0));
}

function inHand(desk, seat, zone) {
  const held = [...(desk.hands[seat.seat] ?? [])];
  const lies = desk.zones[zone];
  if (lies && (laidBy(seat)?.early ?? true) && held.includes(lies)) held.splice(held.indexOf(lies), 1);   // laid, and not yet taken in
  return held;
}

// On a narrow screen a hand is folded away while its seat needs no card, so that places and buttons stay together.
function folds(desk, index) {
  if (!isAsked(desk, index)) return true;
  const asked = desk.board.seats.filter((_, i) => isAsked(desk, i)).length;
  return asked > 1 && !WITH_CARDS.includes(desk.decision?.kind);
}

function refold(node, wanted) {
  if (node.wanted === wanted) return;          // what somebody has opened or closed stays so until something else is asked
  node.wanted = wanted;
  fold(node, wanted);
}

function fold(node, folded) {
  node.folded = folded;
  attr(node, "data-folded", folded);
  attr(node.parts.fold, "aria-expanded", String(!folded));
}

/** Cards that can be taken in hand; the same card may be there twice. Those that are `hidden` lie face down. */
export function renderCards(parent, names, cards, hidden = false) {
  const seen = new Map();
  const items = names.map((name) => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return [name, seen.get(name)];
  });
  keyed(parent, items, ([name, copy]) => `${name}/${copy}`,
    ([name]) => makeCard("button", { type: "button", "data-thing": name }),
    (node, [name]) => {
      const card = cards[name] ?? { id: name, title: name, kind: "unknown" };
      const isBack = name.startsWith("?");
      setCard(node, card, isBack || hidden ? "down" : "up");
      attr(node, "aria-label", isBack ? nameOf(card) : hidden ? t("a card, face down") : wordsIn(node.querySelector(".card-front")));
    });
}
