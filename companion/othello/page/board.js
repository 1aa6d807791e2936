// Othello's scoreboard: the playbill, the stage under its lights, the company, the book and the curtain call.

import { MARKS, laidBy, makeCard, makeTile, setCard, setTile, setTokens } from "./cards.js";
import { art, attr, el, keyed, show, text } from "./dom.js";
import { cueWords, phaseWords, plateWords, sceneWords } from "./hints.js";
import { makeLamp, setLamp } from "./lamps.js";
import { fitName, fitWords } from "./names.js";
import { renderPrompt } from "./prompt.js";
import { makeSays, setSays } from "./says.js";
import { n, t } from "./tongue.js";
import { makeScore } from "./why.js";
import { NUMERALS, listed, tied, times } from "./words.js";

const at = (id) => document.getElementById(id);
const limelight = at("limelight-card").appendChild(makeCard());
const READING_MS = 10_000;
const LENGTHS = [[60, "short"], [110, "long"], [170, "longer"], [Infinity, "longest"]];

/** Show a game. */
export function renderBoard(board) {
  const over = board.table.state === "over";
  show(at("stage"), !over);
  show(at("call"), over);
  show(at("prompt"), !over);
  renderBill(board);
  renderSeats(board);
  if (over) renderCall(board);
  else {
    renderLimelight(board);
    renderCast(board);
    renderBook(board);
    renderPrompt(board);
  }
}

function renderBill(board) {
  const over = board.table.state === "over";
  text(at("act"), over ? t("Curtain call") : t("Act {act}", { act: NUMERALS[board.act] ?? board.act }));
  text(at("scene"), over ? t("in {acts} acts", { acts: board.acts }) : sceneWords(board.scene));
  text(at("phase"), over ? "" : phaseWords(board));
  show(at("last"), board.last_scene && !over);
  show(at("half"), board.half_curtain && !over);
  const reached = MARKS.findIndex(([name]) => name === board.marker);
  show(at("track"), !over);
  keyed(at("track"), MARKS, ([name]) => name,
    ([, drawing, words]) => el("li", {}, art(drawing), el("span", {}, words)),
    (node, _, i) => {
      attr(node, "data-past", String(i < reached));
      attr(node, "aria-current", i === reached ? "step" : null);
    });
}

// The card that a seat has turned up.
function turnedUp(seat) {
  const laid = laidBy(seat);
  return laid?.face === "up" ? laid.card : null;
}

// The newest revealed card and whose it is: the one whose window is open, else the one shown last in this scene.
function newestCard(board) {
  if (board.window?.card) return { card: board.window.card, who: board.window.by };
  const turned = board.seats.map(turnedUp);
  const told = board.log.filter((entry) => entry.kind === "card" && entry.seat !== null && turned[entry.seat]).at(-1)?.seat;
  const newest = board.newest ?? turned[told] ?? turned.filter(Boolean).at(-1);
  if (!newest || !["reveal", "draw"].includes(board.phase) || isOfBefore(newest, board.log)) return null;
  const owners = [told, ...turned.keys()];
  return { card: newest, who: owners.find((who) => turned[who]?.id === newest.id) ?? null };
}

// Whether a card was shown before this scene began, and not since.
function isOfBefore(card, log) {
  const begun = log.map((entry) => entry.kind).lastIndexOf("scene");
  return begun >= 0 && !log.slice(begun).some((entry) => entry.text.includes(card.title));
}

// What is to be read fills the stage: in a Table Read the line of a card that was turned up, while others may answer it and
// for a while after; the text of a card that the owners wrote, until it is carried out.
const reading = { key: null, ends: 0, again: null };

function isReading(board, card) {
  const words = card?.own ? card.text : board.table.variants?.includes("table-read") && card?.line;
  if (!words) return null;
  const key = `${board.act}.${board.scene}.${card.id}`;
  if (key !== reading.key) Object.assign(reading, { key, ends: performance.now() + READING_MS });
  const left = reading.ends - performance.now();
  clearTimeout(reading.again);
  if (left > 0) reading.again = setTimeout(() => renderLimelight(board), left);
  const awaited = board.window?.card?.id === card.id || (card.own && board.seats.some((seat) => seat.up && seat.cue === "go-on"));
  return left > 0 || awaited ? LENGTHS.find(([most]) => words.length <= most)[1] : null;
}

