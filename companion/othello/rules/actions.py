"""What is common to all actions once nobody has stopped them: the target, its answer, and the effect (V1, N1, K9).

What each does is in `staging`, `coins` and `script_cards`; how they end is in `endings`.
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
    """Whom the action itself does something to, and who may protect against it (V1, N1, K9)."""
    if is_script(action):
        return script_cards.handkerchief_holder(state, action)
    return effect_of(action.name).threatens(state, action)


def is_script(action: Action) -> bool:
    """Whether the action is a script card."""
    return action.kind is CARD and not is_staging(action.name)


def run_window(game: Game, action: Action) -> bool:
    """V1: waits while somebody is asked; then the closest claim is paid for, or the action goes on."""
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
    """The target is chosen, then may protect (V1 (3), N1). A card that could do nothing has none (J14)."""
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
    """Who may still answer this action, or let it be, in turn order; nobody while its player has to choose."""
    if action.stage is WINDOW:
        return asked(state, action)
    if action.stage is CLAIM:
        return [action.player]
    if action.stage is TARGET and not needed(state, action):
        other = threatened(state, action)
        return [] if other is None else [other]
    return []


def may_answer_threat(state: State, action: Action, other: int) -> bool:
    """Whether `other` is still to be asked: could protect, or swap in a Seize against a Miscue (N1, A2)."""
    if action.passed >> other & 1:
        return False
    return can_protect(state, other) or could_counter(state, action, other)


def could_counter(state: State, action: Action, other: int) -> bool:
    """A2: whether the target of a Miscue could, from public knowledge, improv a Seize against it."""
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
    """K9: who holds the handkerchief may protect; the card is successful all the same."""
    holder = script_cards.handkerchief_holder(state, action)
    return holder is not None and can_protect(state, holder) and not action.passed >> holder & 1


def run_effect(game: Game, action: Action) -> bool:
    """One step of what the action does. False while a choice is missing."""
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
    """R3: the Lead has seized a staging card, and plays it or takes a spotlight token."""
    chosen = choose(game, action, "play", effect_of(action.name))
    if chosen is None:
        return False
    if chosen.choices.play:
        game.replace(replace(chosen, stage=WINDOW))
    else:
        gain(game, action.player, "spotlight", 1)
        game.pop()
    return True
