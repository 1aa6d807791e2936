// A seat's own page, plainly: the own hand, and the options as the table has them.

import { t } from "./tongue.js";

/** Show in `parent` what else is the seat's own, from `{board, own, index}`. */
export function renderMine(parent) {
  parent.hidden = true;
}

/** The rows of cards that can be taken up, each with its words. */
export function rowsOf(own) {
  return [[t("Your hand"), own.hand ?? []]];
}

/** Cards that are to be chosen from the rows, as {count, words, text, answer(cards)}; null where one is taken up at a time. */
export function choiceOf() {
  return null;
}
