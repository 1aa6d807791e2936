"""Answers: a player's reply to the open decision, or an action on their own initiative.

This module validates their form (fields and types) and converts them to and from JSON. `legality` decides whether
an answer is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from companion.core.codec import NOBODY, Member, Named, Player, PlayerOrNobody, members
from companion.core.errors import InputError
from companion.core.json_fields import as_word
from companion.core.values import Value
from companion.game.corrections import Because
from companion.game.types import AnswerKind
from companion.othello.model.cards import Pile
from companion.othello.model.changes import Changes
from companion.othello.model.frames import NO_CHOICES, Choices
from companion.othello.model.vocabulary import Protection, Way

_CHOICES = ("target", "look", "take", "give", "on", "character", "wounds", "cut", "pay", "way", "draw", "play")
_IMPROV = ("way", "give", "draw")
_CARD_CHOICES = ("target", "look", "take", "give", "wounds", "cut", "pay", "character")


class Do(AnswerKind):
    """The kinds of answers, with their names in the text interface."""

    LEAD = "lead", ("to",)
    PLACE = "place", ("card",)
    REVEAL = "reveal", (), ("card", *_CARD_CHOICES)
    EXIT = "exit", (), ("card",)
    SEIZE = "seize", (), ("card",)
    SPOTLIGHT = "spotlight"
    PASS = "pass"
    PROTECT = "protect", ("with",)
    COIN = "coin", ("coin",), ("on", "improv", "target", "look", "take", "give")
    IMPROV = "improv", ("way",), ("give", "draw")
    FROM_HAND = "from-hand", ("card",), ("target", "look", "take", "give")
    SWAP = "swap", ("card",), _CARD_CHOICES
    DRAW = "draw", ("from",)
    TRADE = "trade", ("give",)
    DISCARD = "discard", ("cards",)
    NEXT_ACT = "next-act"
    CHOOSE = "choose", (), _CHOICES
    CARRY_OUT = "carry-out", (), ("changes",)
    CORRECT = "correct", ("changes", "because")


class Token(StrEnum):
    """The tokens that can be traded."""

    INTRIGUE = "intrigue"
    SPOTLIGHT = "spotlight"


class Answer(Value, frozen=True, rename={"way": "with", "pile": "from", "token": "give"}):
    """One answer of a player or of the host.

    `by` and `to` are seat numbers from 0; `by` is -1 if no particular player gives it.
    """

    do: Do
    by: PlayerOrNobody = NOBODY
    card: str | None = None
    to: Player | None = None
    way: Protection | None = None
    coin: str | None = None
    pile: Pile | None = None
    token: Token | None = None
    cards: tuple[str, ...] = ()
    choices: Choices = NO_CHOICES
    changes: Changes = ()
    because: Because | None = None


@cache
def plain_answer(do: Do, by: int, card: str | None = None) -> Answer:
    """Return an answer with at most a card.

    The result is cached: there are few such answers, and they are created often.
    """
    return Answer(do, by, card)


_NOBODY = (Do.LEAD, Do.NEXT_ACT, Do.CORRECT)
_OWN = {member.key: member for member in members(Answer) if member.name not in ("do", "choices", "token")}
_TOKEN = {member.key: member for member in members(Answer) if member.name == "token"}
_WRITTEN = {key: member for key, member in (_OWN | _TOKEN).items() if key != "by"}
_CHOSEN = {member.key: member for member in members(Choices)}


def answer_from_json(data: Any, names: Sequence[str]) -> Answer:
    """Return the answer described by a JSON object.

    `names` are the players' names in seat order. Raises InputError, with the field, if the object is invalid.
    """
    if not isinstance(data, Mapping):
        raise InputError('an answer is an object such as {"by": "Ann", "do": "pass"}')
    do = Do(as_word(data.get("do"), "do", tuple(Do)))
    for key in data:
        if key not in ("do", "by", *do.keys):
            message = f"the answer {str(do)!r} has no field {key!r}; it may have: {', '.join(('by', *do.keys))}"
            raise InputError(message, field=key)
    for key in (*do.must, *(() if do in _NOBODY else ("by",))):
        if key not in data or (key in do.must and data[key] is None):
            raise InputError(f"the answer {str(do)!r} needs the field {key!r}", field=key)
    if do is Do.TRADE:
        return Answer(do, **_read(_OWN | _TOKEN, data, names))
    improv = {} if data.get("improv") is None else _improv(data, names)
    return Answer(do, **_read(_OWN, data, names), choices=Choices(**_read(_CHOSEN, data, names), **improv))


def _read(fields: Mapping[str, Member], data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Read the members of an object that are present and not null, by the names of their fields."""
    given = [(key, field) for key, field in fields.items() if data.get(key) is not None]
    return {field.name: field.read(data[key], key, Named(names)) for key, field in given}


def _improv(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Read the choices of a Cassio coin's improv (O4)."""
    improv = data["improv"]
    if not isinstance(improv, Mapping):
        raise InputError("must be an object with way, give and draw", field="improv")
    for key in improv:
        if key not in _IMPROV:
            raise InputError(f"has no field {key!r}; it may have: {', '.join(_IMPROV)}", field="improv")
        if data.get(key) is not None:
            raise InputError(f"{key!r} stands in the improv too; say it there alone", field=key)
    of_another_coin = {"way": Way.HAND} if data.get("coin") != "Cassio" else {}  # so that the rules refuse it
    return of_another_coin | _read(_CHOSEN, improv, names)


def answer_to_json(answer: Answer, names: Sequence[str], with_by: bool = True) -> dict[str, Any]:
    """Return the JSON object of an answer, without `by` if the decision asks only one player."""
    data: dict[str, Any] = {"by": names[answer.by]} if with_by and answer.by >= 0 else {}
    data["do"] = str(answer.do)
    for key, field in _WRITTEN.items():
        value = getattr(answer, field.name)
        if value not in (None, ()) or (key == "cards" and answer.do is Do.DISCARD):
            data[key] = field.write(value, names)
    if answer.choices is NO_CHOICES:
        return data
    chosen = choices_to_json(answer.choices, names)
    if answer.do is Do.COIN and answer.coin == "Cassio" and chosen:
        chosen = {"improv": chosen}
    return data | chosen


def choices_to_json(choices: Choices, names: Sequence[str]) -> dict[str, Any]:
    """Return the choices that are set, by field name."""
    chosen = [(field, getattr(choices, field.name)) for field in _CHOSEN.values()]
    return {field.key: field.write(value, names) for field, value in chosen if value is not None}
