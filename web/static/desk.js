// The host's desk, for a phone: what is wrong, what the companion waits for with every answer as a button, the game as a
// timeline, what can be put right, and how the table itself is.

import { whoFor } from "./asked.js";
import { POINTS, badgeOf, countsOf, pointsOf, scoredWords, setTokens } from "./cards.js";
import { Carrying } from "./carry.js";
import { Countdown } from "./countdown.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { offerDetails } from "./details.js";
import { offerDoctor } from "./doctor.js";
import { offerDoors } from "./door.js";
import { cueWords, phaseWords, placeWords } from "./hints.js";
import { makeLamp, setLamp } from "./lamps.js";
import { command, follow, whole } from "./live.js";
import { makeNumbers, markNumbers } from "./marks.js";
import { renderNotices } from "./notices.js";
import { renderPutRight } from "./put-right.js";
import { renderOptions, renderQuestions } from "./say.js";
import { Timeline } from "./timeline.js";
import { n, t } from "./tongue.js";
import { makeScore } from "./why.js";
import { times } from "./words.js";

const at = (id) => document.getElementById(id);
const countdown = new Countdown(at("fuse"), at("left"));
const carrying = new Carrying(at("carry"));
const timeline = new Timeline(at("timeline"), at("whole-game"));
const left = new Set();      // irregular plays that were left as they are, at this screen
let newest = null;

function render(desk) {
  newest = desk = whole(desk);
  const { board } = desk;
  const idle = board.table.state === "idle";
  nearby(() => {
    renderNow(desk, idle);
    renderQuestions(at("questions"), desk.questions, board.seats);
    renderNotices(at("notices"), desk.notices);
    renderIrregular(desk);
    carrying.render(desk);
    renderOptions(at("options"), desk.options, board.seats);
    show(at("none"), desk.options.length === 0);
    text(at("none"), idle ? t("Start a game, or let a demonstration run.") : desk.decision ? t("The players do this themselves, at the table or on their phones.") : t("The table is not waiting for anything now."));
  });
  renderSeats(desk);
  renderCounts(desk, idle);
  show(at("right"), renderPutRight(at("right-forms"), desk));
  show(at("played"), desk.steps.length > 0);
  timeline.render(desk);
  renderTable(desk, idle);
  renderFoot(desk, idle);
}

// Whoever answers by keyboard stays near what is asked next, though the button that was pressed is gone.
function nearby(draw) {
  const around = ["options", "questions", "irregularities"].map(at).find((part) => part.contains(document.activeElement));
  draw();
  if (!around || around.querySelector(':focus:not([tabindex="-1"])')) return;
  (around.querySelector("button") ?? at("options").querySelector("button") ?? at("undo")).focus();
}

function renderNow(desk, idle) {
  const { board } = desk;
  const { state, paused } = board.table;
  text(at("act"), idle ? "Cuelight" : state === "over" ? t("The play is over") : [placeWords(board), phaseWords(board)].filter(Boolean).join(" · "));
  text(at("decision"), idle ? t("Nobody has sat down yet.") : board.happening ?? desk.decision?.text ?? board.headline);
  text(at("who"), idle ? "" : paused ? t("The game is paused: interrupts and buttons are off.") : board.happening ? board.headline : whoFor(desk));
  show(at("who"), at("who").textContent);
  attr(at("ask"), "data-window", board.window?.kind ?? null);
  attr(at("ask"), "data-paused", Boolean(paused));
  countdown.set(paused ? null : board.window ?? null);
  attr(at("undo"), "disabled", !desk.can_undo);
  text(at("undo-text"), desk.can_undo ? desk.undo_text : t("nothing to undo"));
  show(at("redo"), desk.undone.length > 0);
  text(at("redo-text"), desk.undone[0]?.text ?? "");
  show(at("redo-all"), desk.undone_count > 1);
  text(at("redo-all"), n("Redo it", "Redo all {count}", desk.undone_count));
  show(at("lost-steps"), desk.undone_lost > 0);
  text(at("lost-steps"), n("The undone step cannot be redone: something else has been played.", "The {count} undone steps cannot be redone: something else has been played.", desk.undone_lost));
  show(at("close-window"), board.window && !paused);
  show(at("pause"), state === "playing");
  attr(at("pause"), "aria-pressed", String(Boolean(paused)));
  text(at("pause"), paused ? t("Resume") : t("Pause"));
}

// What has happened against the rules: it stands, unless somebody takes it back.
function renderIrregular(desk) {
  const told = desk.irregularities.filter((one) => !left.has(keyOf(one)));
  keyed(at("irregularities"), told, keyOf,
    (one) => el("li", {}, el("p", {}), el("p", { class: "rules" }), el("div", { class: "question-replies" },
      el("button", { type: "button", onclick: () => command("undo", { to: one.step }) }, t("Undo its effects")),
      el("button", { type: "button", onclick: () => { left.add(keyOf(one)); renderIrregular(newest); } }, t("Leave it as it is")))),
    (node, one) => {
      text(node.children[0], times(one.times) + one.message);
      text(node.children[1], [one.where, ...one.rules, one.code].filter(Boolean).join(" · "));
      show(node.children[2].firstChild, one.step < (newest.steps.at(-1)?.id ?? -1) + 1);
    });
}

