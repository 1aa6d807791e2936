// The workbench: what the emulated parts show, and what hands do to them. It knows nothing that hands do not.

const byId = (id) => document.getElementById(id);
const RING = 12;        // lamps of a ring, as they are wired
const SLACK = 8;        // pixels that a tap may slip
const RIM = .3;         // of a place's width, from its middle: farther out a card lies half on
const MANY = 9;         // readers that fit as large as they are
const SVG = "http://www.w3.org/2000/svg";
let desk = { parts: [], cards: [] };
let held = null;        // the card that was tapped
let built = "";

function el(name, marks = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(marks)) value === true ? made.setAttribute(key, "") : value !== false && made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

async function act(body) {
  const answer = await fetch("/do", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const told = await answer.json();
  if (answer.ok) paint(told);
  else byId("said").textContent = told.error;
}

// --- the parts, built once

function build() {
  const mat = desk.parts.find((part) => part.kind === "mat");
  byId("mat").hidden = !mat;
  byId("mat").replaceChildren(...(mat ? [felt(mat), foot(mat)] : []));
  const readers = desk.parts.filter((part) => part.kind === "reader");
  byId("readers").toggleAttribute("data-many", readers.length > MANY);
  byId("readers").replaceChildren(...readers.map(module));
  byId("tray").replaceChildren(...desk.cards.map((card) => el("button", { type: "button", class: card.id === "phone" ? "card phone" : "card", "data-card": card.id }, card.id === "phone" ? "" : card.id)));
}

function module(part) {
  const place = spot("board", part.id, `reader ${part.places[0].name}`, el("span", { class: "coil" }), el("span", { class: "tape" }, part.places[0].name));
  return el("article", { class: "module", "data-part": part.id }, place, foot(part));
}

// A place where a card can lie: the button beneath takes the taps.
const spot = (kind, id, name, ...inside) => el("div", { class: kind, "data-place": id, "data-name": name }, ...inside, el("button", { type: "button", class: "here", "aria-label": name[0].toUpperCase() + name.slice(1) }));

function foot(part) {
  const made = el("footer", { "data-foot": part.id },
    el("button", { type: "button", class: "plug", "data-plug": part.id, "aria-pressed": "true" }, "Plugged in"));
  if (part.kind === "mat") made.append(el("button", { type: "button", class: "plug", "data-bootsel": true, "aria-pressed": "false" }, "Hold BOOTSEL"));
  made.append(choice(part));
  if (part.kind === "mat") for (const place of part.places) made.append(choice(part, place));
  made.append(el("code", {}, part.path));
  return made;
}

function choice(part, place = null) {
  const made = el("select", { "data-break": part.id, "data-at": place ? place.id.split(".")[1] : "", "aria-label": place ? `What is wrong at ${words(place)}` : "What is wrong" });
  made.append(el("option", { value: "" }, place ? `${words(place)}: well` : "All is well"));
  for (const [fault, said] of Object.entries(place ? part.place_faults : part.faults)) made.append(el("option", { value: fault }, place ? `${words(place)}: ${said}` : said));
  if (!place) {
    const once = el("optgroup", { label: "for a moment" });
    for (const [moment, said] of Object.entries(part.moments)) once.append(el("option", { value: `!${moment}` }, said));
    made.append(once);
  }
  return made;
}

const words = (place) => place.name.replace(/^seat(\d)\.play$/, "seat $1").replace("stage.target", "the stage");

function felt(part) {
  const made = el("div", { class: "felt" });
  part.places.forEach((place, at) => {
    const seat = at < part.places.length - 1;
    const holder = el("div", { class: seat ? "seat" : "seat stage", "data-seat": at }, spot("spot", place.id, `the place of ${words(place)}`));
    if (seat) holder.append(ring(at), el("button", { type: "button", class: "push", "data-push": at, "aria-label": `Button of seat ${at + 1}` }, String(at + 1)));
    made.append(holder);
  });
  return made;
}

function ring(seat) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "-50 -50 100 100");
  made.setAttribute("class", "ring");
  made.setAttribute("aria-hidden", "true");
  for (let lamp = 0; lamp < RING; lamp += 1) {
    const dot = document.createElementNS(SVG, "circle");
    const turn = lamp / RING * 2 * Math.PI;
    for (const [key, value] of Object.entries({ cx: 42 * Math.sin(turn), cy: -42 * Math.cos(turn), r: 5.5, "data-lamp": seat * RING + lamp })) dot.setAttribute(key, value);
    made.append(dot);
  }
  return made;
}

// --- what changes

function paint(now) {
  desk = now;
  const shape = JSON.stringify(now.parts.map((part) => part.id));
  if (shape !== built) {
    built = shape;
    build();
  }
  for (const part of now.parts) paintPart(part);
  for (const card of now.cards) paintCard(card);
  document.body.toggleAttribute("data-holds", held !== null);
}

function paintPart(part) {
  const plug = document.querySelector(`[data-plug="${part.id}"]`);
  plug.setAttribute("aria-pressed", part.plugged);
  plug.textContent = part.drive ? "Drive RPI-RP2" : part.plugged ? "Plugged in" : "Unplugged";
  const at = document.querySelector(`[data-part="${part.id}"]`) ?? byId("mat");
  at.toggleAttribute("data-off", !part.plugged);
  at.toggleAttribute("data-broken", part.fault !== "");
  const chosen = document.querySelector(`[data-break="${part.id}"][data-at=""]`);
  if (document.activeElement !== chosen) chosen.value = part.fault;
  if (part.kind !== "mat") return;
  document.querySelector("[data-bootsel]").setAttribute("aria-pressed", part.bootsel);
  for (const dot of document.querySelectorAll("[data-lamp]")) shine(dot, part.lamps[dot.dataset.lamp] ?? "000000");
  part.down.forEach((down, seat) => document.querySelector(`[data-push="${seat}"]`).toggleAttribute("data-down", down));
  for (const place of part.places) document.querySelector(`[data-place="${place.id}"]`).toggleAttribute("data-broken", place.fault !== "");
}

