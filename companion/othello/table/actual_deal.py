"""The actual deal of an on-screen mat: real cards in place of the session's unknown ones.

It follows the events of a session. It depends only on its seed and those events, so it can be rebuilt from the
journal. No player page, cue or file uses it, only the virtual box, which shows hands on request, and the bots, each
for its own hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.core.values import replace
from companion.game.actual_deal import DealFollower
from companion.othello.model import events as e
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import (
    UNKNOWN,
    UNKNOWN_OF,
    UNKNOWN_STAGING,
    CardName,
    Pile,
    could_be,
    is_unknown,
    pile_of,
)
from companion.othello.model.evolve import evolve
from companion.othello.model.frames import Action, Casting, Over
from companion.othello.model.game import Unseen
from companion.othello.model.hidden_cards import looks_at
from companion.othello.model.state import State
from companion.othello.notation.cards import cards_in_play
from companion.othello.table.board import from_hands
from companion.othello.table.cards import is_one_card
from companion.othello.table.gestures import Gesture

NOTHING = e.Passed(0, inferred=True)  # moves no card: the recorded cards are not the player's


class ActualDeal(DealFollower[State, e.Event]):
    """The actual cards of a session that began with `start`.

    Cards unknown there are dealt by the seed.
    """

    def __init__(self, start: State, seed: int) -> None:
        self._start = dealt(start, random.Random(f"{seed}:dealt"))
        self._seed = seed
        super().__init__()

    def begin(self) -> None:
        """Reset to the cards at the start."""
        self.state = self._start.copy()
        self._taken: CardName = UNKNOWN
        self._dealt: dict[str, tuple[CardName, ...]] = {}  # each pile in its last shuffled order
        self._draws: Counter[tuple[str, int]] = Counter()  # draws from it, by player

    def take(self, event: e.Event, moment: object) -> None:
        """Apply an event with its actual card."""
        self._random = random.Random(f"{self._seed}:{moment}")
        evolve(self.state, self._real(event))
        self._name_the_taken()

    def _name_the_taken(self) -> None:
        """Name the card that was taken unseen in the action in progress (A1).

        Its taker must give another card back.
        """
        top = self.state.frames[-1]
        if type(top) is Action and top.done > 1 and is_unknown(top.choices.take or "") and not is_unknown(self._taken):
            known = replace(top, choices=replace(top.choices, take=self._taken))
            self.state.frames = (*self.state.frames[:-1], known)

    def sort_of(self, event: e.Event) -> str:
        """Return the sort of an event, with the act and the pile.

        Therefore an act's deal does not depend on the events of earlier acts.
        """
        return f"{self.state.act} {getattr(event, 'pile', '')} {super().sort_of(event)}"

    @property
    def chance(self) -> SeenBacks:
        """The source of randomness for the session; it reveals backs that change hands."""
        return SeenBacks(self)

    def lead(self, players: int) -> int:
        """Return the player who is dealt the Iago tile (S1)."""
        return random.Random(f"{self._seed}:tiles").randrange(players)

    def placed(self, player: int) -> CardName | None:
        """Return the card in front of a player."""
        return self.state.seats[player].placed

    def hands_are_dealt(self) -> bool:
        """Return whether tiles are dealt and the game is not over."""
        return type(self.state.frames[0]) not in (Casting, Over)

    def hand_choices(self, player: int, closed: Collection[int]) -> list[dict[str, Any]]:
        """Return a player's choices of a card to take or give, without cards of `closed` hands (A1)."""
        return from_hands(self.state, player, closed)

    def turned_up(self, state: State, pushed: Gesture) -> CardName | None:
        """Return the card that a reveal or an exit turns up, if the session does not know it."""
        if not isinstance(pushed, Answer) or pushed.do not in (Do.REVEAL, Do.EXIT):
            return None
        return self.placed(pushed.by) if is_unknown(state.seats[pushed.by].placed or "") else None

    def may_take(self, player: int | None, answer: Mapping[str, Any]) -> bool:
        """Return True if the player looks into the hand that has this card (A1), or if it is a coin."""
        card = answer.get("take")
        if not isinstance(card, str) or not is_one_card(self.state, card):
            return True
        victim, give = None if player is None else looks_at(self.state, player), answer.get("give")
        if player is None or victim is None or card not in self.state.seats[victim].hand:
            return False
        return not isinstance(give, str) or is_unknown(give) or self.holds(player, give)

    def _real(self, event: e.Event) -> e.Event:
        """Return the event with the actual card in place of an unknown one."""
        match event:
            case e.Shuffled(pile, cards):
                return e.Shuffled(pile, self._shuffled(pile, len(cards)))
            case e.Drew(player, pile, _):
                return self._drew(player, pile)
            case e.DrewOther():
                return NOTHING  # the hands already contain the actual draws
            case e.CardTaken(player, victim, card):
                self._taken = self._from_hand(victim, card)
                return e.CardTaken(player, victim, self._taken)
            case e.CardGiven(player, target, card):
                return e.CardGiven(player, target, self._given(player, card))
            case e.Buried(player, pile, card):
                return e.Buried(player, pile, self._from_hand(player, card))
            case e.HandDiscarded(player, _) if not self.state.seats[player].hand:
                return NOTHING
            case e.HandDiscarded(player, card):
                return e.HandDiscarded(player, self._from_hand(player, card))
            case e.Placed(player, card):
                return e.Placed(player, self._from_hand(player, card))
            case e.Swapped(player, card):
                return e.Swapped(player, self._from_hand(player, card))
            case e.Showed(player, card):
                return e.Showed(player, self._from_hand(player, card))
            case e.Revealed(player, card):
                self._came_from_anywhere(player, card)
                return e.Revealed(player, self._lies(player, card))
            case e.Discarded(player, card) | e.Exited(player, card):
                return replace(event, card=self._lies(player, card))
            case _:
                return event

    def _shuffled(self, pile: str, count: int) -> tuple[CardName, ...]:
        """Return a newly shuffled pile.

        Its cards are the discards, an act's script cards, or the box's staging cards.
        """
        state = self.state
        if pile == Pile.SCRIPT:
            cards = list(state.script_discard if state.scene else state.deck.by_act[state.act - 1])
        elif state.act > 1 or state.scene:
            cards = list(state.staging_discard)
        else:
            cards = [name for name, number in state.rules.staging_cards.items() for _ in range(number)]
            for gone in (*state.removed, *(card for seat in state.seats for card in seat.hand)):
                cards.remove(gone)
        self._random.shuffle(cards)
        self._dealt[pile] = tuple(cards[:count])
        self._draws = Counter({each: drawn for each, drawn in self._draws.items() if each[0] != pile})
        return self._dealt[pile]

    def _drew(self, player: int, pile: str) -> e.Event:
        cards = self.state.script if pile == Pile.SCRIPT else self.state.staging
        if not cards:
            return NOTHING
        if not self.by_number:
            self._bring_to_top(cards, self._card_for(player, pile))
        return e.Drew(player, pile, cards[0])

    def _card_for(self, player: int, pile: str) -> CardName | None:
        """Return a player's next card of a pile.

        It is fixed by seat and count, not by the order of the draws. Therefore a late correction of the Lead
        changes no hand.
        """
        dealt, drawn = self._dealt.get(pile, ()), self._draws[pile, player]
        self._draws[pile, player] += 1
        at = drawn * len(self.state.seats) + player
        return dealt[at] if at < len(dealt) else None

    def _bring_to_top(self, cards: list[CardName], card: CardName | None) -> None:
        """Move a card to the top of the pile, if it is still in it."""
        if card in cards:
            at = cards.index(card)
            cards[0], cards[at] = cards[at], cards[0]

    def _given(self, player: int, card: CardName) -> CardName:
        """Return the card given back: not the one just taken, unless there are two (A1)."""
        if not is_unknown(card):
            return self._from_hand(player, card)
        hand = list(self.state.seats[player].hand)
        if self._taken in hand:
            hand.remove(self._taken)
        alike = sorted(held for held in hand if could_be(card, held))
        return self._random.choice(alike or sorted(hand) or [self._taken])

    def back_taken(self, victim: int) -> CardName:
        """Return the back of a card taken blindly from a hand (A1)."""
        cards, chance = self.state.seats[victim].hand, random.Random(f"{self._seed}:back:{self.followed}")
        pile = pile_of(chance.choice(cards)) if cards else None
        return UNKNOWN_OF[pile] if pile is not None else UNKNOWN

    def _from_hand(self, player: int, card: CardName) -> CardName:
        """Return the named card, moved into the hand if necessary, or any card of the named kind."""
        hand = self.state.seats[player].hand
        if not is_unknown(card):
            self._fetch(player, card)
            return card
        alike = sorted(held for held in hand if could_be(card, held))
        return self._random.choice(alike or sorted(hand) or [card])

    def _came_from_anywhere(self, player: int, card: CardName) -> None:
        """Put `card` in front of a player, where another card was dealt."""
        seat = self.state.seats[player]
        if seat.placed is not None and seat.placed != card and not is_unknown(card):
            seat.hand.append(seat.placed)
            self._fetch(player, card)
            if card in seat.hand:
                seat.hand.remove(card)
            seat.placed = card

    def _lies(self, player: int, card: CardName) -> CardName:
        """Return the card in front of a player."""
        return self.state.seats[player].placed or card if is_unknown(card) else card

    def _fetch(self, player: int, card: CardName) -> None:
        """Move a card into a hand from another place, in exchange for one of the same kind."""
        hand = self.state.seats[player].hand
        if card in hand:
            return
        alike = [index for index, held in enumerate(hand) if pile_of(held) is pile_of(card)]
        index = alike[0] if alike else 0
        for cards in self._places():
            if card in cards and cards is not hand and hand:
                cards[cards.index(card)] = hand[index]
                hand[index] = card
                return

    def _places(self) -> list[list[CardName]]:
        state = self.state
        return [
            state.script,
            state.staging,
            *(seat.hand for seat in state.seats),
            state.script_discard,
            state.staging_discard,
        ]


