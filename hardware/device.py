"""The door of readers: what a kind of reader says of itself, and what one of them does once it is open.

A kind of reader is a file in `hardware/readers`, whose `BACKEND` stands in this door; all that sets up, checks, records
or runs readers asks it here and knows no kind by its name. Nothing here has a thread or touches a device.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from companion.presence.filter import Poll
from hardware.faults import DeviceReason


class TagGone(Exception):
    """The tag was lifted, or refused, in the middle of being read or written."""


class NotAlone(TagGone):
    """Another tag lies there too, so that nobody can say which of them is meant."""


class Identity(NamedTuple):
    """What a reader is: the chip with its firmware, and the speed of its line in baud, 0 where that says nothing."""

    chip: str
    baudrate: int


class Device(Protocol):
    """An open reader. It belongs to one thread at a time."""

    @property
    def device(self) -> str:
        """What it was opened as."""

    @property
    def failures(self) -> tuple[type[BaseException], ...]:
        """What its methods raise when a line or a chip fails."""

    @property
    def sees_lifts(self) -> bool:
        """Whether a look tells what lies there; else it tells what was laid since the last one, and never of a lift."""

    @property
    def is_processor(self) -> bool:
        """Whether what was seen last says that it is no tag but a phone, or a bank's card."""

    @property
    def several(self) -> bool:
        """Whether several tags answered when it was last asked for that."""

    def identity(self) -> Identity:
        """What it says it is. Raises one of `failures`."""

    def look(self) -> Poll:
        """See what lies there: a uid, silence, or something garbled. Raises one of `failures`."""

    def peek(self) -> Poll:
        """A look that leaves the field on, so that what it saw is told first; `rest` follows. Raises as `look` does."""

    def rest(self) -> None:
        """Turn the field off until the next look. Raises as `look` does."""

    def hint(self, uid: str) -> str | None:
        """What an older Cuelight wrote on the tag of this uid, None where nothing; also where it cannot read tags.

        Raises TagGone when the tag does not hold still for it, NotAlone, or one of `failures`.
        """

    def reason_of(self, error: BaseException, seconds: float) -> DeviceReason:
        """Why a look failed that took so many seconds; UNPLUGGED where looking again cannot help."""

    def close(self) -> None:
        """Let it go, so that whoever opens it next finds it well."""


class Backend(Protocol):
    """A kind of reader."""

    @property
    def name(self) -> str:
        """What the table file calls it."""

    @property
    def libraries(self) -> Sequence[str]:
        """The distributions that it needs."""

    @property
    def written(self) -> str:
        """How its devices are written, for people."""

    def knows(self, device: str) -> bool:
        """Whether something is written as its devices are."""

    def groups(self, device: str) -> Mapping[str, str]:
        """The groups whose members may open a device, each with what it is for."""

    def pins(self, device: str) -> Mapping[int, str]:
        """The BCM pins of this machine that a device takes, each with what is there."""

    def candidates(self) -> Sequence[str]:
        """What may be such a device on this machine; where that cannot be told, what says why when it is opened."""

    def open(self, device: str) -> Device:
        """Open a device. Raises DeviceError, also where a library is missing."""
