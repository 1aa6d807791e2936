// The decks on the start page: those that fit the edition can be chosen, and a file of one's own can be added.

import { attr, el, show, text } from "./dom.js";
import { command } from "./live.js";
import { n, t } from "./tongue.js";
import { listed } from "./words.js";

const STAND_IN = "stand-in";

export class Decks {
  /** `select` has the decks as options, the owners' first; `told` says what became of a file, `remove` takes one off. */
  constructor(select, file, told, remove) {
    this.select = select;
    this.told = told;
    this.remove = remove;
    this.options = [...select.options];
    this.wanted = select.value;
    select.addEventListener("change", () => { this.wanted = select.value; this.offerRemoval(); });
    remove.addEventListener("click", () => this.takeOff());
    file.addEventListener("change", () => this.add(file));
  }

  /** Offer what fits an edition: what was chosen last, or else the owners' newest before the stand-in. */
  offer(edition) {
    const fitting = this.options.filter((option) => option.dataset.editions.split(" ").includes(edition));
    this.select.replaceChildren(...fitting);
    this.select.value = (fitting.find((option) => option.value === this.wanted) ?? fitting[0]).value;
    this.offerRemoval();
  }

  offerRemoval() {
    show(this.remove, this.select.value !== STAND_IN);
  }

  async takeOff() {
    const [gone] = this.select.selectedOptions;
    if (!(await command("remove-deck", { game: this.remove.dataset.game, deck: gone.value })).ok) return;
    this.options = this.options.filter((option) => option !== gone);
    this.say(true, t("{title} is off the list. Games keep it; add its file to have it again.", { title: gone.textContent }), []);
    this.select.dispatchEvent(new CustomEvent("removed"));
  }

  async add(file) {
    const [chosen] = file.files;
    if (!chosen) return;
    const answer = await command("deck", { text: await chosen.text() }, { quiet: true });
    file.value = "";
    if (answer.ok) this.take(answer.deck);
    else this.refuse(chosen.name, answer);
  }

  take(deck) {
    this.options = this.options.filter((option) => option.value !== deck.id);
    const option = el("option", { value: deck.id, "data-editions": deck.editions.join(" "), ...(deck.made_up && { "data-made-up": "" }) }, `${deck.title}${deck.made_up ? ` ${t("(made up)")}` : ""}`);
    this.options.unshift(option);
    const kinds = Object.entries(deck).filter(([kind, count]) => kind !== "guessed" && Number.isInteger(count) && count > 0);
    const cards = kinds.map(([kind, count]) => `${count} ${kind} ${count === 1 ? "card" : "cards"}`);
    this.say(true, t("{title} is saved at this table: {names}.", { title: deck.title, names: listed(cards) }), []);
    this.wanted = deck.id;
    this.select.dispatchEvent(new CustomEvent("taken", { detail: deck }));
  }

  refuse(name, answer) {
    const faults = answer.faults ?? [];
    const wrong = n("{name} was not accepted: it has one mistake.", "{name} was not accepted: it has {count} mistakes.", faults.length, { name });
    this.say(false, faults.length > 0 ? wrong : answer.error, faults);
  }

  say(good, words, faults) {
    const [line, list] = this.told.children;
    attr(this.told, "data-good", good);
    text(line, words);
    list.replaceChildren(...faults.map((fault) => el("li", {}, el("b", {}, fault.line ? t("Line {line}", { line: fault.line }) : t("The file")), ` ${fault.field ? `${fault.field}: ` : ""}${fault.what}`)));
    show(this.told, true);
  }
}
