"""The help of Othello: cards, coins, the moment, and actions not possible now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.core.i18n import _
from companion.game.help import Card, Help, NotNow, kept_from
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Curtain, ScriptCard, Staging, Verb, is_staging, is_unknown
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.frames import Action, Choices
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.model.vocabulary import Protection, Way
from companion.othello.rules.coins import COINS
from companion.othello.rules.effects import effect_of
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision
from companion.othello.text.moment import decision_text
from companion.othello.text.own_words import button_of
from companion.othello.text.words import face_text

_VERBS: dict[Verb, tuple[str, ...]] = {
    Verb.CONFRONTS: ("K3",),
    Verb.CONVINCES: ("K3",),
    Verb.CONSPIRES: ("K4",),
    Verb.WOUNDS: ("K5",),
    Verb.KILLS: ("K6", "X3"),
}
_WISHES = (Do.REVEAL, Do.EXIT, Do.SEIZE, Do.SPOTLIGHT)


def looked_up(known: State, player: int | None) -> Help:
    """Return the help for a player, or for everybody if `player` is None.

    Args:
        known: the state as they know it.
    """
    asked = decision(known)
    cards = [_card(known, name, player) for name in _cards(known, player)]
    refused = _refused(known, player) if player is not None and asked is not None else []
    return Help(decision_text(known, asked), rules_of_moment(known, asked), cards, refused)


def rules_of_moment(known: State, asked: Decision | None) -> tuple[str, ...]:
    """Return the rules of the open decision and of its card."""
    named = asked.kind.rules if asked is not None else ("G2",)
    if known.rules.in_order and asked is not None and asked.kind is DecisionKind.REVEAL:
        named = (*named, "R2")
    top = known.frames[-1]
    return tuple(dict.fromkeys((*named, *rules_of(known, top.name)))) if type(top) is Action else named


def rules_of(state: State, thing: str) -> tuple[str, ...]:
    """Return the rules of a card, a coin, or an improv, by its name."""
    if thing in state.deck.cards:
        return tuple(_script_rules(state, state.deck.cards[thing]))
    effect = effect_of(thing)
    does = (effect.rule or "C11", *effect.related_rules)
    if thing in COINS:
        return tuple(dict.fromkeys((COINS[thing].rule, *does, "O1", "O8")))
    variant = ("R3",) if thing == Staging.SEIZE and state.rules.lead_may_play_seized else ()
    return (*does, *variant)


def _script_rules(state: State, card: ScriptCard) -> Iterator[str]:
    """Yield the rules of a script card, without those about roles if any role may play it (R2)."""
    rules = state.rules
    if rules.in_order:
        yield "R2"
    if not rules.any_role:
        yield "K1"
    yield "K2"
    yield from _VERBS[card.verb]
    if card.handkerchief:
        yield "K9"
    if card.curtain is not None:
        if not rules.any_role:
            yield "T2"
        yield from ("T1", "T3")
        if card.curtain is Curtain.FULL:
            yield "T5" if card.act < rules.acts else "K7"
    yield "X1"
    if not rules.any_role:
        yield "K8"


def _cards(known: State, player: int | None) -> list[str]:
    """Return the player's own cards, then the other cards of this act, and the coins."""
    own = _own(known, player)
    others = (*known.rules.staging_cards, *known.deck.staging, *known.deck.by_act[known.act - 1], *known.rules.coins)
    return list(dict.fromkeys((*own, *others)))


def _own(known: State, player: int | None) -> list[str]:
    if player is None:
        return []
    seat = known.seats[player]
    there = (*seat.hand, *((seat.placed,) if seat.placed is not None else ()))
    return [card for card in there if not is_unknown(card)]


def _card(known: State, name: str, player: int | None) -> Card:
    if name in known.rules.coins:
        owned = player is not None and name in known.seats[player].coins
        refused = _kept_from(known, [_use(name, player)]) if owned and player is not None else []
        return Card(
            name, _("{character} coin", character=name), _(COINS[name].note), rules_of(known, name), owned, refused
        )
    title, text = card_title(known, name), face_text(known.deck, known.rules, name)
    mine = name in _own(known, player)
    answers = list(_plays(known, name, player)) if mine and player is not None else []
    return Card(name, title, text, rules_of(known, name), mine, _kept_from(known, answers))


def _use(coin: str, player: int) -> Answer:
    """Return the answer that uses a coin."""
    if coin == "Desdemona":
        return Answer(Do.PROTECT, player, way=Protection.DESDEMONA)
    return Answer(Do.COIN, player, coin=coin)


def _plays(known: State, card: str, player: int) -> Iterator[Answer]:
    """Yield the answers that may use a card of the hand."""
    if card in known.seats[player].hand:
        yield Answer(Do.PLACE, player, card)
        if is_staging(card):
            yield Answer(Do.FROM_HAND, player, card)
    if card == Staging.NO_DRAMA:
        yield Answer(Do.PROTECT, player, way=Protection.NO_DRAMA)


def _refused(known: State, player: int) -> list[NotNow]:
    """Return the other actions of this player that are not possible now."""
    answers = [Answer(do, player) for do in _WISHES]
    answers += [Answer(Do.IMPROV, player, choices=Choices(way=way)) for way in Way]
    return _kept_from(known, answers)


def _kept_from(known: State, answers: list[Answer]) -> list[NotNow]:
    return kept_from(answers, partial(legality, known), lambda answer: button_of(known, answer).text)
