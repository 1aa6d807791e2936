// What the host can put right by hand in Othello, with forms that begin with how it is now.

import { PARTS, TITLES, counters, people, rows, select } from "./carry.js";
import { el } from "./dom.js";
import { t } from "./tongue.js";

/** The parts that can be put right, each with its title. */
export function kinds(desk) {
  if (desk.board.table.state === "idle" || desk.board.lead === null) return {};
  return {
    intrigue: TITLES.intrigue, spotlight: TITLES.spotlight, coin: TITLES.coin, wounds: TITLES.wounds, death: t("A death"), lead: TITLES.lead,
    handkerchief: TITLES.handkerchief, points: t("Points besides the cards"), scored: t("A scored card"), hand: TITLES.hand,
  };
}

/** The form of a part, and how it is read. */
export function makeRight(kind, desk) {
  const made = (OWN[kind] ?? PARTS[kind])(desk, { coins: desk.board.tiles.map((tile) => tile.character) });
  if (LINES.includes(kind)) made[0].lastElementChild.click();      // there is something to put right, so the first line stands there
  return made;
}

const LINES = ["coin", "death", "scored", "hand"];
const OWN = {
  points: (desk) => counters(desk.board.seats.map((seat) => [seat.name, seat.points_besides ?? 0, { what: "points", of: seat.name }])),
  death: (desk) => rows((names) => {
    const who = select(desk.board.tiles.map((tile) => [tile.character, tile.dead ? t("{character} lives", { character: tile.character }) : t("{character} is dead", { character: tile.character })]), t("Who"));
    const takes = select(names.map(([name]) => [name, t("{player} takes the wounds", { player: name })]), t("Who takes the wounds"));
    const tile = () => desk.board.tiles.find((one) => one.character === who.value);
    return [[who, takes], () => tile().dead ? { what: "life", name: who.value, now: true } : { what: "life", name: who.value, now: false, of: takes.value }];
  }, people(desk), t("Somebody has died, or lives")),
  scored: (desk) => rows((names) => {
    const lying = desk.board.seats.flatMap((seat) => (seat.scored ?? []).map((card) => [card.id, t("{card} ({id}), of {player}", { card: card.title, id: card.id, player: seat.name })]));
    const card = el("select", { "aria-label": t("Which card") }, ...lying.map(([id, words]) => el("option", { value: id }, words)));
    const to = select([...names.map(([name]) => [name, t("to {player}", { player: name })]), ["", t("to the discard pile")]], t("To whom"));
    return [[card, to], () => card.value ? { what: "scored", card: card.value, of: to.value || null } : null];
  }, people(desk), t("A card lies in another scoring pile")),
};
