"""What people are told to do with their hands, by what is asked; and what the thing that one holds would do.

The words hang on the public moment alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.deathmatch.at_table.things import Kind
from companion.deathmatch.model.decision import DecisionKind

HINTS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.PROTAGONIST: "Lay the protagonist card at the seat of whoever begins.",
        DecisionKind.SETTING: "Lay the setting in the middle.",
        DecisionKind.ACTION: "Lay a card in the own place. Before it, if you like: a trickster, or the own character.",
        DecisionKind.ANSWER: "Lay a card of the hand in the own place.",
        DecisionKind.CARRY_OUT: "Do what the text says, and say what it changed. Press if it changed nothing.",
        DecisionKind.WINNER: "Whoever has won the scene presses the own button.",
        DecisionKind.DAMAGE: "Lay one card of the scene in the place of whoever is hurt.",
        DecisionKind.DISCARD: "Say which cards go, or press: then the companion does not know which.",
    }
)

TRICKSTER = "trickster"  # an action card of this kind, as a deck's file has it
SHOWN = "In the own place: the companion learns who you are, and nobody else does."
_HELD: Mapping[DecisionKind, Mapping[str, str]] = MappingProxyType(
    {
        DecisionKind.PROTAGONIST: {Kind.PROTAGONIST: "At a seat: that player begins."},
        DecisionKind.SETTING: {Kind.SETTING: "In the middle: it is the setting of this act."},
        DecisionKind.ACTION: {
            Kind.ACTION: "In the own place: it opens the scene.",
            TRICKSTER: "In the own place: its text is carried out. With no other cards it is sacrificed.",
            Kind.CHARACTER: "In the own place: it is revealed to everybody.",
        },
        DecisionKind.ANSWER: {
            Kind.ACTION: "In the own place: it answers.",
            TRICKSTER: "In the own place: it is sacrificed, which is only right with no other cards.",
        },
        DecisionKind.DAMAGE: {
            Kind.ACTION: "In another’s place: that player is hurt with it.",
            TRICKSTER: "In another’s place: it harms nobody.",
        },
    }
)


def held(kind: DecisionKind) -> dict[str, str]:
    """What a thing that one holds would do now, by its kind as pages have it."""
    return {str(Kind.CHARACTER): SHOWN} | {str(thing): says for thing, says in _HELD.get(kind, {}).items()}
