"""What a small game is made of, as JSON and in names: positions, answers and events that are records.

It reads and writes them, and refuses what cannot be; the rules of a small game are in `companion.simple.rules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar, get_args

from companion.core.cards import UNKNOWN, Card, Face, cards_of, with_seat
from companion.core.codec import Named, read_value, write_value
from companion.core.errors import InputError, InputErrors
from companion.core.i18n import _
from companion.core.json_fields import Fields, as_word, shown
from companion.core.values import fields_of
from companion.game.rules import E, Given, Json, Rules
from companion.simple.corrections import Correct, PutRight, check_right
from companion.simple.standard_deck import PACK, card_words


class SmallState(Protocol):
    """A state as this base needs it: a record whose `seats` are records with `name`, `hand` and `points`."""

    @property
    def seats(self) -> Sequence[Any]:
        """The players, clockwise."""


S = TypeVar("S", bound=SmallState)
A = TypeVar("A", bound=Given)


class SmallRecords(Rules[S, A, E], Generic[S, A, E]):
    """The records of a small game, whose kinds it names in brackets: the state, its answers, its events.

    `cards` has each card's face by its name, and `secret` the kinds of answers whose card only their player knows.
    `fields` are the words for what a seat has of its own, where a situation is printed. `by_rules` has the ids of the
    rules by which an answer or an event of a kind comes to be, with blanks between; `rules.json` in the folder of the
    game has them in words. A game may have none.
    """

    cards: ClassVar[Mapping[Card, Face]]
    state: ClassVar[type[Any]]
    answer_kinds: tuple[type[Any], ...] = ()
    event_kinds: ClassVar[Sequence[type[Any]]]
    secret: ClassVar[Collection[type[Any]]] = ()
    fields: ClassVar[Mapping[str, str]] = {}
    by_rules: ClassVar[Mapping[type[Any], str]] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        state, answers, events = get_args(vars(cls)["__orig_bases__"][0])
        if not isinstance(state, TypeVar):  # a game, and not a base of games
            cls.state, cls.event_kinds = state, get_args(events)
            cls.answer_kinds = (*get_args(answers), Correct)

    # --- positions

    def faults(self, state: S) -> Iterator[InputError]:
        """What cannot be in a position besides a card that is in two places."""
        return iter(())

    def _who_can_play(self) -> str:
        return _("{fewest} to {most} players with different names, please", fewest=self.seats[0], most=self.seats[-1])

    def position_from_json(self, position: Any) -> S:
        """The state of a position; what it does not say is as in a new game."""
        found: list[InputError] = []
        head = Fields(position, found=found)
        head.word("game", (self.id,), self.id)
        seats = [value for _where, value in head.items("seats")]
        names = [str(seat["name"]) for seat in seats if isinstance(seat, Mapping) and "name" in seat]
        if "seats" in head and (len(seats) not in self.seats or len({*names}) != len(seats)):
            head.fault(InputError(self._who_can_play(), field="seats"))
        state: S | None = read_value(self.state, position, "", Named(names, self.cards, found)) if not found else None
        if state is not None and not found:
            found += [*self._twice(state), *self.faults(state)]
        if state is None or found:
            raise InputErrors(found) if len(found) > 1 else found[0]
        return state

    def _twice(self, state: S) -> Iterator[InputError]:
        for card, count in Counter(cards_of(state)).items():
            if count > 1 and card != UNKNOWN:
                yield InputError(
                    _(
                        "the {card} ({code}) is in {count} places; there is one of it",
                        card=self.title_of(card),
                        code=shown(card),
                        count=count,
                    )
                )

    def position_to_json(self, state: S) -> Json:
        """Its position, with every key."""
        return {"game": self.id, **write_value(state, self.names(state))}

    def names(self, state: S) -> list[str]:
        """The players."""
        return [seat.name for seat in state.seats]

    def renamed(self, state: S, names: Sequence[str]) -> S:
        """The state with other names."""
        for player, name in enumerate(names):
            state = with_seat(state, player, name=name)
        return state

    def title_of(self, card: Card) -> str:
        """A card in words."""
        if card not in self.cards:
            return _("card that nobody sees")
        face = self.cards[card]
        return card_words(card) if PACK.get(card) == face else face.title

    # --- answers and events as JSON

    def kinds(self) -> dict[str, type[Any]]:
        """The kinds of answers by their words."""
        return {word_of(kind): kind for kind in self.answer_kinds}

    def answer_from_json(self, data: Any, names: Sequence[str]) -> A:
        """An answer."""
        answer: A = _read(self.kinds(), data, "do", Named(names, self.cards))
        kind: Any = type(answer)
        own = fields_of(kind)
        for key in {key for kind in self.answer_kinds for key in fields_of(kind)} - {"by", *own}:
            if data.get(key) is not None:
                raise InputError(f"the answer {data['do']!r} has no field {key!r}; it has: {', '.join(own)}", field=key)
        if UNKNOWN in cards_of(answer):
            raise InputError("must be a card that is known", field="card")
        if isinstance(answer, Correct):
            check_right(answer)
        return answer

    def answer_to_json(self, answer: A, names: Sequence[str]) -> Json:
        """Its object."""
        return {"do": word_of(type(answer)), **write_value(answer, names)}

    def _events(self) -> dict[str, type[Any]]:
        kinds: list[type[Any]] = [*self.event_kinds, PutRight]
        return {kind.__name__: kind for kind in kinds}

    def event_from_json(self, data: Any) -> E:
        """An event."""
        event: E = _read(self._events(), data, "event", Named())
        return event

    def event_to_json(self, event: E) -> Json:
        """Its object, with seat numbers."""
        return {"event": type(event).__name__, **write_value(event, None)}

    def event_to_object(self, event: E, names: Sequence[str]) -> Json:
        """The same by names."""
        return {"event": type(event).__name__, **write_value(event, names)}

    def event_from_object(self, data: Any, names: Sequence[str], field: str) -> E:
        """The event of that object."""
        event: E = _read(self._events(), data, "event", Named(names, self.cards), field)
        return event


def _read(kinds: Mapping[str, type[Any]], data: Any, tag: str, named: Named, path: str = "") -> Any:
    fields = Fields(data, path)
    return read_value(kinds[as_word(fields.get(tag), fields.where(tag), tuple(kinds))], data, path, named)


def word_of(kind: type[Any]) -> str:
    """The word for a kind of answers."""
    return kind.__name__.lower()
