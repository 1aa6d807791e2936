// Words and numbers as every page says them.

export const NUMERALS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

export const CUE_WORDS = {
  "idle": "",
  "on-deck": "next",
  "lay": "lay it down",
  "go-on": "anything more?",
  "your-turn": "your turn",
  "may-interrupt": "may interrupt",
  "choose": "choose",
  "draw-either": "which pile?",
  "draw-script": "draw script",
  "draw-staging": "draw staging",
  "done": "done",
  "attention": "see the desk",
};

/** "Ann", "Ann and Bob", "Ann, Bob and Cal". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Words in which a number stays with what it counts: "1 point", "Act IV", "scene 2". */
export function tied(words) {
  return words.replace(/(\d) (?=\p{L})/gu, "$1\u00a0").replace(/\b(acts?|scene) (?=[\dIV])/giu, "$1\u00a0");
}

/** "4× " before what was the same four times; nothing before what was once. */
export function times(count) {
  return count > 1 ? `${count}\u00d7 ` : "";
}

/** A long title, cut short. */
export const brief = (title) => (title.length > 40 ? `${title.slice(0, 39)}…` : title);
