"""Check that refusal times reveal no hidden card: `python -m bench.refusal_times [TRIES]`.

There are three closed tables: two are identical, and at the third the cards that the asker does not see are redealt. A
seat with its key and the host send all three, over HTTP and in turn, requests that are refused. For each request, the
times at the first table are compared with those at the second and the third. An attacker who knows both distributions
guesses the table from one time: the best possible guess is right in (1 + D) / 2 of the tries, where D is the largest
distance between the two distributions (Kolmogorov, Smirnov). Chance alone makes D larger than 0; the identical tables
show by how much.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from bisect import bisect_right
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

from bench.hidden_requests import Request, Site, served, some_moments, some_requests, tables
from companion.table.viewer import HOST, Role, Viewer, seat_of

TRIES = 200  # of each request at each table
REQUESTS = 12  # of each asker at each moment
MOMENTS = 3
NOTICED = 0.02  # excess of right guesses over identical tables that counts as a finding


class Compared(NamedTuple):
    """One request: rate of right guesses, and distance of the medians in seconds.

    First between identical tables, then between different ones; finally the median itself.
    """

    equal: float
    other: float
    equal_apart: float
    other_apart: float
    median: float


def guessed(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return how often the best guess from one time is right."""
    first, second = sorted(ours), sorted(theirs)
    distance = max(
        abs(bisect_right(first, at) / len(first) - bisect_right(second, at) / len(second)) for at in first + second
    )
    return (1 + distance) / 2


def compared(
    sites: Sequence[Site], request: Request, asker: Viewer, tries: int, chance: random.Random
) -> Compared | None:
    """Return the times of a refused request; None for an accepted one."""
    path, body = request
    if any(site.ask("POST", path, body, asker).status == 200 for site in sites):
        return None
    times: list[list[float]] = [[] for _ in sites]
    connections = [site.connection() for site in sites]
    order = list(range(len(sites)))
    for _ in range(tries):
        chance.shuffle(order)
        for number in order:
            times[number].append(_timed(connections[number], path, body, sites[number].headers(asker)))
    for connection in connections:
        connection.close()
    medians = [statistics.median(each) for each in times]
    apart = medians[1] - medians[0], medians[2] - medians[0]
    return Compared(guessed(times[0], times[1]), guessed(times[0], times[2]), *apart, medians[0])


def _timed(connection: HTTPConnection, path: str, body: object, headers: dict[str, str]) -> float:
    began = time.perf_counter()
    connection.request("POST", path, json.dumps(body), headers)
    connection.getresponse().read()
    return time.perf_counter() - began


def measured(tries: int, folder: Path) -> list[Compared]:
    """Measure all requests at all moments."""
    found, chance = [], random.Random(tries)
    for player in range(2):
        for number, (state, other) in enumerate(some_moments(MOMENTS, 40, player)):
            place = folder / f"{player}.{number}"
            place.mkdir()
            with tables(place, state, state, other) as three, served(place, three) as sites:
                for asker in (seat_of(player), HOST):
                    requests = some_requests(state, other, asker, chance)
                    shown = [each for each in requests if asker.role is not Role.HOST or each[0] != "/api/mat"]
                    chance.shuffle(shown)
                    refused = (compared(sites, each, asker, tries, chance) for each in shown)
                    found += [each for each, _ in zip(filter(None, refused), range(REQUESTS), strict=False)]
    return found


def main(arguments: list[str]) -> int:
    """Measure and print.

    Returns 1 if the different table is recognised noticeably more often than an identical one.
    """
    tries = int(arguments[0]) if arguments else TRIES
    with tempfile.TemporaryDirectory() as folder:
        found = measured(tries, Path(folder))
    equal, other = (statistics.mean(getattr(each, field) for each in found) for field in ("equal", "other"))
    apart = (statistics.median(getattr(each, f"{which}_apart") for each in found) for which in ("equal", "other"))
    same_apart, others_apart = (f"{seconds * 1e6:+.0f} µs" for seconds in apart)
    print(
        f"promise refusal-times: {len(found)} refused requests, {tries} times each: from one time the table is guessed "
        f"right in {other:.1%} of the tries, between equal tables in {equal:.1%}; medians {others_apart} apart, "
        f"of equal tables {same_apart}, of {statistics.median(each.median for each in found) * 1e3:.1f} ms"
    )
    return 0 if other - equal < NOTICED else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
