"""Ways of a phone to its seat, and back to it: a code on the host's screen, a reload, an hour away, a new server."""

from __future__ import annotations

import json
import struct
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cuelight.app.access.keeper import AccessControl
from tests.app.test_addresses import seen_by_a_camera
from tests.support.axe_check import violations
from tests.support.phones import HOME, closed, visiting
from tests.support.running_table import House, running
from tests.support.served_pages import LAPTOP, PHONE
from tests.support.table_pages import Visitors
from tests.support.waiting import until
from web.app.interfaces import Address, Network

HOUR = 3600.0


def scanned(card: Locator) -> str:
    """Return the content of a seat's code, as a camera reads it."""
    drawing = card.locator("svg")
    size = int((drawing.get_attribute("viewBox") or "").split()[2]) - 8
    [found] = seen_by_a_camera(size, drawing.locator("path").get_attribute("d") or "")
    return found


def page_of(link: str, visitors: Visitors, at: Address = HOME) -> str:
    """Return the page behind the link of a code, which leads to the table's address in its network."""
    port = urlsplit(visitors.address).port
    base = f"http://{at.number}:{port}" if at.number.version == 4 else f"http://[{at.number}]:{port}"
    assert link.startswith(f"{base}/")
    return link.removeprefix(base)


def own_cards(phone: Page) -> Locator:
    return phone.locator(".own-cards button.card")


def begin(house: House) -> None:
    house.command("start", game="othello", names=["Ann", "Ben"], lead=0)


@contextmanager
def seats_of(
    browser: Browser, path: Path, network: Iterable[Address] = (HOME,)
) -> Iterator[tuple[Visitors, AccessControl]]:
    """Yield a closed table before any game."""
    with (
        running(path / "table.db") as house,
        closed(house, network=network) as (server, doors),
        visiting(browser, house, server) as found,
    ):
        yield found, doors


