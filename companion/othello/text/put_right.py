"""Public texts about the host's corrections: they never name a card of a hand."""

from __future__ import annotations

from companion.core.i18n import _, ngettext
from companion.othello.model import events as e
from companion.othello.model.answers import Answer
from companion.othello.model.changes import Change
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.text.words import name


def correction_text(state: State, answer: Answer) -> str:
    """Return a text for a correction, with each new value."""
    return _("Put right: {changes}", changes="; ".join(_now(state, change) for change in answer.changes))


def _now(state: State, change: Change) -> str:
    who = name(state, change.of) if change.of >= 0 else ""
    match change.what:
        case "intrigue":
            return _("{player} has intrigue tokens: {count}", player=who, count=change.now)
        case "spotlight":
            return _("{player} has spotlight tokens: {count}", player=who, count=change.now)
        case "coin":
            return _("{player} has coins of {character}: {count}", player=who, character=change.name, count=change.now)
        case "wounds" if change.of >= 0:
            return _("{player} has wound tokens: {count}", player=who, count=change.now)
        case "wounds":
            return _("{character} has wounds: {count}", character=change.name, count=change.now)
        case "life":
            return _life(change, who)
        case "handkerchief":
            return _("{player} has the handkerchief", player=who) if who else _("nobody has the handkerchief")
        case "lead":
            return _("{player} is the Lead", player=who)
        case "points":
            return ngettext(
                "{player} has {count} point besides the cards",
                "{player} has {count} points besides the cards",
                change.now,
                player=who,
            )
        case "scored":
            return _scored(state, change, who)
        case _:
            return _hand(state, change, who)


def _life(change: Change, who: str) -> str:
    if change.now:
        return _("{character} lives", character=change.name)
    return _("{character} is dead, and {player} has the wounds", character=change.name, player=who)


def _scored(state: State, change: Change, who: str) -> str:
    title = card_title(state, change.card)
    if not who:
        return _("{card} is discarded", card=title)
    return _("{player} has scored {card}", player=who, card=title)


def _hand(state: State, change: Change, who: str) -> str:
    to = name(state, change.to) if change.to >= 0 else ""
    if who and to:
        return _("a card went from {player} to {other}", player=who, other=to)
    return _("{player} has drawn a card", player=to) if to else _("{player} has discarded a card", player=who)


def corrected(_state: State, event: e.Corrected) -> tuple[str, str]:
    """Return the line for the start of a correction, with its reason."""
    return "note", _("The host puts something right. {because}.", because=_(event.because.words))


def points_set(state: State, event: e.PointsSet) -> tuple[str, str]:
    """Return the line for points that no card explains."""
    text = ngettext(
        "{player} has {count} point besides the cards.",
        "{player} has {count} points besides the cards.",
        event.points,
        player=name(state, event.player),
    )
    return "score", text


def scored_set(state: State, event: e.ScoredSet) -> tuple[str, str]:
    """Return the line for the place of a script card."""
    title = card_title(state, event.card)
    if event.player < 0:
        return "score", _("{card} lies on the discard pile.", card=title)
    return "score", _("{card} is in the scoring pile of {player}.", card=title, player=name(state, event.player))


def wounded(_state: State, event: e.Wounded) -> tuple[str, str]:
    """Return the line for a wound that no player caused."""
    return "wound", _("A wound token is put on {character}.", character=event.character)


def revived(_state: State, event: e.Revived) -> tuple[str, str]:
    """Return the line for a revival that no player caused."""
    return "death", _("{character} is alive.", character=event.character)
