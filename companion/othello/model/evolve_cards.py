"""The effects of events on cards: hands, piles, scoring piles and cards in front of players.

Call these functions only through `evolve`, except for the two queries about hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.othello.model import events as e
from companion.othello.model.cards import (
    SCRIPT,
    UNKNOWN,
    UNKNOWN_OF,
    UNKNOWN_SCRIPT,
    UNKNOWN_STAGING,
    CardName,
    Pile,
    could_be,
    is_staging,
    is_unknown,
    pile_of,
)
from companion.othello.model.state import Seat, State


def find_in_hand(hand: Sequence[CardName], card: CardName) -> int | None:
    """Return the index in a hand of a card, or of the unknown card that it may be.

    Return None if it cannot be there. An unknown card whose back matches is preferred to one whose back is unknown.
    """
    if card in hand:
        return hand.index(card)
    unseen = back(card)
    if unseen in hand:
        return hand.index(unseen)
    if UNKNOWN in hand:
        backs = [back(held) for held in hand]
        return backs.index(unseen if unseen in backs else UNKNOWN)
    if is_unknown(card):
        return next((index for index, held in enumerate(hand) if could_be(card, held)), None)
    return None


def take_from_hand(seat: Seat, card: CardName) -> None:
    """Remove a card from a hand.

    If it is not known which one left, no card of its kind remains known. The remaining backs depend only on the
    backs before, never on which cards are known. A card with this back leaves before a card whose back is unknown,
    and instead of a card that the hand does not have.
    """
    index = find_in_hand(seat.hand, card)
    if index is None:
        card = back(card)
        index = find_in_hand(seat.hand, card)
    if index is None:
        return
    mixed = card == UNKNOWN and len({pile_of(held) for held in seat.hand}) > 1
    seat.hand.pop(index)
    if mixed:
        seat.hand[:] = [UNKNOWN] * len(seat.hand)
    elif is_unknown(card):
        seat.hand[:] = [back(held) if could_be(card, held) else held for held in seat.hand]


@cache
def back(card: CardName) -> CardName:
    """Return the unknown card that everybody sees if this card lies face down."""
    pile = pile_of(card)
    return UNKNOWN_OF[pile] if pile else UNKNOWN


def put_on_discards(state: State, card: CardName) -> None:
    """Put a card face up on the discard pile of its kind (P9)."""
    pile = pile_of(card)
    (state.script_discard if pile is SCRIPT else state.staging_discard).append(card)


def shuffled(state: State, event: e.Shuffled) -> None:
    if event.pile == SCRIPT:
        state.script, state.script_discard = list(event.cards), []
    else:
        state.staging, state.staging_discard = list(event.cards), []


def left_the_game(state: State, event: e.LeftTheGame) -> None:
    state.removed.extend(event.cards)


def dealt(state: State, event: e.Dealt) -> None:
    state.seats[event.player].hand.append(event.card)


def drew(state: State, event: e.Drew) -> None:
    pile = state.script if event.pile == SCRIPT else state.staging
    pile.pop(0)
    state.seats[event.player].hand.append(event.card)


def drew_other(state: State, event: e.DrewOther) -> None:
    drawn, other = (state.script, state.staging) if event.pile == SCRIPT else (state.staging, state.script)
    noted = UNKNOWN_STAGING if event.pile == SCRIPT else UNKNOWN_SCRIPT
    take_from_hand(state.seats[event.player], noted)
    state.seats[event.player].hand.append(UNKNOWN_OF[Pile(event.pile)])
    other.append(noted)
    del drawn[:1]


def placed(state: State, event: e.Placed) -> None:
    seat = state.seats[event.player]
    take_from_hand(seat, event.card)
    seat.placed = event.card


def taken_back(state: State, event: e.TakenBack) -> None:
    seat = state.seats[event.player]
    if seat.placed is not None:
        seat.hand.append(seat.placed)
    seat.placed = None


def swapped(state: State, event: e.Swapped) -> None:
    seat = state.seats[event.player]
    take_from_hand(seat, event.card)
    if seat.placed is not None:
        seat.hand.append(seat.placed)
    seat.placed = event.card


def miscued(state: State, event: e.Miscued) -> None:
    state.seats[event.player].miscued = True


def revealed(state: State, event: e.Revealed) -> None:
    seat = state.seats[event.player]
    if seat.placed is not None and seat.placed != event.card and event.card in seat.hand:
        # keep the backs in the hand as everybody saw them, whichever cards are known
        seat.hand[seat.hand.index(event.card)] = back(event.card) if seat.placed == UNKNOWN else seat.placed
    seat.placed = event.card
    seat.revealed = True


def showed(state: State, event: e.Showed) -> None:
    seat = state.seats[event.player]
    take_from_hand(seat, event.card)
    seat.face_up.append(event.card)


def scored(state: State, event: e.Scored) -> None:
    state.seats[event.source].placed = None
    state.seats[event.player].scored.append((event.card, event.role))
    state.successes += ((event.player, event.card),)


def set_aside(state: State, event: e.SetAside) -> None:
    state.seats[event.source].placed = None
    state.set_aside.append((event.card, event.role))


def recovered(state: State, event: e.Recovered) -> None:
    state.set_aside.remove((event.card, event.role))
    state.seats[event.player].scored.append((event.card, event.role))


def discarded(state: State, event: e.Discarded) -> None:
    state.seats[event.player].placed = None
    put_on_discards(state, event.card)


def hand_discarded(state: State, event: e.HandDiscarded) -> None:
    take_from_hand(state.seats[event.player], event.card)
    put_on_discards(state, event.card)


def face_up_discarded(state: State, event: e.FaceUpDiscarded) -> None:
    state.seats[event.player].face_up.remove(event.card)
    put_on_discards(state, event.card)


def buried(state: State, event: e.Buried) -> None:
    take_from_hand(state.seats[event.player], event.card)
    (state.script if event.pile == SCRIPT else state.staging).append(event.card)


def card_taken(state: State, event: e.CardTaken) -> None:
    take_from_hand(state.seats[event.victim], event.card)
    state.seats[event.player].hand.append(event.card)


def card_given(state: State, event: e.CardGiven) -> None:
    take_from_hand(state.seats[event.player], event.card)
    state.seats[event.target].hand.append(event.card)


def picked_up(state: State, event: e.PickedUp) -> None:
    seat = state.seats[event.player]
    seat.face_up.remove(event.card)
    seat.hand.append(event.card)


def turned_down(state: State, event: e.TurnedDown) -> None:
    state.seats[event.player].revealed = False


def left_play(state: State, event: e.LeftPlay) -> None:
    state.seats[event.player].placed = None
    state.removed.append(event.card)


def taken_over(state: State, event: e.TakenOver) -> None:
    scored = state.seats[event.victim].scored
    scored[:] = [item for item in scored if item[0] != event.card]
    state.seats[event.player].scored.append((event.card, event.role))
    state.successes = tuple(item for item in state.successes if item[1] != event.card)


def scored_set(state: State, event: e.ScoredSet) -> None:
    for seat in state.seats:
        seat.scored[:] = [item for item in seat.scored if item[0] != event.card]
    state.set_aside[:] = [item for item in state.set_aside if item[0] != event.card]
    state.script_discard[:] = [card for card in state.script_discard if card != event.card]
    if event.player < 0:
        if state.deck.act_of(event.card) == state.act:  # a card of an earlier act is never shuffled in again
            state.script_discard.append(event.card)
        state.successes = tuple(item for item in state.successes if item[1] != event.card)
    else:
        state.seats[event.player].scored.append((event.card, event.role))


def keep_staging(state: State, act: int) -> None:
    """Keep only the staging cards in hands (T6).

    Of the cards whose backs are unknown, as many are staging cards as the box still has. Each hand is assumed to
    have the number of the next act, as long as enough cards are left.
    """
    unseen = [seat.hand.count(UNKNOWN) for seat in state.seats]
    for seat in state.seats:
        seat.hand[:] = [card for card in seat.hand if is_staging(card)]
    if not any(unseen):
        return
    elsewhere = (state.staging, state.staging_discard, state.removed, *(seat.face_up for seat in state.seats))
    in_hands = sum(state.rules.staging_cards.values()) - sum(map(len, elsewhere))
    left = max(0, in_hands - sum(len(seat.hand) for seat in state.seats))
    wanted = state.rules.hands[len(state.seats)][min(act, state.rules.acts - 1)][1]
    for most in (wanted, in_hands):
        for player, seat in enumerate(state.seats):
            number = min(left, unseen[player], max(0, most - len(seat.hand)))
            seat.hand += [UNKNOWN_STAGING] * number
            unseen[player] -= number
            left -= number


def found(state: State, event: e.Found) -> None:
    for seat in state.seats:
        seat.scored[:] = [item for item in seat.scored if item[0] != event.card]
    state.set_aside[:] = [item for item in state.set_aside if item[0] != event.card]
    for pile in (state.script, state.script_discard):
        if event.card in pile:
            pile.remove(event.card)
    if is_staging(event.card):
        _forget_one(state, event.card)
    hand = state.seats[event.player].hand
    unseen = next((card for card in hand if card != UNKNOWN and could_be(card, event.card)), UNKNOWN)
    if unseen in hand:
        hand.remove(unseen)
    hand.append(event.card)


def _forget_one(state: State, card: CardName) -> None:
    """Forget one recorded copy of a staging card that was found (C4).

    Nothing is forgotten if the box has a further copy.
    """
    known = sum(pile.count(card) for pile in _staging_places(state)) + sum(seat.placed == card for seat in state.seats)
    if known < state.rules.staging_cards.get(card, 0):
        return
    for pile in _staging_places(state):
        if card in pile:
            pile[pile.index(card)] = UNKNOWN_STAGING
            return
    for seat in state.seats:
        if seat.placed == card and not seat.revealed:
            seat.placed = UNKNOWN_STAGING
            return


def _staging_places(state: State) -> list[list[CardName]]:
    """Return the lists that contain staging cards, the likeliest place for a mistake first."""
    hands = [seat.hand for seat in state.seats]
    return [state.staging_discard, *hands, state.staging, *(seat.face_up for seat in state.seats), state.removed]
