// A game under way, where the game asks nothing of its own: it is taken up as it was saved.

/** Bring what the form suggests up to date, from `{form, seats, outline, nameAt, number}`. */
export function suggest() {}

/** What the form says, as the game's keys of a position. */
export function positionOf() {
  return {};
}
