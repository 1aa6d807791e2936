"""The actual deal of a virtual table: the real cards, which nobody at a real table would know.

It follows a session's events and puts real cards in place of unknown ones. It depends only on its seed and those
events, so it can be rebuilt from the journal. Nothing public depends on it; only the virtual box, which can show its
hands, and the bots, each for its own hand. The session learns the characters at the deal: on an on-screen mat the
companion deals, as if every player had shown it the own character.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

from companion.core.values import replace
from companion.deathmatch.model import events as e
from companion.deathmatch.model.accounts import possible_cards, standing_copies
from companion.deathmatch.model.changes import CardMoved, Place, PlaceKind
from companion.deathmatch.model.evolve import evolve
from companion.deathmatch.model.places import heap_at, with_heap
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import UNKNOWN_ACTION, UNKNOWN_CHARACTER, cards_of, is_unknown
from companion.deathmatch.rules.game import Unseen
from companion.deathmatch.rules.scene import cards_of_scene
from companion.deathmatch.table.board import from_hands
from companion.deathmatch.table.things import Kind, thing_named
from companion.game.actual_deal import DealFollower

NOTHING = e.SceneEnded(0)  # an event without effect, in place of a move of a card that is not there


class DealsCharacters(Unseen):
    """Chance at a virtual table: nobody knows the cards, but the companion knows the characters."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def draw_characters(self, characters: Sequence[str], players: int) -> tuple[str, ...]:
        """Return a character for each player, drawn with the seed."""
        return tuple(random.Random(f"{self._seed}:characters").sample(list(characters), players))


