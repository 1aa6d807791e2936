// Names of players and the words of their lights, as large as their place allows.

import { attr, text } from "./dom.js";

const MOST = 36;      // letters that are shown; of a longer name the end is cut off

/** Words in one line that are as large as their place allows. */
export function fitWords(node, words) {
  text(node, words);
  node.style.setProperty("--letters", Math.max(6, words.length));
}

/** A name is as large as its place allows; a long one takes two lines. */
export function fitName(node, letters) {
  const twoLines = letters > 13;
  node.style.setProperty("--letters", twoLines ? Math.ceil(Math.min(letters, MOST) / 2) + 3 : letters);
  attr(node, "data-long", twoLines);
}
