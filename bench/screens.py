"""Time until an event is on the screen, and cost of an idle page: `make bench ARGS=screens`.

A real table of each game runs a demonstration, with its journal and pages; a real Chromium shows one page at a time.
The benchmark measures:

- the time from the commit of an event to the journal until the page has painted it, and its part until the page
  receives it. Changes due to time alone (a light that comes on again) have no record and are no events. A separate
  process that only reads the clock records when the machine stalled, and how long processes waited for a processor; a
  late event counts, and is printed with these times;
- the processor time of a page's main thread per event, which other load does not affect;
- the processor time per second of idle pages, for all Chromium processes together, compared with an empty page: the
  wall of an open table, and a game in which everybody waits.
"""

from __future__ import annotations

import multiprocessing
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Error, Page, Playwright, ViewportSize, sync_playwright

from bench.chromium import chromium
from bench.goals import GOALS, Figure
from bench.pages import NO_PAGE, PHONE, served, wait_until
from companion.games import game_ids
from companion.journal import log
from cuelight.app.access.closed_table import doors_of
from cuelight.app.table import LiveTable

WALL, TABLET = ViewportSize(width=1920, height=1080), ViewportSize(width=1280, height=800)
FOLLOWING = {"/board": WALL, "/seat/1": PHONE, "/mat": TABLET, "/desk": TABLET}
EVENTS, SHORT_EVENTS, WARM = (
    200,
    3,
    20,
)  # measured, and before them, during which a browser compiles the page's scripts
PACE = 0.4  # of the bots: about three events a second, twice what people can follow
LOOK, GAP = 0.005, 0.030  # seconds between two readings of the clock, and gap from which the machine counts as stalled
PRESSURE = Path("/proc/pressure/cpu")
AT_REST, SHORT_AT_REST = 30.0, 0.5  # seconds until a page is idle, and for which it is measured
# A page's clock starts with the page; the browser reports its start on the machine's clock.
_WATCH = """
  window.painted = [];
  let heard = 0;
  const hear = () => { heard = performance.now(); };
  window.EventSource = class extends EventSource {
    constructor(address) {
      super(address);
      for (const kind of ["message", "change"]) this.addEventListener(kind, hear);
    }
  };
  const note = (...found) => window.painted.push([...found, performance.now()]);
  let last = "";
  const told = () => {
    const { seq } = document.documentElement.dataset;
    if (seq === last) return;      // the same once more: the first time counts
    last = seq;
    requestAnimationFrame(() => setTimeout(note, 0, Number(seq), heard));
  };
  new MutationObserver(told).observe(document, { subtree: true, attributeFilter: ["data-seq"] });
"""


class Painted(NamedTuple):
    """A sequence number that a page painted, with the times of its arrival and painting."""

    seq: int
    heard: float
    at: float


class Shown(NamedTuple):
    """A published board: its sequence number, its time, and the commit time.

    The latter is None without a record.
    """

    seq: int
    at: float
    committed: float | None


class Event(NamedTuple):
    """Times at which an event was committed, received by a page, and painted."""

    committed: float
    heard: float
    painted: float

    @property
    def seconds(self) -> float:
        """Time from the journal to the screen."""
        return self.painted - self.committed


class Commits:
    """Records the commit time of each published board, as a context manager."""

    def __init__(self, table: LiveTable) -> None:
        self.shown: list[Shown] = []
        self.writing: list[float] = []  # seconds of each journal write, including the flush to the disk
        self._append = log.Journal.append_all
        self._since: float | None = None
        table.listen("board", self._hear)

    def __enter__(self) -> Commits:
        log.Journal.append_all = lambda *given: self._stamp(*given)  # type: ignore[method-assign]
        return self

    def __exit__(self, *_error: object) -> None:
        log.Journal.append_all = self._append  # type: ignore[method-assign]

    def _stamp(self, journal: log.Journal, records: Any, at: float) -> None:
        """Replace the journal's method: record the first commit time since a board was published."""
        began = time.monotonic()
        self._append(journal, records, at)
        now = time.monotonic()
        self.writing.append(now - began)
        self._since = now if self._since is None else self._since

    def _hear(self, board: bytes) -> None:
        seq = int(board.split(b'"seq":', 1)[1].split(b",", 1)[0])
        if not self.shown or self.shown[-1].seq != seq:
            self.shown.append(Shown(seq, time.monotonic(), self._since))
        self._since = None

    def count(self, since: float) -> int:
        """Return the number of events since then."""
        return sum(each.committed is not None and each.committed > since for each in self.shown)

    def events(self, painted: list[Painted], since: float) -> list[Event]:
        """Return the events that were committed since then and painted.

        A skipped number counts as painted with the next.
        """
        found: list[Event] = []
        left = iter(self.shown)
        shown = next(left, None)
        for each in painted:
            caught = False  # reached the painted number; numbers can repeat in another game
            while shown is not None and shown.at <= each.heard and not caught:
                caught = shown.seq == each.seq
                if shown.committed is not None and shown.committed > since:
                    found.append(Event(shown.committed, each.heard, each.at))
                shown = next(left, None)
        return found


