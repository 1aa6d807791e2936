// What a page reads out, in its language, if somebody at this screen wants it: the moment; at a seat's page also what its
// light asks. It says what everybody sees, nothing that was just said, and not that one fewer is waited for: those who
// are still asked have heard it. `cuelight/app/speech/prompts.py` does the same for a table's own voice.

import { cueWords } from "./hints.js";
import { t } from "./tongue.js";
import { CUE_WORDS } from "./words.js";

const MOST_MOMENTS = 2;      // of what has happened at once, the newest
const CALLS = {
  "lay": t("Play a card."),
  "go-on": t("Done?"),
  "your-turn": t("Your turn."),
  "may-interrupt": t("You may interrupt."),
  "choose": t("Choose."),
  "draw-either": t("Which pile?"),
  "draw-script": t("Draw a script card."),
  "draw-staging": t("Draw a staging card."),
  "attention": t("Please see the desk."),
};
const OWN = ["lay", "go-on", "your-turn", "choose"];      // for which a game may have words of its own

/** Whether this browser can speak. */
export const canSpeak = "speechSynthesis" in globalThis;

/** Follows boards and speaks what is new, at a seat's page with the `number` of its seat. */
export class Aloud {
  constructor(number) {
    this.number = number;
    this.heard = null;
    this.said = "";
  }

  /** Say what is new in a board. */
  follow(board) {
    const before = this.heard !== null && this.heard.game === board.table.game ? this.heard : null;
    this.heard = heardOf(board);
    const called = board.seats.filter((seat) => seat.cue in CALLS && this.heard.lights.get(seat.seat) !== before?.lights.get(seat.seat));
    const moment = [board.happening, board.headline, ...atRacks(board).map(({ text }) => text)].filter(Boolean).map(ended).join(" ");
    const news = moment !== this.said && (before?.open !== this.heard.open || called.length > 0);
    if (news) this.said = moment;
    const happened = before === null ? [] : (board.moments ?? []).filter(({ id }) => id > before.moment).slice(-MOST_MOMENTS).map((line) => ended(line.text));
    const own = board.seats[this.number - 1];
    const told = own?.told && own.told !== before?.told.get(own.seat) ? [ended(own.told)] : [];
    speak([...happened, ...(news ? [moment] : []), ...told, ...(called.includes(own) ? asks(own, board) : [])].join(" "));
  }
}

/** Be silent at once. */
export function hush() {
  speechSynthesis.cancel();
}

function heardOf(board) {
  return {
    game: board.table.game,
    open: JSON.stringify([board.asked, board.happening, board.table.paused, ...atRacks(board).filter(({ needs }) => needs !== "missing").map(({ text }) => text)]),
    lights: new Map(board.seats.map(({ seat, cue, press, hold }) => [seat, [cue, press, hold].join("\n")])),
    told: new Map(board.seats.map(({ seat, told }) => [seat, told])),
    moment: Math.max(0, ...(board.moments ?? []).map(({ id }) => id)),
  };
}

// What people are asked to do for bots whose cards lie in racks.
const atRacks = (board) => (board.prompter ?? []).filter(({ kind }) => kind === "rack");

function asks(seat, board) {
  const { cue, lay, press, hold } = seat;
  const shown = cueWords(cue, seat, board);
  const call = shown === CUE_WORDS[cue] || !OWN.includes(cue) ? CALLS[cue] : ended(shown[0].toUpperCase() + shown.slice(1));
  return [call, lay && ended(lay[0].toUpperCase() + lay.slice(1)), press && ended(t("Press: {action}", { action: press })), hold && hold !== press && ended(t("Hold: {action}", { action: hold }))].filter(Boolean);
}

const ended = (words) => (/[.!?]$/.test(words) ? words : `${words}.`);

// What was said before gives way: the table has gone on.
function speak(words) {
  if (words === "") return;
  const said = new SpeechSynthesisUtterance(words);
  said.lang = document.documentElement.dataset.language;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}
