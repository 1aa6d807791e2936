"""Permissions: every route, for every role, over real HTTP, at open and closed tables."""

from __future__ import annotations

import errno
import http.client
import json
import os
import re
import resource
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.cookies import SimpleCookie
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

from bench import ways
from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.table.viewer import GUEST, HOST, Role, Viewer, seat_of
from cuelight.app.access import keeper as door_keeper
from cuelight.app.access.keeper import (
    ALL_TRIES,
    ALL_TRIES_SECONDS,
    SUFFIX,
    TRIES,
    TRIES_SECONDS,
    AccessControl,
    PinUnsaid,
)
from cuelight.app.access.permissions import NotYours
from cuelight.app.games.round import NotHeld
from cuelight.history.archive import Archive
from tests.support import recorded_table as fixtures
from tests.support.phones import HOME
from tests.support.running_table import running
from web.api.table_port import HERE, Doors, History, OpenDoors, Table, TooManyTries, WrongPin
from web.app.pages import create_app
from web.app.routes import FEEDS, ROUTES, Route, may
from web.server.server import Server

STRANGER = "127.0.0.2"  # an address other than the table's own
GAME = "7.1"
COST = door_keeper._COST["n"]  # of a hash in other processes
CELLS = [(route, method) for route in ROUTES for method in route.methods]
NAMES = [f"{method} {route.path}" for route, method in CELLS]


