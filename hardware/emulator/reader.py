"""Emulated PN532 on its serial line, with typed faults.

It has a pseudo terminal, the frames of UM0701 section 6.2.1, and baud rates. After power-up it sleeps until the line
has risen five times, and misses everything before; it changes its baud rate when the host has
acknowledged the answer (UM0701, 7.2.8).
"""

from __future__ import annotations

import os
import pty
import random
import select
import termios
import threading
import time
import tty
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from hardware.emulator.chip import BAUDRATES, Chip, Timing
from hardware.emulator.field import Field

__all__ = ["EmulatedReader", "Fault", "Hub", "Timing"]

_START, _ACK = b"\x00\x00\xff", b"\x00\x00\xff\x00\xff\x00"
_ERROR_FRAME = b"\x7f"
_SET_BAUDRATE, _SAM, _LIST = 0x10, 0x14, 0x4A
_SHORT_SAM_BYTES = 3
_POWER_DOWN = 0x16
_WAKING_EDGES = 5
_SEARCH_SECONDS = 0.01  # between two calls of an endless search


class Fault(StrEnum):
    """Fault of the chip or its line, until it is cleared."""

    SILENT = "silent"  # no answers
    GARBLED = "garbled"  # each answer has a wrong checksum
    NOISY = "noisy"  # one answer in seven, at random, has a wrong checksum
    STUCK = "stuck"  # commands are acknowledged but never answered
    FLAPPING = "flapping"  # alternates: silent for forty commands, well for forty
    CUT_SHORT = "cut-short"  # every fifth answer lacks its end
    WEAK_SUPPLY = "weak-supply"  # the field's inrush current resets the chip in each poll
    GARBLED_IDS = "garbled-ids"  # every third reported id has a wrong bit, with a valid checksum


_NOISE_IN, _CUT_EVERY, _ID_EVERY = 7, 5, 3


