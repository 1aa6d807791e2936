"""The registry of effects by the names of staging cards, coins and the improv (C4, C6).

Each staging card is a module in `staging`; the coins are in `coins.py`. A card without an entry is a script card or an
owner's own card (C11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.core.verdict import Reason
from companion.othello.model.frames import Action, Choices
from companion.othello.model.state import State
from companion.othello.rules.coins import COINS
from companion.othello.rules.effect import Effect
from companion.othello.rules.improv import IMPROV


def _staging_modules() -> Iterator[Any]:
    """Import the modules of the folder `staging` next to this file."""
    for file in sorted(Path(__file__).with_name("staging").glob("[!_]*.py")):
        yield import_module(f"companion.othello.rules.staging.{file.stem}")


STAGING: dict[str, Effect] = {name: card for module in _staging_modules() for name, card in module.CARDS.items()}
EFFECTS = STAGING | {name: coin.effect for name, coin in COINS.items()} | {IMPROV.name: IMPROV}
NONE = Effect()


def effect_of(name: str) -> Effect:
    """Return the effect of a card, a coin or an improv.

    The effect of a script card or an owner's own card is `NONE`.
    """
    return EFFECTS.get(name, NONE)


def improvises(state: State) -> bool:
    """Return True if the action in progress swaps a card: an improv, or a Cassio coin (I2, I3)."""
    top = state.frames[-1]
    return type(top) is Action and effect_of(top.name) is IMPROV


def needed(state: State, action: Action) -> Sequence[Choices]:
    """Return the possible values of an action's next choice, each as choices with only that field.

    The result is empty if no choice is missing. Values are in the order of the box. Every card of a hand is listed,
    also a second one of the same name: a prompt may reveal the number of cards, but not which cards they are.
    """
    return effect_of(action.name).needed(state, action)


def no_target(state: State, player: int, name: str) -> list[Reason]:
    """Return the reasons why the effect of this card or coin has no possible target."""
    return effect_of(name).no_target(state, player, name)


def rule_of(state: State, name: str) -> str:
    """Return the id of the rule about the effect of a card or coin."""
    return effect_of(name).rule or ("K2" if name in state.deck.cards else "C11")
