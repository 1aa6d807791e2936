"""Reading positions: all errors at once, the list of seats, and the players that a position names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.core.errors import InputError, InputErrors
from companion.core.json_fields import Fields, as_list, as_text, shown

T = TypeVar("T")


def raise_found(found: Sequence[InputError]) -> None:
    """Raise these errors, if there are any: InputError for one, InputErrors for several."""
    if found:
        raise InputErrors(found) if len(found) > 1 else found[0]


def read_whole(data: Any, read: Callable[[Fields], T]) -> T:
    """Return what `read` makes of an object.

    Raises InputErrors with everything that is invalid, or InputError if there is only one error, each with its path.
    """
    found: list[InputError] = []
    head = Fields(data, found=found)
    result = head.take(lambda: read(head), None) if head.is_object else None
    raise_found(found)
    assert result is not None
    return result


def read_seats(head: Fields, fewest: int, most: int) -> list[Fields]:
    """Return the objects of the players. Raises InputError if there is no list of them, or too few or too many."""
    if "seats" not in head:
        raise InputError("is missing; write a list of players, each with a name", field="seats")
    count = len(as_list(head.get("seats"), "seats"))
    if not fewest <= count <= most:
        raise InputError(
            f"{count} player{'' if count == 1 else 's'} cannot play; {fewest} to {most} can", field="seats"
        )
    return [Fields(value, where, head.found) for where, value in head.items("seats")]


class Players:
    """Read players by name as seat numbers. `head` collects the errors.

    If the seats cannot be read, `names` is empty and only the form of a name is checked.
    """

    def __init__(self, head: Fields, seats: Sequence[Fields]) -> None:
        self.head = head
        self.names = [seat.text("name") if seat.is_object else "" for seat in seats]
        for player, (fields, name) in enumerate(zip(seats, self.names, strict=True)):
            if name and name in self.names[:player]:
                what = f"another player is called {shown(name)} too; give each a name of their own"
                fields.fault(InputError(what, field=fields.where("name")))

    @property
    def known(self) -> str:
        """The names, as a list in words."""
        return ", ".join(filter(None, self.names))

    def take(self, value: Any, where: str) -> int | None:
        """Return the player of this name; None if there is none."""
        return self.head.take(lambda: self._player(value, where), None)

    def optional(self, key: str) -> int | None:
        """Return the player that a key of the position names; None if it is null or missing."""
        return self.take(self.head.get(key), key) if self.head.given(key) else None

    def _player(self, value: Any, where: str) -> int | None:
        if value is None:
            raise InputError("is missing; write a player's name", field=where)
        if not self.names:
            as_text(value, where)
            return None
        if value not in self.names:
            raise InputError(f"there is no player {shown(value)}; choose one of: {self.known}", field=where)
        return self.names.index(value)
