"""Commands that start, reopen or forget games, and add a deck for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import as_count, as_list, as_text, as_word
from companion.core.observation import Clock
from companion.games import game_ids, game_in
from companion.table.viewer import Viewer
from companion.table.window import Pace
from cuelight.app.commands.dispatcher import Command, Json
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.games.decks import checked_deck, described
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.new_game import game_record, pace_of, position_record
from cuelight.app.games.starter import GameStarter
from cuelight.app.games.store import continued_as, forgettable, new_seed
from cuelight.app.queries import MOST_IDS
from cuelight.app.resources import TableResources
from cuelight.app.seats import SeatKeys
from web.api.commands import MOST_FORGOTTEN


class GameGoesOn(CuelightError, RuntimeError):
    """A command that would end a game of people; its field `ends` names the game if that is meant."""

    code = "game.goes-on"


class GameCommands:
    """Commands about whole games.

    Args:
        usual_pace: gives the pace of games that are started without one; None for the game's own.
        wall_clock: seconds since 1970, for the journal.
    """

    def __init__(
        self,
        play: GameInPlay,
        starter: GameStarter,
        resources: TableResources,
        devices: AttachedDevices,
        keys: SeatKeys,
        usual_pace: Callable[[], Pace | None],
        wall_clock: Clock,
    ) -> None:
        self._play = play
        self._starter = starter
        self._resources = resources
        self._devices = devices
        self._keys = keys
        self._usual_pace = usual_pace
        self._wall_clock = wall_clock
        self._checking = threading.Lock()
        self.commands: Mapping[str, Command] = {
            "start": self._start,
            "demo": self._demo,
            "reopen": self._reopen,
            "forget": self._forget,
            "deck": self._deck,
        }
        self.preparations = {"start": self._check_position, "deck": self._check_deck}

    def _check_position(self, body: Json, asker: Viewer) -> None:
        if "position" in body:
            with self._checking:  # one at a time
                position_record(body["position"], self._resources.shelf)

    def _check_deck(self, body: Json, asker: Viewer) -> None:
        with self._checking:
            checked_deck(as_text(body.get("text"), "text", lines=True))

    def _start(self, body: Json, asker: Viewer) -> None:
        if "position" in body:
            record = position_record(body["position"], self._resources.shelf)
            self._check_end(body)
            self._starter.start(record | pace_of(body))
            return
        usual = self._usual_pace() if not body.get("pace") else None
        record = game_record(body, self._resources.shelf) | pace_of(body | ({"pace": str(usual)} if usual else {}))
        self._check_end(body)
        deals = self._devices.fitted is None and ("bots" in record or self._keys.closed)
        if deals and body.get("lead") is None:  # otherwise the first player to tap on a phone would be the Lead
            body = body | {"lead": new_seed() % len(record["names"])}
        self._starter.start(record, game_in(record).first_answer(body, record["names"]))

    def _demo(self, body: Json, asker: Viewer) -> None:
        self._check_end(body)
        if "game" in body:
            self._starter.demo_game = as_word(body["game"], "game", game_ids())
        self._starter.start_demo()

    def _reopen(self, body: Json, asker: Viewer) -> None:
        """Continue a game that was ended by mistake; the game that is played now can be reopened in its turn."""
        game = as_count(body.get("game"), "game", least=1, most=MOST_IDS)
        played = self._play.number
        if game != played == continued_as(self._resources.journal.games(), game):
            return  # asked for twice: it is being played already
        self._check_end(body)
        self._starter.add(self._resources.games.reopened(game, played))

    def _check_end(self, body: Json) -> None:
        """Raises GameGoesOn if people are playing a game and the command does not say that it ends that game."""
        found = self._play.current
        if found is None or found.demo or found.session.game.asked is None or body.get("ends") == found.id:
            return
        raise GameGoesOn(_("A game is being played, and this would end it. Look whether that is meant, and say so."))

    def _forget(self, body: Json, asker: Viewer) -> None:
        """Delete games from the journal for good, with their digests."""
        wanted = as_list(body.get("games"), "games")
        if not 0 < len(wanted) <= MOST_FORGOTTEN:
            raise InputError(f"must name 1 to {MOST_FORGOTTEN} games, not {len(wanted)}", field="games")
        numbers = [as_count(number, f"games[{at}]", least=1, most=MOST_IDS) for at, number in enumerate(wanted)]
        journal = self._resources.journal
        journal.forget(forgettable(journal, numbers), self._wall_clock())
        self._resources.list_recent(self._play.number)
        self._resources.caretaker.measure()

    def _deck(self, body: Json, asker: Viewer) -> Json:
        return {"deck": described(self._resources.boxes.take_deck(as_text(body.get("text"), "text", lines=True)))}
