"""`cuelight mat`: show a mat live, install its firmware, and test its zones, lights and buttons."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from companion.core.cues import Cue
from companion.core.errors import CuelightError
from companion.core.observation import Hold, Lift, Press, Tag, Unsure
from companion.presence.filter import Poll, Resumed
from cuelight.app.devices.mat import mat_setup, plain_mat
from cuelight.terminal.input_files import write_text
from cuelight.terminal.paths import default_table_file
from firmware_bridge.firmware import matlink, pins
from firmware_bridge.link.bridge import Bridge, MatGone, Status
from firmware_bridge.link.mat_state import Report
from firmware_bridge.link.messages import check, stats
from firmware_bridge.link.ports import Find, likely_ports, named
from firmware_bridge.mat.flash import flash
from hardware.lights import LOOKS
from hardware.table_file.load import TableFile, read_table_file

ANSWER_SECONDS = 5.0
FIND_SECONDS = 10.0
KNOWN_SECONDS = 5.0  # in which every zone with a working reader becomes known
SWEEPS_SECONDS = 1.0  # in which a failed reader is detected
TRY_SECONDS = 30.0  # for a person to do as asked
RATE_SECONDS = 1.0
GAIN_LOOKS, COUNTED_EVERY = 20, 0.1  # polls of a card at each gain; seconds between two counts
GOOD_RATE = 0.8
GAINS = range(2, 8)  # 0 and 1 are the same as 2 and 3 (MFRC522 rev. 3.9, section 9.3.3.6)
AS_GOOD = 0.02  # share of polls by which a gain may be below the best and still count as equally good
STATES = {
    matlink.OK: "ok",
    matlink.CLONE: "clone",
    matlink.ABSENT: "ABSENT",
    matlink.FAILING: "FAILING",
    matlink.BUS_HELD: "BUS HELD",
}
NO_GAIN_READS = (
    "the reader answers and no gain reads a tag: try the card that came with the module; if that reads, the module's "
    "inductors are too weak for stickers"
)
KNOWN = {matlink.EMPTY: "-", matlink.ONE: "", matlink.SEVERAL: "SEVERAL", matlink.UNKNOWN: "?"}
CLEAR = "\x1b[H\x1b[2J"

Rows = list[tuple[int, ...]]
Say = Callable[[str], None]
Prompt = Callable[[str], str]


class NoMat(CuelightError, LookupError):
    """There is no mat to talk to; the message says what was found instead."""


class CheckResult(NamedTuple):
    """Result of one step of the self-test."""

    what: str
    well: bool
    detail: str = ""


def mat(action: str, table: str | None, device: str | None, seats: int | None, once: bool) -> int:
    """Run `cuelight mat`."""
    with_mat = _table_with_a_mat(table, seats)
    port = device or (with_mat.mat.device if with_mat.mat is not None else None)
    find = finder(port)
    if action == "flash":
        return flash_mat(find, port)
    if action == "selftest":
        return selftest(find, with_mat)
    return show(find, with_mat, once=once)


def _table_with_a_mat(file: str | None, seats: int | None) -> TableFile:
    """Return the table of the given file, or of the usual file if it has a mat, otherwise one with a standard mat.

    Raises TableFileError.
    """
    path = Path(file) if file else default_table_file() if seats is None else None
    table = read_table_file(path) if path is not None else None
    return table if table is not None and table.mat is not None else plain_mat(seats or 6)


def finder(device: str | None) -> Find:
    """Return where to search for the mat: the named port, or every port of a MicroPython board."""
    return named(device) if device else likely_ports


@contextmanager
def talking(
    find: Find,
    table: TableFile,
    listener: Callable[[Report], None],
    watcher: Callable[[float, str, Poll | None], None] | None = None,
) -> Iterator[Bridge]:
    """Yield a bridge to the mat of a table when it is connected; `watcher` is called with every poll.

    Raises NoMat.
    """
    bridge = Bridge(mat_setup(table), time.monotonic, find, watcher=watcher)
    bridge.start(listener)
    try:
        _wait_until(lambda: bridge.status().live, FIND_SECONDS)
        if not bridge.status().live:
            raise NoMat(bridge.status().text)
        _wait_until(lambda: _is_known(bridge), KNOWN_SECONDS)
        yield bridge
    finally:
        bridge.stop()


def _is_known(bridge: Bridge) -> bool:
    """Return whether every zone with a working reader is known, and the mat has sent its state."""
    status = bridge.status()
    works = {number for number, reader in enumerate(status.readers) if reader.state in (matlink.OK, matlink.CLONE)}
    zones = zip(status.zones, bridge.setup.numbers, strict=False)
    is_sent = status.heartbeat is not None
    return is_sent and all(zone.known != matlink.UNKNOWN for zone, number in zones if number in works)


def _wait_until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)


# --- cuelight mat


def show(find: Find, table: TableFile, *, once: bool) -> int:
    """Show a mat until Ctrl-C, or `once`."""
    with talking(find, table, lambda _report: None) as bridge:
        before = stats_rows(bridge)
        while True:
            time.sleep(RATE_SECONDS)
            status, rows = bridge.status(), stats_rows(bridge)
            screen = picture(status, bridge, before, rows)
            if once or not sys.stdout.isatty():
                write_text(screen)
            else:
                print(CLEAR + screen, flush=True)
            before = rows
            if once:
                return 0


def picture(status: Status, bridge: Bridge, before: Rows, rows: Rows) -> str:
    """Return the mat as text: zones with their read rates, readers, problems."""
    description, beat = status.description, status.heartbeat
    lines = [f"{status.port}: {status.text}"]
    lines.append(
        f"firmware {description.get('firmware', '?')} on MicroPython {description.get('micropython', '?')}, "
        f"board {description.get('board', '?')}"
    )
    if beat is not None:
        lines.append(
            f"sweep {beat.sweep_ms} ms, {beat.free // 1024} KB free, up {beat.head.clock // 1000} s, "
            f"{beat.bad + status.damaged} damaged frames, {beat.dropped} dropped, {status.resent} sent again"
        )
    lines += ["", f"{'zone':<14}{'lies there':<18}{'read':>6}{'corrupted':>11}{'polls/s':>9}  reader"]
    for at, (name, number) in enumerate(zip(bridge.setup.zones, bridge.setup.numbers, strict=True)):
        lines.append(_line(at, name, number, status, before, rows))
    lines += ["", *complaints(status)]
    return "\n".join(lines).rstrip() + "\n"


def _line(at: int, name: str, number: int, status: Status, before: Rows, rows: Rows) -> str:
    zone = status.zones[at] if at < len(status.zones) else None
    lying = (zone.uid or KNOWN[zone.known]) if zone is not None else "?"
    if zone is not None and zone.known == matlink.SEVERAL:
        lying = f"{zone.uid} SEVERAL".strip()
    polls, seen, garbled, _several = since(before, rows, at)
    share = f"{seen / polls:>6.0%}{garbled / polls:>11.0%}" if polls and zone and zone.uid else f"{'':>17}"
    reader = status.readers[number] if number < len(status.readers) else None
    state = f"{number} {STATES.get(reader.state, '?')} (0x{reader.version:02X})" if reader else f"{number} ?"
    return f"{name:<14}{lying:<18}{share}{polls / RATE_SECONDS:>9.0f}  {state}"


def since(before: Rows, rows: Rows, at: int) -> tuple[int, ...]:
    """Return a zone's polls, read tags, corrupted and multiple answers between two counts; zeros if one is missing."""
    if at >= len(before) or at >= len(rows):
        return 0, 0, 0, 0
    return tuple((new - old) % 65536 for old, new in zip(before[at], rows[at], strict=True))


