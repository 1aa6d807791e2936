"""What every reader gives: what lies in the zones, and the buttons that are on the same device.

A reader reports observations and gives them no meaning. One file for each kind of device does it; `virtual`
is the one that needs no device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from companion.core.observation import Hold, Lift, Press, Tag, Unsure
from companion.presence.crowding import Crowded
from companion.presence.filter import Crosstalk, Resumed, UnknownTag, WeakRead
from companion.presence.misreads import Misread
from hardware.faults import Condition


class TagHintRead(NamedTuple):
    """A tag that no deck here knows says itself what it is on; the report that it lies there follows."""

    at: float
    uid: str
    thing: str


Report = Tag | Lift | Press | Hold
"""A tag came, a tag went, a button was pressed, a button was held; each with its time in seconds."""


class FrequentErrors(NamedTuple):
    """The reader of a zone fails in many of its looks (`falters`), or not any more; those between tell as ever."""

    at: float
    zone: str
    falters: bool


class PlaceOnlyReader(NamedTuple):
    """The reader of a zone tells what is laid there, and never that it is taken: it counts as lying until then."""

    at: float
    zone: str


class Crowd(NamedTuple):
    """Two tags at least lie in a zone, one of which no deck knows: neither is told."""

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
    | Resumed
    | Unsure
)
"""What a device says besides; nobody at the table has done anything."""

Listener = Callable[[Report | Notice], None]
"""Takes a report, on the reader's thread. It must return at once: it puts the report on a queue."""


@runtime_checkable
class Reader(Protocol):
    """A device that sees tags and buttons."""

    def start(self, listener: Listener) -> None:
        """Report to `listener` from now on, what lies in the zones already first.

        Reports come one at a time, in the order of their times.
        """

    def stop(self) -> None:
        """Report no more. After this returns, the listener is not called."""

    def read_share(self, zone: str) -> float | None:
        """In which share of the looks the tag was heard that lies in a zone, or lay there last; None if not known."""

    def turns(self) -> Mapping[str, int]:
        """How often each thread of the device has come round, also while the device fails.

        A number that stands still is a thread that hangs.
        """
