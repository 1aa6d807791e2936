"""Everything that is wired to the Pico's pins, based on the same pin data as the firmware.

`serve` answers the requests of the stand-in for `machine` on a socket until that is closed.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable

from chips.emulator.mfrc522 import TX_CONTROL, Ailment, Mfrc522Model
from firmware_bridge.emulator.parts import Expander, Strip, Watchdog
from firmware_bridge.firmware import pins

HEAD = 3  # operation and length
PULL_UP = 1
PINS = 30  # of an RP2040
WELL = Ailment.NONE


class Circuit:
    """The circuit of the mat around the Pico.

    Any thread may change its parts while it is served.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.readers = [Mfrc522Model(now) for _ in pins.READERS]
        self.readers_powered = True
        self.bootsel = False
        self.expander = Expander()
        self.strip = Strip(now)
        self.watchdog = Watchdog(now)
        self.transfers = 0
        self.carried = 0  # bytes on the SPI buses
        self.most_fields = 0  # largest number of antennas on at once, among readers that obey
        self._levels = [1] * PINS
        self._of_bus = [
            [(select, self.readers[number]) for number, (its, select) in enumerate(pins.READERS) if its == bus]
            for bus in range(len(pins.BUSES))
        ]

    def watch_clock(self, now: Callable[[], float]) -> None:
        """Switch all parts to another clock."""
        self._now = now
        self.strip.now = now
        for reader in self.readers:
            reader.now = now

    def power_up(self) -> None:
        """Set the state after power-up."""
        self._levels[:] = [1] * PINS
        self.watchdog = Watchdog(self._now)
        for reader in self.readers:
            reader.reset()

    def serve(self, line: socket.socket) -> None:
        """Answer the board until it disconnects."""
        kept = b""
        while True:
            try:
                data = line.recv(65536)
            except OSError:
                return
            if not data:
                return
            kept += data
            while len(kept) >= HEAD:
                (length,) = struct.unpack_from("<H", kept, 1)
                if len(kept) < HEAD + length:
                    break
                answer = self.take(kept[:1], kept[HEAD : HEAD + length])
                kept = kept[HEAD + length :]
                if answer:
                    try:
                        line.sendall(answer)
                    except OSError:
                        return

    def take(self, op: bytes, data: bytes) -> bytes:
        """Execute one request of the stand-in and return the answer, if any."""
        match op:
            case b"p":
                self.set_pin(data[0], data[1])
            case b"r":
                return bytes([self.pin(data[0], data[1])])
            case b"s":
                return self.transfer(data[0], data[1:])
            case b"t":
                self.transfer(data[0], data[1:])
            case b"i":
                found = self.expander.read(data[1], data[2]) if data[0] == pins.EXPANDER_ADDRESS else None
                return b"\1" + bytes(data[2]) if found is None else b"\0" + found
            case b"j":
                at_home = data[0] == pins.EXPANDER_ADDRESS and self.expander.write(data[1], data[2:])
                return b"\0" if at_home else b"\1"
            case b"b":
                if data[0] == pins.STRIP:
                    self.strip.send(struct.unpack_from("<HHHH", data, 1), data[9:])
            case b"B":
                return bytes([self.bootsel])
            case b"W":
                self.watchdog.start(struct.unpack("<H", data)[0])
            case b"w":
                self.watchdog.feed()
        return b""

    def set_pin(self, number: int, level: int) -> None:
        """Set the level of an output."""
        rises, self._levels[number] = level > self._levels[number], level
        if number == pins.EXPANDER[1] and rises:
            self.expander.clocked()
        if number == pins.READER_RESET and not level:
            self.expander.reset()
            for reader in self.readers:
                reader.reset()

    def pin(self, number: int, pull: int) -> int:
        """Return the level of an input.

        It is that of the part that drives it, or else the Pico's weak pull.
        """
        for bus, (_spi, _clock, _out, back) in enumerate(pins.BUSES):
            if number == back:
                driven = [reader.line for reader in self._on(bus) if reader.line is not None]
                if not self.readers_powered:
                    return 0  # unpowered chips pull it low through their protection diodes
                if driven:
                    return min(driven)
        return 1 if pull == PULL_UP else 0

    def _on(self, bus: int) -> list[Mfrc522Model]:
        return [reader for _select, reader in self._of_bus[bus]]

    def transfer(self, bus: int, data: bytes) -> bytes:
        """Perform one transaction on an SPI bus and return the received bytes."""
        self.transfers += 1
        self.carried += len(data)
        answer: bytes | None = None
        if self.readers_powered:  # otherwise the line is low
            levels = self._levels
            for select, reader in self._of_bus[bus]:
                if not levels[select]:
                    heard = reader.transfer(data)
                    answer = heard if answer is None else _wired_and(answer, heard)
                elif reader.ailment is not WELL and (line := reader.line) is not None:
                    held = bytes([0xFF * line]) * len(data)
                    answer = held if answer is None else _wired_and(answer, held)
        if data[0] == TX_CONTROL << 1:
            fields = sum(reader.field and reader.obeys for reader in self.readers)
            self.most_fields = max(self.most_fields, fields)
        return answer if answer is not None else bytes(len(data))


def _wired_and(one: bytes, other: bytes) -> bytes:
    """Combine two chips that drive one line: low wins."""
    return bytes(a & b for a, b in zip(one, other, strict=True))
