"""A host at a table's desk in a browser, with a count of touches."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.support.running_table import House, Json

TABLET = ViewportSize(width=1280, height=800)


class Host:
    """A host with one finger at the desk."""

    def __init__(self, table: House, page: Page) -> None:
        self.table = table
        self.page = page
        self.touches = 0

    def begin(self, **body: Any) -> None:
        """Start a game and wait for the desk to show it."""
        self.table.command("start", **body)
        self._shown()

    def play(self, *answers: Json) -> None:
        """Give answers before the host notices the mistake."""
        for answer in answers:
            self.table.command("answer", **answer)
        self._shown()

    def _shown(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-seq", str(self.table.board["seq"]))

    def touch(self, what: str | Locator) -> None:
        """Touch a button by its words, or another element."""
        self.touches += 1
        found = self.page.get_by_role("button", name=what, exact=True) if isinstance(what, str) else what
        found.click()

    def choose(self, label: str, value: str) -> None:
        """Choose from a visible list."""
        self.touches += 1
        self.page.get_by_label(label, exact=True).locator("visible=true").select_option(value)

    def fill(self, label: str, value: str) -> None:
        self.touches += 1
        self.page.get_by_label(label, exact=True).locator("visible=true").fill(value)

    def seat(self, name: str) -> Json:
        """Return a seat of the public board."""
        return next(dict(seat) for seat in self.table.board["seats"] if seat["name"] == name)

    def step(self, words: str) -> Locator:
        """Return a step in the list of played steps."""
        return self.page.locator(".step").filter(has_text=words)

    def part(self, kind: str) -> Locator:
        """Return a part of the correction forms."""
        return self.page.locator(f'#right-forms [data-kind="{kind}"] summary')