@pytest.fixture(autouse=True, scope="module")
def cheap_hashes() -> Iterator[None]:
    """Hash PINs fast, except where another process reads or writes the hash."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(door_keeper._COST, "n", 2)
        yield


def path_of(route: Route) -> str:
    """Return a URL of this route."""
    parts = {"path:filename": "base.css", "game": "othello", "int:seat": "2", "int:number": "1", "form": "json"}
    return re.sub(r"<([^>]+)>", lambda found: parts[found[1]], route.path)


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def turned_away(self) -> bool:
        to_login = self.status == 303 and self.headers["location"].startswith("/login?to=/")
        return to_login or (self.status == 403 and (self.text == "" or "needs" in self.json))


class Place:
    """A served table and its visitors, each with their own cookies."""

    def __init__(self, table: Table, doors: Doors, history: History | None = None) -> None:
        self.table = table
        self.server = Server(table, "0.0.0.0", 0, doors=doors, history=history, addresses=lambda: [HOME])
        self.server.start()
        self.cookies: dict[Role, str] = {Role.GUEST: ""}

    def ask(
        self, method: str, path: str, body: Any = None, cookie: str = "", source: str = "127.0.0.1", **headers: str
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10, source_address=(source, 0))
        given = {"Cookie": cookie, "Content-Type": "application/json"} | headers
        connection.request(method, path, None if body is None else json.dumps(body), given)
        response = connection.getresponse()
        live = (response.getheader("content-type") or "").startswith("text/event-stream") and method == "GET"
        text = response.readline() if live else response.read()
        connection.close()
        return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, text.decode())

    def enter(self, path: str, body: Any, **options: str) -> str:
        """Log in; return the cookie."""
        answer = self.ask("POST", path, body, **options)
        assert answer.status == 200, answer.text
        (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
        assert cookie["httponly"] and cookie["samesite"] == "Strict" and cookie["path"] == "/"
        return f"{cookie.key}={cookie.value}"


@contextmanager
def playing(journal: Path) -> Iterator[Place]:
    """Yield a closed table with a game of two, a logged-in host, and the player of the second seat."""
    with running(journal) as house:
        house.command("start", names=["Ann", "Ben"], lead=0)
        doors = AccessControl(journal, lambda: 1000.0, lambda: house.table.own_mark)
        place = Place(house.table, doors, Archive(journal))
        place.cookies[Role.HOST] = place.enter("/api/login", {"pin": doors.first_pin()})
        links = place.ask("POST", "/api/keys", {}, place.cookies[Role.HOST]).json["links"]
        place.cookies[Role.SEAT] = place.enter("/api/seat", {"seat": 2, "key": links["2"].partition("#")[2]})
        yield place
        place.server.stop()


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with playing(tmp_path_factory.mktemp("doors") / "table.db") as place:
        yield place


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with running(tmp_path_factory.mktemp("open") / "table.db") as house:
        house.command("start", names=["Ann", "Ben"], lead=0)
        place = Place(house.table, OpenDoors(), Archive(house.path))
        yield place
        place.server.stop()


def test_every_way_that_the_pages_know_is_in_the_table_of_ways_and_no_other() -> None:
    rules = create_app(fixtures.RecordedTable(), OpenDoors()).url_map.iter_rules()
    known = {(rule.rule, method) for rule in rules for method in (rule.methods or ()) if method != "OPTIONS"}
    ways = {(route.path, method) for route, method in CELLS}
    assert known | {(path, method) for path in FEEDS for method in ("GET", "HEAD")} == ways
    assert len(ways) == len(CELLS)


def test_the_page_of_all_ways_is_as_the_code_has_them() -> None:
    assert ways.PAGE.read_text(encoding="utf-8") == ways.page()  # regenerate with: python -m bench.regenerate doors


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(("route", "method"), CELLS, ids=NAMES)
def test_a_closed_table_lets_in_who_may_and_nobody_else(closed: Place, route: Route, method: str, role: Role) -> None:
    if route.path == "/api/logout" and role is Role.HOST:
        return  # has its own test, because it ends the session of the other tests
    before = closed.table.desk()
    body = {"seat": 1} if route.path == "/api/keys" else {}  # the seat keeps the key that the other tests use
    path = path_of(route)
    answer = closed.ask(method, path, body if method == "POST" else None, closed.cookies[role])
    assert answer.turned_away != may(role, route)
    assert answer.status != 404 and answer.status < 500
    if answer.turned_away:
        assert closed.table.desk() == before


@pytest.mark.parametrize(("route", "method"), CELLS, ids=NAMES)
def test_an_open_table_turns_nobody_away(opened: Place, route: Route, method: str) -> None:
    path = path_of(route)
    answer = opened.ask(method, path, {} if method == "POST" else None, source=STRANGER)
    assert not answer.turned_away
    assert answer.status != 404 and answer.status < 500


def test_what_everybody_may_do_is_looking_on() -> None:
    sent = {route.path for route in ROUTES if may(Role.GUEST, route) and "POST" in route.methods}
    assert sent == {"/api/login", "/api/seat", "/api/welcome"}  # refused except at a demo table
    seats = {route.path for route in ROUTES if may(Role.SEAT, route) and not may(Role.GUEST, route)}
    assert seats == {"/api/ahead", "/api/answer", "/api/mat", "/api/own", "/api/undo", "/live/own"}


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "OPTIONS"])
@pytest.mark.parametrize("path", ["/nowhere", "/api/nowhere", "/api/", "/seat/9", "/static/", "/live/seat", "//desk"])
def test_what_is_in_no_table_is_not_there(closed: Place, path: str, method: str) -> None:
    assert closed.ask(method, path, cookie=closed.cookies[Role.HOST]).status == 404


@pytest.mark.parametrize("path", ["/desk/", "/DESK", "/%64esk/", "/./desk", "/static/../desk", "/desk;a=b"])
def test_no_other_writing_of_a_path_goes_round_the_door(closed: Place, path: str) -> None:
    answer = closed.ask("GET", path)
    assert answer.status in (404, 308) and "The host" not in answer.text


def test_a_written_over_path_is_the_same_path(closed: Place) -> None:
    assert closed.ask("GET", "/%64esk").turned_away


@pytest.fixture
def unused(tmp_path: Path) -> Iterator[Place]:
    """Yield a closed table without any game or login."""
    with running(tmp_path / "table.db") as house:
        doors = AccessControl(house.path, lambda: 1000.0, lambda: house.table.own_mark)
        place = Place(house.table, doors)
        yield place
        place.server.stop()


def test_the_first_pin_is_told_to_the_wall_screen_alone(unused: Place) -> None:
    assert unused.ask("GET", "/api/door").json.keys() == {"closed", "role", "pin"}
    assert unused.ask("GET", "/api/door", source=STRANGER).json == {"closed": True, "role": "guest"}


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_no_header_makes_somebody_sit_at_the_machine_itself(unused: Place, name: str) -> None:
    assert "pin" not in unused.ask("GET", "/api/door", source=STRANGER, **{name: "127.0.0.1"}).json


@pytest.mark.parametrize(
    "cookie", ["", "cuelight-host-{port}=", "cuelight-host-{port}=x", "cuelight-seat-{port}=2.", "a;b;=;;cuelight-host",
               "cuelight-seat-{port}=.", "cuelight-seat-{port}=22.x", "cuelight-host-1={token}", "=;=;"]
)  # fmt: skip
def test_what_is_no_token_makes_a_guest(closed: Place, cookie: str) -> None:
    token = closed.cookies[Role.HOST].partition("=")[2]
    shown = cookie.format(port=closed.server.port, token=token)
    assert closed.ask("GET", "/api/door", cookie=shown).json["role"] == "guest"


def test_a_game_of_before_has_no_keys_any_more(tmp_path: Path) -> None:
    game = ["1.314"]
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: game[0])
    keys = doors.make_keys([1, 2])
    assert doors.asker(None, f"2.{keys[2]}") == seat_of(1)
    assert doors.asker(None, f"1.{keys[2]}") == GUEST
    again = doors.make_keys([2])
    assert doors.asker(None, f"2.{keys[2]}") == GUEST
    assert (doors.asker(None, f"1.{keys[1]}"), doors.asker(None, f"2.{again[2]}")) == (seat_of(0), seat_of(1))
    game[0] = "2.314"
    assert doors.asker(None, f"2.{again[2]}") == GUEST


SEATED = (1, 2, 3)


def test_the_phones_of_the_game_before_keep_their_seats_in_the_next_one_if_the_host_says_so(tmp_path: Path) -> None:
    game, bots = ["1.314"], [2]
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: game[0], lambda: bots)
    keys = doors.make_keys([1, 2])
    doors.come_in(1, keys[1])
    before, game[0] = doors.identity() or "", "2.314"
    assert doors.follow(before, [2, 3]) == frozenset()  # a game without that seat
    assert doors.follow("7.314", SEATED) == frozenset() and not doors.fits(1, keys[1])
    assert doors.follow(before, SEATED) == {1} == doors.joined()
    assert doors.fits(1, keys[1]) and not doors.fits(2, keys[2])  # nobody had joined seat 2
    assert doors.follow(before, SEATED) == frozenset()
    more = doors.make_keys([1, 2, 3], replaces=False)
    assert more.keys() == {2} and doors.fits(1, keys[1])
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: game[0])
    before, game[0] = doors.identity() or "", "3.314"
    assert doors.follow(before, SEATED) == {1} and doors.fits(1, keys[1])
    new = doors.make_keys([1])[1]
    assert doors.fits(1, new) and not doors.fits(1, keys[1])
    game[0] = "4.314"
    assert not doors.fits(1, new)


def test_keys_fit_still_that_were_kept_when_those_of_one_game_alone_were(door: Door) -> None:
    keys, kept = door.keeper.make_keys([1, 2]), door.journal.with_name(door.journal.name + SUFFIX)
    written = json.loads(kept.read_text())
    [(game, mine)] = written.pop("games").items()
    kept.write_text(json.dumps(written | mine | {"game": game}))
    again = door.start()
    assert again.fits(1, keys[1]) and again.fits(2, keys[2])
    for seat, key in keys.items():
        again.come_in(seat, key)
    assert again.hidden_hands() == {0, 1}


def test_a_key_of_game_1_opens_nothing_in_game_1_of_another_journal(tmp_path: Path) -> None:
    journal = tmp_path / "table.db"

    keys: list[str] = []

    def who_shows_the_first_key() -> tuple[int | None, Viewer]:
        """Return the resumed or new game, and the key holder's role in it."""
        with running(journal) as house:
            if house.table.game is None:
                house.command("start", names=["Ann", "Ben"], lead=0)
            doors = AccessControl(journal, lambda: 0.0, lambda: house.table.own_mark)
            if not keys:
                keys.append(doors.make_keys([1])[1])
            return house.table.game, doors.asker(None, f"1.{keys[0]}")

    assert who_shows_the_first_key() == (1, seat_of(0))
    assert who_shows_the_first_key() == (1, seat_of(0))  # after a restart
    for file in tmp_path.glob("table.db*"):
        if SUFFIX not in file.name:
            file.unlink()
    assert who_shows_the_first_key() == (1, GUEST)


