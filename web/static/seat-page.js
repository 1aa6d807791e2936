// A seat's own page, on its player's phone: what is asked, the own cards, and what may be said of them as large buttons.
// The key in the link is shown once and hidden. Without it the page shows what everybody sees.

import { SCORED, badgeOf, laidBy, makeCard, nameOf, pointsOf, scoredWords, setCard } from "./cards.js";
import { Carrying } from "./carry.js";
import { Countdown } from "./countdown.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { enlargeCards } from "./enlarge.js";
import { cueWords, placeWords } from "./hints.js";
import { offerHelp } from "./helper.js";
import { LateTaps } from "./late-taps.js";
import { ask, command, follow, tell } from "./live.js";
import { renderEnd } from "./own-end.js";
import { choosing, renderTable } from "./own-table.js";
import { renderPrompter } from "./prompter.js";
import { choiceOf, renderMine, rowsOf } from "./seat.js";
import { Sharing, isInvited } from "./sharing.js";
import { inThisTab } from "./storage.js";
import { n, t } from "./tongue.js";
import { makeScore } from "./why.js";
import { listed, times } from "./words.js";

const COVERED = "cuelight.covered";
const SHORT = 32;         // letters of a button that has another one beside it
const LONG = 100;         // letters of what happens that are set smaller
const FEW = 6;            // cards of several rows that lie side by side
const FOLLOWS_MS = 20000; // after a game has begun, in which the host may let the phones keep their seats
const READ_MS = 1000;     // before that nobody has read a question
const TOLD = 5;           // of the newest events
const at = (id) => document.getElementById(id);
const page = at("own-seat");
const seat = Number(page.dataset.seat);
const button = `seat${seat}`;
const carrying = new Carrying(at("carry"));
const countdown = new Countdown(at("fuse"), at("left"));
const lateTaps = new LateTaps();
const score = makeScore({ class: "own-score score" }, () => newest.board.seats[seat - 1].name);
let chosen = [];          // the cards that are taken up, by the keys of their places
let heard = null;         // the newest snapshot
let newest = null;        // what of it is shown: a hand only while it is open
let mine = false;         // whether this page may press the button
let asking = null;        // the option that cannot be taken back and was tapped once
let askedAt = 0;          // when it was tapped
let step = null;          // what was asked when the cards were drawn last
let host = false;         // whether this phone may start a game
let sharing = null;

// The key in a link; the link to the page's own content has none.
function keyIn({ hash }) {
  const key = hash.slice(1);
  return document.getElementById(key) === null ? key : "";
}

async function enter() {
  const key = keyIn(location);
  if (key !== "") {
    history.replaceState(null, "", location.pathname);
    await command("seat", { seat, key, ...(isInvited() ? { keep: true } : {}) });
  }
  const door = await ask("door");
  const own = door.ok && door.seat === seat;
  mine = door.ok && (!door.closed || door.role === "host" || own);
  host = door.ok && (!door.closed || door.role === "host");
  const lost = door.ok && !own && door.lost?.seats.includes(seat) ? lostWords(door.lost) : "";
  if (lost) for (const words of [at("none"), at("unseen")]) text(words, lost);
  show(at("none"), !mine);
  show(at("codes"), door.ok && door.closed && host && !own);
  const seats = own ? door.seats : [seat];
  show(at("cover"), own && seats.length === 1);
  sharing = new Sharing(seat, seats, () => heard && render(heard));
  const until = lost ? performance.now() + FOLLOWS_MS : 0;
  if (!own) follow("board", (board) => { render({ board, own: null }); if (performance.now() < until) comeBack(); });
  else follow("own", (found) => (found.seat === seat ? render(found) : location.reload()));     // another tab has taken another seat
}

// The next game of the same people goes on with their phones.
async function comeBack() {
  const door = await ask("door", { quiet: true });
  if (door.ok && door.seat === seat) location.reload();
}

// Why a phone that has joined shows no hand any more, and what to do.
function lostWords({ has_codes: codes }) {
  return codes ? t("Your seat has a new code, or is on the mat. Ask the host.") : t("Another game has begun. To play it on this phone, scan your code on the screen, or ask the host for one.");
}