def dealt(state: State, rng: random.Random) -> State:
    """Return a copy in which unknown cards are dealt at random.

    They are dealt from the cards that are nowhere else. A card stays unknown if no card of its kind is left.
    """
    new = state.copy()
    placed = [[seat.placed] if seat.placed is not None else [] for seat in new.seats]
    places = [*(seat.hand for seat in new.seats), *placed, new.script, new.staging]
    places += [new.script_discard, new.staging_discard]
    known = cards_in_play(new) + Counter((*new.script, *new.staging))
    script = [card for card in new.deck.by_act[new.act - 1] if card not in known]
    staging = sorted((Counter(new.rules.staging_cards) - known).elements())
    for pool in (script, staging):
        rng.shuffle(pool)
    for cards in places:
        for index, card in enumerate(cards):
            pool = staging if card == UNKNOWN_STAGING or (card == UNKNOWN and not script) else script
            if is_unknown(card) and pool:
                cards[index] = pool.pop()
    for seat, cards in zip(new.seats, placed, strict=True):
        seat.placed = cards[0] if cards else None
    return new


class SeenBacks(Unseen):
    """The source of randomness at an on-screen mat.

    Cards are unknown, but everybody sees the backs of cards that change hands.
    """

    def __init__(self, truth: ActualDeal) -> None:
        self._truth = truth
        self.lead = truth.lead

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Return the back of a card taken blindly."""
        return self._truth.back_taken(victim)

    def asks(self, player: int) -> bool:
        """Return True: every player has their own hand on a screen, and chooses from it."""
        return True

    def asks_for_discards(self) -> bool:
        """Return True: every player chooses from the own hand on a screen, except in older games."""
        return self._truth.deals_as_now
