"""A running table: whole games by gestures with a viewer over HTTP, restarts, kills, and damaged journals."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import CuelightError
from companion.game.equipment import ON_SCREEN
from companion.journal import Journal, JournalError
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.game import Unseen
from companion.othello.rules.submit import new_game
from companion.othello.table.actual_deal import ActualDeal
from companion.table.session import Session
from companion.table.snapshot import board
from cuelight.__main__ import main
from cuelight.app.games.in_play import NoGame
from cuelight.app.table import LiveTable
from tests.app.test_history import copied
from tests.games.othello.rules.table import BARE, DECK
from tests.support.running_table import STAGE, House, Json, People, Viewer, running, served
from tests.support.waiting import until

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
FIVE_SECONDS = 5.0
LIGHTS = ("cue", "press", "hold", "lay", "anothers", "told")  # keys of a seat that last only for a time


def get(address: str, path: str) -> Any:
    with urllib.request.urlopen(address + path) as answer:
        return json.load(answer)


class NoBook:
    """A record for a session that is only read."""

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        raise AssertionError("nothing is written here")


def told(session: Session) -> Json:
    """The board, but for what begins anew with a restart: numbers of changes and windows, hints to draw."""
    return lasting(board(session.view))


def lasting(snapshot: Json) -> Json:
    left = {key: value for key, value in snapshot.items() if key not in ("seq", "state", "window", "table")}
    return left | {"seats": [{key: seat[key] for key in seat if key not in LIGHTS} for seat in left["seats"]]}


def folded(path: Path) -> Iterator[Session]:
    """Yield the newest game of a journal, after each of its records."""
    with closing(Journal.open(path)) as journal:
        assert journal.notices == []
        for game in journal.games():
            start = new_game(game.body["names"], Unseen(), game.body["edition"], game.body["deck"]).state
            dealt = OTHELLO.secrets.actual_deal(start, int(game.body["seed"]))  # only the tiles are dealt by it here
            session = Session(OTHELLO, start, dealt.chance, NoBook(), equipment=ON_SCREEN)
            told_now: list[tuple[str, Any]] = []
            for record in journal.records(game.id):
                told_now.append((record.kind, record.body))
                if record.kind != "answer":  # its events are in the next record
                    session.replay(told_now)
                    told_now = []
                    yield session


def last_of(path: Path) -> Session:
    *_, session = folded(path)
    return session


# --- whole games


@pytest.mark.parametrize("players", [2])  # the others are in tests/long/proof_by_hand.py
def test_five_acts_by_gestures_alone(players: int, tmp_path: Path) -> None:
    play_five_acts(players, tmp_path)


def play_five_acts(players: int, tmp_path: Path) -> None:
    """Play a whole game by people at a served table, and resume it after its end."""
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        with served(house) as address:
            viewer, host = Viewer(address), Viewer(address, "desk")
            house.command("start", names=list(NAMES[:players]))
            People(house, seed=players).play()
            house.wait_until_nobody_is_told_anything()
            shown = house.board
            viewer.wait_for_snapshot(shown)
            host.wait_for_snapshot(house.desk)
            assert get(address, "/api/board") == shown
        viewer.wait_for_the_end()
        host.wait_for_the_end()
    assert (shown["table"]["state"], shown["act"], shown["phase"]) == ("over", 5, "over")
    assert not any(seat["cue"].startswith("draw") for seat in shown["seats"])
    points = {seat["name"]: seat["points"] for seat in shown["seats"]}
    assert set(shown["winners"]) <= {name for name in points if points[name] == max(points.values())}
    numbers = [snapshot["seq"] for snapshot in viewer.snapshots]
    assert numbers == sorted(numbers)
    with running(path) as again:
        assert again.board == shown | {key: again.board[key] for key in ("seq", "state")}
    assert told(last_of(path)) == lasting(shown)


def test_the_journal_of_a_game_alone_makes_the_same_state(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", names=list(NAMES[:4]), lead=2)
        people = People(house, seed=8)
        people.play(until=lambda board: board["act"] == 2 and board["scene"] == 2)
        for _ in range(3):
            house.command("undo")
        people.play(until=lambda board: board["scene"] == 3)
        before = house.desk
    with closing(Journal.open(path)) as journal:
        kinds = {record.kind for record in journal.records()}
    assert {"game", "observation", "answer", "events", "undo"} <= kinds
    with running(path) as again:
        desk = again.desk
        for key in ("options", "decision", "hands", "undo_text", "irregularities", "driver"):
            assert desk[key] == before[key], key
        assert lasting(desk["board"]) == lasting(before["board"])
        People(again, seed=9).play(until=lambda board: board["act"] == 3)
        assert again.board["act"] == 3


def test_the_real_cards_are_the_same_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", names=list(NAMES[:3]))
        People(house, seed=3).play(until=lambda board: board["act"] == 3)
        before = house.desk["hands"]
    with closing(Journal.open(path)) as journal:
        body = journal.games()[-1].body
    truth = ActualDeal(new_game(body["names"], Unseen()).state, body["seed"])
    truth.by_number = False
    truth.follow(last_of(path).play.events)
    assert [list(seat.hand) for seat in truth.state.seats] == list(before.values())


def test_bots_play_a_whole_demonstration_and_begin_another(tmp_path: Path) -> None:
    with running(tmp_path / "demo.db", demo=True, pace=0) as house:
        acts: list[int] = []
        over = threading.Event()

        def watch(snapshot: bytes) -> None:
            acts.append(json.loads(snapshot)["act"])
            if acts[-1] < acts[-2:][0]:
                over.set()

        house.table.listen("board", watch)
        assert over.wait(60)
        house.command("drive", driver="hands")
        assert house.desk["irregularities"] == []
    assert sorted(set(acts)) == [1, 2, 3, 4, 5]


# --- power cuts

RUNNER = """if True:
    import sys, threading, time
    from pathlib import Path
    from cuelight.app.table import LiveTable
    from web.server.server import Server

    table = LiveTable(Path(sys.argv[1]), time.monotonic, time.time, demo=True, pace=0.002)
    table.start()
    assert table.notices == [], table.notices
    server = Server(table, "127.0.0.1", 0)
    server.start()
    print(server.address, flush=True)
    threading.Event().wait()