function render(found) {
  heard = found;
  sharing.follow(found.board, found.own);
  const closed = sharing.isClosed(found.board);
  newest = { ...found, own: closed ? null : found.own, index: seat - 1 };
  const { board, own } = newest;
  const public_ = closed ? undefined : board.seats[seat - 1];
  const idle = board.table.state === "idle";
  text(at("name"), closed ? sharing.names(board) : public_?.name ?? t("Seat {number}", { number: seat }));
  show(at("help"), !closed);
  text(at("act"), idle ? "Cuelight" : [placeWords(board), public_ ? badgeOf(public_, board) : "", board.table.made_up ? t("made-up cards") : ""].filter(Boolean).join(" · "));
  renderPoints(public_);
  const happening = idle || board.winners ? "" : (own ? own.happening : board.happening) ?? (public_?.up ? null : board.window?.text) ?? "";
  const open = idle ? t("No game has begun.") : board.winners ? endWords(board.winners, public_?.name) : waitWords(board, own) ?? own?.headline ?? board.headline;
  text(at("happening"), happening === open ? "" : happening);
  attr(at("happening"), "data-long", happening.length > LONG);
  text(at("decision"), open);
  const cue = public_ && !isDealt(own, public_) && !own?.waits && !public_.anothers ? public_.cue : null;
  attr(page, "data-cue", cue);
  renderCue(board, public_, own, cue);
  text(at("told"), public_?.told ?? "");
  renderTable(board, page.hasAttribute("data-covered") ? null : own, closed ? null : seat - 1);
  const there = Boolean(own && public_);
  show(at("mine"), there);
  show(at("rows"), there);
  if (there) {
    renderMine(at("mine"), newest);
    renderRows(own);
    carrying.render(newest);
  } else if (closed) empty();
  const shown = there && rowsOf(own).some(([, cards]) => cards.length > 0);
  show(at("unseen"), mine && !closed && !shown && board.table.state === "playing" && public_?.hand !== 0);
  renderLog(board.log ?? [], board.seats);
  renderEnd(at("end"), board, seat - 1, host);
  renderPrompter(board);
  show(at("take-back"), own?.can_undo);
  show(at("host-undoes"), own?.host_undoes && !own.bot);
  const bots = own?.bot ?? false;
  if (bots) text(at("cue"), t("A bot plays for you."));
  show(at("dock"), mine && public_ && !board.table.paused && !bots);
  lateTaps.follow(JSON.stringify([own?.headline ?? board.headline, board.window?.kind ?? null]), own?.options ?? []);
  renderDock(own, public_);
}

// The players for whom somebody waits whose card lies ready.
function waitWords(board, own) {
  if (!own?.early || board.asked !== "pre-placement") return null;
  const names = board.seats.filter((each) => laidBy(each)?.face !== "down").map((each) => each.name);
  return names.length > 0 ? t("Waiting for {names}", { names: listed(names) }) : null;
}

// A hand that is closed is not on the page.
function empty() {
  chosen = [];
  at("rows").replaceChildren();
  at("mine").replaceChildren();
  delete at("mine").dataset.shows;
  show(at("carry"), false);
}

function renderPoints(public_) {
  const points = public_ ? pointsOf(public_) : "";
  show(at("points"), points !== "");
  if (points === "") return;
  if (!score.isConnected) at("points").replaceChildren(score, el("span", {}, SCORED));
  text(score, points);
  attr(score, "aria-label", t("{points}: why?", { points: scoredWords(points) }));
}

// What the seat's light says, unless the headline says it; and how long still, where one can act.
function renderCue(board, public_, own, cue) {
  const acts = board.window?.seats?.includes(seat - 1) ?? false;
  const { paused } = board.table;
  const nothing = cue === "may-interrupt" && own?.options.every((option) => isPass(option) || isBesides(option));
  const said = nothing ? "" : cue === "on-deck" ? t("You are next.") : cue && unsaid(cueWords(cue, public_, board));
  text(at("cue"), paused ? t("The game is paused: interrupts and buttons are off.") : public_?.trouble ?? (board.winners ? "" : said ?? ""));
  text(at("reader"), public_?.reader ?? "");
  show(at("reader"), Boolean(public_?.reader));
  countdown.set(acts && !paused ? board.window : null);
  attr(at("now"), "data-window", acts ? board.window.kind : null);
}

const unsaid = (words) => (at("decision").textContent.toLowerCase().includes(words.toLowerCase()) ? "" : words);

// Whether a light asks to draw what the companion has dealt already: whose whole hand is here draws nothing by hand.
const isDealt = (own, { cue, hand }) => ["draw-script", "draw-staging"].includes(cue) && own?.hand?.length === hand;

// Who was hurt says more than that a scene begins, or that somebody draws; a card that has been played since says more.
function newestOf(lines, seats) {
  const last = lines.at(-1);
  if (last.kind === "card" && seats[last.seat] && laidBy(seats[last.seat])) return last;
  return lines.slice(-TOLD).findLast(({ kind }) => kind === "death") ?? lines.slice(-2).find(({ kind }) => kind === "wound") ?? last;
}

