// When hands are needed, and the words for acts, scenes and phases.

import { t } from "./tongue.js";
import { CUE_WORDS, NUMERALS, attentionWords } from "./words.js";

const ORDINALS = ["", t("first"), t("second"), t("third"), t("fourth"), t("fifth"), t("sixth"), t("seventh"), t("eighth"), t("ninth"), t("tenth"), t("eleventh"), t("twelfth")];

/** Kinds of decisions at which a hand is needed. */
export const WITH_CARDS = ["pre-placement", "placement", "after-placement", "reveal", "swap", "discard"];

/** Kinds of decisions whose own words do not say who is waited for. */
export const WAITS_FOR = ["intermission"];

/** What the race of points at the end counts. */
export const COUNTED = t("Points, scene by scene");

/** The scene whose points are told now: the one that is over, until the cards of the next one lie there. */
export function sceneToTell(board) {
  if (board.phase === "draw") return board.scene;
  return ["pre-placement", "placement"].includes(board.phase) && board.scene > 1 ? board.scene - 1 : null;
}

const DISCARDS = [t("Discards"), t("Hands are cut down to what the new act allows")];

const PHASES = {
  "casting": [t("Casting"), t("The character tiles are dealt")],
  "pre-placement": [t("Before the scene"), t("Coins first, then the cards")],
  "placement": [t("Placement"), t("Everyone plays one card face down")],
  "after-placement": [t("A last thought"), t("The last chance before the cards turn")],
  "reveal": [t("The reveal"), t("From the Lead’s left, one card after the other")],
  "draw": [t("Draw"), t("Hands are filled again, from the Lead")],
  "intermission": [t("Intermission"), t("Three intrigue for a spotlight, or a spotlight for three intrigue")],
  "over": [t("Curtain call"), ""],
};

/** What is done there and how, in two texts. */
export function plateWords(board) {
  return board.asked === "discard" ? DISCARDS : PHASES[board.phase] ?? [board.phase, ""];
}

/** Where the game is: "Act II, scene the third". */
export function placeWords(board) {
  return t("Act {act}, {scene}", { act: NUMERALS[board.act], scene: sceneWords(board.scene) });
}

/** Where a point was made: "Act II, scene 3". */
export function whenWords({ act, scene }) {
  if (!act) return "";
  return scene ? t("Act {act}, scene {scene}", { act: NUMERALS[act], scene }) : t("Act {act}", { act: NUMERALS[act] });
}

/** What is done there: `Placement`. */
export function phaseWords(board) {
  return (PHASES[board.phase] ?? [board.phase])[0];
}

/** "scene the second", as a playbill says it. */
export function sceneWords(scene) {
  if (scene < 1) return t("before the curtain rises");
  return ORDINALS[scene] ? t("scene the {ordinal}", { ordinal: ORDINALS[scene] }) : t("scene {scene}", { scene });
}

/** What a seat's light says; who is hit by what is under way may answer it, others may interrupt it. */
export function cueWords(cue, seat, board) {
  if (cue === "choose" && board && !seat.up) return t("you?");
  if (cue === "lay" && board?.asked === "choose") return CUE_WORDS.choose;
  if (cue === "go-on" && ["pre-placement", "after-placement"].includes(board?.asked)) return t("anything first?");
  if (cue === "go-on" && board?.asked === "discard") return t("discard");
  if (cue === "go-on" && board?.asked === "lead") return t("deal");
  return cue === "attention" ? attentionWords(seat) : CUE_WORDS[cue] ?? cue;
}
