// What the companion cannot see: what a text has changed, and that somebody is slain whose character it does not know.
// At a seat's own page it is that player's text alone; at the desk and the mat it is the host's to tell.

import { SUITS, suitWords } from "./cards.js";
import { el, show } from "./dom.js";
import { command } from "./live.js";
import { t } from "./tongue.js";

/** Shows the forms in `parent`; what is typed stays while the page is brought up to date. */
export class Carrying {
  constructor(parent) {
    this.parent = parent;
    this.shown = null;
  }

  /** `seen` is a desk snapshot, or a seat's own, which has its `index`. */
  render(seen) {
    const { board } = seen;
    const host = seen.index === undefined;
    const carrying = board.carrying && (host || board.carrying.by === seen.index) ? board.carrying : null;
    const setting = host && board.table.state === "playing" && board.setting?.text ? board.setting : null;
    const unknown = host && seen.driver === null && seen.decision ? board.seats.filter((seat) => !seat.out && seat.character === null) : [];
    const ready = host && (seen.options ?? []).some(({ answer }) => answer.do === "carry-out" && answer.changes);      // by a hand that lies open here
    const asked = host ? carrying?.asked ?? (ready ? "" : null) : seen.own.asked;
    const key = JSON.stringify([carrying, asked, setting?.id, unknown.map((seat) => seat.name), board.act, board.scene]);
    show(this.parent, carrying || setting || unknown.length > 0);
    if (key === this.shown) return;
    this.shown = key;
    this.parent.replaceChildren(...[
      carrying && asked !== null ? questionOf(carrying, host ? asked : "") : carrying && textForm(seen, carrying.card, carrying.text, { by: board.seats[carrying.by].name, do: "carry-out" }, t("Nothing changes")),
      setting && folded(t("The setting’s text has changed something"), textForm(seen, setting.id, setting.text, { do: "carry-out", source: "setting" }, t("Nothing changes"))),
      unknown.length > 0 && folded(t("Somebody is slain, and the companion does not know it"), deathForm(unknown, seen.decision.characters ?? [])),
    ].filter(Boolean));
  }
}

// A text that the companion carries out itself; its answers are among the buttons of the page.
function questionOf({ card, text }, asked) {
  return el("section", {}, el("h3", {}, card), el("p", { class: "carry-text" }, text), el("p", { class: "carry-asked" }, asked));
}

function folded(words, form) {
  return el("details", {}, el("summary", {}, words), form);
}

// --- a death that the companion cannot see

function deathForm(seats, characters) {
  const who = select(seats.map((seat) => [seat.name, seat.name]), t("Who is slain"));
  const which = select(characters.map((name) => [name, name]), t("Which character it was"));
  return el("form", { class: "carry-form", onsubmit: (event) => {
    event.preventDefault();
    command("answer", { by: who.value, do: "slain", character: which.value });
  } }, el("div", { class: "carry-line" }, who, el("span", {}, t("was")), which), el("button", { type: "submit", class: "danger" }, t("Is slain")));
}

// --- what a text has changed

function textForm(seen, title, words, answer, nothing) {
  const readers = [];
  const done = el("button", { type: "submit", class: "carry-done primary" }, nothing);
  const name = () => { done.textContent = readers.length > 0 ? t("That is how it is now") : nothing; };
  const lines = el("div", { class: "carry-rows" });
  const add = (kind) => {
    const [parts, read] = KINDS[kind](seen);
    const line = el("div", { class: "carry-line" }, ...parts, el("button", { type: "button", class: "quiet close", "aria-label": t("Take this line away"), onclick: () => {
      readers.splice(readers.indexOf(read), 1);
      line.remove();
      name();
    } }, "×"));
    readers.push(read);
    lines.append(line);
    name();
  };
  const more = select([["", t("Something has changed…")], ...Object.entries(NAMES)], t("What has changed"));
  more.addEventListener("change", () => {
    if (more.value) add(more.value);
    more.value = "";
  });
  const form = el("form", { class: "carry-form" }, lines, more, done);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const changes = readers.map((read) => read());
    command("answer", { ...answer, ...(changes.length > 0 ? { changes } : {}) });
  });
  return el("section", {}, el("h3", {}, title), el("p", { class: "carry-text" }, words), form);
}

export const NAMES = {
  card: t("a card has gone somewhere else"),
  hand_size: t("how many cards somebody holds"),
  limit: t("what somebody can take"),
  revealed: t("a character was turned over"),
  character: t("somebody is another character"),
  slain: t("somebody is slain"),
  protagonist: t("who is the protagonist"),
  setting: t("the setting"),
};

/** How it is now, of what a change changes; undefined where nobody else may know it. */
export function holds({ board }, { what, of, suit }) {
  const seat = board.seats.find((one) => one.name === of);
  return {
    hand_size: seat?.hand_size, limit: seat?.character?.limits[suit], revealed: seat?.revealed, character: seat?.character?.id,
    setting: board.setting?.id, turn: board.seats[board.turn]?.name,
  }[what];
}

