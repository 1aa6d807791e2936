"""Texts of buttons on a player's own page: the action, and its price or result.

The texts for everybody else are in `narrate`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.i18n import N_, _, ngettext
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Pile, Role, Staging, is_staging
from companion.othello.model.frames import Action, Choices, Steps
from companion.othello.model.ruleset import Right, Strength
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.model.vocabulary import Phase, Protection, Way, WhyFailed
from companion.othello.rules.coins import COINS
from companion.othello.rules.effects import improvises
from companion.othello.rules.playable import unplayable
from companion.othello.rules.script_cards import failure, own_role, starring_dead
from companion.othello.rules.staging.villainy import most_wounds
from companion.othello.rules.targets import has_limit, right
from companion.othello.text.words import face_text, name, staging_text


class Emphasis(StrEnum):
    """The emphasis of a button: the requested action, passing, or an additional initiative.

    `FIRST` marks actions that the player may take before reporting, with the seat's button, that they are ready.
    """

    DO = "primary"
    FIRST = "first"
    LET_BE = "quiet"
    ADDITIONAL = "besides"


class Button(NamedTuple):
    """An answer as a button.

    `card` is the card of the hand that the player selects first, if any. `is_main` marks the usual action, although it
    has a note. `sure` is what a phone says before it gives an answer that its player cannot take back.
    """

    text: str
    note: str = ""
    card: str | None = None
    is_main: bool = False
    sure: str = ""


def button_of(state: State, answer: Answer) -> Button:
    """Return the button for an answer.

    Args:
        state: the state as that player knows it.
    """
    match answer.do:
        case Do.PLACE:
            return Button(_("Play it face down"), _why_useless_later(state, answer.by, answer.card or ""), answer.card)
        case Do.EXIT if answer.card is not None:
            return Button(_("Exit with this card"), _("Discard it, gain 1 intrigue."), answer.card)
        case Do.SWAP:
            return Button(_("Play this card"), card=answer.card)
        case Do.FROM_HAND:
            note = staging_text(state.deck, state.rules, answer.card or "")
            return Button(_("Use it now, from your hand"), note, answer.card)
        case Do.CHOOSE if answer.choices.give is not None:
            return Button(_given(state), card=answer.choices.give)
        case Do.PASS:
            before = type(state.frames[-1]) is Steps and state.phase is Phase.PRE_PLACEMENT
            return Button(_("Nothing first") if before else _("Pass"))
        case Do.IMPROV:
            return _improv(state, answer.choices)
        case Do.CHOOSE if answer.choices.take is not None and answer.choices.take not in state.rules.coins:
            note = face_text(state.deck, state.rules, answer.choices.take)
            return Button(_choice(state, answer.choices), note, is_main=True)
        case Do.CHOOSE:
            return Button(_choice(state, answer.choices))
        case _:
            return _action_button(state, answer)


def _given(state: State) -> str:
    """Return what becomes of a card that its player chooses from the hand (A1, I2, I3)."""
    top = state.frames[-1]
    if not improvises(state) or type(top) is not Action:
        return _("Give this card")
    return _("Play this one instead") if top.choices.way is Way.FACE_DOWN else _("Swap this card")


def _action_button(state: State, answer: Answer) -> Button:
    """Return the button of an action that has a price or a result."""
    prices = state.rules.prices
    match answer.do:
        case Do.REVEAL:
            placed = state.seats[answer.by].placed
            note = staging_text(state.deck, state.rules, placed or "")
            is_idle = unplayable(state, answer.by, placed or "")  # J14
            if is_idle:
                why = is_idle[0].message
                note = _("{why} Unless somebody seizes or blocks it, you exit with it and gain 1 intrigue.", why=why)
            elif price := _revive_price(state, answer.by, placed or ""):
                note = f"{note} {price}"
            fails = _failure(state, answer.by, placed or "") or _of_the_dead(state, placed or "")
            return Button(_("Reveal your card"), fails or note, is_main=not (is_idle or fails))
        case Do.EXIT:
            useless = _why_useless(state, answer.by, state.seats[answer.by].placed or "")
            sure = "" if useless else _("Everybody sees your card then. Only the host can undo that.")
            return Button(_("Exit"), _("Discard your card, gain 1 intrigue."), sure=sure)
        case Do.SEIZE:
            return Button(_("Seize it"), _seize_note(state))
        case Do.SPOTLIGHT:
            return Button(_("Block it"), _("Costs 1 spotlight."))
        case Do.PROTECT if answer.way is Protection.NO_DRAMA:
            ahead, against = N_("No Drama, for the rest of the scene"), N_("Stop it with No Drama")
            return Button(_(against if _is_aimed(state, answer) else ahead), _spends(prices["no_drama"]))
        case Do.PROTECT:
            ahead, against = N_("Use your Desdemona coin"), N_("Stop it with your Desdemona coin")
            return Button(_(against if _is_aimed(state, answer) else ahead), _(COINS["Desdemona"].note))
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


FAILURES: dict[WhyFailed, tuple[str, str]] = {
    WhyFailed.WRONG_ROLE: (
        N_(
            "It does nothing: only {role} can play it. "
            "Unless somebody seizes or blocks it, you exit with it and gain 1 intrigue."
        ),
        N_("It does nothing: only {role} can play it now. It is discarded for nothing."),
    ),
    WhyFailed.NO_HALF_CURTAIN: (
        "",
        N_("It does nothing: the half curtain has not fallen. It is discarded for nothing."),
    ),
    WhyFailed.OUT_OF_ORDER: (
        N_("It does nothing: it is not the next card of the act. It is discarded for nothing."),
        N_("It does nothing: it is not the next card of the act. It is discarded for nothing."),
    ),
}
"""Why a script card fails as its player reads it: for other cards, and for curtain cards (K8, T1, R2)."""


def _failure(state: State, player: int, placed: str) -> str:
    """Return that a placed script card would fail now, and what becomes of it; "" if it would not."""
    card = state.deck.cards.get(placed)
    why = failure(state, card, player, player) if card is not None else None
    if card is None or why is None:
        return ""
    role = N_("the Lead") if own_role(state, card) is Role.LEAD else N_("the company")
    return _(FAILURES[why][card.curtain is not None], role=_(role))


def _why_useless(state: State, player: int, card: str) -> str:
    """Return why a card of the hand could do nothing if it were its turn now; "" if it could."""
    idle = unplayable(state, player, card)
    return idle[0].message if idle else _failure(state, player, card)


def _why_useless_later(state: State, player: int, card: str) -> str:
    """Return why a card that is not placed yet could do nothing; "" where that depends on the cards of this scene."""
    return "" if card in (Staging.MISCUE, Staging.SEIZE) else _why_useless(state, player, card)


def _of_the_dead(state: State, placed: str) -> str:
    """Return that a script card of a dead character scores nothing (X1); "" for any other card."""
    card = state.deck.cards.get(placed)
    if card is None or not starring_dead(state, card):
        return ""
    dead = card.character_1 if card.character_1 in state.dead else card.character_2
    return _(
        "{character} is dead: the card is set aside and scores nothing. You get only what it brings.", character=dead
    )


def _revive_price(state: State, player: int, placed: str) -> str:
    """Return what a Revive costs its player; "" if it is free, or another card (A7)."""
    if placed != Staging.REVIVE or right(state, player, Staging.REVIVE) is not Right.PAYS:
        return ""
    return _spends(state.rules.prices["revive"])


def _improv(state: State, choices: Choices) -> Button:
    note = _spends(state.rules.prices["improv"])
    if choices.give == Staging.SEIZE:
        return Button(_("Swap in a Seize"), note)
    if choices.way is Way.FACE_DOWN:
        return Button(_("Improvise: swap your face-down card for one of your hand"), note)
    return Button(_("Improvise: put back a hand card, draw another"), note)


def _choice(state: State, chosen: Choices) -> str:
    """Return the text for the one choice that is requested now."""
    rules, action = state.rules, state.frames[-1]
    if chosen.target is not None:
        return _("Choose {name}", name=name(state, chosen.target))
    if chosen.look is not None:
        return _look(rules.prices["look"]) if chosen.look else _("Take a card unseen")
    if chosen.take in rules.coins:
        return _("Take the {character} coin", character=chosen.take)
    if chosen.take is not None:
        title = card_title(state, chosen.take)
        named = _("“{title}”", title=title) if chosen.take in state.deck.staging else title  # such as “Take the Lead”
        hand = (
            state.seats[action.choices.target].hand
            if type(action) is Action and action.choices.target is not None
            else []
        )
        count = hand.count(chosen.take)
        return _("Take {card} (1 of {count})", card=named, count=count) if count > 1 else _("Take {card}", card=named)
    if chosen.way is not None:
        return _("Swap your face-down card") if chosen.way is Way.FACE_DOWN else _("Swap a hand card")
    if chosen.on is not None:
        return _("Wound {character}", character=_wounded(state, chosen.on, 1))
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
        return _("Pay {count} intrigue: {strong}", count=price, strong=_strength(state, state.rules.villainy_strong))
    if chosen.pay is not None:
        return _("Pay nothing: {weak}", weak=_strength(state, state.rules.villainy_weak))
    if chosen.cut:
        [(character, count), *_more] = chosen.cut
        wounds, limit = state.wounds[character], state.limit(character)
        words = _("Lower the limit of {character} by {count}", character=character, count=count)
        return f"{words} ({wounds}/{limit})"
    wounded = dict.fromkeys(chosen.wounds or ())
    if not wounded:
        return _("Wound nobody")
    counts = {who: (chosen.wounds or ()).count(who) for who in wounded}
    whom = ", ".join(_wounded(state, who, count) for who, count in counts.items())
    return _("Wound {character}", character=whom)


def _wounded(state: State, character: str, count: int) -> str:
    """Return a character with the wounds and the limit, and that these wounds kill (W4)."""
    who = f"{character} ×{count}" if count > 1 else character
    if not has_limit(state, character):
        return who
    wounds, limit = state.wounds[character], state.limit(character)
    if wounds + count >= limit:
        return _("{character} ({wounds}/{limit}: dies)", character=who, wounds=wounds, limit=limit)
    return f"{who} ({wounds}/{limit})"


def _strength(state: State, strength: Strength) -> str:
    action = state.frames[-1]
    return strength_text(state, action.player if type(action) is Action else 0, strength)


def strength_text(state: State, player: int, strength: Strength) -> str:
    """Return what a Villainy of this strength may do, with the player's coins (A6)."""
    wounds = most_wounds(state, player, strength.wounds)
    if not wounds:
        return _("limit -{cut}", cut=strength.cut)
    return ngettext("{count} wound or limit -{cut}", "{count} wounds or limit -{cut}", wounds, cut=strength.cut)


def _look(price: int) -> str:
    return _("Pay {count} intrigue and look at the hand", count=price)


def _draw(pile: str | None) -> str:
    return _("Draw a script card") if pile == Pile.SCRIPT else _("Draw a staging card")


def _trade(token: str, rate: int) -> str:
    if token == "intrigue":
        return _("Give {count} intrigue, get 1 spotlight", count=rate)
    return _("Give 1 spotlight, get {count} intrigue", count=rate)


def _seize_note(state: State) -> str:
    """Return the price of a Seize, and that a staging card brings a spotlight (Z3)."""
    top, price = state.frames[-1], _spends(state.rules.prices["seize"])
    if type(top) is not Action or not is_staging(top.name):
        return price
    return " ".join(filter(None, (price, _("Brings you 1 spotlight."))))


def _is_aimed(state: State, answer: Answer) -> bool:
    """Return whether a player protects themselves from an action in progress, and not ahead of one."""
    top = state.frames[-1]
    return type(top) is Action and top.choices.target == answer.by


def _spends(price: int) -> str:
    if price == 0:
        return ""
    return _("Costs {count} intrigue.", count=price)
