"""Nothing stops a table for good: games that cannot be shown, refused commands, odd clocks, a thread that ends."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from companion.core.errors import CuelightError, InputError
from companion.journal import Journal, JournalError, Kind
from companion.table.snapshot import MOST_SHOWN
from cuelight.app import loop as thread
from cuelight.app.commands.games import GameGoesOn
from cuelight.app.loop import REST_SECONDS
from cuelight.app.table import LiveTable
from tests.app.test_own_decks import own_deck
from tests.support.running_table import STAGE, House, Json, People, running
from tests.support.waiting import until
from web.server.server import Server

ODD = "\ud800"  # half of a surrogate pair: text to Python and JSON, but it cannot be sent
HUGE = 10**4999  # more digits than Python prints


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with running(tmp_path / "table.db", pace=0) as found:
        yield found


def written(path: Path) -> list[tuple[str, Any]]:
    with closing(Journal.open(path)) as journal:
        return [(record.kind, record.body) for game in journal.games() for record in journal.records(game.id)]


UNSHOWABLE: list[Json] = [
    {"names": ["Ann", ODD]},
    {"position": {"edition": "2024", "seats": [{"name": "Ann", "intrigue": HUGE}, {"name": "Ben"}]}},
]


@pytest.mark.parametrize("body", UNSHOWABLE, ids=["a name that cannot be sent", "a number that cannot be written"])
def test_a_game_that_cannot_be_shown_is_never_begun(house: House, body: Json) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    before = house.desk
    with pytest.raises(CuelightError):
        house.command("start", **body)
    assert house.desk == before
    house.mat("hold", button="seat2")
    house.command("start", names=["Cal", "Dee"])
    house.table.stop()
    assert [body["names"] for kind, body in written(house.path) if kind == "game"] == [["Ann", "Ben"], ["Cal", "Dee"]]


def test_a_game_in_the_journal_that_cannot_be_shown_is_set_aside_with_a_word(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    body = {"names": ["Ann", ODD], "edition": "2024", "deck": "stand-in", "seed": 1}
    with closing(Journal.open(path)) as journal:
        journal.begin_game(body, 0.0)
    with running(path) as house:
        [notice] = house.desk["notices"]
        assert notice.startswith("Game 1 in the journal cannot be taken up: this game cannot be shown")
        assert house.board["table"]["state"] == "idle"
        house.command("start", names=["Ann", "Ben"])
        assert house.board["table"]["state"] == "playing"


def test_a_table_whose_disk_hangs_says_so_and_does_later_what_it_was_asked(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server(house.table, "127.0.0.1", 0)
    server.start()
    on = threading.Event()

    def hang() -> None:
        on.wait()

    with monkeypatch.context() as patched:
        house.table.loop.hand_over(hang)
        patched.setattr(thread, "PATIENCE_SECONDS", 0.02)
        answers = []
        for name, body in (("decks", None), ("start", b'{"names": ["Ann", "Ben"]}')):
            asked = Request(f"{server.address}/api/{name}", body, {"Content-Type": "application/json"})
            with pytest.raises(HTTPError) as refused:
                urlopen(asked, timeout=5)
            answers.append((refused.value.code, json.loads(refused.value.read())["error"][:26]))
        on.set()
    server.stop()
    assert answers == [(503, "The table does not answer.")] * 2
    house.catch_up()
    assert house.board["table"]["state"] == "playing" and not caplog.records


@pytest.mark.parametrize("text", ["no deck at all", "id = 3", ODD])
def test_a_deck_in_the_journal_that_cannot_be_read_is_told_and_not_offered(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.db"
    with closing(Journal.open(path)) as journal:
        journal.append(Kind.DECK, {"text": text}, 0.0)
    with running(path) as house:
        assert "A deck in the journal (record 1) cannot be read" in house.desk["notices"][0]
        assert {deck["id"] for deck in house.table.ask("decks", {})["decks"]} == {"stand-in"}


def test_a_demonstration_by_a_deck_that_cannot_be_shown_is_played_with_the_stand_in(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with closing(Journal.open(path)) as journal:
        journal.append(Kind.DECK, {"text": own_deck(b"\\ud83d\\ude00".decode("unicode_escape")[:1])}, 0.0)
    with running(path, demo=True) as house:
        assert house.board["table"]["deck"] == "stand-in"
        assert len(house.desk["notices"]) == 1


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("answer", {}),
        ("answer", {"by": "William", "do": "seize"}),
        ("mat", {"do": "wave"}),
        ("mat", {"do": "lift", "zone": "seat1.play"}),
        ("undo", {}),
        ("drive", {"driver": "ghosts"}),
        ("question", {"id": "first"}),
        ("start", {"names": ["Ann", "Ben"], "lead": 2}),
        ("start", {"names": ["Ann", "Ben"], "lead": "Ann"}),
    ],
)
def test_a_refused_command_leaves_the_bots_at_play(tmp_path: Path, name: str, body: Json) -> None:
    path = tmp_path / "demo.db"
    with running(path, demo=True, pace=1000) as house:
        before = house.desk
        with pytest.raises(CuelightError):
            house.command(name, **body)
        assert house.desk == before
        house.clock.now += 3000
        house.catch_up()
        until(lambda: house.desk["board"]["seq"] > before["board"]["seq"])
        assert house.desk["driver"] == "bots"
    assert "driver" not in [kind for kind, _body in written(path)]


def test_who_takes_over_and_what_is_answered_are_written_at_once(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with running(path, demo=True, pace=1000) as house:
        house.command("answer", do="lead", to="Kate")
        assert (house.desk["driver"], house.board["lead"]) == ("hands", 1)
    kinds = [kind for kind, _body in written(path)]
    assert kinds[1:5] == ["driver", "observation", "answer", "events"]


def test_a_clock_that_tells_no_time_stops_nothing(tmp_path: Path) -> None:
    times = iter([1e9, 2e9, float("nan"), float("inf"), -1e9])
    table = LiveTable(tmp_path / "table.db", lambda: 100.0, lambda: next(times, 5e8))
    table.start()
    table.command("start", {"names": ["Ann", "Ben"]})
    for lead in range(8):
        table.command("mat", {"do": "tag", "zone": f"seat{lead % 2 + 1}.play", "thing": "tile:Iago"})
    assert json.loads(table.desk())["notices"] == []
    table.stop()
    with closing(Journal.open(tmp_path / "table.db")) as journal:
        assert {record.at for record in journal.records()} <= {1e9, 2e9, -1e9, 5e8}


def test_a_thing_on_the_stage_lies_there_again_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        People(house, seed=3).play(until=lambda board: board["phase"] == "reveal")
        house.mat("tag", zone=STAGE, thing="coin:Iago")
        before = house.desk
        assert before["zones"][STAGE] == "coin:Iago"
    with running(path, pace=0) as house:
        for key in ("zones", "questions", "irregularities", "decision", "undo_text"):
            assert house.desk[key] == before[key], key
        house.mat("lift", zone=STAGE)
        assert house.desk["zones"][STAGE] is None


def test_a_card_that_was_laid_early_lies_there_after_a_restart_and_is_placed_when_it_is_time(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        people = People(house, seed=3)
        people.play(until=lambda board: board["scene"] == 2)
        early = next(card for card in house.desk["hands"]["seat3"] if "." in card)  # a card that may be turned up
        house.mat("tag", zone="seat3.play", thing=early)
        before = house.desk
        assert before["zones"]["seat3.play"] == early
        assert before["board"]["phase"] == "pre-placement"
    with running(path, pace=0) as house:
        house.catch_up()
        for key in ("zones", "hands", "questions", "irregularities", "decision", "undo_text"):
            assert house.desk[key] == before[key], key
        while house.board["phase"] == "pre-placement":
            house.command("answer", do="pass", by=house.desk["decision"]["players"][0])
        assert house.board["seats"][2]["card"] is not None
        house.command("undo")
    with running(path, pace=0) as house:
        People(house, seed=4).play(until=lambda board: board["scene"] == 3)
        assert house.desk["irregularities"] == []


# --- a game that was ended by mistake


def test_a_game_that_was_ended_by_mistake_is_opened_again_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        People(house, seed=3).play(until=lambda board: board["act"] == 2)
        before = house.desk
        assert before["games"] == []
        house.command("start", names=["Eve", "Mal"])
        [kept] = house.desk["games"]
        assert (kept["game"], kept["names"]) == (1, ["Ann", "Ben", "Cal"])
        house.command("reopen", game=1)
        same(house.desk, before)
        assert [game["names"] for game in house.desk["games"]] == [["Eve", "Mal"]]
        People(house, seed=5).play(until=lambda board: board["scene"] == 3)
        before = house.desk
    with running(path, pace=0) as house:
        same(house.desk, before)
        house.command("start", names=["Gus", "Hal"])
        house.command("reopen", game=3)
        same(house.desk, before)
        for _ in range(3):
            house.command("undo")
        People(house, seed=6).play(until=lambda board: board["act"] == 3)
    with running(path) as house:
        assert house.board["act"] == 3


def same(now: Json, before: Json) -> None:
    """Check that the game is the same, to the last card."""
    for key in ("hands", "zones", "decision", "options", "questions", "irregularities", "undo_text", "driver"):
        assert now[key] == before[key], key


@pytest.mark.parametrize("game", [0, 1, 9, "1", None, -1])
def test_only_a_game_of_people_that_is_not_being_played_is_opened_again(house: House, game: object) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    before = house.desk
    with pytest.raises(CuelightError):
        house.command("reopen", game=game)
    assert house.desk == before


def test_a_demonstration_is_not_opened_again(tmp_path: Path) -> None:
    with running(tmp_path / "demo.db", demo=True, pace=1000) as house:
        house.command("start", names=["Ann", "Ben"])
        assert house.desk["games"] == []
        with pytest.raises(CuelightError, match="demonstration"):
            house.command("reopen", game=1)


def test_a_table_whose_folder_is_deleted_says_so_and_confirms_nothing(tmp_path: Path) -> None:
    folder, away = tmp_path / "data", tmp_path / "away"
    with running(folder / "table.db", pace=0) as house:
        house.command("start", names=["Ann", "Ben"], lead=0)
        folder.rename(away)
        with pytest.raises(CuelightError, match="moved or deleted"):
            house.command("start", names=["Cal", "Dee"], lead=0)
        until(lambda: any("moved or deleted" in notice for notice in house.desk["notices"]))
        away.rename(folder)
        house.clock.now += REST_SECONDS
        house.catch_up()
        until(lambda: not any("moved or deleted" in notice for notice in house.desk["notices"]))
        house.command("start", names=["Eve", "Fay"], lead=0)
    assert [body["names"] for kind, body in written(folder / "table.db") if kind == "game"] == [
        ["Ann", "Ben"],
        ["Eve", "Fay"],
    ]


RUN = """if True:
    import ctypes, sys, threading
    from cuelight.__main__ import main

    def kill() -> None:
        sys.stdin.readline()
        [its] = [thread for thread in threading.enumerate() if thread.name == sys.argv[2]]
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(its.ident), ctypes.py_object(SystemExit))

    threading.Thread(target=kill, daemon=True).start()
    sys.exit(main(["demo", "--host", "127.0.0.1", "--port", "0", "--journal", sys.argv[1]]))
