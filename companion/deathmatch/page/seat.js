// A player's own seat in Deathmatch: who one is, how much of what harms one lies there, and the cards.

import { makeCard, setCard, suitWords } from "./cards.js";
import { art, attr, el, keyed, show, text } from "./dom.js";
import { command } from "./live.js";
import { inThisBrowser } from "./storage.js";
import { n, t } from "./tongue.js";

const SHOWN = "cuelight.character";

/** Show who one is, with the pool against one's limits; or ask it, where the companion does not know. */
export function renderMine(parent, { board, own, index }) {
  const name = board.seats[index].name;
  const what = own.out ? "out" : own.character ? "known" : own.characters.length > 0 ? "asked" : "none";
  show(parent, what !== "none");
  if (parent.dataset.shows !== what) {
    parent.replaceChildren(...(what === "asked" ? [makeQuestion(name, own.characters)] : what === "none" ? [] : [makeWho()]));
    parent.dataset.shows = what;
  }
  if (what === "known" || what === "out") renderWho(parent.firstChild, own);
  if (what === "known" && !own.revealed && !board.winners) introduce(own.character, String(board.table.game), `${SHOWN}.${index}`);
  else document.querySelector(".who-first")?.close();
  renderShowing(parent, board, own, index);
}

// A text lets another player look at a hand: this shows the hand alone, without the secret character, to hold it up.
function renderShowing(parent, board, own, index) {
  const looks = board.carrying ? board.carrying.effect === "look" && board.carrying.by !== index : board.setting?.effect === "look";
  const known = own.hand.filter((card) => card.kind !== "unknown");
  const there = parent.querySelector(".hand-show");
  if (!looks || own.out || known.length === 0) {
    there?.remove();
    document.querySelector(".hand-only")?.close();
  } else if (!there) {
    parent.append(el("button", { type: "button", class: "hand-show", onclick: () => showHand(known) }, t("Show only your hand")));
  } else there.onclick = () => showHand(known);
  document.querySelector(".hand-only > .own-cards")?.replaceChildren(...facesOf(known));      // held up while it changes
}

const facesOf = (cards) => cards.map((card) => { const node = makeCard(); setCard(node, card); return node; });

function showHand(cards) {
  if (document.querySelector(".hand-only")) return;      // a second tap
  const dialog = el("dialog", { class: "hand-only", "aria-label": t("Your hand"), onclose: () => dialog.remove() },
    el("div", { class: "own-cards" }, ...facesOf(cards)),
    el("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("Hide")));
  document.body.append(dialog);
  dialog.showModal();
}

// The own character first, over the whole page, until its player has read it; once in a game.
function introduce(character, game, kept) {
  if (inThisBrowser.get(kept) === game || document.querySelector(".who-first")) return;
  const dialog = el("dialog", { class: "who-first", "aria-labelledby": "who-first", onclose: () => { inThisBrowser.set(kept, game); dialog.remove(); } },
    art("secret"), el("h2", { id: "who-first" }, t("You are {character}. Keep it secret.", { character: character.id })),
    el("p", {}, t("{slain} Nothing else harms you.", { slain: character.slain_by })), character.text ? el("p", {}, t("When you reveal yourself: {text}", { text: character.text })) : null,
    el("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("I know who I am")));
  document.body.append(dialog);
  dialog.showModal();
}

function makeWho() {
  return el("div", { class: "who" }, el("p", { class: "who-over" }), el("h2", {}), el("div", { class: "who-suits" }), el("p", { class: "who-harmless" }), el("p", { class: "who-text" }));
}

function renderWho(node, own) {
  const [over, name, suits, harmless, words] = node.children;
  text(over, own.out ? t("You are out of the game") : own.revealed ? t("You are") : t("Your secret: you are"));
  text(name, own.character?.id ?? "");
  const limits = Object.entries(own.character?.limits ?? {});
  keyed(suits, own.out ? [] : limits, ([suit]) => suit, ([suit]) => el("div", { class: "who-suit" }, el("span", { class: "who-name" }, art(suit), el("b", {})), el("span", { class: "who-meter" }, el("i", {})), el("span", {})),
    (one, [suit, limit]) => {
      const [title, meter, count] = one.children;
      attr(one, "data-suit", suit);
      text(title.lastChild, suitWords(suit));
      meter.firstChild.style.width = `${Math.min(100, (100 * own.points[suit]) / limit)}%`;
      text(count, t("{points} of {limit}", { points: own.points[suit], limit }));
    });
  text(harmless, own.out ? "" : own.character?.slain_by ?? "");
  text(words, own.character?.text && !own.revealed && !own.out ? t("When you reveal yourself: {text}", { text: own.character.text }) : "");
}

// On a table of real cards a player may tell the companion who they are here, in place of the character's tag.
function makeQuestion(name, characters) {
  const select = el("select", { "aria-label": t("Your character") }, el("option", { value: "" }, t("Who are you?")), ...characters.map((one) => el("option", { value: one }, one)));
  const only = el("button", { type: "button", onclick: () => select.value && command("answer", { by: name, do: "character", character: select.value }) }, t("Tell only Cuelight"));
  return el("div", { class: "who who-asked" }, el("p", {}, t("Cuelight does not know who you are. Put your character on your spot once, or choose it here; nobody else sees it.")), select, only);
}

/** The hand; and the cards of the scene, while one of them is to be placed. */
export function rowsOf(own) {
  if (own.order.length > 0) return [[t("On top of your draw pile"), own.order]];
  const known = own.hand.filter((card) => card.kind !== "unknown");
  return own.scene.length > 0 ? [[t("Place one as damage"), own.scene], [t("Your hand"), known]] : [[t("Your hand"), known]];
}

// The cards on top of the draw pile in another order: all are picked up, and the last one is put back first. A copy
// that stayed there could not be told from one that is put back.
function orderOf(own) {
  const [pile, hand] = [{ pile: own.name }, { hand: own.name }];
  const picked = own.order.map(() => ({ what: "card", card: "?action", from: pile, to: hand }));
  return {
    count: own.order.length,
    words: t("Tap the card that you draw first, then the next"),
    text: t("Put them back in this order"),
    besides: "carry-out",
    ordered: true,
    answer: (cards) => ({ by: own.name, do: "carry-out", changes: [...picked, ...[...cards].reverse().map((card) => ({ what: "card", card, from: hand, to: pile }))] }),
  };
}

/** Cards that are too many in the hand, where the companion knows which ones lie there. */
export function choiceOf(own) {
  if (own.order.length > 0) return orderOf(own);
  if (own.discard === 0 || own.hand.some((card) => card.kind === "unknown")) return null;
  const count = own.discard;
  return {
    count,
    words: n("Choose {count} card to discard", "Choose {count} cards to discard", count),
    text: t("Discard"),
    answer: (cards) => ({ by: own.name, do: "discard", cards }),
  };
}
