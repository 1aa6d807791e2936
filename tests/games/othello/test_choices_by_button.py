"""What the buttons of a physical table can choose: a draw pile, the back of a hidden card, tokens at intermission."""

from __future__ import annotations

import pytest

from companion.game.equipment import ON_SCREEN
from companion.othello.table.table_of_gestures import SEAT_SHOWS
from tests.support.mat_table import Json, MatTable

HAND = {"hand": ["?script", "?staging"]}


def test_the_pile_that_a_swap_draws_from_is_chosen_with_the_button() -> None:
    table = MatTable("pre-placement", Ann=HAND, Ben={"intrigue": 1, **HAND}, Cal=HAND)
    table.say("Ben", "improv", way="hand").say("Ben", "choose", give="?script").wait(3.0)
    assert table.board["headline"] == "Ben: draw a script card or a staging card"
    assert (table.cue("Ben"), table.board["seats"][1]["hold"]) == ("draw-either", "draw a staging card")
    table.hold("Ben")
    assert table.seat("Ben").hand == ["?staging", "?staging"]


def test_a_hidden_card_that_changes_hands_is_chosen_by_its_back() -> None:
    table = MatTable("pre-placement", Ann=HAND, Ben={"intrigue": 1, **HAND}, Cal={"hand": ["?script"]})
    table.say("Ben", "improv", way="hand").wait(3.0)
    seat = table.board["seats"][1]
    assert (seat["cue"], seat["press"], seat["hold"]) == (
        "choose",
        "I returned a script card",
        "I returned a staging card",
    )
    table.hold("Ben").wait(3.0)
    assert table.asked == ("pre-placement", ["Ben"])  # a staging card is replaced by a staging card: nothing to choose
    assert table.seat("Ben").intrigue == 0


def test_a_card_that_a_swap_puts_away_is_no_choice_by_its_back_where_the_screen_shows_the_hand() -> None:
    table = MatTable("pre-placement", Ann=HAND, Ben={"intrigue": 1, **HAND}, Cal=HAND).say("Ben", "improv", way="hand")
    table.session.equip(ON_SCREEN)
    seat = table.wait(3.0).board["seats"][1]
    assert table.board["headline"] == "Ben: put the hand card that you swap in the circle"
    assert (seat["press"], seat["hold"], seat["lay"]) == ("", "", "that card in the circle")


CHOICES: list[tuple[Json, str, str]] = [
    ({"Ann": {"placed": "Take the Lead"}, "turn": "Ann"}, "Ann", "Press the button of the player you choose."),
    ({"Ben": {"placed": "Villainy", "coins": {"Iago": 2}, "intrigue": 3}}, "Ben", SEAT_SHOWS),
    ({"Ben": {"placed": "Villainy", "coins": {"Iago": 2}}}, "Ben", "Put a tile in the circle to choose it."),
]


@pytest.mark.parametrize(("keys", "who", "hint"), CHOICES)
def test_the_hint_of_a_choice_names_only_the_gesture_that_makes_it(keys: Json, who: str, hint: str) -> None:
    table = MatTable(**{"Ben": {"placed": "?script"}, **keys})
    table.turn_up(who, table.seat(who).placed or "")
    assert table.asked == ("choose", [who])
    assert table.desk["decision"]["hint"] == hint


def test_where_the_next_to_reveal_may_press_for_that_no_hint_says_that_a_press_passes() -> None:
    placed = {"placed": "?script", "hand": ["?staging"]}
    table = MatTable("after-placement", Ann=placed, Ben={"intrigue": 1, **placed}, Cal=placed).wait(3.0)
    assert table.board["seats"][1]["press"] == "reveal"
    assert "pass" not in table.desk["decision"]["hint"]


def test_nobody_seizes_an_improv_and_no_hint_says_so() -> None:
    table = MatTable("pre-placement", Ann={"spotlight": 1, **HAND}, Ben={"intrigue": 1, **HAND}, Cal=HAND)
    table.say("Ben", "improv", way="hand")
    assert table.asked == ("window", ["Ann"])
    assert table.desk["decision"]["hint"] == "Your seat shows what a press costs."


def test_the_hint_at_intermission_says_for_when_the_tile_is() -> None:
    table = MatTable("intermission", Ann={"intrigue": 3})
    assert "when everybody has exchanged, put the Iago tile" in table.desk["decision"]["hint"]


def test_the_first_to_reveal_reads_at_the_seat_where_a_coin_and_a_swapped_card_go() -> None:
    placed = {"placed": "?script", "hand": ["?staging"]}
    table = MatTable("after-placement", Ann=placed, Ben={"coins": {"Iago": 1}, "intrigue": 1, **placed}, Cal=placed)
    assert table.wait(3.0).board["seats"][1]["lay"] == "coin or Exchange: in the circle; new card on your spot: swap"


def test_a_player_with_a_card_to_draw_still_reads_what_else_may_be_done() -> None:
    placed = {"placed": "?script", "hand": ["?script"]}
    table = MatTable(Ann={"coins": {"Iago": 1}, **placed}, Ben=placed, Cal=placed)
    table.turn_up("Ben", "I.4").turn_up("Cal", "I.6").turn_up("Ann", "I.1").hold("Ann").hold("Ben").hold("Cal")
    assert table.asked == ("pre-placement", ["Ann"])
    seat = table.board["seats"][0]
    assert (seat["cue"], seat["lay"], seat["press"]) == ("draw-staging", "coin or Exchange: in the circle", "drawn")


def test_a_hold_at_intermission_exchanges_intrigue_and_a_press_says_done() -> None:
    table = MatTable("intermission", Ann={"intrigue": 3}, Ben={"intrigue": 2}, Cal={"intrigue": 3})
    table.hold("Ann")
    assert (table.seat("Ann").intrigue, table.seat("Ann").spotlight) == (0, 1)
    assert table.wait(3.0).cue("Ann") == "go-on"
    table.hold("Ben").press("Ann").press("Cal")
    assert table.seat("Cal").intrigue == 3
    assert table.asked[0] != "intermission"
