"""Model of the MFRC522: registers, FIFO, timer, transceive, collisions and faults.

It covers the features that the firmware uses.

Answers arrive after their time in the air, and the timer expires when a real one would, on the machine's clock. If the
datasheet leaves behaviour open, the model does what is harder for the firmware: StartSend sends when it is set again,
and also at the command if it is still set from before. `ailment` is the fault of the module.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from enum import Enum, auto

from chips.emulator.tags import ANSWER_AFTER, POWER_UP, Heard, Ntag, crc_a, seconds, together

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
CONTROL, BIT_FRAMING, COLLISION, MODE, TX_MODE, RX_MODE = 0x0C, 0x0D, 0x0E, 0x11, 0x12, 0x13
TX_CONTROL, T_MODE, T_PRESCALER, RELOAD_HIGH, RELOAD_LOW, VERSION = 0x14, 0x2A, 0x2B, 0x2C, 0x2D, 0x37
TX_ASK, RF_CONFIG = 0x15, 0x26
NOT_STORED = frozenset((FIFO_DATA, FIFO_LEVEL, VERSION))  # reading these does not return what was written
MISHEARD = 0.4  # share of corrupted answers if the gain is too low or too high for the tag
AFTER_RESET = {COMMAND: 0x20, MODE: 0x3F, TX_CONTROL: 0x80, RF_CONFIG: 0x48}
RATE, AS_TYPE_A, FULL_ASK, AUTOMATIC, PRESET = 0x70, 0x03, 0x40, 0x80, 0x03


class Ailment(Enum):
    """Faults of a module."""

    NONE = auto()
    DEAD = auto()  # silent, the line stays low
    FLAPPING = auto()  # dead at regular intervals
    NOISY = auto()  # sometimes sends wrong bits
    HOLDS_LOW = auto()  # drives the line although it is not selected
    HOLDS_HIGH = auto()
    SAGS = auto()  # its supply gives way when it turns its antenna on, and it loses all settings


DEAD, FLAPPING, NOISY = Ailment.DEAD, Ailment.FLAPPING, Ailment.NOISY


def clear_air(heard: Heard | None) -> Heard | None:
    """Return an answer unchanged: nothing disturbs it."""
    return heard


class Mfrc522Model:
    """One module with its antenna; `tags` are those in its zone."""

    def __init__(self, now: Callable[[], float], version: int = 0x92) -> None:
        self.tags: list[Ntag] = []
        self.ailment = Ailment.NONE
        self.version = version
        self.fields = 0  # number of times that its antenna was turned on
        self.aired = 0.0  # seconds in which it sent, listened or waited for its timer
        self.deaf = False  # tags are present but unreadable: a bad contact, a card askew
        self.hears_well = range(8)  # usable gains: below them a tag is too faint, above too loud
        self.air: Callable[[Heard | None], Heard | None] = clear_air  # maps the tags' answers to those received
        self.now = now
        self._chance = random.Random(522)
        self._since: float | None = None  # time since which the field is on
        self._until: float | None = None  # time at which it went off
        self.reset()

    def reset(self) -> None:
        """Set the state after power-up or a soft reset: all settings are lost, and the field is off."""
        if self.field:
            self._switch_field(False)
        self._registers = bytearray(64)
        for register, value in AFTER_RESET.items():
            self._registers[register] = value
        self._fifo = bytearray()
        self._answer: tuple[float, Heard] | None = None
        self._timeout: float | None = None

    @property
    def field(self) -> bool:
        """True while the antenna is on."""
        return self._since is not None

    @property
    def gain(self) -> int:
        """Gain set by the firmware: 0 to 7 for 18 to 48 dB."""
        return self._registers[RF_CONFIG] >> 4 & 7

    @property
    def obeys(self) -> bool:
        """True if it executes commands; a module that does not may keep its antenna on."""
        return self.ailment is not DEAD and self.ailment is not FLAPPING

    @property
    def line(self) -> int | None:
        """Level to which it drives the line to the Pico although it is not selected."""
        if self.ailment is Ailment.HOLDS_LOW:
            return 0
        return 1 if self.ailment is Ailment.HOLDS_HIGH else None

    def transfer(self, data: bytes) -> bytes:
        """Perform one transaction on the bus, between two edges of chip select.

        Its duration is negligible.
        """
        ailment = self.ailment
        if ailment is DEAD or (ailment is FLAPPING and self.now() % 0.7 < 0.35):
            return bytes(len(data))
        self._pass_time()
        out = bytearray(len(data))
        register = data[0] >> 1 & 0x3F
        if data[0] & 0x80:
            for at in range(1, len(data)):
                out[at] = self._read(register) if register in NOT_STORED else self._registers[register]
                register = data[at] >> 1 & 0x3F
        else:
            for value in data[1:]:
                self._write(register, value)
        if ailment is NOISY and self._chance.random() < 0.05:
            out[self._chance.randrange(len(out))] ^= 1 << self._chance.randrange(8)
        return bytes(out)

    def _read(self, register: int) -> int:
        if register == FIFO_DATA:
            return self._fifo.pop(0) if self._fifo else 0
        if register == FIFO_LEVEL:
            return len(self._fifo)
        assert register == VERSION
        return self.version

    def _write(self, register: int, value: int) -> None:
        if register == COMMAND and value & 0x0F == 0x0F:
            self.reset()
            return
        if register == COM_IRQ:
            self._registers[COM_IRQ] = (
                self._registers[COM_IRQ] | value & 0x7F if value & 0x80 else (self._registers[COM_IRQ] & ~value & 0x7F)
            )
        elif register == FIFO_DATA:
            self._fifo.append(value)
        elif register == FIFO_LEVEL and value & 0x80:
            self._fifo.clear()
        else:
            if register == TX_CONTROL and value & 3 and self.ailment is Ailment.SAGS:
                self.reset()
                return
            before, self._registers[register] = self._registers[register], value
            if register == TX_CONTROL:
                self._switch_field(bool(value & 3))
            starts = register == COMMAND or (register == BIT_FRAMING and not before & 0x80)
            if starts and self._registers[COMMAND] & 0x0F == 0x0C and self._registers[BIT_FRAMING] & 0x80:
                self._send(self._registers[BIT_FRAMING] & 7)

    def _switch_field(self, on: bool) -> None:
        if on and self._since is None:
            self._since = self.now()
            self.fields += 1
            gap = math.inf if self._until is None else self._since - self._until
            for tag in self.tags:
                tag.powered(gap)
        elif not on and self._since is not None:
            self._since, self._until = None, self.now()

    def _send(self, last_bits: int) -> None:
        question = bytes(self._fifo)
        self._fifo.clear()
        self._registers[ERROR] = 0
        bits = 8 * len(question) - (8 - last_bits if last_bits else 0)
        if self._registers[TX_MODE] & 0x80:
            question += crc_a(question)
            bits += 16
        sent = self.now() + seconds(bits)
        self.aired -= self.now()
        prescaler = (self._registers[T_MODE] & 0x0F) << 8 | self._registers[T_PRESCALER]
        reload = self._registers[RELOAD_HIGH] << 8 | self._registers[RELOAD_LOW]
        runs = self._registers[T_MODE] & AUTOMATIC
        self._timeout = sent + (reload + 1) * (2 * prescaler + 1) / 13.56e6 if runs else None
        self._answer = None
        heard = self._ask(question, bits)
        if self.gain not in self.hears_well and self._chance.random() < MISHEARD:
            heard = None
        heard = self.air(heard)
        if heard is not None:
            self._answer = sent + ANSWER_AFTER + seconds(8 * len(heard.data)), heard
        self.aired += self._answer[0] if self._answer is not None else self._timeout or sent

    def _ask(self, question: bytes, bits: int) -> Heard | None:
        if self._since is None or self.now() - self._since < POWER_UP or self.deaf or not self._speaks_type_a:
            return None
        return together([answer for tag in self.tags if (answer := tag.hear(question, bits)) is not None])

    @property
    def _speaks_type_a(self) -> bool:
        """True if a tag of type A understands the chip, and the chip the tag: 106 kbit/s, 100 % ASK."""
        registers = self._registers
        rates = (registers[TX_MODE] | registers[RX_MODE]) & (RATE | AS_TYPE_A)
        return bool(registers[TX_ASK] & FULL_ASK) and not rates and registers[MODE] & PRESET == 1

    def _pass_time(self) -> None:
        """Deliver a pending answer, or expire the timer."""
        now = self.now()
        if self._answer is not None and now >= self._answer[0]:
            self._receive(self._answer[1])
            self._answer = self._timeout = None
        elif self._answer is None and self._timeout is not None and now >= self._timeout:
            self._registers[COM_IRQ] |= 0x01
            self._timeout = None

    def _receive(self, heard: Heard) -> None:
        data = heard.data
        if heard.collision is not None:
            self._registers[ERROR] |= 0x08
            self._registers[COLLISION] = (heard.collision + 1) & 0x1F
        elif self._registers[RX_MODE] & 0x80:
            if crc_a(data[:-2]) != data[-2:]:
                self._registers[ERROR] |= 0x04
            data = data[:-2]
        self._fifo[:] = data
        self._registers[COM_IRQ] |= 0x30
