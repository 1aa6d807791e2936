"""What a table does for its journal when nothing else is due, a small piece at a time.

It looks at what was written before this start, forgets yesterday's demonstrations and games that nobody played, and
measures how large the journal is. A journal that is too large lets go of its oldest games.
"""

from __future__ import annotations

from typing import Any

from companion.journal import GameInfo, Journal, JournalError
from companion.play.tongue import _
from companion.table.observation import Clock
from cuelight.live.games import is_demonstration

DAY = 24 * 3600.0
PAUSE = 0.02  # between two pieces, so that whoever waits has their turn
REST = 3600.0  # until it is looked again what there is to do
SOON = 5.0  # until it is tried again to leave nothing of what was forgotten, where somebody was reading
NOT_PLAYED = 4  # records that a game has of which only the beginning is there
LARGE, LARGEST = 300_000_000, 1_000_000_000  # bytes of records: when the desk says so, when the oldest games go
SCARCE = 200_000_000  # bytes that are left on the disk
MEGABYTE = 1_000_000


class Caretaker:
    """Looks after one journal.

    Attributes:
        due: when there is something to do, on the table's clock.
        notices: what the host should know of its size.
        shown: for the desk: megabytes of records, of the file, of room on its disk; and how many games there are.
    """

    def __init__(self, journal: Journal, clock: Clock, wall_clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._wall_clock = wall_clock
        self._stale: list[int] | None = None
        self.due = clock() + PAUSE
        self.notices: list[str] = []
        self.shown: dict[str, Any] = {}
        self.measure()

    def act(self) -> bool:
        """Do a piece of what is due. Returns whether there may be something new to show."""
        try:
            more, new = self._piece()
        except JournalError:  # the disk is full, or fails: that is told where something is written
            more, new = False, False
        self.due = self._clock() + (PAUSE if more else REST if self._journal.is_clear else SOON)
        return new

    def _piece(self) -> tuple[bool, bool]:
        if self._journal.look_back():
            return True, False
        if not self._journal.is_clear:
            self._journal.clear_log()
        if self._stale is None:
            self._stale = self._forgettable()
        if self._stale:
            self._journal.forget([self._stale.pop(0)], self._wall_clock())
            return True, False  # it is shown once all are gone: to list a thousand games takes its time
        self._stale = None
        self.measure()
        return False, True

    def _forgettable(self) -> list[int]:
        """Games whose time is over, and where the journal is too large the oldest ones; never what is still needed."""
        games = self._journal.games()
        needed = {game.body.get("reopens") for game in games} | {game.id for game in games[-1:]}
        old = [game for game in games if game.id not in needed]
        before = self._wall_clock() - DAY
        stale = [game.id for game in old if game.at < before and _is_passing(self._journal, game)]
        too_large = self._journal.size().records > LARGEST
        return stale or ([game.id for game in old[: len(old) // 10 + 1]] if too_large else [])

    def measure(self) -> None:
        """Look anew how large the journal is, and soon again where something that was forgotten is left."""
        if not self._journal.is_clear:
            self.due = min(self.due, self._clock() + SOON)
        size = self._journal.size()
        # Rounded: to the byte its size would tell how long the name of a card is that lies face down
        rounded = {name: value // MEGABYTE for name, value in size._asdict().items()}
        self.shown = rounded | {"games": len(self._journal.ids())}
        self.notices = []
        if size.records > LARGE:
            self.notices.append(
                _(
                    "The journal has {size} MB; at {most} MB it lets go of its oldest games. Export what you "
                    "want to keep, and forget what you do not need (cuelight journal).",
                    size=size.records // MEGABYTE,
                    most=LARGEST // MEGABYTE,
                )
            )
        if size.room < SCARCE:
            self.notices.append(
                _(
                    "{size} MB are left on the journal's disk. Make room there, or forget old games (cuelight "
                    "journal).",
                    size=size.room // MEGABYTE,
                )
            )


def _is_passing(journal: Journal, game: GameInfo) -> bool:
    """Whether a game is kept for a day only: a demonstration, or one that was begun and not played."""
    return game.records <= NOT_PLAYED or is_demonstration(journal, game)