# --- the keys on the screen


def test_only_the_tables_own_screen_and_a_host_are_told_the_keys_on_the_wall(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as place:
        host = place.cookies[Role.HOST]
        made = place.ask("POST", "/api/keys", {"on_wall": True}, host).json["codes"]
        assert list(made) == ["1"]  # the second seat has a phone already
        shown = {
            "own screen": place.ask("GET", "/api/door").json,
            "host": place.ask("GET", "/api/door", None, host, STRANGER).json,
            "seat": place.ask("GET", "/api/door", None, place.cookies[Role.SEAT], STRANGER).json,
            "guest": place.ask("GET", "/api/door", source=STRANGER).json,
        }
        assert {who: told.get("codes") for who, told in shown.items()} == {
            "own screen": made,
            "host": made,
            "seat": None,
            "guest": None,
        }
        assert place.ask("POST", "/api/codes", {}, source=STRANGER).status == 403
        assert "codes" in place.ask("GET", "/api/door").json
        assert place.ask("POST", "/api/codes", {}, host).status == 200
        assert "codes" not in place.ask("GET", "/api/door").json


def test_a_key_from_the_wall_lets_one_phone_in_and_puts_nobody_out(tmp_path: Path) -> None:
    game = ["1.314"]
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: game[0])
    own = doors.come_in(2, doors.make_keys([1, 2])[2])
    codes = doors.make_keys([1, 2, 3], on_wall=True)
    assert doors.codes() == codes and list(codes) == [1, 3]
    mine = doors.come_in(1, codes[1])
    assert doors.asker(None, f"1.{mine}") == seat_of(0) and doors.asker(None, f"2.{own}") == seat_of(1)
    with pytest.raises(WrongPin):
        doors.come_in(1, codes[1])
    assert doors.codes() == {3: codes[3]}
    assert AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: game[0]).make_keys(
        [1, 2, 3], on_wall=True
    ).keys() == {3}
    game[0] = "2.314"
    assert doors.codes() == {} and doors.make_keys([1, 2], on_wall=True).keys() == {1, 2}
    kept, new = doors.codes()[1], doors.make_keys([2], on_wall=True)
    assert doors.codes() == {1: kept} | new


