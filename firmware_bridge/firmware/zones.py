"""The sweep: polls zone after zone, one antenna at a time, and records the results.

The mat decides nothing: the host derives the content of zones and lifts from the polls. When a tag is read after
silence, its zone is polled again immediately, several times, because somebody waits for the host's decision. The sweep
keeps the latest UID of each zone with a generation that increases by one with each new UID; a poll then refers to the
generation. A zone whose reader fails is UNKNOWN, which is not silent.
"""

import time

import matlink
from mfrc522 import CROWD, GARBLED, GENUINE, NOTHING_THERE, SEEN, SILENT, TX_CONTROL, VERSION, Failed

RETRY = 400  # ms until a failed reader is retried
USUAL_GAIN = 4  # 33 dB: with more, a close tag overdrives the receiver of many modules
RANDOM_ID = 0x08  # first byte of a four-byte id that is random for each field (ISO 14443-3, 6.5.4)
FORGIVEN = 2  # consecutive failures that are repaired immediately and not reported
AGAIN_AFTER = 4  # consecutive silent polls after which a read is followed by repeats
AGAIN_HEARD = 5  # consecutive reads that end the repeats early
AGAIN_MOST = 8  # most repeats


class Zone:
    """State of one zone. `reader` is the number of its reader."""

    def __init__(self, reader):
        self.reader = reader
        self.status = matlink.UNKNOWN
        self.generation = 0
        self.uid = None  # the latest one read
        self.showed = matlink.SILENT  # result of the latest poll
        self.quiet = 0  # consecutive silent polls
        self.again = 0  # remaining repeats
        self.heard = 0  # consecutive reads among the repeats
        self.polls = self.seen = self.garbled = self.several = 0

    def take(self, outcome, uid):
        """Record the result of a poll; return True for a new UID or the first poll."""
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
        """Update the number of repeats from the poll's result."""
        heard = self.showed == matlink.HEARD
        if self.again:
            self.heard = self.heard + 1 if heard else 0
            self.again = 0 if self.heard == AGAIN_HEARD else self.again - 1
        elif heard and self.quiet >= AGAIN_AFTER:
            self.heard = 1
            self.again = AGAIN_MOST
        self.quiet = self.quiet + 1 if self.showed == matlink.SILENT else 0

    def lose(self):
        """Set the zone to UNKNOWN because its reader fails; return True if it was not."""
        news = self.status != matlink.UNKNOWN
        self.status = matlink.UNKNOWN
        return news


class Sweep:
    """Polls the zones forever, one step per `tick`.

    Args:
        readers: the chips, by number.
        changed: called with the number of a zone whose state has changed.
        looked: called after each poll with the number of the zone, and whether the host waits for the result.
        swept: called at the end of each sweep.
        health: called with the number of a reader whose state has changed.
        held: returns whether a device blocks the bus of the reader with this number.
    """

    def __init__(self, readers, changed, looked, swept, health, held):
        self.readers = readers
        self.zones = [Zone(number) for number in range(len(readers))]
        self.states = [matlink.ABSENT] * len(readers)
        self.failures = [0] * len(readers)
        self.sweep_ms = 0
        self.guard = 5100  # microseconds between field and request, ISO 14443-3
        self.gains = [USUAL_GAIN] * len(readers)
        self._changed = changed
        self._looked = looked
        self._swept = swept
        self._health = health
        self._held = held
        self._row = [FORGIVEN] * len(readers)  # consecutive failures
        self._again = [None] * len(readers)  # time of the next attempt for a failed one
        self._at = 0
        self._ready = None  # time at which the field of the current zone is ready
        self._begun = time.ticks_ms()

    def start(self):
        """Configure every reader, and record which ones exist."""
        for number in range(len(self.readers)):
            self._mend(number)

    def configure(self, readers, guard, gains):
        """Set the zones, each with its reader's number and gain; their state is unknown at first."""
        self._end_field()
        self.zones = [Zone(number) for number in readers]
        self.guard = guard
        for number, gain in zip(readers, gains):
            if gain != self.gains[number]:
                self.gains[number] = gain
                self._mend(number)
        self._at = 0

    def spare(self):
        """Return the microseconds in which the sweep is idle.

        A field needs time before its use.
        """
        if not self.zones:
            return self.guard
        return 0 if self._ready is None else time.ticks_diff(self._ready, time.ticks_us())

    def tick(self):
        """Turn on the next field, or poll the one that is on."""
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
            if self._row[number]:
                self._row[number] = 0
                self._works(number)
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
        """Return whether the reader can be used.

        A failed one is configured again when its retry is due. Only a poll shows that it works again: the supply of
        some modules gives way when they turn their antenna on.
        """
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
        self._again[number] = None
        if self._row[number] <= FORGIVEN:
            self._works(number)
        return True

    def _works(self, number):
        self._state(number, matlink.OK if self.readers[number].version in GENUINE else matlink.CLONE)

    def _fail(self, number):
        self.readers[number].set(TX_CONTROL, 0x80)  # in any case, no second antenna
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
