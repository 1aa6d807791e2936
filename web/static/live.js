// The live feed and the commands: what every page needs to hear the table and to talk to it.
// The first snapshot stands in the page; after it the feed sends what has changed (changes.js).
// A feed that says nothing for too long counts as lost, even while the browser believes that it is open. So does a
// command that nobody answers: a dead connection holds up no button.
// A browser opens only six connections to a table, so its tabs share one feed: the visible tab that opened its feed last
// forwards each event to the others, which close theirs.

import { changed } from "./changes.js";
import { t } from "./tongue.js";

const SILENCE_MS = 4000;        // the server gives a sign of life every 2 s
const HIDDEN_SILENCE_MS = 40_000;       // and every 15 s to a page that nobody looks at
const MOST_SILENCE_MS = 10_000; // for a line that may only be slow
const HIDDEN_RANK = 1e15;       // below every tab that somebody looks at
const FOLLOWING = ["board", "mat", "desk", "seat", "start", "history"];      // pages on which nothing is filled in, or is kept
const AGE_MS = 60_000;          // after which a page without a feed asks whether it is old
const LOOK_MS = 250;
const ANSWER_MS = 4000;         // after which the person is told that an answer is missing
const ANSWERING_MS = 10_000;    // for a command that the table refuses if it comes late, by its `state`
const PATIENCE_MS = 60_000;     // for all else, while the line is good
const RETRY_MS = [500, 1000, 2000, 4000, 8000];

const clock = () => performance.now();

// Commands that answer what a page shows; they name its state, and the page, whose own moves are no news to it.
const ANSWERING = ["answer", "mat", "ahead", "undo", "redo", "pause", "pace", "close", "question", "rename", "drive", "chair"];
const screen = String(Math.random()).slice(2);
let seen = null;
const line = { follows: false, heard: 0, cuts: 0 };     // of the page's feed: whether there is one, the newest sign of life, how often it was lost

/** Follow a channel ("board", "desk" or "own"): `show(snapshot)` at each snapshot, newest wins; reconnects for ever. A page that `stays` is not of the game that is played. */
export function follow(channel, show, { stays = false } = {}) {
  const tabs = otherTabs(channel);
  let source = null;      // of this tab; null while another tab forwards its own
  let rank = 0;           // of its feed among those of all tabs
  let begun = 0;          // when a feed was opened last
  let failures = 0;
  let retry = null;
  let [had, whole] = inPage(channel);     // the mark of the newest snapshot, and the snapshot
  let waits = false;
  let mayBeOld = false;   // the feed ended, perhaps for an update of the table

  line.follows = true;
  const alive = () => {
    line.heard = clock();
    if (mayBeOld) setTimeout(reloadIfOld, Math.random() * 2000);       // not all at once
    mayBeOld = false;
    failures = 0;
    setLost(false);
  };
  const paint = () => {
    waits = false;
    const snapshot = whole;
    const { game, state, table } = snapshot.board ?? snapshot;
    const root = document.documentElement;
    if (!stays && ((game !== undefined && game !== root.dataset.game) || (table.language ?? root.dataset.language) !== root.dataset.language)) {
      location.reload();      // another game has begun, whose pieces are others, or another language is spoken
      return;
    }
    seen = state ?? null;
    show(snapshot);
    document.dispatchEvent(new CustomEvent("shown", { detail: snapshot }));
    document.documentElement.dataset.seq = (snapshot.board ?? snapshot).seq;
  };
  const take = (mark, snapshot) => {
    alive();
    [had, whole] = [mark, snapshot];
    if (!waits) queueMicrotask(paint);
    waits = true;
  };
  const receive = ({ kind, mark, data }) => {
    if (kind === "beat") alive();
    else if (kind === "message") take(mark, JSON.parse(data));
    else {
      const { of, change } = JSON.parse(data);
      if (of === had) take(mark, changed(whole, change));
      else {
        had = "";       // something was lost: the whole is asked for
        open();
      }
    }
  };
  const open = () => {
    clearTimeout(retry);
    retry = null;
    source?.close();
    mayBeOld = begun > 0;
    begun = clock();
    rank = performance.timeOrigin + begun - (document.hidden ? HIDDEN_RANK : 0);
    source = new EventSource(`/live/${channel}?since=${had}${document.hidden ? "" : "&beat=often"}`);
    for (const kind of ["beat", "message", "change"]) {
      source.addEventListener(kind, ({ lastEventId, data }) => {
        const event = { kind, mark: lastEventId, data };
        tabs?.postMessage({ rank, event });
        receive(event);
      });
    }
    source.onerror = () => {
      line.cuts += 1;
      setLost(true);
      leave();
      again();
      if (channel !== "board") stay(channel);
      tellIfFull(channel);
    };
  };
  const leave = () => {
    source?.close();
    if (source !== null) tabs?.postMessage({ rank });
    source = null;
  };
  const receiveFromTab = ({ data }) => {
    if (source !== null && data.rank < rank) return;
    if (data.event === undefined) {     // the tab that forwarded has left, or has lost its feed
      mayBeOld = true;
      return source === null && again();
    }
    source?.close();
    source = null;
    clearTimeout(retry);
    retry = null;
    receive(data.event);
  };
  const again = () => {
    if (retry !== null) return;
    retry = setTimeout(open, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] * (0.5 + Math.random() / 2));     // not all at once
    failures += 1;
  };
  const patience = () => (document.hidden ? HIDDEN_SILENCE_MS : Math.min(SILENCE_MS * (1 + failures / 2), MOST_SILENCE_MS));
  const watch = () => {
    if (retry === null && clock() - Math.max(line.heard, begun) > patience()) {
      failures += 1;
      line.cuts += 1;
      setLost(true);
      open();
    }
  };

  setInterval(watch, LOOK_MS);
  if (tabs !== null) tabs.onmessage = receiveFromTab;
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return open();    // asleep, a page's clock may stand still
    if (source === null) return;
    leave();
    again();        // with fewer signs of life, unless another tab opens a feed
  });
  addEventListener("online", open);
  addEventListener("offline", open);      // which fails at once, and says so; a page on the table’s own machine goes on
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("pagehide", leave);
  if (had !== "") queueMicrotask(paint);
  waits = had !== "";
  open();
}

