"""The checks of a player's choices for an action (A1 to A7, O2 to O7, I2, I3).

The player may make them at once or in advance. Each field of the choices is used by the action or refused; none is
dropped silently. If a choice becomes impossible before the effect, because others have answered in the meantime,
the player is asked again (`choosing.choose`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.core.i18n import N_, _
from companion.core.values import replace
from companion.core.verdict import Reason
from companion.othello.model.answers import choices_to_json
from companion.othello.model.cards import CardName, Pile, is_unknown
from companion.othello.model.frames import NO_CHOICES, Action, Choices, merged
from companion.othello.model.ruleset import Right
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Stage, Way
from companion.othello.rules.box import left, may_hold
from companion.othello.rules.coins import EMILIA
from companion.othello.rules.declare import improv_way
from companion.othello.rules.draws import can_draw
from companion.othello.rules.effect import Effect
from companion.othello.rules.effects import effect_of, rule_of
from companion.othello.rules.improv import IMPROV, replacements
from companion.othello.rules.legality.reasons import no_cards_left, not_held, shown
from companion.othello.rules.staging.exchange import can_look, returnable
from companion.othello.rules.staging.revive import REVIVE
from companion.othello.rules.staging.villainy import strength_of
from companion.othello.rules.targets import right

Fault = tuple[str, tuple[str, ...], str]


class Chosen(NamedTuple):
    """The subject of a check: the choices given, and all choices known so far.

    `hand` is the player's hand when the action takes effect.
    """

    state: State
    action: Action
    given: Choices
    known: Choices
    hand: Sequence[CardName]

    @property
    def effect(self) -> Effect:
        """The effect of the action."""
        return effect_of(self.action.name)

    @property
    def probe(self) -> Action:
        """The action at its effect stage, for the questions of Villainy, Revive and Iago coin."""
        pay = bool(self.known.pay)
        return Action(self.action.kind, self.action.player, self.action.name, Choices(pay=pay), stage=Stage.EFFECT)

    def others(self) -> list[int]:
        """Return the target; if it is not chosen yet, all possible targets."""
        if self.known.target is not None:
            return [self.known.target]
        return self.effect.targets(self.state, self.action.player)


def choice_reasons(
    state: State, action: Action, given: Choices, hand: Sequence[CardName] | None = None, code: str | None = None
) -> list[Reason]:
    """Return the problems with the choices given for an action in progress or being announced.

    Args:
        hand: the player's hand after the announcement; by default the current hand.
        code: the first part of the reasons' codes; by default that of the effect.
    """
    if given == NO_CHOICES:
        return []
    code = code or effect_of(action.name).code or action.name.lower().replace(" ", "-")
    held = state.seats[action.player].hand if hand is None else hand
    chosen = Chosen(state, action, given, merged(action.choices, given), held)
    fields = choices_to_json(given, state.names)
    found = [(field, _fault(chosen, field, value)) for field, value in fields.items()]
    return [Reason(f"{code}.{fault[0] or field}", *fault[1:]) for field, fault in found if fault is not None]


def _fault(chosen: Chosen, field: str, value: object) -> Fault | None:
    state, action = chosen.state, chosen.action
    if action.stage is Stage.OFFER and (field == "play" or not chosen.known.play):
        message = _(
            "Who takes the spotlight token does not play {name}: there is no “{field}” to choose.",
            name=action.name,
            field=field,
        )
        return None if field == "play" else ("", ("R3",), message)
    if field not in chosen.effect.uses or (field == "target" and not _aims(chosen)):
        return (
            "",
            (rule_of(state, action.name),),
            _("There is no “{field}” to choose for {name}.", field=field, name=action.name),
        )
    before = getattr(action.choices, field)
    if before is not None and before != getattr(chosen.given, field):
        return (
            "",
            ("V1",),
            _("“{field}” cannot be {shown}: it has been chosen already.", field=field, shown=shown(value)),
        )
    return FAULTS[field](chosen)


def _aims(chosen: Chosen) -> bool:
    return chosen.effect.asks_target(chosen.state, chosen.action.player)


def _target(chosen: Chosen) -> Fault | None:
    assert chosen.given.target is not None
    if chosen.action.stage is Stage.EFFECT:
        return None
    wrong = chosen.effect.why_not(chosen.state, chosen.action.player, chosen.action.name, chosen.given.target)
    return wrong and ("", *wrong)


def _look(chosen: Chosen) -> Fault | None:
    if not chosen.given.look or chosen.action.done or can_look(chosen.state, chosen.action.player):
        return None
    return (
        "no-intrigue",
        ("A1",),
        _("To look costs {price} intrigue tokens.", price=chosen.state.rules.prices["look"]),
    )


def _take(chosen: Chosen) -> Fault | None:
    """Check a card of the target's hand (A1) or a coin of the target (O6)."""
    state, taken, others = chosen.state, chosen.given.take, chosen.others()
    assert taken is not None
    if chosen.effect is EMILIA:
        if taken in state.rules.emilia_leaves:
            return "", ("O6",), _("{name} takes no coin of {taken}.", name=chosen.action.name, taken=taken)
        there, rule, what = (
            any(taken in state.seats[other].coins for other in others),
            "O6",
            _("a coin of {name}", name=taken),
        )
    else:
        there = chosen.action.done > 1 or any(may_hold(state, state.seats[other].hand, taken) for other in others)
        rule, what = "A1", _("{card} in the hand", card=taken)
    if there:
        return None
    if not others:
        return "", (rule,), _("Nobody has {what}.", what=what)
    if len(others) == 1:
        return "", (rule,), _("{who} cannot have {what}.", who=state.seats[others[0]].name, what=what)
    return "", (rule,), _("Nobody whom it could be taken from can have {what}.", what=what)


