"""Compute the state after one change by a text (DJ2); `legality` decides if the change is possible.

The flow handles the consequences: filling hands, deaths, excess cards.
"""

from __future__ import annotations

from typing import assert_never

from companion.deathmatch.model.changes import (
    CardMoved,
    Change,
    CharacterChanged,
    FaceChanged,
    HandSizeChanged,
    LimitChanged,
    Place,
    PlaceKind,
    ProtagonistMoved,
    SettingChanged,
    SlainByText,
    TurnChanged,
)
from companion.deathmatch.model.places import heap_at, with_heap
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import beneath, cards_of, given_up, is_unknown, on_top, taken, without


def evolve_change(state: State, change: Change) -> State:
    """Return the state after a change.

    Raises ValueError if a card is not in the place that the change names.
    """
    match change:
        case CardMoved(card, origin, to):
            actual, left = _taken(state, card, origin)
            return _put(left, actual, to)
        case CharacterChanged(of, now):
            return _with_other_character(state, of, now)
        case FaceChanged(of, up):
            return state.with_seat(of, state.seats[of]._replace(revealed=up))
        case LimitChanged(of, suit, points):
            seat = state.seats[of]
            limits = dict(seat.limits) | {suit: points}
            return state.with_seat(of, seat._replace(limits=tuple(sorted(limits.items()))))
        case HandSizeChanged(of, cards):
            return state.with_seat(of, state.seats[of]._replace(hand_size=cards))
        case SettingChanged(setting):
            return state._replace(setting=setting)
        case ProtagonistMoved(player):
            turn = player if state.phase is Phase.SETTING else state.turn
            return state._replace(protagonist=player, turn=turn)
        case SlainByText(of):
            return state.with_seat(of, state.seats[of]._replace(condemned=True))
        case TurnChanged(player):
            return state._replace(opener=player, turn=player)
        case _:
            assert_never(change)


def _taken(state: State, card: str, place: Place) -> tuple[str, State]:
    """Return the card, if known, and the state without it.

    A hidden place is trusted to have held the card, because a check would reveal what is known about that place.
    """
    heap = heap_at(state, place)
    match place.kind:
        case PlaceKind.PILE:
            card, heap = taken(heap, card, place.bottom)
        case PlaceKind.HAND | PlaceKind.DISCARD:
            heap = given_up(heap, card)
        case _:
            heap = without(cards_of(heap), card)
    return card, with_heap(state, place, heap)


def _put(state: State, card: str, place: Place) -> State:
    if place.kind is PlaceKind.PLAYED and place.of is not None:
        return _laid(with_heap(state, place, (card,)), place.of)
    add = on_top if place.kind is PlaceKind.PILE and not place.bottom else beneath
    return with_heap(state, place, add(heap_at(state, place), card))


def _laid(state: State, of: int) -> State:
    """Continue with the next answer if the player whose turn it was has a card played now (DP2)."""
    if state.phase is not Phase.SCENE or state.turn != of:
        return state
    turn = state.next_to_answer(of)
    return state._replace(turn=turn, phase=Phase.WINNER if turn is None else Phase.SCENE)


def _with_other_character(state: State, of: int, now: str) -> State:
    """Give a player another character, as secret as the old one; the old one is free unless another seat has it."""
    seat = state.seats[of]
    if now == seat.character:
        return state
    new = state.with_seat(of, seat._replace(character=now))
    if isinstance(state.characters, int):
        return new
    if is_unknown(now):  # it may be any of the undrawn characters
        return new._replace(characters=len(state.characters))
    left = [name for name in state.characters if name != now]
    held = any(other.character == seat.character for other in new.seats)
    if now in state.characters and not is_unknown(seat.character) and not held:
        left.append(seat.character)
    short = len(state.characters) - len(left)
    if short:  # a text gave away somebody's character before: that one is free now
        seen = {*left, *(other.character for other in new.seats)}
        nobodys = [name for name in state.deck.characters if name not in seen]
        left += nobodys if len(nobodys) == short else []
    # Everybody knows the number: it must not reveal that two players were given the same character.
    return new._replace(characters=tuple(left) if len(left) == len(state.characters) else len(state.characters))
