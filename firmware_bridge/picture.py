"""The host's picture of the mat, and what happened, told from how it changes.

A gesture is reported only when the mat was watched while it was made: a tag that came or went meanwhile, while the
mat was away or its reader did not work, is `Found`, which nobody at the table has done just now. No tag is in two
zones: the zone that had it first has it until it is gone there.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.table.observation import Hold, Lift, Press, Tag
from firmware_bridge.firmware import matlink
from firmware_bridge.messages import (
    ButtonEvent,
    ButtonState,
    Head,
    ReaderEvent,
    ReaderState,
    Snapshot,
    ZoneEvent,
    ZoneState,
    zones_crc,
)
from firmware_bridge.setup import MatSetup

LATE = 2.0  # seconds after which a press that was missed is not made up for
HALF = 1 << 15


class Found(NamedTuple):
    """What lies in a zone, None for nothing, now that it can be told again; `fresh` if it lay elsewhere before."""

    at: float
    zone: str
    thing: str | None
    fresh: bool


Report = Tag | Lift | Press | Hold | Found


class Picture:
    """What the mat is known to be. Everything that returns reports is told the host's time of what happened."""

    def __init__(self, setup: MatSetup) -> None:
        self.boot: int | None = None  # low half of the mat's word for its start
        self.event = 0
        self.zones: list[ZoneState] = []
        self.buttons: list[ButtonState] = []
        self.readers: list[ReaderState] = []
        self.lying: dict[str, str] = {}  # the UID that was reported in each zone
        self._setup = setup
        self._watched = [False] * len(setup.zones)

    def crosstalk(self) -> list[tuple[str, str]]:
        """Pairs of zones that both read one tag: the one that has it, and the other."""
        pairs = []
        for name, state in zip(self._setup.zones, self.zones, strict=False):
            owner = self._owner(state.uid)
            if owner is not None and owner != name:
                pairs.append((owner, name))
        return pairs

    def lose(self) -> None:
        """The mat is out of sight."""
        self.boot = None
        self._watched = [False] * len(self._watched)

    def is_news(self, head: Head) -> bool | None:
        """Whether an event is the next one: False when it is known already, None when something was missed."""
        if head.boot != self.boot:
            return None
        ahead = (head.event - self.event) % (2 * HALF)
        if ahead == 1:
            self.event = head.event
            return True
        return None if 1 < ahead < HALF else False

    def agrees(self, head: Head, crc: int) -> bool:
        """Whether a heartbeat shows this very picture."""
        return head.boot == self.boot and head.event == self.event and crc == zones_crc(self.zones)

    def take_snapshot(self, snapshot: Snapshot, at: float) -> list[Report]:
        """The mat as it is now, whatever was missed."""
        same = snapshot.head.boot == self.boot
        if not same:
            self.lose()
        before = self.zones if same else []
        self.boot, self.event = snapshot.head.boot, snapshot.head.event
        self.zones = list(snapshot.zones[: len(self._setup.zones)])
        self.readers = list(snapshot.readers)
        reports = self._compare(before, at)
        if same:
            for number, (old, new) in enumerate(zip(self.buttons, snapshot.buttons, strict=False)):
                reports += self._missed(number, old, new, at)
        self.buttons = list(snapshot.buttons)
        return reports

    def take_zone(self, event: ZoneEvent, at: float) -> list[Report]:
        """A zone changed."""
        if event.zone >= len(self.zones):
            return []
        before = list(self.zones)
        self.zones[event.zone] = event.state
        return self._compare(before, at)

    def take_button(self, event: ButtonEvent, at: float) -> list[Report]:
        """A button was pressed or held."""
        if event.button < len(self.buttons):
            self.buttons[event.button] = ButtonState(event.presses, event.holds, 0.0)
        return self._deed(event.button, event.what, at)

    def take_reader(self, event: ReaderEvent) -> None:
        """A reader is in another state."""
        if event.reader < len(self.readers):
            self.readers[event.reader] = event.state

    def _compare(self, before: list[ZoneState], at: float) -> list[Report]:
        """What the change from `before` means; lifts first, so that a thing that moved is gone before it comes."""
        found: list[Report] = []
        lifts: list[Report] = []
        tags: list[Report] = []
        laid_again = set()
        before_trouble = dict(self.lying)
        for number, state in enumerate(self.zones):
            name = self._setup.zones[number]
            if state.known == matlink.UNKNOWN:
                self._watched[number] = False
                continue
            if self._watched[number]:
                known = before[number].generation if number < len(before) else state.generation
                if state.uid and self.lying.get(name) == state.uid and known != state.generation:
                    laid_again.add(number)
                if name in self.lying and (self.lying[name] != state.uid or number in laid_again):
                    del self.lying[name]
                    lifts.append(Lift(at, name))
            elif name in self.lying and self.lying[name] != state.uid:
                del self.lying[name]
        for number, state in enumerate(self.zones):
            name = self._setup.zones[number]
            if state.known == matlink.UNKNOWN:
                continue
            if state.uid and name not in self.lying and self._owner(state.uid) is None:
                self.lying[name] = state.uid
                if self._watched[number]:
                    tags.append(Tag(at, name, f"uid:{state.uid}"))
            if not self._watched[number]:
                self._watched[number] = True
                uid = self.lying.get(name)
                found.append(Found(at, name, f"uid:{uid}" if uid else None, uid != before_trouble.get(name)))
        return found + lifts + tags

    def _owner(self, uid: str) -> str | None:
        """The zone that has this tag."""
        return next((name for name, lying in self.lying.items() if lying == uid), None)

    def _missed(self, number: int, old: ButtonState, new: ButtonState, at: float) -> list[Report]:
        """A press whose event was lost, unless it is too long ago to be meant still."""
        if new.age > LATE:
            return []
        pressed = self._deed(number, matlink.PRESSED, at - new.age) if new.presses != old.presses else []
        held = self._deed(number, matlink.HELD, at - new.age) if new.holds != old.holds else []
        return pressed + held

    def _deed(self, number: int, what: int, at: float) -> list[Report]:
        whose = self._setup.button(number)
        if whose is None:
            return []
        seat, second = whose
        return [Hold(at, seat) if second or what == matlink.HELD else Press(at, seat)]
