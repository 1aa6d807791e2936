"""Each field of each kind of answer is used or refused; a field that is new to either must be listed here."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.random_games import next_answer
from companion.core.errors import InputError
from companion.core.values import asdict, fields_of, replace
from companion.core.verdict import Forbidden
from companion.othello.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.othello.model.cards import UNKNOWN_OF, is_unknown, pile_of
from companion.othello.model.decision import DecisionKind
from companion.othello.model.frames import NO_CHOICES, Action, Choices
from companion.othello.model.game import Dealer, Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Way
from companion.othello.notation.read import position_from_json
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.submit import settle, submit
from tests.games.othello.rules.table import DECK, Table
from tests.games.othello.test_any_game import coins_and_tokens_are_counted, the_position_comes_back
from tests.support.random_positions import Json, odd_answers, starts

FIELDS: Json = {
    "target": "Cal",
    "look": False,
    "take": "I.7",
    "give": "I.4",
    "on": "Othello",
    "character": "Cassio",
    "wounds": ["Othello"],
    "cut": {"Othello": 1},
    "pay": True,
    "way": "hand",
    "draw": "staging",
    "play": True,
}
OWN: Json = {"id": "Masque", "kind": "staging", "text": "Everybody does something.", "changes": ["hand"]}
EXCHANGED = {"target", "look", "take", "give"}
# Cards, and the fields that are used when they are played; all others are refused
CARDS: dict[str, set[str]] = {
    "I.5": set(),
    "I.9": set(),
    "Masque": set(),
    "No Drama": set(),
    "Take the Lead": set(),
    "Miscue": {"target"},
    "Exchange": EXCHANGED,
    "Villainy": {"wounds", "cut", "pay"},
    "Revive": {"character", "pay"},
}
COINS: dict[str, set[str]] = {
    "Iago": {"on"},
    "Othello": set(),
    "Cassio": {"give", "draw", "way"},
    "Roderigo": EXCHANGED,
    "Emilia": {"target", "take"},
}


def table(**ben: Any) -> Table:
    """Ben's turn, with tokens for everything; Cal may be a target, and Cassio is dead."""
    seat: Json = {"placed": "I.10", "hand": ["I.4", "Exchange"], "intrigue": 9, "coins": {**dict.fromkeys(COINS, 1)}}
    cal = {"placed": "I.3", "hand": ["I.7", "I.6"], "coins": {"Desdemona": 1, "Roderigo": 1}}
    tiles = {"Cassio": {"dead": True}}
    return Table(deck=[*DECK, OWN], tiles=tiles, Ann={"placed": "I.1"}, Ben={**seat, **ben}, Cal=cal)


def test_every_choice_that_there_is_has_a_value_here() -> None:
    assert set(FIELDS) == set(fields_of(Choices))


def used(at: Table, answer: Answer) -> bool:
    """Return True if the answer is allowed; a refusal must have reasons."""
    verdict = legality(at.state, answer)
    assert verdict.legal or all(reason.rules and reason.message for reason in verdict.reasons)
    return verdict.legal


def chosen(field: str, name: str = "") -> Choices:
    """Return one field with its value, as in an answer."""
    data = FIELDS | ({"take": "Roderigo"} if name == "Emilia" else {})
    return answer_from_json({"do": "choose", "by": "Ben", field: data[field]}, ("Ann", "Ben", "Cal")).choices


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("card", CARDS)
def test_a_revealed_card_uses_what_it_leaves_to_choose_and_nothing_else(card: str, field: str) -> None:
    at = table(placed=card)
    assert used(at, Answer(Do.REVEAL, 1, card, choices=chosen(field))) is (field in CARDS[card])


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("coin", COINS)
def test_a_coin_uses_what_it_leaves_to_choose_and_nothing_else(coin: str, field: str) -> None:
    choices = chosen(field, coin)
    if coin == "Cassio" and field == "draw":
        choices = replace(choices, way=Way.HAND)  # otherwise the face-down card is meant
    assert used(table(), Answer(Do.COIN, 1, coin=coin, choices=choices)) is (field in COINS[coin])


@pytest.mark.parametrize("field", FIELDS)
def test_an_improv_and_an_exchange_from_the_hand_use_what_they_leave_to_choose(field: str) -> None:
    way = replace(chosen(field), way=Way.HAND)
    assert used(table(), Answer(Do.IMPROV, 1, choices=way)) is (field in {"give", "draw", "way"})
    from_hand = Answer(Do.FROM_HAND, 1, "Exchange", choices=chosen(field))
    assert used(table(), from_hand) is (field in EXCHANGED)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("card", ["Exchange", "Villainy", "Revive", "Miscue"])
def test_a_choice_made_later_is_judged_like_one_made_at_once(card: str, field: str) -> None:
    at = table(placed=card)
    at.game.state.dead |= {"Iago"}  # so that Revive has a choice
    at.game.state.seats[0].hand = ["I.8"]  # and the other cards have one
    at.game.state.seats[0].revealed = False
    at.play("Ben", "reveal").everybody_passes()
    if at.asked[0] == "choose":
        first = {"Exchange": "target", "Miscue": "target", "Revive": "character", "Villainy": "pay"}[card]
        assert used(at, Answer(Do.CHOOSE, 1, choices=chosen(field))) is (field == first)


