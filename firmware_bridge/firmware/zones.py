"""The sweep: one antenna at a time, zone after zone, and what is known of each zone.

A tag is there at its first clean reading. It is gone when it was not read for `misses` sweeps in which the field was
silent or showed another tag; a garbled reading proves nothing. A zone whose reader fails is UNKNOWN, which is
not EMPTY. Where several tags lie, the one that lay there first stays, and a new one counts only when it is alone.
"""

import time

import matlink
from mfrc522 import CROWD, GARBLED, GENUINE, NOTHING_THERE, SEEN, TX_CONTROL, VERSION, Failed

RETRY = 400  # ms until a failed reader is tried again
USUAL_GAIN = 4  # 33 dB: above it a tag that lies close drowns the receiver of many a module
FORGIVEN = 2  # failures in a row that are mended at once and in silence


class Zone:
    """What is known of one zone. `reader` is the number of its reader."""

    def __init__(self, reader):
        self.reader = reader
        self.status = matlink.UNKNOWN
        self.generation = 0
        self.uid = None
        self.polls = self.seen = self.garbled = self.several = 0
        self._absent = 0
        self._crowd = 0  # how many more polls must show no crowd until a new tag counts

    def take(self, outcome, uid, misses):
        """Note what a poll showed; True when what is known has changed."""
        self.polls += 1
        before = self.status, self.uid
        if outcome == GARBLED:
            self.garbled += 1
            return False
        self.seen += outcome == SEEN
        self.several += outcome == CROWD
        self._crowd = misses if outcome == CROWD else max(0, self._crowd - 1)
        if self.uid is not None and uid != self.uid:
            self._absent += 1
            if self._absent >= misses:
                self.uid = None
        elif self.uid is not None:
            self._absent = 0
        if outcome == SEEN and self.uid is None and not self._crowd:
            self.uid = uid
            self.generation = (self.generation + 1) & 255
            self._absent = 0
            self.status = matlink.ONE
            return True
        if self.uid is None:
            self._absent += self.status == matlink.UNKNOWN
            if self._crowd:
                self.status = matlink.SEVERAL
            elif self.status != matlink.UNKNOWN or self._absent >= misses:
                self.status = matlink.EMPTY  # after a start one silent reading is not enough
        elif uid == self.uid:
            self.status = matlink.SEVERAL if outcome == CROWD else matlink.ONE
        return before != (self.status, self.uid)

    def lose(self):
        """Its reader fails; True when that is news."""
        self._absent = 0
        news = self.status != matlink.UNKNOWN
        self.status = matlink.UNKNOWN
        return news


class Sweep:
    """Polls the zones for ever, a step at each `tick`.

    Args:
        readers: the chips, by number.
        changed: called with the number of a zone of which something else is known now.
        health: called with the number of a reader whose state is another one now.
        held: whether the bus of the reader with this number is held by some device.
    """

    def __init__(self, readers, changed, health, held):
        self.readers = readers
        self.zones = [Zone(number) for number in range(len(readers))]
        self.states = [matlink.ABSENT] * len(readers)
        self.failures = [0] * len(readers)
        self.sweep_ms = 0
        self.misses = 3
        self.guard = 5100  # microseconds between field and question, ISO 14443-3
        self.gains = [USUAL_GAIN] * len(readers)
        self._changed = changed
        self._health = health
        self._held = held
        self._row = [FORGIVEN] * len(readers)  # failures in a row
        self._again = [None] * len(readers)  # when to try a failed one again
        self._at = 0
        self._ready = None  # when the field of the current zone has stood long enough
        self._begun = time.ticks_ms()

    def start(self):
        """Set up every reader, and note which are there."""
        for number in range(len(self.readers)):
            self._mend(number)

    def configure(self, readers, misses, guard, gains):
        """Other zones from now on, each with its reader's number and gain; nothing is known of them yet."""
        self._end_field()
        self.zones = [Zone(number) for number in readers]
        self.misses = misses
        self.guard = guard
        for number, gain in zip(readers, gains):
            if gain != self.gains[number]:
                self.gains[number] = gain
                self._mend(number)
        self._at = 0

    def spare(self):
        """Microseconds in which the sweep has nothing to do: a field must stand for a while before it is used."""
        if not self.zones:
            return self.guard
        return 0 if self._ready is None else time.ticks_diff(self._ready, time.ticks_us())

    def tick(self):
        """Turn on the next field, or ask who is in the one that is on."""
        if self._ready is not None:
            if time.ticks_diff(time.ticks_us(), self._ready) >= 0:
                self._ask()
            return
        if self._at >= len(self.zones):
            now = time.ticks_ms()
            self.sweep_ms = time.ticks_diff(now, self._begun)
            self._begun = now
            self._at = 0
        if not self.zones:
            return
        number = self.zones[self._at].reader
        if not self._fit(number):
            self._at += 1
            return
        try:
            self.readers[number].field(True)
            self._ready = time.ticks_add(time.ticks_us(), self.guard)
        except Failed:
            self._fail(number)
            self._at += 1

    def _ask(self):
        zone = self.zones[self._at]
        number = zone.reader
        try:
            outcome, uid = self.readers[number].poll(zone.uid)
            self.readers[number].field(False)
            self._row[number] = 0
            if zone.take(outcome, uid, self.misses):
                self._changed(self._at)
        except Failed:
            self._fail(number)
        self._ready = None
        self._at += 1

    def _end_field(self):
        if self._ready is not None:
            self.readers[self.zones[self._at].reader].field(False)
            self._ready = None

    def _fit(self, number):
        """Whether the reader can be used; one that failed is set up again when its time has come."""
        if self._row[number] == 0:
            return True
        if self._again[number] is not None and time.ticks_diff(time.ticks_ms(), self._again[number]) < 0:
            return False
        return self._mend(number)

    def _mend(self, number):
        reader = self.readers[number]
        try:
            reader.start(self.gains[number])
        except Failed:
            self._fail(number)
            return False
        self._row[number] = 0
        self._again[number] = None
        self._state(number, matlink.OK if reader.version in GENUINE else matlink.CLONE)
        return True

    def _fail(self, number):
        self.readers[number].set(TX_CONTROL, 0x80)  # whatever else: no second antenna
        self.failures[number] = (self.failures[number] + 1) & 0xFFFF
        self._row[number] += 1
        if self._row[number] <= FORGIVEN:
            return
        self._again[number] = time.ticks_add(time.ticks_ms(), RETRY)
        version = self.readers[number].version = self.readers[number].get(VERSION)
        state = matlink.ABSENT if version in NOTHING_THERE else matlink.FAILING
        self._state(number, matlink.BUS_HELD if self._held(number) else state)
        for at, zone in enumerate(self.zones):
            if zone.reader == number and zone.lose():
                self._changed(at)

    def _state(self, number, state):
        if self.states[number] != state:
            self.states[number] = state
            self._health(number)
