"""The reader check of `cuelight doctor`: opens each reader and polls it for a moment."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from companion.core.places import slot_words
from companion.presence.filter import NonRead
from cuelight.doctor.devices import PCSC_PREFIX
from cuelight.doctor.finding import Finding, Result, System
from hardware.device import Device
from hardware.faults import NEXT_STEP, DeviceError, DeviceReason
from hardware.probe import candidates
from hardware.readers import backends
from hardware.table_file.load import TableFile

MICROPYTHON_NAME = "usb-MicroPython_"  # prefix of the name of a Pico's port, which is no reader
MISSING = (DeviceReason.NO_LIBRARY, DeviceReason.NO_LIBUSB, DeviceReason.NO_PCSCD, DeviceReason.TAKEN_BY_PCSCD)
"""Reasons that matter only to a table with such a reader."""
POLKIT_FILE = "/etc/polkit-1/rules.d/70-cuelight.rules"
POLKIT_RULE = (
    'polkit.addRule(function (action, subject) { if (action.id.indexOf("org.debian.pcsc-lite.") == 0 && '
    'subject.user == "%s") return polkit.Result.YES; });'
)
TRIAL_SECONDS = 1.5
LEAST_LOOKS = 8.0  # per second
MOST_GARBLED = 0.02


def check(table: TableFile | None) -> Iterator[Finding]:
    """Check every reader of a table; without a table, every device that may be a reader."""
    if table is None:
        for name, device in candidates():
            if Path(device).name.startswith(MICROPYTHON_NAME):
                step = "`cuelight mat` asks what it is, `cuelight setup` makes it the table's."
                yield Finding(f"board {device}", Result.REMARK, "a Pico is there, and no table file", "", step)
            else:
                yield from _reader(device, name, device, Result.REMARK)
        return
    for entry in table.readers:
        yield from _reader(slot_words(entry.zone), entry.backend, entry.device, Result.WRONG)
        if entry.device.startswith(("/dev/ttyUSB", "/dev/ttyACM")):
            means = "Such names change places when two readers are plugged in another order."
            step = "Run `cuelight setup` again, or write its name from /dev/serial/by-id."
            yield Finding(
                f"name of {slot_words(entry.zone)}", Result.REMARK, f"{entry.device} is a passing name", means, step
            )


def _reader(where: str, backend: str, device: str, missing: Result) -> Iterator[Finding]:
    """Check one reader; `missing` is the severity of a missing library."""
    check, user = f"reader {where}", System().user
    try:
        opened = backends()[backend].open(device)
    except DeviceError as error:
        what = f"{device}: {error.reason.words}"
        if error.detail and error.reason not in MISSING:
            what += f" ({error.detail})"
        result = missing if error.reason in MISSING else Result.WRONG
        step = NEXT_STEP[error.reason]
        if error.reason is DeviceReason.NOT_ALLOWED and device.startswith(PCSC_PREFIX):
            step = f"Let this user use pcscd: `echo '{POLKIT_RULE % user}' | sudo tee {POLKIT_FILE}`."
        yield Finding(check, result, what, "Nothing is seen there.", step)
        return
    try:
        yield _trial(check, opened)
    finally:
        opened.close()


def _trial(check: str, device: Device) -> Finding:
    """Poll as fast as possible for a moment, and judge the reader by the result."""
    looks = garbled = read = 0
    began = time.monotonic()
    chip = "a reader"
    while (spent := time.monotonic() - began) < TRIAL_SECONDS:
        try:
            if not looks:
                identity = device.identity()
                speed = f" at {identity.baudrate} baud" if identity.baudrate else ""
                chip = f"{identity.chip}{speed}"
            saw = device.look()
            garbled += saw is NonRead.CORRUPTED
            read += isinstance(saw, str)
        except device.failures:
            garbled += 1
        looks += 1
    rate, share = looks / spent, garbled / looks
    seen = f"{read / looks:.0%} read, " if read else ""  # as for a mat
    what = f"{chip}, {rate:.0f} polls a second, {seen}{share:.0%} corrupted"
    if rate < LEAST_LOOKS:
        means, step = "A quick lift may be missed.", "Use a faster line than 115200 baud."
        return Finding(check, Result.REMARK, what, means, step)
    if share > MOST_GARBLED:
        step = "A shorter cable, no hub, 5 V that hold; or two readers stand too close."
        return Finding(check, Result.WRONG, what, "Cards may come late, or not at all.", step)
    return Finding(check, Result.WELL, what)
