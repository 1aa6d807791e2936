"""The live feed: one asyncio fan-out of server-sent events for all viewers of the board, the desk and the seats.

Each event is a full snapshot, so a viewer that reconnects only needs the next one. If a viewer names the snapshot that
it has (`since`), it receives only the difference, which is made once for all viewers with the same one. Slow viewers
skip to the newest snapshot; nothing is queued. This module is plain ASGI and does not use Flask.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, MutableMapping
from functools import cached_property, partial
from typing import Any
from urllib.parse import parse_qs

from web.api.table_port import Channel, Table
from web.feed.delta import change, encoded, mark

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Write = Callable[[bytes], bool]

HEARTBEAT_SECONDS = 15.0
OFTEN_SECONDS = 2.0  # for a visible page, which reports a lost connection within 5 s
RETRY_AFTER_SECONDS = 5
REMEMBERED = 4  # snapshots before the newest one, for viewers that skip some
BEAT = b"event: beat\ndata: 1\n\n"

_STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


def always() -> bool:
    """Return true: a viewer who may stay, whatever changes."""
    return True


def never(_event: bytes) -> bool:
    """Return false: a viewer whose events all go through ASGI."""
    return False


def frame(snapshot: bytes) -> bytes:
    """Return one server-sent event with `snapshot`. It has no id and no time, so equal snapshots give equal bytes."""
    return b"".join(b"data: " + line + b"\n" for line in snapshot.splitlines()) + b"\n"


class Shown:
    """A snapshot in every form in which it is sent. Each form is made for the first viewer that needs it."""

    def __init__(self, snapshot: bytes, before: Shown | None = None) -> None:
        self._snapshot = snapshot
        self._earlier: tuple[Shown, ...] = (before, *before._earlier)[:REMEMBERED] if before is not None else ()
        self._changed: dict[str, bytes] = {}  # by the mark of the snapshot that the viewer has

    @cached_property
    def mark(self) -> str:
        """Id of the snapshot."""
        return mark(self._snapshot)

    @cached_property
    def whole(self) -> bytes:
        """Event with the whole snapshot."""
        return frame(self._snapshot)

    def since(self, had: str) -> bytes:
        """Return the event for a viewer that has the snapshot with this mark."""
        if had == self.mark:
            return BEAT
        if had not in self._changed:
            found = next((each for each in self._earlier if each.mark == had), None)
            if found is None:
                return self._marked
            self._changed[had] = self._change_of(found)
        return self._changed[had]

    def forget(self) -> None:
        """Drop the earlier snapshots and the cached differences, because this snapshot is no longer the newest."""
        self._earlier = ()
        self._changed.clear()

    @cached_property
    def _marked(self) -> bytes:
        return b"id: %b\n%b" % (self.mark.encode(), self.whole)

    def _change_of(self, old: Shown) -> bytes:
        payload = encoded({"of": old.mark, "change": change(old.document, self.document) or {}})
        return b"event: change\nid: %b\n%b" % (self.mark.encode(), frame(payload.encode()))

    @cached_property
    def document(self) -> Any:
        """The snapshot, decoded."""
        return json.loads(self._snapshot)


class Viewer:
    """One open stream: the snapshot that it was sent last, and the future that wakes it."""

    __slots__ = ("channel", "gone", "had", "may_stay", "often", "sent", "waiting", "write")

    def __init__(
        self,
        channel: Channel,
        had: str | None = None,
        often: bool = False,
        *,
        may_stay: Callable[[], bool] = always,
        write: Write = never,
    ) -> None:
        """
        Args:
            may_stay: called before each event.
            write: writes an event to the connection at once and returns true, or false if earlier ones have not left.
            had: the mark of the snapshot that the viewer has, "" for none; None for a viewer that wants whole snapshots
                only.
            often: whether the viewer wants a heartbeat every 2 s.
        """
        self.channel: Channel = channel
        self.had = had
        self.often = often
        self.may_stay = may_stay
        self.write = write
        self.sent: Shown | None = None
        self.gone = False
        self.waiting: asyncio.Future[bytes] | None = None  # its result is the next event

    def push(self, shown: Shown | None) -> None:
        """Send the newest snapshot, or a heartbeat (None), straight to the connection; else wake the stream to send it.

        Most viewers take an event at once. Their streams stay asleep, which makes it several times cheaper.
        """
        waiting = self.waiting
        if waiting is None or waiting.done():
            return  # the stream is sending an earlier event, and looks for the newest one then
        event = BEAT if shown is None else self.event(shown)
        if not (not self.gone and self.may_stay() and self.write(event)):
            waiting.set_result(event)

    def event(self, shown: Shown) -> bytes:
        """Return the event with a snapshot, or with the difference from the one that the viewer has."""
        self.sent = shown
        if self.had is None:
            return shown.whole
        had, self.had = self.had, shown.mark
        return shown.since(had)


class Feed:
    """Sends the snapshots of a table to its viewers. All of it runs on one event loop, except `listen`'s callbacks."""

    def __init__(self, table: Table, *, limit: int, heartbeat: float = HEARTBEAT_SECONDS) -> None:
        """
        Args:
            limit: the most viewers at once, all channels together; one more gets a 503.
            heartbeat: seconds between two heartbeats to a viewer.
        """
        self._table = table
        self._limit = limit
        self._heartbeat = heartbeat
        self._viewers: dict[Viewer, None] = {}  # in the order in which they came
        self._shown: dict[Channel, Shown] = {}
        self._followed: dict[Channel, Callable[[bytes], None]] = {}  # channels beside the board that have viewers
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None

    @property
    def viewers(self) -> int:
        """Number of open streams."""
        return len(self._viewers)

    def open(self) -> None:
        """Start on the running loop: read the newest board and listen for new ones."""
        self._loop = asyncio.get_running_loop()
        self._table.listen("board", partial(self._hear, "board"))
        self._shown["board"] = Shown(self._table.board())
        self._beating = self._loop.create_task(self._beat())

    def close(self) -> None:
        """End every stream. Snapshots that the table publishes later are ignored."""
        self._loop = None
        if self._beating is not None:
            self._beating.cancel()
        for viewer in self._viewers:
            viewer.gone = True
            viewer.push(None)

    def beat(self) -> None:
        """Send every viewer a heartbeat now and check whether it may stay. Call it on the running loop."""
        for viewer in self._viewers:
            viewer.push(None)

    async def serve(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        channel: Channel,
        may_stay: Callable[[], bool] = always,
        write: Write = never,
    ) -> None:
        """Serve the stream of a channel, as an ASGI application; see `Viewer` for `may_stay` and `write`."""
        if self._loop is None or len(self._viewers) >= self._limit:
            retry = [(b"retry-after", str(RETRY_AFTER_SECONDS).encode())]
            await _refuse(send, 503, b"Too many viewers are connected. Try again in a moment.", retry)
        elif scope["method"] == "HEAD":
            await _refuse(send, 200, b"", _STREAM_HEADERS)
        else:
            asked = parse_qs(scope.get("query_string", b"").decode("latin1"), keep_blank_values=True)
            since, often = asked.get("since"), asked.get("beat") == ["often"]
            viewer = Viewer(channel, since[0] if since else None, often, may_stay=may_stay, write=write)
            await self._stream(viewer, receive, send)

    def _hear(self, channel: Channel, snapshot: bytes) -> None:
        """Receive a snapshot from the table, on any thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop was closed
                loop.call_soon_threadsafe(self._publish, channel, snapshot)

    def _publish(self, channel: Channel, snapshot: bytes) -> None:
        if channel != "board" and channel not in self._followed:
            return  # its last viewer has left
        before = self._shown.get(channel)
        self._shown[channel] = shown = Shown(snapshot, before)
        if before is not None:
            before.forget()
        for viewer in self._viewers:
            if viewer.channel == channel:
                viewer.push(shown)

    async def _stream(self, viewer: Viewer, receive: Receive, send: Send) -> None:
        self._viewers[viewer] = None
        self._follow(viewer.channel)
        leaving = asyncio.create_task(_watch(viewer, receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})
            while not viewer.gone:
                body = await self._next(viewer)
                if not viewer.may_stay():
                    break
                await send({"type": "http.response.body", "body": body, "more_body": True})
                # Sends nothing, but waits until the event has left; newer snapshots replace each other in this time.
                await send({"type": "http.response.body", "body": b"", "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._viewers.pop(viewer, None)
            self._leave(viewer.channel)
            leaving.cancel()

    def _follow(self, channel: Channel) -> None:
        """Listen to a channel for its first viewer; the table makes all snapshots but the board only for viewers."""
        if channel != "board" and channel not in self._followed:
            self._followed[channel] = partial(self._hear, channel)
            self._table.listen(channel, self._followed[channel])

    def _leave(self, channel: Channel) -> None:
        if channel in self._followed and not any(viewer.channel == channel for viewer in self._viewers):
            self._table.stop_listening(channel, self._followed.pop(channel))
            self._shown.pop(channel, None)

    async def _next(self, viewer: Viewer) -> bytes:
        """Wait for the next event of a viewer and return it: a snapshot, a difference or a heartbeat."""
        if viewer.sent is not self._shown.get(viewer.channel):
            return viewer.event(self._shown[viewer.channel])
        viewer.waiting = asyncio.get_running_loop().create_future()
        event = await viewer.waiting
        return b"" if viewer.gone else event

    async def _beat(self) -> None:
        """Send heartbeats for ever."""
        tick, passed = min(self._heartbeat, OFTEN_SECONDS), 0.0
        while True:
            await asyncio.sleep(tick)
            passed += tick
            for viewer in self._viewers:
                if viewer.often or passed >= self._heartbeat:
                    viewer.push(None)
            passed = passed if passed < self._heartbeat else 0.0


async def _watch(viewer: Viewer, receive: Receive) -> None:
    """Wait until the viewer disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.gone = True
    viewer.push(None)


async def _refuse(send: Send, status: int, text: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    kept = headers if headers is _STREAM_HEADERS else [(b"content-type", b"text/plain; charset=utf-8"), *headers]
    await send({"type": "http.response.start", "status": status, "headers": kept})
    await send({"type": "http.response.body", "body": text, "more_body": False})
