"""The sweep: one antenna at a time, zone after zone, and what each look showed.

The mat decides nothing: what lies in a zone, and whether it was lifted, the host tells from the looks. What is heard
after a silence is looked at again at once, some times, since somebody waits until the host can tell. Kept here is the
last UID that each zone heard, with a generation that grows by one when it hears another; a look then names the
generation. A zone whose reader fails is UNKNOWN, which is not silent.
"""

import time

import matlink
from mfrc522 import CROWD, GARBLED, GENUINE, NOTHING_THERE, SEEN, SILENT, TX_CONTROL, VERSION, Failed

RETRY = 400  # ms until a failed reader is tried again
USUAL_GAIN = 4  # 33 dB: above it a tag that lies close drowns the receiver of many a module
RANDOM_ID = 0x08  # begins an id of four bytes that is drawn anew for each field (ISO 14443-3, 6.5.4)
FORGIVEN = 2  # failures in a row that are mended at once and in silence
AGAIN_AFTER = 4  # silent looks on end: what is heard after them is looked at again
AGAIN_HEARD = 5  # looks on end that hear it, and no more are needed
AGAIN_MOST = 8  # looks, however few of them hear it


class Zone:
    """What is known of one zone. `reader` is the number of its reader."""

    def __init__(self, reader):
        self.reader = reader
        self.status = matlink.UNKNOWN
        self.generation = 0
        self.uid = None  # that was heard last
        self.showed = matlink.SILENT  # in the last look
        self.quiet = 0  # silent looks on end
        self.again = 0  # how often to look again at most
        self.heard = 0  # looks on end that heard it, of those
        self.polls = self.seen = self.garbled = self.several = 0

    def take(self, outcome, uid):
        """Note what a poll showed; True when another UID was heard, or the first look was taken."""
        self.polls += 1
        self.seen += outcome == SEEN
        self.garbled += outcome == GARBLED
        self.several += outcome == CROWD
        news = self.status == matlink.UNKNOWN
        if outcome == SILENT:
            self.showed = matlink.SILENT
        elif outcome == GARBLED:
            self.showed = matlink.GARBLED
        elif outcome == CROWD:
            self.showed = matlink.CROWD if uid is None else matlink.CROWD_WITH
        elif len(uid) == 4 and uid[0] == RANDOM_ID:
            self.showed = matlink.STRANGE
        else:
            self.showed = matlink.HEARD
            if uid != self.uid:
                self.uid = uid
                self.generation = (self.generation + 1) & 255
                news = True
        self.status = matlink.EMPTY if self.uid is None else matlink.ONE
        self._count()
        return news

    def _count(self):
        """Whether to look again, by what the look showed."""
        heard = self.showed == matlink.HEARD
        if self.again:
            self.heard = self.heard + 1 if heard else 0
            self.again = 0 if self.heard == AGAIN_HEARD else self.again - 1
        elif heard and self.quiet >= AGAIN_AFTER:
            self.heard = 1
            self.again = AGAIN_MOST
        self.quiet = self.quiet + 1 if self.showed == matlink.SILENT else 0

    def lose(self):
        """Its reader fails; True when that is news."""
        news = self.status != matlink.UNKNOWN
        self.status = matlink.UNKNOWN
        return news


class Sweep:
    """Polls the zones for ever, a step at each `tick`.

    Args:
        readers: the chips, by number.
        changed: called with the number of a zone of which something else is known now.
        looked: called with the number of a zone after each look at it, and whether somebody waits for what it showed.
        swept: called at the end of each sweep.
        health: called with the number of a reader whose state is another one now.
        held: whether the bus of the reader with this number is held by some device.
    """

    def __init__(self, readers, changed, looked, swept, health, held):
        self.readers = readers
        self.zones = [Zone(number) for number in range(len(readers))]
        self.states = [matlink.ABSENT] * len(readers)
        self.failures = [0] * len(readers)
        self.sweep_ms = 0
        self.guard = 5100  # microseconds between field and question, ISO 14443-3
        self.gains = [USUAL_GAIN] * len(readers)
        self._changed = changed
        self._looked = looked
        self._swept = swept
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

    def configure(self, readers, guard, gains):
        """Other zones from now on, each with its reader's number and gain; nothing is known of them yet."""
        self._end_field()
        self.zones = [Zone(number) for number in readers]
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
            self._swept()
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
        again = zone.again
        try:
            outcome, uid = self.readers[number].poll(zone.uid)
            self.readers[number].field(False)
            self._row[number] = 0
            before = zone.showed
            news = zone.take(outcome, uid)
            if news:
                self._changed(self._at)
            comes = zone.showed == matlink.HEARD and (news or before != matlink.HEARD)
            self._looked(self._at, comes or (again and not zone.again))
        except Failed:
            zone.again = 0
            self._fail(number)
        self._ready = None
        if not zone.again:
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
