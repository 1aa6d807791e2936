// A Deathmatch under way: seats with their pools and piles, and whose turn it is, as a position. Secret characters are
// never asked here: this is the host's page.

import { attr, el, keyed, show, text } from "./dom.js";
import { t } from "./tongue.js";

/** What the form asks follows the number of players, their names, and what goes on; what was typed stays. */
export function suggest({ form, seats, outline, nameAt }) {
  const phase = form.elements.phase.value;
  const before = phase === "setting";      // the act's first scene is still to come
  if (!form.elements.scene.dataset.typed) form.elements.scene.value = before ? 0 : 1;
  const playing = seats.filter((seat) => !seat.querySelector('[data-key="out"]').checked);
  for (const seat of seats) {
    usual(seat, "hand", outline.hand);
    show(seat.querySelector("[data-in-scene]"), phase === "scene");
  }
  const left = outline.cards - Number(form.elements.discard.value) - playing.reduce((sum, seat) => sum + lying(seat, phase), 0);
  for (const seat of seats) usual(seat, "pile", Math.max(0, Math.floor(left / playing.length)));
  keyed(form.elements.turn, [{ words: t("the protagonist’s"), value: "" }, ...seats.map((_, index) => ({ words: t("{name}’s", { name: nameAt(index) }), value: String(index) }))],
    ({ value }) => value, ({ value }) => el("option", { value }), (option, { words }) => text(option, words));
  for (const [id, words] of [["settings", outline.settings], ["characters", outline.characters]]) {
    keyed(document.getElementById(id), words, (one) => one, (one) => el("option", { value: one }));
  }
  attr(form.elements.setting, "placeholder", before ? t("none yet") : outline.settings[0]);
}

// How many cards a seat has besides its pile.
function lying(seat, phase) {
  const words = (key) => seat.querySelector(`[data-key="${key}"]`).value;
  return Number(words("hand")) + cardsIn(words("pool")).length + (phase === "scene" ? cardsIn(words("played")).length : 0);
}

function usual(seat, key, value) {
  const input = seat.querySelector(`[data-key="${key}"]`);
  if (!input.dataset.typed) input.value = value;
}

/** What the form says, as a position. */
export function positionOf({ form, seats, outline, nameAt, number }) {
  const chosen = (field) => (form.elements[field].value === "" ? undefined : nameAt(Number(form.elements[field].value)).trim());
  const phase = form.elements.phase.value;
  const [protagonist, turn] = [chosen("protagonist"), chosen("turn")];
  const setting = form.elements.setting.value.trim() || (phase === "setting" ? null : outline.settings[0]);
  return {
    act: number(form.elements.act), scene: number(form.elements.scene), phase, setting, discard: number(form.elements.discard),
    ...(protagonist === undefined ? {} : { protagonist }),
    ...(protagonist === undefined && turn !== undefined ? { first: turn } : {}),
    ...(turn === undefined ? {} : { turn }),
    seats: seats.map((seat) => seatOf(seat, phase, number)),
  };
}

function seatOf(seat, phase, number) {
  const input = (key) => seat.querySelector(`[data-key="${key}"]`);
  const words = (key) => input(key).value.trim();
  const name = words("name");
  const open = words("character") === "" ? {} : { character: words("character"), revealed: true };
  if (input("out").checked) return { name, ...open, out: true };
  const hand = Math.min(30, Math.max(0, Number(words("hand")) || 0));
  return {
    name, ...open, hand: Array(hand).fill("?action"), pile: number(input("pile")), pool: cardsIn(words("pool")),
    ...(phase === "scene" && words("played") !== "" ? { played: cardsIn(words("played"))[0] } : {}),
  };
}

// "blades 3" is the card blades.3; a trickster, or a card of one's own, goes by its name.
function cardsIn(words) {
  return words.split(/[,;]/).map((card) => card.trim().replace(/^(blades|coins|letters|poison)[ .]+(\d+)$/i, (_, suit, points) => `${suit.toLowerCase()}.${points}`)).filter(Boolean);
}
