// The page that takes up a game on its way: what lies on the table, written as a position; or a position that was saved.

import { attr, el, show, text } from "./dom.js";
import { ask, command } from "./live.js";
import { Rules } from "./rules.js";

const { ends, fewest, names } = document.querySelector("main").dataset;   // `ends` is the game that this one would end
const FEWEST = Number(fewest);
const NAMES = names.split(" ");

const PLACES = /seats\[(\d+)\]\.(\w+)(?:\[\d+\])?/g;      // as a fault names another place

const at = (id) => document.getElementById(id);
const form = at("join");
const go = at("go");
const seats = [];
let outlines = {};
let wanted = null;
let rules = null;

const outline = () => outlines[form.elements.edition.value];
const nameAt = (index) => seats[index]?.querySelector('[data-key="name"]').value || `seat ${index + 1}`;
const act = () => Number(form.elements.act.value);

// --- the form

function makeSeat(index) {
  const node = at("seat").content.firstElementChild.cloneNode(true);
  const named = (key) => node.querySelector(`[data-key="${key}"]`);
  text(node.querySelector(".seat-number"), index + 1);
  named("name").value = NAMES[index];
  attr(named("name"), "aria-label", `Name at seat ${index + 1}`);
  node.querySelector('[name="lead"]').value = index;
  node.querySelector('[name="handkerchief"]').value = index;
  text(node.querySelector(".lead-choice .unseen"), `Seat ${index + 1} has the lead tile`);
  for (const input of node.querySelectorAll("[data-key]")) attr(input, "data-field", `seats[${index}].${input.dataset.key}`);
  named("name").addEventListener("focus", () => named("name").select());
  return node;
}

function setSeats(count) {
  while (seats.length < count) {
    seats.push(makeSeat(seats.length));
    at("seats").append(seats.at(-1));
  }
  while (seats.length > count) seats.pop().remove();
  at("fewer").disabled = count === FEWEST;
  at("more").disabled = count === NAMES.length;
  suggest();
}

/** What the form asks follows the edition, the act and the number of players; what was typed stays. */
function suggest() {
  const now = outline();
  if (!now) return;
  const [script, staging] = now.hands[seats.length][act() - 1];
  const between = form.elements.phase.value === "intermission";      // the next act's script is not dealt yet
  const usual = { intrigue: now.tokens[0], spotlight: now.tokens[1], script: between ? 0 : script, staging };
  seats.forEach((seat, index) => {
    for (const [key, value] of Object.entries(usual)) {
      const input = seat.querySelector(`[data-key="${key}"]`);
      if (!input.dataset.typed) input.value = value;
    }
    fill(seat.querySelector(".coins"), now.coins, (coin) => makeNumber(`${coin} coins`, `seats[${index}].coins.${coin}`));
  });
  fill(at("tiles"), now.stars[act() - 1], makeTile);
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
    el("label", { class: "tick" }, el("input", { type: "checkbox", "data-field": `tiles.${name}.dead` }), "dead"));
}

// --- what it says

/** A number as a number; what is none is sent as it is, so that the fault is told at its field. */
function number(input) {
  const typed = input.value.trim();
  return typed !== "" && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

function position() {
  const lead = form.elements.lead.value ?? "";
  return {
    ...rules.chosen(),
    act: act(), scene: number(form.elements.scene), phase: form.elements.phase.value,
    lead: lead === "" ? null : seats[Number(lead)]?.querySelector('[data-key="name"]').value.trim(),
    marker: form.elements.marker.value, half_curtain: form.elements.half_curtain.checked,
    seats: seats.map(seatOf),
    tiles: Object.fromEntries([...at("tiles").children].map((tile) => {
      const [wounds, dead] = tile.querySelectorAll("input");
      return [tile.dataset.of, { wounds: number(wounds), dead: dead.checked }];
    })),
    piles: Object.fromEntries([...form.querySelectorAll('[name^="piles."]')].filter((input) => input.value.trim() !== "")
      .map((input) => [input.name.slice("piles.".length), number(input)])),
  };
}

function seatOf(seat) {
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

// --- what is wrong with it

function showFaults(faults, words) {
  for (const node of form.querySelectorAll("[aria-invalid]")) attr(node, "aria-invalid", null);
  for (const node of form.querySelectorAll(".join-fault")) node.remove();
  const rest = faults.filter((fault) => !place(fault));
  const count = faults.length === 1 ? "One thing cannot be." : `${faults.length} things cannot be. Each is told at its field.`;
  const [line, list] = at("told").children;
  text(line, faults.length > 0 ? count : words);
  list.replaceChildren(...rest.map((fault) => el("li", {}, el("b", {}, fault.field ?? ""), ` ${fault.what}`)));
  show(at("told"), true);
  const first = form.querySelector('[aria-invalid="true"]');
  first?.closest("details")?.setAttribute("open", "");
  first?.focus();
}

// Beside the field that it is about: the field of this very path, or of the longest path that this one begins with.
function place(fault) {
  const fields = [...form.querySelectorAll("[data-field]")];
  const path = fault.field ?? "";
  const field = fields.find((node) => node.dataset.field === path)
    ?? fields.find((node) => path.startsWith(`${node.dataset.field}[`) || path.startsWith(`${node.dataset.field}.`));
  const beside = form.querySelector(`[data-fault="${CSS.escape(path)}"]`);
  if (!field && !beside) return false;
  const words = el("p", { class: "field-error join-fault" }, fault.what.replace(PLACES, (_, seat, key) => `${nameAt(Number(seat))}’s ${key}`));
  if (!field) beside.after(words);
  else {
    attr(field, "aria-invalid", "true");
    field.closest("details")?.setAttribute("open", "");
    (field.closest(".seat-row, label") ?? field).after(words);
  }
  return true;
}

// --- off to the table

async function takeUp() {
  go.disabled = true;
  const answer = await command("start", { position: wanted, ...(ends === "" ? {} : { ends: Number(ends) }) }, { quiet: true });
  if (!answer.ok) {
    go.disabled = false;
    const marked = Object.entries(answer.fields ?? {}).map(([field, what]) => ({ field, what }));
    showFaults(answer.faults ?? marked, answer.error);
    return;
  }
  await command("drive", { driver: "hands" }, { quiet: true });   // refused where the mat is a real one
  location.assign("/mat");
}

// The button that ends a game stands apart: a second tap on the first one does nothing.
function askFirst(position) {
  wanted = position;
  if (ends === "") {
    takeUp();
    return;
  }
  const sure = at("sure");
  sure.dataset.asked = "";
  sure.scrollIntoView({ block: "nearest" });
}

function takeText(words) {
  let saved;
  try {
    saved = JSON.parse(words);
  } catch (error) {
    showFaults([], `This is no saved situation: ${error.message}.`);
    return;
  }
  askFirst(saved?.position ?? saved);      // also what `cuelight play --json` printed
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  askFirst(position());
});
at("yes")?.addEventListener("click", takeUp);
form.addEventListener("input", (event) => {
  event.target.dataset.typed = "true";
  attr(event.target, "aria-invalid", null);
});
for (const name of ["act", "phase"]) form.elements[name].addEventListener("change", suggest);
at("fewer").addEventListener("click", () => setSeats(Math.max(FEWEST, seats.length - 1)));
at("more").addEventListener("click", () => setSeats(Math.min(NAMES.length, seats.length + 1)));
at("paste").addEventListener("click", () => takeText(at("position-text").value));
at("position-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  const words = file ? await file.text() : "";
  event.target.value = "";
  if (file) takeText(words);
});
rules = new Rules(form, suggest);
outlines = await ask("editions");
setSeats(4);
go.disabled = false;