class EmulatedReader:
    """Emulated PN532 on a pseudo terminal, plugged in from the start.

    Args:
        link: a name for it in the file system, as udev creates one under `/dev/serial/by-id`; it exists while the
            reader is
            plugged in.
        timing: seconds that line and radio take; None for no delay at all.

    Attributes:
        field: the tags on its antenna.
        plugged: whether it is plugged in.
        path: the path to open: the link, or else the terminal.
        is_short: whether it ignores a SAMConfiguration with its optional parameters, as some boards do.
        commands: number of commands that the chip has received.
        heard: for each uid, the time at which the latest answer with it left the line, and `busy` at that time.
    """

    def __init__(self, link: Path | None = None, timing: Timing | None = None) -> None:
        self.field = Field()
        self.commands = 0
        self._busy = 0.0
        self._began: float | None = None
        self.heard: dict[bytes, tuple[float, float]] = {}
        self.path = ""
        self.is_short = False
        self._link = link
        self._timing = timing
        self._fault: Fault | None = None
        self._ids_sent = 0  # reported ids, some of which are corrupted
        self._random = random.Random(7)
        self._power_up()
        self.plugged = False
        self.plug()

    @property
    def busy(self) -> float:
        """Seconds that line and radio have taken so far."""
        began = self._began
        return self._busy + (time.monotonic() - began if began is not None else 0.0)

    def plug(self) -> None:
        """Plug it in, if it is not: the chip starts from scratch at 115200 baud."""
        if self.plugged:
            return
        self._power_up()
        self._master, self._slave = pty.openpty()  # the slave stays open, so that nfcpy can close and reopen it
        tty.setraw(self._slave)
        self._wake_read, self._wake_write = os.pipe()
        self.terminal = os.ttyname(self._slave)
        if self._link is not None:
            with suppress(FileNotFoundError):
                self._link.unlink()
            self._link.symlink_to(self.terminal)
        self.path = str(self._link or self.terminal)
        self.plugged = True
        self._thread = threading.Thread(target=self._serve, name="emulated reader", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Unplug it, even in the middle of a command."""
        if not self.plugged:
            return
        self.plugged = False
        os.write(self._wake_write, b".")
        self._thread.join()
        for descriptor in (self._master, self._slave, self._wake_read, self._wake_write):
            os.close(descriptor)
        if self._link is not None:
            with suppress(FileNotFoundError):
                self._link.unlink()
        self.field.switch(False)

    def break_by(self, fault: Fault) -> None:
        """Set a fault."""
        self._fault = fault

    def make_well(self) -> None:
        """Clear the fault."""
        self._fault = None

    def brown_out(self) -> None:
        """Simulate a brief voltage drop.

        The port stays, but the chip has lost its state, including its baud rate.
        """
        self.field.switch(False)
        self._power_up()

    def leave_at(self, baudrate: int) -> None:
        """Set the chip's baud rate, as if the program that used it was killed."""
        self._chip.set_normal()
        self._chip.baudrate = baudrate
        self._edges_left = 0

    def _power_up(self) -> None:
        self._chip = Chip(self.field, self._timing)
        self._buffer = b""
        self._edges_left = _WAKING_EDGES
        self._next_speed: bytes | None = None  # asked for, and not acknowledged by the host
        self._search: bytes | None = None  # the call that has not ended

    # --- on its own thread

    def _serve(self) -> None:
        while True:
            ready, _, _ = select.select(
                [self._master, self._wake_read], [], [], None if self._search is None else _SEARCH_SECONDS
            )
            if self._wake_read in ready:
                return
            try:
                if not ready:
                    self._go_on_searching()
                    continue
                self._take(os.read(self._master, 4096))
            except OSError:
                return

    def _take(self, data: bytes) -> None:
        self._began = time.monotonic()
        self._answer(data)
        self._busy += time.monotonic() - self._began
        self._began = None

    def _answer(self, data: bytes) -> None:
        if self._next_speed is not None and data.startswith(_ACK):  # sent before the host has changed its own speed
            self._chip.change_speed(self._next_speed)
            self._next_speed, data = None, data[len(_ACK) :]
        speed = termios.tcgetattr(self._slave)[5]
        if speed != getattr(termios, f"B{self._chip.baudrate}"):
            self._buffer = b""  # at another baud rate the chip receives noise
            return
        self._buffer += self._awake(data)
        self._spend_line(data)
        while (frame := self._next_frame()) is not None:
            self._handle(frame)

    def _awake(self, data: bytes) -> bytes:
        """Return the part of the data that comes after the chip has woken."""
        at = 0
        while self._edges_left > 0 and at < len(data):
            line = f"1{data[at]:08b}0"[::-1]  # start bit, the lowest bit first, stop bit
            self._edges_left -= line.count("01")
            at += 1
        return data[at:]

    def _next_frame(self) -> bytes | None:
        """Return the data of the next complete and valid frame; empty for an invalid one."""
        start = self._buffer.find(b"\x00\xff")
        if start < 0:
            self._buffer = self._buffer[-1:]
            return None
        rest = self._buffer[start + 2 :]
        if len(rest) < 2:
            return None
        if rest[:2] == b"\x00\xff":  # an ACK from the host: it aborts the command
            self._buffer, self._search = rest[2:], None
            return b""
        if rest[:2] == b"\xff\xff":
            if len(rest) < 5:
                return None
            length, head, right = rest[2] << 8 | rest[3], 5, sum(rest[2:5]) & 0xFF == 0
        else:
            length, head, right = rest[0], 2, sum(rest[:2]) & 0xFF == 0
        if not right:
            self._buffer = rest
            return b""
        if len(rest) < head + length + 1:
            return None
        self._buffer = rest[head + length + 1 :]
        body = rest[head : head + length + 1]
        return body[:-1] if sum(body) & 0xFF == 0 and length >= 2 and body[0] == 0xD4 else b""

    def _handle(self, frame: bytes) -> None:
        if not frame:
            return
        self.commands += 1
        fault = self._fault
        if fault is Fault.SILENT or (fault is Fault.FLAPPING and self.commands // 40 % 2 == 0):
            return
        if self.is_short and frame[1] == _SAM and len(frame) > _SHORT_SAM_BYTES:
            return
        self._send(_ACK)
        if fault is Fault.STUCK:
            return
        code, data = frame[1], frame[2:]
        if fault is Fault.WEAK_SUPPLY and code == _LIST:
            self.brown_out()
            return
        self._next_speed = data if code == _SET_BAUDRATE and data[0] < len(BAUDRATES) else None
        answer = self._chip.obey(code, data)
        self._search = data if self._chip.is_endless(code, answer) else None
        if self._search is None:
            self._report(code, answer)

    def _go_on_searching(self) -> None:
        assert self._search is not None
        answer = self._chip.obey(_LIST, self._search)
        if not self._chip.is_endless(_LIST, answer):
            self._search = None
            self._report(_LIST, answer)

    def _report(self, code: int, answer: bytes | None) -> None:
        fault = self._fault
        if fault is Fault.GARBLED_IDS and code == _LIST and answer and answer[0]:
            answer = self._misheard(answer)
        body = _ERROR_FRAME if answer is None else bytes([0xD5, code + 1]) + answer
        whole = bytearray(_framed(body))
        if self._is_garbled(fault):
            whole[-2] ^= 0x55
        if fault is Fault.CUT_SHORT and self.commands % _CUT_EVERY == 0:
            del whole[len(whole) // 2 :]
        self._send(bytes(whole))
        if code == _LIST and answer and answer[0]:
            self.heard[answer[6:13]] = (time.monotonic(), self.busy)
        if code == _POWER_DOWN:
            self._edges_left = _WAKING_EDGES

    def _is_garbled(self, fault: Fault | None) -> bool:
        """Return whether the next answer has a wrong checksum.

        Noise is random, so it does not align with the driver's retries.
        """
        if fault is Fault.NOISY:
            return self._random.randrange(_NOISE_IN) == 0
        return fault is Fault.GARBLED

    def _misheard(self, answer: bytes) -> bytes:
        """Return the answer of InListPassiveTarget, in every third case with a wrong id.

        One bit in the last byte but one is wrong.
        """
        self._ids_sent += 1
        if self._ids_sent % _ID_EVERY:
            return answer
        return answer[:-2] + bytes([answer[-2] ^ 1 << self._ids_sent // _ID_EVERY % 8, answer[-1]])

    def _send(self, data: bytes) -> None:
        self._spend_line(data)
        os.write(self._master, data)

    def _spend_line(self, data: bytes) -> None:
        if self._timing is not None:
            time.sleep(len(data) * 10 / self._chip.baudrate)


class Hub:
    """Emulated USB hub with readers."""

    def __init__(self, readers: Iterable[EmulatedReader]) -> None:
        self._readers = tuple(readers)
        self._gone: list[EmulatedReader] = []

    def go(self) -> None:
        """Simulate a power loss or reset: all readers disappear at once."""
        self._gone = [reader for reader in self._readers if reader.plugged]
        for reader in self._gone:
            reader.unplug()

    def come(self) -> None:
        """Restore the hub; its readers reappear one after the other."""
        for reader in self._gone:
            reader.plug()


def _framed(body: bytes) -> bytes:
    length = len(body)
    if length < 256:
        head = bytes([length, -length & 0xFF])
    else:
        size = length.to_bytes(2, "big")
        head = b"\xff\xff" + size + bytes([-sum(size) & 0xFF])
    return _START + head + body + bytes([-sum(body) & 0xFF, 0])
