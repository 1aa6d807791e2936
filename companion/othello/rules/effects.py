"""Every effect that a staging card, a coin or an improv can have, by the names of what has it (C4, C6).

Whoever adds one lists it here. What has no effect of its own is a script card, or a card of the owners' own (C11).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.othello.model.cards import Staging
from companion.othello.model.frames import Action, Choices
from companion.othello.model.state import State
from companion.othello.rules.coins.desdemona import DESDEMONA
from companion.othello.rules.coins.emilia import EMILIA
from companion.othello.rules.coins.iago import IAGO
from companion.othello.rules.coins.improv import IMPROV
from companion.othello.rules.effect import Effect
from companion.othello.rules.staging.exchange import EXCHANGE
from companion.othello.rules.staging.miscue import MISCUE
from companion.othello.rules.staging.no_drama import NO_DRAMA
from companion.othello.rules.staging.revive import REVIVE
from companion.othello.rules.staging.seize import SEIZE
from companion.othello.rules.staging.take_the_lead import TAKE_THE_LEAD
from companion.othello.rules.staging.villainy import VILLAINY
from companion.play.tongue import N_
from companion.play.verdict import Reason


class Coin(NamedTuple):
    """What a coin does, its rule, and its words.

    `note` is for whoever holds it; `told` says what goes on while it is used for something that others may answer.
    """

    effect: Effect
    rule: str
    note: str
    told: str = N_("{who} uses {coin}")


STAGING: dict[str, Effect] = {
    Staging.EXCHANGE: EXCHANGE,
    Staging.MISCUE: MISCUE,
    Staging.MISSED_ENTRANCE: MISCUE,
    Staging.NO_DRAMA: NO_DRAMA,
    Staging.TAKE_THE_LEAD: TAKE_THE_LEAD,
    Staging.SEIZE: SEIZE,
    Staging.VILLAINY: VILLAINY,
    Staging.REVIVE: REVIVE,
}
COINS = {
    "Iago": Coin(IAGO, "O2", N_("One character takes a wound."), N_("{who} uses an Iago coin to wound a character")),
    "Othello": Coin(
        TAKE_THE_LEAD,
        "O3",
        N_("The lead tile changes hands, as by Take the Lead."),
        N_("{who} uses an Othello coin to take the Lead"),
    ),
    "Cassio": Coin(IMPROV, "O4", N_("You improvise for nothing."), N_("{who} uses a Cassio coin to improvise")),
    "Desdemona": Coin(DESDEMONA, "O5", N_("Nobody can do anything to you in this scene.")),
    "Emilia": Coin(
        EMILIA,
        "O6",
        N_("You take a coin of another player."),
        N_("{who} uses an Emilia coin to take a coin from another player"),
    ),
    "Roderigo": Coin(
        EXCHANGE, "O7", N_("You exchange a card, as by Exchange."), N_("{who} uses a Roderigo coin to exchange a card")
    ),
}
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
