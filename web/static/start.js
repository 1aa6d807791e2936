// The page that starts a game: names in seat order, who has the lead tile, and off to the mat.

import { closeTable } from "./close.js";
import { show, text } from "./dom.js";
import { ask, command } from "./live.js";
import { Rules } from "./rules.js";
import { inThisTab } from "./storage.js";
import { t } from "./tongue.js";

const form = document.getElementById("start");
const go = document.getElementById("go");
const rows = [...document.querySelectorAll(".seat-row")];
const { ends, game, fewest } = document.querySelector("main").dataset;   // `ends` is the game that a new one would end
const FEWEST = Number(fewest);
let seatedAgain = false;      // the host says that they are the same people
let seats = rows.filter((row) => !row.hidden).length;
const rules = new Rules(form);
const door = ask("door", { quiet: true });
const KEPT = `start ${ends}`;      // what was entered here and not started, while one looks elsewhere or chooses another game

function setSeats(count) {
  seats = Math.min(rows.length, Math.max(FEWEST, count));
  rows.forEach((row, i) => show(row, i < seats));
  document.getElementById("fewer").disabled = seats === FEWEST;
  document.getElementById("more").disabled = seats === rows.length;
  const lead = chosenLead();
  if (lead !== "" && Number(lead) >= seats) form.elements.lead.value = "";
}

// Whoever played last, at the same seats and by the same rules, as far as they can be chosen here.
function seatAgain(last) {
  setSeats(last.names.length);
  rows.forEach((row, i) => { row.querySelector("input").value = last.names[i] ?? ""; });
  if (last.plays === game) rules.choose(last);
  seatedAgain = true;
  go.focus();
}

function keep() {
  inThisTab.set(KEPT, JSON.stringify({
    seats,
    names: rows.map((row) => row.querySelector("input").value),
    bots: rows.map((row) => row.querySelector(".chair").value),
    phones: form.elements.phones.checked,
  }));
}

function seatAsEntered({ seats: count, names, bots }) {
  rows.forEach((row, i) => {
    row.querySelector("input").value = names[i] ?? row.querySelector("input").value;
    row.querySelector(".chair").value = bots[i] ?? "";
  });
  setSeats(count);
}

// A bot that nobody names is given a name.
function seatBot(row) {
  const input = row.querySelector("input");
  const bot = row.querySelector(".chair").value !== "";
  if (bot && input.value === input.defaultValue) input.value = "";
  else if (!bot && input.value === "") input.value = input.defaultValue;
  input.placeholder = bot ? t("named by the table") : "";
}

const chosenLead = () => form.elements.lead?.value ?? "";

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

// The button that ends a game stands apart: a second tap on the first one does nothing.
function askFirst() {
  const sure = document.getElementById("sure");
  sure.dataset.asked = "";
  sure.scrollIntoView({ block: "nearest" });
}

async function start() {
  const lead = chosenLead();
  const body = {
    game,
    names: rows.slice(0, seats).map((row) => row.querySelector("input").value),
    bots: rows.slice(0, seats).map((row) => row.querySelector(".chair").value || null),
    lead: lead === "" ? null : Number(lead),
    ...rules.chosen(),
    ...(ends === "" ? {} : { ends: Number(ends) }),
  };
  go.disabled = true;
  const table = phonesAsked() ? await ask("door", { quiet: true }) : await door;
  const phones = phonesAsked();
  if (phones && !table.closed) {
    if (!(await closeTable())) {
      go.disabled = false;
      return;
    }
    table.closed = true;
  }
  const answer = await command("start", body, { quiet: true });
  if (!answer.ok) {
    go.disabled = false;
    showErrors(answer.fields ?? {}, answer.error);
    return;
  }
  inThisTab.remove(KEPT);
  await command("drive", { driver: "hands" }, { quiet: true });   // refused where the mat is a real one
  location.assign(phones ? await placeOf(table, body) : "/mat");
}

const phonesAsked = () => form.elements.phones.checked;

// The same people at the same seats keep their phones. Where a seat has no phone, the host gives the keys first.
async function placeOf(table, { names, bots }) {
  const last = JSON.parse(document.getElementById("last")?.textContent ?? "null");
  const same = seatedAgain && table.game && JSON.stringify(last?.names) === JSON.stringify(names.map((name) => name.trim()));
  const stay = same ? (await command("follow", { before: table.game }, { quiet: true })).seats ?? [] : [];
  const people = bots.filter((bot) => bot === null).length;
  if (stay.length < people) return "/seats#new";
  return table.seat ? `/seat/${table.seat}` : "/board";
}

// Phones or the mat: chosen at each start. At a closed table phones are proposed until a game was started without.
function offerPhones({ may_close: offered, closed, on_phones: proposed }) {
  show(document.getElementById("phones"), offered || closed);
  form.elements.phones.checked = entered.phones ?? Boolean(closed && proposed);
  showWhereDealt();
  if (closed) text(document.getElementById("phones-hint"), t("Each player scans a code and sees their own hand. Without it, all hands are on the mat."));
}

const showWhereDealt = () => show(document.getElementById("dealt-on-mat"), !phonesAsked());

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (ends === "") start();
  else askFirst();
});
document.getElementById("yes")?.addEventListener("click", start);
document.getElementById("watch")?.addEventListener("click", async () => {
  if ((await command("demo", { game })).ok) location.assign("/board");
});
form.addEventListener("input", (event) => {
  const field = form.querySelector(`[data-error="${event.target.name}"]`);
  if (field) say(field, "");
  event.target.removeAttribute("aria-invalid");
});
for (const row of rows) {
  const input = row.querySelector("input");
  input.addEventListener("focus", () => input.select());
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();       // it would start a game of the names that stand there
    const next = rows[rows.indexOf(row) + 1];
    (next && !next.hidden ? next.querySelector("input") : go).focus();
  });
  row.querySelector(".chair").addEventListener("change", () => seatBot(row));
}
document.getElementById("same")?.addEventListener("click", () => seatAgain(JSON.parse(document.getElementById("last").textContent)));
const entered = JSON.parse(inThisTab.get(KEPT) ?? "{}");
if (entered.names) seatAsEntered(entered);
door.then(offerPhones);
go.disabled = false;      // not before: the browser would send the form in its own way
document.getElementById("fewer").addEventListener("click", () => setSeats(seats - 1));
document.getElementById("more").addEventListener("click", () => setSeats(seats + 1));
setSeats(seats);
form.elements.phones.addEventListener("change", showWhereDealt);
form.addEventListener("input", keep);
form.addEventListener("click", keep);      // seats, and players of last time
