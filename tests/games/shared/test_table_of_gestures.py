"""The table of gestures compared with the code that interprets gestures and with the bots that make them.

In random games every thing is placed everywhere, and every button pressed and held: each result is in the table, and
each entry of the table has a result.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bench.random_games import PLAYED, Player, Tally, next_answer, play, sensible_answer
from companion.core.observation import Tag, TagKind, split_thing
from companion.core.places import TARGET, play_zone, player_at
from companion.core.verdict import Forbidden
from companion.game.bots import Lay
from companion.game.interpretation import UnexpectedPlacement
from companion.games import begin, game_of
from companion.othello.model.answers import Answer
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.state import State
from companion.othello.notation.read import position_from_json
from companion.othello.rules.options import decision, permitted
from companion.othello.table import cues, gestures
from companion.othello.table.gestures import Again, Claims, Gesture
from companion.othello.table.table_of_gestures import (
    CHOOSES,
    GESTURES,
    SEAT_SHOWS,
    At,
    Means,
    With,
    goes,
    hint,
    meanings,
)
from tests.support.all_games import SEED, random_game

OTHELLO = game_of("othello")
WITH = {TagKind.CARD: With.CARD, TagKind.COIN: With.COIN, TagKind.TILE: With.TILE}
LOOKED_AT = 0.01  # share of the decisions to check
Found = tuple[DecisionKind, With, At, Means]


def things(state: State, player: int) -> Iterator[str]:
    """Yield the things that this player could place."""
    seat = state.seats[player]
    cards = {card for card in (*seat.hand, seat.placed) if card is not None and not card.startswith("?")}
    yield from sorted(cards)
    yield from (f"tile:{name}" for name in state.rules.wound_limits)
    yield from (f"coin:{name}" for name in state.rules.coins)


def meant(gesture: Gesture) -> Means | None:
    """Return the meaning of a gesture in the table's terms; None if the table does not cover it."""
    if gesture is None or isinstance(gesture, UnexpectedPlacement | Claims | Again):
        return None
    return gesture.do if isinstance(gesture, Answer) else type(gesture)


def fits(state: State, gesture: Gesture) -> bool:
    """Return True if the rules allow it now."""
    if not isinstance(gesture, Answer):
        return True
    try:
        OTHELLO.secrets.check(state, gesture, gesture.by)
    except Forbidden:
        return False
    return True


def laid(state: State, asked: Decision) -> Iterator[Found]:
    """Yield the results of placing things."""
    for player in range(len(state.seats)):
        for zone in (play_zone(player), TARGET):
            for thing in things(state, player):
                gesture = gestures.read_tag(state, Tag(0.0, zone, thing))
                means = meant(gesture)
                if means is None or not fits(state, gesture):
                    continue
                own = isinstance(gesture, Answer) and gesture.by == player
                at = At.STAGE if zone == TARGET else At.OWN if own or not isinstance(gesture, Answer) else At.SEAT
                yield asked.kind, WITH[split_thing(thing)[0]], at, means


def pushed(state: State, asked: Decision, drew: dict[int, str]) -> Iterator[Found]:
    """All that buttons come to."""
    for offer in cues.offers(state, decision(state), cues.OnTable(drew)):
        for by, gesture in ((With.PRESS, offer.press), (With.HOLD, offer.hold)):
            means = meant(gesture)
            if means is not None:
                yield asked.kind, by, At.BUTTON, means


def made(state: State, asked: Decision) -> Iterator[tuple[DecisionKind, With, At]]:
    """Yield all gestures of a bot for the allowed answers."""
    for answer in (*asked.options, *permitted(state)):
        zones = {play_zone(player): seat.placed for player, seat in enumerate(state.seats)}
        for move, _pause in OTHELLO.bots.gestures(state, answer, zones):
            if isinstance(move, Lay) and not move.thing.startswith("?") and move.thing:
                player = player_at(move.zone, len(state.seats))
                at = At.STAGE if player is None else At.OWN if player == answer.by else At.SEAT
                yield asked.kind, WITH[split_thing(move.thing)[0]], at


def improvises_with_a_coin(state: State) -> bool:
    """Return True if playing another card would use a Cassio coin, which is rare (I3, O4)."""
    return any(
        "Cassio" in seat.coins and not seat.intrigue and seat.placed is not None and seat.hand for seat in state.seats
    )


@pytest.fixture(scope="module")
def seen() -> tuple[set[Found], set[tuple[DecisionKind, With, At]]]:
    """Return the results in random games of every form."""
    found: set[Found] = set()
    hands: set[tuple[DecisionKind, With, At]] = set()
    tally = Tally()
    for number, form in enumerate(PLAYED):
        chosen = (next_answer, sensible_answer)[number % 2]

        def player(state: State, rng: random.Random, asked: Decision, chosen: Player = chosen) -> Answer:
            rare = asked.kind not in {kind for kind, *_ in found} or improvises_with_a_coin(state)
            if rare or rng.random() < LOOKED_AT:
                found.update(laid(state, asked))
                found.update(pushed(state, asked, {asked.players[0]: "script"} if rng.random() < 0.5 else {}))
                hands.update(made(state, asked))
            return chosen(state, rng, asked)

        play(number, 2 + number % 5, (), tally, player, form)
    assert tally.failures == {}
    return found, hands


def test_every_gesture_that_is_read_is_in_the_table(seen: tuple[set[Found], set[object]]) -> None:
    missing = {found for found in seen[0] if found[3] not in meanings(*found[:3])}
    assert missing == set()


def test_every_gesture_of_the_table_is_read(seen: tuple[set[Found], set[object]]) -> None:
    never = [
        (row.says, means)
        for row in GESTURES
        for means in row.means
        if not any(
            kind in row.moments and by in row.by and at in row.at and means == it for kind, by, at, it in seen[0]
        )
    ]
    assert never == []


def test_bots_make_gestures_of_the_table(seen: tuple[set[object], set[tuple[DecisionKind, With, At]]]) -> None:
    assert {made for made in seen[1] if not meanings(*made)} == set()
    assert len(seen[1]) > 8


def test_every_moment_has_a_hint() -> None:
    assert [kind for kind in DecisionKind if not hint(kind)] == []


def test_the_hint_of_a_choice_says_where_it_is_made() -> None:
    whole, counts = random_game("othello", 3)
    again, said = begin("othello", whole.names, seed=SEED), set()
    for number in counts:
        again.stand_after(whole.events[:number])
        if again.asked is not None and again.asked.kind == DecisionKind.CHOOSE:
            given = again.asked.options[0].choices
            told = game_of("othello").display.status(again.state, again.asked).hint
            said |= {(field, told) for field in ("draw", "target", "look") if getattr(given, field) is not None}
    assert said == {("draw", SEAT_SHOWS), ("target", CHOOSES[With.PRESS]), ("look", SEAT_SHOWS)}


def test_where_cards_go_is_told_in_the_same_order_whatever_program_tells_it() -> None:
    seats = [{"name": name, "placed": "?script", "hand": ["?staging"] * 3, "intrigue": 9} for name in ("Ann", "Ben")]
    state = position_from_json({"edition": "2024", "phase": "reveal", "lead": "Ann", "turn": "Ann", "seats": seats})
    asked = decision(state)
    assert asked is not None
    assert [*goes(state, asked)] == ["card", "Exchange", "No Drama"]
