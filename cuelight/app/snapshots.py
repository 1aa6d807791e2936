"""Makes the snapshots of a running table: for everybody, for the host, and for each player."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import N_, _, say_again
from companion.core.observation import Clock
from companion.core.places import SEATS, seat_name
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.documents import SeatDocuments, desk_document, encoded, public_document
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame
from cuelight.app.resources import TableResources
from cuelight.app.seats import SeatKeys
from cuelight.app.system.updates import UpdateWatch
from cuelight.app.system.write_recovery import WriteRecovery
from cuelight.app.versions import GameVersions
from web.api.table_port import Channel, SeatChannel

NOT_RECORDED = N_("What you do is not recorded: the table cannot write it down. The host's page says why")


class CannotBeShown(CuelightError, ValueError):
    """A game of which no page could get a snapshot; it is neither started nor resumed."""


class Snapshots:
    """Makes snapshots as of now; it sends nothing.

    Args:
        notices: messages for the host, which stay until the table is restarted.
        extensions: add to the snapshots.
        clock: seconds that never run backwards.
        wall_clock: seconds since 1970.
    """

    def __init__(
        self,
        play: GameInPlay,
        devices: AttachedDevices,
        resources: TableResources,
        versions: GameVersions,
        recovery: WriteRecovery,
        updates: UpdateWatch,
        keys: SeatKeys,
        notices: list[str],
        extensions: Sequence[Extension],
        clock: Clock,
        wall_clock: Clock,
    ) -> None:
        self._play = play
        self._devices = devices
        self._resources = resources
        self._versions = versions
        self._recovery = recovery
        self._updates = updates
        self._keys = keys
        self._notices = notices
        self._extensions = extensions
        self._clock = clock
        self._wall_clock = wall_clock
        self._seats = SeatDocuments()

    def check_shown(self, found: TableGame) -> None:
        """Raises CannotBeShown if some page could not get a snapshot of this game."""
        try:
            for _channel, _content in self.documents(found, range(SEATS[-1])):
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

    def documents(self, found: TableGame | None, players: Collection[int]) -> Iterator[tuple[Channel, bytes]]:
        """The snapshots for everybody, for the host, and for these players.

        Those for everybody are encoded before any for a player is made. Raises ValueError if one cannot be encoded.
        """
        public = self.board(found)
        for extension in self._extensions:
            extension.add_to_board(public)
        desk: dict[str, Any] = {"board": public}
        if found is not None:
            zones = self._devices.zones_with_reader(found)
            desk = desk_document(found, public, self._devices.health, zones)
            desk["voice"] = self._resources.reading.lines(found)
            racks = self._play.chairs_with_rack()
            desk["chairs"] = [{"seat": seat_name(player), "bot": bot} for player, bot in racks.items()]
        board, host = encoded(public), encoded(desk | self._about_table(public))
        yield "board", board
        yield "desk", host
        yield from self.seat_documents(found, board, players)

    def seat_documents(
        self, found: TableGame | None, board: bytes, players: Iterable[int]
    ) -> Iterator[tuple[SeatChannel, bytes]]:
        """The snapshots for these players, with the encoded `board` in each."""
        zones = self._devices.zones_with_reader(found)
        return self._seats.made(found, board, players, self._devices.health, zones)

    def board(self, found: TableGame | None) -> dict[str, Any]:
        """The snapshot for everybody, without what the extensions add."""
        public = public_document(found, self._devices.health, self._clock(), self._versions.state)
        if (
            found is not None
            and (codes := self._keys.codes())
            and len(found.session.steps) <= len(found.session.names())
        ):
            public["table"]["codes"] = sorted(codes)  # only before the game, when hardly anything has been done
        headline = _(NOT_RECORDED) if self._recovery.has_lost_gesture else None
        if headline is None and found is not None and self._devices.carry(found):
            headline = next(filter(None, (extension.headline() for extension in self._extensions)), None)
        if headline is not None:
            public["headline"] = headline
        elif self._play.racks is not None and (prompts := self._play.racks.prompts()):
            public["prompter"] = prompts
        return public

    def _about_table(self, public: dict[str, Any]) -> dict[str, Any]:
        """What the host sees beside the game: notices, journal, devices, and what extensions add."""
        resources, health = self._resources, self._devices.health
        names = {seat["seat"]: seat["name"] for seat in public["seats"]}
        notices = [str(resources.journal.trouble)] if resources.journal.trouble is not None else []
        notices += map(say_again, resources.caretaker.notices)
        notices += [self._updates.newest.text()] if self._updates.newest is not None else []
        notices += [*map(say_again, self._notices), *health.notices(names)]
        desk: dict[str, Any] = {"notices": notices, "games": resources.recent}
        desk["journal"] = resources.caretaker.shown
        desk["backup"] = resources.caretaker.backup.to_json(self._wall_clock())
        desk["aloud"] = resources.reading.shown()
        for extension in self._extensions:
            extension.add_to_desk(desk)
        if self._devices.fitted is not None:
            desk["devices"] = health.devices(names)
        return desk
