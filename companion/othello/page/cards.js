// What lies on the table, drawn: cards, tiles, coins and tokens.

import { art, attr, el, keyed, show, text } from "./dom.js";
import { n, t } from "./tongue.js";
import { NUMERALS } from "./words.js";

const CHARACTERS = new Set(["Othello", "Iago", "Desdemona", "Cassio", "Emilia", "Roderigo", "Brabantio", "Montano", "Bianca", "Lodovico"]);

export const MARKS = [
  ["act-begins", "curtain", t("act begins")],
  ["script-empty", "feather", t("script ran out")],
  ["staging-empty", "mask", t("staging ran out")],
  ["final-scene", "mask-sad", t("final scene")],
];

/** Where a drawing for a character's name exists, its name; else a mask. */
export function emblem(character) {
  return CHARACTERS.has(character) ? character : "mask";
}

/** An element for one card; fill it with `setCard`. */
export function makeCard(tag = "div", props = {}) {
  const node = el(tag, { class: "card", ...props },
    el("span", { class: "card-turn" }, el("span", { class: "card-front" }),
      el("span", { class: "card-back" }, el("span", { class: "lamp-mark" }))));
  return node;
}

/** Show `card` on a card element, `face` "up" or "down"; null leaves the front blank. */
export function setCard(node, card, face = "up") {
  attr(node, "data-face", face);
  if (card === null || card === undefined) {
    attr(node, "data-card", null);
    return;
  }
  if (node.dataset.card === card.id) return;
  attr(node, "data-card", card.id);
  attr(node, "data-kind", card.kind);
  attr(node, "data-curtain", card.curtain ?? null);
  const front = node.querySelector(".card-front");
  front.replaceChildren(...(card.kind === "staging" || card.act === undefined ? stagingFront(card) : scriptFront(card)));
}

function scriptFront(card) {
  const top = el("span", { class: "card-top" }, el("span", {}, `${NUMERALS[card.act]}`, el("span", { class: "card-dots" }, ` ${card.position}`)));
  if (card.curtain) top.append(art(`curtain-${card.curtain}`));
  if (card.crown) top.append(art("crown"));
  const points = card.curtain ? [String(card.points_lead), el("small", {}, "|"), String(card.points_company)] : [String(card.points)];
  const parts = [top, el("span", { class: "card-title" }, ...titleLines(card)),
    el("span", { class: "card-foot" }, el("span", { class: "card-rewards" }, ...rewards(card.rewards ?? {})), el("span", { class: "card-points" }, ...points))];
  if (card.made_up) parts.push(el("span", { class: "card-made" }, t("made up")));
  return parts;
}

function titleLines(card) {
  const plain = [card.character_1, card.verb, card.character_2].filter(Boolean).join(" ");
  if (plain !== card.title) return [el("span", {}, card.title)];
  const lines = [el("span", {}, card.character_1), el("span", { class: "card-verb" }, card.verb)];
  if (card.character_2) lines.push(el("span", {}, card.character_2));
  return lines;
}

function rewards(given) {
  const parts = [];
  for (let n = 0; n < (given.intrigue ?? 0); n += 1) parts.push(el("span", { class: "token token-intrigue" }, art("intrigue")));
  for (let n = 0; n < (given.spotlight ?? 0); n += 1) parts.push(el("span", { class: "token token-spotlight" }, art("spotlight")));
  if (given.handkerchief) parts.push(el("span", { class: "token token-handkerchief" }, art("handkerchief")));
  if (given.coin) parts.push(makeCoin(given.coin));
  return parts;
}

function stagingFront(card) {
  return [el("span", { class: "card-top" }, art(card.kind === "staging" ? "mask" : "feather")),
    el("span", { class: "card-title" }, card.title ?? card.id), el("span", { class: "card-text" }, card.text ?? "")];
}

/** A coin of a character. */
export function makeCoin(character) {
  const mark = art(emblem(character));
  mark.classList.add("coin-mark");
  return el("span", { class: "coin", "data-of": character, title: t("{character} coin", { character }) }, art("coin"), mark);
}

/** The tokens of a seat, as they are held; nothing is shown for what is not there, save for intrigue and spotlight. */
export function setTokens(parent, seat, { coins = true } = {}) {
  const tokens = [["intrigue", seat.intrigue, "intrigue"], ["spotlight", seat.spotlight, "spotlight"]];
  if (seat.wounds) tokens.push(["wounds", seat.wounds, "wound"]);
  if (seat.handkerchief) tokens.push(["handkerchief", "", "handkerchief"]);
  if (seat.protected) tokens.push(["protected", "", "shield"]);
  for (const [name, count] of Object.entries(coins ? seat.coins ?? {} : {})) if (count) tokens.push([`coin ${name}`, count, null]);
  attr(parent, "data-many", tokens.length > 7);
  keyed(parent, tokens, ([name]) => name, ([name, , drawing]) => makeToken(name, drawing), (node, [name, count]) => {
    text(node.lastChild, count);
    attr(node, "aria-label", [tokenWords(name), count].filter((part) => part !== "").join(" "));
  });
}

