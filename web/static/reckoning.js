// What the wall asks for when it is due: the score sheet between the acts, the race of points at the end, and after a scene
// what it has brought. Nobody has to touch the screen for it. The board itself shows nothing of this to an old game.

import { attr, el, show, text } from "./dom.js";
import { COUNTED, sceneToTell } from "./hints.js";
import { ask } from "./live.js";
import { makeRace, makeSheet, roomOf } from "./sheet.js";

const MOST = 6;      // reasons for points that are told after a scene

const at = (id) => document.getElementById(id);
const due = { account: null, gains: null };

/** Ask for what is due at this board, once for each state of it, and show it. */
export function renderReckoning(board) {
  const over = board.table.state === "over";
  const kind = over ? "race" : board.asked === "intermission" ? "sheets" : null;
  if (renew("account", kind && `${kind} ${board.seq}`)) account(kind);
  const scene = over ? null : sceneToTell(board);
  if (renew("gains", scene && `${board.act} ${scene}`)) gains(board.act, scene);
}

// Whether something else is due now than before; what was due is shown no more.
function renew(name, key) {
  if (due[name] === key) return false;
  due[name] = key;
  if (key === null && name === "account") attr(at("board"), "data-reckoning", null);
  if (name === "gains") at("gains")?.replaceChildren();
  return key !== null;
}

async function account(kind) {
  const key = due.account;
  const { ok, sheet, race } = await ask("sheet", { quiet: true });
  if (!ok || due.account !== key) return;
  if (kind === "race" && race.places.length < 2) return;
  text(at("reckoning-words"), COUNTED);
  show(at("reckoning-words"), kind === "race");
  attr(at("board"), "data-reckoning", kind);
  const picture = kind === "race" ? makeRace(race, placeOf(at("reckoning-what"))) : null;
  const parts = sheet.parts.filter((part) => !part.bonus);      // there are none before the end
  at("reckoning-what").replaceChildren(...(picture ? [picture] : sheet.players.map((player) => makeSheet({ ...sheet, parts, players: [player] }))));
  attr(at("reckoning-what"), "data-count", sheet.players.length);
}

// On a wall the race fills what is left of the screen, in letters of the wall; on a phone it has its usual shape.
function placeOf(what) {
  what.replaceChildren();
  const { width, height } = what.getBoundingClientRect();
  return height > 0 ? roomOf(width, height, parseFloat(getComputedStyle(what).fontSize)) : undefined;
}

async function gains(act, scene) {
  const key = due.gains;
  const { ok, players } = await ask("explain", { quiet: true });
  if (!ok || due.gains !== key) return;
  const found = players.flatMap(({ name, entries }) => entries.filter((entry) => entry.act === act && entry.scene === scene).map((entry) => ({ name, ...entry })));
  at("gains")?.replaceChildren(...found.slice(0, MOST).map(({ name, points, text: words }) =>
    el("li", {}, el("b", {}, `+${points}`), el("bdi", {}, name), el("span", {}, words))));
}
