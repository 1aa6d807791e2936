"""Commands that `tools/shop` runs inside its machine, with the installed package's Python.

guest.py reader: run an emulated reader; it has a tag while /run/laid exists.
guest.py begin: start another game, as the host.
guest.py codes: start another game, and show its codes on the wall screen.
guest.py where: print the table's own address information.
guest.py seat LINK: open a seat by the link of a code, and print the player's name.
guest.py pages: open every page and file of the table as the host, have the moment read aloud; print how many.
guest.py inside: try the system features that the table needs, and print which are forbidden.
guest.py lay: put a tag on the reader, and wait until the host's desk shows it.
guest.py game: print which game the board shows, and its progress.
guest.py lit: wait until the board shows a seat's light, and print the lights.
guest.py notices: print the notices on the host's desk about the table itself.
guest.py heard PATH: print the requests at port 8123 until PATH is requested, or twenty seconds have passed.
guest.py name NAME: resolve a name in the network of this phone (mDNS), and print the address.
guest.py join: do what a phone does that has joined a network; print where a name and a page lead.
guest.py watch: request the board until /run/seen-enough exists; print the longest wait, and the number of failures.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import struct
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from subprocess import check_output
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

HERE = "http://127.0.0.1"
LINK, PORT = Path("/dev/serial/by-id/usb-emulated-reader"), Path("/dev/ttyUSB7")
LAID, ENOUGH = Path("/run/laid"), Path("/run/seen-enough")
UID = "04C0FFEE112280"
PATIENCE = 60.0


def reader() -> None:
    """Plug a reader in, with the names and permissions that udev sets."""
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
    """Return the game that the board shows."""
    with urlopen(f"{HERE}/api/board", timeout=PATIENCE) as answer:
        board = json.load(answer)
    return [board["table"]["game"], board.get("where"), [seat["name"] for seat in board["seats"]]]


class Host:
    """A client that knows the PIN."""

    def __init__(self) -> None:
        said = check_output(["/usr/bin/cuelight", "status"], text=True)
        pin = re.findall(r"PIN is (\d+)", said)[0]
        self.open = build_opener(HTTPCookieProcessor(CookieJar())).open
        self.send("login", {"pin": pin})

    def send(self, name: str, body: dict[str, Any]) -> None:
        """Send a command."""
        words = {"Content-Type": "application/json"}
        with self.open(Request(f"{HERE}/api/{name}", json.dumps(body).encode(), words), timeout=PATIENCE):
            pass

    def desk(self) -> Any:
        """Return the desk's data."""
        with self.open(f"{HERE}/api/desk", timeout=PATIENCE) as answer:
            return json.load(answer)


def begin() -> str:
    """Start another game."""
    Host().send("start", {"names": ["Ann", "Ben", "Cal"], "lead": 0, "ends": game()[0]})
    return "begun"


def codes() -> str:
    """Start another game, and show the codes of its seats on the wall screen."""
    host = Host()
    host.send("start", {"names": ["Ann", "Ben", "Cal"], "lead": 0, "ends": game()[0]})
    host.send("keys", {"on_wall": True})
    return "shown"


def where() -> Any:
    """Return the address for phones, as the table reports it."""
    with urlopen(f"{HERE}/api/where", timeout=PATIENCE) as answer:
        return json.load(answer)


def seat(link: str) -> str:
    """Do what a browser does with the link of a code.

    It opens the page, sends the key and requests the player's own data.
    """
    page, _, key = link.partition("#")
    base, _, number = page.rpartition("/seat/")
    phone = build_opener(HTTPCookieProcessor(CookieJar())).open
    with phone(page, timeout=PATIENCE):
        pass
    body = json.dumps({"seat": int(number), "key": key}).encode()
    with phone(Request(f"{base}/api/seat", body, {"Content-Type": "application/json"}), timeout=PATIENCE):
        pass
    with phone(f"{base}/api/own", timeout=PATIENCE) as answer:
        board = json.load(answer)["board"]
    return str(board["seats"][int(number) - 1]["name"])


def pages() -> int:
    """Open every page and file once."""
    from web.api.table_port import FORMS
    from web.app.routes import READ, ROUTES

    host, opened = Host(), 0
    host.send("voice", {"moment": True})
    codes()
    parts = {"<int:number>": [str(game()[0])], "<form>": [str(form) for form in FORMS], "<int:seat>": ["1"]}
    parts |= {"<game>": ["othello"], "<path:filename>": ["look.css"]}
    for route in ROUTES:
        if route.methods != READ or route.path.startswith(("/live/", "/static/")):
            continue
        paths = [route.path]
        for part, values in parts.items():
            paths = [path.replace(part, value) for path in paths for value in (values if part in path else [""])]
        for path in paths:
            try:
                with host.open(f"{HERE}{path}", timeout=PATIENCE) as answer:
                    answer.read()
            except HTTPError as error:
                if error.code >= 500:
                    raise SystemExit(f"{path}: {error.code}, {error.read()[:500]!r}") from error
            else:
                opened += 1
    return opened


