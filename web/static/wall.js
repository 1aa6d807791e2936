// A screen across the room shows one picture, in which nothing scrolls: a wide one, and a small or high one that nobody
// touches. Where somebody has set words wider apart (WCAG 2.2, 1.4.12) or zooms, they find no room in it: then it is a
// column, as on a phone. `/board?overscan=3` leaves 3 % of the screen free at each edge, for a television that cuts them off.

import { el } from "./dom.js";

const MOST_OVERSCAN = 10;
const USUAL = 20;      // pixels of a rem on a screen of 1920x1080
const SMALL = 13;
const wide = matchMedia("(min-width: 1000px) and (min-aspect-ratio: 5/4)");      // as in board-page.css
const untouched = matchMedia("(min-width: 480px) and (min-height: 480px) and (not (any-pointer: coarse))");
const root = document.documentElement;
const media = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.media?.mediaText.includes("width")).map((rule) => [rule.media, rule.media.mediaText]);
const changed = new EventTarget();
const probe = el("span", { class: "probe", "aria-hidden": "true" }, "m m");      // as wide as words are set
let isWall = wide.matches;

/** Whether this is a screen across the room; hears "change". */
export const wall = {
  get matches() { return isWall; },
  addEventListener(name, listener) { changed.addEventListener(name, listener); },
};

function look() {
  const { letterSpacing, wordSpacing } = getComputedStyle(probe);
  const spaced = parseFloat(letterSpacing) > 0 || parseFloat(wordSpacing) > 0;
  const isBoard = root.dataset.page === "board" && !("replay" in root.dataset);
  const now = !spaced && (wide.matches || (isBoard && untouched.matches && outerWidth < 1.2 * innerWidth));
  for (const [list, text] of media) list.mediaText = mediaOf(text, now, isBoard);
  scale(now && isBoard);
  if (now === isWall && spaced === root.hasAttribute("data-spaced")) return;
  isWall = now;
  root.toggleAttribute("data-spaced", spaced);
  changed.dispatchEvent(new Event("change"));
}

// What a rule’s media are on a wall of any size, and elsewhere.
function mediaOf(text, onWall, isBoard) {
  if (text === wide.media) return onWall ? "all" : "not all";
  if (text.endsWith(wide.media)) return onWall ? "not all" : "all";
  if (!onWall || !isBoard) return text;
  if (text === "(min-width: 1000px)") return "all";
  return text.includes("max-width") ? "not all" : text;
}

// A small one is laid out like a large one, and shown smaller.
function scale(onWall) {
  const high = onWall && innerHeight > innerWidth;
  const line = high ? Math.min(innerWidth / 64, innerHeight / 91) : Math.min(innerWidth / 96, innerHeight / 54);      // as in board-page.css
  const small = onWall && line < SMALL;
  root.toggleAttribute("data-high", high);
  root.toggleAttribute("data-scaled", small);
  root.style.setProperty("--scale", small ? line / USUAL : 1);
}

const overscan = Number(new URLSearchParams(location.search).get("overscan"));
if (overscan > 0) root.style.setProperty("--overscan", Math.min(overscan, MOST_OVERSCAN) / 100);
for (const one of [wide, untouched]) one.addEventListener("change", look);
addEventListener("resize", look);
document.body.append(probe);
new ResizeObserver(look).observe(probe);      // at once, and whenever a style of somebody’s own comes later
