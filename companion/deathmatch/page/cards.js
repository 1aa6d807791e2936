// What lies on the table, drawn: action cards with their suit and points, tricksters, settings, and characters' backs.

import { art, attr, el, keyed, text } from "./dom.js";
import { n, t } from "./tongue.js";

const USUAL_HAND = 3;

export const SUITS = ["blades", "coins", "letters", "poison"];

const SUIT_WORDS = { blades: t("blades"), coins: t("coins"), letters: t("letters"), poison: t("poison") };

/** A suit in words. */
export const suitWords = (suit) => SUIT_WORDS[suit];

const WORTH = {
  blades: (points) => n("{count} blade", "{count} blades", points),
  coins: (points) => n("{count} coin", "{count} coins", points),
  letters: (points) => n("{count} letter", "{count} letters", points),
  poison: (points) => n("{count} poison", "{count} poison", points),
};

/** So many points of a suit in words. */
export const worthOf = (points, suit) => WORTH[suit](points);

/** An element for one card; fill it with `setCard`. */
export function makeCard(tag = "div", props = {}) {
  return el(tag, { class: "card", ...props }, el("span", { class: "card-front" }), el("span", { class: "card-back" }, art("secret")));
}

/** Show `card` on a card element, `face` "up" or "down"; null leaves the front blank. */
export function setCard(node, card, face = "up") {
  attr(node, "data-face", card ? face : "down");
  const key = card ? `${card.kind}/${card.id}` : null;
  if (node.dataset.card === key) return;
  attr(node, "data-card", key);
  attr(node, "data-kind", card?.kind ?? null);
  attr(node, "data-suit", card?.suit ?? null);
  attr(node, "title", card ? [nameOf(card), card.text].filter(Boolean).join(": ") : null);
  const guess = card?.guessed ? [el("span", { class: "card-guess" }, t("a guess"))] : [];
  node.firstChild.replaceChildren(...(card ? front(card) : []), ...guess);
}

function front(card) {
  if (card.suit) return [el("span", { class: "card-points" }, card.points), art(card.suit), el("span", { class: "card-title" }, card.title || suitWords(card.suit))];
  const drawing = { trickster: "trickster", setting: "place", character: "skull", protagonist: "star" }[card.kind];
  return [drawing ? art(drawing) : "", el("span", { class: "card-title" }, nameOf(card)), el("span", { class: "card-text" }, card.kind === "setting" ? settingWords(card) : card.text ?? "")];
}

/** What a setting does: it begins with the size of the hands, where that is not the usual one or all that there is. */
export function settingWords({ hand_size, text: words }) {
  const hands = hand_size && (hand_size !== USUAL_HAND || !words) ? t("hands of {hand_size} cards", { hand_size }) : "";
  return [hands, words].filter(Boolean).join(". ");
}

/** What a card is called. */
export function nameOf(card) {
  return card.title || card.words || card.id;
}

/** What a seat has laid in this scene: every card lies open. */
export function laidBy(seat) {
  return seat.played ? { face: "up", card: seat.played } : null;
}

/** How a thing lies: all but a character that is shown to the companion alone lies open. */
export function faceOf(seat, thing) {
  const secret = thing?.startsWith("character:") && !(seat?.character && thing === `character:${seat.character.id}`);
  return secret || thing === "?character" ? "down" : "up";
}

/** An element for what lies in a place and is no card: a tag that nobody knows. */
export function makeThing(thing) {
  return el("span", { class: "zone-uid" }, thing);
}

/** What stands beside a player's name. */
export function badgeOf(seat, board) {
  if (seat.out) return t("slain");
  return board.seats[board.protagonist] === seat ? t("protagonist") : "";
}

/** What is counted on the table and is no seat's: nothing. */
export const countsOf = () => [];

/** Which of a seat's numbers its points are. */
export const POINTS = "total";

/** What `pointsOf` counts. */
export const SCORED = t("damage");

/** So much of it, in words. */
export const scoredWords = (count) => n("{count} point of damage", "{count} points of damage", count);

/** The points in a seat's pool. */
export function pointsOf(seat) {
  return seat.total;
}

/** The pool of a seat, suit by suit; a character that lies open says how much it bears, and what does not harm it. */
export function setTokens(parent, seat) {
  const limits = seat.character?.limits ?? null;
  keyed(parent, seat.out ? [] : SUITS, (suit) => suit,
    (suit) => el("span", { class: "pool", "data-suit": suit, "data-number": `points.${suit}`, role: "img" }, art(suit), el("b", { class: "tabular" }), el("small", {})),
    (node, suit) => {
      const points = seat.points[suit];
      const worth = worthOf(points, suit);
      const limit = limits?.[suit] ?? null;
      attr(node, "data-none", points === 0);
      attr(node, "data-harmless", limits !== null && limit === null);
      attr(node, "data-full", limit !== null && points >= limit);
      attr(node, "aria-label", limit !== null ? t("{worth} of {limit}", { worth, limit }) : limits ? t("{worth}: this does not harm", { worth }) : worth);
      text(node.children[1], points);
      attr(node.children[2], "data-limit", limit);
      text(node.children[2], limit === null ? suitWords(suit) : t("of {limit}", { limit }));
    });
}
