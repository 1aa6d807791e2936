"""What the pages weigh, and how soon they show: `python -m bench.pages [LOADS]`.

A real table plays itself, with its journal and its pages; a real Chromium looks at them. Three things are measured:

- the bytes of a first visit, and what of it comes over the line at the second one;
- the time from the start of a visit until the page shows the game, on a slow phone: 6 times less processor, 1.6 Mbit/s,
  150 ms for each request, nothing in the browser's cache;
- the time from the moment at which the journal has an event until the board has painted it.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from companion.journal import log
from cuelight.live.table import LiveTable
from web.server import Server

PAGES = ("/board", "/mat", "/desk", "/start", "/join", "/seat/1")
PHONE = {"width": 390, "height": 844}
LOADS = 9
EVENTS = 300
GOAL_BYTES, GOAL_SECONDS, GOAL_SCREEN = 150_000, 1.0, 0.100
_SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
_PROCESSOR = 6
# When the page has painted what was there at its first look: the game, or the form.
_WATCH_READY = """
  const shown = () => document.documentElement.dataset.seq ?? document.querySelector("form, .own-none:not([hidden])");
  const painted = () => { window.ready = performance.now(); };
  const look = () => requestAnimationFrame(() => (shown() ? setTimeout(painted) : look()));
  look();
"""
_WATCH_EVENTS = """
  window.painted = [];
  const note = (seq) => window.painted.push([seq, performance.timeOrigin + performance.now()]);
  const root = document.documentElement;
  new MutationObserver(() => {
    const seq = Number(root.dataset.seq);
    requestAnimationFrame(() => setTimeout(note, 0, seq));
  }).observe(root, { attributeFilter: ["data-seq"] });
"""
_READY = "() => window.ready !== undefined && document.fonts.status === 'loaded'"


class Visit(NamedTuple):
    """One visit: bytes over the line, requests, seconds until it showed the game."""

    size: int
    requests: int
    seconds: float


class Commits:
    """When the journal had what the board then showed, by the board's number."""

    def __init__(self, table: LiveTable) -> None:
        self.at: dict[int, float] = {}
        self._last = 0.0
        self._append = log.Journal.append_all
        table.listen("board", self._hear)

    def stamp(self, journal: log.Journal, records: Any, at: float) -> None:
        """In place of the journal's own: the time at which it came back."""
        self._append(journal, records, at)
        self._last = time.time()

    def _hear(self, board: bytes) -> None:
        seq = int(board.split(b'"seq":', 1)[1].split(b",", 1)[0])
        self.at.setdefault(seq, self._last)


@contextmanager
def played(folder: Path) -> Iterator[tuple[str, Commits]]:
    """A table that plays itself, until the block ends."""
    table = LiveTable(folder / "table.db", time.monotonic, time.time, demo=True)
    commits = Commits(table)
    log.Journal.append_all = lambda *given: commits.stamp(*given)  # type: ignore[method-assign]
    table.start()
    server = Server(table, "127.0.0.1", 0)
    server.start()
    try:
        yield f"http://127.0.0.1:{server.port}", commits
    finally:
        server.stop()
        table.stop()


def wait_until(page: Page, shown: str) -> None:
    """Ask from time to time: the pages' policy lets no text be run in them for longer."""
    while not page.evaluate(shown):
        time.sleep(0.02)


def visits(browser: Browser, address: str, slow: bool) -> tuple[Visit, Visit]:
    """A first visit of a page and a second one, in a browser that knows nothing of it."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.add_init_script(_WATCH_READY)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    if slow:
        line.send("Network.emulateNetworkConditions", _SLOW)
        line.send("Emulation.setCPUThrottlingRate", {"rate": _PROCESSOR})
    found = _visit(page, line, address), _visit(page, line, address)
    context.close()
    return found


def _visit(page: Page, line: CDPSession, address: str) -> Visit:
    sizes: list[int] = []
    note = lambda event: sizes.append(event["encodedDataLength"])  # noqa: E731  # taken off again below
    line.on("Network.loadingFinished", note)
    page.goto(address, wait_until="load")
    wait_until(page, _READY)
    line.remove_listener("Network.loadingFinished", note)
    return Visit(sum(sizes), len(sizes), page.evaluate("window.ready") / 1000)


def to_the_screen(browser: Browser, address: str, commits: Commits, events: int) -> list[float]:
    """Seconds from the journal to the board's paint, for so many events."""
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(address + "/board")
    wait_until(page, "() => document.documentElement.dataset.link === 'live'")
    page.evaluate(_WATCH_EVENTS)
    wait_until(page, f"() => window.painted.length >= {events}")
    painted: list[tuple[int, float]] = page.evaluate("window.painted")
    page.context.close()
    return [at / 1000 - commits.at[seq] for seq, at in painted if seq in commits.at]


def main() -> int:
    """Measure and print; 1 when a goal is missed."""
    loads = int(sys.argv[1]) if len(sys.argv) > 1 else LOADS
    missed = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, played(Path(folder)) as table:
        address, commits = table
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for path in PAGES:
            first, second = visits(browser, address + path, slow=False)
            slow = [visits(browser, address + path, slow=True) for _ in range(loads)]
            cold, warm = (sorted(visit[which].seconds for visit in slow) for which in (0, 1))
            missed |= first.size > GOAL_BYTES or statistics.median(cold) > GOAL_SECONDS
            print(
                f"{path}: {first.size / 1000:.0f} kB in {first.requests} requests, "
                f"again {second.size / 1000:.1f} kB in {second.requests}; a slow phone shows it after "
                f"{statistics.median(cold):.2f} s (best {cold[0]:.2f}, worst {cold[-1]:.2f}, of {loads}), "
                f"again {statistics.median(warm):.2f} s",
                flush=True,
            )
        times = to_the_screen(browser, address, commits, EVENTS)
        cuts = statistics.quantiles(times, n=100)
        missed |= cuts[98] > GOAL_SCREEN
        print(
            f"from the journal to the board's paint: {len(times)} events, median {cuts[49] * 1000:.0f} ms, "
            f"95 % {cuts[94] * 1000:.0f} ms, 99 % {cuts[98] * 1000:.0f} ms, worst {max(times) * 1000:.0f} ms"
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
