// A scoreboard for any game: where it is, what lies on the table, what happened, what is open, and the seats.
// Of a board snapshot it shows `where`, `phase_words`, `cards` (pairs of words and a card: what lies in the middle),
// `log`, and of a seat `points`, `card` ({face, card}: what it has laid) and `tags` (words).

import { badgeOf, laidBy, makeCard, pointsOf, setCard, setTokens } from "./cards.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { cueWords, phaseWords, placeWords } from "./hints.js";
import { makeLamp, setLamp } from "./lamps.js";
import { fitName, fitWords } from "./names.js";
import { renderPrompt } from "./prompt.js";
import { makeSays, setSays } from "./says.js";
import { n, t } from "./tongue.js";
import { makeScore } from "./why.js";
import { listed, tied, times } from "./words.js";

const at = (id) => document.getElementById(id);
const LINES = 6;

/** Show a game. */
export function renderBoard(board) {
  const over = board.table.state === "over";
  text(at("act"), placeWords(board));
  text(at("phase"), over ? "" : phaseWords(board));
  show(at("prompt"), !over);
  show(at("call"), over);
  text(at("call-winners"), over ? endWords(board.winners ?? []) : "");
  keyed(at("stage-cards"), over ? [] : board.cards ?? [], ([words]) => words,
    ([words]) => el("figure", { class: "stage-card" }, makeCard(), el("figcaption", {}, words)), (node, [, card]) => setCard(node.firstChild, card));
  keyed(at("log"), board.log.slice(-LINES).reverse(), (entry) => entry.id,
    (entry) => el("li", { "data-kind": entry.kind }), (node, entry) => text(node, times(entry.times) + tied(entry.text)));
  if (!over) renderPrompt(board);
  renderSeats(board);
}

function endWords(winners) {
  if (winners.length === 0) return t("Nobody wins");
  return winners.length > 1 ? t("{names} share the win", { names: listed(winners) }) : t("{name} wins", { name: winners[0] });
}

function renderSeats(board) {
  attr(at("seats"), "data-count", board.seats.length);
  keyed(at("seats"), board.seats, (seat) => seat.seat, makeSeat, (node, seat) => {
    const { parts } = node;
    attr(node, "data-cue", seat.cue);
    attr(node, "data-up", String(seat.up));
    attr(node, "data-winner", board.winners ? String(board.winners.includes(seat.name)) : null);
    setLamp(parts.lamp, seat.cue);
    fitName(parts.name, seat.name);
    text(parts.badge, badgeOf(seat, board));
    show(parts.badge, parts.badge.textContent);
    fitWords(parts.cue, cueWords(seat.cue, seat, board));
    setSays(parts.says, seat, board.table);
    text(parts.points, pointsOf(seat));
    text(parts.label, n("point so far", "points so far", pointsOf(seat)));
    setTokens(parts.tags, seat);
    const laid = laidBy(seat) ?? lastOf(seat);
    attr(node, "data-laid", String(laid !== null));
    setCard(parts.card, laid?.face === "up" ? laid.card : null, laid?.face ?? "down");
  });
}

/** The card of a seat in the last trick, which is shown until the next one begins. */
const lastOf = ({ last }) => (last ? { face: "up", card: last } : null);

function makeSeat(seat) {
  const name = el("h2", { class: "seat-name" });
  const parts = {
    lamp: makeLamp(seat.seat), name, cue: el("p", { class: "seat-cue" }), says: makeSays(), badge: el("span", { class: "seat-badge" }), card: makeCard(),
    points: makeScore({ class: "seat-points score" }, () => name.textContent), label: el("p", { class: "seat-label" }), tags: el("p", { class: "seat-tags" }),
  };
  const node = el("article", { class: "seat" },
    el("header", { class: "seat-head" }, parts.lamp, el("div", { class: "seat-who" }, name, parts.cue), parts.badge), parts.says,
    el("div", { class: "seat-score" }, parts.points, parts.label, parts.tags), el("div", { class: "seat-slot" }, parts.card));
  node.parts = parts;
  return node;
}
