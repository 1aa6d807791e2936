// What hands do at a seat now: with things, by a press and by a hold of its button; or what the seat is told.

import { el, keyed } from "./dom.js";
import { t } from "./tongue.js";

/** The lines of a seat; fill them with `setSays`. Their room is kept while they are empty. */
export function makeSays() {
  return el("p", { class: "seat-says" });
}

export function setSays(node, seat) {
  keyed(node, seat.told ? [["told", seat.told]] : saysOf(seat), ([kind, words]) => kind + words, ([kind, words]) => el("span", { "data-says": kind }, words), () => {});
}

/** What the button of a seat does, and what is done with things, each with its kind; one line where press and hold are the same. */
export function saysOf({ lay, press, hold }) {
  const says = [["lay", lay], ["press", press && t("Press: {press}", { press })], ["hold", hold && hold !== press && t("Hold: {hold}", { hold })]];
  return says.filter(([, words]) => words);
}
