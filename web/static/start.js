// The page that starts a game: names in seat order, who has the lead tile, and off to the mat.

import { Decks } from "./decks.js";
import { show, text } from "./dom.js";
import { command } from "./live.js";

const FEWEST = 2;

const form = document.getElementById("start");
const go = document.getElementById("go");
const rows = [...document.querySelectorAll(".seat-row")];
const running = document.querySelector("main").dataset.playing === "game";
let seats = rows.filter((row) => !row.hidden).length;
let confirmed = !running;
const decks = new Decks(form.elements.deck, document.getElementById("deck-file"), document.getElementById("deck-told"));

function setSeats(count) {
  seats = Math.min(rows.length, Math.max(FEWEST, count));
  rows.forEach((row, i) => show(row, i < seats));
  document.getElementById("fewer").disabled = seats === FEWEST;
  document.getElementById("more").disabled = seats === rows.length;
  const lead = form.elements.lead.value;
  if (lead !== "" && Number(lead) >= seats) form.elements.lead.value = "";
}

function showErrors(fields, message) {
  const placed = new Set();
  for (const node of form.querySelectorAll("[data-error]")) {
    const words = fields[node.dataset.error];
    if (words) placed.add(node.dataset.error);
    say(node, words);
    form.elements[node.dataset.error]?.setAttribute?.("aria-invalid", String(Boolean(words)));
  }
  const unplaced = Object.keys(fields).filter((field) => !placed.has(field)).map((field) => fields[field]);
  say(form.querySelector('[data-error=""]'), placed.size > 0 ? "" : unplaced.join(" ") || message);
  form.querySelector('[aria-invalid="true"]')?.focus();
}

function say(node, words) {
  text(node, words ?? "");
  show(node, Boolean(words));
}

/** The edition, and whatever is not its default. */
function rules() {
  const [edition, level] = form.elements.edition.value.split("/");
  const variants = [...form.querySelectorAll('[name="variant"]:checked')].filter((box) => !box.disabled).map((box) => box.value);
  const changed = [...form.querySelectorAll('[name^="ruling."]')].filter((select) => select.selectedIndex > 0);
  const rulings = Object.fromEntries(changed.map((select) => [select.name.slice("ruling.".length), select.value]));
  return {
    edition,
    ...(level && { level }),
    ...(variants.length > 0 && { variants }),
    ...(changed.length > 0 && { rulings }),
  };
}

/** Only the variants and decks that the chosen edition has can be chosen. */
function offerRules() {
  const [edition] = form.elements.edition.value.split("/");
  decks.offer(edition);
  for (const label of form.querySelectorAll(".variant")) {
    const known = label.dataset.editions.split(" ").includes(edition);
    show(label, known);
    label.querySelector("input").disabled = !known;
  }
}

async function start() {
  const lead = form.elements.lead.value;
  const body = {
    names: rows.slice(0, seats).map((row) => row.querySelector("input").value),
    lead: lead === "" ? null : Number(lead),
    deck: form.elements.deck.value,
    ...rules(),
  };
  go.disabled = true;
  const answer = await command("start", body, { quiet: true });
  if (!answer.ok) {
    go.disabled = false;
    showErrors(answer.fields ?? {}, answer.error);
    return;
  }
  await command("drive", { driver: "hands" }, { quiet: true });   // refused where the mat is a real one
  location.assign("/mat");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (confirmed) {
    start();
    return;
  }
  confirmed = true;
  text(go, "Yes, end that game and start");
});
form.addEventListener("input", (event) => {
  const field = form.querySelector(`[data-error="${event.target.name}"]`);
  if (field) say(field, "");
  event.target.removeAttribute("aria-invalid");
});
for (const row of rows) {
  const input = row.querySelector("input");
  input.addEventListener("focus", () => input.select());
}
form.elements.edition.addEventListener("change", offerRules);
form.elements.deck.addEventListener("taken", ({ detail: { editions } }) => {   // the rules follow a deck that was added
  const now = form.elements.edition;
  if (!editions.includes(now.value.split("/")[0])) now.value = [...now.options].find((option) => editions.includes(option.value.split("/")[0])).value;
  offerRules();
});
offerRules();
go.disabled = false;      // not before: the browser would send the form in its own way
document.getElementById("fewer").addEventListener("click", () => setSeats(seats - 1));
document.getElementById("more").addEventListener("click", () => setSeats(seats + 1));
setSeats(seats);
