"""A table with devices: its readers, lights and buttons as one thing, with what was entered for them by hand.

It has the same methods as the virtual mat, so that whoever runs a game need not know which one it is: what a dead
reader should have seen can be laid, lifted, pressed and held here, and counts until the reader sees for itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.core.cues import Cue
from companion.core.observation import Clock, Hold, Lift, Press, Tag, TagKind, Unsure, split_thing, thing_from_text
from companion.presence.filter import Resumed
from hardware.faults import Condition, DeviceError
from hardware.lights import Lights, cue_named
from hardware.polling import ZoneReaders
from hardware.reader import Listener, Notice, Reader, Report
from hardware.table_file.layout import TableLayout
from hardware.virtual_mat import EmptyZone


class FittedTable:
    """Every method may be called from any thread.

    Args:
        layout: the zones and seats.
        readers: what sees tags and buttons.
        lights: what shows cues; a light may be at some of the seats only.
        names: the thing that each uid is; readers ask it, whoever knows the deck fills it.
        served: the zones that a reader sees, every one unless told; of the others somebody has to say what lies there.
    """

    def __init__(
        self,
        layout: TableLayout,
        readers: Sequence[Reader],
        lights: Sequence[Lights],
        clock: Clock,
        names: dict[str, str],
        served: Iterable[str] | None = None,
    ) -> None:
        self.layout = layout
        self.served = frozenset(layout.zones if served is None else served) - {*layout.slots}
        self.names = names
        self._readers = tuple(readers)
        self._lights = tuple(lights)
        self._clock = clock
        self._listener: Listener | None = None
        self._lock = threading.RLock()  # also held while reporting, so that reports come in order
        self._lying: dict[str, str] = {}
        self._cues = {seat: str(Cue.IDLE) for seat in (*layout.seats, *layout.slots)}
        self._lifted_by_hand: set[str] = set()
        self._called_before: dict[str, str] = {}  # what tags were called, while they are told by their uids
        self._open = False

    def start(self, listener: Listener) -> None:
        """Report to `listener` from now on, what lies in the zones already first. Opens the devices the first time."""
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
        """Report no more; the devices stay open."""
        with self._lock:
            self._listener = None

    def close(self) -> None:
        """Darken the lights and close the devices."""
        self.stop()
        for seat in (*self.layout.seats, *self.layout.slots):
            self.show(seat, Cue.IDLE)
        for device in dict.fromkeys([*self._readers, *self._closable()]):
            device.stop()
        self._open = False

    def call_by_uid(self) -> None:
        """From now on each tag that is laid is told by its uid, as in `uid:04A2C3`, whatever it is known as.

        To who looks at the zones it is what it was before: a uid there would tell which card lies face down.
        """
        with self._lock:
            self._called_before = dict(self.names)
            self.names.clear()

    def call_by_name(self, names: Mapping[str, str]) -> None:
        """From now on tags are told by these names, by uid; also those that lie there now."""
        with self._lock:
            self._called_before = {}
            self.names.update(names)
            for zone, thing in self._lying.items():
                sort, uid = split_thing(thing)
                if sort is TagKind.UID:
                    self._lying[zone] = names.get(uid, thing)

    def believe_hints_of(self, is_thing: Callable[[str], bool]) -> None:
        """From now on a tag that has no name can say that it is such a thing, and nothing else."""
        for reader in self._readers:
            if isinstance(reader, ZoneReaders):
                reader.believe_hints_of(is_thing)

    def read_share(self, zone: str) -> float | None:
        """In which share of the looks the tag was heard that lies in a zone, or lay there last; None if not known."""
        return next((share for each in self._readers if (share := each.read_share(zone)) is not None), None)

    def turns(self) -> dict[str, int]:
        """How often each thread of a device has come round."""
        return {name: turns for reader in self._readers for name, turns in reader.turns().items()}

    def zones(self) -> dict[str, str | None]:
        """What lies in each zone, as seen or entered last."""
        with self._lock:
            return {zone: self._called(self._lying.get(zone)) for zone in self.layout.zones}

    def racked(self) -> dict[str, str | None]:
        """What lies in each slot of each rack, as seen last: hidden from everybody but the bot at that seat."""
        with self._lock:
            return {slot: self._called(self._lying.get(slot)) for slot in self.layout.slots}

    def lights(self) -> dict[str, str]:
        """The cue at each seat, and at each slot of a rack."""
        with self._lock:
            return dict(self._cues)

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat until the next one; a light that fails is reported.

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
        """A thing lies in a zone, though no reader has seen it; nothing happens where it is known to lie there.

        Raises UnknownPlace or InputError.
        """
        self.layout.check_zone(zone)
        thing = thing_from_text(thing, "thing")
        with self._lock:
            if self._lying.get(zone) == thing:
                return  # the reader was quicker
            if zone in self._lying:
                self._take(Lift(self._clock(), zone))
            self._take(Tag(self._clock(), zone, thing))

    def put(self, zone: str, thing: str) -> None:
        """Another thing lies in a zone than its reader saw last; nobody has laid it there, and nothing is reported."""
        with self._lock:
            self._lying[zone] = thing

    def take_back(self, lay: Mapping[str, str | None]) -> None:
        """Let things lie in zones as they did before something was entered; nothing is reported."""
        with self._lock:
            for zone, thing in lay.items():
                self._lying.pop(zone, None)
                self._lifted_by_hand.discard(zone)
                if thing is not None:
                    self._lying[zone] = thing

    def lift(self, zone: str) -> None:
        """Nothing lies in a zone any more. Raises UnknownPlace or EmptyZone."""
        self.layout.check_zone(zone)
        with self._lock:
            if zone not in self._lying:
                raise EmptyZone(f"nothing lies in {zone}")
            self._take(Lift(self._clock(), zone))
            self._lifted_by_hand.add(zone)

    def press(self, button: str) -> None:
        """A seat's button is pressed. Raises UnknownPlace."""
        self.layout.check_button(button)
        self._take(Press(self._clock(), button))

    def hold(self, button: str) -> None:
        """A seat's button is held. Raises UnknownPlace."""
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
                case _:
                    pass
            self._pass_on(report)

    def _called(self, thing: str | None) -> str | None:
        """What lies in a zone, by the name that its tag had."""
        if thing is None:
            return None
        sort, uid = split_thing(thing)
        return self._called_before.get(uid, thing) if sort is TagKind.UID else thing

    def _as_known(self, found: Resumed) -> Resumed | Tag:
        """What a reader finds, beside what was entered for it: what was lifted by hand and lies again was laid back."""
        if found.thing is not None and found.zone in self._lifted_by_hand:
            return Tag(found.at, found.zone, found.thing)
        return found._replace(fresh=found.thing != self._lying.get(found.zone))

    def _pass_on(self, report: Report | Notice) -> None:
        if self._listener is not None:
            self._listener(report)

    def _closable(self) -> list[Reader]:
        return [lights for lights in self._lights if isinstance(lights, Reader)]
