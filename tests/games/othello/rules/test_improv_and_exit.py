"""Improvising (I) and leaving the scene (E)."""

from typing import Any

import pytest

from companion.othello.model import events as e
from companion.othello.model.vocabulary import WhyFailed
from tests.games.othello.rules.table import Json, Table

PILES = {"script": ["I.10", "I.9"], "staging": ["Revive", "Miscue"]}


def turn(**ben: Any) -> Table:
    """Ben's turn in the reveal, with an intrigue token; Cal and Ann come later."""
    seat = {"placed": "I.4", "hand": ["I.7", "Seize"], "intrigue": 1, **ben}
    return Table(Ann={"placed": "I.1"}, Ben=seat, Cal={"placed": "I.3"}, piles=PILES)


def test_i1_an_improv_costs_an_intrigue_token() -> None:
    assert turn(intrigue=2).play("Ben", "improv", way="face-down", give="I.7").seat("Ben").intrigue == 1


def test_i1_not_without_one() -> None:
    table = turn(intrigue=0)
    assert table.forbidden("Ben", "improv", way="face-down", give="I.7") == {"improv.no-intrigue": ("I1",)}
    assert not table.offers("Ben", "improv")


@pytest.mark.parametrize("way", ["face-down", "hand"])
def test_i1_once_per_player_and_scene(way: str) -> None:
    table = turn(intrigue=5).play("Ben", "improv", way="face-down", give="I.7")
    assert table.forbidden("Ben", "improv", way=way, give="Seize") == {"improv.used": ("I1", "J9")}


def test_i1_each_player_once() -> None:
    seats: Json = {
        "Cal": {"placed": "I.3", "hand": ["I.5"], "intrigue": 1},
        "Ben": {"placed": "I.4", "hand": ["I.7"], "intrigue": 1},
    }
    table = Table(**seats).play("Ben", "improv", way="face-down", give="I.7")
    table.play("Cal", "improv", way="face-down", give="I.5")
    assert (table.seat("Ben").placed, table.seat("Cal").placed) == ("I.7", "I.5")


@pytest.mark.parametrize(("draw", "drawn"), [("script", "I.10"), ("staging", "Revive")])
def test_i2_for_a_script_card_one_draws_from_either_pile(draw: str, drawn: str) -> None:
    table = turn().play("Ben", "improv", way="hand", give="I.7", draw=draw)
    assert sorted(table.seat("Ben").hand) == sorted(["Seize", drawn])
    assert table.state.script[-1] == "I.7"


def test_i2_which_pile_is_asked_if_it_was_not_said() -> None:
    table = turn().play("Ben", "improv", way="hand", give="I.7")
    assert table.choices("draw") == ["script", "staging"]


def test_i2_for_a_staging_card_one_draws_a_staging_card() -> None:
    table = turn().play("Ben", "improv", way="hand", give="Seize")
    assert sorted(table.seat("Ben").hand) == ["I.7", "Revive"]
    assert table.state.staging == ["Miscue", "Seize"]


def test_i2_in_pre_placement() -> None:
    table = Table(phase="pre-placement", Ben={"hand": ["I.7", "Seize"], "intrigue": 1}, piles=PILES)
    table.play("Ben", "improv", way="hand", give="Seize")
    assert sorted(table.seat("Ben").hand) == ["I.7", "Revive"]


def test_i2_not_between_placement_and_reveal() -> None:
    seats: Json = {"Ben": {"placed": "I.4"}, "Cal": {"placed": "I.3", "hand": ["I.7"], "intrigue": 1}}
    table = Table(phase="after-placement", **seats, piles=PILES)
    assert table.asked == ("after-placement", ["Cal"])
    assert table.forbidden("Cal", "improv", way="hand", give="I.7") == {"improv.not-now": ("I2",)}


def test_i2_not_in_another_players_turn() -> None:
    seats: Json = {"Ben": {"placed": "I.4"}, "Cal": {"placed": "I.3", "hand": ["I.7"], "intrigue": 1}}
    table = Table(**seats, piles=PILES)
    assert table.forbidden("Cal", "improv", way="hand", give="I.7") == {"improv.not-now": ("I2",)}


@pytest.mark.parametrize("way", ["face-down", "hand"])
def test_i2_a_card_of_a_hand_that_nobody_knows_can_be_named(way: str) -> None:
    table = turn(hand=["?script", "?staging"]).play("Ben", "improv", way=way, give="Seize")
    ben = table.seat("Ben")
    if way == "hand":
        assert (ben.placed, ben.hand, table.state.staging[-1]) == ("I.4", ["?script", "Revive"], "Seize")
    else:
        assert (ben.placed, ben.hand) == ("Seize", ["?script", "I.4"])


def test_i2_who_has_no_card_left_by_then_has_improvised_for_nothing() -> None:
    table = Table(
        Ann={"placed": "I.1", "spotlight": 1},
        Ben={"placed": "I.4", "hand": ["No Drama"], "intrigue": 2},
        Cal={"placed": "I.3"},
        piles={"script": ["I.10"], "staging": []},
    )
    table.play("Ben", "improv", way="face-down").play("Ben", "protect", with_="no-drama").everybody_passes()
    assert table.happened(e.Failed) == [e.Failed(1, "improv", WhyFailed.NO_CARD)]
    assert (table.seat("Ben").placed, table.asked) == ("I.4", ("reveal", ["Ben"]))


