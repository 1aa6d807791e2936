// The form for what stands on a card: its fields come from the game, each answer is checked while it is typed, and the
// card is drawn as it grows. Enter keeps it; the next one begins with what repeats. The keyboard types a number or a name,
// so it does not stop at the buttons that do the same for a finger.

import { art, attr, el, show, text } from "./dom.js";
import { command } from "./live.js";
import { t } from "./tongue.js";

const PAUSE_MS = 200;      // after a key, before the table is asked

export class CardForm {
  /** `draw(view)` shows the card; `kept()` is called once the table has it. */
  constructor(form, game, { draw, kept }) {
    Object.assign(this, { form, game, draw, kept, card: null, last: {}, touched: new Set(), asked: 0, changes: 0, timer: null });
    form.addEventListener("submit", (event) => { event.preventDefault(); this.keep(); });
    form.addEventListener("input", (event) => { this.complete(event); this.change(event.target.name); });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "TEXTAREA" || event.shiftKey) return;
      event.preventDefault();
      form.requestSubmit();
    });
  }

  // The keyboard begins at the first question, of which what repeats is chosen already; so do the eyes.
  begin() {
    if (this.form.getBoundingClientRect().top < 0) scrollTo(0, 0);
    const first = [...this.form.querySelectorAll("input, textarea")].find((input) => input.offsetParent !== null);
    const chosen = first?.type === "radio" ? this.form.querySelector(`input[name="${first.name}"]:checked`) : null;
    (chosen ?? first)?.focus({ preventScroll: true });
  }

  /** Ask what stands on a card; `focus` puts the keyboard there. One card more, "", stays until it is kept or closed. */
  async open(card, focus) {
    if (this.card === card || this.card === "") return;
    this.card = card;
    const mine = ++this.asked;
    const told = await command("card", { do: "open", game: this.game, card });
    if (mine !== this.asked) return;
    if (!told.ok) return this.close();
    this.told = told;
    this.touched.clear();
    this.form.replaceChildren(...told.fields.map((field) => this.made(field)), this.keys(told));
    this.fill(told.guess && !(told.adds && card !== "") ? { ...(card === "" ? told.values : {}), ...this.repeated() } : told.values);
    if (card === "") this.draw(told.view);
    show(this.form, true);
    if (focus) this.begin();
  }

  close() {
    this.card = null;
    this.asked += 1;
    clearTimeout(this.timer);
    show(this.form, false);
  }

  repeated() {
    return Object.fromEntries(this.told.fields.filter(({ name, repeats }) => repeats && name in this.last).map(({ name }) => [name, this.last[name]]));
  }

  made(field) {
    const error = el("p", { class: "field-error", id: `error-${field.name}`, hidden: true });
    if (field.ask === "choice") return el("fieldset", { class: "card-field", "data-field": field.name }, el("legend", {}, field.words), el("div", { class: "chips" }, ...field.choices.map((choice) => chip(field, choice))), error);
    const input = field.ask === "lines" ? el("textarea", { rows: 2, maxlength: 2000 })
      : el("input", { type: field.ask === "flag" ? "checkbox" : "text", autocomplete: "off", ...(field.ask === "count" ? { maxlength: 9, inputmode: "numeric" } : field.ask === "text" ? { maxlength: 2000 } : {}) });
    attr(input, "name", field.name);
    attr(input, "aria-describedby", error.id);
    if (field.ask !== "flag") attr(input, "dir", "auto");
    const label = el("label", { class: "card-label" }, el("span", {}, field.words), input);
    const more = field.ask === "count" ? [this.step(input, -1, field), this.step(input, 1, field)]
      : field.choices.length > 0 ? [el("div", { class: "chips" }, ...field.choices.map((choice) => this.proposal(input, choice)))] : [];
    return el("div", { class: "card-field", "data-field": field.name, "data-ask": field.ask }, label, ...more, error);
  }

  step(input, by, field) {
    const words = by > 0 ? t("One more: {field}", { field: field.words }) : t("One less: {field}", { field: field.words });
    return el("button", { type: "button", class: "step", tabindex: -1, "aria-label": words, onclick: () => {
      input.value = String(Math.max(0, (Number(input.value) || 0) + by));
      this.change(input.name);
    } }, by > 0 ? "+" : "−");
  }

  proposal(input, choice) {
    return el("button", { type: "button", class: "chip", tabindex: -1, onclick: () => {
      input.value = input.value === choice.value ? "" : choice.value;
      this.change(input.name);
    } }, choice.picture ? art(choice.picture) : null, el("span", {}, choice.words));
  }

  keys(told) {
    const guess = el("button", { type: "button", onclick: () => { this.fill(told.values); this.change(null); } }, t("Start from the guess"));
    const drop = el("button", { type: "button", onclick: () => this.send("drop") }, t("It is not in my box"));
    const more = el("button", { type: "button", onclick: () => this.open("", true) }, t("One more card"));
    return el("p", { class: "box-actions card-keys" }, el("button", { type: "submit", class: "primary" }, t("Save it")),
      told.guess && told.card !== "" ? guess : null, told.adds && told.card !== "" ? drop : null, told.adds ? more : null,
      el("span", { class: "field-error", id: "error-", role: "alert", hidden: true }));
  }

  fill(values) {
    for (const { name, ask } of this.told.fields) {
      const value = values[name] ?? "";
      if (ask === "choice") for (const radio of this.inputs(name)) radio.checked = radio.value === value;
      else if (ask === "flag") this.inputs(name)[0].checked = value === true;
      else this.inputs(name)[0].value = String(value);
    }
    this.fold();
  }

  inputs(name) {
    return [...this.form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
  }

  /** What is filled in, of the fields that are asked. */
  values() {
    const found = {};
    for (const { name, ask } of this.told.fields) {
      if (this.form.querySelector(`[data-field="${CSS.escape(name)}"]`).hidden) continue;
      const [input] = this.inputs(name);
      const value = ask === "choice" ? this.inputs(name).find((radio) => radio.checked)?.value : ask === "flag" ? input.checked : input.value.trim();
      if (value === undefined || value === "") continue;
      found[name] = ask === "count" && /^\d+$/.test(value) ? Number(value) : value;
    }
    return found;
  }

  /** Hide what is not asked now. */
  fold() {
    for (const { name, only } of this.told.fields) {
      if (!only) continue;
      const value = this.inputs(only.field).find((radio) => radio.checked)?.value ?? "";
      show(this.form.querySelector(`[data-field="${CSS.escape(name)}"]`), only.is.includes(value));
    }
  }

  /** Finish a name that can be no other; what was added is marked, so that the next letter takes its place. */
  complete({ target, inputType, isComposing }) {
    const begun = target.value;
    const field = this.told.fields.find(({ name }) => name === target.name);
    if (field?.ask !== "text" || inputType !== "insertText" || isComposing || target.selectionStart !== begun.length) return;
    const fits = field.choices.filter(({ value }) => value.toLowerCase().startsWith(begun.toLowerCase()));
    if (fits.length !== 1) return;
    target.value = fits[0].value;
    target.setSelectionRange(begun.length, target.value.length);
  }

  change(name) {
    if (name) this.touched.add(name);
    this.changes += 1;
    this.fold();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send("look"), PAUSE_MS);
  }

  keep() {
    for (const { name } of this.told.fields) this.touched.add(name);
    this.send("keep");
  }

  async send(deed) {
    clearTimeout(this.timer);
    const values = this.values();
    if (deed === "keep") this.last = values;      // the next card may be asked for before the answer is here
    const mine = ++this.asked;
    const before = this.changes;
    const told = await command("card", { do: deed, game: this.game, card: this.card, ...(deed === "drop" ? {} : { values }) });
    if (mine !== this.asked || !told.ok) return;
    if (deed === "look" && before !== this.changes) return;      // the next look says what is wrong with what was typed since
    if (told.kept) {
      this.close();
      this.kept();
      return;
    }
    this.draw(told.view);
    this.tell(told, deed === "keep");
  }

  /** Say what is wrong at each field that was touched; after an attempt to keep it, at all. */
  tell({ faults, besides }, tried) {
    const found = new Map(faults.map(({ field, what }) => [this.form.querySelector(`#error-${CSS.escape(field)}`) ? field : "", what]));
    for (const { name } of this.told.fields) {
      const what = this.touched.has(name) ? found.get(name) : undefined;
      this.say(name, what);
      for (const input of this.inputs(name)) attr(input, "aria-invalid", what !== undefined ? "true" : null);
    }
    this.say("", found.get("") ?? (tried ? besides[0] : undefined));
    if (tried) this.form.querySelector("[aria-invalid]")?.focus();
  }

  say(name, what) {
    const error = this.form.querySelector(`#error-${CSS.escape(name)}`);
    text(error, what ?? "");
    show(error, what !== undefined);
  }
}

function chip(field, choice) {
  return el("label", { class: "chip" }, el("input", { type: "radio", class: "unseen", name: field.name, value: choice.value, "aria-describedby": `error-${field.name}` }),
    choice.picture ? art(choice.picture) : null, el("span", {}, choice.words));
}
