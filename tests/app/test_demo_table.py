"""A demo table through its public interface: it starts at a touch, teaches, ends games, sleeps,
counts, and is copied.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from companion.core.errors import CuelightError, InputError
from companion.games import game_ids, game_of
from companion.journal import Journal, Kind
from companion.table.viewer import GUEST, seat_of
from cuelight.app.shop.counts import ShopCounts
from cuelight.app.shop.settings import ShopSettings, read_settings, settings_from, written
from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from tests.support.running_table import House, running, served
from tests.support.waiting import until
from web.app.address import picture_of
from web.app.shop import link_of

Json = dict[str, Any]
TAUGHT = [name for name in game_ids() if game_of(name).info.lesson is not None]
NOON, NIGHT = datetime(2026, 11, 21, 12, 0).timestamp(), datetime(2026, 11, 21, 23, 0).timestamp()


class Wall:
    """A wall clock that the test moves."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


def shop(folder: Path, *lines: str) -> Path:
    """Return the journal's path beside the settings of a demo table."""
    (folder / "shop.toml").write_text("demo = true\nidle_minutes = 5\n" + "".join(f"{line}\n" for line in lines))
    return folder / "table.db"


def state(house: House) -> str:
    return str(house.board["table"]["state"])


def asleep(house: House) -> bool:
    return bool(house.board["table"]["shop"]["asleep"])


def wait_minutes(house: House, minutes: float) -> None:
    """Let time pass without a touch."""
    house.clock.now += minutes * 60
    house.table.show_anew()  # the table reads the clock again


@pytest.fixture(name="house")
def _house(tmp_path: Path) -> Iterator[House]:
    with running(shop(tmp_path), wall=Wall(), pace=0.1) as house:
        yield house


def welcome(house: House, what: str, asker: Any = GUEST, **more: str) -> Json:
    return house.table.command("welcome", {"what": what, **more}, asker)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_stranger_learns_a_game_by_what_the_prompter_says(game: str, house: House) -> None:
    assert game in house.board["table"]["shop"]["games"]
    assert welcome(house, "lesson", game=game) == {"ok": True, "drawn": True}
    assert house.board["table"]["pace"] == "untimed"
    said: list[str] = []
    for _ in range(60):
        house.let_the_lights_come_on()
        house.catch_up()
        desk = house.desk
        said += [each["text"] for each in desk["board"].get("prompter", []) if each["text"] not in said]
        if len(said) >= 5:
            break
        play_on(house, desk)
    assert len(said) >= 5
    steps = [step.says for step in game_of(game).info.lesson.steps if step.drawn is not False]  # type: ignore[union-attr]
    assert set(said) <= set(steps)
    welcome_again = pytest.raises(CuelightError, match="Somebody is playing already")
    with welcome_again:
        welcome(house, "lesson", game=game)
    house.command("lesson", go="on")
    assert "prompter" not in house.board
    assert house.board["table"]["pace"] == "usual"


def play_on(house: House, desk: Json) -> None:
    """Take the first accepted action of the player asked; placing a card comes before other answers."""
    board, asked = desk["board"], desk["decision"]["players"]
    seats = [seat["seat"] for seat in board["seats"] if seat["name"] in asked]
    laid = [
        ("mat", {"do": "tag", "zone": f"{seat}.play", "thing": card}) for seat in seats for card in desk["hands"][seat]
    ]
    pressed = [("mat", {"do": "press", "button": seat}) for seat in seats]
    said = [("answer", each["answer"]) for each in desk["options"] if each["answer"].get("by") in (*asked, None)]
    laying = desk["decision"]["kind"] in ("placement", "action", "answer")
    for name, body in [*(laid if laying else []), *pressed, *said]:
        try:
            house.table.command(name, body)
        except CuelightError:
            continue
        now = house.desk
        if (now["decision"], now["steps"]) != (desk["decision"], desk["steps"]):
            return
    raise AssertionError(desk["decision"])


def test_a_lesson_deals_the_same_cards_each_time(tmp_path: Path) -> None:
    hands = []
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        with running(shop(tmp_path / str(number)), wall=Wall()) as house:
            welcome(house, "lesson")
            hands.append(house.desk["hands"])
    assert hands[0] == hands[1]


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("at_a_shop", [True, False])
def test_a_game_that_the_host_ends_is_kept_stays_ended_and_can_be_opened_again(
    game: str, at_a_shop: bool, tmp_path: Path
) -> None:
    path = shop(tmp_path) if at_a_shop else tmp_path / "table.db"
    with running(path, wall=Wall(), pace=0.1) as house:
        house.command("start", game=game, names=["Ann", "Ben", "Cal"])
        number, headline = house.table.game, house.board["headline"]
        for wrong in (None, 99):
            with pytest.raises(InputError):
                house.command("end", game=wrong)
        assert house.table.game == number
        house.command("end", game=number)
        assert state(house) == "idle" and [each["game"] for each in house.desk["games"]] == [number]
        with pytest.raises(InputError):
            house.command("end", game=number)
    with running(path, wall=Wall(), pace=0.1) as house:
        assert state(house) == "idle"
        house.command("reopen", game=number)
        assert house.board["headline"] == headline