function renderLimelight(board) {
  const newest = newestCard(board);
  attr(at("stage"), "data-reading", isReading(board, newest?.card));
  show(at("limelight"), newest);
  show(at("plate"), !newest);
  if (newest) {
    const { card, who } = newest;
    setCard(limelight, card);
    const name = board.seats[who]?.name ?? "";
    fitName(at("limelight-who"), name);
    text(at("limelight-line"), card.line ? `“${card.line}”` : card.text);
    attr(at("limelight-line"), "data-long", (card.line ?? card.text ?? "").length > 84);
    text(at("limelight-by"), card.line ? card.character_1 : "");
    return;
  }
  const [title, line] = plateWords(board), act = NUMERALS[board.act];
  const laid = board.seats.filter((seat) => seat.card?.face === "down").length;
  text(at("plate-over"), board.phase === "intermission" ? (board.asked === "discard" ? t("before Act {act}", { act }) : t("after Act {act}", { act })) : sceneWords(board.scene));
  text(at("plate-title"), title);
  text(at("plate-line"), board.phase === "placement" && laid > 0 ? t("{laid} of {count} cards are down", { laid, count: board.seats.length }) : line);
}

function renderCast(board) {
  attr(at("cast"), "data-columns", Math.max(3, Math.ceil(board.tiles.length / 2)));     // the dead of earlier acts may lie there too
  keyed(at("cast"), board.tiles, (tile) => tile.character, (tile) => makeTile(tile),
    (node, tile) => setTile(node, tile, tile.held_by === null ? null : board.seats[tile.held_by]?.name));
}

function renderBook(board) {
  const counts = board.piles;
  const piles = [
    ["script", t("Script"), counts.script, counts.script_discard, counts.script_top],
    ["staging", t("Staging"), counts.staging, counts.staging_discard, counts.staging_top],
    ["aside", t("Set aside"), board.set_aside.length, null, null],
  ].filter(([name, , count]) => name !== "aside" || count > 0);
  keyed(at("piles"), piles, ([name]) => name,
    ([name, words]) => el("div", { class: `pile pile-${name}` }, el("dt", {}, words), el("dd", { class: "pile-count" }), el("dd", { class: "pile-discard" })),
    (node, [, , count, discard, top]) => {
      attr(node, "data-empty", String(count === 0));
      text(node.children[1], count);
      show(node.children[2], discard !== null);
      text(node.children[2], t("{discard} discarded", { discard: discard ?? 0 }));
      attr(node, "title", top ? t("On top of the discards: {title}", { title: top.title }) : null);
    });
  keyed(at("log"), board.log.slice(-6).reverse(), (entry) => entry.id,
    (entry) => el("li", { "data-kind": entry.kind }), (node, entry) => text(node, times(entry.times) + tied(entry.text)));
}

function renderSeats(board) {
  attr(at("seats"), "data-count", board.seats.length);
  const points = board.seats.map((seat) => seat.points);
  const best = Math.max(...points) > Math.min(...points) ? Math.max(...points) : null;
  keyed(at("seats"), board.seats, (seat) => seat.seat, makeSeat, (node, seat) => {
    const parts = node.parts;
    attr(node, "data-cue", seat.cue);
    attr(node, "data-up", String(seat.up && seat.cue !== "done"));
    attr(node, "data-lead", String(seat.lead));
    attr(node, "data-best", String(seat.points === best));
    attr(node, "data-winner", board.winners ? String(board.winners.includes(seat.name)) : null);
    setLamp(parts.lamp, seat.cue);
    fitName(parts.name, seat.name, oneLine(board.seats.length, seat.lead));
    text(parts.points, seat.points);
    text(parts.label, n("point so far", "points so far", seat.points));
    text(parts.split, splitWords(seat));
    fitWords(parts.cue, cueWords(seat.cue, seat, board));
    setSays(parts.says, seat, board.table);
    show(parts.lead, seat.lead && board.asked !== "intermission");      // there the next one is named
    attr(parts.points, "aria-label", t("{points} points", { points: seat.points }));
    setTokens(parts.tokens, seat);
    show(parts.card, seat.card);
    show(parts.empty, !seat.card && board.phase !== "intermission");
    if (seat.card) setCard(parts.card, turnedUp(seat), seat.card.face);
    renderScored(parts.scored, seat.scored ?? []);
  });
}

