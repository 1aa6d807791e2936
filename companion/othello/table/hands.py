"""The gestures that give a bot's answer on a mat, as people make them.

The table of gestures defines the places. Answers without a gesture (an improv from the hand, a trade) are submitted
directly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.core.observation import TagKind, split_thing
from companion.core.places import TARGET, play_zone
from companion.game.bots import Lay, Move, Say, Take
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.cards import Staging
from companion.othello.model.decision import DecisionKind
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Protection
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import next_lead
from companion.othello.table.table_of_gestures import At, With, place_of

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
"""Seconds that a spectator needs before a move of each kind."""
PAUSES_AFTER: Mapping[str, float] = MappingProxyType({Do.PLACE: 0.3, Do.COIN: 0.8, Do.CHOOSE: 0.6})
LIFT_SECONDS = 0.6
WITH = {TagKind.CARD: With.CARD, TagKind.COIN: With.COIN, TagKind.TILE: With.TILE}


def moves(state: State, answer: Answer, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
    """Yield the gestures of an answer, each with the pause after it in seconds.

    Args:
        zones: the thing in each zone, or None if it is empty.
    """
    things = list(_things(state, answer))
    places = [_place(state, answer, thing) for thing in things]
    for thing, zone in zip(things, places, strict=True):
        if zone is None:
            continue
        if answer.do in (Do.REVEAL, Do.SEIZE) and zones.get(zone) is not None:
            yield Take(zone), LIFT_SECONDS
        yield Lay(zone, thing), PAUSES_AFTER.get(answer.do, 1.0)
    is_of_tiles = answer.do is Do.CHOOSE and (answer.choices.wounds or answer.choices.cut)
    if not things or None in places or is_of_tiles:  # more tiles may follow
        yield _saying(state, answer), 0.8


def _things(state: State, answer: Answer) -> Iterator[str]:
    """Yield the things that give an answer, or nothing if it has no gesture."""
    match answer.do:
        case Do.LEAD:
            yield f"tile:{state.lead_character}"
        case Do.NEXT_ACT:
            yield f"tile:{state.next_lead_character}"
        case Do.PLACE | Do.SWAP | Do.FROM_HAND if answer.card is not None:
            yield answer.card
        case Do.REVEAL | Do.SEIZE if (placed := state.seats[answer.by].placed) is not None:
            yield placed
        case Do.PROTECT if answer.way is Protection.NO_DRAMA:
            yield str(Staging.NO_DRAMA)
        case Do.COIN if answer.coin is not None and answer.coin != "Cassio":
            yield f"coin:{answer.coin}"
        case Do.CHOOSE:
            chosen = answer.choices
            tile = chosen.on or chosen.character
            cut = [name for name, _by in chosen.cut or ()]
            yield from (f"tile:{name}" for name in ([tile] if tile is not None else chosen.wounds or cut))
        case _:
            pass


def _place(state: State, answer: Answer, thing: str) -> str | None:
    """Return the zone where a thing gives this answer, by the table of gestures, or None."""
    asked = decision(state)
    if asked is None:
        return None
    by = WITH[split_thing(thing)[0]]
    at = place_of(asked.kind, by, answer.do)
    if at is At.STAGE and by is With.CARD and answer.by not in asked.players[:1]:
        return None  # a card there counts for the first player asked
    if by is With.COIN and answer.do is Do.COIN and answer.by not in asked.players:
        return play_zone(answer.by)  # O1: right after the player's own reveal
    match at:
        case At.OWN:
            return play_zone(answer.by)
        case At.SEAT:
            return play_zone(next_lead(state) if answer.to is None else answer.to)
        case At.STAGE:
            return TARGET
        case _:
            return None


def _saying(state: State, answer: Answer) -> Say:
    return Say(answer_to_json(answer, state.names))
