// Where a phone finds this table: asked again and again, since a machine may get its address long after this page was
// opened, or another one.

import { attr } from "./dom.js";
import { ask } from "./live.js";

const SVG = "http://www.w3.org/2000/svg";
const AGAIN_MS = 10_000;      // a screen across the room, whose codes phones scan now
const SELDOM_MS = 5 * 60_000;
const BORDER = 4;            // modules of white, as a camera needs

/** Whether this is a screen across the room, as in board-page.css. */
export const wide = matchMedia("(min-width: 1000px) and (min-aspect-ratio: 5/4)");

/** Call `again` from time to time, for as long as it gives true: a code that is shown follows the table's address. */
export function keepUp(again) {
  return setTimeout(async () => { if (await again()) keepUp(again); }, AGAIN_MS);
}

/** Call `tell` with the address as one types it, or "" and why there is none; draw its picture in each of `pictures` (svg). */
export async function followWhere(pictures, tell) {
  const { ok, address = "", picture, missing = "" } = await ask("where", { quiet: true });
  if (address) for (const svg of pictures) draw(svg, picture);
  if (ok) tell(address.replace("http://", ""), missing);
  setTimeout(() => followWhere(pictures, tell), wide.matches ? AGAIN_MS : SELDOM_MS);
}

/** A code as the server says it, as a drawing of its own. */
export function codeOf(picture) {
  const svg = document.createElementNS(SVG, "svg");
  attr(svg, "aria-hidden", true);
  svg.append(document.createElementNS(SVG, "path"));
  draw(svg, picture);
  return svg;
}

function draw(svg, { size, path }) {
  const wide = size + 2 * BORDER;
  attr(svg, "viewBox", `${-BORDER} ${-BORDER} ${wide} ${wide}`);
  attr(svg.querySelector("path"), "d", path);
}
