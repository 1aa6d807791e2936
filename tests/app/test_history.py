"""Old games: every kept journal is listed and shown, a game's results are kept, and deleted games are gone."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any
from urllib.parse import unquote
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from companion.core import i18n
from companion.core.errors import InputError
from companion.core.spreadsheet import spreadsheet
from companion.games import game_ids
from companion.journal import Digests, GameInfo, Journal, Record, local_time, said_time
from cuelight.__main__ import main
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.store import records_of
from cuelight.history.archive import Archive
from cuelight.history.files import BGSTATS, bgstats_play, games_csv
from cuelight.history.past import outline, played_seconds
from cuelight.history.statistics import evening, players
from tests.support.kept_journals import FOLDER, unpacked
from tests.support.recorded_table import RecordedTable
from tests.support.running_table import running, served
from web.api.table_port import NoSuchGame, OpenDoors
from web.app.history import edition_of
from web.app.pages import create_app

Json = dict[str, Any]
KEPT = sorted(FOLDER.glob("form-*/*.db.gz"))
OVER = {"othello": "a-demonstration", "deathmatch": "an-evening-of-deathmatch", "asides": "an-evening-of-asides"}
NOON = 1_795_000_000.0
DAY = 24 * 3600.0
LASTING = ("where", "asked", "tiles", "piles", "set_aside", "winners", "log", "act", "scene")


def copied(path: Path, games: Sequence[tuple[str, Json]], folder: Path) -> Path:
    """Return a journal with the first games of kept journals, a day apart, with these changes."""
    sources = {}
    with closing(Journal.open(path)) as journal:
        for number, (name, changes) in enumerate(games):
            if name not in sources:
                place = folder / name
                place.mkdir()
                sources[name] = unpacked(FOLDER / "form-2" / f"{name}.db.gz", place)
            with closing(Journal.reading(sources[name])) as kept:
                game = kept.games()[0]
                body = DeckStore(kept).whole(game.body) | {"demo": False} | changes
                records = [(each.kind, each.body) for each in records_of(kept, game)[1:] if each.kind != "deck"]
            journal.begin_game(body, NOON + number * DAY, records)
    return path


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal with five games of people: three complete, one of them twice; one abandoned, one running."""
    folder = tmp_path_factory.mktemp("evenings")
    games: list[tuple[str, Json]] = [(OVER[game], {}) for game in game_ids()]
    games += [(OVER["othello"], {"names": ["viola", "Kate", "Robin", "=1+2"]}), ("an-evening-by-hand", {})]
    path = copied(folder / "table.db", games, folder)
    Archive(path).games(wait=20.0)
    return path


@pytest.fixture
def path(evenings: Path, tmp_path: Path) -> Path:
    """Return a copy of that journal with everything computed."""
    for file in evenings.parent.glob("table.db*"):
        copyfile(file, tmp_path / file.name)
    return tmp_path / "table.db"


def first_name_of(archive: Archive, number: int) -> str:
    return str(archive.game(number)["digest"]["players"][0]["name"])


@pytest.mark.parametrize("kept", KEPT, ids=[f"{path.parent.name}/{path.name}" for path in KEPT])
def test_every_kept_journal_is_listed_and_its_replay_ends_with_what_the_table_shows(kept: Path, tmp_path: Path) -> None:
    path = unpacked(kept, tmp_path)
    with running(path) as house:
        shown, game = house.board, house.table.game
    archive = Archive(path)
    found = archive.games(wait=20.0)
    assert found["unread"] == 0 and found["games"]
    assert not any(each.get("unreadable") for each in found["games"])
    for each in found["games"]:
        whole = archive.game(each["game"])
        assert [player["total"] for player in whole["sheet"]["players"]] == [
            total if player["points"] is None else player["points"]
            for player, total in zip(each["players"], [p["total"] for p in whole["sheet"]["players"]], strict=True)
        ]
    frames = archive.replay(game or 0)["frames"]
    last = boards_of(frames)[-1]
    assert {key: last.get(key) for key in LASTING} == {key: shown.get(key) for key in LASTING}
    assert [(seat["name"], seat["points"]) for seat in last["seats"]] == [
        (seat["name"], seat["points"]) for seat in shown["seats"]
    ]


