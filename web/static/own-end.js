// The end of a game on a player's phone: the own place, what everybody has, the own score sheet, where each point comes from.
// Where players drop out, whoever stayed longer is before others, and nobody counts points.

import { el, show, text } from "./dom.js";
import { ask } from "./live.js";
import { makeSheet, makeTotals } from "./sheet.js";
import { t } from "./tongue.js";
import { makeScore } from "./why.js";

let due = null;      // the state of the table for which it was asked

/** Show it in `parent` once the game is over, for the seat at this index; `starts` if this phone may start another game. */
export async function renderEnd(parent, board, index, starts) {
  const now = board.winners ? `${board.table.game} ${board.seq}` : null;
  if (now === due) return;
  due = now;
  show(parent, now !== null);
  parent.replaceChildren();
  if (now === null) return;
  const { ok, sheet, race } = await ask("sheet", { quiet: true });
  if (!ok || due !== now || !sheet.players[index]) return;      // also where nobody sits
  const staying = race.players.some(({ out }) => out !== null);
  const worth = sheet.players.map(({ total, winner }, i) => winner ? Infinity : staying ? race.players[i].out ?? Number.MAX_VALUE : total);
  const place = 1 + worth.filter((each) => each > worth[index]).length;
  parent.append(el("p", { class: "own-place" }, t("Your place: {place} of {count}", { place, count: worth.length })));
  const told = staying ? [await lives(sheet)] : accounts(sheet, sheet.players[index]);
  if (due !== now) return;
  const again = el("a", { class: "button primary", href: `/start?game=${document.documentElement.dataset.game}` }, t("Play again"));
  parent.append(...told, starts ? again : el("p", { class: "own-none" }, t("To play again, ask the host to start the next game.")));
}

// Who is alive, and how each of the others was slain.
async function lives({ players }) {
  const { players: told = [] } = await ask("explain", { quiet: true });
  return el("ul", { class: "own-lives" }, ...players.map(({ name, winner }, i) => el("li", {}, el("bdi", {}, name), " – ", told[i]?.slain?.text ?? (winner ? t("wins") : ""))));
}

function accounts(sheet, own) {
  const why = makeScore({ class: "quiet" }, () => own.name);
  text(why, t("How you made your points"));
  const last = { ...own, cells: own.cells.map((row) => row.slice(-1)), totals: own.totals.slice(-1) };
  return [makeTotals({ ...sheet, columns: [""], over: false, players: [...sheet.players].sort((a, b) => b.total - a.total) }),
    makeSheet({ ...sheet, columns: [""], players: [last] }), why];
}
