"""The start of actions: revealing a card, using a coin, announcing an improv (V1).

After that, others may interrupt.
"""

from __future__ import annotations

from companion.core.values import replace
from companion.othello.model import events as e
from companion.othello.model.answers import Answer
from companion.othello.model.cards import CardName, Staging
from companion.othello.model.frames import Action, Choices, Frame, PutDown, Reveals, Steps
from companion.othello.model.game import Game
from companion.othello.model.ruleset import CASSIO_EXTRA, EXIT_ONLY, FACE_DOWN_BEFORE_REVEALS
from companion.othello.model.state import State
from companion.othello.model.vocabulary import FACE_DOWN, HAND, PRE_PLACEMENT, ActionKind, Protection, Way
from companion.othello.rules.draws import replace_staging
from companion.othello.rules.endings import exit_with, owed_for
from companion.othello.rules.improv import IMPROV
from companion.othello.rules.playable import unplayable
from companion.othello.rules.tokens import pay


def reveal(game: Game, player: int, card: CardName, choices: Choices) -> None:
    """Turn up the placed card and play it, even if it can do nothing (P6, J14)."""
    game.emit(e.Revealed(player, card))
    idle = bool(unplayable(game.state, player, card))
    if card == Staging.NO_DRAMA and not idle:  # N1: nobody can interrupt it
        pay(game, player, "intrigue", game.state.rules.prices["no_drama"])
        game.emit(e.Protected(player, Protection.NO_DRAMA))
        game.emit(e.Discarded(player, card))
        game.emit(e.TurnEnded(player, owed_for(card)))
        return
    game.push(Action(ActionKind.CARD, player, card, choices, taker=player, idle=idle))


def leave(game: Game, player: int, card: CardName) -> None:
    """Exit: show the card and discard it for an intrigue token (E1)."""
    if not game.state.seats[player].revealed:
        game.emit(e.Revealed(player, card))
    exit_with(game, player, card)


def put_down_anew(game: Game, player: int, card: CardName, choices: Choices) -> None:
    """Let the player of a Miscue reveal another card at once (A2)."""
    game.pop()
    game.emit(e.Placed(player, card))
    if EXIT_ONLY in game.state.rules.chosen and unplayable(game.state, player, card):  # J21
        game.emit(e.Revealed(player, card))
        leave(game, player, card)
    else:
        reveal(game, player, card, choices)


def exit_anew(game: Game, player: int, card: CardName) -> None:
    """Let the player of a Miscue exit with another card of the hand (A2, E1)."""
    game.pop()
    game.emit(e.Placed(player, card))
    leave(game, player, card)


def puts_down_anew(state: State, player: int) -> bool:
    """Return True if this player has played a Miscue and must reveal another card (A2)."""
    top = state.frames[-1]
    return type(top) is PutDown and top.reveal and top.player == player


def only_card(state: State, player: int) -> CardName | None:
    """Return the card of a hand that holds only one card or copies of one card, else None."""
    cards = set(state.seats[player].hand)
    return cards.pop() if len(cards) == 1 else None


def coin(game: Game, answer: Answer) -> None:
    """Use a coin; it returns to the supply even if it has no effect (O1)."""
    player, name, choices = answer.by, answer.coin or "", answer.choices
    begins_to_act(game, player)
    top = game.state.frames[-1]
    if type(top) is Steps and game.state.rules.steps_until_nobody_plays:  # P2
        game.replace(replace(top, acted=True))
    game.emit(e.CoinUsed(player, name))
    if name == "Iago":
        game.emit(e.IagoCoinUsed(player))
    if name == "Cassio":
        if CASSIO_EXTRA not in game.state.rules.chosen:  # J9
            game.emit(e.ImprovUsed(player))
        if choices.way is None:
            choices = replace(choices, way=improv_way(game.state, player))
    game.push(Action(ActionKind.COIN, player, name, choices))


def improv(game: Game, player: int, choices: Choices) -> None:
    """Pay for an improv and announce it, once per scene (I1)."""
    begins_to_act(game, player)
    pay(game, player, "intrigue", game.state.rules.prices["improv"])
    game.emit(e.ImprovUsed(player))
    game.push(Action(ActionKind.IMPROV, player, IMPROV.name, choices))


def improv_way(state: State, player: int) -> Way:
    """Return the default kind of improv (I2, I3).

    A face-down card is changed before a card of the hand.
    """
    return (improv_ways(state, player) or [HAND])[-1]


def improv_ways(state: State, player: int) -> list[Way]:
    """Return the ways in which a player can improvise now (I2, I3, J10).

    It is the player's own turn or step.
    """
    seat, rules, bottom, top = state.seats[player], state.rules, state.frames[0], state.frames[-1]
    reveals = type(bottom) is Reveals
    open_piles = rules.improv_hand_in_turn if reveals else type(top) is Steps and top.phase is PRE_PLACEMENT
    ways = [HAND] if open_piles else []
    closed = reveals and FACE_DOWN_BEFORE_REVEALS in rules.chosen
    if seat.placed is not None and not (seat.revealed or seat.done or seat.miscued or closed):
        ways.append(FACE_DOWN)
    return ways


def from_hand(game: Game, answer: Answer) -> None:
    """Play an Exchange from the hand (A1, J5)."""
    begins_to_act(game, answer.by)
    game.emit(e.Showed(answer.by, str(Staging.EXCHANGE)))
    game.push(Action(ActionKind.FROM_HAND, answer.by, str(Staging.EXCHANGE), answer.choices))


def protect(game: Game, answer: Answer) -> None:
    """Protect the player until the end of the scene (N1, A3, O5)."""
    player, way = answer.by, answer.way
    assert way is not None
    if way is Protection.DESDEMONA:
        game.emit(e.CoinUsed(player, "Desdemona"))
        game.emit(e.Protected(player, way))
        return
    pay(game, player, "intrigue", game.state.rules.prices["no_drama"])
    game.emit(e.Showed(player, str(Staging.NO_DRAMA)))
    game.emit(e.Protected(player, way))
    replace_staging(game, player, later=game.state.rules.no_drama_replaced_later)


def is_turn(state: State, player: int) -> bool:
    """Return True if it is this player's turn to play the placed card (P5, P6)."""
    top = state.frames[-1]
    return type(top) is Reveals and top.at < len(top.order) and top.order[top.at] == player


def just_revealed(state: State, frame: Frame) -> int | None:
    """Return the last player to reveal, while the next one has not acted (O1).

    This player may still use coins.
    """
    if type(frame) is not Reveals:
        return None
    if frame.last is not None:
        return frame.last if frame.last >= 0 else None
    before = frame.order[frame.at - 1] if frame.at > 0 else None
    return before if before is not None and state.seats[before].done else None


def begins_to_act(game: Game, player: int) -> None:
    """Record that the next player acts: the last one may use no further coins (O1)."""
    top = game.state.frames[-1]
    if type(top) is Reveals and is_turn(game.state, player) and just_revealed(game.state, top) is not None:
        game.replace(replace(top, last=-1))
