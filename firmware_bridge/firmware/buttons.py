"""Buttons on an MCP23017 (Microchip DS20001952), with presses and holds.

A level counts once it was read three times in a row, 5 ms apart. A press is reported on release, a hold as soon as it
has lasted long enough. Four pins have no button, and their levels are known in advance. A reading with other levels was
corrupted on the wires, or comes from a chip that has lost its settings; it is ignored. If the expander does not answer,
or more than two readings in five are corrupted so that presses would be lost, it is configured again every half second
until it reads well, and no button counts as down. If a button was released during corrupted readings, its press or hold
is dropped, because the duration is unknown.
"""

import time

import pins

EVERY = 5  # ms
SAMPLES = 3
RETRY = 500  # ms
STUCK = 10000  # ms; nobody holds a button that long
SPOILED, SOUND, MOST_SPOILED = 3, 2, 120  # weights of corrupted and valid readings, and the limit of their balance
TRIALS, MOST_FAILED = 16, 1
DIRECTION, PULL_UP, LEVELS = 0x00, 0x0C, 0x12  # pairs of registers, bank A first

PRESSED = 1
HELD = 2


INPUTS = WITHOUT_BUTTON = 0xFFFF
for _pin in pins.OUTPUTS_ONLY:
    INPUTS &= ~(1 << _pin)
for _pin in pins.BUTTONS[0] + pins.BUTTONS[1]:
    WITHOUT_BUTTON &= ~(1 << _pin)


class Buttons:
    """Buttons at some pins of the expander.

    Calls `open_bus()` for the bus before each configuration of the expander, and `happened(button, PRESSED | HELD)` for
    each gesture.
    """

    def __init__(self, open_bus, happened):
        self.i2c = None
        self._open_bus = open_bus
        self.address = pins.EXPANDER_ADDRESS
        self.hold_ms = 600
        self.works = False
        self._happened = happened
        self._samples = self._spoiled = 0
        self._levels = self._down = self._spent = 0  # bits: latest reading, accepted as down, already reported as held
        self._let_go = 0  # bits: accepted as down, but read as up since then
        self._blind = False  # True if readings were corrupted since one that showed the accepted state
        self._next = time.ticks_ms()
        self.configure(6, 12)

    def start(self):
        """Configure the expander and return whether it works.

        Every capable pin becomes an input with a pull-up.
        """
        try:
            self.i2c = self._open_bus()
            both = bytes((INPUTS & 0xFF, INPUTS >> 8))
            self.i2c.writeto_mem(self.address, DIRECTION, both)
            self.i2c.writeto_mem(self.address, PULL_UP, both)
            readings = [self._read() for _ in range(TRIALS)]
        except OSError:
            readings = [None] * TRIALS
        sound = [levels for levels in readings if levels is not None]
        self.works = len(sound) >= TRIALS - MOST_FAILED
        self._spoiled = self._let_go = 0
        self._levels = self._down = self._spent = sound[-1] if self.works else 0
        self._since = [time.ticks_ms()] * len(self._since)
        return self.works

    def stuck(self):
        """Return the number of a button that stays closed, counted from 1; 0 if there is none."""
        now = time.ticks_ms()
        for button in range(len(self._since)):
            if self._down & 1 << self._pins[button] and time.ticks_diff(now, self._since[button]) >= STUCK:
                return button + 1
        return 0

    def any_down(self):
        """Return whether a button is down now."""
        return self.works and bool(self._read())

    def configure(self, seats, count):
        """Set the number of buttons: the first one of each seat, then the second ones."""
        first, second = pins.BUTTONS
        self._pins = first[: min(seats, count)] + second[: max(0, count - seats)]
        self.presses = [0] * count
        self.holds = [0] * count
        self.last = [None] * count  # time of the latest gesture of each
        self._since = [time.ticks_ms()] * count

    def tick(self):
        """Read the levels if it is time."""
        now = time.ticks_ms()
        if time.ticks_diff(now, self._next) < 0:
            return
        self._next = time.ticks_add(now, EVERY)
        if not self.works and not self.start():
            self._next = time.ticks_add(now, RETRY)
            return
        try:
            levels = self._read()
        except OSError:
            self._lose()
            return
        if levels is None:
            self._samples = 0
            self._blind = True
            self._spoiled += SPOILED
            if self._spoiled >= MOST_SPOILED:
                self._lose()
            return
        self._spoiled = max(0, self._spoiled - SOUND)
        self._samples = self._samples + 1 if levels == self._levels else 1
        self._levels = levels
        if levels == self._down:
            self._blind = False
        elif self._samples > 1:  # a single sample may be corrupted after all
            self._let_go |= self._down & ~levels
        if self._samples >= SAMPLES and (levels != self._down or levels & ~self._spent):
            self._judge(levels, now)

    def _lose(self):
        """Forget the state of all buttons."""
        self.works = False
        self._down = self._spent = 0

    def _judge(self, levels, now):
        for button in range(len(self.presses)):
            bit = 1 << self._pins[button]
            if levels & bit and (self._let_go & bit or not self._down & bit):
                self._since[button] = now
                continue
            if self._down & bit and not self._spent & bit:
                long = time.ticks_diff(now, self._since[button]) >= self.hold_ms
                if long and (levels & bit or not self._blind):
                    self._spent |= bit
                    self._do(button, HELD, self.holds, now)
                elif not long and not levels & bit:
                    self._do(button, PRESSED, self.presses, now)
            if not levels & bit:
                self._spent &= ~bit
        self._down, self._let_go = levels, 0

    def _do(self, button, what, counts, now):
        counts[button] = (counts[button] + 1) & 255
        self.last[button] = now
        self._happened(button, what)

    def _read(self):
        """Return the pins at ground as bits.

        Returns None if the pins without a button have impossible levels.
        """
        low, high = self.i2c.readfrom_mem(self.address, LEVELS, 2)
        levels = low | high << 8
        return ~levels & INPUTS if levels & WITHOUT_BUTTON == INPUTS & WITHOUT_BUTTON else None