def test_an_abandoned_game_is_put_away_kept_and_can_be_opened_again(house: House, tmp_path: Path) -> None:
    welcome(house, "solo")
    number = house.table.game
    wait_minutes(house, 4.6)
    until(lambda: [each["kind"] for each in house.board.get("prompter", [])] == ["leaving"])
    house.catch_up()  # a touch
    until(lambda: "prompter" not in house.board)
    wait_minutes(house, 5.1)
    until(lambda: state(house) == "idle")
    assert house.desk["games"][0]["game"] == number
    house.table.stop()
    with running(house.path, wall=Wall()) as again:
        assert state(again) == "idle"
        again.command("reopen", game=number)
        assert again.board["seats"][0]["name"] == "Guest"


def test_a_table_that_is_paused_or_is_no_demo_table_is_left_alone(house: House, tmp_path: Path) -> None:
    welcome(house, "solo")
    house.command("pause", paused=True)
    wait_minutes(house, 60)
    assert state(house) == "playing"
    house.command("pause", paused=False)
    house.command("shop", demo=False)
    wait_minutes(house, 60)
    assert state(house) == "playing"
    assert "shop" not in house.board["table"]
    with pytest.raises(CuelightError, match="Ask the host"):
        welcome(house, "watch")


def test_only_a_free_demo_table_takes_the_word_of_a_guest(house: House) -> None:
    for asker in (GUEST, seat_of(0)):
        with pytest.raises(CuelightError):
            house.table.command("shop", {"demo": False}, asker)
        with pytest.raises(CuelightError):
            house.table.command("lesson", {"go": "on"}, asker)
    with pytest.raises(InputError):
        welcome(house, "lesson", game="asides")  # the screen does not offer it
    with pytest.raises(InputError):
        welcome(house, "steal")
    assert state(house) == "idle"


def test_a_guest_neither_ends_nor_keeps_what_others_play_and_begins_no_demonstration_twice(house: House) -> None:
    def is_refused(what: str) -> None:
        number = house.table.game
        with pytest.raises(CuelightError, match="Somebody is playing already"):
            welcome(house, what)
        assert house.table.game == number

    welcome(house, "watch")
    is_refused("watch")  # each would create another game in the journal
    house.command("drive", driver="hands")
    is_refused("lesson")  # somebody has taken over
    house.command("drive", driver="bots")
    welcome(house, "solo")
    house.command("drive", driver="bots")
    is_refused("lesson")  # bots play for people, who come back
    wait_minutes(house, 3.0)
    is_refused("lesson")
    wait_minutes(house, 2.1)
    until(lambda: state(house) == "idle")


def test_the_wall_sleeps_outside_the_hours_unless_somebody_plays(tmp_path: Path) -> None:
    wall = Wall()
    with running(shop(tmp_path, 'opens = "10:00"', 'closes = "19:00"'), wall=wall, pace=0.1) as house:
        assert not asleep(house)
        welcome(house, "lesson")
        wall.now = NIGHT
        wait_minutes(house, 1)
        assert not asleep(house)
        wait_minutes(house, 5.1)
        until(lambda: state(house) == "idle")
        assert asleep(house)
        wall.now = NOON
        wait_minutes(house, 1)
        until(lambda: not asleep(house))


def test_what_was_played_is_counted_without_names(house: House) -> None:
    welcome(house, "solo")
    house.clock.now += 180.0
    house.catch_up()
    wait_minutes(house, 5.1)
    until(lambda: state(house) == "idle")
    house.command("start", game="asides", names=["Ann", "Ben", "Cleo"])
    told = house.table.ask("shop-now", {})
    assert told["days"] == [{"day": "2026-11-21", "begun": 2, "finished": 0, "minutes": 3.0}]
    assert told["csv"] == "day,begun,finished,minutes\n2026-11-21,2,0,3.0\n"
    with running(house.path.with_name("other.db"), wall=Wall()) as other:
        assert other.table.ask("shop-now", {})["csv"] == told["csv"]


