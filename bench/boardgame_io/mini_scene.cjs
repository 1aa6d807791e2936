// A small game of the same shape as Othello, on boardgame.io: place, reveal with a window for interrupts, draw.
//
// Four players, 60 cards, card c worth c % 3 + 1. Everybody starts with 4 cards and 3 tokens; 15 scenes. In a scene each
// player, from the left of the lead, lays down a card; then each reveals it or exits (a token, 5 at most). After a reveal
// the others who have a token may block it, one after the other, for a token. What nobody blocks is scored. Then each
// player draws, from the lead, and the lead goes on to the left.
//
// `node mini_scene.cjs GAMES` plays random games through the library's client and prints one line of JSON.

const {Client} = require("boardgame.io/client");

const PLAYERS = 4, HAND = 4, TOKENS = 3, MOST_TOKENS = 5, SCENES = 15, CARDS = 60;

const next = (x) => (x * 48271) % 2147483647; // MINSTD

function shuffle(cards, x) {
  for (let i = cards.length - 1; i > 0; i--) {
    x = next(x);
    const j = x % (i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return x;
}

const each = (make) => Array.from({length: PLAYERS}, (_, player) => make(player));
const atTurn = (G) => (G.lead + 1 + G.turn) % PLAYERS;

function deal(seed) {
  const deck = Array.from({length: CARDS}, (_, card) => card);
  const chance = shuffle(deck, seed + 1);
  return {
    deck, chance, discard: [],
    hands: each(() => Array.from({length: HAND}, () => deck.pop())),
    scored: each(() => []), placed: each(() => -1), tokens: each(() => TOKENS), score: each(() => 0),
    lead: 0, scene: 0, turn: 0, response: 0, asks: "place",
  };
}

function discardPlaced(G, player) {
  G.discard.push(G.placed[player]);
  G.placed[player] = -1;
}

// The next player who could block; when there is none, the card is scored.
function askNext(G, player) {
  while (++G.response < PLAYERS) {
    if (G.tokens[(player + G.response) % PLAYERS] > 0) return;
  }
  const card = G.placed[player];
  G.scored[player].push(card);
  G.score[player] += (card % 3) + 1;
  G.placed[player] = -1;
  endTurn(G);
}

function endTurn(G) {
  G.turn++;
  G.asks = "reveal";
  if (G.turn < PLAYERS) return;
  for (let i = 0; i < PLAYERS; i++) {
    if (!G.deck.length) {
      [G.deck, G.discard] = [G.discard, []];
      G.chance = shuffle(G.deck, G.chance);
    }
    if (G.deck.length) G.hands[(G.lead + i) % PLAYERS].push(G.deck.pop());
  }
  G.lead = (G.lead + 1) % PLAYERS;
  G.scene++;
  G.turn = 0;
  G.asks = G.scene === SCENES ? "nothing" : "place";
}

const MOVES = {
  place({G}, option) {
    const player = atTurn(G);
    G.placed[player] = G.hands[player].splice(option, 1)[0];
    if (++G.turn === PLAYERS) {
      G.turn = 0;
      G.asks = "reveal";
    }
  },
  reveal({G}, option) {
    const player = atTurn(G);
    if (option) {
      G.asks = "window";
      G.response = 0;
      askNext(G, player);
    } else {
      discardPlaced(G, player);
      G.tokens[player] = Math.min(MOST_TOKENS, G.tokens[player] + 1);
      endTurn(G);
    }
  },
  window({G}, option) {
    const player = atTurn(G);
    if (option) {
      G.tokens[(player + G.response) % PLAYERS]--;
      discardPlaced(G, player);
      endTurn(G);
    } else {
      askNext(G, player);
    }
  },
};

// The library's own counting of turns, phases and stages is left out, and so is undo: that is to its advantage.
function play(seed) {
  const game = {setup: () => deal(seed), moves: MOVES, disableUndo: true};
  const client = Client({game, numPlayers: PLAYERS, debug: false});
  client.start();
  let chance = seed + 7, decisions = 0, G;
  while ((G = client.getState().G).asks !== "nothing") {
    const options = G.asks === "place" ? G.hands[atTurn(G)].length : 2;
    chance = next(chance);
    client.moves[G.asks](chance % options);
    decisions++;
  }
  const cards = [G.deck, G.discard, ...G.hands, ...G.scored].reduce((sum, pile) => sum + pile.length, 0);
  if (cards !== CARDS || client.log.length !== decisions) throw new Error(`game ${seed} lost cards or moves`);
  client.stop();
  return decisions;
}

const games = Number(process.argv[2] ?? 20);
play(0); // compiled
const start = process.cpuUsage();
let decisions = 0;
for (let seed = 1; seed <= games; seed++) decisions += play(seed);
const used = process.cpuUsage(start);
console.log(JSON.stringify({decisions, microseconds: (used.user + used.system) / decisions}));
