"""The on-screen mat on tablets at length: every kind of question, with long and short names, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games import game_ids, game_of
from tests.browser.test_mat_on_a_tablet import LONG, each_kind, nothing_scrolls
from tests.support.all_games import NAMES


@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("language", "names"), [("de", LONG), ("en", NAMES)], ids=["German, long", "English, short"])
@pytest.mark.parametrize("game", game_ids())
def test_nothing_scrolls_at_any_question(
    browser: Browser, tmp_path: Path, game: str, language: str, names: tuple[str, ...]
) -> None:
    for which in range(2):  # the first position of each kind, and the last
        kinds = {count: each_kind(game, count)[which] for count in sorted({4, min(game_of(game).info.seats[-1], 8)})}
        nothing_scrolls(browser, tmp_path / str(which), game, language, names, kinds)
