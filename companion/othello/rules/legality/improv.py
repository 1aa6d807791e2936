"""The checks of an improv: for intrigue, by a coin, or against a Miscue (I1, O4, A2)."""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Staging
from companion.othello.model.frames import Action, Reveals, Steps, one_choice
from companion.othello.model.ruleset import CASSIO_EXTRA, FACE_DOWN_BEFORE_REVEALS
from companion.othello.model.state import State
from companion.othello.model.vocabulary import FACE_DOWN, HAND, ActionKind, Phase, Stage
from companion.othello.rules.actions import awaited, could_counter
from companion.othello.rules.declare import improv_way
from companion.othello.rules.effects import effect_of
from companion.othello.rules.improv import IMPROV
from companion.othello.rules.legality.choices import choice_reasons
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.legality.reasons import action_on_top, card_reasons, own_moment
from companion.othello.rules.staging.miscue import MISCUE


def improv_reasons(state: State, answer: Answer) -> list[Reason]:
    """Return the reasons against any kind of improv (I1 to I3).

    The player has already improvised, has no card, or cannot improvise in this way.
    """
    seat, way = state.seats[answer.by], answer.choices.way or improv_way(state, answer.by)
    found = []
    extra = answer.do is Do.COIN and CASSIO_EXTRA in state.rules.chosen
    if seat.improv_used and not extra:
        found.append(Code.IMPROV_USED.because(_("{name} has improvised in this scene.", name=seat.name)))
    if answer.choices.give is not None:
        found += card_reasons(state, answer.by, answer.choices.give, Do.IMPROV)
    elif not seat.hand:
        found.append(Code.IMPROV_NO_CARD.because(_("{name} has no card in hand.", name=seat.name)))
    if way is FACE_DOWN and seat.miscued and not _answers_miscue(state, answer.by):
        message = _("{name} had to put down another card and cannot improvise it away.", name=seat.name)
        found.append(Code.IMPROV_MISCUED.because(message))
    if way is FACE_DOWN and (seat.placed is None or seat.revealed or seat.done):
        found.append(
            Code.IMPROV_NOTHING_FACE_DOWN.because(_("{name} has no face-down card to change.", name=seat.name))
        )
    top, in_reveals = state.frames[-1], type(state.frames[0]) is Reveals
    if way is HAND and type(top) is Steps and top.phase is Phase.AFTER_PLACEMENT:
        found.append(
            Code.IMPROV_NOT_NOW.because(_("The draw piles are open before placement and in one's own turn."), "I2")
        )
    if way is HAND and in_reveals and not state.rules.improv_hand_in_turn:
        found.append(Code.IMPROV_BEFORE_PLACEMENT.because(_("The draw piles are open before placement only.")))
    closed = in_reveals and FACE_DOWN_BEFORE_REVEALS in state.rules.chosen
    if way is FACE_DOWN and closed and not _answers_miscue(state, answer.by):
        found.append(Code.IMPROV_REVEAL_HAS_BEGUN.because(_("The reveal has begun: placed cards stay.")))
    return found


def _answers_miscue(state: State, by: int) -> bool:
    """Return True if `by` is the target of a Miscue and may still answer it (A2)."""
    action = action_on_top(state)
    aimed = action is not None and effect_of(action.name) is MISCUE and action.stage is Stage.TARGET
    may = aimed and state.rules.miscue_answered_by_seize
    return action is not None and may and by in awaited(state, action)


def check_improv(state: State, answer: Answer) -> list[Reason]:
    """Check an improv (I1 to I3), including a Seize swapped in against a Miscue (A2)."""
    seat, action = state.seats[answer.by], action_on_top(state)
    found = improv_reasons(state, answer)
    if answer.choices != one_choice("way", answer.choices.way):  # `improv_reasons` has checked the way
        found += choice_reasons(state, Action(ActionKind.IMPROV, answer.by, IMPROV.name), answer.choices)
    if seat.intrigue < state.rules.prices["improv"]:
        found.append(
            Code.IMPROV_NO_INTRIGUE.because(_("Improv costs an intrigue token, and {name} has none.", name=seat.name))
        )
    if action is not None and _answers_miscue(state, answer.by):
        if answer.choices.way is not FACE_DOWN or answer.choices.give not in (Staging.SEIZE, "?staging", "?"):
            found.append(Code.IMPROV_AGAINST_MISCUE.because(_("Against a Miscue only a Seize can be swapped in.")))
        elif not could_counter(state, action, answer.by):
            both = state.rules.prices["improv"] + state.rules.prices["seize"]
            message = _("{name} needs {both} intrigue tokens for it.", name=seat.name, both=both)
            found.append(Code.IMPROV_CANNOT_SEIZE.because(message))
        elif answer.choices.give != Staging.SEIZE:
            found += card_reasons(state, answer.by, str(Staging.SEIZE), Do.IMPROV)
        return found
    top = state.frames[-1]
    if answer.choices.way is HAND:
        if not any(reason.is_timing for reason in found):
            found += own_moment(state, answer.by, Do.IMPROV, "I2")
    elif type(top) not in (Steps, Reveals) or type(state.frames[0]) not in (Steps, Reveals):
        found.append(Code.IMPROV_NOT_NOW.because(_("Something else is under way."), "I3", "J10"))
    return found
