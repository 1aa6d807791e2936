"""Curtain cards and the end of an act (T), and the depletion marker (D)."""

from typing import Any

import pytest

from companion.othello.model import events as e
from companion.othello.model.cards import is_staging
from companion.othello.model.frames import Intermission
from companion.othello.model.vocabulary import Marker, Phase, WhyEnded
from tests.games.othello.rules.table import DECK, Table, card

Json = dict[str, Any]
OWN_ROLE = [  # act, half curtain, its role, full curtain, its role
    (1, "I.9", "company", "I.12", "lead"),
    (2, "II.10", "company", "II.12", "lead"),
    (3, "III.7", "lead", "III.15", "company"),
    (4, "IV.3", "lead", "IV.15", "company"),
    (5, "V.13", "company", "V.16", "lead"),
]


def revealing(role: str, placed: str, **keys: Any) -> Table:
    """A table at which Ben, in that role, has revealed this card and nobody could stop it; Cal comes next."""
    lead = "Ben" if role == "lead" else "Ann"
    table = Table(lead=lead, order=["Ben", "Cal", "Ann"], Ben={"placed": placed}, Cal={"placed": "?"}, **keys)
    return table.play("Ben", "reveal").everybody_passes()


def other(role: str) -> str:
    return "company" if role == "lead" else "lead"


# --- when a curtain card is successful ---


@pytest.mark.parametrize("marker", ["act-begins", "script-empty"])
def test_t1_a_full_curtain_fails_before_its_half_curtain(marker: str) -> None:
    table = revealing("lead", "I.12", marker=marker)
    assert (table.pile("Ben"), table.state.script_discard) == ([], ["I.12"])
    assert table.asked == ("reveal", ["Cal"])


