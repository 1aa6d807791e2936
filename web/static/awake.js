// A screen that nobody touches stays on, where the browser lets a page ask for that: on the table's own machine, and over HTTPS.

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
  asking = true;
  try {
    awake = await navigator.wakeLock?.request("screen") ?? null;
  } catch {
    // refused, as on an empty battery: then the screen sleeps as it is set to
  }
  asking = false;
}

document.addEventListener("visibilitychange", stayAwake);