def test_minutes_of_a_pause_are_not_counted_as_played(house: House) -> None:
    welcome(house, "solo")
    house.clock.now += 120.0
    house.command("pause", paused=True)
    wait_minutes(house, 30)
    house.command("pause", paused=False)
    house.clock.now += 60.0
    house.catch_up()
    wait_minutes(house, 5.1)
    until(lambda: state(house) == "idle")
    assert [day["minutes"] for day in house.table.ask("shop-now", {})["days"]] == [3.0]


def test_a_game_that_cannot_be_put_away_at_once_is_counted_once(house: House) -> None:
    welcome(house, "solo")
    house.clock.now += 180.0
    house.command("pause", paused=False)  # a touch
    with closing(sqlite3.connect(house.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        wait_minutes(house, 5.1)
        until(lambda: any("another program holds it" in notice for notice in house.desk["notices"]))
        other.execute("ROLLBACK")
    wait_minutes(house, 1)
    until(lambda: state(house) == "idle")
    assert [day["minutes"] for day in house.table.ask("shop-now", {})["days"]] == [3.0]


def test_settings_go_to_the_next_table_as_a_file_and_as_a_code(house: House) -> None:
    chosen = {"demo": True, "idle_minutes": 7, "opens": "22:00", "closes": "04:00", "games": ["deathmatch"]}
    house.command("shop", **chosen)
    text = house.table.ask("shop-now", {})["text"]
    assert (house.path.with_name("shop.toml")).read_text() == text
    assert read_settings(text) == settings_from(chosen)
    settings = read_settings(text)
    assert [settings.is_open(datetime(2026, 1, 1, hour)) for hour in (21, 23, 3, 5)] == [False, True, True, False]
    assert link_of(settings.to_json()).endswith(
        "#demo=1&idle_minutes=7&opens=22%3A00&closes=04%3A00&pace=usual&language=&games=deathmatch"
    )
    assert house.board["table"]["shop"]["games"] == ["deathmatch"]
    house.command("shop", text="")
    assert house.table.ask("shop-now", {})["settings"] == ShopSettings().to_json()
    assert written(ShopSettings()) == ""


def test_what_is_so_already_stands_once_in_the_journal(tmp_path: Path) -> None:
    for _ in range(2):
        with running(shop(tmp_path, 'language = "de"'), wall=Wall()) as house:
            for _ in range(2):
                house.command("shop", text=house.table.ask("shop-now", {})["text"])
                house.command("language", language="de")
                house.command("voice", moment=True)
    with closing(Journal.open(tmp_path / "table.db")) as journal:
        assert [record.body for record in journal.of_kind(Kind.VOICE)] == [
            {"speaks": True, "language": "de"},
            {"speaks": True, "language": "de", "moment": True},
        ]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("", "http://cuelight.local"),
        ("cuelight-2.local", "http://cuelight-2.local"),
        (" http://192.168.1.21:8000/desk?x=1#y ", "http://192.168.1.21:8000"),
        ("https://[fd00::21]/", "https://[fd00::21]"),
        ("http://[", "http://cuelight.local"),
        ("x" * 3000, "http://cuelight.local"),
        ("javascript://10.0.0.5/%0aalert(1)", "http://cuelight.local"),
    ],
)
def test_the_code_of_the_settings_leads_to_where_the_next_table_is(house: House, said: str, found: str) -> None:
    with served(house) as address, urlopen(f"{address}/shop?{urlencode({'next': said})}") as answer:
        page = answer.read().decode()
    assert picture_of(link_of(ShopSettings(demo=True).to_json(), found)).path in page and f'value="{found}"' in page


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('opens = "10:00"', "closes"),
        ('opens = "25:00"\ncloses = "19:00"', "opens"),
        ("idle_minutes = 0", "idle_minutes"),
        ('games = ["chess"]', "games"),
        ('pin = "123456"', "settings"),
        ("demo = 1", "demo"),
    ],
)
def test_settings_that_cannot_be_are_told_with_their_field(text: str, field: str) -> None:
    with pytest.raises(InputError) as told:
        read_settings(text)
    assert told.value.field == field


def test_a_damaged_settings_file_leaves_a_table_at_home_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "shop.toml").write_bytes(b"demo = \xff")
    with running(tmp_path / "table.db") as house:
        assert "shop" not in house.board["table"]
        assert any("shop.toml" in notice and "UTF-8" in notice for notice in house.desk["notices"])


def test_a_settings_file_of_a_windows_editor_counts(tmp_path: Path) -> None:
    (tmp_path / "shop.toml").write_bytes(b"\xef\xbb\xbfdemo = true\r\nidle_minutes = 7\r\n")
    with running(tmp_path / "table.db") as house:
        assert "shop" in house.board["table"]


@pytest.mark.parametrize("text", ["day,begun,finished,minutes\n2026-11-21,2\n", "x" * 200_000])
def test_damaged_counts_begin_anew(text: str, tmp_path: Path) -> None:
    shop(tmp_path)
    (tmp_path / "shop-counts.csv").write_text(text)
    assert ShopCounts(tmp_path / "shop-counts.csv").days() == []


