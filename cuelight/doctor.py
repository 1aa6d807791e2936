"""`cuelight doctor`: looks at this machine and the table's devices, and says what each finding means and what to do.

Each check is a function that gives findings. What it looks at of the system lies under `System.root`, so that it can
be another one; nothing is changed by looking.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from cuelight.setup import Person
from hardware.buttons import HOLD_SECONDS, Button
from hardware.finding import candidates
from hardware.gpio import GpioPanel, Seat
from hardware.lights import Cue
from hardware.nfc_device import FAILURES, NfcDevice
from hardware.presence import GARBLED
from hardware.table_file import UARTS, TableFile, TableFileError, read_table_file
from hardware.trouble import NEXT_STEP, WORDS, DeviceError

TRIAL_SECONDS = 1.5
LEAST_LOOKS = 8.0  # a second
MOST_GARBLED = 0.02
LIBRARIES = ("nfcpy", "pyserial", "gpiozero", "lgpio")
GRABBERS = ("pn533_usb", "pn533", "port100")


class Result(StrEnum):
    """How a check came out."""

    WELL = "well"
    REMARK = "remark"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result: what was looked at, how it is, what that means, and the next step; empty where there is none."""

    check: str
    result: Result
    what: str
    means: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """Where the system's files lie, and who asks."""

    root: Path = Path("/")
    user_groups: frozenset[str] | None = None

    def read(self, path: str) -> str:
        """A file's text; empty when it is not there or not to be read."""
        try:
            return (self.root / path.lstrip("/")).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def groups(self) -> frozenset[str]:
        """The groups of this user."""
        if self.user_groups is not None:
            return self.user_groups
        names = {line.split(":")[2]: line.split(":")[0] for line in self.read("/etc/group").splitlines() if ":" in line}
        return frozenset(names.get(str(number), str(number)) for number in [*os.getgroups(), os.getegid()])


def check_python(_system: System, _table: TableFile | None) -> Iterator[Finding]:
    """The interpreter and the libraries."""
    yield Finding("python", Result.WELL, f"Python {platform.python_version()} on {platform.machine()}")
    needed = set(LIBRARIES if _table is None else _needed(_table))
    for name in LIBRARIES:
        try:
            yield Finding(f"library {name}", Result.WELL, f"{name} {version(name)}")
        except PackageNotFoundError:
            worst = Result.WRONG if _table is not None and name in needed else Result.REMARK
            means = "This table needs it." if worst is Result.WRONG else "Only tables with such devices need it."
            step = "`pip install 'cuelight[pi]'`, in the environment that Cuelight runs in."
            yield Finding(f"library {name}", worst, f"{name} is not installed", means, step)


def _needed(table: TableFile) -> tuple[str, ...]:
    readers = ("nfcpy", "pyserial") if table.readers else ()
    return readers + (("gpiozero", *(["lgpio"] if table.pins == "lgpio" else [])) if table.panel else ())


def check_groups(system: System, table: TableFile | None) -> Iterator[Finding]:
    """Whether this user may open ports and pins."""
    mine = system.groups()
    wanted = {"dialout": "serial ports"} | ({"gpio": "pins"} if table is None or table.panel else {})
    for group, what in wanted.items():
        if group in mine or os.geteuid() == 0:
            yield Finding(f"group {group}", Result.WELL, f"this user may use {what}")
        else:
            step = f"`sudo usermod -aG {group} $USER`, then log out and in again."
            means = f"It may not use {what}."
            yield Finding(f"group {group}", Result.WRONG, f"this user is not in {group}", means, step)


def check_kernel(system: System, _table: TableFile | None) -> Iterator[Finding]:
    """Drivers of the kernel that take a USB reader away."""
    loaded = {line.split()[0] for line in system.read("/proc/modules").splitlines() if line}
    for name in GRABBERS:
        if name in loaded:
            step = f"`echo blacklist {name} | sudo tee -a /etc/modprobe.d/cuelight.conf`, `sudo modprobe -r {name}`."
            means = "It takes USB readers of its kind before Cuelight can."
            yield Finding(f"driver {name}", Result.WRONG, f"the kernel driver {name} is loaded", means, step)
    if not loaded & set(GRABBERS):
        yield Finding("kernel drivers", Result.WELL, "no driver of the kernel takes a reader")


