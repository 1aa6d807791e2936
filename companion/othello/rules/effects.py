"""What actions do once nobody stops them: staging cards, coins and improv (A1 to A7, O2 to O7, I1 to I3).

An action goes on from here step by step; `done` counts the steps, and it waits wherever a choice is missing.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.othello.model import events as e
from companion.othello.model.cards import Pile, Staging, pile_of
from companion.othello.model.frames import Action, PutDown, Reveals
from companion.othello.model.game import Game
from companion.othello.model.ruleset import CUT_KILLS, NEW_LEAD_LAST, Right
from companion.othello.model.vocabulary import ActionKind, Owed, Stage, Way, WhyFailed
from companion.othello.rules import script_cards
from companion.othello.rules.actions import as_told, choose, finish, leave_action
from companion.othello.rules.box import may_hold
from companion.othello.rules.draws import draw
from companion.othello.rules.late_seizes import take_over
from companion.othello.rules.needs import can_look
from companion.othello.rules.targets import (
    IMPROV,
    REVIVE,
    VILLAINY,
    can_pay,
    effect_of,
    right,
)
from companion.othello.rules.tokens import die, gain, pay, wound
from companion.othello.rules.windows import owed_for


def run_effect(game: Game, action: Action) -> bool:
    """One step of what the action does. False while a choice is missing."""
    if action.kind is ActionKind.LATE:
        assert action.claim is not None
        take_over(game, action, action.claim[1])
        return True
    effect = effect_of(action.name)
    perform = EFFECTS.get(effect)
    if perform is not None:
        return perform(game, action)
    if action.name in game.state.deck.staging:  # C11
        game.replace(action._replace(stage=Stage.TABLE))
        return True
    script_cards.play(game, action)
    if action.taker == action.player:
        owes = owed_for(action.name)
        game.emit(e.TurnEnded(action.player, owes))
    else:
        game.emit(e.TurnEnded(action.player, Owed.CHOICE))  # Z6
    leave_action(game, action, afterwards=action.taker == action.player)
    return True


def run_offer(game: Game, action: Action) -> bool:
    """R3: the Lead has seized a staging card, and plays it or takes a spotlight token."""
    chosen = choose(game, action, "play")
    if chosen is None:
        return False
    if chosen.choices.play:
        game.replace(chosen._replace(stage=Stage.WINDOW))
    else:
        gain(game, action.player, "spotlight", 1)
        game.pop()
    return True


def _take_the_lead(game: Game, action: Action) -> bool:
    """A4, O3: the tile is taken, or given away by the Lead, at once."""
    player, target = action.player, action.choices.target
    game.emit(e.LeadChanged(player if target is None or player != game.state.lead else target))
    finish(game, action)
    reorder(game)
    return True


def reorder(game: Game) -> None:
    """J1: whoever is still to reveal does so clockwise from the left of the Lead, who may be a new one."""
    state, bottom = game.state, game.state.frames[0]
    if type(bottom) is Reveals and NEW_LEAD_LAST in state.rules.chosen:
        coming = [player for player in bottom.order[bottom.at :] if not state.seats[player].done]
        order = [player for player in bottom.order if player not in coming]
        order += [player for player in state.from_leads_left() if player in coming]
        if tuple(order) != bottom.order:
            game.emit(e.Reordered(tuple(order)))


def _exchange(game: Game, action: Action) -> bool:
    """A1, O7: a card is taken, by chance or by choice, and one goes back."""
    state, player, target = game.state, action.player, action.choices.target
    assert target is not None
    if action.done == 0:
        chosen = choose(game, action, "look")
        if chosen is None:
            return False
        if chosen.choices.look and can_look(state, player):
            pay(game, player, "intrigue", state.rules.prices["look"])
        game.replace(chosen._replace(done=1))
        return True
    if action.done == 1:
        return _take(game, action, target)
    back = choose(game, action, "give")
    if back is None:
        return False
    if back.choices.give is not None:
        game.emit(e.CardGiven(player, target, back.choices.give))
    finish(game, back)
    return True


def _take(game: Game, action: Action, target: int) -> bool:
    hand = game.state.seats[target].hand
    if not hand:
        finish(game, action, failed=WhyFailed.NO_TARGET)
        return True
    if action.choices.look:
        chosen = choose(game, action, "take")
        if chosen is None:
            return False
        action = chosen
    taken = action.choices.take
    if taken is not None and not may_hold(game.state, hand, taken):
        taken = as_told(hand, taken) if game.chance.trusts else None
    if taken is None:
        taken = game.chance.pick(target, hand)
    game.emit(e.CardTaken(action.player, target, taken))
    game.replace(action._replace(done=2, choices=action.choices._replace(take=taken)))
    return True


def _miscue(game: Game, action: Action) -> bool:
    """A2: the other player puts down another card; then this card goes, one is drawn, and another is revealed."""
    player, target = action.player, action.choices.target
    assert target is not None
    if action.done == 0:
        game.replace(action._replace(done=1))
        game.emit(e.Miscued(target))
        game.push(PutDown(target, reveal=False))
        return True
    if action.kind is ActionKind.CARD:
        game.emit(e.Discarded(player, action.name))
    draw(game, player, Pile.STAGING)
    game.pop()
    if game.state.seats[player].hand:
        game.push(PutDown(player, reveal=True))
    elif action.kind is ActionKind.CARD:
        game.emit(e.TurnEnded(player, owed_for(action.name)))
    return True


def _villainy(game: Game, action: Action) -> bool:
    """A6: wounds, mostly for Iago coins, or a lower limit for this scene, with wounds where they may follow."""
    state, player = game.state, action.player
    if right(state, player, VILLAINY) is Right.NEVER:
        finish(game, action, failed=WhyFailed.LEAD_ONLY)
        return True
    if action.done == 0:
        return _declare_villainy(game, action)
    wounding = choose(game, action, "wounds")
    if wounding is None:
        return False
    for name in wounding.choices.wounds or ():
        if name not in state.dead:
            if state.rules.villainy_takes_coins:
                game.emit(e.CoinUsed(player, "Iago"))
            wound(game, player, name, state.rules.iago_coin_stays)
    finish(game, wounding)
    return True


def _declare_villainy(game: Game, action: Action) -> bool:
    """A6: what it will do is said and paid for; a limit is cut."""
    state, player = game.state, action.player
    if action.choices.pay and right(state, player, VILLAINY) is Right.PAYS and not can_pay(state, player, VILLAINY):
        game.replace(action._replace(choices=action.choices._replace(pay=False)))  # spent since: on No Drama (A3)
        return True
    if action.choices.pay is None:
        if action.choices.wounds is not None or action.choices.cut is not None:
            paying: Action | None = action._replace(choices=action.choices._replace(pay=False))
        else:
            paying = choose(game, action, "pay")
        if paying is None:
            return False
        action = paying
    cutting = action.choices.cut is not None
    later = action.choices.wounds if cutting else None  # wounds that are to follow the cut
    chosen = choose(
        game,
        action._replace(choices=action.choices._replace(wounds=None)) if cutting else action,
        "cut" if cutting else "wounds",
    )
    if chosen is None:
        return False
    if chosen.choices.pay and right(state, player, VILLAINY) is Right.PAYS:
        pay(game, player, "intrigue", state.rules.prices["villainy"])
    for name, count in chosen.choices.cut or ():
        game.emit(e.LimitCut(player, name, count))
        if CUT_KILLS in state.rules.chosen and state.wounds[name] >= state.limit(name):  # J6
            die(game, player, name)
    game.replace(chosen._replace(done=1, choices=chosen.choices._replace(wounds=chosen.choices.wounds or later)))
    return True


def _revive(game: Game, action: Action) -> bool:
    """A7: a dead character is back, and the cards set aside for it go to the player."""
    state, player = game.state, action.player
    may = right(state, player, REVIVE)
    if may is Right.NEVER or (may is Right.PAYS and not can_pay(state, player, REVIVE)):
        finish(game, action, failed=WhyFailed.LEAD_ONLY if may is Right.NEVER else WhyFailed.NO_INTRIGUE)
        return True
    chosen = choose(game, action, "character")
    if chosen is None:
        return False
    name = chosen.choices.character
    if name is None:
        finish(game, chosen, failed=WhyFailed.NOBODY_DEAD)
        return True
    if may is Right.PAYS:
        pay(game, player, "intrigue", state.rules.prices["revive"])
    bring_back(game, player, name)
    finish(game, chosen)
    return True


def bring_back(game: Game, player: int, character: str) -> None:
    """A7: the tile turns to its living side, and the cards set aside for it go to the player."""
    game.emit(e.Revived(player, character))
    for name, role in list(game.state.set_aside):
        card = game.state.deck.cards[name]
        if script_cards.set_aside_for(game.state, card, character):
            game.emit(e.Recovered(player, name, role))
            script_cards.harm(game, card, player)


def _iago(game: Game, action: Action) -> bool:
    """O2: one wound on a living character."""
    chosen = choose(game, action, "on")
    if chosen is None:
        return False
    if chosen.choices.on is not None:
        wound(game, chosen.player, chosen.choices.on, game.state.rules.iago_coin_stays)
    finish(game, chosen)
    return True


def _emilia(game: Game, action: Action) -> bool:
    """O6: a coin of another player."""
    chosen = choose(game, action, "take")
    if chosen is None:
        return False
    if chosen.choices.take is not None and chosen.choices.target is not None:
        game.emit(e.CoinTaken(chosen.player, chosen.choices.target, chosen.choices.take))
    finish(game, chosen)
    return True


def _improv(game: Game, action: Action) -> bool:
    """I2, I3, O4: a card from the hand for one of a draw pile, or for the face-down card."""
    chosen = choose(game, action, "give")
    if chosen is None:
        return False
    give = chosen.choices.give
    if give is None:
        finish(game, chosen, failed=WhyFailed.NO_CARD)
        return True
    if chosen.choices.way is Way.FACE_DOWN:
        game.emit(e.Swapped(chosen.player, give))
        finish(game, chosen)
        return True
    drawn = choose(game, chosen, "draw")
    if drawn is None:
        return False
    pile = drawn.choices.draw
    if pile is not None:  # the draw comes first: nobody draws the card just buried
        draw(game, drawn.player, Pile(pile))
        game.emit(e.Buried(drawn.player, str(pile_of(give) or pile), give))
    finish(game, drawn)
    return True


EFFECTS: dict[str, Callable[[Game, Action], bool]] = {
    str(Staging.TAKE_THE_LEAD): _take_the_lead,
    str(Staging.EXCHANGE): _exchange,
    str(Staging.MISCUE): _miscue,
    str(Staging.VILLAINY): _villainy,
    str(Staging.REVIVE): _revive,
    "Iago": _iago,
    "Emilia": _emilia,
    IMPROV: _improv,
}
