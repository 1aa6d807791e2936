// A card is shown large while nothing else is: hold it for half a second. Tap anywhere to put it back.

import { el } from "./dom.js";

const HOLD_MS = 500;
const STILL = 10;      // pixels that a finger may move meanwhile
let timer = null;
let from = null;

/** Let the cards in `parent` be enlarged. */
export function enlargeCards(parent) {
  parent.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".card");
    clearTimeout(timer);
    if (!card || event.button !== 0) return;
    from = event;
    timer = setTimeout(() => enlarge(card), HOLD_MS);
  });
  parent.addEventListener("pointermove", (event) => { if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL) clearTimeout(timer); });
  for (const end of ["pointerup", "pointercancel"]) parent.addEventListener(end, () => clearTimeout(timer));
  parent.addEventListener("contextmenu", (event) => { if (event.target.closest(".card")) event.preventDefault(); });
}

function enlarge(card) {
  const large = el("div", { class: "card" }, ...[...card.childNodes].map((node) => node.cloneNode(true)));
  for (const [name, value] of Object.entries(card.dataset)) if (name !== "key") large.dataset[name] = value;
  if (card.closest("[data-turned] [data-far]")) large.style.rotate = "180deg";
  const dialog = el("dialog", { class: "enlarged", "aria-label": card.getAttribute("aria-label") ?? card.title, onclose: () => dialog.remove() }, large);
  const shut = (event) => {
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  };
  // The click that ends the hold does nothing more; the next tap puts the card back.
  const late = new AbortController();
  setTimeout(() => late.abort(), 3000);
  addEventListener("click", (event) => { event.preventDefault(); event.stopPropagation(); }, { capture: true, once: true, signal: late.signal });
  dialog.addEventListener("pointerdown", shut);
  document.body.append(dialog);
  dialog.showModal();
}
