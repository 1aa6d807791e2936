"""The end of a game on a player's phone: the own rank, and if points count, the score sheet with explanations."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.table.viewer import seat_of
from tests.browser.test_hands_on_phones import offered_to
from tests.support.axe_check import violations
from tests.support.phones import closed, visiting
from tests.support.running_table import House, running
from tests.support.served_pages import PHONE
from tests.support.twin_tables import NAMES, STARTS, Table

NO_POINTS = "deathmatch"


@pytest.mark.parametrize("game", ["asides", NO_POINTS])
def test_a_phone_tells_its_player_the_own_place_and_how_it_came_to_that(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with (
        running(tmp_path / "table.db") as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as visitors,
    ):
        names = ["Maximiliane Oberhuberin", *NAMES[1:]]
        rulings = {"rulings": {"DJ1": "higher-any"}} if game == NO_POINTS else {}
        house.command("start", **STARTS[game] | {"names": names} | rulings)
        key = doors.make_keys([1, 2, 3])[1]
        phone = visitors.open(f"/seat/1#{key}", viewport=PHONE)
        expect(phone.locator("#dock")).to_be_visible()
        expect(phone.locator("#end")).to_be_hidden()
        play_out(house)
        sheet = house.table.ask("sheet", {})["sheet"]["players"]
        expect(phone.locator("#end")).to_contain_text("Your place: ")
        expect(phone.locator("#cue")).to_be_empty()
        place, total = phone.locator(".own-place").inner_text(), sheet[0]["total"]
        if game == NO_POINTS:
            assert (place == "Your place: 1 of 3") == sheet[0]["winner"]
            expect(phone.locator("#end table")).to_have_count(0)
        else:
            assert place == f"Your place: {1 + sum(each['total'] > total for each in sheet)} of 3"
            expect(phone.locator("#end .sheet-totals tbody tr")).to_have_count(3)
            expect(phone.locator("#end .sheet").last).to_contain_text(names[0])
            phone.get_by_role("button", name="How you made your points").click()
            expect(phone.get_by_role("dialog")).to_contain_text(f"why {total}?")
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert list(violations(phone)) == []
        phone.evaluate("document.documentElement.style.fontSize = '200%'")  # WCAG 1.4.4
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def play_out(house: House) -> None:
    """Play random answers that the phones offer."""
    table, chance = Table(house), random.Random(1)
    while house.board["table"]["state"] != "over":
        offered = [deed for player in range(len(NAMES)) for deed in offered_to(table, player)]
        if offered:
            player, name, body = chance.choice(offered)
            assert table.do(seat_of(player), name, body) == ""
        house.clock.now += 2.0
        house.catch_up()
