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

- **guest**: whoever opens a page. Sees what everybody may see.
- **seat**: whoever has opened the link of a seat, which is made at the desk for this game. Answers for itself, and sees
  what is that seat's own, such as its hand, as far as the companion knows it.
- **host**: whoever has given the PIN. A host who has opened the link of a seat as well plays that seat, too.

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
