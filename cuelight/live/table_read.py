"""A Table Read at a table: the line of each card that is turned up is spoken, unless somebody has switched that off."""

from __future__ import annotations

from typing import Any

from companion.journal import Journal
from cuelight.live.language import KIND, kept
from cuelight.live.rounds import Round
from cuelight.live.voice import Voice


class TableRead:
    """Follows the game that is played, and gives its lines to a voice. Whether it speaks is kept in the journal."""

    def __init__(self, journal: Journal, voice: Voice) -> None:
        self._journal = journal
        self._voice = voice
        self._heard = 0
        self.speaks = bool(kept(journal).get("speaks", True))

    def begin(self, found: Round) -> None:
        """From now on this game is played; what was turned up before has been read."""
        self._heard = len(found.session.game.events)

    def follow(self, found: Round) -> None:
        """Speak the line of a card that was turned up since the last time; one that lies face down is not spoken."""
        events = found.session.game.events
        fresh, self._heard = events[self._heard :], len(events)
        if self.speaks and found.rules.has_lines(found.session.state):
            for line in found.rules.lines(found.session.state, fresh):
                self._voice.say(line)

    def switch(self, speaks: bool, at: float) -> None:
        """Speak from now on, or be silent, in this game and in those to come."""
        self._journal.append(KIND, {**kept(self._journal), "speaks": speaks}, at)
        self.speaks = speaks
        if not speaks:
            self._voice.hush()

    def shown(self, found: Round) -> dict[str, Any] | None:
        """What the desk says of it; None where no Table Read is played."""
        if not found.rules.has_lines(found.session.state):
            return None
        return {"program": self._voice.name, "speaks": self.speaks}
