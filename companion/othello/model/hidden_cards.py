"""Redeal: a copy of a state in which every card hidden from a player is dealt at random.

A player sees their own hand and face-down card, every face-up card, the back of each hidden card, and another hand
while looking into it (A1). The set of hidden cards depends only on the visible cards, never on the actual deal, so
the result for a given generator does not depend on the hidden cards. Cards seen earlier, in an Exchange, are not
remembered.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from companion.core.values import replace
from companion.othello.model.cards import UNKNOWN, UNKNOWN_OF, CardName, Pile, Staging, is_unknown, pile_of
from companion.othello.model.frames import Action, Frame
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Stage

Slot = tuple[list[CardName], int]


def deal_hidden(state: State, player: int, rng: random.Random) -> State:
    """Return a copy of `state` in which everything hidden from `player` is redealt at random.

    A card stays unknown if the box has no card left for it.
    """
    new = state.copy()
    placed = {other: [card] for other, card in _face_down(new) if other != player or is_unknown(card)}
    seizing = [other for other in _seizers(state) if other in placed]
    laid = ((cards, 0) for other, cards in placed.items() if other not in seizing)
    slots = [*_slots(new, player), *laid]
    pools = {Pile.SCRIPT: hidden_script(new, player), Pile.STAGING: hidden_staging(new, player)}
    for other in seizing:  # a player who has claimed a Seize has one (V1)
        if Staging.SEIZE in pools[Pile.STAGING]:
            pools[Pile.STAGING].remove(Staging.SEIZE)
            placed[other] = [str(Staging.SEIZE)]
    for pile, pool in pools.items():
        rng.shuffle(pool)
        backs = [slot for slot in slots if pile_of(slot[0][slot[1]]) is pile]
        _lay(backs, pool, UNKNOWN_OF[pile])
        del pool[: len(backs)]
    rest = [*pools[Pile.SCRIPT], *pools[Pile.STAGING]]
    rng.shuffle(rest)
    _lay([slot for slot in slots if slot[0][slot[1]] == UNKNOWN], rest, UNKNOWN)
    for other, cards in placed.items():
        new.seats[other].placed = cards[0]
    new.frames = tuple(_as_seen(frame, player) for frame in new.frames)
    return new


def _lay(slots: Iterable[Slot], cards: list[CardName], otherwise: CardName = UNKNOWN) -> None:
    for number, (places, index) in enumerate(slots):
        places[index] = cards[number] if number < len(cards) else otherwise


def _slots(state: State, player: int) -> Iterator[Slot]:
    """Yield every place in hands and draw piles whose card `player` does not see."""
    looked_at = looks_at(state, player)
    for other, seat in enumerate(state.seats):
        seen = other in (player, looked_at)
        yield from ((seat.hand, index) for index, card in enumerate(seat.hand) if not seen or is_unknown(card))
    for pile in (state.script, state.staging):
        yield from ((pile, index) for index in range(len(pile)))


def _face_down(state: State) -> list[tuple[int, CardName]]:
    seats = enumerate(state.seats)
    return [(other, seat.placed) for other, seat in seats if seat.placed is not None and not seat.revealed]


def looks_at(state: State, player: int | None) -> int | None:
    """Return the player whose hand `player` may look at now, or None (A1)."""
    top = state.frames[-1]
    if type(top) is Action and top.player == player and top.choices.look:
        return top.choices.target
    return None


def _seizers(state: State) -> tuple[int, ...]:
    top = state.frames[-1]
    return top.seizes if type(top) is Action else ()


def _as_seen(frame: Frame, player: int) -> Frame:
    """Return a frame without the cards that another player has chosen unseen (A1, I2)."""
    if type(frame) is Action and frame.player != player and frame.stage is not Stage.EFFECT:
        return replace(frame, choices=replace(frame.choices, take=None, give=None))
    return frame


def seen(state: State, player: int | None) -> Iterator[CardName]:
    """Yield every card that `player` sees somewhere, or that everybody sees (None)."""
    hands = (player, looks_at(state, player))
    for other, seat in enumerate(state.seats):
        if other in hands:
            yield from seat.hand
        if seat.placed is not None and (seat.revealed or other == player):
            yield seat.placed
        yield from seat.face_up
        yield from (card for card, _role in seat.scored)
    yield from (card for card, _role in state.set_aside)
    yield from (*state.script_discard, *state.staging_discard, *state.removed)


def hidden_script(state: State, player: int) -> list[CardName]:
    """Return the act's script cards that `player` does not see, in the order of the play."""
    visible = set(seen(state, player))
    return [card for card in state.deck.by_act[state.act - 1] if card not in visible]


def hidden_staging(state: State, player: int) -> list[CardName]:
    """Return the staging cards of the box that `player` does not see, sorted by name."""
    return sorted((Counter(state.rules.staging_cards) - Counter(seen(state, player))).elements())
