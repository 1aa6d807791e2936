"""Effect of attackers with many connections on screens and readers: `python -m bench.crowd`.

There are three processes. The first is the real table with a demonstration, its pages, and a thread that reads a pipe
like a reader's thread. The second is the crowd. The third is the players: the wall screen, which requests and follows
the board, new phones, each from its own address, and a seat with its key. The crowd opens silent connections, opens
streams, and reads streams slowly, from many addresses of this machine's own network (127.0.0.0/8; nothing leaves it).
It reopens closed connections at a limited rate. Then follows a siege: twenty addresses hold all connections that
strangers may have together.
"""

from __future__ import annotations

import asyncio
import http.client
import multiprocessing
import os
import resource
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing import reduction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from cuelight.app.access.keeper import AccessControl
from cuelight.app.table import LiveTable
from web.security.headers import cookie_name
from web.server.server import Server

IDLE, STREAMS, SLOW = 1700, 1200, 200
ADDRESSES = 630
SIEGE_ADDRESSES, SIEGE_EACH = 20, 30
SECONDS = 30.0
BOARD_SECONDS, READER_SECONDS = 0.200, 0.050
SOFT_FILES = 1024  # the usual limit of a process
TICK = 0.02  # period of a reader
_AGAIN_A_SECOND = 200
_STREAM = b"GET /live/board HTTP/1.1\r\nHost: localhost\r\n\r\n"
_STAMP = 8
_SPAWN = multiprocessing.get_context("spawn")


class Felt(NamedTuple):
    """Observed effects: times in seconds, size of the log, connections held at the end."""

    board: list[float]
    phones: list[float]
    seat: list[float]
    failed: int
    reader: list[float]
    snapshots: int
    log_bytes: int
    held: dict[str, int]

    def __str__(self) -> str:
        """Return the result for people, in one line."""
        reader = statistics.quantiles(self.reader, n=100)[98]
        held = ", ".join(f"{number} {sort}" for sort, number in self.held.items())
        asked = {"board": self.board, "new phones": self.phones, "a seat": self.seat}
        times = (
            f"{who} median {statistics.median(took) * 1000:.0f} ms, worst {max(took) * 1000:.0f} ms"
            for who, took in asked.items()
        )
        return (
            f"{'; '.join(times)}; {self.failed} failed of {sum(map(len, asked.values()))}; "
            f"readers p99 {reader * 1000:.1f} ms; "
            f"{self.snapshots} snapshots on the wall; {self.log_bytes} bytes of log; held by the crowd: {held}"
        )


def felt(idle: int, streams: int, slow: int, seconds: float, folder: Path, addresses: int = ADDRESSES) -> Felt:
    """Let a crowd attack from so many addresses for so long, and measure."""
    folder.mkdir(exist_ok=True)
    log, sorts = folder / "log", ["idle"] * idle + ["stream"] * streams + ["slow"] * slow
    with _table(folder / "table.db", log) as (port, seat, line, delays), _crowd(port, sorts, addresses) as crowd:
        crowd.recv()  # all have connected once
        reading = threading.Event()
        ticking = threading.Thread(target=_tick, args=(line, reading))
        ticking.start()
        snapshots, watching = [0], threading.Event()
        wall = threading.Thread(target=_watch, args=(port, snapshots, watching), daemon=True)
        wall.start()
        board, phones, seats = _Visits(port, "/board"), _Visits(port, "/board"), _Visits(port, "/api/door", seat)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            come = len(board.times)
            for visits, source in ((board, "127.0.0.1"), (phones, f"127.9.{come // 250}.{1 + come % 250}"),
                                   (seats, "127.10.0.1")):  # fmt: skip
                visits.come(source)
            time.sleep(0.1)
        reading.set()
        ticking.join()
        watching.set()
        crowd.send("enough")
        held = crowd.recv()
        os.close(line)
        measured = delays.recv()
    wall.join()
    failed = board.failed + phones.failed + seats.failed
    return Felt(board.times, phones.times, seats.times, failed, measured, snapshots[0], log.stat().st_size, held)


class _Visits:
    """Visits of one kind: the time of each, and the number of failures."""

    def __init__(self, port: int, path: str, cookie: str = "") -> None:
        self.times: list[float] = []
        self.failed = 0
        self._port = port
        self._path = path
        self._headers = {"Cookie": cookie} if cookie else {}

    def come(self, source: str) -> None:
        """Connect from this address, send a request, and read the answer."""
        began = time.monotonic()
        try:
            self._ask(source)
        except (OSError, http.client.HTTPException):
            self.failed += 1
        self.times.append(time.monotonic() - began)

    def _ask(self, source: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=8, source_address=(source, 0))
        with closing(connection):
            connection.request("GET", self._path, headers=self._headers)
            answer = connection.getresponse()
            body = answer.read()
        if answer.status != 200 or (self._headers and b'"seat"' not in body):
            raise OSError(answer.status)


def _watch(port: int, snapshots: list[int], enough: threading.Event) -> None:
    """Follow the board as the wall screen does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    with closing(connection), suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/live/board")
        answer = connection.getresponse()
        while not enough.is_set() and (line := answer.readline()):
            snapshots[0] += line.startswith(b"data: {")


def _tick(line: int, enough: threading.Event) -> None:
    """Write to the reader's line periodically, with the time of writing."""
    while not enough.wait(TICK):
        os.write(line, time.monotonic_ns().to_bytes(_STAMP, "big"))