const keyOf = (one) => [newest.board.table.game, one.message, one.times].join("/");

function renderSeats(desk) {
  const { board } = desk;
  keyed(at("seats"), board.seats, (seat) => seat.seat,
    (seat) => {
      const name = el("b", { dir: "auto" });
      return el("div", { class: "desk-seat" }, makeLamp(seat.seat), el("div", { class: "desk-name" }, name, el("span", {}), el("small", { class: "how", hidden: "" })), makeNumbers(el("span", { class: "desk-tokens" })),
        makeScore({ class: "desk-points score", "data-number": POINTS }, () => name.textContent));
    },
    (node, seat) => {
      const [lamp, who, numbers, points] = node.children;
      const typed = desk.typed.filter((one) => one.seat === seat.seat);
      attr(node, "data-cue", seat.cue);
      setLamp(lamp, seat.cue);
      text(who.children[0], seat.name);
      text(who.children[1], [badgeOf(seat, board), seat.trouble ?? "", seat.cue === "attention" && seat.trouble ? "" : cueWords(seat.cue, seat, board)].filter(Boolean).join(", "));
      show(who.children[2], typed.length > 0);
      text(who.children[2], t("corrected by hand"));
      setTokens(numbers.querySelector(".desk-tokens"), seat);
      text(points, pointsOf(seat));
      attr(points, "data-words", scoredWords(Number(pointsOf(seat))));
      attr(points, "aria-label", t("Why {points}, {name}?", { points: pointsOf(seat), name: seat.name }));
      markNumbers(node, numbers, seat, desk);
    });
}

// Beneath the seats what is counted on the table: how many cards lie in a pile, say.
function renderCounts(desk, idle) {
  const counts = idle ? [] : countsOf(desk.board);
  const row = at("counts");
  if (!row.firstChild) row.append(el("div", { class: "desk-name" }, el("b", {}, t("On the table"))), makeNumbers(el("span", { class: "desk-tokens" })));
  show(row, counts.length > 0);
  keyed(row.querySelector(".desk-tokens"), counts, ([name]) => name, ([name]) => el("span", { "data-number": name }),
    (node, [, words, count]) => text(node, t("{what}: {count}", { what: words, count })));
  markNumbers(row, row.lastChild, { seat: "table" }, desk);
}

function renderTable(desk, idle) {
  const { board } = desk;
  show(at("pace-line"), board.table.timed && board.table.state === "playing");
  if (document.activeElement !== at("pace") && board.table.pace) at("pace").value = board.table.pace;
  show(at("devices"), desk.devices);
  text(at("devices"), desk.devices?.length > 0
    ? n("One reader or light does not work: see above what to do.", "{count} readers and lights do not work: see above what to do.", desk.devices.length)
    : t("All readers and lights work."));
  renderVoice(desk.voice);
  renderAloud(desk.aloud, board.seats);
  renderChairs(desk.chairs ?? [], board.seats);
  renderAgain(desk.games);
  renderJournal(desk.journal);
  show(at("backup"), desk.backup);
  text(at("backup"), desk.backup?.text ?? "");
  show(at("game"), !idle);
}

function renderFoot(desk, idle) {
  const { board } = desk;
  show(at("end"), !idle);
  if (board.table.game !== ending) askEnd(null);
  show(at("demo"), board.table.state !== "playing" || board.table.demo);      // a game that people play is not thrown away
  show(at("save"), !idle);
  show(at("print"), !idle);
  attr(at("save"), "download", `${board.game}-act-${board.act}-scene-${board.scene}.json`);
  show(at("drive"), desk.driver !== null && !idle);
  text(at("drive"), desk.driver === "bots" ? t("Take over from the bots") : t("Let the bots play"));
}

// Ending a game takes two taps in two places, and means the game that was shown at the first.
let ending = null;
function askEnd(game) {
  ending = game;
  show(at("end-sure"), game !== null);
  attr(at("end"), "aria-expanded", String(game !== null));
}

// In a Table Read: whether the lines are spoken, and by what.
function renderVoice(voice) {
  show(at("voice"), voice);
  if (!voice) return;
  const silent = voice.program ? t("The lines are not read aloud.") : t("The lines are not read aloud: this machine has no speech program, such as espeak-ng.");
  text(at("voice-words"), voice.program && voice.speaks ? t("{program} reads each line aloud.", { program: voice.program }) : silent);
  show(at("voice-switch"), voice.program);
  text(at("voice-switch"), voice.speaks ? t("Stop reading aloud") : t("Read aloud"));
}

