"""A mat without a device, operated by a page, a bot or a script.

It behaves like a real mat: a zone reads one thing, a thing is in one place, and a thing placed in an occupied zone
replaces the one there. Things are named as in `companion.core.observation`. The mat knows the things in the box and
their counts, but no rules.

    mat = VirtualMat({"I.2": 1, "Seize": 5, "tile:Iago": 1}, clock=time.monotonic)
    mat.start(reports.put)
    mat.tag("seat1.play", "I.2")
    mat.press("seat1")
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from companion.core.cues import Cue
from companion.core.errors import CuelightError
from companion.core.observation import Clock, Hold, Lift, Press, Tag, TagKind, split_thing, thing_from_text
from hardware.lights import cue_named
from hardware.reader import Listener, Report
from hardware.table_file.layout import FULL_MAT, TableLayout

NAMED_CHOICES = 12


class UnknownThing(CuelightError, LookupError):
    """Thing that is not in the box; the message names some that are."""


class EmptyZone(CuelightError, ValueError):
    """The zone to lift from is empty."""


class VirtualMat:
    """A Reader and Lights in one. All methods are thread-safe.

    Args:
        box: the count of each thing, which limits how many of it can be on the mat at once. A tag that no deck knows,
            such as
            `uid:04A2C3`, is always allowed and exists once.
        clock: source of the report times, in seconds.
        layout: the zones, buttons and lights; the full mat by default.
    """

    def __init__(self, box: Mapping[str, int], clock: Clock, layout: TableLayout = FULL_MAT) -> None:
        self.layout = layout
        self._box = {thing: count for thing, count in box.items() if count > 0}
        self._clock = clock
        self._listener: Listener | None = None
        self._lying: dict[str, str] = {}  # by zone, oldest first
        self._lights = {seat: str(Cue.IDLE) for seat in layout.seats}
        self._lock = threading.RLock()  # also held while reporting, so that reports arrive in order

    def start(self, listener: Listener) -> None:
        """Start to report to `listener`, first the current content of the zones."""
        with self._lock:
            self._listener = listener
            for zone, thing in self._lying.items():
                self._report(Tag(self._clock(), zone, thing))

    def stop(self) -> None:
        """Stop reporting; the content of the zones stays."""
        with self._lock:
            self._listener = None

    def read_share(self, zone: str) -> float | None:
        """Return None: there are no weak reads here."""
        return None

    def turns(self) -> Mapping[str, int]:
        """Return nothing: it has no thread."""
        return {}

    def tag(self, zone: str, thing: str) -> None:
        """Place a thing in a zone.

        It is lifted from its old zone, and the old content of the zone is lifted first.

        Raises UnknownPlace, UnknownThing or InputError; then nothing has moved.
        """
        self.layout.check_zone(zone)
        thing = self._known(thing)
        with self._lock:
            if zone in self._lying:
                self._lift(zone)
            self._lay(zone, thing)
            self._report(Tag(self._clock(), zone, thing))

    def put(self, zone: str, thing: str) -> None:
        """Set the content of a zone as if nobody had placed it: nothing is reported for this zone.

        Raises as `tag`.
        """
        self.layout.check_zone(zone)
        thing = self._known(thing)
        with self._lock:
            self._lying.pop(zone, None)
            self._lay(zone, thing)

    def take_back(self, lay: Mapping[str, str | None]) -> None:
        """Restore the content of zones without a report."""
        with self._lock:
            for zone in lay:
                self._lying.pop(zone, None)
            self._lying.update({zone: thing for zone, thing in lay.items() if thing is not None})

    def lift(self, zone: str) -> None:
        """Lift the thing in a zone.

        Raises UnknownPlace, or EmptyZone.
        """
        self.layout.check_zone(zone)
        with self._lock:
            if zone not in self._lying:
                lying = ", ".join(self._lying) or "none"
                raise EmptyZone(f"nothing lies in {zone}; zones where something lies: {lying}")
            self._lift(zone)

    def press(self, button: str) -> None:
        """Press a seat's button.

        Raises UnknownPlace.
        """
        self.layout.check_button(button)
        with self._lock:
            self._report(Press(self._clock(), button))

    def hold(self, button: str) -> None:
        """Hold a seat's button down.

        Raises UnknownPlace.
        """
        self.layout.check_button(button)
        with self._lock:
            self._report(Hold(self._clock(), button))

    def zones(self) -> dict[str, str | None]:
        """Return the content of each zone, in table order."""
        with self._lock:
            return {**dict.fromkeys(self.layout.zones), **self._lying}

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat until the next one.

        Raises UnknownPlace or UnknownCue.
        """
        self.layout.check_seat(seat)
        with self._lock:
            self._lights[seat] = str(cue_named(cue))

    def lights(self) -> dict[str, str]:
        """Return the cue at each seat, in table order."""
        with self._lock:
            return dict(self._lights)

    def _known(self, thing: str) -> str:
        thing = thing_from_text(thing, "thing")
        sort, _ = split_thing(thing)
        if sort is TagKind.UID or thing in self._box:
            return thing
        alike = [other for other in self._box if split_thing(other)[0] is sort]
        choices = ", ".join(alike[:NAMED_CHOICES]) + (" …" if len(alike) > NAMED_CHOICES else "")
        raise UnknownThing(f"there is no {sort} {thing!r} in the box; choose one of: {choices or 'none'}")

    def _lay(self, zone: str, thing: str) -> None:
        """Place a thing in a zone, and lift it from its old zone if the box has no other copy."""
        elsewhere = [other for other, lying in self._lying.items() if lying == thing]
        if len(elsewhere) >= self._box.get(thing, 1):
            self._lift(elsewhere[0])
        self._lying[zone] = thing

    def _lift(self, zone: str) -> None:
        del self._lying[zone]
        self._report(Lift(self._clock(), zone))

    def _report(self, report: Report) -> None:
        if self._listener is not None:
            self._listener(report)
