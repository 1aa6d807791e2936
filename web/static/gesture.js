// Gestures at the mat as commands. While bots play, a touch changes nothing, and the page says how to take over.

import { command, tell } from "./live.js";
import { t } from "./tongue.js";

const WATCHED = "#mat[data-driver='bots']";

export async function gesture(body, name = "mat") {
  if (document.querySelector(WATCHED) === null) return command(name, body);
  tell(t("Bots are playing. Press “Take over” to play on in their place."));
  return { ok: false };
}
