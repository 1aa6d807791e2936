"""Pending input: observations of the mat that are not in the state yet, as one frozen value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.core.places import play_zone
from companion.deathmatch.model.events import Damaged, Event, Played, Sacrificed, SceneWon
from companion.deathmatch.model.state import State
from companion.game.interpretation import TableView

NOTHING: Mapping[str, str] = MappingProxyType({})


class Pending(NamedTuple):
    """Observations that will count later, or must not count again.

    Args:
        resting: the thing in each zone since before a restart; reporting it is no gesture.
        hits: the last damage card placed in each zone. Placing it there again is no gesture, until it is that player's
            turn: the player may have another copy of it.
        characters: the character that each player showed before the deal.
        won: the winner of the scene, until the setting's text has counted.
    """

    resting: Mapping[str, str] = NOTHING
    hits: Mapping[str, str] = NOTHING
    characters: Mapping[int, str] = MappingProxyType({})
    won: int | None = None

    @property
    def lying(self) -> Mapping[str, str]:
        """The characters that were shown before the deal."""
        return {play_zone(player): f"character:{name}" for player, name in self.characters.items()}

    @property
    def owed(self) -> Mapping[str, int]:
        """None: no recorded card still has to be laid."""
        return {}

    def rests(self, state: State, zone: str, thing: str) -> bool:
        """Return True if a reported thing was already there."""
        has_turn = state.turn is not None and zone == play_zone(state.turn)
        return thing == self.resting.get(zone) or (thing == self.hits.get(zone) and not has_turn)


Seen = TableView[State, Pending]


def after_events(readings: Pending, events: Iterable[Event]) -> Pending:
    """Return the pending input after these events, with the damage in each zone and the winner of a scene."""
    hits, won = dict(readings.hits), readings.won
    for event in events:
        match event:
            case Damaged(_, target, card):
                hits[play_zone(target)] = card
            case SceneWon(player):
                won = player
            case Played(player, _) | Sacrificed(player, _):
                hits.pop(play_zone(player), None)
            case _:
                pass
    return readings._replace(hits=hits, won=won)
