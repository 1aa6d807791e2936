"""Shows a running table: first the lights, then the snapshots of the pages, made once for each change.

Both are shown only after the journal has recorded what happened.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import N_, _, say_again
from companion.core.places import SEAT_NAMES, SEATS, seat_name
from companion.journal import JournalError
from companion.table.conflicts import StateVersions
from companion.table.snapshot import idle_board
from cuelight.app.access.permissions import SeatKeys
from cuelight.app.documents import NOTHING, SeatDocuments, desk_document, encoded, public_document, timeless
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame
from cuelight.app.loop import Loop
from cuelight.app.resources import TableResources
from cuelight.app.system.write_recovery import WriteRecovery
from cuelight.doctor.updates import UpdateWatch
from web.api.table_port import Channel, Listener, SeatChannel

NOT_RECORDED = N_("What you do is not recorded: the table cannot write it down. The host's page says why")
SOMETHING_BROKE = N_("Something broke on the companion's side; the log has the details. The game goes on.")


BESIDE_BOARD: tuple[Channel, ...] = ("desk", *map(SeatChannel, range(SEATS[-1])))
"""The channels whose snapshots are made only while somebody follows them, in the order in which they are made."""


class Feed:
    """The newest snapshot of each channel, and the callbacks that get each new one.

    Snapshots are read and callbacks are registered from any thread; `send` is called on the table's thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._snapshots: dict[Channel, bytes] = {"board": encoded(idle_board())}
        self._listeners: defaultdict[Channel, list[Listener]] = defaultdict(list)
        self._sent: dict[Channel, Hashable] = {}

    def newest(self, channel: Channel) -> bytes:
        """The newest snapshot; an empty one for a channel that nobody follows."""
        return self._snapshots.get(channel, NOTHING)

    def followed_snapshot(self, channel: Channel) -> bytes | None:
        """The newest snapshot, which is up to date; None if nobody follows the channel or none is made yet."""
        return self._snapshots.get(channel)

    def add(self, channel: Channel, callback: Listener) -> None:
        """Call `callback` with each snapshot from now on."""
        with self._lock:
            self._listeners[channel].append(callback)

    def remove(self, channel: Channel, callback: Listener) -> None:
        """Never call `callback` again, except for a snapshot that is on its way.

        A channel beside the board has no snapshot once nobody follows it.
        """
        with self._lock:
            self._listeners[channel].remove(callback)
            if not self._is_made(channel):
                self._snapshots.pop(channel, None)
                self._sent.pop(channel, None)

    def followed(self) -> list[Channel]:
        """The channels beside the board that somebody follows."""
        return [channel for channel in BESIDE_BOARD if self._listeners.get(channel)]

    def send(self, channel: Channel, content: bytes, news: Hashable) -> None:
        """Keep a snapshot. Send it if `news` differs from that of the last one."""
        with self._lock:
            if not self._is_made(channel):
                return
            self._snapshots[channel] = content
            if news == self._sent.get(channel):
                return
            self._sent[channel] = news
            listeners = list(self._listeners[channel])
        for listener in listeners:
            listener(content)

    def send_first(self, channel: Channel, callback: Callable[[bytes], None], content: bytes) -> None:
        """Keep a snapshot, and send it to somebody who has just begun to follow."""
        with self._lock:
            if self._is_made(channel):
                self._snapshots[channel] = content
        callback(content)

    def _is_made(self, channel: Channel) -> bool:
        return channel == "board" or bool(self._listeners.get(channel))


class CannotBeShown(CuelightError, ValueError):
    """A game of which no page could get a snapshot; it is neither started nor resumed."""


