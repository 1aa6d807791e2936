"""What lies on one antenna."""

from __future__ import annotations

import threading

from hardware.emulator.ntag import Ntag


class Field:
    """The tags in one reader's field. Every method may be called from any thread.

    Args:
        most: a stack higher than this detunes the antenna, so that no tag in it is understood.

    Attributes:
        weak: the share of looks, 0 to 1, in which a tag is not heard although it lies there.
        overheard: another reader's field whose tags reach this antenna too, when nothing lies on it, and in which
            share of its looks; None for none.
        detuned: another reader's field that is too near, and the share of looks in which a tag is not heard here while
            something lies there, which draws from this field; None for none.
    """

    def __init__(self, most: int = 2) -> None:
        self._tags: list[Ntag] = []
        self._on = False
        self._most = most
        self.weak = 0.0
        self.overheard: tuple[Field, float] | None = None
        self.detuned: tuple[Field, float] | None = None
        self.lock = threading.RLock()

    @property
    def on(self) -> bool:
        """Whether the field is on."""
        return self._on

    def lay(self, tag: Ntag) -> None:
        """Lay a tag on the reader."""
        with self.lock:
            tag.state = "off"
            self._tags.append(tag)
            tag.power(self._on)

    def lift(self, tag: Ntag) -> None:
        """Lift a tag, if it lies here."""
        with self.lock:
            if tag in self._tags:
                self._tags.remove(tag)
                tag.power(False)

    def clear(self) -> None:
        """Lift whatever lies here."""
        with self.lock:
            for tag in list(self._tags):
                self.lift(tag)

    def switch(self, on: bool) -> None:
        """Turn the field on or off."""
        with self.lock:
            self._on = on
            for tag in self._tags:
                tag.power(on)

    def answering(self) -> list[Ntag] | None:
        """The tags that answer to a call, by uid as the anticollision finds them; None when they garble each other."""
        with self.lock:
            if len(self._tags) > self._most:
                return None
            return sorted((tag for tag in self._tags if tag.state in ("idle", "active")), key=lambda tag: tag.uid)

    def missed(self) -> float:
        """The share of looks in which a tag that lies here is not heard."""
        near, share = self.detuned or (None, 0.0)
        return max(self.weak, share if near is not None and near.is_laden else 0.0)

    @property
    def is_laden(self) -> bool:
        """Whether anything lies here."""
        with self.lock:
            return bool(self._tags)

    def whispers(self) -> list[Ntag]:
        """The uids of the tags on the overheard antenna, as tags that answer to a call and to nothing else."""
        other = self.overheard[0] if self.overheard is not None else None
        if other is None:
            return []
        with other.lock:
            return [Ntag(tag.uid) for tag in other._tags]

    def holds(self, tag: Ntag) -> bool:
        """Whether a tag lies here."""
        with self.lock:
            return tag in self._tags
