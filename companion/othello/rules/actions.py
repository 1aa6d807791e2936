"""The steps that all actions share: window, target, protection and effect (V1, N1, K9).

The effects themselves are in `staging`, `coins` and `script_cards`; `endings` finishes actions.
"""

from __future__ import annotations

from companion.core.values import replace
from companion.othello.model import events as e
from companion.othello.model.cards import is_staging
from companion.othello.model.frames import Action, Reveals
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import (
    CARD,
    CLAIM,
    EFFECT,
    LATE,
    TABLE,
    TARGET,
    WINDOW,
    Owed,
    WhyFailed,
)
from companion.othello.rules import script_cards
from companion.othello.rules.choosing import choose
from companion.othello.rules.effects import NONE, effect_of, needed
from companion.othello.rules.endings import exit_with, finish, owed_for, undo
from companion.othello.rules.late_seizes import take_over
from companion.othello.rules.staging.miscue import MISCUE
from companion.othello.rules.targets import can_protect
from companion.othello.rules.tokens import gain
from companion.othello.rules.windows import asked, best_claim, take_claim


def threatened(state: State, action: Action) -> int | None:
    """Return the player whom the action affects, or None (V1, N1, K9).

    This player may protect against it.
    """
    if is_script(action):
        return script_cards.handkerchief_holder(state, action)
    return effect_of(action.name).threatens(state, action)


def is_script(action: Action) -> bool:
    """Return True if the action is a revealed script card."""
    return action.kind is CARD and not is_staging(action.name)


def run_window(game: Game, action: Action) -> bool:
    """Wait while players are asked, then apply the best claim or continue (V1)."""
    state = game.state
    if asked(state, action):
        return False
    claimed = best_claim(state, action)
    if claimed is not None:
        what, player = claimed
        take_claim(game, action, player, what)
        return True
    return run_target(game, action.to_stage(TARGET))


def run_target(game: Game, action: Action) -> bool:
    """Let the player choose the target, who may then protect (V1 (3), N1).

    An idle card has no target (J14).
    """
    state = game.state
    if action.idle:
        exit_with(game, action.player, action.name)
        game.pop()
        return True
    effect = effect_of(action.name)
    aimed = action.choices.target
    if effect.asks_target(state, action.player) and (aimed is None or not state.seats[aimed].protected):
        chosen = choose(game, action, "target", effect)
        if chosen is None:
            return False
        if chosen.choices.target is None:
            finish(game, chosen, failed=WhyFailed.NO_TARGET)
            return True
        action = chosen
    if is_script(action):
        waits = _may_holder_answer(state, action)
    else:
        other = effect.threatens(state, action)
        if other is not None and state.seats[other].protected:
            game.emit(e.Undone(action.player, other, action.name))
            undo(game, action)
            return True
        waits = other is not None and may_answer_threat(state, action, other)
    if waits:
        game.replace(action)
        return False
    return run_effect(game, action.to_stage(EFFECT))


def awaited(state: State, action: Action) -> list[int]:
    """Return the players who may still answer or pass on this action, in turn order.

    The list is empty while the action's own player has a choice to make.
    """
    if action.stage is WINDOW:
        return asked(state, action)
    if action.stage is CLAIM:
        return [action.player]
    if action.stage is TARGET and not needed(state, action):
        other = threatened(state, action)
        return [] if other is None else [other]
    return []


def may_answer_threat(state: State, action: Action, other: int) -> bool:
    """Return True if `other` could still protect, or swap in a Seize against a Miscue (N1, A2)."""
    if action.passed >> other & 1:
        return False
    return can_protect(state, other) or could_counter(state, action, other)


def could_counter(state: State, action: Action, other: int) -> bool:
    """Return True if, from public knowledge, a Miscue's target could answer with a Seize (A2).

    The player would improvise the Seize.
    """
    seat, rules = state.seats[other], state.rules
    order = state.frames[0].order if type(state.frames[0]) is Reveals else ()
    return (
        effect_of(action.name) is MISCUE
        and rules.miscue_answered_by_seize
        and not state.seats[action.player].protected
        and other in order
        and not seat.improv_used
        and bool(seat.hand)
        and seat.intrigue >= rules.prices["improv"] + rules.prices["seize"]
    )


def _may_holder_answer(state: State, action: Action) -> bool:
    """Return True if the holder of the handkerchief may still protect (K9).

    The card succeeds either way.
    """
    holder = script_cards.handkerchief_holder(state, action)
    return holder is not None and can_protect(state, holder) and not action.passed >> holder & 1


def run_effect(game: Game, action: Action) -> bool:
    """Perform one step of the effect. Return False while a choice is missing."""
    if action.kind is LATE:
        assert action.claim is not None
        take_over(game, action, action.claim[1])
        return True
    effect = effect_of(action.name)
    if effect is not NONE:
        return effect.perform(game, action)
    if action.name in game.state.deck.staging:  # C11
        game.replace(replace(action, stage=TABLE))
    else:
        _play_script(game, action)
    return True


def _play_script(game: Game, action: Action) -> None:
    script_cards.play(game, action)
    own = action.taker == action.player
    game.emit(e.TurnEnded(action.player, owed_for(action.name) if own else Owed.CHOICE))  # Z6
    game.pop()


def run_offer(game: Game, action: Action) -> bool:
    """Let a Lead who has seized a staging card play it or take a spotlight token (R3)."""
    chosen = choose(game, action, "play", effect_of(action.name))
    if chosen is None:
        return False
    if chosen.choices.play:
        game.replace(replace(chosen, stage=WINDOW))
    else:
        gain(game, action.player, "spotlight", 1)
        game.pop()
    return True
