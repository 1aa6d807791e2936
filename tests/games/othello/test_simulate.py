"""`cuelight simulate`: a seed gives the same games on any machine, and the statistics are those of the games."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from companion.game.statistics import Mean, mean, share, spans
from companion.othello.bots.simulation import ActResult, GameResult, acts_of, play_game, result_of
from companion.othello.bots.tally import ENDS, most_acts, tally
from companion.othello.model import events as e
from companion.othello.model.cards import Role
from companion.othello.model.deck import deck_text, load_deck
from companion.othello.model.vocabulary import WhyEnded
from cuelight.__main__ import main
from cuelight.commands.simulate import Plan, play, played, seats_of, seed_of
from tests.games.othello.rules.table import Table

PLAN = Plan(games=6, players=(3,), edition="2024", deck="stand-in", bots=("random", "greedy"), seed=7)
PICTURES = ("points", "lead", "acts", "scenes", "lengths", "cards")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["simulate", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def options(folder: Path, **changes: Any) -> list[str]:
    given = {"games": 6, "players": 3, "bots": "random,greedy", "seed": 7, "jobs": 1, "out": folder} | changes
    return [part for key, value in given.items() for part in (f"--{key}", str(value))]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a simulation made by one process."""
    folder = tmp_path_factory.mktemp("simulated") / "new" / "folder"
    assert main(["simulate", *options(folder)]) == 0
    return folder


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]


# --- the same games


def test_any_number_of_processes_plays_the_same_games(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, *options(tmp_path, jobs=2))[0] == 0
    for name in ("games.jsonl", "games.csv", "summary.json", *(f"{picture}.svg" for picture in PICTURES)):
        assert (tmp_path / name).read_bytes() == (written / name).read_bytes(), name


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_a_simulation_ends_all_of_its_processes_without_a_word(
    tmp_path: Path, number: signal.Signals
) -> None:
    options = ("--games", "100000", "--players", "3", "--jobs", "2", "--out", str(tmp_path))
    errors = tmp_path / "errors"
    with (
        errors.open("w") as written,
        subprocess.Popen(
            [sys.executable, "-m", "cuelight", "simulate", *options], stderr=written, preexec_fn=_heed_signals
        ) as process,
    ):
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            until = time.monotonic() + 60
            while not (tmp_path / "games.csv").exists() or not (tmp_path / "games.csv").stat().st_size:
                assert time.monotonic() < until
                time.sleep(0.1)
            players = children.read_text().split()
            assert len(players) >= 2
            process.send_signal(number)
            assert process.wait(20) == 128 + number
            while any(_is_alive(one) for one in players):
                assert time.monotonic() < until
                time.sleep(0.1)
        finally:
            process.kill()
    assert errors.read_text() == ""


@pytest.mark.parametrize("loading", [1, 2])
def test_ctrl_c_while_the_processes_of_a_simulation_are_being_loaded_ends_it_without_a_word(
    tmp_path: Path, loading: int
) -> None:
    options = ("--games", "100000", "--jobs", "2", "--out", str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-m", "cuelight", "simulate", *options],
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_heed_signals,
    ) as process:
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            until = time.monotonic() + 60
            while sum(map(_minds_interrupts, children.read_text().split())) < loading:
                assert time.monotonic() < until
                time.sleep(0.002)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
            assert process.wait(20) == 130
        finally:
            process.kill()
        assert process.stderr is not None
        assert process.stderr.read() == b""


def _heed_signals() -> None:
    """Restore Ctrl+C and SIGHUP: the tests may have been started to ignore them, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def _minds_interrupts(process: str) -> bool:
    """Return True if Python is running in a process and handles Ctrl+C."""
    try:
        status = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    except OSError:
        return False
    return bool(int(status["SigCgt"], 16) & 1 << signal.SIGINT - 1)


def _is_alive(process: str) -> bool:
    """Return True if a process is running and not a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_more_games_begin_with_the_same_ones() -> None:
    assert list(played(PLAN._replace(games=2), jobs=1)) == [play(PLAN, number) for number in (0, 1)]


def test_another_seed_gives_other_games() -> None:
    seeds = {seed_of(PLAN._replace(seed=seed), number) for seed in range(20) for number in range(20)}
    assert len(seeds) == 400
    assert play_game(("random", "random"), 1) != play_game(("random", "random"), 2)


