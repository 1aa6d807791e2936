"""Positions: meaning of each key, refusals and their messages, and round trips of states."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import values
from companion.core.errors import InputError, all_errors
from companion.othello.model.cards import Curtain, Role, ScriptCard, Verb, script_place
from companion.othello.model.deck import Deck, OwnStaging, deck_from_objects, load_deck
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
from companion.othello.model.game import Dealer
from companion.othello.model.ruleset import edition_names, load_edition
from companion.othello.model.state import Seat, State
from companion.othello.model.vocabulary import ActionKind, Interrupt, Marker, Owed, Phase, Stage
from companion.othello.notation.cards import check_choices, whole_deck_to_json
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.scoring import score
from companion.othello.rules.submit import new_game
from companion.othello.text.explain import explain

Json = dict[str, Any]


def position(**keys: Any) -> Json:
    """Return a position of three players with Ann as the Lead, and these keys."""
    return {
        "edition": "2024",
        "lead": "Ann",
        "seats": [{"name": name} for name in ("Ann", "Ben", "Cal")],
        **keys,
    }


def with_seat(**keys: Any) -> Json:
    """Return the position with more keys for Ben."""
    data = position()
    data["seats"][1].update(keys)
    return data


def with_action(*parts: Any) -> Json:
    """Return the position in the middle of an action."""
    return position(frames=[["Placement", 1], ["Action", *parts]])


def slots(thing: State | Seat) -> Json:
    return {slot: getattr(thing, slot) for slot in thing.__struct_fields__}


def same_state(one: State, other: State) -> bool:
    """Return True if two states agree in every slot."""
    ours, theirs = slots(one), slots(other)
    seats = [slots(seat) for seat in ours.pop("seats")], [slots(seat) for seat in theirs.pop("seats")]
    return ours == theirs and seats[0] == seats[1]


def through_json(state: State) -> State:
    """Return the state after writing it as text and reading it again."""
    return position_from_json(json.loads(json.dumps(position_to_json(state))))


# --- keys ---


def test_without_a_lead_the_lead_tile_is_still_to_be_dealt() -> None:
    state = position_from_json({"edition": "2024", "seats": [{"name": "Ann"}, {"name": "Ben"}]})
    assert state.frames == (Casting(1),)
    assert (state.act, state.scene, state.lead, state.marker) == (1, 0, -1, "act-begins")
    assert state.removed == state.script == state.staging == []


def test_a_new_game_has_nothing_yet_but_coins_in_the_box() -> None:
    state = new_game(["Ann", "Ben"], Dealer(0)).state
    found = slots(state)
    seats = [slots(seat) for seat in found.pop("seats")]
    assert found == {
        "rules": state.rules,
        "deck": state.deck,
        "act": 1,
        "scene": 0,
        "lead": -1,
        "marker": "act-begins",
        "half_curtain": False,
        "act_over": False,
        "last_scene": None,
        "script": [],
        "script_discard": [],
        "staging": [],
        "staging_discard": [],
        "set_aside": [],
        "removed": [],
        "supply": {"Iago": 12, "Othello": 5, "Cassio": 3, "Desdemona": 3, "Emilia": 3, "Roderigo": 3},
        "wounds": dict.fromkeys(state.rules.wound_limits, 0),
        "iago_tokens": {},
        "dead": frozenset(),
        "cut": {},
        "handkerchief": None,
        "ran_out": frozenset(),
        "successes": (),
        "frames": (Casting(1),),
    }
    nothing: Json = {
        **{key: [] for key in ("hand", "face_up", "scored")},
        **dict.fromkeys(("placed", "owes")),
        **dict.fromkeys(("owes_more", "points_before", "intrigue", "spotlight", "wounds", "iago_wounds"), 0),
        **dict.fromkeys(("revealed", "done", "protected", "improv_used", "iago_coin_used", "miscued"), False),
        "coins": {},
    }
    assert seats == [{**nothing, "name": "Ann"}, {**nothing, "name": "Ben"}]


def test_s2_the_defaults_are_the_start_of_the_first_act() -> None:
    state = position_from_json(position())
    assert (state.act, state.scene, state.lead) == (1, 1, 0)
    assert state.frames == (Steps(Phase.PRE_PLACEMENT, (1, 2, 0), 0),)
    assert [(seat.intrigue, seat.spotlight, seat.wounds) for seat in state.seats] == [(3, 1, 0)] * 3
    assert all(not (seat.hand or seat.scored or seat.coins or seat.placed) for seat in state.seats)
    assert state.supply == {"Iago": 12, "Othello": 5, "Cassio": 3, "Desdemona": 3, "Emilia": 3, "Roderigo": 3}
    assert (len(state.script), len(state.staging)) == (12, 29)
    assert state.deck is load_deck("stand-in")


def test_a_position_as_full_as_they_come() -> None:
    state = position_from_json(
        position(
            act=3,
            scene=2,
            phase="reveal",
            turn="Cal",
            seats=[
                {
                    "name": "Ann",
                    "hand": ["III.4", "Seize", "?script"],
                    "placed": "III.7",
                    "coins": {"Iago": 1},
                },
                {"name": "Ben", "scored": ["I.9", {"card": "I.12", "as": "company"}], "handkerchief": True},
                {"name": "Cal", "protected": True, "improv_used": True, "iago_coin_used": True, "wounds": 2},
            ],
            piles={"script": ["III.1"], "staging": 9, "staging_discard": ["Miscue"]},
            tiles={"Desdemona": {"wounds": 2, "limit_cut": 1}, "Othello": {"dead": True}},
            set_aside=["II.8"],
            supply={"Emilia": 1},
            half_curtain=True,
        )
    )
    ann, ben, cal = state.seats
    assert state.frames == (Reveals((1, 2, 0), 1),)
    assert (ann.hand, ann.placed, ann.coins) == (["III.4", "Seize", "?script"], "III.7", {"Iago": 1})
    assert ben.scored == [("I.9", Role.COMPANY), ("I.12", Role.COMPANY)]
    assert (ann.done, ben.done, cal.done) == (False, True, False)
    assert cal.protected and cal.improv_used and cal.iago_coin_used and cal.wounds == 2
    assert (state.script, state.staging, state.staging_discard) == (["III.1"], ["?staging"] * 9, ["Miscue"])
    assert (state.wounds["Desdemona"], state.limit("Desdemona"), state.dead) == (2, 4, frozenset({"Othello"}))
    assert (state.supply["Iago"], state.supply["Emilia"]) == (11, 1)
    assert [card for card, _role in state.set_aside] == ["II.8"]
    assert (state.handkerchief, state.half_curtain) == (1, True)


@pytest.mark.parametrize(
    ("keys", "frame"),
    [
        ({"phase": "pre-placement"}, Steps(Phase.PRE_PLACEMENT, (1, 2, 0), 0)),
        ({"phase": "after-placement", "turn": "Ann"}, Steps(Phase.AFTER_PLACEMENT, (1, 2, 0), 2)),
        ({"phase": "placement"}, Placement(1)),
        ({"phase": "reveal"}, Reveals((1, 2, 0), 0)),
        ({"phase": "reveal", "turn": "Cal", "order": ["Cal", "Ann", "Ben"]}, Reveals((2, 0, 1), 0)),
        ({"phase": "draw"}, Draws((0, 1, 2), 0)),
        ({"phase": "draw", "turn": "Ben"}, Draws((0, 1, 2), 1)),
        ({"phase": "intermission", "act": 2}, Intermission(2)),
        ({"phase": "over", "act": 5}, Over(5)),
        ({"phase": "over", "act": 5, "lead": None}, Over(5)),
        ({"phase": "casting", "lead": None}, Casting(1)),
        ({"frames": [["Placement", 1]], "phase": "draw"}, Placement(1)),
    ],
)
def test_a_phase_and_a_turn_say_what_is_under_way(keys: Json, frame: Frame) -> None:
    assert position_from_json(position(**keys)).frames == (frame,)


def test_in_the_reveal_the_turn_is_the_first_ones_who_has_not_had_it() -> None:
    data = position(phase="reveal")
    data["seats"][1]["done"] = True
    assert position_from_json(data).frames == (Reveals((1, 2, 0), 1),)


def test_who_reveals_before_the_turn_is_done_unless_it_is_stated() -> None:
    data = position(phase="reveal", turn="Ann")
    data["seats"][1]["done"] = False
    assert [seat.done for seat in position_from_json(data).seats] == [False, False, True]


@pytest.mark.parametrize(
    ("seat", "owes"),
    [
        ({"placed": "I.1"}, "staging"),
        ({"placed": "Villainy"}, "script"),
        ({"placed": "?"}, "choice"),
        ({}, None),
        ({"hand": ["?"] * 5}, "choice"),
        ({"hand": ["?"] * 6}, None),
        ({"placed": "I.1", "owes": "choice"}, "choice"),
        ({"placed": "I.1", "owes": None}, None),
    ],
)
def test_p7_who_has_used_a_card_owes_a_draw(seat: Json, owes: str | None) -> None:
    data = with_seat(done=True, **seat)
    assert position_from_json(data | {"phase": "reveal"}).seats[1].owes == owes


@pytest.mark.parametrize("phase", ["pre-placement", "placement", "after-placement"])
def test_p7_before_the_reveal_nobody_owes_a_draw(phase: str) -> None:
    assert position_from_json(with_seat(done=True, placed="I.1") | {"phase": phase}).seats[1].owes is None


def test_p9_what_still_lies_there_in_the_draw_phase_is_discarded() -> None:
    state = position_from_json(with_seat(placed="I.1") | {"phase": "draw"})
    assert (state.seats[1].placed, state.seats[1].owes, state.script_discard) == (None, "staging", ["I.1"])
    assert len(state.script) == 11


def test_s9_a_draw_pile_not_given_has_the_cards_that_stand_nowhere_else() -> None:
    data = with_seat(hand=["I.1", "Seize", "?script", "?staging", "?staging"], placed="I.2", scored=["I.3"])
    data["piles"] = {"script_discard": ["I.4"], "staging_discard": ["Miscue", "Seize"]}
    state = position_from_json(data)
    assert state.script == ["?script"] * (12 - 4 - 1)
    assert state.staging == ["?staging"] * (29 - 3 - 2)


def test_s7_with_two_players_two_cards_are_out_of_the_game() -> None:
    data = position(seats=[{"name": "Ann", "hand": ["Take the Lead"]}, {"name": "Ben"}])
    state = position_from_json(data)
    assert state.removed == ["Take the Lead", "Take the Lead"]
    assert len(state.staging) == 29 - 2 - 1
    assert position_from_json(data | {"removed": []}).removed == []


def test_a_draw_pile_never_has_fewer_cards_than_none() -> None:
    state = position_from_json(with_seat(hand=["?script"] * 20 + ["?staging"] * 40))
    assert state.script == state.staging == []


@pytest.mark.parametrize(
    ("keys", "marker"),
    [
        ({"piles": {"script": []}}, "script-empty"),
        ({"piles": {"script": 0}}, "script-empty"),
        ({"piles": {"script": 1}}, "act-begins"),
        ({"piles": {"script": []}, "marker": "final-scene"}, "final-scene"),
        ({"phase": "intermission"}, "act-begins"),
        ({"phase": "intermission", "piles": {"script": []}}, "script-empty"),
        ({"phase": "draw", "piles": {"staging": []}}, "act-begins"),
    ],
)
def test_d2_the_marker_stands_at_the_feather_when_the_script_pile_is_empty(keys: Json, marker: str) -> None:
    assert position_from_json(position(**keys)).marker == marker


@pytest.mark.parametrize(
    ("keys", "last", "over"),
    [
        ({"phase": "reveal"}, 4, False),
        ({"phase": "draw"}, 5, False),
        ({"phase": "placement", "last_scene": None}, 4, False),
        ({"phase": "placement", "last_scene": 6}, 6, False),
        ({"phase": "placement", "marker": "staging-empty"}, None, False),
        ({"phase": "intermission"}, None, False),
        ({"phase": "reveal", "edition": "2022"}, 4, True),
        ({"phase": "draw", "edition": "2022"}, 4, True),
        ({"phase": "reveal", "edition": "2022", "act_over": False}, 4, False),
    ],
)
def test_t4_with_the_marker_at_its_end_the_last_scene_is_known(keys: Json, last: int | None, over: bool) -> None:
    state = position_from_json(position(**{"marker": "final-scene", "scene": 4, "lead": "Ann", **keys}))
    assert (state.last_scene, state.act_over) == (last, over)
    assert same_state(through_json(state), state)


def test_c6_a_coin_of_a_game_without_coins_is_refused_in_words() -> None:
    with pytest.raises(InputError) as caught:
        position_from_json({**with_seat(coins={"Othello": 1}), "edition": "2022", "level": "wicked"})
    assert caught.value.what == '"Othello" cannot be: there is none of its kind here'


def test_a_test_brings_its_own_cards() -> None:
    card = {
        "id": "III.4",
        "character_1": "Desdemona",
        "verb": "confronts",
        "character_2": "Othello",
        "points": 1,
        "rewards": {"intrigue": 1, "spotlight": 0, "coin": "Desdemona", "handkerchief": True},
        "curtain": None,
    }
    full = {"id": "I.12", "character_1": "Iago", "verb": "conspires", "curtain": "full", "points_lead": 3}
    state = position_from_json(position(deck=[card, full]))
    found = state.deck.cards["III.4"]
    assert state.deck.id == "given"
    assert (found.title, found.points, found.intrigue) == ("Desdemona confronts Othello", 1, 1)
    assert (found.coin, found.handkerchief) == ("Desdemona", True)
    assert position_to_json(state)["deck"][1]["rewards"] == card["rewards"]
    assert same_state(through_json(state), state)


def test_keys_that_nobody_knows_are_ignored() -> None:
    data = with_seat(mood="bright")
    assert same_state(position_from_json(data | {"note": "by hand"}), position_from_json(position()))


# --- refusals ---


@pytest.mark.parametrize(
    ("kind", "name", "seat"),
    [
        ("card", "I.1", {"placed": "I.1"}),
        ("card", "Villainy", {"placed": "Villainy"}),
        ("from-hand", "Exchange", {"face_up": ["Exchange"]}),
        ("coin", "Roderigo", {}),
        ("improv", "improv", {}),
        ("seized", "Revive", {}),
        ("late", "I.1", {"scored": ["I.1"]}),
    ],
)
def test_what_may_be_under_way(kind: str, name: str, seat: Json) -> None:
    data = with_seat(**seat)
    data["frames"] = [["Reveals", [1, 2, 0]], ["Action", kind, 1, name, [], "window", 0, [], [], None, 1]]
    action = Action(ActionKind(kind), 1, name, taker=1)
    assert position_from_json(data | {"scored_now": seat.get("scored", [])}).frames == (Reveals((1, 2, 0)), action)
    data["frames"][1][3] = "Othello's"
    with pytest.raises(InputError) as caught:
        position_from_json(data)
    assert (caught.value.field, caught.value.what) == (
        "frames[1][3]",
        f'"Othello\'s" cannot be under way as {kind}',
    )


@pytest.mark.parametrize(
    ("chosen", "take", "field", "what"),
    [
        (Choices(give="IX.1"), ("card",), "give", 'there is no card "IX.1" in this deck'),
        (Choices(take="IX.2"), ("card",), "take", 'there is no card "IX.2" in this deck'),
        (Choices(take="Iago"), ("card",), "take", 'there is no card "Iago" in this deck'),
        (Choices(take="IX.3"), ("card", "coin"), "take", 'there is no card "IX.3" in this deck'),
        (Choices(take="I.1"), ("coin",), "take", '"I.1" is not one of: Iago, Othello, Cassio'),
        (Choices(on="Ophelia"), ("card",), "on", '"Ophelia" is not one of: Montano, Brabantio'),
        (Choices(character="Osric"), ("card",), "character", '"Osric" is not one of: Montano, Brabantio'),
        (Choices(wounds=("Iago", "Yorick")), ("card",), "wounds", '"Yorick" is not one of: Montano'),
        (Choices(cut=(("Iago", 1), ("Hamlet", 1))), ("card",), "cut", '"Hamlet" is not one of: Montano'),
    ],
)
def test_what_nobody_can_choose_is_refused(chosen: Choices, take: tuple[str, ...], field: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        check_choices(chosen, load_edition("2024"), DECK, take)
    assert caught.value.field == field
    assert caught.value.what.startswith(what)


@pytest.mark.parametrize(
    ("chosen", "take"),
    [
        (Choices(), ()),
        (Choices(take="I.1", give="Seize"), ("card",)),
        (Choices(take="Iago"), ("coin",)),
        (Choices(take="Iago"), ("card", "coin")),
        (Choices(take="?script", give="?"), ("card", "coin")),
        (Choices(on="Bianca", character="Cassio", wounds=("Iago",), cut=(("Iago", 1),)), ("card",)),
    ],
)
def test_what_somebody_may_choose_is_taken(chosen: Choices, take: tuple[str, ...]) -> None:
    check_choices(chosen, load_edition("2024"), DECK, take)


CONSPIRES: Json = {"id": "I.1", "character_1": "Iago", "verb": "conspires"}
REFUSED_ON_A_CARD: list[tuple[Json, str, str]] = [
    ({"handkerchief": 1}, "handkerchief", "true or false"),
    ({"coin": "Bianca"}, "coin", "Emilia"),
    ({"intrigue": "two"}, "intrigue", "whole number"),
    ({"rewards": {"handkerchief": 1}}, "rewards.handkerchief", "true or false"),
    ({"rewards": {"intrigue": "two"}}, "rewards.intrigue", "whole number"),
    ({"rewards": {"spotlight": 0.5}}, "rewards.spotlight", "whole number"),
    ({"points_lead": False}, "points_lead", "whole number"),
    ({"points_company": 1.5}, "points_company", "whole number"),
    ({"line": 3}, "line", "text"),
    ({"character_2": 3}, "character_2", "text"),
    ({"curtain": 3}, "curtain", "text"),
    ({"verb": "kills", "character_2": "Hamlet"}, "character_2", "Cassio"),
]
REFUSED: list[tuple[Json, str, str]] = [
    *((position(deck=[CONSPIRES | card]), f"deck[0].{field}", says) for card, field, says in REFUSED_ON_A_CARD),
    (position(game="macbeth"), "game", "othello"),
    (position(edition="1604"), "edition", "2024"),
    (position(edition=None), "edition", "text"),
    (position(edition=["2024"]), "edition", "text"),
    (position(level="wicked"), "level", "no levels"),
    (position(edition="2022", level="tame"), "level", "wicked, evil, villainy"),
    (position(variants=["in-verse"]), "variants[0]", "table-read, playwrights-challenge"),
    (position(variants=["extra-lead-villainy"]), "variants[0]", "no variant"),
    (position(variants="table-read"), "variants", "list"),
    (position(rulings={"J2": "slow"}), "rulings.J2", "staging-at-once"),
    (position(rulings={"J99": "lazy"}), "rulings.J99", "J13"),
    (position(rulings=[]), "rulings", "object"),
    (position(edition="2022", tiles={"Cassio": {"wounds": 1, "iago_coins": 2}}), "tiles.Cassio.iago_coins", "to 1"),
    (position(deck="hamlet"), "deck", "stand-in"),
    (position(deck=7), "deck", "list"),
    (position(deck=["I.1"]), "deck[0]", "object"),
    (position(deck=[{"id": "VI.1", "character_1": "Iago", "verb": "conspires"}]), "deck[0].id", "III.4"),
    (position(deck=[{"id": "I.1", "character_1": "Hamlet", "verb": "conspires"}]), "deck[0].character_1", "Iago"),
    (position(deck=[{"id": "I.1", "character_1": "Iago", "verb": "sings"}]), "deck[0].verb", "conspires"),
    (
        position(deck=[{"id": "I.1", "character_1": "Iago", "verb": "wounds", "character_2": "the senate"}]),
        "deck[0].character_2",
        "Cassio",
    ),
    (
        position(deck=[{"id": "I.1", "character_1": "Iago", "verb": "conspires", "rewards": "many"}]),
        "deck[0].rewards",
        "object",
    ),
    (
        position(deck=[{"id": "I.1", "character_1": "Iago", "verb": "conspires", "rewards": {"coin": "gold"}}]),
        "deck[0].rewards.coin",
        "Emilia",
    ),
    (
        position(deck=[{"id": "I.1", "character_1": "Iago", "verb": "conspires", "title": 5}]),
        "deck[0].title",
        "text",
    ),
    (
        position(deck=[{"id": "I.1", "character_1": "Iago", "verb": "conspires", "points": True}]),
        "deck[0].points",
        "whole number",
    ),
    (position(deck={"id": "a", "title": "A", "cards": [], "made_up": 1}), "deck.made_up", "true or false"),
    (position(deck={"id": "a", "cards": []}), "deck.title", "missing"),
    (position(deck={"title": "A", "cards": []}), "deck.id", "missing"),
    (position(deck={"id": "a", "title": "A"}), "deck.cards", "list"),
    (position(deck={"id": "a", "title": "A", "cards": [3]}), "deck.cards[0]", "object"),
    (position(act=0), "act", "from 1 to 5"),
    (position(act=6), "act", "from 1 to 5"),
    (position(act="III"), "act", "whole number"),
    (position(act=True), "act", "whole number"),
    (position(scene=-1), "scene", "from 0"),
    (position(scene=1.5), "scene", "whole number"),
    (position(phase="dinner"), "phase", "pre-placement"),
    (position(phase=["reveal"]), "phase", "reveal"),
    (position(phase="reveal", lead=None), "lead", "Ann, Ben, Cal"),
    (position(act=2, lead=None), "lead", "Act I only"),
    (position(phase="casting"), "lead", "casting"),
    (position(lead="Dan"), "lead", "Ann, Ben, Cal"),
    (position(lead=0), "lead", "Ann, Ben, Cal"),
    (position(turn="Dan"), "turn", "Ann, Ben, Cal"),
    (position(phase="reveal", order=["Ann", "Ben"]), "order", "every player once"),
    (position(phase="reveal", order=["Ann", "Ben", "Ben"]), "order", "every player once"),
    (position(phase="reveal", order=["Ann", "Ben", "Dan"]), "order[2]", "Ann, Ben, Cal"),
    (position(seats=None), "seats", "list"),
    (position(seats=[]), "seats", "2 to 6"),
    (position(seats=[{"name": "Ann"}]), "seats", "2 to 6"),
    (position(seats=[{"name": str(n)} for n in range(7)]), "seats", "2 to 6"),
    (position(seats=[{"name": "Ann"}, {}]), "seats[1].name", "missing"),
    (position(seats=[{"name": "Ann"}, {"name": " "}]), "seats[1].name", "text"),
    (position(seats=[{"name": "Ann"}, {"name": "Ann"}]), "seats[1].name", "a name of their own"),
    (with_seat(hand="Seize"), "seats[1].hand", "list"),
    (with_seat(hand=["I.1", "Sieze"]), "seats[1].hand[1]", "Seize"),
    (with_seat(hand=["I.1", 4]), "seats[1].hand[1]", "text"),
    (with_seat(hand=["I.13"]), "seats[1].hand[0]", "I.1"),
    (with_seat(hand=["?stage"]), "seats[1].hand[0]", "?staging"),
    (with_seat(hand=["I.1"], placed="I.1"), "seats[1].placed", "seats[1].hand[0]"),
    (with_seat(hand=["Missed Entrance"]), "seats[1].hand[0]", "Miscue"),
    (with_seat(placed=["I.1"]), "seats[1].placed", "text"),
    (with_seat(scored=["?script"]), "seats[1].scored[0]", "script card"),
    (with_seat(scored=["Seize"]), "seats[1].scored[0]", "script card"),
    (with_seat(scored=[{"card": "I.1", "as": "villain"}]), "seats[1].scored[0].as", "company"),
    (with_seat(scored=[{"card": "I.99"}]), "seats[1].scored[0].card", "no card"),
    (with_seat(scored=[7]), "seats[1].scored[0]", "object"),
    (with_seat(intrigue=-1), "seats[1].intrigue", "from 0"),
    (with_seat(intrigue="3"), "seats[1].intrigue", "whole number"),
    (with_seat(spotlight=None), "seats[1].spotlight", "null"),
    (with_seat(wounds=2.0), "seats[1].wounds", "whole number"),
    (with_seat(coins={"Bianca": 1}), "seats[1].coins.Bianca", "Emilia"),
    (with_seat(coins={"Iago": -1}), "seats[1].coins.Iago", "from 0"),
    (with_seat(coins=["Iago"]), "seats[1].coins", "object"),
    (with_seat(revealed=1), "seats[1].revealed", "true or false"),
    (with_seat(owes="both"), "seats[1].owes", "staging"),
    (
        position(seats=[{"name": "A", "handkerchief": True}, {"name": "Ann", "handkerchief": True}]),
        "seats[1].handkerchief",
        "one handkerchief",
    ),
    (position(tiles={"Hamlet": {}}), "tiles.Hamlet", "Othello"),
    (position(tiles={"Hamlet": {"wounds": -1}}), "tiles.Hamlet", "Othello"),
    (position(seats=[{"name": "Ann"}, "Ben"]), "seats[1]", "object"),
    (position(tiles={"Cassio": 2}), "tiles.Cassio", "object"),
    (position(tiles={"Cassio": {"wounds": -2}}), "tiles.Cassio.wounds", "from 0"),
    (position(tiles={"Cassio": {"dead": "yes"}}), "tiles.Cassio.dead", "true or false"),
    (position(tiles={"Cassio": {"limit_cut": None}}), "tiles.Cassio.limit_cut", "whole number"),
    (position(piles=[]), "piles", "object"),
    (position(piles={"script": -3}), "piles.script", "from 0"),
    (position(piles={"script": 10**12}), "piles.script", "to 999"),
    (position(piles={"script": "all"}), "piles.script", "whole number"),
    (position(piles={"script": ["Seize"]}), "piles.script[0]", "script pile"),
    (position(piles={"staging": ["Seize", "I.1"]}), "piles.staging[1]", "staging pile"),
    (position(piles={"script": ["I.1"], "script_discard": ["I.1"]}), "piles.script[0]", "script_discard[0]"),
    (position(marker="feather"), "marker", "script-empty"),
    (position(half_curtain="no"), "half_curtain", "true or false"),
    (position(set_aside=["Seize"]), "set_aside[0]", "script card"),
    (position(supply={"Iago": "many"}), "supply.Iago", "whole number"),
    (position(supply={"Lodovico": 1}), "supply.Lodovico", "Iago"),
    (position(last_scene=0), "last_scene", "from 1"),
    (position(removed=["Tempest"]), "removed[0]", "no card"),
    (position(ran_out=["patience"]), "ran_out[0]", "intrigue"),
    (position(frames="Placement"), "frames", "list"),
    (position(frames=[[]]), "frames[0][0]", "Placement"),
    (position(frames=["Placement"]), "frames[0]", "list"),
    (position(frames=[["Party", 1]]), "frames[0][0]", "Placement"),
    (position(frames=[["Placement"]]), "frames[0]", "act"),
    (position(frames=[["Placement", 1, 2]]), "frames[0]", "act"),
    (position(frames=[["Placement", 9]]), "frames[0][1]", "act"),
    (position(frames=[["Reveals", [0, 1, 7]]]), "frames[0][1]", "order"),
    (position(frames=[["Reveals", [0, 1, 2], 4]]), "frames[0][2]", "at"),
    (position(frames=[["Reveals", [0, 1, 2], True]]), "frames[0][2]", "at"),
    (position(frames=[["PutDown", 0, True]]), "frames", "phase"),
    (position(frames=[]), "frames", "phase"),
    (position(frames=[["Steps", "after-reveal", [0]]]), "frames", "phase"),
    (position(frames=[["Placement", 1], ["Placement", 1]]), "frames[1]", "PutDown"),
    (
        position(frames=[["Placement", 1], ["PutDown", 1, True], ["PutDown", 1, True]]),
        "frames[2]",
        "each once",
    ),
    (position(frames=[["Reveals", [0, 1, 2], 3], ["PutDown", 1, True]]), "frames[0]", "turn"),
    (with_action("card", 0, "I.99"), "frames[1][3]", '"I.99" cannot'),
    (with_action("card", 0, "Seize"), "frames[1][3]", '"Seize" cannot'),
    (with_action("card", 0, "I.1"), "frames[1][3]", "must lie before Ann"),
    (
        with_action("card", 1, "I.1") | {"seats": with_seat(placed="I.1")["seats"]},
        "frames[1][10]",
        "gets the card",
    ),
    (with_action("coin", 0, "Desdemona"), "frames[1][3]", "as coin"),
    (with_action("from-hand", 0, "Exchange"), "frames[1][3]", "as from-hand"),
    (with_action("improv", 0, "Iago"), "frames[1][3]", "as improv"),
    (with_action("dance", 0, "Iago"), "frames[1][1]", "kind"),
    (with_action("coin", 0, "Roderigo", [], "effect"), "frames[1][4][0]", "target"),
    (with_action("coin", 0, "Iago", [], "claim"), "frames[1][9]", "claim"),
    (with_action("coin", 0, "Iago", [], "window", 0, [], [], ["kiss", 1]), "frames[1][9]", "claim"),
    (with_action("coin", 0, "Iago", [None, None, None, None, "Hamlet"]), "frames[1][4]", "Othello"),
    (with_action("coin", 0, "Iago", {}), "frames[1][4]", "choices"),
    (with_action("coin", 0, "Iago", {"target": 1}), "frames[1][4]", "choices"),
    (with_action("coin", 0, "Iago", [None, None, "IX.9"]), "frames[1][4]", '"IX.9"'),
    (with_action("coin", 0, "Iago", [None, None, None, "IX.8"]), "frames[1][4]", '"IX.8"'),
    (with_action("coin", 0, "Iago", [*[None] * 5, "Ophelia"]), "frames[1][4]", "Othello"),
    (with_action("coin", 0, "Iago", [*[None] * 6, ["Cassio", "Osric"]]), "frames[1][4]", '"Osric"'),
    (with_action("coin", 0, "Iago", [*[None] * 7, [["Iago", 1], ["Yorick", 1]]]), "frames[1][4]", '"Yorick"'),
    (with_action("coin", -1, "Iago"), "frames[1][2]", "player"),
    (with_action("coin", 3, "Iago"), "frames[1][2]", "player"),
    (with_action("coin", 0, "Iago", [], "window", 0, [2, 2]), "frames[1][7]", "seizes"),
    (with_action("coin", 0, "Iago", [], "window", 0, [], [1, 1]), "frames[1][8]", "spotlights"),
    (with_action("coin", 0, "Iago", [], "window", 0, [], [3]), "frames[1][8]", "spotlights"),
    (with_action("coin", 0, "Iago", [], "window", 0, [], [], None, -2), "frames[1][10]", "taker"),
    (position(phase="intermission", act=5), "phase", "over"),
    (position(frames=[["Placement", 1], ["PutDown", 3, True]]), "frames[1][1]", "player"),
    (position(frames=[["Placement", 1], ["Action", "card", 0, "I.1", [5]]]), "frames[1][4]", "choices"),
    (position(frames=[["Casting", 1]]), "lead", "casting"),
    (position(frames=[["Placement", 1]], lead=None), "lead", "placement"),
]


@pytest.mark.parametrize(("data", "field", "says"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_position_that_cannot_be_is_refused_at_its_field(data: Json, field: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        position_from_json(data)
    assert {error.field for error in all_errors(caught.value)} == {field}
    assert says in caught.value.what


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({"edition": "2024"}, "is missing; write a list of players, each with a name"),
        (position(seats=[{"name": "Ann"}]), "1 player cannot play; 2 to 6 can"),
        (
            position(seats=[{"name": "Ann"}, {"name": "Ann"}]),
            'another player is called "Ann" too; give each a name of their own',
        ),
        (
            position(seats=[{"name": "Ann", "handkerchief": True}, {"name": "Ben", "handkerchief": True}]),
            "there is one handkerchief, and another player has it",
        ),
        (position(edition="1604"), f"there is no edition '1604'; choose one of: {', '.join(edition_names())}"),
        (position(level="evil"), "the edition 2024 has no levels; leave it out or write null"),
        (position(edition="2022", level="tame"), "the edition 2022 has the levels wicked, evil, villainy"),
        (
            position(variants=["in-verse"]),
            "the edition 2024 has no variant 'in-verse'; it has: table-read, playwrights-challenge",
        ),
        (position(rulings={"J2": "slow"}), "'slow' is not one of: staging-at-once, lazy, eager"),
        (
            position(rulings={"J99": "lazy"}),
            f"there is no ruling 'J99'; there are: {', '.join(f'J{number}' for number in (*range(1, 15), 27))}",
        ),
        (position(deck="hamlet"), "there is no deck 'hamlet'; choose one of: stand-in, stand-in-2022"),
        (position(lead="Dan"), 'there is no player "Dan"; choose one of: Ann, Ben, Cal'),
        (position(phase="reveal", lead=None), "is missing; in the phase reveal someone is the Lead: Ann, Ben, Cal"),
        (
            position(act=2, lead=None),
            "is missing; the lead tile is dealt in Act I only, so name the Lead: Ann, Ben, Cal",
        ),
        (position(phase="casting"), "in the phase casting nobody is the Lead yet; leave one of the two out"),
        (position(phase="intermission", act=5), "there is no intermission after the last act; write over"),
        (position(phase="reveal", order=["Ann"]), "must have every player once: Ann, Ben, Cal"),
        (
            position(deck=[], removed=["I.1"], edition="2022", level="wicked"),
            'there is no card "I.1" in this deck; write a script card such as III.4, a staging card (Exchange, '
            "No Drama, Take the Lead, Seize, Missed Entrance), or ?script, ?staging, ? for one that is not known",
        ),
        (position(frames=[]), 'must begin with the frame of a phase, such as ["Placement", 1]'),
        (
            position(frames=[["Placement", 1], ["Placement", 1]]),
            "must be Steps with after-reveal, Action or PutDown, each once and in this order",
        ),
        (
            position(frames=[["Draws", [0, 1, 2], 3], ["PutDown", 1, True]]),
            "must be at somebody's turn, with something above it",
        ),
        (position(frames=[["PutDown", 1]]), "PutDown has these parts: player, reveal"),
        (position(frames=[["Placement", 9]]), "is not a possible 'act' of Placement"),
        (with_action("card", 0, "I.1"), '"I.1" must lie before Ann as placed'),
        (
            with_action("card", 1, "I.1") | {"seats": with_seat(placed="I.1")["seats"]},
            "must be the player who gets the card",
        ),
        (with_action("coin", 0, "Iago", [], "table"), "is for the staging cards of the owners' own"),
        (with_action("coin", 0, "Iago", [], "claim"), "must be the claim that goes ahead"),
        (with_action("coin", 0, "Roderigo", [], "effect"), "must have a target by now"),
        (with_seat(handkerchief=True) | {"scored_now": ["I.1"]}, '"I.1" is in nobody\'s scoring pile'),
        (with_seat(scored=["Seize"]), 'must be a script card of the deck, not "Seize"'),
        (with_seat(hand=["I.1"], placed="I.1"), "I.1 stands at seats[1].hand[0] too; a card is in one place"),
        (
            with_seat(hand=["Revive"] * 4),
            "Revive stands at seats[1].hand[0], seats[1].hand[1], seats[1].hand[2] too; the box has 3 of them",
        ),
        (position(piles={"script": ["Seize"]}), "Seize does not belong in a script pile"),
    ],
)
def test_what_cannot_be_is_told_in_full(data: Json, what: str) -> None:
    with pytest.raises(InputError) as caught:
        position_from_json(data)
    assert caught.value.what == what


@pytest.mark.parametrize("key", ["points", "points_lead", "points_company", "intrigue", "spotlight"])
@pytest.mark.parametrize("value", ["two", -1, 1.5])
def test_the_numbers_of_a_card_are_whole(key: str, value: object) -> None:
    card = {"id": "I.1", "character_1": "Iago", "verb": "confronts", "character_2": "Cassio", key: value}
    with pytest.raises(InputError) as caught:
        position_from_json(position(deck=[card]))
    assert (caught.value.field, caught.value.what) == (
        f"deck[0].{key}",
        f"must be a whole number from 0 on, not {json.dumps(value)}",
    )


MASQUE: Json = {"kind": "staging", "id": "Masque", "text": "Everybody sings."}


@pytest.mark.parametrize(
    ("cards", "field", "what"),
    [
        (["I.1"], "deck[0]", "a card of the deck must be an object"),
        ([CONSPIRES, CONSPIRES], "deck", "the card I.1 is in the deck 2 times; give each card its own id"),
        ([MASQUE, CONSPIRES, MASQUE], "deck", "the card Masque is in the deck 2 times; give each card its own id"),
        ([CONSPIRES | {"id": 1}], "deck[0].id", "needs 'id' as text"),
        ([CONSPIRES | {"id": "I.0"}], "deck[0].id", "'I.0' is no script card; write ACT.POSITION, such as III.4"),
        ([MASQUE, CONSPIRES | {"character_1": None}], "deck[1].character_1", "needs 'character_1' as text"),
        ([CONSPIRES | {"verb": ["kills"]}], "deck[0].verb", "needs 'verb' as text"),
        (
            [CONSPIRES | {"verb": "sings"}],
            "deck[0].verb",
            "'sings' is not one of: confronts, convinces, conspires, wounds, kills",
        ),
        ([CONSPIRES | {"curtain": "iron"}], "deck[0].curtain", "'iron' is not one of: half, full"),
        *(
            ([CONSPIRES | {key: value}], f"deck[0].{key}", f"must be a whole number from 0 on, not {value!r}")
            for key in ("points", "intrigue", "spotlight", "points_lead", "points_company")
            for value in (-1, "two")
        ),
        (
            [CONSPIRES | {"rewards": {"intrigue": -1}}],
            "deck[0].intrigue",
            "must be a whole number from 0 on, not -1",
        ),
        ([MASQUE | {"id": ""}], "deck[0].id", "needs 'id' as text"),
        ([MASQUE | {"text": 1}], "deck[0].text", "needs 'text' as text"),
        ([MASQUE | {"copies": -1}], "deck[0].copies", "must be a whole number from 0 on, not -1"),
        ([MASQUE | {"price": True}], "deck[0].price", "must be a whole number from 0 on, not True"),
        (
            [MASQUE | {"changes": ["nose"]}],
            "deck[0].changes",
            "must be a list of some of: intrigue, spotlight, coin, handkerchief, wounds, life, lead, hand",
        ),
    ],
)
def test_what_is_no_card_of_a_deck_is_told_in_full(cards: list[Any], field: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        deck_from_objects(cards)
    assert (caught.value.field, caught.value.what) == (field, what)


def test_a_card_of_a_deck_needs_little_and_may_have_more() -> None:
    curtain = {
        "id": "V.16",
        "character_1": "Iago",
        "verb": "kills",
        "character_2": "Othello",
        "title": "The end",
        "points": 1,
        "rewards": {"intrigue": 2, "spotlight": 3, "coin": "Emilia", "handkerchief": True},
        "curtain": "full",
        "points_lead": 4,
        "points_company": 5,
        "line": "Demand me nothing.",
    }
    own = MASQUE | {"title": "A Masque", "copies": 0, "price": 2, "changes": ["hand", "life"]}
    deck = deck_from_objects([own, curtain, CONSPIRES, MASQUE | {"id": "Song"}])
    assert deck == Deck(
        id="given",
        title="the position's own deck",
        made_up=False,
        cards={
            "I.1": ScriptCard("I.1", 1, 1, "Iago", Verb.CONSPIRES, None, "Iago conspires"),
            "V.16": ScriptCard(
                id="V.16",
                act=5,
                position=16,
                character_1="Iago",
                verb=Verb.KILLS,
                character_2="Othello",
                title="The end",
                points=1,
                intrigue=2,
                spotlight=3,
                coin="Emilia",
                handkerchief=True,
                curtain=Curtain.FULL,
                points_lead=4,
                points_company=5,
                line="Demand me nothing.",
            ),
        },
        by_act=(("I.1",), (), (), (), ("V.16",)),
        staging={
            "Masque": OwnStaging("Masque", "A Masque", "Everybody sings.", 0, 2, ("hand", "life")),
            "Song": OwnStaging("Song", "Song", "Everybody sings."),
        },
    )
    assert deck.act_of("V.16") == 5
    assert whole_deck_to_json(deck)["cards"][1] == curtain
    assert whole_deck_to_json(deck)["cards"][2] == own
    assert deck_from_objects(whole_deck_to_json(deck)["cards"]) == deck


@pytest.mark.parametrize(
    ("edition", "deck", "found"),
    [
        ("2024", None, "stand-in"),
        ("2022", None, "stand-in-2022"),
        ("2022", "stand-in", "stand-in-2022"),
        ("2024", "stand-in-2022", "stand-in-2022"),
    ],
)
def test_the_stand_in_deck_is_that_of_the_edition(edition: str, deck: str | None, found: str) -> None:
    state = position_from_json(position(edition=edition, deck=deck))
    assert state.deck is load_deck(found)
    assert through_json(state).deck is load_deck(found)


def test_a_deck_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        load_deck("hamlet")
    what = "there is no deck 'hamlet'; choose one of: stand-in, stand-in-2022"
    assert (caught.value.field, caught.value.what) == ("deck", what)


@pytest.mark.parametrize(
    ("field", "value"), [("changes", ["nose"]), ("changes", "hand"), ("text", ""), ("copies", -1), ("price", "two")]
)
def test_a_wrong_field_of_an_owners_staging_card_is_named(field: str, value: object) -> None:
    own = {"kind": "staging", "id": "Masque", "text": "Everybody sings.", field: value}
    with pytest.raises(InputError) as caught:
        position_from_json(position(deck=[own]))
    assert caught.value.field == f"deck[0].{field}"
    assert "None" not in caught.value.what


@pytest.mark.parametrize("name", ["Seize", "?mine", "I.17", "of:all", "Bianca", "improv", "seize", "handkerchief"])
def test_an_owners_staging_card_is_not_called_like_something_else(name: str) -> None:
    own = {"kind": "staging", "id": name, "text": "Everybody sings."}
    with pytest.raises(InputError) as caught:
        position_from_json(position(deck=[own]))
    assert caught.value.field == "deck[0].id"


@pytest.mark.parametrize(
    ("name", "place"),
    [("I.1", (1, 1)), ("V.16", (5, 16)), ("VI.1", None), ("I.0", None), ("I.1.2", None), ("I", None), ("I.x", None)],
)
def test_a_script_card_is_known_by_its_name(name: str, place: tuple[int, int] | None) -> None:
    assert script_place(name) == place


@pytest.mark.parametrize("phase", ["placement", "intermission"])
def test_frames_are_written_only_where_the_phase_does_not_say_all(phase: str) -> None:
    assert "frames" not in position_to_json(position_from_json(position(phase=phase)))


def test_everything_that_cannot_be_is_told_at_once() -> None:
    seats = [
        {"name": "Ann", "hand": ["I.1", "Sieze", "I.2"], "coins": {"Iago": 20, "Bianca": 1}, "handkerchief": True},
        {"name": "Ann", "placed": "I.1", "intrigue": -2, "coins": {"Iago": 15}, "handkerchief": True},
        {"hand": ["Revive"] * 5, "scored": ["I.3", {"card": "I.4", "as": "king"}], "spotlight": "one"},
    ]
    data = position(
        seats=seats, level="evil", rulings={"J1": "first", "J99": "no", "J2": "lazy"}, act=9, lead="Dan", phase="lunch",
        tiles={"Hamlet": {}, "Cassio": {"wounds": -1, "dead": 1}}, piles={"script": -1, "staging": ["I.5", "Seize"]},
        supply={"Othello": 99}, set_aside=["V.1", "V.1"], ran_out=["patience"], order=["Ann"], marker="x",
    )  # fmt: skip
    with pytest.raises(InputError) as caught:
        position_from_json(data)
    assert [error.field for error in all_errors(caught.value)] == [
        "level", "rulings.J1", "rulings.J99", "seats[2].name", "seats[1].name", "act", "lead", "phase",
        "seats[0].hand[1]", "seats[0].coins.Bianca", "seats[1].placed", "seats[1].intrigue",
        "seats[2].hand[3]", "seats[2].hand[4]",
        "seats[2].scored[1].as", "seats[2].spotlight", "seats[1].handkerchief",
        "tiles.Hamlet", "tiles.Cassio.wounds", "tiles.Cassio.dead", "set_aside[1]", "ran_out[0]",
        "seats[1].coins.Iago", "supply.Othello", "piles.script", "piles.staging[0]", "marker",
    ]  # fmt: skip


@pytest.mark.parametrize(("edition", "tokens"), [("2022", {"Cassio": 1}), ("2024", {})])
def test_o2_iago_coins_lie_on_tiles_only_where_they_stay(edition: str, tokens: dict[str, int]) -> None:
    tiles = {"Cassio": {"wounds": 2, "iago_coins": 1}, "Emilia": {"wounds": 1, "iago_coins": 0}}
    assert position_from_json(position(edition=edition, tiles=tiles)).iago_tokens == tokens


def test_c6_there_are_no_more_coins_than_the_box_has() -> None:
    assert position_from_json(with_seat(coins={"Iago": 12})).supply["Iago"] == 0
    with pytest.raises(InputError, match="the box has 12 Iago coins, and here are 13") as caught:
        position_from_json(with_seat(coins={"Iago": 13}))
    assert caught.value.field == "seats[1].coins.Iago"
    with pytest.raises(InputError, match="here are 14") as caught:
        position_from_json(with_seat(coins={"Iago": 2}) | {"supply": {"Iago": 12}})
    assert caught.value.field == "supply.Iago"


def test_points_of_cards_that_nobody_names_count() -> None:
    state = position_from_json(with_seat(points=17, scored=["I.1"], intrigue=0, spotlight=0))
    assert score(state, 1).total == 17 + DECK.cards["I.1"].points
    assert [(entry.points, entry.part) for entry in explain(state, ())[1]] == [(1, "script"), (17, "script")]


@pytest.mark.parametrize("data", [None, [], "position", 3, [position()]])
def test_what_is_no_object_is_no_position(data: Any) -> None:
    with pytest.raises(InputError, match=r"^must be an object") as caught:
        position_from_json(data)
    assert len(all_errors(caught.value)) == 1


@pytest.mark.parametrize("key", ["edition", "seats"])
def test_edition_and_seats_have_no_default(key: str) -> None:
    data = position()
    del data[key]
    with pytest.raises(InputError, match=rf"^{key}: is missing"):
        position_from_json(data)


def test_a_long_value_is_cut_short_in_the_message() -> None:
    with pytest.raises(InputError) as caught:
        position_from_json(position(act="x" * 5000))
    assert len(str(caught.value)) < 200


# --- round trips ---

PLAIN: Json = {
    "hand": [], "placed": None, "revealed": False, "done": False, "owes": None, "owes_more": 0, "face_up": [],
    "points": 0, "scored": [], "intrigue": 3, "spotlight": 1, "wounds": 0, "iago_wounds": 0, "coins": {},
    "handkerchief": False, "protected": False, "improv_used": False, "iago_coin_used": False, "miscued": False,
}  # fmt: skip
BUSY: Json = {
    "hand": ["III.4", "Seize", "?script"], "placed": "III.7", "revealed": True, "done": True, "owes": "choice",
    "owes_more": 1, "face_up": ["No Drama"], "points": 9, "scored": ["I.9"], "intrigue": 4, "spotlight": 2,
    "wounds": 3, "iago_wounds": 2, "coins": {"Othello": 1}, "handkerchief": True, "protected": True,
    "improv_used": True, "iago_coin_used": True, "miscued": True,
}  # fmt: skip
BARE_TILE: Json = {"wounds": 0, "dead": False, "limit_cut": 0, "iago_coins": 0}
CAST = (
    "Montano", "Brabantio", "Lodovico", "Bianca", "Emilia", "Roderigo", "Cassio", "Desdemona", "Iago", "Othello",
)  # fmt: skip
WRITTEN: Json = {
    "game": "othello",
    "edition": "2022",
    "level": "evil",
    "variants": ["table-read"],
    "rulings": {"J1": "new-lead-last", "J2": "lazy"},
    "deck": "stand-in",
    "act": 3,
    "scene": 4,
    "lead": "Ben",
    "phase": "reveal",
    "turn": "Ann",
    "order": ["Cal", "Ann", "Ben"],
    "seats": [{"name": "Ann", **BUSY}, {"name": "Ben", **PLAIN}, {"name": "Cal", **PLAIN, "done": True}],
    "piles": {"script": ["III.1"], "script_discard": ["III.2"], "staging": 9, "staging_discard": ["Exchange"]},
    "marker": "staging-empty",
    "half_curtain": True,
    "act_over": True,
    "last_scene": 5,
    "tiles": {
        **dict.fromkeys(CAST, BARE_TILE),
        "Cassio": {"wounds": 2, "dead": False, "limit_cut": 1, "iago_coins": 1},
        "Othello": {**BARE_TILE, "dead": True},
    },
    "set_aside": ["II.8", {"card": "I.4", "as": "lead"}],
    "supply": {"Othello": 1, "Cassio": 3, "Desdemona": 3, "Emilia": 3, "Roderigo": 3},
    "removed": ["Take the Lead"],
    "scored_now": ["I.9"],
    "ran_out": ["intrigue", "wounds"],
}


def test_a_position_with_every_key_is_written_as_it_was_read() -> None:
    assert position_to_json(position_from_json(WRITTEN)) == WRITTEN


def test_a_position_with_the_fewest_keys_is_written_with_all_of_them() -> None:
    assert position_to_json(position_from_json({"edition": "2024", "seats": [{"name": "Ann"}, {"name": "Ben"}]})) == {
        "game": "othello",
        "edition": "2024",
        "level": None,
        "variants": [],
        "rulings": {},
        "deck": "stand-in",
        "act": 1,
        "scene": 0,
        "lead": None,
        "phase": "casting",
        "turn": None,
        "order": None,
        "seats": [{"name": "Ann", **PLAIN}, {"name": "Ben", **PLAIN}],
        "piles": {"script": [], "script_discard": [], "staging": [], "staging_discard": []},
        "marker": "act-begins",
        "half_curtain": False,
        "act_over": False,
        "last_scene": None,
        "tiles": {name: {"wounds": 0, "dead": False, "limit_cut": 0} for name in CAST},
        "set_aside": [],
        "supply": {"Iago": 12, "Othello": 5, "Cassio": 3, "Desdemona": 3, "Emilia": 3, "Roderigo": 3},
        "removed": [],
        "scored_now": [],
        "ran_out": [],
    }


@pytest.mark.parametrize(
    "stack",
    [
        [["Intermission", 4]],
        [["Discards", [0, 1, 2], 1]],
        [["Draws", [0, 1, 2], 3]],
        [["Reveals", [2, 0], 0]],
        [["Steps", "after-placement", [1, 2, 0], 1, True]],
        [["Placement", 1], ["Action", "coin", 0, "Iago", [None] * 12, "window", 0, [], [], None, -1, 0]],
        [
            ["Placement", 1],
            [
                "Action",
                "coin",
                0,
                "Iago",
                [0, True, "Emilia", "?", "Cassio", "Bianca", ["Iago"], [["Iago", 2]], False, "hand", "staging", True],
                "claim",
                *(7, [0, 1], [], ["spotlight", 2], 2, 5, True),
            ],
        ],
        [
            ["Placement", 1],
            ["Action", "coin", 0, "Iago", [None, None, "V.1", *[None] * 9], "window", 0, [], [], None, 0, 0],
        ],
        [
            ["Reveals", [1, 2, 0], 0],
            ["Steps", "after-reveal", [1, 2, 0], 1, True],
            ["Action", "improv", 2, "improv", [None] * 12, "claim", 3, [0], [1, 2], ["seize", 0], 2, 1],
            ["PutDown", 0, True],
        ],
    ],
)
def test_a_stack_is_read_and_written_as_it_is(stack: list[Any]) -> None:
    state = position_from_json(position(act=5, frames=stack))
    assert position_to_json(state).get("frames") == stack


NAMES = ["Ann", "Ben", "Cal", "Dot"]
DECK: Deck = load_deck("stand-in")
CHARACTERS = ["Othello", "Iago", "Cassio", "Desdemona", "Emilia", "Roderigo"]
players = st.integers(0, len(NAMES) - 1)
orders = st.permutations(range(len(NAMES))).map(tuple)
places = st.integers(0, len(NAMES))
small = st.integers(0, 5)
choices = st.builds(
    Choices,
    target=st.none() | players,
    look=st.none() | st.booleans(),
    take=st.sampled_from([None, "I.1", "Iago"]),
    give=st.sampled_from([None, "Seize", "?"]),
    on=st.none() | st.just("Cassio"),
    character=st.none() | st.just("Bianca"),
    pay=st.none() | st.booleans(),
    way=st.sampled_from([None, "hand", "face-down"]),
    draw=st.sampled_from([None, "script", "staging"]),
    wounds=st.none() | st.just(("Cassio", "Cassio")),
    cut=st.none() | st.just((("Cassio", 2),)),
)
bottoms = st.one_of(
    st.builds(Steps, st.sampled_from([Phase.PRE_PLACEMENT, Phase.AFTER_PLACEMENT]), orders, places),
    st.builds(Placement, st.integers(1, 5)),
    st.builds(Reveals, orders, places),
    st.builds(Draws, orders, places),
    st.builds(Intermission, st.integers(1, 4)),
    st.builds(Discards, orders, places),
    st.builds(Over, st.integers(1, 5)),
)
actions = st.builds(
    Action,
    kind=st.just(ActionKind.CARD),
    player=players,
    name=st.sampled_from(["I.1", "Villainy", "Revive"]),
    choices=choices,
    stage=st.sampled_from([Stage.WINDOW, Stage.TARGET, Stage.EFFECT]),
    passed=st.integers(0, 15),
    seizes=orders.map(lambda order: order[:2]),
    spotlights=orders.map(lambda order: order[2:]),
    claim=st.none(),
    taker=players,
    done=small,
)
coins = st.builds(
    values.replace,
    actions,
    kind=st.just(ActionKind.COIN),
    name=st.sampled_from(["Iago", "Emilia", "Roderigo"]),
    taker=st.just(-1),
    stage=st.sampled_from([Stage.WINDOW, Stage.TARGET]),
)
claims = st.builds(
    values.replace,
    actions,
    stage=st.just(Stage.CLAIM),
    claim=st.tuples(st.sampled_from(Interrupt), players),
)
turns = st.integers(0, len(NAMES) - 1)
under_way = st.one_of(
    st.builds(Steps, st.sampled_from([Phase.PRE_PLACEMENT, Phase.AFTER_PLACEMENT]), orders, turns),
    st.builds(Reveals, orders, turns),
)
tops = st.tuples(
    st.none() | st.builds(Steps, st.just(Phase.AFTER_REVEAL), orders, turns),
    st.none() | actions | coins | claims,
    st.none() | st.builds(PutDown, players, st.booleans()),
).map(lambda frames: tuple(frame for frame in frames if frame is not None))


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw any state that has at most as many of each card and coin as the box."""
    state = position_from_json(position(seats=[{"name": name} for name in NAMES]))
    script = sorted(DECK.cards.keys() - {"I.1"})
    box = Counter(state.rules.staging_cards)
    box["Villainy"] = box["Revive"] = 0  # reserved for the frames

    def staging(names: Sequence[str] = ("Seize", "Miscue", "?staging", "?"), most: int = 3) -> list[str]:
        found = draw(st.lists(st.sampled_from(names), max_size=most))
        left = [name if name.startswith("?") or box[name] > found[:index].count(name) else "?staging"
                for index, name in enumerate(found)]  # fmt: skip
        box.subtract(left)
        return left

    def some(most: int = 3) -> list[str]:
        return [script.pop() for _ in range(draw(st.integers(0, most)))]

    for seat in state.seats:
        seat.hand = some() + staging() + draw(st.sampled_from([[], ["?script"]]))
        seat.placed = draw(st.sampled_from([None, "?", "?script", *staging(["Exchange"], 1), script.pop()]))
        seat.face_up = staging(["No Drama"], 1)
        seat.scored = [(card, draw(st.sampled_from(list(Role)))) for card in some()]
        seat.intrigue, seat.spotlight, seat.wounds = draw(small), draw(small), draw(small)
        seat.points_before = draw(small)
        coins = draw(st.dictionaries(st.sampled_from(CHARACTERS), st.integers(1, 3)))
        seat.coins = {name: min(count, state.supply[name]) for name, count in coins.items() if state.supply[name]}
        state.supply = {name: count - seat.coins.get(name, 0) for name, count in state.supply.items()}
        for flag in ("revealed", "done", "protected", "improv_used", "iago_coin_used", "miscued"):
            setattr(seat, flag, draw(st.booleans()))
        seat.owes = draw(st.sampled_from([None, *Owed]))
    state.act, state.scene, state.lead = draw(st.integers(1, 5)), draw(small), draw(players)
    state.marker = draw(st.sampled_from(Marker))
    state.half_curtain, state.act_over = draw(st.booleans()), draw(st.booleans())
    state.last_scene = draw(st.integers(1, 9) if state.marker is Marker.FINAL_SCENE else st.none() | st.integers(1, 9))
    state.script = draw(st.sampled_from([["?script"] * 4, some(), [*some(), "?script"]]))
    state.script_discard, state.staging, state.staging_discard = some(), staging(), staging()
    state.set_aside = [(card, draw(st.sampled_from(list(Role)))) for card in some()]
    state.removed = draw(st.sampled_from([[], ["Take the Lead"]]))
    state.supply = {name: draw(st.integers(0, count)) for name, count in state.supply.items()}
    state.wounds = {name: draw(small) for name in state.wounds}
    state.dead = draw(st.frozensets(st.sampled_from(CHARACTERS)))
    state.cut = draw(st.dictionaries(st.sampled_from(CHARACTERS), st.integers(1, 2)))
    state.handkerchief = draw(st.none() | players)
    state.ran_out = draw(st.frozensets(st.sampled_from(["intrigue", "spotlight", "wounds"])))
    state.frames = (draw(under_way), *draw(tops)) if draw(st.booleans()) else (draw(bottoms),)
    for frame in state.frames:
        if isinstance(frame, Action) and frame.kind is ActionKind.CARD:
            state.seats[frame.player].placed = frame.name
    return state


