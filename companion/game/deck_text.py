"""Deck files as text: those that come with a game, writing them, and comparing two of them."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from companion.core.errors import InputError, InputErrors
from companion.core.safe_parse import read_toml
from companion.game.deck_files import Difference, Fault


class ShippedDecks(NamedTuple):
    """The decks that come with a game, in the folder `decks` of its package."""

    package: str

    def names(self) -> list[str]:
        """Return their names, sorted."""
        folder = files(self.package) / "decks"
        return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))

    def text(self, name: str) -> str:
        """Return the text of a deck. Raises InputError for a name that no file has."""
        if name not in self.names():
            raise InputError(f"there is no deck {name!r}; choose one of: {', '.join(self.names())}", field="deck")
        return (files(self.package) / "decks" / f"{name}.toml").read_text(encoding="utf-8")


def raise_faults(faults: Sequence[Fault]) -> None:
    """Raise InputErrors with these errors, if there are any, each with its line."""
    if faults:
        raise InputErrors([InputError(fault.reason, line=fault.line, field=fault.where or None) for fault in faults])


@lru_cache(maxsize=4)
def parsed(text: str) -> dict[str, Any]:
    """Parse the text of a valid deck. The result is cached and must not be changed."""
    return read_toml(text)


def deck_to_toml(data: Mapping[str, Any], head: Sequence[str], kinds: Sequence[str]) -> str:
    """Return the text of a deck: the keys of its head, then the tables of each kind."""
    blocks = [[f"{key} = {toml_value(data[key])}" for key in head if key in data]]
    blocks += [
        [f"[[{kind}]]", *(f"{key} = {toml_value(value)}" for key, value in item.items())]
        for kind in kinds
        for item in data.get(kind, ())
    ]
    return "\n\n".join(map("\n".join, blocks)) + "\n"


def toml_value(value: Any) -> str:
    """Return a value as TOML. A value that TOML cannot hold becomes text, which the check then reports."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml_value(part)}' for key, part in value.items())} }}"
    plain = value if isinstance(value, str | bool | int | list) else str(value)
    return json.dumps(plain, ensure_ascii=False).replace("\x7f", "\\u007f")


class ComparedCard(NamedTuple):
    """A card of one of two decks: its name, its words if only one deck has it, and its fields."""

    name: str
    words: str
    fields: Mapping[str, Any]


def compare(ours: Mapping[Any, ComparedCard], theirs: Mapping[Any, ComparedCard]) -> list[Difference]:
    """Return the differences in card order; a card that only one deck has is one difference."""
    found: list[Difference] = []
    keys: dict[Hashable, None] = dict.fromkeys((*ours, *theirs))
    for key in keys:
        one, other = ours.get(key), theirs.get(key)
        if one is not None and other is not None:
            pairs = [(name, one.fields.get(name), other.fields.get(name)) for name in {**one.fields, **other.fields}]
            found += [Difference(one.name, name, first, second) for name, first, second in pairs if first != second]
        elif (card := one or other) is not None:
            found.append(Difference(card.name, "", one and one.words, other and other.words))
    return found
