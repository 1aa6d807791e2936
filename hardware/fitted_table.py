"""A table with devices: its readers, lights and buttons, and entries by hand.

It has the same methods as the virtual mat, so that callers need not distinguish the two. What a failed reader misses
can be entered here (place, lift, press, hold) and stays valid until the reader reports something itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from companion.core.cues import Cue
from companion.core.observation import Clock, Hold, Lift, Press, Tag, TagKind, Unsure, split_thing, thing_from_text
from companion.core.places import is_play_zone
from companion.presence.filter import Resumed
from hardware.faults import Condition, DeviceError
from hardware.lights import Colours, Lights, cue_named
from hardware.polling import ZoneReaders
from hardware.reader import Listener, Notice, Reader, Report
from hardware.table_file.layout import TableLayout
from hardware.virtual_mat import EmptyZone


class FittedTable:
    """Real table; all methods are thread-safe.

    Args:
        layout: the zones and seats.
        readers: the sources of tags and button presses.
        lights: the lights that show cues; one may serve only some of the seats.
        names: the thing for each uid; readers look it up, the caller that knows the deck fills it.
        served: the zones that have a reader, by default all; the content of the others must be entered.
        colours: the colours of cues that differ from the usual ones.
    """

    def __init__(
        self,
        layout: TableLayout,
        readers: Sequence[Reader],
        lights: Sequence[Lights],
        clock: Clock,
        names: dict[str, str],
        served: Iterable[str] | None = None,
        colours: Colours = MappingProxyType({}),
    ) -> None:
        self.layout = layout
        self.colours = colours
        self.served = frozenset(layout.zones if served is None else served) - {*layout.slots}
        self.names = names
        self._readers = tuple(readers)
        self._lights = tuple(lights)
        self._clock = clock
        self._listener: Listener | None = None
        self._lock = threading.RLock()  # also held while reporting, so that reports arrive in order
        self._lying: dict[str, str] = {}
        self._cues = {seat: str(Cue.IDLE) for seat in (*layout.seats, *layout.slots)}
        self._lifted_by_hand: set[str] = set()
        self._failed: set[str] = set()  # places of devices that do not work
        self._called_before: dict[str, str] = {}  # names of the tags while they are reported by uid
        self._open = False

    def start(self, listener: Listener) -> None:
        """Start to report to `listener`, first the current content of the zones.

        Opens the devices the first time.
        """
        with self._lock:
            self._listener = listener
            if self._open:
                for zone, thing in self._lying.items():
                    listener(Tag(self._clock(), zone, thing))
                return
            self._open = True
        for reader in self._readers:
            reader.start(self._take)

    def stop(self) -> None:
        """Stop reporting; the devices stay open."""
        with self._lock:
            self._listener = None

    def close(self) -> None:
        """Turn the lights off and close the devices."""
        self.stop()
        for seat in (*self.layout.seats, *self.layout.slots):
            self.show(seat, Cue.IDLE)
        for device in dict.fromkeys([*self._readers, *self._closable()]):
            device.stop()
        self._open = False

    def call_by_uid(self) -> None:
        """Report each newly placed tag by its uid, as in `uid:04A2C3`, even if it has a name.

        The zones still show its name: a uid there would reveal which card is face down.
        """
        with self._lock:
            self._called_before = dict(self.names)
            self.names.clear()

    def call_by_name(self, names: Mapping[str, str]) -> None:
        """Report tags by these names, keyed by uid; this includes tags that are already in a zone."""
        with self._lock:
            self._called_before = {}
            self.names.update(names)
            for zone, thing in self._lying.items():
                sort, uid = split_thing(thing)
                if sort is TagKind.UID:
                    self._lying[zone] = names.get(uid, thing)

    def believe_hints_of(self, is_thing: Callable[[str], bool]) -> None:
        """Accept the hint on an unnamed tag only if `is_thing` says that it names a thing."""
        for reader in self._readers:
            if isinstance(reader, ZoneReaders):
                reader.believe_hints_of(is_thing)

    def read_share(self, zone: str) -> float | None:
        """Return the read rate of the tag in a zone, or of its latest tag; None if unknown."""
        return next((share for each in self._readers if (share := each.read_share(zone)) is not None), None)

    def turns(self) -> dict[str, int]:
        """Return how many cycles each device thread has completed."""
        return {name: turns for reader in self._readers for name, turns in reader.turns().items()}

    def zones(self) -> dict[str, str | None]:
        """Return the content of each zone, as last read or entered."""
        with self._lock:
            return {zone: self._called(self._lying.get(zone)) for zone in self.layout.zones}

    def racked(self) -> dict[str, str | None]:
        """Return the content of each rack slot, as last read.

        It is hidden from everybody except the bot at that seat.
        """
        with self._lock:
            return {slot: self._called(self._lying.get(slot)) for slot in self.layout.slots}

    def lights(self) -> dict[str, str]:
        """Return the cue at each seat and at each rack slot."""
        with self._lock:
            return dict(self._cues)

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat until the next one; the failure of a light is reported.

        Raises UnknownPlace or UnknownCue.
        """
        self.layout.check_seat(seat)
        with self._lock:
            self._cues[seat] = str(cue_named(cue))
            for lights in self._lights:
                try:
                    lights.show(seat, cue)
                except DeviceError as error:
                    self._pass_on(Condition(self._clock(), error.device, (seat,), error.reason, error.detail))

    # --- by hand

    def tag(self, zone: str, thing: str) -> None:
        """Enter a thing in a zone that no reader has seen there.

        Ignored if the thing is known to be there, unless no reader can have seen it in the middle: players place coins
        and tiles there repeatedly, and nobody enters their removal.

        Raises UnknownPlace or InputError.
        """
        self.layout.check_zone(zone)
        thing = thing_from_text(thing, "thing")
        with self._lock:
            is_seen = zone in self.served and zone not in self._failed
            if self._lying.get(zone) == thing and (is_seen or is_play_zone(zone)):
                return  # the reader was faster
            if zone in self._lying:
                self._take(Lift(self._clock(), zone))
            self._take(Tag(self._clock(), zone, thing))

    def put(self, zone: str, thing: str) -> None:
        """Correct the content of a zone without a report: nobody has placed anything."""
        with self._lock:
            self._lying[zone] = thing
            self._lifted_by_hand.discard(zone)

    def take_back(self, lay: Mapping[str, str | None]) -> None:
        """Restore the content of zones before an entry, without a report."""
        with self._lock:
            for zone, thing in lay.items():
                self._lying.pop(zone, None)
                self._lifted_by_hand.discard(zone)
                if thing is not None:
                    self._lying[zone] = thing

    def lift(self, zone: str) -> None:
        """Enter that a zone is empty. Raises UnknownPlace or EmptyZone."""
        self.layout.check_zone(zone)
        with self._lock:
            if zone not in self._lying:
                raise EmptyZone(f"nothing lies in {zone}")
            self._take(Lift(self._clock(), zone))
            self._lifted_by_hand.add(zone)

    def press(self, button: str) -> None:
        """Press a seat's button. Raises UnknownPlace."""
        self.layout.check_button(button)
        self._take(Press(self._clock(), button))

    def hold(self, button: str) -> None:
        """Hold a seat's button. Raises UnknownPlace."""
        self.layout.check_button(button)
        self._take(Hold(self._clock(), button))

    def _take(self, report: Report | Notice) -> None:
        with self._lock:
            if isinstance(report, Resumed):
                report = self._as_known(report)
            match report:
                case Tag(_, zone, str(thing)) | Resumed(_, zone, str(thing), _) | Unsure(_, zone, str(thing)):
                    self._lying[zone] = thing
                    self._lifted_by_hand.discard(zone)
                case Lift(_, zone) | Resumed(_, zone, None, _) | Unsure(_, zone, None):
                    self._lying.pop(zone, None)
                case Condition(_, _, zones, None):
                    self._failed.difference_update(zones)
                case Condition(_, _, zones):
                    self._failed.update(zones)
                case _:
                    pass
            self._pass_on(report)

    def _called(self, thing: str | None) -> str | None:
        """Return the content of a zone with the name that its tag has."""
        if thing is None:
            return None
        sort, uid = split_thing(thing)
        return self._called_before.get(uid, thing) if sort is TagKind.UID else thing

    def _as_known(self, found: Resumed) -> Resumed | Tag:
        """Merge a resumed reader's report with the entries.

        A tag that was lifted by hand and is read again was put back.
        """
        if found.thing is not None and found.zone in self._lifted_by_hand:
            return Tag(found.at, found.zone, found.thing)
        return found._replace(fresh=found.thing != self._lying.get(found.zone))

    def _pass_on(self, report: Report | Notice) -> None:
        if self._listener is not None:
            self._listener(report)

    def _closable(self) -> list[Reader]:
        return [lights for lights in self._lights if isinstance(lights, Reader)]
