"""How long a board snapshot takes to reach a thousand viewers: `python -m bench.viewers [VIEWERS]`.

The real server publishes snapshots of a realistic size a few times a second. The viewers are another process, so that
reading a thousand streams costs the server nothing but the sending. A time is taken from the publishing of a snapshot
until a viewer has its last byte, by the clock that both processes share.
"""

import asyncio
import json
import multiprocessing
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from companion.othello.model.deck import load_deck
from web.port import Channel, Listener
from web.server import Server

VIEWERS = 1000
PER_SECOND = 4
ROUNDS = 40
SNAPSHOT_BYTES = 12_000
GOAL_SECONDS = 0.100
_STAMP = b'"published":'
_REQUEST = b"GET /live/board HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"


class Delivery(NamedTuple):
    """What was measured: times in seconds, the snapshot's size in bytes, the share of deliveries that arrived."""

    viewers: int
    size: int
    median: float
    p99: float
    delivered: float

    def __str__(self) -> str:
        """One line for people."""
        return (
            f"viewers: {self.viewers} of a {self.size / 1000:.1f} kB board, {PER_SECOND} a second: "
            f"median {self.median * 1000:.0f} ms, p99 {self.p99 * 1000:.0f} ms, {self.delivered:.1%} delivered "
            f"(goal: p99 under {GOAL_SECONDS * 1000:.0f} ms)"
        )


class StampedTable:
    """A table whose board says when it was published."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._rest = json.dumps(_a_long_evening(), ensure_ascii=False)
        self._newest = self._stamped()

    def _stamped(self) -> bytes:
        return f'{{"published":{time.monotonic():.6f},"board":{self._rest}}}'.encode()

    def publish(self) -> None:
        """Show the board again, with the time of now."""
        self._newest = self._stamped()
        for callback in self._listeners:
            callback(self._newest)

    def board(self) -> bytes:
        """The newest snapshot."""
        return self._newest

    def desk(self) -> bytes:
        """Nothing: no viewer here asks for it."""
        return b"{}"

    def own(self, player: int) -> bytes:
        """Nothing either."""
        return b"{}"

    def listen(self, channel: Channel, callback: Listener) -> None:
        """Tell `callback` of each board."""
        if channel == "board":
            self._listeners.append(callback)

    def command(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Nobody plays here."""
        return {}


def _a_long_evening() -> dict[str, Any]:
    """Six seats with as many scored cards as make a snapshot of the size that a late act has."""
    seats: list[dict[str, Any]] = [{"seat": f"seat{n}", "name": f"Player {n}", "scored": []} for n in range(1, 7)]
    board = {"v": 1, "seq": 412, "act": 3, "scene": 5, "seats": seats}
    for index, card in enumerate(load_deck("stand-in").cards.values()):
        if len(json.dumps(board, ensure_ascii=False)) >= SNAPSHOT_BYTES:
            break
        seats[index % len(seats)]["scored"].append(asdict(card))
    return board


def measure(viewers: int = VIEWERS) -> Delivery:
    """Serve so many viewers and time what they are sent."""
    table = StampedTable()
    server = Server(table, "127.0.0.1", 0, viewers=viewers)
    server.start()
    here, there = multiprocessing.get_context("spawn").Pipe()
    watching = multiprocessing.get_context("spawn").Process(target=_watch, args=(server.port, viewers, there))
    watching.start()
    here.recv()  # every viewer has its first snapshot
    for _ in range(ROUNDS):
        table.publish()
        time.sleep(1 / PER_SECOND)
    here.send("enough")
    times: list[float] = here.recv()
    watching.join()
    server.stop()
    cuts = statistics.quantiles(times, n=100)
    return Delivery(viewers, len(table.board()), cuts[49], cuts[98], len(times) / (viewers * ROUNDS))


def _watch(port: int, viewers: int, parent: Connection) -> None:
    """The other process: all viewers, on one event loop."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = viewers + 100
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))
    parent.send(asyncio.run(_watch_all(port, viewers, parent)))


async def _watch_all(port: int, viewers: int, parent: Connection) -> list[float]:
    loop = asyncio.get_running_loop()
    ready = asyncio.Semaphore(0)
    watchers = [Watcher(ready.release) for _ in range(viewers)]
    for start in range(0, viewers, 50):  # people do not all come through the door at once
        await asyncio.gather(
            *(loop.create_connection(lambda w=w: w, "127.0.0.1", port) for w in watchers[start : start + 50])  # type: ignore[misc]
        )
    for _ in watchers:
        await ready.acquire()
    parent.send("ready")
    await asyncio.to_thread(parent.recv)
    return [seconds for watcher in watchers for seconds in watcher.times[1:]]


class Watcher(asyncio.Protocol):
    """One viewer: notes how old each snapshot is when its last byte has come."""

    def __init__(self, first: Callable[[], None]) -> None:
        self.times: list[float] = []
        self._first = first
        self._pending = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(_REQUEST)

    def data_received(self, data: bytes) -> None:
        """Take the time of each event that is complete."""
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


def main() -> int:
    """Measure and print; 1 when the goal is missed."""
    delivery = measure(int(sys.argv[1]) if len(sys.argv) > 1 else VIEWERS)
    print(delivery)
    return 0 if delivery.p99 < GOAL_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
