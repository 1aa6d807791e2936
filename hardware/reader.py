"""Interface of readers: they report the content of zones, and buttons.

A reader reports observations without interpreting them. Each kind of device has its own file; `virtual_mat` needs no
device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from companion.core.observation import Hold, Lift, Press, Tag, Unsure
from companion.core.places import rack_slot
from companion.presence.crowding import Crowded
from companion.presence.filter import Crosstalk, Resumed, UnknownTag, WeakRead
from companion.presence.misreads import Misread
from hardware.faults import Condition


class TagHintRead(NamedTuple):
    """Hint on a tag that no deck knows: it names its thing.

    The report that the tag is there follows.
    """

    at: float
    uid: str
    thing: str


Report = Tag | Lift | Press | Hold
"""Arrival, lift, press and hold, each with its time in seconds."""


class FrequentErrors(NamedTuple):
    """The reader of a zone fails in many polls (`falters`), or no longer does.

    The polls in between count as usual.
    """

    at: float
    zone: str
    falters: bool


class PlaceOnlyReader(NamedTuple):
    """The reader of a zone reports placed cards but no lifts.

    A card counts as present until another report replaces it.
    """

    at: float
    zone: str


class UnreadLine(NamedTuple):
    """The reader of a zone typed a line that is no id: its form, with x for letters and digits.

    An empty text means that it typed an id again.
    """

    at: float
    zone: str
    form: str


class Crowd(NamedTuple):
    """Two or more tags are in a zone, one of them unknown to all decks: neither is reported."""

    at: float
    zone: str


Notice = (
    Condition
    | Crowd
    | Crowded
    | Crosstalk
    | WeakRead
    | Misread
    | UnknownTag
    | FrequentErrors
    | TagHintRead
    | PlaceOnlyReader
    | UnreadLine
    | Resumed
    | Unsure
)
"""Other reports of a device, which nobody at the table has caused."""


def is_in_rack(report: Report | Notice) -> bool:
    """Return whether a report is about a card in a slot of a rack."""
    return isinstance(report, Tag | Lift | Resumed | Unsure) and rack_slot(report.zone) is not None


Listener = Callable[[Report | Notice], None]
"""Receives reports on the reader's thread. It must return immediately, so it puts them on a queue."""


@runtime_checkable
class Reader(Protocol):
    """A device that reads tags and buttons."""

    def start(self, listener: Listener) -> None:
        """Start to report to `listener`, first the current content of the zones.

        Reports come one at a time, in order of their times.
        """

    def stop(self) -> None:
        """Stop reporting. After this returns, the listener is not called."""

    def read_share(self, zone: str) -> float | None:
        """Return the read rate of the tag in a zone, or of its latest tag; None if unknown."""

    def turns(self) -> Mapping[str, int]:
        """Return how many cycles each thread has completed, also while the device fails.

        A number that does not change indicates a thread that hangs.
        """
