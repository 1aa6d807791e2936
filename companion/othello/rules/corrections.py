"""Corrections by the host.

They concern tokens, coins, wounds, deaths, the Lead, the handkerchief, cards and points. Each change sets a new
value and has no other consequence: a character dies of a correction only if the correction says so. Afterwards the
rules apply to the corrected state as to any other.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.i18n import _
from companion.core.verdict import Reason
from companion.othello.model import events as e
from companion.othello.model.answers import Answer
from companion.othello.model.cards import Role
from companion.othello.model.changes import Change
from companion.othello.model.frames import Casting
from companion.othello.model.game import Game, Unseen
from companion.othello.model.state import State
from companion.othello.rules import own_cards
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.legality.reasons import name_of
from companion.othello.rules.script_cards import own_role
from companion.othello.rules.staging.take_the_lead import reorder
from companion.othello.rules.tokens import die

NOBODY = -1


def put_right(game: Game, answer: Answer) -> None:
    """Apply the host's corrections."""
    assert answer.because is not None
    game.emit(e.Corrected(answer.because))
    for change in answer.changes:
        _carry_out(game, change)
    reorder(game)


def check_correct(state: State, answer: Answer) -> list[Reason]:
    """Check each change against the state that the changes before it produce."""
    if type(state.frames[-1]) is Casting:
        return [Code.CORRECT_NOT_NOW.because(_("Nothing can be fixed before the lead tile of Act I is dealt."))]
    trial, found = Game(state.copy(), Unseen()), list[Reason]()
    for change in answer.changes:
        wrong = IMPOSSIBLE[change.what](trial.state, change) if change.what in IMPOSSIBLE else None
        if wrong is None:
            _carry_out(trial, change)
        else:
            found.append(Reason(f"correct.{change.what}", (wrong[0],), wrong[1]))
    return found


def _carry_out(game: Game, change: Change) -> None:
    CHANGE.get(change.what, own_cards.CHANGE.get(change.what, _points))(game, NOBODY, change)


# --- changes that a correction makes in another way than a card's text


def _points(game: Game, _player: int, change: Change) -> None:
    game.emit(e.PointsSet(change.of, change.now))


def _scored(game: Game, _player: int, change: Change) -> None:
    role = Role(change.name) if change.name else own_role(game.state, game.state.deck.cards[change.card])
    game.emit(e.ScoredSet(change.of, change.card, role))


def _wounds(game: Game, player: int, change: Change) -> None:
    if change.of >= 0:
        own_cards.CHANGE["wounds"](game, player, change)
        return
    more = change.now - game.state.wounds[change.name]
    for _wound in range(more):
        game.emit(e.Wounded(NOBODY, change.name))
    for _wound in range(-more):
        game.emit(e.Returned("wounds", NOBODY, change.name))


def _life(game: Game, _player: int, change: Change) -> None:
    dead = change.name in game.state.dead
    if change.now and dead:
        game.emit(e.Revived(NOBODY, change.name))
    elif not change.now and not dead:
        die(game, change.of, change.name)


def _no_such_wounds(state: State, change: Change) -> tuple[str, str] | None:
    wrong = own_cards.IMPOSSIBLE["wounds"](state, change)
    if wrong is None and change.of < 0 and change.now >= state.limit(change.name):
        message = _(
            "{character} dies of {count} wounds: say who takes them, in place of the wounds.",
            character=change.name,
            count=change.now,
        )
        return "W4", message
    return wrong


def _no_such_death(state: State, change: Change) -> tuple[str, str] | None:
    wrong = own_cards.IMPOSSIBLE["life"](state, change._replace(of=NOBODY))
    if wrong is None and not change.now and change.of < 0:
        return "W4", _("It must be said who takes the wounds of {character}.", character=change.name)
    return wrong


def _no_such_score(state: State, change: Change) -> tuple[str, str] | None:
    card = state.deck.cards.get(change.card)
    if card is None:
        return "C2", _("There is no script card {card} in this deck.", card=change.card)
    if change.name and change.name not in tuple(Role):
        return "K1", _("A card is played as lead or as company, and not as {role}.", role=change.name)
    lying = [scored for seat in state.seats for scored, _role in seat.scored]
    lying += [scored for scored, _role in state.set_aside] + state.script_discard
    if change.card not in lying:
        return "C2", _("{card} lies in no scoring pile, beside no stage and on no discard pile.", card=change.card)
    if change.of >= 0 and any(change.card == scored for scored, _role in state.seats[change.of].scored):
        return "K2", _("{player} has scored {card} already.", player=name_of(state, change.of), card=change.card)
    return None


IMPOSSIBLE: dict[str, Callable[[State, Change], tuple[str, str] | None]] = {
    **own_cards.IMPOSSIBLE,
    "wounds": _no_such_wounds,
    "life": _no_such_death,
    "scored": _no_such_score,
}
CHANGE: dict[str, Callable[[Game, int, Change], None]] = {
    "points": _points,
    "scored": _scored,
    "wounds": _wounds,
    "life": _life,
}
