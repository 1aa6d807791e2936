// What to do with one's hands: at the table as a whole, by the kind of decision that is open, and at each seat's button.

import { listed } from "./pieces.js";

const HINTS = {
  "lead": "Lay the Iago tile at the seat that was dealt it.",
  "pre-placement": "Lay a coin on the stage to use it. Press when there is nothing to do before the cards are laid.",
  "placement": "Lay one card of each hand in the place of its seat.",
  "after-placement": "Lay a coin on the stage to use it, or another card in the place to improvise.",
  "reveal": "Lift the card and lay it back to reveal it, or press.",
  "window": "What a press spends stands at the seat. A Seize is lifted in its place and laid back.",
  "protect": "What a press spends stands at the seat. A No Drama is laid on the stage.",
  "after-reveal": "Lay an Iago coin on the stage to use it.",
  "choose": "Lay a tile or a coin on the stage to choose it, or press the button of the seat that is meant.",
  "swap": "Lay another card of the hand in the place.",
  "draw": "What a press or a hold draws stands at the seat.",
  "discard": "Lay the staging cards that are too many in your zone, or press to let the companion not know which.",
  "intermission": "Tokens are changed under “Or say it here”. Press when there is nothing left to change. The Iago tile goes to the seat with the fewest points.",
};

const TAPPING = "Now tap the place where it goes, or the thing again to let go.";
const IN_GENERAL = "Drag a thing to its place, or tap the thing and then the place.";
const QUIET = ["idle", "on-deck", "done", "draw-script", "draw-staging", "attention"];

/** Words for the open decision of a desk snapshot; `choosing` while a thing is tapped and its place is not. */
export function hintFor(desk, choosing) {
  if (desk.board.table.state === "over") return "The board has the sums.";
  if (desk.driver === "bots") return "The table plays itself.";
  if (choosing) return TAPPING;
  return HINTS[desk.decision?.kind] ?? IN_GENERAL;
}

/** Whether something is wanted of the seat at `index`: its light says so, or it is up and has not said that it is done. */
export function isAsked(desk, index) {
  const seat = desk.board.seats[index];
  const cue = desk.lights[seat.seat] ?? seat.cue;
  return cue !== "done" && (seat.up || !QUIET.includes(cue));
}

/** Who may answer the open window, or for whom everybody waits; "" where the decision's own words say it. */
export function whoFor(desk) {
  const { board, decision } = desk;
  if (board.window) return decision && decision.text !== board.window.text ? decision.text : "";
  if (decision?.kind !== "intermission") return "";
  const waiting = board.seats.filter((_, index) => isAsked(desk, index)).map((seat) => seat.name);
  if (waiting.length === 0) return "";
  return `waiting for ${waiting.length === board.seats.length ? "everybody" : listed(waiting)}`;
}

/** What the button of the seat at `index` does as long as its light is what it is, as [press, hold]; "" where it does nothing. */
export function buttonHints(desk, index) {
  const { press = "", hold = "" } = desk.board.seats[index];
  if (desk.driver === "bots") return ["", ""];
  return [press, hold === press ? "" : hold];
}
