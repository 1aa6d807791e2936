// Deathmatch's scoreboard: everybody's damage pools, the card to beat, whose action it is, and who is out.

import { laidBy, makeCard, setCard, setTokens, settingWords } from "./cards.js";
import { art, attr, el, keyed, show, text, wordsIn } from "./dom.js";
import { cueWords, placeOf } from "./hints.js";
import { makeLamp, setLamp } from "./lamps.js";
import { fitName, fitWords } from "./names.js";
import { sayMoment, sayPrompt } from "./prompt.js";
import { makeSays, setSays } from "./says.js";
import { t } from "./tongue.js";
import { makeScore } from "./why.js";
import { listed, tied } from "./words.js";

const at = (id) => document.getElementById(id);
const HURT = ["wound", "death"];
const COURSE = ["lead", "act"];      // until somebody is hurt
const LINES = 3;
const USUAL = t("damage so far");

/** Show a game. */
export function renderBoard(board) {
  const over = board.table.state === "over";
  text(at("act"), over ? t("The end") : t("Act {act}", { act: board.act }));
  text(at("scene"), over || board.scene === 0 ? "" : t("scene {scene}", { scene: board.scene }));
  renderPlace(placeOf(board));
  renderPrompt(board, over);
  attr(at("seats"), "data-count", board.seats.length);
  keyed(at("seats"), board.seats, (seat) => seat.seat, makeSeat, (node, seat, index) => renderSeat(node, seat, index, board));
}

function renderPlace(setting) {
  show(at("place"), setting);
  if (!setting) return;
  text(at("place-name"), setting.id);
  text(at("place-text"), settingWords(setting));
}

// What is open, with the text that is carried out or the rule that is missed; and beside it who hurt whom.
function renderPrompt(board, over) {
  const [first, second] = over ? [endWords(board.winners ?? []), ""] : sayMoment(board);
  attr(at("prompt"), "data-over", over);
  const rule = board.phase === "winner" ? t("The rulebook does not say what beats what: the table decides") : "";   // DJ1
  text(at("told"), board.carrying?.text ?? rule);
  show(at("told"), !over && at("told").textContent);
  sayPrompt(first, second, board.table.paused);
  const hurt = board.log.filter((entry) => HURT.includes(entry.kind));
  const news = (hurt.length > 0 ? hurt : board.log.filter((entry) => COURSE.includes(entry.kind))).slice(-LINES).reverse().sort((one, other) => (other.kind === "death") - (one.kind === "death"));      // a death comes first
  keyed(at("log"), news, (entry) => entry.id, (entry) => el("li", { "data-kind": entry.kind }), (node, entry) => text(node, tied(entry.text)));
}

function endWords(winners) {
  if (winners.length === 0) return t("Nobody is left");
  return winners.length > 1 ? t("{names} share the win", { names: listed(winners) }) : t("{name} is the last alive", { name: winners[0] });
}

// --- seats

function makeSeat(seat) {
  const name = el("h2", { class: "seat-name" });
  const parts = {
    lamp: makeLamp(seat.seat), name, cue: el("p", { class: "seat-cue" }), says: makeSays(), star: el("p", { class: "seat-star" }, art("star"), el("span", {}, t("protagonist"))), who: el("p", { class: "seat-character" }), label: el("p", { class: "seat-label" }),
    total: makeScore({ class: "seat-pools score" }, () => name.textContent), card: makeCard(), beat: el("p", { class: "seat-beat" }),
    counts: el("p", { class: "seat-counts" }), out: el("p", { class: "seat-out" }, art("skull"), el("span", {}, t("slain"))),
  };
  const node = el("article", { class: "seat" }, el("div", { class: "seat-in" },
    el("header", { class: "seat-head" }, parts.lamp, el("div", { class: "seat-who" }, parts.name, parts.cue)), parts.says,
    el("div", { class: "seat-role" }, parts.who, parts.star), parts.label, parts.total, el("div", { class: "seat-slot" }, parts.card, parts.beat, parts.counts), parts.out));
  node.parts = parts;
  return node;
}

function renderSeat(node, seat, index, board) {
  const { parts } = node;
  const stands = board.standing === index && seat.played !== null;
  attr(node, "data-cue", seat.cue);
  attr(node, "data-up", String(seat.up));
  attr(node, "data-action", board.opener === index && !seat.out);
  attr(node, "data-stands", stands);
  attr(node, "data-out", seat.out);
  attr(node, "data-winner", board.winners ? String(board.winners.includes(seat.name)) : null);
  setLamp(parts.lamp, seat.cue);
  fitName(parts.name, seat.name);
  fitWords(parts.cue, seat.out ? "" : cueWords(seat.cue, seat, board) || (board.opener === index && seat.played ? t("opened the scene") : ""));
  setSays(parts.says, seat, board.table);
  show(parts.star, board.protagonist === index);
  renderCharacter(parts.who, seat);
  const label = labelWords(seat, board);
  text(parts.label, label);
  attr(parts.label, "data-usual", String(label === USUAL));
  setTokens(parts.total, seat);
  attr(parts.total, "aria-description", [t("{name}: {total} points of damage", { name: seat.name, total: seat.total }), wordsIn(parts.total)].join(": "));
  const laid = laidBy(seat);
  show(parts.card, laid);
  setCard(parts.card, laid?.card ?? null);
  show(parts.beat, stands);
  text(parts.beat, board.phase === "damage" ? t("has won") : t("to beat"));
  text(parts.counts, t("{hand} in hand, {pile} to draw", { hand: seat.hand, pile: seat.pile }));
  show(parts.counts, !laid && !seat.out);
  show(parts.out, seat.out);
}

// Why somebody lives whose one suit is full.
function labelWords(seat, board) {
  const full = Object.entries(seat.character?.limits ?? {}).some(([suit, limit]) => seat.points[suit] >= limit);
  return full && board.table.rulings.DJ5 === undefined ? t("only both kill") : USUAL;
}

function renderCharacter(parent, seat) {
  const known = seat.character;
  attr(parent, "data-secret", !known);
  if (parent.dataset.id === (known?.id ?? "?")) return;
  parent.dataset.id = known?.id ?? "?";
  parent.replaceChildren(...(known ? [] : [art("secret")]), el("span", {}, known?.id ?? t("secret")));
}
