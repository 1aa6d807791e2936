// Moving things over the mat: drag them with a mouse or a finger, or tap the thing and then its place.
// A tap on a place with a card in it lifts the card; a second tap lays it back, also before the page has heard of the first.

import { laidBy } from "./cards.js";
import { gesture } from "./gesture.js";
import { tell } from "./live.js";
import { TAP_TAKES } from "./mat.js";
import { t } from "./tongue.js";

const DRAG_PX = 8;
const GONE_MS = 5000;
const QUICK_MS = 2000;

export class Hands {
  /** `mat` holds every [data-thing] (cards, tiles, coins) and every [data-zone]. */
  constructor(mat) {
    this.mat = mat;
    this.memory = {};           // what lay in a zone last, for a card that was lifted
    this.said = [];             // answers that are said by laying a card, and which
    this.taken = {};            // what a tap has lifted from a zone, until the page hears of it: when, and the answer
    this.selected = null;
    this.drags = new Map();     // by pointer: several people play at one tablet, and a palm may rest on it
    this.gone = -Infinity;      // when the selection was taken away
    this.told = () => {};
    mat.addEventListener("pointerdown", (event) => this.down(event));
    mat.addEventListener("click", (event) => this.click(event));
    mat.addEventListener("dragstart", (event) => event.preventDefault());
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.cancel(event.pointerId));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        for (const pointer of [...this.drags.keys()]) this.cancel(pointer);
        this.select(null);
      }
    });
  }

  /** Take in what lies where, from a desk snapshot. */
  learn(desk) {
    this.said = desk.options.filter(({ lay }) => lay);
    for (const [zone, thing] of Object.entries(desk.zones)) {
      if (thing) this.memory[zone] = thing;
      else delete this.taken[zone];
    }
    for (const seat of desk.board.seats) {
      const zone = `${seat.seat}.play`;
      if (!laidBy(seat) && !desk.zones[zone]) delete this.memory[zone];
    }
  }

  /** The thing that is tapped while its place is not; null where there is none. */
  held() {
    return this.selected?.dataset.thing ?? this.selected?.dataset.lies ?? null;
  }

  /** The thing that is tapped or dragged, and the element that it was taken from; null where there is none. */
  moving() {
    const drag = [...this.drags.values()].findLast(({ ghost }) => ghost);
    if (drag) return { thing: drag.thing, from: drag.source };
    return this.selected === null ? null : { thing: this.held(), from: this.selected };
  }

  /** What was lifted from `zone`, when this page saw it lie there. */
  lifted(zone) {
    return this.memory[zone] ?? null;
  }

  /** Show the selection again after the page was redrawn. */
  mark() {
    if (!this.selected || this.selected.isConnected) return;
    this.select(null);
    this.gone = performance.now();
    tell(t("Somebody else has moved what you chose."));
  }

  select(node) {
    this.selected?.removeAttribute("data-chosen");
    this.selected?.removeAttribute("aria-pressed");
    this.selected = node;
    node?.setAttribute("data-chosen", "");
    node?.setAttribute("aria-pressed", "true");
    this.mat.toggleAttribute("data-choosing", node !== null);
    this.told();
  }

  down(event) {
    if (event.button !== 0) return;
    const source = event.target.closest("[data-thing], [data-zone][data-lies], [data-zone][data-shadow]");
    if (!source || [...this.drags.values()].some((drag) => drag.source === source && drag.pointer !== event.pointerId)) return;
    const from = source.dataset.zone ?? null;
    const thing = source.dataset.thing ?? source.dataset.lies ?? source.dataset.shadow;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.drags.set(pointer, { pointer, source, thing, from, shadow: "shadow" in source.dataset, x, y, ghost: null });
  }

  move(event) {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(dx, dy) < DRAG_PX) return;
      const why = elsewhere(drag.source);
      if (why) {
        this.cancel(drag.pointer);
        tell(why);
        return;
      }
      this.select(null);
      this.lift(drag);
    }
    drag.ghost.style.translate = `${dx}px ${dy}px`;
    const over = zoneAt(event, drag);
    if (over !== drag.over) {
      drag.over?.removeAttribute("data-over");
      over?.setAttribute("data-over", "");
      drag.over = over;
    }
  }

  // The picture that follows the finger.
  lift(drag) {
    const shown = drag.from === null ? drag.source : drag.source.querySelector(".zone-thing > *") ?? drag.source;
    const box = shown.getBoundingClientRect();
    drag.ghost = shown.cloneNode(true);
    drag.ghost.classList.add("ghost");
    Object.assign(drag.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, fontSize: getComputedStyle(shown).fontSize });
    if (shown.closest("[data-turned] [data-far]")) drag.ghost.style.rotate = "180deg";
    document.body.append(drag.ghost);
    drag.source.setAttribute("data-dragged", "");
    this.mat.setAttribute("data-dragging", "");
    this.told();
  }

  up(event) {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    const { ghost, from, thing, shadow } = drag;
    const over = ghost ? zoneAt(event, drag) : null;
    this.cancel(event.pointerId);
    if (!ghost) {
      if (!event.isPrimary) this.click(event);      // a browser makes no click of a second finger, as beside "Show mine"
      return;
    }
    if (event.isPrimary) {
      this.dropped = true;                     // the click that follows is no tap
      setTimeout(() => { this.dropped = false; });
    }
    const zone = over?.dataset.zone ?? null;
    if (zone === null && from !== null && !shadow) gesture({ do: "lift", zone: from });
    else if (zone !== null && (zone !== from || shadow)) this.lay(thing, zone, shadow ? null : from);
  }

  cancel(pointer) {
    const drag = this.drags.get(pointer);
    if (!drag) return;
    drag.ghost?.remove();
    drag.over?.removeAttribute("data-over");
    drag.source.removeAttribute("data-dragged");
    this.drags.delete(pointer);
    if (![...this.drags.values()].some(({ ghost }) => ghost)) this.mat.removeAttribute("data-dragging");
    this.told();
  }

  click(event) {
    if (this.dropped) {
      this.dropped = false;
      return;
    }
    const thing = event.target.closest("[data-thing]");
    const zone = event.target.closest("[data-zone]");
    const why = thing && elsewhere(thing);
    if (why) tell(why);
    else if (thing) this.select(thing === this.selected ? null : thing);
    else if (zone) this.tap(zone);
  }

  tap(node) {
    const { zone, lies, shadow, again } = node.dataset;
    const chosen = this.held();
    const from = this.selected?.dataset.zone ?? null;
    const meant = performance.now() - this.gone < GONE_MS;      // that tap was to lay down what is gone
    this.gone = -Infinity;
    this.select(null);
    if (chosen !== null) {
      if (from !== zone) this.lay(chosen, zone, from);
    }
    else if (meant) tell(t("Nothing was done: somebody else has moved what you chose. Tap again to pick up what is here."));
    else if (performance.now() - this.taken[zone]?.at < QUICK_MS) this.layBack(zone, again ?? null);
    else if (lies && TAP_TAKES) this.select(node);
    else if (lies) this.takeUp(zone);
    else if (shadow) this.lay(shadow, zone, null);
  }

  async takeUp(zone) {
    const answer = gesture({ do: "lift", zone });
    this.taken[zone] = { at: performance.now(), answer };
    if (!(await answer).ok) delete this.taken[zone];
  }

  // The second of two quick taps: the page shows the card where it lay. What only lay there, on the stage, stays in the hand.
  async layBack(zone, thing) {
    const { answer } = this.taken[zone];
    delete this.taken[zone];
    if ((await answer).ok && thing !== null) await this.lay(thing, zone, null);
  }

  // What moves from one zone to another leaves the first; what is laid where something lies takes its place.
  async lay(thing, zone, from) {
    const meant = this.said.find(({ lay }) => lay.thing === thing && lay.zone === zone);
    if (meant) {
      await gesture(meant.answer, "answer");
      return;
    }
    if (from !== null && !(await gesture({ do: "lift", zone: from })).ok) return;
    await gesture({ do: "tag", zone, thing });
  }
}

// Why a card of this hand cannot be moved here, if it is on a phone or a bot's.
function elsewhere(thing) {
  return thing.closest(".hand")?.closest("[data-elsewhere]")?.dataset.elsewhere ?? null;
}

function zoneAt(event, drag) {
  if (drag.ghost) drag.ghost.hidden = true;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  if (drag.ghost) drag.ghost.hidden = false;
  return under?.closest("[data-zone]") ?? null;
}
