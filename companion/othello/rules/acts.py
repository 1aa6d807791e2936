"""The start and end of acts, and the intermission (S6 to S9, T6, G1 to G4, G7)."""

from __future__ import annotations

from companion.othello.model import events as e
from companion.othello.model.cards import Pile, Staging, is_staging, is_unknown
from companion.othello.model.frames import Discards, Intermission, Over, Steps
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase, WhyEnded
from companion.othello.rules.draws import draw
from companion.othello.rules.scoring import next_lead, winners
from companion.othello.rules.tokens import gain


def begin_game(game: Game, lead: int) -> None:
    """Begin Act I with `lead` as the Lead (S2, S3, S7).

    Each player gets tokens and a Take the Lead.
    """
    state, rules = game.state, game.state.rules
    game.emit(e.LeadChanged(lead))
    staging = [name for name, count in rules.staging_cards.items() for _ in range(count)]
    if len(state.seats) == 2:
        gone = tuple(name for name, count in rules.removed_with_two_players.items() for _ in range(count))
        if gone:
            game.emit(e.LeftTheGame(gone))
        for name in gone:
            staging.remove(name)
    for player in range(len(state.seats)):
        staging.remove(Staging.TAKE_THE_LEAD)
        game.emit(e.Dealt(player, str(Staging.TAKE_THE_LEAD)))
        seat = state.seats[player]
        gain(game, player, "intrigue", max(0, rules.start_intrigue - seat.intrigue))
        gain(game, player, "spotlight", max(0, rules.start_spotlight - seat.spotlight))
    game.emit(e.ActBegan(1))
    game.emit(e.Shuffled(Pile.STAGING, game.chance.shuffle(Pile.STAGING, staging)))
    _deal(game)


def _deal(game: Game) -> None:
    """Deal the hands of an act and begin scene 1 (S6, S9, G4).

    Hands are filled with staging cards first, then with the act's script cards.
    """
    state, seats = game.state, game.state.seats
    scripts, stagings = state.rules.hands[len(seats)][state.act - 1]
    for player in state.from_lead():
        while len(seats[player].hand) < stagings and draw(game, player, Pile.STAGING):
            pass
    cards = state.deck.by_act[state.act - 1]
    game.emit(e.Shuffled(Pile.SCRIPT, game.chance.shuffle(Pile.SCRIPT, cards)))
    if state.rules.deals_all_script:
        _deal_all_script(game)
    else:
        for player in state.from_lead():
            for _ in range(scripts):
                if state.script:
                    draw(game, player, Pile.SCRIPT)
    if state.rules.equal_hands:
        most = max(len(seat.hand) for seat in seats)
        for player in state.from_lead():
            while len(seats[player].hand) < most and draw(game, player, Pile.STAGING):
                pass
    begin_scene(game)


def _deal_all_script(game: Game) -> None:
    """Deal all script cards of the act one at a time, from the Lead (R2)."""
    while game.state.script:
        for player in game.state.from_lead():
            if game.state.script:
                draw(game, player, Pile.SCRIPT)


def begin_scene(game: Game) -> None:
    """Begin a new scene with its pre-placement round (P1, P2)."""
    game.emit(e.SceneBegan(game.state.scene + 1))
    game.begin(Steps(Phase.PRE_PLACEMENT, game.state.from_leads_left()))


def end_scene(game: Game) -> None:
    """After the draw phase, begin the next scene, or end the act if this was its last scene (T4)."""
    state = game.state
    game.emit(e.SceneEnded(state.scene))
    if state.last_scene is not None and state.scene >= state.last_scene:
        end_act(game, WhyEnded.FINAL_SCENE)
    else:
        begin_scene(game)


def end_act(game: Game, why: WhyEnded) -> None:
    """End the act; after the last act, end the game (T6, K7, G7)."""
    state = game.state
    game.emit(e.ActEnded(state.act, why))
    if state.act < state.rules.acts:
        game.begin(Intermission(state.act))
        return
    game.begin(Over(state.act))
    game.emit(e.GameEnded(winners(state)))


def begin_next_act(game: Game) -> None:
    """Determine the new Lead and begin to adjust the staging hands to the act's number (G3, G4)."""
    state = game.state
    lead = next_lead(state)
    game.emit(e.ActBegan(state.act + 1))
    if lead != state.lead:
        game.emit(e.LeadChanged(lead))
    game.begin(Discards(state.from_lead()))


def run_discards(game: Game, frame: Discards) -> bool:
    """Let the next player discard, in order from the Lead; then all draw (G4, J4).

    Return True if the game continued without a decision.
    """
    state = game.state
    if frame.at >= len(frame.order):
        _deal(game)
        return True
    player = frame.order[frame.at]
    excess = staging_excess(state, player)
    if excess and not _settled_unseen(game, player, excess):
        return False
    game.replace(frame.next())
    return True


def staging_excess(state: State, player: int) -> int:
    """Return the number of staging cards that `player` must discard before the act (G4)."""
    number = state.rules.hands[len(state.seats)][state.act - 1][1]
    held = sum(is_staging(card) for card in state.seats[player].hand)
    return max(0, held - number)


def _settled_unseen(game: Game, player: int, excess: int) -> bool:
    """Discard unknown cards if the hand has any: nobody at a table needs to name them.

    A player whose hand is on a screen is asked for the cards.
    """
    if game.chance.asks_for_discards() or not any(is_unknown(card) for card in game.state.seats[player].hand):
        return False
    for _ in range(excess):
        game.emit(e.HandDiscarded(player, "?staging"))
    return True
