// A seat's cue light, as lights.css shows it.

import { attr, el } from "./dom.js";

/** A lamp; change it with `setLamp`. */
export function makeLamp() {
  return el("span", { class: "lamp", "data-cue": "idle" });
}

export function setLamp(lamp, cue) {
  attr(lamp, "data-cue", cue);
}
