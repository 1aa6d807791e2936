"""A closed table in a browser: the screen shows the PIN, the host logs in with it, a seat with its link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cuelight.app.access.closed_table import doors_of
from cuelight.app.access.keeper import AccessControl
from cuelight.app.shop.settings import ShopSettings
from tests.support.phones import HOME, visiting
from tests.support.running_table import House, running
from tests.support.served_pages import PATIENCE_MS, PHONE
from tests.support.table_pages import Visitors
from web.app.shop import link_of
from web.server.server import Server

WORDS = "The host’s PIN is"
LOGIN = "The host’s PIN · Cuelight"


@pytest.fixture
def visitors(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    expect.set_options(timeout=PATIENCE_MS)
    with running(tmp_path / "table.db", pace=0) as house:
        doors = AccessControl(tmp_path / "table.db", house.clock, lambda: house.table.own_mark)
        server = Server(house.table, "127.0.0.1", 0, doors=doors)
        server.start()
        found = Visitors(browser, house, server.address)
        yield found
        found.leave()
        server.stop()
        assert [told for told in found.complaints if "403" not in told] == []


def said_on(wall: Page) -> str:
    """Return the PIN on the public screen."""
    said = wall.get_by_text(WORDS)
    expect(said).to_be_visible()
    return (said.text_content() or "").removeprefix(f"{WORDS} ")[:6]


def come_in(page: Page, pin: str) -> None:
    """Enter the PIN and wait for the requested page."""
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("button", name="Log in").click()
    expect(page).not_to_have_title(LOGIN)


def play(house: House) -> None:
    house.command("start", names=["Ann", "Ben"], lead=0)


def test_the_host_comes_in_by_the_pin_of_the_wall_and_chooses_another(visitors: Visitors) -> None:
    wall = visitors.open("/board")
    pin = said_on(wall)
    page = visitors.open("/start", viewport=PHONE)
    expect(page).to_have_title(LOGIN)
    page.get_by_label("PIN").fill("000000" if pin != "000000" else "000001")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("That is not the PIN.")).to_be_visible()
    come_in(page, pin)
    page.goto(page.url.replace("/start", "/desk"))
    page.get_by_text("PIN and seats").click()
    page.get_by_label("PIN", exact=True).fill(pin)
    page.get_by_label("another").fill("271828")
    page.get_by_role("button", name="Change the PIN").click()
    expect(page.get_by_text("The PIN is changed.")).to_be_visible()
    for path in ("/setup", "//elsewhere.test/desk"):
        page = visitors.open("/login?to=" + path)
        come_in(page, "271828")
        expect(page).to_have_url(visitors.address + (path if path.count("/") == 1 else "/desk"))
    page = visitors.open("/start?game=asides")
    come_in(page, "271828")
    expect(page).to_have_url(visitors.address + "/start?game=asides")


def expect_no_pin(page: Page, pin: str) -> None:
    """Check that the page does not contain the PIN, even invisibly."""
    expect(page.get_by_text(WORDS)).to_have_count(0)
    assert pin not in page.content()


@pytest.mark.parametrize("game", ["othello", "deathmatch", "asides"])
def test_the_pin_is_gone_from_the_wall_while_a_game_is_played_and_back_afterwards(
    visitors: Visitors, game: str
) -> None:
    wall = visitors.open("/board")
    pin = said_on(wall)
    visitors.house.command("start", game=game, names=["Ann", "Ben", "Cal"])
    expect(wall.get_by_role("heading", name="Ann")).to_be_visible()
    for page in (wall, visitors.open("/board"), visitors.open("/seat/1", viewport=PHONE), visitors.open("/login")):
        expect_no_pin(page, pin)
        assert "pin" not in page.request.get(visitors.address + "/api/door").json()
        assert pin not in page.request.get(visitors.address + "/api/board").text()


def test_the_pin_leaves_the_wall_for_good_when_somebody_has_logged_in(visitors: Visitors, tmp_path: Path) -> None:
    wall = visitors.open("/board")
    pin = said_on(wall)
    host = visitors.open("/desk", viewport=PHONE)
    come_in(host, pin)
    expect_no_pin(wall, pin)
    assert "pin" not in wall.request.get(visitors.address + "/api/door").json()
    host.request.post(visitors.address + "/api/logout", data={})
    again = AccessControl(tmp_path / "table.db", visitors.house.clock, lambda: None)
    assert (again.unused_pin(), again.first_pin()) == (None, pin)  # the console still has it


def test_the_code_of_another_tables_settings_fills_them_in_also_where_the_pin_is_asked_for(visitors: Visitors) -> None:
    pin = said_on(visitors.open("/board"))
    own = {"opens": "09:00", "closes": "18:00", "language": "en", "games": ["othello"]}
    visitors.house.command("shop", demo=True, **own)
    others = ShopSettings(demo=True, idle_minutes=7).to_json()
    page = visitors.open(link_of(others).removeprefix("http://cuelight.local"), viewport=PHONE)
    come_in(page, pin)
    expect(page.get_by_label("End a game")).to_have_value("7")
    page.get_by_role("button", name="Save these settings").click()
    expect(page.get_by_text("The settings apply")).to_be_visible()
    assert visitors.house.table.ask("shop-now", {})["settings"] == others | {"games": list(ShopSettings().offered())}


def test_what_is_wrong_with_a_file_of_settings_is_seen_and_the_same_file_can_be_opened_mended(
    visitors: Visitors, tmp_path: Path
) -> None:
    pin = said_on(visitors.open("/board"))
    page = visitors.open("/shop", viewport=PHONE)
    come_in(page, pin)
    file = tmp_path / "stick.toml"
    for text, told in (("idle_minutes = 0", "from 1 to 240"), ('games = ["chess"]', "chess")):
        file.write_text(text, encoding="utf-8")
        page.get_by_text("Open a file").scroll_into_view_if_needed()
        page.locator("#open").set_input_files(file)
        expect(page.get_by_text(told)).to_be_in_viewport()
        expect(page.locator("#open")).to_have_value("")
    file.write_text("idle_minutes = 8", encoding="utf-8")
    page.locator("#open").set_input_files(file)
    expect(page.get_by_text("The settings apply")).to_be_visible()
    expect(page.get_by_label("End a game")).to_have_value("8")


def test_no_stranger_comes_back_from_a_demo_tables_mat_to_the_pin_or_to_the_wall(visitors: Visitors) -> None:
    visitors.house.command("shop", demo=True)
    pin = said_on(visitors.open("/board"))
    tablet = visitors.open("/start")
    expect(tablet).to_have_title(LOGIN)
    come_in(tablet, pin)
    tablet.goto(visitors.address + "/board")
    tablet.get_by_role("button", name="Play with bots").first.click()
    expect(tablet).to_have_url(visitors.address + "/mat#wall")
    tablet.go_back()
    expect(tablet).to_have_url(visitors.address + "/start")
    tablet.go_back()
    expect(tablet).to_have_url("about:blank")


def test_at_the_mat_of_a_demo_table_the_host_finds_the_desk_behind_the_pin_and_ends_the_game(
    visitors: Visitors,
) -> None:
    visitors.house.command("shop", demo=True)
    pin = said_on(visitors.open("/board"))
    tablet = visitors.open("/mat")
    come_in(tablet, pin)
    visitors.house.command("welcome", what="lesson")
    game = visitors.house.table.game
    expect(tablet.locator("#table")).to_be_visible()
    tablet.get_by_role("link", name="For the host").click()
    expect(tablet).to_have_title(LOGIN)  # although this tablet is a host's
    come_in(tablet, pin)
    expect(tablet).to_have_url(visitors.address + "/desk")
    tablet.get_by_role("button", name="End this game").click()
    assert visitors.house.table.game == game
    tablet.get_by_role("button", name="Yes, end it").click()
    expect(tablet.get_by_text("Nobody has sat down yet.")).to_be_visible()
    assert visitors.house.table.game is None
    tablet.get_by_text("Games that were ended").click()
    tablet.get_by_role("button", name="Reopen").click()
    tablet.get_by_role("button", name="Yes, continue this game").click()
    expect(tablet.get_by_role("button", name="End this game")).to_be_visible()


def test_a_seat_comes_in_by_its_link_and_answers_for_itself(visitors: Visitors) -> None:
    pin = said_on(visitors.open("/board"))
    play(visitors.house)
    page = visitors.open("/seat/2", viewport=PHONE)
    expect(page.get_by_text("Open the link that the host has for this seat.")).to_be_visible()
    host = visitors.open("/desk")
    come_in(host, pin)
    host.get_by_text("PIN and seats").click()
    host.get_by_role("button", name="New links for the seats").click()
    link = host.get_by_role("link", name="/seat/2").get_attribute("href")
    assert link is not None
    seat = visitors.open(link, viewport=PHONE)
    expect(seat.get_by_role("heading", name="Ben")).to_be_visible()
    expect(seat.locator(".own-cards button.card")).to_have_count(7)
    assert "#" not in seat.url
    with seat.expect_response("**/api/answer") as answered:
        seat.get_by_role("button", name="Nothing first").click()
    assert answered.value.status == 200
    seat.goto(seat.url.replace("/seat/2", "/seat/1"))
    expect(seat.get_by_text("Open the link that the host has for this seat.")).to_be_visible()


def test_a_desk_whose_host_was_put_out_asks_for_the_pin(visitors: Visitors, tmp_path: Path) -> None:
    pin = said_on(visitors.open("/board"))
    play(visitors.house)
    host = visitors.open("/desk")
    come_in(host, pin)
    expect(host.get_by_role("button", name="Undo")).to_be_visible()
    AccessControl(tmp_path / "table.db", visitors.house.clock, lambda: None).reset(lambda _pin: None)
    visitors.house.command("undo")
    host.wait_for_url("**/login?to=/desk")


def test_a_game_that_was_ended_by_mistake_is_opened_again_at_the_desk(visitors: Visitors) -> None:
    wall = visitors.open("/board")
    pin = said_on(wall)
    play(visitors.house)
    visitors.house.command("start", names=["Cal", "Dee"], lead=0)
    host = visitors.open("/desk")
    come_in(host, pin)
    expect(host.locator("#journal")).to_contain_text("The journal: 1 MB. Room on its disk: ")
    host.get_by_text("Games that were ended").click()
    host.get_by_role("button", name="Reopen").click()
    expect(wall.get_by_role("heading", name="Cal")).to_be_visible()
    host.get_by_role("button", name="Yes, continue this game").click()
    expect(wall.get_by_role("heading", name="Ann")).to_be_visible()


def test_an_open_table_is_closed_on_its_start_page_so_that_each_player_has_a_phone(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        doors = doors_of(house.table, house.path, house.clock, closed=False)
        server = Server(house.table, "", 0, doors=doors, addresses=lambda: [HOME])
        server.start()
        try:
            with visiting(browser, house, server) as visitors:
                host, stranger = visitors.open("/start"), visitors.open("/desk")
                expect(stranger).to_have_url(re.compile("/desk$"))
                host.get_by_label("Play with phones").check()
                host.get_by_role("button", name="Start", exact=True).click()
                host.wait_for_url("**/seats")
                pin = host.get_by_text(str(doors.first_pin()))
                expect(host.get_by_text("Show the host’s PIN")).to_be_visible()
                expect(pin).not_to_be_visible()  # everybody sees this screen
                host.get_by_text("Show the host’s PIN").click()
                expect(pin).to_be_visible()
                expect(host.locator(".seat-card")).to_have_count(len(house.board["seats"]))
                link = str(host.get_by_role("link", name="The link of seat 1").get_attribute("href"))
                phone = visitors.open("/board", viewport=PHONE)
                phone.goto(visitors.address + "/seat/1#" + link.split("#")[1])
                expect(phone.locator(".own-cards button.card").first).to_be_visible()
                phone.get_by_role("link", name="Board").click()
                expect(phone.get_by_role("link", name="Desk")).to_have_count(0)
                phone.get_by_role("link", name="My seat").click()
                expect(phone.locator(".own-cards button.card").first).to_be_visible()
                mat = visitors.open("/seats", storage_state=host.context.storage_state())
                expect(mat.get_by_role("button", name="Play this seat on the mat")).to_have_count(1)
                assert {*house.desk["hands"]["seat1"]} <= {"?script", "?staging"}
                mat.get_by_role("button", name="Play this seat on the mat").click()  # the phone has died
                expect(mat.get_by_role("button", name="Play this seat on the mat")).to_have_count(0)
                assert not {*house.desk["hands"]["seat1"]} & {"?script", "?staging"}
                expect(phone.locator("#none")).to_contain_text("or is on the mat")
                expect(phone.locator(".own-cards button.card")).to_have_count(0)
                stranger.goto(visitors.address + "/desk")
                expect(stranger.get_by_label("PIN")).to_be_visible()
                host.goto(visitors.address + "/desk")
                expect(host.locator(".desk-seat").first).to_be_visible()
        finally:
            server.stop()
