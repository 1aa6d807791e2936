// A screen that nobody touches stays on, where the browser lets a page ask for that: on the table's own machine, and over HTTPS.
// Elsewhere a tablet says once that its own setting has to keep it on.

import { tell } from "./live.js";
import { inThisTab } from "./storage.js";
import { t } from "./tongue.js";

const SAID = "cuelight.awake";

let awake = null;      // what keeps it on
let asking = false;

/** Keep this screen on while its page is seen; while the table sleeps at night it may go off. */
export async function stayAwake() {
  if (document.hidden || "asleep" in document.documentElement.dataset) {
    await awake?.release();
    awake = null;
    return;
  }
  if (asking || (awake !== null && !awake.released)) return;
  if (navigator.wakeLock === undefined) {
    sayOnce();
    return;
  }
  asking = true;
  try {
    awake = await navigator.wakeLock.request("screen");
  } catch {
    // refused, as on an empty battery: then the screen sleeps as it is set to
  }
  asking = false;
}

function sayOnce() {
  if (!matchMedia("(pointer: coarse)").matches || inThisTab.get(SAID) !== null) return;
  inThisTab.set(SAID, "yes");
  tell(t("This page cannot keep the screen on here. Set the device to stay on, or open the page by https."));
}

document.addEventListener("visibilitychange", stayAwake);
