// What the host can put right by hand in Deathmatch: the same changes as a text's, and whose action it is.

import { KINDS, NAMES, holds, people, select } from "./carry.js";
import { el } from "./dom.js";
import { t } from "./tongue.js";

/** The parts that can be put right, each with its title. */
export function kinds(desk) {
  return desk.board.table.state === "playing" ? { ...NAMES, turn: t("whose action it is") } : {};
}

/** The form of a part, and how it is read. */
export function makeRight(kind, desk) {
  const [parts, read] = (OWN[kind] ?? KINDS[kind])(desk);
  const changed = (change) => !("now" in change) || change.now !== holds(desk, change);
  return [el("div", { class: "carry-form carry-line" }, ...parts), () => [read()].flat().filter(changed)];
}

const OWN = {
  turn: (desk) => {
    const who = people(desk, t("Whose action it is"));
    who.value = holds(desk, { what: "turn" }) ?? who.value;
    return [[who], () => ({ what: "turn", now: who.value })];
  },
  revealed: (desk) => named("revealed", desk),
  slain: (desk) => named("slain", desk),
};

// Nobody learns by it who a secret character is: whoever says that it lies face up now says which one it is.
function named(kind, desk) {
  const [parts, read] = KINDS[kind](desk);
  const characters = desk.decision?.characters ?? [];
  const which = select(["", ...characters].map((name) => [name, name || "–"]), t("Which character it was"));
  const secret = new Set(desk.board.seats.filter((seat) => seat.character === null).map((seat) => seat.name));
  return [[...parts, which], () => {
    const change = read();
    return which.value && secret.has(change.of) ? [{ what: "character", of: change.of, now: which.value }, change] : change;
  }];
}