def test_a_seed_is_the_same_on_every_machine() -> None:
    assert seed_of(PLAN, 3) == 6570297860141386054


# The same on CPython 3.11, 3.12 and 3.13. After a change of a bot or a deck, regenerate them deliberately.
@pytest.mark.parametrize(
    ("bots", "game", "decisions", "events", "totals"),
    [
        (["random"] * 3, {"seed": 5}, 1277, 2727, (16, 17, 9)),
        (["greedy"] * 4, {"seed": 7}, 639, 1219, (21, 22, 25, 13)),
        (
            ["greedy"] * 5,
            {"seed": 8, "edition": "2024-first", "variants": ["playwrights-challenge"]},
            1150,
            2182,
            (9, 12, 15, 8, 14),
        ),
        (["greedy"] * 3, {"seed": 9, "edition": "2022"}, 629, 1280, (26, 34, 28)),
        (["greedy"] * 2, {"seed": 10, "edition": "2022", "level": "evil"}, 269, 661, (44, 42)),
        (["greedy"] * 6, {"seed": 11, "rulings": {"J11": "scene", "J8": "refund"}}, 835, 1514, (15, 10, 13, 9, 11, 20)),
    ],
)
def test_a_seed_gives_the_same_game_on_every_machine(
    bots: list[str], game: dict[str, Any], decisions: int, events: int, totals: tuple[int, ...]
) -> None:
    played_now = play_game(bots, **game)
    assert (played_now.decisions, played_now.events, played_now.totals) == (decisions, events, totals)


@pytest.mark.parametrize(
    ("lead", "events", "acts"),
    [
        ("Ann", [e.FullCurtainFell(0), e.ActEnded(2, WhyEnded.FULL_CURTAIN)], [(2, "full-curtain", Role.LEAD, 4, 0)]),
        (
            "Ben",
            [e.FullCurtainFell(0), e.ActEnded(2, WhyEnded.FULL_CURTAIN)],
            [(2, "full-curtain", Role.COMPANY, 4, 1)],
        ),
        ("Ann", [e.FullCurtainFell(0), e.ActEnded(2, WhyEnded.FINAL_SCENE)], [(2, "final-scene", None, 4, 0)]),
        (
            "Ann",
            [
                e.FullCurtainFell(1),
                e.ActEnded(2, WhyEnded.FULL_CURTAIN),
                e.ActBegan(3),
                e.LeadChanged(1),
                e.SceneBegan(1),
                e.ActEnded(3, WhyEnded.FULL_CURTAIN),
            ],
            [(2, "full-curtain", Role.COMPANY, 4, 0), (3, "full-curtain", None, 1, 1)],
        ),
    ],
)
def test_an_act_tells_how_it_ended_and_who_led(
    lead: str, events: list[e.Event], acts: list[tuple[int, str, Role | None, int, int]]
) -> None:
    start = Table(act=2, scene=4, lead=lead, Ann={"placed": "II.1"}, Ben={"hand": ["II.10"]}).state
    assert acts_of(start, events) == acts
    assert (start.act, start.scene) == (2, 4)


def test_a_game_that_is_over_is_told_in_numbers() -> None:
    table = Table("Ann Ben", act=5, scene=3, turn="Ann", half_curtain=True, Ann={"placed": "V.16"}, Ben={"done": True})
    start = table.state.copy()
    table.play("Ann", "reveal")
    found = result_of(start, table.game, ("greedy", "random"), 7, 12)
    ann = {"script": 4, "intrigue": 0, "spotlight": 0, "wounds": 0, "handkerchief": 0}
    bonuses = {"lead_bonus": 0, "company_bonus": 0}
    events = [event for event in table.game.events if not isinstance(event, e.Flow)]
    assert found == GameResult(
        seed=7,
        bots=("greedy", "random"),
        decisions=12,
        events=len(events),
        acts=(ActResult(5, "full-curtain", Role.LEAD, 3, 0),),
        scores=({**ann, **bonuses}, {**ann, "script": 0, **bonuses}),
        totals=(4, 0),
        winners=(0,),
        lead=0,
        cards={"V.16": 0},
    )
    act = {"act": 5, "ended": "full-curtain", "by": "lead", "scenes": 3, "lead": 0}
    assert found.to_json() == {**found._asdict(), "acts": [act]}


