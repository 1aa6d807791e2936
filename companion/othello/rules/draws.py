"""Drawing and dealing, and the depletion marker (P7, P8, D1 to D3, T4)."""

from __future__ import annotations

from companion.othello.model import events as e
from companion.othello.model.cards import SCRIPT, STAGING, UNKNOWN_OF, CardName, Pile
from companion.othello.model.frames import Draws
from companion.othello.model.game import Game
from companion.othello.model.ruleset import SHUFFLE_EARLY, SHUFFLE_LATE
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Marker

COUNTDOWN = {Marker.SCRIPT_EMPTY: Marker.STAGING_EMPTY, Marker.STAGING_EMPTY: Marker.FINAL_SCENE}


def draw(game: Game, player: int, pile: Pile) -> CardName | None:
    """Draw a card of `pile` for `player`, or a staging card if no script card is left (P7).

    Return the card, or None if no card is left. At a real table nobody reports the card, even if a position listed
    the pile in order, so the recorded hand must not depend on that order.
    """
    state = game.state
    if pile is SCRIPT and not _fill(game, SCRIPT):
        pile = STAGING
    if pile is STAGING and not _fill(game, STAGING):
        return None
    top = (state.script if pile is SCRIPT else state.staging)[0]
    card = UNKNOWN_OF[pile] if game.chance.blind else top
    game.emit(e.Drew(player, pile, card))
    if pile is SCRIPT:
        if not state.script:
            if state.marker is Marker.ACT_BEGINS:  # D2
                game.emit(e.MarkerMoved(Marker.SCRIPT_EMPTY))
            if SHUFFLE_EARLY in state.rules.chosen:
                _fill(game, SCRIPT)
    elif not state.staging:
        _count_down(game)
        if SHUFFLE_LATE not in state.rules.chosen:
            _fill(game, STAGING)  # J2: the staging pile is renewed at once
    return card


def put_draw_right(game: Game, player: int, pile: Pile) -> None:
    """Correct a recorded draw (P7): the player drew from this pile, not from the other one.

    The depletion marker is adjusted (D2, D3).
    """
    state, was_empty = game.state, not game.state.script
    game.emit(e.DrewOther(player, pile))
    if pile is SCRIPT:
        if not state.script and state.marker is Marker.ACT_BEGINS:
            game.emit(e.MarkerMoved(Marker.SCRIPT_EMPTY))
        return
    if was_empty and state.marker is Marker.SCRIPT_EMPTY:
        game.emit(e.MarkerMoved(Marker.ACT_BEGINS))
    if not state.staging:
        _count_down(game)
        _fill(game, STAGING)


def draw_owed(game: Game, player: int, pile: Pile | None) -> None:
    """Draw a player's card of the draw phase and the additional staging cards owed (P7, A3, J5)."""
    if pile is not None:
        draw(game, player, pile)
    for _ in range(game.state.seats[player].owes_more):
        draw(game, player, STAGING)


def replace_staging(game: Game, player: int, later: bool) -> None:
    """Replace a staging card played from the hand (A3, J5).

    If `later`, it is replaced in the draw phase, unless that is already in progress.
    """
    if later and type(game.state.frames[0]) is not Draws:
        game.emit(e.DrawOwed(player))
    else:
        draw(game, player, STAGING)


def can_draw(state: State, pile: Pile) -> bool:
    """Return True if a card of `pile` can be drawn, from the pile or its discards."""
    if pile is SCRIPT:
        return bool(state.script or state.script_discard)
    return bool(state.staging or state.staging_discard)


def _fill(game: Game, pile: Pile) -> bool:
    """Refill an empty pile from its discards; return False if there are none either (P8)."""
    state = game.state
    cards, discards = (state.script, state.script_discard) if pile is SCRIPT else (state.staging, state.staging_discard)
    if not cards and discards:
        game.emit(e.Shuffled(pile, game.chance.shuffle(pile, discards)))
        return True
    return bool(cards)


def _count_down(game: Game) -> None:
    """Count that the staging pile has run out, if the script pile has (T4, D3)."""
    state = game.state
    marker = COUNTDOWN.get(state.marker)
    if marker is None:
        return
    game.emit(e.MarkerMoved(marker))
    if marker is Marker.FINAL_SCENE and state.rules.second_emptying_ends_act:
        game.emit(e.StagingRanOut(state.scene))
    elif marker is Marker.FINAL_SCENE:
        drawing = bool(state.frames) and type(state.frames[0]) is Draws
        game.emit(e.LastScene(state.scene + 1 if drawing else state.scene))
