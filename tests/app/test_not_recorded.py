"""While the journal cannot be written, no command reports success without a record, and hosts can log in and out."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.journal import JournalError
from companion.table.viewer import GUEST, HOST, seat_of
from cuelight.app.access import keeper as door_keeper
from cuelight.app.access.keeper import TRIES, AccessControl, DoorsUnwritable
from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from tests.support import ROOT
from tests.support.mat_world import NOT_RUN
from tests.support.phones import join_all
from tests.support.running_table import House, Json, running
from tests.support.waiting import until
from web.api.table_port import TooManyTries, WrongPin

STRANGER = "127.0.0.2"
COMMANDS: dict[str, tuple[str, Json]] = {
    "answer": ("answer", {"do": "place", "by": "Ann", "card": None}),
    "lay a card": ("mat", {"do": "tag", "zone": "seat1.play"}),
    "lay a tile": ("mat", {"do": "tag", "zone": "stage.target", "thing": "tile:Iago"}),
    "lift": ("mat", {"do": "lift", "zone": "seat2.play"}),
    "press": ("mat", {"do": "press", "button": "seat1"}),
    "hold": ("mat", {"do": "hold", "button": "seat1"}),
    "undo": ("undo", {}),
    "pause": ("pause", {"paused": True}),
    "pace": ("pace", {"pace": "untimed"}),
    "rename": ("rename", {"seat": "seat1", "name": "Zoe"}),
    "drive": ("drive", {"driver": "bots"}),
    "start": ("start", {"names": ["Eve", "Mal"]}),
    "demo": ("demo", {"game": "othello"}),
    "reopen": ("reopen", {"game": 1}),
    "forget": ("forget", {"games": [1]}),
    "voice": ("voice", {"speaks": False}),
    "language": ("language", {"language": "de"}),
    "settings of a shop with a language": ("shop", {"demo": True, "language": "de"}),
}


@contextmanager
def nothing_can_be_written(house: House) -> Iterator[None]:
    journal: Any = house.table.resources.journal
    house.table.loop.wait_for(lambda: journal._connection.execute("PRAGMA query_only = ON"))
    yield
    house.table.loop.wait_for(lambda: journal._connection.execute("PRAGMA query_only = OFF"))
    house.clock.now += 2.0
    house.catch_up()
    until(lambda: house.desk["notices"] == [])


def shown(house: House) -> Json:
    """Return the desk without the words about the trouble and the table's state number."""
    desk = house.desk
    board = {key: value for key, value in desk["board"].items() if key != "seq"}
    if "not recorded" in board["headline"]:
        del board["headline"]
    table = {key: value for key, value in board["table"].items() if key != "state"}
    return {**desk, "board": {**board, "table": table}, "notices": [], "journal": None}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with running(tmp_path / "table.db", pace=1e6) as house:
        house.command("start", names=["Eve", "Mal"])
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        house.let_the_lights_come_on()
        house.mat("tag", zone="seat2.play", thing=house.desk["hands"]["seat2"][0])
        house.let_the_lights_come_on()
        house.catch_up()
        yield house


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_cannot_be_recorded_is_refused_in_words_and_does_nothing(house: House, name: str) -> None:
    command, body = COMMANDS[name]
    hand = house.desk["hands"]["seat1"]
    if name == "lay a card":
        body = body | {"thing": hand[0]}
    if name == "answer":
        body = next(option["answer"] for option in house.desk["options"] if option["group"] == "decision")
    before = shown(house)
    with nothing_can_be_written(house):
        with pytest.raises(JournalError, match="may not be written"):
            house.command(command, **body)
        house.catch_up()
        if name != "forget":  # the next move can be recorded
            assert "not recorded" in house.board["headline"]  # on the wall, where nobody sees the host's page
        during = shown(house)
        during["board"]["headline"] = before["board"]["headline"]
        assert during == before
    assert shown(house) == before  # nor does it happen later
    house.table.stop()
    with running(house.path, pace=1e6) as again:
        assert again.desk["hands"] == before["hands"]
        assert again.desk["zones"] == before["zones"]


def test_a_card_that_a_phone_lays_early_and_that_cannot_be_recorded_is_refused(house: House) -> None:
    house.mat("lift", zone="seat2.play")
    join_all(house, [1, 2, 3])
    house.catch_up()
    options = json.loads(house.table.own(2))["own"]["options"]
    answer = next(each["answer"] for each in options if each["answer"]["do"] == "place")
    before = shown(house)
    with nothing_can_be_written(house):
        with pytest.raises(JournalError, match="may not be written"):
            house.table.command("answer", answer, seat_of(2))
        house.catch_up()
        assert shown(house)["zones"] == before["zones"]
    assert shown(house) == before


