"""Phones alone: everybody is asked at once, passes ahead, and undoes a mistap until somebody else has acted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.table.viewer import seat_of
from tests.support import twin_tables
from tests.support.twin_tables import NAMES, STARTS, Table, begin

Json = dict[str, Any]
twins = twin_tables.twins


@pytest.fixture(autouse=True)
def game(twins: list[Table]) -> None:
    """Begin the same game of Othello at both tables."""
    for table in twins:
        begin(table, STARTS["othello"])


def own(table: Table, player: int) -> Json:
    return dict(json.loads(table.house.table.own(player))["own"])


def say(table: Table, player: int, **answer: Any) -> str:
    return table.do(seat_of(player), "answer", {"by": NAMES[player], **answer})


def ahead(table: Table, player: int, until: str | None) -> str:
    return table.do(seat_of(player), "ahead", {"by": NAMES[player], "until": until})


def place(table: Table, player: int, kind: str = "script") -> str:
    card = next(card["id"] for card in own(table, player)["hand"] if card["kind"] == kind)
    return say(table, player, do="place", card=card)


def asked(table: Table) -> tuple[str, list[str]]:
    decision = table.house.desk["decision"]
    return decision["kind"], decision["players"]


def all_place(table: Table) -> None:
    for player in range(len(NAMES)):
        assert place(table, player) == ""
    assert asked(table) == ("after-placement", ["Ben"])


def test_all_are_asked_at_once_before_the_reveal_and_time_passes_for_all(twins: list[Table]) -> None:
    table = twins[0]
    assert not table.house.desk["board"]["window"]  # before placement a card on the spot is a pass
    all_place(table)
    window = table.house.board["window"]
    assert (window["kind"], sorted(window["seats"])) == ("after-placement", [0, 1, 2])
    assert [own(table, player)["ahead"] for player in range(3)] == ["", "", ""]
    table.house.let_the_window_close()
    assert asked(table) == ("reveal", ["Ben"])


def test_a_pass_ahead_is_played_when_its_player_is_asked(twins: list[Table]) -> None:
    table = twins[0]
    all_place(table)
    assert ahead(table, 2, "round") == ""
    assert asked(table) == ("after-placement", ["Ben"])
    assert own(table, 2)["ahead"] == "round"
    assert ahead(table, 0, "round") == ""
    assert ahead(table, 0, None) == ""
    assert own(table, 0)["ahead"] == ""
    assert say(table, 1, do="pass") == ""
    assert asked(table) == ("after-placement", ["Ann"])


def test_who_has_passed_is_asked_again_after_somebody_has_done_something(twins: list[Table]) -> None:
    table = twins[0]
    all_place(table)
    assert ahead(table, 0, "round") == ahead(table, 2, "scene") == ""
    assert say(table, 1, do="improv", way="face-down") == ""
    assert [own(table, player)["ahead"] for player in (0, 2)] == ["", "scene"]
    assert asked(table) == ("window", ["Ann"])


def test_a_pass_for_the_scene_answers_every_window_and_ends_with_it(twins: list[Table]) -> None:
    table = twins[0]
    all_place(table)
    for player in (0, 2, 1):
        assert ahead(table, player, "scene") == ""
    for player in (1, 2, 0):
        assert asked(table) == ("reveal", [NAMES[player]])
        assert say(table, player, do="exit") == ""
    assert table.house.board["scene"] == 2
    assert [own(table, player)["ahead"] for player in range(3)] == ["", "", ""]
    assert [own(table, player)["passes"] for player in range(3)] == [False, True, False]


def test_a_card_is_played_with_a_pass_for_the_scene(twins: list[Table]) -> None:
    table = twins[0]
    for player in (2, 1, 0):
        assert place(table, player) == ahead(table, player, "scene") == ""
    assert asked(table) == ("reveal", ["Ben"])


def test_nobody_passes_ahead_for_another_or_where_nothing_can_be_passed(twins: list[Table]) -> None:
    table = twins[0]
    assert "NotYours" in table.do(seat_of(0), "ahead", {"by": "Ben", "until": "round"})
    assert "nothing to pass" in ahead(table, 2, "round")
    assert ahead(table, 2, None) == ""


def test_a_mistap_is_undone_until_somebody_else_has_acted(twins: list[Table]) -> None:
    table = twins[0]
    assert [own(table, player)["can_undo"] for player in range(3)] == [False] * 3
    assert say(table, 1, do="pass") == ""
    assert [own(table, player)["can_undo"] for player in range(3)] == [False, True, False]
    assert table.do(seat_of(1), "undo", {}) == ""
    assert asked(table) == ("pre-placement", ["Ben"])
    assert say(table, 1, do="pass") == say(table, 2, do="pass") == ""
    assert not own(table, 1)["can_undo"]
    assert "somebody has acted since" in table.do(seat_of(1), "undo", {})
    assert "NotYours" in table.do(seat_of(2), "undo", {"to": 0})


def test_what_has_shown_a_card_is_undone_by_the_host_alone(twins: list[Table]) -> None:
    table = twins[0]
    all_place(table)
    table.house.let_the_window_close()
    assert say(table, 1, do="reveal") == ""
    assert not own(table, 1)["can_undo"]
    assert "a card has been shown" in table.do(seat_of(1), "undo", {})
    table.house.command("undo")
    assert asked(table) == ("reveal", ["Ben"])


def test_a_card_set_aside_is_taken_back_and_a_card_of_the_trick_is_not(twins: list[Table]) -> None:
    table = twins[0]
    begin(table, STARTS["asides"])
    assert say(table, 0, do="deal") == ""
    assert not own(table, 0)["can_undo"]
    for player in range(3):
        assert say(table, player, do="aside", card=own(table, player)["hand"][0]["id"]) == ""
        assert own(table, player)["can_undo"]
    assert table.do(seat_of(2), "undo", {}) == ""
    assert asked(table) == ("aside", ["Cal"])
    assert say(table, 2, do="aside", card=own(table, 2)["hand"][0]["id"]) == ""
    [first] = asked(table)[1]
    player = NAMES.index(first)
    assert say(table, player, do="play", card=own(table, player)["hand"][0]["id"]) == ""
    assert not own(table, player)["can_undo"]


def test_what_others_are_sent_of_passes_depends_on_no_hand(twins: list[Table]) -> None:
    hands = [[own(table, player)["hand"] for player in range(3)] for table in twins]
    assert hands[0] != hands[1]
    for table in twins:
        all_place(table)
        assert ahead(table, 0, "scene") == ahead(table, 2, "round") == ""
        table.house.let_the_window_close()
        assert say(table, 1, do="exit") == ""  # an exit shows no card to others until it is discarded
    for player in range(3):
        offered = [[own(table, player)[key] for key in ("ahead", "passes", "can_undo")] for table in twins]
        assert offered[0] == offered[1]
    steps = [[(step["text"], step["lapsed"]) for step in table.house.desk["steps"]] for table in twins]
    assert [len(each) for each in steps] == [len(steps[0])] * 2
    windows = [table.house.board["window"] for table in twins]
    assert windows[0] == windows[1]


@pytest.mark.parametrize("passing", [0, 1])
def test_a_pass_for_the_scene_ends_with_it_when_the_time_of_its_last_question_runs_out(
    passing: int, twins: list[Table]
) -> None:
    table = twins[0]
    all_place(table)
    for player in (1, 2, 0):
        table.house.let_the_window_close()
        if player == 0:
            assert ahead(table, passing, "scene") == ""
        assert say(table, player, do="reveal") == ""
    while table.house.board["scene"] == 1:
        table.house.let_the_window_close()
    assert asked(table) == ("pre-placement", ["Ben"])
    assert own(table, passing)["ahead"] == ""


def test_the_phone_says_why_a_placed_card_is_in_the_hand_again(twins: list[Table]) -> None:
    """A1: an early card still belongs to the hand from which an exchange takes a card."""
    table = twins[0]
    seats: list[Json] = [{"name": name, "hand": ["?script"] * 3} for name in NAMES]
    seats[1]["coins"] = {"Roderigo": 1}
    position = {"edition": "2024", "act": 1, "scene": 1, "phase": "pre-placement", "lead": "Ann", "seats": seats}
    begin(table, {"position": position})
    card = own(table, 2)["hand"][0]["id"]
    assert table.do(seat_of(2), "answer", {"by": "Cal", "do": "place", "card": card}) == ""
    assert table.do(seat_of(1), "answer", {"by": "Ben", "do": "coin", "coin": "Roderigo"}) == ""
    for chosen in ({"target": "Cal"}, {"look": False}):
        assert table.do(seat_of(1), "answer", {"by": "Ben", "do": "choose", **chosen}) == ""
    assert table.house.board["seats"][2]["told"] == "Ben’s exchange put your card back: play a card again"
    assert own(table, 2)["early"] is None


def test_at_the_intermission_nobody_has_passed(twins: list[Table]) -> None:
    table = twins[0]
    while table.house.board["phase"] != "intermission":
        for player in range(len(NAMES)):
            assert place(table, player, "staging") == ""
            assert ahead(table, player, "scene") == ""
        scene = table.house.board["scene"]
        while table.house.board["scene"] == scene and table.house.board["phase"] != "intermission":
            kind, [name] = asked(table)
            assert kind == "reveal" and say(table, NAMES.index(name), do="exit") == ""
    assert asked(table)[0] == "intermission"
    assert [own(table, player)["ahead"] for player in range(3)] == ["", "", ""]