def test_who_comes_in_while_another_game_begins_has_no_seat_in_that_one(tmp_path: Path) -> None:
    games = ["1.314"]
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: games.pop() if len(games) > 1 else games[0])
    code = doors.make_keys([1], on_wall=True)[1]
    games[:] = ["2.314", "1.314"]  # it begins while the code is checked
    assert doors.asker(None, f"1.{doors.come_in(1, code)}") == GUEST


def test_what_the_wall_shows_fits_where_two_hosts_ask_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: GAME)
    other, shown = Thread(target=doors.make_keys, args=([1], True)), doors.codes

    def codes() -> dict[int, str]:
        if other.ident is None:  # before the screen has the result
            other.start()
            other.join(0.2)
        return shown()

    monkeypatch.setattr(doors, "codes", codes)
    doors.make_keys([1], on_wall=True)
    other.join()
    assert doors.asker(None, f"1.{doors.come_in(1, shown()[1])}") == seat_of(0)


def test_a_key_from_the_wall_shows_no_hand_to_who_has_not_come_in_by_it(tmp_path: Path) -> None:
    """A guest may read the key from the screen and send it, while its player still looks for the phone."""
    with playing(tmp_path / "table.db") as place:
        link = place.ask("POST", "/api/keys", {"on_wall": True}, place.cookies[Role.HOST]).json["links"]["1"]
        key = link.partition("#")[2]
        name = place.cookies[Role.SEAT].partition("=")[0]
        assert place.ask("GET", "/api/own", None, f"{name}=1.{key}", STRANGER).status == 403
        cookie = place.enter("/api/seat", {"seat": 1, "key": key})
        assert place.ask("GET", "/api/own", None, cookie).status == 200


