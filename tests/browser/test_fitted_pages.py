"""A reader dies in the middle of a game: the messages on the running table's pages, and the actions there."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.nfc_table import SeatTable
from tests.support.waiting import until
from web.server.server import Server

PATIENCE_MS = 15_000
PHONE, SCREEN = ViewportSize(width=390, height=844), ViewportSize(width=1920, height=1080)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SeatTable]:
    made = SeatTable(tmp_path)
    made.table.command("start", {"names": ["Ann", "Ben"], "lead": 0})
    yield made
    made.close()


@pytest.fixture
def address(table: SeatTable) -> Iterator[str]:
    server = Server(table.table, "127.0.0.1", 0)
    server.start()
    yield server.address
    server.stop()


def opened(browser: Browser, address: str, size: ViewportSize) -> Page:
    context = browser.new_context(viewport=size)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(address)
    return page


def test_the_desk_says_what_happens_at_a_seat_whose_player_leaves_where_no_bot_can_play(
    table: SeatTable, browser: Browser, address: str
) -> None:
    desk = opened(browser, f"{address}/desk", PHONE)
    desk.get_by_text("Somebody leaves").click()
    expect(desk.locator("#leaving")).to_contain_text("The seat may stay empty")


def test_what_a_dead_reader_cannot_see_is_entered_at_the_desk_and_fits_when_it_is_back(
    table: SeatTable, browser: Browser, address: str
) -> None:
    board, desk = opened(browser, f"{address}/board", SCREEN), opened(browser, f"{address}/desk", PHONE)
    ann, ben = table.card("I.2"), table.card("I.4")
    at_board = board.locator(".seat").filter(has=board.get_by_role("heading", name="Ben", exact=True))
    at_desk = desk.locator(".desk-seat").filter(has_text="Ben")

    table.emulated[0].field.lay(ann)
    table.emulated[1].unplug()
    expect(at_board).to_contain_text("Ask the host to enter your card")
    expect(at_desk.locator(".desk-name span")).to_contain_text("Ask the host to enter your card")
    expect(desk.locator("#notices")).to_contain_text("Plug it in again.")
    expect(desk.locator("#notices")).to_contain_text("enter by hand what happens there")
    table.emulated[1].field.lay(ben)

    table.table.command("answer", {"by": "Ben", "do": "pass"})
    desk.get_by_role("button", name="Ben places a script card").click()
    until(lambda: table.face(0) == table.face(1) == "down")
    while table.desk["decision"]["kind"] != "reveal":
        table.table.command("answer", {"by": table.desk["decision"]["players"][0], "do": "pass"})
    expect(desk.get_by_text("What the reader did not see (reader: unplugged")).to_be_visible()
    desk.get_by_role("button", name="Ben reveals “Roderigo convinces Brabantio” (I.4)").click()
    until(lambda: table.face(1) == "up")

    expect(at_board.locator(".card")).to_have_attribute("data-face", "up")

    assert table.desk["zones"] == {"seat1.play": "?script", "seat2.play": "I.4", "stage.target": None}
    table.emulated[1].plug()
    until(lambda: not table.desk["devices"])
    expect(at_board).not_to_contain_text("reader: ")
    expect(desk.locator("#notices")).not_to_contain_text("unplugged")
    assert json.loads(table.table.desk())["questions"] == []
    board.context.close()
    desk.context.close()
