// "Why 29?": whoever taps a score sees where every point of it comes from.

import { el } from "./dom.js";
import { whenWords } from "./hints.js";
import { ask } from "./live.js";
import { rich, t } from "./tongue.js";

let sheet = null;
let asked = () => ask("explain");

/** Tell of another game than the one that is played: `source` gives what /api/explain gives, or {}. */
export function explainFrom(source) {
  asked = source;
}

/** A score that can be asked for; fill it with its number. `name` gives whose it is at the moment. */
export function makeScore(props, name) {
  return el("button", { type: "button", title: t("Why?"), ...props, onclick: () => tellWhy(name()) });
}

async function tellWhy(name) {
  const answer = await asked();
  const player = answer.players?.find((one) => one.name === name);
  if (!player) return;
  sheet ??= makeSheet();
  sheet.replaceChildren(
    el("header", {}, el("h2", {}, ...rich("{name}: why {points}?", { name: el("bdi", {}, player.name), points: el("b", {}, player.total) })), el("button", { class: "quiet close", type: "button", "aria-label": t("Close"), onclick: () => sheet.close() }, "×")),
    ...reasons(player));
  sheet.showModal();
}

/** Where the points of a player come from: an element for each part of the score, and one for the rules. */
export function reasons(player) {
  return player.entries.length > 0 ? [...groups(player.entries), legend(player.entries)] : [el("p", {}, t("Nothing counts yet."))];
}

function makeSheet() {
  const node = document.body.appendChild(el("dialog", { class: "why", "aria-label": t("Why these points") }));
  node.addEventListener("click", (event) => event.target === node && node.close());       // beside it
  return node;
}

// The entries under the part of the score that they belong to, each part with its sum.
function groups(entries) {
  const parts = new Map();
  for (const entry of entries) parts.set(entry.part, [...(parts.get(entry.part) ?? []), entry]);
  return [...parts.values()].map((all) => el("section", {},
    el("h3", {}, el("span", {}, all[0].part_words ?? all[0].part ?? ""), el("b", {}, all.reduce((sum, one) => sum + one.points, 0))),
    el("ol", {}, ...all.map(makeEntry))));
}

function makeEntry(entry) {
  const when = whenWords(entry);
  const told = entry.part === "script" ? [] : entry.told;      // of a card the entry itself says what happened
  return el("li", {}, el("b", { class: "why-points" }, entry.points),
    el("div", {}, el("p", {}, entry.text),
      el("p", { class: "why-when" }, [when, ...told].filter(Boolean).join(" · "), el("span", { class: "why-ids" }, entry.rules.join(" · ")))));
}

// What the ids of the rules mean, each once.
function legend(entries) {
  const words = new Map(entries.flatMap((entry) => entry.rules.map((rule, i) => [rule, entry.rules_words[i]])));
  if (words.size === 0) return "";
  return el("section", {}, el("h3", {}, t("The rules")),
    el("ul", { class: "why-rules" }, ...[...words].sort().map(([rule, meaning]) => el("li", {}, el("b", {}, rule), el("span", {}, meaning)))));
}
