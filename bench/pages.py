"""Size of the pages, and the time until a slow phone shows them: `make bench ARGS=pages`.

A real table of each game runs a demonstration, with its journal and pages; a newly started Chromium opens them. For
each page the benchmark measures:

- the bytes of a first visit in German (which adds the translations to the scripts), and those of a second visit;
- the time from the start of a visit until the page shows the game, on a slow phone: 1.6 Mbit/s, 150 ms per request, an
  empty cache, and a fraction of this machine's processor. A quarter of it corresponds to Lighthouse's mobile profile; a
  sixth is slower, and is the promised case. Lighthouse means 150 ms of round trip, and slows each request down by a
  factor of 3.75 when it throttles a browser, so this line is faster. A response without a page is requested alternately
  with the pages, under the same conditions: its time is that of the line and this machine, the rest is the page's own.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from bench.chromium import chromium
from bench.goals import Figure
from companion.games import game_ids
from cuelight.app.table import LiveTable
from cuelight.history.archive import Archive
from web.api.table_port import Doors
from web.server.server import Server

WEIGHED = (
    *("/board", "/mat", "/desk", "/start", "/join", "/seat/1", "/seats", "/box", "/setup", "/shop"),
    *("/history", "/history/1", "/login", "/print", "/nowhere"),
)
TIMED = ("/board", "/mat", "/desk", "/start", "/join", "/seat/1", "/setup", "/history")
NO_PAGE = "/api/door"
PHONE = ViewportSize(width=390, height=844)
LOADS = 5
QUIET_MS = 500
_SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
USUAL_PHONE, SLOW_PHONE = 4, 6  # factors by which the processor is slower
# Set when the page has painted its first content: the game, or its substitute.
_WATCH_READY = """
  const shown = () => document.querySelector("html[data-seq], .playbill form, .own-none:not([hidden])") !== null
    || document.querySelector(".history, .error, .paper, .seats-page, body > pre") !== null;
  const painted = () => { window.ready = performance.now(); };
  const look = () => requestAnimationFrame(() => (shown() ? setTimeout(painted) : look()));
  look();
"""
_READY = "() => window.ready !== undefined && document.fonts.status === 'loaded'"


class Visit(NamedTuple):
    """One visit: bytes on the line, requests, seconds until it showed the game."""

    size: int
    requests: int
    seconds: float


class Form(NamedTuple):
    """Scope of a measurement; a game must have `events` events before its pages are visited."""

    games: Sequence[str]
    weighed: Sequence[str]
    timed: Sequence[str]
    loads: int
    processors: Sequence[int]
    events: int


LONG = Form(tuple(game_ids()), WEIGHED, TIMED, LOADS, (USUAL_PHONE, SLOW_PHONE), 20)
SHORT = Form(LONG.games[:1], WEIGHED[:1], TIMED[:1], 1, (1,), 0)


@contextmanager
def served(table: LiveTable, history: Archive | None = None, doors: Doors | None = None) -> Iterator[str]:
    """Serve a table until the block ends; yield its address."""
    table.start()
    server = Server(table, "127.0.0.1", 0, history=history, doors=doors)
    server.start()
    try:
        yield server.address
    finally:
        server.stop()
        table.stop()


@contextmanager
def played(folder: Path, game: str | None = None, language: str = "en", demo: bool = True) -> Iterator[str]:
    """Run a demonstration table until the block ends; yield its address.

    Without `demo` nobody plays.
    """
    path = folder / f"{game}-{language}.db"
    table = LiveTable(path, time.monotonic, time.time, demo=demo, game=game, language=language)
    with served(table, Archive(path)) as address:
        yield address


def wait_until(page: Page, shown: str) -> None:
    """Poll a condition: the pages' policy forbids a long-running evaluation."""
    while not page.evaluate(shown):
        time.sleep(0.02)


