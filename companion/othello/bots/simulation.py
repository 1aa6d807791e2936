"""Whole games played by bots, and their results.

A game is determined by its seed alone: the dealer and every bot have their own generators, derived from it. This
module does not use processes, files or charts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.places import seat_name
from companion.game.simulation import Bot, Bots
from companion.othello.bots.players import GreedyBot, RandomBot
from companion.othello.bots.search import SearchBot
from companion.othello.model import events as e
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import CardName, Role
from companion.othello.model.decision import DecisionKind
from companion.othello.model.deck import STAND_IN, Deck
from companion.othello.model.events import Event
from companion.othello.model.evolve import evolve
from companion.othello.model.game import Dealer, Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import WhyEnded
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import score, winners
from companion.othello.rules.submit import apply, new_game

TRADES = 3  # limit of trades per player between two acts

BOTS: Bots = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


class ActResult(NamedTuple):
    """The result of one act.

    `ended` is the reason (full-curtain …), `by` the role that played a full curtain.
    """

    act: int
    ended: str
    by: Role | None
    scenes: int
    lead: int


class GameResult(NamedTuple):
    """The result of one game.

    Seats count from 0; `scores` are the parts of each score, `cards` maps cards to scorers.
    """

    seed: int
    bots: tuple[str, ...]
    decisions: int
    events: int
    acts: tuple[ActResult, ...]
    scores: tuple[dict[str, int], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    lead: int
    cards: dict[CardName, int]

    def to_json(self) -> dict[str, Any]:
        """Return the game as an object."""
        return {**self._asdict(), "acts": [act._asdict() for act in self.acts]}

    def row(self, seat: int) -> dict[str, Any]:
        """Return a spreadsheet row for a seat: its score, the acts it led, and the length of the game."""
        return {
            "total": self.totals[seat],
            **self.scores[seat],
            "lead_at_end": int(self.lead == seat),
            "acts_as_lead": sum(act.lead == seat for act in self.acts),
            "decisions": self.decisions,
            "scenes": self.scenes,
        }

    @property
    def scenes(self) -> int:
        """Number of scenes in the game."""
        return sum(act.scenes for act in self.acts)


def play_game(
    bots: Sequence[str],
    seed: int,
    edition: str = "2024",
    deck: str | Deck = STAND_IN,
    level: str | None = None,
    variants: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
) -> GameResult:
    """Let bots, by name and clockwise, play one game.

    The other arguments are those of `new_game`.

    Raises InputError for an unknown edition, deck, level, variant or ruling, ValueError for a number of players
    other than 2 to 6.
    """
    names = [seat_name(player) for player in range(len(bots))]
    rng = random.Random(seed)
    game = new_game(names, Dealer(rng.getrandbits(64)), edition, deck, level, variants, rulings)
    start = game.state.copy()
    players = [BOTS[name](random.Random(rng.getrandbits(64))) for name in bots]
    decisions = 0
    while (asked := decision(game.state)) is not None:
        decisions += 1
        if asked.kind is DecisionKind.LEAD:  # S3: the tiles are dealt at random
            apply(game, rng.choice(asked.options))
        elif asked.kind is DecisionKind.INTERMISSION:
            _intermission(game, players)
        else:
            player = asked.players[0]
            answer = players[player].answer(game.state, player)
            assert answer is not None, "who is asked answers"
            apply(game, answer)
    return result_of(start, game, tuple(bots), seed, decisions)


def _intermission(game: Game, players: Sequence[Bot]) -> None:
    """Let each player trade tokens, then begin the next act (G1)."""
    for player, bot in enumerate(players):
        for _ in range(TRADES):
            answer = bot.answer(game.state, player)
            if answer is None or answer.do is not Do.TRADE:
                break
            apply(game, answer)
    apply(game, Answer(Do.NEXT_ACT))


def result_of(start: State, game: Game, bots: tuple[str, ...], seed: int, decisions: int) -> GameResult:
    """Return the result of a finished game that began with the state `start`."""
    state = game.state
    scores = [score(state, player) for player in range(len(state.seats))]
    return GameResult(
        seed=seed,
        bots=bots,
        decisions=decisions,
        events=sum(not isinstance(event, e.Flow) for event in game.events),
        acts=tuple(acts_of(start, game.events)),
        scores=tuple(found._asdict() for found in scores),
        totals=tuple(found.total for found in scores),
        winners=winners(state),
        lead=state.lead,
        cards={card: player for player, seat in enumerate(state.seats) for card, _role in seat.scored},
    )


def acts_of(start: State, events: Sequence[Event]) -> list[ActResult]:
    """Return the result of each act; `start` is the state before the first event."""
    state, by, found = start.copy(), None, []
    for event in events:
        if isinstance(event, e.FullCurtainFell):
            by = state.role(event.player)
        elif isinstance(event, e.ActEnded):
            by = by if event.why is WhyEnded.FULL_CURTAIN else None
            found.append(ActResult(event.act, event.why, by, state.scene, state.lead))
            by = None
        evolve(state, event)
    return found
