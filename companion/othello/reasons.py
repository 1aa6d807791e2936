"""Reasons that several answers share: whose card it is, whose moment, and whether a choice can be made (V2, P3, O1).

A reason whose code ends in `.not-now` is about the moment only: the answer may fit once those who are asked
have passed.
"""

from __future__ import annotations

from companion.othello.answers import Answer
from companion.othello.cards import is_unknown
from companion.othello.declare import has_just_revealed, is_turn
from companion.othello.evolve_cards import find_in_hand
from companion.othello.frames import NO_CHOICES, Action, Choices, Steps
from companion.othello.needs import fits, possible_target, strength_of
from companion.othello.state import State
from companion.othello.targets import effect_of
from companion.play.verdict import Reason


def not_now(code: str, rules: tuple[str, ...], message: str) -> Reason:
    """A reason that is about the moment only."""
    return Reason(f"{code}.not-now", rules, message)


def action_on_top(state: State) -> Action | None:
    """The action that is under way; None when something else is."""
    top = state.frames[-1]
    return top if type(top) is Action else None


def name_of(state: State, player: int) -> str:
    """A player's name."""
    return state.seats[player].name


def is_card(state: State, card: str) -> bool:
    """Whether this names a card of the game, or an unknown one."""
    return card in state.rules.staging_cards or card in state.deck.cards or is_unknown(card)


def card_reasons(state: State, by: int, card: str, code: str) -> list[Reason]:
    """Why `card` cannot come from the hand of `by`."""
    if not is_card(state, card):
        return [Reason(f"{code}.no-such-card", ("C2", "C4"), f"There is no card {card} in this deck.")]
    hand = state.seats[by].hand
    if card in hand:
        return []
    if find_in_hand(hand, card) is None:
        return [Reason(f"{code}.not-in-hand", ("P3",), f"{name_of(state, by)} does not hold {card}.")]
    where = known_place(state, card)
    if where is not None and state.seats[by].placed != card:
        return [Reason(f"{code}.elsewhere", ("C2",), f"{card} is {where}.")]
    return []


def known_place(state: State, card: str) -> str | None:
    """Where a script card, of which there is only one, is known to be; None when that is not known."""
    if card not in state.deck.cards:
        return None
    if state.deck.act_of(card) != state.act:
        return "a card of another act"
    for seat in state.seats:
        if any(card == scored for scored, _role in seat.scored):
            return f"in the scoring pile of {seat.name}"
        if card in seat.hand or card == seat.placed:
            return f"with {seat.name}"
    if any(card == aside for aside, _role in state.set_aside):
        return "set aside"
    if card in state.script_discard:
        return "in the discard pile"
    return "in the draw pile" if card in state.script else None


def own_moment(state: State, by: int, code: str, rule: str, after_reveal: bool = False) -> list[Reason]:
    """O1: in one's step before or after placement, or in one's own turn; coins also right after it."""
    top = state.frames[-1]
    if is_turn(state, by) or (after_reveal and has_just_revealed(state, by)):
        return []
    if type(top) is Steps and top.order[top.at] == by and (after_reveal or top.phase != "after-reveal"):
        return []
    return [
        not_now(code, (rule,), f"It is not the moment for this: {name_of(state, by)} may do it in a turn of their own.")
    ]


def choice_reasons(state: State, answer: Answer, name: str) -> list[Reason]:
    """What is wrong with the choices given ahead: those that can be judged already."""
    given, found = answer.choices, list[Reason]()
    if given == NO_CHOICES:
        return found
    code = effect_of(name).lower().replace(" ", "-")
    if given.target is not None and not possible_target(state, answer.by, name, given.target):
        found.append(
            Reason(f"{code}.target", ("N1", "A1"), f"{name_of(state, given.target)} cannot be chosen for {name}.")
        )
    if given.look and state.seats[answer.by].intrigue < state.rules.prices["look"]:
        message = f"To look costs {state.rules.prices['look']} intrigue tokens."
        found.append(Reason(f"{code}.no-intrigue", ("A1",), message))
    if given.pay and state.seats[answer.by].intrigue < state.rules.prices["villainy"]:
        message = f"The stronger Villainy costs {state.rules.prices['villainy']} intrigue tokens."
        found.append(Reason(f"{code}.no-intrigue", ("A6",), message))
    chosen = Choices(target=given.target, pay=bool(given.pay))
    probe = Action("probe", answer.by, name, chosen, stage="effect")
    if given.wounds is not None and given.cut is not None:
        if not strength_of(state, probe).after_cut:
            found.append(Reason(f"{code}.both", ("A6",), f"{name} wounds or lowers a limit, not both."))
        elif not fits(state, probe._replace(choices=chosen._replace(cut=given.cut), done=1), "wounds", given.wounds):
            message = f"{shown(given.wounds)} cannot be chosen for {name} after a limit was lowered."
            found.append(Reason(f"{code}.wounds", ("A6", "W3"), message))
        given = given._replace(wounds=None)
    for field, rules in (("on", ("O2", "W3")), ("character", ("A7",)), ("wounds", ("A6", "W3")), ("cut", ("A6",))):
        value = getattr(given, field)
        if value is not None and not fits(state, probe, field, value):
            found.append(Reason(f"{code}.{field}", rules, f"{shown(value)} cannot be chosen for {name} now."))
    return found


def shown(value: object) -> str:
    """A value that was chosen, for a message: `Cassio`, `Cassio, Iago` for wounds, `Cassio by 2` for a lower limit.

    Wounds are a list and limits a dict in an answer's JSON.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        value = tuple(value.items())
    if not isinstance(value, tuple | list):
        return str(value)
    return ", ".join(each if isinstance(each, str) else f"{each[0]} by {each[1]}" for each in value)


