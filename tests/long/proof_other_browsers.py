"""Firefox and WebKit show the main pages of each game, and follow the table: `make browsers`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from companion.games import game_ids
from tests.support.other_browsers import OtherBrowser, firefox, webkit
from tests.support.running_table import running, served
from tests.support.waiting import until

BROWSERS = [firefox, webkit]
PAGES = {
    "/board": "document.querySelectorAll('.seat').length === 3",
    "/mat": "document.querySelectorAll('.station').length === 3 && document.querySelector('#decision').textContent",
    "/desk": "document.querySelector('html').dataset.seq",
    "/start": "document.querySelector('form, .start')",
    "/how": "document.querySelector('h1')",
    "/history": "document.querySelector('h1')",
    "/plain": "document.body.textContent.includes('Ann')",
}
"""What a page has once its scripts have run."""
STYLED = "getComputedStyle(document.documentElement).getPropertyValue('--gold')"


def shows(browser: OtherBrowser, what: str) -> bool:
    return bool(browser.run(f"return Boolean({what})"))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("start", BROWSERS)
def test_the_main_pages_of_each_game_are_shown_and_follow_the_table(
    start: Callable[[Path], AbstractContextManager[OtherBrowser]], tmp_path: Path
) -> None:
    folder = tmp_path / "browser"
    folder.mkdir()
    with running(tmp_path / "table.db") as house, served(house) as address, start(folder) as browser:
        for game in game_ids():
            house.command("start", game=game, names=["Ann", "Ben", "Cal"])
            for page, shown in PAGES.items():
                browser.go(address + page)
                until(partial(shows, browser, shown))
                assert page == "/plain" or browser.run(f"return {STYLED}"), page
            browser.go(address + "/board")
            house.command("start", game=game, names=["Ann", "Ben", "Cal", "Dee"])
            until(partial(shows, browser, "document.querySelectorAll('.seat').length === 4"))
