// The virtual mat: what a hand would do at the table, as commands. The companion sees the same tags, lifts and buttons.
// This file draws the table; station.js draws a seat, hands.js moves things over it, say.js has the answers in words.
// The stage in its middle is the game's own: mat.js.

import { hintFor, whoFor } from "./asked.js";
import { stayAwake } from "./awake.js";
import { Carrying } from "./carry.js";
import { Countdown } from "./countdown.js";
import { attr, keyed, show, text } from "./dom.js";
import { gesture } from "./gesture.js";
import { markPlaces } from "./goes.js";
import { Hands } from "./hands.js";
import { enlargeCards } from "./enlarge.js";
import { placeWords } from "./hints.js";
import { renderInvite } from "./invite.js";
import { command, follow, whole } from "./live.js";
import { renderLoose, renderStage } from "./mat.js";
import { renderNotices } from "./notices.js";
import { renderPrompter } from "./prompter.js";
import { renderOptions, renderQuestions } from "./say.js";
import { makeStation, renderCards, renderStation } from "./station.js";
import { t } from "./tongue.js";
import { learnViews, offerViews, wants } from "./view.js";
import { renderZone } from "./zones.js";

const at = (id) => document.getElementById(id);
const countdown = new Countdown(at("fuse"), at("left"));
const hands = new Hands(at("mat"));
const carrying = new Carrying(at("carry"));
const upright = matchMedia("(min-width: 700px) and (max-width: 999px) and (min-height: 900px)");      // as in mat-page.css
const LONG = 100;     // letters of what is asked, as with several long names
let newest = null;

function render(desk) {
  newest = desk = whole(desk);
  const { seats } = desk.board;
  const ready = seats.length > 0 && desk.driver !== null;
  show(at("table"), ready);
  show(at("empty"), !ready);
  renderPrompter(desk.board, true);
  const invites = renderInvite(desk.board);
  stayAwake();
  renderNotices(at("notices"), invites ? [] : desk.notices);
  if (!ready) {
    renderEmpty(seats.length > 0, invites);
    return;
  }
  learnViews(desk);
  hands.learn(desk);
  renderMiddle(desk);
  renderSeats(desk);
  attr(at("mat"), "data-driver", desk.driver);
  if (at("target")) renderZone(at("target"), desk, "stage.target", null, null);
  renderBox(desk);
  renderQuestions(at("questions"), desk.questions, seats);
  carrying.render(desk);
  markPlaces(at("mat"), desk, hands.moving());
  renderOptions(at("options"), wants("hidden") ? desk.options.flatMap((option) => covered(option, desk)) : desk.options, seats);
  const says = at("options").childElementCount > 0 || !at("carry").hidden;
  attr(opener(at("sheet-say")), "disabled", !says);
  if (!says && !at("sheet-say").hidden) closeSheets();
}

// An answer that names a card that lies face down on this screen is laid, and else said where only its player looks.
function covered(option, { hands: held, zones }) {
  const hidden = new Set([...Object.values(held).flat(), ...Object.values(zones)]);
  const names = (value) => (value instanceof Object ? Object.values(value).some(names) : hidden.has(value));
  if (!names(option.answer)) return [option];
  return option.lay ? [] : [{ ...option, group: "hand" }];
}

function renderEmpty(real, invites) {
  closeSheets();
  show(at("empty-actions"), !invites);
  text(at("empty-title"), real ? t("This table has a mat of its own") : invites ? t("The table is free") : t("Nobody has sat down yet"));
  show(at("empty-line"), !invites);
  text(at("empty-line"), real ? t("Cards are laid on the real mat. Enter everything else at the desk.") : t("Start a game and the cards are dealt here."));
  attr(at("empty-go"), "href", real ? "/desk" : "/start");
  text(at("empty-go"), real ? t("To the desk") : t("Start a game"));
}

function renderMiddle(desk) {
  const { board, driver } = desk;
  const bots = driver === "bots";
  const over = board.table.state === "over";
  text(at("act"), over ? t("The play is over") : placeWords(board));
  show(at("made-up"), board.table.made_up);
  text(at("last"), board.log?.at(-1)?.text ?? "");
  text(at("decision"), board.happening ?? desk.decision?.text ?? board.headline);
  text(at("who"), whoFor(desk));
  show(at("who"), at("who").textContent);
  attr(at("ask"), "data-long", at("decision").textContent.length + at("who").textContent.length > LONG);
  attr(at("ask"), "data-window", board.window?.kind ?? null);
  countdown.set(board.window);
  hint();
  show(at("again"), over);
  show(at("sums"), over);
  show(at("drive"), !over);
  text(at("drive"), bots ? t("Take over") : t("Let the bots play"));
  at("drive").classList.toggle("primary", bots);
  attr(at("undo"), "disabled", !desk.can_undo);
  attr(at("undo"), "title", desk.can_undo ? t("Undo: {undo_text}", { undo_text: desk.undo_text }) : t("Nothing to undo"));
  renderStage(desk);
}

