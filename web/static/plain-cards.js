// What lies on the table, drawn plainly: a card with its corner, title and text, its back, and the points of a seat.
// A card is {id, title, corner, text, kind}, of which only id is needed; `kind` can be coloured in the game's look.css.

import { attr, el, keyed, text } from "./dom.js";
import { n, t } from "./tongue.js";

/** An element for one card; fill it with `setCard`. */
export function makeCard(tag = "div", props = {}) {
  return el(tag, { class: "card", ...props },
    el("span", { class: "card-turn" }, el("span", { class: "card-front" }),
      el("span", { class: "card-back" }, el("span", { class: "lamp-mark" }))));
}

/** Show `card` on a card element, `face` "up" or "down"; null leaves the front blank. */
export function setCard(node, card, face = "up") {
  attr(node, "data-face", face);
  attr(node, "data-card", card?.id ?? null);
  attr(node, "data-kind", card?.kind ?? null);
  const parts = card ? [["corner", card.corner], ["title", nameOf(card)], ["text", card.text]].filter(([, words]) => words) : [];
  keyed(node.querySelector(".card-front"), parts, ([part]) => part, ([part]) => el("span", { class: `card-${part}` }), (child, [part, words]) => {
    text(child, words);
    attr(child, "data-long", part === "corner" && words.length > 2);
  });
}

/** What a card is called. */
export function nameOf(card) {
  return card.title ?? card.words ?? card.id;
}

/** What a seat has laid, as {face, card}, or null. */
export function laidBy(seat) {
  return seat.card ?? null;
}

/** How a thing lies in a seat's place, or on the stage (no seat): "up" or "down". */
export function faceOf(seat) {
  return (seat && laidBy(seat)?.face) ?? "up";
}

/** An element for what lies in a place and is no card. */
export function makeThing(thing) {
  return el("span", { class: "zone-uid" }, thing);
}

/** What stands beside a player's name; "" for nothing. */
export function badgeOf() {
  return "";
}

/** What is counted on the table and is no seat's, each with a name, words and how many: nothing. */
export const countsOf = () => [];

/** Which of a seat's numbers its points are. */
export const POINTS = "points";

/** What `pointsOf` counts. */
export const SCORED = t("points");

/** So much of it, in words. */
export const scoredWords = (count) => n("{count} point", "{count} points", count);

/** The points of a seat. */
export function pointsOf(seat) {
  return seat.points ?? "";
}

/** Whatever else a seat has, in words: its `tags`. */
export function setTokens(parent, seat) {
  keyed(parent, seat.tags ?? [], (tag) => tag, (tag) => el("span", { class: "tag" }, tag), (node, tag) => attr(node, "data-number", `tags.${seat.tags.indexOf(tag)}`));
}
