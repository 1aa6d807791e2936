"""A name corrected during a game replaces the old one from the beginning, in all output."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.errors import CuelightError
from companion.core.verdict import Forbidden
from companion.games import game_ids, game_of
from companion.journal import Journal, Kind
from companion.table.conflicts import Conflict
from companion.table.rename import called_now, with_current_names
from companion.table.viewer import HOST, seat_of
from cuelight.app.commands.players import CannotBeCalled
from cuelight.app.games.round import NotHeld
from cuelight.app.games.store import called
from cuelight.history.archive import Archive
from tests.support.running_table import House, Json, running

OLD, NEW = "Qwyx", "Zoë"
NAMES = ["Ann", OLD, "Cal"]
LASTING = ("board", "steps", "undone", "questions", "irregularities", "options", "decision", "marks", "hands", "zones")


def shown(house: House) -> Json:
    """Return the output of the desk and the pages about the game, without numbers that grow with each change."""
    desk = house.desk
    board = {key: each for key, each in desk["board"].items() if key not in ("seq", "state")}
    asked = {name: house.table.ask(name, {}) for name in ("explain", "position", "sheet", "timeline", "paper")}
    own = [json.loads(house.table.own(player))["own"] for player in range(3)]
    return {key: desk[key] for key in LASTING} | {"board": board, "own": own} | asked


def renamed(told: Any) -> Any:
    """Replace the old name by the new one everywhere."""
    return json.loads(json.dumps(told, ensure_ascii=False).replace(OLD, NEW))


def play(house: House, rng: Random, answers: int) -> None:
    """Play random answers: each on the own phone, the others by the host."""
    for _ in range(answers):
        said = [(answer, seat_of(player)) for player in range(3) for answer in own(house, player)]
        said += [(option["answer"], HOST) for option in house.desk["options"] if option["group"] == "decision"]
        for answer, asker in rng.sample(said, len(said)):
            try:
                house.table.command("answer", answer, asker)
                break
            except (Forbidden, NotHeld):
                continue
        else:
            house.let_the_window_close()


def own(house: House, player: int) -> list[Json]:
    """Return the answers that a player is asked for."""
    view = json.loads(house.table.own(player))["own"]
    return [option["answer"] for option in view["options"] if option.get("group", "decision") == "decision"]


@pytest.mark.parametrize("game", game_ids())
def test_all_that_is_shown_of_a_game_has_the_name_that_was_put_right(game: str, tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path) as house:
        house.command("start", game=game, names=NAMES, lead=1)
        play(house, Random(game), 9)
        house.command("undo", to=len(house.desk["steps"]) - 3)
        before, mark = shown(house), house.table.own_mark
        assert json.dumps(before).count(OLD) > 10
        house.command("rename", seat="seat2", name=f" {NEW} ")
        assert shown(house) == renamed(before)
        assert house.table.own_mark == mark  # the source of the seats' keys
        house.command("redo")
    with running(path) as house:
        house.command("redo")
        play(house, Random(game), 3)
        whole = shown(house)
        assert OLD not in json.dumps(whole)
        house.command("start", game=game, names=["Dan", "Eve", "Fay"])
        (ended,) = house.desk["games"]
        assert ended["names"] == ["Ann", NEW, "Cal"]
        house.command("reopen", game=ended["game"])
        assert shown(house)["steps"] == whole["steps"]
    archive = Archive(path)
    assert archive.lately()["names"] == ["Ann", NEW, "Cal", "Dan", "Eve", "Fay"]
    assert [each["name"] for each in archive.games(wait=60)["games"][0]["players"]] == ["Ann", NEW, "Cal"]
    newest = archive.games()["games"][0]["game"]
    assert OLD not in json.dumps(archive.replay(newest))
    assert OLD.encode() not in archive.file(newest, "json").content
    assert archive.named(NEW) == archive.named(OLD) == [newest]


def test_a_game_that_began_with_a_position_has_the_name_that_was_put_right(tmp_path: Path) -> None:
    position = {"edition": "2024", "lead": OLD, "seats": [{"name": "Ann"}, {"name": OLD, "placed": "I.4"}]}
    with running(tmp_path / "table.db") as house:
        house.command("start", position=position)
        house.command("rename", seat="seat2", name=NEW)
    with running(tmp_path / "table.db", position=position) as house:
        assert [seat["name"] for seat in house.board["seats"]] == ["Ann", NEW]
        assert house.table.ask("position", {})["lead"] == NEW


def test_a_name_that_is_not_as_it_was_written_is_never_read(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with closing(Journal.open(path)) as journal:
        journal.begin_game({"names": NAMES}, 0.0)
        journal.append(Kind.NAMES, {"names": ["Ann", "Zed", "Cal"]}, 1.0)
        journal.begin_game({"names": ["Dan", "Eve"]}, 2.0)
    for damage, found in ((b'"Zed"', ["Ann", "Zed", "Cal"]), (b'"zed"', NAMES)):
        path.write_bytes(path.read_bytes().replace(b'"Zed"', damage))
        with closing(Journal.reading(path)) as journal:
            assert called(journal, journal.games()[0]) == found


def test_what_runs_and_a_half_made_gesture_go_on_under_the_new_name(tmp_path: Path) -> None:
    seats = [{"name": "Ann", "spotlight": 1}, {"name": OLD, "placed": "I.4"}, {"name": "Cal", "placed": "I.6"}]
    with running(tmp_path / "table.db") as house:
        house.command("start", position={"edition": "2024", "lead": "Ann", "phase": "reveal", "seats": seats})
        house.say({"by": OLD, "do": "reveal"})
        house.mat("tag", zone="stage.target", thing="coin:Iago")
        house.clock.now += 2.0
        house.catch_up()
        before = renamed(house.board["window"]) | {"left": 3.0}, house.desk["zones"]
        house.command("rename", seat="seat2", name=NEW)
        assert (house.board["window"], house.desk["zones"]) == before


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Every seat needs a name."),
        (None, "Every seat needs a name."),
        (["Zoë"], "Every seat needs a name."),
        (" ann ", "Somebody else has this name already."),
        ("x" * 300, "At most 24 letters, please: this has 300."),
        ("Ann\u202eman", "This name has characters that cannot be shown."),
        ("Iago", "Iago is a character of this play."),
    ],
)
def test_a_name_that_nobody_can_have_is_refused_in_words(name: Any, why: str, house: House) -> None:
    records = count(house)
    with pytest.raises(CannotBeCalled, match=f"^{why}"):
        house.command("rename", seat="seat2", name=name)
    assert [seat["name"] for seat in house.board["seats"]] == NAMES and count(house) == records


def test_a_name_is_put_right_in_old_games_and_their_records_stay(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    archive = Archive(path)
    with running(path) as house:
        for game in ("othello", "asides", "asides"):
            house.command("start", game=game, names=NAMES, lead=1)
            play(house, Random(game), 4)
        assert OLD in json.dumps(archive.games(wait=60))  # which keeps its results
        before = records_before(path, 2)
        house.command("call", was=OLD.upper(), name=f" {NEW} ", games=[1, 2, 3])
        assert records_before(path, 2) == before
        assert [seat["name"] for seat in house.board["seats"]] == ["Ann", NEW, "Cal"]
        assert OLD not in json.dumps(house.desk["games"])
        assert OLD not in json.dumps(archive.games(wait=0))  # nothing is worked out yet
        found = archive.games(wait=60)
        assert OLD not in json.dumps(found) and [len(game["players"]) for game in found["games"]] == [3, 3, 3]
        for number in (1, 2, 3):
            assert OLD.encode() not in archive.file(number, "json").content
            assert OLD not in json.dumps(archive.replay(number))
        assert archive.named(NEW) == archive.named(OLD) == [3, 2, 1]
        house.command("reopen", game=1)
        assert [seat["name"] for seat in house.board["seats"]] == ["Ann", NEW, "Cal"]
    with running(path) as house:
        assert [seat["name"] for seat in house.board["seats"]] == ["Ann", NEW, "Cal"]
        house.command("forget", games=[2])
        house.command("call", was=NEW, name=OLD, games=[4])
        assert called_in(path, 4) == NAMES


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"name": "ANN"}, "Qwyx and ANN played together on "),
        ({"name": "Iago"}, "Iago is a character of this play."),
        ({"name": ""}, "Every seat needs a name."),
        ({"name": "Zoë", "was": "Bob"}, "Nobody was called Bob in the game of "),
        ({"name": "Zoë", "games": [1, 9]}, "games: game 9 is not in the journal"),
        ({"name": "Zoë", "games": []}, "games: must name 1 to 100 games"),
    ],
)
def test_a_name_that_cannot_be_given_to_old_games_changes_none(body: Json, why: str, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        for _ in range(2):
            house.command("start", names=NAMES, lead=1)
        with pytest.raises(CuelightError, match=f"^{re.escape(why)}"):
            house.command("call", **{"was": OLD, "games": [2, 1]} | body)
        assert called_in(house.path, 1) == called_in(house.path, 2) == NAMES


def records_before(path: Path, game: int) -> list[Any]:
    with closing(Journal.reading(path)) as journal:
        return [*journal.records(1), *journal.records(game)]


def called_in(path: Path, game: int) -> list[str]:
    with closing(Journal.reading(path)) as journal:
        return called(journal, journal.game(game))


@pytest.mark.parametrize("name", ["<script>alert(1)</script>"[:24], "יהודית 🎭", "👩\u200d👩\u200d👧\u200d👦"])
def test_any_name_that_a_game_can_begin_with_can_be_given_later(name: str, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", game="asides", names=NAMES)
        house.command("rename", seat="seat2", name=name)
        assert house.board["seats"][1]["name"] == name
        records = count(house)
        house.command("rename", seat="seat2", name=name)  # it has this name already
        assert count(house) == records


def test_an_answer_of_a_page_that_shows_the_old_name_does_nothing(house: House) -> None:
    answer, state = house.desk["options"][0]["answer"], house.board["state"]
    house.command("rename", seat="seat3", name="Kal", state=state, screen="1")
    for command, body in [("answer", answer), ("undo", {}), ("rename", {"seat": "seat3", "name": "Cai"})]:
        with pytest.raises(Conflict, match="name was put right meanwhile"):
            house.command(command, **body, state=state, screen="2")
    house.command("rename", seat="seat3", name="Cal", state=house.board["state"])


def test_every_record_with_names_is_read_with_those_of_today() -> None:
    """Including names inside sentences, names that changed twice, and swapped names."""
    said = {"one": "{name} waits, {more}", "values": {"name": "Ann", "more": {"text": "x", "said": said_of("Ben")}}}
    records: list[tuple[str, Any]] = [
        ("irregularity", {"message": "x", "said": said}),
        ("names", {"names": ["Ben", "Ann"]}),
        ("early", {"Ann": "I.2"}),
        ("awaited", {"Ben": 4}),
        ("question", {"id": 1, "text": "x", "player": None, "answer": None, "said": said}),
        ("names", {"names": ["Ben", "Dot"]}),
        ("answer", {"answer": {"by": "Dot", "do": "nothing that is known"}, "text": "as it was"}),
    ]
    assert called_now(records) == ["Ben", "Dot"]
    told = [body for kind, body in with_current_names(game_of("othello"), records, ["Ann", "Ben"], ["Ben", "Dot"])]
    assert told[0]["said"]["values"]["name"] == "Ben" and told[0]["said"]["values"]["more"]["said"] == said_of("Dot")
    assert told[2:4] == [{"Dot": "I.2"}, {"Ben": 4}]
    assert told[4]["said"]["values"]["name"] == "Dot"
    assert told[6] == records[6][1]


def said_of(name: str) -> Json:
    return {"one": "{name} waits too", "values": {"name": name}}


def count(house: House) -> int:
    """Count the records of the newest game."""
    journal = Journal.reading(house.path)
    try:
        return len(journal.records())
    finally:
        journal.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("names") / "table.db") as found:
        found.command("start", names=NAMES, lead=1)
        yield found