// Clockwise around the table: the upper half from left to right, the lower one from right to left.
function renderSeats(desk) {
  const { seats } = desk.board;
  const above = Math.ceil(seats.length / 2), below = seats.length - above;
  const columns = upright.matches ? 2 : above * below;
  attr(at("table"), "data-count", seats.length);
  attr(at("table"), "data-turned", wants("turned"));
  at("table").style.setProperty("--columns", columns);
  at("table").style.setProperty("--above", rows(above));
  at("table").style.setProperty("--below", rows(below));
  const stations = [...seats.entries()];
  keyed(at("table"), [...stations.slice(0, above), null, ...stations.slice(above)], (item) => (item === null ? "middle" : item[1].seat),
    (item) => makeStation(item[1]), (node, item) => {
      if (item === null) return;
      const [index] = item;
      const upper = index < above;
      const [depth, column] = upper ? place(index, above, columns) : place(seats.length - 1 - index, below, columns);
      attr(node, "data-far", upper);
      node.style.setProperty("--row", rows(above) + 1 + (upper ? -depth : depth));
      node.style.setProperty("--column", column);
      renderStation(node, desk, index, hands);
    });
  hands.mark();
}

// How many rows a half of the table has with this number of seats.
function rows(count) {
  return upright.matches ? Math.ceil(count / 2) : 1;
}

// Where a seat of a half is, counted from the left: its row, counted from the middle, and its columns.
function place(index, count, columns) {
  if (!upright.matches) return [1, `${(index * columns) / count + 1} / span ${columns / count}`];
  const other = count - 1 - index;
  return [1 + Math.min(index, other), index === other ? "1 / span 2" : index < other ? "1" : "2"];
}

function renderBox(desk) {
  renderLoose(at("loose"), desk);
  renderCards(at("box"), desk.box, desk.cards);
  hands.mark();
}

function opener(sheet) {
  return document.querySelector(`[data-sheet="${sheet.id}"]`);
}

function showSheet(sheet, open) {
  attr(opener(sheet), "aria-expanded", String(open));
  show(sheet, open);
  if (open) sheet.focus();
}

// Where the keyboard was inside, it goes back to the button that opened the sheet.
function closeSheets() {
  for (const sheet of document.querySelectorAll(".sheet:not([hidden])")) {
    if (sheet.contains(document.activeElement)) opener(sheet).focus();
    showSheet(sheet, false);
  }
}

for (const sheet of document.querySelectorAll(".sheet")) {
  opener(sheet).addEventListener("click", () => {
    const open = sheet.hidden;
    closeSheets();
    showSheet(sheet, open);
  });
  sheet.querySelector("[data-close]").addEventListener("click", closeSheets);
}
addEventListener("keydown", (event) => event.key === "Escape" && closeSheets());
// Read out for whoever holds something; else the decision says enough.
function hint() {
  const held = hands.held();
  attr(at("hint"), "aria-live", held ? "polite" : "off");
  text(at("hint"), newest.board.told ?? hintFor(newest, held));
}

at("drive").addEventListener("click", () => command("drive", { driver: newest?.driver === "bots" ? "hands" : "bots" }));
at("to-asked").addEventListener("click", () => (document.querySelector(".station[data-asked] .push") ?? document.querySelector(".push"))?.focus());
at("undo").addEventListener("click", () => gesture({}, "undo"));
hands.told = () => {
  if (hands.selected?.closest(".sheet")) closeSheets();     // its place may lie below
  if (newest === null) return;
  hint();
  markPlaces(at("mat"), newest, hands.moving());
};
offerViews(() => newest && render(newest));
upright.addEventListener("change", () => newest && render(newest));
// As on the board (wall.js): a page that is zoomed has fewer pixels than its window.
const noteZoom = () => document.documentElement.toggleAttribute("data-zoomed", outerWidth >= 1.2 * innerWidth);
noteZoom();
addEventListener("resize", noteZoom);
follow("desk", render);
enlargeCards(at("mat"));
