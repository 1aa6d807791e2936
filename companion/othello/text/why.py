"""Explanations of scores, with texts for events and rules, for a page or a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.i18n import N_, _
from companion.othello.model.cards import ACT_NUMERALS
from companion.othello.model.events import Event
from companion.othello.model.state import State
from companion.othello.rules.scoring import Score, score
from companion.othello.text.explain import Entry, explain
from companion.othello.text.narrate import event_text
from companion.othello.text.words import points

PARTS = {
    "script": N_("script cards"),
    "intrigue": N_("intrigue"),
    "spotlight": N_("spotlights"),
    "wounds": N_("wounds"),
    "handkerchief": N_("handkerchief"),
    "lead_bonus": N_("Lead bonus"),
    "company_bonus": N_("Company bonus"),
}
RULES = {
    "A6": N_("Villainy wounds characters"),
    "A7": N_("Revive brings back the character, with the cards that were set aside"),
    "C8": N_("a curtain card counts by the role in which it was played"),
    "C11": N_("a card that the owners wrote says so"),
    "E1": N_("an exit pays an intrigue token"),
    "G1": N_("tokens can be changed between acts"),
    "G2": N_("what counts as points: cards, a third of the intrigue, spotlights, wounds, the handkerchief"),
    "G5": N_("bonuses at the end of the play"),
    "J8": N_("the ruling on what becomes of a thing that protection undid"),
    "J11": N_("the ruling on a Seize that reaches back"),
    "K2": N_("a card that succeeds is scored and pays what it prints"),
    "K5": N_("a card that wounds puts a wound on its second character"),
    "K6": N_("a card that kills takes the wounds from the tile"),
    "K8": N_("a card in the wrong role fails"),
    "K9": N_("the card takes the handkerchief"),
    "O2": N_("an Iago coin wounds a character"),
    "S2": N_("the tokens that everybody starts with"),
    "W4": N_("whose wound is the last takes all wounds from the tile"),
    "Z2": N_("a seized script card counts for the seizer"),
    "Z3": N_("a seized staging card brings the seizer a spotlight"),
}


def why(state: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return all players' points and their reasons as objects, in seat order.

    Raises ValueError if these events cannot have led to this state.
    """
    return [
        {
            "name": state.seats[player].name,
            "total": score(state, player).total,
            "entries": [_entry(state, events, entry) for entry in entries],
        }
        for player, entries in enumerate(explain(state, events))
    ]


def _entry(state: State, events: Sequence[Event], entry: Entry) -> dict[str, Any]:
    return {
        **entry.to_json(),
        "part_words": _(PARTS[entry.part]),
        "told": logged_texts(state, events, entry),
        "rules_words": [_(RULES[rule]) for rule in entry.rules],
    }


def logged_texts(state: State, events: Sequence[Event], entry: Entry) -> list[str]:
    """Return the events of an entry in words, except events that are not logged."""
    lines = (event_text(state, events[index]) for index in entry.events)
    return [line.text for line in lines if line is not None]


def explained(state: State, events: Sequence[Event], player: int) -> str:
    """Return a player's points and their reasons as lines of text.

    The lines are grouped by the part of the score.
    """
    found = score(state, player)
    entries = explain(state, events)[player]
    lines = [f"{state.seats[player].name}: {points(found.total)}"]
    for part in Score._fields:
        mine = [entry for entry in entries if entry.part == part]
        if mine:
            lines.append(f"\n  {_(PARTS[part])}: {getattr(found, part)}")
            lines += [line for entry in mine for line in _entry_lines(state, events, entry)]
    return "\n".join(lines)


def _entry_lines(state: State, events: Sequence[Event], entry: Entry) -> list[str]:
    scene = f", scene {entry.scene}" if entry.scene else ""
    when = f"Act {ACT_NUMERALS[entry.act - 1]}{scene}" if entry.act else "before"
    lines = [f"  {entry.points:4}  {entry.text}  [{when}; {', '.join(entry.rules)}]"]
    logged = [(index, event_text(state, events[index])) for index in entry.events]
    return lines + [f"          event {index}: {line.text}" for index, line in logged if line is not None]
