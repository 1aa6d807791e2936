"""Answers: the actions of players, and the table's reports of what happened.

This module defines their form (fields and types) and their JSON; `legality` decides if one is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from companion.core.codec import NOBODY, Named, Player, members
from companion.core.errors import InputError
from companion.core.json_fields import as_word
from companion.core.values import Value
from companion.deathmatch.model.changes import Changes
from companion.game.corrections import Because
from companion.game.types import AnswerKind


class Do(AnswerKind):
    """The kinds of answers, by their names in the text interface."""

    PROTAGONIST = "protagonist", ("to",)
    SETTING = "setting", ("card",)
    TRICKSTER = "trickster", ("card",)
    REVEAL = "reveal", (), ("character",)
    PLAY = "play", ("card",)
    WINNER = "winner", ("to",)
    DAMAGE = "damage", ("card", "target")
    DISCARD = "discard", ("cards",)
    CARRY_OUT = "carry-out", (), ("changes", "source")
    SLAIN = "slain", (), ("character",)
    CHARACTER = "character", ("character",)
    CORRECT = "correct", ("changes", "because")


class TextOf(StrEnum):
    """The source of the text that is carried out, if it is not the card that waits for it."""

    SETTING = "setting"


class Answer(Value, frozen=True):
    """One answer. Players are seat numbers from 0; `by` is -1 if the answer belongs to no player."""

    do: Do
    by: Player = NOBODY
    card: str | None = None
    character: str | None = None
    to: Player | None = None
    target: Player | None = None
    cards: tuple[str, ...] = ()
    changes: Changes = ()
    source: TextOf | None = None
    because: Because | None = None

    @property
    def of_setting(self) -> bool:
        """True if the text carried out is the active setting's."""
        return self.source is TextOf.SETTING


KNOWN = {key for do in Do for key in do.keys}
OF_THE_TABLE = (Do.PROTAGONIST, Do.WINNER, Do.CORRECT)
_MEMBERS = members(Answer)


def answer_from_json(data: Any, names: Sequence[str]) -> Answer:
    """Read an answer from a JSON object; `names` are the players' names in seat order.

    Raises InputError that names the field.
    """
    if not isinstance(data, Mapping):
        raise InputError('an answer is an object such as {"by": "Ann", "do": "reveal"}')
    do = Do(as_word(data.get("do"), "do", tuple(Do)))
    for key in data:
        if key in KNOWN - {*do.keys} and data[key] is not None:
            message = f"the answer {str(do)!r} has no field {key!r}; it may have: {', '.join(('by', *do.keys))}"
            raise InputError(message, field=key)
    named = Named(names)
    read = [member for member in _MEMBERS if member.key in ("by", *do.keys) and data.get(member.key) is not None]
    source = [member.read(data["source"], "source", named) for member in read if member.key == "source"]
    for key in (*do.must, *(() if do in OF_THE_TABLE or source else ("by",))):
        if data.get(key) is None:
            raise InputError(f"the answer {str(do)!r} needs the field {key!r}", field=key)
    return Answer(do, **{member.name: member.read(data[member.key], member.key, named) for member in read})


def answer_to_json(answer: Answer, names: Sequence[str], with_by: bool = True) -> dict[str, Any]:
    """Return the JSON object of an answer; omit `by` if the decision asks only one player."""
    data: dict[str, Any] = {"by": names[answer.by]} if with_by and answer.by != NOBODY else {}
    data["do"] = str(answer.do)
    for key, name, _required, _read, write in _MEMBERS:
        if key != "by" and ((part := getattr(answer, name)) or (part is not None and key in answer.do.must)):
            data[key] = write(part, names)
    return data
