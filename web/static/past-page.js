// One game that was played: its score sheet, the race, the reasons of every point, its steps, and the replay.
// The same page can be kept as a file: then everything stands in it, and nothing is asked of a table.

import { el, show } from "./dom.js";
import { sureToForget } from "./forget.js";
import { Replay } from "./replay.js";
import { makeRace, makeSheet, roomIn } from "./sheet.js";
import { t } from "./tongue.js";
import { explainFrom, reasons } from "./why.js";
import { listed, times } from "./words.js";

const at = (id) => document.getElementById(id);
const data = JSON.parse(at("data").textContent);
const { number } = at("past").dataset;
let replay = null;

function render() {
  const { winners } = data.digest;
  if (winners?.length) at("past-end").textContent = winners.length > 1 ? t("{names} share the win.", { names: listed(winners) }) : t("{name} has won.", { name: winners[0] });
  at("sheet").append(makeSheet(data.sheet));
  const raced = data.race.places.length > 1;
  show(at("race-part"), raced);
  if (raced) at("race").append(makeRace(data.race, roomIn(at("race"))));
  at("reasons").append(...data.explain.map((player) => el("details", { class: "why-part" },
    el("summary", {}, el("bdi", {}, player.name), " ", el("b", {}, player.total)), ...reasons(player))));
  at("steps").append(...scenes().map(makeScene));
  show(at("odd-part"), data.irregularities.length > 0);
  at("odd").append(...counted(data.irregularities).map(([message, count]) => el("li", {}, times(count) + message)));
  // On paper, the reasons are open.
  for (const [event, open] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(event, () => { for (const part of at("reasons").children) part.open = open; });
  }
  explainFrom(() => (replay?.isAtEnd() ? { players: data.explain } : {}));
}

// What was irregular in the same words stands there once, with how often it was.
function counted(plays) {
  const found = new Map();
  for (const { message } of plays) found.set(message, (found.get(message) ?? 0) + 1);
  return [...found];
}

// The steps, each with its number from 1, by the place in which they were taken.
function scenes() {
  const found = [];
  data.steps.forEach((step, i) => {
    const place = data.race.places.find((one) => step.events < one.events) ?? data.race.places.at(-1);
    if (found.at(-1)?.where !== place.where) found.push({ where: place.where, steps: [] });
    found.at(-1).steps.push([step.text, i + 1]);
  });
  return found;
}

function makeScene({ where, steps }) {
  return el("details", {}, el("summary", {}, where),
    el("ol", {}, ...steps.map(([text, i]) => el("li", {}, el("button", { type: "button", class: "quiet", onclick: () => watch(i) }, text)))));
}

async function watch(step) {
  replay ??= await makeReplay();
  replay?.open(step);
}

async function makeReplay() {
  if (data.frames) return new Replay(data.frames, data.rules);
  const answer = await fetch(`/api/history/${number}/replay`);
  if (!answer.ok) return null;
  const { frames, rules } = await answer.json();
  return new Replay(frames, rules);
}

render();
at("print").addEventListener("click", () => print());
at("watch-again").addEventListener("click", () => watch(0));
at("forget-this")?.addEventListener("click", () => sureToForget([Number(number)], "/history"));
