"""Puts a game into play: a new one, a demonstration, or the last one of the journal.

A game is written down and played only if every page can show it; until then the game before it stays in play.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.game.new_game import STAND_IN
from companion.games import game_in
from companion.journal import GameInfo, Kind
from companion.table.strength import chairs_of
from cuelight.app.extensions import Extension
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.new_game import game_record, position_record
from cuelight.app.games.round import TableGame
from cuelight.app.publisher import CannotBeShown
from cuelight.app.resources import TableResources

DEMO_NAMES = ("William", "Kate", "Robin", "Viola")


class FirstGame(NamedTuple):
    """The choice of the first game after a start.

    Attributes:
        demo: start a demonstration if there is no game to resume.
        game: which game demonstrations play; the last one is not resumed if it is another game.
        deck: the text of the owners' deck that was given at the start.
        position: start here, unless the last game has begun here already.
    """

    demo: bool = False
    game: str | None = None
    deck: str | None = None
    position: Any = None


@dataclass(eq=False)
class GameStarter:
    """Puts games into play.

    Args:
        check_shown: raises CannotBeShown for a game of which no snapshot can be made.
        notices: get messages for the host about games that cannot be resumed or shown.
        extensions: notice each new game.
    """

    play: GameInPlay
    resources: TableResources
    check_shown: Callable[[TableGame], None]
    notices: list[str]
    extensions: Sequence[Extension]
    first: FirstGame

    def __post_init__(self) -> None:
        self.demo_game = self.first.game  # None for any

    def start(self, body: Mapping[str, Any], first: Mapping[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            body: its record.
            first: an answer that is known already.

        Raises InputError, CannotBeShown and JournalError.
        """
        self._check_chairs(body)
        self.add(self.resources.games.drafted(body, first))

    def start_demo(self) -> None:
        """Start a demonstration; with the stand-in deck, if the owners' newest deck cannot be shown."""
        chosen = {"game": self.demo_game, "names": DEMO_NAMES}
        try:
            self.start(game_record(chosen, self.resources.shelf) | {"demo": True})
        except CannotBeShown as error:
            self.notices.append(str(error))
            self.start(game_record(chosen | {"deck": STAND_IN}, self.resources.shelf) | {"demo": True})

    def add(self, found: TableGame) -> None:
        """Write down a game that is not in the journal yet, and play it."""
        self.check_shown(found)
        self.resources.games.begin(found)
        self._begin(found)
        for extension in self.extensions:
            extension.after_begin(found)

    def rename(self, names: Sequence[str]) -> None:
        """Give the players of the current game other names. Raises CannotBeShown and JournalError."""
        found = self.play.require()
        renamed = self.resources.games.renamed(found, names)
        self.check_shown(renamed)
        found.book.append_all([(Kind.NAMES, {"names": names})], self.play.clock())
        self.play.replace(renamed)

    def resume_last(self) -> None:
        """Resume the last game of the journal if it is not over; else start what was asked for at the start."""
        game, position = self.resources.games.newest(), self.first.position
        wanted = position_record(position, self.resources.shelf) if position is not None else None
        if wanted is not None and (game is None or game.body.get("position") != wanted["position"]):
            self.start(wanted)
            return
        found = self._resumed(game) if game is not None and not self.resources.games.was_left() else None
        if found is not None and self._continues(found):
            self._begin(found)
        elif self.first.demo:
            self.start_demo()

    def resume_on_devices(self) -> None:
        """Resume the current game on the devices that the table has now."""
        played = self.resources.games.newest()
        if played is None or self.play.current is None or self.play.current.demo:
            return
        if (found := self._resumed(played)) is not None:
            self._begin(found)

    def _begin(self, found: TableGame) -> None:
        self.resources.list_recent(found.id)
        self.resources.reading.begin(found)
        self.play.begin(found)

    def _check_chairs(self, body: Mapping[str, Any]) -> None:
        """Raises InputError if a bot has no rack at a table with readers."""
        devices, chairs = self.play.devices, chairs_of(body.get("bots", ()))
        if not chairs or devices.fitted is None or body.get("demo"):
            return
        game = game_in(body)
        if game.racks is None:
            raise InputError(_("bots play {title} only on an on-screen mat", title=game.info.title), field="bots")
        without = [player for player in chairs if not devices.has_rack(player)]
        if without:
            raise InputError(
                _(
                    "there is no rack with readers at seat {number}; "
                    "a bot plays where there is one, or at a drawn table",
                    number=without[0] + 1,
                ),
                field="bots",
            )

    def _continues(self, found: TableGame) -> bool:
        """False if the last game is a demonstration that is over, or that has another deck or game than requested."""
        if not self.first.demo:
            return True
        if found.driver == "bots" and self.demo_game not in (None, found.game.info.id):
            return False
        deck = self.first.deck
        given = {"text": deck} if deck is not None and found.driver == "bots" else None
        return found.session.play.asked is not None and given in (None, found.body.get("deck"))

    def _resumed(self, game: GameInfo) -> TableGame | None:
        """A game as it was left; None, with a notice, if it cannot be read or shown. It stays in the journal."""
        try:
            found = self.resources.games.taken_up(game)
            self.check_shown(found)
        except Exception as error:  # a damaged game does not stop the start
            logging.getLogger(__name__).info("game %d of the journal cannot be resumed", game.id, exc_info=True)
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
