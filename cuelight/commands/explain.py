"""`cuelight explain`: every point of a player's score with its reason, as the game reports it.

Input is a position, the output of `play --json` or `script --json`, or a journal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from companion.core.errors import InputError
from companion.core.json_fields import Fields
from companion.game import AnyGame
from companion.games import game_in
from companion.journal import Journal
from companion.table.session import Session
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.round import Unwritten, start_of
from cuelight.app.games.store import as_called_now, written
from cuelight.commands.text_interface import position_in
from cuelight.terminal.input_files import STANDARD_INPUT, located, read_document, write_text

SQLITE = b"SQLite format 3\0"
T = TypeVar("T")


class Story(NamedTuple):
    """The state of a game, and the known events that led to it."""

    game: AnyGame
    state: Any
    events: Sequence[Any]


def explain_file(file: str, *, player: str | None, game: int | None, as_json: bool) -> int:
    """Print the reasons for the points of one player, or of all; returns the exit status.

    Args:
        file: a position, a result of `play --json` or `script --json`, or a journal; `-` is standard input.
        player: the player; None for everybody.
        game: the number of a game in a journal; None for the newest.
        as_json: print a JSON document instead of text.

    Raises InputError if the input cannot be read, or the player or game does not exist.
    """
    if file != STANDARD_INPUT and _is_journal(file):
        story = _from_journal(file, game)
    elif game is not None:
        raise InputError("has one game only; leave --game out", file=file)
    else:
        story = _from_document(file)
    found, state, events = story
    names = found.rules.players(state)
    if player is not None and player not in names:
        raise InputError(f"there is no player {player!r}; choose one of: {', '.join(names)}", field="--player")
    chosen = [number for number, name in enumerate(names) if player in (None, name)]
    if as_json:
        reasons = _checked(lambda: found.rules.points(state, events))
        write_text(json.dumps({"players": [reasons[number] for number in chosen]}, indent=1))
    else:
        texts = [_checked(partial(found.text.points, state, events, number)) for number in chosen]
        write_text("\n\n".join(texts))
    return 0


def _checked(reasons: Callable[[], T]) -> T:
    try:
        return reasons()
    except ValueError as error:
        raise InputError("the events do not lead to this position", field="events") from error


# --- reading


def _is_journal(file: str) -> bool:
    try:
        with Path(file).open("rb") as opened:
            return opened.read(len(SQLITE)) == SQLITE
    except OSError:
        return False  # reading it as a document reports the mistake


def _from_journal(file: str, game: int | None) -> Story:
    with closing(Journal.reading(Path(file))) as journal:
        games = {game.id: game for game in journal.games()}
        if not games:
            raise InputError("has no game yet", file=file)
        found = games.get(max(games) if game is None else game)
        if found is None:
            raise InputError(f"has no game {game}; choose one of {', '.join(map(str, games))}", file=file)
        body, records = as_called_now(DeckStore(journal).whole(found.body), written(journal, found))
    begun = game_in(body)
    session = Session(begun, start_of(body), begun.rules.chance(), Unwritten())
    session.replay(records)
    return Story(begun, session.state, session.play.events)


def _from_document(file: str) -> Story:
    data = read_document(file)
    position = position_in(data)
    with located(file):
        game = game_in(position)
        state = game.types.position_from_json(position)
        if position is data:
            return Story(game, state, ())
        names = game.rules.players(state)
        events = [game.types.event_from_json(item, names, field) for field, item in Fields(data).items("events")]
        return Story(game, state, events)
