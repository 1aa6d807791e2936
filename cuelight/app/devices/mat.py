"""The backend `mat`: adapts the bridge to the Pico to the interfaces Reader and Lights.

It is here because the bridge and `hardware` do not depend on each other: `hardware` defines cues and their looks, the
bridge defines the protocol. The adapter adds only words: the thing of each uid, and the problems with their remedies.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from companion.core.i18n import _
from companion.core.observation import Clock, Lift, Tag, Unsure
from companion.presence.filter import Resumed
from firmware_bridge.firmware import matlink
from firmware_bridge.link.bridge import Bridge, Status
from firmware_bridge.link.mat_state import Report as MatReport
from firmware_bridge.link.ports import named
from firmware_bridge.link.protocol import Why
from firmware_bridge.mat.provision import Look, MatSetup
from hardware.faults import Condition, DeviceReason
from hardware.lights import cue_named, patterns
from hardware.reader import Listener, Notice, Report
from hardware.table_file.layout import TableLayout
from hardware.table_file.load import TableFile
from hardware.table_file.mat import MatEntry

Names = Callable[[str], str | None]
"""Return the thing of a uid; None if no deck knows it. Called from any thread."""

UID = "uid:"
ANSWERS = (matlink.OK, matlink.CLONE)
_REASONS = {
    Why.NO_MAT: DeviceReason.NO_ANSWER,
    Why.PROMPT: DeviceReason.NO_ANSWER,
    Why.OTHER_MAJOR: DeviceReason.NO_ANSWER,
    Why.REFUSED: DeviceReason.NO_ANSWER,
    Why.SILENT: DeviceReason.NO_ANSWER,
    Why.IN_USE: DeviceReason.IN_USE,
    Why.NOT_ALLOWED: DeviceReason.NOT_ALLOWED,
    Why.NOT_FOUND: DeviceReason.NOT_FOUND,
    Why.UNPLUGGED: DeviceReason.UNPLUGGED,
}


def mat_setup(table: TableFile) -> MatSetup:
    """Return the settings that a table sends to its mat: zones, lamps, buttons, and the looks of the cues.

    Raises BadSetup.
    """
    entry, sockets = table.mat or MatEntry(""), table.sockets()
    return MatSetup(
        zones=tuple(sockets),
        readers=tuple(sockets.values()),
        seats=table.layout().seats,
        looks={str(cue): Look(look.rgb, look.motion.steps) for cue, look in patterns(table.lights).items()},
        two_buttons=entry.buttons == 2,
        lamps=entry.lamps,
        brightness=entry.brightness,
        gain=entry.gain,
        gains=tuple(entry.gain_at(socket) for socket in sockets.values()),
        supply=entry.supply,
        guard=entry.guard / 1000,
        clock=entry.clock,
    )


def plain_mat(seats: int, device: str = "") -> TableFile:
    """Return a table with a mat with the usual zones, rings and buttons."""
    return TableFile("mat", seats, mat=MatEntry(device))


class Mat:
    """A Reader, and Lights. Every method may be called from any thread.

    Args:
        table: a table with a mat.
        clock: gives the times of reports.
        names: returns the thing of each uid.

    Raises BadSetup.
    """

    def __init__(self, table: TableFile, clock: Clock, names: Names) -> None:
        assert table.mat is not None
        self.layout = TableLayout(tuple(table.sockets()), table.layout().seats, table.slots())
        self.device = table.mat.device
        self.bridge = Bridge(mat_setup(table), clock, named(self.device), lambda uid: names(uid) is not None)
        self._clock = clock
        self._names = names
        self._lock = threading.RLock()  # also held while reporting, to keep reports in order
        self._listener: Listener | None = None
        self._open = False
        self._lying: dict[str, str] = {}
        self._reported_zones: set[str] = set()
        self._conditions: dict[str, tuple[DeviceReason | None, str]] = {}

    def start(self, listener: Listener) -> None:
        """Report to `listener` from now on, first the cards that already lie there. The first call opens the port."""
        with self._lock:
            self._listener = listener
            for zone, thing in self._lying.items():
                listener(Tag(self._clock(), zone, thing))
            if self._open:
                return
            self._open = True
        self.bridge.start(self._take, self._look_after)

    def stop(self) -> None:
        """Stop reporting, and close the port; the mat's lamps then show that no host is connected."""
        with self._lock:
            self._listener = None
        self.bridge.stop()
        self._open = False

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat until the next one. The mat itself plays the motion; slots have no lamps.

        Raises UnknownPlace or UnknownCue.
        """
        self.layout.check_seat(seat)
        if seat not in self.layout.slots:
            self.bridge.show(seat, str(cue_named(cue)))

    def read_share(self, zone: str) -> float | None:
        """Return the read rate of the tag in a zone, or of the last one there."""
        return self.bridge.read_share(zone) if zone in self.layout.zones else None

    def turns(self) -> Mapping[str, int]:
        """Return the number of turns of the bridge's thread."""
        return {"mat": self.bridge.turns}

    # --- on the bridge's thread

    def _take(self, report: MatReport) -> None:
        with self._lock:
            match report:
                case Tag(at, zone, thing):
                    self._tag(at, zone, thing)
                case Resumed(at, zone, thing, fresh):
                    self._find(at, zone, thing, fresh)
                case Lift(_, zone) | Unsure(_, zone, None):
                    self._lying.pop(zone, None)
                    self._pass_on(report)
                case Unsure(at, zone, str(thing)):
                    self._lying[zone] = self._named(thing)
                    self._pass_on(Unsure(at, zone, self._lying[zone]))
                case _:
                    self._pass_on(report)

    def _tag(self, at: float, zone: str, thing: str) -> None:
        self._reported_zones.add(zone)
        self._lying[zone] = self._named(thing)
        self._pass_on(Tag(at, zone, self._lying[zone]))

    def _find(self, at: float, zone: str, thing: str | None, fresh: bool) -> None:
        first = zone not in self._reported_zones
        self._reported_zones.add(zone)
        if thing is None:
            self._lying.pop(zone, None)
        elif first:
            self._tag(at, zone, thing)
            return
        else:
            self._lying[zone] = self._named(thing)
        if not first:
            self._pass_on(Resumed(at, zone, self._lying.get(zone), fresh))

    def _named(self, thing: str) -> str:
        return self._names(thing.removeprefix(UID)) or thing

    def _look_after(self) -> None:
        """Report each problem of the mat, its buttons and its readers once, and once when it is over."""
        status, buttons = self.bridge.status(), f"{self.device}#buttons"
        numbers = self.bridge.setup.numbers
        each = {
            f"{self.device}#{number}": (zone, state, *reader_reason(status, number, numbers))
            for zone, number, state in zip(self.layout.zones, numbers, status.zones, strict=False)
        }
        blind = {device for device, (_, state, *why) in each.items() if state.known == matlink.UNKNOWN and not why[0]}
        with self._lock:
            if not (status.live and blind and self._is_reported(self.device)):
                before = self._is_reported(self.device)
                self._condition(self.device, self.layout.zones, *self._reason(status))
                if before != self._is_reported(self.device):  # then report the problems of readers again
                    kept = self.device, buttons
                    self._conditions = {name: condition for name, condition in self._conditions.items() if name in kept}
            for device, (zone, _state, reason, detail) in each.items() if status.live else ():
                if device not in blind or not self._is_reported(device):  # otherwise the zone's state is unknown
                    self._condition(device, (zone,), reason, detail)
            if status.live and status.heartbeat is not None:
                flags = status.heartbeat.flags
                lost = flags & matlink.NO_EXPANDER
                self._condition(buttons, self.layout.seats, DeviceReason.NO_BUTTONS if lost else None, "")
                stuck = self.bridge.setup.button((flags >> matlink.STUCK_SHIFT & matlink.MOST_STUCK) - 1)
                for seat in self.layout.seats:
                    is_stuck = stuck is not None and stuck[0] == seat
                    reason = DeviceReason.BUTTON_STUCK if is_stuck else None
                    self._condition(f"the button of {seat}", (seat,), reason, "")

    def _is_reported(self, device: str) -> bool:
        """Return whether a problem of this device has been reported."""
        return self._conditions.get(device, (None, ""))[0] is not None

    @staticmethod
    def _reason(status: Status) -> tuple[DeviceReason | None, str]:
        if status.live or status.why is None:
            return None, ""
        return _REASONS[status.why], status.text

    def _condition(self, device: str, zones: tuple[str, ...], reason: DeviceReason | None, detail: str) -> None:
        if self._conditions.get(device, (None, "")) != (reason, detail):
            self._conditions[device] = reason, detail
            self._pass_on(Condition(self._clock(), device, zones, reason, detail))

    def _pass_on(self, report: Report | Notice) -> None:
        if self._listener is not None:
            self._listener(report)


def reader_reason(status: Status, number: int, fitted: tuple[int, ...]) -> tuple[DeviceReason | None, str]:
    """Return the problem of one of a mat's readers, with a detail in words; None and "" if it answers."""
    state = status.readers[number].state if number < len(status.readers) else matlink.OK
    if state in ANSWERS:
        return None, ""
    if len(fitted) > 1 and not any(status.readers[other].state in ANSWERS for other in fitted):
        return DeviceReason.NO_ANSWER, _(
            "none of the mat's readers answers: their 3.3 V (the regulator at the Pico's VBUS)"
        )
    words = {
        matlink.ABSENT: _("reader {number} of the mat does not answer: its plug, its 3.3 V", number=number),
        matlink.BUS_HELD: _(
            "a module holds the bus of reader {number}: the one there that still answers is the suspect", number=number
        ),
    }
    return DeviceReason.NO_ANSWER, words.get(
        state, _("reader {number} of the mat answers wrongly: a loose or long wire", number=number)
    )
