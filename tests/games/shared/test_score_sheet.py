"""The score sheet and the chart of points: the same numbers as the score, at the end of each act and scene."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import game_ids, game_of
from companion.table.score_sheet import Mark, account, marks, plain_parts, sheet
from tests.support.all_games import random_game

Json = dict[str, Any]


def told(game: str) -> tuple[Json, Any]:
    rules = game_of(game)
    play, _counts = random_game(game, rules.info.seats[0])
    return account(rules, play.start, play.state, play.events), play


@pytest.mark.parametrize("game", game_ids())
def test_the_sheet_adds_up_to_the_score(game: str) -> None:
    rules = game_of(game)
    found, play = told(game)
    drawn = found["sheet"]
    assert drawn["over"]
    assert [player["total"] for player in drawn["players"]] == [
        score["total"] for score in rules.rules.scores(play.state)
    ]
    assert [player["name"] for player in drawn["players"] if player["winner"]] == rules.rules.winners(play.state)
    for player in drawn["players"]:
        assert [sum(column) for column in zip(*player["cells"], strict=True)] == player["totals"]
        assert player["totals"][-1] + sum(player["bonuses"]) == player["total"]
        assert len(player["totals"]) == len(drawn["columns"])


@pytest.mark.parametrize("game", game_ids())
def test_the_race_goes_through_every_scene_once_and_ends_with_the_score(game: str) -> None:
    found, play = told(game)
    race = found["race"]
    places = [(place["where"], place["chapter"]) for place in race["places"]]
    assert len(places) == len(set(places)) > 1
    events = [place["events"] for place in race["places"]]
    assert events == sorted(events)
    assert events[-1] == len(play.events)
    ends = [player["points"][-1] for player in race["players"]]
    assert ends == [score["total"] for score in game_of(game).rules.scores(play.state)]


def test_othello_has_a_column_for_each_act_and_the_bonuses_of_the_printed_sheet() -> None:
    found, _play = told("othello")
    drawn = found["sheet"]
    assert drawn["columns"] == ["Act I", "Act II", "Act III", "Act IV", "Act V"]
    assert [part["key"] for part in drawn["parts"] if part["bonus"]] == ["lead_bonus", "company_bonus"]


def test_what_is_exchanged_between_two_acts_counts_in_the_next_one() -> None:
    game = game_of("othello")
    play, _counts = random_game("othello", game.info.seats[0])
    passed = marks(game, play.start, play.events)
    between = next(number for number, mark in enumerate(passed) if number and not mark.chapter)
    assert passed[between - 1].chapter == "Act I"
    for player, row in enumerate(sheet(game, passed, None)["players"]):
        assert row["totals"][0] == passed[between - 1].scores[player]["total"]


def test_a_game_that_names_no_rows_gets_those_that_its_scores_count() -> None:
    scores = ({"name": "Ann", "total": 5, "blades": 2, "gold_coins": 3, "out": False},)
    assert [tuple(part) for part in plain_parts(scores)] == [
        ("blades", "blades", False),
        ("gold_coins", "gold coins", False),
    ]
    game = game_of("asides")
    only_totals = sheet(game, [Mark("Deal 1", "", 1, ({"name": "Ann", "total": 5},))], None)
    assert only_totals["columns"] == [""]
    assert [player["cells"] for player in only_totals["players"]] == [[[5]]]
