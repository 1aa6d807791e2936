"""One game of a journal, as everybody may know it: what came of it, its score sheet, its points, and its steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from companion.core.i18n import say_again
from companion.game import AnyGame
from companion.game.corrections import CORRECT
from companion.games import game_in
from companion.journal import GameInfo, Journal, Record
from companion.table.record import Step
from companion.table.score_sheet import account
from companion.table.session import Session
from companion.table.snapshot import board
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.keeping import is_demonstration
from cuelight.app.games.round import start_of
from cuelight.app.games.store import as_called_now, names_of, records_of
from web.feed.delta import change

Json = dict[str, Any]

TABLE_KEYS = ("edition", "level", "variants", "deck_title", "made_up")
BREAK_SECONDS = 1800.0  # in which nothing was written, and nobody played, then
MOST_FRAMES = 4000  # answers of one game that a replay shows; the longest of ten thousand simulated ones has 1,200


class NoBook:
    """A game that is only looked at is written nowhere."""

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Nothing."""


class Past(NamedTuple):
    """A game as its records have left it; `until` is the time of the newest of them, played were so many `seconds`.

    It is a `demo` where bots alone played it.
    """

    info: GameInfo
    rules: AnyGame
    session: Session
    until: float
    seconds: float
    demo: bool


def past_game(journal: Journal, store: DeckStore, info: GameInfo) -> Past:
    """A game by its records. Raises whatever comes of one that this program cannot read."""
    records = records_of(journal, info)
    body, kept = as_called_now(store.whole(info.body), [(record.kind, record.body) for record in records])
    rules = game_in(body)
    session = _session(rules, body)
    session.replay(kept)
    is_demo, until = is_demonstration(journal, info), last_time(records)
    return Past(info._replace(body=body), rules, session, until, played_seconds(records), is_demo)


def last_time(records: Sequence[Record]) -> float:
    """When the newest of these was written."""
    return max(record.at for record in records)


def played_seconds(records: Sequence[Record]) -> float:
    """How long was played: without the nights between, and without what a clock that was put right has jumped."""
    gaps = (after.at - before.at for before, after in pairwise(records))
    return sum(gap for gap in gaps if 0 < gap < BREAK_SECONDS)


def outline(info: GameInfo, demo: bool) -> Json:
    """What the beginning of a game says, without any of what was played: for a list; `demo` where bots alone played."""
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
    """What a list shows of a game."""
    session, rules = past.session, past.rules
    known = rules.secrets.visible_to(session.state, None)
    table = board(session.view)["table"]
    scores = rules.rules.scores(known)
    return outline(past.info, past.demo) | {
        **{key: table[key] for key in TABLE_KEYS if key in table},
        "until": past.until,
        "seconds": past.seconds,
        "players": [
            {"name": score["name"], "points": score["total"] if rules.info.points_decide else None} for score in scores
        ],
        "winners": rules.rules.winners(known),
        "over": session.game.asked is None,
        "where": rules.text.where(known),
        "steps": len(session.view.record.steps),
    }


def whole(past: Past) -> Json:
    """All that a page shows of a game: the digest, sheet, race, points with their reasons, steps, and what was odd."""
    session, rules = past.session, past.rules
    events = session.game.events
    found = account(rules, session.game.start, session.state, events)
    return {
        "digest": digest(past),
        **found,
        "explain": rules.about("explain", session.state, events)["players"],
        "details": rules.display.details(rules.secrets.visible_to(session.state, None)),
        "steps": [{"text": say_again(step.text), "events": step.events} for step in session.view.record.steps],
        "irregularities": [
            each | {"message": say_again(each["message"])}
            for each in map(rules.secrets.public_violation, session.view.record.irregularities)
        ],
    }


def replay(past: Past) -> Json:
    """The public board after each step, the first one before any: each as what changes, and the words of the step.

    The change is one of `web/feed/delta.py`, null where there is none; the first is made of an empty object.
    """
    session = _session(past.rules, past.info.body)
    events = [past.rules.types.event_to_json(event) for event in past.session.game.events]
    steps = past.session.view.record.steps[:MOST_FRAMES]
    frames: list[Json] = []
    before: Json = {}
    named: dict[str, None] = {}
    for number, end in enumerate([*(step.events for step in steps), len(events)]):
        step = steps[number - 1] if number else None
        start = step.events if step is not None else 0
        asked_by = past.rules.text.rules_for_decision(session.state) if step is not None and _is_answer(step) else ()
        session.replay([*_written(step), ("events", events[start:end])] if end > start else ())
        why = _because(past, start, end) or list(asked_by)  # whoever passes does so by the rules of what was open
        named |= dict.fromkeys(why)
        shown = still(board(session.view, past.demo))
        words = say_again(step.text) if step is not None else ""
        frames.append({"text": words, "where": shown["where"], "rules": why, "board": change(before, shown)})
        before = shown
    rules = past.rules.text.rule_texts(past.session.state, named)
    return {"frames": frames, "rules": rules, "cut": len(past.session.view.record.steps) > len(steps)}


def _because(past: Past, start: int, end: int) -> list[str]:
    """The ids of the rules by which a step came to what it did."""
    events = past.session.game.events[start:end]
    return list(dict.fromkeys(rule for event in events for rule in past.rules.text.rules_for_event(event)))


def _is_answer(step: Step) -> bool:
    """Whether somebody answered what was open; not the host, who puts something right."""
    return step.answer is not None and step.answer["do"] != CORRECT


def still(shown: Json) -> Json:
    """A board at which no time passes, without what is told of the running table alone."""
    window = shown["window"]
    kept = {key: value for key, value in shown.items() if key not in ("seq", "state", "irregularities")}
    return kept | {"window": window and window | {"seconds": 0, "left": None}}


def _written(step: Step | None) -> list[tuple[str, Any]]:
    return [("answer", {"text": step.text})] if step is not None else []


def _session(rules: AnyGame, body: Json) -> Session:
    return Session(rules, start_of(body), rules.rules.unseen(), NoBook())
