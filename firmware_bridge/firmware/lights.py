"""The light rings: one chain of WS2812 lamps, so many a seat, playing the looks that the host described.

A look is a colour and steps of a motion, as the host's vocabulary has them. It begins when its cue comes and goes on
without the host. When the host is gone, a dim spark goes round every ring: that is the cue for it.
"""

import time

import machine

EVERY = 20  # ms from picture to picture
AT_ONCE = 4000  # microseconds that a picture may take
LATE = 20  # ms after which a picture waits no longer for such a moment
TIMING = (400, 850, 800, 450)  # ns: high and low of a 0, high and low of a 1
LAP = 4000  # ms in which the spark goes round
SPARK = (40, 26, 10)
LOOKS = 32
MAX_LAMPS = 192
MA_OF_COLOUR, MA_DARK = 20, 1  # mA of a WS2812: of each colour at 255, and of the whole lamp besides
USUAL_SUPPLY, MOST_SUPPLY = 30, 50  # in 0.1 A: until the host says it, and the most that the rail's wires are for


class Pattern:
    """A colour and its motion: (level 0-255, whether it is reached evenly, ms) over and over."""

    def __init__(self, rgb, steps):
        self.rgb = rgb
        self.steps = steps
        self.length = sum([step[2] for step in steps])

    def level(self, at):
        """0 to 255, so many ms after it began."""
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
    """The chain on one pin. `host_gone` is set by whoever listens to the host."""

    def __init__(self, pin):
        self.pin = pin
        self.looks = [DARK] * LOOKS
        self.host_gone = True
        self.configure(6, 12, 96, USUAL_SUPPLY)
        self._next = time.ticks_ms()
        self._sent = None

    def configure(self, seats, lamps, brightness, supply):
        """Other rings from now on, dark until a cue comes; all of them never draw more than `supply`, in 0.1 A."""
        self.lamps = lamps
        self.most = max(0, supply * 100 - seats * lamps * MA_DARK) * 255 // MA_OF_COLOUR  # the sum of a picture's bytes
        self.brightness = brightness
        self.cues = [0] * seats
        self._begun = [time.ticks_ms()] * seats
        self._rings = [(None, b"")] * seats  # each seat's look and level, and the bytes that show it
        self._sent = None

    def show(self, cues):
        """Show the look of each seat at once; one that is shown already goes on as it was."""
        now = time.ticks_ms()
        for seat in range(min(len(cues), len(self.cues))):
            if cues[seat] != self.cues[seat]:
                self.cues[seat] = cues[seat]
                self._begun[seat] = now
        self._next = now
        self.tick(AT_ONCE)

    def tick(self, spare):
        """Send the next picture when it is time and differs from the last, best when there are so many us to spare."""
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
        """The picture, all of it dimmed if the supply could not bear it, whatever the host asked for."""
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
    """The three bytes that a lamp takes: green, red, blue."""
    red, green, blue = rgb
    return bytes((green * share // 65025, red * share // 65025, blue * share // 65025))
