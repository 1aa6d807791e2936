// The doors of a closed table: its first PIN on the wall screen, and at the desk another PIN and the links of the seats.

import { el, show, text } from "./dom.js";
import { ask, command, tell } from "./live.js";
import { t } from "./tongue.js";

const AGAIN_MS = 2000;
let asking = null;        // the timer of the next question, while nobody plays

/** Show the PIN that the table made while nobody plays, until somebody logs in. Only this machine's own screen gets it. */
export function sayFirstPin(node, idle) {
  if (idle === (asking !== null)) return;
  clearTimeout(asking);
  asking = null;
  showPin(node, "");
  if (idle) askAgain(node, 0);
}

function askAgain(node, wait) {
  const mine = asking = setTimeout(async () => {
    const { pin, ok } = await ask("door", { quiet: true });
    if (asking !== mine) return;
    showPin(node, pin ?? "");
    if (pin || !ok) askAgain(node, AGAIN_MS);
  }, wait);
}

function showPin(node, pin) {
  text(node, pin && t("The host’s PIN is {pin}. Choose another at the desk.", { pin }));
  show(node, pin);
}

/** At the desk: the section `node` with another PIN, the seats' links and the way out; hidden at an open table. */
export async function offerDoors(node) {
  const { closed } = await ask("door", { quiet: true });
  show(node, closed);
  const form = node.querySelector("form");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [pin, wanted] = [form.elements.pin.value, form.elements.new.value];
    const answer = await command("pin", { pin, new: wanted });
    if (!answer.ok) return;
    form.reset();
    tell(t("The PIN is changed. All other hosts are logged out."));
  });
  node.querySelector("[data-links]").addEventListener("click", async () => {
    const answer = await command("keys", {});
    if (!answer.ok) return;
    const links = Object.entries(answer.links).map(([seat, path]) => el("li", {}, t("Seat {seat}: ", { seat }), el("a", { href: path }, location.origin + path)));
    node.querySelector("ul").replaceChildren(...links);
  });
  node.querySelector("[data-leave]").addEventListener("click", async () => {
    const answer = await command("logout", {});
    if (!answer.ok) return;
    if (answer.notice) tell(answer.notice);
    else location.assign("/board");
  });
}
