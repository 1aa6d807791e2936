"""Positions, answers and events of a small game as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic

from companion.core.cards import UNKNOWN, cards_of
from companion.core.codec import Named, read_value, write_value
from companion.core.errors import InputError, InputErrors
from companion.core.i18n import _
from companion.core.json_fields import Fields, as_word, shown
from companion.core.observation import TagKind, split_thing
from companion.core.values import fields_of
from companion.game import Types
from companion.game.rules import E, Given, Json
from companion.game.types import AnswerInfo
from companion.simple.base import A, S, SmallGame, has_card, names_of, word_of
from companion.simple.corrections import Correct, PutRight, check_right


class SmallTypes(Types[S, A, E], Generic[S, A, E]):
    """The JSON of a small game, which follows from its structs."""

    def __init__(self, game: SmallGame[S, A, E]) -> None:
        self._game = game
        self.answer_classes = game.answer_classes
        self.kinds = game.kinds()
        self.answers = tuple(self.kinds)
        events: list[type[Any]] = [*game.event_classes, PutRight]
        self.events = {kind.__name__: kind for kind in events}

    def position_from_json(self, position: Any) -> S:
        """Return the state of a position; a missing key is as in a new game."""
        found: list[InputError] = []
        head = Fields(position, found=found)
        head.word("game", (self._game.id,), self._game.id)
        seats = [value for _where, value in head.items("seats")]
        names = [str(seat["name"]) for seat in seats if isinstance(seat, Mapping) and "name" in seat]
        if "seats" in head and (len(seats) not in self._game.seats or len({*names}) != len(seats)):
            head.fault(InputError(self._game.who_can_play(), field="seats"))
        named = Named(names, self._game.cards, found)
        state: S | None = read_value(self._game.state, position, "", named) if not found else None
        if state is not None and not found:
            found += [*self._twice(state), *self._game.faults(state)]
        if state is None or found:
            raise InputErrors(found) if len(found) > 1 else found[0]
        return state

    def _twice(self, state: S) -> Iterator[InputError]:
        for card, count in Counter(cards_of(state)).items():
            if count > 1 and card != UNKNOWN:
                yield InputError(
                    _(
                        "the {card} ({code}) is in {count} places; there is one of it",
                        card=self._game.title_of(card),
                        code=shown(card),
                        count=count,
                    )
                )

    def position_to_json(self, state: S) -> Json:
        """Return the position with every key."""
        return {"game": self._game.id, **write_value(state, names_of(state))}

    def answer_from_json(self, data: Any, names: Sequence[str]) -> A:
        """Return the answer of an object."""
        answer: A = _read(self.kinds, data, "do", Named(names, self._game.cards))
        kind: Any = type(answer)
        own = fields_of(kind)
        for key in {key for kind in self._game.answer_classes for key in fields_of(kind)} - {"by", *own}:
            if data.get(key) is not None:
                raise InputError(f"the answer {data['do']!r} has no field {key!r}; it has: {', '.join(own)}", field=key)
        if UNKNOWN in cards_of(answer):
            raise InputError("must be a card that is known", field="card")
        if isinstance(answer, Correct):
            check_right(answer)
        return answer

    def answer_to_json(self, answer: A, names: Sequence[str]) -> Json:
        """Return the object of an answer."""
        return answer_to_json(answer, names)

    def answer_info(self, answer: Mapping[str, Any]) -> AnswerInfo:
        """Return the facts about an answer; a card that is laid waits for its turn."""
        kind = self.kinds.get(str(answer.get("do")))
        card = answer.get("card")
        return AnswerInfo(
            of_table=kind is Correct,
            cards=[card] if isinstance(card, str) else (),
            in_turn="card" in answer,
            has_other_cards=kind is not None and has_card(kind) and kind not in self._game.secret,
        )

    def check_names(self, state: S, said: A | str) -> None:
        """Accept a card, or a tag that no deck knows; the cards of an answer were checked when it was read."""
        if isinstance(said, str) and split_thing(said)[0] is not TagKind.UID:
            as_word(said, "card", tuple(self._game.cards))

    def event_from_json(self, data: Any, names: Sequence[str] | None = None, field: str = "") -> E:
        """Return an event of a record, with seat numbers, or of an object with names."""
        named = Named() if names is None else Named(names, self._game.cards)
        event: E = _read(self.events, data, "event", named, field)
        return event

    def event_to_json(self, event: E, names: Sequence[str] | None = None) -> Json:
        """Return the object of an event."""
        return {"event": type(event).__name__, **write_value(event, names)}


def _read(kinds: Mapping[str, type[Any]], data: Any, tag: str, named: Named, path: str = "") -> Any:
    fields = Fields(data, path)
    return read_value(kinds[as_word(fields.get(tag), fields.where(tag), tuple(kinds))], data, path, named)


def answer_to_json(answer: Given, names: Sequence[str]) -> Json:
    """Return the object of an answer, which `SmallTypes.answer_from_json` reads."""
    return {"do": word_of(type(answer)), **write_value(answer, names)}
