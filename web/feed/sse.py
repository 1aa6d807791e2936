"""The live feed: one asyncio fan-out of server-sent events for all viewers of the board, the desk and the seats.

Each event is a full snapshot, so a viewer that reconnects needs nothing but the next one. A viewer that says `since`
which snapshot it has is sent only what has changed, made once for all who have the same. A viewer who reads slowly
skips to the newest snapshot: nothing is queued for anybody. This module is plain ASGI and knows no Flask.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, MutableMapping
from functools import cached_property, partial
from typing import Any
from urllib.parse import parse_qs

from web.api.table_port import Channel, SeatChannel, Table
from web.feed.delta import change, encoded, mark

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HEARTBEAT_SECONDS = 15.0
OFTEN_SECONDS = 2.0  # for a page that somebody looks at: it says within 5 s that its line is dead
RETRY_AFTER_SECONDS = 5
REMEMBERED = 4  # snapshots before the newest one, for whoever skips some of them
BEAT = b"event: beat\ndata: 1\n\n"
CHANNELS: tuple[Channel, ...] = ("board", "desk")  # of which the newest snapshot is always there

_STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


def frame(snapshot: bytes) -> bytes:
    """One server-sent event holding `snapshot`. Equal snapshots give equal bytes: no id, no time."""
    return b"".join(b"data: " + line + b"\n" for line in snapshot.splitlines()) + b"\n"


def newest(table: Table, channel: Channel) -> bytes:
    """The newest snapshot of a channel."""
    if isinstance(channel, SeatChannel):
        return table.own(channel.player)
    return table.board() if channel == "board" else table.desk()


class Shown:
    """A snapshot in every form in which it is sent. Each is made when the first viewer wants it."""

    def __init__(self, snapshot: bytes, before: Shown | None = None) -> None:
        self._snapshot = snapshot
        self._earlier: tuple[Shown, ...] = (before, *before._earlier)[:REMEMBERED] if before is not None else ()
        self._changed: dict[str, bytes] = {}  # by the mark of what a viewer has

    @cached_property
    def mark(self) -> str:
        """Its name."""
        return mark(self._snapshot)

    @cached_property
    def whole(self) -> bytes:
        """The event that holds all of it."""
        return frame(self._snapshot)

    def since(self, had: str) -> bytes:
        """The event for a viewer who has the snapshot of this mark."""
        if had == self.mark:
            return BEAT
        if had not in self._changed:
            found = next((each for each in self._earlier if each.mark == had), None)
            if found is None:
                return self._marked
            self._changed[had] = self._change_of(found)
        return self._changed[had]

    def forget(self) -> None:
        """Let go of the snapshots before this one, and of what was sent: nobody is sent what is old."""
        self._earlier = ()
        self._changed.clear()

    @cached_property
    def _marked(self) -> bytes:
        return b"id: %b\n%b" % (self.mark.encode(), self.whole)

    def _change_of(self, old: Shown) -> bytes:
        told = encoded({"of": old.mark, "change": change(old.document, self.document) or {}})
        return b"event: change\nid: %b\n%b" % (self.mark.encode(), frame(told.encode()))

    @cached_property
    def document(self) -> Any:
        """What it says."""
        return json.loads(self._snapshot)


class Viewer:
    """One open stream: what it has been sent, and the future that wakes it."""

    __slots__ = ("channel", "gone", "had", "often", "sent", "waiting")

    def __init__(self, channel: Channel, had: str | None = None, often: bool = False) -> None:
        """
        Args:
            had: the mark of the snapshot that it has, "" for none; None for a viewer that wants each one whole.
            often: whether it wants a sign of life every 2 s.
        """
        self.channel: Channel = channel
        self.had = had
        self.often = often
        self.sent: Shown | None = None
        self.gone = False
        self.waiting: asyncio.Future[bool] | None = None

    def wake(self, beat: bool) -> None:
        """Let the stream go on, with the newest snapshot or (`beat`) only a sign of life."""
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(beat)


class Feed:
    """Fans the snapshots of a table out to its viewers. All of it runs on one event loop, save `listen`'s callbacks."""

    def __init__(self, table: Table, *, limit: int, heartbeat: float = HEARTBEAT_SECONDS) -> None:
        """
        Args:
            limit: viewers served at once, all channels together; one more gets 503.
            heartbeat: seconds between two signs of life to a viewer.
        """
        self._table = table
        self._limit = limit
        self._heartbeat = heartbeat
        self._viewers: set[Viewer] = set()
        self._shown: dict[Channel, Shown] = {}
        self._owns: dict[Channel, Callable[[bytes], None]] = {}  # players' channels that somebody views
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None

    @property
    def viewers(self) -> int:
        """How many streams are open."""
        return len(self._viewers)

    def open(self) -> None:
        """Start, on the running loop: take the table's newest snapshots and listen for more."""
        self._loop = asyncio.get_running_loop()
        for channel in CHANNELS:
            self._table.listen(channel, partial(self._hear, channel))
            self._shown[channel] = Shown(newest(self._table, channel))
        self._beating = self._loop.create_task(self._beat())

    def close(self) -> None:
        """End every stream. The table may go on publishing: nobody hears it."""
        self._loop = None
        if self._beating is not None:
            self._beating.cancel()
        for viewer in self._viewers:
            viewer.gone = True
            viewer.wake(beat=True)

    def beat(self) -> None:
        """Give every viewer a sign of life now; each is asked whether it may stay. On the running loop."""
        for viewer in self._viewers:
            viewer.wake(beat=True)

    async def serve(
        self, scope: Scope, receive: Receive, send: Send, channel: Channel, may_stay: Callable[[], bool] = lambda: True
    ) -> None:
        """The ASGI application for the stream of a channel; `may_stay` is asked before anything is shown."""
        if scope["method"] == "HEAD":
            await _refuse(send, 200, b"", _STREAM_HEADERS)
        elif self._loop is None or len(self._viewers) >= self._limit:
            retry = [(b"retry-after", str(RETRY_AFTER_SECONDS).encode())]
            await _refuse(send, 503, b"All the seats in the house are taken. Try again in a moment.", retry)
        else:
            asked = parse_qs(scope.get("query_string", b"").decode("latin1"), keep_blank_values=True)
            since, often = asked.get("since"), asked.get("beat") == ["often"]
            await self._stream(Viewer(channel, since[0] if since else None, often), receive, send, may_stay)

    def _hear(self, channel: Channel, snapshot: bytes) -> None:
        """Called by the table, from any thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has closed since
                loop.call_soon_threadsafe(self._publish, channel, snapshot)

    def _publish(self, channel: Channel, snapshot: bytes) -> None:
        if channel not in CHANNELS and channel not in self._owns:
            return  # its last viewer has gone
        before = self._shown.get(channel)
        self._shown[channel] = Shown(snapshot, before)
        if before is not None:
            before.forget()
        for viewer in self._viewers:
            if viewer.channel == channel:
                viewer.wake(beat=False)

    async def _stream(self, viewer: Viewer, receive: Receive, send: Send, may_stay: Callable[[], bool]) -> None:
        self._viewers.add(viewer)
        self._follow(viewer.channel)
        leaving = asyncio.create_task(_watch(viewer, receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})
            while not viewer.gone:
                body = await self._next(viewer)
                if not may_stay():
                    break
                await send({"type": "http.response.body", "body": body, "more_body": True})
                # Nothing more to send, but this waits until what was sent has left; newer frames replace each other.
                await send({"type": "http.response.body", "body": b"", "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._viewers.discard(viewer)
            self._leave(viewer.channel)
            leaving.cancel()

    def _follow(self, channel: Channel) -> None:
        """Listen on a player's channel from its first viewer on; its snapshots are made for viewers alone."""
        if channel not in CHANNELS and channel not in self._owns:
            self._owns[channel] = partial(self._hear, channel)
            self._table.listen(channel, self._owns[channel])

    def _leave(self, channel: Channel) -> None:
        if channel in self._owns and not any(viewer.channel == channel for viewer in self._viewers):
            self._table.stop_listening(channel, self._owns.pop(channel))
            self._shown.pop(channel, None)

    async def _next(self, viewer: Viewer) -> bytes:
        """What makes the newest snapshot of what this viewer has; waits for it, or gives a sign of life."""
        while viewer.sent is self._shown.get(viewer.channel):
            viewer.waiting = asyncio.get_running_loop().create_future()
            if await viewer.waiting:
                return b"" if viewer.gone else BEAT
        viewer.sent = shown = self._shown[viewer.channel]
        if viewer.had is None:
            return shown.whole
        had, viewer.had = viewer.had, shown.mark
        return shown.since(had)

    async def _beat(self) -> None:
        """Give every viewer a sign of life from time to time."""
        tick, passed = min(self._heartbeat, OFTEN_SECONDS), 0.0
        while True:
            await asyncio.sleep(tick)
            passed += tick
            for viewer in self._viewers:
                if viewer.often or passed >= self._heartbeat:
                    viewer.wake(beat=True)
            passed = passed if passed < self._heartbeat else 0.0


async def _watch(viewer: Viewer, receive: Receive) -> None:
    """Wait until the viewer goes away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.gone = True
    viewer.wake(beat=True)


async def _refuse(send: Send, status: int, text: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    kept = headers if headers is _STREAM_HEADERS else [(b"content-type", b"text/plain; charset=utf-8"), *headers]
    await send({"type": "http.response.start", "status": status, "headers": kept})
    await send({"type": "http.response.body", "body": text, "more_body": False})
