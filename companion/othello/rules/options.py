"""The open decision with its options, and the permitted initiatives.

Both are pure functions of the state. The players asked, and the subject, depend only on public knowledge (V2). A
player's own cards appear only in options for that player alone (place, swap, give, discard). Therefore `legality`
may refuse an option of a window because of a card that only its player knows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

from companion.othello.model.answers import Answer, Do, Token, plain_answer
from companion.othello.model.cards import Pile, Staging, is_staging
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.frames import (
    Action,
    Casting,
    Choices,
    Discards,
    Draws,
    Frame,
    Intermission,
    Over,
    Placement,
    PutDown,
    Reveals,
    Steps,
)
from companion.othello.model.ruleset import CASSIO_EXTRA, FACE_DOWN_BEFORE_REVEALS
from companion.othello.model.state import State
from companion.othello.model.vocabulary import (
    AFTER_REVEAL,
    PRE_PLACEMENT,
    TABLE,
    TARGET,
    WINDOW,
    Phase,
    Protection,
    Way,
)
from companion.othello.rules.actions import awaited, could_counter
from companion.othello.rules.acts import staging_excess
from companion.othello.rules.declare import improv_ways, is_turn, just_revealed
from companion.othello.rules.effects import needed, no_target
from companion.othello.rules.late_seizes import late_seizes
from companion.othello.rules.staging.exchange import EXCHANGE
from companion.othello.rules.windows import could_block, could_seize, is_seizable, may_still_block, promised

PASS, PLACE, FROM_HAND = Do.PASS, Do.PLACE, Do.FROM_HAND
STEPS = {
    PRE_PLACEMENT: DecisionKind.PRE_PLACEMENT,
    Phase.AFTER_PLACEMENT: DecisionKind.AFTER_PLACEMENT,
    AFTER_REVEAL: DecisionKind.AFTER_REVEAL,
}


def decision(state: State) -> Decision | None:
    """Return the open decision, or None at the end of the game. The state must be settled."""
    frame = state.frames[-1]
    return ASK[type(frame)](state, frame)


def _casting(state: State, _frame: Casting) -> Decision:
    everybody = tuple(range(len(state.seats)))
    return Decision(DecisionKind.LEAD, everybody, tuple(Answer(Do.LEAD, to=player) for player in everybody))


def _steps(state: State, frame: Steps) -> Decision:
    player = frame.order[frame.at]
    return Decision(STEPS[frame.phase], (player,), (plain_answer(PASS, player), *initiatives(state, player, frame)))


def _placement(state: State, _frame: Placement) -> Decision:
    seats, players = state.seats, []
    options: list[Answer] = []
    for player in state.from_leads_left():
        if seats[player].placed is None and seats[player].hand:
            players.append(player)
            options += [plain_answer(PLACE, player, card) for card in dict.fromkeys(seats[player].hand)]
    return Decision(DecisionKind.PLACEMENT, tuple(players), tuple(options))


def _reveals(_state: State, frame: Reveals) -> Decision:
    return _to_reveal(frame.order[frame.at])


@cache
def _to_reveal(player: int) -> Decision:
    return Decision(DecisionKind.REVEAL, (player,), (plain_answer(Do.REVEAL, player), plain_answer(Do.EXIT, player)))


def _action(state: State, frame: Action) -> Decision:
    if frame.stage is TABLE:
        return Decision(DecisionKind.CARRY_OUT, (frame.player,), (plain_answer(Do.CARRY_OUT, frame.player),))
    players = tuple(awaited(state, frame))
    if not players:
        player = frame.player
        options = tuple([_choice(player, choices) for choices in dict.fromkeys(needed(state, frame))])
        return Decision(DecisionKind.CHOOSE, (player,), options)
    if frame.stage is WINDOW:
        return Decision(DecisionKind.WINDOW, players, tuple(_interrupts(state, frame, players)))
    player = players[0]
    answers = [*protections(state, player), plain_answer(Do.PASS, player)]
    if frame.stage is TARGET and could_counter(state, frame, player):
        swap = Choices(way=Way.FACE_DOWN, give=str(Staging.SEIZE))
        answers.insert(0, Answer(Do.IMPROV, player, choices=swap))
    return Decision(DecisionKind.PROTECT, players, tuple(answers))


def _interrupts(state: State, frame: Action, players: tuple[int, ...]) -> list[Answer]:
    seizable, blockable = is_seizable(state, frame), may_still_block(state, frame)
    found = []
    for player in players:
        if seizable and could_seize(state, frame, player):
            found.append(plain_answer(Do.SEIZE, player))
        if blockable and could_block(state, frame, player):
            found.append(plain_answer(Do.SPOTLIGHT, player))
        found.append(plain_answer(PASS, player))
    return found


def _put_down(state: State, frame: PutDown) -> Decision:
    hand = dict.fromkeys(state.seats[frame.player].hand)
    options = [plain_answer(Do.SWAP, frame.player, card) for card in hand]
    if frame.reveal:  # A2, E1
        options += [plain_answer(Do.EXIT, frame.player, card) for card in hand]
    return Decision(DecisionKind.SWAP, (frame.player,), tuple(options))


def _draws(_state: State, frame: Draws) -> Decision:
    player = frame.order[frame.at]
    return Decision(DecisionKind.DRAW, (player,), tuple(Answer(Do.DRAW, player, pile=pile) for pile in Pile))


def _intermission(state: State, _frame: Intermission) -> Decision:
    trades = [
        Answer(Do.TRADE, player, token=token)
        for player, seat in enumerate(state.seats)
        for token, price in ((Token.INTRIGUE, state.rules.intrigue_per_spotlight), (Token.SPOTLIGHT, 1))
        if token in state.rules.tradable and getattr(seat, token) >= price
    ]
    return Decision(DecisionKind.INTERMISSION, tuple(range(len(state.seats))), (Answer(Do.NEXT_ACT), *trades))


def _discards(state: State, frame: Discards) -> Decision:
    player = frame.order[frame.at]
    held = sorted(card for card in state.seats[player].hand if is_staging(card))
    sets = dict.fromkeys(combinations(held, staging_excess(state, player)))
    return Decision(DecisionKind.DISCARD, (player,), tuple(Answer(Do.DISCARD, player, cards=cards) for cards in sets))


def _over(_state: State, _frame: Over) -> None:
    return None


def permitted(state: State) -> tuple[Answer, ...]:
    """Return the permitted initiatives.

    These are coins, improvs, an Exchange from the hand, protection, and late Seizes.
    """
    top, bottom = state.frames[-1], state.frames[0]
    if type(bottom) not in (Steps, Placement, Reveals, Draws) or type(top) is PutDown:
        return ()
    found: list[Answer] = []
    if type(top) is Reveals:
        found += initiatives(state, top.order[top.at], top)
        last = just_revealed(state, top)
        if last is not None:
            found += coins(state, last)
        for player in range(len(state.seats)):
            found += [plain_answer(Do.SEIZE, player, card) for card in late_seizes(state, player)]
    if len(state.frames) == 1 and type(bottom) is not Placement and type(bottom) is not Draws:
        found += _face_down_improvs(state)
    already = awaited(state, top) if type(top) is Action and top.stage is not WINDOW else ()
    for player in range(len(state.seats)):
        if player not in already:
            found += protections(state, player)
    return tuple(found)


def protections(state: State, player: int) -> list[Answer]:
    """Return the ways in which a player could protect themselves, from public knowledge (N1)."""
    seat = state.seats[player]
    if seat.protected:
        return []
    found = [_protection(player, Protection.DESDEMONA)] if "Desdemona" in seat.coins else []
    if seat.hand and seat.intrigue >= state.rules.prices["no_drama"] + promised(state, player):
        found.append(_protection(player, Protection.NO_DRAMA))
    return found


@cache
def _choice(player: int, choices: Choices) -> Answer:
    return Answer(Do.CHOOSE, player, choices=choices)


@cache
def _protection(player: int, way: Protection) -> Answer:
    return Answer(Do.PROTECT, player, way=way)


def initiatives(state: State, player: int, frame: Frame) -> list[Answer]:
    """Return the initiatives of a player in their own turn or step (O1, I1, J5).

    These are coins, improvs and an Exchange from the hand.
    """
    seat = state.seats[player]
    found = coins(state, player) if seat.coins else []
    if not seat.hand or (type(frame) is Steps and frame.phase is AFTER_REVEAL):
        return found
    if not seat.improv_used and seat.intrigue >= state.rules.prices["improv"]:
        found += [_improv(player, way) for way in improv_ways(state, player)]
    if state.rules.exchange_from_hand and EXCHANGE.has_target(state, player):
        found.append(plain_answer(FROM_HAND, player, EXCHANGE.name))
    return found


def coins(state: State, player: int) -> list[Answer]:
    """Return the coins that a player could use, except for protection (O1)."""
    seat = state.seats[player]
    found: list[Answer] = []
    for coin in seat.coins:
        if coin == "Iago":
            if not seat.iago_coin_used:
                found.append(Answer(Do.COIN, player, coin=coin))
        elif coin == "Cassio":
            unused = not seat.improv_used or CASSIO_EXTRA in state.rules.chosen
            if unused and seat.hand and improv_ways(state, player):
                found.append(Answer(Do.COIN, player, coin=coin))
        elif coin != "Desdemona" and not no_target(state, player, coin):
            found.append(Answer(Do.COIN, player, coin=coin))
    return found


@cache
def _improv(player: int, way: Way) -> Answer:
    return Answer(Do.IMPROV, player, choices=Choices(way=way))


def _face_down_improvs(state: State) -> list[Answer]:
    """Return the improvs of face-down cards in other players' turns (I3, J10)."""
    price = state.rules.prices["improv"]
    top: Any = state.frames[-1]
    if type(top) is Reveals and FACE_DOWN_BEFORE_REVEALS in state.rules.chosen:
        return []
    return [
        _improv(player, Way.FACE_DOWN)
        for player, seat in enumerate(state.seats)
        if seat.placed is not None and not (seat.revealed or seat.done or seat.miscued or seat.improv_used)
        if seat.hand and seat.intrigue >= price and player != top.order[top.at] and not is_turn(state, player)
    ]


ASK: dict[type[Any], Callable[[State, Any], Decision | None]] = {
    Casting: _casting,
    Steps: _steps,
    Placement: _placement,
    Reveals: _reveals,
    Action: _action,
    PutDown: _put_down,
    Draws: _draws,
    Intermission: _intermission,
    Discards: _discards,
    Over: _over,
}