def inside() -> Any:
    """Return the system features that the libraries and the table need, each with its error."""
    import ctypes
    import logging
    import subprocess
    import tempfile
    import threading

    def addresses() -> None:
        from web.app.interfaces import own_addresses

        logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
        assert own_addresses(), "no addresses"

    def pipe() -> None:
        os.mkfifo("probe.pipe")
        os.unlink("probe.pipe")

    def thread() -> None:
        one = threading.Thread(target=lambda: None)
        one.start()
        one.join()

    ways: dict[str, Callable[[], Any]] = {
        "a socket of the Internet": lambda: socket.socket(socket.AF_INET).close(),
        "addresses by netlink": addresses,
        "news of USB by netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).close(),
        "a local socket": lambda: [end.close() for end in socket.socketpair()],
        "a function that C calls": lambda: ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)(),
        "USB": lambda: __import__("usb1"),
        "a serial port's names": lambda: __import__("serial.tools.list_ports").tools.list_ports.comports(),
        "a pipe where lgpio makes its own": pipe,
        "a temporary file": lambda: tempfile.TemporaryFile().close(),
        "another program": lambda: subprocess.run(["true"], check=True),
        "a thread": thread,
        "the log of changes": lambda: __import__("sqlite3").connect("probe.db").execute("pragma journal_mode=wal"),
        "the clock": time.time,
    }
    said = {}
    for name, way in ways.items():
        try:
            way()
            said[name] = ""
        except Exception as error:
            said[name] = f"{type(error).__name__}: {error}"
    for left in Path().glob("probe.db*"):
        left.unlink()
    return said


def lay() -> str:
    """Put an unknown tag on the reader; the desk asks what it is."""
    host, end = Host(), time.monotonic() + PATIENCE
    LAID.touch()
    while UID not in json.dumps(host.desk()):
        if time.monotonic() > end:
            raise SystemExit(f"the desk does not know of the tag: {json.dumps(host.desk())[:2000]}")
        time.sleep(0.1)
    return "seen"


def lit() -> Any:
    """Return the lights of the seats, once there are any."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with urlopen(f"{HERE}/api/board", timeout=PATIENCE) as answer:
            cues = [seat.get("cue") for seat in json.load(answer)["seats"]]
        if cues and all(cues):
            return cues
        time.sleep(0.1)
    raise SystemExit("no seat has a light")


def notices() -> Any:
    """Return the notices on the desk."""
    return Host().desk()["notices"]


def heard(path: str) -> Any:
    """Return the paths that a browser requests here."""
    asked: list[str] = []

    class Hear(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 8123), Hear)
    server.timeout, end = 1.0, time.monotonic() + 20
    while path not in asked and time.monotonic() < end:
        server.handle_request()
    return asked


def number_of(name: str, server: str, port: int) -> str:
    """Return the address that a name server gives for a name.

    See RFC 1035, or RFC 6762 in a local network.
    """
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.settimeout(5)
        line.sendto(
            struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", 1, 1), (server, port)
        )
        return socket.inet_ntoa(line.recv(2000)[-4:])


def join() -> Any:
    """Send the request that a phone sends to its maker's server, and return the answer."""
    number = number_of("captive.apple.com", "10.42.0.1", 53)
    line = HTTPConnection(number, timeout=PATIENCE)
    line.request("GET", "/hotspot-detect.html", headers={"Host": "captive.apple.com"})
    answer = line.getresponse()
    return [number, answer.status, answer.headers["Location"]]


def watch() -> Any:
    """Request the board repeatedly, as a wall screen does."""
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
    ways: dict[str, Callable[[], Any]] = {"reader": reader, "begin": begin, "lay": lay, "game": game, "watch": watch}
    ways |= {"pages": pages, "inside": inside}
    ways |= {"codes": codes, "where": where, "seat": lambda: seat(sys.argv[2])}
    ways |= {"lit": lit, "notices": notices, "join": join, "heard": lambda: heard(sys.argv[2])}
    ways["name"] = lambda: number_of(sys.argv[2], "224.0.0.251", 5353)
    print(json.dumps(ways[sys.argv[1]]()))
