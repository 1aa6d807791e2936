"""The interface of readers: a backend is a kind of reader, a device an open reader.

Each kind of reader is a file in `hardware/readers` with its `BACKEND`. The code that sets up, checks, records or runs
readers uses this interface and knows no kind by name. Nothing here has a thread or touches a device.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from companion.presence.filter import Poll
from hardware.faults import DeviceReason


class TagGone(Exception):
    """The tag was lifted, or refused, while it was being read or written."""


class NotAlone(TagGone):
    """A second tag is on the reader, so it is ambiguous which of them is meant."""


class Identity(NamedTuple):
    """Chip with its firmware, and baud rate of its line; 0 if it has none."""

    chip: str
    baudrate: int


class Device(Protocol):
    """An open reader. It belongs to one thread at a time."""

    @property
    def device(self) -> str:
        """Name under which it was opened."""

    @property
    def failures(self) -> tuple[type[BaseException], ...]:
        """Exceptions that its methods raise when a line or a chip fails."""

    @property
    def sees_lifts(self) -> bool:
        """True if a poll returns the current tag.

        Otherwise it returns newly placed tags only, and lifts go unnoticed.
        """

    @property
    def takes_turns(self) -> bool:
        """True if its field is only on from `peek` to `rest`, so that readers can be polled one after the other."""

    @property
    def is_processor(self) -> bool:
        """True if the latest poll saw a phone or a bank card instead of a tag."""

    @property
    def several(self) -> bool:
        """True if several tags answered at the latest check for that."""

    def identity(self) -> Identity:
        """Return the identity that the chip reports. Raises one of `failures`."""

    def look(self) -> Poll:
        """Poll the reader: a uid, silence, or a corrupted answer. Raises one of `failures`."""

    def peek(self) -> Poll:
        """Poll but leave the field on, so that the result is reported first.

        `rest` must follow. Raises as `look`.
        """

    def rest(self) -> None:
        """Turn the field off until the next poll. Raises as `look`."""

    def hint(self, uid: str) -> str | None:
        """Return what an older Cuelight wrote on this tag, None if nothing.

        It also returns None if the device cannot read tags.

        Raises TagGone if the tag is lifted too early, NotAlone, or one of `failures`.
        """

    def reason_of(self, error: BaseException, seconds: float) -> DeviceReason:
        """Return why a poll failed after so many seconds; UNPLUGGED if another poll cannot help."""

    def close(self) -> None:
        """Close the device in a state in which it can be opened again."""


class Backend(Protocol):
    """A kind of reader."""

    @property
    def name(self) -> str:
        """Name of this kind in the table file."""

    @property
    def libraries(self) -> Sequence[str]:
        """Distributions that this kind needs."""

    @property
    def written(self) -> str:
        """Format of its device names, for people."""

    def knows(self, device: str) -> bool:
        """Return whether a string has the format of its device names."""

    def groups(self, device: str) -> Mapping[str, str]:
        """Return the groups whose members may open a device, each with its purpose."""

    def pins(self, device: str) -> Mapping[int, str]:
        """Return the BCM pins of this machine that a device occupies, each with its function."""

    def candidates(self) -> Sequence[str]:
        """Return possible devices on this machine.

        If they cannot be listed, it returns a name whose opening says why.
        """

    def open(self, device: str) -> Device:
        """Open a device. Raises DeviceError, also if a library is missing."""


@runtime_checkable
class TypingDevice(Protocol):
    """A reader that types ids as text, and may be set to a form that has none."""

    @property
    def unread(self) -> str:
        """The form of the latest line if it was no id, with x for letters and digits; otherwise an empty text."""
