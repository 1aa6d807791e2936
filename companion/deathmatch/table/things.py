"""Things that can lie on a mat, by the names on tags: action cards, characters, settings, the protagonist card."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.errors import InputError
from companion.core.json_fields import as_word
from companion.core.observation import TagKind, split_thing
from companion.deathmatch.model.state import State


class Kind(StrEnum):
    """The kinds of things. Names of characters and settings begin with their kind."""

    ACTION = "action"
    CHARACTER = "character"
    SETTING = "setting"
    PROTAGONIST = "protagonist"
    STRANGER = "stranger"


class Thing(NamedTuple):
    """A thing: its kind, and its name in the deck or the uid of an unknown tag."""

    kind: Kind
    name: str


def thing_named(text: str) -> Thing:
    """Return the thing that a tag's text names, even if it is not in the deck."""
    sort, name = split_thing(text)
    if sort is TagKind.UID:
        return Thing(Kind.STRANGER, name)
    prefix, colon, rest = text.partition(":")
    if colon and prefix in (Kind.CHARACTER, Kind.SETTING):
        return Thing(Kind(prefix), rest)
    return Thing(Kind.PROTAGONIST if text == Kind.PROTAGONIST else Kind.ACTION, text)


def check_thing(state: State, text: str) -> None:
    """Raise InputError for the field `card` if the game has no such thing."""
    kind, name = thing_named(text)
    match kind:
        case Kind.ACTION:
            as_word(name, "card", tuple(state.deck.actions))
        case Kind.CHARACTER:
            _check(name, tuple(state.deck.characters), kind)
        case Kind.SETTING:
            _check(name, tuple(state.deck.settings), kind)
        case Kind.PROTAGONIST | Kind.STRANGER:
            pass


def _check(name: str, known: tuple[str, ...], kind: Kind) -> None:
    if name not in known:
        raise InputError(f"there is no {kind} {name!r}; choose one of: {', '.join(known)}", field="card")
