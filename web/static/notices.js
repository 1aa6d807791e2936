// Notices of the companion to whoever looks after the table. Each can be closed, for this browser.

import { el, keyed } from "./dom.js";
import { inThisBrowser } from "./storage.js";
import { t } from "./tongue.js";

const KEPT = "cuelight.closed";
let closed = recall();

/** Show the notices that were not closed here; one that goes away and comes again is shown again. */
export function renderNotices(parent, notices) {
  const still = closed.filter((words) => notices.includes(words));
  if (still.length < closed.length) keep(still);
  keyed(parent, notices.filter((words) => !closed.includes(words)), (words) => words, (words) => makeNotice(words));
}

function makeNotice(words) {
  const node = el("li", {}, el("p", {}, words), el("button", { class: "quiet close", type: "button", title: t("Close"), "aria-label": t("Close this notice") }, "×"));
  node.lastChild.addEventListener("click", () => {
    keep([...closed, words]);
    node.remove();
  });
  return node;
}

function recall() {
  try {
    const kept = JSON.parse(inThisBrowser.get(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function keep(words) {
  closed = words;
  inThisBrowser.set(KEPT, JSON.stringify(words));
}
