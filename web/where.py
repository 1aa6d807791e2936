"""Where a phone in the same network finds this table: its address, and that as a picture for a camera.

The address is the machine's own in its network, by number, since not every phone can find a name there. It is asked
for anew each time: a machine may join its network long after the table was started.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from typing import NamedTuple

import segno

_NOWHERE = ("192.0.2.1", 9)  # RFC 5737: nothing is sent there, and the way to it has this machine's address
_HTTP = 80


class Picture(NamedTuple):
    """A QR code as one path of a drawing: so many modules wide and high, without the white border that it needs."""

    size: int
    path: str


def own_number() -> str | None:
    """This machine's address in its network; None while it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(_NOWHERE)
        return str(line.getsockname()[0])
    return None


def network_address(bound: str, port: int) -> str | None:
    """Where phones find a table that listens on `bound`, such as `http://192.168.1.20:8000`; None where none can."""
    try:
        listens = ipaddress.ip_address(bound)
    except ValueError:  # a name
        number: str | None = None if bound == "localhost" else bound
    else:
        if listens.is_loopback:
            return None
        number = own_number() if listens.is_unspecified else bound
    if number is None:
        return None
    return f"http://{f'[{number}]' if ':' in number else number}{'' if port == _HTTP else f':{port}'}"


def picture_of(text: str) -> Picture:
    """A QR code that says `text`, which still reads when a tenth of it is hidden or blurred."""
    code = segno.make(text, micro=False, error="m")
    rows = [bytes(row) for row in code.matrix]
    return Picture(len(rows), "".join(_bars(y, row) for y, row in enumerate(rows)))


def _bars(y: int, row: bytes) -> str:
    """The dark modules of a row as bars."""
    bars, x = [], 0
    for dark in row.split(b"\x00"):
        if dark:
            bars.append(f"M{x},{y}h{len(dark)}v1h-{len(dark)}z")
        x += len(dark) + 1
    return "".join(bars)
