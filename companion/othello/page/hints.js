// What to do with one's hands, by the kind of decision that is open; and the words for acts, scenes and phases.

import { NUMERALS } from "./words.js";

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
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];

/** Kinds of decisions at which a hand is needed. */
export const WITH_CARDS = ["pre-placement", "placement", "after-placement", "reveal", "swap", "discard"];

/** Kinds of decisions whose own words do not say who is waited for. */
export const WAITS_FOR = ["intermission"];

export const PHASES = {
  "casting": ["Casting", "Who was dealt the Iago tile?"],
  "pre-placement": ["Before the scene", "Coins may be played, from the Lead’s left"],
  "placement": ["Placement", "Everybody lays one card, face down"],
  "after-placement": ["A last thought", "Coins and improvisation, before the first card turns"],
  "reveal": ["The reveal", "From the Lead’s left, card by card"],
  "draw": ["Draw", "Hands are filled again, from the Lead"],
  "intermission": ["Intermission", "Three intrigue for a spotlight, or a spotlight for three intrigue"],
  "over": ["Curtain call", ""],
};

/** Words for the open decision; `held` is what is tapped while its place is not. */
export function hint(desk, held) {
  return held ? TAPPING : HINTS[desk.decision?.kind] ?? IN_GENERAL;
}

/** Where the game is: "Act II, scene the third". */
export function placeWords(board) {
  return `Act ${NUMERALS[board.act]}, ${sceneWords(board.scene)}`;
}

/** What is done there: "Placement". */
export function phaseWords(board) {
  return (PHASES[board.phase] ?? [board.phase])[0];
}

/** "scene the second", as a playbill says it. */
export function sceneWords(scene) {
  if (scene < 1) return "before the curtain rises";
  return ORDINALS[scene] ? `scene the ${ORDINALS[scene]}` : `scene ${scene}`;
}
