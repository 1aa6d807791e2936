"""Time until a board snapshot has reached 1,000 and 5,000 viewers: `make bench ARGS=viewers`.

The real server publishes snapshots a few times a second and sends each viewer the difference, as to the pages. Both
have a realistic size. The viewers run in another process, so that their streams cost the server only the sending. The
time is from the publication of a snapshot until the kernel has its last byte for a viewer (SO_TIMESTAMPNS): a viewer at
home has a processor of its own, but these share one.
"""

import json
import multiprocessing
import re
import resource
import select
import socket
import statistics
import struct
import time
from collections.abc import Iterator
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

VIEWERS = {"viewers": 1000, "many-viewers": 5000}
SHORT_VIEWERS = 50
PER_SECOND = 4
ROUNDS, SHORT_ROUNDS = 40, 4
SNAPSHOT_BYTES, CHANGED_BYTES = 12_000, 300
_STAMP = re.compile(rb'"published":\[?([0-9.]+)')
_SO_TIMESTAMPNS = 35  # of Linux, asm-generic/socket.h; Python's socket module does not name it
_REQUEST = b"GET /live/board?since= HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"


class StampedTable:
    """A table whose board contains its time of publication."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._rest = json.dumps(_a_long_evening(), ensure_ascii=False)
        self._newest = self._stamped()

    def _stamped(self) -> bytes:
        now = f"{time.time():.6f}"
        changed = now * (CHANGED_BYTES // len(now))
        return f'{{"published":{now},"changed":"{changed}","board":{self._rest}}}'.encode()

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

    def stop_listening(self, channel: Channel, callback: Listener) -> None:
        """Do nothing: the board always has listeners."""

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
    """Yield the 99th percentiles over all viewers and snapshots, beside those of events that all go through ASGI."""
    rounds = SHORT_ROUNDS if short else ROUNDS
    for goal, viewers in VIEWERS.items():
        found, p99 = _measured(SHORT_VIEWERS if short else viewers, rounds)
        if not short:
            with patch.object(ServedConnection, "write", lambda _connection, _part: False):
                found += f"; through ASGI {_measured(viewers, rounds)[0]}"
        yield Figure(goal, p99, found)


def _measured(viewers: int, rounds: int) -> tuple[str, float]:
    """Return what was found in words, and the 99th percentile in milliseconds."""
    times, cores = _times(viewers, rounds)
    cuts = [1000 * cut for cut in statistics.quantiles(times, n=100)]
    delivered = len(times) / (viewers * rounds)
    return f"median {cuts[49]:.0f}, p99 {cuts[98]:.0f} ms, {cores:.2f} cores, {delivered:.1%} delivered", cuts[98]


def _times(viewers: int, rounds: int) -> tuple[list[float], float]:
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
    """Run all viewers in the other process; send the seconds that each of their snapshots took."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = viewers + 100
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))
    arrivals = select.epoll()
    sockets: dict[int, socket.socket] = {}
    for _ in range(viewers):
        viewer = socket.create_connection(("127.0.0.1", port))
        viewer.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
        viewer.sendall(_REQUEST)
        viewer.setblocking(False)
        sockets[viewer.fileno()] = viewer
        arrivals.register(viewer, select.EPOLLIN)
    waiting = set(sockets)  # for their first snapshot, which is whole
    while waiting:
        for descriptor, _ in arrivals.poll():
            if _STAMP.search(sockets[descriptor].recv(65536)):
                waiting.discard(descriptor)
    parent.send("ready")
    times: list[float] = []
    while not parent.poll():
        for descriptor, _ in arrivals.poll(0.2):
            times += _ages(*sockets[descriptor].recvmsg(65536, 64)[:2])
    parent.send(times)


def _ages(received: bytes, ancillary: list[tuple[int, int, bytes]]) -> Iterator[float]:
    """Yield the age of each snapshot when the kernel had its last byte, however late this process reads it."""
    for _, kind, stamp in ancillary:
        if kind == _SO_TIMESTAMPNS:
            seconds, nanoseconds = struct.unpack("qq", stamp)
            for published in _STAMP.findall(received):
                yield seconds + 1e-9 * nanoseconds - float(published)
