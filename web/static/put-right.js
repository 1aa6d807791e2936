// What the host puts right by hand: what there is to put right is the game's (right.js); each part is filled in with how
// it is now, and one of the four reasons sends it.

import { el } from "./dom.js";
import { command, tell } from "./live.js";
import { kinds, makeRight } from "./right.js";
import { t } from "./tongue.js";

const BECAUSE = { miscounted: t("It was counted wrongly"), unseen: t("The companion did not see it"), late: t("It was said too late"), agreed: t("The table has agreed on it") };
const NAMES = "names";
const MOST_LETTERS = 24;
let newest = null;
let shown = "";

/** Show what can be put right in `parent`; a part that is open keeps what is typed in it. Gives whether there is any. */
export function renderPutRight(parent, desk) {
  newest = desk;
  const there = [...Object.entries(kinds(desk)), ...(desk.board.seats.length > 0 ? [[NAMES, t("A name")]] : [])];
  const key = JSON.stringify([desk.board.table.game, there]);
  if (key !== shown) parent.replaceChildren(...there.map(([kind, title]) => makePart(kind, title)));
  shown = key;
  return there.length > 0;
}

function makePart(kind, title) {
  const body = el("div", { class: "right-part" });
  const part = el("details", { name: "right", "data-kind": kind }, el("summary", {}, title), body);
  const make = kind === NAMES ? fillNames : fill;
  part.addEventListener("toggle", () => body.replaceChildren(...(part.open ? make(part, kind) : [])));
  return part;
}

// Built when it is opened, of the newest snapshot, and anew when something has happened since.
function fill(part, kind) {
  const { state } = newest.board;
  const [node, read] = makeRight(kind, newest);
  const send = async (because) => {
    if (![...node.querySelectorAll("input")].every((field) => field.reportValidity())) return;      // the browser says what is too much
    const changes = read();
    if (changes.length === 0) {
      tell(t("That is the current value. Change it here first."));
      return;
    }
    const sent = await command("answer", { do: "correct", because, changes, state });
    if (sent.ok) part.open = false;
    else if (sent.code === "stale") part.lastChild.replaceChildren(...fill(part, kind));
  };
  return [node, el("p", { class: "desk-line" }, t("Why? This sends it:")),
    el("div", { class: "right-why" }, ...Object.entries(BECAUSE).map(([because, words]) => el("button", { type: "button", onclick: () => send(because) }, words)))];
}

// What players are called is the same in every game, and no part of the play: nobody asks why it is put right.
function fillNames(part) {
  const fields = newest.board.seats.map(({ seat, name }) => [seat, name,
    el("input", { type: "text", value: name, maxlength: MOST_LETTERS, dir: "auto", autocomplete: "off", "aria-label": t("{name} is called", { name }) })]);
  const send = async () => {
    const wrong = fields.filter(([, name, field]) => field.value !== name);
    if (wrong.length === 0) return tell(t("All have these names already. Change a name here first."));
    for (const [seat, , field] of wrong) {
      const sent = await command("rename", { seat, name: field.value });
      if (!sent.ok) return field.focus();
    }
    part.open = false;
  };
  return [el("div", {}, ...fields.map(([, , field]) => el("p", { class: "carry-line" }, field))),
    el("div", { class: "right-why" }, el("button", { type: "button", onclick: send }, t("Correct it")))];
}
