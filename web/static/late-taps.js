// A finger that is on its way to a button when the question changes would answer another question; and a finger that
// touches twice would also press what has just come where the first button was.

const ON_ITS_WAY_MS = 600;
const TWICE_MS = 700;
const SAME_PLACE = 48;      // pixels

const meaning = ({ answer, name = "answer" }) => JSON.stringify([name, answer]);

/** Follows what a player is asked, and knows which taps were meant for the question before. */
export class LateTaps {
  constructor(clock = () => performance.now()) {
    this.clock = clock;
    this.asked = "";
    this.offered = [];
    this.before = [];
    this.since = -Infinity;
    this.own = false;
    this.answered = -Infinity;
    this.touched = null;       // the latest touch of a finger; a mouse hits what its user sees
    this.answeredBy = null;
  }

  /** Note where and when something was pressed, of a `pointerdown`. */
  press({ pointerType, clientX: x, clientY: y }) {
    this.touched = pointerType === "touch" ? { x, y, at: this.clock() } : null;
  }

  /** Whether the latest touch repeats the one that answered. */
  isRepeated() {
    const [first, second] = [this.answeredBy, this.touched];
    if (!first || !second || first === second) return false;
    return second.at - first.at < TWICE_MS && Math.hypot(second.x - first.x, second.y - first.y) < SAME_PLACE;
  }

  /** Note what is asked now, and the options of the player. A change by the player's own answer was expected. */
  follow(asked, options) {
    const now = this.clock();
    if (asked !== this.asked) {
      const own = now - this.answered < ON_ITS_WAY_MS;
      Object.assign(this, { asked, own, before: own ? [] : this.offered, since: now });
    }
    this.offered = options.map(meaning);
  }

  /** Note that the player answers. */
  answer() {
    this.answered = this.clock();
    this.answeredBy = this.touched;
  }

  /**
   * Whether an option is tapped that has just got another question, or a finger touches one that has just come: the tap
   * was meant for the question before.
   */
  isLate(option) {
    if (this.own || this.before.length === 0 || this.clock() - this.since >= ON_ITS_WAY_MS) return false;
    return this.touched !== null || this.before.includes(meaning(option));
  }
}
