"""Rights of a seat at a closed table: its own answers, and its own button. The host may send every command."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import _
from companion.core.places import seat_name
from companion.game import AnyGame
from companion.table.viewer import Role, Viewer


class NotYours(CuelightError, PermissionError):
    """The command belongs to somebody else."""


def check_right(asker: Viewer, name: str, body: Mapping[str, Any], names: Sequence[str], game: AnyGame | None) -> None:
    """Check that a viewer may send this command.

    Args:
        name, body: the command.
        names: the names of the players, in the order of the seats.
        game: the game that is played.

    Raises NotYours. This checks only the body; `web.app.routes` says which role may send a command at all.
    """
    if asker.role is Role.HOST:
        return
    if asker.role is Role.SEAT and asker.player is not None:
        own = body.get("by") in names[asker.player : asker.player + 1]
        if name == "answer" and game is not None and own and not game.types.answer_info(body).of_table:
            return
        if (name == "ahead" and own) or (name == "undo" and not {"to", "answer", "before"} & {*body}):
            return
        if name == "mat" and body.get("do") in ("press", "hold") and body.get("button") == seat_name(asker.player):
            return
    raise not_yours()


def not_yours() -> NotYours:
    """Return the refusal for a seat that acts for somebody else."""
    return NotYours(
        _("A seat may answer only for itself and press only its own button. Ask the host for anything else.")
    )


@dataclass
class SeatKeys:
    """The keys of seats, as the table needs to know them. `doors_of` connects those of a closed table.

    Attributes:
        closed: whether the table is closed. Then each player has a phone with the own hand, and the application deals.
        hidden_hands: gives the players, from 0, whose hands are on phones.
        codes: gives the seats, from 1, whose keys are shown on the screen.
    """

    closed: bool = False
    hidden_hands: Callable[[], Collection[int]] = tuple
    codes: Callable[[], Collection[int]] = tuple
