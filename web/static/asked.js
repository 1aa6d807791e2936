// What is asked of whom: at the table as a whole, and at each seat's button.

import { kindOf } from "./goes.js";
import { WAITS_FOR } from "./hints.js";
import { t } from "./tongue.js";
import { listed } from "./words.js";

const HELD = t("Now tap the place where it goes, or tap it again to cancel.");
const IN_GENERAL = t("Drag a thing to its place, or tap the thing and then the place.");
const QUIET = ["idle", "on-deck", "done", "draw-script", "draw-staging", "attention"];

/** What to do with one's hands now; `held` is the thing that is tapped while its place is not, or null. */
export function hintFor(desk, held) {
  if (desk.board.table.state === "over") return t("The board has the sums.");
  if (desk.driver === "bots") return t("The table plays itself.");
  if (held) return heldWords(desk, held) ?? HELD;
  return desk.decision?.hint || IN_GENERAL;
}

// What the thing would do, as far as the game says that, by its kind.
function heldWords(desk, thing) {
  return desk.decision?.holding?.[kindOf(desk, thing)] ?? null;
}

/** Whether something is wanted of a seat: its light says so, or it is up and has not said that it is done. */
export function isCalled({ up, cue }) {
  return cue !== "done" && (up || !QUIET.includes(cue));
}

/** Whether something is wanted of the seat at `index`. */
export function isAsked(desk, index) {
  const seat = desk.board.seats[index];
  return isCalled({ up: seat.up, cue: desk.lights[seat.seat] ?? seat.cue });
}

/** What is open while something is under way, or for whom everybody waits; "" where the decision's own words say it. */
export function whoFor(desk) {
  const { board, decision } = desk;
  if (board.happening) return decision?.text ?? "";
  if (!WAITS_FOR.includes(decision?.kind)) return "";
  const waiting = board.seats.filter((_, index) => isAsked(desk, index)).map((seat) => seat.name);
  if (waiting.length === 0) return "";
  return waiting.length === board.seats.length ? t("waiting for everybody") : t("waiting for {names}", { names: listed(waiting) });
}

/** What the button of the seat at `index` does as long as its light is what it is, as [press, hold]; "" where it does nothing. */
export function buttonHints(desk, index) {
  const { press = "", hold = "" } = desk.board.seats[index];
  if (desk.driver === "bots") return ["", ""];
  return [press, hold === press ? "" : hold];
}