def complaints(status: Status) -> list[str]:
    """Return the problems of a mat other than those of its readers, one line each."""
    lines = [f"{one} and {other} read the same tag" for one, other in status.crosstalk]
    if status.heartbeat is not None and status.heartbeat.flags & matlink.NO_EXPANDER:
        lines.append(f"the buttons' expander does not answer rightly at address 0x{pins.EXPANDER_ADDRESS:02X}")
    if status.description.get("fault"):
        lines.append(f"before its last start the firmware stopped with:\n{status.description['fault']}")
    return lines + [f"fault: {text}" for text in status.faults]


def stats_rows(bridge: Bridge) -> Rows:
    """Return the counts of each zone; nothing if the mat does not answer."""
    try:
        return [tuple(row) for row in stats(bridge.ask(matlink.STATS).result(ANSWER_SECONDS))]
    except (MatGone, TimeoutError):
        return []


# --- cuelight mat flash


def flash_mat(find: Find, device: str | None, say: Say = print) -> int:
    """Install the firmware on the only connected Pico, and print what it reports after the start."""
    found = find()
    if not found:
        raise NoMat(f"there is no {device}" if device else "no MicroPython board is plugged in; see docs/mat-build.md")
    if len(found) > 1:
        raise NoMat(f"there are several boards; name one with --device: {', '.join(found)}")
    description = flash(found[0], find, say)
    states = [reader["state"] for reader in description["readers"]]
    there = sum(state in (matlink.OK, matlink.CLONE) for state in states)
    say(f"Firmware {description['firmware']} runs; {there} of {len(states)} readers answer.")
    return 0


