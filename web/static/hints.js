// What to do with one's hands: at the table as a whole, by the kind of decision that is open, and at each seat's button.

import { listed } from "./pieces.js";

const HINTS = {
  "lead": "Lay the Iago tile at the seat that was dealt it.",
  "pre-placement": "Lay a coin on the stage to use it. Press when there is nothing to do before the cards are laid.",
  "placement": "Lay one card of each hand in the place of its seat.",
  "after-placement": "Lay a coin on the stage to use it, or another card in the place to improvise.",
  "reveal": "Lift the card and lay it back to reveal it, or press. Hold to exit.",
  "window": "What a press spends stands at the seat. A Seize in the place may also be lifted and laid back.",
  "protect": "Press to protect yourself, hold to let it happen.",
  "after-reveal": "Lay an Iago coin on the stage to use it. Press to go on.",
  "choose": "Lay a tile or a coin on the stage to choose it, or press the button of the seat that is meant.",
  "swap": "Lay another card of the hand in the place.",
  "draw": "Press to draw a script card, hold to draw a staging card.",
  "discard": "Lay the staging cards that are too many in your zone, or press to let the companion not know which.",
  "intermission": "Tokens are changed under “Or say it here”. Press when there is nothing left to change. The Iago tile goes to the seat with the fewest points.",
};

const TAPPING = "Now tap the place where it goes, or the thing again to let go.";
const IN_GENERAL = "Drag a thing to its place, or tap the thing and then the place.";
const PROTECTIONS = { "desdemona": " (a Desdemona coin)", "no-drama": " (No Drama)" };
const ANSWERS = ["your-turn", "may-interrupt", "choose"];

/** Words for the open decision of a desk snapshot; `choosing` while a thing is tapped and its place is not. */
export function hintFor(desk, choosing) {
  if (desk.board.table.state === "over") return "The board has the sums.";
  if (desk.driver === "bots") return "The table plays itself.";
  if (choosing) return TAPPING;
  return HINTS[desk.decision?.kind] ?? IN_GENERAL;
}

/** Whether something is asked of the seat at `index`: its light says so, or it is up and has not said that it is done. */
export function isAsked(desk, index) {
  const seat = desk.board.seats[index];
  const cue = desk.lights[seat.seat] ?? seat.cue;
  return cue !== "done" && (seat.up || ANSWERS.includes(cue));
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

/** What the button of the seat at `index` does now, as [press, hold]; "" where it does nothing. */
export function buttonHints(desk, index) {
  const kind = desk.decision?.kind;
  const options = desk.options.filter((option) => option.group === "decision" && option.seat === index).map((option) => option.answer);
  const may = (deed) => options.some((answer) => answer.do === deed);
  if (desk.driver === "bots" || !isAsked(desk, index)) return ["", ""];
  switch (kind) {
    case "window": return may("pass") ? [interrupting(may("seize"), may("spotlight")), "let it pass"] : ["", ""];
    case "protect": return may("pass") ? [`protect yourself${PROTECTIONS[options.find((answer) => answer.with)?.with] ?? ""}`, "let it happen"] : ["", ""];
    case "reveal": return may("reveal") ? ["reveal", may("exit") ? "exit" : ""] : ["", ""];
    case "draw": return may("draw") ? ["a script card", "a staging card"] : ["", ""];
    case "pre-placement": case "after-reveal": return may("pass") ? ["go on", ""] : ["", ""];
    case "after-placement": return may("pass") ? (isFirst(desk.board, index) ? ["reveal", "go on"] : ["go on", ""]) : ["", ""];
    case "intermission": return ["I am done", ""];
    case "discard": return ["lay them down unnamed", ""];
    case "choose": return choosing(desk, index, options);
    default: return ["", ""];
  }
}

function interrupting(seize, spotlight) {
  if (seize && spotlight) return "interrupt";
  return spotlight ? "block with a spotlight" : seize ? "seize (1 intrigue)" : "";
}

// Whose card turns first: the first from the Lead's left that still lies face down.
function isFirst(board, index) {
  const order = board.seats.map((_, i) => (board.lead + 1 + i) % board.seats.length);
  return index === order.find((i) => board.seats[i].card?.face === "down" && !board.seats[i].done);
}

function choosing(desk, index, own) {
  const { name } = desk.board.seats[index];
  if (own.some((answer) => "look" in answer)) return ["pay and look at the hand", "take a card unseen"];
  if (own.some((answer) => "pay" in answer)) return ["pay for more", "pay nothing"];
  if (own.some((answer) => "wounds" in answer)) return ["wound what was laid", own.some((answer) => "cut" in answer) ? "lower its limit" : ""];
  return desk.options.some(({ answer, group }) => group === "decision" && answer.target === name && answer.by !== name) ? [`choose ${name}`, ""] : ["", ""];
}
