"""Deal everything a player does not see at random: a state with a possible card or character in each hidden place.

The deal depends only on what the player sees (`as_seen`), not on the real hidden cards: the same generator always deals
the same. It does not remember cards that were seen earlier and are in the discard pile now.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.deathmatch.model.accounts import standing_copies
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import Seat, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, is_unknown, size

TRIES = 20  # attempts at a deal in which every character is possible

Possible = Callable[[State, int, str], bool]


def deal_hidden(state: State, player: int, rng: random.Random, possible: Possible) -> State:
    """Return the state with everything hidden from `player` dealt at random.

    Args:
        possible: returns True if a player's hidden character may be this one, based on what `player` sees.

    A card stays unknown if the deck has none left for it.
    """
    seen = as_seen(state, player)
    cards = list((seen.deck.copies - standing_copies(seen)).elements())
    rng.shuffle(cards)
    dealt = iter(cards)
    secret = characters_dealt(seen, rng, possible)
    seats = tuple(_dealt(seat, secret.get(number, seat.character), dealt) for number, seat in enumerate(seen.seats))
    taken = {seat.character for seat in seats}
    left = tuple(name for name in seen.deck.characters if name not in taken)
    return seen._replace(seats=seats, discard=_some(size(seen.discard), dealt), characters=left)


def _dealt(seat: Seat, character: str, cards: Iterator[str]) -> Seat:
    hand = tuple(next(cards, card) if is_unknown(card) else card for card in seat.hand)
    return seat._replace(hand=hand, pile=_some(size(seat.pile), cards), character=character)


def _some(count: int, cards: Iterator[str]) -> tuple[str, ...]:
    return tuple(next(cards, UNKNOWN_ACTION) for _ in range(count))


def characters_dealt(seen: State, rng: random.Random, possible: Possible) -> dict[int, str]:
    """Return a character for each player with a hidden one, possible ones if there is any such deal.

    If the deck has too few, the remaining players keep an unknown character.
    """
    could = hidden_characters(seen, possible)
    free = [name for name in seen.deck.characters if name not in {seat.character for seat in seen.seats}]
    dealt: dict[int, str] = {}
    for _ in range(TRIES):
        dealt = _matched(could, rng)
        if len(dealt) == len(could):
            return dealt
    rest = [name for name in rng.sample(free, len(free)) if name not in dealt.values()]
    return {player: dealt.get(player) or (rest.pop() if rest else UNKNOWN_CHARACTER) for player in could}


def hidden_characters(seen: State, possible: Possible) -> dict[int, list[str]]:
    """Return the candidates for each hidden character, by player."""
    taken = {seat.character for seat in seen.seats}
    free = [name for name in seen.deck.characters if name not in taken]
    hidden = [player for player, seat in enumerate(seen.seats) if is_unknown(seat.character)]
    return {player: [name for name in free if possible(seen, player, name)] for player in hidden}


def _matched(could: Mapping[int, Sequence[str]], rng: random.Random) -> dict[int, str]:
    """Assign one candidate each, starting with the players who have fewest; some may get none."""
    dealt: dict[int, str] = {}
    for player in sorted(could, key=lambda player: len(could[player])):
        left = [name for name in could[player] if name not in dealt.values()]
        if left:
            dealt[player] = rng.choice(left)
    return dealt
