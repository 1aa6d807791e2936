"""Readers of any kind: one reader and one thread per zone, and a common presence filter.

A failing reader is reported within two seconds and retried until it works; its zone keeps its content. Once its polls
are conclusive again, the content is reported as `Resumed`, so that the game can compare it.

    readers = ZoneReaders([ReaderSlot("seat1.play", "/dev/serial/by-id/usb-…")], time.monotonic, names.get)
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
from hardware.device import Device, Identity, NotAlone, TagGone, TypingDevice
from hardware.faults import Condition, DeviceError, DeviceReason
from hardware.reader import Crowd, FrequentErrors, Listener, Notice, PlaceOnlyReader, Report, TagHintRead, UnreadLine
from hardware.readers import USUAL, backends
from hardware.turns import Turns, turn_of

Names = Callable[[str], str | None]
"""Maps a uid to its thing, None if no deck knows it. Called from any thread."""

DEAD_SECONDS = 0.8  # seconds without a successful poll after which the device is reopened
OVERDUE_SECONDS = 1.4  # seconds until a reader that hangs within a poll is reported
WATCH_SECONDS = 0.2
RETRY_SECONDS = 0.5
BUSY_FOR = 120.0  # seconds after a change in which readers poll as fast as they can
IDLE_LOOK_SECONDS = 0.05  # seconds from the start of a poll to the next, at an idle table
UNREAD_LOOKS = 5  # polls until a tag whose hint cannot be read is accepted: its kind may have no hints
REPEAT_SECONDS = 1.5  # seconds in which a place-only reader may repeat the same card
TURN_SECONDS = 0.5  # longest wait for the turn of another reader, which hangs then
FAILED_SECONDS = 0.02  # seconds from the start of a failed poll to the next


class ReaderSlot(NamedTuple):
    """Zone of a reader, its device, and the name of its backend."""

    zone: str
    device: str
    backend: str = USUAL


@dataclass(slots=True)
class ReaderStats:
    """Statistics and state of one reader.

    Attributes:
        turns: all attempts of its thread, including polls and failures.
        unread: polls since the latest silence in which the hint of a tag could not be read.
        crowded: there were several tags when one was asked for its hint.
        polled_at: the machine's clock after the latest successful poll; None while the device is closed.
        back: it polls again after a fault.
        before: the content before the fault.
        laid: the latest uid from a place-only reader, with its time.
        unread_form: the form of the latest line that is no id, if it is reported.
        failing: the share of failed polls.
    """

    turns: int = 0
    looks: int = 0
    garbled: int = 0
    unread: int = 0
    crowded: bool = False
    failures: int = 0
    opened: int = 0
    identity: Identity | None = None
    polled_at: float | None = None
    reason: DeviceReason | None = None
    back: bool = False
    before: str | None = None
    sees_lifts: bool = True
    laid: tuple[str, float] | None = None
    unread_form: str = ""
    failing: Share = field(default_factory=Share)


class ZoneReaders:
    """A Reader over several devices.

    Args:
        clock: source of the report times.
        names: maps each uid to its thing.
        take_turns: poll one reader after the other, so that only one field is on at a time.
    """

    def __init__(self, stations: Sequence[ReaderSlot], clock: Clock, names: Names, *, take_turns: bool = False) -> None:
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
        self._turns = Turns(TURN_SECONDS) if take_turns else None
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._moved = time.monotonic()
        self.tallies = {station.zone: ReaderStats() for station in stations}

    def believe_hints_of(self, is_thing: Callable[[str], bool]) -> None:
        """Accept the hint on an unknown tag only if `is_thing` says that it names a thing.

        Until this call, any hint is accepted.

        Args:
            is_thing: called from any thread.
        """
        self._is_thing = is_thing

    def start(self, listener: Listener) -> None:
        """Start to report to `listener`, first the current content of the zones.

        A second call changes the listener and keeps the devices open.
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
        """Stop reporting and close the devices."""
        with self._lock:
            self._listener = None
        self._stopping.set()
        for thread in self._threads:
            thread.join()
        self._threads = []

    def zones(self) -> dict[str, str | None]:
        """Return the content of each zone."""
        with self._lock:
            return {station.zone: self._things.get(station.zone) for station in self._stations}

    def read_share(self, zone: str) -> float | None:
        """Return the read rate of the tag in a zone, or of its latest tag."""
        with self._lock:
            return self._presence.read_share(zone) if zone in self.tallies else None

    def turns(self) -> Mapping[str, int]:
        """Return how many cycles each reader's thread has completed."""
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
            tally.identity, tally.polled_at = None, time.monotonic()
            if tally.sees_lifts is not device.sees_lifts:
                tally.sees_lifts = device.sees_lifts
                with self._lock:
                    self._report(PlaceOnlyReader(self._clock(), station.zone))
            try:
                self._serve(station, device, tally)
            finally:
                tally.polled_at = None
                device.close()

    def _serve(self, station: ReaderSlot, device: Device, tally: ReaderStats) -> None:
        """Poll until the device fails for good."""
        while not self._stopping.is_set():
            tally.turns += 1
            began = time.monotonic()
            with turn_of(device, self._turns):
                error = self._look(station, device, tally)
            now = time.monotonic()
            if tally.reason is None:
                self._count(station.zone, tally, error is not None)
            if error is None:
                tally.polled_at = now
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
        """Poll once and process the result; return the failure, if any.

        The result is reported before the chip turns its field off, since a player waits for it. After a fault, a poll
        only counts if the field was turned off without an error, too.
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
                tally.polled_at = time.monotonic()  # valid even if turning the field off fails
                device.rest()
        except device.failures as error:
            return error
        return None

    def _is_over(self, station: ReaderSlot, tally: ReaderStats, error: BaseException, reason: DeviceReason) -> bool:
        """Return whether a failure needs the device to be reopened, because another poll cannot help."""
        if reason is DeviceReason.UNPLUGGED or time.monotonic() - (tally.polled_at or 0.0) > DEAD_SECONDS:
            self._fail(station, reason, str(error))
            return True
        return False

    def _take(self, station: ReaderSlot, device: Device, saw: Poll, tally: ReaderStats) -> None:
        if not device.sees_lifts:
            self._take_laid(station, device, saw, tally)
            return
        with self._lock:
            lying = self._presence.lies(station.zone)
            saw, misreads = self._misreads.look(self._clock(), station.zone, saw, lying)
            for misread in misreads:
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
            if tally.back and self._presence.is_conclusive(at, station.zone):
                self._recover(station, at)

    def _take_laid(self, station: ReaderSlot, device: Device, saw: Poll, tally: ReaderStats) -> None:
        """Process a card at a place-only reader.

        Its arrival implies that the card before it is gone.

        The same card again is a repetition by the reader or, after a while, was lifted and put back.
        """
        tally.looks += 1
        tally.garbled += saw is NonRead.CORRUPTED
        with self._lock:
            at = self._clock()
            if tally.reason is not None:
                self._recover(station, at)
            form = device.unread if isinstance(device, TypingDevice) else ""
            if form != tally.unread_form or (form and saw is NonRead.CORRUPTED):
                tally.unread_form = form
                self._report(UnreadLine(at, station.zone, form))
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
        """Remove a tag that is read here from the place-only reader that reported it before."""
        for other, tally in self.tallies.items():
            if other != zone and tally.laid is not None and tally.laid[0] == uid:
                tally.laid = None
                if self._things.pop(other, None) is not None:
                    self._report(Lift(at, other))

    def _ask(self, zone: str, device: Device, saw: Poll, tally: ReaderStats) -> tuple[Poll, str | None]:
        """Return the poll and the hint on the tag.

        The hint is only read if no deck knows the tag and it is new here.

        A tag that is lifted too early counts as a corrupted answer, since something is there that is not identified
        yet.
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
            self._hints[saw] = hint  # until the tag is accepted
        return saw, hint

    def _apply(self, change: ZoneChange, zone: str, hint: str | None, *, settled: bool) -> None:
        self._moved = time.monotonic()
        match change:
            case TagArrived(at, where, uid, sure):
                self._hints.pop(uid, None)
                self._take_elsewhere(at, where, uid)
                known = self._names(uid)
                # a rack card is not recorded until it is played
                if known is None and hint is not None and rack_slot(where) is None:
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

    # --- faults

    def _count(self, zone: str, tally: ReaderStats, failed: bool) -> None:
        """Report a reader that works but often fails."""
        with self._lock:
            at = self._clock()
            if tally.failing.turned(at, failed):
                self._report(FrequentErrors(at, zone, tally.failing.reported))

    def _fail(self, station: ReaderSlot, reason: DeviceReason, detail: str) -> None:
        with self._lock:
            tally = self.tallies[station.zone]
            if tally.reason is DeviceReason.UNPLUGGED and reason is DeviceReason.NOT_FOUND:
                return  # the better description has been reported
            if tally.reason is None:
                tally.before = self._things.get(station.zone)
            fresh, tally.reason, tally.back = tally.reason is not reason, reason, False
            self._presence.pause(station.zone)
            self._crowds.forget(self._clock(), station.zone)
            if tally.failing.reported:
                self._report(FrequentErrors(self._clock(), station.zone, False))  # it does not work at all
            tally.failing = Share()
            if fresh:
                self._report(Condition(self._clock(), station.device, (station.zone,), reason, detail))

    def _recover(self, station: ReaderSlot, at: float) -> None:
        """Report that the reader works again, and the content of its zone."""
        tally = self.tallies[station.zone]
        tally.reason, tally.back = None, False
        self._report(Condition(at, station.device, (station.zone,), None))
        thing = self._things.get(station.zone)
        self._report(Resumed(at, station.zone, thing, thing != tally.before))

    def _watch(self) -> None:
        """Report a reader that hangs within a poll."""
        while not self._stopping.wait(WATCH_SECONDS):
            for station in self._stations:
                tally = self.tallies[station.zone]
                polled_at = tally.polled_at
                if tally.reason is None and polled_at is not None and time.monotonic() - polled_at > OVERDUE_SECONDS:
                    self._fail(station, DeviceReason.NO_ANSWER, "it hangs")

    def _repeat(self, station: ReaderSlot) -> None:
        if not self.tallies[station.zone].sees_lifts:
            self._report(PlaceOnlyReader(self._clock(), station.zone))
        if self.tallies[station.zone].unread_form:
            self._report(UnreadLine(self._clock(), station.zone, self.tallies[station.zone].unread_form))
        reason = self.tallies[station.zone].reason
        if reason is not None:
            self._report(Condition(self._clock(), station.device, (station.zone,), reason))

    def _report(self, report: Report | Notice) -> None:
        if self._listener is not None:
            self._listener(report)
