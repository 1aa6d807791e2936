// The answers in words: the options of the open decision, and the questions that the mat has raised.

import { el, keyed, text } from "./dom.js";
import { command } from "./live.js";

const REPLIES = [["table", "The table is right"], ["companion", "The companion is right"], ["ignore", "Ignore"]];

/** The options as buttons, grouped by seat; those of the open decision stand out from what is permitted besides. */
export function renderOptions(parent, options, seats) {
  const groups = new Map();
  for (const option of options) {
    const key = option.seat ?? -1;
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  keyed(parent, [...groups].sort(([a], [b]) => a - b), ([seat]) => seat,
    () => el("section", { class: "say" }, el("h3", {}), el("div", { class: "say-buttons" })),
    (node, [seat, ofSeat]) => {
      text(node.firstChild, seats[seat]?.name ?? "The table");
      keyed(node.lastChild, ofSeat, (option) => JSON.stringify(option.answer),
        (option) => el("button", { type: "button", onclick: () => command("answer", option.answer) }),
        (button, option) => {
          text(button, option.text);
          button.classList.toggle("primary", option.group === "decision");
        });
    });
  if (options.length === 0 && parent.childElementCount === 0) return;
  parent.toggleAttribute("data-none", options.length === 0);
}

/** The open questions, each with its three replies. */
export function renderQuestions(parent, questions, seats) {
  keyed(parent, questions, (question) => question.id, (question) => el("li", { class: "question" }, el("p", {}),
    el("div", { class: "question-replies" }, ...REPLIES.map(([reply, words]) =>
      el("button", { type: "button", onclick: () => command("question", { id: question.id, reply }) }, words)))),
  (node, question) => {
    const seat = seats.find((one) => one.seat === question.seat);
    text(node.firstChild, seat ? `${seat.name}: ${question.text}` : question.text);
  });
}