// How many letters of a name have room beside the lamp: less in narrow panels, and at four where the word Lead is.
function oneLine(seats, isLead) {
  return { 4: isLead ? 9 : 13, 5: 12, 6: 9 }[seats] ?? 13;
}

// Of what the points are made: script cards, and everything else that counts.
function splitWords({ points, breakdown }) {
  return t("cards {cards} + tokens {tokens}", { cards: breakdown.script, tokens: points - breakdown.script });
}

function renderScored(parent, cards) {
  keyed(parent, cards, (card, i) => `${card.id}/${i}`, (card) => el("li", { title: card.title, "data-act": card.act ?? null }));
  attr(parent, "aria-label", t("{count} cards scored", { count: cards.length }));
}

function makeSeat(seat) {
  const name = el("h2", { class: "seat-name" });
  const parts = {
    lamp: makeLamp(seat.seat), name, lead: el("span", { class: "seat-lead", "data-wide": t("Lead").length > 6 }, art("crown"), el("span", {}, t("Lead"))),
    cue: el("p", { class: "seat-cue" }), says: makeSays(), points: makeScore({ class: "seat-points score" }, () => name.textContent), card: makeCard(), empty: el("span", { class: "seat-empty" }),
    label: el("p", { class: "seat-label" }), tokens: el("p", { class: "seat-tokens" }), split: el("p", { class: "seat-split" }), scored: el("ol", { class: "seat-scored" }),
  };
  const node = el("article", { class: "seat" },
    el("header", { class: "seat-head" }, parts.lamp, el("div", { class: "seat-who" }, parts.name, parts.cue), parts.lead), parts.says,
    el("div", { class: "seat-body" },
      el("div", { class: "seat-score" }, parts.points, parts.label, parts.split, parts.scored),
      el("div", { class: "seat-slot" }, parts.empty, parts.card)),
    parts.tokens);
  node.parts = parts;
  return node;
}

const COLUMNS = {
  script: t("Script"), intrigue: t("Intrigue"), spotlight: t("Spotlight"), wounds: t("Wounds"), handkerchief: t("Handkerchief"), lead_bonus: t("Lead bonus"), company_bonus: t("Company bonus"), total: t("Total"),
};

function renderCall(board) {
  const winners = board.winners ?? [];
  const words = winners.length === 0 ? t("The play is over") : winners.length > 1 ? t("{names} share the applause", { names: listed(winners) }) : t("{name} takes the bow", { name: winners[0] });
  text(at("call-winners"), words);
  at("call-winners").style.setProperty("--letters", words.length);
  const order = board.seats.map((seat, i) => [seat, i]).sort(([a, i], [b, j]) => b.points - a.points || i - j);
  const keys = ["script", "intrigue", "spotlight", "wounds", "handkerchief", "lead_bonus", "company_bonus"];
  keyed(at("call-rows"), order, ([seat]) => seat.seat,
    () => {
      const row = el("tr", {}, el("th", { scope: "row", dir: "auto" }), ...[...keys, "total"].map((name) => el("td", { "data-label": COLUMNS[name] })));
      row.lastChild.append(makeScore({ class: "score" }, () => row.firstChild.textContent));
      return row;
    },
    (row, [seat]) => {
      attr(row, "data-winner", String(winners.includes(seat.name)));
      text(row.children[0], seat.name);
      keys.forEach((key, i) => text(row.children[i + 1], seat.breakdown?.[key] || "–"));
      text(row.lastChild.firstChild, seat.points);
    });
}
