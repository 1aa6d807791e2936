// A game again, step by step on the board: forward, back, by itself, and to the beginning of a scene.

import { renderBoard } from "./board.js";
import { changed } from "./changes.js";
import { attr, el, show, text } from "./dom.js";
import { t } from "./tongue.js";

const at = (id) => document.getElementById(id);
const STEP_MS = 1600;

export class Replay {
  /** `frames` and `rules` as /api/history/N/replay gives them: of each step the words, the place, by which rules, and what changed on the board. */
  constructor(frames, rules) {
    let board = {};
    this.frames = frames.map(({ text: words, where, rules: why, board: change }) => {
      board = change === null ? board : changed(board, change);
      return { words, where, why: why.filter((id) => rules[id]), board };
    });
    this.rules = rules;
    this.reasons = document.body.appendChild(el("dialog", { class: "why", "aria-label": t("Why?") }));
    this.reasons.addEventListener("click", (event) => event.target === this.reasons && this.reasons.close());      // beside it
    this.now = 0;
    this.playing = null;
    this.prepare();
  }

  prepare() {
    const starts = this.frames.map((frame, i) => [frame.where, i]).filter(([where, i]) => where !== this.frames[i - 1]?.where);
    at("replay-scene").append(...starts.map(([where, i]) => el("option", { value: i }, where)));
    at("replay-at").max = this.frames.length - 1;
    at("replay-back").addEventListener("click", () => this.close());
    at("replay-scene").addEventListener("change", (event) => this.go(Number(event.target.value)));
    at("replay-earlier").addEventListener("click", () => this.go(this.now - 1));
    at("replay-later").addEventListener("click", () => this.go(this.now + 1));
    at("replay-at").addEventListener("input", (event) => this.go(Number(event.target.value)));
    at("replay-play").addEventListener("click", () => (this.playing === null ? this.play() : this.stop()));
    at("replay-why").addEventListener("click", () => this.tellWhy());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  isOpen() {
    return !at("board").hidden;
  }

  isAtEnd() {
    return this.now === this.frames.length - 1;
  }

  /** Show the board as it was after a step. */
  open(step) {
    this.turn(true);
    this.go(step);
    at("replay-later").focus();
  }

  close() {
    this.stop();
    this.turn(false);
    at("watch-again").focus();
  }

  turn(isOpen) {
    show(at("past"), !isOpen);
    show(at("board"), isOpen);
    show(at("replay-bar"), isOpen);
    for (const nav of document.querySelectorAll(".nav")) show(nav, !isOpen);
    attr(document.documentElement, "data-page", isOpen ? "board" : "past");
    attr(document.documentElement, "data-replay", isOpen);
    scrollTo(0, 0);
  }

  go(step) {
    this.now = Math.max(0, Math.min(this.frames.length - 1, step));
    if (this.isAtEnd()) this.stop();
    const { words, where, why, board } = this.frames[this.now];
    attr(at("board"), "data-state", board.table.state);
    attr(at("board"), "data-phase", board.phase ?? null);
    renderBoard(board);
    at("replay-at").value = this.now;
    attr(at("replay-at"), "aria-valuetext", where);
    at("replay-earlier").disabled = this.now === 0;
    at("replay-later").disabled = this.isAtEnd();
    const scene = [...at("replay-scene").options].filter((option) => Number(option.value) <= this.now).at(-1);
    at("replay-scene").value = scene?.value ?? 0;
    text(at("replay-text"), this.now === 0 ? t("The beginning") : words);
    show(at("replay-why"), why.length > 0);
  }

  // By which rules the step came to what it did.
  tellWhy() {
    this.stop();
    const { words, why } = this.frames[this.now];
    const close = el("button", { class: "quiet close", type: "button", "aria-label": t("Close"), onclick: () => this.reasons.close() }, "×");
    this.reasons.replaceChildren(el("header", {}, el("h2", { dir: "auto" }, words || t("The beginning")), close),
      el("section", {}, el("ul", { class: "why-rules" }, ...why.map((id) => el("li", {}, el("b", {}, id), el("span", {}, this.rules[id]))))));
    this.reasons.showModal();
  }

  play() {
    if (this.isAtEnd()) this.go(0);
    this.playing = setInterval(() => this.go(this.now + 1), STEP_MS);
    this.told();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.told();
  }

  told() {
    text(at("replay-play"), this.playing === null ? t("Play") : t("Pause"));
    attr(at("replay-play"), "aria-pressed", String(this.playing !== null));
  }

  // Arrows go step by step, where nothing that has the focus takes them for itself.
  key(event) {
    if (!this.isOpen() || ["INPUT", "SELECT"].includes(event.target.tagName) || event.target.closest("dialog")) return;
    const keys = { ArrowLeft: this.now - 1, ArrowRight: this.now + 1, Home: 0, End: this.frames.length - 1 };
    if (event.key in keys) {
      event.preventDefault();
      this.go(keys[event.key]);
    } else if (event.key === "Escape") this.close();
  }
}
