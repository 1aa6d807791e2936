"""Shows a running table: first the lights, then the snapshots, made once for each change.

Both are shown only after the journal has recorded what happened.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.errors import CuelightError
from companion.core.i18n import N_, _
from companion.core.observation import Clock
from companion.core.places import SEATS
from companion.journal import JournalError
from cuelight.app.documents import timeless
from cuelight.app.extensions import Extension
from cuelight.app.feed import Feed
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.loop import Loop
from cuelight.app.resources import TableResources
from cuelight.app.seats import SeatKeys
from cuelight.app.snapshots import Snapshots
from cuelight.app.system.write_recovery import WriteRecovery
from cuelight.app.versions import GameVersions

SOMETHING_BROKE = N_("Something broke on the companion's side; the log has the details. The game goes on.")


class Publisher:
    """Brings lights, racks and bots in line with the game, and sends snapshots to the feed.

    Args:
        notices: where errors are noted for the host.
        clock: seconds that never run backwards.
    """

    def __init__(
        self,
        loop: Loop,
        feed: Feed,
        snapshots: Snapshots,
        play: GameInPlay,
        resources: TableResources,
        versions: GameVersions,
        recovery: WriteRecovery,
        keys: SeatKeys,
        notices: list[str],
        extensions: Sequence[Extension],
        clock: Clock,
    ) -> None:
        self._loop = loop
        self._feed = feed
        self._snapshots = snapshots
        self._play = play
        self._resources = resources
        self._versions = versions
        self._recovery = recovery
        self._keys = keys
        self._notices = notices
        self._extensions = extensions
        self._clock = clock

    def present(self) -> None:
        """Show the lights, then publish the snapshots, unless the lights set off something that comes first."""
        found = self._play.current
        if found is not None:
            for extension in self._extensions:
                extension.before_show(found)
            self._play.follow(self._resources.reading.dark)
            is_recorded = self._resources.journal.trouble is None
            if is_recorded:
                found.tidy()
            if self._loop.has_follow_ups:  # for example, players took cards off an on-screen mat
                self._loop.mark_changed()
                return
            if is_recorded and self._play.racks is not None:
                found.keep_racks(self._play.racks.unwritten(), self._clock())
            if is_recorded:
                self._recovery.note_recorded(found)
        self.publish()
        if found is not None:
            self._resources.reading.follow(found, lambda: self._snapshots.board(found))

    def publish(self) -> None:
        """Make the snapshots and send those that have changed."""
        found = self._play.current
        if found is not None:
            found.cover({*self._keys.keyed(), *found.chairs})
        self._versions.note_changes()
        ends = found.session.countdown.deadline if found is not None else None
        followed = [player for player in range(SEATS[-1]) if self._feed.is_followed(player)]
        for channel, content in self._snapshots.documents(found, followed):
            self._feed.send(channel, content, (ends, timeless(content)))

    def report_error(self, error: CuelightError | None) -> None:
        """Show the host an error; None stands for a bug, which is in the log."""
        if self._play.current is not None:
            self._play.current.follow()  # what was begun and is not recorded has not happened
        message = str(error) if error is not None else _(SOMETHING_BROKE)
        if not isinstance(error, JournalError) and message not in self._notices:  # the journal has a notice of its own
            self._notices.append(message)
        self.publish()

    def seat_document(self, player: int) -> bytes:
        """The snapshot for a player as of now, with the board that was published last."""
        [(_channel, content)] = self._snapshots.seat_documents(self._play.current, self._feed.newest("board"), [player])
        return content
