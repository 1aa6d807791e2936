// Setting a table up: what the table asks for is shown, and what hands cannot give is sent. The steps are the table's.

import { attr, el, keyed, show, text } from "./dom.js";
import { command, follow } from "./live.js";
import { newestOf } from "./newest.js";
import { t } from "./tongue.js";

const part = (id) => document.getElementById(id);
const REST = {
  none: t("Plug in the readers or the mat, then begin. You do not need to know the name of a port."),
  known: t("The table is set up. Now the cards get their tags, and the first game can begin."),
};
let shown = null;       // the last that the table has said
const newest = newestOf(paint);

const deed = (body) => newest(command("setup", body));

function paint(setup) {
  const before = shown;
  shown = setup;
  const on = setup.step !== null;
  text(part("text"), on ? setup.text : setup.file === null ? REST.none : REST.known);
  text(part("count"), on && setup.at !== null ? t("{number} of {of}", { number: setup.at, of: setup.of }) : "");
  text(part("told"), (on && setup.told) || "");
  attr(part("told"), "data-well", on ? String(setup.well) : null);
  text(part("found"), on && setup.found.length > 0 ? t("Found: {things}", { things: setup.found.join(", ") }) : "");
  keyed(part("failed"), on ? setup.failed : [], (each) => each, (each) => el("li", {}, each));
  text(part("note"), !on || setup.file === null ? "" : t("Everything so far is saved in {file}. You can stop and continue at any time.", { file: setup.file }));
  keyed(part("choices"), on ? setup.choices : [], (each) => `${setup.step}/${each.value}`, (each) => el("button", { type: "button", "data-value": each.value }, each.text),
    (node, each) => attr(node, "class", each.value === (setup.usual ?? setup.choices[0].value) ? "primary" : null));
  paintActions(setup, on);
  paintTable(setup);
  attr(document.documentElement, "data-setup", `${setup.step}/${setup.changes}`);
  if (before !== null && before.step !== setup.step && document.activeElement === document.body) part("choices").querySelector(".primary")?.focus();
}

function paintActions(setup, on) {
  const done = setup.step === "done";
  for (const button of part("actions").querySelectorAll("[data-do]")) {
    const { do: what, ends } = button.dataset;
    const shows = what === "begin" ? !on : !on ? false : ends ? (ends === "done") === done : setup.can.includes(what);
    show(button, shows);
  }
  const begin = part("actions").querySelector("[data-do='begin']");
  text(begin, setup.file === null ? t("Begin") : t("Change something"));
  attr(begin, "class", setup.file === null ? "primary" : null);
  for (const id of ["box", "start"]) show(part(id), !on && setup.file !== null);
}

function paintTable(setup) {
  const seats = setup.places.filter(({ place }) => place.startsWith("seat"));
  show(part("table"), setup.places.length > 0);
  keyed(part("table"), setup.places, ({ place }) => place, makePlace, (node, each) => {
    const at = seats.indexOf(each);
    if (at >= 0) {
      const turn = 2 * Math.PI * at / seats.length;
      node.style.left = `${50 - 38 * Math.sin(turn)}%`;
      node.style.top = `${50 + 37 * Math.cos(turn)}%`;
    }
    const now = setup.place !== null && setup.place !== undefined && setup.place.split(".")[0] === each.place.split(".")[0];
    attr(node, "data-now", now ? "" : null);
    attr(node, "data-reader", each.reader ? "" : null);
    attr(node, "data-tried", each.tried);
    const has = [each.reader && t("reader"), each.lamp && t("lamp"), each.button && t("button")].filter(Boolean);
    text(node.firstElementChild, each.name);
    text(node.lastElementChild, each.tried === "right" ? t("answers") : each.tried === "wrong" ? t("check its wires") : has.length > 0 ? has.join(" · ") : "–");
    node.disabled = setup.step === null || setup.step === "look" || now;
    attr(node, "title", node.disabled ? null : t("Show its reader again"));
  });
}

const makePlace = ({ place }) => el("button", { type: "button", "data-go": place }, el("b"), el("span"));

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button === null) return;
  if (button.dataset.do) deed({ do: button.dataset.do, ...(shown !== null && shown.step !== null && { changes: shown.changes }) });
  else if (button.dataset.value) deed({ do: "answer", value: button.dataset.value, changes: shown.changes });
  else if (button.dataset.go) deed({ do: "go", place: button.dataset.go });
});

follow("desk", (desk) => {
  if (shown === null || (desk.setup ?? null) !== (shown.step === null ? null : shown.changes)) deed({ do: "look" });
}, { stays: true });
