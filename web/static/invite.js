// What a free demo table invites to, and what begins at one touch; and the table asleep outside its hours.

import { attr, show, text } from "./dom.js";
import { ask, command } from "./live.js";
import { inThisTab } from "./storage.js";
import { n, t } from "./tongue.js";

const HOME = "#wall";     // behind the address of a mat that was opened from the wall: it goes back there
const TOUCHED = "cuelight-touched";
let invite = null;

/** Whether the table is a demo table that nobody plays at: then it invites, and the page shows nothing else of it. */
export function renderInvite(board) {
  const { shop, state } = board.table;
  attr(document.documentElement, "data-asleep", Boolean(shop?.asleep));
  invite ??= prepare();
  const free = shop !== undefined && state === "idle";
  show(invite, free);
  show(document.getElementById("invite-call"), free);
  attr(document.documentElement, "data-shop", shop !== undefined);
  const told = free ? reminders(shop) : [];
  show(document.getElementById("invite-told"), told.length > 0);
  text(document.getElementById("invite-told"), told.join(" "));
  if (!free) {
    if (state !== "idle" && inThisTab.get(TOUCHED) !== null) goOn(shop);
    return false;
  }
  for (const item of invite.children) {
    show(item, shop.games.includes(item.dataset.game));
    show(item.querySelector('[data-what="solo"]'), shop.solo.includes(item.dataset.game));      // elsewhere bots have no hands
  }
  text(document.getElementById("invite-call"), callWords(shop));
  if (location.hash === HOME && location.pathname === "/mat") location.replace("/board");
  return true;
}

// Whoever has touched the wall plays there, where its cards are drawn and it may; else the wall shows the game.
async function goOn(shop) {
  inThisTab.remove(TOUCHED);
  if (!shop?.drawn || location.pathname === "/mat") return;
  const { role } = await ask("door", { quiet: true });
  if (role === "host") location.replace(`/mat${HOME}`);
}

// At a table that has buttons, each of them begins the first lesson that there is.
function callWords({ drawn }) {
  if (!drawn && invite.querySelector('li:not([hidden]) [data-what="lesson"]')) return t("Press any button at the table, or touch one of these. The table shows you how.");
  return t("Touch one of these and play. The table shows you how.");
}

function reminders({ lying, missing }) {
  const told = [];
  if (missing.length > 0) told.push(t("Missing from this table: {cards}. If you find it, put it on the mat.", { cards: missing.join(", ") }));
  if (lying > 0) told.push(n("{count} card still lies on the mat: put it back into the box.", "{count} cards still lie on the mat: put them back into the box.", lying));
  return told;
}

function prepare() {
  const list = document.getElementById("invite");
  list.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (button === null) return;
    inThisTab.set(TOUCHED, "yes");      // the page may be loaded anew, with another game's pieces
    const answer = await command("welcome", { what: button.dataset.what, game: button.closest("li").dataset.game });
    if (!answer.ok) inThisTab.remove(TOUCHED);
  });
  return list;
}
