"""`cuelight play` for Deathmatch: its output and its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.deathmatch.model.deck import deck_to_objects, load_deck
from cuelight.__main__ import main
from tests.games.deathmatch.table import DECK, Json, position

KEYS = {"position", "decision", "permitted", "scores", "winners", "events", "irregularities", "error"}


class Command:
    """Runs `cuelight play` on files in a folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.err = ""

    def __call__(self, start: Json, *answers: Json, options: tuple[str, ...] = ("--json",)) -> tuple[int, Any]:
        """Return the exit status, and the printed document or text."""
        (self.folder / "p.json").write_text(json.dumps(start), encoding="utf-8")
        (self.folder / "a.jsonl").write_text("\n".join(map(json.dumps, answers)), encoding="utf-8")
        status = main(["play", str(self.folder / "p.json"), str(self.folder / "a.jsonl"), *options])
        told = self.capsys.readouterr()
        self.err = told.err
        return status, json.loads(told.out) if told.out and "--json" in options else told.out


@pytest.fixture
def play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, capsys)


def test_a_new_game_is_dealt_by_the_seed_and_says_everything(play: Command) -> None:
    start = {"game": "deathmatch", "seats": [{"name": name} for name in ("Ann", "Ben", "Cal")]}
    begin = {"do": "protagonist", "to": "Ben"}
    status, first = play(start, begin, options=("--json", "--seed", "4"))
    assert (status, set(first)) == (0, KEYS)
    assert first["decision"]["kind"] == "setting"
    assert first["decision"]["players"] == ["Ben"]
    assert first["decision"]["options"][0] == {"do": "setting", "card": "castle"}
    assert play(start, begin, options=("--json", "--seed", "4"))[1] == first
    assert play(start, begin, options=("--json", "--seed", "5"))[1]["position"] != first["position"]


def test_what_is_printed_as_the_position_can_be_given_back(play: Command) -> None:
    start = {"game": "deathmatch", "seats": [{"name": name} for name in ("Ann", "Ben", "Cal")]}
    _status, first = play(start, {"do": "protagonist", "to": "Ben"}, {"by": "Ben", "do": "setting", "card": "heath"})
    _status, again = play(first)
    assert {**first, "events": []} == again


def test_every_key_of_a_position_is_printed(play: Command) -> None:
    _status, told = play(position())
    names = "game edition variants rulings deck act scene phase protagonist first opener turn standing setting"
    names += " trickster_played scene_cards carrying waiting discard limits hand_sizes characters removed seats"
    assert set(names.split()) <= set(told["position"])
    assert set(["name", "character", "revealed", "hand", "pile", "pool", "played", "out"]) <= set(
        told["position"]["seats"][0]
    )


def test_scores_are_the_points_in_the_pools_and_who_is_out_and_no_limits(play: Command) -> None:
    seats: dict[str, Any] = {"Ann": {"pool": ["blades.2", "blades.3", "poison.1", "Jest"]}, "Cal": {"out": True}}
    _status, told = play(position("Ann Ben Cal Dot", **seats))
    points = {"blades": 5, "coins": 0, "letters": 0, "poison": 1, "total": 6}
    assert told["scores"][0] == {"name": "Ann", **points, "out": False}
    assert told["scores"][2]["out"]


def test_a_forbidden_answer_ends_with_3_and_the_position_before_it(play: Command) -> None:
    answers: list[Json] = [
        {"by": "Ann", "do": "play", "card": "coins.1"},
        {"by": "Cal", "do": "play", "card": "coins.2"},
        {"by": "Ben", "do": "play", "card": "coins.3"},
    ]
    status, told = play(position(), *answers)
    assert status == 3
    assert told["error"] == {
        "line": 2,
        "code": "play.not-your-turn",
        "rules": ["DP2"],
        "message": "It is not Cal's turn to play a card.",
    }
    assert told["position"]["seats"][1]["played"] is None
    assert "a.jsonl:2: play.not-your-turn (DP2)" in play.err


