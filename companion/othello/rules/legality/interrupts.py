"""The checks of interrupts, passes and protection (Z1, L1, N1, V2, J11)."""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Staging, could_be
from companion.othello.model.frames import Action, Draws, Placement, PutDown, Reveals, Steps
from companion.othello.model.ruleset import SEIZE_REACHES_BACK
from companion.othello.model.state import State
from companion.othello.model.titles import thing_title
from companion.othello.model.vocabulary import WINDOW, Protection
from companion.othello.rules.actions import awaited
from companion.othello.rules.declare import just_revealed
from companion.othello.rules.late_seizes import can_be_taken
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.legality.reasons import action_on_top, card_reasons, elsewhere, name_of
from companion.othello.rules.windows import comes_later, has_hidden_card, is_blockable, is_seizable, promised

SCENE_FRAMES = (Steps, Placement, Reveals, Draws)


def check_seize(state: State, answer: Answer) -> list[Reason]:
    """Check a Seize (Z1)."""
    seat, action = state.seats[answer.by], action_on_top(state)
    found = []
    if seat.intrigue < state.rules.prices["seize"]:
        found.append(
            Code.SEIZE_NO_INTRIGUE.because(_("A Seize costs an intrigue token, and {name} has none.", name=seat.name))
        )
    if not has_hidden_card(state, answer.by):
        message = _("{name} has no face-down card left in this scene.", name=seat.name)
        found.append(Code.SEIZE_NOTHING_FACE_DOWN.because(message))
    if answer.card is not None:
        found += _late_reasons(state, answer.by, answer.card)
    elif action is None or action.stage is not WINDOW:
        found.append(Code.SEIZE_NOT_NOW.because(_("There is no card that could be seized now.")))
    else:
        found += _target_reasons(state, action, answer.by)
    return found or _card_reasons(state, answer.by)


def _target_reasons(state: State, action: Action, by: int) -> list[Reason]:
    """Return the reasons why `by` cannot seize the card whose window is open."""
    found = []
    if by == action.player:
        found.append(Code.SEIZE_OWN_CARD.because(_("Nobody seizes what they play themselves.")))
    elif not is_seizable(state, action):
        found.append(Code.SEIZE_EXEMPT.because(_("{what} cannot be seized.", what=_titled(state, action))))
    elif not comes_later(state, by, action.player):
        message = _("Only those who reveal after {player} may seize.", player=name_of(state, action.player))
        found.append(Code.SEIZE_EARLIER_IN_ORDER.because(message))
    return found + _closed_to(state, action, by, Do.SEIZE)


def _card_reasons(state: State, by: int) -> list[Reason]:
    """Return the reasons why the face-down card of `by` cannot be a Seize."""
    seat = state.seats[by]
    if seat.placed is not None and seat.placed != Staging.SEIZE and not could_be(seat.placed, Staging.SEIZE):
        return [Code.SEIZE_NOT_A_SEIZE.because(_("The face-down card of {name} is not a Seize.", name=seat.name))]
    if seat.placed != Staging.SEIZE and Staging.SEIZE not in seat.hand:
        return elsewhere(state, str(Staging.SEIZE), Do.SEIZE)
    return []


def _late_reasons(state: State, by: int, name: str) -> list[Reason]:
    """Return the reasons why a card whose turn is over cannot be seized (J11)."""
    if SEIZE_REACHES_BACK not in state.rules.chosen:
        message = _("Only the card whose window is open can be seized in this game; name none.")
        return [Code.SEIZE_NO_REACHING_BACK.because(message)]
    victim = next((player for player, card in state.successes if card == name), None)
    if victim is None:
        return [Code.SEIZE_NOT_OF_THIS_SCENE.because(_("{name} was not scored in this scene.", name=name))]
    found = []
    if not can_be_taken(state.deck.cards[name]):
        found.append(Code.SEIZE_NOT_HANDED_OVER.because(_("What {name} did cannot be handed over.", name=name)))
    if not comes_later(state, by, victim):
        message = _("Only those who reveal after {player} may seize.", player=name_of(state, victim))
        found.append(Code.SEIZE_EARLIER_IN_ORDER.because(message))
    if state.seats[victim].protected:
        message = _("{player} is protected for the rest of the scene.", player=name_of(state, victim))
        found.append(Code.SEIZE_PROTECTED.because(message, "N1"))
    if type(state.frames[-1]) is not Reveals:
        found.append(Code.SEIZE_NOT_NOW.because(_("Something else is under way."), "J11"))
    return found


