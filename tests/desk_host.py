"""A host at the desk of a table, in a browser, whose touches are counted."""

from __future__ import annotations

from typing import Any

from live_house import House, Json
from playwright.sync_api import Locator, Page, ViewportSize, expect

TABLET = ViewportSize(width=1280, height=800)


class Host:
    """Somebody with one finger at the desk."""

    def __init__(self, table: House, page: Page) -> None:
        self.table = table
        self.page = page
        self.touches = 0

    def begin(self, **body: Any) -> None:
        """A game; the desk shows it."""
        self.table.command("start", **body)
        self._shown()

    def play(self, *answers: Json) -> None:
        """What happens before somebody notices."""
        for answer in answers:
            self.table.command("answer", **answer)
        self._shown()

    def _shown(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-seq", str(self.table.board["seq"]))

    def touch(self, what: str | Locator) -> None:
        """A button by its words, or another thing."""
        self.touches += 1
        found = self.page.get_by_role("button", name=what, exact=True) if isinstance(what, str) else what
        found.click()

    def choose(self, label: str, value: str) -> None:
        """One of a list; what is folded up has none to choose."""
        self.touches += 1
        self.page.get_by_label(label, exact=True).locator("visible=true").select_option(value)

    def fill(self, label: str, value: str) -> None:
        """Type in a field."""
        self.touches += 1
        self.page.get_by_label(label, exact=True).locator("visible=true").fill(value)

    def seat(self, name: str) -> Json:
        """A seat as everybody sees it."""
        return next(dict(seat) for seat in self.table.board["seats"] if seat["name"] == name)

    def step(self, words: str) -> Locator:
        """What was played."""
        return self.page.locator(".step").filter(has_text=words)

    def part(self, kind: str) -> Locator:
        """What can be put right."""
        return self.page.locator(f'#right-forms [data-kind="{kind}"] summary')
