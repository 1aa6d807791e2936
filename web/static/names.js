// Names of players and the words of their lights, as large as their place allows.

import { attr, text } from "./dom.js";

const MOST = 24;      // letters of usual width that are shown in two lines; of a longer name the end is cut off
const ONE_LINE = 13;
// How wide letters are beside a usual one of the title's small capitals; wide scripts and emoji count as wide.
const WIDTHS = [[/[ .,:;'’!|()[\]ijIJ1-]/, 0.6], [/[mwMW%@]/, 1.5], [/[A-Z]/, 1.1], [/[\u0000-\u024f\u0590-\u06ff]/, 0.9]];

/** Words in one line that are as large as their place allows. */
export function fitWords(node, words) {
  text(node, words);
  node.style.setProperty("--letters", Math.max(6, words.length));
}

/** A name is as large as its place allows; one of more letters than fit in `oneLine` takes two. */
export function fitName(node, name, oneLine = ONE_LINE) {
  text(node, name);
  const letters = [...name].reduce((all, letter) => all + widthOf(letter), 0);
  const twoLines = letters > oneLine;
  node.style.setProperty("--letters", twoLines ? Math.ceil(Math.min(letters, MOST) / 2) + 2 : Math.max(1, letters));
  attr(node, "data-long", twoLines);
}

const widthOf = (letter) => WIDTHS.find(([which]) => which.test(letter))?.[1] ?? 2;
