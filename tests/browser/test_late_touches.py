"""Touches that were meant for another question: a finger on its way, and a finger that touches twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.served_pages import PHONE
from tests.support.table_pages import visited

TRIED = """async ({ touch, twice, own, after, name }) => {
  const { LateTaps } = await import("/static/late-taps.js");
  let now = 0;
  const taps = new LateTaps(() => now);
  const press = (clientX) => taps.press({ pointerType: touch ? "touch" : "mouse", clientX, clientY: 700 });
  const option = (word) => ({ answer: { by: "Ann", do: word } });
  taps.follow("who blocks?", [option("pass"), option("spotlight")]);
  now = 5000;
  if (own) {
    press(100);
    taps.answer();
    now += 200;
  }
  taps.follow("who protects?", [option("pass"), option("protect")]);
  now += after;
  press(twice ? 110 : 300);
  return [taps.isLate(option(name)), taps.isRepeated()];
}"""


@pytest.mark.parametrize(
    ("tried", "late", "repeated"),
    [
        ({"touch": True, "after": 300, "name": "protect"}, True, False),
        ({"touch": True, "after": 700, "name": "protect"}, False, False),
        ({"touch": False, "after": 300, "name": "protect"}, False, False),
        ({"touch": False, "after": 300, "name": "pass"}, True, False),
        ({"touch": True, "own": True, "twice": True, "after": 200, "name": "protect"}, False, True),
        ({"touch": True, "own": True, "after": 200, "name": "protect"}, False, False),
        ({"touch": True, "own": True, "twice": True, "after": 600, "name": "protect"}, False, False),
    ],
)
def test_a_touch_that_was_meant_for_another_question_is_known(
    tried: dict[str, Any], late: bool, repeated: bool, browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/board", viewport=PHONE)
        assert page.evaluate(TRIED, {"twice": False, "own": False} | tried) == [late, repeated]
