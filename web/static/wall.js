// A screen across the room shows one picture, in which nothing scrolls. Where somebody has set words wider apart
// (WCAG 2.2, 1.4.12), they find no room in it: then it is a column, as on a narrow screen.

import { el } from "./dom.js";

const wide = matchMedia("(min-width: 1000px) and (min-aspect-ratio: 5/4)");      // as in board-page.css
const root = document.documentElement;
const media = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.media?.mediaText.endsWith(wide.media)).map((rule) => [rule.media, rule.media.mediaText]);
const changed = new EventTarget();
const probe = el("span", { class: "probe", "aria-hidden": "true" }, "m m");      // as wide as words are set

/** Whether this is a screen across the room; hears "change". */
export const wall = {
  get matches() { return wide.matches && !root.hasAttribute("data-spaced"); },
  addEventListener(name, listener) { changed.addEventListener(name, listener); },
};

function look() {
  const { letterSpacing, wordSpacing } = getComputedStyle(probe);
  const spaced = parseFloat(letterSpacing) > 0 || parseFloat(wordSpacing) > 0;
  if (spaced === root.hasAttribute("data-spaced")) return;
  root.toggleAttribute("data-spaced", spaced);
  for (const [list, text] of media) list.mediaText = !spaced ? text : text === wide.media ? "not all" : "all";
  changed.dispatchEvent(new Event("change"));
}

wide.addEventListener("change", () => changed.dispatchEvent(new Event("change")));
document.body.append(probe);
new ResizeObserver(look).observe(probe);      // at once, and whenever a style of somebody’s own comes later
