"""Journal maintenance beside the game: a table deletes games, checks old records, measures, and reports at the desk."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import cuelight.app.system.journal_care
from companion.journal import Journal, local_time
from cuelight.app.system.journal_care import DAY, PASSING, REST, SOON
from cuelight.history.archive import Archive
from tests.support.running_table import House, People, running

HOUR = 3600.0


def journal_with(path: Path, *games: dict[str, Any]) -> None:
    """Make a journal of games that began `ago` hours ago, each with `played` answers."""
    with closing(Journal.open(path)) as journal:
        for game in games:
            body = {"names": ["Ann", "Ben"], "edition": "2024", "deck": "stand-in", "seed": 1, **game}
            played = [("observation", {"t": 1.0, "do": "wait"})] * game.get("played", 9)
            journal.begin_game(body, 1e9 - game["ago"] * HOUR, played)


def after_a_while(house: House, rest: float = REST) -> None:
    """Time passes, until there is nothing left to do for the journal for so long."""
    caretaker: Any = house.table.resources.caretaker
    while caretaker.due < house.clock.now + rest / 2:
        house.clock.now += 0.1
        house.catch_up()
    house.catch_up()  # the last result is shown too


def test_demonstrations_and_games_that_nobody_played_are_kept_until_the_table_has_run_for_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.db"
    game = {"ago": 1}
    demo, unplayed = game | {"demo": True}, game | {"played": 0}
    journal_with(path, demo, game, unplayed, game)
    listed = Mock()
    with running(path, wall=lambda: 1e9) as house:
        games: Any = house.table.resources.games
        listed.side_effect = games.recent
        monkeypatch.setattr(games, "recent", listed)
        house.clock.now += DAY - 2 * REST
        after_a_while(house)
        assert house.desk["journal"]["games"] == 4
        listed.reset_mock()
        house.clock.now += 2 * REST
        after_a_while(house)
        listed.assert_called_once_with(4)  # only once, because it is slow for a thousand games
        assert house.desk["journal"]["games"] == 2
        assert [game["game"] for game in house.desk["games"]] == [2]
    with closing(Journal.open(path)) as journal:
        assert [game.id for game in journal.games()] == [2, 4]
        assert not journal.look_back(1000)
        assert journal.notices == []


def test_what_was_forgotten_while_somebody_read_is_cleared_away_soon_after(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    journal_with(path, {"ago": 25, "demo": True, "note": "of Ann"}, {"ago": 25})
    with running(path, wall=lambda: 1e9) as house:
        with closing(Journal.reading(path)):
            house.clock.now += DAY
            after_a_while(house, rest=SOON)
            assert house.desk["journal"]["games"] == 1 and b"of Ann" in path.read_bytes()
        house.clock.now += SOON
        after_a_while(house)
        assert not any(b"of Ann" in file.read_bytes() for file in tmp_path.iterdir())


def test_a_demonstration_that_people_went_on_with_is_kept_and_offered_as_a_game_of_theirs(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0, wall=lambda: 1e9) as house:
        house.command("demo", game="othello")
        house.command("drive", driver="hands")
        People(house, seed=3).play(until=lambda board: board["scene"] == 2)
        house.command("demo", game="othello")
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
    with running(path, wall=lambda: 1e9) as house:
        assert [game["game"] for game in house.desk["games"]] == [1]
    with running(path, wall=lambda: 1e9 + 3 * DAY) as house:
        house.clock.now += DAY
        after_a_while(house)
        assert [game["game"] for game in house.desk["games"]] == [1]
        assert house.desk["journal"]["games"] == 2


def test_a_game_that_was_opened_again_is_not_forgotten_under_it(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0, wall=lambda: 1e9) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        house.command("start", names=["Eve", "Mal"])
        house.command("reopen", game=1)
        People(house, seed=3).play(until=lambda board: board["scene"] == 2)
        before = house.desk["hands"]
    with running(path, wall=lambda: 1e9 + 3 * DAY) as house:
        house.clock.now += DAY
        after_a_while(house)
        assert house.desk["journal"]["games"] == 2
    with running(path) as house:
        assert house.desk["hands"] == before


def ends_at_its_last_card(house: House) -> int:
    """Let bots play, then people to the end of the first act; return the game's id."""
    house.command("demo", game="othello")
    house.command("drive", driver="hands")
    People(house, seed=3).play(until=lambda board: board["scene"] == 2)
    return int(house.board["table"]["game"])


