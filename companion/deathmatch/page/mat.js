// The drawn mat's stage with the protagonist card and the settings, and each seat's pool and secret character.

import { laidBy, makeCard, setCard, setTokens, settingWords } from "./cards.js";
import { attr, el, keyed, show, text, wordsIn } from "./dom.js";
import { t } from "./tongue.js";

const at = (id) => document.getElementById(id);
const PROTAGONIST = { id: "protagonist", kind: "protagonist", words: t("the protagonist card") };

/** A tap on what lies takes it in hand, for another place: so damage goes from the scene to whoever is hurt. */
export const TAP_TAKES = true;

/** The stage: the setting that is active; and what is laid now, the protagonist card or a setting. */
export function renderStage(desk) {
  const { board } = desk;
  show(at("place"), board.setting);
  text(at("place-name"), board.setting?.id ?? "");
  text(at("place-text"), board.setting ? settingWords(board.setting) : "");
  const settings = desk.options.filter((option) => option.answer.do === "setting").map((option) => `setting:${option.answer.card}`);
  const wanted = desk.decision?.kind === "protagonist" ? ["protagonist"] : settings;
  keyed(at("stage-things"), wanted, (thing) => thing, (thing) => makeCard("button", { type: "button", "data-thing": thing }), (node, thing) => {
    const card = desk.cards[thing] ?? (thing === "protagonist" ? PROTAGONIST : { id: thing, kind: "setting", words: thing.slice("setting:".length) });
    setCard(node, card);
    attr(node, "aria-label", wordsIn(node));
  });
  show(at("target"), settings.length > 0 || desk.zones["stage.target"]);
}

/** What stands below a hand; fill it with `renderPurse`. */
export function makePurse() {
  const secret = makeCard("button", { type: "button", class: "card station-secret", "data-thing": "?character" });
  return [el("p", { class: "station-tokens" }), secret];
}

export function renderPurse([pool, secret], desk, index) {
  const seat = desk.board.seats[index];
  setTokens(pool, seat);
  const known = seat.character;
  setCard(secret, known ? { id: known.id, kind: "character", words: known.id, text: known.text } : null);
  attr(secret, "aria-label", known ? t("{name} is {id}", { name: seat.name, id: known.id }) : t("{name}’s secret character", { name: seat.name }));
  attr(secret, "disabled", seat.out || seat.revealed || desk.board.phase === "casting");
  attr(secret.parentNode.parentNode, "data-out", seat.out);
  attr(secret.parentNode.parentNode, "data-stands", desk.board.standing === index && laidBy(seat) !== null);
}

/** What lies in the box besides cards. */
export function renderLoose() {}
