"""The on-screen mat on a small screen: nothing is out of reach, and what is asked is seen with what it is done with."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from companion.games import game_ids
from tests.browser.test_mat_on_a_tablet import each_kind
from tests.support.table_pages import visited

SMALL = [ViewportSize(width=w, height=h) for w, h in ((800, 480), (480, 800), (360, 640), (844, 390))]

OUT_OF_REACH = """() => {
  const ask = document.getElementById("ask"), faults = [];
  const fingers = ".push, .hand button.card, .station-fold, .station-mine, .dock button";
  const parts = `${fingers}, .zone, .coin-button, .middle-stage button`;
  for (const part of document.querySelectorAll(parts)) {
    if (!part.checkVisibility({ visibilityProperty: true }) || part.disabled) continue;
    part.scrollIntoView({ block: "nearest", behavior: "instant" });
    const name = part.dataset.thing ?? part.dataset.zone ?? part.className;
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
    const said = ask.getBoundingClientRect();
    const out = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    if (out) faults.push(`${name} is not whole`);
    const hit = document.elementFromPoint(left + Math.min(20, width / 2), top + height / 2);
    if (!part.contains(hit)) faults.push(`${name} is covered by ${hit?.className}`);
    if (said.top < -1 || said.bottom > innerHeight + 1) faults.push(`${name} without what is asked`);
    if (part.matches(fingers) && Math.min(width, height) < 43) faults.push(`${name} is ${width} x ${height}`);
  }
  return faults;
}"""


@pytest.mark.parametrize("game", game_ids())
def test_all_that_hands_do_is_in_reach_beside_what_is_asked(game: str, browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language="de")
        faults = {}
        page = None
        for kind, position in each_kind(game, 4)[1].items():
            people.house.command("start", position=position)
            page = page or people.open("/mat", viewport=SMALL[0], has_touch=True)
            expect(page.locator("html")).to_have_attribute("data-seq", str(people.house.board["seq"]))
            for size in SMALL:
                page.set_viewport_size(size)
                page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                faults[str(kind), size["width"]] = page.evaluate(OUT_OF_REACH)
        assert {where: found for where, found in faults.items() if found} == {}
