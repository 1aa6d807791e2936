"""Owners' staging cards for random games (C11).

One may change anything, one has a price, one changes nothing.

The reports that a table would give after such a card are generated here, within the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN_OF, Pile
from companion.othello.model.changes import Change
from companion.othello.model.deck import CHANGES, STAND_IN, Deck, OwnStaging, deck_for
from companion.othello.model.frames import Action
from companion.othello.model.ruleset import load_edition
from companion.othello.model.state import State
from companion.othello.rules.legality.check import legality

OWN = (
    OwnStaging("Masque", "Masque", "Anything may happen.", copies=4, changes=CHANGES),
    OwnStaging("Feast", "Feast", "Whoever pays is given something.", price=1, changes=("intrigue", "hand")),
    OwnStaging("Silence", "Silence", "Nobody speaks."),
)
MOST = 4  # changes by one card


def own_deck(edition: str) -> Deck:
    """Return the stand-in deck of an edition with these cards."""
    deck = deck_for(load_edition(edition), STAND_IN)
    return replace(deck, id="own", title="With own cards", staging={card.id: card for card in OWN})


def told_changes(state: State, rng: random.Random) -> Answer:
    """Return the effect of the card that is being carried out: some possible changes."""
    action = state.frames[-1]
    assert isinstance(action, Action)
    answer = Answer(Do.CARRY_OUT, action.player)
    for _ in range(rng.randrange(MOST + 1)):
        what = rng.choice(state.deck.staging[action.name].changes)
        more = Answer(answer.do, answer.by, changes=(*answer.changes, CHANGE[what](state, rng)))
        if legality(state, more).legal:
            answer = more
    return answer


def _player(state: State, rng: random.Random) -> int:
    return rng.randrange(len(state.seats))


def _hand(state: State, rng: random.Random) -> Change:
    player, other = _player(state, rng), rng.choice((-1, _player(state, rng)))
    if other != player and state.seats[player].hand:
        return Change("hand", of=player, card=rng.choice(state.seats[player].hand), to=other)
    return Change("hand", card=UNKNOWN_OF[rng.choice(list(Pile))], to=player)


def _wounds(state: State, rng: random.Random) -> Change:
    if rng.random() < 0.5:
        return Change("wounds", of=_player(state, rng), now=rng.randrange(3))
    return Change("wounds", name=rng.choice(state.stars()), now=rng.randrange(6))


CHANGE: dict[str, Callable[[State, random.Random], Change]] = {
    "intrigue": lambda state, rng: Change("intrigue", of=_player(state, rng), now=rng.randrange(6)),
    "spotlight": lambda state, rng: Change("spotlight", of=_player(state, rng), now=rng.randrange(3)),
    "coin": lambda state, rng: Change(
        "coin", of=_player(state, rng), name=rng.choice(list(state.rules.coins)), now=rng.randrange(3)
    ),
    "handkerchief": lambda state, rng: Change("handkerchief", of=rng.choice((-1, _player(state, rng)))),
    "wounds": _wounds,
    "life": lambda state, rng: Change("life", name=rng.choice(state.stars()), now=rng.randrange(2)),
    "lead": lambda state, rng: Change("lead", of=_player(state, rng)),
    "hand": _hand,
}
