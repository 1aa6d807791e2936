// A seat's button: a press is one thing, a press held for a moment another. The ring fills while it is held.

import { el } from "./dom.js";
import { gesture } from "./gesture.js";
import { shownState } from "./live.js";
import { t } from "./tongue.js";

const HOLD_MS = 600;

/** The button of `seat` ("seat1"), to press or hold with mouse, finger, space bar or Enter. */
export function makeButton(seat, name) {
  const node = el("button", { class: "push", type: "button", "data-button": seat, "aria-label": t("{name}’s button: press, or hold", { name }), title: t("Press for the highlighted action, hold for the other one") },
    el("span", { class: "push-ring" }), el("span", { class: "push-cap" }));
  let timer = null;
  let begun = null;      // the state in which the finger came down: what is asked may change while it holds

  const send = (what) => gesture({ do: what, button: seat, ...(begun === null ? {} : { state: begun }) });
  const press = () => {
    if (timer !== null) return;
    begun = shownState();
    node.dataset.state = "pressed";
    timer = setTimeout(() => {
      node.dataset.state = "held";
      timer = 0;
      send("hold");
    }, HOLD_MS);
  };
  const release = () => {
    if (timer) {
      clearTimeout(timer);
      send("press");
    }
    letGo();
  };
  const letGo = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    delete node.dataset.state;
  };
  const isKey = (event) => event.key === " " || event.key === "Enter";

  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    press();
  });
  node.addEventListener("pointerup", release);
  node.addEventListener("pointercancel", letGo);
  node.addEventListener("blur", letGo);
  node.addEventListener("contextmenu", (event) => event.preventDefault());
  node.addEventListener("keydown", (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) press();
  });
  node.addEventListener("keyup", (event) => isKey(event) && release());
  return node;
}
