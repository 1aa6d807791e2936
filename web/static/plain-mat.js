// The drawn mat's stage and purses, plainly: what the table has besides hands and places is nothing.

import { setTokens } from "./cards.js";
import { el } from "./dom.js";
import { t } from "./tongue.js";

/** Whether a tap on what lies takes it in hand, for another place, or lifts it. */
export const TAP_TAKES = true;

/** The stage in the middle: whatever mat.html has. */
export function renderStage() {}

/** What stands below a hand, as elements; fill them with `renderPurse`. */
export function makePurse() {
  return [el("p", { class: "station-tokens" })];
}

export function renderPurse([tokens], desk, index) {
  setTokens(tokens, desk.board.seats[index]);
}

/** What lies in the box besides cards. */
export function renderLoose() {}
