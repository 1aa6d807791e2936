// Closing an open table, so that each player has a phone with the own hand.

import { command } from "./live.js";
import { inThisTab } from "./storage.js";

const PIN = "cuelight.pin";      // of a table that this page has closed, until it is shown once

/** Close the table; return whether it is closed now. */
export async function closeTable() {
  const { ok, pin } = await command("lock", {});
  if (ok && pin) inThisTab.set(PIN, pin);
  return ok;
}

/** The PIN of a table that was closed just now, once; or "". */
export function pinOfClosed() {
  const pin = inThisTab.get(PIN) ?? "";
  inThisTab.remove(PIN);
  return pin;
}