# --- the table


@contextmanager
def _table(journal: Path, log: Path) -> Iterator[tuple[int, str, int, Connection]]:
    here, there = _SPAWN.Pipe()
    reading, line = os.pipe()
    os.set_inheritable(reading, True)
    process = _SPAWN.Process(target=_serve, args=(journal, log, there, reduction.DupFd(reading)))
    process.start()
    os.close(reading)
    try:
        yield *here.recv(), line, here
    finally:
        here.send("enough")
        process.join()


def _serve(journal: Path, log: Path, parent: Connection, line: object) -> None:
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    _most, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT_FILES, hard))
    table = LiveTable(journal, time.monotonic, time.time, demo=True)
    table.start()
    doors = AccessControl(journal, time.time, lambda: table.own_mark)
    server = Server(table, "127.0.0.1", 0, doors=doors)
    server.start()
    delays: list[float] = []
    reader = threading.Thread(target=_read, args=(line.detach(), delays))  # type: ignore[attr-defined]  # a DupFd
    reader.start()
    parent.send((server.port, f"{cookie_name('seat', server.port)}=1.{doors.make_keys([1])[1]}"))
    reader.join()
    parent.send(delays)
    parent.recv()
    server.stop()
    table.stop()


def _read(line: int, delays: list[float]) -> None:
    """Wait for the line in a system call, as a reader's thread does, and record the delay."""
    while stamp := os.read(line, _STAMP):
        delays.append((time.monotonic_ns() - int.from_bytes(stamp, "big")) / 1e9)


# --- the crowd


@contextmanager
def _crowd(port: int, sorts: list[str], addresses: int) -> Iterator[Connection]:
    here, there = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_besiege, args=(port, sorts, addresses, there))
    process.start()
    try:
        yield here
    finally:
        process.join()


def _besiege(port: int, sorts: list[str], addresses: int, parent: Connection) -> None:
    os.nice(5)
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = len(sorts) + 200
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    parent.send(asyncio.run(_come(port, sorts, addresses, parent)))


async def _come(port: int, sorts: list[str], addresses: int, parent: Connection) -> dict[str, int]:
    sources = [f"127.0.{2 + number // 250}.{1 + number % 250}" for number in range(addresses)]
    guests = [Guest(sort, port, sources[index % addresses]) for index, sort in enumerate(sorts)]
    again = asyncio.Semaphore(_AGAIN_A_SECOND)

    async def refill() -> None:
        while True:
            await asyncio.sleep(1.0)
            for _ in range(_AGAIN_A_SECOND - again._value):
                again.release()

    tasks = [asyncio.create_task(guest.stay(again)) for guest in guests] + [asyncio.create_task(refill())]
    await asyncio.sleep(len(guests) / _AGAIN_A_SECOND + 1.0)
    parent.send("here")
    await asyncio.to_thread(parent.recv)
    held = {sort: sum(guest.inside for guest in guests if guest.sort == sort) for sort in ("idle", "stream", "slow")}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return held


class Guest:
    """One connection, reopened whenever it is closed."""

    def __init__(self, sort: str, port: int, address: str) -> None:
        self.sort = sort
        self.inside = False
        self._port = port
        self._address = address

    async def stay(self, again: asyncio.Semaphore) -> None:
        """Keep the connection open until cancelled."""
        while True:
            await again.acquire()
            with suppress(OSError):
                await self._once()
            self.inside = False

    async def _once(self) -> None:
        loop = asyncio.get_running_loop()
        with socket.socket() as sock:
            sock.setblocking(False)
            if self.sort == "slow":
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.bind((self._address, 0))
            await loop.sock_connect(sock, ("127.0.0.1", self._port))
            if self.sort != "idle":
                await loop.sock_sendall(sock, _STREAM)
                self.inside = (await loop.sock_recv(sock, 15)).startswith(b"HTTP/1.1 200")
                if not self.inside:
                    return
            self.inside = True
            while await loop.sock_recv(sock, 100 if self.sort == "slow" else 65536):
                if self.sort == "slow":
                    await asyncio.sleep(1.0)


def main(arguments: list[str]) -> int:
    """Measure and print; return 1 if a goal is missed."""
    seconds = float(arguments[0]) if arguments else SECONDS
    with tempfile.TemporaryDirectory() as folder:
        alone = felt(0, 0, 0, seconds / 3, Path(folder, "alone"))
        crowd = felt(IDLE, STREAMS, SLOW, seconds, Path(folder, "crowd"))
        siege = felt(SIEGE_ADDRESSES * SIEGE_EACH, 0, 0, seconds, Path(folder, "siege"), SIEGE_ADDRESSES)
    print(f"alone: {alone}\nin the crowd: {crowd}\nin the siege: {siege}")
    print(f"promise crowd: {IDLE} idle connections, {STREAMS} streams, {SLOW} slow readers: {crowd}")
    print(f"promise siege: {SIEGE_ADDRESSES} addresses with {SIEGE_EACH} idle connections each: {siege}")
    return 0 if all(map(held, (crowd, siege))) else 1


def held(found: Felt) -> bool:
    """Return whether the promise holds."""
    slowest = max(found.board + found.phones + found.seat)
    reader = statistics.quantiles(found.reader, n=100)[98]
    return slowest < BOARD_SECONDS and reader < READER_SECONDS and not found.failed and not found.log_bytes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
