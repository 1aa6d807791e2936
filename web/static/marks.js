// How the table knows each number of a seat: a small mark at the number, and in words for whoever asks: seen, typed or
// inferred, and the step that changed it last. A number says in `data-number` which of the seat's it is.

import { attr, el, text } from "./dom.js";
import { ask } from "./live.js";
import { t } from "./tongue.js";

export const HOW = { seen: t("seen"), typed: t("typed"), inferred: t("inferred") };

/** The numbers of a seat, which can be opened to ask where they are from; gets its tokens within `tokens`. */
export function makeNumbers(tokens) {
  const list = el("ul", { class: "marks" });
  const node = el("details", { class: "numbers" }, el("summary", {}, tokens, el("span", { class: "numbers-ask" }, t("Where from?"))), list);
  node.addEventListener("toggle", () => node.open && node.tell());
  return node;
}

/** Mark every number in `row`, the newest way first; `desk` is a desk snapshot. */
export function markNumbers(row, numbers, seat, desk) {
  const found = desk.marks[seat.seat] ?? {};
  const marked = [...row.querySelectorAll("[data-number]")];
  const of = (name) => found[name] ?? [desk.begun, null];
  for (const number of marked) attr(number, "data-how", of(number.dataset.number)[0]);
  const key = JSON.stringify(marked.map((number) => [wordsOf(number), of(number.dataset.number)]));
  numbers.tell = async () => {
    if (!numbers.open || numbers.dataset.told === key) return;
    const steps = (await ask("timeline")).steps ?? [];
    numbers.dataset.told = key;
    numbers.lastElementChild.replaceChildren(...marked.map((number) => makeMark(wordsOf(number), ...of(number.dataset.number), steps)));
  };
  numbers.tell();
}

function makeMark(words, how, id, steps) {
  const step = steps.find((one) => one.id === id);
  return el("li", {}, el("b", {}, words), " ", el("small", { class: "how", "data-how": how }, HOW[how] ?? ""), " ",
    id === null ? t("as the game began") : el("bdi", {}, step ? `${step.text} · ${step.where}` : ""));
}

const wordsOf = (number) => number.dataset.words ?? number.getAttribute("aria-label") ?? number.textContent;
