"""The host's state of the mat, and the reports that the filter derives from its polls.

The mat sends the result of each poll; as with any reader, the presence filter derives the content of the zones. A
gesture is reported only if the mat was observed while it happened. Changes that happened while the mat was disconnected
or its reader did not work are reported as `Resumed`, since nobody has just caused them. A lost poll does not count as
silent.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.observation import Hold, Lift, Press, Tag, Unsure
from companion.presence.crowding import Crowded, Crowds
from companion.presence.filter import (
    Crosstalk,
    NonRead,
    Poll,
    Presence,
    Resumed,
    TagArrived,
    TagLeft,
    UnknownTag,
    WeakRead,
    ZoneChange,
)
from companion.presence.misreads import Misread, Misreads
from firmware_bridge.firmware import matlink
from firmware_bridge.link.messages import (
    ButtonEvent,
    ButtonState,
    Head,
    LooksEvent,
    LookTaken,
    ReaderEvent,
    ReaderState,
    Snapshot,
    ZoneEvent,
    ZoneState,
    zones_crc,
)
from firmware_bridge.mat.provision import MatSetup

CROWD_LOOKS = 3  # polls without a crowd until a new tag counts
LATE = 2.0  # seconds after which a missed press is ignored
HALF = 1 << 15


Report = Tag | Lift | Press | Hold | Resumed | Unsure | Crosstalk | WeakRead | Misread | UnknownTag | Crowded


class Picture:
    """State of the mat. Methods that return reports expect the host's time of the event.

    Args:
        setup: the configuration of the mat.
        is_known: says whether a deck knows a UID; such a tag is accepted at its first poll.
        watcher: called for every poll with its time and zone, to record them; with None for a zone no longer observed.

    Attributes:
        mat_zones: the mat's own state of each zone.
        crowds: zones with several tags in their latest poll.
    """

    def __init__(
        self,
        setup: MatSetup,
        is_known: Callable[[str], bool] = lambda _uid: True,
        watcher: Callable[[float, str, Poll | None], None] | None = None,
    ) -> None:
        self.boot: int | None = None  # low half of the number of the mat's start
        self.event = 0
        self.mat_zones: list[ZoneState] = []
        self.buttons: list[ButtonState] = []
        self.readers: list[ReaderState] = []
        self.crowds: set[str] = set()
        self._setup = setup
        self._watcher = watcher
        self.presence = Presence(setup.zones, is_known)
        self._misreads = Misreads(setup.zones, is_known)
        self._crowds = Crowds(setup.zones)
        self._back: set[str] = set()  # zones that are polled again but whose content is not known yet
        self._watched: set[str] = set()
        self._before: dict[str, str | None] = dict.fromkeys(setup.zones)  # content of each zone when the mat was lost
        self._looked = dict.fromkeys(setup.zones, 0.0)
        self._crowded = dict.fromkeys(setup.zones, 0)
        self._crosstalk: set[tuple[str, str]] = set()

    @property
    def lying(self) -> dict[str, str]:
        """UID in each occupied zone."""
        return {zone: uid for zone, uid in self.presence.lying().items() if uid is not None}

    @property
    def zones(self) -> list[ZoneState]:
        """State of each zone: empty, one tag, several tags, or unknown."""
        lying = self.presence.lying()
        found = []
        for zone, state in zip(self._setup.zones, self.mat_zones, strict=False):
            uid = lying[zone] or ""
            known = matlink.UNKNOWN
            if zone in self.crowds:
                known = matlink.SEVERAL
            elif zone in self._watched:
                known = matlink.ONE if uid else matlink.EMPTY
            found.append(ZoneState(known, state.generation, uid))
        return found

    def crosstalk(self) -> list[tuple[str, str]]:
        """Return pairs of zones that both read one tag: the zone that has it, and the other."""
        return sorted(self._crosstalk)

    def lose(self) -> None:
        """Pause all zones, because the mat is disconnected."""
        self.boot = None
        for zone in self._setup.zones:
            self._stop_watching(zone, self._looked[zone])

    def is_news(self, head: Head) -> bool | None:
        """Return whether an event is the next one.

        Returns False if it is known, None if events are missing before it.
        """
        if head.boot != self.boot:
            return None
        ahead = (head.event - self.event) % (2 * HALF)
        if ahead == 1:
            self.event = head.event
            return True
        return None if 1 < ahead < HALF else False

    def agrees(self, head: Head, crc: int) -> bool:
        """Return whether a heartbeat agrees with this state."""
        return head.boot == self.boot and head.event == self.event and crc == zones_crc(self.mat_zones)

    def take_snapshot(self, snapshot: Snapshot, at: float) -> list[Report]:
        """Replace the state by a snapshot and report missed presses."""
        same = snapshot.head.boot == self.boot
        if not same:
            self.lose()
        self.boot, self.event = snapshot.head.boot, snapshot.head.event
        self.mat_zones = list(snapshot.zones[: len(self._setup.zones)])
        self.readers = list(snapshot.readers)
        self._note_failures(at)
        reports: list[Report] = []
        if same:
            for number, (old, new) in enumerate(zip(self.buttons, snapshot.buttons, strict=False)):
                reports += self._missed(number, old, new, at)
        self.buttons = list(snapshot.buttons)
        return reports

    def take_zone(self, event: ZoneEvent, at: float) -> None:
        """Record that a zone has read another UID, or that its reader fails or works again."""
        if event.zone < len(self.mat_zones):
            self.mat_zones[event.zone] = event.state
            self._note_failures(at)

    def take_looks(self, event: LooksEvent, at: float) -> list[Report]:
        """Process polls; `at` is the time of the event's head."""
        reports: list[Report] = []
        for taken in event.looks:
            if event.head.boot == self.boot and taken.zone < len(self.mat_zones):
                reports += self._look(self._setup.zones[taken.zone], taken, at - taken.ago / 1000)
        return reports

    def take_button(self, event: ButtonEvent, at: float) -> list[Report]:
        """Record that a button was pressed or held."""
        if event.button < len(self.buttons):
            self.buttons[event.button] = ButtonState(event.presses, event.holds, 0.0)
        return self._button_reports(event.button, event.what, at)

    def take_reader(self, event: ReaderEvent) -> None:
        """Record the new state of a reader."""
        if event.reader < len(self.readers):
            self.readers[event.reader] = event.state

    def _look(self, zone: str, taken: LookTaken, at: float) -> list[Report]:
        state = self.mat_zones[taken.zone]
        saw = self._seen(zone, taken, state)
        if state.known == matlink.UNKNOWN or saw is None:
            return []
        at = self._looked[zone] = max(at, self._looked[zone])
        if self._watcher is not None:
            self._watcher(at, zone, saw)
        if zone not in self._watched and zone not in self._back:
            self._back.add(zone)
            self.presence.resume(at, zone)
        reports: list[Report] = []
        saw, misreads = self._misreads.look(at, zone, saw, self.presence.lies(zone))
        reports += misreads
        reports += self._crowds.look(at, zone, zone in self.crowds, saw is NonRead.EMPTY and zone not in self.crowds)
        for change in self.presence.look(at, zone, saw):
            reports += self._reports_of(change)
        if zone in self._back and self.presence.is_conclusive(at, zone):
            self._back.discard(zone)
            self._watched.add(zone)
            uid = self.presence.lies(zone)
            reports.append(Resumed(at, zone, f"uid:{uid}" if uid else None, uid != self._before[zone]))
        return reports

    def _seen(self, zone: str, taken: LookTaken, state: ZoneState) -> Poll | None:
        """Return the result of a poll; None if the event with its UID was lost.

        After a crowd, a new tag must be alone.
        """
        is_crowd = taken.showed in (matlink.CROWD, matlink.CROWD_WITH)
        (self.crowds.add if is_crowd else self.crowds.discard)(zone)
        self._crowded[zone] = CROWD_LOOKS if is_crowd else max(0, self._crowded[zone] - 1)
        if taken.showed in (matlink.SILENT, matlink.GARBLED, matlink.STRANGE):
            return {
                matlink.SILENT: NonRead.EMPTY,
                matlink.GARBLED: NonRead.CORRUPTED,
                matlink.STRANGE: NonRead.UNKNOWN,
            }[taken.showed]
        if taken.showed == matlink.CROWD:
            return NonRead.CORRUPTED
        if taken.generation != state.generation or not state.uid:
            return None
        lies = self.presence.lies(zone) == state.uid
        return state.uid if lies or not self._crowded[zone] else NonRead.CORRUPTED

    def _reports_of(self, change: ZoneChange) -> list[Report]:
        """Convert a change from the filter to reports.

        For a zone that is not observed only its doubt is reported.
        """
        match change:
            case TagArrived(at, zone, uid, sure):
                if zone not in self._watched:
                    return []
                return [Tag(at, zone, f"uid:{uid}") if sure else Unsure(at, zone, f"uid:{uid}")]
            case TagLeft(at, zone, sure):
                self._crosstalk = {pair for pair in self._crosstalk if pair[0] != zone}
                if zone not in self._watched:
                    return []
                return [Lift(at, zone) if sure else Unsure(at, zone, None)]
            case Crosstalk(_, zone, owner, _uid, stands=True):
                self._crosstalk.add((owner, zone))
                return [change]
            case Crosstalk(_, zone):
                self._crosstalk = {pair for pair in self._crosstalk if pair[1] != zone}
                return [change]
            case _:
                return [change]

    def _note_failures(self, at: float) -> None:
        for zone, state in zip(self._setup.zones, self.mat_zones, strict=False):
            if state.known == matlink.UNKNOWN:
                self._stop_watching(zone, at)

    def _stop_watching(self, zone: str, at: float) -> None:
        if zone in self._watched:
            self._before[zone] = self.presence.lies(zone)
        if self._watcher is not None and zone in self._watched | self._back:
            self._watcher(max(at, self._looked[zone]), zone, None)
        self._watched.discard(zone)
        self._back.discard(zone)
        self.crowds.discard(zone)
        self._crowds.forget(at, zone)
        self.presence.pause(zone)

    def _missed(self, number: int, old: ButtonState, new: ButtonState, at: float) -> list[Report]:
        """Report a press whose event was lost, unless it is too old."""
        if new.age > LATE:
            return []
        pressed = self._button_reports(number, matlink.PRESSED, at - new.age) if new.presses != old.presses else []
        held = self._button_reports(number, matlink.HELD, at - new.age) if new.holds != old.holds else []
        return pressed + held

    def _button_reports(self, number: int, what: int, at: float) -> list[Report]:
        whose = self._setup.button(number)
        if whose is None:
            return []
        seat, second = whose
        if what == matlink.HELD:
            return [Hold(at, seat, self._setup.hold)]
        return [Hold(at, seat) if second else Press(at, seat)]
