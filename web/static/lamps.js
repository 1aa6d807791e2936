// A seat's cue light, as lights.css shows it, with the mark of the player who sits there.

import { art, attr, el } from "./dom.js";

/** The lamp of a seat ("seat2"); change it with `setLamp`. */
export function makeLamp(seat) {
  return el("span", { class: "lamp", "data-cue": "idle" }, makeMark(seat));
}

/** The colour and shape of the player at a seat, the same on every page: templates/art.svg has all of them. */
export const makeMark = (seat) => art(seat.replace("seat", "player-"));

export function setLamp(lamp, cue) {
  attr(lamp, "data-cue", cue);
}
