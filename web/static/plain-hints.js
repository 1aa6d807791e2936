// When hands are needed, and the words for where the game is and for each light.

import { t } from "./tongue.js";
import { CUE_WORDS, attentionWords } from "./words.js";

/** Kinds of decisions at which a hand is needed; every seat that is asked shows its hand. */
export const WITH_CARDS = [];

/** Kinds of decisions whose own words do not say who is waited for. */
export const WAITS_FOR = [];

/** What the race of points at the end counts. */
export const COUNTED = t("Points, one after the other");

/** The scene whose points are told now; null for none. */
export function sceneToTell() {
  return null;
}

/** Where the game is. */
export function placeWords(board) {
  return board.where;
}

/** Where a point was made: the reason itself says it. */
export function whenWords() {
  return "";
}

/** What is done there. */
export function phaseWords(board) {
  return board.phase_words ?? "";
}

/** What a seat's light says. */
export function cueWords(cue, seat, board) {
  if (cue === "lay" && board?.light) return board.light;
  return cue === "attention" ? attentionWords(seat) : CUE_WORDS[cue] ?? cue;
}