// A line begins with how it is now, and does so again when somebody else is chosen; what was turned over begins turned.
function begins(seen, field, read, ...chosen) {
  const fill = () => {
    const now = holds(seen, read());
    field.value = typeof now === "boolean" ? (now ? "" : "yes") : now ?? "";
  };
  for (const each of chosen) each.addEventListener("change", fill);
  fill();
  return [[...chosen, field], read];
}

// Each makes the parts of a line, and says how it is read.
export const KINDS = {
  card: (seen) => {
    const all = places(seen);
    const [from, to] = [select(all.filter(([, , cards]) => cards > 0), t("From where")), select([], t("To where"))];
    const card = el("select", { "aria-label": t("Which card") });
    const offer = () => {
      const chosen = to.value;
      to.replaceChildren(...offered(all.filter(([place]) => place !== from.value)));
      if (chosen && chosen !== from.value) to.value = chosen;
      card.replaceChildren(...offered(cardsIn(seen, placeOf(from.value))));
    };
    from.addEventListener("change", offer);
    offer();
    return [[card, from, el("span", {}, t("to")), to], () => ({ what: "card", card: card.value, from: placeOf(from.value), to: placeOf(to.value) })];
  },
  hand_size: (seen) => {
    const [who, now] = [people(seen, t("Who")), number(t("How many cards"))];
    return begins(seen, now, () => ({ what: "hand_size", of: who.value, now: Number(now.value) }), who);
  },
  limit: (seen) => {
    const [who, suit, now] = [people(seen, t("Who")), select(SUITS.map((one) => [one, suitWords(one)]), t("Which suit")), number(t("How many points"))];
    return begins(seen, now, () => ({ what: "limit", of: who.value, suit: suit.value, now: Number(now.value) }), who, suit);
  },
  revealed: (seen) => {
    const [who, now] = [people(seen, t("Who")), select([["yes", t("face up")], ["", t("face down")]], t("How it lies now"))];
    return begins(seen, now, () => ({ what: "revealed", of: who.value, now: now.value === "yes" }), who);
  },
  character: (seen) => {
    const [who, now] = [people(seen, t("Who")), word(t("Which character"), "Hamlet")];
    return [[who, el("span", {}, t("is now")), now], () => ({ what: "character", of: who.value, now: now.value.trim() })];
  },
  slain: (seen) => {
    const who = people(seen, t("Who"));
    return [[who, el("span", {}, t("is slain"))], () => ({ what: "slain", of: who.value })];
  },
  protagonist: (seen) => {
    const who = people(seen, t("Who"), (seat) => seat !== seen.board.seats[seen.board.protagonist]);
    return [[who, el("span", {}, t("is the protagonist"))], () => ({ what: "protagonist", now: who.value })];
  },
  setting: (seen) => {
    const now = word(t("Which setting"), "castle");
    return begins(seen, now, () => ({ what: "setting", now: now.value.trim() }));
  },
};

export function people(seen, label, fits = () => true) {
  return select(seen.board.seats.filter((seat) => !seat.out && fits(seat)).map((seat) => [seat.name, seat.name]), label);
}

function number(label) {
  return el("input", { type: "number", min: 0, max: 99, required: "", inputmode: "numeric", "aria-label": label });
}

function word(label, example) {
  return el("input", { type: "text", placeholder: example, autocomplete: "off", spellcheck: "false", "aria-label": label });
}

export function select(options, label) {
  return el("select", { "aria-label": label }, ...offered(options));
}

function offered(options) {
  return options.map(([value, words]) => el("option", { value }, words));
}

// --- places of cards, as a select has them, and how many lie there

function places(seen) {
  const at = (kind, words, cards) => seen.board.seats.filter((seat) => !seat.out).map((seat) => [`${kind}/${seat.name}`, words(seat), cards(seat)]);
  return [
    ...at("pool", ({ name }) => t("{name}’s damage pool", { name }), (seat) => seat.pool.length),
    ...at("hand", ({ name }) => t("{name}’s hand", { name }), (seat) => seat.hand),
    ...at("pile", ({ name }) => t("{name}’s draw pile", { name }), (seat) => seat.pile),
    ...at("played", ({ name }) => t("{name}’s card in the scene", { name }), (seat) => (seat.played ? 1 : 0)),
    ["discard", t("the discard pile"), seen.board.discard],
  ];
}

function placeOf(value) {
  const [kind, ...name] = value.split("/");
  return name.length > 0 ? { [kind]: name.join("/") } : kind;
}

// Which cards one sees there; of all others only that it is one.
function cardsIn(seen, place) {
  const [[kind, name]] = typeof place === "string" ? [[place, null]] : Object.entries(place);
  const index = seen.board.seats.findIndex((seat) => seat.name === name);
  const seat = seen.board.seats[index];
  const lying = { pool: seat?.pool, played: seat?.played ? [seat.played] : [], hand: index === seen.index ? seen.own.hand : [] }[kind] ?? [];
  const found = new Map(lying.filter((card) => card.kind !== "unknown").map((card) => [card.id, card.words]));
  return found.size > 0 ? [...found] : [["?action", t("a card")]];
}