@given(states())
def test_every_state_comes_back_as_it_was(state: State) -> None:
    assert same_state(through_json(state), state)


@given(states())
def test_a_copy_of_a_state_is_the_same(state: State) -> None:
    assert same_state(state.copy(), state)


@given(states())
def test_a_position_is_plain_json(state: State) -> None:
    data = position_to_json(state)
    assert json.loads(json.dumps(data)) == data


def test_between_two_actions_the_plain_keys_say_all() -> None:
    data = position_to_json(position_from_json(position(phase="reveal", turn="Cal")))
    assert (data["phase"], data["turn"], data["order"]) == ("reveal", "Cal", ["Ben", "Cal", "Ann"])
    assert "frames" not in data


def test_in_the_middle_of_an_action_the_stack_is_written_too() -> None:
    state = position_from_json(position(phase="reveal"))
    state.frames = (*state.frames, Action(ActionKind.CARD, 1, "I.2", Choices(target=2)))
    data = position_to_json(state)
    assert (data["phase"], data["turn"]) == ("reveal", "Ben")
    assert data["frames"][1][:4] == ["Action", "card", 1, "I.2"]


def test_p9_a_card_that_still_lies_there_in_the_draw_phase_is_kept_by_the_stack() -> None:
    draws = [["Draws", [0, 1, 2], 1]]
    state = position_from_json(with_seat(placed="I.1") | {"frames": draws})
    assert state.seats[1].placed == "I.1"
    assert position_to_json(state)["frames"] == draws
    assert same_state(through_json(state), state)


