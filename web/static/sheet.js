// The score sheet as the rulebook lays it out, and the race of points scene by scene, from what /api/sheet gives.
// The wall between the acts, the pages of old games and what is shared of them are all made of these.

import { attr, el } from "./dom.js";
import { t } from "./tongue.js";

const SVG = "http://www.w3.org/2000/svg";
const ROOM = { width: 960, height: 420 };
const LETTER = 18;       // the height of the race's letters, in its own units
const LEAST = 13;        // and in pixels, at least, as far as the names leave room
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 190, 20, 42];
const NUMBER = 56;       // the room of the points beside a line
const NAMES = 0.4;       // of the width: as much as the names beside the lines may have
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * The printed sheet: a block for each player with a row for each part of the score, and a column for each chapter.
 * The name of a single player stands in the row of the chapters.
 */
export function makeSheet(sheet) {
  const bonus = sheet.parts.filter((part) => part.bonus);
  const parts = sheet.parts.filter((part) => !part.bonus);
  const corner = sheet.players.length === 1 ? el("th", { class: "sheet-name" }, el("bdi", {}, sheet.players[0].name)) : el("td");
  const head = el("tr", {}, corner, ...columnHeads(sheet), bonus.length > 0 ? el("th", { scope: "col" }, t("Bonuses")) : null);
  return el("table", { class: "sheet tabular" }, el("thead", {}, head),
    ...sheet.players.map((player) => makeBlock(sheet, player, parts, bonus)));
}

/** The same in a row for each player: the points at the end of each chapter, and the total. */
export function makeTotals(sheet) {
  const bonus = sheet.parts.some((part) => part.bonus) && sheet.over;
  const chapters = sheet.columns.length > 1 || bonus;
  return el("table", { class: "sheet sheet-totals tabular" },
    el("thead", {}, el("tr", {}, el("td"), ...(chapters ? columnHeads(sheet) : []), bonus ? el("th", { scope: "col" }, t("Bonuses")) : null, el("th", { scope: "col" }, t("Total")))),
    el("tbody", {}, ...sheet.players.map((player) => el("tr", { "data-winner": String(player.winner) },
      el("th", { scope: "row" }, el("bdi", {}, player.name)),
      ...(chapters ? player.totals.map((points) => el("td", {}, points)) : []),
      bonus ? el("td", {}, sum(player.bonuses)) : null, el("td", { class: "sheet-total" }, player.total)))));
}

// The word with which all chapters begin stands apart, so that sheets beside each other can leave its room to the names.
function columnHeads(sheet) {
  const [word] = sheet.columns[0].match(/^\S*\s?/);
  const all = sheet.columns.every((words) => words.startsWith(word) && words.length > word.length);
  return sheet.columns.map((words) => el("th", { scope: "col" }, all ? el("span", { class: "sheet-same" }, word) : null, (all ? words.slice(word.length) : words) || t("Points")));
}

