"""The page of all routes of a table and their permissions: generates docs/doors.md.

The source is `web.app.routes`.
"""

from __future__ import annotations

from functools import reduce
from pathlib import Path

from companion.table.viewer import Role
from web.app.routes import RANK, ROUTES, SEND, Route

PAGE = Path(__file__).parent.parent / "docs" / "doors.md"
HEAD = """\
# Who may do what

At a closed table (`cuelight run --closed`, and the installed service) each role may do what the ones before it may. At
an open table everybody is the host. Not even the host sees a face-down card.

- **guest**: anybody who opens a page; sees the public view.
- **seat**: a person with the link of a seat, made by the desk for this game; sees its hand, if Cuelight knows it, and
  answers for it.
- **host**: a person who has entered the PIN; may play a seat, too, with its link.

Other addresses are not answered. `/api/openapi.json` of a running table describes every address under `/api`. This
table comes from `web/app/routes.py` by `.venv/bin/python -m bench.regenerate doors.md`.

| role | pages and files | live | questions, `GET /api/` | commands, `POST /api/` |
| --- | --- | --- | --- | --- |
"""
NAMES = {"<int:seat>": "N", "<int:number>": "N", "<game>": "GAME", "<path:filename>": "…", "<form>": "FORM"}


def page() -> str:
    """Return the text of docs/doors.md."""
    return HEAD + "".join(_row(role) for role in RANK)


def _row(role: Role) -> str:
    columns: tuple[list[str], ...] = ([], [], [], [])
    for route in ROUTES:
        if route.role == role:
            path = reduce(lambda path, part: path.replace(part, NAMES[part]), NAMES, route.path)
            columns[_column(route)].append(f"`{path.removeprefix('/api/')}`")
    return " | ".join([f"| {role}", *(" ".join(column) or "–" for column in columns)]) + " |\n"


def _column(route: Route) -> int:
    if route.methods == SEND:
        return 3
    return next((at for at, prefix in ((1, "/live/"), (2, "/api/")) if route.path.startswith(prefix)), 0)
