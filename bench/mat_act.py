"""Act I played by bots through an emulated mat.

They place tags on readers, and the table only gets the mat's reports.

The bots play on a virtual mat, and its reports are performed on the emulated one. So the reports of the emulated mat
must be the same, gesture by gesture.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from companion.core.observation import Hold, Lift, Press, Tag
from companion.core.places import seat_name
from companion.presence.crowding import Crowded
from companion.presence.filter import Crosstalk, Resumed, UnknownTag, WeakRead
from companion.presence.misreads import Misread
from cuelight.app.bots.players import BotPlayers
from cuelight.app.games.screen_round import ScreenGame
from firmware_bridge.link.mat_state import Report
from hardware.reader import Notice
from hardware.reader import Report as TableReport

NAMES = ("Ann", "Ben", "Cal", "Dee")
PACE = 0.8  # relative to the pace that is comfortable for a viewer
PRESS_SECONDS, HOLD_SECONDS, RELEASED_SECONDS = 0.25, 1.2, 0.2
LIFTED_SECONDS, LAID_SECONDS = 0.8, 0.5  # minimum time between two moves in one zone, on a busy machine
LOST_SECONDS = 30.0  # seconds after which an unreported gesture is lost
LONGEST = 1200.0  # seconds of play
LAST_SECONDS = 5.0  # seconds for the last reports


class Hardware(Protocol):
    """A mat that can be operated."""

    @property
    def now(self) -> float:
        """Time on the clock of its reports."""

    def lay(self, uid: str, reader: int) -> object:
        """Place a tag on a reader."""

    def lift(self, reader: int) -> None:
        """Lift the tags from a reader."""

    def push(self, button: int) -> None:
        """Push a button down."""

    def release(self, button: int) -> None:
        """Release a button."""

    def show(self, seat: str, cue: str) -> None:
        """Show a cue."""

    def wait(self) -> list[Report]:
        """Wait a moment and return the reports."""


class Played(NamedTuple):
    """Result: performed and reported gestures, without times, and the duration in seconds."""

    done: list[tuple[str, ...]]
    reported: list[tuple[str, ...]]
    seconds: float


class NoBook:
    """A record that keeps nothing."""

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Discard the records."""


