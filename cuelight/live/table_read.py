"""A Table Read at a table: the line of each card that is turned up is spoken, unless somebody has switched that off."""

from __future__ import annotations

from typing import Any

from companion.journal import Journal, Kind
from companion.othello.model.events import Revealed
from companion.table.session import Session
from cuelight.live.voice import Voice

KIND = Kind.VOICE
VARIANT = "table-read"


class TableRead:
    """Follows the game that is played, and gives its lines to a voice. Whether it speaks is kept in the journal."""

    def __init__(self, journal: Journal, voice: Voice) -> None:
        self._journal = journal
        self._voice = voice
        self._heard = 0
        self.speaks = all(record.body["speaks"] for record in journal.of_kind(KIND)[-1:])

    def begin(self, session: Session) -> None:
        """From now on this game is played; what was turned up before has been read."""
        self._heard = len(session.game.events)

    def follow(self, session: Session) -> None:
        """Speak the line of a card that was turned up since the last time; one that lies face down is not spoken."""
        state, events = session.state, session.game.events
        fresh, self._heard = events[self._heard :], len(events)
        if not self.speaks or VARIANT not in state.rules.variants:
            return
        turned = (state.deck.cards.get(event.card) for event in fresh if type(event) is Revealed)
        for line in [card.line for card in turned if card is not None and card.line]:
            self._voice.say(line)

    def switch(self, speaks: bool, at: float) -> None:
        """Speak from now on, or be silent, in this game and in those to come."""
        self._journal.append(KIND, {"speaks": speaks}, at)
        self.speaks = speaks
        if not speaks:
            self._voice.hush()

    def shown(self, session: Session) -> dict[str, Any] | None:
        """What the desk says of it; None where no Table Read is played."""
        if VARIANT not in session.state.rules.variants:
            return None
        return {"program": self._voice.name, "speaks": self.speaks}