class Glance(NamedTuple):
    """A reading of the machine: the time, and total seconds of waiting for a processor."""

    at: float
    waited: float


def watch_machine(told: Connection) -> None:
    """Read the clock until a message arrives, then send the readings."""
    looks = []
    while not told.poll():
        looks.append(Glance(time.monotonic(), waited()))
        time.sleep(LOOK)
    told.send(looks)


def waited() -> float:
    """Return the total seconds that processes have waited for a processor.

    Returns 0 if the kernel does not report them.
    """
    found = re.search(r"some .*total=(\d+)", PRESSURE.read_text()) if PRESSURE.exists() else None
    return int(found[1]) / 1e6 if found is not None else 0.0


@contextmanager
def watched() -> Iterator[list[Glance]]:
    """Record the machine during the block; the list is filled when the block ends."""
    looks: list[Glance] = []
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=watch_machine, args=(there,))
    process.start()
    there.close()  # so that its end is noticed
    try:
        yield looks
    finally:
        here.send(None)
        looks += here.recv()
        process.join()


def of_the_machine(looks: list[Glance], event: Event) -> tuple[float, float]:
    """Return the seconds of an event in which the machine stalled, and those of waiting.

    The latter is processes waiting for a processor.
    """
    still = waiting = 0.0
    for one, two in pairwise(looks):
        share = max(0.0, min(event.painted, two.at) - max(event.committed, one.at)) / (two.at - one.at)
        still += (two.at - one.at) * share if two.at - one.at > GAP else 0.0
        waiting += (two.waited - one.waited) * share
    return still, waiting


class Stay(NamedTuple):
    """A page that follows a game: its browser session, and its processor time at the start."""

    page: Page
    line: CDPSession
    began: float

    def metrics(self) -> dict[str, float]:
        """Return the browser's metrics of the page."""
        return {each["name"]: each["value"] for each in self.line.send("Performance.getMetrics")["metrics"]}

    def worked(self) -> float:
        """Return the processor seconds of its main thread since the start."""
        return self.metrics()["TaskDuration"] - self.began

    def painted(self) -> list[Painted]:
        """Return the numbers that it has painted, with times on the machine's clock."""
        began = self.metrics()["NavigationStart"]
        found = self.page.evaluate("window.painted")
        return [Painted(seq, began + heard / 1000, began + at / 1000) for seq, heard, at in found]


def stay(browser: Browser, address: str, size: ViewportSize = WALL) -> Stay:
    """Open a page, and wait until it follows the game."""
    page = browser.new_context(viewport=size).new_page()
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(_WATCH)
    page.goto(address)
    if not address.endswith(NO_PAGE):
        wait_until(page, "() => document.documentElement.dataset.link === 'live'")
    found = Stay(page, line, 0.0)
    return found._replace(began=found.worked())


