"""Owners' own staging cards: the table carries out the text and enters the changes (C11).

Each change sets a new value. The consequences under the rules are applied here too: a wound at the limit kills
(W4), a coin must be in the supply (C6), a drawn card may empty its pile (D3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.i18n import _
from companion.core.values import replace
from companion.core.verdict import Reason
from companion.othello.model import events as e
from companion.othello.model.answers import Answer
from companion.othello.model.cards import UNKNOWN_OF, Pile, is_unknown, pile_of
from companion.othello.model.changes import Change
from companion.othello.model.evolve_cards import find_in_hand
from companion.othello.model.frames import Action
from companion.othello.model.game import Game, Unseen
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Stage, WhyFailed
from companion.othello.rules.box import known_place, may_hold
from companion.othello.rules.draws import can_draw, draw
from companion.othello.rules.endings import finish
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.legality.reasons import action_on_top, is_card, name_of, no_cards_left, not_held
from companion.othello.rules.staging.revive import bring_back
from companion.othello.rules.staging.take_the_lead import reorder
from companion.othello.rules.tokens import die, gain, gain_coin, pay, wound


def run_table(game: Game, action: Action) -> bool:
    """Take the price; then ask the table for the changes, if the card may make any."""
    own, seat = game.state.deck.staging[action.name], game.state.seats[action.player]
    if action.done:
        return False
    if seat.intrigue < own.price:
        finish(game, action, failed=WhyFailed.NO_INTRIGUE)
        return True
    pay(game, action.player, "intrigue", own.price)
    if own.changes:
        game.replace(replace(action, done=1))
    else:
        carry_out(game, action, ())
    return True


def carry_out(game: Game, action: Action, changes: Sequence[Change]) -> None:
    """Apply the changes that the table made for the card's text."""
    game.emit(e.CarriedOut(action.player, action.name))
    for change in changes:
        CHANGE[change.what](game, action.player, change)
    finish(game, action)
    reorder(game)


def check_carry_out(state: State, answer: Answer) -> list[Reason]:
    """Check the changes of an owner's staging card (C11).

    The card must allow each change, and the change must be possible after the changes before it.
    """
    action = action_on_top(state)
    if action is None or action.stage is not Stage.TABLE or action.player != answer.by:
        return [
            Code.CARRY_OUT_NOT_NOW.because(
                _("No card of {player} is being carried out.", player=name_of(state, answer.by))
            )
        ]
    own, trial, found = state.deck.staging[action.name], Game(state.copy(), Unseen()), list[Reason]()
    for change in answer.changes:
        wrong = _why_not(trial.state, own.changes, change)
        if wrong is None:
            CHANGE[change.what](trial, action.player, change)
        else:
            found.append(Reason(f"carry-out.{change.what}", ("C11", wrong[0]), wrong[1]))
    return found


def _why_not(state: State, may: tuple[str, ...], change: Change) -> tuple[str, str] | None:
    """Return the rule that a change breaks and the reason, or None."""
    if change.what not in may:
        return "C11", _("This card changes {may}, and not {what}.", may=", ".join(may), what=change.what)
    if change.what == "life" and change.of >= 0:
        return "C11", _("Whoever played the card takes the wounds.")
    return IMPOSSIBLE[change.what](state, change) if change.what in IMPOSSIBLE else None


# --- one function per kind of change: why it is impossible, and how it is applied


def _tokens(game: Game, _player: int, change: Change) -> None:
    more = change.now - getattr(game.state.seats[change.of], change.what)
    if more >= 0:
        gain(game, change.of, change.what, more)
    else:
        pay(game, change.of, change.what, -more)


def _no_such_coins(state: State, change: Change) -> tuple[str, str] | None:
    if change.name not in state.rules.coins:
        return "C6", _("There are no coins of {name}.", name=change.name)
    if change.now - state.seats[change.of].coins.get(change.name, 0) > state.supply[change.name]:
        return "C6", _(
            "The supply has only {supply} coins of {name}.", supply=state.supply[change.name], name=change.name
        )
    return None