def check_uart(system: System, table: TableFile | None) -> Iterator[Finding]:
    """The serial port on the pins of a Raspberry Pi, where a reader is on it."""
    model = system.read("/proc/device-tree/model")
    if model:
        yield Finding("machine", Result.WELL, model)
    if table is None or not any(entry.device in UARTS for entry in table.readers):
        return
    line = system.read("/boot/firmware/cmdline.txt") or system.read("/boot/cmdline.txt")
    if "console=serial0" in line or "console=ttyS0" in line or "console=ttyAMA0" in line:
        step = "`sudo raspi-config`: Interface Options, Serial Port; login shell: no; hardware: yes. Then restart."
        means = "The system writes into the line to the reader."
        yield Finding("serial console", Result.WRONG, "a console is on the serial port", means, step)
    else:
        yield Finding("serial console", Result.WELL, "no console is on the serial port")
    config = system.read("/boot/firmware/config.txt") or system.read("/boot/config.txt")
    if "enable_uart=1" not in config.replace(" ", ""):
        step = "Write enable_uart=1 into /boot/firmware/config.txt, then restart."
        yield Finding("serial port", Result.WRONG, "the serial port is off", "Nothing can be heard on it.", step)


def check_readers(_system: System, table: TableFile | None) -> Iterator[Finding]:
    """Each reader: chip, firmware, speed, looks a second, share of garbled ones."""
    if table is None:
        for device in candidates():
            yield from _reader(device, device)
        return
    for entry in table.readers:
        yield from _reader(entry.zone, entry.device)
        if entry.device.startswith(("/dev/ttyUSB", "/dev/ttyACM")):
            means = "Such names change places when two readers are plugged in another order."
            step = "Run `cuelight setup` again, or write its name from /dev/serial/by-id."
            yield Finding(f"name of {entry.zone}", Result.REMARK, f"{entry.device} is a passing name", means, step)


def _reader(where: str, device: str) -> Iterator[Finding]:
    check = f"reader {where}"
    try:
        opened = NfcDevice.open(device)
    except DeviceError as error:
        what = f"{device}: {WORDS[error.reason]}"
        yield Finding(check, Result.WRONG, what, "Nothing is seen there.", NEXT_STEP[error.reason])
        return
    try:
        yield _trial(check, opened)
    finally:
        opened.close()


def _trial(check: str, device: NfcDevice) -> Finding:
    """Look as often as it goes for a moment, and judge the reader by it."""
    looks = garbled = 0
    began = time.monotonic()
    chip = "a reader"
    while (spent := time.monotonic() - began) < TRIAL_SECONDS:
        try:
            if not looks:
                identity = device.identity()
                speed = f" at {identity.baudrate} baud" if identity.baudrate else ""
                chip = f"{identity.chip}{speed}"
            garbled += device.look() is GARBLED
        except FAILURES:
            garbled += 1
        looks += 1
    rate, share = looks / spent, garbled / looks
    what = f"{chip}, {rate:.0f} looks a second, {share:.0%} garbled"
    if rate < LEAST_LOOKS:
        means, step = "A quick lift may go unseen.", "Take a faster line than 115200 baud."
        return Finding(check, Result.REMARK, what, means, step)
    if share > MOST_GARBLED:
        step = "A shorter cable, no hub, 5 V that hold; or two readers stand too close."
        return Finding(check, Result.WRONG, what, "Cards may come late, or not at all.", step)
    return Finding(check, Result.WELL, what)


CHECKS: tuple[Callable[[System, TableFile | None], Iterator[Finding]], ...] = (
    check_python,
    check_groups,
    check_kernel,
    check_uart,
    check_readers,
)


def check_table_file(path: Path) -> tuple[TableFile | None, list[Finding]]:
    """The table file, and what is wrong in it."""
    if not path.exists():
        step = "Run `cuelight setup`, if this table has devices."
        what = f"there is no {path}"
        return None, [Finding("table file", Result.REMARK, what, "The table has a virtual mat.", step)]
    try:
        return read_table_file(path), [Finding("table file", Result.WELL, f"{path} is right")]
    except TableFileError as error:
        findings = [
            Finding("table file", Result.WRONG, f"line {mistake.line}: {mistake.what}", "", mistake.remedy)
            for mistake in error.mistakes
        ]
        return None, findings


