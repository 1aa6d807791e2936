"""How actions begin: a card is revealed, a coin is used, an improv announced; then others may answer (V1)."""

from __future__ import annotations

from companion.othello import events as e
from companion.othello.cards import STAGING_NAMES, CardName, Pile, Staging
from companion.othello.draws import draw
from companion.othello.effects import after_reveal
from companion.othello.frames import Action, Choices, Reveals
from companion.othello.game import Game
from companion.othello.state import State
from companion.othello.targets import dead, has_target, is_free, living, needs_target
from companion.othello.tokens import gain, pay
from companion.othello.windows import owed_for
from companion.play.verdict import Reason


def reveal(game: Game, player: int, card: CardName, choices: Choices) -> None:
    """The placed card is turned up and played (P6)."""
    game.emit(e.Revealed(player, card))
    if card == Staging.NO_DRAMA:  # N1: nobody can answer it
        pay(game, player, "intrigue", game.state.rules.prices["no_drama"])
        game.emit(e.Protected(player, "no-drama"))
        game.emit(e.Discarded(player, card))
        _end_turn(game, player, card)
        return
    game.push(Action("card", player, card, choices, taker=player))


def leave(game: Game, player: int, card: CardName) -> None:
    """E1: the card is shown and discarded for an intrigue token."""
    if not game.state.seats[player].revealed:
        game.emit(e.Revealed(player, card))
    game.emit(e.Exited(player, card))
    gain(game, player, "intrigue", 1)
    game.emit(e.Discarded(player, card))
    _end_turn(game, player, card)


def _end_turn(game: Game, player: int, card: CardName) -> None:
    game.emit(e.TurnEnded(player, owed_for(card)))
    after_reveal(game, player)


def put_down_anew(game: Game, player: int, card: CardName, choices: Choices) -> None:
    """A2: who played a Miscue reveals another card at once, or leaves with it when it can do nothing."""
    game.pop()
    game.emit(e.Placed(player, card))
    if unplayable(game.state, player, card):
        game.emit(e.Revealed(player, card))
        leave(game, player, card)
    else:
        reveal(game, player, card, choices)


def coin(game: Game, player: int, name: str, choices: Choices) -> None:
    """O1: the coin is used; it is back in the supply whatever comes of it."""
    game.emit(e.CoinUsed(player, name))
    if name == "Iago":
        game.emit(e.IagoCoinUsed(player))
    if name == "Cassio":  # J9
        game.emit(e.ImprovUsed(player))
        if choices.way is None:
            choices = choices._replace(way=improv_way(game.state, player))
    game.push(Action("coin", player, name, choices))


def improv(game: Game, player: int, choices: Choices) -> None:
    """I1: paid for, once per scene."""
    pay(game, player, "intrigue", game.state.rules.prices["improv"])
    game.emit(e.ImprovUsed(player))
    game.push(Action("improv", player, "improv", choices))


def improv_way(state: State, player: int) -> str:
    """The way of improvising when only one is open: a card that lies face down can be changed, else the hand
    (I2, I3).
    """
    seat = state.seats[player]
    return "face-down" if seat.placed is not None and not seat.revealed and not seat.miscued else "hand"


def from_hand(game: Game, player: int, choices: Choices) -> None:
    """A1, J5: an Exchange is played from the hand."""
    game.emit(e.Showed(player, str(Staging.EXCHANGE)))
    game.push(Action("from-hand", player, str(Staging.EXCHANGE), choices))


def protect(game: Game, player: int, way: str) -> None:
    """N1, A3, O5: nobody can do anything to the player until the scene ends."""
    if way == "desdemona":
        game.emit(e.CoinUsed(player, "Desdemona"))
        game.emit(e.Protected(player, way))
        return
    pay(game, player, "intrigue", game.state.rules.prices["no_drama"])
    game.emit(e.Showed(player, str(Staging.NO_DRAMA)))
    game.emit(e.Protected(player, way))
    draw(game, player, Pile.STAGING)


def unplayable(state: State, player: int, card: CardName) -> list[Reason]:
    """Why a placed staging card can do nothing in its player's turn, so that only leaving is left (Z5, E1)."""
    if card not in STAGING_NAMES:
        return []
    price, seat = state.rules.prices, state.seats[player]
    found: list[Reason] = []
    if card == Staging.SEIZE:
        found.append(Reason("reveal.seize", ("Z5",), "A Seize does nothing in one's own turn; exit, or improv."))
    elif card == Staging.NO_DRAMA and seat.intrigue < price["no_drama"]:
        found.append(Reason("no-drama.no-intrigue", ("A3",), "No Drama costs an intrigue token, and there is none."))
    elif card == Staging.REVIVE:
        if not dead(state):
            found.append(Reason("revive.nobody-dead", ("A7",), "No character of this act is dead."))
        if not is_free(state, player) and seat.intrigue < price["revive"]:
            message = f"Revive costs the company {price['revive']} intrigue tokens; {seat.name} has {seat.intrigue}."
            found.append(Reason("revive.no-intrigue", ("A7",), message))
    elif card == Staging.VILLAINY and not living(state):
        found.append(Reason("villainy.nobody", ("A6",), "No character of this act is alive."))
    return found + no_target(state, player, card, "A4" if card == Staging.TAKE_THE_LEAD else "N1")


def no_target(state: State, player: int, effect: str, rule: str) -> list[Reason]:
    """Why this effect has nobody to be aimed at."""
    code = effect.lower().replace(" ", "-")
    if needs_target(state, player, effect):
        if not has_target(state, player, effect):
            return [Reason(f"{code}.no-target", (rule,), f"There is nobody whom {effect} could be aimed at.")]
    elif effect == Staging.TAKE_THE_LEAD and state.seats[state.lead].protected:
        name = state.seats[state.lead].name
        return [Reason(f"{code}.protected", ("N1",), f"{name} is protected: nobody can take the lead away.")]
    return []


def is_turn(state: State, player: int) -> bool:
    """Whether it is this player's turn in the reveal, and the card is still to be played (P5, P6)."""
    top = state.frames[-1]
    return type(top) is Reveals and top.at < len(top.order) and top.order[top.at] == player


def has_just_revealed(state: State, player: int) -> bool:
    """Whether this player's turn was the last one, and nobody has revealed since: coins may still be used (O1)."""
    top = state.frames[-1]
    return type(top) is Reveals and top.at > 0 and top.order[top.at - 1] == player and state.seats[player].done