def test_before_the_lead_tile_is_dealt_a_position_comes_back_too() -> None:
    state = position_from_json({"edition": "2024", "seats": [{"name": "Ann"}, {"name": "Ben"}]})
    assert position_to_json(state)["lead"] is None
    assert same_state(through_json(state), state)


def test_a_pile_of_unknown_cards_is_written_as_a_count() -> None:
    data = position_to_json(position_from_json(position(piles={"script": ["I.1", "?script"], "staging": 4})))
    assert data["piles"] == {
        "script": ["I.1", "?script"],
        "script_discard": [],
        "staging": 4,
        "staging_discard": [],
    }


def test_a_cards_role_is_written_only_where_it_is_not_its_own() -> None:
    data = with_seat(scored=["I.1", {"card": "I.9", "as": "lead"}, {"card": "I.12", "as": "lead"}])
    written = position_to_json(position_from_json(data))["seats"][1]["scored"]
    assert written == ["I.1", {"card": "I.9", "as": "lead"}, "I.12"]


def test_a_deck_with_a_title_comes_back_as_it_was() -> None:
    deck = replace(DECK, id="ours", title="Our copy")
    state = position_from_json(position(deck=whole_deck_to_json(deck)))
    assert state.deck == deck
    assert through_json(state).deck == deck
