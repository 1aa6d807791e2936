// The box: each card gets its tag, or the whole box is checked. What happens is said by the table; this page shows it.

import { CardForm } from "./card-form.js";
import { makeCard, makeThing, setCard } from "./cards.js";
import { attr, el, keyed, show, text } from "./dom.js";
import { ask, command, follow, tell } from "./live.js";
import { newestOf } from "./newest.js";
import { renderNotices } from "./notices.js";
import { n, t } from "./tongue.js";

const AGAIN_MS = 2000;
const part = (id) => document.getElementById(id);
const game = document.documentElement.dataset.game;
const edition = new URLSearchParams(location.search).get("edition");
const meant = edition === null ? { game } : { game, edition };
let shown = null;       // the last that the table has said

const MODES = { walk: t("Each card gets its tag"), check: t("The box is checked"), cards: t("The text of the cards") };

const form = new CardForm(part("form"), game, { draw: (view) => drawFace(view), kept: look });

const newest = newestOf(paint);

async function look() {
  const answer = await newest(ask(`box?${new URLSearchParams(meant)}`, { quiet: true }));
  if (!answer.ok && answer.newest) setTimeout(look, AGAIN_MS);      // there may be no other news that asks again
}

const deed = (body) => newest(command("enrol", body));

function paint(box) {
  shown = box;
  const on = box.mode !== null;
  show(part("idle"), !on);
  show(part("now"), on);
  if (on) paintPass(box);
  else paintIdle(box);
  attr(document.documentElement, "data-box", box.changes);
}

function paintIdle(box) {
  for (const link of document.querySelectorAll("#editions a")) attr(link, "aria-current", link.dataset.edition === box.edition ? "page" : null);
  const rest = box.of - box.done;
  const words = rest === 0 ? t("All {of} tags of {deck} are assigned.", { of: box.of, deck: box.deck })
    : t("{done} of {of} tags of {deck} are assigned.", { done: box.done, of: box.of, deck: box.deck });
  text(part("standing"), words);
  const guesses = box.cards === 0 ? "" : box.guessed === 0 ? t("The text of all {cards} cards is known.", { cards: box.cards })
    : n("The text of one of {cards} cards is guessed.", "The text of {count} of {cards} cards is guessed.", box.guessed, { cards: box.cards });
  text(part("guesses"), guesses);
  keyed(part("faults"), box.faults, (fault) => fault, (fault) => el("li", {}, fault));
  show(part("mend"), box.faults.length > 0);
  show(part("type"), box.cards > 0);
  show(part("files"), box.cards > 0);
  show(part("ask"), box.guessed > 0);
  show(part("no-readers"), box.readers.length === 0);
  for (const id of ["walk", "check"]) part(id).disabled = box.readers.length === 0;
}

function paintPass(box) {
  const walk = box.mode !== "check";
  const tags = box.mode === "walk";
  text(part("mode"), MODES[box.mode]);
  const words = walk && box.thing !== null ? t("{number} of {of}", { number: box.number, of: box.of }) : t("{done} of {of} done", { done: box.done, of: box.of });
  text(part("count"), words);
  attr(part("bar"), "max", box.of);
  attr(part("bar"), "value", box.done);
  attr(part("bar"), "aria-label", t("{done} of {of} done", { done: box.done, of: box.of }));
  text(part("name"), box.name ?? (tags ? t("Every card has its tag.") : walk ? t("The text of every card is known.") : t("Lay any card on any reader.")));
  draw(box);
  show(part("copy"), walk && box.copies > 1);
  if (walk && box.copies > 1) text(part("copy"), t("copy {copy} of {copies}", { copy: box.copy, copies: box.copies }));
  const told = box.told.text || (tags && box.thing !== null ? t("Lay its tag on any reader.") : "");
  text(part("told"), told);
  attr(part("told"), "data-told", box.told.code);
  show(part("confirm"), box.waits);
  if (box.waits) text(part("confirm"), t("Yes, it is on {card}", { card: box.name }));
  show(part("silent"), tags && box.thing !== null && !box.asked);
  for (const id of ["back", "undo", "skip"]) show(part(id), walk);
  show(part("undo"), tags);
  if (box.asked || (box.mode === "cards" && box.thing !== null)) form.open(box.thing, box.mode === "cards");
  else form.close();
  part("undo").disabled = !box.can_undo;
  part("skip").disabled = box.thing === null;
  paintMissing(box, walk);
  paintFound(box);
}

