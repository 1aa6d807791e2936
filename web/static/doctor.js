// What the doctor finds on the machine of the table, as `cuelight doctor` does: asked for when somebody opens it.

import { attr, el } from "./dom.js";
import { ask } from "./live.js";
import { n, t } from "./tongue.js";

/** Fill a <details> that has a <ul>, each time that it is opened. */
export function offerDoctor(fold) {
  fold.addEventListener("toggle", async () => {
    if (!fold.open) return;
    const { findings = [] } = await ask("doctor");
    const wrong = findings.filter((finding) => finding.result !== "well");
    const rows = wrong.map(makeRow);
    const count = wrong.filter((finding) => finding.result === "wrong").length;
    const sum = [n("{count} thing to fix", "{count} things to fix", count), n("{count} thing to consider", "{count} things to consider", wrong.length - count)].join(", ");
    fold.querySelector("ul").replaceChildren(...rows, el("li", { class: "doctor-sum" }, rows.length > 0 ? t("In all: {sum}.", { sum }) : t("No problems found.")));
  });
}

function makeRow({ title, result, what, means, next, commands }) {
  const words = [`${title}: ${what}.`, means, next.replaceAll("`", "")].filter(Boolean).join(" ");
  const node = el("li", {}, words, ...commands.map((command) => el("pre", {}, command)));
  attr(node, "data-result", result);
  return node;
}
