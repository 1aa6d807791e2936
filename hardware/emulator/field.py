"""Emulated field of one antenna, with its tags."""

from __future__ import annotations

import math
import threading
import time
from copy import copy

from hardware.emulator.ntag import Ntag

REQA, REQA_BITS = b"\x26", 7


class Field:
    """The tags in one reader's field. All methods are thread-safe.

    Args:
        most: a stack of more tags detunes the antenna, so that no tag in it can be read.

    Attributes:
        weak: the share of polls, 0 to 1, that miss a tag in the field.
        overheard: another reader's field whose tags this antenna reads, too, while its own field is empty, and the
            share of
            polls in which it does; None for none.
        detuned: another reader's field that is too near, and the share of polls that miss a tag here while a tag over
            there
            draws from this field; None for none.
    """

    def __init__(self, most: int = 2) -> None:
        self._tags: list[Ntag] = []
        self._on = False
        self._off_since = -math.inf
        self._most = most
        self.weak = 0.0
        self.overheard: tuple[Field, float] | None = None
        self.detuned: tuple[Field, float] | None = None
        self.lock = threading.RLock()

    @property
    def on(self) -> bool:
        """True while the field is on."""
        return self._on

    def lay(self, tag: Ntag) -> None:
        """Place a tag on the reader."""
        with self.lock:
            self._tags.append(tag)
            tag.powered()

    def lift(self, tag: Ntag) -> None:
        """Lift a tag, if it is here."""
        with self.lock:
            if tag in self._tags:
                self._tags.remove(tag)

    def clear(self) -> None:
        """Lift all tags."""
        with self.lock:
            for tag in list(self._tags):
                self.lift(tag)

    def switch(self, on: bool) -> None:
        """Turn the field on or off; tags keep their state through a short time without it."""
        with self.lock:
            if on and not self._on:
                gap = time.monotonic() - self._off_since
                for tag in self._tags:
                    tag.powered(gap)
            elif self._on and not on:
                self._off_since = time.monotonic()
            self._on = on

    def call(self) -> list[Ntag] | None:
        """Send REQA, and return the tags that answer, in anticollision order.

        Returns None if they corrupt each other.
        """
        with self.lock:
            if len(self._tags) > self._most:
                return None
            answering = [tag for tag in self._tags if tag.hear(REQA, REQA_BITS) is not None]
            return sorted(answering, key=lambda tag: tag.uid)

    def select(self, tag: Ntag) -> None:
        """Send the frames that select this tag; others that answered the call hear them, too."""
        with self.lock:
            for frame in tag.selections():
                for other in self._tags:
                    other.hear(frame, 8 * len(frame))

    def missed(self) -> float:
        """Return the share of polls that miss a tag here."""
        near, share = self.detuned or (None, 0.0)
        return max(self.weak, share if near is not None and near.is_laden else 0.0)

    @property
    def is_laden(self) -> bool:
        """True if there is any tag here."""
        with self.lock:
            return bool(self._tags)

    def whispers(self) -> list[Ntag]:
        """Return the tags of the overheard antenna, as tags that answer a call and nothing else."""
        other = self.overheard[0] if self.overheard is not None else None
        if other is None:
            return []
        with other.lock:
            return [copy(tag) for tag in other._tags]

    def holds(self, tag: Ntag) -> bool:
        """Return whether a tag is here."""
        with self.lock:
            return tag in self._tags