def test_i2_then_it_is_the_next_players_turn_where_nothing_else_is_left() -> None:
    seats: Json = {
        "Ann": {"hand": ["I.1"], "spotlight": 1},
        "Ben": {"hand": ["No Drama"], "intrigue": 2},
        "Cal": {"hand": ["I.3"]},
    }
    table = Table(phase="pre-placement", **seats, piles={"script": ["I.10"], "staging": []})
    table.play("Ben", "improv", way="hand").play("Ben", "protect", with_="no-drama").everybody_passes()
    assert table.happened(e.Failed) == [e.Failed(1, "improv", WhyFailed.NO_CARD)]
    assert table.asked == ("pre-placement", ["Cal"])


def test_i2_only_a_card_from_the_hand() -> None:
    assert turn().forbidden("Ben", "improv", way="hand", give="I.5") == {"improv.not-in-hand": ("P3",)}


@pytest.mark.parametrize("phase", ["after-placement", "reveal"])
def test_i3_the_face_down_card_changes_places_with_one_from_the_hand(phase: str) -> None:
    seat = {"placed": "I.4", "hand": ["I.7", "Seize"], "intrigue": 1}
    table = Table(phase=phase, Ann={"placed": "I.1"}, Ben=seat).play("Ben", "improv", way="face-down", give="I.7")
    ben = table.seat("Ben")
    assert (ben.placed, sorted(ben.hand)) == ("I.7", ["I.4", "Seize"])


def test_i3_not_before_a_card_was_placed() -> None:
    table = Table(phase="pre-placement", Ben={"hand": ["I.7"], "intrigue": 1})
    assert "improv.nothing-face-down" in table.forbidden("Ben", "improv", way="face-down", give="I.7")


def test_i3_not_once_it_was_revealed() -> None:
    table = turn(intrigue=3).play("Ben", "reveal").everybody_passes()
    assert "improv.nothing-face-down" in table.forbidden("Ben", "improv", way="face-down", give="I.7")


def test_i4_an_improv_can_be_blocked_and_the_token_is_spent() -> None:
    seats: Json = {
        "Ann": {"spotlight": 1},
        "Ben": {"placed": "I.4", "hand": ["Seize"], "intrigue": 2},
        "Cal": {"placed": "I.3"},
    }
    table = Table(**seats, piles=PILES).play("Ben", "improv", way="hand", give="Seize").play("Ann", "spotlight")
    ben = table.seat("Ben")
    assert (ben.hand, ben.intrigue, ben.improv_used) == (["Seize"], 1, True)
    assert table.state.staging == ["Revive", "Miscue"]


def test_i4_an_improv_cannot_be_seized() -> None:
    seats: Json = {
        "Ben": {"placed": "I.4", "hand": ["I.7"], "intrigue": 1},
        "Cal": {"placed": "Seize", "intrigue": 1},
    }
    table = Table(**seats).play("Ben", "improv", way="face-down", give="I.7")
    assert table.asked == ("reveal", ["Ben"])
    table.forbidden("Cal", "seize")


def test_i4_the_own_protection_keeps_the_improv() -> None:
    seats: Json = {
        "Ann": {"spotlight": 1},
        "Ben": {"placed": "I.4", "hand": ["I.7"], "intrigue": 1, "coins": {"Desdemona": 1}},
    }
    table = Table(**seats).play("Ben", "improv", way="face-down", give="I.7").play("Ann", "spotlight")
    table.play("Ben", "protect", with_="desdemona")
    assert table.seat("Ben").placed == "I.7"


@pytest.mark.parametrize("placed", ["I.4", "I.1", "Seize", "Take the Lead", "Villainy", "Exchange", "Miscue", "Revive"])
def test_e1_instead_of_the_action_one_may_exit_for_an_intrigue_token(placed: str) -> None:
    table = Table(Ann={"spotlight": 1}, Ben={"placed": placed}, Cal={"placed": "I.3"}).play("Ben", "exit")
    assert table.seat("Ben").intrigue == 1
    assert table.state.script_discard + table.state.staging_discard == [placed]
    assert (table.pile("Ben"), table.lead) == ([], "Ann")
    assert table.asked == ("reveal", ["Cal"])


def test_e1_exited_script_cards_pay_and_score_nothing() -> None:
    table = Table(Ben={"placed": "I.3"}, Cal={"placed": "I.4"}).play("Ben", "exit")
    assert (table.points()[1], table.seat("Ben").coins, table.seat("Ben").intrigue) == (0, {}, 1)


@pytest.mark.parametrize("placed", ["I.9", "I.12"])
@pytest.mark.parametrize("marker", ["act-begins", "script-empty"])
def test_e1_never_with_a_curtain_card(placed: str, marker: str) -> None:
    table = Table(marker=marker, Ben={"placed": placed}, Cal={"placed": "I.3"})
    assert table.forbidden("Ben", "exit") == {"exit.curtain": ("E1", "T3")}


def test_e1_only_in_the_own_turn() -> None:
    table = Table(Ben={"placed": "I.4"}, Cal={"placed": "I.3"})
    assert table.forbidden("Cal", "exit") == {"exit.not-now": ("P5", "P6")}


def test_e1_an_unknown_card_can_be_left_with() -> None:
    table = Table(Ben={"placed": "?staging"}, Cal={"placed": "I.3"}).play("Ben", "exit", card="Villainy")
    assert table.state.staging_discard == ["Villainy"]
