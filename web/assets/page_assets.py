"""What each page is made of besides its markup: its styles and its scripts, in their order. Each is sent as one file.

The names are of pieces: `web/assets/game_files.py` finds them. A style that neither the house nor the game has is left
out, since a game need not have each piece.
"""

from __future__ import annotations

from typing import NamedTuple


class PageFiles(NamedTuple):
    """The names of a page's styles and scripts, with those that every page has."""

    styles: tuple[str, ...]
    scripts: tuple[str, ...]


STYLES = ("base.css", "look.css", "lights.css", "senses.css")  # the styles that are on every page
SENSES = "senses.js"  # and the script, which hears what a page's own shows


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
"""By the name that a page's template gives it (`page`)."""
