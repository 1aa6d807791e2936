"""The desk: its parts and cards, the actions of hands, and its visible state."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.errors import CuelightError, InputError
from companion.core.json_fields import as_count, as_flag, as_word
from cuelight.emulate import MOST_READERS
from cuelight.emulate.cards import Card, cards
from cuelight.emulate.parts import EmulatedPart, ReaderPart

if TYPE_CHECKING:
    from cuelight.emulate.mat_part import MatPart

ACTIONS = ("move", "plug", "break", "befall", "push", "bootsel")
RINGS = 6  # on a mat, each with a button
READER_NAME = "usb-Emulated_PN532_{number}-if00-port0"
MAT_NAME = "usb-MicroPython_Board_in_FS_mode_emulated-if00"


class DeskTaken(CuelightError, OSError):
    """Another desk has its ports in this folder."""


class Desk:
    """A desk with emulated parts. Every method may be called from any thread.

    Args:
        folder: the folder for the links to its ports; links of an earlier desk are removed.
        readers: the number of readers.
        mat: whether there is a mat.

    Raises DeskTaken, NoMicroPython, or OSError if the folder cannot be used.
    """

    def __init__(self, folder: Path, readers: int, mat: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = _alone_in(folder)
        for name in [*map(_reader_name, range(1, MOST_READERS + 1)), MAT_NAME]:
            with suppress(FileNotFoundError):
                (folder / name).unlink()
        self._lock = threading.RLock()
        self._parts: dict[str, EmulatedPart] = {}
        self._mat: MatPart | None = None
        self._cards = {card.id: card for card in cards()}
        if mat:
            from cuelight.emulate.mat_part import MatPart  # readers alone need no pyserial

            self._mat = MatPart(folder / MAT_NAME)
            self._add(self._mat)
        made = [ReaderPart(number, folder / _reader_name(number)) for number in range(1, readers + 1)]
        for part, following in zip(made, [*made[1:], *made[:1]], strict=True):
            part.next = following.emulated.field if following is not part else None
            self._add(part)

    def _add(self, part: EmulatedPart) -> None:
        self._parts[part.id] = part

    def __enter__(self) -> Desk:
        """Return the desk; everything is plugged in already."""
        return self

    def __exit__(self, *_raised: object) -> None:
        """Close all parts."""
        for part in self._parts.values():
            part.close()
        os.close(self._folder)

    @property
    def ports(self) -> list[str]:
        """Return the names of the ports of all parts."""
        return [part.to_json()["path"] for part in self._parts.values()]

    def do(self, body: Mapping[str, Any]) -> None:
        """Carry out an action of a hand: `do`, and its object. Raises InputError."""
        do = as_word(body.get("do"), "do", ACTIONS)
        with self._lock:
            if do == "move":
                self._move(body)
                return
            part = self._parts[as_word(body.get("part"), "part", tuple(self._parts))]
            match do:
                case "plug":
                    part.plug(as_flag(body.get("on"), "on"))
                case "break":
                    part.break_by(str(body.get("fault", "")))
                case "befall":
                    part.befall(str(body.get("moment")))
                case _ if self._mat is None or part is not self._mat:
                    raise InputError("only a mat has that", field="part")
                case "push":
                    self._mat.push(as_count(body.get("seat"), "seat", most=RINGS - 1), as_flag(body.get("on"), "on"))
                case _:
                    self._mat.hold_bootsel(as_flag(body.get("on"), "on"))

    def _move(self, body: Mapping[str, Any]) -> None:
        card = self._cards[as_word(body.get("card"), "card", tuple(self._cards))]
        places = {place: part for part in self._parts.values() for place in part.places}
        to = body.get("place")
        if to is not None:
            as_word(to, "place", tuple(places))
        half = to is not None and as_flag(body.get("half", False), "half")
        if card.place is not None:
            places[card.place].lift(card.place, card)
        card.place, card.half = to, half
        if to is not None:
            places[to].lay(to, card, half)

    def to_json(self) -> dict[str, Any]:
        """Return the visible state."""
        with self._lock:
            return {
                "parts": [part.to_json() for part in self._parts.values()],
                "cards": [_card(card) for card in self._cards.values()],
            }


def _alone_in(folder: Path) -> int:
    """Lock a folder until the descriptor is closed or this program ends. Raises DeskTaken."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(opened)
        raise DeskTaken(f"another desk has its ports in {folder}; use that one, or end it first") from None
    return opened


def _reader_name(number: int) -> str:
    return READER_NAME.format(number=number)


def _card(card: Card) -> dict[str, Any]:
    return {"id": card.id, "place": card.place, "half": card.half}