def boards_of(frames: Sequence[Json]) -> list[Json]:
    """Return the boards of a replay, as a page computes them."""
    found: list[Json] = []
    board: Any = {}
    for frame in frames:
        board = made(board, frame["board"])
        found.append(board)
    return found


def made(old: Any, change: Any) -> Any:
    """Apply a change to a value, as docs/formats.md describes."""
    if change is None:
        return old
    if isinstance(change, list):
        return change[0]
    if isinstance(old, dict):
        kept = {key: value for key, value in old.items() if change.get(key) != 0 or isinstance(change.get(key), bool)}
        return kept | {key: made(old.get(key), inside) for key, inside in change.items() if inside != 0}
    new = list(old)
    for start, drop, items in change.get("~", ()):
        new[start : start + drop] = items
    for place, inside in change.items():
        if place != "~":
            new[int(place)] = made(new[int(place)], inside)
    return new


@pytest.mark.parametrize(("number", "game"), list(enumerate(game_ids(), start=1)))
def test_a_game_is_shown_with_its_sheet_race_reasons_and_steps(number: int, game: str, evenings: Path) -> None:
    archive = Archive(evenings)
    found, replay = archive.game(number), archive.replay(number)
    frames = replay["frames"]
    assert found["digest"]["plays"] == game and found["digest"]["over"]
    ends = [player["total"] for player in found["sheet"]["players"]]
    assert [player["points"][-1] for player in found["race"]["players"]] == ends
    assert [player["total"] for player in found["explain"]] == ends
    assert len(frames) == len(found["steps"]) + 1
    assert [frame["text"] for frame in frames[1:]] == [step["text"] for step in found["steps"]]
    assert [
        frame["text"] for frame in frames[1:] if not frame["rules"] or not {*frame["rules"]} <= {*replay["rules"]}
    ] == []
    assert all(board["window"] is None or board["window"]["seconds"] == 0 for board in boards_of(frames))


def test_what_came_of_a_game_is_worked_out_once(path: Path) -> None:
    archive, file = Archive(path), path.with_name("table.db.digests")
    file.unlink()
    points = archive.games(wait=20.0)["games"][-1]["players"][0]["points"]
    assert file.stat().st_mode & 0o777 == 0o600
    kept = json.loads(file.read_text())
    kept["games"]["1"][1]["players"][0]["points"] = points + 1000
    file.write_text(json.dumps(kept))
    assert archive.games(wait=0.0)["games"][-1]["players"][0]["points"] == points + 1000
    kept["games"]["1"][0] = "another checksum"
    file.write_text(json.dumps(kept))
    assert archive.games(wait=20.0)["games"][-1]["players"][0]["points"] == points
    file.write_text("{")
    assert archive.games(wait=20.0)["games"][-1]["players"][0]["points"] == points


def test_a_list_of_what_nobody_has_worked_out_is_there_at_once_and_the_rest_follows(path: Path) -> None:
    path.with_name("table.db.digests").unlink()
    archive = Archive(path)
    found = archive.games(wait=0.0)
    assert [each["game"] for each in found["games"]] == [5, 4, 3, 2, 1]
    assert found["unread"] == 5
    assert all(player["points"] is None for each in found["games"] for player in each["players"])
    archive.wait()
    assert archive.games(wait=0.0)["unread"] == 0


def test_an_undo_changes_what_is_listed(path: Path) -> None:
    archive = Archive(path)
    steps = archive.games(wait=20.0)["games"][0]["steps"]
    with running(path) as house:
        house.command("undo")
    assert archive.games(wait=20.0)["games"][0]["steps"] < steps


def test_the_game_that_is_played_is_named_so(path: Path) -> None:
    with running(path) as house:
        found = Archive(path, lambda: house.table.game).games(wait=20.0)["games"]
    assert [each["playing"] for each in found] == [True, False, False, False, False]


