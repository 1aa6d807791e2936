// The host's desk, for a phone: what the companion waits for, every answer as a button, and what does not fit.

import { whoFor } from "./asked.js";
import { badgeOf, pointsOf, setTokens } from "./cards.js";
import { Carrying } from "./carry.js";
import { Countdown } from "./countdown.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { offerDetails } from "./details.js";
import { offerDoors } from "./door.js";
import { cueWords, phaseWords, placeWords } from "./hints.js";
import { makeLamp, setLamp } from "./lamps.js";
import { command, follow, whole } from "./live.js";
import { renderNotices } from "./notices.js";
import { renderOptions, renderQuestions } from "./say.js";
import { t } from "./tongue.js";
import { makeScore } from "./why.js";
import { times } from "./words.js";

const at = (id) => document.getElementById(id);
const countdown = new Countdown(at("fuse"), at("left"));
const carrying = new Carrying(at("carry"));
let newest = null;

function render(desk) {
  newest = desk = whole(desk);
  const { board } = desk;
  const { state } = board.table;
  const idle = state === "idle";
  text(at("act"), idle ? "Cuelight" : state === "over" ? t("The play is over") : `${placeWords(board)} · ${phaseWords(board)}`);
  text(at("decision"), idle ? t("Nobody has sat down yet.") : board.happening ?? desk.decision?.text ?? board.headline);
  text(at("who"), idle ? "" : whoFor(desk));
  show(at("who"), at("who").textContent);
  attr(at("ask"), "data-window", board.window?.kind ?? null);
  countdown.set(board.window ?? null);
  attr(at("undo"), "disabled", !desk.can_undo);
  text(at("undo-text"), desk.can_undo ? desk.undo_text : t("nothing to undo"));
  renderQuestions(at("questions"), desk.questions, board.seats);
  renderNotices(at("notices"), desk.notices);
  carrying.render(desk);
  renderOptions(at("options"), desk.options, board.seats);
  show(at("none"), desk.options.length === 0);
  text(at("none"), idle ? t("Start a game, or let a demonstration run.") : desk.decision ? t("What is waited for is done at the table.") : t("Nothing is waited for just now."));
  renderSeats(board);
  renderPlayed(desk.steps ?? []);
  show(at("odd"), desk.irregularities.length > 0);
  keyed(at("irregularities"), desk.irregularities, (one) => one.message,
    () => el("li", {}, el("p", {}), el("p", { class: "rules" })),
    (node, one) => {
      text(node.firstChild, times(one.times) + one.message);
      text(node.lastChild, [...one.rules, one.code].join(" · "));
    });
  show(at("demo"), state !== "playing" || board.table.demo);      // a game that people play is not thrown away
  renderVoice(desk.voice);
  renderAgain(desk.games);
  renderJournal(desk.journal);
  show(at("game"), !idle);
  show(at("save"), !idle);
  attr(at("save"), "download", `${board.game}-act-${board.act}-scene-${board.scene}.json`);
  show(at("drive"), desk.driver !== null && !idle);
  text(at("drive"), desk.driver === "bots" ? t("Take over from the bots") : t("Let the bots play"));
}

// In a Table Read: whether the lines are spoken, and by what.
function renderVoice(voice) {
  show(at("voice"), voice);
  if (!voice) return;
  const silent = voice.program ? t("The lines are not spoken.") : t("The lines are not spoken: this machine has no speech program, such as espeak-ng.");
  text(at("voice-words"), voice.program && voice.speaks ? t("Each line is spoken, by {program}.", { program: voice.program }) : silent);
  show(at("voice-switch"), voice.program);
  text(at("voice-switch"), voice.speaks ? t("Do not speak") : t("Speak"));
}

function renderSeats(board) {
  keyed(at("seats"), board.seats, (seat) => seat.seat,
    () => {
      const name = el("b", {});
      return el("div", { class: "desk-seat" }, makeLamp(), el("div", { class: "desk-name" }, name, el("span", {})), el("p", { class: "desk-tokens" }),
        makeScore({ class: "desk-points score" }, () => name.textContent));
    },
    (node, seat) => {
      const [lamp, who, tokens, points] = node.children;
      attr(node, "data-cue", seat.cue);
      setLamp(lamp, seat.cue);
      text(who.firstChild, seat.name);
      text(who.lastChild, [badgeOf(seat, board), seat.trouble ?? "", seat.cue === "attention" && seat.trouble ? "" : cueWords(seat.cue, seat, board)].filter(Boolean).join(", "));
      setTokens(tokens, seat);
      text(points, pointsOf(seat));
    });
}

// What can be taken back to, and what may have been meant there: an interrupt that nobody heard, another Lead.
function renderPlayed(steps) {
  show(at("played"), steps.length > 0);
  keyed(at("played").querySelector("ul"), steps, (step) => `${step.id}/${step.text}`,
    (step) => el("li", {}, el("span", {}, `${step.text} `),
      ...step.instead.map(({ answer, text: words }) =>
        el("button", { type: "button", onclick: () => command("undo", { to: step.id, answer }) }, words)),
      el("button", { type: "button", onclick: () => command("undo", { to: step.id }) }, t("Back to here"))),
    () => {});
}

// How much is kept, and how much more can be; no finer than whole megabytes, which tell nothing of a card's name.
function renderJournal(journal) {
  show(at("journal"), journal?.room !== undefined);
  if (journal?.room === undefined) return;
  const room = journal.room < 10_000 ? `${journal.room} MB` : `${Math.round(journal.room / 1000)} GB`;
  text(at("journal"), t("The journal: {size} MB. Room on its disk: {room}.", { size: Math.max(1, journal.file), room }));
}

// A game that was ended by mistake: opening it again ends the one that is played, so it takes two taps in two places.
function renderAgain(games) {
  show(at("again"), games.length > 0);
  keyed(at("again").querySelector("ul"), games, (one) => one.game,
    (one) => {
      const sure = el("button", { type: "button", hidden: "" }, t("Yes, go on with this game"));
      const ask = el("button", { type: "button" }, t("Open again"));
      ask.addEventListener("click", () => show(sure, sure.hidden));
      sure.addEventListener("click", () => command("reopen", { game: one.game, ends: newest.board.table.game }));
      return el("li", {}, el("span", {}, `${one.names.join(", ")}, ${new Date(one.at * 1000).toLocaleString()} `), ask, " ", sure);
    },
    () => {});
}

at("voice-switch").addEventListener("click", () => command("voice", { speaks: !newest.voice?.speaks }));
offerDetails(at("game"));
offerDoors(at("door"));
at("undo").addEventListener("click", () => command("undo"));
at("demo").addEventListener("click", () => command("demo"));
at("drive").addEventListener("click", () => command("drive", { driver: newest?.driver === "bots" ? "hands" : "bots" }));
follow("desk", render);