function renderLog(lines, seats) {
  show(at("log"), lines.length > 0);
  text(at("log").querySelector("b"), lines.length > 0 ? `: ${newestOf(lines, seats).text}` : "");
  keyed(at("log").querySelector("ol"), lines.slice(-TOLD).reverse(), (line) => line.id, (line) => el("li", { dir: "auto" }, times(line.times) + line.text));
}

function endWords(winners, name) {
  if (winners.length > 1) return t("The game is over. {names} share the win.", { names: listed(winners) });
  return winners.includes(name) ? t("You have won.") : t("The game is over. {name} wins.", { name: winners[0] });
}

// --- the own cards

// Copies of a card are alike, and each has a place of its own.
function placesOf(cards) {
  const seen = new Map();
  return cards.map((card) => {
    seen.set(card.id, (seen.get(card.id) ?? 0) + 1);
    return { card, key: `${card.id}/${seen.get(card.id)}` };
  });
}

function renderRows(own) {
  const rows = rowsOf(own).filter(([, cards]) => cards.length > 0).map(([words, cards]) => [words, placesOf(cards).map((place) => ({ ...place, key: `${words}/${place.key}` }))]);
  const laid = own.early && rows.flatMap(([, places]) => places).find(({ card }) => card.id === own.early.id)?.key;
  const there = new Set(rows.flatMap(([, places]) => places.map(({ key }) => key)));
  chosen = chosen.filter((one) => there.has(one.key));
  if (own.headline !== step && !choiceOf(own)) chosen = rows.length > 1 ? [] : chosen.filter(({ card }) => own.options.some((option) => option.card === card.id));      // of two rows, either may have a copy
  step = own.headline;      // a note about a card leaves with the question
  attr(at("rows"), "data-few", rows.length > 1 && there.size <= FEW);
  keyed(at("rows"), rows, ([words]) => words, ([words]) => el("section", {}, el("h2", {}, words), el("div", { class: "own-cards" })),
    (node, [, places]) => keyed(node.lastChild, places, ({ key }) => key, () => makeCard("button", { type: "button" }), (card, place) => {
      setCard(card, place.card);
      attr(card, "aria-description", place.card.words);
      attr(card, "data-laid", place.key === laid ? t("face down") : null);
      attr(card, "data-order", choiceOf(own)?.ordered ? chosen.findIndex((one) => one.key === place.key) + 1 || null : null);
      attr(card, "aria-pressed", String(chosen.some((one) => one.key === place.key)));
      card.onclick = () => take(place);
    }));
}

function take(place) {
  const most = choiceOf(newest.own)?.count ?? 1;
  const without = chosen.filter((one) => one.key !== place.key);
  if (most > 1 && without.length === most) {
    tell(t("All are chosen. Tap one of them again to choose another in its place."));
    return;
  }
  asking = null;
  chosen = without.length < chosen.length ? without : [...without, place].slice(-most);
  renderRows(newest.own);
  renderDock(newest.own, newest.board.seats[seat - 1]);
  for (const node of [at("pick"), at("options").firstElementChild]) node?.scrollIntoView({ block: "nearest" });      // on a short phone they are below the hand
}

// --- what may be said

const NOT_NOW = "not now";
const sameAnswer = (one, other) => JSON.stringify(one.answer) === JSON.stringify(other.answer);
const isPass = ({ answer, name }) => answer.do === "pass" || name === "ahead";
const isBesides = ({ look, group }) => look === "besides" || (look === undefined && group === "permitted");

