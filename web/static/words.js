// Words and numbers as every page says them.

import { t } from "./tongue.js";

export const NUMERALS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

export const CUE_WORDS = {
  "idle": "",
  "on-deck": t("next"),
  "lay": t("play a card"),
  "go-on": t("done?"),
  "your-turn": t("your turn"),
  "may-interrupt": t("may interrupt"),
  "choose": t("choose"),
  "draw-either": t("which pile?"),
  "draw-script": t("draw script"),
  "draw-staging": t("draw staging"),
  "done": t("done"),
  "attention": t("see the desk"),
};

/** What a red light says: what is wrong with the reader; where the seat is told why, that is shown beside it. */
export const attentionWords = (seat) => seat.trouble ?? (seat.told ? "" : CUE_WORDS.attention);

/** "Ann", "Ann and Bob", "Ann, Bob and Cal". */
export function listed(names) {
  return names.length < 2 ? names.join("") : t("{some} and {last}", { some: names.slice(0, -1).join(", "), last: names.at(-1) });
}

/** Words in which a number stays with what it counts, also in a short bracket: "1 point", "Act IV", "scene 2", "(+1 intrigue)". */
export function tied(words) {
  return words.replace(/\(\S+ \S{1,9}\)/gu, (bracket) => bracket.replace(" ", "\u00a0")).replace(/(\d) (?=\p{L})/gu, "$1\u00a0").replace(/\b(acts?|scene|akte?|szene) (?=[\dIV])/giu, "$1\u00a0");
}

/** "4× " before what was the same four times; nothing before what was once. */
export function times(count) {
  return count > 1 ? `${count}\u00d7 ` : "";
}

/** A long title, cut short. */
export const brief = (title) => (title.length > 40 ? `${title.slice(0, 39)}…` : title);
