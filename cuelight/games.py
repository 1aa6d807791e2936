"""The games of a table's journal: begun, and taken up where they were left."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.journal import GameInfo, Journal
from cuelight.rounds import Clock, JournalBook, Round, round_of
from hardware.fitted_table import FittedTable


class Games:
    """What is made of the journal's game records.

    Args:
        clock: seconds that never run backwards, for the games.
        wall_clock: seconds since 1970, for the journal.
        fitted: the table's devices; without them games are played on a virtual mat.
    """

    def __init__(self, journal: Journal, clock: Clock, wall_clock: Clock, fitted: FittedTable | None) -> None:
        self._journal = journal
        self._clock = clock
        self._wall_clock = wall_clock
        self._fitted = fitted

    def newest(self) -> GameInfo | None:
        """The game that was begun last."""
        games = self._journal.games()
        return games[-1] if games else None

    def taken_up(self, game: GameInfo) -> Round:
        """A game as it was left. Raises whatever comes of a record that this program cannot read."""
        found = self._round(game.body)
        found.resume(((record.kind, record.body) for record in self._journal.records(game.id)), self._clock())
        return found

    def drafted(self, body: Mapping[str, Any], first: Mapping[str, Any] | None = None) -> Round:
        """A new game with what follows from its beginning, of which nothing is in the journal before `begin`.

        Args:
            body: its record, without the seed.
            first: an answer that is known already.

        Raises InputError for what cannot be a game.
        """
        found = self._round(dict(body) | {"seed": random.SystemRandom().randrange(2**32)})
        found.book.draft = []
        found.session.settle(self._clock())
        if first is not None:
            found.session.say(first, self._clock())
        found.lay_again()
        return found

    def begin(self, found: Round) -> None:
        """Write a drafted game down, whole.

        Raises JournalError, and then nothing of it is in the journal.
        """
        self._journal.begin_game(found.body, self._wall_clock(), found.book.draft or ())
        found.book.draft = None

    def _round(self, body: dict[str, Any]) -> Round:
        return round_of(body, JournalBook(self._journal, self._wall_clock), self._clock, self._fitted)