function renderDock(own, public_) {
  const dock = at("dock");
  const held = dock.contains(document.activeElement);
  const choice = own && choiceOf(own);
  const options = choice ? (own.options ?? []).filter(({ answer }) => answer.do === choice.besides) : (own?.options ?? []);
  const about = options.filter((option) => option.card && option.card === chosen[0]?.card.id).map((option) => ({ ...option, look: "primary" }));
  const passed = own?.ahead || null;
  const free = about.length > 0 ? [] : options.filter((option) => !option.card && !(passed && option.answer.do === "pass"));      // a card that can do nothing hides no answer
  const shown = [...about, ...free.filter((option) => !isBesides(option))];
  const done = choice && chosen.length === choice.count;
  if (done) shown.push({ text: choice.text, look: "primary", answer: choice.answer(chosen.map(({ card }) => card.id)) });
  asking = asking && (options.find((option) => sameAnswer(option, asking)) ?? null);
  if (asking) {
    text(at("pick"), asking.sure);
    show(at("pick"), true);
    show(at("laid"), false);
    show(at("besides"), false);
    show(at("buttons"), false);
    renderButtons(at("options"), [{ ...asking, text: t("Yes: {what}", { what: asking.text }), look: "", sure: null }, { text: t("No, not now"), look: "primary", answer: {}, name: NOT_NOW }]);
    return;
  }
  shown.splice(shown.findIndex(isPass) + 1 || shown.length, 0, ...aheadOf(own, about, shown));
  text(at("pick"), pickWords(choice, options, about));
  show(at("pick"), at("pick").textContent);
  text(at("laid"), laidWords(own));
  show(at("laid"), at("laid").textContent);
  renderButtons(at("options"), withMain(shown, options.some((option) => option.card)));
  const besides = free.filter(isBesides);
  show(at("besides"), besides.length > 0);
  text(at("besides").firstChild, t("You may also: {what}", { what: besides.map((option) => option.text).join(" · ") }));
  renderButtons(at("besides").lastChild, besides);
  renderPush(public_, choice || own?.waits || isDealt(own, public_ ?? {}) || options.some((option) => !isBesides(option) && option.look !== "first"));
  const now = document.activeElement;
  if (held && !(dock.contains(now) && now.getClientRects().length > 0)) dock.focus({ preventScroll: true });      // what was pressed is gone
}

// A pass before one is asked, for the open round or for all that the scene still asks; or to take part again. With a card
// that one plays the pass for the scene costs no tap of its own.
function aheadOf(own, about, shown) {
  const until = (words, end, look, first = null) => ({ text: words, look, answer: { by: own.name, until: end }, name: "ahead", first });
  const lays = ({ answer }) => answer.do === "place";
  if (own?.ahead) return about.length > 0 ? [] : [until(own.ahead === "scene" ? t("Ask me again in this scene") : t("Take my pass back"), null, "again")];
  if (own?.ahead !== "") return [];
  if (about.length > 0) return about.filter(lays).map(({ answer }) => until(t("Play it, and ask me nothing more in this scene"), "scene", "", answer));
  const passes = shown.some(({ answer }) => answer.do === "pass");
  if (own.options.some(lays) || !own.passes) return [];
  return [...(passes ? [] : [until(t("Pass"), "round", "quiet")]), until(t("Ask me nothing more in this scene"), "scene", "half")];
}

// The golden button is what one usually does: never what costs something, and what lets things be where all else costs.
function withMain(shown, cards) {
  const plain = shown.map((option) => (option.look === "primary" && option.note && !option.main && shown.length > 1 ? { ...option, look: "" } : option));
  if (cards || plain.some(({ look }) => look === "primary")) return plain;
  return plain.map((option) => (option.look === "quiet" ? { ...option, look: "primary" } : option));
}

function renderButtons(parent, options) {
  attr(parent, "data-short", options.length > 2 && options.every(({ text: words, note }) => !note && words.length < SHORT));
  keyed(parent, options, ({ name, answer, first }) => JSON.stringify([name, answer, first]), () => el("button", { type: "button" }, el("b", {}), el("span", {})),
    (node, option) => {
      node.className = [option.look === "half" ? "" : option.look, isPass(option) && options.some(({ look }) => look === "half") ? "half" : ""].filter(Boolean).join(" ");
      text(node.firstChild, option.text);
      text(node.lastChild, option.note ?? "");
      show(node.lastChild, option.note);
      node.onclick = () => say(option);
    });
}

function pickWords(choice, options, about) {
  if (choice) return t("{words} ({chosen} of {count})", { words: choice.words, chosen: chosen.length, count: choice.count });
  if (page.hasAttribute("data-covered")) return "";
  if (chosen.length > 0) {
    const card = nameOf(chosen[0].card);
    if (about.length > 0) return withText(about[0].title ?? card, chosen[0].card, about);
    const named = options.some((option) => option.text.includes(card));      // a button uses it
    return named ? withText(card, chosen[0].card, []) : newest.own.why_not?.[chosen[0].card.id] ?? t("{card} cannot be used now.", { card });
  }
  if (laidWords(newest.own) !== "" || !options.some((option) => option.card && !isBesides(option))) return "";
  if (newest.board.happening && options.every((option) => !option.card || option.again === false)) return t("You may already play a card.");
  return options.some((option) => !option.card && !isBesides(option)) ? t("Tap a card, or:") : t("Tap a card.");
}

