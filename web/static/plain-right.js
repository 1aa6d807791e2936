// What the host can put right by hand: in a game that says nothing of it, everybody's points.

import { el } from "./dom.js";
import { t } from "./tongue.js";

/** The parts that can be put right, each with its title. */
export function kinds(desk) {
  const { table, seats } = desk.board;
  return table.state !== "idle" && seats.some((seat) => Number.isInteger(seat.points)) ? { points: t("Points") } : {};
}

/** The form of a part, and how it is read. */
export function makeRight(kind, desk) {
  const fields = desk.board.seats.map((seat) => [seat, el("input", { type: "number", min: 0, max: 999, value: seat.points, inputmode: "numeric" })]);
  const node = el("div", {}, ...fields.map(([seat, field]) => el("label", { class: "carry-line" }, field, " ", el("bdi", {}, seat.name))));
  return [node, () => fields.filter(([seat, field]) => field.value !== "" && Number(field.value) !== seat.points)
    .map(([seat, field]) => ({ what: kind, of: seat.name, now: Number(field.value) }))];
}