def visits(browser: Browser, address: str, processor: int | None = None) -> tuple[Visit, Visit]:
    """Visit a page twice in a fresh browser; return the first and the second visit.

    Args:
        processor: factor by which the phone's processor is slower, with a slow line; None for this machine and its
            line.
    """
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.add_init_script(_WATCH_READY)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    if processor is not None:
        line.send("Network.emulateNetworkConditions", _SLOW)
        line.send("Emulation.setCPUThrottlingRate", {"rate": processor})
    found = _visit(page, line, address), _visit(page, line, address)
    context.close()
    return found


def _visit(page: Page, line: CDPSession, address: str) -> Visit:
    sizes: list[int] = []
    note = lambda event: sizes.append(event["encodedDataLength"])  # noqa: E731 # removed below
    line.on("Network.loadingFinished", note)
    page.goto(address, wait_until="load")
    wait_until(page, _READY)
    came = -1
    while came < len(sizes):  # requests of the page itself, and fonts that are found late
        came = len(sizes)
        page.wait_for_timeout(QUIET_MS)
    line.remove_listener("Network.loadingFinished", note)
    return Visit(sum(sizes), len(sizes), page.evaluate("window.ready") / 1000)


def weigh(browser: Browser, folder: Path, form: Form) -> list[int]:
    """Print the bytes of each page of each game; return those of the first visits."""
    found = []
    for game in form.games:
        with played(folder, game, "de") as address:
            wait_for_game(browser, address, form.events)
            for path in form.weighed:
                first, second = visits(browser, address + path)
                found.append(first.size)
                print(
                    f"{game} {path}: {first.size / 1000:.1f} kB in {first.requests} requests, "
                    f"again {second.size / 1000:.1f} kB in {second.requests}",
                    flush=True,
                )
    return found


def wait_for_game(browser: Browser, address: str, events: int) -> None:
    """Wait until the table shows its game with more than `events` events."""
    page = browser.new_context().new_page()
    page.goto(address + "/board")
    wait_until(page, f"() => Number(document.documentElement.dataset.seq) > {events}")
    page.context.close()


def load(browser: Browser, folder: Path, form: Form, processor: int) -> list[tuple[float, float]]:
    """Print the seconds until a slow phone shows each page.

    Returns the medians, and those above the plain response.
    """
    print(f"with {processor} times less processor:")
    found = []
    with played(folder) as address:
        wait_for_game(browser, address, form.events)
        for path in form.timed:
            both = (address + NO_PAGE, address + path)
            taken = [tuple(_seconds(browser, each, processor) for each in both) for _ in range(form.loads)]
            alone, cold, warm = (sorted(times) for times in zip(*((a[0], *b) for a, b in taken), strict=True))
            middle, own = statistics.median(cold), statistics.median(b[0] - a[0] for a, b in taken)
            found.append((middle, own))
            print(
                f"{path}: a slow phone shows it after {middle:.2f} s (best {cold[0]:.2f}, worst {cold[-1]:.2f}, "
                f"of {form.loads}), again {statistics.median(warm):.2f} s; an answer that is no page after "
                f"{statistics.median(alone):.2f} s; the page's own {own:.2f} s",
                flush=True,
            )
    return found


def _seconds(browser: Browser, address: str, processor: int) -> tuple[float, float]:
    first, second = visits(browser, address, processor)
    return first.seconds, second.seconds


def figures(short: bool) -> Iterator[Figure]:
    """Yield the weight of the heaviest page and the time of the slowest."""
    form = SHORT if short else LONG
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        sizes = weigh(browser, Path(name), form)
        yield Figure("page-weight", max(sizes) / 1000, f"{len(sizes)} pages in German, from {min(sizes) / 1000:.0f} kB")
        for processor in form.processors:
            found = load(browser, Path(name), form, processor)
    middles, owns = zip(*found, strict=True)
    spread = f"medians of {form.loads} loads from {min(middles):.2f} s"
    own = f"the page's own {min(owns):.2f} to {max(owns):.2f} s"
    yield Figure("page-ready", max(middles), f"{spread}; {own}; {processor} times less processor")
