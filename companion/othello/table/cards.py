"""The cards, tiles and coins of Othello on a mat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.i18n import _, ngettext
from companion.core.observation import TagKind, split_thing
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN_SCRIPT, UNKNOWN_STAGING, CardName, Staging
from companion.othello.model.events import (
    Claimed,
    CoinTaken,
    CoinUsed,
    Event,
    Flow,
    IagoCoinUsed,
    ImprovUsed,
    Paid,
    Passed,
    Placed,
    TakenBack,
    Traded,
    Wounded,
)
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Action
from companion.othello.model.hidden_cards import seen
from companion.othello.model.state import State
from companion.othello.model.titles import thing_title
from companion.othello.model.vocabulary import Protection, Way

SHOWING_NOTHING = (
    *(Claimed, CoinTaken, CoinUsed, Flow, IagoCoinUsed, ImprovUsed),
    *(Paid, Passed, Placed, TakenBack, Traded, Wounded),
)


def show_nothing(events: Sequence[Event]) -> bool:
    """Return True if events show no hidden card, draw none and use no chance."""
    return all(isinstance(event, SHOWING_NOTHING) and not _opens_hand(event) for event in events)


def _opens_hand(event: Event) -> bool:
    """Return whether a player looks at another's hand from here on (A1)."""
    frames = event.frames if isinstance(event, Flow) else ()
    return any(type(frame) is Action and bool(frame.choices.look) for frame in frames)


def box_of(state: State) -> dict[str, int]:
    """Return the contents of a game's box: the number of each thing by its name on the mat."""
    box = dict.fromkeys(state.deck.cards, 1)
    box |= dict(state.rules.staging_cards)
    box |= {f"tile:{name}": 1 for name in state.rules.wound_limits}
    return box | {f"coin:{name}": count for name, count in state.rules.coins.items()}


def cards_at_hand(state: State) -> list[CardName]:
    """Return the act's script cards and every staging card."""
    return [*state.deck.by_act[state.act - 1], *state.rules.staging_cards]


def called(state: State, thing: str) -> str:
    """Return a thing's name for people, such as `III.4 (Othello kills Iago)`.

    A guessed card has no title.
    """
    sort, name = split_thing(thing)
    if sort is TagKind.TILE:
        return _("{character} tile", character=name)
    card = state.deck.cards.get(name)
    if card is None:
        return thing_title(state, name)
    return name if card.made_up else f"{name} ({card.title})"


def seen_at(state: State, player: int | None, thing: str) -> str:
    """Return a card at a seat as everybody sees it: by its back, until it is turned up. Cards elsewhere are face up."""
    if player is None or split_thing(thing)[0] is not TagKind.CARD:
        return thing
    seat = state.seats[player]
    return thing if seat.revealed and seat.placed == thing else back(thing)


def is_one_card(state: State, name: str) -> bool:
    """Return True if this names a specific card of this game.

    Tiles, coins and backs are no specific cards.
    """
    return name in state.deck.cards or name in state.rules.staging_cards


def cards_said(answer: Mapping[str, Any]) -> list[str]:
    """Return the player's own cards that an answer names."""
    if answer.get("do") in (Do.SEIZE, Do.TRADE) or answer.get("take") is not None:
        return []  # a seized or taken card belongs to another player, and tokens are no cards
    cards = answer.get("cards")
    named = [answer.get("card"), answer.get("give"), *(cards if isinstance(cards, list) else [])]
    if (answer.get("do"), answer.get("with")) == (Do.PROTECT, Protection.NO_DRAMA):
        named.append(str(Staging.NO_DRAMA))
    return [card for card in named if isinstance(card, str)]


def moves_hidden(answer: Mapping[str, Any]) -> bool:
    """Return True if a correction moves a card from a hand or a draw pile into a hand."""
    changes = answer.get("changes")
    return isinstance(changes, list) and any(
        isinstance(change, Mapping) and change.get("what") == "hand" and change.get("to") is not None
        for change in changes
    )


def back_in_rack(state: State, player: int, thing: str) -> CardName | None:
    """Return the back of a card that may be in a hand, or None.

    Cards of other acts and visible script cards cannot be in a hand.
    """
    if thing in state.rules.staging_cards:
        return UNKNOWN_STAGING
    can_be = thing in state.deck.by_act[state.act - 1] and thing not in seen(state, None)
    return UNKNOWN_SCRIPT if can_be else None


def given(state: State, answer: Answer) -> str | None:
    """Return an instruction for a card that an answer gives away (A1, A2, I2, I3), or None."""
    if answer.choices.give is None:
        return None
    top = state.frames[-1]
    under_way = top.choices if answer.do is Do.CHOOSE and type(top) is Action else answer.choices
    if under_way.target is not None:
        return _("Give it to {whom}, unseen.", whom=state.seats[under_way.target].name)
    name = state.seats[answer.by].name
    if answer.do is Do.IMPROV and type(top) is Action:  # A2: against a Miscue the card seizes at once
        return _("Lay it face up in place of the card before {name}, and that one into the slot, unseen.", name=name)
    if Way.FACE_DOWN in (answer.choices.way, under_way.way):
        return _("Lay it face down in place of the card before {name}, and that one into the slot, unseen.", name=name)
    return _("Put it under its draw pile, unseen.")


def back_words(back: str, count: int) -> str:
    """Return the words for a number of cards with this back."""
    match back:
        case "?script":
            return ngettext("{count} script card", "{count} script cards", count)
        case "?staging":
            return ngettext("{count} staging card", "{count} staging cards", count)
        case _:
            return ngettext("{count} card", "{count} cards", count)
