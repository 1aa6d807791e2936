"""Check pages with axe-core: WCAG 2.0 to 2.2, levels A and AA, and axe's good practice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files

from playwright.sync_api import Page, ViewportSize, expect

from tests.support.table_pages import Visitors
from web.app.routes import READ, ROUTES

SIZES = {
    "wall": ViewportSize(width=1920, height=1080),
    "tablet": ViewportSize(width=1280, height=800),
    "phone": ViewportSize(width=390, height=844),
}
_NO_PAGE = re.compile(r"^/(api|live|static|game)/|\.\w+$|^/$|<form>$")
_AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
_RUN = """() => axe.run({
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"],
  rules: { "label-content-name-mismatch": { enabled: true } },
})"""


def pages() -> list[str]:
    """Return every page in the table of routes, and one that does not exist."""
    paths = [route.path for route in ROUTES if route.methods == READ and not _NO_PAGE.search(route.path)]
    return [*(re.sub("<int:[a-z]+>", "1", path) for path in paths), "/nowhere"]


def faults(people: Visitors, paths: Sequence[str], sizes: Sequence[str]) -> Iterator[str]:
    """Yield the violations on these pages at these sizes, in words."""
    page = people.open("/nowhere", bypass_csp=True)
    for path in paths:
        page.goto(people.address + path)
        expect(page.get_by_role("heading", level=1).first, path).to_be_attached()  # its first content is loaded
        for size in sizes:
            page.set_viewport_size(SIZES[size])
            yield from (f"{path} on a {size}: {fault}" for fault in violations(page))
    page.close()
    people.complaints[:] = [each for each in people.complaints if "404" not in each]


def violations(page: Page) -> Iterator[str]:
    """Yield the violations on a page in its current state."""
    page.evaluate(_AXE)
    for each in page.evaluate(_RUN)["violations"]:
        nodes = "; ".join(" ".join(map(str, node["target"])) for node in each["nodes"][:4])
        yield f"{each['id']} ({each['impact']}): {each['help']}: {len(each['nodes'])} times, at {nodes}"
