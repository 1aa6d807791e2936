"""Play whole games of Deathmatch with bots, and summarize each finished game.

A game follows from its seed alone: the dealer and every bot have generators derived from it. This module uses no
processes, files or charts. If the table is asked for the winner of a scene (DJ1), the highest card wins.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.places import seat_name
from companion.deathmatch.bots.players import GreedyBot, RandomBot, is_dead_unsaid
from companion.deathmatch.bots.search import SearchBot
from companion.deathmatch.model import events as e
from companion.deathmatch.model.answers import Answer
from companion.deathmatch.model.decision import DecisionKind
from companion.deathmatch.model.deck import STAND_IN, Deck
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.game import Dealer, Game
from companion.deathmatch.rules.options import decision
from companion.deathmatch.rules.submit import apply, begin, settle
from companion.game.simulation import Bot, Bots

BOTS: Bots = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}


class GameResult(NamedTuple):
    """One finished game. Seats count from 0, scenes from 1 on through all acts.

    `characters` holds each player's character, `slain` the scene of each death (None for survivors), `revealed` the
    players who revealed their character, and `placed` each damage as (by, target, card) in order.
    """

    seed: int
    bots: tuple[str, ...]
    decisions: int
    events: int
    acts: int
    scenes: int
    starter: int
    characters: tuple[str, ...]
    slain: tuple[int | None, ...]
    revealed: tuple[bool, ...]
    winners: tuple[int, ...]
    placed: tuple[tuple[int, int, str], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the game as an object."""
        return self._asdict()

    def row(self, seat: int) -> dict[str, Any]:
        """Return the spreadsheet columns of a seat: its character, its results, and the length of the game."""
        return {
            "character": self.characters[seat],
            "began": int(seat == self.starter),
            "slain_in_scene": self.slain[seat] or "",
            "revealed": int(self.revealed[seat]),
            "placed": sum(by == seat for by, _target, _card in self.placed),
            "suffered": sum(target == seat for _by, target, _card in self.placed),
            "decisions": self.decisions,
            "scenes": self.scenes,
        }


def play_game(
    bots: Sequence[str],
    seed: int,
    variants: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    deck: str | Deck = STAND_IN,
) -> GameResult:
    """Play one game with bots, by name and clockwise; the other arguments are those of `begin`."""
    names = [seat_name(player) for player in range(len(bots))]
    rng = random.Random(seed)
    game = begin(names, Dealer(rng.getrandbits(64)), variants, rulings, deck)
    players = [BOTS[name](random.Random(rng.getrandbits(64))) for name in bots]
    settle(game)
    decisions = 0
    while (answer := next_answer(game.state, players, rng)) is not None:
        decisions += 1
        apply(game, answer)
    return result_of(game, tuple(bots), seed, decisions)


def next_answer(state: State, players: Sequence[Bot], rng: random.Random) -> Answer | None:
    """Return the next answer: a report of the own death, or the answer of the player asked; None at the end."""
    asked = decision(state)
    if asked is None:
        return None
    if asked.kind is DecisionKind.PROTAGONIST:  # DS5: birthdays are random
        return rng.choice(asked.options)
    dead = (player for player in state.alive if is_dead_unsaid(state, player))
    player = [*dead, *asked.players, 0][0]  # any player may answer for the table
    answer: Answer | None = players[player].answer(state, player)
    assert answer is not None, "who is asked answers"
    return answer


def result_of(game: Game, bots: tuple[str, ...], seed: int, decisions: int) -> GameResult:
    """Summarize a finished game."""
    state, scenes = game.state, 0
    slain: list[int | None] = [None] * len(bots)
    for event in game.events:
        if isinstance(event, e.SceneBegan):
            scenes += 1
        elif isinstance(event, e.Slain):
            slain[event.player] = scenes
    shown = {event.player for event in game.events if isinstance(event, e.Revealed)}
    first = next(event for event in game.events if isinstance(event, e.ActBegan))
    damage = [event for event in game.events if isinstance(event, e.Damaged)]
    return GameResult(
        seed=seed,
        bots=bots,
        decisions=decisions,
        events=len(game.events),
        acts=state.act,
        scenes=scenes,
        starter=first.first,
        characters=tuple(seat.character for seat in state.seats),
        slain=tuple(slain),
        revealed=tuple(player in shown for player in range(len(bots))),
        winners=state.winners,
        placed=tuple((event.player, event.target, event.card) for event in damage),
    )