def test_at_the_table_it_is_noted_and_the_game_goes_on(play: Command) -> None:
    answers: list[Json] = [
        {"by": "Cal", "do": "play", "card": "coins.2"},
        {"by": "Ann", "do": "play", "card": "coins.1"},
    ]
    status, told = play(position(), *answers, options=("--json", "--table"))
    assert (status, told["error"]) == (0, None)
    assert [(entry["line"], entry["code"]) for entry in told["irregularities"]] == [(1, "play.not-your-turn")]
    assert told["position"]["seats"][0]["played"] == "coins.1"


def test_what_cannot_be_read_ends_with_2_and_names_file_line_and_field(play: Command) -> None:
    assert play(position(act=0, turn="Zed"))[0] == 2
    assert "act: " in play.err and "turn: " in play.err
    assert play(position(), {"by": "Ann", "do": "play", "card": "daggers.1"})[0] == 2
    assert "a.jsonl:1: card: " in play.err
    assert play(position(), {"by": "Zed", "do": "reveal"})[0] == 2
    assert "a.jsonl:1: by: " in play.err


def test_options_say_who_only_where_several_are_asked(play: Command) -> None:
    four = {"hand": ["coins.1", "coins.2", "coins.3", "coins.4"]}
    seats: dict[str, Any] = {"Ann": four}
    _status, told = play(position(**seats))
    assert told["decision"]["options"][0] == {"do": "discard", "cards": ["coins.1"]}
    seats["Ben"] = {"hand": ["?action"] * 4}
    _status, told = play(position(**seats))
    assert {option["by"] for option in told["decision"]["options"]} == {"Ann", "Ben"}


def test_events_name_players_and_nobody_is_null(play: Command) -> None:
    answers: list[Json] = [
        {"by": "Ann", "do": "play", "card": "Jest"},
        {"by": "Ben", "do": "play", "card": "Jest"},
        {"by": "Cal", "do": "play", "card": "Jest"},
    ]
    _status, told = play(position(), *answers)
    assert told["events"][0] == {"event": "Sacrificed", "player": "Ann", "card": "Jest"}
    assert {"event": "SceneWon", "player": None} in told["events"]
    assert {"event": "Discarded", "player": "Ben", "card": "Jest", "origin": "scene"} in told["events"]


def test_winners_are_named_at_the_end(play: Command) -> None:
    seats: dict[str, Any] = {"Ben": {"out": True}}
    status, told = play(position("Ann Ben", **seats))
    assert (status, told["winners"], told["decision"]) == (0, ["Ann"], None)
    assert told["events"] == [{"event": "GameEnded", "winners": ["Ann"]}]


@pytest.mark.parametrize("deck", [DECK, {"id": "mine", "title": "Mine", "made_up": True, "cards": DECK}])
def test_a_deck_of_ones_own_comes_with_the_position_and_goes_out_with_it(play: Command, deck: Any) -> None:
    _status, told = play(position(deck=deck))
    printed = told["position"]["deck"]
    assert isinstance(printed, type(deck))
    _status, again = play(told)
    assert again["position"] == told["position"]


def test_another_deck_called_stand_in_is_not_taken_for_the_stand_in(play: Command) -> None:
    cards = deck_to_objects(load_deck("stand-in"))[1:]
    own = {"id": "stand-in", "title": "Stand-in deck", "made_up": True, "cards": cards}
    _status, told = play(position(deck=own))
    assert told["position"]["deck"] != "stand-in"


def test_for_people_it_is_a_text(play: Command) -> None:
    status, told = play(position(), {"by": "Ann", "do": "play", "card": "coins.1"}, options=())
    assert status == 0
    for part in (
        "Ann plays",
        "Ann: ?character",
        "Ben: answer with a card, face up on your spot",
        '{"by": "Ben", "do": "play", "card": "blades.1"}',
        "poison",
    ):
        assert part in told, part
