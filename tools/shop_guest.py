"""What `tools/shop` does inside the machine that it boots, with the Python of the installed package.

guest.py reader: an emulated reader, plugged in until it is ended; a tag lies on it while /run/laid is there.
guest.py begin: start another game, as the host.
guest.py lay: lay a tag on the reader, and wait until the host's desk knows of it.
guest.py game: print which game the board shows, and how far it is.
guest.py watch: ask for the board until /run/seen-enough is there; print the longest wait, and how many failed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from http.cookiejar import CookieJar
from pathlib import Path
from subprocess import check_output
from typing import Any
from urllib.error import URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

HERE = "http://127.0.0.1"
LINK, PORT = Path("/dev/serial/by-id/usb-emulated-reader"), Path("/dev/ttyUSB7")
LAID, ENOUGH = Path("/run/laid"), Path("/run/seen-enough")
UID = "04C0FFEE112280"
PATIENCE = 60.0


def reader() -> None:
    """Plug a reader in, with the names and the rights that udev gives one."""
    from hardware.emulator import EmulatedReader, Ntag

    LINK.parent.mkdir(parents=True, exist_ok=True)
    emulated = EmulatedReader(LINK)
    PORT.unlink(missing_ok=True)
    PORT.symlink_to(emulated.terminal)
    shutil.chown(emulated.terminal, "root", "dialout")
    os.chmod(emulated.terminal, 0o660)
    tag = Ntag(bytes.fromhex(UID))
    while True:
        if LAID.exists() != emulated.field.holds(tag):
            (emulated.field.lay if LAID.exists() else emulated.field.lift)(tag)
        time.sleep(0.05)


def game() -> Any:
    """The game that the board shows."""
    with urlopen(f"{HERE}/api/board", timeout=PATIENCE) as answer:
        board = json.load(answer)
    return [board["table"]["game"], board.get("where"), [seat["name"] for seat in board["seats"]]]


class Host:
    """Whoever knows the PIN."""

    def __init__(self) -> None:
        said = check_output(["/usr/bin/cuelight", "status"], text=True)
        pin = re.findall(r"PIN is (\d+)", said)[0]
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open
        self.send("login", {"pin": pin})

    def send(self, name: str, body: dict[str, Any]) -> None:
        """Command something."""
        words = {"Content-Type": "application/json"}
        with self._open(Request(f"{HERE}/api/{name}", json.dumps(body).encode(), words), timeout=PATIENCE):
            pass

    def desk(self) -> Any:
        """What the host sees."""
        with self._open(f"{HERE}/api/desk", timeout=PATIENCE) as answer:
            return json.load(answer)


def begin() -> str:
    """Start another game."""
    Host().send("start", {"names": ["Ann", "Ben", "Cal"], "lead": 0, "ends": game()[0]})
    return "begun"


def lay() -> str:
    """Lay a tag that nobody knows; the desk asks what it is."""
    host, end = Host(), time.monotonic() + PATIENCE
    LAID.touch()
    while UID not in json.dumps(host.desk()):
        if time.monotonic() > end:
            raise SystemExit(f"the desk does not know of the tag: {json.dumps(host.desk())[:2000]}")
        time.sleep(0.1)
    return "seen"


def watch() -> Any:
    """Ask again and again, as a screen on the wall does."""
    longest, failed = 0.0, 0
    ENOUGH.unlink(missing_ok=True)
    while not ENOUGH.exists():
        began = time.monotonic()
        try:
            game()
        except (URLError, OSError, ValueError):
            failed += 1
        longest = max(longest, time.monotonic() - began)
        time.sleep(0.05)
    return [longest, failed]


if __name__ == "__main__":
    done = {"reader": reader, "begin": begin, "lay": lay, "game": game, "watch": watch}[sys.argv[1]]()
    print(json.dumps(done))