def test_t1_the_half_curtain_may_have_been_played_in_the_same_scene() -> None:
    table = Table(Ann={"placed": "I.12"}, Ben={"placed": "I.9"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    assert table.state.half_curtain
    table.play("Cal", "reveal").play("Ann", "reveal")
    assert table.asked[0] == "intermission"


def test_t1_or_in_an_earlier_one() -> None:
    table = revealing("lead", "I.12", half_curtain=True, scene=5)
    assert table.pile("Ben") == ["I.12"]
    assert table.asked[0] == "intermission"


@pytest.mark.parametrize(("act", "half", "half_role", "full", "full_role"), OWN_ROLE)
def test_t2_while_the_script_pile_has_cards_a_curtain_card_needs_its_own_role(
    act: int, half: str, half_role: str, full: str, full_role: str
) -> None:
    assert revealing(half_role, half, act=act).state.half_curtain
    assert not revealing(other(half_role), half, act=act).state.half_curtain
    failed = revealing(other(full_role), full, act=act, half_curtain=True)
    assert failed.asked == ("reveal", ["Cal"])
    assert failed.state.script_discard == [full]
    ended = revealing(full_role, full, act=act, half_curtain=True)
    assert ended.over if act == 5 else ended.asked[0] == "intermission"


@pytest.mark.parametrize(("act", "half", "half_role", "full", "full_role"), OWN_ROLE)
@pytest.mark.parametrize("marker", ["script-empty", "staging-empty", "final-scene"])
def test_t2_once_it_is_depleted_anyone_may_play_either(
    act: int, half: str, half_role: str, full: str, full_role: str, marker: str
) -> None:
    assert revealing(other(half_role), half, act=act, marker=marker).state.half_curtain
    ended = revealing(other(full_role), full, act=act, marker=marker, half_curtain=True)
    assert ended.over if act == 5 else ended.asked[0] == "intermission"


@pytest.mark.parametrize(("role", "points"), [("lead", 1), ("company", 2)])
def test_t2_for_the_points_of_the_role_that_played_it(role: str, points: int) -> None:
    table = revealing(role, "I.9", marker="script-empty")
    assert table.score("Ben").script == points


@pytest.mark.parametrize(("role", "placed"), [("lead", "I.3"), ("company", "I.1")])
def test_t2_all_other_script_cards_keep_their_roles_after_depletion(role: str, placed: str) -> None:
    assert revealing(role, placed, marker="script-empty").pile("Ben") == []


@pytest.mark.parametrize(("role", "placed"), [("company", "I.9"), ("lead", "I.12")])
def test_t3_a_curtain_card_cannot_be_blocked_by_a_spotlight(role: str, placed: str) -> None:
    lead = "Ben" if role == "lead" else "Ann"
    seats: Json = {
        "Ann": {"placed": "I.7", "spotlight": 2},
        "Ben": {"placed": placed},
        "Cal": {"placed": "Seize", "intrigue": 1},
    }
    table = Table(lead=lead, order=["Ben", "Cal", "Ann"], half_curtain=True, **seats)
    table.play("Ben", "reveal")
    assert table.asked == ("window", ["Cal"])
    assert table.forbidden("Ann", "spotlight") == {"spotlight.exempt": ("L1",)}


def test_t3_nobody_exits_with_a_curtain_card() -> None:
    table = Table(Ann={"placed": "I.12"}, Ben={"placed": "I.9"})
    assert table.forbidden("Ben", "exit") == {"exit.curtain": ("E1", "T3")}


def test_t3_nor_with_one_that_was_unknown_until_then() -> None:
    table = Table(Ann={"placed": "I.12"}, Ben={"placed": "?script"})
    assert table.forbidden("Ben", "exit", card="I.9") == {"exit.curtain": ("E1", "T3")}


def test_t3_a_dead_characters_full_curtain_is_set_aside_and_ends_the_act_all_the_same() -> None:
    table = revealing("company", "III.15", act=3, half_curtain=True, tiles={"Bianca": {"dead": True}})
    assert table.asked[0] == "intermission"
    assert table.pile("Ben") == []
    assert [name for name, _role in table.state.set_aside] == ["III.15"]


def test_t3_a_dead_characters_half_curtain_counts_too() -> None:
    table = revealing("company", "I.9", tiles={"Desdemona": {"dead": True}})
    assert table.state.half_curtain
    assert table.seat("Ben").coins == {"Desdemona": 1}
    assert table.score("Ben").script == 0


# --- the countdown ---


def last_reveal(marker: str, **keys: Any) -> Table:
    """Ben's reveal of a script card is the scene's last; the staging pile has one card, and one discard."""
    piles = {"script": [], "staging": ["Villainy"], "staging_discard": ["Revive"]}
    table = Table(
        "Ann Ben",
        marker=marker,
        scene=4,
        Ben={"placed": "I.3"},
        Ann={"done": True},
        **{"piles": piles, **keys},
    )
    return table.play("Ben", "reveal")


def test_t4_the_staging_pile_emptying_after_the_script_pile_moves_the_marker_on() -> None:
    table = last_reveal("script-empty")
    assert table.seat("Ben").hand == ["Villainy"]
    assert table.state.marker == Marker.STAGING_EMPTY
    assert table.state.last_scene is None


def test_t4_the_second_emptying_in_a_draw_phase_makes_the_next_scene_the_acts_last() -> None:
    table = last_reveal("staging-empty")
    assert table.state.marker == Marker.FINAL_SCENE
    assert (table.state.scene, table.state.last_scene) == (5, 5)
    table.nobody_acts().play("Ben", "place", card="Villainy").nobody_acts().play("Ben", "exit")
    assert table.asked[0] == "intermission"


def test_t4_the_second_emptying_within_a_scene_makes_that_scene_the_acts_last() -> None:
    piles = {"script": [], "staging": ["Villainy"], "staging_discard": ["Revive"]}
    seats: Json = {
        "Ann": {"placed": "I.1"},
        "Ben": {"placed": "I.3", "hand": ["No Drama"], "intrigue": 1},
        "Cal": {"placed": "I.4"},
    }
    table = Table(marker="staging-empty", scene=4, piles=piles, **seats)
    table.play("Ben", "protect", with_="no-drama")
    assert (table.state.marker, table.state.last_scene) == ("final-scene", 4)
    table.play("Ben", "reveal").play("Cal", "reveal")
    assert table.asked == ("reveal", ["Ann"])
    table.play("Ann", "reveal")
    assert table.asked[0] == "intermission"


def test_t4_the_staging_pile_emptying_before_the_script_pile_does_not_count() -> None:
    piles = {"script": ["I.7"], "staging": ["Villainy"], "staging_discard": ["Revive"]}
    table = last_reveal("act-begins", piles=piles)
    assert table.state.marker == Marker.ACT_BEGINS
    assert table.state.last_scene is None


def test_t4_script_cards_discarded_later_do_not_reset_the_countdown() -> None:
    piles = {"script": [], "script_discard": ["I.7"], "staging": ["Villainy", "Revive"]}
    table = Table("Ann Ben", marker="staging-empty", Ben={"placed": "Take the Lead"}, Ann={"done": True}, piles=piles)
    table.play("Ben", "reveal")
    assert table.seat("Ben").hand == ["I.7"]
    assert table.state.marker == Marker.STAGING_EMPTY


def test_t4_in_the_last_scene_the_full_curtain_ends_the_act_at_once() -> None:
    table = revealing("lead", "I.12", marker="final-scene", scene=5, last_scene=5, half_curtain=True)
    assert table.asked[0] == "intermission"
    assert table.happened(e.ActEnded) == [e.ActEnded(1, WhyEnded.FULL_CURTAIN)]


def test_t4_the_last_act_ending_so_ends_the_game() -> None:
    seats: Json = {"Ann": {"done": True}, "Ben": {"placed": "V.6"}}
    table = Table(
        "Ann Ben",
        act=5,
        marker="final-scene",
        scene=5,
        last_scene=5,
        piles={"staging": ["Seize", "Miscue"]},
        **seats,
    )
    table.play("Ben", "reveal")
    assert table.over


# --- the end of an act ---


def test_t5_when_the_full_curtain_succeeds_players_still_to_reveal_do_not() -> None:
    table = Table(act=3, half_curtain=True, Ann={"placed": "III.3"}, Ben={"placed": "III.15"}, Cal={"placed": "III.5"})
    table.play("Ben", "reveal")
    assert table.asked[0] == "intermission"
    assert table.pile("Cal") == table.pile("Ann") == []
    table.forbidden("Cal", "reveal")


def test_t5_but_its_interrupt_window_comes_first() -> None:
    table = Table(act=3, half_curtain=True, Ben={"placed": "III.15"}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal")
    assert table.asked == ("window", ["Cal"])
    assert table.state.phase == Phase.REVEAL
    table.play("Cal", "pass")
    assert table.asked[0] == "intermission"


def test_t5_nobody_draws_for_that_scene() -> None:
    table = revealing("company", "III.15", act=3, half_curtain=True)
    assert table.happened(e.Drew) == []


def ended() -> Table:
    """An act that Ben has just ended while Cal and Ann had not revealed."""
    table = Table(
        act=3,
        half_curtain=True,
        Ann={"placed": "III.3", "hand": ["III.4", "Revive"], "handkerchief": True, "intrigue": 4},
        Ben={"placed": "III.15", "scored": ["III.5"], "coins": {"Emilia": 1}, "wounds": 2, "spotlight": 1},
        Cal={"placed": "Seize", "hand": ["Villainy", "?script", "?staging"]},
        tiles={"Bianca": {"wounds": 1}, "Othello": {"wounds": 3}},
        piles={
            "script": ["III.6"],
            "script_discard": ["III.7"],
            "staging": ["Miscue"],
            "staging_discard": ["Seize"],
        },
    )
    return table.play("Ben", "reveal").everybody_passes()


def test_t6_unplayed_script_cards_go_back_to_the_box() -> None:
    state = ended().state
    assert [seat.placed for seat in state.seats] == [None, None, None]
    assert state.seats[0].hand == ["Revive"]
    assert (state.script, state.script_discard) == ([], [])


def test_t6_a_face_down_card_goes_back_to_the_hand_and_staging_hands_stay() -> None:
    assert sorted(ended().seat("Cal").hand) == ["?staging", "Seize", "Villainy"]


def test_t6_scoring_piles_tokens_coins_and_the_handkerchief_stay() -> None:
    table = ended()
    ben = table.seat("Ben")
    assert table.pile("Ben") == ["III.5", "III.15"]
    assert (ben.coins, ben.wounds, ben.spotlight) == ({"Emilia": 1}, 2, 1)
    assert table.seat("Ann").intrigue == 4
    assert table.score("Ann").handkerchief == 3


def test_t6_the_staging_piles_stay() -> None:
    state = ended().state
    assert (state.staging, state.staging_discard) == (["Miscue"], ["Seize"])


@pytest.mark.parametrize(
    ("act", "full", "role", "gone"),
    [(1, "I.12", "lead", "Brabantio"), (2, "II.12", "lead", "Montano"), (4, "IV.15", "company", "Lodovico")],
)
def test_t6_wounds_on_characters_that_never_return_are_lost(act: int, full: str, role: str, gone: str) -> None:
    tiles = {gone: {"wounds": 1}, "Othello": {"wounds": 2}, "Roderigo": {"wounds": 3}, "Iago": {"wounds": 4}}
    wounds = revealing(role, full, act=act, half_curtain=True, tiles=tiles).state.wounds
    assert wounds[gone] == 0
    assert (wounds["Othello"], wounds["Roderigo"], wounds["Iago"]) == (2, 3, 4)


def test_t6_a_curtain_card_played_by_the_other_role_is_scored_so_from_then_on() -> None:
    table = revealing("company", "I.12", marker="script-empty", half_curtain=True)
    assert table.score("Ben").script == 1
    table.play(None, "next-act")
    assert table.lead == "Cal"
    assert table.score("Ben").script == 1


def test_t6_what_held_for_the_scene_ends_with_the_act() -> None:
    table = Table(
        act=3,
        half_curtain=True,
        Ben={"placed": "III.15", "hand": ["No Drama"], "intrigue": 1},
        tiles={"Othello": {"limit_cut": 2}},
        piles={"script": ["III.6"], "staging": ["Miscue", "Revive"]},
    )
    table.play("Ben", "protect", with_="no-drama").play("Ben", "reveal")
    assert table.asked[0] == "intermission"
    assert table.seat("Ben").face_up == []
    assert table.state.staging_discard == ["No Drama"]
    assert table.state.limit("Othello") == 6
    table.play(None, "next-act")
    assert not table.seat("Ben").protected


@pytest.mark.parametrize(
    ("hands", "staging", "left"),
    [
        ((["?"] * 6, ["?"] * 6, ["?"] * 6), 20, (3, 3, 3)),
        ((["?"] * 6, ["?"] * 6, ["?"] * 6), 24, (3, 2, 0)),
        ((["Seize", "?", "?"], ["I.4", "?", "?"], ["?"]), 20, (3, 2, 1)),
        ((["?"] * 8, ["?"], []), 20, (8, 1, 0)),
    ],
)
def test_t6_of_cards_nobody_has_seen_as_many_stay_as_the_box_has_staging_cards(
    hands: tuple[list[str], ...], staging: int, left: tuple[int, ...]
) -> None:
    ann, ben, cal = hands
    table = Table(
        half_curtain=True,
        turn="Ann",
        order=["Ann", "Ben", "Cal"],
        Ann={"placed": "I.12", "hand": ann},
        Ben={"hand": ben},
        Cal={"hand": cal},
        piles={"script": 0, "staging": staging},
    )
    table.play("Ann", "reveal").everybody_passes()
    assert table.asked[0] == "intermission"
    assert table.state.frames == (Intermission(1),)
    assert tuple(len(seat.hand) for seat in table.state.seats) == left
    assert all(is_staging(card) for seat in table.state.seats for card in seat.hand)


# --- the depletion marker ---


def test_d1_the_marker_has_four_places() -> None:
    places = ["act-begins", "script-empty", "staging-empty", "final-scene"]
    assert [Table(marker=place, Ben={"placed": "I.3"}).state.marker for place in places] == places


def test_d2_the_last_script_card_being_drawn_moves_it_to_the_feather() -> None:
    piles = {"script": ["I.7"], "staging": ["Villainy", "Revive"]}
    table = Table("Ann Ben", Ben={"placed": "Take the Lead"}, Ann={"done": True}, piles=piles)
    assert table.state.marker == "act-begins"
    table.play("Ben", "reveal")
    assert table.state.marker == "script-empty"


def test_d2_it_never_goes_back_in_the_act() -> None:
    piles = {"script": [], "script_discard": ["I.7", "I.10"], "staging": ["Villainy", "Revive"]}
    table = Table("Ann Ben", marker="script-empty", Ben={"placed": "Seize"}, Ann={"done": True}, piles=piles)
    table.play("Ben", "exit")
    assert (table.state.marker, len(table.state.script)) == ("script-empty", 1)


def test_d2_an_improv_that_draws_the_last_script_card_counts_too() -> None:
    piles = {"script": ["I.7"], "staging": ["Villainy", "Revive"]}
    table = Table(Ben={"placed": "I.3", "hand": ["I.4"], "intrigue": 1}, Cal={"placed": "I.10"}, piles=piles)
    table.play("Ben", "improv", way="hand", give="I.4", draw="script")
    assert table.state.marker == Marker.SCRIPT_EMPTY


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("act-begins", "act-begins"),
        ("script-empty", "staging-empty"),
        ("staging-empty", "final-scene"),
        ("final-scene", "final-scene"),
    ],
)
def test_d3_the_masks_count_only_from_the_feather_on(before: str, after: str) -> None:
    piles = {"script": ["I.7"], "staging": ["Villainy"], "staging_discard": ["Revive"]}
    assert last_reveal(before, piles=piles).state.marker == after


def test_d3_any_draw_counts_not_only_those_of_the_draw_phase() -> None:
    deck = [*DECK, card("I.20", "Brabantio confronts Iago")]
    piles = {"script": [], "staging": ["Villainy"], "staging_discard": ["Revive"]}
    seats: Json = {"Ben": {"placed": "I.20", "hand": ["Seize"], "intrigue": 1}, "Cal": {"placed": "I.4"}}
    table = Table(deck=deck, marker="script-empty", piles=piles, **seats)
    table.play("Ben", "improv", way="hand", give="Seize")
    assert table.state.marker == Marker.STAGING_EMPTY
