// The page that takes up a game on its way: what lies on the table, written as a position; or a position that was saved.
// What is asked is the game's: its join.html has the fields, its join.js says what comes of them.

import { attr, el, show, text } from "./dom.js";
import { positionOf, suggest } from "./join.js";
import { ask, command } from "./live.js";
import { Rules } from "./rules.js";
import { n, t } from "./tongue.js";

const { ends, fewest, game, names, usual } = document.querySelector("main").dataset;   // `ends` is the game that this one would end
const FEWEST = Number(fewest);
const NAMES = JSON.parse(names);

const PLACES = /seats\[(\d+)\]\.(\w+)(?:\[\d+\])?/g;      // as a fault names another place

const at = (id) => document.getElementById(id);
const form = at("join");
const go = at("go");
const seats = [];
let outlines = {};
let wanted = null;
let rules = null;

const nameAt = (index) => seats[index]?.querySelector('[data-key="name"]').value || t("seat {number}", { number: index + 1 });

// --- the form

/** What a game's own part is told: the form, its seats, and what its game says of the edition. */
function frame() {
  return { form, seats, outline: outlines[form.elements.edition.value], nameAt, number };
}

function makeSeat(index) {
  const node = at("seat").content.firstElementChild.cloneNode(true);
  const name = node.querySelector('[data-key="name"]');
  text(node.querySelector(".seat-number"), index + 1);
  name.value = NAMES[index];
  attr(name, "aria-label", t("Name at seat {number}", { number: index + 1 }));
  for (const radio of node.querySelectorAll('[type="radio"]')) {
    radio.value = index;
    attr(radio, "data-field", radio.name);
    const words = radio.parentNode.querySelector(".unseen");
    if (words) text(words, t("Seat {number} {words}", { number: index + 1, words: words.textContent }));
  }
  for (const input of node.querySelectorAll("[data-key]")) attr(input, "data-field", `seats[${index}].${input.dataset.key}`);
  name.addEventListener("focus", () => name.select());
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
  renew();
}

/** What the form asks follows the edition, the number of players and what was chosen; what was typed stays. */
function renew() {
  if (seats.length > 0 && outlines[form.elements.edition.value]) suggest(frame());
}

// --- what it says

/** A number as a number; what is none is sent as it is, so that the fault is told at its field. */
function number(input) {
  const typed = input.value.trim();
  return typed !== "" && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

function position() {
  return { game, ...rules.chosen(), ...positionOf(frame()) };
}

// --- what is wrong with it

function showFaults(faults, words) {
  for (const node of form.querySelectorAll("[aria-invalid]")) attr(node, "aria-invalid", null);
  for (const node of form.querySelectorAll(".join-fault")) node.remove();
  const rest = faults.filter((fault) => !place(fault));
  const count = n("One entry is impossible.", "{count} entries are impossible. Each is marked at its field.", faults.length);
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
    showFaults([], t("This is not a saved position: {message}.", { message: error.message }));
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
form.addEventListener("change", renew);
at("fewer").addEventListener("click", () => setSeats(Math.max(FEWEST, seats.length - 1)));
at("more").addEventListener("click", () => setSeats(Math.min(NAMES.length, seats.length + 1)));
at("paste").addEventListener("click", () => takeText(at("position-text").value));
at("position-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  const words = file ? await file.text() : "";
  event.target.value = "";
  if (file) takeText(words);
});
at("after-seats").append(...form.querySelectorAll("[data-after-seats]"));
rules = new Rules(form, renew);
outlines = await ask(`editions?game=${game}`);
const asks = at("seat") !== null;      // a game without a form of its own is taken up where it was saved
attr(form, "data-saved-only", !asks);
show(at("players"), asks);
show(at("actions"), asks);
if (asks) setSeats(Math.min(Number(usual), NAMES.length));
go.disabled = false;
