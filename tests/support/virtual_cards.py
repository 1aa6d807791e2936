"""A real pcscd with virtual readers (vsmartcard-vpcd), and cards that answer as a reader for tags makes them answer.

`tools/ensure-system` unpacks pcscd beside the tests. It runs as this user: a copy of it has its files in a folder of
its own instead of in /run, and no drivers for real readers. A virtual reader is a TCP port, and a card is a connection
to it (vpicc's protocol: a length of two bytes, then a command of the reader if it is one byte, else an APDU).
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from secrets import choice, token_hex
from shutil import rmtree

from tests.support.unpacked import NO_PCSCD, need, place
from tests.support.waiting import until

GET_ATR = 4  # powering on and off and a reset have no answer
UID_WANTED = bytes.fromhex("FFCA000000")
ATR_OF_TAG = bytes.fromhex("3B8F8001804F0CA0000003060300030000000068")  # an NTAG (PC/SC part 3)
ATR_OF_VICINITY_TAG = bytes.fromhex("3B8F8001804F0CA0000003060B00140000000077")
ATR_OF_PHONE = bytes.fromhex("3B80800101")
ATR_OF_CHIP_CARD = bytes.fromhex("3B6500002063CB6A00")
RUN = b"/run/pcscd"
DRIVERS, NO_DRIVERS = b"/usr/lib/pcsc/drivers", b"/usr/lib/pcsc/nothing"
FOLDER = Path("/tmp", token_hex(3)[: len(RUN) - len("/tmp/")])
"""The folder of this process's pcscd. Its path is as long as the one in the program."""
SOCKET = FOLDER / "pcscd.comm"
PORTS = range(20_000, 32_000)  # those that the system gives to nobody
NEEDED = ("usr/sbin/pcscd", "usr/lib/pcsc/drivers/serial/libifdvpcd.so")
NAMES = ("Virtual PCD 00 00", "Virtual PCD 00 01")


def need_virtual_readers() -> None:
    """Skip a test, to be reported at the end, where no pcscd with virtual readers could be had."""
    need(NO_PCSCD, *NEEDED)


@cache
def library() -> str:
    """Return the path of libpcsclite.

    Debian 13 has a file of this name that only loads the real one.
    """
    with suppress(LookupError):
        return str(place("usr/lib/*/libpcsclite_real.so.1"))
    return str(place("usr/lib/*/libpcsclite.so.1"))


@cache
def _program() -> Path:
    """Return a copy of pcscd that has its files in `FOLDER`."""
    FOLDER.mkdir()
    atexit.register(rmtree, FOLDER)
    (FOLDER / "readers").mkdir()
    program = FOLDER / "pcscd-here"
    content = place("usr/sbin/pcscd").read_bytes()
    program.write_bytes(content.replace(RUN, bytes(FOLDER)).replace(DRIVERS, NO_DRIVERS))
    program.chmod(0o755)
    return program


def _two_free_ports() -> int:
    while True:
        port = choice(PORTS)
        with socket.socket() as first, socket.socket() as second, suppress(OSError):
            first.bind(("", port))
            second.bind(("", port + 1))
            return port


class Card:
    """A card on a virtual reader, until it is lifted."""

    def __init__(self, port: int, uid: bytes | None, atr: bytes) -> None:
        self._uid, self._atr = uid, atr
        self.asked = 0
        self._line = socket.create_connection(("127.0.0.1", port))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def lift(self) -> None:
        """Take the card away."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._line.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while size := self._receive(2):
                command = self._receive(int.from_bytes(size, "big"))
                if command == bytes([GET_ATR]):
                    self._send(self._atr)
                elif len(command) > 1:
                    self._send(self._answer(command))

    def _answer(self, command: bytes) -> bytes:
        if command != UID_WANTED or self._uid is None:
            return b"\x6a\x81"
        self.asked += 1
        return self._uid + b"\x90\x00"

    def _send(self, data: bytes) -> None:
        self._line.sendall(len(data).to_bytes(2, "big") + data)

    def _receive(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            got = self._line.recv(size - len(data))
            if not got:
                return b""
            data += got
        return data


class VirtualReaders:
    """A running pcscd with two virtual readers, as a context."""

    def __init__(self) -> None:
        self._cards: dict[int, Card] = {}
        self._pcscd: subprocess.Popen[bytes] | None = None
        self._port = 0

    def __enter__(self) -> VirtualReaders:
        self._port = _two_free_ports()
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.clear()
        self.stop()

    def start(self) -> None:
        """Start pcscd."""
        driver = place("usr/lib/pcsc/drivers/serial/libifdvpcd.so")
        program = _program()
        (FOLDER / "readers" / "vpcd").write_text(
            f'FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:{self._port:#x}\nLIBPATH {driver}\n'
            f"CHANNELID {self._port:#x}\n"
        )
        libraries = ":".join(str(each) for each in (Path(sys.prefix) / "pcsc").glob("usr/lib/*-linux-gnu*"))
        polkit = ["--disable-polkit"] if b"disable-polkit" in program.read_bytes() else []
        self._pcscd = subprocess.Popen(
            [program, "--foreground", "--config", FOLDER / "readers", *polkit],
            env={**os.environ, "LD_LIBRARY_PATH": libraries},
            stdout=subprocess.DEVNULL,
        )
        until(self._listens)

    def stop(self) -> None:
        """End pcscd."""
        assert self._pcscd is not None
        self._pcscd.terminate()
        self._pcscd.wait()

    def lay(self, number: int, uid: bytes | None, atr: bytes = ATR_OF_TAG) -> Card:
        """Put a card on a reader, from 0."""
        self._cards[number] = Card(self._port + number, uid, atr)
        return self._cards[number]

    def lift(self, number: int) -> None:
        """Take the card from a reader."""
        self._cards.pop(number).lift()

    def clear(self) -> None:
        """Take all cards."""
        for number in list(self._cards):
            self.lift(number)

    def _listens(self) -> bool:
        assert self._pcscd is not None and self._pcscd.poll() is None, "pcscd has ended"
        with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
            line.connect(str(SOCKET))
            return True
        return False
