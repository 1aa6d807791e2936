"""The base of a small card game: everything that the game itself has to say, and what follows from that directly.

The state, the answers and the events are structs. The state has `seats`, each with at least `name`, `hand` and
`points`. Every card exists once. An answer is `by` a player and has at most a `card` of the hand. Its name is also the
name of its question: `asked` returns "play" for an answer `Play`. `companion.simple.compose` makes a game of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar, get_args

from companion.core.cards import UNKNOWN, Card, Face, cards_of, players_of, with_seats
from companion.core.errors import InputError
from companion.core.i18n import _, listed
from companion.core.json_fields import check_seat_numbers
from companion.core.values import fields_of, replace
from companion.core.verdict import Forbidden, Reason
from companion.game.course import Decision, GameInProgress, LogLine
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.help import in_words, rules_of_package
from companion.game.rules import E, Given, Json
from companion.simple.corrections import Correct, PutRight, as_put_right, put_right
from companion.simple.standard_deck import PACK, card_words

EDITION = "1"
"""The only edition of a small game."""


class SmallState(Protocol):
    """A state: a struct whose `seats` are structs with `name`, `hand` and `points`."""

    @property
    def seats(self) -> Sequence[Any]:
        """The players, clockwise."""


S = TypeVar("S", bound=SmallState)
A = TypeVar("A", bound=Given)


class SmallGame(ABC, Generic[S, A, E]):
    """A small game, by its state, answers and events, which a subclass names in brackets in this order.

    Args:
        id, title, pitch, seats, is_example: as in `companion.game.Info`.
        cards: the face of each card by its name.
        secret: the answers whose card only their player knows.
        fields: words for the fields of a seat, for a position in words.
        by_rules: the ids of the rules that an answer or an event follows, separated by blanks. `rules.json` in the
            game's folder has their texts; a game may have none.
        lights: what a light says that asks for a card, by the name of the question, if it is not "play a card".
        own_reasons: words for the own player, by the code of a reason; by default its message.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    pitch: ClassVar[str]
    seats: ClassVar[range]
    is_example: ClassVar[bool] = False
    cards: ClassVar[Mapping[Card, Face]]
    state: ClassVar[type[Any]]
    answer_classes: ClassVar[tuple[type[Any], ...]] = ()
    event_classes: ClassVar[Sequence[type[Any]]]
    secret: ClassVar[Collection[type[Any]]] = ()
    fields: ClassVar[Mapping[str, str]] = {}
    by_rules: ClassVar[Mapping[type[Any], str]] = {}
    lights: ClassVar[Mapping[str, str]] = {}
    own_reasons: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.state, answers, events = get_args(vars(cls)["__orig_bases__"][0])
        cls.event_classes = get_args(events)
        cls.answer_classes = (*get_args(answers), Correct)

    # --- rules

    @abstractmethod
    def asked(self, state: S) -> tuple[str, Sequence[int]] | None:
        """Return the name of the open question and the players who are asked, in turn order; None at the end."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event."""

    @abstractmethod
    def hides(self, state: S) -> Collection[str]:
        """Return the fields of a seat whose cards only its player sees."""

    def forbids(self, state: S, answer: A) -> Iterator[Reason]:
        """Yield the reasons against an answer with a card of the hand by a player who is asked."""
        return iter(())

    def apply(self, course: GameInProgress[S, Any], answer: A) -> None:
        """Emit the events of an allowed answer; by default the answer is its own event."""
        course.emit(answer)

    def advance(self, course: GameInProgress[S, Any]) -> None:
        """Emit everything that follows from the state without an answer."""
        return None

    def faults(self, state: S) -> Iterator[InputError]:
        """Yield errors of a position; cards in two places are found without this."""
        return iter(())

    # --- table

    @abstractmethod
    def placed(self, state: S, player: int) -> str | None:
        """Return the card in front of a player."""

    @abstractmethod
    def clear_key(self, state: S) -> Hashable:
        """Return a value that changes when the cards in front of the players leave the mat."""

    def on_deck(self, state: S) -> int | None:
        """Return the player who is asked after the present one."""
        return None

    def taken(self, known: S, player: int) -> Card | None:
        """Return the card that a player had in the last trick, until somebody leads to the next one.

        A game with tricks has their cards, trick by trick and in the order of the seats, as `gone`.
        """
        gone, count = getattr(known, "gone", ()), len(known.seats)
        lies = any(self.placed(known, each) is not None for each in range(count))
        return None if lies or len(gone) < count or len(gone) % count else gone[player - count]

    def taker(self, known: S) -> int | None:
        """Return the player who took the trick that still lies, and leads to the next one; None if there is none.

        A game with tricks has the player who leads as `leader`.
        """
        leader: int | None = getattr(known, "leader", None)
        return None if leader is None or self.taken(known, leader) is None else leader

    # --- words

    def happening(self, state: S) -> str | None:
        """Return text about what just happened, to be read with the open question, as between two deals."""
        return None

    def why_not(self, known: S, answer: A) -> str:
        """Return why the own player cannot give this answer now; "" if nothing forbids it."""
        words = (
            _(self.own_reasons[reason.code]) if reason.code in self.own_reasons else reason.message
            for reason in self.forbids(known, answer)
        )
        return next(words, "")

    @abstractmethod
    def where(self, state: S) -> str:
        """Return how far the game is."""

    @abstractmethod
    def asked_text(self, state: S, kind: str, equipment: Equipment, player: int | None = None) -> str:
        """Return what the players who are asked do, as an instruction that follows a name: "play the first card".

        Args:
            kind: the name of the question, from `asked`.
            equipment: what the table has; the words name nothing else.
            player: the asked player who reads it on the own phone; None for everybody.
        """

    @abstractmethod
    def answer_text(self, state: S, answer: A) -> str:
        """Return an answer in words."""

    @abstractmethod
    def button_text(self, state: S, answer: A) -> str:
        """Return an answer for its own player, in a few words: "play it"."""

    @abstractmethod
    def event_text(self, state: S, event: E) -> LogLine | None:
        """Return an event in words that everybody may read; None for an internal one."""

    # --- board

    def middle(self, known: S) -> Iterator[tuple[str, Card]]:
        """Yield the cards in the middle of the board, each with a few words."""
        return iter(())

    def tags(self, known: S, player: int) -> Iterator[str]:
        """Yield further facts about a player for the board, in a few words each."""
        return iter(())

    # --- what follows

    def kinds(self) -> dict[str, type[Any]]:
        """Return the classes of answers by name."""
        return {word_of(kind): kind for kind in self.answer_classes}

    def title_of(self, card: Card) -> str:
        """Return a card in words."""
        if card not in self.cards:
            return _("card that nobody sees")
        face = self.cards[card]
        return card_words(card) if PACK.get(card) == face else face.title

    def visible_to(self, state: S, player: int | None) -> S:
        """Return the state with unknown cards in place of those that are hidden from a player."""
        hidden = self.hides(state)
        seats = [
            seat if number == player else replace(seat, **{key: _turned(getattr(seat, key)) for key in hidden})
            for number, seat in enumerate(state.seats)
        ]
        return with_seats(state, seats)

    def could_hold(self, state: S, player: int) -> list[Card]:
        """Return the cards of a player's hand; if some are unknown, also those that they may be."""
        hand, lying = state.seats[player].hand, {*cards_of(state)}
        return [card for card in self.cards if card in hand or (UNKNOWN in hand and card not in lying)]

    def decision(self, state: S) -> Decision | None:
        """Return the open question with every answer that fits, by what this state knows."""
        asked = self.asked(state)
        if asked is None:
            return None
        kind, players = asked
        options = (option for player in players for option in self._answers(state, kind, player))
        fits = tuple(option for option in options if not any(self.forbids(state, option)))
        return Decision(kind, tuple(players), fits)

    def _answers(self, state: S, kind: str, player: int) -> list[Any]:
        answer = self.kinds()[kind]
        return (
            [answer(player, card) for card in self.could_hold(state, player)] if has_card(answer) else [answer(player)]
        )

    def check(self, state: S, answer: A) -> None:
        """Check an answer against what this state knows.

        Raises Forbidden; InputError for a seat that does not exist.
        """
        check_seat_numbers(len(state.seats), **players_of(answer))
        if isinstance(answer, Correct):
            return  # it was checked when it was read: what happened at the table has happened
        asked, word, name = self.asked(state), word_of(type(answer)), state.seats[answer.by].name
        reasons, rules = list[Reason](), self.rules_for(answer)
        if asked is None or asked[0] != word:
            text = _("This is not the moment for that. {headline}.", headline=self.headline(state))
            reasons.append(Reason(f"{word}.not-now", rules, text))
        elif answer.by not in asked[1]:
            text = _("{name} is not asked now. {headline}.", name=name, headline=self.headline(state))
            reasons.append(Reason(f"{word}.not-asked", rules, text))
        elif not {*cards_of(answer)} <= {*self.could_hold(state, answer.by)}:
            text = _("{name} cannot have that card: it is elsewhere.", name=name)
            reasons.append(Reason(f"{word}.not-held", rules, text))
        else:
            reasons += self.forbids(state, answer)
        if reasons:
            raise Forbidden(tuple(reasons))

    def play_out(self, course: GameInProgress[S, Any], answer: A) -> None:
        """Play an allowed answer and everything that follows from it."""
        if isinstance(answer, Correct):
            course.emit(put_right(course.state, answer))
        else:
            self.apply(course, answer)
        self.advance(course)

    def after(self, state: S, event: E) -> S:
        """Return the state after an event of the game, or after a fix by the host."""
        fixed: S = as_put_right(state, event) if isinstance(event, PutRight) else self.evolve(state, event)
        return fixed

    def happen(self, state: S, event: E) -> S:
        """Return the state after an event, without cards that somebody has named by mistake.

        A hidden card that was named wrongly becomes unknown once the real one comes to light.
        """
        after, hidden = self.after(state, event), self.hides(state)
        twice = {card for card, count in Counter(cards_of(after)).items() if count > 1} - {UNKNOWN}
        if not twice:
            return after
        in_sight = {*cards_of(with_hidden(after, hidden))}
        for key in hidden:
            wrong = twice if key not in self.hides(after) else twice & in_sight
            after = with_hidden(after, [key], lambda card, wrong=wrong: UNKNOWN if card in wrong else card)
        return after

    def scores(self, state: S) -> list[Json]:
        """Return the points of each seat."""
        return [{"name": seat.name, "total": seat.points} for seat in state.seats]

    def winners(self, state: S) -> list[str] | None:
        """Return the names of the players with the most points, or None before the end."""
        most = max(seat.points for seat in state.seats)
        return [seat.name for seat in state.seats if seat.points == most] if self.asked(state) is None else None

    def headline(self, state: S, equipment: Equipment = REAL_TABLE, player: int | None = None) -> str:
        """Return the open question in words, or the winners; for a player who is asked, without a name."""
        asked = self.asked(state)
        if asked is None:
            return _("{names} won", names=listed(self.winners(state) or ()))
        kind, players = asked
        taker = self.taker(state) if has_card(self.kinds()[kind]) else None
        if taker is not None and [*players] == [taker]:
            return self._leads(state, taker, player)
        ask = self.asked_text(state, kind, equipment, player if player in players else None)
        if player in players:
            return ask[:1].upper() + ask[1:]
        return _("{who}: {ask}", who=listed(state.seats[each].name for each in players), ask=ask)

    def _leads(self, state: S, taker: int, player: int | None) -> str:
        if player == taker:
            return _("You took the trick: play the first card of the next one")
        return _("{name} took the trick and plays the first card of the next one", name=state.seats[taker].name)

    def rules_for(self, event: Any) -> tuple[str, ...]:
        """Return the ids of the rules that an answer or an event follows."""
        return tuple(self.by_rules.get(type(event), "").split())

    def rules_for_decision(self, state: S) -> tuple[str, ...]:
        """Return the ids of the rules of the open question."""
        asked = self.asked(state)
        return () if asked is None else tuple(self.by_rules.get(self.kinds()[asked[0]], "").split())

    def rule_texts(self, ids: Sequence[str] | None = None) -> Json:
        """Return the texts of rules by id; without `ids` those of all rules."""
        texts = rules_of_package(type(self).__module__.rpartition(".")[0])
        return in_words(texts if ids is None else ids, texts)

    def who_can_play(self) -> str:
        """Return the possible numbers of players in words."""
        return _("{fewest} to {most} players with different names, please", fewest=self.seats[0], most=self.seats[-1])


def names_of(state: SmallState) -> list[str]:
    """Return the names of the players."""
    return [seat.name for seat in state.seats]


def word_of(kind: type[Any]) -> str:
    """Return the name of a class of answers."""
    return kind.__name__.lower()


def has_card(answer: type[Any]) -> bool:
    """Return whether answers of this class have a card."""
    return "card" in fields_of(answer)


def with_hidden(state: S, keys: Collection[str], change: Any = lambda _card: UNKNOWN) -> S:
    """Return the state with each card in these fields of its seats changed; by default to an unknown one."""
    seats = [replace(seat, **{key: _turned(getattr(seat, key), change) for key in keys}) for seat in state.seats]
    return with_seats(state, seats)


def _turned(cards: Any, change: Any = lambda _card: UNKNOWN) -> Any:
    """Return one card, several or none, each changed; by default to an unknown one."""
    if cards is None:
        return None
    return tuple(map(change, cards)) if isinstance(cards, tuple) else change(cards)