def test_a_game_that_cannot_be_read_is_listed_and_the_others_are_shown(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        journal.begin_game({"game": "othello", "form": 2, "names": ["Zoe", "Yan"], "edition": "1603"}, NOON)
    archive = Archive(path)
    found = archive.games(wait=20.0)
    assert [player["name"] for player in found["games"][0]["players"]] == ["Zoe", "Yan"]
    assert found["games"][0]["unreadable"] and not found["games"][1].get("unreadable")
    with pytest.raises(NoSuchGame):
        archive.game(6)


def test_statistics_count_games_of_people_that_were_played_to_the_end(evenings: Path) -> None:
    found = {player["name"]: player for player in Archive(evenings).games(wait=20.0)["players"]}
    viola = found["viola"]  # with the spelling of the last time
    assert "Viola" not in found
    row = next(row for row in viola["by_game"] if row["plays"] == "othello")
    assert (row["games"], row["wins"], viola["evenings"]) == (2, 1, 2)  # the first seat was William's the first time
    assert "Gus" not in found  # whose game was abandoned


def test_a_demonstration_counts_for_nobody() -> None:
    each = {"over": True, "demo": True, "at": NOON, "plays": "asides", "winners": ["Ann"]}
    each["players"] = [{"name": "Ann", "points": 3}]
    assert players([each]) == []
    assert players([each | {"demo": False}])[0]["by_game"][0]["mean"] == 3.0


def test_what_is_played_after_midnight_belongs_to_the_evening_before() -> None:
    assert evening(NOON - NOON % DAY + 2 * 3600.0) == evening(NOON - NOON % DAY - 2 * 3600.0)
    assert evening(float("1e20")) == ""


def test_forgotten_games_are_gone_from_lists_statistics_names_and_files(path: Path) -> None:
    archive = Archive(path)
    archive.games(wait=20.0)
    name = first_name_of(archive, 4).encode()
    assert name == b"viola" and name in path.with_name("table.db.digests").read_bytes()
    with running(path) as house:
        house.command("forget", games=archive.named("VIOLA"))
        found = archive.games(wait=20.0)
        assert "viola" not in [player["name"].casefold() for player in found["players"]]
        assert "viola" not in map(str.casefold, archive.lately()["names"])
        assert [each["game"] for each in found["games"]] == [5, 3, 2]
        with pytest.raises(NoSuchGame):
            archive.replay(4)
        for file in path.parent.glob("table.db*"):
            assert name not in file.read_bytes(), file
        with pytest.raises(InputError, match="is the newest"):
            house.command("forget", games=[5])
        with pytest.raises(InputError, match="not in the journal"):
            house.command("forget", games=[4])
        with pytest.raises(InputError, match="must name 1 to"):
            house.command("forget", games=[])
    with closing(Journal.open(path)) as journal:
        while journal.look_back():
            pass
        assert journal.notices == []
        assert set(Digests(path).read(journal.seals())) == {2, 3, 5}


def test_a_game_that_is_forgotten_while_others_are_worked_out_is_not_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Digests(path).drop(1)
    with closing(Journal.open(path)) as journal:

        def worked_out(_journal: Journal, _store: DeckStore, info: GameInfo) -> Json:
            journal.forget([4], NOON)
            return outline(info, demo=False)

        monkeypatch.setattr("cuelight.history.archive._worked_out", worked_out)
        Archive(path).games(wait=20.0)
        assert b"viola" not in path.with_name("table.db.digests").read_bytes()
        assert set(Digests(path).read(journal.seals())) == {1, 2, 3, 5}


def test_a_game_that_was_opened_again_is_one_and_is_forgotten_whole(path: Path) -> None:
    with running(path) as house:
        house.command("reopen", game=3)
        house.command("start", names=["Ann", "Ben"])
        found = Archive(path).games(wait=20.0)["games"]
        assert [each["game"] for each in found] == [7, 6, 5, 4, 2, 1]
        assert found[1]["steps"] == Archive(path).game(6)["digest"]["steps"] > 100
        with pytest.raises(InputError, match="was opened again"):
            house.command("forget", games=[3])
        house.command("forget", games=[6])
    with closing(Journal.reading(path)) as journal:
        assert journal.ids() == [1, 2, 4, 5, 7]


def test_the_form_that_begins_a_game_gets_the_last_one_and_all_names(evenings: Path) -> None:
    found = Archive(evenings).lately()
    assert found["last"]["plays"] == "othello" and found["last"]["names"] == ["Gus", "Hal"]
    assert (found["last"]["edition"], found["last"]["level"]) == ("2022", "evil")
    assert found["names"][:3] == ["Gus", "Hal", "viola"] and len(set(found["names"])) == len(found["names"])


@pytest.mark.parametrize(
    "name", ["=1+2", " @A1", "-1", "Ann;=1+2", "Ann; \t+1", "\uff1d1+2", "Ann;\uff201", "\uff0b1", "\uff0d1"]
)
def test_no_cell_begins_with_a_sum_wherever_a_spreadsheet_divides_the_line(name: str) -> None:
    played = {"game": 1, "at": 0.0, "plays": "asides", "edition": "1", "level": None, "demo": False, "over": True}
    file = games_csv([played | {"players": [{"name": name, "points": 1}], "winners": [name]}])
    line = file.content.decode("utf-8-sig").splitlines()[1]
    assert not [
        cell for cell in re.split("[;,]", line) if re.match(r"""["\s]*[=+@\uff1d\uff0b\uff20\uff0d-]""", cell)
    ], line


def test_a_spreadsheet_opens_in_columns_in_the_language_of_the_table() -> None:
    rows = [("Käthe, Ann", 1.5), ("=1", 2)]
    assert spreadsheet(rows).decode("utf-8-sig") == '"Käthe, Ann",1.5\r\n\'=1,2\r\n'
    i18n.speak("de")
    try:
        assert spreadsheet(rows).decode("utf-8-sig") == "Käthe, Ann;1,5\r\n'=1;2\r\n"
        date, time = local_time(0.0).split()
        assert said_time(0.0) == f"{'.'.join(reversed(date.split('-')))} {time}"
    finally:
        i18n.speak("en")
    assert said_time(0.0) == local_time(0.0) and said_time(1e300) == ""


def test_a_spreadsheet_calculates_no_name(evenings: Path) -> None:
    file = Archive(evenings).file(None, "csv")
    rows = list(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"))))
    assert "'=1+2" in {row["player"] for row in rows}
    assert {row["plays"] for row in rows} == {"The Tragedy of Othello", "Shakespeare Deathmatch", "Asides"}
    assert {row["left in"] for row in rows if row["over"] == "no"} == {"Act II, scene 1"}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_sheet_of_a_game_is_a_table_that_adds_up(evenings: Path, number: int) -> None:
    archive = Archive(evenings)
    rows = list(csv.reader(io.StringIO(archive.file(number, "csv").content.decode("utf-8-sig"))))
    sheet = archive.game(number)["sheet"]
    totals = [row for row in rows if row[1] == "total"]
    assert [int(row[-1]) for row in totals] == [player["total"] for player in sheet["players"]]
    assert json.loads(archive.file(number, "json").content)["sheet"] == sheet
    with pytest.raises(InputError):
        archive.file(number, "exe")


def test_bg_stats_is_given_one_play_with_everybodys_points(evenings: Path) -> None:
    archive = Archive(evenings)
    link = archive.game(4)["bgstats"]
    play = json.loads(unquote(link.removeprefix(BGSTATS)))
    file = json.loads(archive.file(4, "bgstats").content)
    [kept] = file["plays"]
    assert file["userInfo"]["meRefId"] not in {each["id"] for each in file["players"]}
    scores = {each["playerRefId"]: each["score"] for each in kept["playerScores"]}
    assert {each["name"]: scores[each["id"]] for each in file["players"]} == {
        each["name"]: each["score"] for each in play["players"]
    }
    assert kept["playDate"] == play["playDate"] == "2026-11-21 11:06:40" and file["games"][0]["id"] == kept["gameRefId"]
    assert [player["name"] for player in play["players"]] == ["viola", "Kate", "Robin", "=1+2"]
    assert sum(player["winner"] for player in play["players"]) == 1
    assert play["game"]["name"] == "The Tragedy of Othello" and play["game"]["highestWins"]
    assert archive.game(5)["bgstats"] is None  # which was abandoned
    digest = archive.game(4)["digest"]
    with closing(Journal.reading(evenings)) as journal:
        times = [record.at for record in records_of(journal, journal.game(4))]
    assert digest["until"] == max(times) and round(digest["seconds"] / 60) == play["durationMin"]


def test_a_game_took_as_long_as_it_was_played_whatever_the_clock_did_and_over_night() -> None:
    times = [0.0, 60.0, 3e7, 3e7 + 60.0, 3e7 - 3540.0, 3e7 - 3480.0, 3e7 + DAY, 3e7 + DAY + 60.0]
    assert played_seconds([Record(number, 1, "events", [], at) for number, at in enumerate(times, 1)]) == 4 * 60.0


def test_a_pause_is_no_playing_time() -> None:
    written = [("game", {}, 0), ("pause", {"paused": True}, 100), ("tag", {}, 600), ("pause", {"paused": False}, 1000)]
    records = [Record(number, 1, kind, body, at) for number, (kind, body, at) in enumerate(written, 1)]
    assert played_seconds([*records, Record(9, 1, "events", [], 1050.0)]) == 150.0


def test_another_time_zone_of_the_machine_applies_while_the_table_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = create_app(RecordedTable(), OpenDoors()).test_client()
    for zone, said, day in (("JST-9", "09:00", "1970-01-01"), ("HST10", "14:00", "1969-12-31")):
        monkeypatch.setenv("TZ", zone)
        assert pages.get("/history").status_code == 200
        assert local_time(0.0).split()[1] == said and evening(1.0) == day


@pytest.mark.parametrize(
    ("game", "edition", "level", "said"),
    [
        ("othello", "2022", "evil", "2022, Evil"),
        ("othello", "2024-first", None, "2024, first printing"),
        ("othello", "1603", None, "1603"),
        ("asides", "1", None, ""),  # there is only one
        ("deathmatch", None, None, ""),
    ],
)
def test_an_edition_is_called_as_on_its_box_where_a_game_has_several(
    game: str, edition: str | None, level: str | None, said: str
) -> None:
    digest = {"plays": game, "edition": edition, "level": level}
    assert edition_of(digest) == said
    told = {"at": 0.0, "until": 0.0, "seconds": 0.0, "game": 1, "players": [], "winners": []}
    assert bgstats_play(digest | told)["board"] == said


def run(path: Path, *arguments: str) -> int:
    return main(["journal", "--journal", str(path), *arguments])


def test_the_command_tells_what_came_of_every_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(path, "history") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:5]] == ["5", "4", "3", "2", "1"]
    assert lines[0].endswith("left in Act II, scene 1") and "'" not in lines[1] and "*" in lines[1]
    assert run(path, "history", "--json") == 0
    assert json.loads(capsys.readouterr().out) == Archive(path).games()


