"""Two players who share one phone: it never shows both hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe_check import violations
from tests.support.phones import closed, visiting
from tests.support.running_table import House, running
from tests.support.served_pages import PHONE
from tests.support.table_pages import Visitors

READ_MS = 1100  # from a question that is asked once more until it can be answered
GAMES = ["othello", "deathmatch", "asides"]


@contextmanager
def shared(browser: Browser, path: Path, game: str) -> Iterator[tuple[Visitors, Page]]:
    """Yield a table of three, and the phone that Ann and Ben share; nobody has opened a hand."""
    with running(path) as house, closed(house) as (server, doors), visiting(browser, house, server) as visitors:
        house.command("start", game=game, names=["Ann", "Ben", "Cal"], **({} if game == "asides" else {"lead": 0}))
        keys = doors.make_keys([1, 2, 3])
        phone = visitors.open(f"/seat/1#{keys[1]}", viewport=PHONE)
        acknowledge(phone, game)
        phone.get_by_role("button", name="Add a second player on this phone").click()
        phone.get_by_label("Or paste its link").fill(f"{visitors.address}/seat/2#{keys[2]}")
        phone.get_by_role("button", name="Add this player").click()
        expect(phone.get_by_role("button", name="I am Ben")).to_be_visible()
        yield visitors, phone


def acknowledge(phone: Page, game: str) -> None:
    if game == "deathmatch":
        phone.get_by_role("button", name="I know who I am").click()


def hand(house: House, player: int) -> list[str]:
    return sorted(card["id"] for card in json.loads(house.table.own(player))["own"]["hand"])


def shown(phone: Page) -> list[str]:
    """Return the cards in the hand on the page, also those that nobody sees."""
    cards = phone.locator("#rows [data-card]").all()
    return sorted(str(card.get_attribute("data-card")).rpartition("/")[2] for card in cards)


def is_closed(phone: Page) -> None:
    for name in ("Ann", "Ben"):
        expect(phone.get_by_role("button", name=f"I am {name}")).to_be_visible()
    expect(phone.locator("#dock")).to_be_hidden()
    expect(phone.locator("#rows [data-card]")).to_have_count(0)
    expect(phone.locator("#mine")).to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_opens_one_hand_at_a_time_and_closes_it_at_the_other_player_s_turn(
    game: str, browser: Browser, tmp_path: Path
) -> None:
    with shared(browser, tmp_path / "table.db", game) as (visitors, phone):
        is_closed(phone)
        assert list(violations(phone)) == []
        phone.get_by_role("button", name="I am Ben").click()
        acknowledge(phone, game)
        expect(phone.locator("#name")).to_have_text("Ben")
        assert shown(phone) == hand(visitors.house, 1)
        phone.get_by_role("button", name="Give to Ann").click()
        is_closed(phone)
        phone.get_by_role("button", name="I am Ann").click()
        expect(phone.locator("#name")).to_have_text("Ann")
        assert shown(phone) == hand(visitors.house, 0)
        phone.reload()
        is_closed(phone)
        phone.get_by_role("button", name="I am Ann").click()
        expect(phone.locator("#dock")).to_be_visible()
        play_until_closed(phone)
        is_closed(phone)
        expect(phone.locator("#handover h2")).to_have_text("Give the phone to Ben.")


def play_until_closed(phone: Page) -> None:
    """Take the first answer that the open hand offers until the page closes it."""
    answers = phone.locator("#options > button:not(.again)").filter(has_not_text="Reveal yourself")
    for _ in range(12):
        seq = phone.locator("html").get_attribute("data-seq")
        for card in phone.locator(".own-cards button.card").all():
            if answers.count() == 0:
                card.click()
        answers.first.click()
        if phone.get_by_role("button", name="No, not now").is_visible():
            phone.wait_for_timeout(READ_MS)
            answers.first.click()
        phone.wait_for_function("seq => document.documentElement.dataset.seq !== seq", arg=seq)
        phone.wait_for_timeout(300)
        if phone.locator("#handover").is_visible():
            return
    raise AssertionError("the hand stays open")


def test_a_phone_that_is_put_away_closes_its_hand_and_either_player_can_leave(browser: Browser, tmp_path: Path) -> None:
    with shared(browser, tmp_path / "table.db", "othello") as (visitors, phone):
        phone.get_by_role("button", name="I am Ann").click()
        expect(phone.locator("#rows [data-card]").first).to_be_visible()
        phone.get_by_role("button", name="Rules", exact=True).click()
        expect(phone.get_by_role("dialog")).to_be_visible()
        phone.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        is_closed(phone)
        expect(phone.get_by_role("dialog")).to_be_hidden()  # it tells of the own cards
        phone.get_by_text("One player leaves this phone").click()
        phone.get_by_role("button", name="Remove Ann").click()
        expect(phone.locator("#name")).to_have_text("Ben")
        expect(phone.locator("#handover")).to_be_hidden()
        assert shown(phone) == hand(visitors.house, 1)
        expect(phone.get_by_role("button", name="Add a second player on this phone")).to_be_visible()
