"""The players that a position names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_text, shown


class Players:
    """Read players by name as seat numbers. `head` collects the errors.

    If the seats cannot be read, `names` is empty and only the form of a name is checked.
    """

    def __init__(self, head: Fields, names: Sequence[str]) -> None:
        self.head = head
        self.names = list(names)

    def check_names(self, seats: Sequence[Fields]) -> None:
        """Check that the players' names differ."""
        for player, (fields, name) in enumerate(zip(seats, self.names, strict=True)):
            if name and name in self.names[:player]:
                what = f"another player is called {shown(name)} too; give each a name of their own"
                fields.fault(InputError(what, field=fields.where("name")))

    def take(self, value: Any, where: str) -> int | None:
        """Return the player of this name; None if there is none."""
        return self.head.take(lambda: self._player(value, where), None)

    def optional(self, key: str) -> int | None:
        """Return the player that a key of the position names; None if it is null or missing."""
        return self.take(self.head.get(key), key) if self.head.given(key) else None

    def _player(self, value: Any, where: str) -> int | None:
        if value is None:
            raise InputError("is missing; write a player's name", field=where)
        name = as_text(value, where)
        if not self.names:
            return None
        if name not in self.names:
            known = ", ".join(name for name in self.names if name)
            raise InputError(f"there is no player {shown(name)}; choose one of: {known}", field=where)
        return self.names.index(name)
