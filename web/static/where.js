// Where a phone finds this table: asked for now and then, since a machine may get its address long after this page.

import { attr } from "./dom.js";
import { ask } from "./live.js";

const SVG = "http://www.w3.org/2000/svg";
const AGAIN_MS = 5 * 60_000;
const SOON_MS = 20_000;      // as long as there is none
const BORDER = 4;            // modules of white, as a camera needs

/** Call `tell` with the address as one types it, "" for none, and draw its picture in each of `pictures` (svg). */
export async function followWhere(pictures, tell) {
  const { address, picture } = await ask("where", { quiet: true });
  if (address) for (const svg of pictures) draw(svg, picture);
  tell(address ? address.replace("http://", "") : "");
  setTimeout(() => followWhere(pictures, tell), address ? AGAIN_MS : SOON_MS);
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
