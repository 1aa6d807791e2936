"""Answers: a player's reply to the open decision, or an action on their own initiative.

This module validates their form (fields and types) and converts them to and from JSON. `legality` decides whether
an answer is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from companion.core.errors import InputError
from companion.core.values import Value, asdict, replace
from companion.game.corrections import Because
from companion.othello.model.cards import Pile
from companion.othello.model.changes import Change, changes_from_json, changes_to_json
from companion.othello.model.frames import NO_CHOICES, Choices
from companion.othello.model.vocabulary import Protection, Way


class Do(StrEnum):
    """The kinds of answers, with their names in the text interface."""

    LEAD = "lead"
    PLACE = "place"
    REVEAL = "reveal"
    EXIT = "exit"
    SEIZE = "seize"
    SPOTLIGHT = "spotlight"
    PASS = "pass"
    PROTECT = "protect"
    COIN = "coin"
    IMPROV = "improv"
    FROM_HAND = "from-hand"
    SWAP = "swap"
    DRAW = "draw"
    TRADE = "trade"
    DISCARD = "discard"
    NEXT_ACT = "next-act"
    CHOOSE = "choose"
    CARRY_OUT = "carry-out"
    CORRECT = "correct"


class Answer(Value, frozen=True):
    """One answer of a player or of the host.

    `by` and `to` are seat numbers from 0; `by` is -1 if no particular player gives it.
    """

    do: Do
    by: int = -1
    card: str | None = None
    to: int | None = None
    way: Protection | None = None
    coin: str | None = None
    pile: str | None = None
    token: str | None = None
    cards: tuple[str, ...] = ()
    choices: Choices = NO_CHOICES
    changes: tuple[Change, ...] = ()
    because: Because | None = None


@cache
def plain_answer(do: Do, by: int, card: str | None = None) -> Answer:
    """Return an answer with at most a card.

    The result is cached: there are few such answers, and they are created often.
    """
    return Answer(do, by, card)


_SIMPLE: dict[str, str] = {"card": "card", "coin": "coin", "from": "pile", "with": "way"}
_CHOICES = ("target", "look", "take", "give", "on", "character", "wounds", "cut", "pay", "way", "draw", "play")
_IMPROV = ("way", "give", "draw")
_CARD_CHOICES = ("target", "look", "take", "give", "wounds", "cut", "pay", "character")

# The fields that an answer may have in addition to `do` and `by`, then those that it must have
_FIELDS: dict[Do, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Do.LEAD: (("to",), ("to",)),
    Do.PLACE: (("card",), ("card",)),
    Do.REVEAL: (("card", *_CARD_CHOICES), ()),
    Do.EXIT: (("card",), ()),
    Do.SEIZE: (("card",), ()),
    Do.SPOTLIGHT: ((), ()),
    Do.PASS: ((), ()),
    Do.PROTECT: (("with",), ("with",)),
    Do.COIN: (("coin", "on", "improv", "target", "look", "take", "give"), ("coin",)),
    Do.IMPROV: (("way", "give", "draw"), ("way",)),
    Do.FROM_HAND: (("card", "target", "look", "take", "give"), ("card",)),
    Do.SWAP: (("card", *_CARD_CHOICES), ("card",)),
    Do.DRAW: (("from",), ("from",)),
    Do.TRADE: (("give",), ("give",)),
    Do.DISCARD: (("cards",), ("cards",)),
    Do.NEXT_ACT: ((), ()),
    Do.CHOOSE: (_CHOICES, ()),
    Do.CARRY_OUT: (("changes",), ()),
    Do.CORRECT: (("changes", "because"), ("changes", "because")),
}
_NOBODY = (Do.LEAD, Do.NEXT_ACT, Do.CORRECT)
_WORDS: dict[str, type[StrEnum]] = {"way": Way, "draw": Pile, "from": Pile, "with": Protection}
_TRADED = ("intrigue", "spotlight")


def answer_from_json(data: Any, names: Sequence[str]) -> Answer:
    """Return the answer described by a JSON object.

    `names` are the players' names in seat order. Raises InputError, with the field, if the object is invalid.
    """
    if not isinstance(data, Mapping):
        raise InputError('an answer is an object such as {"by": "Ann", "do": "pass"}')
    do = _word(data.get("do"), "do", tuple(Do))
    allowed, needed = _FIELDS[Do(do)]
    for key in data:
        if key not in ("do", "by", *allowed):
            raise InputError(
                f"the answer {do!r} has no field {key!r}; it may have: {', '.join(('by', *allowed))}", field=key
            )
    for key in (*needed, *(() if do in _NOBODY else ("by",))):
        if key not in data or (key in needed and data[key] is None):
            raise InputError(f"the answer {do!r} needs the field {key!r}", field=key)
    by = _player(data["by"], "by", names) if data.get("by") is not None else -1
    return _fields(Answer(Do(do), by), data, names)


def _fields(answer: Answer, data: Mapping[str, Any], names: Sequence[str]) -> Answer:
    found: dict[str, Any] = {}
    for key, name in _SIMPLE.items():
        if data.get(key) is not None:
            found[name] = _one_of(_WORDS[key], data[key], key) if key in _WORDS else _text(data[key], key)
    if "to" in data:
        found["to"] = _player(data["to"], "to", names)
    if "changes" in data:
        found["changes"] = changes_from_json(data["changes"], names)
    if "because" in data:
        found["because"] = Because(_word(data["because"], "because", tuple(Because)))
    if "cards" in data:
        found["cards"] = _texts(data["cards"], "cards")
    if answer.do is Do.TRADE:
        found["token"] = _word(data["give"], "give", _TRADED)
        return replace(answer, **found)
    choices = _choices(data, names)
    if data.get("improv") is not None:
        if not isinstance(data["improv"], Mapping):
            raise InputError("must be an object with way, give and draw", field="improv")
        choices |= _improv(data, names)
    return replace(answer, choices=Choices(**choices), **found)


def _choices(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {key: _CHECKS[key](data[key], key, names) for key in _CHOICES if data.get(key) is not None}


def _improv(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Read the choices of a Cassio coin's improv (O4)."""
    improv = data["improv"]
    for key in improv:
        if key not in _IMPROV:
            raise InputError(f"has no field {key!r}; it may have: {', '.join(_IMPROV)}", field="improv")
        if data.get(key) is not None:
            raise InputError(f"{key!r} stands in the improv too; say it there alone", field=key)
    of_another_coin = {"way": Way.HAND} if data.get("coin") != "Cassio" else {}  # so that the rules refuse it
    return of_another_coin | _choices(improv, names)


