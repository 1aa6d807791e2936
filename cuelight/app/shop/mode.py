"""Demo mode: a table in a shop that begins at a touch, ends abandoned games, and sleeps at night.

`keeper.py` has the settings and decides when something is due. Without the setting `demo`, all of it is off.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from companion.core.cues import Cue
from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import as_word
from companion.core.observation import Clock, Hold, Lift, Press, Tag
from companion.core.places import seat_name
from companion.game.new_game import STAND_IN
from companion.games import game_in, game_of
from companion.journal import JournalError, Kind
from companion.table.strength import Strength
from companion.table.viewer import Role, Viewer
from companion.table.window import Pace
from cuelight.app.access.permissions import NotYours
from cuelight.app.bots.rack_players import slots_at
from cuelight.app.games.new_game import game_record
from cuelight.app.games.round import Mat, TableGame
from cuelight.app.games.store import new_seed
from cuelight.app.running import RunningTable
from cuelight.app.shop.keeper import WARNED_SECONDS, ShopKeeper, chosen_text
from cuelight.app.shop.settings import written
from hardware.reader import Notice, Report

SOLO_SEATS = 3


class TableTaken(CuelightError, RuntimeError):
    """A game is in progress."""

    code = "game.goes-on"


class ShopTable(RunningTable):
    """A running table with demo mode."""

    def __init__(self, path: Path, clock: Clock, wall_clock: Clock, **options: Any) -> None:
        super().__init__(path, clock, wall_clock, **options)
        self._shop = ShopKeeper(Path(os.path.realpath(path)), clock, self._wall_clock)

    def _open(self, opened: ExitStack) -> None:
        super()._open(opened)
        if self._shop.settings.language:
            self._opened.language.choose(self._shop.settings.language, self._wall_clock())
        if self._shop.trouble is not None:
            self.notices.append(self._shop.trouble)
        self._shop.recall(self._opened.games.missing())
        if self._round is not None:
            self._shop.taken_up(self._round)
        self._show()

    # --- time

    def _patience(self) -> float | None:
        waits = super()._patience()
        if not self._shop.settings.demo:
            return waits
        mine = max(0.0, self._shop.due - self._clock())
        return mine if waits is None else min(waits, mine)

    def _pass_time(self) -> None:
        super()._pass_time()
        if self._clock() < self._shop.due:
            return
        self._shop.look_again()
        if self._shop.seconds_left(self._round) == 0.0:
            self._put_away()
        self._show()

    def _put_away(self) -> None:
        """End a game that nobody plays; it is kept and can be reopened at the desk."""
        found = self._round
        assert found is not None
        if found.mat is self._fitted:
            self._shop.miss(found)
        found.book.append_all([(Kind.LEFT, {}), (Kind.MISSING, self._shop.missing)], self._clock())
        self._shop.left(found)  # only once, although a failed write is tried again
        if found.mat is not self._fitted:
            found.mat.stop()
        self._round = None
        self._engage()
        for player in range(len(found.session.names())):
            found.mat.show(seat_name(player), Cue.IDLE)
        self._recent = self._opened.games.recent(None)

    def _keep_step(self, found: TableGame) -> None:
        self._shop.seen(found)
        super()._keep_step(found)

    # --- reports

    def _observe(self, mat: Mat, report: Report | Notice) -> None:
        if mat is self._fitted and isinstance(report, Tag) and self._shop.return_(report.thing) and self._round is None:
            self._note_missing()  # in a game this waits for its end, because the card may lie face down
        if isinstance(report, Press | Hold | Tag | Lift) and mat is self._fitted:
            self._shop.touch()  # an on-screen mat reports touches itself, and bots touch it too
        hears = self._opened.boxes.hears
        begins = isinstance(report, Press) and mat is self._fitted and self._round is None and not hears
        if begins and self._shop.settings.demo:
            taught = [name for name in self._shop.settings.offered() if game_of(name).lesson is not None]
            if taught:
                self._teach(taught[0])
                return
        super()._observe(mat, report)

    def _note_missing(self) -> None:
        """Record that a thing is back, so that it is not missing after a restart either."""
        self._opened.journal.append(Kind.MISSING, self._shop.missing, self._wall_clock())

    def _go_on_with(self, found: TableGame) -> None:
        super()._go_on_with(found)
        if self._shop.missing:
            with suppress(JournalError):  # the game has begun; the desk shows the problem
                self._note_missing()
        if not found.demo:
            self._shop.begun()

    # --- pages and commands

    def _add_besides(self, public: dict[str, Any]) -> None:
        """Add the games on offer, and prompts to people at the table."""
        super()._add_besides(public)
        said = self._round.prompt() if self._round is not None else None
        if said is not None:
            public.setdefault("prompter", []).append(said)
        if not self._shop.settings.demo:
            return
        free = self._round is None and self._fitted is not None
        on_mat = self._fitted.zones() | self._fitted.racked() if free and self._fitted is not None else {}
        public["table"]["shop"] = {
            "games": list(self._shop.settings.offered()),
            "asleep": self._shop.is_asleep(self._round),
            "drawn": self._fitted is None,
            "solo": [game for game in self._shop.settings.offered() if self._has_solo(game)],
            "missing": sorted(self._shop.missing.values()) if self._round is None else [],
            "lying": sum(thing is not None for thing in on_mat.values()),
        }
        left = self._shop.seconds_left(self._round)
        if left is not None and left <= WARNED_SECONDS:
            told = _("Is somebody still there? Touch anything to play on. Otherwise this game ends.")
            public.setdefault("prompter", []).append({"kind": "leaving", "text": told})

    def _welcome(self, game: str, what: str) -> None:
        """Begin the choice of a visitor. Raises TableTaken."""
        found = self._round
        shows_bots = found is not None and found.demo and found.driver == "bots"
        if found is not None and (what == "watch" or not shows_bots):
            raise TableTaken(_("Somebody is playing already. Watch until the table is free."))
        if what == "watch":
            self._demo_game = game
            self._new_demo()
            self._shop.touch()
            return
        if what == "lesson":
            self._teach(game)
            return
        chairs = self._chairs_against_one(game)
        seats = len(chairs)
        names = [("" if bot else _("Guest")) for bot in chairs]
        chosen: Mapping[str, Any] = {"game": game, "names": names, "bots": chairs}
        record = game_record(chosen, self._opened.shelf) | {"pace": str(self._shop.settings.pace)}
        first = {"lead": new_seed() % seats if self._fitted is None else None}
        self._new_round(record, game_in(record).first_answer(first, record["names"]))

    def _has_solo(self, game: str) -> bool:
        """Return whether one person can play a game with bots here."""
        try:
            self._chairs_against_one(game)
        except InputError:
            return False
        return True

    def _chairs_against_one(self, game: str) -> list[str | None]:
        """Return who sits where beside one person: two bots at an on-screen mat, at a real table one bot with a rack.

        Raises InputError if there is no rack.
        """
        least, easy = game_of(game).seats[0], str(Strength.EASY)
        if self._fitted is None:
            return [None, *[easy] * (max(SOLO_SEATS, least) - 1)]
        slots = self._fitted.racked()
        racked = [bool(slots_at(player, slots)) for player in range(least)]
        if racked.count(False) != 1:
            raise InputError(
                _("there are not enough racks with readers for that; play on an on-screen mat"), field="what"
            )
        return [easy if has_rack else None for has_rack in racked]

    def _teach(self, game: str) -> None:
        """Begin the lesson of a game. Raises InputError if it has none."""
        lesson = game_of(game).lesson
        if lesson is None:
            raise InputError(_("this game has no lesson; choose another one"), field="game")
        names = [_("Player {number}", number=number + 1) for number in range(lesson.seats)]
        record = game_record({"game": game, "names": names, "deck": STAND_IN}, self._opened.shelf)
        record |= {"lesson": True, "seed": lesson.seed, "pace": str(Pace.UNTIMED)}
        first = lesson.first if self._fitted is None else {}
        self._new_round(record, game_in(record).first_answer(first, names))

    def _command_end(self, body: dict[str, Any], asker: Viewer) -> None:
        """End the named game if it is still on the table; it is kept and can be reopened."""
        found = self._round
        if found is None or body.get("game") != found.id:
            raise InputError(_("This game is no longer on the table. Nothing was done: check again."), field="game")
        self._put_away()

    def _command_lesson(self, body: dict[str, Any], asker: Viewer) -> None:
        """End the lesson, and continue its game without it."""
        as_word(body.get("go"), "go", ("on",))
        found = self._round
        if found is None or not found.teaches:
            return
        found.book.append_all([(Kind.LESSON, {"go": "on"})], self._clock())
        found.teaches = False
        found.session.set_pace(self._shop.settings.pace, self._clock())

    def _command_welcome(self, body: dict[str, Any], asker: Viewer) -> dict[str, Any]:
        """Begin a game for a visitor of a demo table; at other tables only the host may do that."""
        if asker.role is not Role.HOST and not self._shop.settings.demo:
            raise NotYours(_("Ask the host to begin a game."))
        game = as_word(body.get("game") or self._shop.settings.offered()[0], "game", self._shop.settings.offered())
        self._welcome(game, as_word(body.get("what"), "what", ("lesson", "solo", "watch")))
        return {"drawn": self._fitted is None}

    def _command_shop(self, body: dict[str, Any], asker: Viewer) -> dict[str, Any]:
        """Apply the shop's settings."""
        settings, before = chosen_text(body), self._shop.settings
        self._shop.choose(settings)
        if settings.language:
            try:
                self._opened.language.choose(settings.language, self._wall_clock())
            except JournalError:
                self._shop.choose(before)
                raise
            if self._round is not None:
                self._round.session.tell_again()
        return {"settings": settings.to_json()}

    def _shop_now(self) -> dict[str, Any]:
        """Return the settings and the counts, for the page of the shop's staff."""
        days = [day._asdict() | {"minutes": round(day.minutes, 1)} for day in self._shop.counts.days()]
        text = written(self._shop.settings)
        return {"settings": self._shop.settings.to_json(), "text": text, "days": days, "csv": self._shop.counts.text()}
