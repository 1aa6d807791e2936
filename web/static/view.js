// How this screen shows the mat: with all hands face down, and with the far seats turned towards those who sit there, as on a
// tablet that lies on the table. It is kept in this browser.

import { inThisBrowser } from "./storage.js";

const VIEWS = { hidden: "hide-hands", turned: "turn-far" };
const nameOf = (view) => `cuelight.${VIEWS[view]}`;

/** Whether somebody has chosen it: "hidden" hands, or the far seats "turned". */
export const wants = (view) => inThisBrowser.get(nameOf(view)) === "yes";

/** Let people choose at the switches of the page; `changed` draws the mat again. */
export function offerViews(changed) {
  for (const [view, id] of Object.entries(VIEWS)) {
    const box = document.getElementById(id);
    box.checked = wants(view);
    box.addEventListener("change", () => {
      inThisBrowser.set(nameOf(view), box.checked ? "yes" : "no");
      changed();
    });
  }
}
