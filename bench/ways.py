"""The page of all routes of a table and their permissions: generates docs/doors.md.

The source is `web.app.routes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from web.app.routes import ROUTES

PAGE = Path(__file__).parent.parent / "docs" / "doors.md"
HEAD = """\
# Who may do what

At a closed table (`cuelight run --closed`, and the installed service) there are three roles; each may do what the ones
before it may. At an open table everybody is the host. The host may do everything, and still sees no face-down card.

- **guest**: anybody who opens a page. Sees the public view.
- **seat**: a person with the link of a seat, which the desk makes for this game. Answers for that seat, and sees its
  hand, if Cuelight knows it.
- **host**: a person who has entered the PIN. A host who has opened the link of a seat plays that seat, too.

This table is generated from `web/app/routes.py` by `.venv/bin/python -m bench.regenerate doors.md`. Other addresses are
not answered.

| address | method | from role | what it is |
| --- | --- | --- | --- |
"""


def page() -> str:
    """Return the text of docs/doors.md."""
    return HEAD + "".join(_rows())


def _rows() -> Iterator[str]:
    for route in ROUTES:
        path = route.path.replace("<int:seat>", "N").replace("<game>", "GAME").replace("<path:filename>", "…")
        path = path.replace("<int:number>", "NUMBER").replace("<form>", "FORM")
        yield f"| `{path}` | {route.methods[0]} | {route.role} | {route.what} |\n"
