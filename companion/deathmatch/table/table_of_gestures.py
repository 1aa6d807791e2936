"""Instructions for gestures, by open decision, and the effect of the thing in one's hand.

The words depend only on the public moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.i18n import N_, _
from companion.core.places import Goes
from companion.deathmatch.model.decision import DecisionKind
from companion.deathmatch.table.things import Kind

HINTS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.PROTAGONIST: N_(
            "Lay the protagonist card at the seat of whoever begins, or hold the button there."
        ),
        DecisionKind.SETTING: N_("Lay the setting in the middle."),
        DecisionKind.ACTION: N_("Lay a card in your place. Before it, if you like: a trickster, or your character."),
        DecisionKind.ANSWER: N_("Lay a card of your hand in your place."),
        DecisionKind.CARRY_OUT: N_(
            "Do what the text says, and say under “Or say it here” what it changed. Press if it changed nothing."
        ),
        DecisionKind.WINNER: N_("Whoever has won the scene presses the button at that seat."),
        DecisionKind.DAMAGE: N_("Lay one card of the scene in the place of whoever is hurt."),
        DecisionKind.DISCARD: N_(
            "Say under “Or say it here” which cards go, or press: then the companion does not know which."
        ),
    }
)

TRICKSTER = "trickster"  # the kind of such an action card in a deck file
SHOWN = N_("In your place: the companion learns who you are, and nobody else does.")
_HELD: Mapping[DecisionKind, Mapping[str, str]] = MappingProxyType(
    {
        DecisionKind.PROTAGONIST: {Kind.PROTAGONIST: N_("At a seat: that player begins.")},
        DecisionKind.SETTING: {Kind.SETTING: N_("In the middle: it is the setting of this act.")},
        DecisionKind.ACTION: {
            Kind.ACTION: N_("In your place: it opens the scene."),
            TRICKSTER: N_("In your place: its text is carried out. With no other cards it is sacrificed."),
            Kind.CHARACTER: N_("In your place: it is revealed to everybody."),
        },
        DecisionKind.ANSWER: {
            Kind.ACTION: N_("In your place: it answers."),
            TRICKSTER: N_("In your place: it is sacrificed, which is only right with no other cards."),
        },
        DecisionKind.CARRY_OUT: {
            Kind.ACTION: N_("In your place: the text has changed nothing, and this card is played.")
        },
        DecisionKind.DAMAGE: {
            Kind.ACTION: N_("In another’s place: that player is hurt with it."),
            TRICKSTER: N_("In another’s place: it harms nobody."),
        },
    }
)

_GOES: Mapping[DecisionKind, Goes] = MappingProxyType(
    {
        DecisionKind.PROTAGONIST: Goes.SEAT,
        DecisionKind.SETTING: Goes.STAGE,
        DecisionKind.ACTION: Goes.ASKED,
        DecisionKind.ANSWER: Goes.ASKED,
        DecisionKind.CARRY_OUT: Goes.ASKED,
        DecisionKind.DAMAGE: Goes.OTHER,
    }
)


def goes(kind: DecisionKind) -> dict[str, list[Goes]]:
    """Return the places for a held thing now, by kind; a character can be shown at any time."""
    return {str(thing): [_GOES[kind]] for thing in _HELD.get(kind, {})} | {str(Kind.CHARACTER): [Goes.OWN]}


def held(kind: DecisionKind) -> dict[str, str]:
    """Return the effect of a held thing now, by its kind on pages."""
    return {str(Kind.CHARACTER): _(SHOWN)} | {str(thing): _(says) for thing, says in _HELD.get(kind, {}).items()}
