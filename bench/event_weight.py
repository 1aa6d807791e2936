"""Bytes that an event sends to an open page: `make bench ARGS=event_weight`.

A real table of each game runs a demonstration, with its journal and pages. One viewer of the wall, one of the desk and
one of a seat follow their live channels as the pages do, with changes instead of whole snapshots. The weight of an
event is its number of bytes on the line, without compression.
"""

from __future__ import annotations

import http.client
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from bench.goals import Figure
from bench.pages import served
from companion.games import game_ids
from cuelight.app.access.closed_table import doors_of
from cuelight.app.table import LiveTable

EVENTS, SHORT_EVENTS = 200, 5
PACE = 0.2  # of the bots
CHANNELS = ("board", "desk", "own")


def weights(address: str, channel: str, cookie: str, count: int, found: list[int]) -> None:
    """Append the sizes of `count` changes to `found` as they arrive."""
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)) as line:
        line.request("GET", f"/live/{channel}?since=", headers={"Cookie": cookie})
        stream, event = line.getresponse(), b""
        while len(found) < count:
            piece = stream.readline()
            if not piece:  # a short game is over, and the key of its seat has expired
                break
            event += piece
            if piece == b"\n":
                if event.startswith(b"event: change"):
                    found.append(len(event))
                event = b""


def cookie(address: str, path: str, body: dict[str, object]) -> str:
    """Return the cookie that authenticates a browser."""
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)) as line:
        line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        return str(line.getresponse().headers["set-cookie"]).partition(";")[0]


def measure(folder: Path, game: str, count: int) -> dict[str, list[int]]:
    """Return the weights of a game's events by channel."""
    file = folder / f"{game}.db"
    table = LiveTable(file, time.monotonic, time.time, demo=True, game=game, pace=PACE)
    doors = doors_of(table, file, time.time)
    pin = doors.first_pin()
    with served(table, doors=doors) as address:
        host = cookie(address, "/api/login", {"pin": pin})
        seat = cookie(address, "/api/seat", {"seat": 1, "key": doors.make_keys([1])[1]})
        found: dict[str, list[int]] = {channel: [] for channel in CHANNELS}
        readers = [
            Thread(target=weights, args=(address, channel, who, count, found[channel]))
            for channel, who in zip(CHANNELS, ("", host, seat), strict=True)
        ]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
    return found


def figures(short: bool) -> Iterator[Figure]:
    """Yield the largest median of all games and channels."""
    count, medians = SHORT_EVENTS if short else EVENTS, []
    games = list(game_ids())[: 1 if short else None]
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            for channel, found in measure(Path(folder), game, count).items():
                middle, most = statistics.median(found), statistics.quantiles(found, n=100, method="inclusive")[98]
                told = f"median {middle:.0f} bytes, p99 {most:.0f}, worst {max(found)}, {len(found)} events"
                print(f"{game} {channel}: {told}", flush=True)
                medians.append(middle)
    spread = f"{min(medians) / 1000:.1f} to {max(medians) / 1000:.1f} kB"
    yield Figure("event-weight", max(medians) / 1000, f"{spread} by game and page; {count} events each")