def _titled(state: State, action: Action) -> str:
    """Return the title of an action, capitalized for the start of a sentence."""
    title = thing_title(state, action.name)
    return title[0].upper() + title[1:]


def _closed_to(state: State, action: Action, by: int, do: Do) -> list[Reason]:
    """Return the reasons against either interrupt: protection, or an answer already given."""
    if state.seats[action.player].protected:
        message = _("{player} is protected for the rest of the scene.", player=name_of(state, action.player))
        return [Code.of(do, "protected").because(message)]
    if action.passed >> by & 1:
        return [Code.of(do, "answered").because(_("{player} has already answered.", player=name_of(state, by)))]
    return []


def check_spotlight(state: State, answer: Answer) -> list[Reason]:
    """Check a block with a spotlight (L1)."""
    seat, action = state.seats[answer.by], action_on_top(state)
    found = []
    if not seat.spotlight:
        found.append(Code.SPOTLIGHT_NO_TOKEN.because(_("{name} has no spotlight token.", name=seat.name)))
    if action is None or action.stage is not WINDOW:
        return [*found, Code.SPOTLIGHT_NOT_NOW.because(_("There is nothing that a spotlight could block now."))]
    if answer.by == action.player:
        found.append(Code.SPOTLIGHT_OWN_ACTION.because(_("Nobody blocks what they do themselves.")))
    elif not is_blockable(state, action):
        found.append(
            Code.SPOTLIGHT_EXEMPT.because(_("{what} cannot be blocked by a spotlight.", what=_titled(state, action)))
        )
    return found + _closed_to(state, action, answer.by, Do.SPOTLIGHT)


def check_pass(state: State, answer: Answer) -> list[Reason]:
    """Check a pass (V2, O1).

    Players who are asked may pass, and the last player to reveal may decline to use coins. A pass of another player
    in an open window is accepted and changes nothing.
    """
    top = state.frames[-1]
    if just_revealed(state, top) == answer.by:
        return []
    if type(top) is Steps and top.order[top.at] == answer.by:
        return []
    if type(top) is Action and (top.stage is WINDOW or answer.by in awaited(state, top)):
        return []
    return [Code.PASS_NOT_NOW.because(_("{player} is not asked now.", player=name_of(state, answer.by)))]


def check_protect(state: State, answer: Answer) -> list[Reason]:
    """Check protection (N1, A3, O5).

    It is possible at any time in a scene, for a player who is not protected yet.
    """
    seat = state.seats[answer.by]
    found = []
    if seat.protected:
        found.append(Code.PROTECT_ALREADY.because(_("{name} is protected already.", name=seat.name)))
    if answer.way is Protection.DESDEMONA:
        if "Desdemona" not in seat.coins:
            found.append(Code.PROTECT_NO_COIN.because(_("{name} has no Desdemona coin.", name=seat.name)))
    else:
        if seat.intrigue < state.rules.prices["no_drama"] + promised(state, answer.by):
            message = _("No Drama costs an intrigue token, and {name} has none to spare.", name=seat.name)
            found.append(Code.PROTECT_NO_INTRIGUE.because(message))
        found += card_reasons(state, answer.by, str(Staging.NO_DRAMA), Do.PROTECT)
    if type(state.frames[0]) not in SCENE_FRAMES or type(state.frames[-1]) is PutDown:
        found.append(Code.PROTECT_NOT_NOW.because(_("There is nothing to protect oneself against now.")))
    return found
