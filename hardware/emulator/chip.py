"""Commands of the PN532 (user manual UM0701, section 7) that nfcpy and Cuelight use."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from chips.emulator.tags import Mood, crc_a
from hardware.emulator.field import REQA, Field
from hardware.emulator.ntag import ACK, COMPATIBILITY_WRITE, Ntag

FIRMWARE = bytes([0x32, 1, 6, 7])
BAUDRATES = (9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1288000)

_TX_MODE, _RX_MODE, _FIFO_DATA = 0x6302, 0x6303, 0x6339
_CALL_NOT_ANSWERED, _CALL_GARBLED = REQA[0], 0x44
_HALT = b"\x50\x00"
_RETRIES = 0x05  # item of RFConfiguration
_TIMED_OUT, _CHECKSUM = b"\x01", b"\x02"
_WRITE_HEAD = 2
_NORMAL_MODE = 0x01  # of SAMConfiguration
_ON_AIR = (0x40, 0x42, 0x4A, 0x60)
_FOR_EVER = 0xFF  # retries of a call, as after power-up
_KINDS_OF_TAGS = (0x00, 0x10)  # any of type A, and MIFARE


class Timing(NamedTuple):
    """Seconds of radio time: call with a tag, call without one, exchange, page write.

    These are assumptions, not measurements of a chip.
    """

    hit: float = 0.010
    miss: float = 0.008
    exchange: float = 0.0025
    write: float = 0.006


def without_crc(data: bytes) -> bytes:
    """Return a frame without its checksum; empty if that is wrong."""
    return data[:-2] if data[-2:] == crc_a(data[:-2]) else b""


class Chip:
    """Model of the PN532 behind its serial port.

    Args:
        field: the tags on its antenna.
        timing: seconds that the radio takes; None for no delay at all.
    """

    def __init__(self, field: Field, timing: Timing | None) -> None:
        self.field = field
        self.baudrate = 115200
        self._timing = timing
        self._registers: dict[int, int] = {}
        self._target: Ntag | None = None
        self._timeout = 0.1
        self._retries = _FOR_EVER
        self._is_normal = False  # after power-up it is in low-Vbat mode until SAMConfiguration
        self._random = random.Random(7)
        self._commands: Mapping[int, Callable[[bytes], bytes | None]] = {
            0x00: lambda data: data if data[:1] == b"\0" else b"\0",  # Diagnose: the line test
            0x02: lambda _data: FIRMWARE,
            0x04: lambda _data: bytes([0, self.field.on, 0, 0]),
            0x06: self._read_registers,
            0x08: self._write_registers,
            0x10: lambda _data: b"",
            0x12: lambda _data: b"",
            0x14: self._configure_sam,
            0x16: self._power_down,
            0x32: self._configure,
            0x40: self._exchange,
            0x42: self._communicate,
            0x44: self._release,
            0x4A: self._list,
            0x52: self._release,
            0x60: self._poll,
        }

    def obey(self, code: int, data: bytes) -> bytes | None:
        """Return the answer to a command, None if the chip sends its error frame.

        It does so for a command to a tag in low-Vbat mode, too: an assumption.
        """
        command = self._commands.get(code)
        return command(data) if command is not None and (self._is_normal or code not in _ON_AIR) else None

    def is_endless(self, code: int, answer: bytes | None) -> bool:
        """Return whether it repeats a call that found nothing for ever (UM0701, 7.3.1, MxRtyPassiveActivation)."""
        return code == 0x4A and answer == b"\0" and self._retries == _FOR_EVER

    def set_normal(self) -> None:
        """Leave low-Vbat mode."""
        self._is_normal = True

    def change_speed(self, code: bytes) -> None:
        """Apply the baud rate that SetSerialBaudrate asked for."""
        self.baudrate = BAUDRATES[code[0]]

    def _spend(self, seconds: float) -> None:
        if self._timing is not None:
            time.sleep(seconds)

    def _read_registers(self, data: bytes) -> bytes:
        return bytes(self._registers.get(data[i] << 8 | data[i + 1], 0) for i in range(0, len(data), 2))

    def _write_registers(self, data: bytes) -> bytes:
        for i in range(0, len(data), 3):
            self._registers[data[i] << 8 | data[i + 1]] = data[i + 2]
        return b""

    def _configure_sam(self, data: bytes) -> bytes:
        self._is_normal = self._is_normal or data[0] == _NORMAL_MODE
        return b""

    def _power_down(self, _data: bytes) -> bytes:
        self.field.switch(False)
        return b"\0"

    def _configure(self, data: bytes) -> bytes:
        if data[0] == 0x01:
            self.field.switch(bool(data[1] & 1))
        elif data[0] == 0x02:
            self._timeout = 1e-4 * 2 ** (data[3] - 1) if data[3] else 0.0
        elif data[0] == _RETRIES:
            self._retries = data[3]
        return b""

    def _list(self, data: bytes) -> bytes:
        """Answer InListPassiveTarget with the first tag; 106 kbit/s type A only."""
        timing = self._timing or Timing()
        self.field.switch(True)
        found = self._call() if data[1] == 0 else []
        overheard = self.field.overheard
        if found == [] and data[1] == 0 and overheard is not None and self._random.random() < overheard[1]:
            found = self.field.whispers()
        self._target = None
        if not found:
            self._registers[_FIFO_DATA] = _CALL_GARBLED if found is None else _CALL_NOT_ANSWERED
            self._spend(timing.miss)
            return b"\0"
        self._registers |= {_TX_MODE: 0x80, _RX_MODE: 0x80, _FIFO_DATA: 0}
        self._target = tag = found[0]
        self.field.select(tag)
        self._spend(timing.hit)
        return bytes([1, 1, *tag.sens_res, tag.sel_res, len(tag.uid), *tag.uid])

    def _call(self) -> list[Ntag] | None:
        """Return the tags that answer a call; None if they corrupt each other.

        A call only returns an ACTIVE tag to its resting state, so that it answers the next one. Further retries find
        nothing new.
        """
        if self.field.is_laden and self._random.random() < self.field.missed():
            return []
        found = self.field.call()
        return self.field.call() if found == [] and self._retries else found

    def _poll(self, data: bytes) -> bytes:
        """Answer InAutoPoll with the first tag, if tags such as NTAGs are asked for."""
        kind = next((kind for kind in data[2:] if kind in _KINDS_OF_TAGS), None)
        found = b"" if kind is None else self._list(b"\x01\x00")[1:]
        return bytes([1, kind, len(found), *found]) if kind is not None and found else b"\0"

    def _exchange(self, data: bytes) -> bytes:
        frame = data[1:]
        if frame[:1] == COMPATIBILITY_WRITE and len(frame) > _WRITE_HEAD:  # the chip sends it in two parts
            answer = self._ask_tag(frame[:_WRITE_HEAD])
            answer = self._ask_tag(frame[_WRITE_HEAD:]) if answer == ACK else answer
        else:
            answer = self._ask_tag(frame)
        if answer is None:
            return _TIMED_OUT
        return b"\0" + (answer if len(answer) > 1 else b"") if answer == ACK or len(answer) > 1 else b"\x14"

    def _communicate(self, data: bytes) -> bytes:
        frame = data if self._registers.get(_TX_MODE, 0x80) & 0x80 else without_crc(data)  # else the host appends it
        answer = self._ask_tag(frame)
        if answer is None:
            return _TIMED_OUT
        if self._registers.get(_RX_MODE, 0x80) & 0x80:  # the chip checks the CRC
            return b"\0" + answer if len(answer) > 1 else _CHECKSUM
        return b"\0" + (answer + crc_a(answer) if len(answer) > 1 else answer)

    def _ask_tag(self, frame: bytes) -> bytes | None:
        timing = self._timing or Timing()
        tag = self._target
        with self.field.lock:
            answer = tag.answer(frame) if tag is not None and self.field.on and self.field.holds(tag) else None
            if tag is not None and tag.is_lifted:
                self.field.lift(tag)
        self._spend(self._timeout if answer is None else timing.write if frame[:1] == b"\xa2" else timing.exchange)
        return answer

    def _release(self, _data: bytes) -> bytes:
        tag = self._target
        with self.field.lock:
            if tag is not None and tag.mood is Mood.ACTIVE and self.field.on and self.field.holds(tag):
                tag.hear(_HALT, 8 * len(_HALT))
        return b"\0"
