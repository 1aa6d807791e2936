"""What a table does for its journal beside the game: it forgets, looks back, measures, and says so at the desk."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from live_house import House, People, running
from waiting import until

import cuelight.live.caretaker
from companion.journal import Journal
from cuelight.live.caretaker import DAY, REST, SOON

HOUR = 3600.0


def journal_with(path: Path, *games: dict[str, Any]) -> None:
    """Games that were begun so many hours ago (`ago`), each with so many answers that were given (`played`)."""
    with closing(Journal.open(path)) as journal:
        for game in games:
            body = {"names": ["Ann", "Ben"], "edition": "2024", "deck": "stand-in", "seed": 1, **game}
            played = [("observation", {"t": 1.0, "do": "wait"})] * game.get("played", 9)
            journal.begin_game(body, 1e9 - game["ago"] * HOUR, played)


def after_a_while(house: House, rest: float = REST) -> None:
    """Time passes, until there is nothing left to do for the journal for so long."""
    caretaker: Any = house.table._opened.caretaker
    while caretaker.due < house.clock.now + rest / 2:
        house.clock.now += 0.1
        house.catch_up()
    house.catch_up()  # what was done last is shown too


def test_demonstrations_and_games_that_nobody_played_are_kept_for_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.db"
    old, fresh = {"ago": 25}, {"ago": 23}
    demo, unplayed = {"demo": True}, {"played": 0}
    journal_with(path, old | demo, old, old | unplayed, fresh | demo, fresh | unplayed, old)
    listed = Mock()
    with running(path, wall=lambda: 1e9) as house:
        games: Any = house.table._opened.games
        listed.side_effect = games.recent
        monkeypatch.setattr(games, "recent", listed)
        after_a_while(house)
        listed.assert_called_once_with(6)  # once: of a thousand games that takes its time
        assert house.desk["journal"]["games"] == 4
        assert [game["game"] for game in house.desk["games"]] == [5, 2]
    with closing(Journal.open(path)) as journal:
        assert [game.id for game in journal.games()] == [2, 4, 5, 6]
        assert not journal.look_back(1000)
        assert journal.notices == []


def test_what_was_forgotten_while_somebody_read_is_cleared_away_soon_after(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    journal_with(path, {"ago": 25, "demo": True, "note": "of Ann"}, {"ago": 25})
    with running(path, wall=lambda: 1e9) as house:
        with closing(Journal.reading(path)):
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
        after_a_while(house)
        assert house.desk["journal"]["games"] == 2
    with running(path) as house:
        assert house.desk["hands"] == before


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


def test_the_desk_says_when_the_journal_is_large_and_it_lets_go_of_the_oldest_before_it_fills_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.db"
    journal_with(path, *[{"ago": 1, "played": 900}] * 12)
    monkeypatch.setattr(cuelight.live.caretaker, "LARGE", 300_000)
    with running(path, wall=lambda: 1e9) as house:
        after_a_while(house)
        assert "Export what you want to keep" in house.desk["notices"][0]
        assert house.desk["journal"]["games"] == 12
    monkeypatch.setattr(cuelight.live.caretaker, "LARGEST", 700_000)
    with running(path, wall=lambda: 1e9) as house:
        until(lambda: tick(house) and house.desk["journal"]["games"] < 9)
        after_a_while(house)
        assert 2 <= house.desk["journal"]["games"] < 9
        assert house.desk["journal"]["records"] == 0  # whole megabytes: to the byte it would tell of hidden cards


def tick(house: House) -> bool:
    house.clock.now += REST + 1
    house.catch_up()
    return True


def test_the_desk_says_when_the_disk_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuelight.live.caretaker, "SCARCE", 10**18)
    with running(tmp_path / "table.db") as house:
        assert "are left on the journal's disk. Make room there" in house.desk["notices"][0]
