"""Locked-out visitors stay out: the old PIN, requests already started, and a journal with two names."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.table.viewer import GUEST, HOST
from cuelight.app.access import keeper as door_keeper
from cuelight.app.access.keeper import AccessControl
from tests.app.test_permissions import GAME, STRANGER, Place
from tests.support import ROOT
from tests.support import recorded_table as fixtures
from web.api.table_port import WrongPin


def keeper_of(journal: Path) -> AccessControl:
    return AccessControl(journal, lambda: 1000.0, lambda: GAME)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def place(journal: Path) -> Iterator[Place]:
    served = Place(fixtures.RecordedTable(), keeper_of(journal))
    yield served
    served.server.stop()


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen in another program while the next PIN is hashed."""
    hashes = door_keeper._slow_hash

    def hashing(pin: str, salt: str) -> str:
        monkeypatch.setattr(door_keeper, "_slow_hash", hashes)
        happens()
        return hashes(pin, salt)

    monkeypatch.setattr(door_keeper, "_slow_hash", hashing)


def test_the_old_pin_does_not_outlive_its_change_while_it_is_checked(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, console = keeper_of(journal), keeper_of(journal)
    new: list[str] = []
    old = str(keeper.first_pin())
    meanwhile(monkeypatch, lambda: console.reset(new.append))
    with pytest.raises(WrongPin, match="just been changed"):
        keeper.log_in(old, STRANGER)
    assert keeper.asker(keeper.log_in(new[0], STRANGER), None) == HOST


def test_of_two_hosts_who_change_the_pin_at_once_one_is_told_that_it_did_not_count(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, other = keeper_of(journal), keeper_of(journal)
    old = str(keeper.first_pin())
    stays: list[str] = []
    meanwhile(monkeypatch, lambda: stays.append(other.change_pin(old, "271828", STRANGER)))
    with pytest.raises(WrongPin, match="just been changed"):
        keeper.change_pin(old, "314159", STRANGER)
    assert keeper.asker(stays[0], None) == HOST
    assert keeper.asker(keeper.log_in("271828", STRANGER), None) == HOST


@pytest.mark.parametrize("ends", ["log out", "pin"])
def test_a_command_whose_body_comes_after_its_host_was_put_out_is_refused(place: Place, ends: str) -> None:
    pin = place.ask("GET", "/api/door").json["pin"]
    cookie = place.enter("/api/login", {"pin": pin})
    connection = http.client.HTTPConnection("127.0.0.1", place.server.port, timeout=10)
    connection.putrequest("POST", "/api/undo")
    for name, value in {"Cookie": cookie, "Content-Type": "application/json", "Content-Length": "2"}.items():
        connection.putheader(name, value)
    connection.endheaders(b"{")
    if ends == "log out":
        assert place.ask("POST", "/api/logout", cookie=cookie).status == 200
    else:
        other = place.enter("/api/login", {"pin": pin})
        place.enter("/api/pin", {"pin": pin, "new": "271828"}, cookie=other)
    connection.send(b"}")
    assert connection.getresponse().status == 403
    connection.close()
    assert place.table.commands == []  # type: ignore[attr-defined]  # a recorded one


@pytest.mark.parametrize("name", ["link.db", "folder/table.db", "real/../link.db"])
def test_the_console_changes_the_pin_of_a_journal_by_each_of_its_names(tmp_path: Path, name: str) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "folder").symlink_to(real)
    (tmp_path / "link.db").symlink_to(real / "table.db")
    keeper = keeper_of(real / "table.db")
    login = keeper.log_in(str(keeper.first_pin()), STRANGER)
    for given in (str(tmp_path / name), name):
        command = [sys.executable, "-m", "cuelight", "pin", "--journal", given]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        told = subprocess.run(
            command, capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path, env=environment
        )
        assert keeper.asker(login, None) == GUEST
        login = keeper.log_in(told.stdout.partition("PIN is ")[2][:6], STRANGER)
        assert keeper.asker(login, None) == HOST


def test_a_table_keeps_its_doors_where_the_link_led_at_its_start(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "one.db")
    keeper = keeper_of(link)
    login = keeper.log_in(str(keeper.first_pin()), STRANGER)
    link.unlink()
    link.symlink_to(tmp_path / "two.db")
    keeper_of(link).reset(lambda _pin: None)
    assert keeper.asker(login, None) == HOST
    keeper_of(tmp_path / "one.db").reset(lambda _pin: None)
    assert keeper.asker(login, None) == GUEST


def test_a_table_that_was_closed_on_its_page_stays_closed_until_somebody_opens_it(tmp_path: Path) -> None:
    def started(closed: bool | None) -> AccessControl:
        return AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: None, closed=closed)

    first = started(None)
    assert not first.closed
    assert [*tmp_path.iterdir()] == []  # an open table writes nothing
    login = first.close()
    again = started(None)
    assert again.closed
    assert (again.asker(login, None), again.asker(None, None)) == (HOST, GUEST)
    assert not started(False).closed
    assert not started(None).closed
    started(None).close()
    (tmp_path / "table.db.doors").write_text("damaged")
    assert started(None).closed
