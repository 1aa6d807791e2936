// A finger that is on its way to a button when the question changes would answer another one with the same words.

const ON_ITS_WAY_MS = 600;

const meaning = ({ answer, name = "answer" }) => JSON.stringify([name, answer]);

/** Follows what a player is asked, and knows which taps were meant for the question before. */
export class LateTaps {
  constructor(clock = () => performance.now()) {
    this.clock = clock;
    this.asked = "";
    this.offered = [];
    this.before = [];
    this.since = -Infinity;
    this.answered = -Infinity;
  }

  /** Note what is asked now, and the options of the player. A change by the player's own answer was expected. */
  follow(asked, options) {
    const now = this.clock();
    if (asked !== this.asked) {
      const own = now - this.answered < ON_ITS_WAY_MS;
      Object.assign(this, { asked, before: own ? [] : this.offered, since: now });
    }
    this.offered = options.map(meaning);
  }

  /** Note that the player answers. */
  answer() {
    this.answered = this.clock();
  }

  /** Whether an option that has just got another question is tapped: the tap was meant for the one before. */
  isLate(option) {
    return this.clock() - this.since < ON_ITS_WAY_MS && this.before.includes(meaning(option));
  }
}
