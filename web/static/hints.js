// What to do with one's hands, by the kind of decision that is open.

const HINTS = {
  "lead": "Lay the Iago tile at the seat that was dealt it.",
  "pre-placement": "Lay a coin on the stage to use it. Press when there is nothing to do before the cards are laid.",
  "placement": "Lay one card of each hand in the place of its seat.",
  "after-placement": "Lay a coin on the stage to use it, or another card in the place to improvise. Press when there is nothing to do.",
  "reveal": "Lift the card and lay it back to reveal it, or press. Hold to exit.",
  "window": "Press to interrupt, hold to pass. A Seize in the place may also be lifted and laid back.",
  "protect": "Press to be protected, hold to let it happen.",
  "after-reveal": "Lay an Iago coin on the stage to use it. Press to go on.",
  "choose": "Lay a tile or a coin on the stage to choose it, or press the button of the seat that is meant.",
  "swap": "Lay another card of the hand in the place.",
  "draw": "Press to draw a script card, hold to draw a staging card.",
  "intermission": "Press when there is nothing left to change. The Iago tile goes to the seat with the fewest points.",
};

const TAPPING = "Now tap the place where it goes, or the thing again to let go.";
const IN_GENERAL = "Drag a thing to its place, or tap the thing and then the place.";

/** Words for the open decision of a desk snapshot; `choosing` while a thing is tapped and its place is not. */
export function hintFor(desk, choosing) {
  if (desk.driver === "bots") return "The table plays itself.";
  if (choosing) return TAPPING;
  return HINTS[desk.decision?.kind] ?? IN_GENERAL;
}
