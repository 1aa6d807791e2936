"""One MFRC522: is a tag in its field, and which? NXP's datasheet MFRC522 rev. 3.9; tags by ISO 14443-3A.

Its field is off except between `field(True)` and `field(False)`, so that only one antenna of the mat is ever on.
Nothing here waits longer than the chip's own timer, and `PATIENCE` when that fails.
"""

import time

COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
BIT_FRAMING = 0x0D
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
RF_CONFIG = 0x26
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_HIGH = 0x2C
T_RELOAD_LOW = 0x2D
VERSION = 0x37

IDLE = 0x00
TRANSCEIVE = 0x0C
SOFT_RESET = 0x0F

RECEIVED = 0x30  # RxIRq, IdleIRq
TIMED_OUT = 0x01
COLLISION = 0x08
SPOILED = 0x17  # protocol, parity, CRC, buffer overflow

MODE_SET = 0x3D  # CRC preset 6363, as ISO 14443-3A has it
WITH_CRC = 0x80
PATIENCE = 6000  # microseconds; the chip's timer ends after 1000

GENUINE = (0x90, 0x91, 0x92)
NOTHING_THERE = (0x00, 0xFF)

SILENT = 0  # nobody answered
SEEN = 1
GARBLED = 2  # somebody answered, and it could not be read
CROWD = 3  # more than one answered

WUPA = b"\x52"
CASCADES = (0x93, 0x95, 0x97)
MORE_UID = 0x88


class Failed(Exception):
    """The chip does not do what it was told."""


class Mfrc522:
    """A reader on an SPI bus. `cs` is its chip select, low while it is spoken to."""

    def __init__(self, spi, cs):
        self.spi = spi
        self.cs = cs
        self.version = 0
        self._two = bytearray(2)
        self._back = bytearray(2)

    def start(self, gain):
        """Set every register that matters. Raises Failed when the chip does not take it."""
        self.version = self.get(VERSION)
        if self.version in NOTHING_THERE:
            raise Failed("no answer")
        self.set(COMMAND, SOFT_RESET)
        time.sleep_us(200)
        self.set(T_MODE, 0x80)  # the timer starts when sending ends
        self.set(T_PRESCALER, 0xA9)  # 25 us a tick
        self.set(T_RELOAD_HIGH, 0)
        self.set(T_RELOAD_LOW, 40)  # 1 ms; a tag answers 0.09 ms after a question
        self.set(TX_ASK, 0x40)
        self.set(MODE, MODE_SET)
        self.set(RF_CONFIG, (gain & 7) << 4 | 8)
        self.set(TX_CONTROL, 0x80)
        if self.get(MODE) != MODE_SET or self.get(TX_CONTROL) != 0x80 or self.get(T_RELOAD_LOW) != 40:
            raise Failed("registers")

    def field(self, on):
        """Turn the antenna on or off. Raises Failed when turning it on shows that the chip lost its settings."""
        self.set(TX_CONTROL, 0x83 if on else 0x80)
        if on and (self.get(TX_CONTROL) != 0x83 or self.get(MODE) != MODE_SET):
            raise Failed("registers")

    def poll(self, kept):
        """What is in the field: (SILENT | SEEN | GARBLED | CROWD, UID or None).

        In a crowd the UID is `kept` if that tag is among them. Raises Failed.
        """
        answer, error = self.exchange(WUPA, 7, 0)
        if answer is None:
            return SILENT, None
        if error & SPOILED or (len(answer) != 2 and not error & COLLISION):
            return GARBLED, None
        uid = b""
        for cascade in CASCADES:
            answer, error = self.exchange(bytes((cascade, 0x20)), 0, 0)
            if answer is not None and error & COLLISION:
                return CROWD, (kept if kept and self._select_all(kept) else None)
            if answer is None or error or len(answer) != 5 or _bcc(answer) != answer[4]:
                return GARBLED, None
            sak = self._select(cascade, answer)
            if sak is None:
                return GARBLED, None
            if not sak & 4:
                return SEEN, uid + answer[:4]
            if answer[0] != MORE_UID:
                return GARBLED, None
            uid += answer[1:4]
        return GARBLED, None

    def _select_all(self, uid):
        """Whether the tag with this UID answers to it."""
        levels = _levels(uid)
        for at in range(len(levels)):
            sak = self._select(CASCADES[at], levels[at])
            if sak is None or bool(sak & 4) != (at + 1 < len(levels)):
                return False
        return True

    def _select(self, cascade, level):
        answer, error = self.exchange(bytes((cascade, 0x70)) + level, 0, WITH_CRC)
        return answer[0] if answer is not None and not error and len(answer) == 1 else None

    def exchange(self, question, last_bits, crc):
        """Send to whoever is in the field: (answer or None for silence, error register). Raises Failed."""
        self.set(COMMAND, IDLE)
        self.set(COM_IRQ, 0x7F)
        self.set(FIFO_LEVEL, 0x80)
        self.set(TX_MODE, crc)
        self.set(RX_MODE, crc)
        self.cs(0)
        self.spi.write(bytes((FIFO_DATA << 1,)) + question)
        self.cs(1)
        self.set(COMMAND, TRANSCEIVE)
        self.set(BIT_FRAMING, 0x80 | last_bits)
        begun = time.ticks_us()
        while True:
            late = time.ticks_diff(time.ticks_us(), begun) > PATIENCE
            irq = self.get(COM_IRQ)
            if irq & RECEIVED:
                break
            if irq & TIMED_OUT:
                return None, 0
            if late:
                raise Failed("no end")
        error = self.get(ERROR)
        count = self.get(FIFO_LEVEL)
        if count > 64:
            raise Failed("FIFO")
        if not count:
            return b"", error
        self.cs(0)
        answer = bytearray(count + 1)
        self.spi.write_readinto(bytes((0x80 | FIFO_DATA << 1,)) * count + b"\0", answer)
        self.cs(1)
        return bytes(answer[1:]), error

    def get(self, register):
        """The register's value."""
        self._two[0] = 0x80 | register << 1
        self._two[1] = 0
        self.cs(0)
        self.spi.write_readinto(self._two, self._back)
        self.cs(1)
        return self._back[1]

    def set(self, register, value):
        """Write a register."""
        self._two[0] = register << 1
        self._two[1] = value
        self.cs(0)
        self.spi.write(self._two)
        self.cs(1)


def _bcc(level):
    return level[0] ^ level[1] ^ level[2] ^ level[3]


def _levels(uid):
    """The UID as the cascade levels carry it: four bytes and their check byte each."""
    levels = []
    while len(uid) > 4:
        levels.append(bytes((MORE_UID,)) + uid[:3])
        uid = uid[3:]
    levels.append(uid)
    return [level + bytes((_bcc(level),)) for level in levels]
