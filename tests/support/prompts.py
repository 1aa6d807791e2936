"""Comparison of everything that a table says at one moment: screen, seats, on-screen mat and phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

from companion.core.cues import Cue
from companion.core.observation import Hold, Press
from companion.core.places import seat_name
from companion.game import AnyGame
from companion.game.equipment import ON_PHONES, ON_SCREEN, REAL_TABLE, Equipment
from companion.table.session import Session
from companion.table.snapshot import board
from tests.support.all_games import SEED, Book

TABLES = (REAL_TABLE, ON_SCREEN, Equipment(buttons=False), ON_PHONES)
LIT = 3.0  # seconds into a moment: every light with a question is lit
BY_HAND = re.compile(r"\b(shuffle|draws?|drawn|deal out|hold the button)\b(?! pile)", re.IGNORECASE)
BUTTON = re.compile(r"\b(press|presses|hold|holds|button)\b", re.IGNORECASE)
NOBODY = re.compile(r"^(Everyone|Anyone|Waiting|Who|Compare|The player|Before)\b")
UNASKED = (Cue.IDLE, Cue.ON_DECK, Cue.DONE)


class Fault(NamedTuple):
    """Words that contradict the contract of docs/prompts.md."""

    what: str
    kind: str
    words: object


def table_at(game: AnyGame, state: Any, equipment: Equipment) -> Session:
    """Return a table at this moment, with every light lit."""
    known = copy(state)
    chance = game.secrets.actual_deal(known, SEED).chance if equipment.deals else game.rules.chance()
    session = Session(game, known, chance, Book(), equipment=equipment)
    session.settle()
    session.tick(LIT)
    return session


def faults(game: AnyGame, state: Any) -> Iterator[Fault]:
    """Yield the faults of all prompts of this moment, at tables with different equipment."""
    for equipment in TABLES:
        session = table_at(game, state, equipment)
        asked = session.play.asked
        if asked is None:
            return
        public = board(session.view)
        yield from _of_players(session, public)
        hint = (session.view.position.decision or {}).get("hint", "")
        said = [public["headline"], public["happening"] or "", hint]
        if equipment.deals:
            said += [seat[key] for seat in public["seats"] for key in ("press", "hold", "lay")]
            said += [seat["cue"] for seat in public["seats"] if seat["cue"] in (Cue.DRAW_SCRIPT, Cue.DRAW_STAGING)]
            by_hand = filter(BY_HAND.search, said)
            yield from (Fault("names what hands do not do here", asked.kind, words) for words in by_hand)
        if not equipment.buttons:
            yield from (Fault("names a button", asked.kind, words) for words in said[:2] if BUTTON.search(words))


def _of_players(session: Session, public: dict[str, Any]) -> Iterator[Fault]:
    """Headline, seat and phone agree on who acts, and a phone says "you"."""
    asked, names = session.play.asked, session.names
    assert asked is not None
    for player in asked.players:
        name, seat = names[player], public["seats"][player]
        if not NOBODY.search(public["headline"]) and name not in public["headline"]:
            yield Fault("headline without a player who acts", asked.kind, (name, public["headline"]))
        if seat["cue"] in UNASKED and not (seat["press"] or seat["hold"]):
            yield Fault("dark seat of a player who acts", asked.kind, (name, seat["cue"]))
        own = session.view.position.words_for(player)
        yield from (
            Fault("own name on the own phone", asked.kind, words)
            for words in own.values()
            if words is not None and re.search(rf"\b{name}\b", words)
        )


def pressed_in_vain(game: AnyGame, state: Any, equipment: Equipment) -> Iterator[Fault]:
    """Yield each press or hold that a light offers and the table refuses, other than for a hidden card."""
    before = table_at(game, state, equipment)
    view, asked = before.view, before.play.asked
    for player, offer in enumerate(view.offers):
        seat = seat_name(player)
        for meant, gesture in ((offer.press, Press(LIT, seat)), (offer.hold, Hold(LIT, seat, 0.8))):
            if meant is None or offer.cue in (
                Cue.YOUR_TURN,
                Cue.IDLE,
            ):  # a hidden card; no question
                continue
            session = table_at(game, state, equipment)
            events = len(session.play.events)
            session.observe(gesture)
            refused = session.view.cues[player] == Cue.ATTENTION
            nothing = len(session.play.events) == events and session.view.changed == view.changed
            if asked is not None and (refused or nothing):
                yield Fault("offered and refused", asked.kind, (offer, session.view.message(player)))