def test_the_host_shows_a_code_for_each_seat_and_another_one_ends_the_first(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        host = visitors.open("/start?game=othello", viewport=LAPTOP)
        host.get_by_label("PIN").fill(doors.first_pin() or "")
        host.get_by_role("button", name="Log in").click()
        for seat, name in enumerate(("Ann", "Ben", "Cal", "Dan"), start=1):
            host.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
        host.get_by_text("Seat 1 was dealt the Iago tile").check(force=True)
        host.get_by_role("button", name="Start", exact=True).click()
        cards = host.locator(".seat-card")
        expect(cards).to_have_count(4)  # the start page leads to this page, with a key for each seat
        assert list(violations(host)) == []
        link = scanned(cards.nth(1))
        phone = visitors.open(page_of(link, visitors), viewport=PHONE)
        expect(own_cards(phone)).to_have_count(4)
        expect(phone.locator("#none")).to_be_hidden()
        cards.nth(1).get_by_role("button", name="Another code for this seat").click()
        expect(phone.locator("#none")).to_be_visible()
        expect(own_cards(phone)).to_have_count(0)
        other = scanned(cards.nth(1))
        assert other != link and scanned(cards.nth(0)) != link
        phone.goto(visitors.address + page_of(other, visitors))  # in a browser that shows the page of the seat already
        expect(own_cards(phone)).to_have_count(4)
        phone.goto(f"{visitors.address}/seat/2#content")  # as by the first link of the page
        phone.reload()
        expect(own_cards(phone)).to_have_count(4)
        expect(phone.locator("#toast")).to_be_hidden()
        guest = visitors.open("/seats", viewport=PHONE)
        expect(guest.get_by_label("PIN")).to_be_visible()  # no code for anybody except the host
        host.emulate_media(media="print")
        expect(cards.nth(3)).to_be_visible()
        expect(host.get_by_role("button", name="Make new codes")).to_be_hidden()


def test_before_a_game_the_wall_shows_each_player_a_code_that_fits_one_phone(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        begin(visitors.house)
        wall, host = visitors.open("/board"), visitors.open("/seats", viewport=LAPTOP)
        host.get_by_label("PIN").fill(doors.first_pin() or "")
        host.get_by_role("button", name="Log in").click()
        host.get_by_role("button", name="Show new codes on the screen").click()
        expect(wall.get_by_role("heading", name="Your phone, your seat")).to_be_visible()
        expect(wall.locator("#play")).to_be_hidden()
        codes = wall.locator(".codes li")
        expect(codes).to_have_count(2)
        assert list(violations(wall)) == []
        link = page_of(scanned(codes.nth(1)), visitors)
        phone = visitors.open(link, viewport=PHONE)
        expect(own_cards(phone)).to_have_count(7)
        expect(codes.nth(1)).to_contain_text("is here")
        expect(visitors.open(link, viewport=PHONE).locator("#none")).to_be_visible()  # the second visitor
        phone.reload()
        expect(own_cards(phone)).to_have_count(7)
        visitors.open(page_of(scanned(codes.nth(0)), visitors), viewport=PHONE)
        expect(wall.locator("#play")).to_be_visible()  # all players have joined
        host.reload()
        expect(host.get_by_role("button", name="Remove them from the screen")).to_be_hidden()


def come_in(visitors: Visitors, doors: AccessControl, path: str = "/seats") -> Page:
    """Open a host's page with a clock that the test moves."""
    host = visitors.open(path, viewport=LAPTOP)
    host.get_by_label("PIN").fill(doors.first_pin() or "")
    host.clock.install()
    host.get_by_role("button", name="Log in").click()
    return host


def has_changed(code: Locator, before: Collection[str | None]) -> bool:
    """Return True if another code is shown there."""
    return code.locator("path").get_attribute("d") not in before


MOVED = Address(ip_address("10.9.8.7"), "eth0")
IPV6_ONLY = Address(ip_address("fd00:77::20"), "eth0")
OF_THE_VPN = Address(ip_address("10.8.0.3"), "tun0", Network.TUNNEL)
NO_NETWORK = "This table is not in a network, so phones cannot find it."


def test_codes_follow_the_address_of_the_table_on_the_wall_and_on_the_host_s_page(
    browser: Browser, tmp_path: Path
) -> None:
    network = [HOME]
    with seats_of(browser, tmp_path, network) as (visitors, doors):
        begin(visitors.house)
        wall, host = visitors.open("/board"), come_in(visitors, doors)
        wall.clock.install()
        wall.reload()
        host.get_by_role("button", name="Show new codes on the screen").click()
        shown = wall.locator(".codes li").nth(1), host.locator(".seat-card").nth(1)
        for code in shown:
            expect(code.locator("svg")).to_be_visible()
        [first] = {page_of(scanned(code), visitors) for code in shown}
        for found in (MOVED, IPV6_ONLY, OF_THE_VPN, HOME):
            network[:] = [found]
            before = [code.locator("path").get_attribute("d") for code in shown if code.locator("path").count()]
            for page in (wall, host):
                page.clock.run_for(10_000)
            for page, code, missing in zip((wall, host), shown, ("#codes-missing", "#missing"), strict=True):
                if found is OF_THE_VPN:
                    expect(page.locator(missing)).to_contain_text(NO_NETWORK)
                    expect(code.locator("svg:visible")).to_have_count(0)
                else:
                    expect(page.locator(missing)).to_be_hidden()
                    until(partial(has_changed, code, before))
                    assert page_of(scanned(code), visitors, found) == first
        phone = visitors.open(first, viewport=PHONE)
        expect(own_cards(phone)).to_have_count(7)


def test_without_a_network_the_wall_and_the_host_s_page_say_what_is_missing(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path, ()) as (visitors, doors):
        wall = visitors.open("/board")
        expect(wall.locator(".foyer-come")).to_contain_text(NO_NETWORK)
        expect(wall.locator(".foyer-come svg")).to_be_hidden()
        begin(visitors.house)
        host = come_in(visitors, doors)
        host.get_by_role("button", name="Show new codes on the screen").click()
        expect(wall.locator("#codes")).to_contain_text(NO_NETWORK)
        expect(wall.locator(".codes svg:visible")).to_have_count(0)
        expect(host.locator("#missing")).to_contain_text(NO_NETWORK)
        expect(host.get_by_role("button", name="Remove them from the screen")).to_be_visible()
        assert list(violations(host)) == []
        expect(host.get_by_role("button", name="Print them as cards")).to_be_disabled()
        host.get_by_role("link", name="The link of seat 2").click()  # on the table's machine: to the seat
        expect(own_cards(host)).to_have_count(7)
        assert list(violations(wall)) == []


def test_a_phone_that_was_away_for_an_hour_is_back_at_its_seat(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path) as house, closed(house) as (server, doors):
        begin(house)
        key, port = doors.make_keys([1])[1], server.port
        with visiting(browser, house, server) as visitors:
            phone = visitors.open(f"/seat/1#{key}", viewport=PHONE)
            expect(own_cards(phone)).to_have_count(7)
            phone.reload()
            expect(own_cards(phone)).to_have_count(7)
            phone.context.set_offline(True)
            server.stop()
            house.table.stop()
            with running(path) as again, closed(again, port):
                again.clock.now = house.clock.now + HOUR
                again.command("answer", by="Ben", do="pass")
                phone.context.set_offline(False)
                expect(phone.locator("#lost")).to_be_hidden()
                expect(phone.locator("html")).to_have_attribute("data-seq", str(again.board["seq"]))
                expect(own_cards(phone)).to_have_count(7)
                phone.get_by_role("button", name="Nothing first").click()
                expect(phone.locator("#pick")).to_have_text("Tap a card.")
                again.command("answer", by="Ben", do="place", card="?script")
                phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as after the phone's sleep
                expect(phone.locator("html")).to_have_attribute("data-seq", str(again.board["seq"]))


@pytest.mark.parametrize("game", ["othello", "deathmatch", "asides"])
def test_a_page_shows_no_other_seat_s_cards_where_one_phone_has_opened_two(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    """A browser has one key, and each page checks it again when it becomes visible."""
    with seats_of(browser, tmp_path) as (visitors, doors):
        visitors.house.command(
            "start", game=game, names=["Ann", "Ben", "Cal"], **({} if game == "asides" else {"lead": 0})
        )
        keys = doors.make_keys([1, 2])
        ann = visitors.open(f"/seat/1#{keys[1]}", viewport=PHONE)
        expect(ann.locator("#cover")).to_be_visible()
        ben = ann.context.new_page()
        ben.goto(f"{visitors.address}/seat/2#{keys[2]}")
        expect(ben.locator("#cover")).to_be_visible()
        ann.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(ann.locator("#none")).to_be_visible()
        expect(own_cards(ann)).to_have_count(0)
        expect(ann.locator("#name")).to_have_text("Ann")
        expect(ben.locator("#none")).to_be_hidden()


def test_a_phone_that_loses_its_network_says_so_at_once_and_does_nothing_that_was_tapped_then(
    browser: Browser, tmp_path: Path
) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        begin(visitors.house)
        phone = visitors.open(f"/seat/2#{doors.make_keys([2])[2]}", viewport=PHONE)
        expect(own_cards(phone)).to_have_count(7)
        before = visitors.house.board["seq"]
        phone.context.set_offline(True)
        expect(phone.locator("#lost")).to_be_visible(timeout=5000)
        phone.get_by_role("button", name="Nothing first").click()
        expect(phone.locator("#toast")).to_have_text("Cuelight does not answer. Nothing was changed.")
        phone.context.set_offline(False)
        expect(phone.locator("#lost")).to_be_hidden()
        assert visitors.house.board["seq"] == before
        phone.get_by_role("button", name="Nothing first").click()
        expect(phone.locator("#decision")).to_contain_text("Ann")


@pytest.mark.parametrize("seat", [1, 2])
def test_a_phone_keeps_the_page_of_its_seat_as_an_app(browser: Browser, tmp_path: Path, seat: int) -> None:
    with seats_of(browser, tmp_path) as (visitors, _doors):
        page = visitors.open(f"/seat/{seat}", viewport=PHONE)
        told = page.context.new_cdp_session(page).send("Page.getAppManifest")
        assert told["errors"] == []
        manifest = json.loads(told["data"])
        assert (manifest["start_url"], manifest["display"]) == (f"/seat/{seat}", "standalone")
        for icon in manifest["icons"]:
            with page.expect_response(f"**{icon['src']}") as found:
                page.evaluate("src => { new Image().src = src }", icon["src"])
            width, height = struct.unpack(">II", found.value.body()[16:24])  # of a PNG, RFC 2083 section 11.2.1
            assert icon["sizes"] == f"{width}x{height}"
