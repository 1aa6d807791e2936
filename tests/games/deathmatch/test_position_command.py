"""`cuelight position` for Deathmatch."""

import json
from pathlib import Path

import pytest

from cuelight.__main__ import main
from tests.games.deathmatch.positions import Json, position


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["position", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def written(folder: Path, name: str, data: Json) -> str:
    file = folder / name
    file.write_text(json.dumps(data))
    return str(file)


def test_a_position_that_can_be_is_said_to_be_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path, "p.json", position())
    assert run(capsys, "check", file) == (
        0,
        f"{file}: Ann, Ben, Cal; Act 1, scene 1; "
        "Ann: open the scene with a card, face up on your spot; nothing is wrong.\n",
        "",
    )


def test_all_that_cannot_be_is_told_a_line_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path, "p.json", position({"hand": ["moon"]}, act=0, turn="Zed"))
    status, out, err = run(capsys, "check", file)
    assert (status, out) == (2, "")
    assert [line.split(": ")[2] for line in err.splitlines()] == ["seats[0].hand[0]", "turn", "act"]


def test_two_positions_are_compared_key_by_key(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first = written(tmp_path, "a.json", {"position": position({"pool": ["blades.3"]})})
    second = written(tmp_path, "b.json", position({"pool": []}, turn="Ben"))
    assert run(capsys, "diff", first, first) == (0, "no difference\n", "")
    out = 'opener: "Ann" → "Ben"\nturn: "Ann" → "Ben"\nAnn pool: blades.3 → none\n3 differences\n'
    assert run(capsys, "diff", first, second) == (0, out, "")
    status, told, _err = run(capsys, "diff", "--json", first, second)
    assert (status, json.loads(told)[2]) == (0, {"where": "Ann pool", "first": ["blades.3"], "second": []})


def test_positions_of_two_games_are_not_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ours = written(tmp_path, "a.json", position())
    theirs = written(tmp_path, "b.json", {"edition": "2024", "seats": [{"name": "Ann"}, {"name": "Ben"}]})
    status, _out, err = run(capsys, "diff", ours, theirs)
    assert (status, "positions of one game" in err) == (2, True)


def test_a_game_that_there_is_not_is_told_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, _out, err = run(capsys, "check", written(tmp_path, "p.json", position(game="chess")))
    assert (status, "game: " in err, "othello" in err and "deathmatch" in err) == (2, True, True)
