"""What the table has noted of the mat that is in no state yet: one frozen value, which is replaced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.core.places import play_zone
from companion.deathmatch.model.events import Damaged, Event, Played, Sacrificed
from companion.deathmatch.model.state import State
from companion.game.interpretation import TableView

NOTHING: Mapping[str, str] = MappingProxyType({})


class Pending(NamedTuple):
    """What has been seen, and will count later, or is not to count again.

    Args:
        resting: the thing that has been lying in a zone since before a restart: that it is reported is no gesture.
        hits: the card of damage that was laid in a zone last: laid there once more it is no gesture either, until it is
            that player's turn, who may have another copy of it.
        characters: the character that each player has shown before anything was dealt.
    """

    resting: Mapping[str, str] = NOTHING
    hits: Mapping[str, str] = NOTHING
    characters: Mapping[int, str] = MappingProxyType({})

    def rests(self, state: State, zone: str, thing: str) -> bool:
        """Whether a thing that is reported lies there already."""
        has_turn = state.turn is not None and zone == play_zone(state.turn)
        return thing == self.resting.get(zone) or (thing == self.hits.get(zone) and not has_turn)

    def without_resting(self, zone: str) -> Pending:
        """The readings once something else is in the zone, or nothing."""
        return self._replace(resting={each: thing for each, thing in self.resting.items() if each != zone})


Seen = TableView[State, Pending]


def after_events(readings: Pending, events: Iterable[Event]) -> Pending:
    """The readings after these events: what damage lies in which zone."""
    hits = dict(readings.hits)
    for event in events:
        match event:
            case Damaged(_, target, card):
                hits[play_zone(target)] = card
            case Played(player, _) | Sacrificed(player, _):
                hits.pop(play_zone(player), None)
            case _:
                pass
    return readings._replace(hits=hits)


def at_rest(state: State, readings: Pending, lying: Mapping[str, str]) -> Pending:
    """The readings when the cards of the scene, and what is `lying` elsewhere, will be reported as if they were new."""
    laid = {play_zone(player): seat.played for player, seat in enumerate(state.seats) if seat.played is not None}
    return readings._replace(resting={**lying, **laid})
