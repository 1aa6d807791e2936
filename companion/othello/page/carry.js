// A card of the owners' own is being carried out: what it says, and a form for what came of it.

import { makeCard, setCard } from "./cards.js";
import { el, show, text } from "./dom.js";
import { command } from "./live.js";
import { t } from "./tongue.js";

export const TITLES = { intrigue: t("Intrigue tokens"), spotlight: t("Spotlight tokens"), coin: t("Coins"), handkerchief: t("The handkerchief"), wounds: t("Wounds"), life: t("Who lives"), lead: t("The Lead"), hand: t("Cards") };
const BACKS = [["?script", t("a script card")], ["?staging", t("a staging card")]];

/** Shows the form in `parent` while the table carries out a card; what is typed stays while the page is brought up to date. */
export class Carrying {
  constructor(parent) {
    this.parent = parent;
    this.shown = null;
  }

  render(desk) {
    const asked = desk.decision?.carry_out ?? null;
    const key = asked && [asked.card.id, desk.board.act, desk.board.scene, desk.decision.players[0]].join("/");
    show(this.parent, asked);
    if (key !== this.shown) this.parent.replaceChildren(...(asked ? this.make(desk, asked) : []));
    this.shown = key;
  }

  make(desk, asked) {
    const [by] = desk.decision.players;
    const parts = asked.changes.map((what) => PARTS[what](desk, asked));
    const card = makeCard();
    setCard(card, asked.card);
    const form = el("form", { class: "carry-form" },
      ...parts.map(([node], i) => el("fieldset", {}, el("legend", {}, TITLES[asked.changes[i]]), node)),
      el("button", { type: "submit", class: "carry-done primary" }, t("That is how it is now")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const changes = parts.flatMap(([, read]) => read());
      command("answer", { by, do: "carry-out", ...(changes.length > 0 ? { changes } : {}) });
    });
    return [card, el("div", {}, el("p", { class: "carry-text" }, asked.card.text), form)];
  }
}

// Each makes its part of the form, and says how it is read: the list of changes that were made in it.
export const PARTS = {
  intrigue: (desk) => counters(desk.board.seats.map((seat) => [seat.name, seat.intrigue, { what: "intrigue", of: seat.name }])),
  spotlight: (desk) => counters(desk.board.seats.map((seat) => [seat.name, seat.spotlight, { what: "spotlight", of: seat.name }])),
  wounds: (desk) => counters([
    ...desk.board.tiles.filter((tile) => !tile.dead).map((tile) => [t("on {character}", { character: tile.character }), tile.wounds, { what: "wounds", name: tile.character }]),
    ...desk.board.seats.map((seat) => [t("before {name}", { name: seat.name }), seat.wounds, { what: "wounds", of: seat.name }]),
  ]),
  coin: (desk, asked) => rows((names) => {
    const [who, coin] = [select(names, t("Whose coins")), select(asked.coins.map((name) => [name, t("coins of {name}", { name })]), t("Which coins"))];
    const count = el("input", { type: "number", min: 0, max: 99, "aria-label": t("How many there are now") });
    const start = () => { count.value = held(desk, who.value, coin.value); };
    who.addEventListener("change", start);
    coin.addEventListener("change", start);
    start();
    const read = () => Number(count.value) === held(desk, who.value, coin.value) ? null : { what: "coin", of: who.value, name: coin.value, now: Number(count.value) };
    return [[who, coin, count], read];
  }, desk.board.seats.map((seat) => [seat.name, seat.name]), t("Other coins")),
  handkerchief: (desk) => {
    const holder = desk.board.seats.find((seat) => seat.handkerchief)?.name ?? "";
    return chosen([["", t("nobody has it")], ...people(desk)], holder, t("Who has the handkerchief"), (name) => ({ what: "handkerchief", of: name || null }));
  },
  lead: (desk) => chosen(people(desk), desk.board.seats.find((seat) => seat.lead)?.name ?? "", t("Who is the Lead"), (name) => ({ what: "lead", of: name })),
  life: (desk) => {
    const boxes = desk.board.tiles.map((tile) => [tile, el("input", { type: "checkbox", checked: !tile.dead })]);
    return [el("div", { class: "carry-rows" }, ...boxes.map(([tile, box]) => el("label", {}, box, t(" {character} lives", { character: tile.character })))),
      () => boxes.filter(([tile, box]) => box.checked === tile.dead).map(([tile, box]) => ({ what: "life", name: tile.character, now: box.checked }))];
  },
  hand: (desk) => rows((names) => {
    const back = select(BACKS, t("What kind of card"));
    const from = select([["", t("from the draw pile")], ...names.map(([name]) => [name, t("from {name}", { name })])], t("From whom"));
    const to = select([["", t("to the discard pile")], ...names.map(([name]) => [name, t("to {name}", { name })])], t("To whom"));
    const read = () => from.value || to.value ? { what: "hand", card: back.value, ...(from.value ? { from: from.value } : {}), ...(to.value ? { to: to.value } : {}) } : null;
    return [[back, from, to], read];
  }, people(desk), t("Another card")),
};

export function people(desk) {
  return desk.board.seats.map((seat) => [seat.name, seat.name]);
}

export function held(desk, name, coin) {
  return desk.board.seats.find((seat) => seat.name === name).coins?.[coin] ?? 0;
}

export function select(options, label) {
  return el("select", { "aria-label": label }, ...options.map(([value, words]) => el("option", { value }, words)));
}

/** A count for each of `items`, with less and more; only what is another number than before is told. */
export function counters(items) {
  const made = items.map(([name, before, change]) => {
    const now = el("output", { class: "tabular", "aria-label": name }, before);
    const add = (more) => text(now, Math.max(0, Number(now.textContent) + more));
    const row = el("div", { class: "carry-count" }, el("span", {}, name),
      el("button", { type: "button", "aria-label": t("{name}: one less", { name }), onclick: () => add(-1) }, "−"), now,
      el("button", { type: "button", "aria-label": t("{name}: one more", { name }), onclick: () => add(1) }, "+"));
    return [row, () => Number(now.textContent) === before ? [] : [{ ...change, now: Number(now.textContent) }]];
  });
  return [el("div", { class: "carry-rows" }, ...made.map(([row]) => row)), () => made.flatMap(([, read]) => read())];
}

export function chosen(options, before, label, change) {
  const box = select(options, label);
  box.value = before;
  return [box, () => box.value === before ? [] : [change(box.value)]];
}

/** Lines that can be added, each made by `make(names)` with how it is read: a change, or null. */
export function rows(make, names, more) {
  const readers = [];
  const list = el("div", { class: "carry-rows" });
  const add = () => {
    const [inputs, read] = make(names);
    readers.push(read);
    list.append(el("div", { class: "carry-line" }, ...inputs));
  };
  const button = el("button", { type: "button", class: "quiet", onclick: add }, more);
  return [el("div", {}, list, button), () => readers.map((read) => read()).filter((change) => change !== null)];
}