def test_the_last_record_of_a_reopened_game_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0, wall=lambda: 1e9) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        People(house, seed=3).play(until=lambda board: board["scene"] == 2)
        house.command("start", names=["Eve", "Mal"])
        house.command("reopen", game=1)
        house.command("rename", seat="seat1", name="Zoe")
        house.command("start", names=["Eve", "Mal"])
        house.command("start", names=["Eve", "Mal"])
        house.clock.now += DAY
        after_a_while(house)
        assert [game["names"] for game in house.desk["games"]] == [["Zoe", "Ben", "Cal"]]
        assert house.desk["journal"]["games"] == 3  # the two parts of that game, and the current one


def test_a_demonstration_that_people_took_over_and_reopened_is_kept_and_counted_as_theirs(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0, wall=lambda: 1e9) as house:
        taken = ends_at_its_last_card(house)
        house.command("start", names=["Eve", "Mal"])
        house.command("reopen", game=taken)
        house.command("start", names=["Eve", "Mal"])
        assert house.table.command("reopen", {"game": taken + 2, "ends": house.table.game})["ok"]  # offered once more
        house.command("start", names=["Eve", "Mal"])
        house.clock.now += DAY
        after_a_while(house)
        assert [game["names"][0] for game in house.desk["games"]] == ["William"]
    [played, _now] = sorted(Archive(path).games(wait=20.0)["games"], key=lambda each: each["game"])
    assert played["demo"] is False
    assert played["steps"] > 3


def test_an_old_journal_in_which_a_reopened_demonstration_is_still_marked_as_one_is_judged_by_its_whole_chain(
    tmp_path: Path,
) -> None:
    path = tmp_path / "table.db"
    body = {"names": ["Ann", "Ben"], "edition": "2024", "deck": "stand-in", "seed": 1, "demo": True}
    with closing(Journal.open(path)) as journal:
        journal.begin_game(body, 0.0, [("driver", {"driver": "hands"})])
        journal.begin_game(body | {"reopens": 1}, 0.0)
        journal.begin_game(body, 0.0)
        journal.begin_game(body, 0.0)
    with running(path, wall=lambda: 1e9) as house:
        house.clock.now += DAY
        after_a_while(house)
        assert [game["game"] for game in house.desk["games"]] == [2]
    with closing(Journal.open(path)) as journal:
        assert [game.id for game in journal.games()] == [1, 2, 4]


@pytest.mark.parametrize("now", [0.0, 1e9, 4e9, -1e9])
def test_a_clock_that_jumps_makes_no_game_a_day_old(tmp_path: Path, now: float) -> None:
    path = tmp_path / "table.db"
    journal_with(path, *[{"ago": 1, "demo": True}, {"ago": 1, "played": 0}] * 3)
    wall = iter([1e9, 0.0, 4e9])
    with running(path, wall=lambda: next(wall, now)) as house:
        house.clock.now += DAY - 2 * REST
        after_a_while(house)
        assert house.desk["journal"]["games"] == 6


def test_damage_in_an_old_game_is_told_while_the_newest_is_played(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    journal_with(path, *[{"ago": 1}] * 5)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET at = at + 1 WHERE number = 15")
    with running(path, wall=lambda: 1e9) as house:
        assert house.board["table"]["state"] == "playing"
        after_a_while(house)
        [notice] = house.desk["notices"]
        assert "record 15 is not as it was written. The game that is played is whole" in notice


def test_the_desk_says_when_the_journal_is_large_and_no_game_that_was_played_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.db"
    journal_with(path, *[{"ago": 1, "played": 900}] * 12)
    monkeypatch.setattr(cuelight.app.system.journal_care, "LARGE", 300_000)
    with running(path, wall=lambda: 1e9) as house:
        for _day in range(2):
            house.clock.now += DAY
            after_a_while(house)
        (notice,) = [each for each in house.desk["notices"] if each.startswith("The journal has")]
        assert "delete what you do not need" in notice and "until 200 MB are left" in notice
        (date,) = {local_time(1e9 - HOUR)[:10]}
        assert notice.endswith(f"The oldest: {'; '.join([f'Ann, Ben ({date}, 1 MB)'] * 3)}.")
        assert house.desk["journal"]["games"] == 12
        assert house.desk["journal"]["records"] == 1  # in whole megabytes: exact bytes would reveal hidden cards


def test_of_many_demonstrations_the_newest_hundred_are_kept_by_a_table_that_never_runs_for_a_day(
    tmp_path: Path,
) -> None:
    path = tmp_path / "table.db"
    journal_with(path, {"ago": 1}, *[{"ago": 1, "demo": True}] * (PASSING + 3))
    with running(path, wall=lambda: 1e9) as house:
        after_a_while(house)
    with closing(Journal.open(path)) as journal:
        assert journal.ids() == [1, *range(4, PASSING + 5)]


def test_the_desk_says_when_the_disk_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuelight.app.system.journal_care, "SCARCE", 10**18)
    with running(tmp_path / "table.db") as house:
        assert "are left on the journal's disk. Free some space" in house.desk["notices"][0]
