// The rules helper: what may be done now, what has just happened, what each card does, and why something cannot be done,
// each with its rule.
// The table answers by what whoever asks may know; a seat's key makes it tell of the own hand.

import { el } from "./dom.js";
import { ask } from "./live.js";
import { t } from "./tongue.js";

const HAPPENED = 6;      // of the newest events
const ID = /\b[A-Z]+[0-9]+\b/g;
let sheet = null;

/** Open the helper when `button` is pressed. */
export function offerHelp(button) {
  button.addEventListener("click", async () => {
    const told = await ask("help");
    if (!told.ok) return;
    sheet ??= makeSheet();
    fill(told);
    sheet.showModal();
  });
}

function makeSheet() {
  const node = document.body.appendChild(el("dialog", { class: "why helper", "aria-label": t("The rules that apply now") }));
  node.addEventListener("click", (event) => event.target === node && node.close());       // beside it
  return node;
}

function fill({ now, cards, not_now: refused, happened = [], rules }) {
  const close = el("button", { class: "quiet close", type: "button", "aria-label": t("Close"), onclick: () => sheet.close() }, "×");
  const own = cards.filter((card) => card.own);
  const others = cards.filter((card) => !card.own);
  sheet.replaceChildren(
    el("header", {}, el("h2", {}, t("The rules that apply now")), el("a", { class: "button quiet", href: "/how" }, t("How to play")), close),
    el("section", {}, el("p", { class: "helper-now" }, now.text), makeRules(now.rules, rules)),
    section(t("What just happened, and by which rules"), happened.slice(-HAPPENED).reverse().map((each) => makeHappened(each, rules))),
    section(t("What you cannot do now"), refused.map((each) => makeRefused(each, rules))),
    section(t("What you have"), own.map((card) => makeCard(card, rules))),
    section(own.length > 0 ? t("Other cards of the game") : t("The cards of the game"), others.map((card) => makeCard(card, rules))));
}

function section(title, parts) {
  return parts.length === 0 ? "" : el("section", {}, el("h3", {}, title), ...parts);
}

function makeHappened({ text, rules: ids }, rules) {
  return ids.length === 0 ? el("p", { dir: "auto" }, text) : el("details", {}, el("summary", { dir: "auto" }, text), makeRules(ids, rules));
}

// Rules with their words, and those that these words name.
function makeRules(ids, rules) {
  const known = [...new Set([...ids, ...ids.flatMap((id) => rules[id]?.match(ID) ?? [])])].filter((id) => rules[id]);
  return known.length === 0 ? "" : el("ul", { class: "why-rules" }, ...known.map((id) => el("li", {}, el("b", {}, id), el("span", {}, rules[id]))));
}

function makeCard(card, rules) {
  const refused = card.not_now.map((each) => makeRefused(each, rules));
  return el("details", {}, el("summary", {}, card.title),
    card.text ? el("p", {}, card.text) : null, makeRules(card.rules, rules), ...refused);
}

// Why something cannot be done: each reason in a sentence, then the rules that say so.
function makeRefused({ text, reasons }, rules) {
  const ids = [...new Set(reasons.flatMap((reason) => reason.rules))];
  return el("details", {}, el("summary", {}, t("Why not: {action}", { action: text })),
    ...reasons.map((reason) => el("p", {}, reason.message)), makeRules(ids, rules));
}