def test_a_phone_that_holds_two_seats_plays_one_at_a_time(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as place:
        host = place.cookies[Role.HOST]
        links = place.ask("POST", "/api/keys", {}, host).json["links"]
        assert [*links] == ["1"]  # the second seat has a phone already
        links |= place.ask("POST", "/api/keys", {"seat": 2}, host).json["links"]
        ann, ben = ({"seat": seat, "key": links[str(seat)].partition("#")[2]} for seat in (1, 2))

        def hand_of(cookie: str) -> str:
            return str(place.ask("GET", "/api/own", None, cookie).json["own"]["name"])

        phone = place.enter("/api/seat", ann)
        phone = place.enter("/api/seat", ben | {"keep": True}, cookie=phone)
        assert place.ask("GET", "/api/door", None, phone).json["seats"] == [1, 2]
        assert hand_of(phone) == "Ben"
        assert place.ask("POST", "/api/answer", {"by": "Ann", "do": "pass"}, phone).status == 403
        phone = place.enter("/api/seat", ann, cookie=phone)
        assert hand_of(phone) == "Ann"
        alone = place.enter("/api/seat", {"seat": 1, "keep": False}, cookie=phone)
        assert place.ask("GET", "/api/door", None, alone).json["seats"] == [1]
        assert place.ask("POST", "/api/seat", {"seat": 2}, alone).status == 403
        place.ask("POST", "/api/keys", {"seat": 2}, place.cookies[Role.HOST])
        assert place.ask("GET", "/api/door", None, phone).json["seats"] == [1]


@pytest.mark.parametrize("gone", ["taken away", "another seat's is new", "started again"])
def test_a_key_that_was_on_the_wall_lets_one_phone_in_also_when_it_is_shown_no_more(tmp_path: Path, gone: str) -> None:
    def started() -> AccessControl:
        return AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: "1.314")

    doors = started()
    key = doors.make_keys([1, 2], on_wall=True)[1]
    if gone == "taken away":
        doors.take_codes_away()
    elif gone == "another seat's is new":
        doors.make_keys([2], on_wall=True)
    else:
        doors = started()
    assert doors.asker(None, f"1.{doors.come_in(1, key)}") == seat_of(0)
    with pytest.raises(WrongPin):
        doors.come_in(1, key)


def test_the_wall_shows_no_keys_any_more_once_everybody_has_laid_a_card(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", game="othello", names=["Ann", "Ben"], lead=0)
        house.table.keys.codes = lambda: (1, 2)
        house.table.show_anew()
        shown = [house.board["table"].get("codes")]
        for seat, hand in house.desk["hands"].items():
            house.mat("tag", zone=f"{seat}.play", thing=hand[0])
            shown.append(house.board["table"].get("codes"))
        assert shown == [[1, 2], [1, 2], None]


# --- the PIN


class Door:
    """Access control whose clock a test moves, and which can be restarted."""

    def __init__(self, folder: Path) -> None:
        self.journal = folder / "table.db"
        self.now = 1000.0
        self.keeper = self.start()

    def start(self) -> AccessControl:
        self.keeper = AccessControl(self.journal, lambda: self.now, lambda: GAME)
        return self.keeper

    def wrong(self, address: str) -> None:
        with pytest.raises(WrongPin):
            self.keeper.log_in("wrong", address)


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path)


def test_until_a_host_chooses_a_pin_each_start_says_the_first_one(door: Door) -> None:
    first = door.keeper.first_pin()
    assert first is not None and len(first) == 6 and first.isdigit()
    login = door.keeper.log_in(first, STRANGER)
    assert door.start().first_pin() == first
    assert door.keeper.asker(login, None) == HOST  # the host stays logged in
    door.keeper.change_pin(first, "271828", STRANGER)
    assert door.keeper.first_pin() is None
    assert door.start().first_pin() is None
    assert door.keeper.asker(door.keeper.log_in("271828", STRANGER), None) == HOST