def test_the_command_keeps_games_as_files_that_only_their_owner_reads(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for game, name in (
        ("1", "game.html"),
        ("1", "game.csv"),
        ("all", "games.json"),
        ("2", "game.bgsplay"),
    ):
        assert run(path, "keep", game, str(tmp_path / name)) == 0
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "game.html").read_text().startswith("<!doctype html>")
    for game, name in (
        ("1", "game.html"),
        ("1", "game.exe"),
        ("all", "games.bgsplay"),
        ("1", "game.pdf"),
        ("9", "none.json"),
        ("x", "x.csv"),
    ):
        assert run(path, "keep", game, str(tmp_path / name)) == 2
    capsys.readouterr()


def test_the_command_forgets_the_games_of_a_player(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(path, "forget", "--player", "VIOLA") == 0
    assert run(path, "forget", "--player", "Viola") == 2
    with closing(Journal.reading(path)) as journal:
        assert journal.ids() == [2, 3, 5]
    assert run(path, "forget", "5") == 2
    assert "is the newest" in capsys.readouterr().err


def test_the_start_page_proposes_the_game_that_was_chosen_or_else_played_last(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house, served(house) as address:
        browser = build_opener(HTTPCookieProcessor())

        def proposed() -> str:
            page = browser.open(f"{address}/start").read().decode()
            return str(re.search(r'<main [^>]*data-game="(\w+)"', page)[1])  # type: ignore[index]

        assert proposed() == "othello"
        house.command("start", game="asides", names=["Ann", "Ben", "Cal"])
        house.command("end", game=house.table.game)
        assert proposed() == "asides"
        browser.open(f"{address}/start?game=deathmatch").close()
        assert proposed() == "deathmatch"