"""


def test_a_killed_table_goes_on_from_what_it_showed_last(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    chance = random.Random(11)
    seen: list[Json] = []
    for snapshots in [1, *(chance.randint(5, 90) for _ in range(3))]:
        with subprocess.Popen([sys.executable, "-c", RUNNER, str(path)], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            viewer = Viewer(process.stdout.readline().strip())
            viewer.wait_for(snapshots)
            process.kill()
        seen += viewer.wait_for_the_end()
    moments = [told(session) for session in folded(path)]
    at = 0
    for snapshot in seen:  # each is a state of the game in the journal, in order
        at = moments.index(lasting(snapshot), at)
    assert at > 100


# --- the command line


def cuelight(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cuelight", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_demonstration_plays_the_game_that_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with running(path, demo=True, game="deathmatch", pace=1000) as house:
        assert house.board["game"] == "deathmatch"
        begun = house.board["table"]["game"]
    with running(path, demo=True, pace=1000) as house:
        assert (house.board["game"], house.board["table"]["game"]) == ("deathmatch", begun)
    with running(path, demo=True, game="othello", pace=1000) as house:
        assert house.board["game"] == "othello"
        house.command("demo", game="deathmatch")
        assert house.board["game"] == "deathmatch"


def test_a_table_that_begins_with_a_game_that_was_played_to_its_end_says_so(tmp_path: Path) -> None:
    path = copied(
        tmp_path / "evening.db", [("an-evening-of-asides", {"names": ["Ann", "Ben", "Cal", "Dee"]})], tmp_path
    )
    with cuelight("run", "--host", "127.0.0.1", "--port", "0", "--journal", str(path)) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
    assert line.startswith("The game of Ann, Ben, Cal, Dee is over. Open http://")


def test_a_demonstration_is_taken_over_stopped_and_gone_on_with(tmp_path: Path) -> None:
    options = ("--host", "127.0.0.1", "--port", "0", "--journal", str(tmp_path / "evening.db"))
    with cuelight("demo", *options) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("A demonstration: bots play on the on-screen mat (William, Kate, Robin, Viola). Open ")
        address = line.split()[-1]
        body = json.dumps({"do": "tag", "zone": "seat2.play", "thing": "tile:Iago"}).encode()
        request = urllib.request.Request(f"{address}/api/mat", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer) == {"ok": True}
        desk = get(address, "/api/desk")
        assert (desk["driver"], desk["board"]["lead"]) == ("hands", 1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    with cuelight("run", *options) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("The game of William, Kate, Robin, Viola resumes in Act I, scene 1.")
        again = get(line.split()[-1], "/api/desk")
        assert again["hands"] == desk["hands"]
        assert lasting(again["board"]) == lasting(desk["board"])
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the error message of the command when it cannot start."""
    assert main(["run", "--host", "127.0.0.1", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def test_a_taken_port_is_told_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        words = refused(capsys, "--port", str(port), "--journal", str(tmp_path / "table.db"))
    assert words.startswith(f"cuelight: port {port} is taken: ")
    assert f"--port {port + 1}" in words


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.db"
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("CREATE INDEX late ON record (at)")
    before = path.read_bytes()
    words = refused(capsys, "--port", "0", "--journal", str(path))
    assert "newer" in words
    assert path.read_bytes() == before


def test_a_journal_that_another_table_uses_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path / "table.db"):
        words = refused(capsys, "--port", "0", "--journal", str(tmp_path / "table.db"))
    assert "in use by another Cuelight" in words


@pytest.mark.parametrize("command", [["run", "--port", "0"], ["demo", "--port", "0"], ["pin"], ["status"], ["box"]])
@pytest.mark.parametrize("folder", ["/", ".", "..", "data"])
def test_a_folder_is_no_journal_and_nothing_is_made_beside_it(
    command: list[str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main([*command, "--journal", folder]) == 2
    assert "is a folder; choose the name of a file in it" in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["data"]


@pytest.mark.parametrize("place", ["/proc/nowhere/table.db", "/dev/null/table.db"])
def test_a_folder_that_cannot_be_written_is_told(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = refused(capsys, "--port", "0", "--journal", place)
    assert words.startswith(f"cuelight: the journal {place} cannot be used: ")
    assert "hoose" in words  # the next step


@pytest.mark.parametrize(
    ("edition", "record", "why"),
    [("1604", ("answer", {"text": "Ann passes"}), "1604"), ("2024", ("events", [["Sang", 0]]), "another form")],
)
def test_a_game_that_this_program_cannot_read_is_told_and_kept(
    tmp_path: Path, edition: str, record: tuple[str, Any], why: str
) -> None:
    path = tmp_path / "table.db"
    with closing(Journal.open(path)) as journal:
        journal.begin_game({"names": ["Ann", "Ben"], "edition": edition, "deck": "stand-in", "seed": 1}, 0.0)
        journal.append(*record, 0.0)
    with running(path) as house:
        assert house.board["table"]["state"] == "idle"
        (notice,) = house.desk["notices"]
        assert why in notice
        assert "Game 1" in notice
        house.command("start", names=["Cal", "Dee"])
        assert house.board["table"]["state"] == "playing"
    with closing(Journal.open(path)) as journal:
        assert len(journal.games()) == 2
        assert journal.games()[0].body["edition"] == edition


# --- a journal that is damaged or cannot be written


def damage(path: Path) -> None:
    """Change a byte of a record in the middle of the file."""
    data = bytearray(path.read_bytes())
    places = [at for at in range(len(data)) if data.startswith(b'"do":"tag"', at)]
    data[places[len(places) // 2]] ^= 0x20
    path.write_bytes(data)


def test_a_damaged_journal_is_set_aside_and_the_host_is_told(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", names=["Ann", "Ben", "Cal"])
        People(house, seed=1).play(until=lambda board: board["act"] == 2)
    damage(path)
    damaged = path.read_bytes()
    with running(path, pace=0) as house:
        [notice] = house.desk["notices"]
        assert "damaged" in notice
        assert any(other.read_bytes() == damaged for other in tmp_path.iterdir() if other != path)
        assert house.board["table"]["state"] == "playing"
        assert house.board["act"] == 1
        People(house, seed=2).play(until=lambda board: board["act"] == 2)
    assert told(last_of(path)) == lasting(house.board)


@contextmanager
def no_room() -> Iterator[None]:
    """Let every write fail, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_without_room_nothing_is_shown_as_done_and_the_table_goes_on_by_itself_when_there_is_room(
    tmp_path: Path,
) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        people = People(house, seed=4)
        people.play(until=lambda board: board["scene"] == 2)
        before = house.desk
        with no_room():
            for player in range(3):
                with pytest.raises(JournalError, match="may not grow"):
                    house.mat("hold", button=f"seat{player + 1}")
                with pytest.raises(JournalError, match="may not grow"):
                    house.mat("tag", zone=f"seat{player + 1}.play", thing=before["hands"][f"seat{player + 1}"][0])
            with pytest.raises(JournalError, match="may not grow"):
                house.command("undo")
            desk = house.desk
            [notice] = desk["notices"]
            assert notice.startswith("the journal ") and "files may not grow further here" in notice
            assert desk["board"]["headline"].startswith("What you do is not recorded")
            assert lasting(desk["board"] | {"headline": before["board"]["headline"]}) == lasting(before["board"])
            assert desk["hands"] == before["hands"]
        until(lambda: house.desk["notices"] == [])
        People(house, seed=5).play(until=lambda board: board["scene"] == 3)
    assert told(last_of(tmp_path / "table.db")) == lasting(house.board)


def test_a_demonstration_that_no_disk_would_take_goes_on_by_itself_when_one_does(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with running(path, demo=True, pace=0) as house:
        with no_room():
            until(lambda: house.desk["notices"] != [])
            seen = house.board["seq"]
            for _ in range(3):
                house.catch_up()
            assert house.board["seq"] == seen
        until(lambda: house.desk["notices"] == [] and house.board["seq"] > seen)


# --- commands


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with running(tmp_path / "table.db", pace=0) as found:
        yield found


def test_before_a_game_the_table_is_idle_and_says_so(house: House) -> None:
    assert (house.board["table"]["state"], house.board["seats"]) == ("idle", [])
    for name in ("answer", "undo", "mat", "drive", "question"):
        with pytest.raises(NoGame, match="no game has begun"):
            house.command(name)


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("sing", {}, "there is no command 'sing'"),
        ("start", {"names": ["Ann"]}, "2 to 6 players"),
        ("start", {"names": ["Ann", "Ann"]}, "Somebody else has this name"),
        ("start", {"names": ["Ann", "Ben"], "edition": "1604"}, "1604"),
        ("mat", {"do": "wave"}, "'wave' is not one of: tag, lift, press, hold"),
        ("mat", {"do": "tag", "zone": "seat9.play", "thing": "I.1"}, "no zone 'seat9.play'"),
        ("mat", {"do": "tag", "zone": "seat1.play", "thing": "VI.1"}, "'VI.1' in the box"),
        ("mat", {"do": "lift", "zone": "seat1.play"}, "Nothing lies before Ann"),
        ("mat", {"do": "press", "button": "seat3"}, "no button 'seat3'"),
        ("drive", {"driver": "ghosts"}, "bots or hands"),
        ("answer", {"by": "Ann", "do": "seize"}, "no face-down card"),
        ("answer", {"by": "Zoe", "do": "pass"}, '"Zoe" is not one of: '),
        ("question", {"id": 7, "reply": "ignore"}, "answered already"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(house: House, name: str, body: Json, words: str) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    before = house.desk
    with pytest.raises(CuelightError, match=words):
        house.command(name, **body)
    assert house.desk == before


def test_a_gesture_is_taken_when_its_command_is_done(house: House) -> None:
    house.command("start", names=["Ann", "Ben"])
    house.command("mat", do="tag", zone="seat2.play", thing="tile:Iago")
    assert house.board["lead"] == 1


def test_what_is_due_is_done_before_a_command_that_came_later(house: House) -> None:
    people = People(house, seed=6)
    house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
    people.play(until=lambda board: board["window"] is not None)
    for _ in range(20):
        window = house.desk["board"]["window"]
        if window is None:
            people.answer(house.desk)
            continue
        house.clock.now += window["left"] + 0.01
        house.catch_up()
        assert (house.desk["board"]["window"] or {"id": None})["id"] != window["id"]


def test_a_new_game_takes_the_place_of_the_old_one_whose_journal_stays(house: House) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    house.command("start", names=["Cal", "Dee", "Eve"])
    assert [seat["name"] for seat in house.board["seats"]] == ["Cal", "Dee", "Eve"]
    house.mat("tag", zone="seat3.play", thing="tile:Iago")
    assert house.board["lead"] == 2
    house.table.stop()
    with closing(Journal.open(house.path)) as journal:
        assert [game.body["names"] for game in journal.games()] == [["Ann", "Ben"], ["Cal", "Dee", "Eve"]]


def test_the_lights_show_the_cues(house: House) -> None:
    house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
    people = People(house, seed=6)
    for _ in range(100):
        desk = house.desk
        assert list(desk["lights"].values()) == [seat["cue"] for seat in desk["board"]["seats"]]
        people.answer(desk)


def test_who_touches_a_demonstration_plays_it_and_can_give_it_back(tmp_path: Path) -> None:
    with running(tmp_path / "demo.db", demo=True, pace=1000) as house:
        assert house.desk["driver"] == "bots"
        house.mat("tag", zone="seat1.play", thing="tile:Iago")
        assert (house.desk["driver"], house.board["lead"]) == ("hands", 0)
    with running(tmp_path / "demo.db", demo=True, pace=0) as house:
        assert (house.desk["driver"], house.board["lead"]) == ("hands", 0)
        over = threading.Event()
        house.table.listen("board", lambda board: over.set() if json.loads(board)["act"] == 2 else None)
        house.command("drive", driver="bots")
        assert over.wait(30)


def test_undo_lays_the_cards_back_and_means_no_gesture_by_it(house: House) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    people = People(house, seed=1)
    people.play(until=lambda board: board["phase"] == "after-placement")
    people.play(until=lambda board: board["phase"] == "reveal")
    before = house.desk
    people.play(until=lambda board: any(seat["done"] for seat in board["seats"]))
    while house.board["phase"] == "reveal" and any(seat["done"] for seat in house.board["seats"]):
        house.command("undo")
    assert house.desk["zones"] == before["zones"]
    assert house.desk["hands"] == before["hands"]
    assert house.desk["irregularities"] == []


def test_undo_of_the_last_answer_of_a_scene_lays_all_its_cards_back(house: House) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    people = People(house, seed=1)
    people.play(until=lambda board: board["phase"] == "reveal")
    lay = house.desk["zones"]
    people.play(until=lambda board: board["scene"] == 2)
    assert house.desk["zones"]["seat1.play"] is None
    while house.board["scene"] == 2:
        house.command("undo")
    assert house.desk["zones"] == lay
    house.command("undo")
    house.command("redo")
    assert house.desk["zones"] == lay


def test_undo_of_a_laid_card_takes_it_back_into_the_hand(house: House) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    people = People(house, seed=1)
    people.play(until=lambda board: board["phase"] == "placement")
    zone, hands = house.desk["zones"], house.desk["hands"]
    player = house.desk["decision"]["players"][0]
    seat = f"seat{[seat['name'] for seat in house.board['seats']].index(player) + 1}"
    house.command("mat", do="tag", zone=f"{seat}.play", thing=hands[seat][0])
    assert house.desk["zones"] != zone
    house.command("undo")
    assert (house.desk["zones"], house.desk["hands"]) == (zone, hands)
    assert house.desk["irregularities"] == []


def test_a_card_that_counts_nothing_does_not_cover_the_placed_one(house: House) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    people = People(house, seed=1)
    people.play(until=lambda board: board["phase"] == "reveal")
    zones, hands = house.desk["zones"], house.desk["hands"]
    waiting = next(
        seat["seat"] for seat in house.board["seats"] if seat["name"] not in house.desk["decision"]["players"]
    )
    house.command("mat", do="tag", zone=f"{waiting}.play", thing=hands[waiting][0])
    assert (house.desk["zones"], house.desk["hands"]) == (zones, hands)


def test_undo_and_redo_of_an_improv_turn_up_no_card_that_lies_face_down(house: House) -> None:
    seats: list[Json] = [
        {"name": "Ann", "placed": "I.4"},
        {"name": "Ben", "placed": "I.5", "hand": ["I.6", "I.8"], "intrigue": 3},
    ]
    seats = [{**BARE, **seat} for seat in [*seats, {"name": "Cal", "placed": "I.9"}]]
    position = {"edition": "2024", "deck": DECK, "phase": "reveal", "lead": "Ann", "seats": seats}
    house.command("start", position=position)
    house.mat("tag", zone="seat2.play", thing="I.6")
    improvised = [step["text"] for step in house.desk["steps"]], house.desk["zones"]
    house.command("undo")
    house.catch_up()  # with the mat's report of it
    assert (house.desk["steps"], house.desk["zones"]["seat2.play"], house.desk["undone_count"]) == ([], "I.5", 1)
    house.command("redo")
    house.catch_up()
    assert ([step["text"] for step in house.desk["steps"]], house.desk["zones"]) == improvised


def test_a_question_is_answered_at_the_desk(house: House) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)
    house.mat("tag", zone=STAGE, thing="uid:04:a2:c3")
    [question] = house.desk["questions"]
    house.command("question", id=question["id"], reply="ignore")
    assert house.desk["questions"] == []


def test_a_table_that_was_never_started_stops_quietly(tmp_path: Path) -> None:
    LiveTable(tmp_path / "table.db", lambda: 0.0, lambda: 0.0).stop()
    assert os.listdir(tmp_path) == []