def test_the_file_is_the_owners_alone_and_holds_hashes(door: Door) -> None:
    pin = door.keeper.first_pin()
    assert pin is not None
    login = door.keeper.log_in(pin, STRANGER)
    key = door.keeper.make_keys([1])[1]
    for file in door.journal.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        text = file.read_text()
        assert pin not in text and login not in text and key not in text


def test_another_pin_ends_every_login(door: Door) -> None:
    pin = door.keeper.first_pin()
    assert pin is not None
    old = door.keeper.log_in(pin, STRANGER)
    new = door.keeper.change_pin(pin, "271828", STRANGER)
    assert (door.keeper.asker(old, None), door.keeper.asker(new, None)) == (GUEST, HOST)
    door.wrong(STRANGER)
    with pytest.raises(WrongPin):
        door.keeper.log_in(pin, STRANGER)


@pytest.mark.parametrize("new", ["", "12345", "1" * 13, "12345a", "１２３４５６", "123 456"])
def test_a_pin_has_six_to_twelve_digits(door: Door, new: str) -> None:
    pin = door.keeper.first_pin()
    assert pin is not None
    with pytest.raises(InputError):
        door.keeper.change_pin(pin, new, STRANGER)


def test_who_leaves_is_a_guest(door: Door) -> None:
    pin = door.keeper.first_pin()
    assert pin is not None
    login = door.keeper.log_in(pin, STRANGER)
    door.keeper.log_out(login)
    assert door.keeper.asker(login, None) == GUEST


def test_wrong_pins_are_counted_over_restarts_and_the_right_one_is_not_looked_at_any_more(door: Door) -> None:
    for _ in range(TRIES):
        door.wrong(STRANGER)
        door.start()
    pin = door.keeper.first_pin()
    assert pin is not None
    with pytest.raises(TooManyTries):
        door.keeper.log_in(pin, STRANGER)
    assert door.keeper.log_in(pin, "127.0.0.3")  # another address
    door.now += TRIES_SECONDS
    assert door.keeper.log_in(pin, STRANGER)


def test_many_addresses_have_no_more_tries_than_the_hour_has_but_the_machine_itself_has(door: Door) -> None:
    pin = door.keeper.first_pin()
    assert pin is not None
    for number in range(ALL_TRIES):
        door.wrong(f"10.0.0.{number}")
    with pytest.raises(TooManyTries):
        door.keeper.log_in(pin, "10.0.1.1")
    assert door.keeper.log_in(pin, HERE)
    door.now += ALL_TRIES_SECONDS
    assert door.keeper.log_in(pin, "10.0.1.1")


def test_a_clock_that_is_put_back_gives_no_new_tries(door: Door) -> None:
    for _ in range(TRIES):
        door.wrong(STRANGER)
    door.now -= 30 * 365 * 24 * 3600.0
    with pytest.raises(TooManyTries) as refused:
        door.keeper.log_in("123456", STRANGER)
    assert refused.value.seconds <= TRIES_SECONDS
    door.now += TRIES_SECONDS
    pin = door.keeper.first_pin()
    assert pin is not None
    assert door.keeper.log_in(pin, STRANGER)  # no need to wait until the clock is back at its old time


def test_the_console_makes_another_pin_while_the_table_runs(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    pin = door.keeper.first_pin()
    assert pin is not None
    login = door.keeper.log_in(pin, STRANGER)
    for _ in range(TRIES):
        door.wrong("127.0.0.3")
    command = [sys.executable, "-m", "cuelight", "pin", "--journal", str(door.journal)]
    monkeypatch.setitem(door_keeper._COST, "n", COST)
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    new = told.partition("PIN is ")[2][:6]
    assert (door.keeper.asker(login, None), door.keeper.first_pin()) == (GUEST, None)
    assert door.keeper.asker(door.keeper.log_in(new, "127.0.0.3"), None) == HOST
    assert door.start().first_pin() is None


@pytest.mark.parametrize("output", ["full", "closed pipe", "no room for the file"])
def test_a_pin_that_cannot_be_told_is_none(door: Door, output: str) -> None:
    pin = door.keeper.first_pin()
    assert pin is not None
    login = door.keeper.log_in(pin, STRANGER)
    command = [sys.executable, "-m", "cuelight", "pin", "--journal", str(door.journal)]
    given: dict[str, Any] = {}
    if output == "full":
        given["stdout"] = os.open("/dev/full", os.O_WRONLY)
    elif output == "closed pipe":
        unread, given["stdout"] = os.pipe()
        os.close(unread)
    else:
        given = {"stdout": subprocess.DEVNULL, "preexec_fn": partial(resource.setrlimit, resource.RLIMIT_FSIZE, (0, 0))}
    told = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, check=False, **given)
    assert told.returncode and "the host's PIN stays as it was" in told.stderr, told
    assert door.keeper.asker(login, None) == HOST
    assert door.start().first_pin() == pin


