"""What is common to all actions: whom they threaten, what is chosen for them, and how they end (V1, N1, J8).

`effects` says what each does in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from companion.othello.model import events as e
from companion.othello.model.cards import CardName, Staging, is_staging, is_unknown
from companion.othello.model.evolve_cards import back, find_in_hand
from companion.othello.model.frames import Action, Choices, Reveals, Steps, one_choice
from companion.othello.model.game import Game
from companion.othello.model.ruleset import REFUND
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Phase, Stage, WhyFailed
from companion.othello.rules import script_cards
from companion.othello.rules.needs import fits, needed
from companion.othello.rules.targets import MISCUE, can_protect, effect_of, needs_target
from companion.othello.rules.tokens import gain_coin
from companion.othello.rules.windows import asked, discard_from_hand, owed_for

CARDS = ("take", "give")  # the choices that name a card of a hand


def threatened(state: State, action: Action) -> int | None:
    """Whom the action itself does something to, and who may protect against it (V1, N1, K9)."""
    if is_script(action):
        return script_cards.handkerchief_holder(state, action)
    effect = effect_of(action.name)
    if needs_target(state, action.player, effect):
        return action.choices.target
    if effect == Staging.TAKE_THE_LEAD:
        return state.lead
    return None


def is_script(action: Action) -> bool:
    """Whether the action is a script card."""
    return action.kind is ActionKind.CARD and not is_staging(action.name)


def run_target(game: Game, action: Action) -> bool:
    """The target is chosen, then may protect (V1 (3), N1)."""
    state = game.state
    effect = effect_of(action.name)
    aimed = action.choices.target
    if needs_target(state, action.player, effect) and (aimed is None or not state.seats[aimed].protected):
        chosen = choose(game, action, "target")
        if chosen is None:
            return False
        if chosen.choices.target is None:
            finish(game, chosen, failed=WhyFailed.NO_TARGET)
            return True
        action = chosen
    other = threatened(state, action)
    if is_script(action):
        return _ask_holder(game, action, other)
    if other is None:
        game.replace(action._replace(stage=Stage.EFFECT, passed=0))
        return True
    if state.seats[other].protected:
        game.emit(e.Undone(action.player, other, action.name))
        undo(game, action)
        return True
    if may_answer_threat(state, action, other):
        return False
    game.replace(action._replace(stage=Stage.EFFECT, passed=0))
    return True


def awaited(state: State, action: Action) -> list[int]:
    """Who may still answer this action, or let it be, in turn order; nobody while its player has to choose."""
    if action.stage is Stage.WINDOW:
        return asked(state, action)
    if action.stage is Stage.CLAIM:
        return [action.player]
    if action.stage is Stage.TARGET and not needed(state, action):
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
        effect_of(action.name) == MISCUE
        and rules.miscue_answered_by_seize
        and not state.seats[action.player].protected
        and other in order
        and not seat.improv_used
        and bool(seat.hand)
        and seat.intrigue >= rules.prices["improv"] + rules.prices["seize"]
    )


def _ask_holder(game: Game, action: Action, holder: int | None) -> bool:
    """K9: who holds the handkerchief may protect; the card is successful all the same."""
    if holder is not None and can_protect(game.state, holder) and not action.passed >> holder & 1:
        return False
    game.replace(action._replace(stage=Stage.EFFECT, passed=0))
    return True


def choose(game: Game, action: Action, field: str) -> Action | None:
    """The action with `field` chosen: as given, or the only possible value, or none at all; None means to wait."""
    given = getattr(action.choices, field)
    if given is not None:
        bare = action._replace(choices=action.choices._replace(**{field: None}))
        if fits(game.state, bare, field, given):
            return action
        if game.chance.trusts and field in CARDS and effect_of(action.name) != "Emilia":
            told = as_told([getattr(option, field) for option in needed(game.state, bare)], given)
            if told is not None:
                return bare._replace(choices=merged(bare.choices, one_choice(field, told)))
        action = bare
    options = needed(game.state, action)
    if options:
        if game.chance.blind:
            options = [_unnamed(game.state, option) for option in options]
        if len(options) > 1 and not _unknown_alike(options, field):
            game.replace(action)
            return None
        action = action._replace(choices=merged(action.choices, options[0]))
    game.replace(action)
    return action


def as_told(cards: Sequence[CardName], card: CardName) -> CardName | None:
    """A card of a hand that somebody has named, as far as it may be among these: by its back where another one is."""
    return next((name for name in (card, back(card)) if find_in_hand(cards, name) is not None), None)


def _unnamed(state: State, option: Choices) -> Choices:
    """A choice as everybody sees it who does not see the hand: by its back."""
    take = option.take if option.take in state.rules.coins else option.take and back(option.take)
    return option._replace(take=take, give=option.give and back(option.give))


def _unknown_alike(options: list[Choices], field: str) -> bool:
    """Whether it makes no difference which one is chosen, because nobody knows anything about them."""
    first = getattr(options[0], field)
    return isinstance(first, str) and is_unknown(first) and all(option == options[0] for option in options)


def merged(choices: Choices, more: Choices) -> Choices:
    """Choices with those of `more` added."""
    return Choices._make(new if new is not None else old for old, new in zip(choices, more, strict=True))


def finish(game: Game, action: Action, failed: WhyFailed | None = None) -> None:
    """The action is over: its card is discarded, a card from the hand replaced at once (P9, J5)."""
    player = action.player
    if failed:
        game.emit(e.Failed(player, action.name, failed))
    if action.kind is ActionKind.CARD:
        game.emit(e.Discarded(player, action.name))
        game.emit(e.TurnEnded(player, owed_for(action.name)))
    elif action.kind is ActionKind.FROM_HAND:
        discard_from_hand(game, action)
    leave_action(game, action, afterwards=True)


def undo(game: Game, action: Action) -> None:
    """J8: protection has undone the action; its card or coin is spent, or goes back to its player."""
    player = action.player
    if REFUND not in game.state.rules.chosen or action.kind is ActionKind.SEIZED:
        finish(game, action)
        return
    match action.kind:
        case ActionKind.CARD:
            game.emit(e.TakenBack(player))
            game.emit(e.TurnEnded(player, None))
        case ActionKind.FROM_HAND:
            game.emit(e.PickedUp(player, action.name))
        case ActionKind.COIN:
            gain_coin(game, player, action.name)
        case ActionKind.IMPROV | ActionKind.LATE:
            pass
        case _:
            assert_never(action.kind)
    leave_action(game, action, afterwards=True)


def leave_action(game: Game, action: Action, afterwards: bool) -> None:
    """L2, Z3: a turn that was blocked or seized is over; else an Iago coin may be used right after the reveal (O2)."""
    game.pop()
    if afterwards and action.kind is ActionKind.CARD:
        after_reveal(game, action.player)


def after_reveal(game: Game, player: int) -> None:
    """O2: the moment after one's own reveal, for who has an Iago coin and has not used one in this scene."""
    seat = game.state.seats[player]
    if seat.coins.get("Iago") and not seat.iago_coin_used and not game.state.act_over:
        game.push(Steps(Phase.AFTER_REVEAL, (player,)))
