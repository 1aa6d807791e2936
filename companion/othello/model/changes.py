"""The effects of owners' staging cards (C11) and the host's corrections, as data and JSON."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias

from companion.core.codec import Codec
from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_list, as_word
from companion.game.corrections import check_said_once

MOST = 999


class Change(NamedTuple):
    """The new value of one thing.

    `what` is one of `WORDS`: one of a deck's `CHANGES`, or something that only the host corrects. `of` is the
    player whose value changes, or -1; it applies to intrigue, spotlight, coins named `name`, wounds in front of the
    player, the handkerchief and the lead. Without a player, `name` is a tile: `now` is the number of wounds on it,
    or 1 if the character is alive and 0 if not. If the host marks the character as dead, `of` takes the wounds. For
    `hand`, a `card` went from `of` (-1: the draw pile) to `to` (-1: the discard pile). `points` are points that no
    card explains. A `scored` card is in the pile of `of` (-1: it is discarded), played in the role `name`.
    """

    what: str
    of: int = -1
    name: str = ""
    now: int = 0
    card: str = ""
    to: int = -1


# The fields that a change must have in addition to `what`, then those that it may have
FORMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "intrigue": (("of", "now"), ()),
    "spotlight": (("of", "now"), ()),
    "coin": (("of", "name", "now"), ()),
    "handkerchief": (("of",), ()),
    "wounds": (("now",), ("of", "name")),
    "life": (("name", "now"), ("of",)),
    "lead": (("of",), ()),
    "hand": (("card",), ("from", "to")),
    "points": (("of", "now"), ()),
    "scored": (("card", "of"), ("as",)),
}
WORDS = tuple(FORMS)


def changes_from_json(value: Any, names: Sequence[str]) -> tuple[Change, ...]:
    """Return the changes described by a list of JSON objects.

    `names` are the players' names in seat order. Raises InputError with the path of the field.
    """
    changes = tuple(
        _change(Fields(item, f"changes[{index}]"), names) for index, item in enumerate(as_list(value, "changes"))
    )
    check_said_once(map(_thing_of, changes))
    return changes


def _thing_of(change: Change) -> Hashable:
    """Return a key for the value that a change sets, or None for a card that moves.

    Only keys must be unique: several cards may move.
    """
    match change.what:
        case "hand":
            return None
        case "handkerchief" | "lead":
            return change.what
        case "life":
            return change.what, change.name
        case "scored":
            return change.what, change.card
        case _:
            return change.what, change.of, change.name


def _change(given: Fields, names: Sequence[str]) -> Change:
    what = as_word(given.get("what"), given.where("what"), WORDS)
    must, may = FORMS[what]
    for key in given.value:
        if key not in ("what", *must, *may):
            message = f"{what} has no field {key!r}; it has: {', '.join((*must, *may))}"
            raise InputError(message, field=given.where(key))
    for key in must:
        if key not in given:
            raise InputError(f"{what} needs the field {key!r}", field=given.where(key))
    if what == "wounds" and given.given("of") is given.given("name"):
        raise InputError("needs either 'of', a player, or 'name', a character", field=given.path)
    of = "from" if what == "hand" else "of"
    return Change(
        what,
        of=_player(given, of, names, nobody=what in ("handkerchief", "wounds", "hand", "life", "scored")),
        name=given.text("as" if what == "scored" else "name", ""),
        now=int(given.flag("now")) if what == "life" else given.count("now", most=MOST),
        card=given.text("card", ""),
        to=_player(given, "to", names, nobody=True),
    )


def _player(given: Fields, key: str, names: Sequence[str], nobody: bool) -> int:
    """Return a seat number, or -1 for nobody if `nobody` allows it."""
    if not given.given(key) and (nobody or key not in given):
        return -1
    return list(names).index(as_word(given.get(key), given.where(key), names))


def changes_to_json(changes: Sequence[Change], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the JSON objects that `changes_from_json` reads."""
    return [_to_json(change, names) for change in changes]


def _to_json(change: Change, names: Sequence[str]) -> dict[str, Any]:
    must, may = FORMS[change.what]
    who = names[change.of] if change.of >= 0 else None
    values: dict[str, Any] = {
        "of": who,
        "from": who,
        "to": names[change.to] if change.to >= 0 else None,
        "name": change.name or None,
        "as": change.name or None,
        "card": change.card,
        "now": bool(change.now) if change.what == "life" else change.now,
    }
    present = {key: values[key] for key in (*must, *may) if key in must or values[key] is not None}
    return {"what": change.what, **present}


Changes: TypeAlias = Annotated[
    tuple[Change, ...],
    Codec(
        lambda value, _where, named: changes_from_json(value, named.players or ()),
        lambda changes, players: changes_to_json(changes, players or ()),
    ),
]