def test_a_pin_that_holds_is_told_where_the_one_before_cannot_be_put_back(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def say(_pin: str) -> None:
        monkeypatch.setattr(door_keeper, "write_whole", full)
        raise BrokenPipeError

    def full(*_given: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(PinUnsaid) as told:
        door.keeper.reset(say)
    monkeypatch.undo()
    pin = str(told.value).partition("PIN is ")[2][:6]
    assert door.keeper.asker(door.keeper.log_in(pin, STRANGER), None) == HOST


def test_a_file_that_is_damaged_makes_a_new_pin(door: Door) -> None:
    pin = door.keeper.first_pin()
    assert pin is not None
    door.keeper.change_pin(pin, "271828", STRANGER)
    door.journal.with_name(door.journal.name + SUFFIX).write_text("{")
    door.wrong(STRANGER)
    assert door.start().first_pin() is not None


@pytest.mark.parametrize(
    "odd",
    [
        {"pin": 5},
        {"pin": {"salt": "no hex", "hash": "a"}},
        {"logins": 5},
        {"tries": [[1]]},
        {"tries": [["now", STRANGER]]},
        {"games": []},
        {"games": {"one": []}},
        {"games": {"one": {"seats": 5}}},
        {"seed": 5},
    ],
    ids=str,
)
def test_a_file_in_another_form_is_damaged_too(door: Door, odd: dict[str, Any]) -> None:
    file = door.journal.with_name(door.journal.name + SUFFIX)
    file.write_text(json.dumps(json.loads(file.read_text()) | odd))
    keeper = door.start()
    pin = keeper.first_pin()
    assert pin is not None
    host = keeper.log_in(pin, STRANGER)
    keys = keeper.make_keys([1, 2])
    assert keeper.asker(host, f"1.{keys[1]}") == Viewer(Role.HOST, 0)
    assert keeper.come_in(2, keys[2]) == keys[2]


def test_too_many_tries_are_told_over_http_with_the_time_to_wait(tmp_path: Path) -> None:
    place = Place(fixtures.RecordedTable(), AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: GAME))
    try:
        answers = [place.ask("POST", "/api/login", {"pin": "wrong"}, source=STRANGER) for _ in range(TRIES + 1)]
    finally:
        place.server.stop()
    assert [answer.status for answer in answers] == [403] * TRIES + [429]
    assert int(answers[-1].headers["retry-after"]) == TRIES_SECONDS


def test_a_stream_of_the_desk_ends_with_the_pin(tmp_path: Path) -> None:
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: GAME)
    table = fixtures.RecordedTable()
    place = Place(table, doors)
    pin = doors.first_pin()
    assert pin is not None
    cookie = place.enter("/api/login", {"pin": pin})
    connection = http.client.HTTPConnection("127.0.0.1", place.server.port, timeout=10)
    connection.request("GET", "/live/desk", headers={"Cookie": cookie})
    stream = connection.getresponse()
    assert stream.readline().startswith(b"data: ")
    doors.reset(lambda _pin: None)
    table.publish(fixtures.crowded())
    rest = stream.read()  # to its end
    assert b"data: " not in rest
    connection.close()
    place.server.stop()


