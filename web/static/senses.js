// What somebody at this screen wants to hear and to see: chimes for the cues, the moment read out, and stronger contrast.
// It is kept on this screen. Every seat has a note of its own, so that a player can listen for it instead of watching a light. A
// player's own phone sounds and vibrates from its first touch on, another screen if somebody asks for it; a cue sounds once.

import { Aloud, canSpeak, hush } from "./aloud.js";
import { show, text } from "./dom.js";
import { inThisBrowser } from "./storage.js";
import { t } from "./tongue.js";

const NOTES = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66, 1318.51];      // in hertz: a pentatonic scale, a note a seat
const BETWEEN_SEATS = 0.16;     // seconds, and so are the others
const STRIKES = {               // when a note is struck, and for how long it rings
  "attention": { at: [0, 0.3], rings: 0.6, octave: 0.5 },
  "may-interrupt": { at: [0, 0.12, 0.24], rings: 0.35, octave: 1 },
  "your-turn": { at: [0], rings: 1.1, octave: 1 },
  "go-on": { at: [0], rings: 0.4, octave: 1 },
  "lay": { at: [0], rings: 0.7, octave: 1 },
  "choose": { at: [0, 0.18], rings: 0.7, octave: 1 },
  "draw-either": { at: [0], rings: 0.5, octave: 2 },
  "draw-script": { at: [0], rings: 0.5, octave: 2 },
  "draw-staging": { at: [0], rings: 0.5, octave: 2 },
};
const root = document.documentElement;
const own = Number(/^\/seat\/(\d)/.exec(location.pathname)?.[1]) || null;      // at a seat's page only the cues of its players sound
let chimes = null;              // an AudioContext, once there is sound
let cues = null;                // of the seats, as they were shown last
let aloud = null;               // an Aloud, once something is read out

/** Strike the notes of the seats that are newly asked, one after the other. */
function sound(seats) {
  seats.filter(({ cue }) => cue in STRIKES).forEach(({ number, cue }, turn) => {
    const { at, rings, octave } = STRIKES[cue];
    for (const strike of at) ring(NOTES[number - 1] * octave, chimes.currentTime + turn * BETWEEN_SEATS + strike, rings);
    if (own !== null) navigator.vibrate?.(at.map(() => 120));
  });
}

// A small bell: a note and a softer one above it, which dies away.
function ring(note, at, rings) {
  const loudness = chimes.createGain();
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(0.25, at + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + rings);
  loudness.connect(chimes.destination);
  for (const overtone of [1, 2.76]) {
    const bell = chimes.createOscillator();
    const share = chimes.createGain();
    bell.frequency.value = note * overtone;
    share.gain.value = overtone === 1 ? 1 : 0.15;
    bell.connect(share).connect(loudness);
    bell.start(at);
    bell.stop(at + rings);
  }
}

function hear({ detail }) {
  const before = cues;
  const board = detail.board ?? detail;
  if (board.table.state !== "idle") aloud?.follow(board);
  cues = board.seats.map(({ cue }, index) => ({ number: index + 1, cue }));
  if (before === null || chimes?.state !== "running") return;
  sound(cues.filter(({ number, cue }) => cue !== before[number - 1]?.cue && isHere(number)));
}

// Whether this page belongs to the seat: a phone may hold two.
function isHere(number) {
  return own === null || (document.getElementById("own-seat").dataset.seats ?? String(own)).includes(number);
}

// A browser lets a page sound only after a touch, which counts at its end, or a key. After a call iOS names a state of its own.
function wake() {
  if (chimes === null && boxOf("sound").checked) SWITCHES.sound(true);
  if (chimes !== null && chimes.state !== "running") chimes.resume().then(tellSound, tellSound);
}

function tellSound() {
  const waits = chimes !== null && chimes.state !== "running";
  text(document.getElementById("sound-told"), waits ? t("Touch this page once to turn on its sound.") : "");
}

// What sounds or speaks here is silent at one touch, and back at the next.
const silencer = document.getElementById("hush");
const boxOf = (name) => document.getElementById(`wants-${name}`);
let muted = [];      // what the button has switched off
silencer.addEventListener("click", () => {
  const names = muted.length > 0 ? muted : ["sound", "speech"].filter((name) => boxOf(name).checked);
  muted = muted.length > 0 ? [] : names;
  for (const name of names) boxOf(name).click();
});

const SWITCHES = {
  sound(on) {
    chimes?.close();
    chimes = on ? new AudioContext() : null;
    if (chimes !== null) chimes.onstatechange = tellSound;
    tellSound();
  },
  speech(on) {
    if (aloud !== null) hush();
    aloud = on && canSpeak ? new Aloud(own) : null;
  },
  contrast(on) {
    root.dataset.contrast = on ? "more" : "usual";
  },
};
function offerSilence() {
  const isLoud = boxOf("sound").checked || boxOf("speech").checked;
  if (isLoud) muted = [];
  show(silencer, isLoud || muted.length > 0);
  text(silencer, isLoud ? t("Mute") : t("Unmute"));
}

const USUAL = { sound: own !== null, speech: false, contrast: matchMedia("(prefers-contrast: more)").matches };

for (const [name, turn] of Object.entries(SWITCHES)) {
  const box = boxOf(name);
  const kept = inThisBrowser.get(`cuelight.${name}`);
  box.checked = kept === null ? USUAL[name] : kept === "yes";
  box.addEventListener("change", () => {
    inThisBrowser.set(`cuelight.${name}`, box.checked ? "yes" : "no");
    turn(box.checked);
    offerSilence();
  });
  if (name !== "sound" || kept !== null) turn(box.checked);      // a browser has no sound before the first touch
}
offerSilence();
show(document.getElementById("wants-speech").parentElement, canSpeak);
document.addEventListener("shown", hear);
for (const touch of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(touch, wake);
