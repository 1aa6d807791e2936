"""Values with named fields that never change: what the facts, frames and answers of a large game are made of.

Such a game makes several at each decision and reads their fields dozens of times. So they are structs of msgspec: a
named tuple takes three to eight times as long to be made or changed, and three to five times to be read. Nothing of
msgspec's JSON is used; a value is read and written where its kind is at home. Small games have `records.py`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import asdict, astuple, force_setattr, replace

__all__ = [
    "Value",
    "asdict",
    "astuple",
    "convert",
    "defaults_of",
    "fields_of",
    "force_setattr",
    "replace",
    "to_builtins",
]


class Value(Struct, frozen=True, gc=False):
    """A value whose fields are words, numbers, tuples and other values. Each kind says `frozen=True` again, for mypy.

    It refers only to what was there before it, so never in a circle: the search for garbage leaves it out.
    """


def fields_of(kind: type[Value]) -> tuple[str, ...]:
    """The names of a kind's fields, in their order."""
    return kind.__struct_fields__


def defaults_of(kind: type[Value]) -> dict[str, Any]:
    """What the last fields of a kind are when they are not given."""
    defaults = kind.__struct_defaults__
    return dict(zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}
