"""Read and write the positions, answers and events of a small game as JSON and by names; all of them are records.

Invalid input is refused. The rules of a small game are in `companion.simple.rules`.
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
    """The state that this base needs: a record whose `seats` are records with `name`, `hand` and `points`."""

    @property
    def seats(self) -> Sequence[Any]:
        """The players, clockwise."""


S = TypeVar("S", bound=SmallState)
A = TypeVar("A", bound=Given)


class SmallRecords(Rules[S, A, E], Generic[S, A, E]):
    """The records of a small game. The game names its types in brackets: state, answers, events.

    `cards` maps each card's name to its face. `secret` holds the kinds of answers whose card only their player knows.
    `fields` holds the words for a game's own seat fields in printed situations. `by_rules` holds, for a kind of answer
    or event, the ids of the rules behind it, separated by spaces. `rules.json` in the game's folder has the texts of
    the rules; the file is optional.
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
        """Yield the errors of a position, except a card that is in two places."""
        return iter(())

    def _who_can_play(self) -> str:
        return _("{fewest} to {most} players with different names, please", fewest=self.seats[0], most=self.seats[-1])

    def position_from_json(self, position: Any) -> S:
        """Return the state of a position; missing keys have their values at the start of a game."""
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
        """Return the position of a state, with every key."""
        return {"game": self.id, **write_value(state, self.names(state))}

    def names(self, state: S) -> list[str]:
        """Return the players' names."""
        return [seat.name for seat in state.seats]

    def renamed(self, state: S, names: Sequence[str]) -> S:
        """Return the state with other names for its players."""
        for player, name in enumerate(names):
            state = with_seat(state, player, name=name)
        return state

    def title_of(self, card: Card) -> str:
        """Name a card in words."""
        if card not in self.cards:
            return _("card that nobody sees")
        face = self.cards[card]
        return card_words(card) if PACK.get(card) == face else face.title

    # --- answers and events as JSON

    def kinds(self) -> dict[str, type[Any]]:
        """Return the kinds of answers by their words."""
        return {word_of(kind): kind for kind in self.answer_kinds}

    def answer_from_json(self, data: Any, names: Sequence[str]) -> A:
        """Read an answer. Raises InputError for an unknown card or a field that this kind does not have."""
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
        """Return the object that `answer_from_json` reads."""
        return {"do": word_of(type(answer)), **write_value(answer, names)}

    def _events(self) -> dict[str, type[Any]]:
        kinds: list[type[Any]] = [*self.event_kinds, PutRight]
        return {kind.__name__: kind for kind in kinds}

    def event_from_json(self, data: Any) -> E:
        """Read an event with seat numbers."""
        event: E = _read(self._events(), data, "event", Named())
        return event

    def event_to_json(self, event: E) -> Json:
        """Return the object of an event, with seat numbers."""
        return {"event": type(event).__name__, **write_value(event, None)}

    def event_to_object(self, event: E, names: Sequence[str]) -> Json:
        """Return the object of an event, with players by name."""
        return {"event": type(event).__name__, **write_value(event, names)}

    def event_from_object(self, data: Any, names: Sequence[str], field: str) -> E:
        """Read an event whose players are given by name."""
        event: E = _read(self._events(), data, "event", Named(names, self.cards), field)
        return event


def _read(kinds: Mapping[str, type[Any]], data: Any, tag: str, named: Named, path: str = "") -> Any:
    fields = Fields(data, path)
    return read_value(kinds[as_word(fields.get(tag), fields.where(tag), tuple(kinds))], data, path, named)


def word_of(kind: type[Any]) -> str:
    """Return the word for a kind of answer."""
    return kind.__name__.lower()
