"""The page of all routes of a table and their permissions: generates docs/doors.md.

The source is `web.app.routes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.table.viewer import Role
from web.app.routes import ROUTES, may

PAGE = Path(__file__).parent.parent / "docs" / "doors.md"
HEAD = """\
# Who may do what

At a table that is closed (`cuelight run --closed`, and the installed service) there are three roles. At an open one
everybody is the host. A role is what somebody may do; what somebody may know is apart from it: the host may do
everything and knows no card that lies face down.

- **guest**: anybody who opens a page. Sees the public view.
- **seat**: a person with the link of a seat, which the desk makes for this game. Answers for itself, and sees
  that seat's own hand and answers, if the companion knows them.
- **host**: a person who has given the PIN. A host who has opened the link of a seat as well plays that seat, too.

This table is made from `web/app/routes.py` by `python -m bench.regenerate`. What is not in it is not answered.

| way | methods | guest | seat | host | what it is |
| --- | --- | --- | --- | --- | --- |
"""


def page() -> str:
    """Return the text of docs/doors.md."""
    return HEAD + "".join(_rows())


def _rows() -> Iterator[str]:
    for route in ROUTES:
        cells = " | ".join("yes" if may(role, route) else "no" for role in Role)
        path = route.path.replace("<int:seat>", "N").replace("<game>", "GAME").replace("<path:filename>", "…")
        path = path.replace("<int:number>", "NUMBER").replace("<form>", "FORM")
        yield f"| `{path}` | {', '.join(route.methods)} | {cells} | {route.what} |\n"
