"""Whether an interrupt, a pass or a protection is allowed, with all reasons why not (Z1, L1, N1, V2, J11)."""

from __future__ import annotations

from companion.othello.model.answers import Answer
from companion.othello.model.cards import Staging, could_be
from companion.othello.model.frames import Action, Draws, Placement, PutDown, Reveals, Steps
from companion.othello.model.ruleset import SEIZE_REACHES_BACK
from companion.othello.model.state import State
from companion.othello.model.titles import thing_title
from companion.othello.model.vocabulary import Protection, Stage
from companion.othello.rules.actions import awaited
from companion.othello.rules.late_seizes import can_be_taken
from companion.othello.rules.reasons import action_on_top, card_reasons, elsewhere, name_of, not_now
from companion.othello.rules.windows import comes_later, has_hidden_card, is_blockable, is_seizable, promised
from companion.play.verdict import Reason

SCENE_FRAMES = (Steps, Placement, Reveals, Draws)


def check_seize(state: State, answer: Answer) -> list[Reason]:
    """Z1."""
    seat, action = state.seats[answer.by], action_on_top(state)
    found = []
    if seat.intrigue < state.rules.prices["seize"]:
        found.append(
            Reason("seize.no-intrigue", ("Z1",), f"A Seize costs an intrigue token, and {seat.name} has none.")
        )
    if not has_hidden_card(state, answer.by):
        message = f"{seat.name} has no face-down card left in this scene."
        found.append(Reason("seize.nothing-face-down", ("Z1", "Z4"), message))
    elif seat.placed is not None and seat.placed != Staging.SEIZE and not could_be(seat.placed, Staging.SEIZE):
        found.append(Reason("seize.not-a-seize", ("Z1",), f"The face-down card of {seat.name} is not a Seize."))
    elif seat.placed != Staging.SEIZE and Staging.SEIZE not in seat.hand:
        found += elsewhere(state, str(Staging.SEIZE), "seize")
    if answer.card is not None:
        return found + _late_reasons(state, answer.by, answer.card)
    if action is None or action.stage is not Stage.WINDOW:
        return [*found, not_now("seize", ("Z1", "J11"), "There is no card that could be seized now.")]
    if answer.by == action.player:
        found.append(Reason("seize.own-card", ("Z1",), "Nobody seizes what they play themselves."))
    elif not is_seizable(state, action):
        found.append(Reason("seize.exempt", ("Z1",), f"{_titled(state, action)} cannot be seized."))
    elif not comes_later(state, answer.by, action.player):
        message = f"Only those who reveal after {name_of(state, action.player)} may seize."
        found.append(Reason("seize.earlier-in-order", ("Z1",), message))
    return found + _closed_to(state, action, answer.by, "seize")


def _late_reasons(state: State, by: int, name: str) -> list[Reason]:
    """J11: why a card whose turn is over cannot be seized any more."""
    if SEIZE_REACHES_BACK not in state.rules.chosen:
        message = "Only the card whose window is open can be seized in this game; name none."
        return [Reason("seize.no-reaching-back", ("J11",), message)]
    victim = next((player for player, card in state.successes if card == name), None)
    if victim is None:
        return [Reason("seize.not-of-this-scene", ("J11",), f"{name} was not scored in this scene.")]
    found = []
    if not can_be_taken(state.deck.cards[name]):
        found.append(Reason("seize.not-handed-over", ("J11",), f"What {name} did cannot be handed over."))
    if not comes_later(state, by, victim):
        message = f"Only those who reveal after {name_of(state, victim)} may seize."
        found.append(Reason("seize.earlier-in-order", ("Z1",), message))
    if state.seats[victim].protected:
        message = f"{name_of(state, victim)} is protected for the rest of the scene."
        found.append(Reason("seize.protected", ("N1",), message))
    if type(state.frames[-1]) is not Reveals:
        found.append(not_now("seize", ("J11",), "Something else is under way."))
    return found


def _titled(state: State, action: Action) -> str:
    """What somebody plays, to begin a sentence with."""
    title = thing_title(state, action.name)
    return title[0].upper() + title[1:]


def _closed_to(state: State, action: Action, by: int, code: str) -> list[Reason]:
    """Reasons that hold for both interrupts: a protected player, a window already answered, somebody closer."""
    if state.seats[action.player].protected:
        message = f"{name_of(state, action.player)} is protected for the rest of the scene."
        return [Reason(f"{code}.protected", ("N1", "J12"), message)]
    if action.passed >> by & 1:
        return [Reason(f"{code}.answered", ("V2",), f"{name_of(state, by)} has already answered.")]
    return []


def check_spotlight(state: State, answer: Answer) -> list[Reason]:
    """L1."""
    seat, action = state.seats[answer.by], action_on_top(state)
    found = []
    if not seat.spotlight:
        found.append(Reason("spotlight.no-token", ("L1",), f"{seat.name} has no spotlight token."))
    if action is None or action.stage is not Stage.WINDOW:
        return [*found, not_now("spotlight", ("L1",), "There is nothing that a spotlight could block now.")]
    if answer.by == action.player:
        found.append(Reason("spotlight.own-action", ("L1",), "Nobody blocks what they do themselves."))
    elif not is_blockable(state, action):
        found.append(Reason("spotlight.exempt", ("L1",), f"{_titled(state, action)} cannot be blocked by a spotlight."))
    return found + _closed_to(state, action, answer.by, "spotlight")


def check_pass(state: State, answer: Answer) -> list[Reason]:
    """V2: whoever is asked may pass; a pass of somebody else in an open window changes nothing."""
    top = state.frames[-1]
    if type(top) is Steps and top.order[top.at] == answer.by:
        return []
    if type(top) is Action and (top.stage is Stage.WINDOW or answer.by in awaited(state, top)):
        return []
    return [not_now("pass", ("V2",), f"{name_of(state, answer.by)} is not asked now.")]


def check_protect(state: State, answer: Answer) -> list[Reason]:
    """N1, A3, O5: at any moment of a scene, by who is not protected yet."""
    seat = state.seats[answer.by]
    found = []
    if seat.protected:
        found.append(Reason("protect.already", ("N1",), f"{seat.name} is protected already."))
    if answer.way is Protection.DESDEMONA:
        if "Desdemona" not in seat.coins:
            found.append(Reason("protect.no-coin", ("O5",), f"{seat.name} has no Desdemona coin."))
    else:
        if seat.intrigue < state.rules.prices["no_drama"] + promised(state, answer.by):
            message = f"No Drama costs an intrigue token, and {seat.name} has none to spare."
            found.append(Reason("protect.no-intrigue", ("A3",), message))
        found += card_reasons(state, answer.by, str(Staging.NO_DRAMA), "protect")
    if type(state.frames[0]) not in SCENE_FRAMES or type(state.frames[-1]) is PutDown:
        found.append(not_now("protect", ("N1",), "There is nothing to protect oneself against now."))
    return found