function draw(box) {
  const key = JSON.stringify([box.thing, box.card]);
  if (part("card").dataset.shows === key) return;
  attr(part("card"), "data-shows", key);
  if (box.card === null) {
    part("card").replaceChildren(...(box.thing === null ? [] : [makeThing(box.thing)]));
    return;
  }
  drawFace(box.card);
}

function drawFace(view) {
  const card = makeCard();
  setCard(card, view, "up");
  part("card").replaceChildren(card, ...(view.line ? [el("p", { class: "box-line", dir: "auto" }, view.line)] : []));
}

// What people call a thing of the box.
const called = (box, thing) => box.names[thing] ?? thing;

function paintMissing(box, walk) {
  const left = box.order.filter((thing) => thing in box.missing).map((thing) => [thing, box.missing[thing]]);
  const count = left.reduce((sum, [, many]) => sum + many, 0);
  show(part("missing"), count > 0);
  const words = box.mode === "cards" ? n("One card is still a guess", "{count} cards are still a guess", count) : walk ? n("One tag is still missing", "{count} tags are still missing", count) : n("One card was not laid yet", "{count} cards were not laid yet", count);
  text(part("missing").firstElementChild, words);
  const item = () => el("li", {}, walk ? el("button", { type: "button" }) : el("span"));
  keyed(part("missing").lastElementChild, left, ([thing]) => `${walk}/${thing}`, item, (node, [thing, many]) => {
    const at = node.firstElementChild;
    text(at, many > 1 ? t("{thing}, {count} times", { thing: called(box, thing), count: many }) : called(box, thing));
    attr(at, "data-thing", thing);
  });
}

function paintFound(box) {
  const double = Object.entries(box.double ?? {}).map(([thing, many]) => t("{thing} is there {count} times: too many.", { thing: called(box, thing), count: many }));
  const worn = (box.worn ?? []).map(({ thing, share }) => t("{thing} is weakly read, in {share} of 100 polls: move its tag, or use another one.", { thing: called(box, thing), share: Math.round(100 * share) }));
  const strangers = box.strangers ? [n("One tag belongs to no card of this box.", "{count} tags belong to no card of this box.", box.strangers)] : [];
  const finds = [...double, ...worn, ...strangers];
  show(part("found"), box.mode === "check");
  const words = finds.length > 0 ? finds : [box.done === box.of ? t("The box is complete.") : t("No problems so far.")];
  keyed(part("finds"), words, (said) => said, (said) => el("li", {}, said));
}

async function save(question, name) {
  const answer = await ask(`${question}?${new URLSearchParams(meant)}`);
  if (!answer.ok) return;
  const link = el("a", { href: URL.createObjectURL(new Blob([answer.file])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function openDeck() {
  const [chosen] = part("open-deck").files;
  if (!chosen) return;
  const answer = await command("deck", { text: await chosen.text() });
  part("open-deck").value = "";
  if (answer.ok) tell(t("{deck} is saved at this table.", { deck: answer.deck.title }));
  look();
}

async function open() {
  const [chosen] = part("open").files;
  if (!chosen) return;
  try {
    await deed({ do: "import", ...meant, file: JSON.parse(await chosen.text()) });
  } catch {
    tell(t("{file} is not a file with cards and tags.", { file: chosen.name }));
  }
  part("open").value = "";
}

part("walk").addEventListener("click", () => deed({ do: "begin", mode: "walk", ...meant, cards: part("ask").firstElementChild.checked }));
part("type").addEventListener("click", () => deed({ do: "begin", mode: "cards", ...meant }));
part("check").addEventListener("click", () => deed({ do: "begin", mode: "check", ...meant }));
for (const id of ["back", "undo", "skip", "end", "confirm"]) part(id).addEventListener("click", () => {
  form.close();
  deed({ do: id, ...meant });
});
part("missing").addEventListener("click", (event) => {
  const thing = event.target.closest("button")?.dataset.thing;
  if (!thing) return;
  form.close();
  deed({ do: "go", thing });
});
part("save").addEventListener("click", () => save("box-file", `${game}-box.json`));
part("save-deck").addEventListener("click", () => save("deck-file", `${game}-cards.toml`));
part("open-deck").addEventListener("change", openDeck);
part("open").addEventListener("change", open);
follow("desk", (desk) => {
  renderNotices(part("notices"), desk.notices ?? []);
  if (shown === null || (desk.enrolling ?? null) !== (shown.mode === null ? null : shown.changes)) look();
}, { stays: true });