# --- cuelight mat selftest


class SelfTest:
    """Guides a person through the test of a mat.

    Args:
        bridge: a bridge to a connected mat.
        say: prints a line.
        ask: prints a question and returns the answer; an empty one means yes.
        seconds: how long to wait for each action.
        looks: polls of a card for measuring the read rate at one gain.
    """

    def __init__(
        self, bridge: Bridge, say: Say, ask: Prompt, seconds: float = TRY_SECONDS, looks: int = GAIN_LOOKS
    ) -> None:
        self.findings: list[CheckResult] = []
        self.gains = dict.fromkeys(bridge.setup.numbers, bridge.setup.gain)  # best gain found, by reader
        if bridge.setup.gains:
            self.gains.update(zip(bridge.setup.numbers, bridge.setup.gains, strict=True))
        self.reports: list[Report] = []
        self._bridge = bridge
        self._say = say
        self._ask = ask
        self._seconds = seconds
        self._looks = looks

    def run(self) -> bool:
        """Run every step; return True if nothing is wrong."""
        self._buses()
        for zone in self._bridge.setup.zones:
            self._zone(zone)
        for seat in self._bridge.setup.seats:
            self._light(seat)
        for seat in self._bridge.setup.seats:
            self._button(seat)
        return all(finding.well for finding in self.findings)

    def _found(self, what: str, well: bool, detail: str = "") -> None:
        self.findings.append(CheckResult(what, well, detail))
        self._say(f"  {what}: {'ok' if well else 'WRONG'}{f' ({detail})' if detail else ''}")

    def _request(self, line: str) -> None:
        """Ask for an action; earlier reports do not count."""
        self.reports.clear()
        self._say(line)

    def _buses(self) -> None:
        for bus, levels in enumerate(check(self._bridge.ask(matlink.CHECK).result(ANSWER_SECONDS))):
            held = {(0, 0): "held low", (1, 1): "held high"}.get((levels[0], levels[1]), "")
            self._found(f"bus {bus}", tuple(levels) == (1, 0), held)
        status = self._bridge.status()
        for number in self._bridge.setup.numbers:
            reader = status.readers[number]
            name = f"{STATES.get(reader.state, '?')}, version 0x{reader.version:02X}"
            self._found(f"reader {number}", reader.state in (matlink.OK, matlink.CLONE), name)

    def _zone(self, zone: str) -> None:
        self._request(f"Lay a card in {zone}.")
        if not self._wait(lambda report: isinstance(report, Tag) and report.zone == zone):
            elsewhere = [report.zone for report in self.reports if isinstance(report, Tag)]
            if elsewhere:
                self._found(zone, False, f"it was read in {elsewhere[-1]}")
                return
        at = self._bridge.setup.zones.index(zone)
        number = self._bridge.setup.numbers[at]
        usual, shares = self.gains[number], {gain: self._share(at, gain) for gain in GAINS}
        if not any(shares.values()):
            self._share(at, usual)
            answers = self._bridge.status().readers[number].state in (matlink.OK, matlink.CLONE)
            self._found(zone, False, NO_GAIN_READS if answers else "nothing was read")
            return
        best = best_gain(shares)
        self._share(at, best)  # leaves the best gain set
        self._request("Lift it.")
        gone = self._wait(lambda report: _is_gone(report, zone))
        each = ", ".join(f"{gain}: {share:.0%}" for gain, share in shares.items())
        detail = f"best at gain {best}, {shares[best]:.0%} of the polls; {each}" + ("" if gone else "; never gone")
        self._found(zone, gone and shares[best] >= GOOD_RATE, detail)

    def _share(self, at: int, gain: int) -> float:
        """Return the read rate of the card in a zone, with the zone's reader at this gain."""
        setup = self._bridge.setup
        self.gains[setup.numbers[at]] = gain
        tuned = replace(setup, gains=tuple(self.gains[number] for number in setup.numbers))
        self._bridge.ask(matlink.CONFIG, tuned.config()).result(ANSWER_SECONDS)
        before, polls, seen = stats_rows(self._bridge), 0, 0
        end = time.monotonic() + self._seconds
        while polls < self._looks and time.monotonic() < end:
            time.sleep(COUNTED_EVERY)
            polls, seen, _garbled, _several = since(before, stats_rows(self._bridge), at)
        return seen / polls if polls else 0.0

    def _light(self, seat: str) -> None:
        self._bridge.show(seat, Cue.CHOOSE)
        look, rgb = LOOKS[Cue.CHOOSE], self._bridge.setup.looks[Cue.CHOOSE].rgb  # its own colour has no name
        colour = look.colour if rgb == look.rgb else rgb
        answer = self._ask(f"Does the ring at {seat}, and no other, show {colour} ({look.motion.name})? [Y/n] ")
        self._bridge.show(seat, Cue.IDLE)
        self._found(f"light at {seat}", not answer.strip().lower().startswith("n"))

    def _button(self, seat: str) -> None:
        tries: list[tuple[str, type[Press | Hold]]] = [("Press the", Press), ("Hold the", Hold)]
        if self._bridge.setup.two_buttons:
            tries.append(("Press the second", Hold))
        for words, kind in tries:
            self._request(f"{words} button at {seat}.")
            done = self._wait(lambda report: isinstance(report, Press | Hold))
            got = self.reports[-1] if self.reports else None
            right = done and isinstance(got, kind) and got.button == seat
            detail = "" if right or got is None else f"{type(got).__name__.lower()} at {got[1]} instead"
            what = f"button at {seat}, {words.lower().removesuffix(' the')}"
            self._found(what, right, detail if done else "nothing came")

    def _wait(self, wanted: Callable[[Report], bool]) -> bool:
        """Return whether the wanted report came in time."""
        end = time.monotonic() + self._seconds
        while time.monotonic() < end:
            if any(wanted(report) for report in tuple(self.reports)):
                return True
            time.sleep(0.02)
        return False


