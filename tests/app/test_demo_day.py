"""A short day of a demo table; a whole one is tests/long/proof_demo_day.py."""

from __future__ import annotations

from pathlib import Path

from tests.support.demo_day import DemoDay, until


def test_a_demo_table_looks_after_itself_through_theft_and_a_power_cut(tmp_path: Path) -> None:
    with DemoDay(tmp_path) as day:
        day.come("I.3")
        day.network_goes(2)
        day.steal()
        day.is_put_away()
        assert day.missing() == ["the card that lay face down before Player 1"]
        day.power_cut()
        assert day.state() == "idle"
        assert len(day.missing()) == 1
        day.hand("tag", "stage.target", "I.3")  # somebody found the card
        until(lambda: day.missing() == [])
        assert day.counted() == day.begun == 1