class Stage:
    """A table, its bots, and the mat between them."""

    def __init__(self, hardware: Hardware, seed: int) -> None:
        self._hardware = hardware
        body = {"names": list(NAMES), "edition": "2024", "deck": "stand-in", "demo": True, "seed": seed}
        self.round = ScreenGame(body, NoBook(), lambda: hardware.now)  # type: ignore[arg-type]
        self._zones = self.round.mat.layout.zones
        self._uids: dict[tuple[str, str], str] = {}
        self._things: dict[str, str] = {}
        self._hands: list[tuple[float, int, Callable[[], object]]] = []  # planned moves, with their times
        self._order = itertools.count()
        self._free: dict[str, float] = {}  # earliest time for another move at each place
        self._shown: dict[str, str] = {}
        self.done: list[tuple[str, ...]] = []
        self.reported: list[tuple[str, ...]] = []
        self.round.mat.start(self._touch)
        self.round.session.settle()
        self.round.truth.follow(self.round.session.play.events)
        people = random.Random(seed)  # the same game each time
        self._troupe = BotPlayers(self.round.game, self.round.mat, self._say, lambda: hardware.now, PACE, people)

    @property
    def hands_move(self) -> bool:
        """True if a move is in progress."""
        return bool(self._hands)

    @property
    def at_rest(self) -> bool:
        """True if no move is in progress and every performed gesture has been reported."""
        return not self._hands and len(self.done) == len(self.reported)

    def play(self, over: Callable[[Stage], bool], may_act: Callable[[Stage], bool] = lambda _stage: True) -> Played:
        """Play until `over` returns true; players act only while `may_act` allows it."""
        begun = at_rest = self._hardware.now
        while not over(self) and self._hardware.now < min(begun + LONGEST, at_rest + LOST_SECONDS):
            self._pass_a_moment()
            now = self._hardware.now
            may = may_act(self)
            if self.at_rest or not may:
                at_rest = now
            due = self.round.session.view.due
            if due is not None and due <= now:
                self.round.session.tick(now)
                self._after()
            if may and now >= self._troupe.due and len(self.done) == len(self.reported):
                self._troupe.act(self.round.session, self.round.truth.state, now)
                self._after()
        took, end = self._hardware.now - begun, self._hardware.now + LAST_SECONDS
        while len(self.done) != len(self.reported) and self._hardware.now < end:
            self._pass_a_moment()
        return Played(self.done, self.reported, took)

    def _pass_a_moment(self) -> None:
        for report in self._hardware.wait():
            self._observe(report)
        while self._hands and self._hands[0][0] <= self._hardware.now:
            heapq.heappop(self._hands)[2]()

    def _touch(self, deed: TableReport | Notice) -> None:
        """Perform a report of the virtual mat as a move."""
        match deed:
            case Tag(_, zone, thing):
                uid, reader = self._uid(zone, thing), self._zones.index(zone)
                self._at(zone, LAID_SECONDS, lambda: self._hardware.lay(uid, reader))
            case Lift(_, zone):
                reader = self._zones.index(zone)
                self._at(zone, LIFTED_SECONDS, lambda: self._hardware.lift(reader))
            case Press(_, button) | Hold(_, button):
                number = self.round.mat.layout.seats.index(button)
                lasts = PRESS_SECONDS if isinstance(deed, Press) else HOLD_SECONDS
                self._at(button, lasts, lambda: self._hardware.push(number))
                self._at(button, RELEASED_SECONDS, lambda: self._hardware.release(number))
        self.done.append(_plain(deed))

    def _at(self, place: str, seconds: float, move: Callable[[], object]) -> None:
        """Schedule a move after earlier ones at the same place; it takes `seconds`."""
        at = max(self._hardware.now, self._free.get(place, 0.0))
        self._free[place] = at + seconds
        heapq.heappush(self._hands, (at, next(self._order), move))

    def _uid(self, zone: str, thing: str) -> str:
        uid = self._uids.setdefault((zone, thing), f"04{len(self._uids):06X}5E1F80")
        self._things[f"uid:{uid}"] = thing
        return uid

    def _observe(self, report: Report) -> None:
        if isinstance(report, Resumed) and report.fresh and report.thing is not None:
            report = Tag(report.at, report.zone, report.thing)  # placed while the line was down
        if isinstance(report, Resumed | Crosstalk | WeakRead | Misread | UnknownTag | Crowded):
            return
        if isinstance(report, Tag):
            report = report._replace(thing=self._things[report.thing])
        self.reported.append(_plain(report))
        self.round.session.observe(report)
        self._after()

    def _say(self, answer: dict[str, Any]) -> None:
        self.round.session.say(answer, self._hardware.now)
        self._after()

    def _after(self) -> None:
        for player, cue in enumerate(self.round.session.view.cues):
            seat = seat_name(player)
            if self._shown.get(seat) != cue:
                self._shown[seat] = cue
                self._hardware.show(seat, cue)
        self.round.follow()


def _plain(deed: Any) -> tuple[str, ...]:
    return (type(deed).__name__, *map(str, deed[1:2] if isinstance(deed, Hold) else deed[1:]))


def by_place(deeds: Iterable[tuple[str, ...]]) -> dict[str, list[tuple[str, ...]]]:
    """Return the gestures of each zone and button, in order."""
    places: dict[str, list[tuple[str, ...]]] = {}
    for deed in deeds:
        places.setdefault(deed[1], []).append(deed)
    return places


def first_act(stage: Stage) -> bool:
    """Return whether the first act is over."""
    return stage.round.session.state.act > 1
