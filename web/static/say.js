// The answers in words: the options of the open decision, and the questions that the mat has raised.

import { el, keyed, show, text } from "./dom.js";
import { gesture } from "./gesture.js";
import { command } from "./live.js";
import { t } from "./tongue.js";

const REPLIES = [["table", t("The table is right")], ["companion", t("Cuelight is right")], ["ignore", t("Ignore")]];


/**
 * The options as buttons, grouped by seat: first who is waited for; what is permitted besides is folded away, and so is
 * what a reader sees where it works, and what names cards that lie face down here (`hand`). Several who are only permitted something stand together, under one fold.
 */
export function renderOptions(parent, options, seats) {
  const groups = new Map();
  for (const option of options) {
    const seat = option.seat ?? -1;
    if (!groups.has(seat)) groups.set(seat, { seat, decision: [], permitted: [], "by-hand": [], hand: [] });
    groups.get(seat)[option.group].push(option);
  }
  const isAsked = ({ decision, hand }) => decision.length + hand.length > 0;
  const order = [...groups.values()].sort((a, b) => isAsked(b) - isAsked(a) || a.seat - b.seat);
  const rest = order.filter((group) => !isAsked(group) && group["by-hand"].length === 0);
  const parts = rest.length > 1 ? [...order.filter((group) => !rest.includes(group)), { seat: "rest", rest }] : order;
  keyed(parent, parts, (part) => part.seat, (part) => part.rest ? makeRest() : makeGroup(), (node, part) => {
    if (part.rest) renderRest(node, part.rest, seats);
    else renderGroup(node, part, seats);
  });
}

function renderGroup(node, group, seats) {
  const [title, decision, hand, unseen, besides] = node.children;
  text(title, nameOf(group, seats));
  renderButtons(decision, group.decision, "primary");
  show(hand, group.hand.length > 0);
  text(hand.firstChild, t("Cards that only {name} may see", { name: nameOf(group, seats) }));
  renderButtons(hand.lastChild, group.hand, "primary");
  const trouble = seats[group.seat]?.trouble ?? null;
  show(unseen, group["by-hand"].length > 0);
  text(unseen.firstChild, trouble ? t("What the reader did not see ({trouble})", { trouble }) : t("By hand ({count})", { count: group["by-hand"].length }));
  if (node.trouble !== trouble) unseen.open = trouble !== null;
  node.trouble = trouble;
  renderButtons(unseen.lastChild, group["by-hand"], "");
  show(besides, group.permitted.length > 0);
  text(besides.firstChild, t("Also allowed now ({count})", { count: group.permitted.length }));
  renderButtons(besides.lastChild, group.permitted, "");
}

function renderRest(node, groups, seats) {
  text(node.firstChild, t("Others are also allowed ({count})", { count: groups.reduce((all, { permitted }) => all + permitted.length, 0) }));
  keyed(node.lastChild, groups, (group) => group.seat, () => el("section", { class: "say" }, el("h3", {}), el("div", { class: "say-buttons" })),
    (section, group) => {
      text(section.firstChild, nameOf(group, seats));
      renderButtons(section.lastChild, group.permitted, "");
    });
}

const nameOf = (group, seats) => seats[group.seat]?.name ?? t("The table");
const makeRest = () => el("details", { class: "say say-besides" }, el("summary", {}), el("div", {}));

function makeGroup() {
  const folded = () => el("details", { class: "say-besides" }, el("summary", {}), el("div", { class: "say-buttons" }));
  return el("section", { class: "say" }, el("h3", {}), el("div", { class: "say-buttons" }), folded(), folded(), folded());
}

// What is done with a card stands under it.
function renderButtons(parent, options, look) {
  const cards = [...new Set(options.map((option) => option.under))].filter((under) => under !== undefined);
  if (cards.length === 0) {
    renderRow(parent, options, look);
    return;
  }
  keyed(parent, cards, (card) => card, (card) => el("section", { class: "say-under" }, el("h4", {}, card), el("div", { class: "say-row" })),
    (node, card) => renderRow(node.lastChild, options.filter(({ under }) => under === card), ""));
}

function renderRow(parent, options, look) {
  keyed(parent, options, (option) => JSON.stringify(option.answer),
    (option) => el("button", { type: "button", class: look, onclick: () => gesture(option.answer, "answer") }),
    (button, option) => text(button, option.text));
}

/** The open questions, each with its replies: that the table is right only where the book can follow it. */
export function renderQuestions(parent, questions, seats) {
  keyed(parent, questions, (question) => question.id, (question) => el("li", { class: "question" }, el("p", { tabindex: "0" }),
    el("div", { class: "question-replies" }, ...REPLIES.slice(question.follows ? 0 : 1).map(([reply, words]) =>
      el("button", { type: "button", onclick: () => command("question", { id: question.id, reply }) }, words)))),
  (node, question) => {
    const seat = seats.find((one) => one.seat === question.seat);
    text(node.firstChild, seat ? `${seat.name}: ${question.text}` : question.text);
  });
}
