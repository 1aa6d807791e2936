// The words for where the game is and for each seat's light.

import { t } from "./tongue.js";
import { attentionWords } from "./words.js";

/** Kinds of decisions at which a hand is needed. */
export const WITH_CARDS = ["action", "answer", "discard"];

/** Kinds of decisions whose own words do not say who is waited for. */
export const WAITS_FOR = [];

/** What the race of points at the end counts. */
export const COUNTED = t("Damage, scene by scene");

/** The scene whose points are told now: none, for damage is told when it is placed. */
export function sceneToTell() {
  return null;
}

const LIGHTS = {
  "setting": t("choose the setting"),
  "action": t("open the scene"),
  "scene": t("answer"),
  "damage": t("place damage"),
};

/** What a seat's light says; `board` is the public snapshot. */
export function cueWords(cue, seat, board) {
  switch (cue) {
    case "lay": return LIGHTS[board.phase] ?? t("lay a card");
    case "your-turn": return (board.asked === "carry-out" && t("carry it out")) || (board.asked === "discard" && t("discard")) || LIGHTS[board.phase] || t("lay a card");
    case "on-deck": return t("next");
    case "choose": return t("won it?");
    case "go-on": return board.carrying?.by === board.seats.indexOf(seat) ? t("carry it out") : board.phase === "casting" ? t("start?") : t("discard");
    case "attention": return attentionWords(seat);
    default: return "";
  }
}

/** The setting of the act; null until it is chosen. */
export const placeOf = (board) => (board.phase === "setting" ? null : board.setting);

/** Where the game is: "Act 2, scene 3 · Castle". */
export function placeWords(board) {
  const act = t("Act {act}", { act: board.act });
  const scene = board.scene > 0 ? t("{act}, scene {scene}", { act, scene: board.scene }) : act;
  const place = placeOf(board);
  return place ? `${scene} · ${place.id}` : scene;
}

/** Where a point was made. */
export function whenWords(entry) {
  return entry.act ? placeWords(entry) : "";
}

/** What is done there. */
export function phaseWords(board) {
  return board.phase_words;
}
