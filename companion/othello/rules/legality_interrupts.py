"""Whether an interrupt, a pass or a protection is allowed, with all reasons why not (Z1, L1, N1, V2, J11)."""

from __future__ import annotations

from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Staging, could_be
from companion.othello.model.frames import Action, Draws, Placement, PutDown, Reveals, Steps
from companion.othello.model.ruleset import SEIZE_REACHES_BACK
from companion.othello.model.state import State
from companion.othello.model.titles import thing_title
from companion.othello.model.vocabulary import Protection, Stage
from companion.othello.rules.actions import awaited
from companion.othello.rules.codes import Code
from companion.othello.rules.late_seizes import can_be_taken
from companion.othello.rules.reasons import action_on_top, card_reasons, elsewhere, name_of
from companion.othello.rules.windows import comes_later, has_hidden_card, is_blockable, is_seizable, promised
from companion.play.verdict import Reason

SCENE_FRAMES = (Steps, Placement, Reveals, Draws)


def check_seize(state: State, answer: Answer) -> list[Reason]:
    """Z1."""
    seat, action = state.seats[answer.by], action_on_top(state)
    found = []
    if seat.intrigue < state.rules.prices["seize"]:
        found.append(Code.SEIZE_NO_INTRIGUE.because(f"A Seize costs an intrigue token, and {seat.name} has none."))
    if not has_hidden_card(state, answer.by):
        message = f"{seat.name} has no face-down card left in this scene."
        found.append(Code.SEIZE_NOTHING_FACE_DOWN.because(message))
    elif seat.placed is not None and seat.placed != Staging.SEIZE and not could_be(seat.placed, Staging.SEIZE):
        found.append(Code.SEIZE_NOT_A_SEIZE.because(f"The face-down card of {seat.name} is not a Seize."))
    elif seat.placed != Staging.SEIZE and Staging.SEIZE not in seat.hand:
        found += elsewhere(state, str(Staging.SEIZE), Do.SEIZE)
    if answer.card is not None:
        return found + _late_reasons(state, answer.by, answer.card)
    if action is None or action.stage is not Stage.WINDOW:
        return [*found, Code.SEIZE_NOT_NOW.because("There is no card that could be seized now.")]
    if answer.by == action.player:
        found.append(Code.SEIZE_OWN_CARD.because("Nobody seizes what they play themselves."))
    elif not is_seizable(state, action):
        found.append(Code.SEIZE_EXEMPT.because(f"{_titled(state, action)} cannot be seized."))
    elif not comes_later(state, answer.by, action.player):
        message = f"Only those who reveal after {name_of(state, action.player)} may seize."
        found.append(Code.SEIZE_EARLIER_IN_ORDER.because(message))
    return found + _closed_to(state, action, answer.by, Do.SEIZE)


def _late_reasons(state: State, by: int, name: str) -> list[Reason]:
    """J11: why a card whose turn is over cannot be seized any more."""
    if SEIZE_REACHES_BACK not in state.rules.chosen:
        message = "Only the card whose window is open can be seized in this game; name none."
        return [Code.SEIZE_NO_REACHING_BACK.because(message)]
    victim = next((player for player, card in state.successes if card == name), None)
    if victim is None:
        return [Code.SEIZE_NOT_OF_THIS_SCENE.because(f"{name} was not scored in this scene.")]
    found = []
    if not can_be_taken(state.deck.cards[name]):
        found.append(Code.SEIZE_NOT_HANDED_OVER.because(f"What {name} did cannot be handed over."))
    if not comes_later(state, by, victim):
        message = f"Only those who reveal after {name_of(state, victim)} may seize."
        found.append(Code.SEIZE_EARLIER_IN_ORDER.because(message))
    if state.seats[victim].protected:
        message = f"{name_of(state, victim)} is protected for the rest of the scene."
        found.append(Code.SEIZE_PROTECTED.because(message, "N1"))
    if type(state.frames[-1]) is not Reveals:
        found.append(Code.SEIZE_NOT_NOW.because("Something else is under way.", "J11"))
    return found


def _titled(state: State, action: Action) -> str:
    """What somebody plays, to begin a sentence with."""
    title = thing_title(state, action.name)
    return title[0].upper() + title[1:]


def _closed_to(state: State, action: Action, by: int, do: Do) -> list[Reason]:
    """Reasons that hold for both interrupts: a protected player, a window already answered, somebody closer."""
    if state.seats[action.player].protected:
        message = f"{name_of(state, action.player)} is protected for the rest of the scene."
        return [Code.of(do, "protected").because(message)]
    if action.passed >> by & 1:
        return [Code.of(do, "answered").because(f"{name_of(state, by)} has already answered.")]
    return []


def check_spotlight(state: State, answer: Answer) -> list[Reason]:
    """L1."""
    seat, action = state.seats[answer.by], action_on_top(state)
    found = []
    if not seat.spotlight:
        found.append(Code.SPOTLIGHT_NO_TOKEN.because(f"{seat.name} has no spotlight token."))
    if action is None or action.stage is not Stage.WINDOW:
        return [*found, Code.SPOTLIGHT_NOT_NOW.because("There is nothing that a spotlight could block now.")]
    if answer.by == action.player:
        found.append(Code.SPOTLIGHT_OWN_ACTION.because("Nobody blocks what they do themselves."))
    elif not is_blockable(state, action):
        found.append(Code.SPOTLIGHT_EXEMPT.because(f"{_titled(state, action)} cannot be blocked by a spotlight."))
    return found + _closed_to(state, action, answer.by, Do.SPOTLIGHT)


def check_pass(state: State, answer: Answer) -> list[Reason]:
    """V2: whoever is asked may pass; a pass of somebody else in an open window changes nothing."""
    top = state.frames[-1]
    if type(top) is Steps and top.order[top.at] == answer.by:
        return []
    if type(top) is Action and (top.stage is Stage.WINDOW or answer.by in awaited(state, top)):
        return []
    return [Code.PASS_NOT_NOW.because(f"{name_of(state, answer.by)} is not asked now.")]


def check_protect(state: State, answer: Answer) -> list[Reason]:
    """N1, A3, O5: at any moment of a scene, by who is not protected yet."""
    seat = state.seats[answer.by]
    found = []
    if seat.protected:
        found.append(Code.PROTECT_ALREADY.because(f"{seat.name} is protected already."))
    if answer.way is Protection.DESDEMONA:
        if "Desdemona" not in seat.coins:
            found.append(Code.PROTECT_NO_COIN.because(f"{seat.name} has no Desdemona coin."))
    else:
        if seat.intrigue < state.rules.prices["no_drama"] + promised(state, answer.by):
            message = f"No Drama costs an intrigue token, and {seat.name} has none to spare."
            found.append(Code.PROTECT_NO_INTRIGUE.because(message))
        found += card_reasons(state, answer.by, str(Staging.NO_DRAMA), Do.PROTECT)
    if type(state.frames[0]) not in SCENE_FRAMES or type(state.frames[-1]) is PutDown:
        found.append(Code.PROTECT_NOT_NOW.because("There is nothing to protect oneself against now."))
    return found
