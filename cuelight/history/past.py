"""One old game as everybody may know it: its result, score sheet, points and steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from companion.core.i18n import say_again
from companion.game import AnyGame
from companion.game.corrections import CORRECT
from companion.games import game_in
from companion.journal import GameInfo, Journal, Kind, Record
from companion.table.record import Step
from companion.table.score_sheet import account
from companion.table.session import Session
from companion.table.snapshot import board
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.keeping import is_demonstration
from cuelight.app.games.round import Unwritten, start_of
from cuelight.app.games.store import as_called_now, names_of, records_of
from web.feed.delta import change

Json = dict[str, Any]

TABLE_KEYS = ("edition", "level", "variants", "deck_title", "made_up")
BREAK_SECONDS = 1800.0  # a longer gap between records is no playing time
MOST_FRAMES = 4000  # longest replay, in answers; the longest of ten thousand simulated games has 1,200


class Past(NamedTuple):
    """A game after its last record: `until` is the time of that record, `seconds` the playing time.

    It is a `demo` if only bots played it.
    """

    info: GameInfo
    game: AnyGame
    session: Session
    until: float
    seconds: float
    demo: bool


def past_game(journal: Journal, store: DeckStore, info: GameInfo) -> Past:
    """Return a game from its records. Raises various errors if this program cannot read it."""
    records = records_of(journal, info)
    body, kept = as_called_now(store.whole(info.body), [(record.kind, record.body) for record in records])
    game = game_in(body)
    session = _session(game, body)
    session.replay(kept)
    is_demo, until = is_demonstration(journal, info), last_time(records)
    return Past(info._replace(body=body), game, session, until, played_seconds(records), is_demo)


def last_time(records: Sequence[Record]) -> float:
    """Return the time of the newest record."""
    return max(record.at for record in records)


def played_seconds(records: Sequence[Record]) -> float:
    """Return the playing time, without pauses, long breaks and jumps of the clock."""
    seconds, paused = 0.0, False
    for before, after in pairwise(records):
        paused = before.body["paused"] if before.kind == Kind.PAUSE else paused
        gap = after.at - before.at
        seconds += gap if not paused and 0 < gap < BREAK_SECONDS else 0.0
    return seconds


def outline(info: GameInfo, demo: bool) -> Json:
    """Return a game's entry in a list, from its start alone; `demo` if only bots played it."""
    body = info.body
    position = body.get("position", body)
    return {
        "game": info.id,
        "at": info.at,
        "plays": game_in(body).info.id,
        "edition": position.get("edition"),
        "level": position.get("level"),
        "demo": demo,
        "players": [{"name": name, "points": None} for name in names_of(body)],
        "winners": None,
        "over": False,
        "where": None,
    }


def digest(past: Past) -> Json:
    """Return a game's entry in a list."""
    session, game = past.session, past.game
    known = game.secrets.visible_to(session.state, None)
    table = board(session.view)["table"]
    scores = game.rules.scores(known)
    return outline(past.info, past.demo) | {
        **{key: table[key] for key in TABLE_KEYS if key in table},
        "until": past.until,
        "seconds": past.seconds,
        "players": [
            {"name": score["name"], "points": score["total"] if game.info.points_decide else None} for score in scores
        ],
        "winners": game.rules.winners(known),
        "over": session.play.asked is None,
        "where": game.text.where(known),
        "steps": len(session.view.record.steps),
    }


def whole(past: Past) -> Json:
    """Return all data of a game's page: digest, sheet, race, points with reasons, steps, and rule violations."""
    session, game = past.session, past.game
    events = session.play.events
    found = account(game, session.play.start, session.state, events)
    return {
        "digest": digest(past),
        **found,
        "explain": game.about("explain", session.state, events)["players"],
        "details": game.display.details(game.secrets.visible_to(session.state, None)),
        "steps": [{"text": say_again(step.text), "events": step.events} for step in session.view.record.steps],
        "irregularities": [
            each | {"message": say_again(each["message"])}
            for each in map(game.secrets.public_violation, session.view.record.irregularities)
        ],
    }


def replay(past: Past) -> Json:
    """Return the public board before the first step and after each one, as differences, with the words of the steps.

    The differences have the form of `web/feed/delta.py`, null for none; the first is relative to an empty object.
    """
    session = _session(past.game, past.info.body)
    events = [past.game.types.event_to_json(event) for event in past.session.play.events]
    steps = past.session.view.record.steps[:MOST_FRAMES]
    frames: list[Json] = []
    before: Json = {}
    named: dict[str, None] = {}
    for number, end in enumerate([*(step.events for step in steps), len(events)]):
        step = steps[number - 1] if number else None
        start = step.events if step is not None else 0
        asked_by = past.game.text.rules_for(session.state) if step is not None and _is_answer(step) else ()
        session.replay([*_written(step), ("events", events[start:end])] if end > start else ())
        why = _because(past, start, end) or list(asked_by)  # a pass follows the rules of the open decision
        named |= dict.fromkeys(why)
        shown = still(board(session.view, past.demo))
        words = say_again(step.text) if step is not None else ""
        frames.append({"text": words, "where": shown["where"], "rules": why, "board": change(before, shown)})
        before = shown
    rules = past.game.text.rule_texts(past.session.state, named)
    return {"frames": frames, "rules": rules, "cut": len(past.session.view.record.steps) > len(steps)}


def _because(past: Past, start: int, end: int) -> list[str]:
    """Return the ids of the rules behind the events of a step."""
    events = past.session.play.events[start:end]
    return list(dict.fromkeys(rule for event in events for rule in past.game.text.rules_for(past.session.state, event)))


def _is_answer(step: Step) -> bool:
    """Return whether a step is a player's answer, and not a correction of the host."""
    return step.answer is not None and step.answer["do"] != CORRECT


def still(shown: Json) -> Json:
    """Return a board without running times and without values of the running table."""
    window = shown["window"]
    kept = {key: value for key, value in shown.items() if key not in ("seq", "state", "irregularities")}
    return kept | {"window": window and window | {"seconds": 0, "left": None}}


def _written(step: Step | None) -> list[tuple[str, Any]]:
    return [("answer", {"text": step.text})] if step is not None else []


def _session(game: AnyGame, body: Json) -> Session:
    return Session(game, start_of(body), game.rules.chance(), Unwritten())
