"""What several test files share."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

CHROMIUM = "/usr/bin/chromium"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser: the system's Chromium, else the one that playwright has fetched."""
    with sync_playwright() as playwright:
        chromium = _launch(playwright)
        yield chromium
        chromium.close()


def _launch(playwright: Playwright) -> Browser:
    system = CHROMIUM if os.access(CHROMIUM, os.X_OK) else None
    return playwright.chromium.launch(executable_path=system, args=QUIET)