@dataclass(eq=False)
class Snapshots:
    """Makes snapshots as of now, and sends nothing. Extensions add to them.

    Args:
        notices: messages for the host, which stay until the table is restarted.
    """

    play: GameInPlay
    resources: TableResources
    versions: StateVersions
    recovery: WriteRecovery
    updates: UpdateWatch
    keys: SeatKeys
    notices: list[str]
    extensions: Sequence[Extension]

    def __post_init__(self) -> None:
        self._seats = SeatDocuments()

    def check_shown(self, found: TableGame) -> None:
        """Raises CannotBeShown if some page could not get a snapshot of this game."""
        try:
            for _channel, _content in self.documents(found, BESIDE_BOARD):
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

    def documents(self, found: TableGame | None, channels: Collection[Channel]) -> Iterator[tuple[Channel, bytes]]:
        """The snapshot for everybody, then those of these other channels.

        Each is encoded before the next is made. Raises ValueError if one cannot be encoded.
        """
        public = self.board(found)
        for extension in self.extensions:
            extension.add_to_board(public)
        board = encoded(public)
        yield "board", board
        if channels:
            yield from self.beside_board(found, board, channels)

    def beside_board(
        self, found: TableGame | None, board: bytes, channels: Collection[Channel]
    ) -> Iterator[tuple[Channel, bytes]]:
        """The snapshots of the host and of players, with the encoded `board` in each."""
        zones, health = self.play.devices.zones_with_reader(found), self.play.devices.health
        if "desk" in channels:
            desk = encoded(self._desk(found, zones))
            yield "desk", b'{"board":%b,%b' % (board, desk.removeprefix(b"{"))
        players = [channel.player for channel in channels if isinstance(channel, SeatChannel)]
        yield from self._seats.made(found, board, players, health, zones)

    def board(self, found: TableGame | None) -> dict[str, Any]:
        """The snapshot for everybody, without what the extensions add."""
        public = public_document(found, self.play.devices.health, self.play.clock(), self.versions.state)
        if (
            found is not None
            and (codes := self.keys.codes())
            and len(found.session.view.record.steps) <= len(found.session.names)
        ):
            public["table"]["codes"] = sorted(codes)  # only before the game, when hardly anything has been done
        headline = _(NOT_RECORDED) if self.recovery.is_needed else None
        if headline is None and found is not None and self.play.devices.carry(found):
            headline = next(filter(None, (extension.headline() for extension in self.extensions)), None)
        if headline is not None:
            public["headline"] = headline
        elif self.play.racks is not None and (prompts := self.play.racks.prompts()):
            public["prompter"] = prompts
        return public

    def _desk(self, found: TableGame | None, zones: Collection[str] | None) -> dict[str, Any]:
        """The snapshot for the host without the board; `zones` are those with a reader."""
        resources, health = self.resources, self.play.devices.health
        names = dict(zip(SEAT_NAMES, found.session.names, strict=False)) if found is not None else {}
        notices = [str(resources.journal.trouble)] if resources.journal.trouble is not None else []
        notices += map(say_again, resources.caretaker.notices)
        notices += [self.updates.newest.text()] if self.updates.newest is not None else []
        notices += [*map(say_again, self.notices), *health.notices(names)]
        desk: dict[str, Any] = {}
        if found is not None:
            desk = desk_document(found, health, zones)
            desk["voice"] = resources.reading.lines(found)
            chairs = self.play.chairs_for_bots()
            desk["chairs"] = [{"seat": seat_name(player), "bot": bot} for player, bot in chairs.items()]
        desk |= {"notices": notices, "games": resources.recent}
        desk["journal"] = resources.caretaker.shown
        desk["backup"] = resources.caretaker.backup.to_json(self.resources.wall_clock())
        desk["aloud"] = resources.reading.shown()
        for extension in self.extensions:
            extension.add_to_desk(desk)
        if self.play.devices.fitted is not None:
            desk["devices"] = health.devices(names)
        return desk


@dataclass(eq=False)
class Publisher:
    """Brings lights, racks and bots in line with the game, and sends snapshots to the feed."""

    loop: Loop
    feed: Feed
    snapshots: Snapshots
    play: GameInPlay
    resources: TableResources
    versions: StateVersions
    recovery: WriteRecovery
    keys: SeatKeys
    notices: list[str]
    extensions: Sequence[Extension]

    def present(self) -> None:
        """Show the lights, then publish the snapshots, unless the lights set off something that comes first."""
        found = self.play.current
        if found is not None:
            for extension in self.extensions:
                extension.before_show(found)
            self.play.follow(self.resources.reading.dark)
            is_recorded = self.resources.journal.trouble is None
            if is_recorded:
                found.tidy()
            if self.loop.has_follow_ups:  # for example, players took cards off an on-screen mat
                self.loop.mark_changed()
                return
            if is_recorded and self.play.racks is not None:
                found.keep_racks(self.play.racks.unwritten(), self.play.clock())
            if is_recorded:
                self.recovery.note_recorded(found)
        self.publish()
        if found is not None:
            self.resources.reading.follow(found, lambda: self.snapshots.board(found))

    def publish(self) -> None:
        """Make the snapshots and send those that have changed."""
        found = self.play.current
        if found is not None:
            found.cover({*self.keys.hidden_hands(), *found.chairs})
            found.note_changes(self.versions)
        ends = found.session.view.timing.countdown.deadline if found is not None else None
        for channel, content in self.snapshots.documents(found, self.feed.followed()):
            self.feed.send(channel, content, (ends, timeless(content)))

    def report_error(self, error: CuelightError | None) -> None:
        """Show the host an error; None stands for a bug, which is in the log."""
        if (found := self.play.current) is not None:
            found.follow()  # what was begun and is not recorded has not happened
        message = str(error) if error is not None else _(SOMETHING_BROKE)
        if not isinstance(error, JournalError) and message not in self.notices:  # the journal shows its own trouble
            self.notices.append(message)
        self.publish()

    def document(self, channel: Channel) -> bytes:
        """The snapshot for the host or a player as of now, with the board that was published last."""
        board = self.feed.newest("board")
        [(_channel, content)] = self.snapshots.beside_board(self.play.current, board, [channel])
        return content
