// What the wall asks for when it is due: the ranking between the acts, after a scene what it has brought, and at the
// end the race of points and, by turns with it, how each player's points were made. Nobody has to touch the screen for it;
// on a smaller one all of it lies there at once. The board itself shows nothing of this to an old game.

import { attr, el, show, text } from "./dom.js";
import { COUNTED, sceneToTell } from "./hints.js";
import { ask } from "./live.js";
import { makeRace, roomIn, roomOf } from "./sheet.js";
import { t } from "./tongue.js";
import { keepTurning } from "./turning.js";

const at = (id) => document.getElementById(id);
const AGAIN_MS = 2000;
const due = { account: null, gains: null };
let stopTurning = () => {};

/** Ask for what is due at this board, once for each state of it, and show it. */
export function renderReckoning(board) {
  const over = board.table.state === "over";
  const kind = over ? "race" : board.asked === "intermission" ? "sheets" : null;
  if (renew("account", kind && `${kind} ${board.seq}`)) account(kind);
  const scene = over ? null : sceneToTell(board);
  if (renew("gains", scene && `${board.act} ${scene} ${board.scene}`)) gains(board, scene);
}

// Whether something else is due now than before; what was due is shown no more.
function renew(name, key) {
  if (due[name] === key) return false;
  due[name] = key;
  if (key === null && name === "account") attr(at("board"), "data-reckoning", null);
  if (name === "gains") at("gains")?.replaceChildren();
  if (name === "account") stopTurning();
  return key !== null;
}

async function account(kind) {
  const key = due.account;
  const { ok, sheet, race } = await ask("sheet", { quiet: true });
  const { players = [] } = ok && kind === "race" ? await ask("explain", { quiet: true }) : {};
  if (due.account !== key) return;
  if (!ok) {      // asked too often: what is shown is out of date
    setTimeout(() => due.account === key && account(kind), AGAIN_MS);
    return;
  }
  const told = players.filter((player) => player.entries.length > 0 || player.slain);
  if (kind === "race" && race.places.length < 2 && told.length === 0) return;
  attr(at("board"), "data-reckoning", kind);
  attr(at("reckoning-what"), "data-count", sheet.players.length);
  if (kind === "race") return turn(race, told);
  show(at("reckoning-words"), false);
  at("reckoning-what").replaceChildren(makeRanking(sheet));
}

// The players by their points: the total, the name, and what it is made of.
function makeRanking({ players, parts }) {
  const points = (player) => player.totals.at(-1);
  const line = (player) => el("li", { "data-first": points(player) === points(ranked[0]) }, el("b", {}, points(player)), el("bdi", {}, player.name),
    el("span", {}, player.cells.map((cells, part) => [cells.at(-1), parts[part].words]).filter(([count]) => count).map(([count, words]) => `${words} ${count}`).join(" · ")));
  const ranked = [...players].sort((a, b) => points(b) - points(a));
  return el("ol", { class: "ranking" }, ...ranked.map(line));
}

// The race, then how each player's points were made; a wall shows one after the other, until somebody points at it or goes there by keyboard.
function turn(race, told) {
  const what = at("reckoning-what");
  text(at("reckoning-words"), COUNTED);
  show(at("reckoning-words"), race.places.length > 1);
  const room = placeOf(what);
  const pages = [makeRace(race, room), ...told.flatMap((player) => madeBy(player, what, room.high))].filter(Boolean);
  what.replaceChildren(...pages);
  const shown = (page) => {
    pages.forEach((each) => attr(each, "data-shown", each === page));
    if (room.high) show(at("reckoning-words"), page.matches(".race"));
  };
  shown(pages[0]);
  if (room.high && pages.length > 1) stopTurning = keepTurning(what, () => shown(pages[(pages.findIndex((page) => page.hasAttribute("data-shown")) + 1) % pages.length]));
}

// How a player's points were made, or who did what until the player was out: on a wall as much on a page as fits its height.
function madeBy({ name, total, entries, slain }, what, high = Infinity) {
  const pages = [];
  const begin = () => {
    const page = el("section", { class: "made", "data-shown": "" }, el("h3", {}, el("bdi", {}, name), slain ? ` – ${slain.text}` : el("b", {}, total)), el("ol"));
    what.replaceChildren(page);      // where it is measured
    pages.push(page);
    return page;
  };
  let page = begin();
  for (const { points, text: words } of slain ? slain.entries : entries) {
    const line = el("li", {}, el("b", {}, points < 0 ? points : `+${points}`), el("span", {}, words));
    page.lastChild.append(line);
    if (page.offsetHeight > high && line.previousSibling) (page = begin()).lastChild.append(line);
  }
  return pages;
}

// On a wall the race fills what is left of the screen, in letters of the wall; on a phone it has its usual shape.
function placeOf(what) {
  what.replaceChildren();
  const { width, height } = what.getBoundingClientRect();
  return height > 0 ? { ...roomOf(width, height, parseFloat(getComputedStyle(what).fontSize)), high: height } : roomIn(what);
}

// Each player's points of a scene in one line: the sum, and its reasons; the board shows a card's line as well.
async function gains(board, scene) {
  const key = due.gains;
  const [{ ok, players }, { sheet, race }] = await Promise.all([ask("explain", { quiet: true }), ask("sheet", { quiet: true })]);
  if (!ok || !race || due.gains !== key) return;
  const place = race.places.length - (scene < board.scene ? 2 : 1);
  const lines = race.players.map(({ name, changes }, i) => {
    const { total = 0, script, ...others } = changes[place] ?? {};
    const cards = (players[i]?.entries ?? []).filter((entry) => entry.part === "script" && entry.act === board.act && entry.scene === scene).map((entry) => entry.text);
    const reasons = Object.entries(others).map(([part, change]) => changeWords(part, change, sheet.parts, board.seats[i]));
    return total || cards.length > 0 ? el("li", {}, el("bdi", {}, name), el("b", {}, signed(total)), el("span", {}, [...reasons, ...cards].filter(Boolean).join(" · "))) : null;
  });
  at("gains")?.replaceChildren(...lines.filter(Boolean));
}

const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0");

// "now 6 intrigue": the part of the score that changed, and how many tokens there are now.
function changeWords(key, change, parts, seat) {
  const part = parts.find((each) => each.key === key)?.words;
  if (!part) return "";
  if (typeof seat[key] === "number") return t("now {count} {part}", { count: seat[key], part });
  return change > 0 ? part : t("lost: {part}", { part });
}