def test_a_demonstration_that_somebody_touches_stays_the_bots_while_nothing_can_be_written(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", demo=True, pace=1e6) as house:
        with nothing_can_be_written(house):
            with pytest.raises(JournalError):
                house.mat("tag", zone="stage.target", thing="tile:Iago")
            assert house.board["table"]["demo"]
        house.mat("tag", zone="stage.target", thing="tile:Iago")
        assert not house.board["table"]["demo"]


def test_a_press_at_a_seat_that_cannot_be_recorded_is_shown_to_everybody_until_there_is_room(tmp_path: Path) -> None:
    mat = full_mat(3)
    fitted = FittedTable(mat, [], [], lambda: 0.0, {}, served=())
    with running(tmp_path / "table.db", fitted=fitted) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        house.let_the_lights_come_on()
        house.catch_up()
        before = house.board["headline"]
        with nothing_can_be_written(house):
            fitted.hold("seat1")
            house.catch_up()
            assert "not recorded" in house.board["headline"]
        assert house.board["headline"] == before


def test_after_a_lost_gesture_the_wall_is_right_again_also_if_a_command_is_the_first_to_be_recorded(
    tmp_path: Path,
) -> None:
    mat = full_mat(3)
    fitted = FittedTable(mat, [], [], lambda: 0.0, {}, served=())
    with running(tmp_path / "table.db", fitted=fitted) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        house.let_the_lights_come_on()
        house.catch_up()
        journal: Any = house.table.resources.journal
        house.table.loop.wait_for(lambda: journal._connection.execute("PRAGMA query_only = ON"))
        fitted.hold("seat1")
        house.catch_up()
        assert "not recorded" in house.board["headline"]
        house.table.loop.wait_for(lambda: journal._connection.execute("PRAGMA query_only = OFF"))
        house.command("voice", speaks=False)
        house.clock.now += 2.0
        house.catch_up()
        until(lambda: "not recorded" not in house.board["headline"])


# --- logins


def no_room(*_given: Any, **_more: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def keeper_at(path: Path) -> AccessControl:
    return AccessControl(path, lambda: 1e9, lambda: "7.1")


def test_on_a_full_disk_the_host_gets_in_and_out_and_seats_get_their_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_keeper, "AGAIN_SECONDS", 1e6)
    keeper = keeper_at(tmp_path / "table.db")
    pin = keeper.first_pin()
    assert pin is not None
    lent = keeper.log_in(pin, STRANGER)
    with monkeypatch.context() as disk:
        disk.setattr(door_keeper, "write_whole", no_room)
        host = keeper.log_in(pin, STRANGER)
        assert keeper.asker(host, None) == HOST
        assert keeper.log_out(lent)
        assert keeper.asker(lent, None) == GUEST
        keys = keeper.make_keys([1, 2], on_wall=True)
        assert keeper.codes() == keys
        own = keeper.come_in(1, keys[1])
        assert keeper.fits(1, own) and not keeper.fits(1, keys[1])
        assert keeper_at(tmp_path / "table.db").asker(lent, None) == GUEST  # the power fails now
    keeper._write_again()
    again = keeper_at(tmp_path / "table.db")
    assert again.asker(host, None) == HOST and again.asker(lent, None) == GUEST
    assert again.fits(1, own)


def test_on_a_full_disk_no_key_is_replaced_that_would_fit_again_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = keeper_at(tmp_path / "table.db")
    key = keeper.make_keys([1])[1]
    with monkeypatch.context() as disk:
        disk.setattr(door_keeper, "write_whole", no_room)
        with pytest.raises(DoorsUnwritable):
            keeper.make_keys([1, 2])
        assert keeper.fits(1, key) and keeper_at(tmp_path / "table.db").fits(1, key)
    assert not keeper.fits(1, keeper.make_keys([1])[1] + "x") and not keeper.fits(1, key)


def test_on_a_full_disk_wrong_pins_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_keeper, "AGAIN_SECONDS", 1e6)
    keeper = keeper_at(tmp_path / "table.db")
    monkeypatch.setattr(door_keeper, "write_whole", no_room)
    for _try in range(TRIES):
        with pytest.raises(WrongPin):
            keeper.log_in("wrong", STRANGER)
    with pytest.raises(TooManyTries):
        keeper.log_in("wrong", STRANGER)


def test_a_pin_that_the_console_made_meanwhile_counts_more_than_what_was_kept_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_keeper, "AGAIN_SECONDS", 1e6)
    keeper = keeper_at(tmp_path / "table.db")
    pin = keeper.first_pin()
    assert pin is not None
    with monkeypatch.context() as disk:
        disk.setattr(door_keeper, "write_whole", no_room)
        host = keeper.log_in(pin, STRANGER)
    made: list[str] = []
    keeper_at(tmp_path / "table.db").reset(made.append)
    keeper._write_again()
    assert keeper.asker(host, None) == GUEST
    assert keeper.asker(keeper.log_in(made[0], STRANGER), None) == HOST


ON_A_FULL_DISK = ROOT / "tests" / "support" / "full_disk.py"
ON_A_REPLUGGED_DISK = ROOT / "tests" / "support" / "replugged_disk.py"
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason=f"{NOT_RUN}: only root can mount a small file system")


@needs_root
def test_old_games_can_be_forgotten_on_a_disk_that_is_full(tmp_path: Path) -> None:
    in_own_mounts(ON_A_FULL_DISK, tmp_path)


@needs_root
def test_a_game_continues_when_the_disk_of_the_journal_is_plugged_in_again(tmp_path: Path) -> None:
    in_own_mounts(ON_A_REPLUGGED_DISK, tmp_path)


def in_own_mounts(script: Path, tmp_path: Path) -> None:
    command = ["unshare", "--mount", sys.executable, str(script), str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert ended.returncode == 0, ended.stdout + ended.stderr