function makeBlock(sheet, player, parts, bonus) {
  const columns = sheet.columns.length + 1 + (bonus.length > 0 ? 1 : 0);
  const rows = parts.map((part, i) => el("tr", {}, el("th", { scope: "row" }, part.words),
    ...player.cells[i].map((points) => el("td", {}, points || "–")),
    bonus.length > 0 ? el("td", { class: "sheet-void" }) : null));
  const gains = bonus.map((part, i) => el("tr", {}, el("th", { scope: "row" }, part.words),
    ...sheet.columns.map(() => el("td", { class: "sheet-void" })), el("td", {}, sheet.over ? player.bonuses[i] || "–" : "")));
  return el("tbody", { "data-winner": String(player.winner) },
    sheet.players.length > 1 ? el("tr", {}, el("th", { class: "sheet-name", scope: "rowgroup", colspan: columns }, el("bdi", {}, player.name))) : null,
    ...rows, ...gains,
    el("tr", { class: "sheet-sums" }, el("th", { scope: "row" }, t("Total points")), ...player.totals.map((points) => el("td", {}, points)),
      bonus.length > 0 ? el("td", { class: "sheet-total" }, sheet.over ? player.total : "") : null));
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** How much room a race has in a place `width` by `height` pixels, if its letters are `letter` pixels high there. */
export function roomOf(width, height, letter) {
  return { width: Math.max(width * LETTER / letter, 2 * RIGHT), height: Math.max(height * LETTER / letter, 2 * BOTTOM) };
}

/** The usual shape of a race for a place; in a narrow one the lines have less room, and the letters keep their size. */
export function roomIn(place) {
  const { width } = place.getBoundingClientRect();
  return { ...ROOM, width: Math.min(ROOM.width, Math.max(width * LETTER / LEAST, 2 * RIGHT)) };
}

/**
 * The race of points: a line for each player over the scenes. Null where there are fewer than two scenes to draw.
 * `room` is what the place of the picture has (see `roomOf` and `roomIn`). A line ends where its player is out.
 */
export function makeRace(race, { width, height }) {
  if (race.places.length < 2) return null;
  const floor = height - BOTTOM;
  const all = race.players.flatMap((player) => player.points);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const { names, widest } = fitting(race.players.map((player) => player.name), NAMES * width - NUMBER);
  const right = width - Math.max(RIGHT, NUMBER + widest);
  const x = (place) => LEFT + (place * (right - LEFT)) / (race.places.length - 1);
  const y = (points) => TOP + ((most - points) * (floor - TOP)) / (most - least);
  const picture = svg("svg", { class: "race", viewBox: `0 0 ${width.toFixed()} ${height.toFixed()}`, role: "img", "aria-label": raceWords(race) });
  picture.append(...makeGrid(least, most, y, right), ...makeChapters(race, x, floor));
  const labels = apart(race.players.map((player) => y(player.points.at(-1))), floor);
  race.players.forEach((player, i) => picture.append(makeLine(player, names[i], i, x, y, right + 14, labels[i])));
  return picture;
}

// For whoever hears the picture: who had what at the end.
function raceWords(race) {
  const ends = race.players.map((player) => `${player.name} ${player.points.at(-1)}`).join(", ");
  return t("Points from {first} to {last}: {ends}.", { first: race.places[0].where, last: race.places.at(-1).where, ends });
}

function makeGrid(least, most, y, right) {
  const steps = Math.min(6, (y(least) - y(most)) / (2 * LETTER));      // steps that leave their numbers apart
  const step = STEPS.find((each) => (most - least) / each <= steps) ?? 1000;
  const lines = [];
  for (let points = Math.ceil(least / step) * step; points <= most; points += step) {
    lines.push(svg("line", { class: "race-grid", x1: LEFT, x2: right, y1: y(points), y2: y(points) }),
      svg("text", { class: "race-number", x: LEFT - 10, y: y(points) + 6, "text-anchor": "end" }, points));
  }
  return lines;
}

// A chapter's name stands below its first scene, unless that of the one before needs the room, and a line where it begins.
function makeChapters(race, x, floor) {
  const found = race.places.map((place, i) => [place.chapter, i]).filter(([chapter, i]) => chapter && chapter !== race.places[i - 1]?.chapter);
  let free = 0;
  return found.flatMap(([chapter, i]) => {
    const line = svg("line", { class: "race-chapter", x1: x(i), x2: x(i), y1: TOP, y2: floor });
    const ends = x(i) + (chapter.length + 1) * LETTER * 0.55;
    if (x(i) < free || ends > x(race.places.length - 1) + 2 * LETTER) return [line];
    free = ends;
    return [line, svg("text", { class: "race-word", x: x(i), y: floor + LETTER + 6 }, chapter)];
  });
}

function makeLine(player, name, i, x, y, right, label) {
  const out = player.out ?? null;
  const run = out === null ? player.points : player.points.slice(0, Math.max(1, out));
  const end = run.length - 1;
  return svg("g", { class: "race-line", "data-player": i + 1, "data-out": out !== null },
    svg("polyline", { points: run.map((points, place) => `${x(place).toFixed(1)},${y(points).toFixed(1)}`).join(" ") }),
    out === null ? svg("circle", { cx: x(end), cy: y(run[end]), r: 6 }) : svg("path", { class: "race-out", d: `M${x(end) - 6},${y(run[end]) - 6}l12,12m0,-12l-12,12` }),
    svg("text", { x: right, y: label + 6 }, `${out === null ? run[end] : "✕"} `, svg("tspan", {}, name)));
}

// As much of each name as there is room for, in the letters of the page, and how wide the widest is.
function fitting(all, room) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${LETTER}px ${getComputedStyle(document.body).fontFamily}`;
  const width = (words) => pen.measureText(words).width;
  const names = all.map((name) => {
    const letters = [...name];
    let words = name;
    while (width(words) > room && letters.pop()) words = `${letters.join("")}…`;
    return words;
  });
  return { names, widest: Math.max(...names.map(width)) };
}

// Names that would lie on one another are moved apart.
function apart(heights, floor) {
  const order = heights.map((height, i) => [height, i]).sort(([a], [b]) => a - b);
  const placed = [];
  const lowest = floor + 10;
  const gap = Math.min(26, (lowest - TOP) / heights.length);
  let least = TOP;
  for (const [height, i] of order) {
    placed[i] = Math.max(height, least);
    least = placed[i] + gap;
  }
  let most = lowest;
  for (const [, i] of order.reverse()) {
    placed[i] = Math.min(placed[i], most);
    most = placed[i] - gap;
  }
  return placed;
}

function svg(tag, props, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) attr(node, name, value);
  node.append(...children);
  return node;
}
