"""A viewer's visible part of a game: public knowledge, or a player's, who also sees the own secrets.

Views, texts and refusals for people use only this part, so they cannot depend on anything hidden. A `viewer` is a seat
number, or None for everybody, including the host.
"""

from __future__ import annotations

from companion.deathmatch.model import events as e
from companion.deathmatch.model.changes import CardMoved, CharacterChanged, LimitChanged, Place, PlaceKind
from companion.deathmatch.model.state import Seat, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, size

NOTHING: frozenset[str] = frozenset()
CARD, CHARACTER, NOW = frozenset({"card"}), frozenset({"character"}), frozenset({"now"})


def sees_character(state: State, player: int, viewer: int | None) -> bool:
    """Return True if the viewer sees a player's character: the own one, or one that is face up."""
    seat = state.seats[player]
    return viewer == player or seat.revealed or seat.out


def as_seen(state: State, viewer: int | None) -> State:
    """Return the state with unknown cards, or only their number, in place of all that the viewer does not see."""
    seats = tuple(_seat_as_seen(state, player, viewer) for player in range(len(state.seats)))
    return state._replace(seats=seats, discard=size(state.discard), characters=size(state.characters))


def _seat_as_seen(state: State, player: int, viewer: int | None) -> Seat:
    seat = state.seats[player]._replace(pile=size(state.seats[player].pile))
    if viewer != player:
        seat = seat._replace(hand=(UNKNOWN_ACTION,) * len(seat.hand))
    if not sees_character(state, player, viewer):
        seat = seat._replace(character=UNKNOWN_CHARACTER, limits=())
    return seat


def hidden_in(state: State, event: e.Event, viewer: int | None) -> frozenset[str]:
    """Return the keys of an event that are hidden from the viewer. `state` is the one after the event."""
    match event:
        case e.CharacterDealt(player, _):
            return NOTHING if sees_character(state, player, viewer) else CHARACTER
        case e.Drew(player, _) | e.Found(player, _) | e.Discarded(player, _, e.Origin.HAND):
            return NOTHING if viewer == player else CARD
        case e.Dealt() | e.Discarded(_, _, e.Origin.PILE):
            return CARD
        case e.Changed(CardMoved(_, origin, to)):
            return NOTHING if _sees(origin, viewer) or _sees(to, viewer) else CARD
        case e.Changed(CharacterChanged(of, _) | LimitChanged(of, _, _)):
            return NOTHING if sees_character(state, of, viewer) else NOW
        case _:
            return NOTHING


def _sees(place: Place, viewer: int | None) -> bool:
    """Return True if the viewer sees the cards in a place."""
    match place.kind:
        case PlaceKind.HAND:
            return viewer is not None and place.of == viewer
        case PlaceKind.PILE | PlaceKind.DISCARD:
            return False
        case _:
            return True