def test_what_is_a_seats_own_comes_by_the_key_of_that_seat_alone(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as place:
        for way in ("/live/own", "/api/own"):
            own = json.loads(place.ask("GET", way, cookie=place.cookies[Role.SEAT]).text.removeprefix("data: "))
            assert own == json.loads(place.table.own(1))
            assert len(own["own"]["hand"]) == own["board"]["seats"][1]["hand"] > 0
            assert place.ask("GET", way, cookie=place.cookies[Role.HOST]).status == 409
            assert place.ask("GET", way).status == 403
            of_another = place.cookies[Role.SEAT].replace("=2.", "=1.")
            assert place.ask("GET", way, cookie=of_another).status == 403


def test_a_host_who_plays_too_sees_the_own_seat_and_answers_for_it(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as place:
        both = f"{place.cookies[Role.HOST]}; {place.cookies[Role.SEAT]}"
        assert place.ask("GET", "/api/desk", cookie=both).status == 200
        own = place.ask("GET", "/api/own", cookie=both)
        assert own.json == json.loads(place.table.own(1))
        card = own.json["own"]["hand"][0]["id"]
        told = [
            place.ask("POST", "/api/answer", {"by": name, "do": "place", "card": card}, both).text
            for name in ("Ben", "Ann")
        ]
        assert ["is laid, not said" in words for words in told] == [False, True]


def test_a_stream_of_a_seat_ends_with_its_key_at_once(tmp_path: Path) -> None:
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: GAME)
    table = fixtures.RecordedTable()
    table.publish(fixtures.crowded())
    place = Place(table, doors)
    host = place.enter("/api/login", {"pin": doors.first_pin()})
    cookie = place.enter("/api/seat", {"seat": 2, "key": doors.make_keys([1, 2])[2]})
    connection = http.client.HTTPConnection("127.0.0.1", place.server.port, timeout=10)
    connection.request("GET", "/live/own", headers={"Cookie": cookie})
    stream = connection.getresponse()
    assert b'"of": 1' in stream.readline()
    assert place.ask("POST", "/api/keys", {"seat": 2}, cookie=host).status == 200
    rest = stream.read()  # to its end, before the next keep-alive
    assert b"data: " not in rest
    connection.close()
    place.server.stop()


# --- a seat


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("answer", {"by": "Ann", "do": "pass"}),
        ("answer", {"do": "next-act"}),
        ("answer", {"by": "Ben", "do": "next-act"}),
        ("answer", {"by": "Ben", "do": "lead", "to": "Ben"}),
        ("mat", {"do": "press", "button": "seat1"}),
        ("mat", {"do": "tag", "zone": "seat2.play", "thing": "I.1"}),
        ("mat", {"do": "lift", "zone": "seat2.play"}),
        ("undo", {}),
        ("start", {"names": ["Ann", "Ben"]}),
        ("drive", {"driver": "bots"}),
        ("nothing at all", {}),
    ],
)
def test_a_seat_commands_nothing_of_others(tmp_path: Path, name: str, body: dict[str, Any]) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", names=["Ann", "Ben"], lead=0)
        before = house.desk
        for asker in (seat_of(1), GUEST, Viewer(Role.SEAT)):
            with pytest.raises(NotYours):
                house.table.command(name, body, asker)
        assert house.desk == before


def test_a_seat_is_not_told_where_the_cards_are_that_it_does_not_have(tmp_path: Path) -> None:
    """On an on-screen mat the companion knows every hand; a refusal that named the hand would reveal it."""
    with running(tmp_path / "table.db") as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        own = house.desk["hands"]["seat2"]
        told = set()
        for card in sorted(set(house.desk["box"]) - set(own)):
            with pytest.raises(NotHeld) as refused:
                house.table.command("answer", {"by": "Ben", "do": "place", "card": card}, seat_of(1))
            told.add(str(refused.value))
        assert told == {"Ben does not have that card. Nothing was done."}


def test_a_seat_presses_its_own_button_and_gives_its_own_answers(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", names=["Ann", "Ben"], lead=0)
        assert house.table.command("mat", {"do": "press", "button": "seat2"}, seat_of(1))["ok"]
        assert house.table.command("answer", {"by": "Ben", "do": "pass"}, seat_of(1))["ok"]
        with pytest.raises(Forbidden):  # refused by the rules and nothing else
            house.table.command("answer", {"by": "Ben", "do": "pass"}, seat_of(1))
