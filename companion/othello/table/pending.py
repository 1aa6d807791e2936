"""What the table has noted of the mat and the buttons that is in no state yet: one frozen value, which is replaced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from companion.core.places import play_zone
from companion.game.interpretation import TableView
from companion.othello.model.answers import Answer
from companion.othello.model.cards import CardName, is_unknown
from companion.othello.model.events import Event, Revealed, SceneBegan, Swapped, TurnEnded
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Steps
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase

NOTHING: Mapping[str, CardName] = MappingProxyType({})


class Pending(NamedTuple):
    """What has been seen, and will count later.

    Args:
        early: the card that each player has laid before its phase, in the order in which they were laid.
        since: how many events there were when each of them was laid.
        asked_again: whoever of them an undo asks once more: the card lies there, but does not answer for its player.
        resting: the card that lies in a zone since before a restart or an undo, or is to lie there now: that it is
            reported is no gesture.
        lies: the card that was laid in each zone last, and was not lifted since.
        swapped: the card that an improv has put down, where nobody has told which one: it is still to be laid (I3);
            with the number of its event.
        turned_up: the zones in which a Seize was turned up that has not seized (yet), and whether its player has
            been told to turn it face down again: that it is laid back is no gesture.
        laid: the zones in which a card was laid by what is being taken now.
        waiting: answers that wait for somebody's choice.
        chosen: tiles for a Villainy (A6) or cards that are too many (G4), of which there may come more.
        ready: players who have nothing more to trade between the acts (G1).
        hurries: somebody has laid a card already, so whoever has not said what they draw draws a script card (Z6).
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

    def without_early(self, player: int | None) -> Pending:
        """The readings once a card that was laid early is gone, or counts."""
        return self._replace(early={each: card for each, card in self.early.items() if each != player})

    def after_lift(self, zone: str) -> Pending:
        """The readings once a zone is empty: what rested there is lifted, unless another card lay there.

        I3: where the other card of an improv is still to be laid, that is laid next, and nothing rests.
        """
        lay, rests = self.lies.get(zone), self.resting.get(zone)
        is_another = lay is not None and rests is not None and find_in_hand([rests], lay) is None
        is_another = is_another and zone not in self.swapped
        resting = self.resting if is_another else without(self.resting, zone)
        return self._replace(resting=resting, lies=without(self.lies, zone), laid=frozenset())

    def still_to_lie(self, zone: str, events: Sequence[Event]) -> CardName | None:
        """I3: the card that an improv has put down and that is still to be laid; an undo may have taken it back."""
        card, number = self.swapped.get(zone, ("", len(events)))
        event = events[number] if number < len(events) else None
        return card if isinstance(event, Swapped) and play_zone(event.player) == zone else None

    def told_to_turn(self, zone: str) -> Pending:
        """The readings once a player has been told that a Seize there has not counted."""
        return self._replace(turned_up={**self.turned_up, zone: True}) if zone in self.turned_up else self

    def has_laid(self, player: int) -> bool:
        """I3: whether the other card of an improv lies there already."""
        return play_zone(player) in self.laid or any(item.by == player for item in self.waiting)


Seen = TableView[State, Pending]


T = TypeVar("T")


def without(cards: Mapping[str, T], zone: str) -> dict[str, T]:
    """The cards in all other zones."""
    return {each: card for each, card in cards.items() if each != zone}


def after_events(readings: Pending, events: Iterable[Event], before: int) -> Pending:
    """I3: where nobody told which card an improv has put down, it is still to be laid, and that reveals nothing.

    Args:
        before: how many events there were before these.
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
    """What lies there from before a restart or is still to be laid, and who is ready, stays after an undo as it was.

    What lies there early stays if the undo has left neither the scene nor what comes before placement.
    """
    kept = Pending(lies=readings.lies, resting=readings.resting, swapped=readings.swapped, laid=readings.laid)
    kept = kept._replace(ready=readings.ready, turned_up=readings.turned_up)
    before, bottom = was.frames[0], now.frames[0]
    if type(before) is not Steps or type(bottom) is not Steps or (was.act, was.scene) != (now.act, now.scene):
        return kept
    if before.phase is not Phase.PRE_PLACEMENT or bottom.phase is not Phase.PRE_PLACEMENT:
        return kept
    return kept._replace(early=readings.early, asked_again=bottom.order[bottom.at])


def at_rest(state: State, readings: Pending, lying: Mapping[str, CardName]) -> Pending:
    """What a reader reports next of the placed cards, and of what is `lying` elsewhere, is no gesture."""
    placed = {play_zone(player): seat.placed for player, seat in enumerate(state.seats) if seat.placed}
    return readings._replace(resting={**lying, **placed})
