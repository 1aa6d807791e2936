"""Maintenance of the journal in small steps, while nothing else is due.

It checks the records before this start, deletes yesterday's demonstrations and games that nobody played, and measures
the journal. It never deletes games of people (`cuelight/app/games/keeping.py`); the desk asks the host about those.
"""

from __future__ import annotations

from math import inf
from typing import Any

from companion.core.i18n import _
from companion.core.observation import Clock
from companion.journal import RESERVE, GameInfo, Journal, JournalError, last_backup, said_time
from cuelight.app.games.keeping import finished_with, played_by_people
from cuelight.app.games.store import called, forgettable

DAY = 24 * 3600.0
PAUSE = 0.02  # between two steps, so that other work gets its turn
REST = 3600.0  # until the next check
SOON = 5.0  # until the rest of deleted games is erased, if somebody was reading
PASSING = 100  # demonstrations and games that nobody played; beyond that the oldest are deleted
LARGE = 300_000_000  # bytes of records; above this the desk asks which games to delete
OLDEST = 3  # games that the desk names then
SCARCE = 200_000_000  # bytes left on the disk
MEGABYTE = 1_000_000


class JournalMaintenance:
    """Maintains one journal.

    Attributes:
        due: the time of the next step, on the table's clock.
        notices: messages to the host about the size.
        backup: the last good backup of the table.
        shown: for the desk: megabytes of records, of the file and of free space; and the number of games.
    """

    def __init__(self, journal: Journal, clock: Clock, wall_clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._wall_clock = wall_clock
        self._unread: list[GameInfo] | None = None
        self._stale: list[int] | None = None
        self._newest: int | None = None  # newest game when these two lists were made
        self._since: dict[int, float] = {}  # since when each game is known not to be people's; inf: never
        self._seen_at = clock()
        self.due = clock() + PAUSE
        self.notices: list[str] = []
        self.shown: dict[str, Any] = {}
        self.measure()

    def act(self) -> bool:
        """Do one step of the work. Returns whether there may be something new to show."""
        try:
            more, new = self._piece()
        except JournalError:  # writers report a full or failing disk
            more, new = False, False
        self.due = self._clock() + (PAUSE if more else REST if self._journal.is_clear else SOON)
        return new

    def _piece(self) -> tuple[bool, bool]:
        if self._journal.look_back():
            return True, False
        if not self._journal.is_clear:
            self._journal.clear_log()
        newest = next(reversed(self._journal.ids()), None)
        if newest != self._newest:  # it may continue one of these games
            self._newest, self._unread, self._stale = newest, None, None
        if self._unread is None:
            self._unread = [game for game in finished_with(self._journal) if game.id not in self._since]
            self._seen_at = self._clock() if self._since else self._seen_at  # the first time: since the start
        if self._unread:
            game = self._unread.pop(0)
            self._since[game.id] = inf if played_by_people(self._journal, game) else self._seen_at
            return True, False
        if self._stale is None:
            self._stale = self._forgettable()
        while self._stale:
            if (stale := self._stale.pop(0)) in self._journal.ids():
                self._journal.forget([stale], self._wall_clock())
                return True, False  # shown after the last one, because listing a thousand games takes long
        self._unread = self._stale = None
        self.measure()
        return False, True

    def _forgettable(self) -> list[int]:
        """Return the games to delete now; `keeping.py` says which ones may be deleted.

        A day counts only if this table ran for so long, because clocks can jump.
        """
        alone = [game.id for game in finished_with(self._journal) if self._since.get(game.id, inf) < inf]
        old = [game for game in alone if self._since[game] <= self._clock() - DAY]
        return old or alone[:-PASSING]

    def measure(self) -> None:
        """Measure the journal, and soon again if data of deleted games is still there."""
        if not self._journal.is_clear:
            self.due = min(self.due, self._clock() + SOON)
        self.backup = last_backup(self._journal.path)
        size = self._journal.size()
        # Rounded, because the exact size would reveal the length of a face-down card's name.
        rounded = {name: value // MEGABYTE for name, value in size._asdict().items()}
        self.shown = rounded | {"games": len(self._journal.ids())}
        self.notices = []
        if size.records > LARGE:
            self.notices.append(
                _(
                    "The journal has {size} MB. Games stay in it until you delete them; you can play until"
                    " {least} MB are left on the disk. On the page History, save old games that you want "
                    "to keep, and delete what you do not need. The oldest: {games}.",
                    size=size.records // MEGABYTE,
                    least=SCARCE // MEGABYTE,
                    games="; ".join(self._oldest()) or "–",
                )
            )
        if size.room < SCARCE:
            if size.room > 2 * RESERVE:
                self._journal.keep_reserve()
            self.notices.append(
                _(
                    "{size} MB are left on the journal's disk. Free some space, or delete old games on the"
                    " page History: on a full disk no move counts.",
                    size=size.room // MEGABYTE,
                )
            )
        if self.backup.trouble:
            self.notices.append(self.backup.text(self._wall_clock()))

    def _oldest(self) -> list[str]:
        """Return the oldest games that the host may delete, each with its players, date and size."""
        oldest = []
        for game in finished_with(self._journal)[:OLDEST]:
            size = sum(map(self._journal.bytes_of, forgettable(self._journal, [game.id])))
            names = ", ".join(called(self._journal, game))
            oldest.append(f"{names} ({said_time(game.at).partition(' ')[0]}, {-(-size // MEGABYTE)} MB)")
        return oldest
