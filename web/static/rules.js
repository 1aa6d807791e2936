// By which rules and with which cards: the fields that the two pages that begin a game share.

import { Decks } from "./decks.js";
import { show } from "./dom.js";

export class Rules {
  /** `changed` is called when another edition is chosen. */
  constructor(form, changed = () => {}) {
    this.form = form;
    this.changed = changed;
    const { edition, deck } = form.elements;
    this.decks = new Decks(deck, document.getElementById("deck-file"), document.getElementById("deck-told"), document.getElementById("deck-remove"));
    edition.addEventListener("change", () => this.offer());
    deck.addEventListener("taken", ({ detail }) => this.follow(detail.editions));
    deck.addEventListener("change", () => this.suit());
    deck.addEventListener("removed", () => this.offer());
    this.follow(deck.options[0].dataset.editions.split(" "));      // the owners' newest cards, where there are some
  }

  /** The edition, and whatever is not its default. */
  chosen() {
    const { form } = this;
    const [edition, level] = form.elements.edition.value.split("/");
    const variants = [...form.querySelectorAll('[name="variant"]:checked')].filter((box) => !box.disabled).map((box) => box.value);
    const changed = [...form.querySelectorAll('[name^="ruling."]')].filter((select) => select.selectedIndex > 0);
    const rulings = Object.fromEntries(changed.map((select) => [select.name.slice("ruling.".length), select.value]));
    return {
      edition,
      deck: form.elements.deck.value,
      ...(form.elements.pace && form.elements.pace.value !== "usual" && { pace: form.elements.pace.value }),
      ...(level && { level }),
      ...(variants.length > 0 && { variants }),
      ...(changed.length > 0 && { rulings }),
    };
  }

  /** Choose what a game was played by: {edition, level, variants, rulings, deck}, as far as it can be chosen. */
  choose({ edition, level, variants = [], rulings = {}, deck }) {
    const { form } = this;
    pick(form.elements.edition, level ? `${edition}/${level}` : edition);
    this.offer();
    if (deck) pick(form.elements.deck, deck);
    form.elements.deck.dispatchEvent(new Event("change"));
    for (const box of form.querySelectorAll('[name="variant"]')) box.checked = variants.includes(box.value);
    for (const [id, answer] of Object.entries(rulings)) pick(form.elements[`ruling.${id}`], answer);
  }

  /** Only the variants and decks that the chosen edition has can be chosen. */
  offer() {
    const [edition] = this.form.elements.edition.value.split("/");
    this.decks.offer(edition);
    this.suit();
    for (const label of this.form.querySelectorAll(".variant")) {
      const known = label.dataset.editions.split(" ").includes(edition);
      show(label, known);
      label.querySelector("input").disabled = !known;
    }
    this.changed();
  }

  // Made-up cards have usual answers of their own.
  suit() {
    const madeUp = "madeUp" in this.form.elements.deck.selectedOptions[0].dataset;
    for (const select of this.form.querySelectorAll("[data-made-up][name]")) select.value = madeUp ? select.dataset.madeUp : select.options[0].value;
  }

  // The edition goes with a deck that was added.
  follow(editions) {
    const now = this.form.elements.edition;
    const fits = (option) => editions.includes(option.value.split("/")[0]);
    if (!fits(now.selectedOptions[0])) now.value = [...now.options].find(fits).value;
    this.offer();
  }
}

// Choose an option where there is one.
function pick(select, value) {
  if (select && [...select.options].some((option) => option.value === value)) select.value = value;
}