function shine(dot, lamp) {
  if (dot.dataset.shows === lamp) return;
  dot.dataset.shows = lamp;
  const parts = [0, 2, 4].map((at) => Math.min(255, Math.round(255 * (parseInt(lamp.slice(at, at + 2), 16) / 96) ** .6)));
  const dark = parts.every((part) => part < 6);
  dot.style.fill = dark ? "" : `rgb(${parts.join()})`;
  dot.style.filter = dark ? "" : `drop-shadow(0 0 4px rgb(${parts.join()}))`;
}

function paintCard(card) {
  const node = document.querySelector(`[data-card="${card.id}"]`);
  const place = card.place === null ? byId("tray") : document.querySelector(`[data-place="${card.place}"]`);
  if (node.parentElement !== place) {
    const held = document.activeElement === node;
    place.append(node);
    if (held) node.focus();
  }
  node.toggleAttribute("data-half", card.half);
  node.toggleAttribute("data-held", held === card.id);
  const what = card.id === "phone" ? "A phone" : `Card ${card.id}`;
  const lies = card.place === null ? "in the tray" : card.half ? `half on ${place.dataset.name}` : `on ${place.dataset.name}`;
  node.setAttribute("aria-label", `${what}, ${lies}`);
  node.setAttribute("aria-pressed", held === card.id);
}

function move(id, place, half) {
  const card = desk.cards.find((each) => each.id === id);
  held = null;
  if (card.place === (place || null) && card.half === half) paint(desk);
  else act({ do: "move", card: id, place: place || null, half });
}

function tap(target) {
  const card = target.closest("[data-card]");
  const place = target.closest("[data-place]");
  if (held !== null && card?.dataset.card === held) {
    held = null;
  } else if (held !== null && place) {
    move(held, place.dataset.place, false);
    return;
  } else if (card) {
    held = card.dataset.card;
    byId("said").textContent = `${card.getAttribute("aria-label")} is in your hand. Choose a place.`;
  }
  paint(desk);
}

// --- hands

let drag = null;

document.addEventListener("pointerdown", (event) => {
  const push = event.target.closest("[data-push]");
  if (push) act({ do: "push", part: "mat", seat: Number(push.dataset.push), on: true });
  const card = event.target.closest("[data-card]");
  if (card && event.button === 0) drag = { card, x: event.clientX, y: event.clientY, far: false };
});

document.addEventListener("pointermove", (event) => {
  if (drag === null) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  drag.far ||= Math.hypot(x, y) > SLACK;
  if (!drag.far) return;
  drag.card.style.translate = `${x}px ${y}px`;
  drag.card.toggleAttribute("data-dragged", true);
});

document.addEventListener("pointerup", (event) => {
  release();
  if (drag === null) return;
  const { card, far } = drag;
  drag = null;
  card.style.translate = "";
  card.toggleAttribute("data-dragged", false);
  if (!far) return;
  card.style.pointerEvents = "none";
  const place = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
  card.style.pointerEvents = "";
  if (!place) return;
  const box = place.getBoundingClientRect();
  const out = Math.max(Math.abs(event.clientX - box.x - box.width / 2) / box.width, Math.abs(event.clientY - box.y - box.height / 2) / box.height);
  move(card.dataset.card, place.dataset.place, place !== byId("tray") && out > RIM);
  swallow = true;
  setTimeout(() => { swallow = false; });
});

let swallow = false;

function release() {
  for (const push of document.querySelectorAll("[data-push][data-down]")) act({ do: "push", part: "mat", seat: Number(push.dataset.push), on: false });
}

document.addEventListener("pointercancel", () => {
  release();
  if (drag !== null) drag.card.style.translate = "";
  drag = null;
});

document.addEventListener("click", (event) => {
  if (swallow) return;
  const plug = event.target.closest("[data-plug]");
  const bootsel = event.target.closest("[data-bootsel]");
  if (plug) act({ do: "plug", part: plug.dataset.plug, on: plug.getAttribute("aria-pressed") !== "true" });
  else if (bootsel) act({ do: "bootsel", part: "mat", on: bootsel.getAttribute("aria-pressed") !== "true" });
  else if (event.target.closest("[data-card], [data-place]")) tap(event.target);
});

document.addEventListener("keydown", (event) => {
  const push = event.target.closest?.("[data-push]");
  if (push && [" ", "Enter"].includes(event.key) && !event.repeat) act({ do: "push", part: "mat", seat: Number(push.dataset.push), on: true });
  else if (event.target.matches?.("[data-card]") && event.key === "h") {
    const card = desk.cards.find((each) => each.id === event.target.dataset.card);
    if (card.place) move(card.id, card.place, !card.half);
  } else if (event.key === "Escape") {
    held = null;
    paint(desk);
  }
});

document.addEventListener("keyup", (event) => {
  if ([" ", "Enter"].includes(event.key)) release();
});

document.addEventListener("change", (event) => {
  const { break: part, at } = event.target.dataset;
  if (part === undefined) return;
  const chosen = event.target.value;
  if (chosen.startsWith("!")) act({ do: "befall", part, moment: chosen.slice(1) });
  else act({ do: "break", part, fault: at ? `${chosen}/${at}` : chosen });
  event.target.blur();
});

const live = new EventSource("/live");
live.addEventListener("message", (event) => {
  byId("lost").hidden = true;
  if (drag === null) paint(JSON.parse(event.data));
});
live.addEventListener("error", () => { byId("lost").hidden = false; });
