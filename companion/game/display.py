"""The display part of the game interface: what pages show."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

from companion.core.i18n import _
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.interpretation import R, TableView
from companion.game.rules import Json, S


class Status(NamedTuple):
    """What pages show of a moment in addition to the board.

    Args:
        hint: what people do with their hands now.
        window: the open reply window: its `text`, `by` whom it was opened, and the `card` to interrupt.
        extras: further keys of the open decision for the desk.
        counts: counts that belong to no seat, such as cards in a pile, by the names that the pages use.
    """

    hint: str = ""
    window: Mapping[str, Any] = MappingProxyType({})
    extras: Mapping[str, Any] = MappingProxyType({})
    counts: Mapping[str, int] = MappingProxyType({})


def button(answer: Json, text: str, by: int, group: str) -> Json:
    """Return an answer as a button of the desk; `by` is negative for an answer of nobody in particular."""
    return {"answer": answer, "text": text, "seat": by if by >= 0 else None, "group": group}


def detail(name: str, value: str, usual: bool = True) -> Json:
    """Return one of the `details`; `usual` is False if it differs from the default."""
    return {"name": name, "value": value, "usual": usual}


def cards_detail(title: str, made_up: bool) -> Json:
    """Return the detail that names the deck, and says whether it is made up."""
    value = _(title) + _(" (made up, no card is a copy of the game's)") if made_up else title
    return detail(_("Cards"), value)


class Display(ABC, Generic[S, R]):
    """The game's part of the board, the desk, the seats and the score sheet, as JSON for the pages.

    `asked` is the open decision of the state; None at the end of the game.
    """

    @abstractmethod
    def board(self, view: TableView[S, R], /) -> Json:
        """Return what everybody may see: the game's keys of `table` and `seats`, and keys of its own."""

    @abstractmethod
    def buttons(self, view: TableView[S, R], /) -> list[Json]:
        """Return the possible answers as buttons for the host: `answer`, `text`, `seat` (from 0, or None), `group`."""

    @abstractmethod
    def seat(self, state: S, player: int, /) -> Json:
        """Return what one player may know in addition to the board.

        `options` are the player's own answers, as `buttons`; `hand` the own cards, as `Box.card`.
        """

    @abstractmethod
    def details(self, state: S, /) -> list[Json]:
        """Return the rules and cards of this game: `name`, `value`, and whether it is `usual`."""

    @abstractmethod
    def help(self, known: S, player: int | None, /) -> Json:
        """Return what a player, or anybody (None), can look up, as `help_to_json`.

        Args:
            known: the state as they know it.
        """

    # --- with a default

    def status(self, state: S, asked: Any, equipment: Equipment = REAL_TABLE, /) -> Status:
        """Return what is to be done; the words name nothing but the table's equipment."""
        return Status()

    def chapter(self, state: S, /) -> str:
        """Return the title of the present column of the score sheet; "" between two columns."""
        return ""