"""


@pytest.mark.parametrize(("thread", "why"), [("table", "the table has stopped"), ("web", "the web server has stopped")])
def test_when_a_thread_of_the_table_ends_the_program_ends_and_can_be_started_again(
    tmp_path: Path, thread: str, why: str
) -> None:
    command = [sys.executable, "-c", RUN, str(tmp_path / "demo.db"), thread]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert "Open http" in process.stdout.readline()
        _, told = process.communicate("now\n", timeout=60)
    assert process.returncode == 1
    assert why in told


SHORT_OF_MEMORY = """if True:
    import json, resource, sys, time
    from pathlib import Path
    from companion.core.errors import CuelightError
    from cuelight.app.table import LiveTable

    table = LiveTable(Path(sys.argv[1]), time.monotonic, time.time)
    table.start()
    table.command("start", {"names": ["Ann", "Ben"], "lead": 0})

    def playing():
        return json.loads(table.board())["table"]["game"]

    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    failed = 0
    for room in (0, 100_000, 1_000_000, 8_000_000):
        resource.setrlimit(resource.RLIMIT_AS, (used + room, resource.RLIM_INFINITY))
        for number in range(12):
            try:
                names = ["Ann" * number, "Ben" * 9]
                table.command("start", {"names": names, "lead": 1, "ends": playing()})
                table.command("deck", {"text": "#" * 2_000_000})
            except (CuelightError, MemoryError, TimeoutError):
                failed += 1
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    table.command("start", {"names": ["Cal", "Dee"], "lead": 1, "ends": playing()})
    board = json.loads(table.board())
    assert [seat["name"] for seat in board["seats"]] == ["Cal", "Dee"], board
    table.stop()
    print(failed)
