"""A control's accessible name contains every text that it shows (WCAG 2.5.3), so that it can be spoken to."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import game_ids
from tests.browser.test_mat_on_a_tablet import each_kind
from tests.support.served_pages import PHONE
from tests.support.table_pages import visited

UNNAMED = """() => [...document.querySelectorAll("[aria-label]:is(a, button, summary, select)")].flatMap((node) => {
  const words = [], texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const heard = node.ariaLabel.toLowerCase();
  while (texts.nextNode()) {
    const { data, parentElement: within } = texts.currentNode;
    const seen = within.checkVisibility({ visibilityProperty: true }) && within.offsetWidth > 1;
    if (!seen || within.closest("[data-face=down] .card-front, option") || !/[\\p{L}\\p{N}]/u.test(data)) continue;
    if (!heard.includes(data.trim().toLowerCase())) words.push(`${node.className}: “${data}” in “${node.ariaLabel}”`);
  }
  return words;
})"""


def unnamed(page: Page, seq: int) -> list[str]:
    expect(page.locator("html")).to_have_attribute("data-seq", str(seq))
    return [str(words) for words in page.evaluate(UNNAMED)]


@pytest.mark.parametrize("game", game_ids())
def test_whoever_speaks_to_a_page_says_what_is_written_there(browser: Browser, tmp_path: Path, game: str) -> None:
    found = set()
    with visited(browser, tmp_path / "table.db") as people:
        house = people.house
        house.command("language", language="de")
        mat, board = people.open("/mat"), people.open("/board", viewport=PHONE)
        for position in each_kind(game, 4)[0].values():
            house.command("start", position=position)
            found |= {*unnamed(mat, house.board["seq"]), *unnamed(board, house.board["seq"])}
            hands = {seat: cards for seat, cards in house.desk["hands"].items() if cards}
            for seat, cards in hands.items():
                house.mat("tag", zone=f"{seat}.play", thing=cards[0])
            found |= {*unnamed(mat, house.board["seq"]), *unnamed(board, house.board["seq"])}
            for zone, thing in house.desk["zones"].items():
                if thing:
                    house.mat("lift", zone=zone)
            found |= set(unnamed(mat, house.board["seq"]))
    assert found == set()