class ActualDeal(DealFollower[State, e.Event]):
    """The real cards behind a session that began with `start`. Unknown cards are dealt from the seed."""

    def __init__(self, start: State, seed: int) -> None:
        self._start = dealt(start, random.Random(f"{seed}:dealt"))
        self._seed = seed
        super().__init__()

    def begin(self) -> None:
        """Return to the cards at the start of the session."""
        self.state = self._start
        self._shuffled: list[str] = []

    def take(self, event: e.Event, moment: object) -> None:
        """Apply an event with its real card."""
        self._random = random.Random(f"{self._seed}:{moment}")
        real = self._real(event)  # this may swap two cards first
        self.state = evolve(self.state, real)

    @property
    def chance(self) -> DealsCharacters:
        """Chance for the session."""
        return DealsCharacters(self._seed)

    def start_of_session(self, start: State) -> State:
        """Return the start with the dealt characters in place of unknown ones."""
        seats = tuple(
            seat._replace(character=dealt.character) for seat, dealt in zip(start.seats, self._start.seats, strict=True)
        )
        left = start.characters if isinstance(start.characters, int) else self._start.characters
        return start._replace(seats=seats, characters=left)

    def placed(self, player: int) -> str | None:
        """Return the card in front of a player."""
        return self.state.seats[player].played

    def hand_choices(self, player: int, closed: Collection[int]) -> list[dict[str, Any]]:
        """Return a player's choices among the cards of the own hand."""
        return from_hands(self.state, player)

    def placed_as(self, player: int, thing: str) -> str | None:
        """Return a player's character in place of its back; None for a named character that is not face up there."""
        seat = self.state.seats[player]
        if thing == UNKNOWN_CHARACTER:
            return f"{Kind.CHARACTER}:{seat.character}"
        kind, name = thing_named(thing)
        lies_open = (seat.revealed or seat.out) and seat.character == name
        return thing if kind is not Kind.CHARACTER or lies_open else None

    def hands_are_dealt(self) -> bool:
        """Return whether hands are dealt and the game is not over."""
        return self.state.phase not in (Phase.CASTING, Phase.OVER)

    def holds(self, player: int, thing: str) -> bool:
        """Return True if a player has a card or character, or may place it: damage is placed before others (DP4)."""
        state, seat = self.state, self.state.seats[player]
        if state.phase is Phase.DAMAGE and thing in cards_of_scene(state):
            return True
        return thing in (*seat.hand, seat.played, f"character:{seat.character}")

    # --- the real card of each event

    def _real(self, event: e.Event) -> e.Event:
        match event:
            case e.Shuffled():
                self._shuffle()
                return event
            case e.Dealt(player, _):
                return e.Dealt(player, self._shuffled.pop()) if self._shuffled else NOTHING
            case e.LeftOut():
                return e.LeftOut(self._shuffled.pop()) if self._shuffled else NOTHING
            case e.Drew(player, _):
                pile = cards_of(self.state.seats[player].pile)
                return e.Drew(player, pile[0]) if pile else NOTHING
            case e.Discarded(player, _, e.Origin.PILE):
                pile = cards_of(self.state.seats[player].pile)
                return replace(event, card=pile[0]) if pile else NOTHING
            case e.Discarded(player, card, e.Origin.HAND):
                found = self._in_hand(player, card)
                return NOTHING if found is None else replace(event, card=found)
            case e.Played(player, card) | e.Sacrificed(player, card) | e.Showed(player, card):
                return event if self._in_hand(player, card) is not None else NOTHING
            case e.Discarded(player, card, e.Origin.POOL):
                return replace(event, card=self._there(card, Place(PlaceKind.POOL, player)) or card)
            case e.Found(player, card) if card in self.state.deck.actions:
                return event if self._in_hand(player, card) is not None else NOTHING
            case e.Changed(CardMoved(card, origin, _) as change):
                found = self._there(card, origin)
                return NOTHING if found is None else e.Changed(replace(change, card=found))
            case _:
                return event

    def _shuffle(self) -> None:
        """Shuffle the whole box for the first deal, later the discard pile."""
        state = self.state
        first = state.phase is Phase.CASTING
        box = (state.deck.copies - standing_copies(state)).elements()
        self._shuffled = list(box if first else cards_of(state.discard))
        self._random.shuffle(self._shuffled)

    def _in_hand(self, player: int, card: str) -> str | None:
        """Return a card of the hand: the named one, which may have been elsewhere, or any one;
        None for an empty hand.
        """
        return self._there(card, Place(PlaceKind.HAND, player))

    def _there(self, card: str, place: Place) -> str | None:
        """Return the real card that leaves a place: the named one, which may have been elsewhere; None for no card.

        Without a name it is the card at that end of a pile, the newest one of the discard pile, or any card of a hand.
        """
        cards = self._cards(place)
        if not cards:
            return None
        from_discard = place.kind is PlaceKind.DISCARD and self.deals_as_now
        end = cards[-1 if place.bottom or from_discard else 0]
        if is_unknown(card):
            return end if place.kind is PlaceKind.PILE or from_discard else self._random.choice(sorted(cards))
        if card not in cards:
            self._fetch(card, place, end)
        return card

    def _fetch(self, card: str, place: Place, instead: str) -> None:
        """Swap a card that was taken from a wrong place with one that was there, from its hidden place."""
        hidden = [Place(kind, of) for of in range(len(self.state.seats)) for kind in (PlaceKind.HAND, PlaceKind.PILE)]
        for other in (*hidden, Place(PlaceKind.DISCARD), Place(PlaceKind.REMOVED)):
            if replace(other, bottom=place.bottom) != place and card in self._cards(other):
                self._swap(other, card, instead)
                break
        self._swap(place, instead, card)

    def _cards(self, place: Place) -> tuple[str, ...]:
        return cards_of(heap_at(self.state, place))

    def _swap(self, place: Place, out: str, into: str) -> None:
        """Put a card into the place of another one."""
        cards = self._cards(place)
        at = cards.index(out)
        self.state = with_heap(self.state, place, (*cards[:at], into, *cards[at + 1 :]))


def dealt(state: State, rng: random.Random) -> State:
    """Return the state with a free card or character for each unknown one; it stays unknown if none is left."""
    if state.is_new:
        return state
    cards = [card for card in possible_cards(state) for _ in range(_left(state, card))]
    held = {seat.character for seat in state.seats}
    characters = [name for name in state.deck.characters if name not in held]
    rng.shuffle(cards)
    rng.shuffle(characters)

    def known(heap: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(cards.pop() if card == UNKNOWN_ACTION and cards else card for card in heap)

    seats = []
    for seat in state.seats:
        character = characters.pop() if not seat.knows_character and characters else seat.character
        hand, pile = known(seat.hand), known(cards_of(seat.pile))
        seats.append(seat._replace(character=character, hand=hand, pile=pile))
    discard = known(cards_of(state.discard))
    return state._replace(seats=tuple(seats), discard=discard, characters=tuple(characters))


def _left(state: State, card: str) -> int:
    return state.deck.copies[card] - standing_copies(state)[card]
