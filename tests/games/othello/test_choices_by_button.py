"""What the buttons of a physical table can choose: a draw pile, tokens at intermission."""

from __future__ import annotations

from tests.support.mat_table import MatTable

HAND = {"hand": ["?script", "?staging"]}


def test_the_pile_that_a_swap_draws_from_is_chosen_with_the_button() -> None:
    table = MatTable("pre-placement", Ann=HAND, Ben={"intrigue": 1, **HAND}, Cal=HAND)
    table.say("Ben", "improv", way="hand").say("Ben", "choose", give="?script").wait(3.0)
    assert table.board["headline"] == "Ben: draw a script card or a staging card"
    assert (table.cue("Ben"), table.board["seats"][1]["hold"]) == ("draw-either", "a staging card")
    table.hold("Ben")
    assert table.seat("Ben").hand == ["?staging", "?staging"]


def test_a_hold_at_intermission_exchanges_intrigue_and_a_press_says_done() -> None:
    table = MatTable("intermission", Ann={"intrigue": 3}, Ben={"intrigue": 2}, Cal={"intrigue": 3})
    table.hold("Ann")
    assert (table.seat("Ann").intrigue, table.seat("Ann").spotlight) == (0, 1)
    assert table.wait(3.0).cue("Ann") == "go-on"
    table.hold("Ben").press("Ann").press("Cal")
    assert table.seat("Cal").intrigue == 3
    assert table.asked[0] != "intermission"