def test_the_pages_of_a_demo_table_invite_and_are_kept_by_staff(house: House) -> None:
    with served(house) as address:
        for page in ("board", "mat", "shop"):
            with urlopen(f"{address}/{page}") as answer:
                text = answer.read().decode()
            assert ('data-what="lesson"' in text) == (page != "shop")
        with urlopen(f"{address}/shop/counts.csv") as answer:
            assert answer.read().decode("utf-8-sig") == "day,begun,finished,minutes\r\n"
        with urlopen(f"{address}/") as answer:
            assert answer.url.endswith("/board")
        with urlopen(f"{address}/api/shop-now") as answer:
            assert json.load(answer)["settings"]["demo"] is True


def test_at_a_table_with_readers_bots_are_refused_and_a_press_begins_the_lesson(tmp_path: Path) -> None:
    fitted = FittedTable(full_mat(3), [], [], lambda: 0.0, {}, served=())
    with running(shop(tmp_path), wall=Wall(), fitted=fitted) as house:
        assert house.board["table"]["shop"]["drawn"] is False
        with pytest.raises(InputError, match="not enough racks with readers"):
            welcome(house, "solo")
        with pytest.raises(InputError, match="no rack with readers at seat 2"):
            house.command("start", names=["Ann", ""], bots=[None, "easy"])
        fitted.press("seat2")
        until(lambda: state(house) == "playing")
        assert house.board["prompter"][0]["step"] == 1


def test_what_is_missing_tells_nothing_of_a_card_that_is_played_again(tmp_path: Path) -> None:
    fitted = FittedTable(full_mat(3), [], [], lambda: 0.0, {}, served=())
    told = []
    with running(shop(tmp_path), wall=Wall(), fitted=fitted, pace=0.1) as house:
        for seat in ("seat1", "seat2"):
            house.command("start", names=["Ann", "Ben", "Cleo"], lead=0)
            while (asked := house.desk["decision"])["kind"] == "pre-placement":
                house.command("answer", do="pass", by=asked["players"][0])
            before = house.board["table"]["shop"]
            house.mat("tag", zone=f"{seat}.play", thing="I.2")
            assert house.board["seats"][int(seat[-1]) - 1]["card"] == {"face": "down"}
            assert house.board["table"]["shop"] == before
            if seat == "seat1":
                house.mat("lift", zone=f"{seat}.play")  # somebody takes it away, but it was in the box after all
            wait_minutes(house, 5.1)
            until(lambda: state(house) == "idle")
            told.append(house.board["table"]["shop"]["missing"])
    assert told == [["the card that lay face down before Ann"], []]


def test_whoever_holds_a_button_or_takes_a_card_up_is_still_there(tmp_path: Path) -> None:
    fitted = FittedTable(full_mat(3), [], [], lambda: 0.0, {}, served=())
    with running(shop(tmp_path), wall=Wall(), fitted=fitted) as house:
        house.command("start", names=["Ann", "Ben", "Cleo"], lead=0)
        house.mat("tag", zone="seat1.play", thing="tile:Cassio")
        for touch in (partial(fitted.hold, "seat1"), partial(fitted.lift, "seat1.play")):
            wait_minutes(house, 4.6)
            until(lambda: [each["kind"] for each in house.board.get("prompter", [])] == ["leaving"])
            touch()
            until(lambda: "prompter" not in house.board)


def test_a_press_while_a_box_is_gone_through_begins_no_lesson(tmp_path: Path) -> None:
    fitted = FittedTable(full_mat(3), [], [], lambda: 0.0, {}, served=())
    with running(shop(tmp_path), wall=Wall(), fitted=fitted) as house:
        house.command("enrol", do="begin", game="othello")
        before = house.desk["enrolling"]
        fitted.press("seat1")
        fitted.tag("seat1.play", "uid:04A1B2C3D4E580")
        until(lambda: house.desk["enrolling"] != before)
        assert state(house) == "idle"
        house.command("enrol", do="end")
        fitted.press("seat1")
        until(lambda: state(house) == "playing")


def test_a_guest_of_deathmatch_with_made_up_cards_is_not_asked_who_has_won(house: House) -> None:
    house.command("welcome", what="solo", game="deathmatch")
    assert house.board["table"]["rulings"] == {"DJ1": "higher-any"}


def test_the_lesson_of_deathmatch_compares_the_made_up_cards_itself(house: House) -> None:
    house.command("welcome", what="lesson", game="deathmatch")
    assert house.board["table"]["rulings"] == {"DJ1": "higher-any"}
