"""Phones or the mat: chosen at each start; a hand is on a phone only once the phone has joined."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from cuelight.app.access.keeper import AccessControl
from tests.browser.test_phones_come_and_go import begin, come_in, own_cards, seats_of
from tests.support.phones import join_all
from tests.support.served_pages import PHONE
from tests.support.table_pages import Visitors, visited


def host_at(visitors: Visitors, doors: AccessControl, path: str) -> Page:
    host = come_in(visitors, doors)
    expect(host.locator(".seats-do").first).to_be_visible()
    host.goto(visitors.address + path)
    return host


def joined(visitors: Visitors, doors: AccessControl) -> tuple[list[str], list[Page]]:
    """Begin a game, and return the names of its players and their phones."""
    begin(visitors.house)
    names = [seat["name"] for seat in visitors.house.board["seats"]]
    keys = doors.make_keys(range(1, len(names) + 1))
    phones = [visitors.open(f"/seat/{seat}#{key}", viewport=PHONE) for seat, key in keys.items()]
    for phone in phones:
        expect(own_cards(phone).first).to_be_visible()
    return names, phones


def test_each_start_chooses_phones_or_the_mat(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        host = host_at(visitors, doors, "/start?game=asides")
        expect(host.get_by_label("Play with phones")).to_be_checked()
        host.get_by_role("button", name="Start", exact=True).click()
        host.wait_for_url(re.compile("/seats"))
        expect(host.get_by_role("link", name="The link of seat 1")).to_be_visible()
        join_all(visitors.house, [1, 2, 3, 4])
        host.goto(visitors.address + "/start?game=asides")
        expect(host.get_by_label("Play with phones")).to_be_checked()  # the page has asked how the table is
        host.get_by_label("Play with phones").uncheck()
        host.get_by_role("button", name="Start", exact=True).click()
        host.get_by_role("button", name="Yes, end that game and start").click()
        host.wait_for_url("**/mat")
        host.locator('.station[data-key="seat1"] .push').click()
        assert visitors.house.desk["phones"] == []
        host.locator("#hand-seat2 .card").first.click()
        host.locator('[data-zone="seat2.play"]').click()
        expect(host.locator('[data-zone="seat2.play"]')).to_have_attribute("data-lies", re.compile("."))
        host.goto(visitors.address + "/start?game=asides")
        expect(host.get_by_label("Play with phones")).to_be_visible()
        expect(host.get_by_label("Play with phones")).not_to_be_checked()


def test_a_card_that_is_on_a_phone_is_refused_when_it_is_tapped(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        begin(visitors.house)
        host = host_at(visitors, doors, "/mat")
        join_all(visitors.house, [2])
        card, hint = host.locator("#hand-seat2 .card").first, host.locator("#hint")
        expect(card).to_have_attribute("data-face", "down")
        card.click()
        expect(host.locator("#toast")).to_have_text("Ben plays on a phone: play the card there.")
        expect(card).not_to_have_attribute("aria-pressed", "true")
        expect(hint).not_to_contain_text("Now tap the place")
        host.get_by_text("View", exact=True).click()
        expect(host.get_by_label("Hide hands")).to_be_enabled()
        join_all(visitors.house, [1])
        expect(host.get_by_label("Hide hands")).to_be_checked()
        expect(host.get_by_label("Hide hands")).to_be_disabled()


def test_the_hands_of_several_people_are_hidden_unless_somebody_chose_otherwise(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=["Ann", "Ben", "Cal"], lead=0)
        page = people.open("/mat", new=True)
        hands = page.locator(".hand .card")
        expect(hands.first).to_be_visible()
        assert set(hands.evaluate_all("all => all.map((card) => card.dataset.face)")) == {"down"}
        page.get_by_text("View", exact=True).click()
        expect(page.get_by_label("Hide hands")).to_be_checked()
        page.get_by_label("Hide hands").uncheck()
        expect(hands.first).to_have_attribute("data-face", "up")
        page.reload()
        expect(hands.first).to_have_attribute("data-face", "up")
        people.house.command("start", game="othello", names=["Ann", "", ""], bots=[None, "easy", "easy"])
        alone = people.open("/mat", new=True)
        expect(alone.locator("#hand-seat1 .card").first).to_have_attribute("data-face", "up")


def test_new_codes_for_others_leave_a_phone_its_seat(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        begin(visitors.house)
        phone = visitors.open(f"/seat/2#{doors.make_keys([1, 2])[2]}", viewport=PHONE)
        expect(own_cards(phone)).to_have_count(7)
        host = host_at(visitors, doors, "/seats")
        cards = host.locator(".seat-card")
        expect(cards).to_have_count(2)
        expect(cards.nth(1)).to_contain_text("A phone has joined.")
        host.get_by_role("button", name="Make new codes").click()
        expect(host.get_by_role("link", name="The link of seat 1")).to_be_visible()
        expect(host.get_by_role("link", name="The link of seat 2")).to_be_hidden()
        phone.reload()
        expect(own_cards(phone)).to_have_count(7)
        cards.nth(1).get_by_role("button", name="Another code for this seat").click()
        expect(phone.locator("#none")).to_have_text("Your seat has a new code, or is on the mat. Ask the host.")
        assert visitors.house.desk["phones"] == ["seat2"]
        visitors.house.command("start", game="othello", names=["Ann", "Ben"], lead=0)
        phone.reload()
        expect(phone.locator("#none")).to_contain_text("Another game has begun")


def test_the_same_players_go_on_with_their_phones_in_the_next_game(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        names, phones = joined(visitors, doors)
        host = host_at(visitors, doors, "/start?game=othello")
        host.get_by_role("button", name="Same players as last time").click()
        host.get_by_label("Play with phones").check()
        host.get_by_role("button", name="Start", exact=True).click()
        host.get_by_role("button", name="Yes, end that game and start").click()
        host.wait_for_url("**/board")
        for phone, name in zip(phones, names, strict=True):
            expect(own_cards(phone).first).to_be_visible()
            expect(phone.locator("#name")).to_have_text(name)
        host.goto(visitors.address + "/start?game=othello")
        host.get_by_role("button", name="Same players as last time").click()
        host.get_by_label("Name at seat 1").fill("Zoe")  # somebody else sits there
        host.get_by_label("Play with phones").check()
        host.get_by_role("button", name="Start", exact=True).click()
        host.get_by_role("button", name="Yes, end that game and start").click()
        host.wait_for_url("**/seats")
        expect(phones[0].locator("#none")).to_contain_text("Another game has begun")


def test_the_same_names_alone_are_not_the_same_players(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        names, phones = joined(visitors, doors)
        host = host_at(visitors, doors, "/start?game=othello")
        for seat, name in enumerate(names, 1):
            host.get_by_label(f"Name at seat {seat}").fill(name)
        host.get_by_label("Play with phones").check()
        host.get_by_role("button", name="Start", exact=True).click()
        host.get_by_role("button", name="Yes, end that game and start").click()
        host.wait_for_url("**/seats")
        expect(phones[0].locator("#none")).to_contain_text("Another game has begun")
