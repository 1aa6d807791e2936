"""The cards in each place: read them, replace them, and walk over all places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.deathmatch.model.changes import Place, PlaceKind
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import Heap, cards_of


def heap_at(state: State, place: Place) -> Heap:
    """Return the cards in a place. The kind of a place is the name of its field."""
    heap: Heap | str | None = getattr(state if place.of is None else state.seats[place.of], place.kind)
    if place.kind is PlaceKind.PLAYED:
        return () if heap is None else (str(heap),)
    return heap if isinstance(heap, int) else tuple(heap or ())


def with_heap(state: State, place: Place, heap: Heap) -> State:
    """Return the state with these cards in a place."""
    cards = next(iter(cards_of(heap)), None) if place.kind is PlaceKind.PLAYED else heap
    changed: dict[str, Any] = {place.kind: cards}
    if place.of is None:
        return state._replace(**changed)
    return state.with_seat(place.of, state.seats[place.of]._replace(**changed))


def heaps(state: State, *, hidden: bool = True) -> Iterator[Heap]:
    """Yield the action cards of every place; without `hidden` only of the places that everybody sees, or saw."""
    for seat in state.seats:
        if hidden:
            yield from (seat.hand, seat.pile)
        yield seat.pool
        if seat.played is not None:
            yield (seat.played,)
    yield from (state.discard, state.removed, state.scene_cards)
    for text in (state.carrying, *state.waiting):
        if text is not None and text.card in state.deck.actions:
            yield (text.card,)
