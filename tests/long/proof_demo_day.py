"""A whole day of a demo table in fast time: forty games begun and abandoned, without any staff."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.demo_day import DemoDay, until

GAMES, ALONE = 40, 6
CUTS = (12, 27)  # games before which the power fails
MOST_MORE = 1.10  # largest growth of memory, from the first games after the last cut to the end


@pytest.mark.timeout(1800)
def test_forty_games_thefts_and_power_cuts_need_no_staff_and_no_memory(tmp_path: Path) -> None:
    stolen, before = 0, 0
    with DemoDay(tmp_path) as day:
        for game in range(1, GAMES + 1):
            card = f"I.{1 + game % 12}"
            if game in CUTS:
                day.come(card)
                day.power_cut()
                assert day.state() == "playing"
                day.hand("tag", "seat1.play", card)  # a reader that starts reports the card on it
            else:
                day.come(card)
            day.network_goes(game % 3)
            if game % 4 == 0:
                day.steal()
                stolen += 1
            day.is_put_away()
            assert len(day.missing()) == (game % 4 == 0)
            day.hand(*(("tag", "stage.target", card) if game % 4 == 0 else ("lift", "seat1.play")))
            until(lambda: day.missing() == [])
            day.hand("lift", "stage.target")
            if game == CUTS[-1] + 4:
                before = day.memory()
        after = day.memory()
        assert day.counted() == day.begun == GAMES
        print(f"promise demo-day: {GAMES} games, {stolen} thefts, {day.cuts} cuts: {before} -> {after} kB")
        assert after <= before * MOST_MORE


@pytest.mark.timeout(1800)
def test_strangers_come_alone_and_play_with_a_bot_that_has_a_rack(tmp_path: Path) -> None:
    with DemoDay(tmp_path) as day:
        for game in range(1, ALONE + 1):
            day.come_alone(power_goes=game % 3 == 0)
            is_stolen = game % 2 == 0
            if is_stolen:
                day.steal("seat2.play")
            day.is_put_away()
            assert day.missing() == (["the card that lay face down before Feste (bot)"] if is_stolen else [])
            day.clear_rack()
            day.hand(*(("lift", "seat2.play") if not is_stolen else ("leap", "1")))
        assert day.counted() == day.begun == ALONE
        print(f"promise demo-day: {ALONE} games with a bot and its rack, {day.cuts} cuts")
