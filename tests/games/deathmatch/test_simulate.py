"""`cuelight simulate --game deathmatch`: a seed gives the same games, and the statistics are those of the games."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from companion.deathmatch.bots.simulation import GameResult, play_game
from companion.deathmatch.bots.tally import figures, tally
from companion.deathmatch.model.deck import deck_text, load_deck
from companion.deathmatch.model.ruleset import Variant
from cuelight.__main__ import main

FILES = ("games.jsonl", "games.csv", "summary.json")
PICTURES = ("wins", "characters", "lengths", "players", "cards")
DECK = load_deck("stand-in")


def run(capsys: pytest.CaptureFixture[str], folder: Path, **changes: Any) -> tuple[int, str, str]:
    given = {"game": "deathmatch", "games": 4, "players": "2-5", "bots": "random,greedy", "seed": 7, "jobs": 1}
    options = [part for key, value in (given | changes).items() for part in (f"--{key}", str(value))]
    status = main(["simulate", *options, "--out", str(folder)])
    told = capsys.readouterr()
    return status, told.out, told.err


def game(characters: tuple[str, ...], winners: tuple[int, ...], **more: Any) -> GameResult:
    """Return a game of two or more; the losers were slain in scene 3."""
    count = len(characters)
    slain = tuple(None if seat in winners else 3 for seat in range(count))
    placed = ((0, 1, "blades.3"), (0, 1, "blades.3"))
    told = GameResult(
        seed=1,
        bots=("greedy", "random", "random")[:count],
        decisions=20,
        events=90,
        acts=2,
        scenes=5,
        starter=1,
        characters=characters,
        slain=slain,
        revealed=(True, *[False] * (count - 1)),
        winners=winners,
        placed=placed,
    )
    return told._replace(**more)


# --- the same games


# After a change of a bot or the deck, regenerate these deliberately.
@pytest.mark.parametrize(
    ("bots", "chosen", "told"),
    [
        (["random"] * 3, {"seed": 5}, (106, 572, 1)),
        (["greedy"] * 8, {"seed": 6}, (494, 2163, 2)),
        (["greedy"] * 2, {"seed": 7, "variants": ["revealed"], "rulings": {"DJ1": "higher-same-suit"}}, (42, 341, 0)),
        (["search", "greedy"], {"seed": 8, "rulings": {"DJ3": "honour"}}, (69, 389, 0)),
    ],
)
def test_a_seed_gives_the_same_game_on_every_machine(
    bots: list[str], chosen: dict[str, Any], told: tuple[int, int, int]
) -> None:
    found = play_game(bots, **chosen)
    assert (found.decisions, found.events, found.winners[0]) == told


# --- files


def test_every_game_is_a_line_and_every_seat_a_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = run(capsys, tmp_path)
    assert status == 0
    assert out.startswith("4 games of 2 to 5 players, Shakespeare Deathmatch, edition 2021, deck stand-in, seed 7\n")
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [len(found["bots"]) for found in games] == [2, 3, 4, 5]
    assert len(rows) == 14
    for number, found in enumerate(games):
        mine = [row for row in rows if row["game"] == str(number)]
        assert [row["character"] for row in mine] == found["characters"]
        assert [row["slain_in_scene"] == "" for row in mine] == [seat in found["winners"] for seat in range(len(mine))]
        assert [float(row["won"]) for row in mine] == [float(seat in found["winners"]) for seat in range(len(mine))]
        assert sum(int(row["placed"]) for row in mine) == sum(int(row["suffered"]) for row in mine)
        assert sum(int(row["began"]) for row in mine) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([*FILES, *(f"{name}.svg" for name in PICTURES)])
    for part in ("seat 5", "who began", "times its share", "2 players", "Placed most as damage"):
        assert part in out


def test_a_deck_of_ones_own_is_played_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(deck_text("stand-in").replace('"Hamlet"', '"Prince Hal"'), encoding="utf-8")
    assert run(capsys, tmp_path / "mine", games=4, players=6, deck=deck)[0] == 0
    summary = json.loads((tmp_path / "mine" / "summary.json").read_text(encoding="utf-8"))
    names = {found["character"] for found in summary["characters"]}
    assert "Prince Hal" in names and "Hamlet" not in names


@pytest.mark.parametrize("variant", Variant)
def test_every_variant_is_played(variant: Variant, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = run(capsys, tmp_path, games=1, players=3, variant=variant)
    assert status == 0
    assert f"edition 2021, {variant}, deck stand-in" in out


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 9}, "--players: 9 cannot play; 2 to 8 can"),
        ({"bots": "clever"}, "--bots: there is no bot 'clever'; choose from: random, greedy, search"),
        ({"variant": "opera"}, "variants[0]: there is no variant 'opera'"),
        ({"ruling": "DJ1=x"}, "rulings.DJ1: DJ1 has no answer 'x'"),
        ({"deck": "none"}, "deck: there is no deck 'none'"),
    ],
)
def test_what_cannot_be_simulated_is_told(
    changes: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _out, err = run(capsys, tmp_path / "out", **changes)
    assert status == 2
    assert message in err
    assert not (tmp_path / "out").exists()


# --- statistics


def test_the_numbers_are_those_of_the_games() -> None:
    games = [game(("Hamlet", "Timon"), (0,)), game(("Timon", "Hamlet", "Juliet"), (0, 2), scenes=9)]
    found = tally(games, DECK)
    wins = {count.who: (count.wins.value, count.by_chance) for count in found.wins}
    assert wins["bot greedy"] == pytest.approx((0.75, 5 / 12))
    assert wins["seat 3"] == pytest.approx((0.5, 1 / 3))
    assert (wins["who began"][0], wins["who revealed"][0]) == (0, 0.75)
    characters = {count.character: count for count in found.characters}
    assert (characters["Hamlet"].games, characters["Hamlet"].wins.value) == (2, 0.5)
    assert characters["Juliet"].of_share.value == pytest.approx(1.5)
    assert [character.character for character in found.characters] == ["Juliet", "Hamlet", "Timon"]
    assert {count.players: count.scenes.value for count in found.by_players} == {2: 5, 3: 9}
    assert (found.scenes.value, found.shared_wins) == (7, 0.5)
    assert found.cards[0].card == "blades.3"
    assert found.cards[0].placed == pytest.approx(4 / 2 / 5)


def test_where_nobody_has_revealed_that_row_is_left_out() -> None:
    hidden = game(("Hamlet", "Timon"), (0,), revealed=(False, False))
    lines = figures([hidden], DECK).lines
    assert not any(line.startswith("who revealed") for line in lines)
    assert any(line.startswith("who began") for line in lines)
