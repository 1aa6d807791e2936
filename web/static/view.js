// How this screen shows the mat: with all hands face down, and with the far seats turned towards those who sit there, as on a
// tablet that lies on the table. It is kept in this browser. Where the hands of several people are here, they are face down
// unless somebody has chosen otherwise.

import { inThisBrowser } from "./storage.js";

const VIEWS = { hidden: "hide-hands", turned: "turn-far" };
const nameOf = (view) => `cuelight.${VIEWS[view]}`;
const usual = { hidden: false, turned: false };

/** Whether the mat is shown so: "hidden" hands, or the far seats "turned". */
export function wants(view) {
  const chosen = inThisBrowser.get(nameOf(view));
  return chosen === null ? usual[view] : chosen === "yes";
}

/** Learn from a desk snapshot whose hands are here, and bring the switches in line. A hand on a phone is always face down. */
export function learnViews({ board, chairs = [], phones = [], hide_hands: hidden = false }) {
  const away = new Set([...phones, ...chairs.filter(({ bot }) => bot !== null).map(({ seat }) => seat)]);
  usual.hidden = hidden;
  for (const [view, id] of Object.entries(VIEWS)) document.getElementById(id).checked = wants(view);
  const box = document.getElementById(VIEWS.hidden);
  box.disabled = board.seats.every(({ seat }) => away.has(seat));
  if (box.disabled) box.checked = true;
}

/** Let people choose at the switches of the page; `changed` draws the mat again. */
export function offerViews(changed) {
  for (const [view, id] of Object.entries(VIEWS)) {
    const box = document.getElementById(id);
    box.addEventListener("change", () => {
      inThisBrowser.set(nameOf(view), box.checked ? "yes" : "no");
      changed();
    });
  }
}
