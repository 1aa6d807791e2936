"""Texts of buttons on a player's own page: the action, and its price or result.

The texts for everybody else are in `narrate`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.i18n import _
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Pile, Staging
from companion.othello.model.frames import Choices
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.model.vocabulary import Protection, Way
from companion.othello.rules.coins import COINS
from companion.othello.rules.effects import improvises
from companion.othello.rules.playable import unplayable
from companion.othello.text.words import name, staging_text


class Emphasis(StrEnum):
    """The emphasis of a button: the requested action, passing, or an additional initiative.

    `FIRST` marks actions that the player may take before reporting, with the seat's button, that they are ready.
    """

    DO = "primary"
    FIRST = "first"
    LET_BE = "quiet"
    BESIDES = "besides"


class Button(NamedTuple):
    """An answer as a button.

    `card` is the card of the hand that the player selects first, if any. `is_main` marks the usual action, although it
    has a note.
    """

    text: str
    note: str = ""
    card: str | None = None
    is_main: bool = False


def button_of(state: State, answer: Answer) -> Button:
    """Return the button for an answer.

    Args:
        state: the state as that player knows it.
    """
    match answer.do:
        case Do.PLACE:
            return Button(_("Play it face down"), card=answer.card)
        case Do.EXIT if answer.card is not None:
            return Button(_("Exit with this card"), _("Discard it, gain 1 intrigue."), answer.card)
        case Do.SWAP:
            return Button(_("Play this card"), card=answer.card)
        case Do.FROM_HAND:
            note = staging_text(state.deck, state.rules, answer.card or "")
            return Button(_("Play it from your hand"), note, answer.card)
        case Do.CHOOSE if answer.choices.give is not None:
            words = _("Swap this card") if improvises(state) else _("Give this card")
            return Button(words, card=answer.choices.give)
        case Do.PASS:
            return Button(_("Pass"))
        case Do.IMPROV:
            return _improv(state, answer.choices)
        case Do.CHOOSE:
            return Button(_choice(state, answer.choices))
        case _:
            return _deed(state, answer)


def _deed(state: State, answer: Answer) -> Button:
    """Return the button of an action that has a price or a result."""
    prices = state.rules.prices
    match answer.do:
        case Do.REVEAL:
            placed = state.seats[answer.by].placed
            note = staging_text(state.deck, state.rules, placed or "")
            is_idle = unplayable(state, answer.by, placed or "")  # J14
            if is_idle:
                note = _("It has no effect now. Unless somebody seizes or blocks it, you exit with it.")
            return Button(_("Reveal your card"), note, is_main=not is_idle)
        case Do.EXIT:
            return Button(_("Exit"), _("Discard your card, gain 1 intrigue."))
        case Do.SEIZE:
            return Button(_("Seize it"), _spends(prices["seize"]))
        case Do.SPOTLIGHT:
            return Button(_("Block it"), _("Costs 1 spotlight."))
        case Do.PROTECT if answer.way is Protection.NO_DRAMA:
            return Button(_("Protect yourself with No Drama"), _spends(prices["no_drama"]))
        case Do.PROTECT:
            return Button(_("Protect yourself with a Desdemona coin"), _(COINS["Desdemona"].note))
        case Do.COIN if answer.coin is not None:
            return Button(_("Use your {character} coin", character=answer.coin), _(COINS[answer.coin].note))
        case Do.DRAW:
            return Button(_draw(answer.pile))
        case Do.TRADE:
            return Button(_trade(answer.token or "", state.rules.intrigue_per_spotlight))
        case Do.CARRY_OUT:
            return Button(_("Done, nothing changed"))
        case other:
            raise ValueError(f"nobody is offered {other} at a phone")


def _improv(state: State, choices: Choices) -> Button:
    note = _spends(state.rules.prices["improv"])
    if choices.give == Staging.SEIZE:
        return Button(_("Swap in a Seize"), note)
    if choices.way is Way.FACE_DOWN:
        return Button(_("Improvise: swap your face-down card"), note)
    return Button(_("Improvise: swap a hand card"), note)


def _choice(state: State, chosen: Choices) -> str:
    """Return the text for the one choice that is requested now."""
    rules = state.rules
    if chosen.target is not None:
        return _("Choose {name}", name=name(state, chosen.target))
    if chosen.look is not None:
        return _look(rules.prices["look"]) if chosen.look else _("Take a card unseen")
    if chosen.take in rules.coins:
        return _("Take the {character} coin", character=chosen.take)
    if chosen.take is not None:
        title = card_title(state, chosen.take)
        named = _("“{title}”", title=title) if chosen.take in state.deck.staging else title  # such as “Take the Lead”
        return _("Take {card}", card=named)
    if chosen.way is not None:
        return _("Swap your face-down card") if chosen.way is Way.FACE_DOWN else _("Swap a hand card")
    if chosen.on is not None:
        return _("Wound {character}", character=chosen.on)
    if chosen.character is not None:
        return _("Bring {character} back", character=chosen.character)
    if chosen.draw is not None:
        return _draw(chosen.draw)
    if chosen.play is not None:
        return _("Play the seized card") if chosen.play else _("Take a spotlight for it")
    return _villainy(state, chosen)


def _villainy(state: State, chosen: Choices) -> str:
    """Return the text for a choice of a Villainy: payment, wounds, or a limit cut (A6)."""
    if chosen.pay:
        price = state.rules.prices["villainy"]
        return _("Pay {count} intrigue for a stronger Villainy", count=price)
    if chosen.pay is not None:
        return _("Pay nothing")
    if chosen.cut:
        [(character, count), *_more] = chosen.cut
        return _("Lower the limit of {character} by {count}", character=character, count=count)
    wounded = dict.fromkeys(chosen.wounds or ())
    if not wounded:
        return _("Wound nobody")
    counts = {who: (chosen.wounds or ()).count(who) for who in wounded}
    whom = ", ".join(f"{who} ×{count}" if count > 1 else who for who, count in counts.items())
    return _("Wound {character}", character=whom)


def _look(price: int) -> str:
    return _("Pay {count} intrigue and look at the hand", count=price)


def _draw(pile: str | None) -> str:
    return _("Draw a script card") if pile == Pile.SCRIPT else _("Draw a staging card")


def _trade(token: str, rate: int) -> str:
    if token == "intrigue":
        return _("Exchange {count} intrigue for 1 spotlight", count=rate)
    return _("Exchange 1 spotlight for {count} intrigue", count=rate)


def _spends(price: int) -> str:
    if price == 0:
        return ""
    return _("Costs {count} intrigue.", count=price)