def try_panel(table: TableFile, person: Person, pins: Any = None) -> Iterator[Finding]:
    """Light each lamp and ask; then have each button pressed."""
    seats = {entry.seat: Seat(entry.lamp, entry.button) for entry in table.panel}
    panel = GpioPanel(seats, time.monotonic, pins or table.pins)
    try:
        panel.open()
    except DeviceError as error:
        yield Finding("pins", Result.WRONG, WORDS[error.reason], error.detail, NEXT_STEP[error.reason])
        return
    try:
        for name, seat in seats.items():
            if seat.lamp:
                yield _try_lamp(panel, name, person)
            if seat.button is not None:
                yield _try_button(panel, name, person)
    finally:
        panel.close()


def _try_lamp(panel: GpioPanel, seat: str, person: Person) -> Finding:
    panel.show(seat, Cue.YOUR_TURN)
    answer = person.choose(f"Is the lamp of {seat} on (green, where it has colours)?", ("yes", "no"))
    panel.show(seat, Cue.IDLE)
    if answer == "yes":
        return Finding(f"lamp {seat}", Result.WELL, "it lights")
    step = "Look at its resistor, its direction and its pin; `cuelight setup` finds the pin."
    return Finding(f"lamp {seat}", Result.WRONG, "it does not light", "The seat has no cue light.", step)


def _try_button(panel: GpioPanel, seat: str, person: Person) -> Finding:
    person.tell(f"Press the button of {seat}.")
    button, end = Button(), time.monotonic() + 10.0
    while time.monotonic() < end and not person.has_given_up():
        if button.sample(time.monotonic(), panel.is_down(seat)) is not None:
            return Finding(f"button {seat}", Result.WELL, "it is felt")
        time.sleep(HOLD_SECONDS / 60)
    step = "Look at its two wires: one to the pin, one to ground."
    return Finding(f"button {seat}", Result.WRONG, "nothing was felt in 10 s", "The seat's button does nothing.", step)


def examine(path: Path, person: Person | None = None, system: System | None = None, pins: Any = None) -> list[Finding]:
    """Every check, in order; lamps and buttons only with a person."""
    table, findings = check_table_file(path)
    for check in CHECKS:
        findings += check(system or System(), table)
    if person is not None and table is not None and table.panel:
        findings += try_panel(table, person, pins)
    return findings


def doctor(path: Path, *, as_json: bool, bundle: Path | None, person: Person | None) -> int:
    """Examine, print, and return 1 when something is wrong."""
    findings = examine(path, person)
    if as_json:
        print(json.dumps(document(findings), indent=1))
    else:
        print("\n".join(text(finding) for finding in findings))
    if bundle is not None:
        write_bundle(bundle, findings, path)
        print(f"{bundle} has what a report needs; it holds no names and no game.", file=sys.stderr)
    return int(any(finding.result is Result.WRONG for finding in findings))


def document(findings: list[Finding]) -> dict[str, Any]:
    """The findings as JSON has them."""
    wrong = sum(finding.result is Result.WRONG for finding in findings)
    return {"version": 1, "wrong": wrong, "findings": [asdict(finding) for finding in findings]}


def text(finding: Finding) -> str:
    """A finding for people."""
    sign = {Result.WELL: "  ok ", Result.REMARK: "  -- ", Result.WRONG: "  !! "}[finding.result]
    more = "".join(f"\n       {words}" for words in (finding.means, finding.next) if words)
    return f"{sign}{finding.check}: {finding.what}{more}"


def write_bundle(file: Path, findings: list[Finding], table: Path) -> None:
    """What a report needs: the findings, the table file, and what this machine is. No journal, no names of people.

    The home folder's and the machine's name are taken out.
    """
    about = {
        "cuelight": version("cuelight"),
        "python": sys.version,
        "machine": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
    }
    parts = {
        "findings.json": json.dumps(document(findings), indent=1),
        "about.json": json.dumps(about, indent=1),
        "table.toml": table.read_text(encoding="utf-8", errors="replace") if table.exists() else "",
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, _without_names(content))


def _without_names(content: str) -> str:
    home = str(Path.home())
    names = {home: "~", Path.home().name: "USER"} if len(home) > 1 else {}
    for name, instead in (names | {platform.node(): "HOST"}).items():
        if len(name) > 2:
            content = content.replace(name, instead)
    return content
