"""The gestures of a bot's answer on a mat, as people make them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.core.places import TARGET, play_zone
from companion.deathmatch.model.answers import Answer, Do, answer_to_json
from companion.deathmatch.model.decision import DecisionKind
from companion.deathmatch.model.state import State
from companion.game.bots import Lay, Move, Say, Take

PAUSES: Mapping[str, float] = MappingProxyType(
    {
        DecisionKind.PROTAGONIST: 2.0,
        DecisionKind.SETTING: 2.0,
        DecisionKind.ACTION: 1.6,
        DecisionKind.ANSWER: 1.0,
        DecisionKind.CARRY_OUT: 3.0,
        DecisionKind.WINNER: 1.6,
        DecisionKind.DAMAGE: 1.6,
        DecisionKind.DISCARD: 1.0,
    }
)
"""Seconds that a watcher needs before a move of each kind."""
LIFT_SECONDS = 0.6


def moves(state: State, answer: Answer, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
    """Yield the gestures for an answer, each with the pause after it; `zones` holds the things on the mat."""
    match answer.do:
        case Do.PROTAGONIST if answer.to is not None:
            yield Lay(play_zone(answer.to), "protagonist"), 1.0
        case Do.SETTING if answer.card is not None:
            yield Lay(TARGET, f"setting:{answer.card}"), 1.0
        case Do.PLAY | Do.TRICKSTER if answer.card is not None:
            yield from _lay(play_zone(answer.by), answer.card, zones)
        case Do.REVEAL:
            yield from _lay(play_zone(answer.by), f"character:{state.seats[answer.by].character}", zones)
        case Do.DAMAGE if answer.target is not None and answer.card is not None:
            lying = next((zone for zone, thing in zones.items() if thing == answer.card), None)
            if lying is not None:
                yield Take(lying), LIFT_SECONDS
            to = play_zone(answer.target)
            yield from _lay(to, answer.card, {**zones, to: None if lying == to else zones.get(to)})
        case _:
            yield Say(answer_to_json(answer, state.names)), 0.8


def _lay(zone: str, thing: str, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
    """Place a thing in a zone, after removing the one there."""
    if zones.get(zone) is not None:
        yield Take(zone), LIFT_SECONDS
    yield Lay(zone, thing), 1.0
