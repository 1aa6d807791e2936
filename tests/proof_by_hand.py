"""The long forms of what people do by hand: an act by mouse in a browser, and whole games of each number of players."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from test_first_act import address as address
from test_first_act import play_with_the_mouse
from test_live_table import play_five_acts


@pytest.mark.timeout(600)
def test_two_people_play_a_first_act_with_the_mouse(browser: Browser, address: str) -> None:
    play_with_the_mouse(browser, address, whole_act=True)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_five_acts_by_gestures_alone(players: int, tmp_path: Path) -> None:
    play_five_acts(players, tmp_path)
