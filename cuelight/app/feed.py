"""The newest snapshot of each channel, and the callbacks that get each new one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable

from companion.core.places import SEATS
from companion.table.snapshot import idle_board
from cuelight.app.documents import NOTHING, encoded
from web.api.table_port import Channel, Listener, SeatChannel

BESIDE_BOARD: tuple[Channel, ...] = ("desk", *map(SeatChannel, range(SEATS[-1])))
"""The channels whose snapshots are made only while somebody follows them, in the order in which they are made."""


class Feed:
    """Snapshots are read and callbacks are registered from any thread; `send` is called on the table's thread."""

    def __init__(self) -> None:
        self._snapshots: dict[Channel, bytes] = {"board": encoded(idle_board())}
        self._listeners: defaultdict[Channel, list[Listener]] = defaultdict(list)
        self._sent: dict[Channel, Hashable] = {}

    def newest(self, channel: Channel) -> bytes:
        """The newest snapshot; an empty one for a channel that nobody follows."""
        return self._snapshots.get(channel, NOTHING)

    def add(self, channel: Channel, callback: Listener) -> None:
        """Call `callback` with each snapshot from now on."""
        self._listeners[channel].append(callback)

    def remove(self, channel: Channel, callback: Listener) -> None:
        """Never call `callback` again, except for a snapshot that is on its way."""
        self._listeners[channel].remove(callback)

    def followed(self) -> list[Channel]:
        """The channels beside the board that somebody follows."""
        return [channel for channel in BESIDE_BOARD if self._listeners.get(channel)]

    def is_kept(self, channel: Channel) -> bool:
        """True if a channel is followed and there is a snapshot."""
        return bool(self._listeners.get(channel)) and channel in self._snapshots

    def send(self, channel: Channel, content: bytes, news: Hashable) -> None:
        """Keep a snapshot. Send it if `news` differs from that of the last one."""
        self._snapshots[channel] = content
        if news != self._sent.get(channel):
            self._sent[channel] = news
            for listener in self._listeners[channel]:
                listener(content)

    def send_first(self, channel: Channel, callback: Callable[[bytes], None], content: bytes) -> None:
        """Keep a snapshot, and send it to somebody who has just begun to follow."""
        self._snapshots[channel] = content
        callback(content)

    def forget(self, channel: Channel) -> None:
        """Drop a channel's snapshot if nobody follows it."""
        if not self._listeners.get(channel):
            self._snapshots.pop(channel, None)
            self._sent.pop(channel, None)
