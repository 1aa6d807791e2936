"""The table never deletes a game that people played, after any command and any kill."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import InputError
from companion.journal import Kind
from cuelight.app.games.keeping import BESIDE, Part, people_played
from tests.support.kept_games import killed
from tests.support.running_table import Json, running, served

NAMES = ["Ann", "Ben", "Cal"]
BEGINNINGS: list[Json] = [{"names": NAMES}, {"names": NAMES, "begun_with": 4}, {"names": NAMES, "demo": True}]
OF_BOTS = [str(kind) for kind in Kind if kind not in (Kind.GAME, Kind.DRIVER, Kind.NAMES, Kind.GAP)]


@given(st.sampled_from(BEGINNINGS), st.dictionaries(st.sampled_from(sorted(map(str, BESIDE))), st.integers(1, 9)))
def test_a_game_of_which_only_the_beginning_is_there_was_not_played(body: Json, kinds: dict[str, int]) -> None:
    begun = {"observation": 1, "answer": 1, "events": 1} if "begun_with" in body else {}
    assert not people_played([Part(body, {"game": 1, **begun, **kinds})])


@given(st.dictionaries(st.sampled_from(OF_BOTS), st.integers(1, 900)))
def test_a_demonstration_is_forgotten_until_people_take_it_over(kinds: dict[str, int]) -> None:
    body = {"names": NAMES, "demo": True}
    assert not people_played([Part(body, {"game": 1, **kinds})])
    assert people_played([Part(body, {"game": 1, **kinds, "driver": 1})])
    assert people_played([Part(body, {"game": 1, **kinds, "a kind of tomorrow": 1})])


@given(
    st.lists(
        st.tuples(st.sampled_from(BEGINNINGS), st.dictionaries(st.sampled_from(OF_BOTS), st.integers(1, 9))),
        min_size=2,
        max_size=5,
    )
)
def test_a_game_that_continues_another_was_played_however_few_records_it_has(parts: list[tuple[Json, Any]]) -> None:
    chain = [Part(body | {"reopens": 1}, {"game": 1, **kinds}) for body, kinds in parts]
    assert people_played(chain)
    assert people_played(chain[:1])  # even if the game that it continues is gone


@given(st.sampled_from(["observation", "answer", "events", "undo", "names", "question", "gap", "driver"]))
def test_a_single_record_of_play_keeps_a_game(kind: str) -> None:
    assert people_played([Part({"names": NAMES}, {"game": 1, kind: 1})])
    begun = Counter(["game", "observation", "answer", "events"])
    assert people_played([Part({"names": NAMES, "begun_with": 4}, begun + Counter([kind]))])
    assert people_played([Part({"position": {}}, {"game": 1})])


def test_a_game_that_is_reopened_twice_goes_on_once(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", names=NAMES, lead=0)
        house.command("start", names=["Eve", "Mal"])
        ends = house.table.game
        with served(house) as address:
            body = json.dumps({"game": 1, "ends": ends}).encode()
            for _tap in range(2):
                wanted = Request(f"{address}/api/reopen", body, {"Content-Type": "application/json"})
                with urlopen(wanted, timeout=60) as answer:
                    assert answer.status == 200
        assert house.table.game == 3
        house.command("start", names=["Eve", "Mal"])
        with pytest.raises(InputError, match="game 1 was opened again as game 3; choose that one"):
            house.command("reopen", game=1)
        house.command("reopen", game=3)
        house.command("reopen", game=1)  # continues as the current game
        assert house.table.game == 5


def test_forgetting_one_copy_of_a_game_keeps_what_the_other_is_built_on(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", names=NAMES, lead=0)
        house.command("start", names=["Eve", "Mal"])
        house.command("reopen", game=1)
        journal: Any = house.table.resources.journal
        house.table.loop.wait_for(lambda: journal.begin_game(journal.game(3).body, 0.0))  # as older versions did it
    with running(path, pace=0) as house:
        before = house.desk
        with pytest.raises(InputError, match="game 1 was opened again"):
            house.command("forget", games=[1])
        house.command("forget", games=[3])
    with running(path, pace=0) as house:
        assert house.table.game == 4 and house.desk["hands"] == before["hands"]
        house.command("start", names=["Eve", "Mal"])
        house.command("forget", games=[2, 4])
        assert house.desk["journal"]["games"] == 1


@pytest.mark.timeout(600)
def test_a_table_that_is_killed_at_any_moment_loses_no_game_that_people_played(tmp_path: Path) -> None:
    told = killed(6, tmp_path)
    assert told["said"] > 6