// What the table's own voice reads out besides: the moment, and the lights of those seats that rather hear than see them.
function renderAloud(aloud, seats) {
  show(at("aloud"), aloud && seats.length > 0);
  if (!aloud) return;
  text(at("aloud-words"), aloud.program ? t("{program} reads aloud at this machine. A phone or screen reads aloud too, if that is switched on at the top of its page.", { program: aloud.program })
    : t("This machine has no speech program, such as espeak-ng. A phone or screen can read aloud, if that is switched on at the top of its page."));
  at("aloud-moment").checked = aloud.moment;
  show(at("aloud-moment").parentElement, aloud.program);
  renderWanted(at("aloud-lights"), "lights", aloud.program ? seats : [], (name) => t("The prompts at the light of {name}", { name }));
  renderWanted(at("aloud-dark"), "dark", newest.devices === null ? [] : seats, (name) => t("{name} uses sound instead: the light of this seat stays off", { name }));
}

// A tick for each seat that wants this.
function renderWanted(parent, what, seats, words) {
  keyed(parent, seats, ({ seat }) => seat,
    ({ seat }) => {
      const box = el("input", { type: "checkbox", onchange: () => command("voice", { [what]: newest.aloud[what].filter((one) => one !== seat).concat(box.checked ? [seat] : []) }) });
      return el("label", { class: "desk-wanted" }, box, " ", el("span", { dir: "auto" }));
    },
    (label, { seat, name }) => {
      label.firstChild.checked = newest.aloud[what].includes(seat);
      text(label.lastChild, words(name));
    });
}

// How much is kept, and how much more can be; no finer than whole megabytes, which tell nothing of a card's name.
function renderJournal(journal) {
  show(at("journal"), journal?.room !== undefined);
  if (journal?.room === undefined) return;
  const room = journal.room < 10_000 ? `${journal.room} MB` : `${Math.round(journal.room / 1000)} GB`;
  text(at("journal"), t("The journal: {size} MB. Room on its disk: {room}.", { size: Math.max(1, journal.file), room }));
}

// Who plays at a seat where a bot can: a person, or a bot of some strength.
const strengths = [...at("chairs").querySelectorAll("template")].map((one) => [one.dataset.strength, one.innerHTML]);
at("chairs").replaceChildren();
function renderChairs(chairs, seats) {
  const empty = newest?.driver === null && chairs.length < seats.length;    // at a real table some seats have no rack
  show(at("leaving"), chairs.length > 0 || empty);
  show(at("chairless"), empty);
  keyed(at("chairs"), chairs, ({ seat }) => seat,
    ({ seat }) => {
      const choice = el("select", { onchange: () => command("chair", { seat, bot: choice.value || null }) },
        el("option", { value: "" }, t("a person")), ...strengths.map(([value, words]) => el("option", { value }, words)));
      return el("label", { class: "desk-voice" }, el("span", { dir: "auto" }), " ", choice);
    },
    (label, { seat, bot }) => {
      label.lastChild.value = bot ?? "";
      text(label.firstChild, t("Who plays for {name}", { name: seats.find((one) => one.seat === seat)?.name ?? seat }));
    });
}

// In the table's language, which a translation of the page does not change.
function when(at) {
  const { language } = document.documentElement.dataset;
  return new Date(at * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

// A game that was ended by mistake: opening it again ends the one that is played, so it takes two taps in two places.
function renderAgain(games) {
  show(at("again"), games.length > 0);
  keyed(at("again").querySelector("ul"), games, (one) => one.game,
    (one) => {
      const sure = el("button", { type: "button", hidden: "" }, t("Yes, continue this game"));
      const ask = el("button", { type: "button" }, t("Reopen"));
      ask.addEventListener("click", () => show(sure, sure.hidden));
      sure.addEventListener("click", () => command("reopen", { game: one.game, ends: newest.board.table.game }));
      return el("li", {}, el("span"), ask, " ", sure);
    },
    (item, one) => text(item.firstChild, `${one.names.join(", ")}, ${when(one.at)} `));
}

at("aloud-moment").addEventListener("change", () => command("voice", { moment: at("aloud-moment").checked }));
at("voice-switch").addEventListener("click", () => command("voice", { speaks: !newest.voice?.speaks }));
offerDetails(at("game"));
offerDoctor(at("doctor"));
offerDoors(at("door"));
at("undo").addEventListener("click", () => command("undo"));
at("redo").addEventListener("click", () => command("redo"));
at("redo-all").addEventListener("click", () => command("redo", { steps: newest.undone_count }));
at("close-window").addEventListener("click", () => command("close", { window: newest.board.window?.id ?? 0 }));
at("pause").addEventListener("click", () => command("pause", { paused: !newest.board.table.paused }));
at("pace").addEventListener("change", () => command("pace", { pace: at("pace").value }));
at("end").addEventListener("click", () => askEnd(ending === null ? newest.board.table.game : null));
at("end-sure").addEventListener("click", () => command("end", { game: ending }));
at("demo").addEventListener("click", () => command("demo"));
at("drive").addEventListener("click", () => command("drive", { driver: newest?.driver === "bots" ? "hands" : "bots" }));
follow("desk", render);
