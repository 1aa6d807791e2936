"""A running table: `LiveTable` puts its parts together, and is what pages, commands of this machine and tests call.

The parts are called on the table's thread; each gets in its constructor what it needs:

- `Loop`: the thread and its queue; `Timers`: what is due by time alone
- `DeviceInput`: reports of readers and buttons
- `GameInPlay`: the current game with its bots and racks; `GameStarter` puts games into play
- `Publisher`: the lights, and the snapshots that `Snapshots` makes, for the `Feed`
- `Dispatcher` with the commands of `commands/`; `Queries`
- extensions: `ShopMode`, `EnrolmentMode`, `SetupMode`
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from companion.core.observation import Clock
from companion.journal import Journal, JournalError
from companion.table.conflicts import StateVersions
from companion.table.viewer import HOST, Viewer
from cuelight.app.access.permissions import SeatKeys
from cuelight.app.commands.dispatcher import Dispatcher, Json
from cuelight.app.commands.table import command_table, preparations
from cuelight.app.device_input import DeviceInput
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.enrolment.mode import EnrolmentMode
from cuelight.app.enrolment.service import LOOK
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import Mat, SteadyClock
from cuelight.app.games.starter import FirstGame, GameStarter
from cuelight.app.loop import Loop, Tasks
from cuelight.app.publisher import Feed, Publisher, Snapshots
from cuelight.app.queries import Queries
from cuelight.app.resources import TableResources
from cuelight.app.setup.mode import SetupMode
from cuelight.app.shop.keeper import ShopKeeper
from cuelight.app.shop.mode import ShopMode
from cuelight.app.speech.voice import Voice
from cuelight.app.system.write_recovery import WriteRecovery
from cuelight.app.timers import Timers
from cuelight.doctor.updates import UpdateWatch
from hardware.fitted_table import FittedTable
from hardware.reader import Listener, Notice, Report
from web.api.table_port import Channel, SeatChannel

RUN_STATES = 2**20  # numbers that one run of the program can use before it reaches those of another run


class LiveTable:
    """One table. Its methods may be called from any thread once it has started.

    Args:
        path: the journal's file.
        clock: seconds that never run backwards.
        wall_clock: seconds since 1970, for the journal.
        demo: start a demonstration if there is no game to resume.
        game: which game demonstrations play; if given, the last game is not resumed if it is another one.
        pace: how long bots take for a move, as a share of what a watcher can follow comfortably.
        fitted: the table's devices; without them games are played on a virtual mat.
        table_file: where the devices are named, or will be; None for a table that is not set up.
        deck: the text of a deck to add to the owners' decks.
        position: start a game here; if one has started here already, it is resumed.
        speech: the command that reads aloud the words after it.
        language: the language to use from now on.
    """

    resources: TableResources  # these exist once the table is open
    publisher: Publisher
    commands: Dispatcher
    queries: Queries

    def __init__(
        self,
        path: Path,
        clock: Clock,
        wall_clock: Clock,
        *,
        demo: bool = False,
        game: str | None = None,
        pace: float = 1.0,
        fitted: FittedTable | None = None,
        table_file: Path | None = None,
        deck: str | None = None,
        position: Any = None,
        speech: Sequence[str] | None = None,
        language: str | None = None,
    ) -> None:
        self._path = path
        self._clock = clock
        self._wall_clock = SteadyClock(wall_clock)
        self._first = FirstGame(demo, game, deck, position)
        self._voice = Voice(speech)
        self._language = language
        self._updates = UpdateWatch(path, int(wall_clock()))
        self.notices: list[str] = []
        self.keys = SeatKeys()
        self.loop = Loop(clock)
        self.feed = Feed()
        self.devices = AttachedDevices(fitted, table_file, clock)
        self.play = GameInPlay(self.devices, clock, pace, self._listener_for)

    # --- its parts

    def _open(self, opened: ExitStack) -> Tasks:
        """Open the journal and the devices, put the parts together, and resume the last game."""
        clock, wall_clock = self._clock, self._wall_clock
        loop, play, devices, notices, first = self.loop, self.play, self.devices, self.notices, self._first
        journal = Journal.open(self._path)
        opened.callback(journal.close)
        self.resources = resources = TableResources(journal, clock, wall_clock, self._voice, devices.fitted)
        opened.callback(self._voice.close)
        opened.callback(play.send_bots_away)
        notices += [*journal.notices, *resources.shelf.notices]
        if self._language is not None:
            resources.language.choose(self._language, wall_clock())
        if first.deck is not None:
            resources.shelf.take(first.deck, wall_clock())

        extensions: list[Extension] = []  # filled below: they need some of what calls them
        versions = StateVersions(random.SystemRandom().randrange(2**29) * RUN_STATES)
        recovery, keys = WriteRecovery(play, resources), self.keys
        snapshots = Snapshots(play, resources, versions, recovery, self._updates, keys, notices, extensions)
        self.publisher = publisher = Publisher(
            loop, self.feed, snapshots, play, resources, versions, recovery, keys, notices, extensions
        )
        starter = GameStarter(play, resources, snapshots.check_shown, notices, extensions, first)
        timers = Timers(loop, play, starter, resources, recovery, notices, extensions)
        self._input = DeviceInput(play, resources, recovery, extensions)

        keeper = ShopKeeper(Path(os.path.realpath(self._path)), clock, wall_clock)
        shop = ShopMode(keeper, play, starter, resources)
        setup = SetupMode(loop, devices, resources, starter, self._start_devices, clock)
        enrolment = EnrolmentMode(play, resources, setup)
        extensions += [shop, enrolment, setup]
        commands = command_table(loop, play, starter, resources, keys, shop, enrolment, setup)
        self.commands = Dispatcher(commands, preparations(resources, setup), loop, play, versions, extensions)
        self.queries = Queries(play, resources, shop.settings_and_counts)

        opened.callback(devices.close)
        opened.callback(setup.close)
        self._start_devices()
        try:
            starter.resume_last()
        except JournalError:
            if journal.trouble is None:
                raise
        if play.current is None:
            resources.list_recent(None)
        if keeper.trouble is not None:
            notices.append(keeper.trouble)
        shop.start()
        loop.mark_changed()
        return Tasks(timers.deadline, timers.next_due, timers.pass_time, publisher.present, publisher.report_error)

    def _start_devices(self) -> None:
        if (fitted := self.devices.fitted) is not None:
            self.devices.start(self.resources.journal, self.resources.shelf.has, self._listener_for(fitted))

    def _listener_for(self, mat: Mat) -> Listener:
        """Takes the reports of a mat, on the threads of its readers, or on this one if a page moves things."""

        def take(report: Report | Notice) -> None:
            self._input.take(mat, report)
            self.loop.mark_changed()

        return lambda report: self.loop.hand_over(partial(take, report))

    # --- its life

    def start(self) -> None:
        """Open the table and resume its last game. Raises JournalError if the journal cannot be used."""
        self.loop.start(self._open)

    def stop(self) -> None:
        """Finish the work that was handed over, and close everything."""
        self.loop.stop()

    def turns(self) -> dict[str, int]:
        """The completed turns of each device's thread, for a watchdog; the journal must answer first.

        Raises TimeoutError if the table's thread does not answer.
        """

        def count() -> dict[str, int]:
            with suppress(JournalError):  # a failure is shown on the desk; a disk that hangs delays the answer
                self.resources.journal.size()
            return self.devices.turns()

        return self.loop.wait_for(count)

    # --- what it shows

    def board(self) -> bytes:
        """The newest snapshot for everybody."""
        return self.feed.newest("board")

    def desk(self) -> bytes:
        """The newest snapshot for the host. It is made while somebody listens or asks."""
        return self._made("desk")

    def own(self, player: int) -> bytes:
        """The newest snapshot for one player, and for nobody else. It is made while somebody listens or asks."""
        return self._made(SeatChannel(player))

    def _made(self, channel: Channel) -> bytes:
        if not self.loop.is_started:
            return self.feed.newest(channel)
        if (followed := self.feed.followed_snapshot(channel)) is not None:
            return followed
        return self.loop.wait_for(lambda: self.publisher.document(channel))

    def listen(self, channel: Channel, callback: Callable[[bytes], None]) -> None:
        """Call `callback` with each new snapshot, on the table's thread; beside the board also with the newest one."""
        self.feed.add(channel, callback)
        if channel != "board":
            self.loop.hand_over(lambda: self.feed.send_first(channel, callback, self.publisher.document(channel)))

    def stop_listening(self, channel: Channel, callback: Callable[[bytes], None]) -> None:
        """Never call `callback` again, except for a snapshot that is on its way."""
        self.feed.remove(channel, callback)

    def show_anew(self) -> None:
        """Show everything as it is now, even if no game has changed; returns when that is done."""
        self.loop.wait_for(self.loop.mark_changed)
        self.loop.wait_for_all()

    def look_at_update(self) -> None:
        """Look for a new update and a new backup, and show them to the host."""
        self.loop.hand_over(self._check_update_and_backup)

    def _check_update_and_backup(self) -> None:
        caretaker = self.resources.caretaker
        before = caretaker.backup
        caretaker.measure()
        has_update = self._updates.check()
        if has_update or caretaker.backup != before:
            self.loop.mark_changed()

    # --- what it is asked and commanded

    def ask(self, name: str, body: Json, asker: Viewer = HOST) -> Json:
        """Answer a question that is in no snapshot. Raises CuelightError with words for the person who asked."""
        answer = self.loop.wait_for(lambda: self.queries.answer(name, body, asker))
        return answer()  # slow work is done on the thread of the caller

    def command(self, name: str, body: Json, asker: Viewer = HOST) -> Json:
        """Carry out a command, and wait until it is done and shown, with what the mat has reported because of it.

        Args:
            asker: who gives the command; a refusal depends only on what this person may know.

        Raises CuelightError with words for the person who asked.
        """
        self.commands.prepare(name, body, asker)
        return self.loop.wait_until_shown(lambda: self.commands.carry_out(name, body, asker))

    def enrol(self, body: Json) -> Json:
        """Go through a box as a command of this machine says, or `look` how far it is. Raises CuelightError."""
        return self.ask("box", body) if body.get("do") == LOOK else self.command("enrol", body)

    # --- its game

    @property
    def game(self) -> int | None:
        """The number of the current game in the journal; None before the first one."""
        return self.play.number

    @property
    def bots(self) -> Collection[int]:
        """The players, from 0, that are bots among people in the current game."""
        return self.play.current.chairs if self.play.current is not None else ()

    @property
    def own_mark(self) -> str | None:
        """A secret of the current game, different from those of all other games, in this journal or another.

        A game that is reopened keeps it, and so keeps the phones' keys: a hand on a phone stays hidden on the mat.
        """
        found = self.play.current
        return f"{found.first}.{found.body['seed']}" if found is not None and found.first is not None else None
