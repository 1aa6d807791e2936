// What hands do at a seat now: with things, by a press and by a hold of its button; or what the seat is told.

import { el, keyed } from "./dom.js";
import { t } from "./tongue.js";
import { tied } from "./words.js";

const ONE_LINE = 34;     // letters: what a seat is told in more has the room of its button's lines

/** The lines of a seat; fill them with `setSays`. Their room is kept while they are empty. */
export function makeSays() {
  return el("p", { class: "seat-says" });
}

/** Show it; in a game on phones (`phones`) hands do nothing at a seat, and its button is on the phone. */
export function setSays(node, seat, { phones = false } = {}) {
  const told = seat.told ? [["told", seat.told]] : [], isLong = (seat.told?.length ?? 0) > ONE_LINE;
  const says = (phones ? [] : saysOf(seat)).filter(([kind]) => told.length === 0 || kind !== "lay" || !seat.press);
  keyed(node, [...told, ...(isLong ? [] : says)], ([kind, words]) => kind + words, ([kind, words]) => el("span", { "data-says": kind }, tied(words)), () => {});
}

/** What the button of a seat does, and what is done with things, each with its kind; one line where press and hold are the same. */
export function saysOf({ lay, press, hold }) {
  const says = [["press", press && t("Press: {press}", { press })], ["hold", hold && hold !== press && t("Hold: {hold}", { hold })], ...lay.split("; ").map((words) => ["lay", words])];
  return says.filter(([, words]) => words);
}
