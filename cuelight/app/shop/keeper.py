"""State of a demo table: settings, time of the last touch, missing cards, counts.

It decides when to end an abandoned game and when the screen goes dark. `mode.py` does both.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.observation import Clock
from companion.core.places import play_zone
from companion.core.safe_parse import text_of
from companion.journal.files import write_whole
from cuelight.app.games.round import TableGame
from cuelight.app.shop.counts import NAME as COUNTS
from cuelight.app.shop.counts import ShopCounts
from cuelight.app.shop.settings import NAME, ShopSettings, read_settings, settings_from, written

LOOK_SECONDS = 15.0  # between two checks of the clock
WARNED_SECONDS = 30.0  # the table asks whether somebody is there this long before it ends a game


class SettingsUnwritable(CuelightError, OSError):
    """The file beside the journal cannot be written."""


class ShopKeeper:
    """The demo state of one table.

    Attributes:
        settings: the settings; if the file cannot be read, `trouble` says why and the defaults apply.
        missing: things that left the mat and were not seen again, each with a description that everybody may read.
        due: the time of the next check, on the table's clock.
    """

    def __init__(self, journal: Path, clock: Clock, wall_clock: Clock) -> None:
        self._path = journal.with_name(NAME)
        self._clock = clock
        self._wall_clock = wall_clock
        self.settings = ShopSettings()
        self.trouble: str | None = None
        self.missing: dict[str, str] = {}
        self.counts = ShopCounts(journal.with_name(COUNTS))
        self.touched = clock()
        self.due = inf
        self._began = self.touched  # later by the pauses of the game
        self._paused_at: float | None = None
        self._over = False
        try:
            self.settings = read_settings(text_of(self._path.read_bytes()))
        except FileNotFoundError:
            pass  # a table at home
        except (OSError, ValueError) as error:
            self.trouble = _("The shop settings in {path} are ignored: {error}", path=NAME, error=error)
        self.look_again()

    def choose(self, settings: ShopSettings) -> None:
        """Apply settings now and after a restart. Raises SettingsUnwritable."""
        try:
            write_whole(self._path, written(settings))
        except OSError as error:
            raise SettingsUnwritable(_("the settings cannot be saved: {error}", error=error.strerror)) from error
        self.settings, self.trouble = settings, None
        self.touch()

    def touch(self) -> None:
        """Note that somebody is there."""
        self.touched = self._clock()
        self.look_again()

    def look_again(self) -> None:
        """Set the time of the next check."""
        if not self.settings.demo:
            self.due = inf
            return
        now, ends = self._clock(), self.touched + self.settings.idle_minutes * 60
        self.due = min(at for at in (now + LOOK_SECONDS, ends - WARNED_SECONDS, ends) if at > now)

    # --- a game

    def begun(self) -> None:
        """Note that a game of people begins."""
        self._began, self._paused_at, self._over = self._clock(), None, False
        self.touch()
        if self.settings.demo:
            self.counts.add(self._day(), begun=1)

    def taken_up(self, found: TableGame) -> None:
        """Note that a game is resumed."""
        self._began, self._paused_at, self._over = self._clock(), None, found.session.play.asked is None
        self.touch()

    def seen(self, found: TableGame) -> None:
        """Count a game that is over now, and note its pauses."""
        paused = found.session.view.timing.paused
        if paused and self._paused_at is None:
            self._paused_at = self._clock()
        elif not paused and self._paused_at is not None:
            self._began += self._clock() - self._paused_at
            self._paused_at = None
        if found.demo or self._over or found.session.play.asked is not None:
            return
        self._over = True
        if self.settings.demo:
            self.counts.add(self._day(), finished=1)

    def left(self, found: TableGame) -> None:
        """Count the minutes of an abandoned game, without its pauses."""
        if self.settings.demo and not found.demo:
            ends = self.touched if self._paused_at is None else min(self.touched, self._paused_at)
            self.counts.add(self._day(), seconds=max(0.0, ends - self._began))

    def seconds_left(self, found: TableGame | None) -> float | None:
        """Until what is on the table is put away; None where nothing is, or the table makes a pause."""
        if not self.settings.demo or found is None or found.session.view.timing.paused:
            return None
        return max(0.0, self.touched + self.settings.idle_minutes * 60 - self._clock())

    def is_asleep(self, found: TableGame | None) -> bool:
        """Return whether the screen is dark: the shop is closed, and nobody plays."""
        idle = found is None or found.demo
        return self.settings.demo and idle and not self.settings.is_open(self._time())

    # --- what is missing

    def miss(self, found: TableGame) -> None:
        """Note the cards that should lie before players and do not, with public descriptions."""
        state, zones, names = found.session.state, found.mat.zones(), found.session.names
        for player, name in enumerate(names):
            placed = found.game.table.placed(state, player)
            if placed is None:
                placed = found.game.table.lifted_card(state, found.session.play.events, player)
            zone = play_zone(player)
            if placed is None or zones.get(zone) is not None or not found.game.box.is_card(state, placed):
                continue
            seen = found.game.box.seen_at(state, player, placed)
            if seen == placed:
                self.missing[placed] = str(found.game.box.card(state, placed).get("title") or placed)
            else:
                self.missing[placed] = _("the card that lay face down before {name}", name=name)

    def return_(self, thing: str) -> bool:
        """Note that a thing lies on the mat; return whether it was missing."""
        return self.missing.pop(thing, None) is not None

    def recall(self, body: Mapping[str, Any]) -> None:
        """Restore the missing things of the last game from a record."""
        self.missing = {str(thing): str(words) for thing, words in body.items()}

    def _time(self) -> datetime:
        time.tzset()  # the machine's time zone may have changed since the start
        return datetime.fromtimestamp(self._wall_clock())

    def _day(self) -> str:
        return f"{self._time():%Y-%m-%d}"


def chosen_text(body: Mapping[str, Any]) -> ShopSettings:
    """Return the settings in a command: the text of a file, or the keys themselves. Raises InputError."""
    if "text" in body:
        if not isinstance(body["text"], str):
            raise InputError(_("must be the text of a settings file"), field="text")
        return read_settings(body["text"])
    return settings_from(body)
