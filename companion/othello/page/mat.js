// The drawn mat's stage with the characters' tiles, each seat's tokens and coins, and the coins of the box.

import { makeCoin, makeTile, setTile, setTokens } from "./cards.js";
import { attr, el, keyed, text } from "./dom.js";
import { t } from "./tongue.js";

/** A tap on what lies lifts it, as a hand does to turn it up. */
export const TAP_TAKES = false;

const COINS = ["Iago", "Othello", "Cassio", "Desdemona", "Emilia", "Roderigo"];
const tiles = document.getElementById("tiles");
const piles = document.getElementById("piles");

/** The stage: every character's tile, and how many cards are left to draw. */
export function renderStage({ board }) {
  const { script, staging } = board.piles;
  text(piles, t("Draw piles: {script} script cards, {staging} staging cards", { script, staging }));
  attr(tiles, "data-many", board.tiles.length > 6);
  keyed(tiles, board.tiles, (tile) => tile.character, (tile) => {
    const node = makeTile(tile, "button");
    attr(node, "type", "button");
    attr(node, "data-thing", `tile:${tile.character}`);
    return node;
  }, (node, tile) => setTile(node, tile, tile.held_by === null ? null : board.seats[tile.held_by]?.name));
}

/** What stands below a hand; fill it with `renderPurse`. */
export function makePurse() {
  return [el("p", { class: "station-tokens" }), el("div", { class: "station-coins" })];
}

export function renderPurse([tokens, coins], desk, index) {
  const seat = desk.board.seats[index];
  setTokens(tokens, seat, { coins: false });
  renderCoins(coins, Object.entries(seat.coins ?? {}).filter(([, count]) => count > 0));
}

/** What lies in the box besides cards. */
export function renderLoose(parent) {
  renderCoins(parent, COINS.map((name) => [name, null]));
}

// Coins that can be taken in hand: pairs of a name and how many there are (null: it is not counted).
function renderCoins(parent, coins) {
  keyed(parent, coins, ([name]) => name,
    ([name]) => el("button", { class: "coin-button", type: "button", "data-thing": `coin:${name}` }, makeCoin(name), el("span", { class: "coin-count" })),
    (node, [name, count]) => {
      text(node.lastChild, count ?? "");
      attr(node, "aria-label", count ? t("{name} coin: {count}", { name, count }) : t("{name} coin", { name }));
    });
}
