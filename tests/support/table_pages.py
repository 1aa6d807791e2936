"""The pages of a real table in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.support.running_table import House, running, served
from tests.support.served_pages import LARGE, PATIENCE_MS

OPEN_HANDS = """try {
  if (!localStorage.getItem("cuelight.hide-hands")) localStorage.setItem("cuelight.hide-hands", "no");
} catch { /* a page without storage */ }"""
"""A browser in which somebody has chosen to see the hands on the on-screen mat."""


class Visitors:
    """Visitors to the pages of one table; they keep all browser errors."""

    def __init__(self, browser: Browser, house: House, address: str) -> None:
        self.house = house
        self.complaints: list[str] = []
        self._browser = browser
        self.address = address
        self._pages: list[Page] = []

    def open(self, path: str, *, new: bool = False, **options: Any) -> Page:
        """Open a page in its own window; in a `new` browser nothing was ever chosen."""
        page = self._browser.new_context(**{"viewport": LARGE, **options}).new_page()
        page.context.set_default_timeout(PATIENCE_MS)
        if not new:
            page.context.add_init_script(OPEN_HANDS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._listen(message.type, message.text))
        page.goto(self.address + path)
        self._pages.append(page)
        return page

    def _listen(self, kind: str, text: str) -> None:
        refused = "400" in text or "409" in text  # shown on the page
        if kind in ("error", "warning") and not refused:
            self.complaints.append(text)

    def leave(self) -> None:
        """Close every window."""
        while self._pages:
            self._pages.pop().context.close()


@contextmanager
def visited(browser: Browser, path: Path, **options: Any) -> Iterator[Visitors]:
    """Yield a table with its pages; fail at the end if a page had errors."""
    expect.set_options(timeout=PATIENCE_MS)
    with running(path, **{"pace": 0, **options}) as house, served(house) as address:
        visitors = Visitors(browser, house, address)
        yield visitors
        visitors.leave()
        assert visitors.complaints == []