def _give(chosen: Chosen) -> Fault | None:
    """Check a card given back (A1) or improvised (I2, I3).

    A card equal to the one taken must be another copy.
    """
    state, action, given = chosen.state, chosen.action, chosen.given.give
    assert given is not None
    who = state.seats[action.player].name
    if chosen.effect is IMPROV:
        if action.stage is not Stage.EFFECT or chosen.effect.fits(state, action, "give", given):
            return None  # announced: checked with the improv
        return "", ("P3",), not_held(state, action.player, given)
    cards = returnable(state, action) if action.done > 1 else chosen.hand
    taken = chosen.known.take
    both = action.done <= 1 and taken == given and not is_unknown(given) and given not in cards
    if may_hold(state, cards, given) and not (both and left(state, given) < 2):
        return None
    if taken == given:
        return (
            "",
            ("A1",),
            _("{given} is the card taken, and {who} has no other copy of it to give back.", given=given, who=who),
        )
    return "", ("A1",), _("{who} cannot have {given} in the hand to give back.", who=who, given=given)


def _draw(chosen: Chosen) -> Fault | None:
    """Check the pile of an improv (I2); a change of the face-down card draws none (I3)."""
    state, known, pile = chosen.state, chosen.known, chosen.given.draw
    if (known.way or improv_way(state, chosen.action.player)) is Way.FACE_DOWN:
        return "", ("I3",), _("Who changes the face-down card draws none.")
    if not can_draw(state, Pile(pile or "")):
        return "", ("P7",), no_cards_left(pile)
    cards = chosen.hand if known.give is None else [known.give]
    if any(pile in replacements(state, card) for card in cards):
        return None
    return "", ("I2",), _("For a staging card a staging card is drawn.")


def _harm(chosen: Chosen) -> Fault | None:
    """Check wounds, also those that follow a limit cut (A6)."""
    state, known, name = chosen.state, chosen.known, chosen.action.name
    wounds, probe = known.wounds, chosen.probe
    if known.cut is None:
        if chosen.effect.fits(state, probe, "wounds", wounds):
            return None
        return "", ("A6", "W3"), _("{shown} cannot be chosen for {name} now.", shown=shown(wounds), name=name)
    if not strength_of(state, probe).after_cut:
        return "both", ("A6",), _("{name} wounds or lowers a limit, not both.", name=name)
    after = replace(probe, choices=replace(probe.choices, cut=known.cut), done=1)
    if chosen.effect.fits(state, after, "wounds", wounds):
        return None
    return (
        "",
        ("A6", "W3"),
        _("{shown} cannot be chosen for {name} after a limit was lowered.", shown=shown(wounds), name=name),
    )


def _pay(chosen: Chosen) -> Fault | None:
    """Check the payment for a Villainy or a Revive (A6, A7).

    A role that plays the card for free does not pay. A role that has to pay for a Revive must pay.
    """
    state, player, effect, pays = chosen.state, chosen.action.player, chosen.effect, chosen.given.pay
    may, rule, seat = right(state, player, effect.name), effect.rule, state.seats[player]
    price = state.rules.prices[effect.code]
    if pays and may is not Right.PAYS:
        return "", (rule,), _("{name} costs {who} nothing.", name=chosen.action.name, who=seat.name)
    if pays and seat.intrigue < price and not chosen.action.done:
        message = N_("Revive costs {price} intrigue tokens.")
        if effect is not REVIVE:
            message = N_("The stronger Villainy costs {price} intrigue tokens.")
        return "no-intrigue", (rule,), _(message, price=price)
    if pays is False and effect is REVIVE and may is Right.PAYS:
        return "", (rule,), _("Revive costs {name} {price} intrigue tokens.", name=seat.name, price=price)
    return None


def _possible(field: str, *rules: str) -> Callable[[Chosen], Fault | None]:
    def fault(chosen: Chosen) -> Fault | None:
        value: Any = getattr(chosen.given, field)
        if chosen.action.done or chosen.effect.fits(chosen.state, chosen.probe, field, value):
            return None
        return "", rules, _("{shown} cannot be chosen for {name} now.", shown=shown(value), name=chosen.action.name)

    return fault


def _nothing(_chosen: Chosen) -> Fault | None:
    return None


FAULTS: dict[str, Callable[[Chosen], Fault | None]] = {
    "target": _target,
    "look": _look,
    "take": _take,
    "give": _give,
    "on": _possible("on", "O2", "W3"),
    "character": _possible("character", "A7"),
    "wounds": _harm,
    "cut": _possible("cut", "A6"),
    "pay": _pay,
    "way": _nothing,  # when announced, checked with the improv; fixed afterwards
    "draw": _draw,
}
