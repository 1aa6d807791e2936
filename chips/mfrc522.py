"""Driver of one MFRC522: detects a tag in its field and reads its UID.

Sources: NXP's datasheet MFRC522 rev. 3.9; ISO 14443-3A.

The field is off except between `field(True)` and `field(False)`, so that only one antenna of the mat is ever on.
Nothing here waits longer than the chip's own timer, or `PATIENCE` if that fails.

Whenever the field is switched on, every register that `start` has set is read back: a disturbed write would otherwise
make cards invisible without a sign. The WS1850S has the same registers, behind I2C.

Constant transactions are prepared once, and registers that are always read together are read in one transaction: on a
Pico, the interpreter's time per bus transaction dominates the time outside the air.
"""

import time

import micropython

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
START_SEND = 0x80
EMPTY = 0x80

RECEIVED = 0x30  # RxIRq, IdleIRq
TIMED_OUT = 0x01
COLLISION = 0x08
SPOILED = 0x13  # protocol, parity, buffer overflow

MODE_SET = 0x3D
PATIENCE_TICKS = 31  # 0.8 ms on the chip's timer; a tag answers 0.09 ms after a request, or not at all
PATIENCE = 6000  # microseconds after which the chip itself is not answering
FORGET = 5100  # microseconds without a field after which every tag is in IDLE again (ISO 14443-3, 5.2.4)
LONGEST_ANSWER = 5  # bytes of the longest answer to the requests here
FIFO_SIZE = 64
MOST_SELECTS = 8

GENUINE = (0x90, 0x91, 0x92)
WS1850S = 0x15  # version of M5Stack's Unit RFID2, which has the same registers
NOTHING_THERE = (0x00, 0xFF)

SILENT = 0  # no answer
SEEN = 1
GARBLED = 2  # an unreadable answer
CROWD = 3  # more than one answer

CASCADES = (0x93, 0x95, 0x97)
MORE_UID = 0x88

SETTINGS = (  # register, value, the bits that are not reserved; TX_CONTROL, which turns the field on, is the last
    (T_MODE, 0x80, 0xFF),  # the timer starts when sending ends
    (T_PRESCALER, 0xA9, 0xFF),  # 25 us per tick
    (T_RELOAD_HIGH, 0, 0xFF),
    (T_RELOAD_LOW, PATIENCE_TICKS, 0xFF),
    (TX_ASK, 0x40, 0x40),
    (TX_MODE, 0, 0xFB),  # bits 0 and 1 of both, reserved here, are the framing in the PN512, which clones follow
    (RX_MODE, 0, 0xFF),
    (MODE, MODE_SET, 0xAB),
    (RF_CONFIG, 8, 0x70),  # and the gain
    (TX_CONTROL, 0x80, 0xFB),
)

# Each byte that is sent names the register that is read next.
LOOK = bytes((0x80 | COM_IRQ << 1, 0x80 | ERROR << 1, 0x80 | FIFO_LEVEL << 1, 0))
CHECK = bytes([0x80 | register << 1 for register, _value, _bits in SETTINGS] + [0])
TAKE = [bytes((0x80 | FIFO_DATA << 1,)) * count + b"\0" for count in range(LONGEST_ANSWER + 1)]


def asking(question, last_bits=0):
    """Return the transactions that send a request.

    `last_bits` is the number of bits of its last byte, 0 for all.

    StartSend is cleared before the command: a chip in which it is still set might send data that is not there yet.
    """
    return (
        bytes((COMMAND << 1, IDLE)),
        bytes((COM_IRQ << 1, 0x7F)),
        bytes((BIT_FRAMING << 1, last_bits)),
        bytes((FIFO_DATA << 1,)) + question,
        bytes((COMMAND << 1, TRANSCEIVE)),
        bytes((BIT_FRAMING << 1, START_SEND | last_bits)),
    )


# WUPA, which a halted tag answers, too; first the FIFO is cleared of the rest of an unreadable answer.
WAKE_UP = (bytes((FIFO_LEVEL << 1, EMPTY)),) + asking(b"\x52", 7)
# HLTA with its CRC. To a tag that is still in READY or ACTIVE, WUPA would be an error that it answers with silence, and
# of two tags only the newer one would be seen. After HLTA both are in IDLE or HALT.
HALT = (bytes((FIFO_LEVEL << 1, EMPTY)),) + asking(b"\x50\x00\x57\xcd")
WHO = [asking(bytes((cascade, 0x20))) for cascade in CASCADES]


class Failed(Exception):
    """The chip does not execute a command."""


