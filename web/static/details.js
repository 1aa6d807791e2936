// By which rules and with which cards this game is played: asked for when somebody opens it.

import { attr, el } from "./dom.js";
import { ask } from "./live.js";

/** Fill a <details> that has a <dl>, each time that it is opened. */
export function offerDetails(fold) {
  fold.addEventListener("toggle", async () => {
    if (!fold.open) return;
    const answer = await ask("details");
    fold.querySelector("dl").replaceChildren(...(answer.details ?? []).map(makeDetail));
  });
}

function makeDetail({ name, value, usual }) {
  const node = el("div", {}, el("dt", {}, name), el("dd", {}, value));
  attr(node, "data-usual", String(usual));
  return node;
}
