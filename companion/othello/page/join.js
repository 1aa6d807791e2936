// An Othello under way: seats with their tokens, wounds on the tiles, and piles, as a position.

import { el } from "./dom.js";
import { t } from "./tongue.js";

/** What the form asks follows the edition, the act and the number of players; what was typed stays. */
export function suggest({ form, seats, outline }) {
  const act = Number(form.elements.act.value);
  const [script, staging] = outline.hands[seats.length][act - 1];
  const between = form.elements.phase.value === "intermission";      // the next act's script is not dealt yet
  const usual = { intrigue: outline.tokens[0], spotlight: outline.tokens[1], script: between ? 0 : script, staging };
  seats.forEach((seat, index) => {
    for (const [key, value] of Object.entries(usual)) {
      const input = seat.querySelector(`[data-key="${key}"]`);
      if (!input.dataset.typed) input.value = value;
    }
    fill(seat.querySelector(".coins"), outline.coins, (coin) => makeNumber(t("{coin} coins", { coin }), `seats[${index}].coins.${coin}`));
  });
  fill(document.getElementById("tiles"), outline.stars[act - 1], makeTile);
}

// Keep the fields that are there already, with what was typed in them.
function fill(parent, names, make) {
  const old = new Map([...parent.children].map((child) => [child.dataset.of, child]));
  parent.replaceChildren(...names.map((name) => {
    const node = old.get(name) ?? make(name);
    node.dataset.of = name;
    return node;
  }));
}

function makeNumber(words, field) {
  return el("label", {}, `${words} `, el("input", { type: "number", min: 0, value: 0, inputmode: "numeric", "data-field": field }));
}

function makeTile(name) {
  return el("div", { class: "join-tile" }, makeNumber(name, `tiles.${name}.wounds`),
    el("label", { class: "tick" }, el("input", { type: "checkbox", "data-field": `tiles.${name}.dead` }), t("dead")));
}

/** What the form says, as a position. */
export function positionOf({ form, seats, number }) {
  const lead = form.elements.lead.value ?? "";
  return {
    act: Number(form.elements.act.value), scene: number(form.elements.scene), phase: form.elements.phase.value,
    lead: lead === "" ? null : seats[Number(lead)]?.querySelector('[data-key="name"]').value.trim(),
    marker: form.elements.marker.value, half_curtain: form.elements.half_curtain.checked,
    seats: seats.map((seat) => seatOf(seat, number)),
    tiles: Object.fromEntries([...document.getElementById("tiles").children].map((tile) => {
      const [wounds, dead] = tile.querySelectorAll("input");
      return [tile.dataset.of, { wounds: number(wounds), dead: dead.checked }];
    })),
    piles: Object.fromEntries([...form.querySelectorAll('[name^="piles."]')].filter((input) => input.value.trim() !== "")
      .map((input) => [input.name.slice("piles.".length), number(input)])),
  };
}

function seatOf(seat, number) {
  const input = (key) => seat.querySelector(`[data-key="${key}"]`);
  const count = (key) => Math.min(30, Math.max(0, Number(input(key).value) || 0));
  const coins = [...seat.querySelectorAll(".coins input")].map((field) => [field.parentNode.dataset.of, number(field)]);
  return {
    name: input("name").value.trim(),
    ...Object.fromEntries(["points", "intrigue", "spotlight", "wounds"].map((key) => [key, number(input(key))])),
    hand: [...Array(count("script")).fill("?script"), ...Array(count("staging")).fill("?staging")],
    scored: input("scored").value.split(/[\s,;]+/).filter(Boolean),
    coins: Object.fromEntries(coins.filter(([, held]) => held !== 0)),
    handkerchief: seat.querySelector('[name="handkerchief"]').checked,
  };
}
