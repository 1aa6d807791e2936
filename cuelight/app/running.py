"""What a running table does by itself: takes up games, hears its devices, lets bots play, shows everything.

After each piece of work, and what it has set off on the mat, everything is shown: `shown_table.py`. What pages have it
do is in `table.py`.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from math import inf
from typing import Any

from companion.core.cues import Cue
from companion.core.errors import CuelightError, InputError
from companion.core.i18n import N_, _
from companion.core.observation import Hold, Lift, Press, Tag, Unsure
from companion.core.places import rack_slot
from companion.game.new_game import STAND_IN
from companion.journal import GameInfo, Journal, JournalError, Kind
from companion.presence.crowding import Crowded
from companion.presence.filter import Crosstalk, Resumed, UnknownTag, WeakRead
from companion.presence.misreads import Misread
from companion.table.strength import bot_of, chairs_of
from cuelight.app.bots.players import BotPlayers
from cuelight.app.bots.rack_players import Racks, RackTroupe, slots_at
from cuelight.app.device_reports import take_found, take_gesture
from cuelight.app.devices.assemble import fitted_at
from cuelight.app.devices.health import DeviceHealth
from cuelight.app.devices.tags import names_in, note_name
from cuelight.app.games.new_game import game_record, position_record
from cuelight.app.games.round import Mat, TableGame
from cuelight.app.games.screen_round import ScreenGame
from cuelight.app.publisher import ShownTable
from cuelight.app.resources import TableResources
from cuelight.app.system.updates import last_update
from hardware.faults import Condition
from hardware.reader import FrequentErrors, Listener, Notice, PlaceOnlyReader, Report, TagHintRead

DEMO_NAMES = ("William", "Kate", "Robin", "Viola")
SOMETHING_BROKE = N_("Something broke on the companion's side; the log has the details. The game goes on.")


class CannotBeShown(CuelightError, ValueError):
    """A game that no page could show is not begun, and not taken up."""


class RunningTable(ShownTable):
    """A table without what pages command. Its methods may be called from any thread once it has started."""

    def _open(self, opened: ExitStack) -> None:
        """Open the journal and the devices, and take up the last game if it is not over."""
        journal = Journal.open(self._path)
        opened.callback(journal.close)
        self._opened = TableResources(journal, self._clock, self._wall_clock, self._voice, self._fitted)
        self.notices += [*journal.notices, *self._opened.shelf.notices]
        opened.callback(self._voice.close)
        opened.callback(self._send_bots_home)
        if self._wanted_language is not None:
            self._opened.language.choose(self._wanted_language, self._wall_clock())
        if self._deck is not None:
            self._opened.shelf.take(self._deck, self._wall_clock())
        opened.callback(self._close_devices)
        self._open_devices()
        try:
            self._take_up()
        except JournalError:
            if journal.trouble is None:
                raise
        if self._round is None:
            self._recent = self._opened.games.recent(None)
        self._show()

    def turns(self) -> dict[str, int]:
        """How often each device's thread has come round, once the journal has answered; for who watches over them.

        Raises TimeoutError where the table's own thread does not answer.
        """
        return self._wait_for(self._turns)

    def _turns(self) -> dict[str, int]:
        with suppress(JournalError):  # what fails is told on the desk; what hangs holds this up
            self._opened.journal.size()
        return self._fitted.turns() if self._fitted is not None else {}

    def _open_devices(self) -> None:
        """Let the devices report, before any game: what is wrong with them is shown at once."""
        if self._fitted is not None:
            self._fitted.names.update(names_in(self._opened.journal))
            self._fitted.believe_hints_of(self._opened.shelf.has)
            self._fitted.start(self._hearing(self._fitted))

    def _close_devices(self) -> None:
        if self._setup is not None:
            self._setup.close()
        if self._fitted is not None:
            self._fitted.close()

    @property
    def is_fitted(self) -> bool:
        """Whether the table has devices."""
        return self._fitted is not None

    def _refit(self) -> None:
        """Take the devices that the table file names now; the game that is played goes on with them.

        Raises TableFileError or DeviceError, and then the devices are those from before.
        """
        assert self.table_file is not None
        try:
            fitted = fitted_at(self.table_file, self._clock) if self.table_file.exists() else None
        except CuelightError:
            self._open_devices()
            raise
        if self._fitted is not None:
            self._fitted.close()
        self._fitted, self._upkeep = fitted, DeviceHealth()
        self._opened.fit(fitted)
        self._open_devices()
        played = self._opened.games.newest() if self._round is not None and not self._round.demo else None
        if played is not None and (found := self._resumed(played)) is not None:
            self._begin(found)

    def _hearing(self, mat: Mat) -> Listener:
        """Takes the reports of a mat, on the threads of its readers, or on this one where a page moves things."""
        return lambda report: self._hand_over(lambda: self._observe(mat, report))

    def _tell(self, error: CuelightError | None) -> None:
        if self._round is not None:
            self._round.follow()  # what was begun and not written down has not happened
        told = str(error) if error is not None else _(SOMETHING_BROKE)
        if not isinstance(error, JournalError) and told not in self.notices:  # the journal tells its own trouble
            self.notices.append(told)
        self._publish()

    def _patience(self) -> float | None:
        """Seconds until something is due without anybody doing anything."""
        times = [self._clock()] if self._opened.journal.trouble is not None else []
        times.append(self._opened.caretaker.due)
        times += self._dues()
        if self._racks is not None and self._racks.due < inf:
            times.append(self._racks.due)
        if self._troupe is not None and not self._rests() and self._troupe.due < inf:
            times.append(self._troupe.due)
        return max(0.0, max(min(times), self._rest_until) - self._clock()) if times else None

    def _is_late(self) -> bool:
        """A window whose time is up, or a light that comes on; neither bots nor the journal's care."""
        due = min(self._dues(), default=inf)
        return self._clock() >= max(due, self._rest_until)

    def _dues(self) -> list[float]:
        """When the game goes on by time alone, and when a light changes."""
        dues = (self._round.session.view.due, self._upkeep.due) if self._round is not None else ()
        return [due for due in dues if due is not None]

    def _pass_time(self) -> None:
        self._mend()
        now = self._clock()
        if now >= self._opened.caretaker.due and not self._is_late():
            self._take_care()
            return
        if self._round is None:
            return
        self._round.session.tick(now)
        self._look_at_racks()
        self._keep_step(self._round)
        self._show()
        dealt = self._round.truth if isinstance(self._round, ScreenGame) else self._racks
        if self._troupe is None or now < self._troupe.due or dealt is None or self._rests():
            return
        self._troupe.act(self._round.session, dealt.state, now)
        if self._troupe.finished and self._round.demo:
            self._new_demo()

    def _rests(self) -> bool:
        """Whether the table makes a pause, and bots with it."""
        return self._round is not None and self._round.session.view.timing.paused

    def _take_care(self) -> None:
        """A piece of what the journal needs; what else is due comes next."""
        if self._opened.caretaker.act():
            self._recent = self._opened.games.recent(self._round.id if self._round is not None else None)
            self._show()
        told = [notice for notice in self._opened.journal.notices if notice not in self.notices]
        if told:
            self.notices += told
            self._show()

    def _mend(self) -> None:
        """Try to write again where that failed; then whatever was laid meanwhile is looked at.

        Raises JournalError as long as nothing can be written.
        """
        if self._opened.journal.trouble is None:
            return
        self._opened.journal.append(Kind.TROUBLE, {"text": str(self._opened.journal.trouble)}, self._wall_clock())
        self._unrecorded = False
        found = self._round
        if found is None:
            self._take_up()
        else:
            changed = [(zone, thing) for zone, thing in found.mat.zones().items() if thing != self._lay.get(zone)]
            for zone, thing in changed:
                take_found(found.session, Resumed(self._clock(), zone, thing, fresh=True))
        self._show()

    def _take_up(self) -> None:
        game = self._opened.games.newest()
        wanted = position_record(self._position, self._opened.shelf) if self._position is not None else None
        if wanted is not None and (game is None or game.body.get("position") != wanted["position"]):
            self._new_round(wanted)
            return
        found = self._resumed(game) if game is not None and not self._opened.games.was_left() else None
        if found is not None and self._goes_on(found):
            self._begin(found)
        elif self._demo:
            self._new_demo()

    def _goes_on(self, found: TableGame) -> bool:
        """Whether the last game is taken up: no demonstration that is over, or plays another deck or game than told."""
        if not self._demo:
            return True
        if found.driver == "bots" and self._demo_game not in (None, found.rules.info.id):
            return False
        told = {"text": self._deck} if self._deck is not None and found.driver == "bots" else None
        return found.session.game.asked is not None and told in (None, found.body.get("deck"))

    def _resumed(self, game: GameInfo) -> TableGame | None:
        """A game as it was left; one that cannot be read or shown stays in the journal, and is told."""
        try:
            found = self._opened.games.taken_up(game)
            self._check_shown(found)
        except Exception as error:  # whatever stands in a journal, the table starts
            logging.getLogger(__name__).info("game %d of the journal cannot be taken up", game.id, exc_info=True)
            why = str(error).rstrip(".") if isinstance(error, CuelightError) else _("it was written in another form")
            self.notices.append(
                _(
                    "Game {id} in the journal cannot be taken up: {why}. It is kept there; start a new one.",
                    id=game.id,
                    why=why,
                )
            )
            return None
        return found

    def _check_shown(self, found: TableGame) -> None:
        """Raises CannotBeShown for a game of which the pages could not be sent a snapshot."""
        try:
            for _channel, _content in self._documents(found, everybody=True):
                pass
        except Exception as error:
            logging.getLogger(__name__).info("a game cannot be shown", exc_info=True)
            raise CannotBeShown(
                _(
                    "this game cannot be shown ({error}): look for odd signs or huge numbers in its names, "
                    "its deck or its position",
                    error=type(error).__name__,
                )
            ) from error

    def _new_round(self, body: Mapping[str, Any], first: Mapping[str, Any] | None = None) -> None:
        """Begin a game, once it is known that it can be shown; until then the old one goes on as if nothing were."""
        self._check_chairs(body)
        self._go_on_with(self._opened.games.drafted(body, first))

    def _check_chairs(self, body: Mapping[str, Any]) -> None:
        """At a table with readers a bot has its hand in a rack. Raises InputError where a chair has none."""
        is_real = self._fitted is not None and not body.get("demo")
        without = [player for player in chairs_of(body.get("bots", ())) if is_real and not self._has_rack(player)]
        if without:
            raise InputError(
                _(
                    "there is no rack with readers at seat {number}; "
                    "a bot plays where there is one, or at a drawn table",
                    number=without[0] + 1,
                ),
                field="bots",
            )

    def _has_rack(self, player: int) -> bool:
        """Whether the table has a rack at a player's seat."""
        return self._fitted is not None and bool(slots_at(player, self._fitted.racked()))

    def _go_on_with(self, found: TableGame) -> None:
        """A game that is not in the journal yet is written down, and played from now on, if it can be shown."""
        self._check_shown(found)
        self._opened.games.begin(found)
        self._begin(found)

    def _new_demo(self) -> None:
        chosen = {"game": self._demo_game, "names": DEMO_NAMES}
        try:
            self._new_round(game_record(chosen, self._opened.shelf) | {"demo": True})
        except CannotBeShown as error:  # by the owners' newest deck, then
            self.notices.append(str(error))
            self._new_round(game_record(chosen | {"deck": STAND_IN}, self._opened.shelf) | {"demo": True})

    def _begin(self, found: TableGame) -> None:
        if self._round is not None and self._round.mat is not self._fitted:
            self._round.mat.stop()
        self._round = found
        self._recent = self._opened.games.recent(found.id)
        self._opened.reading.begin(found)
        self._shown = {}
        if found.mat is not self._fitted:  # devices report all the time; what lies there from before is no gesture
            found.mat.start(self._hearing(found.mat))
        self._engage()

    def _engage(self) -> None:
        """Let bots play, or nobody."""
        found = self._round
        self._send_bots_home()
        self._troupe = self._racks = None
        if found is None:
            return
        whims = random.Random(f"{found.body['seed']}:bots")
        chairs = None
        if found.driver != "bots":
            chairs = {player: bot_of(found.rules, strength, whims) for player, strength in found.chairs.items()}
        if isinstance(found, ScreenGame):
            if chairs is None or chairs:
                self._troupe = BotPlayers(found.rules, found.mat, self._say, self._clock, self._pace, whims, chairs)
        elif chairs and self._fitted is not None:
            racks = Racks(
                found.session,
                found.rules,
                found.chairs,
                self._fitted.racked(),
                lambda slot: self._upkeep.sees(slot),
                found.at_racks,
            )
            self._racks = racks
            self._troupe = RackTroupe(
                racks, found.rules, found.session, self._say, self._clock, self._pace, whims, chairs
            )

    def _send_bots_home(self) -> None:
        if self._troupe is not None:
            self._troupe.close()

    def _look_at_racks(self) -> None:
        """Something has changed in a rack: its bot hears of it, and nobody else."""
        if self._racks is None or self._fitted is None or self._round is None:
            return
        self._racks.look(self._fitted.racked())
        for tag in self._racks.released():
            take_gesture(self._round.session, tag)

    def _observe(self, mat: Mat, report: Report | Notice) -> None:
        if isinstance(report, Tag | Lift | Resumed | Unsure) and rack_slot(report.zone) is not None:
            if isinstance(report, Lift) and self._racks is not None:
                self._racks.lifted(report.zone)
            self._look_at_racks()
            self._show()
            return
        if mat is self._fitted and self._opened.boxes.take(report):
            self._show()
            return
        played = self._round if self._round is not None and self._round.mat is mat else None
        match report:
            case Press(_, button) | Hold(_, button) if self._shown.get(button) == Cue.ATTENTION:
                pass  # red asks for nothing
            case Tag() | Lift() if self._racks is not None and self._racks.holds_back(report):
                pass  # another card than the one that a bot has asked for
            case Tag() | Lift() | Press() | Hold():
                if played is not None:
                    self._take_gesture(played, report)
            case Condition():
                self._upkeep.note(report, self._clock())
            case WeakRead() | Misread() | UnknownTag() | FrequentErrors() | Crowded():
                self._upkeep.doubt(report, self._clock())
            case Crosstalk(_, zone, other, _uid, stands):
                self._upkeep.overhears(zone, other if stands else None)
            case TagHintRead(_, uid, thing):
                self._name(uid, thing)
            case PlaceOnlyReader(_, zone):
                self._upkeep.only_laid(zone)
            case Resumed() if played is not None:
                take_found(played.session, report)
            case Unsure(at, zone, str(thing)) if played is not None:
                played.session.compare(zone, thing, at)
        self._show()

    def _take_gesture(self, played: TableGame, report: Report) -> None:
        try:
            take_gesture(played.session, report)
        except JournalError:
            self._unrecorded |= played.mat is self._fitted  # nobody at the devices gets the error
            raise

    def _name(self, uid: str, thing: str) -> None:
        """From now on a tag is this thing."""
        assert self._fitted is not None
        note_name(self._opened.journal, uid, thing, self._wall_clock())
        self._fitted.names[uid] = thing

    def _say(self, answer: dict[str, Any]) -> None:
        """An answer of a bot for which the mat has no gesture."""
        assert self._round is not None
        self._round.session.say(answer, self._clock())

    def _look_at_update(self) -> None:
        """Tell the host of an update that was offered since this start, and of a copy."""
        before = self._opened.caretaker.backup
        self._opened.caretaker.measure()
        if self._opened.caretaker.backup != before:
            self._show()
        update = last_update(self._path)
        if update != self._update and update is not None and update.at >= self._began:
            self._update = update
            self._show()
