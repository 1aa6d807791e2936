"""The buttons, on an MCP23017 (Microchip DS20001952): pressed and let go, or held.

A level counts when it was read three times in a row, 5 ms apart. A press counts when it is let go, a hold as
soon as it has lasted. Four pins have no button, and it is known how they must read: what was spoiled on the wires, or
comes from a chip that has forgotten its settings, shows there and counts for nothing. An expander that does not answer,
or of which more than two readings in five are spoiled, so that presses are lost, is set up anew each half second until
it reads well; meanwhile no button is down. Of one that was let go among spoiled readings nobody can say whether it was
held.
"""

import time

import pins

EVERY = 5  # ms
SAMPLES = 3
RETRY = 500  # ms
SPOILED, SOUND, MOST_SPOILED = 3, 2, 120  # what each reading weighs, and how far the spoiled ones may be ahead
TRIALS, MOST_FAILED = 16, 1
DIRECTION, PULL_UP, LEVELS = 0x00, 0x0C, 0x12  # each a pair of registers, bank A first

PRESSED = 1
HELD = 2


INPUTS = WITHOUT_BUTTON = 0xFFFF
for _pin in pins.OUTPUTS_ONLY:
    INPUTS &= ~(1 << _pin)
for _pin in pins.BUTTONS[0] + pins.BUTTONS[1]:
    WITHOUT_BUTTON &= ~(1 << _pin)


class Buttons:
    """Some pins of the expander; `happened(button, PRESSED | HELD)` is called for each deed."""

    def __init__(self, i2c, happened):
        self.i2c = i2c
        self.address = pins.EXPANDER_ADDRESS
        self.hold_ms = 600
        self.works = False
        self._happened = happened
        self._samples = self._spoiled = 0
        self._levels = self._down = self._spent = 0  # bits: last read, believed, and already reported as held
        self._let_go = 0  # bits: believed to be down, and read as up since
        self._blind = False  # some readings were spoiled since one that showed what is believed
        self._next = time.ticks_ms()
        self.configure(6, 12)

    def start(self):
        """Set up the expander: an input with a pull-up at every pin that may be one. True when it answers."""
        try:
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
        return self.works

    def any_down(self):
        """Whether a button is down right now."""
        return self.works and bool(self._read())

    def configure(self, seats, count):
        """Other buttons from now on: the first one of each seat, then the second ones."""
        first, second = pins.BUTTONS
        self._pins = first[: min(seats, count)] + second[: max(0, count - seats)]
        self.presses = [0] * count
        self.holds = [0] * count
        self.last = [None] * count  # when each last did something
        self._since = [0] * count

    def tick(self):
        """Read the levels when it is time to."""
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
        elif self._samples > 1:  # one alone may be a spoiled one after all
            self._let_go |= self._down & ~levels
        if self._samples >= SAMPLES and (levels != self._down or levels & ~self._spent):
            self._judge(levels, now)

    def _lose(self):
        """Nothing is known of any button."""
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
        """The pins that are at ground, as bits; None when those without a button read as they cannot."""
        low, high = self.i2c.readfrom_mem(self.address, LEVELS, 2)
        levels = low | high << 8
        return ~levels & INPUTS if levels & WITHOUT_BUTTON == INPUTS & WITHOUT_BUTTON else None