def test_bots_change_seats_from_game_to_game() -> None:
    assert seats_of(PLAN, 0) == ("random", "greedy", "random")
    assert seats_of(PLAN, 1) == ("greedy", "random", "greedy")


def test_every_bot_has_every_seat_at_tables_of_every_size() -> None:
    plan = PLAN._replace(players=(2, 3))
    assert [seats_of(plan, number) for number in range(4)] == [
        ("random", "greedy"),
        ("random", "greedy", "random"),
        ("greedy", "random"),
        ("greedy", "random", "greedy"),
    ]


# --- files


def test_every_game_is_a_line(written: Path) -> None:
    games = lines(written)
    assert [game["game"] for game in games] == list(range(6))
    for game in games:
        assert len(game["acts"]) == 5
        assert [sum(score.values()) for score in game["scores"]] == game["totals"]
        best = max(game["totals"])
        assert all(game["totals"][seat] == best for seat in game["winners"])
        assert set(game["cards"]) <= set(load_deck("stand-in").cards)


def test_every_seat_of_every_game_is_a_row(written: Path) -> None:
    with (written / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 18
    for number, game in enumerate(lines(written)):
        mine = [row for row in rows if row["game"] == str(number)]
        assert [int(row["total"]) for row in mine] == game["totals"]
        assert [row["bot"] for row in mine] == game["bots"]
        assert sum(float(row["won"]) for row in mine) == pytest.approx(1)
        assert sum(int(row["lead_at_end"]) for row in mine) == 1
        assert sum(int(row["acts_as_lead"]) for row in mine) == 5


def test_the_pictures_are_svg_with_their_numbers(written: Path) -> None:
    for name in PICTURES:
        root = ET.fromstring((written / f"{name}.svg").read_text(encoding="utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert any("6 games" in text for text in texts), texts
    summary = json.loads((written / "summary.json").read_text(encoding="utf-8"))
    points = (written / "points.svg").read_text(encoding="utf-8")
    assert f"seat 1: {summary['points_by_seat'][0]['value']:.2f}" in points


def test_the_terminal_shows_a_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *options(tmp_path, games=2))
    assert (status, err) == (0, "")
    assert out.startswith("2 games of 3 players, edition 2024, deck stand-in, seed 7\n")
    for part in ("bot greedy", "seat 3", "Act V", "won by who was Lead at the end", "games.csv"):
        assert part in out


def test_tables_of_several_sizes_are_simulated_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = run(capsys, *options(tmp_path, games=2, players="2-3"))
    assert status == 0
    assert out.startswith("2 games of 2 to 3 players, edition 2024, ")
    assert [len(game["totals"]) for game in lines(tmp_path)] == [2, 3]
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert (summary["players"], len(summary["points_by_seat"])) == ([2, 3], 3)
    assert summary["points_by_seat"][2]["number"] == 1


def test_a_deck_of_ones_own_is_played_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tmp_path / "mine.toml"
    own = '[[staging]]\nid = "Masque"\ntext = "Everybody bows."\ncopies = 3\nchanges = ["lead"]\n'
    deck.write_text(deck_text("stand-in").replace('id = "stand-in"', 'id = "mine"') + own, encoding="utf-8")
    assert run(capsys, *options(tmp_path / "mine", games=1, deck=deck))[0] == 0
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("id = 3", encoding="utf-8")
    status, _out, err = run(capsys, *options(tmp_path / "wrong", games=1, deck=wrong))
    assert status == 2
    assert f"{wrong}:1: " in err
    status, _out, err = run(capsys, *options(tmp_path / "older", games=1, deck=deck, edition="2022"))
    assert (status, f"{deck}: edition: " in err) == (2, True)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"edition": "2022"}, "edition 2022, villainy"),
        ({"edition": "2022", "level": "wicked"}, "edition 2022, wicked"),
        ({"variant": "playwrights-challenge"}, "edition 2024, playwrights-challenge"),
        ({"edition": "2024-first", "ruling": "J8=refund"}, "edition 2024-first, J8=refund"),
    ],
)
def test_every_edition_and_variant_is_played(
    changes: dict[str, Any], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _err = run(capsys, *options(tmp_path, games=2, **changes))
    assert status == 0
    assert out.startswith(f"2 games of 3 players, {named}, deck stand-in, seed 7\n")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "--games: must be a whole number from 1 on, not 0"),
        ({"players": 7}, "--players: 7 cannot play; 2 to 6 can"),
        ({"players": "2-7"}, "--players: 7 cannot play; 2 to 6 can"),
        ({"players": "6-2"}, "--players: write how many play, such as 4, or 2-6, not '6-2'"),
        ({"bots": "clever"}, "--bots: there is no bot 'clever'; choose from: random, greedy, search"),
        ({"bots": "random,random,greedy,greedy"}, "--bots: name 1 to 3 bots"),
        ({"level": "wicked"}, "level: the edition 2024 has no levels"),
        ({"variant": "opera"}, "variants[0]: the edition 2024 has no variant 'opera'"),
        ({"ruling": "J1"}, "--ruling: write ID=NAME, such as J8=refund, not 'J1'"),
        ({"ruling": "J1=x"}, "rulings.J1: 'x' is not one of"),
        ({"edition": "1604"}, "edition: there is no edition '1604'"),
        ({"deck": "none"}, "deck: there is no deck 'none'"),
    ],
)
def test_what_cannot_be_simulated_is_told(
    changes: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _out, err = run(capsys, *options(tmp_path / "out", **changes))
    assert status == 2
    assert message in err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    status, _out, err = run(capsys, *options(tmp_path / "file"))
    assert status == 2
    assert "cannot be written" in err


# --- statistics


def game(totals: tuple[int, ...], winners: tuple[int, ...], lead: int, leads: tuple[int, ...]) -> GameResult:
    """Return a game whose acts were led by `leads`; the company ended the first act with a curtain, the others had
    none.
    """
    acts = [
        ActResult(act, "full-curtain" if act == 1 else "final-scene", Role.COMPANY if act == 1 else None, act, seat)
        for act, seat in enumerate(leads, start=1)
    ]
    bots = ("greedy", "random")
    return GameResult(1, bots, 10, 20, tuple(acts), ({},) * 2, totals, winners, lead, {"I.1": winners[0]})


def test_the_numbers_are_those_of_the_games() -> None:
    found = tally([game((9, 5), (0,), 0, (0, 0, 1)), game((7, 7), (0, 1), 1, (1, 1, 0))])
    assert [points.value for points in found.points_by_seat] == [8, 6]
    assert {bot: wins.value for bot, wins in found.wins_by_bot.items()} == {"greedy": 0.75, "random": 0.25}
    assert found.lead_at_end.value == 0.75
    assert found.lead_most_acts.value == 0.75
    assert found.acts[0] == {ENDS[0]: 0.0, ENDS[1]: 1.0, ENDS[2]: 0.0}
    assert found.acts[2] == {ENDS[0]: 0.0, ENDS[1]: 0.0, ENDS[2]: 1.0}
    assert [scenes.value for scenes in found.scenes] == [1, 2, 3]
    (card,) = found.cards
    assert (card.card, card.lift.value) == ("I.1", 0.0)


def test_a_shared_win_counts_in_parts() -> None:
    tied = game((7, 7), (0, 1), 1, (0, 1))
    assert [share(tied, seat) for seat in (0, 1)] == [0.5, 0.5]
    assert most_acts(tied) == [0, 1]


def test_a_mean_has_the_error_of_its_interval() -> None:
    assert mean([3.0]) == Mean(3.0, 0.0, 1)
    found = mean([0.0, 1.0] * 50)
    assert (found.value, found.number) == (0.5, 100)
    assert found.error == pytest.approx(1.96 * 0.5 / 10, rel=0.01)


def test_many_lengths_share_a_bar() -> None:
    assert [(bar.value, bar.label) for bar in spans([3, 3, 5], "scenes")] == [
        (2.0, "3 scenes: 2"),
        (0.0, "4 scenes: 0"),
        (1.0, "5 scenes: 1"),
    ]
    bars = spans([1, 2, 100], "scenes")
    assert (len(bars), bars[0].label, sum(bar.value for bar in bars)) == (20, "1 to 5 scenes: 2", 3.0)
