"""Commands that start, reopen or forget games, and add a deck for them."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import as_count, as_list, as_text, as_word
from companion.games import game_ids, game_in
from companion.table.clocks import Pace
from companion.table.viewer import Viewer
from cuelight.app.access.permissions import SeatKeys
from cuelight.app.commands.dispatcher import Json
from cuelight.app.games.decks import checked_deck, described
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.new_game import game_record, pace_of, position_record
from cuelight.app.games.starter import GameStarter
from cuelight.app.games.store import continued_as, forgettable, new_seed
from cuelight.app.queries import MOST_IDS
from cuelight.app.resources import TableResources
from web.api.commands import MOST_GAMES


class GameGoesOn(CuelightError, RuntimeError):
    """A command that would end a game of people; its field `ends` names the game if that is meant."""

    code = "game.goes-on"


def check_position(resources: TableResources, body: Json, asker: Viewer) -> None:
    """Check a position before the table's thread gets it. Raises InputErrors."""
    if "position" in body:
        with resources.checking:
            position_record(body["position"], resources.shelf)


def check_deck(resources: TableResources, body: Json, asker: Viewer) -> None:
    """Check a deck before the table's thread gets it. Raises InputErrors."""
    with resources.checking:
        checked_deck(as_text(body.get("text"), "text", lines=True))


def start(
    starter: GameStarter, keys: SeatKeys, usual_pace: Callable[[], Pace | None], body: Json, asker: Viewer
) -> None:
    """Start a new game, or one at a position. `usual_pace` gives the pace if the command has none."""
    shelf = starter.resources.shelf
    if "position" in body:
        record = position_record(body["position"], shelf)
        _check_end(starter.play, body)
        starter.start(record | pace_of(body))
        return
    pace = None if body.get("pace") else usual_pace()
    record = game_record(body, shelf) | pace_of(body if pace is None else body | {"pace": str(pace)})
    _check_end(starter.play, body)
    deals = starter.play.devices.fitted is None and ("bots" in record or keys.closed)
    if deals and body.get("lead") is None:  # otherwise the first player to tap on a phone would be the Lead
        body = body | {"lead": new_seed() % len(record["names"])}
    starter.start(record, game_in(record).first_answer(body, record["names"]))


def demo(starter: GameStarter, body: Json, asker: Viewer) -> None:
    """Start a demonstration."""
    _check_end(starter.play, body)
    if "game" in body:
        starter.demo_game = as_word(body["game"], "game", game_ids())
    starter.start_demo()


def reopen(starter: GameStarter, body: Json, asker: Viewer) -> None:
    """Continue a game that was ended by mistake; the game that is played now can be reopened in its turn."""
    game = as_count(body.get("game"), "game", least=1, most=MOST_IDS)
    played, resources = starter.play.number, starter.resources
    if game != played == continued_as(resources.journal.games(), game):
        return  # asked for twice: it is being played already
    _check_end(starter.play, body)
    starter.add(resources.games.reopened(game, played))


def _check_end(play: GameInPlay, body: Json) -> None:
    """Raises GameGoesOn if people are playing a game and the command does not say that it ends that game."""
    found = play.current
    if found is None or found.demo or found.session.play.asked is None or body.get("ends") == found.id:
        return
    raise GameGoesOn(_("A game is being played, and this would end it. Look whether that is meant, and say so."))


def game_numbers(body: Json) -> list[int]:
    """The games that a command names."""
    wanted = as_list(body.get("games"), "games")
    if not 0 < len(wanted) <= MOST_GAMES:
        raise InputError(f"must name 1 to {MOST_GAMES} games, not {len(wanted)}", field="games")
    return [as_count(number, f"games[{at}]", least=1, most=MOST_IDS) for at, number in enumerate(wanted)]


def forget(play: GameInPlay, resources: TableResources, body: Json, asker: Viewer) -> None:
    """Delete games from the journal for good, with their digests."""
    numbers = game_numbers(body)
    resources.journal.forget(forgettable(resources.journal, numbers), resources.wall_clock())
    resources.list_recent(play.number)
    resources.caretaker.measure()


def add_deck(resources: TableResources, body: Json, asker: Viewer) -> Json:
    """Add a deck to those of the owners."""
    return {"deck": described(resources.boxes.drafts.take_file(as_text(body.get("text"), "text", lines=True)))}


def remove_deck(resources: TableResources, body: Json, asker: Viewer) -> None:
    """Take a deck of the owners off the list."""
    game = as_word(body.get("game"), "game", game_ids())
    resources.shelf.remove(game, as_text(body.get("deck"), "deck"), resources.wall_clock())
