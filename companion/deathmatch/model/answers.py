"""Answers: what a player did, or what the table says happened.

This file knows their form (fields and types) and their JSON; whether one is allowed is for `legality`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from companion.deathmatch.model.changes import Change, change_to_json, changes_from_json
from companion.play.correcting import Because
from companion.play.errors import InputError
from companion.play.fields import as_list, as_text, as_word

NOBODY = -1  # who gives an answer that nobody in particular gives
OF_SETTING = "setting"  # the `source` of a text that is the active setting's


class Do(StrEnum):
    """The kinds of answers, as the text interface names them."""

    PROTAGONIST = "protagonist"
    SETTING = "setting"
    TRICKSTER = "trickster"
    REVEAL = "reveal"
    PLAY = "play"
    WINNER = "winner"
    DAMAGE = "damage"
    DISCARD = "discard"
    CARRY_OUT = "carry-out"
    SLAIN = "slain"
    CHARACTER = "character"
    CORRECT = "correct"


class Answer(NamedTuple):
    """One answer. Players are seat numbers from 0; `by` is -1 where nobody in particular gives it.

    `of_setting` says that the text carried out is the active setting's.
    """

    do: Do
    by: int = NOBODY
    card: str | None = None
    to: int | None = None
    target: int | None = None
    character: str | None = None
    cards: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    of_setting: bool = False
    because: Because | None = None


# Which fields an answer must have besides `do` and `by`
NEEDED: dict[Do, tuple[str, ...]] = {
    Do.PROTAGONIST: ("to",),
    Do.SETTING: ("card",),
    Do.TRICKSTER: ("card",),
    Do.REVEAL: (),
    Do.PLAY: ("card",),
    Do.WINNER: ("to",),
    Do.DAMAGE: ("card", "target"),
    Do.DISCARD: ("cards",),
    Do.CARRY_OUT: (),
    Do.SLAIN: (),
    Do.CHARACTER: ("character",),
    Do.CORRECT: ("changes", "because"),
}
# And which it may have as well
MAY: dict[Do, tuple[str, ...]] = {
    Do.REVEAL: ("character",),
    Do.CARRY_OUT: ("changes", "source"),
    Do.SLAIN: ("character",),
}
KNOWN = {key for keys in (*NEEDED.values(), *MAY.values()) for key in keys}
OF_THE_TABLE = (Do.PROTAGONIST, Do.WINNER, Do.CORRECT)


def answer_from_json(data: Any, names: Sequence[str]) -> Answer:
    """The answer that a JSON object describes; `names` are the players' names in seat order.

    Raises InputError that names the field.
    """
    if not isinstance(data, Mapping):
        raise InputError('an answer is an object such as {"by": "Ann", "do": "reveal"}')
    do = Do(as_word(data.get("do"), "do", tuple(Do)))
    read = {*NEEDED[do], *MAY.get(do, ())}
    for key in data:
        if key in KNOWN - read and data[key] is not None:
            may = ", ".join(("by", *NEEDED[do], *MAY.get(do, ())))
            raise InputError(f"the answer {str(do)!r} has no field {key!r}; it may have: {may}", field=key)
    given = {key: data[key] for key in read if data.get(key) is not None}
    of_setting = "source" in given and bool(as_word(given["source"], "source", (OF_SETTING,)))
    nobody = do in OF_THE_TABLE or of_setting
    for key in (*NEEDED[do], *(() if nobody else ("by",))):
        if data.get(key) is None:
            raise InputError(f"the answer {str(do)!r} needs the field {key!r}", field=key)
    return Answer(
        do,
        by=NOBODY if (by := _player(data, "by", names)) is None else by,
        card=as_text(given["card"], "card") if "card" in given else None,
        to=_player(given, "to", names),
        target=_player(given, "target", names),
        character=as_text(given["character"], "character") if "character" in given else None,
        cards=_cards(given["cards"]) if "cards" in given else (),
        changes=changes_from_json(given["changes"], names) if "changes" in given else (),
        of_setting=of_setting,
        because=Because(as_word(given["because"], "because", tuple(Because))) if "because" in given else None,
    )


def _player(data: Mapping[str, Any], key: str, names: Sequence[str]) -> int | None:
    return list(names).index(as_word(data[key], key, names)) if data.get(key) is not None else None


def _cards(value: Any) -> tuple[str, ...]:
    return tuple(as_text(item, f"cards[{index}]") for index, item in enumerate(as_list(value, "cards")))


def answer_to_json(answer: Answer, names: Sequence[str], with_by: bool = True) -> dict[str, Any]:
    """The JSON object of an answer; without `by` where the decision asks one player only."""
    data: dict[str, Any] = {"by": names[answer.by]} if with_by and answer.by != NOBODY else {}
    data["do"] = str(answer.do)
    for key in ("card", "character"):
        if getattr(answer, key) is not None:
            data[key] = getattr(answer, key)
    for key, player in (("to", answer.to), ("target", answer.target)):
        if player is not None:
            data[key] = names[player]
    if answer.do is Do.DISCARD:
        data["cards"] = list(answer.cards)
    if answer.changes:
        data["changes"] = [change_to_json(change, names) for change in answer.changes]
    if answer.of_setting:
        data["source"] = OF_SETTING
    if answer.because is not None:
        data["because"] = str(answer.because)
    return data