const TOKENS = { intrigue: t("intrigue"), spotlight: t("spotlight"), wounds: t("wounds"), handkerchief: t("handkerchief"), protected: t("protected") };

function tokenWords(name) {
  return name.startsWith("coin ") ? t("coin {character}", { character: name.slice("coin ".length) }) : TOKENS[name];
}

function makeToken(name, drawing) {
  const picture = drawing === null ? makeCoin(name.slice("coin ".length)) : art(drawing);
  return el("span", { class: `token token-${name.split(" ")[0]}`, role: "img", "data-number": name.replace("coin ", "coins.") }, picture, el("span", {}));
}

/** An element for a character's tile; fill it with `setTile`. */
export function makeTile(tile, tag = "div") {
  return el(tag, { class: "tile" },
    el("span", { class: "tile-face" }, art(emblem(tile.character)), el("span", { class: "tile-tag", hidden: true })),
    el("span", { class: "tile-name" }, tile.character), el("span", { class: "tile-wounds" }), el("span", { class: "tile-count" }, art("wound"), el("span", {})));
}

/** Wounds against the limit, death, and who holds the tile (`holder`: a name or null). */
export function setTile(node, tile, holder) {
  attr(node, "data-dead", String(tile.dead));
  attr(node, "data-character", tile.character);
  const wounds = tile.limit === null ? n("{count} wound", "{count} wounds", tile.wounds) : t("{count} of {limit} wounds", { count: tile.wounds, limit: tile.limit });
  const held = holder ? t("held by {name}", { name: holder }) : "";
  const told = [wounds, tile.dead ? t("dead") : "", held].filter(Boolean).join(", ");
  attr(node, "aria-label", `${tile.character}: ${told}`);
  const tag = node.querySelector(".tile-tag");
  show(tag, tile.dead || holder);
  tag.classList.toggle("held", !tile.dead);
  text(tag, tile.dead ? (holder ? t("dead · {holder}", { holder }) : t("dead")) : holder);
  const drops = Array.from({ length: Math.max(tile.limit, tile.wounds) }, (_, i) => i < tile.wounds);
  text(node.querySelector(".tile-count").lastChild, tile.dead ? t("dead") : tile.limit === null ? tile.wounds : `${tile.wounds}/${tile.limit}`);
  keyed(node.querySelector(".tile-wounds"), drops, (_, i) => i, () => art("wound"), (drop, on) => attr(drop, "data-on", String(on)));
}

/** What a seat has placed: its face, and the card where that is up; null when there is nothing. */
export function laidBy(seat) {
  return seat.card;
}

/** How a thing lies: in a seat's place face down until it was turned up; on the stage (no seat) face up. */
export function faceOf(seat) {
  return seat?.card?.face ?? (seat ? "down" : "up");
}

/** What a card is called. */
export function nameOf(card) {
  return card.title;
}

/** An element for what lies in a place and is no card: a tile, a coin, a tag that nobody knows. */
export function makeThing(thing) {
  const [kind, name] = thing.split(":");
  if (kind === "coin") return makeCoin(name);
  return el("span", { class: "zone-other", "data-emblem": emblem(name ?? "") },
    kind === "tile" ? makeTile({ character: name }, "span") : el("span", { class: "zone-uid" }, thing));
}

/** What is counted on the table and is no seat's: the name of each number, its words and how many. */
export function countsOf(board) {
  const piles = [["piles.script", t("Script"), board.piles.script], ["piles.staging", t("Staging"), board.piles.staging]];
  return [...piles, ...board.tiles.map((tile) => [`tiles.${tile.character}`, tile.character, tile.dead ? t("dead") : n("{count} wound", "{count} wounds", tile.wounds)])];
}

/** What stands beside a player's name. */
export function badgeOf(seat) {
  return seat.lead ? t("Lead") : "";
}

/** Which of a seat's numbers its points are. */
export const POINTS = "points";

/** What `pointsOf` counts. */
export const SCORED = t("points");

/** So much of it, in words. */
export const scoredWords = (count) => n("{count} point", "{count} points", count);

/** The points of a seat. */
export function pointsOf(seat) {
  return seat.points;
}
