"""The browser that opens pages in measurements and tests.

It is the system's, as `make system` installs it.
"""

from __future__ import annotations

import shutil

# The first is the same engine without a window, for half of the processor time
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Return its path; None if only Playwright's own is available."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