// The text of a card that is taken up, in letters that one can read, unless a button says it.
function withText(title, { text: words }, about) {
  if (!words || words === title || about.some(({ note }) => note?.includes(words))) return title;
  return t("{card}: {text}", { card: title, text: words });
}

// The card that lies there already, while another one can be laid in its place.
function laidWords(own) {
  if (own && page.hasAttribute("data-covered")) return t("Your hand is hidden. Tap Show to answer.");
  if (own?.options.some(({ card, answer }) => card && answer.do !== "place")) return "";      // a card is asked for something else
  if (own?.early) return t("{card} is ready. Tap another card to change your mind.", { card: nameOf(own.early) });
  if (own?.options.some(({ again }) => again)) return t("You play {card}. Tap another card to change your mind.", { card: nameOf(own.placed) });
  return "";
}

// What the button at the seat means now, where it means anything and nothing above says more of it; hold is another
// button only if it means something else. A press that would make another player's choice is left to the real button.
function renderPush(public_, said) {
  const { press = "", hold = "" } = public_?.anothers ? {} : public_ ?? {};
  const offered = newest.own?.options.some(({ look }) => look === "first");      // the costly one has a button of its own
  const two = hold !== "" && hold !== press && !offered;
  show(at("buttons"), (press || hold) && !said);
  show(at("press"), press);
  show(at("hold"), two);
  text(at("press"), begun(press));
  text(at("hold"), begun(hold));
  attr(at("press"), "class", press ? "primary" : null);
}

const begun = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

const LATE = t("That was meant for the question before. Nothing was done: look again.");
let next = null;      // what was tapped while the table had not answered yet, with the question that stood there

async function say(option) {
  const { answer, name = "answer", first = null, sure = null } = option;
  const dock = at("dock");
  if (!isPass({ answer, name }) && lateTaps.isRepeated()) return;
  if (dock.hasAttribute("data-busy")) {
    next = { option, asked: lateTaps.asked };
    return;
  }
  if (name === NOT_NOW || sure) {
    asking = sure ? option : null;
    askedAt = performance.now();
    renderDock(newest.own, newest.board.seats[seat - 1]);
    return;
  }
  const isSecondTap = asking && performance.now() - askedAt < READ_MS;
  if (isSecondTap || (!isPass({ answer, name }) && lateTaps.isLate({ answer, name }))) {
    tell(LATE);
    return;
  }
  lateTaps.answer();
  attr(dock, "data-busy", true);      // until the table has answered; a disabled button would drop the keyboard
  const laid = first === null || (await command("answer", first)).ok;
  const told = laid ? await command(name, answer) : { ok: false };
  attr(dock, "data-busy", null);
  lateTaps.answer();
  asking = null;
  if (told.ok) chosen = [];
  if (heard) render(heard);
  sayNext();
}

// A tap that came before the table had answered the one before it counts if the question is still the one that was seen.
function sayNext() {
  if (next === null) return;
  const { option, asked } = next;
  next = null;
  if (asked === lateTaps.asked) say(option);
  else tell(LATE);
}

// Whoever sits beside sees a phone, too: one tap covers what is secret.
function cover(covered) {
  attr(page, "data-covered", covered);
  attr(at("cover"), "aria-pressed", String(covered));
  text(at("cover"), covered ? t("Show") : t("Hide"));
  if (heard) render(heard);
}

// A tap on a player chooses that player, as the button with the name does.
at("players").addEventListener("click", ({ target }) => {
  const index = [...at("players").children].indexOf(target.closest(".own-player"));
  const option = index < 0 ? null : choosing(newest?.own, newest?.board.seats[index]?.name);
  if (option && !at("dock").hidden && !page.hasAttribute("data-covered")) say(option);
});
at("dock").addEventListener("pointerdown", (event) => lateTaps.press(event), true);
at("press").addEventListener("click", () => command("mat", { do: "press", button }));
at("hold").addEventListener("click", () => command("mat", { do: "hold", button }));
at("take-back").addEventListener("click", () => say({ answer: {}, name: "undo" }));
at("cover").addEventListener("click", () => {
  const covered = !page.hasAttribute("data-covered");
  chosen = [];
  cover(covered);
  inThisTab.set(COVERED, covered ? "yes" : "");
});
addEventListener("hashchange", () => keyIn(location) !== "" && location.reload());      // the link of this seat was opened where its page stood
enlargeCards(page);
offerHelp(at("help"));
cover(inThisTab.get(COVERED) === "yes");
await enter();
