// A window's time, shown as it runs: a slim bar that gets shorter, beneath the words, and the seconds in figures.
// The snapshot says how much was left when it was sent; from there the browser's own clock goes on.

import { show, text } from "./dom.js";

const SLACK_S = 0.4;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Countdown {
  /** `fuse` is an element that is as wide as the time left; `figures` shows whole seconds. */
  constructor(fuse, figures) {
    this.fuse = fuse;
    this.figures = figures;
    this.id = null;
    this.ends = 0;
    this.ticking = null;
  }

  /** Show the open window of a snapshot, or nothing. A window already running goes on smoothly. */
  set(open) {
    const timed = Boolean(open && !open.paused && open.seconds > 0 && open.left !== null && open.left !== undefined);
    show(this.fuse, timed);
    show(this.figures, timed);
    if (!timed) {
      this.stop();
      return;
    }
    const ends = performance.now() + open.left * 1000;
    if (open.id === this.id && Math.abs(ends - this.ends) < SLACK_S * 1000) return;
    this.stop();
    this.id = open.id;
    this.ends = ends;
    const left = Math.max(0, Math.min(1, open.left / open.seconds));
    const easing = calm.matches ? `steps(${Math.max(1, Math.ceil(open.left))})` : "linear";
    this.burning = this.fuse.animate(
      [{ transform: `scaleX(${left})` }, { transform: "scaleX(0)" }], { duration: Math.max(1, open.left * 1000), fill: "forwards", easing });
    this.ticking = setInterval(() => this.tick(), 200);
    this.tick();
  }

  tick() {
    text(this.figures, Math.max(0, Math.ceil((this.ends - performance.now()) / 1000)));
  }

  stop() {
    clearInterval(this.ticking);
    this.burning?.cancel();
    this.id = null;
    this.ends = 0;
  }
}
