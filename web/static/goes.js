// Which places glow: those to which the thing that is held can go now, as the game says it for its kind.

import { attr } from "./dom.js";

/** Mark the places on `mat` for what is held: `{thing, from}`, the element that it was taken from, or null for nothing. */
export function markPlaces(mat, desk, held) {
  const found = held === null ? new Set() : placesFor(desk, held);
  for (const zone of mat.querySelectorAll("[data-zone]")) attr(zone, "data-goes", found.has(zone.dataset.zone));
}

function placesFor(desk, { thing, from }) {
  const said = desk.options.filter(({ lay }) => lay?.thing === thing).map(({ lay }) => lay.zone);
  if (said.length > 0) return new Set(said);
  const goes = desk.decision?.goes ?? {};
  const wheres = goes[thing] ?? goes[kindOf(desk, thing)] ?? (desk.cards[thing] ? goes.card : null) ?? [];
  const inGame = desk.board.seats.filter(({ out }) => !out);
  const asked = inGame.filter(({ name }) => desk.decision.players.includes(name)).map(({ seat }) => seat);
  const seats = inGame.map(({ seat }) => seat), own = from.closest(".station")?.dataset.key;
  const of = {
    own: own ? [own] : asked, asked: asked.filter((seat) => !own || seat === own), seat: seats,
    other: from.closest(".hand") ? [] : seats.filter((seat) => !asked.includes(seat)),
  };
  return new Set(wheres.flatMap((where) => (where === "stage" ? stage(own, asked) : (of[where] ?? [where]).map((seat) => `${seat}.play`))));
}

// What lies at a seat that is not asked is not for the stage now.
function stage(own, asked) {
  return !own || asked.includes(own) ? ["stage.target"] : [];
}

/** The kind of a thing, as the game calls it. */
export function kindOf(desk, thing) {
  return desk.cards[thing]?.kind ?? thing.replace("?", "").split(":")[0];
}
