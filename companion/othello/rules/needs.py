"""What an action still needs its player to choose, one step at a time, with every possible value.

`needed` lists the values in the order of the box; `effects` acts once nothing more is needed. A choice with one
possible value is not asked. Of a hand every card is listed, also a second one of the same name: whether the question
is asked tells how many cards there are, and nothing of which.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.othello.model.cards import CardName, Pile, Staging, is_staging
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Action, Choices, one_choice
from companion.othello.model.ruleset import NO_LIMIT, Right, Strength
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Stage, Way
from companion.othello.rules.box import may_hold
from companion.othello.rules.draws import can_draw
from companion.othello.rules.targets import (
    IMPROV,
    VILLAINY,
    can_pay,
    dead,
    effect_of,
    living,
    needs_target,
    right,
    targets,
)

NO_NEED: list[Choices] = []


def needed(state: State, action: Action) -> list[Choices]:
    """The possible values of the next choice, each as choices with that one field; empty when nothing is missing."""
    effect = effect_of(action.name)
    if action.stage is Stage.TARGET:
        if action.choices.target is None and needs_target(state, action.player, effect):
            return [one_choice("target", other) for other in targets(state, action.player, effect)]
        return NO_NEED
    if action.stage is Stage.OFFER:
        return NO_NEED if action.choices.play is not None else [Choices(play=True), Choices(play=False)]
    if action.stage is not Stage.EFFECT:
        return NO_NEED
    find = NEEDS.get(effect)
    return find(state, action) if find else NO_NEED


def _exchange(state: State, action: Action) -> list[Choices]:
    """A1: look or not; which card, when looking; which card goes back."""
    chosen = action.choices
    if action.done == 0 and chosen.look is None:
        return [Choices(look=True), Choices(look=False)] if can_look(state, action.player) else [Choices(look=False)]
    if action.done == 1 and chosen.look and chosen.take is None and chosen.target is not None:
        return [one_choice("take", card) for card in state.seats[chosen.target].hand]
    if action.done == 2 and chosen.give is None:
        return [one_choice("give", card) for card in returnable(state, action)]
    return NO_NEED


def can_look(state: State, player: int) -> bool:
    """Whether the player can pay to look (A1)."""
    return state.seats[player].intrigue >= state.rules.prices["look"]


def returnable(state: State, action: Action) -> list[CardName]:
    """A1: the cards that may be given back: not the one taken, unless there is a second copy of it."""
    cards = list(state.seats[action.player].hand)
    taken = find_in_hand(cards, action.choices.take or "?")
    if taken is not None:
        cards.pop(taken)
    return cards


def _emilia(state: State, action: Action) -> list[Choices]:
    """O6: any coin of the other player that Emilia's takes."""
    if action.choices.take is not None or action.choices.target is None:
        return NO_NEED
    coins = state.seats[action.choices.target].coins
    return [one_choice("take", coin) for coin in sorted(coins) if coin not in state.rules.emilia_leaves]


def _iago(state: State, action: Action) -> list[Choices]:
    """O2: a living character of the act."""
    return [one_choice("on", character) for character in living(state)] if action.choices.on is None else NO_NEED


def _revive(state: State, action: Action) -> list[Choices]:
    """A7: a dead character of the act."""
    return [one_choice("character", name) for name in dead(state)] if action.choices.character is None else NO_NEED


def _villainy(state: State, action: Action) -> list[Choices]:
    """A6: whether to pay for more, then wounds or a lower limit, and wounds after that where they may follow."""
    chosen, player = action.choices, action.player
    if chosen.pay is None and chosen.wounds is None and chosen.cut is None:
        return [Choices(pay=True), Choices(pay=False)] if can_pay(state, player, VILLAINY) else [Choices(pay=False)]
    strength = strength_of(state, action)
    if chosen.wounds is None and chosen.cut is None:
        wounds = [Choices(wounds=names) for names in wound_sets(state, most_wounds(state, player, strength.wounds))]
        return wounds + [Choices(cut=((name, strength.cut),)) for name in living(state) if has_limit(state, name)]
    if chosen.wounds is None and action.done:
        most = most_wounds(state, player, strength.after_cut)
        return [Choices(wounds=names) for names in ((), *wound_sets(state, most))] if most else NO_NEED
    return NO_NEED


def strength_of(state: State, action: Action) -> Strength:
    """What this Villainy may do: strong for whom it is free, or who pays (A6)."""
    strong = right(state, action.player, VILLAINY) is Right.FREE or bool(action.choices.pay)
    return state.rules.villainy_strong if strong else state.rules.villainy_weak


def most_wounds(state: State, player: int, most: int) -> int:
    """How many wounds a Villainy can place that allows `most`, with the coins there are (A6)."""
    return min(most, state.seats[player].coins.get("Iago", 0)) if state.rules.villainy_takes_coins else most


def has_limit(state: State, character: str) -> bool:
    """Whether a character has a wound limit that could be cut (C7)."""
    return state.rules.wound_limits[character] < NO_LIMIT


def wound_sets(state: State, most: int) -> Iterator[tuple[str, ...]]:
    """Every way to place 1 to `most` wounds on living characters, none on one who has died of them (W3)."""
    names = living(state)
    room = {name: max(1, state.limit(name) - state.wounds[name]) for name in names}
    for count in range(1, most + 1):
        for wounds in combinations_with_replacement(names, count):
            if all(wounds.count(name) <= room[name] for name in wounds):
                yield wounds


def _improv(state: State, action: Action) -> list[Choices]:
    """I2, I3: the card from the hand, and for a script card what is drawn in its place."""
    chosen, seat = action.choices, state.seats[action.player]
    if chosen.give is None:
        return [one_choice("give", card) for card in seat.hand]
    if chosen.way is Way.HAND and chosen.draw is None and action.done == 0:
        return [one_choice("draw", str(pile)) for pile in replacements(state, chosen.give)]
    return NO_NEED


def replacements(state: State, card: CardName) -> list[Pile]:
    """I2: the piles from which a card may be drawn for `card`: staging, and for a script card also script."""
    both = [Pile.STAGING] if is_staging(card) else [Pile.SCRIPT, Pile.STAGING]
    return [pile for pile in both if can_draw(state, pile)]


def distinct(cards: list[CardName]) -> list[CardName]:
    """Each name once, in order."""
    return list(dict.fromkeys(cards))


NEEDS = {
    str(Staging.EXCHANGE): _exchange,
    str(Staging.VILLAINY): _villainy,
    str(Staging.REVIVE): _revive,
    "Emilia": _emilia,
    "Iago": _iago,
    IMPROV: _improv,
}


def fits(state: State, action: Action, field: str, value: object) -> bool:
    """Whether a value given for `field` is one of those possible now; a card may stand for an unknown one of
    its kind.
    """
    options = [getattr(option, field) for option in needed(state, action)]
    if value in options:
        return True
    if field in ("take", "give") and isinstance(value, str) and action.name != "Emilia":
        return may_hold(state, [option for option in options if option is not None], value)
    if field == "wounds" and isinstance(value, tuple):
        return tuple(sorted(value)) in {tuple(sorted(option)) for option in options if option is not None}
    return False
