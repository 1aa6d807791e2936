// What the host can put right by hand in Deathmatch: the same changes as a text's, and whose action it is.

import { KINDS, NAMES, people } from "./carry.js";
import { el } from "./dom.js";
import { t } from "./tongue.js";

/** The parts that can be put right, each with its title. */
export function kinds(desk) {
  return desk.board.table.state === "playing" ? { ...NAMES, turn: t("whose action it is") } : {};
}

/** The form of a part, and how it is read. */
export function makeRight(kind, desk) {
  const [parts, read] = (OWN[kind] ?? KINDS[kind])(desk);
  return [el("div", { class: "carry-form carry-line" }, ...parts), () => [read()]];
}

const OWN = {
  turn: (desk) => {
    const who = people(desk, t("Whose action it is"));
    return [[who], () => ({ what: "turn", now: who.value })];
  },
};
