"""The styles and scripts of each page, in their order. Each list is sent as one file.

`web/assets/game_files.py` finds the files by these names. A style that neither the application nor the game has is left
out, because a game need not have every file.
"""

from __future__ import annotations

from typing import NamedTuple


class PageFiles(NamedTuple):
    """The names of a page's own styles and scripts; the properties add those of every page."""

    styles: tuple[str, ...]
    scripts: tuple[str, ...]


STYLES = ("base.css", "look.css", "lights.css", "senses.css")  # on every page
SENSES = "senses.js"  # on every page; it listens for what the page's own script shows


def _page(styles: tuple[str, ...], *scripts: str) -> PageFiles:
    return PageFiles((*STYLES, *styles), (SENSES, *scripts))


PAGES: dict[str, PageFiles] = {
    "board": _page(
        ("board-page.css", "why.css", "sheet.css", "invite.css", "prompter.css", "board.css"), "board-page.js"
    ),
    "box": _page(("box.css", "card-form.css"), "box.js"),
    "desk": _page(("desk.css", "carry.css", "why.css"), "desk.js", "language.js"),
    "error": _page(("start.css",)),
    "history": _page(("history.css",), "history-page.js"),
    "how": _page(("how.css", "why.css"), "how.js"),
    "join": _page(("start.css", "join.css"), "join-page.js"),
    "login": _page(("start.css",), "login.js"),
    "mat": _page(("mat-page.css", "invite.css", "prompter.css", "carry.css", "mat.css"), "mat-page.js"),
    "past": _page(("board-page.css", "board.css", "why.css", "sheet.css", "history.css"), "past-page.js"),
    "print": _page(("print.css",), "print.js"),
    "seat": _page(("seat-page.css", "why.css", "sheet.css", "prompter.css", "seat.css", "carry.css"), "seat-page.js"),
    "seats": _page(("seats.css",), "seats.js"),
    "setup": _page(("setup.css",), "setup.js"),
    "shop": _page(("start.css", "shop.css"), "shop.js"),
    "start": _page(("start.css",), "start.js", "language.js"),
}
"""Files of each page, by the name that its template sets (`page`)."""