OTHER_FIELDS: Json = {
    "card": "I.4",
    "to": "Cal",
    "coin": "Iago",
    "from": "script",
    "with": "no-drama",
    "cards": ["Seize"],
    "changes": [{"what": "lead", "of": "Ben"}],
}


NEEDED: dict[str, tuple[str, ...]] = {
    "lead": ("to",),
    "place": ("card",),
    "swap": ("card",),
    "from-hand": ("card",),
    "protect": ("with",),
    "draw": ("from",),
    "discard": ("cards",),
    "coin": ("coin",),
    "improv": ("way",),
    "trade": ("give",),
    "correct": ("changes", "because"),
}


@pytest.mark.parametrize("do", Do)
@pytest.mark.parametrize("field", [*OTHER_FIELDS, *FIELDS, "improv", "other"])
def test_a_field_that_is_read_is_kept_and_any_other_refused_at_its_name(do: Do, field: str) -> None:
    values = {**OTHER_FIELDS, **FIELDS, "improv": {"give": "I.4"}, "other": True, "because": "agreed"}
    values |= {"give": "intrigue"} if do is Do.TRADE else {}
    values |= {"coin": "Cassio"} if field == "improv" else {}
    data = {"do": str(do), "by": "Ben", **{key: values[key] for key in (*NEEDED.get(do, ()), field)}}
    try:
        answer = answer_from_json(data, ("Ann", "Ben", "Cal"))
    except InputError as error:
        assert error.field == field and f"no field {field!r}" in error.what
    else:
        assert answer_to_json(answer, ("Ann", "Ben", "Cal")) == data


@pytest.mark.parametrize(("do", "field"), [(do, field) for do, fields in NEEDED.items() for field in fields])
def test_a_field_that_is_needed_is_not_null(do: str, field: str) -> None:
    values = {**OTHER_FIELDS, **FIELDS, "give": "intrigue", "because": "agreed"}
    whole = {"do": do, "by": "Ben", **{key: values[key] for key in NEEDED[do]}}
    with pytest.raises(InputError) as error:
        answer_from_json(whole | {field: None}, ("Ann", "Ben", "Cal"))
    assert error.value.field == field


# --- every accepted answer takes effect


def unseen(position: Json, rng: random.Random) -> Json:
    """Return the position as entered by somebody who joins: some cards by their backs, some missing."""
    for seat in position["seats"]:
        seat["hand"] = [_unseen(card, rng) for card in seat["hand"]]
        if seat["placed"] and not seat["revealed"] and not position.get("frames"):
            seat["placed"] = _unseen(seat["placed"], rng)
    for pile in ("script", "staging"):
        cards = position["piles"][pile]
        position["piles"][pile] = len(cards) if isinstance(cards, list) and rng.random() < 0.7 else cards
    return position


def _unseen(card: str, rng: random.Random) -> str:
    pile = pile_of(card)
    return card if rng.random() < 0.4 or pile is None else rng.choice([UNKNOWN_OF[pile], "?"])


def dropped(state: State, answer: Answer) -> list[str]:
    """Return the fields of an accepted answer that the action lost."""
    top = state.frames[-1]
    if answer.choices == NO_CHOICES or type(top) is not Action or top.player != answer.by:
        return []
    if answer.do not in (Do.CHOOSE, Do.REVEAL, Do.COIN, Do.FROM_HAND, Do.IMPROV) or top.kind is ActionKind.SEIZED:
        return []
    given = asdict(answer.choices)
    return [field for field, value in given.items() if value is not None and getattr(top.choices, field) is None]


@given(starts(), st.integers(0, 10**6), st.lists(odd_answers, max_size=12))
@settings(max_examples=60, deadline=None)
def test_whatever_is_accepted_is_used_and_can_be_read_again(start: Any, seed: int, odd: list[Json]) -> None:
    rng = random.Random(seed)
    game = Game(position_from_json(json.loads(json.dumps(unseen(start.position(), rng)))), Dealer(seed))
    settle(game)
    names = [seat.name for seat in game.state.seats]
    for extra in odd:
        if decision(game.state) is None:
            break
        for answer in (*_mixed(game.state, rng, extra, names), *_plain(game.state, rng)):
            try:
                submit(game, answer)
            except Forbidden:
                continue
            assert not dropped(game.state, answer), answer
            the_position_comes_back(game)
            coins_and_tokens_are_counted(game)


def _mixed(state: State, rng: random.Random, extra: Json, names: list[str]) -> list[Answer]:
    """Return an offered answer with fields that nobody asked for; nothing if it cannot be read."""
    asked = decision(state)
    assert asked is not None
    offered = answer_to_json(rng.choice([*asked.options, *permitted(state)]), names)
    try:
        return [answer_from_json({**extra, **offered}, names)]
    except InputError:
        return []


def _plain(state: State, rng: random.Random) -> list[Answer]:
    asked = decision(state)
    hidden = any(is_unknown(card) for seat in state.seats for card in seat.hand)
    return [] if asked is None or (asked.kind is DecisionKind.SWAP and hidden) else [next_answer(state, rng, asked)]