def to_the_screen(playwright: Playwright, game: str, path: str, events: int, warm: int = WARM) -> list[float]:
    """Print and return the seconds from the journal to the paint of a page.

    The page is alone in its browser.
    """
    browser = playwright.chromium.launch(executable_path=chromium())
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "table.db"
        table = LiveTable(file, time.monotonic, time.time, demo=True, game=game, pace=PACE)
        doors = doors_of(table, file, time.time) if path.startswith("/seat") else None
        with Commits(table) as commits, served(table, doors=doors) as address, watched() as looks:
            key = f"#{doors.make_keys([1])[1]}" if doors is not None else ""
            page = stay(browser, address + path + key, FOLLOWING[path])
            began, painted, worked = time.monotonic(), page.painted(), 0.0
            while commits.count(began) < warm + events:
                time.sleep(1.0)
                with suppress(Error):  # after a short game a phone restarts with a new key: that game counts
                    painted, worked = max((painted, worked), (page.painted(), page.worked()), key=lambda it: len(it[0]))
            found = commits.events(painted, began)[warm:]
    browser.close()
    whole, heard = ([each.seconds for each in found], [each.heard - each.committed for each in found])
    print(
        f"{game} {path}: {told(whole)}; heard: {told(heard)}; {worked / len(painted) * 1000:.1f} ms of processor each"
    )
    print(f"  of the journal: {told(commits.writing)}")
    for late in (each for each in found if each.seconds * 1000 > GOALS["screens"]["event-painted"].limit):
        parts = (late.seconds, late.heard - late.committed, *of_the_machine(looks, late))
        took, hearing, still, waiting = (f"{seconds * 1000:.0f} ms" for seconds in parts)
        print(f"  {took}, {hearing} until heard; the machine stood still {still}, a process waited for it {waiting}")
    sys.stdout.flush()
    return whole


def told(times: list[float]) -> str:
    """Return a distribution for people."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    shown = {"median": cuts[49], "99 %": cuts[98], "worst": max(times)}
    return f"{len(times)} events, " + ", ".join(f"{name} {value * 1000:.0f} ms" for name, value in shown.items())


def at_rest(playwright: Playwright, address: str, seconds: float) -> float:
    """Return the processor seconds per second of a browser with this page, once it is idle."""
    browser = playwright.chromium.launch(executable_path=chromium())
    page = stay(browser, address).page
    line = browser.new_browser_cdp_session()
    page.wait_for_timeout(seconds * 1000)
    before = _used(line)
    page.wait_for_timeout(seconds * 1000)
    used = _used(line) - before
    browser.close()
    return sum(used.values()) / seconds


def _used(line: CDPSession) -> Counter[str]:
    found: Counter[str] = Counter()
    for process in line.send("SystemInfo.getProcessInfo")["processInfo"]:
        found[process["type"]] += process["cpuTime"]
    return found


def rest(playwright: Playwright, folder: Path, seconds: float) -> Figure:
    """Return the cost of an idle board compared with an empty page."""
    with served(LiveTable(folder / "idle.db", time.monotonic, time.time)) as address:
        empty, idle = (at_rest(playwright, address + path, seconds) for path in (NO_PAGE, "/board"))
    table = LiveTable(folder / "waits.db", time.monotonic, time.time)
    with served(table) as address:
        table.command("start", {"names": ["Ann", "Ben", "Cleo"], "lead": 0})
        waits = at_rest(playwright, address + "/board", seconds)
    context = f"an empty page {empty:.1%}, the board {idle:.1%}, while it waits for everybody {waits:.1%}"
    return Figure("idle-wall", 100 * (idle - empty), f"{context}; {seconds:.0f} s each")


def figures(short: bool) -> Iterator[Figure]:
    """Yield the 99th percentile of the slowest page, and the cost of an idle board."""
    events, warm, seconds = (SHORT_EVENTS, 0, SHORT_AT_REST) if short else (EVENTS, WARM, AT_REST)
    paths, games = (("/board",), list(game_ids())[:1]) if short else (tuple(FOLLOWING), list(game_ids()))
    p99: dict[str, float] = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        for path in paths:
            times = [taken for game in games for taken in to_the_screen(playwright, game, path, events, warm)]
            p99[path] = statistics.quantiles(times, n=100, method="inclusive")[98] * 1000
            print(f"{path}, all games: {told(times)}", flush=True)
        pages = ", ".join(f"{path} {value:.0f} ms" for path, value in p99.items())
        yield Figure("event-painted", max(p99.values()), f"p99: {pages}; about {events} events of each game and page")
        yield rest(playwright, Path(name), seconds)