def _coins(game: Game, _player: int, change: Change) -> None:
    more = change.now - game.state.seats[change.of].coins.get(change.name, 0)
    for _each in range(more):
        gain_coin(game, change.of, change.name)
    for _each in range(-more):
        game.emit(e.Returned("coin", change.of, change.name))


def _handkerchief(game: Game, _player: int, change: Change) -> None:
    holder = game.state.handkerchief
    if change.of >= 0 and change.of != holder:
        game.emit(e.HandkerchiefTaken(change.of, -1 if holder is None else holder))
    elif change.of < 0 and holder is not None:
        game.emit(e.Returned("handkerchief", holder, ""))


def _no_such_tile(state: State, change: Change) -> tuple[str, str] | None:
    if change.of >= 0:
        return None
    if change.name not in state.stars():
        return "C1", _("{name} has no tile in this act.", name=change.name)
    if change.what == "wounds" and change.name in state.dead:
        return "K6", _("{name} is dead: there are no wounds on the tile.", name=change.name)
    return None


def _wounds(game: Game, player: int, change: Change) -> None:
    state = game.state
    if change.of >= 0:
        more = change.now - state.seats[change.of].wounds
        gain(game, change.of, "wounds", more if more > 0 else 0)
    else:
        more = change.now - state.wounds[change.name]
        for _ in range(more):
            if change.name not in state.dead:  # W4
                wound(game, player, change.name)
    for _ in range(-more):
        game.emit(e.Returned("wounds", change.of, change.name))


def _life(game: Game, player: int, change: Change) -> None:
    dead = change.name in game.state.dead
    if change.now and dead:
        bring_back(game, player, change.name)
    elif not change.now and not dead:
        die(game, player, change.name)


def _lead(game: Game, _player: int, change: Change) -> None:
    if change.of != game.state.lead:
        game.emit(e.LeadChanged(change.of))


def _no_such_move(state: State, change: Change) -> tuple[str, str] | None:
    pile = pile_of(change.card)
    if not is_card(state, change.card) or pile is None:
        return "C2", _("{card} is no card; write ?script or ?staging for one that is not known.", card=change.card)
    if change.of < 0 and change.to < 0:
        return "C11", _("It must be said from whom or to whom {card} went.", card=change.card)
    if change.of >= 0 and find_in_hand(state.seats[change.of].hand, change.card) is None:
        return "C2", not_held(state, change.of, change.card)
    if change.of >= 0 and not may_hold(state, state.seats[change.of].hand, change.card):
        return ("C2" if pile is Pile.SCRIPT else "C4"), _(
            "{card} is {known_place}.", card=change.card, known_place=known_place(state, change.card)
        )
    if change.of == change.to:
        return "C11", _("{player} cannot give a card to themselves.", player=name_of(state, change.of))
    if change.of < 0 and not is_unknown(change.card):
        return "P7", _("A card is drawn unseen: write {card}.", card=UNKNOWN_OF[pile])
    if change.of < 0 and not can_draw(state, pile):
        return "P7", no_cards_left(pile)
    return None


def _hand(game: Game, _player: int, change: Change) -> None:
    pile = pile_of(change.card)
    assert pile is not None
    if change.of < 0:
        draw(game, change.to, pile)
    elif change.to < 0:
        game.emit(e.HandDiscarded(change.of, change.card))
    else:
        game.emit(e.CardGiven(change.of, change.to, change.card))


IMPOSSIBLE: dict[str, Callable[[State, Change], tuple[str, str] | None]] = {
    "coin": _no_such_coins,
    "wounds": _no_such_tile,
    "life": _no_such_tile,
    "hand": _no_such_move,
}
CHANGE: dict[str, Callable[[Game, int, Change], None]] = {
    "intrigue": _tokens,
    "spotlight": _tokens,
    "coin": _coins,
    "handkerchief": _handkerchief,
    "wounds": _wounds,
    "life": _life,
    "lead": _lead,
    "hand": _hand,
}
