// What the host can put right by hand: in a game that says nothing of it, nothing.

/** The parts that can be put right, each with its title. */
export function kinds() {
  return {};
}

/** The form of a part, and how it is read. */
export function makeRight() {
  return [document.createElement("div"), () => []];
}
