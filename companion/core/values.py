"""Immutable values with named fields: the facts, frames and answers of a large game.

Such a game makes several at each decision and reads their fields dozens of times, so they are msgspec structs. A named
tuple takes three to eight times as long to create or change, and three to five times to read. The JSON of msgspec is
not used; each kind of value is read and written by its own module. `cards.py` has the building blocks of small games.
`Struct` is for what is no such value: a state that changes, or data that `convert` reads from a file.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, ValidationError, convert, field, to_builtins
from msgspec.structs import asdict, astuple, force_setattr, replace

__all__ = [
    "Struct",
    "ValidationError",
    "Value",
    "asdict",
    "astuple",
    "convert",
    "defaults_of",
    "field",
    "fields_of",
    "force_setattr",
    "replace",
    "to_builtins",
]


class Value(Struct, frozen=True, gc=False):
    """A value whose fields are words, numbers, tuples and other values.

    Subclasses repeat `frozen=True` for mypy.

    It refers only to older objects and is never part of a cycle, so the garbage collector need not track it.
    """


def fields_of(kind: type[Value]) -> tuple[str, ...]:
    """Return the names of a kind's fields, in order."""
    return kind.__struct_fields__


def defaults_of(kind: type[Value]) -> dict[str, Any]:
    """Return the default values of a kind's last fields."""
    defaults = kind.__struct_defaults__
    return dict(zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}
