"""What a running table shows: the lights, then what each page gets, made once for each change.

The lights are shown first, then the snapshots are made and published; both only after the journal has taken what has
happened. What a table does by itself is in `running.py`.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.core.cues import Cue
from companion.core.i18n import N_, _, say_again
from companion.core.observation import Clock
from companion.core.places import SEATS, seat_name
from companion.table.conflicts import StateVersions, parts_of
from companion.table.strength import Strength
from cuelight.app.bots.players import BotPlayers
from cuelight.app.bots.rack_players import Racks, slots_at
from cuelight.app.devices.health import DeviceHealth
from cuelight.app.documents import SeatDocuments, desk_document, encoded, public_document, timeless
from cuelight.app.games.round import SteadyClock, TableGame
from cuelight.app.loop import TableThread
from cuelight.app.resources import TableResources
from cuelight.app.setup.worker import SetupWorker
from cuelight.app.speech.voice import Voice
from cuelight.app.system.updates import Update
from hardware.fitted_table import FittedTable
from web.api.table_port import Channel, SeatChannel

STATES = 2**20  # that one run of the program has before it comes upon those of another
NOT_RECORDED = N_("What you do is not recorded: the table cannot write it down. The host's page says why")
IS_SET_UP = N_("The table is being set up: what is laid now does not play")
BOX_IS_OPEN = N_("A box is being gone through: what is laid now does not play, and is named at the desk")


class ShownTable(TableThread):
    """A table as far as it shows what it has; it does nothing with it yet.

    Args:
        path: the journal's file.
        clock: seconds that never run backwards.
        wall_clock: seconds since 1970, for the journal.
        demo: begin a demonstration when there is no game to go on with.
        game: which game demonstrations play; where it is said, one of another game is not gone on with.
        pace: how long bots take for a move, as a share of what a watcher can follow comfortably.
        fitted: the table's devices; without them games are played on a virtual mat.
        table_file: where the devices are named, or will be; None for a table that is not set up.
        deck: the text of a deck of one's own that is to be played from now on.
        position: take up a game here; when one has begun so already, it goes on where it was.
        speech: the command that speaks the words after it.
        language: what is to be spoken from now on.
    """

    _opened: TableResources  # from `_open` on, which comes before every piece of work

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
        super().__init__(clock)
        self._path = path
        self._wall_clock = SteadyClock(wall_clock)
        self._demo = demo
        self._demo_game = game
        self._pace = pace
        self._fitted = fitted
        self.table_file = table_file
        self._setup: SetupWorker | None = None
        self._deck = deck
        self._position = position
        self._voice = Voice(speech)
        self._wanted_language = language
        self._upkeep = DeviceHealth()
        self._looking = threading.Lock()
        self._round: TableGame | None = None
        self._troupe: BotPlayers | None = None
        self._racks: Racks | None = None  # of the bots at a real table
        self._shown: dict[str, str] = {}
        self._own = SeatDocuments()
        self.keyed: Callable[[], Collection[int]] = tuple  # the players whose hands are on phones
        self.closed = False  # so each player has the own hand on a phone, and the companion deals all that is dealt
        self.codes: Callable[[], Collection[int]] = tuple  # the seats, from 1, whose keys are on the wall
        self._standing = StateVersions(random.SystemRandom().randrange(2**29) * STATES)
        self._screen: str | None = None  # that has given the command which is carried out
        self._recent: list[dict[str, Any]] = []
        self._unrecorded = False  # whether a gesture at the devices could not be written down, and nothing can since
        self._lay: dict[str, str | None] = {}  # in the zones, as of what is in the journal
        self.notices: list[str] = []
        self._update: Update | None = None  # that was offered since this start
        self._began = int(wall_clock())

    def show_anew(self) -> None:
        """Show everything as it is now, also where no game has changed; returns when that is done."""
        self._wait_for(self._show)
        self._wait_for_all()

    def _keep_step(self, found: TableGame) -> None:
        """Let the lights, the real cards and what lies on a drawn mat follow the session."""
        now = self._clock()
        self._upkeep.show(now)
        for player, wanted in enumerate(found.session.view.cues):
            seat = seat_name(player)
            cue = self._upkeep.cue(seat, wanted, now)
            if self._fitted is not None and seat in self._opened.reading.dark:
                cue = Cue.IDLE  # whoever sits there hears it instead
            if self._shown.get(seat) != cue:
                self._shown[seat] = cue
                found.mat.show(seat, cue)
        found.follow()
        if self._racks is not None and self._fitted is not None:
            self._racks.follow()
            for slot, cue in self._racks.lamps().items():
                if self._shown.get(slot) != cue:
                    self._shown[slot] = cue
                    self._fitted.show(slot, cue)
        if self._troupe is not None:
            self._troupe.look(found.session, now)

    def _present(self) -> None:
        """Show the lights, then everything else."""
        found = self._round
        if found is not None:
            self._keep_step(found)
            is_kept = self._opened.journal.trouble is None
            if is_kept:
                found.tidy()
            if self._set_off:  # hands took cards off the mat, say: that first
                self._show()
                return
            if is_kept and self._racks is not None:
                found.keep_racks(self._racks.unwritten(), self._clock())
            if is_kept:
                self._lay = found.mat.zones()
        self._publish()
        if found is not None:
            self._opened.reading.follow(found, lambda: self._public(found))

    def _publish(self) -> None:
        if self._round is not None:
            self._round.cover({*self.keyed(), *self._round.chairs})
            self._look(self._round)
        ends = self._round.session.view.timing.countdown.deadline if self._round is not None else None
        for channel, content in self._documents(self._round):
            self._send(channel, content, (ends, timeless(content)))

    def _documents(self, found: TableGame | None, everybody: bool = False) -> Iterator[tuple[Channel, bytes]]:
        """What is sent, everybody's before a player's own is even made. Raises ValueError for what cannot be sent.

        Args:
            everybody: also the snapshots of players for which nobody listens.
        """
        public = self._public(found)
        self._add_besides(public)
        seen: dict[str, Any] = {"board": public}
        if found is not None:
            seen = desk_document(found, public, self._upkeep, self._served(found))
            seen["voice"] = self._opened.reading.lines(found)
            seen["chairs"] = [{"seat": seat_name(player), "bot": bot} for player, bot in self.racked_chairs().items()]
        shown, told = encoded(public), encoded(seen | self._cares(public))
        yield "board", shown
        yield "desk", told
        players = [player for player in range(SEATS[-1]) if everybody or self.followed(player)]
        yield from self._own_documents(found, shown, players)

    def _own_documents(
        self, found: TableGame | None, public: bytes, players: Iterable[int]
    ) -> Iterator[tuple[SeatChannel, bytes]]:
        return self._own.made(found, public, players, self._upkeep, self._served(found))

    def _own_snapshot(self, player: int) -> bytes:
        """The snapshot of a player."""
        [(_channel, content)] = self._own_documents(self._round, self._snapshots["board"], [player])
        return content

    def _served(self, found: TableGame | None) -> Collection[str] | None:
        """The zones with a reader, where the game is played on the table that has them."""
        return self._fitted.served if self._fitted is not None and found and found.mat is self._fitted else None

    def _public(self, found: TableGame | None) -> dict[str, Any]:
        """What everybody sees."""
        public = public_document(found, self._upkeep, self._clock(), self._standing.state)
        if (
            found is not None
            and (codes := self.codes())
            and len(found.session.view.record.steps) <= len(found.session.names())
        ):
            public["table"]["codes"] = sorted(codes)  # it is before the game: hardly anybody has done anything
        if self._unrecorded:
            public["headline"] = _(NOT_RECORDED)
        elif found is not None and found.mat is self._fitted and self._opened.boxes.hears:
            public["headline"] = _(BOX_IS_OPEN)  # for everybody: whoever lays a card now shows it to the host
        elif self._setup is not None and found is not None and found.mat is self._fitted:
            public["headline"] = _(IS_SET_UP)
        elif self._racks is not None and (prompts := self._racks.prompts()):
            public["prompter"] = prompts
        return public

    def _add_besides(self, public: dict[str, Any]) -> None:
        """Put into what everybody sees what is not the game's."""

    def _cares(self, public: dict[str, Any]) -> dict[str, Any]:
        """What the host sees of the table itself."""
        whose = {seat["seat"]: seat["name"] for seat in public["seats"]}
        trouble = [str(self._opened.journal.trouble)] if self._opened.journal.trouble is not None else []
        trouble += map(say_again, self._opened.caretaker.notices)
        trouble += [self._update.text()] if self._update is not None else []
        notices = [*trouble, *map(say_again, self.notices), *self._upkeep.notices(whose)]
        cares: dict[str, Any] = {"notices": notices, "games": self._recent}
        cares["journal"] = self._opened.caretaker.shown
        cares["backup"] = self._opened.caretaker.backup.to_json(self._wall_clock())
        cares["enrolling"] = self._opened.boxes.changes if self._opened.boxes.goes_on else None
        cares["aloud"] = self._opened.reading.shown()
        if self.table_file is not None:
            cares["setup"] = self._setup.changes if self._setup is not None else None
        if self._fitted is not None:
            cares["devices"] = self._upkeep.devices(whose)
        return cares

    @property
    def game(self) -> int | None:
        """The number of the game that is played, in the journal; None before the first one."""
        return self._round.id if self._round is not None else None

    @property
    def bots(self) -> Collection[int]:
        """The players, from 0, that are bots among people in the game that is played."""
        found = self._round
        return found.chairs if found is not None else ()

    @property
    def own_mark(self) -> str | None:
        """What no other game has, of this journal or another: for what belongs to this game alone. A secret.

        A game that is opened again has it still: whose hand was on a phone has it there, and nobody sees it on the mat.
        """
        found = self._round
        return f"{found.first}.{found.body['seed']}" if found is not None and found.first is not None else None

    def racked_chairs(self) -> dict[int, Strength | None]:
        """The players who have a rack or a bot, in the game that is played, each with the strength of the bot.

        A bot has no rack once the table has been set up without it.
        """
        found, fitted = self._round, self._fitted
        if found is None or fitted is None or found.mat is not fitted:
            return {}
        slots = fitted.racked()
        return {
            player: found.chairs.get(player)
            for player in range(len(found.session.names()))
            if player in found.chairs or slots_at(player, slots)
        }

    def _look(self, found: TableGame) -> None:
        self._standing.look(parts_of(found.session.view, found.mat.zones(), found.id), self._screen)
