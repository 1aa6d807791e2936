// A phone that two players share: it shows the hand of one of them, once that player has said "I am Ben". The hand closes when
// the other player is asked for something, when the page is put away, and at each loading. The table itself gives this
// browser the cards of one seat at a time.

import { isCalled } from "./asked.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { cueWords } from "./hints.js";
import { makeMark } from "./lamps.js";
import { command, tell } from "./live.js";
import { inThisBrowser, inThisTab } from "./storage.js";
import { t } from "./tongue.js";
import { listed } from "./words.js";

const OPENED = "cuelight.opened";       // the seat whose player has just opened the hand
const INVITED = "cuelight.second";      // until when the next code is that of a second player
const INVITED_MS = 10 * 60_000;
const LINK = /\/seat\/(\d)#(\S+)/;

const at = (id) => document.getElementById(id);

/** Whether the code that this phone has just scanned belongs to a second player. It is asked once for each code. */
export function isInvited() {
  const until = Number(inThisBrowser.get(INVITED));
  inThisBrowser.remove(INVITED);
  return Date.now() < until;
}

export class Sharing {
  /** The players of `seats` share this phone, and `seat` is the one whose hand it may show; `changed` draws the page again. */
  constructor(seat, seats, changed) {
    this.seat = seat;
    this.other = seats.find((each) => each !== seat) ?? null;
    this.seats = seats;
    this.open = this.other === null || inThisTab.get(OPENED) === String(seat);
    this.due = null;      // whether the other player was asked when the page was drawn last
    this.changed = changed;
    inThisTab.remove(OPENED);
    attr(at("own-seat"), "data-seats", seats.join());
    at("other").addEventListener("click", () => this.close());
    at("second").addEventListener("click", askForSecond);
    document.addEventListener("visibilitychange", () => document.hidden && this.close());
  }

  /** Whether no hand is open. */
  isClosed(board) {
    return !this.open && !board.winners && board.table.state !== "idle";
  }

  /** Take in a snapshot: close the hand where it is the other player's turn, and show whose hand can be opened. */
  follow(board, own) {
    const isBusy = isCalled(board.seats[this.seat - 1] ?? {}) && !own?.waits && !own?.early && !own?.ahead;
    const other = board.seats[this.other - 1];
    const due = other !== undefined && isCalled(other) && !isBusy;
    if (due && this.due === false) this.close(false);
    this.due = due;
    const closed = this.isClosed(board);
    attr(at("own-seat"), "data-closed", closed);
    show(at("handover"), closed);
    show(at("other"), this.other !== null && !closed);
    show(at("second"), own && this.other === null && board.seats.length > 2 && !board.winners);
    if (other) text(at("other"), t("Give to {name}", { name: other.name }));
    attr(at("other"), "class", other && isCalled(other) ? "primary" : "quiet");
    if (closed) this.render(board);
  }

  /** The names of those who share the phone. */
  names(board) {
    return listed(this.seats.map((number) => board.seats[number - 1]?.name).filter(Boolean));
  }

  render(board) {
    const [title, choices, leave] = at("handover").children;
    const players = this.seats.filter((number) => board.seats[number - 1]).map((number) => ({ number, ...board.seats[number - 1] }));
    const called = players.filter(isCalled);
    text(title, called.length === 1 ? t("Give the phone to {name}.", { name: called[0].name }) : t("Who has the phone?"));
    keyed(choices, players, ({ seat }) => seat, ({ seat }) => el("button", { type: "button" }, el("b", {}), el("span", {}), makeMark(seat)), (node, player) => {
      attr(node, "class", isCalled(player) ? "primary" : null);
      text(node.firstChild, t("I am {name}", { name: player.name }));
      text(node.children[1], isCalled(player) ? cueWords(player.cue, player, board) : "");
      node.onclick = () => this.enter(player.number);
    });
    keyed(leave.lastElementChild, players, ({ seat }) => seat, () => el("button", { type: "button" }), (node, { name, number }) => {
      text(node, t("Remove {name}", { name }));
      node.onclick = () => this.enter(this.seats.find((each) => each !== number), false);
    });
  }

  /** Open the hand of a seat: the page of the other one is loaded anew. */
  async enter(number, keep = true) {
    if ((number !== this.seat || !keep) && !(await command("seat", { seat: number, keep })).ok) return;
    if (number === this.seat && keep) {
      this.open = true;
      this.due = null;
      this.changed();
      return;
    }
    inThisTab.set(OPENED, String(number));
    location.assign(`/seat/${number}`);
  }

  close(draw = true) {
    if (this.other === null || !this.open) return;
    this.open = false;
    for (const dialog of document.querySelectorAll("dialog[open]")) {
      if (dialog.classList.contains("who-first")) dialog.remove();      // it has not been read yet
      else dialog.close();
    }
    if (draw) this.changed();
  }
}

// How the second player comes in: with the next code that this phone scans, or with its link.
function askForSecond() {
  const link = el("input", { type: "url", inputmode: "url", autocomplete: "off", required: true });
  const dialog = el("dialog", { class: "why own-second", "aria-labelledby": "second-head", onclose: () => dialog.remove() },
    el("header", {}, el("h2", { id: "second-head" }, t("Add a second player on this phone")),
      el("button", { class: "quiet close", type: "button", "aria-label": t("Close"), onclick: () => { inThisBrowser.remove(INVITED); dialog.close(); } }, "\u00d7")),
    el("p", {}, t("Scan the code of the second player with this phone now. The host finds it at the desk, under “A phone for each seat”.")),
    el("form", { onsubmit: (event) => {
      event.preventDefault();
      const found = LINK.exec(link.value);
      if (found === null) tell(t("That is not the link of a seat."));
      else location.assign(`/seat/${found[1]}#${found[2]}`);
    } }, el("label", {}, t("Or paste its link:"), " ", link), el("button", { type: "submit" }, t("Add this player"))));
  inThisBrowser.set(INVITED, String(Date.now() + INVITED_MS));
  document.body.append(dialog);
  dialog.showModal();
}
