"""Differences between two snapshots as small JSON documents, which pages receive in place of the whole snapshot.

A difference depends only on two snapshots that its reader may see, and knows no game. docs/formats.md describes the
format. `web/static/changes.js` applies it and obtains exactly the new snapshot, including the order of its keys.
"""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from hashlib import blake2b
from typing import Any

Change = list[Any] | dict[str, Any] | int
GONE = 0
CUTS = "~"
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # made once: most values are small
_ALIGNED = 200  # longer lists are sent whole, since comparison time grows with the square


def mark(snapshot: bytes) -> str:
    """Return the id of a snapshot, a hash of its content, by which a viewer names the snapshot it has."""
    return blake2b(snapshot, digest_size=6).hexdigest()


def encoded(value: Any) -> str:
    """Return compact JSON, as in snapshots."""
    return _encode(value)


def change(old: Any, new: Any) -> Change | None:
    """Return the difference that turns `old` into `new`; None if they are equal. Both are JSON values."""
    if old is new:
        return None
    if not isinstance(new, dict | list):
        return None if type(old) is type(new) and old == new else [new]
    if isinstance(new, dict) and isinstance(old, dict) and _in_order(old, new):
        found = _in_object(old, new)
    elif isinstance(new, list) and isinstance(old, list) and max(len(old), len(new)) <= _ALIGNED:
        found = _in_list(old, new)
    else:
        return None if encoded(old) == encoded(new) else [new]
    if not found:
        return None
    return found if len(encoded(found)) < len(encoded(new)) else [new]


def _in_order(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Return whether applying the difference of two objects would give the keys of `new` in their order."""
    return list(new) == [key for key in old if key in new] + [key for key in new if key not in old]


def _in_object(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {key: GONE for key in old if key not in new}
    for key, value in new.items():
        inside = change(old[key], value) if key in old else [value]
        if inside is not None:
            found[key] = inside
    return found


def _in_list(old: list[Any], new: list[Any]) -> dict[str, Any]:
    matcher = SequenceMatcher(None, list(map(encoded, old)), list(map(encoded, new)), autojunk=False)
    cuts: list[list[Any]] = []
    places: dict[str, Any] = {}
    for tag, was, end, start, stop in matcher.get_opcodes():
        if tag == "replace" and end - was == stop - start:
            for before, place in zip(range(was, end), range(start, stop), strict=True):
                places[str(place)] = change(old[before], new[place])
        elif tag != "equal":
            cuts.append([start, end - was, new[start:stop]])
    return ({CUTS: cuts} if cuts else {}) | places
