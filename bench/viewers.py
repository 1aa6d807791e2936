"""Time until a board snapshot has reached a thousand viewers: `make bench ARGS=viewers`.

The real server publishes snapshots of a realistic size a few times a second. The viewers run in another process, so
that a thousand streams cost the server only the sending. The time is from the publication of a snapshot until a viewer
has its last byte, on the clock that both processes share.
"""

import asyncio
import json
import multiprocessing
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any
from unittest.mock import patch

from bench.goals import Figure
from companion.othello.model.deck import load_deck
from companion.table.viewer import HOST, Viewer
from web.api.table_port import Channel, Listener
from web.security.rate_limits import Limits
from web.server.connections import Connection as ServedConnection
from web.server.server import Server

VIEWERS, SHORT_VIEWERS = 1000, 50
PER_SECOND = 4
ROUNDS, SHORT_ROUNDS = 40, 4
SNAPSHOT_BYTES = 12_000
_STAMP = b'"published":'
_REQUEST = b"GET /live/board HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"


class StampedTable:
    """A table whose board contains its time of publication."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._rest = json.dumps(_a_long_evening(), ensure_ascii=False)
        self._newest = self._stamped()

    def _stamped(self) -> bytes:
        return f'{{"published":{time.monotonic():.6f},"board":{self._rest}}}'.encode()

    def publish(self) -> None:
        """Publish the board again, with the current time."""
        self._newest = self._stamped()
        for callback in self._listeners:
            callback(self._newest)

    def board(self) -> bytes:
        """Return the newest snapshot."""
        return self._newest

    def desk(self) -> bytes:
        """Return an empty object: no viewer requests it."""
        return b"{}"

    def own(self, player: int) -> bytes:
        """Return an empty object, too."""
        return b"{}"

    def listen(self, channel: Channel, callback: Listener) -> None:
        """Call `callback` with each board."""
        if channel == "board":
            self._listeners.append(callback)

    def ask(self, name: str, body: dict[str, Any], asker: Viewer = HOST) -> dict[str, Any]:
        """Return an empty object: nobody asks."""
        return {}

    def command(self, name: str, body: dict[str, Any], asker: Viewer = HOST) -> dict[str, Any]:
        """Return an empty object: nobody plays."""
        return {}


def _a_long_evening() -> dict[str, Any]:
    """Return a board of six seats with enough scored cards for the snapshot size of a late act."""
    seats: list[dict[str, Any]] = [{"seat": f"seat{n}", "name": f"Player {n}", "scored": []} for n in range(1, 7)]
    board = {"v": 1, "seq": 412, "act": 3, "scene": 5, "seats": seats}
    for index, card in enumerate(load_deck("stand-in").cards.values()):
        if len(json.dumps(board, ensure_ascii=False)) >= SNAPSHOT_BYTES:
            break
        seats[index % len(seats)]["scored"].append(asdict(card))
    return board


def figures(short: bool) -> Iterator[Figure]:
    """Yield the 99th percentile over all viewers and snapshots, beside that of events that all go through ASGI."""
    viewers, rounds = (SHORT_VIEWERS, SHORT_ROUNDS) if short else (VIEWERS, ROUNDS)
    size = len(StampedTable().board()) / 1000
    times, cores = _measured(viewers, rounds)
    cuts = statistics.quantiles(times, n=100)
    context = (
        f"median {1000 * cuts[49]:.0f} ms, {cores:.2f} cores; {viewers} viewers, {PER_SECOND} boards of {size:.1f} kB"
    )
    context += f" a second; {len(times) / (viewers * rounds):.1%} delivered"
    if not short:
        with patch.object(ServedConnection, "write", lambda _connection, _part: False):
            slow_times, slow_cores = _measured(viewers, rounds)
        slow = statistics.quantiles(slow_times, n=100)
        context += f"; through ASGI median {1000 * slow[49]:.0f}, p99 {1000 * slow[98]:.0f} ms, {slow_cores:.2f} cores"
    yield Figure("viewers", 1000 * cuts[98], context)


def _measured(viewers: int, rounds: int) -> tuple[list[float], float]:
    """Return the seconds until each viewer had each snapshot, and the processor cores that the server used."""
    table = StampedTable()
    limits = Limits(own_allowance=10.0 * viewers)  # all connect from this machine, in seconds
    server = Server(table, "127.0.0.1", 0, viewers=viewers, limits=limits)
    server.start()
    here, there = multiprocessing.get_context("spawn").Pipe()
    watching = multiprocessing.get_context("spawn").Process(target=_watch, args=(server.port, viewers, there))
    watching.start()
    there.close()  # so that the next line fails, rather than waits for ever, if the viewers cannot connect
    here.recv()  # every viewer has its first snapshot
    began, used = time.monotonic(), time.process_time()
    for _ in range(rounds):
        table.publish()
        time.sleep(1 / PER_SECOND)
    cores = (time.process_time() - used) / (time.monotonic() - began)
    here.send("enough")
    times: list[float] = here.recv()
    watching.join()
    server.stop()
    return times, cores


def _watch(port: int, viewers: int, parent: Connection) -> None:
    """Run all viewers on one event loop, in the other process."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = viewers + 100
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))
    parent.send(asyncio.run(_watch_all(port, viewers, parent)))


async def _watch_all(port: int, viewers: int, parent: Connection) -> list[float]:
    loop = asyncio.get_running_loop()
    ready = asyncio.Semaphore(0)
    watchers = [Watcher(ready.release) for _ in range(viewers)]
    for start in range(0, viewers, 50):  # people do not all connect at once
        await asyncio.gather(
            *(loop.create_connection(lambda w=w: w, "127.0.0.1", port) for w in watchers[start : start + 50])  # type: ignore[misc]
        )
    for _ in watchers:
        await ready.acquire()
    parent.send("ready")
    await asyncio.to_thread(parent.recv)
    return [seconds for watcher in watchers for seconds in watcher.times[1:]]


class Watcher(asyncio.Protocol):
    """One viewer: records the age of each snapshot when its last byte arrives."""

    def __init__(self, first: Callable[[], None]) -> None:
        self.times: list[float] = []
        self._first = first
        self._pending = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(_REQUEST)

    def data_received(self, data: bytes) -> None:
        """Record the time of each complete event."""
        now = time.monotonic()
        self._pending += data
        for published in self._complete():
            self.times.append(now - published)
            if len(self.times) == 1:
                self._first()

    def _complete(self) -> Iterator[float]:
        while (end := self._pending.find(b"\n\n")) >= 0:
            event, self._pending = self._pending[:end], self._pending[end + 2 :]
            stamp = event.find(_STAMP)
            if stamp >= 0:
                yield float(event[stamp + len(_STAMP) :].split(b",", 1)[0])
