// The prompter: what the table says besides the game, as sentences of the moment. It says one thing at a time.

import { attr, el, keyed, show } from "./dom.js";
import { command } from "./live.js";
import { t } from "./tongue.js";

const at = () => document.getElementById("prompter");

/** Show the newest prompts of a board; `acts` says that whoever is at this page may end a lesson. */
export function renderPrompter(board, acts = false) {
  const all = board.prompter ?? [];
  const said = all.some(isLeaving) ? all.filter(isLeaving) : all;       // where nobody answers, the rest can wait
  show(at(), said.length > 0);
  attr(document.documentElement, "data-prompted", said.length > 0);
  keyed(at(), said, (prompt) => `${prompt.kind}.${prompt.step ?? 0}.${prompt.text}`, (prompt) => made(prompt, acts), () => {});
}

const isLeaving = ({ kind }) => kind === "leaving";

function made(prompt, acts) {
  const node = el("article", { class: "prompt-said" });
  attr(node, "data-kind", prompt.kind);
  if (prompt.step) node.append(el("p", { class: "prompt-step" }, t("Step {step} of {of}", prompt)));
  node.append(el("p", { class: "prompt-do" }, prompt.text));
  if (prompt.why) node.append(el("p", { class: "prompt-why" }, prompt.why));
  if (prompt.kind === "lesson" && acts) node.append(el("button", { type: "button", class: "quiet prompt-skip", onclick: () => command("lesson", { go: "on" }) }, t("Skip the lesson, play on")));
  return node;
}
