"""Printed pages are black on white and whole, on A4 and on Letter."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_phones_come_and_go import begin, come_in, seats_of
from tests.support.table_pages import visited

PAPERS = {
    "A4": (210.0, 297.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
    "A5": (148.0, 210.0),
    "A3": (297.0, 420.0),
}  # mm
MARGINS = 24.0  # mm, left and right together
LARGE = 1500  # square pixels; smaller fills are pieces of drawings
_STEP = re.compile(rb"(?:(\S+) (\S+) (\S+) rg|(\S+) (\S+) (\S+) (\S+) re\nf|\b(q)\n|\b(Q)\n|\b(BT)\n)")


def painted(pdf: bytes) -> Iterator[tuple[str, float]]:
    """Yield each text ("text") and each large filled area ("area") with its lightness, 0 to 1."""
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            content = zlib.decompress(stream)
        except zlib.error:
            continue
        light, kept = 0.0, list[float]()
        for red, green, blue, _x, _y, width, height, save, restore, text in _STEP.findall(content):
            if red:
                light = max(float(red), float(green), float(blue))
            elif save:
                kept.append(light)
            elif restore:
                light = kept.pop()
            elif text:
                yield "text", light
            elif abs(float(width) * float(height)) > LARGE:
                yield "area", light


def check_paper(page: Page) -> None:
    page.emulate_media(media="print")
    for paper, (width, height) in PAPERS.items():
        pdf = page.pdf(format=paper, print_background=True)
        box = re.search(rb"/MediaBox \[0 0 (\S+) (\S+)\]", pdf)
        assert box is not None
        assert [float(one) for one in box.groups()] == pytest.approx([width * 72 / 25.4, height * 72 / 25.4], abs=1)
        seen = list(painted(pdf))
        assert max(light for kind, light in seen if kind == "text") < 0.5, paper
        assert min(light for kind, light in seen if kind == "area") > 0.5, paper
        page.set_viewport_size({"width": int((width - MARGINS) * 96 / 25.4), "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, paper


@pytest.mark.parametrize("path", ["/print", "/history/1", "/history", "/how"])
def test_a_page_is_printed_black_on_white(browser: Browser, tmp_path: Path, path: str) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", names=["Ann", "Bartholomew Featherstone", "Cal", "Dee"], lead=1)
        page = people.open(path)
        page.wait_for_function("document.fonts.ready.then(() => true)")
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        check_paper(page)


def test_the_codes_of_the_seats_are_printed_black_on_white(browser: Browser, tmp_path: Path) -> None:
    with seats_of(browser, tmp_path) as (visitors, doors):
        begin(visitors.house)
        host = come_in(visitors, doors)
        host.get_by_role("button", name="Make new codes").click()
        expect(host.locator(".seat-card-code path").first).to_be_visible()
        check_paper(host)
