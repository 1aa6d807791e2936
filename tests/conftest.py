"""Fixtures shared by several test files."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from bench.chromium import chromium
from companion.core.i18n import ENGLISH, speak
from hardware.emulator import EmulatedReader
from tests.support.mat_world import NOT_RUN
from tests.support.small_disk import NO_SMALL_DISK
from tests.support.unpacked import NO_LIBNFC, NO_PCSCD
from tests.support.virtual_cards import SOCKET

# The same examples each time. `make proof` runs more and other ones if a test sets no number.
settings.register_profile("tests", max_examples=40, derandomize=True, deadline=None)
settings.register_profile("proof", max_examples=5000, deadline=None)
settings.load_profile("tests")

QUIET = (
    "--no-sandbox",
    "--font-render-hinting=none",  # as in Chromium with a window, so that pages and pictures are the same in both
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


os.environ["LANGUAGE"] = "en"  # independent of the machine's language
os.environ["PCSCLITE_CSOCK_NAME"] = str(SOCKET)  # no test uses this machine's pcscd

MEMORY = Path("/dev/shm")
ROOM = 2**30  # bytes; a run of all tests uses far less


def is_roomy(folder: Path) -> bool:
    """Return True if programs can be kept and run in a folder, and much else."""
    if not os.access(folder, os.W_OK):
        return False
    disk = os.statvfs(folder)
    return not disk.f_flag & os.ST_NOEXEC and disk.f_bavail * disk.f_frsize >= ROOM


# Journals wait for the disk at each record, together for many minutes; in memory they need not. No test needs a real
# disk: power cuts are simulated, and tests of full disks mount their own.
if is_roomy(MEMORY):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

SLOW = frozenset(Path(__file__).with_name("slow.txt").read_text(encoding="utf-8").split())
"""Files of tests, without `test_`, that take many seconds: real time, real processes, many games."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests and browser tests, which `make quick` leaves out."""
    for item in items:
        if item.path.stem.removeprefix("test_") in SLOW or "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal each test's games from its own seed, so that every run has the same games."""
    deals = Random(request.node.name)
    monkeypatch.setattr("cuelight.app.games.store.new_seed", lambda: deals.getrandbits(32))


@pytest.fixture(autouse=True)
def in_english() -> None:
    """Start each test in English, even if an earlier one changed the language of the process."""
    speak(ENGLISH)


@pytest.fixture
def emulated() -> Iterator[EmulatedReader]:
    """Yield an emulated reader on its own port, for the real library."""
    reader = EmulatedReader()
    yield reader
    reader.unplug()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield the system's browser, without a window."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        yield launched
        launched.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report tests that could not run on this machine at the end, so that nobody overlooks them."""
    for what in (NOT_RUN, NO_SMALL_DISK, NO_PCSCD, NO_LIBNFC):
        missed = [report for report in terminalreporter.stats.get("skipped", []) if what in str(report.longrepr)]
        if missed:
            terminalreporter.section(what, sep="!", red=True, bold=True)
            terminalreporter.line(f"{len(missed)} tests prove nothing here. {missed[0].longrepr[2]}", red=True)
