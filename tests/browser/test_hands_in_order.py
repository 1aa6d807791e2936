"""Hands of a game with an order of cards: sorted where they lie open, whole, and each with its suit in sight."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.asides.game import Asides
from companion.table.viewer import seat_of
from tests.support.phones import seated
from tests.support.running_table import House
from tests.support.table_pages import Visitors, visited

NAMES = ["Ann", "Ben", "Cal", "Dan", "Eve"]
PHONES = [ViewportSize(width=390, height=844), ViewportSize(width=360, height=640)]
TABLET = ViewportSize(width=1024, height=768)

HIDDEN = """() => {
  const faults = [];
  for (const hand of document.querySelectorAll(".hand, .own-cards")) {
    const cards = [...hand.querySelectorAll("button.card")];
    for (const [i, card] of cards.entries()) {
      const range = document.createRange();
      range.selectNodeContents(card.querySelector(".card-corner"));
      const corner = range.getBoundingClientRect().right;
      const next = cards[i + 1]?.getBoundingClientRect().left ?? Infinity;
      if (corner > next) faults.push(`${card.dataset.card}: ${corner} > ${next}`);
    }
    const last = cards.at(-1)?.querySelector(".card-front").getBoundingClientRect().right ?? 0;
    const edge = Math.min(innerWidth, hand.closest(".station")?.getBoundingClientRect().right ?? innerWidth);
    if (last > edge) faults.push(`${cards.at(-1).dataset.card} is cut`);
  }
  return faults;
}"""


def dealt(house: House, count: int) -> None:
    house.command("start", game="asides", names=NAMES[:count], seed=5)
    house.command("answer", do="deal", by="Ann")


def shown(page: Page, hand: str) -> list[str]:
    return [str(card.get_attribute("data-card")) for card in page.locator(f"{hand} button.card").all()]


@pytest.mark.parametrize("count", [3, 4])
def test_seven_cards_lie_whole_and_in_order_on_a_tablet(count: int, browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        dealt(people.house, count)
        page = people.open("/mat", viewport=TABLET, has_touch=True)
        order = people.house.desk["cards"]
        for seat in range(1, count + 1):
            expect(page.locator(f"#hand-seat{seat} button.card")).to_have_count(7)
            places = [order[card]["order"] for card in shown(page, f"#hand-seat{seat}")]
            assert places == sorted(places)
        assert page.evaluate(HIDDEN) == []
        page.locator(".views > summary").click()
        page.locator("#hide-hands").check()
        dealt_order = people.house.desk["hands"]
        for seat in range(1, count + 1):
            keys = [
                str(card.get_attribute("data-thing")) for card in page.locator(f"#hand-seat{seat} button.card").all()
            ]
            assert keys == dealt_order[f"seat{seat}"]  # the place of a card face down says nothing of it


def play_first(visitors: Visitors, count: int) -> None:
    """Let the first player who is asked give the first answer."""
    table = visitors.house.table
    own = [json.loads(table.own(player))["own"]["options"] for player in range(count)]
    player = next(player for player, options in enumerate(own) if options)
    table.command("answer", own[player][0]["answer"], seat_of(player))
    visitors.house.catch_up()


def test_a_hand_on_a_phone_is_sorted_and_the_taker_of_the_trick_is_marked(browser: Browser, tmp_path: Path) -> None:
    with seated(browser, tmp_path / "table.db", game="asides", names=NAMES[:3], seed=5) as (visitors, phones):
        for _ in range(4):
            play_first(visitors, 3)  # the deal and the promises
        for phone in phones:
            expect(phone.locator(".own-cards button.card")).to_have_count(6)
            places = [list(Asides.cards).index(card) for card in shown(phone, ".own-cards")]
            assert places == sorted(places)
            for size in PHONES:
                phone.set_viewport_size(size)
                assert phone.evaluate(HIDDEN) == []
        for _ in range(3):
            play_first(visitors, 3)
        [taker] = [seat["name"] for seat in visitors.house.board["seats"] if seat["took"]]
        last = visitors.house.desk["steps"][-1]["text"].partition(" ")[0]
        for name, phone in zip(NAMES[:3], phones, strict=True):
            expect(phone.locator("#host-undoes")).to_be_visible(visible=name == last)  # the card has been shown
            expect(phone.locator("#take-back")).to_be_hidden()
            expect(phone.locator(".own-player[data-took]")).to_contain_text(taker)
            words = "You took the trick" if name == taker else f"{taker} took the trick"
            expect(phone.locator("#decision")).to_contain_text(words)
        while visitors.house.board["asked"] != "deal":
            play_first(visitors, 3)
        expect(phones[0].locator("#happening")).to_contain_text("A kept promise counts 5 extra.")
        expect(phones[1].locator("#decision")).to_have_text("Deal. Cuelight shuffles and gives each player 7 cards")
