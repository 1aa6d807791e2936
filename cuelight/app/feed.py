"""The newest snapshot of each channel, and the callbacks that get each new one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable

from companion.table.snapshot import idle_board
from cuelight.app.documents import NOTHING, encoded
from web.api.table_port import Channel, Listener, SeatChannel


class Feed:
    """Snapshots are read and callbacks are registered from any thread; `send` is called on the table's thread."""

    def __init__(self) -> None:
        self._snapshots: dict[Channel, bytes] = {"board": encoded(idle_board()), "desk": NOTHING}
        self._listeners: defaultdict[Channel, list[Listener]] = defaultdict(list)
        self._sent: dict[Channel, Hashable] = {}

    def newest(self, channel: Channel) -> bytes:
        """The newest snapshot; an empty one for a player whose snapshots nobody follows."""
        return self._snapshots.get(channel, NOTHING)

    def add(self, channel: Channel, callback: Listener) -> None:
        """Call `callback` with each snapshot from now on."""
        self._listeners[channel].append(callback)

    def remove(self, channel: Channel, callback: Listener) -> None:
        """Never call `callback` again, except for a snapshot that is on its way."""
        self._listeners[channel].remove(callback)

    def followed(self) -> list[int]:
        """The players whose snapshots somebody follows."""
        listening = [channel for channel, callbacks in list(self._listeners.items()) if callbacks]
        return sorted([channel.player for channel in listening if isinstance(channel, SeatChannel)])

    def is_kept(self, player: int) -> bool:
        """True if a player's snapshots are followed and there is one."""
        channel = SeatChannel(player)
        return bool(self._listeners.get(channel)) and channel in self._snapshots

    def send(self, channel: Channel, content: bytes, news: Hashable) -> None:
        """Keep a snapshot. Send it if `news` differs from that of the last one."""
        self._snapshots[channel] = content
        if news != self._sent.get(channel):
            self._sent[channel] = news
            for listener in self._listeners[channel]:
                listener(content)

    def send_first(self, channel: SeatChannel, callback: Callable[[bytes], None], content: bytes) -> None:
        """Keep a player's snapshot, and send it to somebody who has just begun to follow."""
        self._snapshots[channel] = content
        callback(content)

    def forget(self, channel: SeatChannel) -> None:
        """Drop a player's snapshot if nobody follows it."""
        if not self._listeners.get(channel):
            self._snapshots.pop(channel, None)
            self._sent.pop(channel, None)