// The other tabs of this browser that follow a channel; null in a browser that keeps tabs apart.
function otherTabs(channel) {
  try {
    return new BroadcastChannel(`live ${channel}`);
  } catch {
    return null;
  }
}

// The snapshot that came with the page.
function inPage(channel) {
  const found = document.querySelector(`[data-snapshot="${channel}"]`);
  found?.remove();
  return found === null ? ["", null] : [found.dataset.mark, JSON.parse(found.textContent)];
}

// Whoever is the host no more, since somebody changed the PIN, is asked for it; a seat's key may fit no more.
async function stay(channel) {
  const door = await ask("door", { quiet: true });
  if (door.ok && !(channel === "desk" ? door.role === "host" : door.seat)) location.reload();
}

// A stream that is refused has no words for the page: whether there are too many viewers is asked for.
async function tellIfFull(channel) {
  const answer = await fetch(`/live/${channel}`, { method: "HEAD" }).catch(() => null);
  if (answer?.status !== 503 || document.documentElement.dataset.link !== "lost") return;
  document.getElementById("lost").textContent = t("Too many viewers are connected. This page updates when one of them leaves.");
}

/** A desk snapshot with everything in it: before any game, much of it is left out. */
export function whole(desk) {
  return {
    driver: null, zones: {}, lights: {}, hands: {}, box: [], cards: {}, options: [], decision: null, questions: [], irregularities: [],
    can_undo: false, undo_text: null, steps: [], undone: [], undone_count: 0, undone_lost: 0, typed: [], marks: {}, begun: null, notices: [], games: [], ...desk,
  };
}

function setLost(lost) {
  const root = document.documentElement;
  if (root.dataset.link === (lost ? "lost" : "live")) return;
  root.dataset.link = lost ? "lost" : "live";
  const notice = document.getElementById("lost");
  notice.hidden = !lost;
  notice.textContent = lost ? t("The connection to Cuelight is lost. Play on: this page updates when it is back.") : "";
}

// After an update of the table its files have other addresses; those of this page are no longer to be kept then.
async function reloadIfOld() {
  const own = document.querySelector("script[type=module][src*='/v-']");
  const answer = own && (await fetch(own.src, { method: "HEAD", cache: "no-store" }).catch(() => null));
  if (answer?.headers.get("cache-control") !== "no-cache") return;
  const { page } = document.documentElement.dataset;
  const isBusy = document.querySelector("[data-chosen], [data-dragging], dialog[open], :is(input, select, textarea):focus") !== null;
  if (FOLLOWING.includes(page) && !isBusy) location.reload();
  else tell(t("The table has been updated. Reload this page when you are done."));
}

// A page without a feed asks now and then, and when somebody comes back to it.
function watchAge() {
  if (!line.follows && !document.hidden) reloadIfOld();
}
setInterval(watchAge, AGE_MS);
document.addEventListener("visibilitychange", watchAge);
addEventListener("pageshow", (event) => event.persisted && watchAge());

/** The number of the state that the page shows, for a command that begins now and is sent later. */
export const shownState = () => seen;

/**
 * Send a command, which answers what the page shows now, or an older `state` that it names. Gives {ok, ...the answer},
 * `lost` where nobody answered; what was refused is told to the person, unless `quiet`.
 */
export async function command(name, body = {}, { quiet = false } = {}) {
  const answers = ANSWERING.includes(name);
  const answer = await call(`/api/${name}`, answers ? ANSWERING_MS : PATIENCE_MS, false, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(seen === null || !answers ? body : { state: seen, screen, ...body }),
  });
  if (!answer.ok && !quiet) tell(answer.error);
  return answer;
}

/** Ask for what is in no snapshot. Gives {ok, ...the answer}; what cannot be told is told to the person. */
export async function ask(name, { quiet = false, about = null } = {}) {
  const answer = await call(about === null ? `/api/${name}` : `/api/${name}?${new URLSearchParams(about)}`, PATIENCE_MS, quiet);
  if (!answer.ok && !quiet) tell(answer.error);
  return answer;
}

// Waits as long as `patience` for a table that is slow, and no longer than it takes to find that the line is dead: then
// the request may still be carried out, and the page shows it once the table is heard again.
async function call(path, patience, quiet, options = {}) {
  const stop = new AbortController();
  const [begun, { cuts }, online] = [clock(), line, navigator.onLine];
  let told = quiet;
  const isDead = () => line.follows && (line.cuts !== cuts || clock() - line.heard > SILENCE_MS);
  const watching = setInterval(() => {
    if (clock() - begun < ANSWER_MS) return;
    if (!told) tell(noAnswer());
    told = true;
    if (clock() - begun > patience || isDead()) stop.abort();
  }, LOOK_MS);
  try {
    const response = await fetch(path, { ...options, signal: stop.signal });
    return { ...(await response.json()), ok: response.ok };
  } catch {
    return { ok: false, lost: true, error: online ? noAnswer() : t("Cuelight does not answer. Nothing was changed.") };
  } finally {
    clearInterval(watching);
  }
}

const noAnswer = () => t("No answer from the table. Trying again …");

let fading = null;

/** Say something to the person at this page, for a few seconds. */
export function tell(words) {
  const toast = document.getElementById("toast");
  toast.textContent = words;
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.hidden = true; }, 6000);
}
