// The table as a player's phone shows it: the card in question, and a row of all players with what each has and has laid.

import { badgeOf, laidBy, makeCard, pointsOf, setCard, setTokens } from "./cards.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { makeLamp, setLamp } from "./lamps.js";

const at = (id) => document.getElementById(id);

/** Show the table of a board; `own` may know more about the seat at `index`. */
export function renderTable(board, own, index) {
  const playing = board.table.state === "playing";
  show(at("players"), playing);
  const asked = playing ? board.window?.card ?? null : null;
  show(at("question"), asked);
  if (asked) {
    if (!at("question").firstChild) at("question").append(makeCard());
    setCard(at("question").firstChild, asked);
  }
  if (!playing) return;
  attr(at("players"), "data-laid", board.seats.some(lying));
  keyed(at("players"), board.seats, (seat) => seat.seat, makePlayer, (node, seat, i) => {
    const [head, points, tokens, card, role] = node.children;
    attr(node, "data-own", i === index);
    attr(node, "data-up", seat.up);
    attr(node, "data-choosable", Boolean(choosing(own, seat.name)));
    attr(node, "data-cue", seat.cue);
    setLamp(head.firstChild, seat.cue);
    text(head.lastChild, seat.name);
    attr(node, "data-out", seat.out);
    text(points, seat.out ? badgeOf(seat, board) : pointsOf(seat));
    text(role, seat.character?.id ?? "");
    setTokens(tokens, i === index && own?.tags ? { ...seat, tags: own.tags } : seat);
    const laid = lying(seat);
    attr(card, "data-none", laid === null);
    attr(node, "data-took", seat.took);
    setCard(card, laid?.face === "up" ? laid.card : null, laid?.face ?? "down");
  });
}

// The card that lies at a seat; or its card in the last trick, until the next one begins.
const lying = (seat) => laidBy(seat) ?? (seat.last ? { face: "up", card: seat.last } : null);

/** The option of a player that chooses the player of this name, if there is one. */
export function choosing(own, name) {
  return own?.options?.find(({ answer }) => answer.do === "choose" && answer.target === name) ?? null;
}

const makePlayer = (seat) => el("li", { class: "own-player" }, el("p", { class: "own-player-name" }, makeLamp(seat.seat), el("bdi", {})),
  el("b", { class: "tabular" }), el("p", { class: "own-player-tokens" }), makeCard(), el("p", { class: "own-player-role" }));