"""


def test_short_of_memory_the_table_refuses_and_goes_on_when_there_is_some(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SHORT_OF_MEMORY, str(tmp_path / "table.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    assert int(ended.stdout) > 0
    with running(tmp_path / "table.db") as house:
        assert [seat["name"] for seat in house.board["seats"]] == ["Cal", "Dee"]


def test_a_journal_that_may_only_be_read_is_told_and_the_table_goes_on_when_it_may_be_written(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", names=["Ann", "Ben"], lead=0)
        journal: Any = house.table.resources.journal
        before = house.board
        house.table.loop.wait_for(lambda: journal._connection.execute("PRAGMA query_only = ON"))
        with pytest.raises(JournalError, match="may not be written"):
            house.command("undo")
        until(lambda: "may not be written" in "".join(house.desk["notices"][:1]))
        assert "not recorded" in house.board["headline"]
        assert house.board | {"headline": ""} == before | {"headline": ""}
        house.table.loop.wait_for(lambda: journal._connection.execute("PRAGMA query_only = OFF"))
        until(lambda: house.desk["notices"] == [])
        house.command("undo")
        assert house.board["lead"] is None


@pytest.mark.parametrize("uid", ["A" * 100_000, "04\x1b[31m", "\u202e04"], ids=["long", "control", "backwards"])
def test_a_tag_that_no_chip_has_is_not_laid_and_nothing_is_written_of_it(house: House, uid: str) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    before = house.desk
    with pytest.raises(InputError):
        house.mat("tag", zone="seat1.play", thing=f"uid:{uid}")
    assert house.desk == before
    house.table.stop()
    assert not any("uid" in body for kind, body in written(house.path) if kind == "observation")


def test_the_desk_stays_small_however_many_unknown_tags_somebody_lays(house: House) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    for number in range(MOST_SHOWN + 5):
        house.mat("tag", zone=STAGE, thing=f"uid:04{number:012X}")
    asked = [question["id"] for question in house.desk["questions"]]
    assert len(asked) == MOST_SHOWN
    house.command("question", id=asked[0], reply="ignore")
    assert [question["id"] for question in house.desk["questions"]] == [*asked[1:], asked[-1] + 1]


def test_a_demonstration_that_people_took_over_is_a_game_of_people(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", demo=True, pace=0.1) as house:
        first = house.table.game
        assert house.board["table"]["demo"]
        house.command("drive", driver="hands")
        assert not house.board["table"]["demo"]
        with pytest.raises(GameGoesOn):
            house.table.command("start", {"names": ["Ann", "Ben"]})
        house.command("start", names=["Ann", "Ben"])
        assert [game["game"] for game in house.desk["games"]] == [first]
        house.command("reopen", game=first)
        assert house.board["seats"][0]["name"] == "William"
        again = house.table.game
    with running(tmp_path / "table.db", demo=True) as house:
        assert house.table.game == again
        assert house.desk["driver"] == "hands"
