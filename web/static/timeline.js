// The game as a timeline at the desk: every step that stands, newest first, by scene; back to any of them with one
// confirmation that says what goes; and what may have been meant in place of a step, or was not heard before it.

import { el } from "./dom.js";
import { ask, command, tell } from "./live.js";
import { HOW } from "./marks.js";
import { n, t } from "./tongue.js";

const NAMED = 6;      // steps that a confirmation names one by one
const OPEN = 4;       // what else a step may have been, until it is folded

export class Timeline {
  /** `parent` gets the scenes; `more` is the button that asks for the whole game. */
  constructor(parent, more) {
    this.parent = parent;
    this.more = more;
    this.shown = "";
    this.whole = false;
    more.addEventListener("click", () => {
      this.whole = true;
      this.draw();
    });
  }

  /** Show the steps of a desk snapshot, or the whole game where somebody has asked for it. */
  render(desk) {
    const key = JSON.stringify([desk.steps, desk.board.table.game]);
    if (key === this.shown) return;
    if (this.game !== desk.board.table.game) this.whole = false;
    this.game = desk.board.table.game;
    this.shown = key;
    this.newest = desk.steps;
    this.draw();
  }

  async draw() {
    const steps = this.whole ? (await ask("timeline")).steps ?? this.newest : this.newest;
    this.more.hidden = this.whole || steps.length === 0 || steps.length > steps.at(-1).id;     // an old step that may be corrected stands here too
    const scenes = [];
    for (const step of [...steps].reverse()) {
      if (scenes.length === 0 || scenes.at(-1).where !== step.where) scenes.push({ where: step.where, steps: [] });
      scenes.at(-1).steps.push(step);
    }
    this.parent.replaceChildren(...scenes.map((scene) => el("section", { class: "scene-steps" }, el("h3", {}, scene.where),
      el("ol", {}, ...scene.steps.map((step) => makeStep(step, steps))))));
  }
}

function makeStep(step, steps) {
  const gone = { named: steps.filter((one) => one.id >= step.id).reverse().slice(0, NAMED), count: steps.at(-1).id - step.id + 1 };
  const sure = el("div", { class: "step-sure", hidden: "" });
  const back = el("button", { type: "button", class: "quiet", "aria-expanded": "false" }, t("Back to before this"));
  back.addEventListener("click", () => {
    sure.hidden = !sure.hidden;
    back.setAttribute("aria-expanded", String(!sure.hidden));
    if (!sure.hidden && sure.childElementCount === 0) sure.append(...confirmation(step, gone));
  });
  const others = step.instead.map((one) => [t("Instead: {answer}", { answer: one.text }), { to: step.id, answer: one.answer }]);
  const missed = (step.missed ?? []).map((one) => [t("Before this: {answer}", { answer: one.text }), { to: step.id, answer: one.answer, before: true }]);
  const few = others.length <= OPEN;
  return el("li", { class: "step", "data-how": step.how ?? "" },
    el("div", { class: "step-line" }, el("bdi", {}, step.text), step.how ? el("small", { class: "how", "data-how": step.how }, HOW[step.how]) : null, step.others ? another(step, () => sure.hidden && back.click()) : null, back),
    buttons(few ? [...others, ...missed] : missed),
    few ? null : el("details", {}, el("summary", {}, t("It was different ({count})", { count: others.length })), buttons(others)),
    sure);
}

function buttons(answers) {
  return answers.length === 0 ? null : el("div", { class: "step-others" }, ...answers.map(([words, body]) => el("button", { type: "button", onclick: () => command("undo", body) }, words)));
}

/**
 * A button that asks what it was: another card, or at another player; what came after it is played again. Where none
 * can be named, as on a mat where cards are laid and not said, it offers to go `back`.
 */
function another(step, back) {
  const button = el("button", { type: "button", class: "quiet" }, t("It was different"));
  button.addEventListener("click", async () => {
    const { ok, others = [] } = await ask("others", { about: { step: step.id } });
    if (!ok) return;
    if (others.length === 0) {
      tell(t("No other card can be entered here. Undo this, and lay the right one."));
      return back();
    }
    const cards = el("select", { "aria-label": t("What was it?") }, ...others.map((one, number) => el("option", { value: number }, one.text)));
    const right = el("button", { type: "button", onclick: () => command("undo", { to: step.id, answer: others[cards.value].answer }) }, t("Correct it"));
    button.replaceWith(cards, right);
    cards.focus();
  });
  return button;
}

function confirmation(step, { named, count }) {
  const more = count - named.length;
  return [
    el("p", {}, n("This will be undone. You can redo it until something else is played:", "These {count} will be undone. You can redo them until something else is played:", count)),
    el("ul", {}, ...named.map((one) => el("li", {}, el("bdi", {}, one.text))), more > 0 ? el("li", {}, n("and one more", "and {count} more", more)) : null),
    el("button", { type: "button", class: "danger", onclick: () => command("undo", { to: step.id }) }, n("Yes, undo it", "Yes, undo all {count}", count)),
  ];
}
