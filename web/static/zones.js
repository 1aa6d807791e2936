// A place on the mat, and what lies in it.

import { faceOf, laidBy, makeCard, makeThing, nameOf, setCard } from "./cards.js";
import { attr, el, keyed, text, wordsIn } from "./dom.js";
import { t } from "./tongue.js";

/** The place of a zone ("seat2.play"), empty; `word` says what it is for. */
export function makeZone(zone, word) {
  return el("button", { class: "zone", type: "button", "data-zone": zone },
    el("span", { class: "zone-thing" }), el("span", { class: "zone-word" }, word));
}

/**
 * Show what lies in a zone. A card that its seat has lifted stays visible as a shadow, to be laid back.
 * `seat`: the board's seat, or null for the stage; `lifted`: what was lifted from here last, or null; `hidden`: whether
 * a card that lies face down keeps its name to itself.
 */
export function renderZone(node, desk, zone, seat, lifted, hidden = false) {
  const lies = desk.zones[zone] ?? null;
  const again = seat && laidBy(seat) && !seat.done;      // what was played is not laid back
  const shadow = lies === null && again ? lifted : null;
  const thing = lies ?? shadow;
  attr(node, "data-lies", lies);
  attr(node, "data-shadow", shadow);
  attr(node, "data-again", again ? lies : null);
  const face = faceOf(seat, thing);
  const card = thing === null ? null : desk.cards[thing] ?? null;
  const isSecret = hidden && card !== null && face === "down";
  const name = thing === null ? "" : isSecret ? t("a card, face down") : card ? nameOf(card) : thing.slice(thing.indexOf(":") + 1);
  keyed(node.querySelector(".zone-thing"), thing === null ? [] : [thing], (one) => one, (one) => (card === null ? makeThing(one) : makeCard("span")),
    (child) => {
      if (card !== null) setCard(child, card, face);
      attr(child, "data-peek", card !== null && face === "down" && !isSecret && !shadow && !thing.startsWith("?") ? name : null);
    });
  text(node.querySelector(".zone-word"), shadow ? t("lay back") : seat ? t("lay here") : node.dataset.word);
  const place = seat ? t("{name}’s zone", { name: seat.name }) : t("The stage");
  const word = node.querySelector(".zone-word").textContent;
  const shown = card !== null && face === "up" ? wordsIn(node.querySelector(".card-front")) : name;
  const what = thing === null ? t("empty, {word}", { word }) : shadow ? t("{name}, lifted: {word}", { name: shown, word }) : shown;
  attr(node, "aria-label", t("{place}: {thing}", { place, thing: what }));
}
