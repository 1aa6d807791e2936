"""The page of the box in a real browser: tags on the software of real readers, cards typed only with the keyboard."""

from __future__ import annotations

import json
import tomllib
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect

from hardware.emulator import Ntag
from tests.support.axe_check import violations
from tests.support.nfc_table import SeatTable
from tests.support.served_pages import PATIENCE_MS
from tests.support.table_pages import visited
from tests.support.waiting import until
from web.server.server import Server

PHONE, TABLET = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=800)
LYING_PHONE = ViewportSize(width=844, height=390)
SCRIPT = '<script>alert("III")</script>'


def no_wider_than_its_screen(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_whole_pass_with_tags_needs_no_button_between_two_cards(browser: Browser, tmp_path: Path) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    with closing(SeatTable(tmp_path)) as seats:
        server = Server(seats.table, "127.0.0.1", 0)
        server.start()
        page, phone = (browser.new_context(viewport=size, bypass_csp=True).new_page() for size in (TABLET, PHONE))
        for each in (page, phone):
            each.context.set_default_timeout(PATIENCE_MS)
            each.goto(f"{server.address}/box?game=othello")
        one, tags = seats.emulated[0].field, [Ntag() for _ in range(2)]
        page.get_by_role("button", name="Give each card its tag").click()
        for at, number in zip((1, 2), tags, strict=True):
            expect(page.locator("#count")).to_have_text(f"{at} of 138")
            expect(phone.locator("#count")).to_have_text(f"{at} of 138")
            one.clear()
            one.lay(number)
        expect(page.locator("#told")).to_have_text("I.2 has its tag.")
        expect(page.locator("#count")).to_have_text("3 of 138")
        no_wider_than_its_screen(phone)
        page.route("**/api/box?*", lambda route: route.abort(), times=1)  # the response is lost on the way
        phone.get_by_role("button", name="Undo").click()
        expect(page.locator("#name")).to_have_text("I.2")
        page.get_by_text("137 tags are still missing").click()
        expect(page.get_by_role("button", name="Iago coin, 12 times", exact=True)).to_be_visible()
        page.get_by_role("button", name="V.16", exact=True).click()
        expect(phone.locator("#name")).to_have_text("V.16")
        page.get_by_role("button", name="Stop for today").click()
        expect(page.locator("#standing")).to_have_text("1 of 138 tags of Stand-in deck are assigned.")
        page.get_by_role("button", name="Check the whole box").click()
        one.clear()
        until(lambda: seats.fitted.zones()["seat1.play"] is None)
        one.lay(tags[0])
        expect(page.locator("#told")).to_have_text("I.1 is there.")
        expect(page.locator("#finds")).to_have_text("No problems so far.")
        seats.emulated[1].unplug()
        expect(page.locator("#notices")).to_contain_text("it was unplugged. Plug it in again.")
        for each in (page, phone):
            assert list(violations(each)) == []
            each.context.close()
        server.stop()


def test_cards_are_typed_with_the_keyboard_checked_as_they_grow_and_shared_as_a_file(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/box?game=othello", viewport=TABLET, bypass_csp=True)
        expect(page.locator("#guesses")).to_have_text("The text of 70 of 70 cards is guessed.")
        page.get_by_role("button", name="Type the text of the cards").click()
        expect(page.locator("#form")).to_be_visible()
        expect(page.get_by_role("radio", name="Othello").first).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio", name="Iago").first).to_be_checked()
        page.get_by_role("radio", name="confronts").focus()
        page.keyboard.press("ArrowRight")
        page.get_by_label("To whom?").fill(SCRIPT)
        page.get_by_label("Points", exact=True).fill("1000")
        expect(page.locator("#error-points")).to_contain_text("must be a whole number from 0 to 999")
        page.get_by_label("Points", exact=True).fill("2e")
        expect(page.locator("#error-points")).to_contain_text('"2e"')
        page.get_by_label("Points", exact=True).fill("4")
        page.get_by_label("To whom?").fill("")
        page.get_by_label("To whom?").press_sequentially("de")
        expect(page.get_by_label("To whom?")).to_have_value("Desdemona")
        page.keyboard.press("p")  # another name, because the rest was only a suggestion
        expect(page.get_by_label("To whom?")).to_have_value("Dep")
        page.keyboard.press("Tab")  # skips the buttons, which are for touch
        expect(page.get_by_role("radio", name="none").first).to_be_focused()
        page.get_by_label("To whom?").fill(SCRIPT)
        expect(page.locator("#error-points")).to_be_hidden()
        expect(page.locator("#card")).to_contain_text(SCRIPT)
        expect(page.locator("#card .card-points")).to_have_text("4")
        no_wider_than_its_screen(page)
        page.get_by_label("The line, if one stands there").fill("Call up her father!")
        expect(page.locator("#card")).to_contain_text("Call up her father!")
        page.locator("#missing summary").click()
        assert page.locator("#missing li").all_inner_texts()[:10] == [f"I.{number}" for number in range(1, 11)]
        page.set_viewport_size(LYING_PHONE)
        page.get_by_label("Its title, if it is another").press("Enter")
        expect(page.locator("#name")).to_have_text("I.2")
        expect(page.locator("#name")).to_be_in_viewport()
        page.set_viewport_size(TABLET)
        expect(page.get_by_role("radio", name="convinces")).to_be_checked()  # as for the previous card
        page.reload()
        expect(page.locator("#count")).to_have_text("2 of 70")
        phone = people.open("/box?game=othello", viewport=PHONE, bypass_csp=True)
        expect(phone.locator("#form")).to_be_visible()
        no_wider_than_its_screen(phone)
        phone.get_by_label("Points", exact=True).click()
        expect(phone.locator("#card .card")).to_be_in_viewport()
        assert [*violations(page), *violations(phone)] == []
        phone.get_by_role("button", name="Stop for today").click()
        expect(page.locator("#guesses")).to_have_text("The text of 69 of 70 cards is guessed.")
        page.get_by_text("Share the text of the cards").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save the cards as a deck file").click()
        deck = tomllib.loads(download.value.path().read_text(encoding="utf-8"))
        assert deck["card"][0]["character_2"] == SCRIPT and deck["card"][0]["points"] == 4
        assert [card["id"] for card in deck["card"] if not card.get("guessed")] == ["I.1"]
        people.house.command("start", names=["Ann", "Ben"])
        board = people.open("/board")
        expect(board.locator("#notes")).to_contain_text("69 of 70 cards are guessed.")


def test_cards_of_deathmatch_are_typed_added_and_taken_out(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/box?game=deathmatch", viewport=TABLET, bypass_csp=True)
        page.get_by_role("button", name="Type the text of the cards").click()
        expect(page.get_by_label("How many are in the box?", exact=True)).to_have_value("5")
        page.get_by_role("button", name="It is not in my box").click()
        expect(page.locator("#count")).to_have_text("1 of 49")
        page.get_by_role("button", name="One more card").click()
        expect(page.get_by_role("button", name="It is not in my box")).to_have_count(0)
        page.get_by_role("radio", name="a character").check(force=True)
        page.get_by_label("Its name", exact=True).fill("Yorick")
        page.get_by_role("button", name="Save it").click()
        expect(page.locator(".field-error:visible")).to_contain_text("exactly two suits")
        page.get_by_label("blades that it bears", exact=True).fill("4")
        page.get_by_label("poison that it bears", exact=True).fill("8")
        page.get_by_label("poison that it bears", exact=True).press("Enter")
        expect(page.locator("#guesses")).to_be_hidden()
        expect(page.locator("#missing summary")).to_have_text("49 cards are still a guess")
        page.get_by_role("button", name="Stop for today").click()
        expect(page.locator("#guesses")).to_have_text("The text of 49 of 50 cards is guessed.")
        page.goto(page.url.replace("deathmatch", "asides"))
        expect(page.locator("#standing")).to_contain_text("0 of 36 tags")
        expect(page.get_by_role("button", name="Type the text of the cards")).to_be_hidden()


def test_owners_of_another_edition_go_through_its_own_box(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/box?game=othello", viewport=PHONE, bypass_csp=True)
        expect(page.locator("#standing")).to_have_text("0 of 138 tags of Stand-in deck are assigned.")
        expect(page.get_by_role("link", name="2024", exact=True)).to_have_attribute("aria-current", "page")
        page.get_by_role("link", name="2022").click()
        expect(page.locator("#standing")).to_contain_text("0 of 149 tags")
        expect(page.get_by_role("link", name="2022")).to_have_attribute("aria-current", "page")
        no_wider_than_its_screen(page)
        assert list(violations(page)) == []
        page.get_by_role("button", name="Type the text of the cards").click()
        expect(page.locator("#count")).to_have_text("1 of 69")
        page.get_by_role("button", name="Stop for today").click()
        expect(page.locator("#guesses")).to_have_text("The text of 69 of 69 cards is guessed.")
        page.get_by_text("Take the tags to another table").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save cards and tags as a file").click()
        assert json.loads(download.value.path().read_text(encoding="utf-8"))["edition"] == "2022"
