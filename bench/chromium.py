"""The browser in which pages are measured, tested and photographed: the system's, as `make system` installs it."""

from __future__ import annotations

import shutil

# The first is the same engine without the windows around it, for half of the processor's time
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Where it is; None where only Playwright's own can be had."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
