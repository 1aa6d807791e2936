// A player's own seat in Othello: the role, the tokens, what lies face down, and the hand.

import { nameOf, setTokens } from "./cards.js";
import { el, show, text } from "./dom.js";
import { n, t } from "./tongue.js";
import { NUMERALS } from "./words.js";

/** Show the role with the tokens and coins, and which card lies face down before one. */
export function renderMine(parent, { board, own, index }) {
  const seat = board.seats[index];
  if (parent.children.length === 0) parent.append(el("p", { class: "mine-role" }), el("p", { class: "mine-tokens" }), el("p", { class: "mine-placed" }));
  const [role, tokens, placed] = parent.children;
  text(role, board.lead === null ? "" : seat.lead ? t("You are the Lead.") : t("You are in the company."));
  setTokens(tokens, seat);
  const hidden = own.placed && !own.revealed;
  show(placed, hidden);
  text(placed, hidden ? t("Face down before you: {card}", { card: exactly(own.placed) }) : "");
}

// Several cards have one title.
const exactly = (card) => (card.act ? `${nameOf(card)} (${NUMERALS[card.act]} ${card.position})` : nameOf(card));

/** The hand; of what has to be laid down, the cards among which one chooses. */
export function rowsOf(own) {
  if (own.discard > 0) return [[t("Your staging cards"), own.hand.filter((card) => card.kind === "staging")]];
  return [[t("Your hand"), own.hand]];
}

/** Staging cards that are too many for the new act, where the companion knows the hand (G4). */
export function choiceOf(own) {
  const count = own.discard;
  if (count === 0 || own.hand.filter((card) => card.kind === "staging").length < count) return null;
  return {
    count,
    words: n("Choose {count} staging card to discard", "Choose {count} staging cards to discard", count),
    text: t("Discard"),
    answer: (cards) => ({ by: own.name, do: "discard", cards }),
  };
}
