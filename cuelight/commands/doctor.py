"""`cuelight doctor`: checks this machine and the table's devices, explains each finding and the next step.

The checks in `cuelight/doctor` open no device. This file has the checks that do, and handles the findings. It changes
nothing.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import time
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from companion.core.cues import Cue
from cuelight.app.system.control_socket import TableIsBusy, standing_at
from cuelight.commands import doctor_readers
from cuelight.commands.record_polls import record_command
from cuelight.commands.status import check_running
from cuelight.doctor import document, look
from cuelight.doctor.devices import SERVICE
from cuelight.doctor.finding import Finding, Result, System
from cuelight.terminal.ask import Person, Terminal
from cuelight.terminal.input_files import FileIsThere, new_file, readable, write_text
from cuelight.terminal.paths import JOURNAL, default_table
from hardware.buttons import HOLD_SECONDS, Button
from hardware.faults import NEXT_STEP, DeviceError, DeviceReason
from hardware.gpio import GpioPanel, Seat
from hardware.table_file.load import TableFile, TableFileError, read_table_file


def check_mat(table: TableFile, device: str) -> Iterator[Finding]:
    """Check the mat of a table at its port, if pyserial can be used."""
    try:
        from cuelight.commands import doctor_mat
    except ImportError as error:
        what, means = f"pyserial cannot be used: {error}", "No card is read, and no ring lights."
        yield Finding("mat", Result.WRONG, what, means, NEXT_STEP[DeviceReason.NO_LIBRARY])
        return
    yield from doctor_mat.check(table, device)


def check_table_file(path: Path) -> tuple[TableFile | None, list[Finding]]:
    """Read the table file; returns the table and the mistakes in the file."""
    if not os.path.exists(path):
        step = "Run `cuelight setup`, if this table has devices."
        what = f"there is no {path}"
        return None, [Finding("table file", Result.REMARK, what, "The table has an on-screen mat.", step)]
    try:
        return read_table_file(path), [Finding("table file", Result.WELL, f"{path} is right")]
    except TableFileError as error:
        findings = [
            Finding("table file", Result.WRONG, f"line {mistake.line}: {mistake.what}", "", mistake.remedy)
            for mistake in error.mistakes
        ]
        return None, findings


def try_panel(table: TableFile, person: Person, pins: Any = None) -> Iterator[Finding]:
    """Light each lamp and ask the person about it; then have each button pressed."""
    seats = {entry.seat: Seat(entry.lamp, entry.button) for entry in table.panel}
    panel = GpioPanel(seats, time.monotonic, pins or table.pins)
    try:
        panel.open()
    except DeviceError as error:
        yield Finding("pins", Result.WRONG, error.reason.words, error.detail, NEXT_STEP[error.reason])
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
    step = "Check its resistor, its direction and its pin; `cuelight setup` finds the pin."
    return Finding(f"lamp {seat}", Result.WRONG, "it does not light", "The seat has no cue light.", step)


def _try_button(panel: GpioPanel, seat: str, person: Person) -> Finding:
    person.show(f"Press the button of {seat}.")
    button, end = Button(), time.monotonic() + 10.0
    while time.monotonic() < end and not person.has_given_up():
        if button.sample(time.monotonic(), panel.is_down(seat)) is not None:
            return Finding(f"button {seat}", Result.WELL, "it works")
        time.sleep(HOLD_SECONDS / 60)
    step = "Check its two wires: one to the pin, one to ground."
    return Finding(
        f"button {seat}", Result.WRONG, "no press was noticed in 10 s", "The seat's button does nothing.", step
    )


_ASK = "Run `cuelight doctor --ask`."
_UNTRIED = Finding("lamps and buttons", Result.REMARK, "they were not tried", "A person has to watch them.", _ASK)

_SILENT = Finding(
    "running table",
    Result.WRONG,
    "the running table does not answer",
    "The state of its devices is unknown.",
    "Try again. If it still does not answer, restart it: `sudo systemctl restart cuelight`.",
)


def examine(path: Path, person: Person | None = None, system: System | None = None, pins: Any = None) -> list[Finding]:
    """Run every check, in order; lamps and buttons only with a person.

    While the table runs, nobody else can open its devices, so the table is asked about them.
    """
    table, findings = check_table_file(path)
    system = system or System(data=path.parent)
    findings += look(system, table)
    try:
        standing = standing_at(path.parent / JOURNAL)
    except TableIsBusy:
        return [*findings, _SILENT]
    if standing is not None:
        return findings + list(check_running(standing, table, path))
    findings += doctor_readers.check(table)
    if table is not None and table.mat is not None:
        findings += check_mat(table, table.mat.device)
    if table is not None and table.panel:
        findings += try_panel(table, person, pins) if person is not None else [_UNTRIED]
    return findings


def doctor(table: str | None, as_json: bool, ask: bool, bundle: str | None, record: str | None, seconds: float) -> int:
    """Run all checks, print the findings, and return 1 if something is wrong; or record polls."""
    path = Path(table) if table else default_table()
    if record:
        return record_command(path, Path(record), seconds)
    report = Path(bundle) if bundle else None
    if report is not None and (os.path.isfile(report) or os.path.islink(report)):
        raise FileIsThere(report)  # before a person is asked
    findings = examine(path, Terminal() if ask else None)
    if as_json:
        write_text(json.dumps(document(findings), indent=1))
    else:
        write_text("\n".join([*(text(finding) for finding in findings), total(findings)]))
    if report is not None:
        write_bundle(report, findings, path)
        print(f"{readable(str(report))} has what a report needs; it holds no names and no game.", file=sys.stderr)
    return int(any(finding.result is Result.WRONG for finding in findings))


def text(finding: Finding) -> str:
    """Return a finding as text."""
    sign = {Result.WELL: "  ok ", Result.REMARK: "  -- ", Result.WRONG: "  !! "}[finding.result]
    commands = [f"$ {command}" for command in finding.commands]
    more = "".join(f"\n       {words}" for words in (finding.means, finding.next.replace("`", ""), *commands) if words)
    return f"{sign}{finding.check}: {finding.what}{more}"


def total(findings: list[Finding]) -> str:
    """Return the last line of a report: the number of problems (!!) and of hints (--)."""
    wrong, hints = (sum(finding.result is result for finding in findings) for result in (Result.WRONG, Result.REMARK))
    fixes = "Nothing has to be fixed" if wrong == 0 else f"{wrong} to fix (!!)"
    return f"{fixes}{f', {hints} to consider (--)' if hints else ''}."


def write_bundle(file: Path, findings: list[Finding], table: Path) -> None:
    """Write the data for a problem report: findings, table file, and the kind of machine.

    It has no journal and no names of people. The names of the home folder and the machine are removed, and so are the
    comments in the table file. Raises FileIsThere and OutputError.
    """
    about = {
        "cuelight": version("cuelight"),
        "python": sys.version,
        "machine": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
    }
    parts = {
        "findings.json": json.dumps(document(findings), indent=1, ensure_ascii=False),
        "about.json": json.dumps(about, indent=1),
        "table.toml": _without_comments(table.read_text(encoding="utf-8", errors="replace")) if table.exists() else "",
    }
    with new_file(file) as opened, zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, _without_names(content))


def _without_comments(toml: str) -> str:
    return re.sub(r'("[^"\n]*"|\'[^\'\n]*\')|[ \t]*#[^\n]*', lambda found: found[1] or "", toml)


def _without_names(content: str) -> str:
    """Return a text without the names of user and machine where they can occur: paths, addresses, group commands.

    Elsewhere the same word may be no name: some machines are called “table”.
    """
    home, host = Path.home(), re.escape(platform.node())
    if len(str(home)) > 1:
        content = re.sub(rf"{re.escape(str(home))}(?![\w-])", "~", content)
    if home.name not in ("", SERVICE):
        content = re.sub(rf"(/|-aG \w+ ){re.escape(home.name)}(?![\w-])", r"\1USER", content)
    return re.sub(rf"(?<=//){host}(?![\w-])|(?<![\w-]){host}(?:-\d+)?(?=\.local)", "HOST", content) if host else content
