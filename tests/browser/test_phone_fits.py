"""An upright phone shows all that its player needs at once: nothing has to be scrolled into view."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.test_mat_on_a_tablet import each_kind
from tests.support.phones import closed, visiting
from tests.support.running_table import running
from tests.support.served_pages import PHONE

SHORT = ViewportSize(width=360, height=640)
UNSEEN = """() => {
  const parts = { prompt: "#now", question: "#question .card", players: "#players > *", cards: "#rows .card",
    mine: "#mine", carry: "#carry", buttons: "#dock :is(#options, #buttons) button" };
  const dock = document.getElementById("dock");
  const foot = dock.hidden || getComputedStyle(dock).position === "static" ? innerHeight :
    Math.min(innerHeight, dock.getBoundingClientRect().top + 10);
  const whole = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left >= -1 && right <= innerWidth + 1 && top >= 0 && bottom <= 1 +
      (dock.contains(node) ? innerHeight : foot);
  };
  return Object.entries(parts).filter(([, query]) => [...document.querySelectorAll(query)].some((node) =>
    node.getBoundingClientRect().width > 0 && !whole(node))).map(([name]) => name);
}"""
"""The parts of a seat's page that are not whole on the screen."""


@pytest.mark.parametrize(("game", "count"), [("othello", 4), ("othello", 6), ("deathmatch", 4), ("asides", 5)])
def test_a_phone_shows_prompt_players_hand_and_buttons_without_scrolling(
    game: str, count: int, browser: Browser, tmp_path: Path
) -> None:
    with (
        running(tmp_path / "table.db") as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as visitors,
    ):
        unseen = {}
        for kind, position in each_kind(game, count)[1].items():
            house.command("start", position=position)
            asked = [number for number, seat in enumerate(house.board["seats"], 1) if seat["up"]] or [1]
            key = doors.make_keys(range(1, count + 1))[asked[0]]
            phone = visitors.open(f"/seat/{asked[0]}#{key}", viewport=PHONE)
            expect(phone.locator("#decision")).not_to_be_empty()
            phone.evaluate("document.fonts.ready.then(() => document.querySelector('.who-first')?.remove())")
            unseen[str(kind)] = phone.evaluate(UNSEEN)
            if phone.locator(".own-cards button.card").count() and kind != "carry-out":  # no card is asked for there
                phone.locator(".own-cards button.card").first.click()
                unseen[f"{kind}, a card taken up"] = phone.evaluate(UNSEEN)
            visitors.leave()
        assert {kind: parts for kind, parts in unseen.items() if parts} == {}


def test_words_without_a_button_lie_over_no_card_of_a_short_phone(browser: Browser, tmp_path: Path) -> None:
    with (
        running(tmp_path / "table.db") as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as visitors,
    ):
        house.command("start", position=each_kind("deathmatch", 4)[1]["answer"])
        asked = next(number for number, seat in enumerate(house.board["seats"], 1) if seat["up"])
        phone = visitors.open(f"/seat/{asked}#{doors.make_keys([asked])[asked]}", viewport=SHORT)
        phone.evaluate("document.fonts.ready.then(() => document.querySelector('.who-first')?.remove())")
        expect(phone.locator("#pick")).to_have_text("Tap a card.")
        covered = """(all) => all.filter((card) => {
          const { left, right, bottom } = card.getBoundingClientRect();
          const top = document.elementFromPoint((left + right) / 2, Math.min(bottom, innerHeight) - 6);
          return !card.contains(top);
        }).length"""
        assert phone.locator(".own-cards button.card").evaluate_all(covered) == 0


ON_ITS_SIDE = ViewportSize(width=640, height=360)
UNSEEN_ON_ITS_SIDE = """() => {
  const parts = { prompt: "#now", players: "#players > *", hand: "#rows section:first-child .card",
    button: "#options > :first-child" };
  const dock = document.getElementById("dock").getBoundingClientRect();
  const seen = ({ left, right, top, bottom }) =>
    left >= -1 && right <= innerWidth + 1 && top >= 0 && bottom <= innerHeight + 1;
  const found = Object.entries(parts).filter(([, query]) => [...document.querySelectorAll(query)].some((node) =>
    node.getBoundingClientRect().width > 0 && !seen(node.getBoundingClientRect()))).map(([name]) => name);
  const under = document.getElementById("now").getBoundingClientRect().bottom > dock.top + 10 && dock.height > 0;
  return under ? [...found, "the prompt lies under the buttons"] : found;
}"""


@pytest.mark.parametrize(("game", "count"), [("othello", 4), ("deathmatch", 4), ("asides", 4)])
def test_a_phone_on_its_side_shows_prompt_players_hand_and_the_first_button(
    game: str, count: int, browser: Browser, tmp_path: Path
) -> None:
    with (
        running(tmp_path / "table.db") as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as visitors,
    ):
        unseen = {}
        for kind, position in each_kind(game, count)[1].items():
            house.command("start", position=position)
            asked = [number for number, seat in enumerate(house.board["seats"], 1) if seat["up"]] or [1]
            phone = visitors.open(f"/seat/{asked[0]}#{doors.make_keys([asked[0]])[asked[0]]}", viewport=ON_ITS_SIDE)
            expect(phone.locator("#decision")).not_to_be_empty()
            phone.evaluate("document.fonts.ready.then(() => document.querySelector('.who-first')?.remove())")
            unseen[str(kind)] = phone.evaluate(UNSEEN_ON_ITS_SIDE)
            visitors.leave()
        assert {kind: parts for kind, parts in unseen.items() if parts} == {}
