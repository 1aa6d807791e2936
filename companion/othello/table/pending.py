"""The pending input from mat and buttons, as one immutable value.

It is not part of the state yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from companion.core.places import play_zone
from companion.game.interpretation import TableView, without
from companion.othello.model.answers import Answer
from companion.othello.model.cards import CardName, is_unknown
from companion.othello.model.events import Event, Revealed, SceneBegan, Swapped, TurnEnded
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Steps
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase

NOTHING: Mapping[str, CardName] = MappingProxyType({})


class Pending(NamedTuple):
    """Input that was observed and will count later.

    Args:
        early: the card that each player has placed before its phase, in the order of placement.
        since: the number of events when each early card was placed.
        asked_again: a player with an early card whom an undo asks once more: the card does not answer for them.
        resting: the card that has been in a zone since before a restart or an undo, or belongs there now: its report
            is no gesture.
        lies: the card placed last in each zone and not lifted since.
        swapped: the card of an improv that nobody named and that is still to be placed (I3), with the number of its
            event.
        turned_up: the zones in which a Seize was turned up that has not seized (yet), and whether its player was asked
            to turn it face down again: putting it back is no gesture.
        laid: the zones in which the current input placed a card.
        waiting: answers that wait for another player's choice.
        chosen: tiles for a Villainy (A6) or cards to discard (G4); more may follow.
        ready: players who are done with trades at intermission (G1).
        hurries: a player has placed a card, so players who have not chosen a pile draw a script card (Z6).
    """

    early: Mapping[int, CardName] = MappingProxyType({})
    since: Mapping[int, int] = MappingProxyType({})
    asked_again: int | None = None
    resting: Mapping[str, CardName] = NOTHING
    lies: Mapping[str, CardName] = NOTHING
    swapped: Mapping[str, tuple[CardName, int]] = MappingProxyType({})
    turned_up: Mapping[str, bool] = MappingProxyType({})
    laid: frozenset[str] = frozenset()
    waiting: tuple[Answer, ...] = ()
    chosen: tuple[str, ...] = ()
    ready: frozenset[int] = frozenset()
    hurries: bool = False

    @property
    def lying(self) -> Mapping[str, CardName]:
        """The cards that were laid early."""
        return {play_zone(player): card for player, card in self.early.items()}

    @property
    def owed(self) -> Mapping[str, int]:
        """The zones that await the other card of an improv (I3)."""
        return {zone: number for zone, (_card, number) in self.swapped.items()}

    def without_early(self, player: int | None) -> Pending:
        """Return the pending input without a player's early card."""
        return self._replace(early={each: card for each, card in self.early.items() if each != player})

    def after_lift(self, zone: str) -> Pending:
        """Return the pending input after a lift.

        A resting card is gone, unless another card was in the zone. If the other card of an improv is still to be
        placed, it comes next, and nothing rests (I3).
        """
        lay, rests = self.lies.get(zone), self.resting.get(zone)
        is_another = lay is not None and rests is not None and find_in_hand([rests], lay) is None
        is_another = is_another and zone not in self.swapped
        resting = self.resting if is_another else without(self.resting, zone)
        return self._replace(resting=resting, lies=without(self.lies, zone), laid=frozenset())

    def still_to_lie(self, zone: str, events: Sequence[Event]) -> CardName | None:
        """Return the card of an improv that is still to be placed (I3), unless an undo has revoked it."""
        card, number = self.swapped.get(zone, ("", len(events)))
        event = events[number] if number < len(events) else None
        return card if isinstance(event, Swapped) and play_zone(event.player) == zone else None

    def asked_to_turn(self, zone: str) -> Pending:
        """Return the pending input after a player was asked to turn a Seize face down again."""
        return self._replace(turned_up={**self.turned_up, zone: True}) if zone in self.turned_up else self

    def has_laid(self, player: int) -> bool:
        """Return True if the other card of an improv is already placed (I3)."""
        return play_zone(player) in self.laid or any(item.by == player for item in self.waiting)


Seen = TableView[State, Pending]


def after_events(readings: Pending, events: Iterable[Event], before: int) -> Pending:
    """Return the pending input after events.

    If nobody named the card of an improv, it is still to be placed, and placing it is no reveal (I3).

    Args:
        before: the number of events before these.
    """
    swapped, turned_up = dict(readings.swapped), dict(readings.turned_up)
    for number, event in enumerate(events, before):
        match event:
            case Swapped(player, card) if is_unknown(card) and not readings.has_laid(player):
                swapped[play_zone(player)] = card, number
            case Revealed(player, _):
                swapped.pop(play_zone(player), None)
            case TurnEnded(player):
                turned_up.pop(play_zone(player), None)
            case SceneBegan():
                swapped.clear()
            case _:
                pass
    return readings._replace(swapped=swapped, turned_up=turned_up)


def rewound(readings: Pending, was: State, now: State) -> Pending:
    """Return the pending input after an undo.

    Resting cards, improvised cards and ready players are kept. Early cards are kept if the undo stays in the same
    scene and before placement.
    """
    kept = Pending(lies=readings.lies, resting=readings.resting, swapped=readings.swapped, laid=readings.laid)
    kept = kept._replace(ready=readings.ready, turned_up=readings.turned_up)
    before, bottom = was.frames[0], now.frames[0]
    if type(before) is not Steps or type(bottom) is not Steps or (was.act, was.scene) != (now.act, now.scene):
        return kept
    if before.phase is not Phase.PRE_PLACEMENT or bottom.phase is not Phase.PRE_PLACEMENT:
        return kept
    return kept._replace(early=readings.early, asked_again=bottom.order[bottom.at])
