"""The gestures with which a bot's answer is made on a mat, as people make them.

What the mat has no gesture for (an improv from the hand, a trade) is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.cards import Staging
from companion.othello.model.decision import DecisionKind
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Protection
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import next_lead
from companion.play.places import TARGET, play_zone
from companion.table.hosted import Lay, Move, Say, Take

PAUSES: Mapping[str, float] = MappingProxyType(
    {
        DecisionKind.LEAD: 2.0,
        DecisionKind.PRE_PLACEMENT: 0.3,
        DecisionKind.PLACEMENT: 0.5,
        DecisionKind.AFTER_PLACEMENT: 0.3,
        DecisionKind.REVEAL: 1.6,
        DecisionKind.WINDOW: 0.9,
        DecisionKind.PROTECT: 1.0,
        DecisionKind.AFTER_REVEAL: 1.2,
        DecisionKind.CHOOSE: 1.4,
        DecisionKind.SWAP: 1.2,
        DecisionKind.DRAW: 1.2,
        DecisionKind.INTERMISSION: 6.0,
        DecisionKind.DISCARD: 1.0,
        DecisionKind.CARRY_OUT: 3.0,
    }
)
"""Seconds that a watcher needs before a move of each kind."""
LIFT_SECONDS = 0.6


def moves(state: State, answer: Answer, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
    """The gestures that mean an answer, each with the pause after it; `zones` is what lies where."""
    zone, asked = play_zone(answer.by), decision(state)
    match answer.do:
        case Do.LEAD if answer.to is not None:
            yield Lay(play_zone(answer.to), f"tile:{state.lead_character}"), 1.0
        case Do.PLACE if answer.card is not None:
            yield Lay(zone, answer.card), 0.3
        case Do.REVEAL | Do.SEIZE:
            if zones[zone] is not None:
                yield Take(zone), LIFT_SECONDS
            yield Lay(zone, state.seats[answer.by].placed or ""), 1.0
        case Do.SWAP if answer.card is not None:
            yield Lay(zone, answer.card), 1.0
        case Do.PROTECT if answer.way is Protection.NO_DRAMA and asked and asked.kind is DecisionKind.PROTECT:
            yield Lay(TARGET, str(Staging.NO_DRAMA)), 1.0
        case Do.COIN if answer.coin is not None and answer.coin != "Cassio":
            yield Lay(TARGET, f"coin:{answer.coin}"), 0.8
        case Do.FROM_HAND if answer.card is not None:
            yield Lay(TARGET, answer.card), 1.0
        case Do.NEXT_ACT:
            yield Lay(play_zone(next_lead(state)), f"tile:{state.next_lead_character}"), 1.0
        case Do.CHOOSE:
            yield from _choose(state, answer)
        case _:
            yield _saying(state, answer), 0.8


def _choose(state: State, answer: Answer) -> Iterator[tuple[Move, float]]:
    chosen = answer.choices
    if chosen.on is not None or chosen.character is not None:
        yield Lay(TARGET, f"tile:{chosen.on or chosen.character}"), 0.8
        return
    for name in chosen.wounds or [name for name, _by in chosen.cut or ()]:
        yield Lay(TARGET, f"tile:{name}"), 0.6
    yield _saying(state, answer), 0.8


def _saying(state: State, answer: Answer) -> Say:
    return Say(answer_to_json(answer, [seat.name for seat in state.seats]))
