"""Comparison of two positions of a game by their JSON.

It goes key by key; a player's keys are under the player's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """One difference; for lists, the items that only one of them has. None for a missing value."""

    where: str
    first: Any
    second: Any


def differences(ours: Mapping[str, Any], theirs: Mapping[str, Any], hidden: Collection[str] = ()) -> list[Difference]:
    """Return the differences of two positions, in key order; none if they are equal.

    Args:
        ours, theirs: positions with every key, and their players, each with a `name`, under `seats`.
        hidden: keys to skip, because they only repeat other information.
    """
    hidden = {*hidden, "seats", "name"}
    seats = [{seat["name"]: seat for seat in side["seats"]} for side in (ours, theirs)]
    found = list(_changes("", dict(ours), dict(theirs), hidden))
    for name in dict.fromkeys((*seats[0], *seats[1])):
        if name not in seats[0] or name not in seats[1]:
            found.append(Difference(name, *("plays" if name in side else None for side in seats)))
        else:
            found += _changes(name, seats[0][name], seats[1][name], hidden)
    if list(seats[0]) != list(seats[1]) and set(seats[0]) == set(seats[1]):
        found.append(Difference("seats", list(seats[0]), list(seats[1])))
    return found


def _changes(where: str, ours: Any, theirs: Any, hidden: Collection[str]) -> Iterator[Difference]:
    if ours == theirs:
        return
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in dict.fromkeys((*ours, *theirs)):
            if key not in hidden:
                yield from _changes(f"{where} {key}".strip(), ours.get(key), theirs.get(key), hidden)
    elif isinstance(ours, list) and isinstance(theirs, list) and where != "frames":
        yield Difference(where, *_apart(ours, theirs))
    else:
        yield Difference(where, ours, theirs)


def _apart(ours: list[Any], theirs: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return the items that only one of two lists has; both lists if only the order differs."""
    mine, other = Counter(map(_word, ours)), Counter(map(_word, theirs))
    if mine == other:
        return ours, theirs
    return list((mine - other).elements()), list((other - mine).elements())


def _word(item: Any) -> str:
    """Return an item of a list as text: a card, with its role or its owner if given."""
    if isinstance(item, dict) and "card" in item:
        return " ".join([str(item["card"]), *(f"{key} {item[key]}" for key in ("as", "by") if key in item)])
    return str(item)
