"""The status of a running table, for `cuelight status`, and its devices, for `cuelight doctor`.

Only the running table can open its devices, so the commands ask it (`cuelight.app.system.control_socket`).
"""

from __future__ import annotations

import glob
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.core.places import slot_words
from companion.journal import last_backup
from cuelight.app.system.control_socket import standing_at
from cuelight.doctor.finding import Finding, Result
from cuelight.doctor.updates import last_update
from cuelight.terminal.input_files import write_text
from cuelight.terminal.paths import elsewhere, journal_at
from hardware.faults import NEXT_STEP, DeviceReason
from hardware.table_file.load import TableFile, TableFileError, read_table_file
from web.server.port_owner import port_owner

PORTS = "/dev/serial/by-id/*", "/dev/ttyUSB*", "/dev/ttyACM*"
_AVAHI = "org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn"
_AVAHI_SECONDS = 3.0
_AGAIN = "Start the table again: `sudo systemctl restart cuelight` where it is a service."


def check_running(standing: dict[str, Any], table: TableFile | None, path: Path) -> Iterator[Finding]:
    """Check each device of a table file, as the running table reports it; the file may be newer than its start."""
    where = f"the table that runs (process {standing['process']})"
    yield Finding("table", Result.WELL, f"{where} is at {standing['address']}")
    if table is None:
        return
    if standing["table_file"] is None or os.path.realpath(standing["table_file"]) != os.path.realpath(path):
        means = "It began without these devices, and uses none of them."
        yield Finding("devices", Result.WRONG, f"{where} has another table file than {path}", means, _AGAIN)
        return
    wrong = {each["zone"]: each for each in standing["devices"]}
    for zone, device in devices_of(table).items():
        trouble = wrong.get(zone)
        if trouble is None:
            yield Finding(f"reader {slot_words(zone)}", Result.WELL, f"{device}: {where} has it, and it answers")
        else:
            step = NEXT_STEP[DeviceReason(trouble["reason"])]
            yield Finding(f"reader {slot_words(zone)}", Result.WRONG, trouble["text"], "Nothing is seen there.", step)
    for entry in table.panel:
        trouble = wrong.get(entry.seat)
        if trouble is not None:
            step = NEXT_STEP[DeviceReason(trouble["reason"])]
            yield Finding(f"pins of {entry.seat}", Result.WRONG, trouble["text"], "No lamp, no button.", step)


def devices_of(table: TableFile) -> dict[str, str]:
    """Return the device of each zone that has a reader."""
    of_mat = {zone: table.mat.device for zone in table.sockets()} if table.mat is not None else {}
    return of_mat | {entry.zone: entry.device for entry in table.readers}


def status(journal: str | None) -> int:
    """Print the addresses of the running table, its first PIN and the connected ports; returns 1 if none runs."""
    path = journal_at(journal)
    standing = standing_at(path)
    if standing is None:
        write_text(f"No table answers beside {path}. {_why_none()}{elsewhere(path)}")
        return 1
    for line in lines(standing, addresses(standing), plugged_in()):
        write_text(line)
    update = last_update(path)
    if update is not None:
        write_text(update.text())
    write_text(last_backup(path).text(time.time()))
    return 0


def _why_none() -> str:
    """Return why no table answers, or how to find out."""
    with suppress(OSError, subprocess.SubprocessError):
        asked = ["systemctl", "show", "cuelight.socket", "--property=Result,Listen"]
        shown = subprocess.run(asked, capture_output=True, check=True, timeout=_AVAHI_SECONDS, text=True).stdout
        port = re.search(r"^Listen=.*:(\d+) \(Stream\)", shown, re.MULTILINE)
        owner = port_owner(int(port[1])) if port and "Result=resources" in shown else None
        if port and owner is not None:
            return (
                f"Port {port[1]} is taken by {owner or 'another program (`sudo cuelight status` names it)'}. "
                "Remove that program, or give the table another port: `sudo systemctl edit cuelight.socket`, with the "
                "lines [Socket], ListenStream= and ListenStream=8000. The table starts when its port is free."
            )
    return "`systemctl status cuelight` says why, where it is a service."


def lines(standing: dict[str, Any], reached_at: list[str], plugged: list[str]) -> Iterator[str]:
    """Yield the lines of `cuelight status`."""
    yield f"The table is at {' or '.join(reached_at)} (Cuelight {standing['version']})."
    if missing := standing.get("missing"):
        yield missing
    if standing["pin"] is not None:
        yield f"The host's PIN is {standing['pin']} until it is changed at the desk."
    elif standing["closed"]:
        yield "The host has chosen a PIN. `cuelight pin` gives a new one."
    else:
        yield "The table is open: everybody in the network may do everything."
    used: set[str] = set()
    if standing["table_file"] is None:
        yield "No devices are set up: the mat is the one on the page Mat."
    else:
        with suppress(TableFileError, OSError):
            devices = devices_of(read_table_file(Path(standing["table_file"])))
            used = {os.path.realpath(device) for device in devices.values()}
            wrong = {each["zone"]: each["text"] for each in standing["devices"]}
            for zone, device in devices.items():
                yield f"{slot_words(zone)}: {wrong.get(zone, f'{device} answers')}"
    spare = [port for port in plugged if os.path.realpath(port) not in used]
    for port in spare:
        yield f"Plugged in and not set up: {port}. `cuelight setup` asks what it is."
    if not plugged and standing["table_file"] is None:
        yield "No serial reader and no mat is plugged in."


def plugged_in() -> list[str]:
    """Return the serial ports, each once and by its permanent name; no port is opened."""
    found: dict[str, str] = {}
    for pattern in PORTS:
        for port in sorted(glob.glob(pattern)):
            found.setdefault(os.path.realpath(port), port)
    return list(found.values())


def addresses(standing: dict[str, Any]) -> list[str]:
    """Return the addresses of the table in the network: by mDNS name if published, and by number."""
    parts = urlsplit(standing["address"])
    port = f":{parts.port}" if parts.port is not None else ""
    name = published_name() if parts.hostname == "localhost" else None
    found = [f"http://{name}{port}" if name is not None else None, standing.get("network")]
    return [address for address in found if address is not None] or [standing["address"]]


def published_name() -> str | None:
    """Return this machine's mDNS name, such as `cuelight.local`; None if no service publishes one.

    The name comes from avahi, which adds a number if another machine already has the name.
    """
    with suppress(OSError, subprocess.SubprocessError, ValueError, KeyError, IndexError):
        command = ["busctl", "--json=short", "--auto-start=no", "call", *_AVAHI]
        reply = subprocess.run(command, capture_output=True, check=True, timeout=_AVAHI_SECONDS)
        return str(json.loads(reply.stdout)["data"][0])
    return None
