"""With the made-up cards of Deathmatch the highest card wins; with an owner's cards the table says who has won."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.table_pages import visited

DECK = Path(__file__).parents[2] / "companion/deathmatch/decks/stand-in.toml"


def test_the_start_page_lets_the_numbers_of_made_up_cards_decide(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/start?game=deathmatch")
        ruling = page.locator('[name="ruling.DJ1"]')
        expect(ruling).to_have_value("higher-any")
        own = DECK.read_text(encoding="utf-8").replace('id = "stand-in"', 'id = "ours"')
        people.house.command("deck", text=own.replace("made_up = true", "made_up = false"))
        page.reload()
        expect(page.locator('[name="deck"]')).to_have_value("ours")
        expect(ruling).to_have_value("table")
        page.locator('[name="deck"]').select_option("stand-in")
        expect(ruling).to_have_value("higher-any")
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/mat")
        assert people.house.board["table"]["rulings"] == {"DJ1": "higher-any"}
