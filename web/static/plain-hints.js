// What to do with one's hands, and the words for where the game is.

const HELD = "Now tap the place where it goes, or the thing again to let go.";
const IN_GENERAL = "Drag a card to its place, or tap the card and then the place.";

/** Kinds of decisions at which a hand is needed; every seat that is asked shows its hand. */
export const WITH_CARDS = [];

/** Kinds of decisions whose own words do not say who is waited for. */
export const WAITS_FOR = [];

/** Words for the open decision of a desk snapshot; `held` is the thing that is tapped while its place is not. */
export function hint(desk, held) {
  return held ? HELD : IN_GENERAL;
}

/** Where the game is. */
export function placeWords(board) {
  return board.where;
}

/** What is done there. */
export function phaseWords(board) {
  return board.phase_words ?? "";
}
