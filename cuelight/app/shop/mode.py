"""Shop mode: a demo table starts games at a touch, puts abandoned games away, and is dark when the shop is closed.

`keeper.py` has the settings and the times. As long as the settings do not say `demo`, shop mode does nothing by time.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import as_word
from companion.core.observation import Hold, Lift, Press, Tag
from companion.game.new_game import STAND_IN
from companion.games import game_in, game_of
from companion.journal import JournalError, Kind
from companion.table.clocks import Pace
from companion.table.strength import Strength
from companion.table.viewer import Role, Viewer
from cuelight.app.access.permissions import NotYours
from cuelight.app.commands.dispatcher import Json
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.new_game import game_record
from cuelight.app.games.round import Mat, TableGame
from cuelight.app.games.starter import GameStarter
from cuelight.app.games.store import new_seed
from cuelight.app.resources import TableResources
from cuelight.app.shop.keeper import WARNED_SECONDS, ShopKeeper, chosen_text
from cuelight.app.shop.settings import written
from hardware.reader import Notice, Report
from web.api.commands import WELCOME

SOLO_SEATS = 3


class TableTaken(CuelightError, RuntimeError):
    """A game is in progress."""

    code = "game.goes-on"


@dataclass(eq=False)
class ShopMode(Extension):
    """A table in a shop."""

    shop: ShopKeeper
    play: GameInPlay
    starter: GameStarter
    resources: TableResources

    def start(self) -> None:
        """Note the game that was resumed at the start, and what was missing then."""
        if self.shop.settings.language:
            self.resources.language.choose(self.shop.settings.language, self.resources.wall_clock())
        self.shop.recall(self.resources.games.missing())
        if self.play.current is not None:
            self.shop.taken_up(self.play.current)

    def usual_pace(self) -> Pace | None:
        """The pace of games that are started without one."""
        return self.shop.settings.pace if self.shop.settings.demo else None

    # --- time

    @property
    def due(self) -> float:
        """Return the time of the next check whether somebody plays."""
        return self.shop.due

    def pass_time(self) -> None:
        """Put an abandoned game away."""
        self.shop.look_again()
        if self.shop.seconds_left(self.play.current) == 0.0:
            self._put_away()

    def _put_away(self) -> None:
        """End a game that nobody plays any longer. It is kept, and can be opened again at the desk."""
        found = self.play.require()
        if self.play.devices.carry(found):
            self.shop.miss(found)
        found.book.append_all([(Kind.LEFT, {}), (Kind.MISSING, self.shop.missing)], self.play.clock())
        self.shop.left(found)  # only now: while nothing can be written, all this is tried again and again
        self.play.end()
        self.resources.list_recent(None)

    # --- what happens at the table

    def before_command(self, name: str) -> None:
        """Somebody is there. A guest who is refused a game does not keep that of others on the table."""
        if name != WELCOME:
            self.shop.touch()

    def before_report(self, mat: Mat, report: Report | Notice) -> bool:
        """Somebody touches the devices; at a free demo table the first press starts a lesson."""
        if mat is not self.play.devices.fitted:  # on an on-screen mat, pages or bots do it
            return False
        is_free = self.play.current is None
        if isinstance(report, Tag) and self.shop.return_(report.thing) and is_free:
            self._note_missing()  # during a game only once that is put away: the card may lie face down
        if isinstance(report, Press | Hold | Tag | Lift):
            self.shop.touch()
        if not (isinstance(report, Press) and is_free and self.shop.settings.demo):
            return False
        lessons = [name for name in self.shop.settings.offered() if game_of(name).info.lesson is not None]
        if not lessons or self.resources.boxes.hears:
            return False
        self._teach(lessons[0])
        return True

    def _note_missing(self) -> None:
        """Record what is missing now, for after a restart."""
        self.resources.record(Kind.MISSING, self.shop.missing)

    def after_begin(self, found: TableGame) -> None:
        """Count a game of people."""
        if self.shop.missing:
            with suppress(JournalError):  # the game has begun; the desk says what is wrong
                self._note_missing()
        if not found.demo:
            self.shop.begun()

    def before_show(self, found: TableGame) -> None:
        """Count a game that is over."""
        self.shop.seen(found)

    # --- pages

    def add_to_board(self, public: dict[str, Any]) -> None:
        """The step of the lesson, the games that are offered, and the question whether somebody is there."""
        found, shop = self.play.current, self.shop
        if (prompt := found.prompt() if found is not None else None) is not None:
            public.setdefault("prompter", []).append(prompt)
        if not shop.settings.demo:
            return
        fitted = self.play.devices.fitted
        on_mat = fitted.zones() | fitted.racked() if found is None and fitted is not None else {}
        public["table"]["shop"] = {
            "games": list(shop.settings.offered()),
            "asleep": shop.is_asleep(found),
            "drawn": fitted is None,
            "solo": [game for game in shop.settings.offered() if self._has_solo(game)],
            "missing": sorted(shop.missing.values()) if found is None else [],
            "lying": sum(thing is not None for thing in on_mat.values()),
        }
        left = shop.seconds_left(found)
        if left is not None and left <= WARNED_SECONDS:
            text = _("Is somebody still there? Touch anything to play on. Otherwise this game ends.")
            public.setdefault("prompter", []).append({"kind": "leaving", "text": text})

    def settings_and_counts(self) -> Json:
        """The settings and the counts, for the page of the shop's staff."""
        days = [day._asdict() | {"minutes": round(day.minutes, 1)} for day in self.shop.counts.days()]
        text = written(self.shop.settings)
        return {"settings": self.shop.settings.to_json(), "text": text, "days": days, "csv": self.shop.counts.text()}

    # --- commands

    def end(self, body: Json, asker: Viewer) -> None:
        """End the named game, if it is still the one on the table."""
        found = self.play.current
        if found is None or body.get("game") != found.id:
            raise InputError(_("This game is no longer on the table. Nothing was done: check again."), field="game")
        self._put_away()

    def end_lesson(self, body: Json, asker: Viewer) -> None:
        """Play on without the lesson."""
        as_word(body.get("go"), "go", ("on",))
        found = self.play.current
        if found is None or not found.teaches:
            return
        found.book.append_all([(Kind.LESSON, {"go": "on"})], self.play.clock())
        found.teaches = False
        found.session.set_pace(self.shop.settings.pace, self.play.clock())

    def welcome(self, body: Json, asker: Viewer) -> Json:
        """Start what somebody has chosen on the screen of a demo table; at other tables only a host may."""
        settings = self.shop.settings
        if asker.role is not Role.HOST and not settings.demo:
            raise NotYours(_("Ask the host to begin a game."))
        game = as_word(body.get("game") or settings.offered()[0], "game", settings.offered())
        what, found = as_word(body.get("what"), "what", ("lesson", "solo", "watch")), self.play.current
        shows_bots = found is not None and found.demo and found.driver == "bots"
        if found is not None and (what == "watch" or not shows_bots):
            raise TableTaken(_("Somebody is playing already. Watch until the table is free."))
        match what:
            case "watch":
                self.starter.demo_game = game
                self.starter.start_demo()
                self.shop.touch()
            case "lesson":
                self._teach(game)
            case _:
                self._start_solo(game)
        return {"drawn": self.play.devices.fitted is None}

    def _start_solo(self, game: str) -> None:
        chairs = self._chairs_against_one(game)
        names = [("" if bot else _("Guest")) for bot in chairs]
        chosen: dict[str, Any] = {"game": game, "names": names, "bots": chairs}
        shelf, played = self.resources.shelf, game_of(game)
        if shelf.usual(game, played.info.editions[0]) == STAND_IN:
            chosen["rulings"] = dict(played.box.options_form().made_up)
        record = game_record(chosen, shelf) | {"pace": str(self.shop.settings.pace)}
        first = {"lead": new_seed() % len(chairs) if self.play.devices.fitted is None else None}
        self.starter.start(record, game_in(record).first_answer(first, record["names"]))

    def _has_solo(self, game: str) -> bool:
        """Return whether one person can play a game with bots here."""
        try:
            self._chairs_against_one(game)
        except InputError:
            return False
        return True

    def _chairs_against_one(self, game: str) -> list[str | None]:
        """The opponents of one person: two bots on an on-screen mat; at a real table a bot, at a seat with a rack.

        Raises InputError if racks are missing.
        """
        found, easy = game_of(game), str(Strength.EASY)
        least = found.info.seats[0]
        if self.play.devices.fitted is None:
            return [None, *[easy] * (max(SOLO_SEATS, least) - 1)]
        racked = [found.racks is not None and self.play.devices.has_rack(player) for player in range(least)]
        if racked.count(False) != 1:
            raise InputError(
                _("there are not enough racks with readers for that; play on an on-screen mat"), field="what"
            )
        return [easy if has_rack else None for has_rack in racked]

    def _teach(self, game: str) -> None:
        """Start the lesson of a game. Raises InputError if it has none."""
        played = game_of(game)
        lesson = played.info.lesson
        if lesson is None:
            raise InputError(_("this game has no lesson; choose another one"), field="game")
        names = [_("Player {number}", number=number + 1) for number in range(lesson.seats)]
        chosen = {"game": game, "names": names, "deck": STAND_IN, "rulings": dict(played.box.options_form().made_up)}
        record = game_record(chosen, self.resources.shelf)
        record |= {"lesson": True, "seed": lesson.seed, "pace": str(Pace.UNTIMED)}
        first = lesson.first if self.play.devices.fitted is None else {}
        self.starter.start(record, game_in(record).first_answer(first, names))

    def choose(self, body: Json, asker: Viewer) -> Json:
        """Choose the settings of the shop."""
        settings, before = chosen_text(body), self.shop.settings
        self.shop.choose(settings)
        if settings.language:
            try:
                self.resources.language.choose(settings.language, self.resources.wall_clock())
            except JournalError:
                self.shop.choose(before)
                raise
            if self.play.current is not None:
                self.play.current.session.translate_events()
        return {"settings": settings.to_json()}
