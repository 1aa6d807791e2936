"""How soon an event is on the screen, and what a page costs meanwhile and at rest: `python -m bench.screens [EVENTS]`.

A real table plays itself, with its journal and its pages; a real Chromium shows them. Three things are measured:

- the time from the moment at which the journal has an event until the board has painted it. Beside the board stands an
  empty page that hears the same feed and paints nothing: what it takes is the journal's, the feed's and this machine's;
- what an event costs a page's main thread, in its own processor time: other work on the machine does not add to it;
- what pages cost in a second at rest, all of Chromium's processes together, beside an empty page: the wall of an open
  house, and a game in which everybody waits.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, Playwright, ViewportSize, sync_playwright

from bench.pages import NO_PAGE, served, wait_until
from companion.games import game_ids
from companion.journal import log
from cuelight.live.table import LiveTable

FOLLOWING = ("/board", "/mat", "/desk")
WALL = ViewportSize(width=1920, height=1080)
EVENTS = 300
REST, AT_REST = 30.0, 30.0  # seconds until a page has come to rest, and for which it is watched
GOAL_SCREEN, GOAL_REST = 0.100, 0.020  # seconds; seconds of processor in a second, above an empty page
_PAINTED = """
  window.painted = [];
  const note = (seq) => window.painted.push([seq, performance.timeOrigin + performance.now()]);
  const told = (seq) => requestAnimationFrame(() => setTimeout(note, 0, seq));
"""
_WATCH = (
    _PAINTED
    + """
  const root = document.documentElement;
  new MutationObserver(() => told(Number(root.dataset.seq))).observe(root, { attributeFilter: ["data-seq"] });
  null;
"""
)
_HEAR = (
    _PAINTED
    + """
  const feed = new EventSource("/live/board");
  feed.onmessage = ({ data }) => told(Number(/"seq":(\\d+)/.exec(data)[1]));
  null;
"""
)


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


class Stay(NamedTuple):
    """A page that follows a game: its own session with the browser, and its processor time at first."""

    page: Page
    line: CDPSession
    began: float


def stay(browser: Browser, address: str) -> Stay:
    """Open a page on a wall's screen, and wait until it follows."""
    page = browser.new_context(viewport=WALL).new_page()
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    if not address.endswith(NO_PAGE):
        wait_until(page, "() => document.documentElement.dataset.link === 'live'")
    return Stay(page, line, worked(line))


def worked(line: CDPSession) -> float:
    """Seconds of processor time that a page's main thread has used."""
    metrics = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def painted(page: Page) -> list[tuple[int, float]]:
    """The numbers that a page has painted, each with its time."""
    found: list[tuple[int, float]] = page.evaluate("window.painted")
    return found


def to_the_screen(browser: Browser, table: LiveTable, events: int) -> tuple[list[float], list[float]]:
    """Seconds from the journal to the paint, of the board and of an empty page; what an event costs each page."""
    commits = Commits(table)
    log.Journal.append_all = lambda *given: commits.stamp(*given)  # type: ignore[method-assign]
    with served(table) as address:
        alone = stay(browser, address + NO_PAGE)
        alone.page.evaluate(_HEAR)
        stays = {path: stay(browser, address + path) for path in FOLLOWING}
        stays["/board"].page.evaluate(_WATCH)
        while len(painted(stays["/board"].page)) < events:
            time.sleep(1.0)
        for path, each in stays.items():
            print(f"{path}: {(worked(each.line) - each.began) / events * 1000:.1f} ms of processor an event")
        times = [
            [at / 1000 - commits.at[seq] for seq, at in painted(each.page) if commits.at.get(seq)]
            for each in (stays["/board"], alone)
        ]
        for each in (alone, *stays.values()):
            each.page.context.close()
    log.Journal.append_all = commits._append  # type: ignore[method-assign]
    return times[0], times[1]


def told(times: list[float]) -> str:
    """A distribution, for people."""
    cuts = statistics.quantiles(times, n=100)
    shown = {"median": cuts[49], "95 %": cuts[94], "99 %": cuts[98], "worst": max(times)}
    return f"{len(times)} events, " + ", ".join(f"{name} {value * 1000:.0f} ms" for name, value in shown.items())


def at_rest(playwright: Playwright, address: str) -> float:
    """Seconds of processor that a browser with this page uses in a second, once the page has come to rest."""
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
    page = stay(browser, address).page
    line = browser.new_browser_cdp_session()
    page.wait_for_timeout(REST * 1000)
    before = _used(line)
    page.wait_for_timeout(AT_REST * 1000)
    used = _used(line) - before
    browser.close()
    return sum(used.values()) / AT_REST


def _used(line: CDPSession) -> Counter[str]:
    found: Counter[str] = Counter()
    for process in line.send("SystemInfo.getProcessInfo")["processInfo"]:
        found[process["type"]] += process["cpuTime"]
    return found


def rest(playwright: Playwright, folder: Path) -> float:
    """What pages cost at rest, printed; that of the idle wall above an empty page is given."""
    with served(LiveTable(folder / "idle.db", time.monotonic, time.time)) as address:
        empty, idle = (at_rest(playwright, address + path) for path in (NO_PAGE, "/board"))
    table = LiveTable(folder / "waits.db", time.monotonic, time.time)
    with served(table) as address:
        table.command("start", {"names": ["Ann", "Ben", "Cleo"], "lead": 0})
        waits = at_rest(playwright, address + "/board")
    print(
        f"of a processor at rest: an empty page {empty:.2%}, the wall of an open house {idle:.2%}, "
        f"one on which everybody is waited for {waits:.2%}"
    )
    return idle - empty


def main() -> int:
    """Measure and print; 1 when a goal is missed."""
    events = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    missed = False
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for game in game_ids():
            table = LiveTable(folder / f"{game}.db", time.monotonic, time.time, demo=True, game=game)
            board, alone = to_the_screen(browser, table, events)
            missed |= statistics.quantiles(board, n=100)[98] > GOAL_SCREEN
            print(f"promise event-painted: {game}: {told(board)}; an empty page: {told(alone)}", flush=True)
        browser.close()
        above = rest(playwright, folder)
    print(f"promise idle-wall: {above:.2%} of a processor more than an empty page")
    return int(missed or above > GOAL_REST)


if __name__ == "__main__":
    sys.exit(main())
