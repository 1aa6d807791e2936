"""What a player may do, in the words of that player's own page: a button, and what it spends or what comes of it.

The words for everybody else are in `narrate`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Pile, Staging
from companion.othello.model.decision import DecisionKind
from companion.othello.model.frames import Action, Choices
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.model.vocabulary import Protection, Way
from companion.othello.rules.coins.improv import IMPROV
from companion.othello.rules.effects import effect_of
from companion.othello.text.words import name, tokens

COINS = {
    "Iago": "One character takes a wound.",
    "Othello": "The lead tile changes hands, as by Take the Lead.",
    "Cassio": "You improvise for nothing.",
    "Desdemona": "Nobody can do anything to you in this scene.",
    "Emilia": "You take a coin of another player.",
    "Roderigo": "You exchange a card, as by Exchange.",
}
"""What each coin does, for whoever holds it (O2 to O7)."""

NOTHING = {
    DecisionKind.WINDOW: "Let it happen",
    DecisionKind.PROTECT: "Let it happen",
    DecisionKind.AFTER_REVEAL: "Go on",
}


class Look(StrEnum):
    """How a button stands out: what one is asked for, what lets it be, and what one may do besides."""

    DO = "primary"
    LET_BE = "quiet"
    BESIDES = "besides"


class Button(NamedTuple):
    """An answer as its own player says it; `card` is the card of the hand that one takes up first, if one does."""

    text: str
    note: str = ""
    card: str | None = None


def button_of(state: State, answer: Answer, kind: DecisionKind | None) -> Button:
    """An answer to a decision of this kind, as its own player says it.

    Args:
        state: as that player knows it.
    """
    match answer.do:
        case Do.PLACE:
            return Button("Lay it face down", card=answer.card)
        case Do.SWAP:
            return Button("Put this card down", card=answer.card)
        case Do.FROM_HAND:
            return Button("Play it from your hand", _text_of(state, answer.card or ""), answer.card)
        case Do.CHOOSE if answer.choices.give is not None:
            return Button("Change this card" if _improvises(state) else "Give this card", card=answer.choices.give)
        case Do.PASS:
            return Button(NOTHING[kind] if kind in NOTHING else "Nothing more")
        case Do.IMPROV:
            return _improv(state, answer.choices)
        case Do.CHOOSE:
            return Button(_choice(state, answer.choices))
        case _:
            return _deed(state, answer)


def _deed(state: State, answer: Answer) -> Button:
    """What spends something, or brings it."""
    rules = state.rules
    match answer.do:
        case Do.REVEAL:
            placed = state.seats[answer.by].placed
            return Button("Reveal your card", _text_of(state, placed) if placed is not None else "")
        case Do.EXIT:
            return Button("Exit", "Your card is discarded, and you take an intrigue token.")
        case Do.SEIZE:
            return Button("Seize it", _spends(tokens("intrigue", rules.prices["seize"])))
        case Do.SPOTLIGHT:
            return Button("Block it", _spends(tokens("spotlight", 1)))
        case Do.PROTECT if answer.way is Protection.NO_DRAMA:
            return Button("Protect yourself with No Drama", _spends(tokens("intrigue", rules.prices["no_drama"])))
        case Do.PROTECT:
            return Button("Protect yourself with a Desdemona coin", COINS["Desdemona"])
        case Do.COIN:
            return Button(f"Use your {answer.coin} coin", COINS.get(answer.coin or "", ""))
        case Do.DRAW:
            return Button("Draw a script card" if answer.pile == Pile.SCRIPT else "Draw a staging card")
        case Do.TRADE if answer.token == "intrigue":
            given, got = tokens("intrigue", rules.intrigue_per_spotlight), tokens("spotlight", 1)
            return Button(f"Give {given}, take {got}")
        case Do.TRADE:
            given, got = tokens("spotlight", 1), tokens("intrigue", rules.intrigue_per_spotlight)
            return Button(f"Give {given}, take {got}")
        case Do.CARRY_OUT:
            return Button("Nothing has changed")
        case other:
            raise ValueError(f"nobody is offered {other} at a phone")


def _improv(state: State, choices: Choices) -> Button:
    note = _spends(tokens("intrigue", state.rules.prices["improv"]))
    if choices.give == Staging.SEIZE:
        return Button("Put a Seize down against it", note)
    if choices.way is Way.FACE_DOWN:
        return Button("Improvise: change your face-down card", note)
    return Button("Improvise: change a card of your hand", note)


def _improvises(state: State) -> bool:
    """Whether a card is chosen for an improv, not to be given to somebody (A1, I2)."""
    top = state.frames[-1]
    return type(top) is Action and effect_of(top.name) is IMPROV


def _choice(state: State, chosen: Choices) -> str:
    """The one choice that is asked for now; a Villainy's wounds stand for themselves."""
    rules = state.rules
    if chosen.target is not None:
        return f"Choose {name(state, chosen.target)}"
    if chosen.look is not None:
        price = tokens("intrigue", rules.prices["look"])
        return f"Pay {price} and look at the hand" if chosen.look else "Take a card unseen"
    if chosen.take is not None:
        return f"Take the {chosen.take} coin" if chosen.take in rules.coins else f"Take {card_title(state, chosen.take)}"
    if chosen.way is not None:
        return "Change your face-down card" if chosen.way is Way.FACE_DOWN else "Change a card of your hand"
    if chosen.on is not None:
        return f"Wound {chosen.on}"
    if chosen.character is not None:
        return f"Bring {chosen.character} back"
    if chosen.draw is not None:
        return "Draw a script card" if chosen.draw == Pile.SCRIPT else "Draw a staging card"
    if chosen.play is not None:
        return "Play the seized card" if chosen.play else "Take a spotlight token for it"
    return _villainy(state, chosen)


def _villainy(state: State, chosen: Choices) -> str:
    """A6: whether one pays, whom it wounds, whose limit it lowers."""
    if chosen.pay is not None:
        price = tokens("intrigue", state.rules.prices["villainy"])
        return f"Pay {price} for a stronger Villainy" if chosen.pay else "Pay nothing"
    if chosen.cut:
        return " ".join(f"Lower the limit of {character} by {count}." for character, count in chosen.cut)
    counts = {character: (chosen.wounds or ()).count(character) for character in chosen.wounds or ()}
    if not counts:
        return "Wound nobody"
    return "Wound " + ", ".join(f"{who} ×{count}" if count > 1 else who for who, count in counts.items())


def _spends(what: str) -> str:
    return f"This spends {what}."


def _text_of(state: State, card: str) -> str:
    """What a staging card says; of a script card its own face says more."""
    own = state.deck.staging.get(card)
    return own.text if own is not None else state.rules.texts.get(card, "")
