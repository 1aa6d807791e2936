"""Readers of any kind: one in each zone, one thread for each, one presence filter for all of them.

A reader that fails is reported within two seconds and tried again until it is back; its zone keeps what lay there. Once
it can tell, what lies there is reported as found, for whoever knows the game to compare.

    readers = ZoneReaders([Station("seat1.play", "/dev/serial/by-id/usb-…")], time.monotonic, names.get)
    readers.start(reports.put)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.observation import Clock, Lift, Tag, TagKind, Unsure
from companion.core.places import rack_slot
from companion.presence.crowding import Crowds
from companion.presence.filter import NonRead, Poll, Presence, Resumed, TagArrived, TagLeft, ZoneChange
from companion.presence.misreads import Misreads, Share
from hardware.device import Device, Identity, NotAlone, TagGone
from hardware.faults import Condition, DeviceError, DeviceReason
from hardware.reader import Crowd, FrequentErrors, Listener, Notice, PlaceOnlyReader, Report, TagHintRead
from hardware.readers import USUAL, backends

Names = Callable[[str], str | None]
"""The thing that a uid is, None where no deck knows it. Called from any thread."""

DEAD_SECONDS = 0.8  # without a look that told anything: open the device anew
OVERDUE_SECONDS = 1.4  # a reader that hangs within one look is reported by then
WATCH_SECONDS = 0.2
RETRY_SECONDS = 0.5
BUSY_FOR = 120.0  # seconds after a thing was moved in which readers look as often as they can
IDLE_LOOK_SECONDS = 0.05  # from the beginning of a look to that of the next, at a table where nobody does anything
UNREAD_LOOKS = 5  # at most, in which a tag is waited for that will not be read: it may be of a kind that has no hints
REPEAT_SECONDS = 1.5  # in which a reader that tells only what is laid may say again that the same card is
FAILED_SECONDS = 0.02  # from the beginning of a look that failed to the next


class ReaderSlot(NamedTuple):
    """The zone of a reader, its device, and its kind by the name of the backend."""

    zone: str
    device: str
    backend: str = USUAL


@dataclass(slots=True)
class ReaderStats:
    """What one reader has done so far.

    `turns` counts all that its thread has tried, the looks and failures among it;
    `unread` counts the looks since the last silence in which a tag would not say what it is;
    `crowded` says that several tags lay there when one was asked;
    `told` is when a look last told something, on the machine's clock while the device is open, None while it is not;
    `back` says that it looks again after trouble; `before` is what lay there before;
    `laid` is what a reader said last that sees no lifts, and when; `failing` is in how many looks it fails.
    """

    turns: int = 0
    looks: int = 0
    garbled: int = 0
    unread: int = 0
    crowded: bool = False
    failures: int = 0
    opened: int = 0
    identity: Identity | None = None
    told: float | None = None
    reason: DeviceReason | None = None
    back: bool = False
    before: str | None = None
    sees_lifts: bool = True
    laid: tuple[str, float] | None = None
    failing: Share = field(default_factory=Share)


class ZoneReaders:
    """A Reader over several devices.

    Args:
        clock: gives the times of reports.
        names: what each uid is.
    """

    def __init__(self, stations: Sequence[ReaderSlot], clock: Clock, names: Names) -> None:
        self._stations = tuple(stations)
        self._clock = clock
        self._names = names
        self._presence = Presence([station.zone for station in stations], lambda uid: names(uid) is not None)
        self._misreads = Misreads([station.zone for station in stations], lambda uid: names(uid) is not None)
        self._crowds = Crowds([station.zone for station in stations])
        self._things: dict[str, str] = {}
        self._hints: dict[str, str] = {}
        self._is_thing: Callable[[str], bool] = bool
        self._lock = threading.RLock()
        self._listener: Listener | None = None
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._moved = time.monotonic()
        self.tallies = {station.zone: ReaderStats() for station in stations}

    def believe_hints_of(self, is_thing: Callable[[str], bool]) -> None:
        """From now on a tag that no deck knows can say that it is such a thing, and nothing else; until then anything.

        Args:
            is_thing: called from any thread.
        """
        self._is_thing = is_thing

    def start(self, listener: Listener) -> None:
        """Report to `listener` from now on, what lies in the zones already first.

        Started again it changes the listener and keeps the devices open.
        """
        with self._lock:
            self._listener = listener
            for zone, thing in self._things.items():
                listener(Tag(self._clock(), zone, thing))
            for station in self._stations:
                self._repeat(station)
        if not self._threads:
            self._stopping.clear()
            self._threads = [
                threading.Thread(target=self._run, args=(station,), name=f"reader {station.zone}", daemon=True)
                for station in self._stations
            ]
            self._threads.append(threading.Thread(target=self._watch, name="readers' watch", daemon=True))
            for thread in self._threads:
                thread.start()

    def stop(self) -> None:
        """Report no more, and close the devices."""
        with self._lock:
            self._listener = None
        self._stopping.set()
        for thread in self._threads:
            thread.join()
        self._threads = []

    def zones(self) -> dict[str, str | None]:
        """What lies in each zone."""
        with self._lock:
            return {station.zone: self._things.get(station.zone) for station in self._stations}

    def read_share(self, zone: str) -> float | None:
        """In which share of the looks the tag was heard that lies in a zone, or lay there last."""
        with self._lock:
            return self._presence.read_share(zone) if zone in self.tallies else None

    def turns(self) -> Mapping[str, int]:
        """How often each reader's thread has come round."""
        return {f"reader {zone}": tally.turns for zone, tally in self.tallies.items()}

    # --- on a reader's thread

    def _run(self, station: ReaderSlot) -> None:
        tally = self.tallies[station.zone]
        while not self._stopping.is_set():
            tally.turns += 1
            try:
                device = backends()[station.backend].open(station.device)
            except DeviceError as error:
                self._fail(station, error.reason, str(error))
                self._stopping.wait(RETRY_SECONDS)
                continue
            tally.opened += 1
            tally.identity, tally.told = None, time.monotonic()
            if tally.sees_lifts is not device.sees_lifts:
                tally.sees_lifts = device.sees_lifts
                with self._lock:
                    self._report(PlaceOnlyReader(self._clock(), station.zone))
            try:
                self._serve(station, device, tally)
            finally:
                tally.told = None
                device.close()

    def _serve(self, station: ReaderSlot, device: Device, tally: ReaderStats) -> None:
        """Look until the device fails for good."""
        while not self._stopping.is_set():
            tally.turns += 1
            began = time.monotonic()
            error = self._look(station, device, tally)
            now = time.monotonic()
            if tally.reason is None:
                self._count(station.zone, tally, error is not None)
            if error is None:
                tally.told = now
                if now - self._moved >= BUSY_FOR:
                    self._stopping.wait(max(0.0, began + IDLE_LOOK_SECONDS - now))
                continue
            tally.failures += 1
            with self._lock:
                self._presence.fail(station.zone)
            if self._is_over(station, tally, error, device.reason_of(error, now - began)):
                return
            if now - began < FAILED_SECONDS:
                self._stopping.wait(FAILED_SECONDS)

    def _look(self, station: ReaderSlot, device: Device, tally: ReaderStats) -> BaseException | None:
        """Look once, and take what was seen; returns what failed.

        What was seen is told before the chip is bidden to turn its field off, since a player waits for it. While the
        reader is in trouble a look counts when all of it went well.
        """
        hurry = tally.reason is None
        try:
            if tally.identity is None:
                tally.identity = device.identity()
            saw: Poll = device.peek() if hurry else device.look()
        except device.failures as error:
            return error
        self._take(station, device, saw, tally)
        try:
            if hurry:
                tally.told = time.monotonic()  # whatever becomes of its rest
                device.rest()
        except device.failures as error:
            return error
        return None

    def _is_over(self, station: ReaderSlot, tally: ReaderStats, error: BaseException, reason: DeviceReason) -> bool:
        """Whether a failure is one that opening anew may mend, and looking again not."""
        if reason is DeviceReason.UNPLUGGED or time.monotonic() - (tally.told or 0.0) > DEAD_SECONDS:
            self._fail(station, reason, str(error))
            return True
        return False

    def _take(self, station: ReaderSlot, device: Device, saw: Poll, tally: ReaderStats) -> None:
        if not device.sees_lifts:
            self._take_laid(station, saw, tally)
            return
        with self._lock:
            lying = self._presence.lies(station.zone)
            saw, told = self._misreads.look(self._clock(), station.zone, saw, lying)
            for misread in told:
                self._report(misread)
            for crowded in self._crowds.look(self._clock(), station.zone, device.several, saw is NonRead.EMPTY):
                self._report(crowded)
        tally.looks += 1
        tally.garbled += saw is NonRead.CORRUPTED
        saw, hint = self._ask(station.zone, device, saw, tally)
        with self._lock:
            at = self._clock()
            if tally.reason is not None and not tally.back:
                tally.back = True
                self._presence.resume(at, station.zone)
            for change in self._presence.look(at, station.zone, saw):
                self._apply(change, station.zone, hint, settled=tally.reason is None)
            if tally.back and self._presence.can_tell(at, station.zone):
                self._recover(station, at)

    def _take_laid(self, station: ReaderSlot, saw: Poll, tally: ReaderStats) -> None:
        """Take what was laid at a reader that sees no lifts: what lay there before was taken, wherever it is now.

        The same card once more is its reader saying it again, or, after a while, that it was lifted and laid back.
        """
        tally.looks += 1
        tally.garbled += saw is NonRead.CORRUPTED
        with self._lock:
            at = self._clock()
            if tally.reason is not None:
                self._recover(station, at)
            if not isinstance(saw, str):
                return
            before, tally.laid = tally.laid, (saw, at)
            if before is not None and before[0] == saw and at - before[1] < REPEAT_SECONDS:
                return
            self._moved = time.monotonic()
            if self._things.pop(station.zone, None) is not None:
                self._report(Lift(at, station.zone))
            self._take_elsewhere(at, station.zone, saw)
            self._things[station.zone] = self._names(saw) or f"{TagKind.UID}:{saw}"
            self._report(Tag(at, station.zone, self._things[station.zone]))

    def _take_elsewhere(self, at: float, zone: str, uid: str) -> None:
        """A tag lies here now, so it does not where a reader that sees no lifts said last that it does."""
        for other, tally in self.tallies.items():
            if other != zone and tally.laid is not None and tally.laid[0] == uid:
                tally.laid = None
                if self._things.pop(other, None) is not None:
                    self._report(Lift(at, other))

    def _ask(self, zone: str, device: Device, saw: Poll, tally: ReaderStats) -> tuple[Poll, str | None]:
        """What was seen, and what the tag says of itself, asked when no deck knows it and it lay nowhere before.

        Something lies there that cannot be told yet, when a tag does not hold still for it.
        """
        if saw is NonRead.EMPTY:
            tally.unread, tally.crowded = 0, False
        if not isinstance(saw, str) or self._names(saw) is not None:
            return saw, None
        if device.is_processor:
            return NonRead.UNKNOWN, None
        with self._lock:
            if self._presence.has(saw) or saw in self._hints:
                return saw, self._hints.get(saw)
        restless: tuple[type[BaseException], ...] = (TagGone, *device.failures)
        try:
            hint = device.hint(saw)
        except NotAlone:
            if not tally.crowded:
                tally.crowded = True
                with self._lock:
                    self._report(Crowd(self._clock(), zone))
            return NonRead.CORRUPTED, None
        except restless:
            tally.unread += 1
            return (NonRead.CORRUPTED if tally.unread <= UNREAD_LOOKS else saw), None
        tally.crowded = False
        if hint is not None and not self._is_thing(hint):
            hint = None
        if hint is not None:
            self._hints[saw] = hint  # until it is believed that the tag came
        return saw, hint

    def _apply(self, change: ZoneChange, zone: str, hint: str | None, *, settled: bool) -> None:
        self._moved = time.monotonic()
        match change:
            case TagArrived(at, where, uid, sure):
                self._hints.pop(uid, None)
                self._take_elsewhere(at, where, uid)
                known = self._names(uid)
                if known is None and hint is not None and rack_slot(where) is None:  # in no book before it is played
                    self._report(TagHintRead(at, uid, hint))
                thing = known or hint or f"{TagKind.UID}:{uid}"
                self._things[where] = thing
                if settled or where != zone:
                    self._report(Tag(at, where, thing) if sure else Unsure(at, where, thing))
            case TagLeft(at, where, sure):
                self._things.pop(where, None)
                if settled if where == zone else self.tallies[where].reason is None:
                    self._report(Lift(at, where) if sure else Unsure(at, where, None))
            case _:
                self._report(change)

    # --- trouble

    def _count(self, zone: str, tally: ReaderStats, failed: bool) -> None:
        """Tell of a reader that works and often fails."""
        with self._lock:
            at = self._clock()
            if tally.failing.turned(at, failed):
                self._report(FrequentErrors(at, zone, tally.failing.told))

    def _fail(self, station: ReaderSlot, reason: DeviceReason, detail: str) -> None:
        with self._lock:
            tally = self.tallies[station.zone]
            if tally.reason is DeviceReason.UNPLUGGED and reason is DeviceReason.NOT_FOUND:
                return  # it has been told in better words
            if tally.reason is None:
                tally.before = self._things.get(station.zone)
            fresh, tally.reason, tally.back = tally.reason is not reason, reason, False
            self._presence.pause(station.zone)
            self._crowds.forget(self._clock(), station.zone)
            if tally.failing.told:
                self._report(FrequentErrors(self._clock(), station.zone, False))  # it does not work at all
            tally.failing = Share()
            if fresh:
                self._report(Condition(self._clock(), station.device, (station.zone,), reason, detail))

    def _recover(self, station: ReaderSlot, at: float) -> None:
        """The reader can tell again: say so, and what lies there."""
        tally = self.tallies[station.zone]
        tally.reason, tally.back = None, False
        self._report(Condition(at, station.device, (station.zone,), None))
        thing = self._things.get(station.zone)
        self._report(Resumed(at, station.zone, thing, thing != tally.before))

    def _watch(self) -> None:
        """Report a reader that hangs within a look."""
        while not self._stopping.wait(WATCH_SECONDS):
            for station in self._stations:
                tally = self.tallies[station.zone]
                told = tally.told
                if tally.reason is None and told is not None and time.monotonic() - told > OVERDUE_SECONDS:
                    self._fail(station, DeviceReason.NO_ANSWER, "it hangs")

    def _repeat(self, station: ReaderSlot) -> None:
        if not self.tallies[station.zone].sees_lifts:
            self._report(PlaceOnlyReader(self._clock(), station.zone))
        reason = self.tallies[station.zone].reason
        if reason is not None:
            self._report(Condition(self._clock(), station.device, (station.zone,), reason))

    def _report(self, report: Report | Notice) -> None:
        if self._listener is not None:
            self._listener(report)
