"""Every effect that a staging card, a coin or an improv can have, by the names of what has it (C4, C6).

This is the one place that finds them: each is a file in `staging` or `coins`. What has no effect of its own is a script
card, or a card of the owners' own (C11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.core.verdict import Reason
from companion.othello.model.frames import Action, Choices
from companion.othello.model.state import State
from companion.othello.rules.effect import Coin, Effect
from companion.othello.rules.improv import IMPROV


def _files(folder: str) -> Iterator[Any]:
    """The modules of a folder beside this file."""
    for file in sorted(Path(__file__).with_name(folder).glob("[!_]*.py")):
        yield import_module(f"companion.othello.rules.{folder}.{file.stem}")


STAGING: dict[str, Effect] = {name: card for module in _files("staging") for name, card in module.CARDS.items()}
COINS: dict[str, Coin] = {module.COIN.name: module.COIN for module in _files("coins")}
EFFECTS = STAGING | {name: coin.effect for name, coin in COINS.items()} | {IMPROV.name: IMPROV}
NONE = Effect()


def effect_of(name: str) -> Effect:
    """What a card, a coin or an improv does; `NONE` for a script card and the owners' own cards."""
    return EFFECTS.get(name, NONE)


def needed(state: State, action: Action) -> Sequence[Choices]:
    """The possible values of an action's next choice, each as choices with that field; empty when nothing is missing.

    They stand in the order of the box. Of a hand every card is listed, also a second one of the same name: whether the
    question is asked tells how many cards there are, and nothing of which.
    """
    return effect_of(action.name).needed(state, action)


def no_target(state: State, player: int, name: str) -> list[Reason]:
    """Why what this card or coin does has nobody to be aimed at."""
    return effect_of(name).no_target(state, player, name)


def rule_of(state: State, name: str) -> str:
    """The rule about what a card or coin does."""
    return effect_of(name).rule or ("K2" if name in state.deck.cards else "C11")
