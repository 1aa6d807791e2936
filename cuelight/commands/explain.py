"""`cuelight explain`: every point of a player's score, with the events that brought it and the rules behind them.

Of Deathmatch: who hurt whom, with what.

Reads a position, what `play --json` or `script --json` printed, or a journal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from companion.deathmatch.model.events import event_from_object as deathmatch_event_from_object
from companion.deathmatch.position import read as deathmatch
from companion.deathmatch.text import explain as deathmatch_explain
from companion.games import game_in
from companion.journal import Journal
from companion.othello.model.cards import ACT_NUMERALS, Role
from companion.othello.model.events import EVENTS, PLAYER_FIELDS, Event
from companion.othello.model.state import State
from companion.othello.position.read import position_from_json
from companion.othello.rules.scoring import Score, score
from companion.othello.text.explain import Entry, explain
from companion.othello.text.narrate import event_text
from companion.othello.text.why import PARTS, why
from companion.othello.text.words import points as in_points
from companion.play.errors import InputError
from companion.play.fields import Fields, as_text, as_word
from companion.table.session import Session
from cuelight.commands.files import STANDARD_INPUT, read_document, write_text
from cuelight.commands.script import Unwritten
from cuelight.commands.text_interface import position_in
from cuelight.live.deck_store import DeckStore
from cuelight.live.games import records_of
from cuelight.live.rounds import start_of

SQLITE = b"SQLite format 3\0"
T = TypeVar("T")
Json = dict[str, Any]
NUMBERS = ("act", "scene", "amount", "wounds")


class Story(NamedTuple):
    """A game as it stands, the events that led there as far as they are known, and who tells of it."""

    state: Any
    events: Sequence[Any]
    teller: Teller


class Teller(NamedTuple):
    """How a game explains itself.

    `read` and `event` make a state and an event of what `play --json` printed; `why` are the reasons as objects, `text`
    those of one player for people. The last two raise ValueError when the events do not lead to the state.
    """

    read: Callable[[Any], Any]
    event: Callable[[Any, Sequence[str], str], Any]
    why: Callable[[Any, Sequence[Any]], list[Json]]
    text: Callable[[Any, Sequence[Any], int], str]


def explain_file(file: str, *, player: str | None, game: int | None, as_json: bool) -> int:
    """Print why a player, or everybody, has their points, and return the exit status.

    Args:
        file: a position, a result of `play --json` or `script --json`, or a journal; `-` is standard input.
        player: whose points; everybody's when None.
        game: which game of a journal; the newest when None.
        as_json: print a JSON document, else text.

    Raises InputError for what cannot be read, and for a player or a game that there is not.
    """
    if file != STANDARD_INPUT and _is_journal(file):
        story = _from_journal(file, game)
    elif game is not None:
        raise InputError("has one game only; leave --game out", file=file)
    else:
        story = _from_document(file)
    names = [seat.name for seat in story.state.seats]
    if player is not None and player not in names:
        raise InputError(f"there is no player {player!r}; choose one of: {', '.join(names)}", field="--player")
    chosen = [number for number, name in enumerate(names) if player in (None, name)]
    if as_json:
        reasons = _checked(lambda: story.teller.why(story.state, story.events))
        write_text(json.dumps({"players": [reasons[number] for number in chosen]}, indent=1))
    else:
        texts = [_checked(partial(story.teller.text, story.state, story.events, number)) for number in chosen]
        write_text("\n\n".join(texts))
    return 0


def player_text(state: State, events: Sequence[Event], player: int) -> str:
    """A player's points and their reasons for people: a line each, under the part of the score they belong to."""
    found = score(state, player)
    entries = explain(state, events)[player]
    lines = [f"{state.seats[player].name}: {in_points(found.total)}"]
    for part in Score._fields:
        mine = [entry for entry in entries if entry.part == part]
        if mine:
            lines.append(f"\n  {PARTS[part]}: {getattr(found, part)}")
            lines += [line for entry in mine for line in _entry_lines(state, events, entry)]
    return "\n".join(lines)


def _checked(reasons: Callable[[], T]) -> T:
    try:
        return reasons()
    except ValueError as error:
        raise InputError("the events do not lead to this position", field="events") from error


def _entry_lines(state: State, events: Sequence[Event], entry: Entry) -> list[str]:
    scene = f", scene {entry.scene}" if entry.scene else ""
    when = f"Act {ACT_NUMERALS[entry.act - 1]}{scene}" if entry.act else "before"
    lines = [f"  {entry.points:4}  {entry.text}  [{when}; {', '.join(entry.rules)}]"]
    told = [(index, event_text(state, events[index])) for index in entry.events]
    return lines + [f"          event {index}: {line.text}" for index, line in told if line is not None]


# --- reading


def _is_journal(file: str) -> bool:
    try:
        with Path(file).open("rb") as opened:
            return opened.read(len(SQLITE)) == SQLITE
    except OSError:
        return False  # reading it as a document says what is wrong


def _from_journal(file: str, game: int | None) -> Story:
    with closing(Journal.open(Path(file))) as journal:
        games = {game.id: game for game in journal.games()}
        if not games:
            raise InputError("has no game yet", file=file)
        found = games.get(max(games) if game is None else game)
        if found is None:
            raise InputError(f"has no game {game}; choose one of {', '.join(map(str, games))}", file=file)
        records = [(record.kind, record.body) for record in records_of(journal, found)]
        body = DeckStore(journal).whole(found.body)
    rules = game_in(body)
    session = Session(rules, start_of(body), rules.unseen(), Unwritten())
    session.replay(records)
    return Story(session.state, session.game.events, TELLERS[rules.id])


def _from_document(file: str) -> Story:
    data = read_document(file)
    position = position_in(data)
    told = position.get("game", USUAL) if isinstance(position, dict) else USUAL
    try:
        teller = TELLERS[as_word(told, "game", tuple(TELLERS))]
        state = teller.read(position)
        if position is data:
            return Story(state, (), teller)
        names = [seat.name for seat in state.seats]
        return Story(state, [teller.event(item, names, field) for field, item in Fields(data).items("events")], teller)
    except InputError as error:
        raise error.located(file) from error


def event_from_object(data: Any, names: Sequence[str], field: str) -> Event:
    """The event that `play --json` printed as an object with players by name.

    Raises InputError that names the field.
    """
    item = Fields(data, field)
    kind = EVENTS.get(as_text(item.get("event"), item.where("event")))
    if kind is None:
        raise InputError(f"there is no event {item.get('event')!r}", field=item.where("event"))
    values = {key: _part(key, item, names) for key in kind._fields}
    event: Event = kind(**values)
    return event


def _part(key: str, item: Fields, names: Sequence[str]) -> Any:
    if key not in item:
        raise InputError("is missing", field=item.where(key))
    value = item.get(key)
    if key in PLAYER_FIELDS:
        return -1 if value is None else names.index(item.word(key, names, ""))
    if key == "winners":
        return tuple(names.index(as_word(name, field, names)) for field, name in item.items(key))
    if key == "role":
        return Role(item.word(key, tuple(Role), ""))
    if key in NUMBERS:
        return item.count(key)
    return tuple(value) if isinstance(value, list) else value


USUAL = "othello"
TELLERS = {
    USUAL: Teller(position_from_json, event_from_object, why, player_text),
    deathmatch.GAME: Teller(
        deathmatch.position_from_json,
        deathmatch_event_from_object,
        deathmatch_explain.why,
        deathmatch_explain.explained,
    ),
}
