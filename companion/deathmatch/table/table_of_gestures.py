"""Instructions for gestures, by open decision, and the effect of the thing in one's hand.

The words depend only on the public moment.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from companion.core.i18n import N_, _
from companion.core.places import Goes
from companion.deathmatch.model.answers import Do
from companion.deathmatch.model.decision import DecisionKind
from companion.deathmatch.table.things import Kind
from companion.game.equipment import REAL_TABLE, Equipment

HINTS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.PROTAGONIST: N_(
            "Put the protagonist card on the spot of the player who starts, or hold the button there."
        ),
        DecisionKind.SETTING: N_("Put the setting in the circle."),
        DecisionKind.ACTION: N_("Put a card on your spot. You may first play a trickster, or reveal your character."),
        DecisionKind.ANSWER: N_("Put a card of your hand on your spot."),
        DecisionKind.CARRY_OUT: N_(
            "Do what the text says, and enter at the desk what it changed. Press if it changed nothing."
        ),
        DecisionKind.WINNER: N_("The winner of the scene presses the button."),
        DecisionKind.DAMAGE: N_("Put one card of the scene on the spot of the player who takes it as damage."),
        DecisionKind.DISCARD: N_("Enter at the desk which cards you discard, or press to discard without showing."),
    }
)

BEFORE = (Do.TRICKSTER, Do.REVEAL)  # DT1: both may come before the opening card
ACTION_HINTS = {
    Do.TRICKSTER: N_("Put a card on your spot. You may first play a trickster."),
    Do.REVEAL: N_("Put a card on your spot. You may first reveal your character."),
    None: N_("Put a card on your spot."),
}
TRICKSTER = "trickster"  # the kind of such an action card in a deck file
SHOWN = N_("On your spot: Cuelight learns who you are, and nobody else does.")
_HELD: Mapping[DecisionKind, Mapping[str, str]] = MappingProxyType(
    {
        DecisionKind.PROTAGONIST: {Kind.PROTAGONIST: N_("On a spot: that player starts.")},
        DecisionKind.SETTING: {Kind.SETTING: N_("In the circle: it is the setting of this act.")},
        DecisionKind.ACTION: {
            Kind.ACTION: N_("On your spot: it opens the scene."),
            TRICKSTER: N_("On your spot: its text is carried out. With no other cards it is sacrificed."),
            Kind.CHARACTER: N_("On your spot: it is revealed to everybody."),
        },
        DecisionKind.ANSWER: {
            Kind.ACTION: N_("On your spot: it answers."),
            TRICKSTER: N_("On your spot: it is sacrificed, which is only right with no other cards."),
        },
        DecisionKind.CARRY_OUT: {
            Kind.ACTION: N_("On your spot: the text has changed nothing, and this card is played.")
        },
        DecisionKind.DAMAGE: {
            Kind.ACTION: N_("On another spot: that player takes it as damage."),
            TRICKSTER: N_("On another spot: it harms nobody."),
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


def hint(kind: DecisionKind, equipment: Equipment = REAL_TABLE, first: Collection[Do] = BEFORE) -> str:
    """Return the instruction for an open decision; `first` is what may still come before the opening card."""
    if kind is DecisionKind.ACTION and len(first) < len(BEFORE):
        return _(ACTION_HINTS[next(iter(first), None)])
    if kind is DecisionKind.PROTAGONIST and equipment.deals:
        return _("Press at the seat of the player who starts.")
    if equipment.phones and kind in (DecisionKind.CARRY_OUT, DecisionKind.DISCARD):
        return _("Choose it on your phone.")
    if equipment.deals and kind is DecisionKind.CARRY_OUT:
        return _("Do what the text says: choose under “Or say it here”.")
    if equipment.deals and kind is DecisionKind.DISCARD:
        return _("Choose the cards that you discard under “Or say it here”.")
    return _(HINTS[kind])


def goes(kind: DecisionKind) -> dict[str, list[Goes]]:
    """Return the places for a held thing now, by kind; a character can be shown at any time."""
    return {str(thing): [_GOES[kind]] for thing in _HELD.get(kind, {})} | {str(Kind.CHARACTER): [Goes.OWN]}


def held(kind: DecisionKind) -> dict[str, str]:
    """Return the effect of a held thing now, by its kind on pages."""
    return {str(Kind.CHARACTER): _(SHOWN)} | {str(thing): _(says) for thing, says in _HELD.get(kind, {}).items()}
