// Texts of cards that a table carries out, with a form for what came of it: a game without such cards has none.

export class Carrying {
  /** `parent` is where the form stands. */
  constructor(parent) {
    this.parent = parent;
  }

  /** Show the form for the open decision of a desk snapshot. */
  render() {
    this.parent.hidden = true;
  }
}
