"""The three levels of 2022 (R4), and their consequences."""

from typing import Any

import pytest

from companion.core.errors import InputError
from companion.othello.model import events as e
from companion.othello.model.ruleset import load_edition
from companion.othello.model.vocabulary import WhyFailed
from tests.games.othello.rules.table import DECK, Json, Table, card, opening

LEVELS = ("wicked", "evil", "villainy")


def level(name: str, **keys: Any) -> Table:
    """Ann (the Lead), Ben and Cal in the reveal of Act I, at a level of 2022."""
    return Table(edition="2022", level=name, **keys)


def test_r4_the_levels_of_2022_and_the_fullest_of_them_when_none_is_named() -> None:
    assert load_edition("2022").levels == LEVELS
    assert load_edition("2022") is load_edition("2022", "villainy")
    assert Table(edition="2022").position["level"] == "villainy"


@pytest.mark.parametrize("name", LEVELS)
def test_r4_a_position_keeps_its_level(name: str) -> None:
    table = level(name)
    assert (table.position["edition"], table.position["level"]) == ("2022", name)
    assert Table(**{key: value for key, value in table.position.items() if key != "seats"}).state.rules.level == name


@pytest.mark.parametrize("name", LEVELS)
def test_r4_a_variant_and_a_ruling_leave_the_levels_as_they_are(name: str) -> None:
    rules = load_edition("2022", name, ["table-read", "extra-lead-villainy"], {"J3": "both"})
    assert (rules.level, rules.levels) == (name, LEVELS)
    assert (rules.variants, rules.other_rulings) == (("table-read", "extra-lead-villainy"), {"J3": "both"})


def test_r4_other_editions_have_none() -> None:
    with pytest.raises(InputError, match="no levels"):
        load_edition("2024", "evil")


@pytest.mark.parametrize(("name", "coins"), [("wicked", set()), ("evil", {"Othello", "Cassio", "Desdemona"})])
def test_r4_which_tokens_there_are(name: str, coins: set[str]) -> None:
    known = set(load_edition("2022", name).coins)
    assert known == coins | ({"Emilia", "Roderigo"} if coins else set())


def test_r4_every_token_at_the_fullest_level() -> None:
    assert set(load_edition("2022", "villainy").coins) == {
        "Iago", "Othello", "Cassio", "Desdemona", "Emilia", "Roderigo",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["wicked", "evil"])
def test_r4_neither_villainy_nor_revive_are_in_the_box(name: str) -> None:
    table = opening("Ann Ben Cal Dot", "Ann", edition="2022", level=name)
    cards = {*table.state.staging, *(card for seat in table.state.seats for card in seat.hand)}
    assert cards.isdisjoint({"Villainy", "Revive"})
    assert sum(table.state.rules.staging_cards.values()) == 23


@pytest.mark.parametrize(("name", "placed"), [("wicked", "I.3"), ("evil", "I.2")])
def test_r4_a_token_that_is_not_in_the_game_is_no_reward(name: str, placed: str) -> None:
    lead = "Ben" if placed == "I.2" else "Ann"
    table = level(name, lead=lead, order=["Ben", "Cal", "Ann"], Ben={"placed": placed}, Cal={"done": True})
    table.play("Ben", "reveal")
    assert (table.pile("Ben"), table.seat("Ben").coins) == ([placed], {})
    assert [*table.happened(e.CoinGained), *table.happened(e.CoinMissing)] == []


def test_r4_at_evil_the_others_are_paid() -> None:
    table = level("evil", Ben={"placed": "I.3"}).play("Ben", "reveal")
    assert table.seat("Ben").coins == {"Cassio": 1}


@pytest.mark.parametrize("name", ["wicked", "evil"])
def test_w4_cassio_dies_of_two_wounds_in_act_v(name: str) -> None:
    deck = [*DECK, card("V.1", "Bianca wounds Cassio", 1)]
    keys: Json = {"deck": deck, "tiles": {"Cassio": {"wounds": 1}}, "Ben": {"placed": "V.1"}, "Cal": {"done": True}}
    table = level(name, act=5, **keys).play("Ben", "reveal")
    assert (set(table.state.dead), table.seat("Ben").wounds) == ({"Cassio"}, 2)
    assert level(name, act=4).state.limit("Cassio") == 5


def test_w4_not_at_the_fullest_level() -> None:
    assert level("villainy", act=5).state.limit("Cassio") == 5


@pytest.mark.parametrize("name", ["wicked", "evil"])
def test_w4_only_a_wound_kills_him_not_the_beginning_of_the_act(name: str) -> None:
    table = level(name, phase="intermission", act=4, tiles={"Cassio": {"wounds": 3}}).play(None, "next-act")
    assert (table.state.act, table.state.dead, table.state.wounds["Cassio"]) == (5, frozenset(), 3)


@pytest.mark.parametrize(("name", "falls"), [("wicked", True), ("evil", False), ("villainy", False)])
def test_t2_before_depletion_anybody_plays_the_curtains_at_the_first_level_only(name: str, falls: bool) -> None:
    table = level(name, half_curtain=True, Ben={"placed": "I.12"}, piles={"script": ["I.10"]}).play("Ben", "reveal")
    assert bool(table.happened(e.FullCurtainFell)) is falls
    assert ("I.12" in table.pile("Ben")) is falls
    if falls:
        assert table.points() == [0, 1, 0]  # for the company's value


@pytest.mark.parametrize(("name", "falls"), [("wicked", True), ("evil", False), ("villainy", False)])
def test_t2_the_half_curtain_is_bound_by_its_crown_just_so(name: str, falls: bool) -> None:
    keys: Json = {"lead": "Ben", "order": ["Ben", "Cal", "Ann"], "piles": {"script": ["I.10"]}}
    table = level(name, Ben={"placed": "I.9"}, Cal={"done": True}, **keys).play("Ben", "reveal")
    assert bool(table.happened(e.HalfCurtainFell)) is falls


@pytest.mark.parametrize("name", LEVELS)
def test_t2_after_depletion_anybody_does(name: str) -> None:
    keys: Json = {"half_curtain": True, "marker": "script-empty", "piles": {"script": []}}
    table = level(name, Ben={"placed": "I.12"}, **keys).play("Ben", "reveal")
    assert table.happened(e.FullCurtainFell) == [e.FullCurtainFell(1)]


@pytest.mark.parametrize("name", LEVELS)
def test_t2_all_other_cards_keep_their_roles(name: str) -> None:
    table = level(name, Ben={"placed": "I.1"}).play("Ben", "reveal").everybody_passes()
    assert (table.pile("Ben"), table.happened(e.Failed)) == ([], [e.Failed(1, "I.1", WhyFailed.WRONG_ROLE)])