def _is_gone(report: Report, zone: str) -> bool:
    """Return whether a zone is reported as empty, also after a moment in which nobody observed it."""
    if isinstance(report, Resumed | Unsure):
        return report.zone == zone and report.thing is None
    return isinstance(report, Lift) and report.zone == zone


def best_gain(shares: Mapping[int, float]) -> int:
    """Return the middle of the widest range of gains that read equally well, for a margin on both sides."""
    good = [gain for gain, share in shares.items() if share >= max(shares.values()) - AS_GOOD]
    rows = [[good[0]]]
    for before, gain in pairwise(good):
        if gain == before + 1:
            rows[-1].append(gain)
        else:
            rows.append([gain])
    widest = max(rows, key=len)
    return widest[(len(widest) - 1) // 2]


def selftest(
    find: Find,
    table: TableFile,
    say: Say = print,
    ask: Prompt = input,
    seconds: float = TRY_SECONDS,
    looks: int = GAIN_LOOKS,
) -> int:
    """Guide a person through the test of a mat; return 1 if something is wrong."""
    reports: list[Report] = []
    with talking(find, table, lambda report: reports.append(report)) as bridge:
        test = SelfTest(bridge, say, ask, seconds, looks)
        test.reports = reports
        well = test.run()
    wrong = [finding for finding in test.findings if not finding.well]
    usual = table.mat.gain if table.mat is not None else bridge.setup.gain
    gains = [test.gains.get(socket, usual) for socket in range(max(test.gains, default=-1) + 1)]
    if any(gain != usual for gain in gains):
        say(f"Write this under [mat] in table.toml, for each reader the gain at which it reads best: gains = {gains}")
    say("Everything works." if well else "Wrong: " + "; ".join(f"{item.what} {item.detail}".strip() for item in wrong))
    return 0 if well else 1
