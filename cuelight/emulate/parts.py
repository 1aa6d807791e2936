"""The interface of a part on the desk: the possible actions of hands. The PN532 on its serial adapter is here too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from companion.core.errors import InputError
from cuelight.emulate.cards import Card
from hardware.emulator import EmulatedReader, Fault, Timing
from hardware.emulator.field import Field

HALF_ON = 0.6  # share of polls that miss a card which is only half on
TOO_NEAR = 0.5  # share of polls that a neighbour disturbs, or overhears

READER_FAULTS = {
    Fault.SILENT: "is silent",
    Fault.STUCK: "takes commands and never answers",
    Fault.FLAPPING: "a loose plug: comes and goes",
    Fault.NOISY: "one answer in seven is corrupted",
    Fault.GARBLED: "each answer is corrupted",
    Fault.CUT_SHORT: "every fifth answer is cut short",
    Fault.GARBLED_IDS: "every third id has a wrong bit",
    Fault.WEAK_SUPPLY: "its supply is too weak for its field",
}
DETUNED, OVERHEARS = "detuned", "overhears"
NEIGHBOURS = {
    DETUNED: "the next reader is too near and weakens its field",
    OVERHEARS: "it also reads the next reader's cards",
}
BROWN_OUT, RESET, KILLED = "brown-out", "reset", "killed"
READER_MOMENTS = {BROWN_OUT: "its supply sags", KILLED: "its program is killed at 921600 baud"}


class EmulatedPart(Protocol):
    """One part on the desk. Its places are the spots where a card can lie."""

    id: str

    @property
    def places(self) -> Mapping[str, str]:
        """The label of each place, by its id."""

    def lay(self, place: str, card: Card, half: bool) -> None:
        """Lay a card there, flat or half on."""

    def lift(self, place: str, card: Card) -> None:
        """Lift a card."""

    def plug(self, plugged: bool) -> None:
        """Plug it in, or unplug it."""

    def break_by(self, fault: str) -> None:
        """Set this fault; "" for none. Raises InputError."""

    def befall(self, moment: str) -> None:
        """Let a short event happen. Raises InputError."""

    def to_json(self) -> dict[str, Any]:
        """Return the state for a page."""

    def close(self) -> None:
        """Close the part."""


class ReaderPart:
    """A PN532 on an adapter of its own.

    Args:
        number: from 1.
        link: the name of its port.
    """

    def __init__(self, number: int, link: Path) -> None:
        self.id = f"reader-{number}"
        self.places = {self.id: str(number)}
        self.emulated = EmulatedReader(link, Timing())
        self.next: Field | None = None
        self._link = link
        self._plugged = True
        self._fault = ""
        self._half: set[str] = set()

    def lay(self, place: str, card: Card, half: bool) -> None:
        """Lay a card on it."""
        self.emulated.field.lay(card.tag)
        self._half |= {card.id} if half else set()
        self._settle()

    def lift(self, place: str, card: Card) -> None:
        """Lift a card."""
        self.emulated.field.lift(card.tag)
        self._half.discard(card.id)
        self._settle()

    def _settle(self) -> None:
        self.emulated.field.weak = HALF_ON if self._half else 0.0

    def plug(self, plugged: bool) -> None:
        """Plug it in, or unplug it."""
        if plugged != self._plugged:
            (self.emulated.plug if plugged else self.emulated.unplug)()
            self._plugged = plugged

    def break_by(self, fault: str) -> None:
        """Set this fault."""
        check_word(fault, {"": "", **{str(each): "" for each in READER_FAULTS}, **NEIGHBOURS}, "fault")
        near = (self.next, TOO_NEAR) if self.next is not None else None
        self.emulated.field.detuned = near if fault == DETUNED else None
        self.emulated.field.overheard = near if fault == OVERHEARS else None
        if fault in NEIGHBOURS or not fault:
            self.emulated.make_well()
        else:
            self.emulated.break_by(Fault(fault))
        self._fault = fault

    def befall(self, moment: str) -> None:
        """Let its supply sag, or act as if its program had been killed."""
        check_word(moment, READER_MOMENTS, "moment")
        if moment == BROWN_OUT:
            self.emulated.brown_out()
        else:
            self.emulated.leave_at(921600)

    def to_json(self) -> dict[str, Any]:
        """Return the state for a page."""
        neighbours = NEIGHBOURS if self.next is not None else {}
        return {
            "id": self.id,
            "kind": "reader",
            "path": str(self._link),
            "plugged": self._plugged,
            "fault": self._fault,
            "faults": {str(fault): words for fault, words in READER_FAULTS.items()} | neighbours,
            "moments": READER_MOMENTS,
            "places": [{"id": self.id, "name": self.places[self.id]}],
        }

    def close(self) -> None:
        """Unplug it."""
        self.emulated.unplug()


def check_word(word: str, words: Mapping[str, str], field: str) -> None:
    """Raise InputError if a word is not among these; the empty one is not listed in the message."""
    if word not in words:
        raise InputError(f"there is no {word!r}; choose one of: {', '.join(filter(None, words))}", field=field)
