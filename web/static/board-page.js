// The scoreboard: a screen across the room. It shows the public snapshot and sends nothing.
// This file is its frame; what it shows of a game is the game's own: board.js.

import { stayAwake } from "./awake.js";
import { renderBoard } from "./board.js";
import { renderCodes } from "./codes.js";
import { offerDetails } from "./details.js";
import { attr, el, show, text } from "./dom.js";
import { sayFirstPin } from "./door.js";
import { offerHelp } from "./helper.js";
import { renderInvite } from "./invite.js";
import { ask, follow, tell } from "./live.js";
import { showMoments } from "./moments.js";
import { renderPrompter } from "./prompter.js";
import { renderReckoning } from "./reckoning.js";
import { n, t } from "./tongue.js";
import { keepTurning } from "./turning.js";
import { wall } from "./wall.js";
import { followWhere } from "./where.js";
import { brief } from "./words.js";

const at = (id) => document.getElementById(id);
let stopTurning = () => {};

function render(board) {
  const { state } = board.table;
  const playing = state !== "idle";
  attr(at("board"), "data-state", state);
  attr(at("board"), "data-phase", board.phase ?? null);
  renderPrompter(board);
  renderCodes(board);
  const invites = renderInvite(board);
  attr(at("foyer"), "data-invites", invites);
  show(at("foyer-games"), !invites);
  show(at("foyer-start"), !invites);
  show(at("foyer-line"), !invites);
  stayAwake();
  sayFirstPin(at("first-pin"), !playing);
  show(at("come"), playing);
  show(at("come-play"), board.table.demo && !board.table.shop);
  show(at("foyer"), !playing);
  for (const id of ["play", "notes", "game"]) show(at(id), playing);
  if (!playing) return;
  renderBoard(board);
  renderNotes(board);
  showMoments(board);
  renderReckoning(board);
}

/** The edition and whatever is not as usual in this game. */
function rulesNotes(table) {
  const own = table.deck_title && !table.made_up && table.deck !== "stand-in";
  const usual = table.edition === at("board").dataset.edition && !table.variants?.length && !Object.keys(table.rulings ?? {}).length;
  if ((usual && !own) || !table.edition) return [];
  const words = [t("Edition {edition}", { edition: table.edition_title ?? table.edition }), ...(table.variant_titles ?? [])];
  if (own) words.push(t("played with “{deck_title}”", { deck_title: brief(table.deck_title) }));
  const rulings = Object.entries(table.rulings ?? {}).map(([id, name]) => `${id} ${name}`);
  return [`${[...words, ...rulings].join(" · ")}.`];
}

function renderNotes(board) {
  const notes = [];
  if (board.table.demo) notes.push(t("A demonstration: bots are playing."));
  notes.push(...rulesNotes(board.table));
  if (board.table.made_up) notes.push(t("The cards are made up; none is copied from the game."));
  if (board.table.guessed > 0) notes.push(n("{count} of {cards} cards is guessed.", "{count} of {cards} cards are guessed.", board.table.guessed, { cards: board.table.cards }));
  show(at("notes"), notes.length > 0);
  text(at("notes"), notes.join(" "));
}

// A wall has no use for the links of pages: they are behind one small mark. On a phone they stay.
function foldLinks(nav) {
  const mark = el("button", { type: "button", class: "nav-fold quiet", "aria-expanded": "false", "aria-label": t("Pages"), onclick: () => {
    const open = nav.toggleAttribute("data-open");
    attr(mark, "aria-expanded", String(open));
  } }, "⋯");
  nav.prepend(mark);
  attr(nav, "data-folds", true);
}

// The games that are there, one after the other, while nobody plays; elsewhere all of them are read at once.
function turnOnAWall() {
  stopTurning();
  stopTurning = wall.matches ? keepTurning(at("foyer-games"), () => rotate(at("foyer-games"))) : () => {};
}

function rotate(list) {
  const shown = list.querySelector("[data-shown]");
  const next = shown.nextElementSibling ?? list.firstElementChild;
  attr(shown, "data-shown", null);
  attr(next, "data-shown", true);
}

// A player's phone has a way back to the own seat, and no pages that are the host's; a new phone is told how it gets one.
async function leadBack(nav) {
  const { seat, role, closed } = await ask("door", { quiet: true });
  if (!seat && closed && role === "guest" && !wall.matches) {
    nav.append(el("button", { type: "button", class: "quiet", onclick: () => tell(t("Scan the code of your seat. Whose phone is new or lost its seat asks the host for another code: at the desk, under “PIN and seats”, “A phone for each seat”.")) }, t("I play here")));
  }
  if (!seat) return;
  if (role !== "host") for (const link of nav.querySelectorAll("a:not(.nav-mark, [aria-current], [href='/how'])")) link.remove();
  nav.append(el("a", { class: "button primary nav-seat", href: `/seat/${seat}` }, t("My seat")));
}

offerHelp(at("help"));
leadBack(document.querySelector(".nav"));
foldLinks(document.querySelector(".nav"));
turnOnAWall();
wall.addEventListener("change", turnOnAWall);
stayAwake();
followWhere(document.querySelectorAll(".qr"), (address, missing) => {
  for (const node of document.querySelectorAll(".address")) text(node, address);
  attr(at("board"), "data-reached", address !== "");
  text(at("missing"), missing);
});
offerDetails(at("game"));
follow("board", render);