def _text(value: Any, field: str) -> str:
    if not isinstance(value, str) or not value:
        raise InputError(f"must be text, not {value!r}", field=field)
    return value


def _texts(value: Any, field: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise InputError(f"must be a list of names, not {value!r}", field=field)
    return tuple(_text(item, field) for item in value)


def _flag(value: Any, field: str) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"must be true or false, not {value!r}", field=field)
    return value


def _one_of(words: type[StrEnum], value: Any, field: str) -> StrEnum:
    return words(_word(value, field, tuple(words)))


def _word(value: Any, field: str, words: Sequence[str]) -> str:
    if value not in words:
        raise InputError(f"{value!r} is not one of: {', '.join(words)}", field=field)
    return str(value)


def _player(value: Any, field: str, names: Sequence[str]) -> int:
    if value not in names:
        raise InputError(f"nobody here is called {value!r}; the players are: {', '.join(names)}", field=field)
    return list(names).index(value)


def _cut(value: Any, field: str) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping) or not all(type(count) is int for count in value.values()):
        raise InputError(f'must be an object such as {{"Cassio": 1}}, not {value!r}', field=field)
    return tuple((str(character), int(count)) for character, count in value.items())


_Check = Callable[[Any, str, Sequence[str]], Any]
_CHECKS: dict[str, _Check] = {
    "target": _player,
    "look": lambda value, field, _names: _flag(value, field),
    "take": lambda value, field, _names: _text(value, field),
    "give": lambda value, field, _names: _text(value, field),
    "on": lambda value, field, _names: _text(value, field),
    "character": lambda value, field, _names: _text(value, field),
    "wounds": lambda value, field, _names: _texts(value, field),
    "cut": lambda value, field, _names: _cut(value, field),
    "pay": lambda value, field, _names: _flag(value, field),
    "play": lambda value, field, _names: _flag(value, field),
    "way": lambda value, field, _names: _one_of(Way, value, field),
    "draw": lambda value, field, _names: _one_of(Pile, value, field),
}


def answer_to_json(answer: Answer, names: Sequence[str], with_by: bool = True) -> dict[str, Any]:
    """Return the JSON object of an answer, without `by` if the decision asks only one player."""
    data: dict[str, Any] = {"by": names[answer.by]} if with_by and answer.by >= 0 else {}
    data["do"] = str(answer.do)
    for key, name in _SIMPLE.items():
        if getattr(answer, name) is not None:
            data[key] = getattr(answer, name)
    if answer.to is not None:
        data["to"] = names[answer.to]
    if answer.token is not None:
        data["give"] = answer.token
    if answer.do is Do.DISCARD:
        data["cards"] = list(answer.cards)
    if answer.changes:
        data["changes"] = changes_to_json(answer.changes, names)
    if answer.because is not None:
        data["because"] = str(answer.because)
    chosen = choices_to_json(answer.choices, names)
    if answer.do is Do.COIN and answer.coin == "Cassio" and chosen:
        chosen = {"improv": chosen}
    return data | chosen


def choices_to_json(choices: Choices, names: Sequence[str]) -> dict[str, Any]:
    """Return the choices that are set, by field name."""
    chosen: dict[str, Any] = {}
    for key, value in asdict(choices).items():
        if value is None:
            continue
        if key == "target":
            value = names[value]
        elif key == "wounds":
            value = list(value)
        elif key == "cut":
            value = dict(value)
        chosen[key] = value
    return chosen