class Mfrc522:
    """A reader on an SPI bus. `cs` is its chip select, low while it is addressed."""

    def __init__(self, spi, cs):
        self.spi = spi
        self.cs = cs
        self.version = 0
        self._two = bytearray(2)
        self._back = bytearray(2)
        self._look = bytearray(4)
        self._check = bytearray(len(CHECK))
        self._set = bytearray(len(CHECK))  # what CHECK must return while the field is on
        self._off = None  # time at which the field went off
        self._short = False  # True if it was off too briefly for a tag to forget its state
        self._selects = {}  # requests that selected the latest tags, and
        self._saks = set()  # their answers: so that each CRC is computed once

    def start(self, gain):
        """Set every relevant register. Raises Failed if the chip does not accept it."""
        self.version = self.get(VERSION)
        if self.version in NOTHING_THERE:
            raise Failed("no answer")
        self.set(COMMAND, SOFT_RESET)
        self._off = time.ticks_us()  # the reset turns the field off, but tags remember
        time.sleep_us(200)
        for at in range(len(SETTINGS)):
            register, value, _bits = SETTINGS[at]
            self._set[at + 1] = value | (gain & 7) << 4 if register == RF_CONFIG else value
            self.set(register, self._set[at + 1])
        found = self._settings()
        self._check_settings()
        self._set[:] = found  # with the reserved bits of this module, so that most comparisons are one of bytes
        self._set[-1] = found[-1] | 3

    def field(self, on):
        """Turn the antenna on or off.

        Raises Failed if turning it on shows that the chip has lost a setting.
        """
        if not on:
            self.set(TX_CONTROL, 0x80)
            self._off = time.ticks_us()
            return
        self._short = self._off is not None and 0 <= time.ticks_diff(time.ticks_us(), self._off) < FORGET
        self.set(TX_CONTROL, 0x83)
        if self._settings() != self._set:
            self._check_settings()

    def _settings(self):
        """Return the registers of SETTINGS, from the second byte on."""
        self.cs(0)
        self.spi.write_readinto(CHECK, self._check)
        self.cs(1)
        self._check[0] = 0
        return self._check

    def _check_settings(self):
        """Raise Failed if registers read last differ from those set, in bits that are not reserved."""
        lost = []
        for at in range(len(SETTINGS)):
            register, _value, bits = SETTINGS[at]
            if (self._check[at + 1] ^ self._set[at + 1]) & bits:
                lost.append("0x%02X is 0x%02X, not 0x%02X" % (register, self._check[at + 1], self._set[at + 1]))
        if lost:
            raise Failed("register " + "; ".join(lost))

    def poll(self, kept):
        """Return the outcome of a poll, from SILENT to CROWD, and the UID or None.

        A tag that reports the UID `kept` is not selected to the end, because it has been before. In a crowd, the UID is
        `kept` if that tag is among them. Raises Failed.
        """
        if self._short:
            self.ask(HALT)
        answer, error = self.ask(WAKE_UP)
        if answer is None:
            return SILENT, None
        if error & SPOILED or (len(answer) != 2 and not error & COLLISION):
            return GARBLED, None
        uid = b""
        for level in range(len(CASCADES)):
            answer, error = self.ask(WHO[level])
            if answer is not None and error & COLLISION:
                return CROWD, (kept if kept and self._select_all(kept) else None)
            if answer is None or error or len(answer) != 5 or _bcc(answer) != answer[4]:
                return GARBLED, None
            if uid + answer[:4] == kept:
                return SEEN, kept
            sak = self._select(CASCADES[level], answer)
            if sak is None:
                return GARBLED, None
            if not sak & 4:
                return SEEN, uid + answer[:4]
            if answer[0] != MORE_UID:
                return GARBLED, None
            uid += answer[1:4]
        return GARBLED, None

    def _select_all(self, uid):
        """Return whether the tag with this UID answers to its selection."""
        levels = _levels(uid)
        for at in range(len(levels)):
            sak = self._select(CASCADES[at], levels[at])
            if sak is None or bool(sak & 4) != (at + 1 < len(levels)):
                return False
        return True

    def _select(self, cascade, level):
        name = bytes((cascade, 0x70)) + level
        if name not in self._selects:
            if len(self._selects) >= MOST_SELECTS:
                self._selects.clear()
            self._selects[name] = asking(name + crc_a(name))
        answer, error = self.ask(self._selects[name])
        if answer is None or error or len(answer) != 3:
            return None
        if answer not in self._saks:
            if answer[1:] != crc_a(answer[:1]):
                return None
            self._saks.add(answer)
        return answer[0]

    @micropython.native
    def ask(self, transactions):
        """Send transactions of `asking`. Raises Failed.

        Returns (answer or None for silence, error register).
        """
        cs, look = self.cs, self._look
        write, read = self.spi.write, self.spi.write_readinto
        for data in transactions:
            cs(0)
            write(data)
            cs(1)
        begun = time.ticks_us()
        silent = 0
        while True:
            late = time.ticks_diff(time.ticks_us(), begun) > PATIENCE
            cs(0)
            read(LOOK, look)
            cs(1)
            if look[1] & RECEIVED:
                break
            if look[1] & TIMED_OUT:
                silent += 1
                if silent == 2:  # read twice: on a noisy wire a single bit must not make a card disappear
                    return None, 0
            elif late:
                raise Failed("no end")
        count = look[3]
        if count > FIFO_SIZE:
            raise Failed("FIFO")
        if count > LONGEST_ANSWER:
            return b"", SPOILED
        answer = bytearray(count + 1)
        cs(0)
        read(TAKE[count], answer)
        cs(1)
        return bytes(answer[1:]), look[2]

    def get(self, register):
        """Return the value of a register."""
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


def crc_a(data):
    """Return the CRC of ISO 14443-3A, annex B."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= byte << 4 & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return bytes((crc & 0xFF, crc >> 8))


def _bcc(level):
    return level[0] ^ level[1] ^ level[2] ^ level[3]


def _levels(uid):
    """Return the UID split into cascade levels: four bytes and a check byte each."""
    levels = []
    while len(uid) > 4:
        levels.append(bytes((MORE_UID,)) + uid[:3])
        uid = uid[3:]
    levels.append(uid)
    return [level + bytes((_bcc(level),)) for level in levels]
