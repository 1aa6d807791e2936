"""Light rings: one chain of WS2812 lamps that plays patterns from the host.

Each seat has the same number of lamps.

A pattern is a colour and the steps of a motion, as in the host's vocabulary. It starts with its cue and runs without
the host. If the host is gone, a dim spark circles in every ring.
"""

import time

import machine

EVERY = 20  # ms between frames
AT_ONCE = 4000  # microseconds that sending a frame may take
LATE = 20  # ms after which a frame is sent even without enough spare time
TIMING = (400, 850, 800, 450)  # ns: high and low of a 0, high and low of a 1
LAP = 4000  # ms per round of the spark
SPARK = (40, 26, 10)
LOOKS = 32
MAX_LAMPS = 192
MA_OF_COLOUR, MA_DARK = 20, 1  # mA of a WS2812: each colour at 255, and the lamp itself
USUAL_SUPPLY, MOST_SUPPLY = 30, 50  # 0.1 A: default until the host sends it, and the rating of the wires


class Pattern:
    """A colour and its repeated motion: steps of (level 0-255, linear or not, ms)."""

    def __init__(self, rgb, steps):
        self.rgb = rgb
        self.steps = steps
        self.length = sum([step[2] for step in steps])

    def level(self, at):
        """Return the level, 0 to 255, `at` ms after the start."""
        at %= self.length
        before = self.steps[-1][0]
        for level, glide, length in self.steps:
            if at < length:
                return before + (level - before) * at // length if glide else level
            at -= length
            before = level
        return before


DARK = Pattern((0, 0, 0), ((0, 0, 1000),))


class Lights:
    """The chain on one pin. The code that listens to the host sets `host_gone`."""

    def __init__(self, pin):
        self.pin = pin
        self.looks = [DARK] * LOOKS
        self.host_gone = True
        self.configure(6, 12, 96, USUAL_SUPPLY)
        self._next = time.ticks_ms()
        self._sent = None

    def configure(self, seats, lamps, brightness, supply):
        """Set the rings, dark until a cue comes.

        Together they never draw more than `supply`, in 0.1 A.
        """
        self.lamps = lamps
        # limit of the sum of a frame's bytes
        self.most = max(0, supply * 100 - seats * lamps * MA_DARK) * 255 // MA_OF_COLOUR
        self.brightness = brightness
        self.cues = [0] * seats
        self._begun = [time.ticks_ms()] * seats
        self._rings = [(None, b"")] * seats  # each seat's pattern and level, and its bytes
        self._sent = None

    def show(self, cues):
        """Show a pattern at each seat immediately; a pattern that is already running continues."""
        now = time.ticks_ms()
        for seat in range(min(len(cues), len(self.cues))):
            if cues[seat] != self.cues[seat]:
                self.cues[seat] = cues[seat]
                self._begun[seat] = now
        self._next = now
        self.tick(AT_ONCE)

    def tick(self, spare):
        """Send the next frame if it is due and has changed.

        It prefers a moment with enough spare microseconds.
        """
        now = time.ticks_ms()
        late = time.ticks_diff(now, self._next)
        if late < 0 or (spare < AT_ONCE and late < LATE):
            return
        self._next = time.ticks_add(now, EVERY)
        picture = self._spark(now) if self.host_gone else self._picture(now)
        if picture != self._sent:
            machine.bitstream(self.pin, 0, TIMING, self._bounded(picture))
            self._sent = picture

    def _bounded(self, picture):
        """Return the frame, dimmed as a whole if it would exceed the supply.

        This holds even if the host asked for more.
        """
        drawn = sum(picture)
        if drawn <= self.most:
            return picture
        return bytes([byte * self.most // drawn for byte in picture])

    def _picture(self, now):
        for seat in range(len(self.cues)):
            look = self.looks[self.cues[seat]]
            level = look.level(time.ticks_diff(now, self._begun[seat]))
            if self._rings[seat][0] != (look, level):
                ring = _lamp(look.rgb, level * self.brightness) * self.lamps
                self._rings[seat] = (look, level), ring
        return b"".join([ring for _shown, ring in self._rings])

    def _spark(self, now):
        lit = now % LAP * self.lamps // LAP
        ring = bytes(3 * lit) + _lamp(SPARK, 255 * self.brightness) + bytes(3 * (self.lamps - lit - 1))
        return ring * len(self.cues)


def _lamp(rgb, share):
    """Return the three bytes of a lamp: green, red, blue."""
    red, green, blue = rgb
    return bytes((green * share // 65025, red * share // 65025, blue * share // 65025))
