// The doors of a closed table: its first PIN on the wall screen, and at the desk another PIN and the links of the seats.

import { el, show, text } from "./dom.js";
import { ask, command, tell } from "./live.js";
import { t } from "./tongue.js";

const AGAIN_MS = 30_000;

/** Say the PIN that the table made, until somebody changes it. Only this machine's own screen is told. */
export async function sayFirstPin(node) {
  const { pin } = await ask("door", { quiet: true });
  text(node, pin ? t("The host’s PIN is {pin}. Choose another at the desk.", { pin }) : "");
  show(node, pin);
  if (pin) setTimeout(() => sayFirstPin(node), AGAIN_MS);
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
    tell(t("The PIN is changed. Every other host is a guest again."));
  });
  node.querySelector("[data-links]").addEventListener("click", async () => {
    const answer = await command("keys", {});
    if (!answer.ok) return;
    const links = Object.entries(answer.links).map(([seat, path]) => el("li", {}, t("Seat {seat}: ", { seat }), el("a", { href: path }, location.origin + path)));
    node.querySelector("ul").replaceChildren(...links);
  });
  node.querySelector("[data-leave]").addEventListener("click", async () => {
    if ((await command("logout", {})).ok) location.assign("/board");
  });
}
