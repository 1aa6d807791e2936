"""Forms of Deathmatch for playthroughs, perft and random games: variants and rulings.

Each variant is played alone. Every third ruling together has another answer than the default; then all of them have,
with the first alternative or the last. The module also has a player that acts sensibly and carries texts out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.core.values import replace
from companion.deathmatch.bots.players import GreedyBot
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.changes import (
    CardMoved,
    Change,
    CharacterChanged,
    FaceChanged,
    HandSizeChanged,
    LimitChanged,
    Place,
    PlaceKind,
    ProtagonistMoved,
    SettingChanged,
    SlainByText,
)
from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.game import Dealer, Game
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.submit import begin, settle

NAMES = ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
COUNTS = tuple(range(2, 9))
THIRDS = 3
REVEALS = 0.1  # probability of revealing the own character, if possible
CHANGES = 0.6  # probability that a text changes something
SETTINGS = 0.05  # probability of carrying out the setting's text, if it has one


class Form(NamedTuple):
    """A form of a game, without the players, and the player counts of its longer files."""

    name: str
    counts: tuple[int, ...]
    variants: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()


def _others(at: int, some: Callable[[int], bool] = lambda number: True) -> tuple[tuple[str, str], ...]:
    """Return some rulings with answers other than the default.

    Each has its alternative at index `at`.
    """
    several = [(ruling, names_of(ruling)[1:]) for ruling in RULINGS if len(names_of(ruling)) > 1]
    return tuple((ruling, names[at]) for number, (ruling, names) in enumerate(several) if some(number))


def _third(part: int) -> tuple[tuple[str, str], ...]:
    return _others(0, lambda number: number % THIRDS == part)


FORMS = (
    Form("usual", COUNTS),
    Form("revealed", (3,), (Variant.REVEALED,)),
    Form("castle", (5,), (Variant.CASTLE,)),
    Form("no-tricksters", (7,), (Variant.NO_TRICKSTERS,)),
    Form("third-1", (4,), (), _third(0)),
    Form("third-2", (6,), (), _third(1)),
    Form("third-3", (3,), (), _third(2)),
    Form("first-others", (2, 5), (), _others(0)),
    Form("last-others", (4, 8), (Variant.REVEALED,), _others(-1)),
)


def new_game(form: Form, players: int, seed: int) -> Game:
    """Return a game before the starting player is chosen."""
    game = begin(NAMES[:players], Dealer(seed), form.variants, dict(form.rulings))
    settle(game)
    return game


def sensible_answer(state: State, rng: random.Random) -> Answer:
    """Return a bot's answer for the first asked player.

    Texts are carried out and sometimes change something.
    """
    asked = decision(state)
    assert asked is not None, "the game is over"
    besides = permitted(state)
    dead = [answer for answer in besides if answer.do is Do.SLAIN]
    if dead:
        return dead[0]
    if besides and rng.random() < SETTINGS:
        return _with_change(state, besides[0], rng)
    if rng.random() < REVEALS and (turned := [option for option in asked.options if option.do is Do.REVEAL]):
        return turned[0]
    player = (*asked.players, 0)[0]
    if not asked.players and asked.options[0].do is Do.PROTAGONIST:
        return rng.choice(asked.options)
    answer = GreedyBot(rng).answer(state, player)
    assert answer is not None, "who is asked answers"
    return _with_change(state, answer, rng) if answer.do is Do.CARRY_OUT else answer


def _with_change(state: State, answer: Answer, rng: random.Random) -> Answer:
    """Return a carried-out text, sometimes with a legal change."""
    if rng.random() > CHANGES:
        return answer
    some = [replace(answer, changes=(change,)) for change in _changes(state, rng)]
    legal = [other for other in some if legality(state, other).legal]
    return rng.choice(legal) if legal else answer


def _changes(state: State, rng: random.Random) -> Iterator[Change]:
    """Yield a possible change of each kind."""
    player, other = rng.sample(state.alive, 2)
    seat = state.seats[player]
    discard, hand = Place(PlaceKind.DISCARD), Place(PlaceKind.HAND, player)
    for card in seat.pool[:1]:
        yield CardMoved(card, Place(PlaceKind.POOL, player), discard)
    for card in seat.hand[:1]:
        yield CardMoved(card, hand, Place(PlaceKind.PILE, other, bottom=True))
        yield CardMoved(card, hand, discard)
    yield HandSizeChanged(player, rng.randint(2, 4))
    yield SettingChanged(rng.choice(list(state.deck.settings)))
    if seat.knows_character:
        yield LimitChanged(player, rng.choice(list(state.limits(player))), rng.randint(5, 9))
    if isinstance(state.characters, tuple) and state.characters and not seat.revealed:
        yield CharacterChanged(player, state.characters[0])
    yield FaceChanged(player, not seat.revealed)
    yield ProtagonistMoved(player)
    if len(state.alive) > 2 and rng.random() < 0.5:
        yield SlainByText(player)
