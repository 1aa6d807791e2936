"""All routes: each path with its methods, the least role that may use it, and its cost against the address's allowance.

The gate refuses every path that is not listed here, even if the Flask application knows it. docs/doors.md is generated
from this table.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.core.i18n import N_
from companion.core.places import SEATS
from companion.table.viewer import Role, Viewer
from web.api.commands import BOX_QUESTIONS, COMMANDS, QUESTIONS
from web.api.table_port import Channel, SeatChannel

READ = ("GET", "HEAD")
SEND = ("POST",)
RANK = {Role.GUEST: 0, Role.SEAT: 1, Role.HOST: 2}
_PART = {"<path:filename>": r"[\w./-]+", "<game>": r"[\w-]+", "<int:seat>": f"[1-{SEATS[-1]}]"}
_PART |= {"<int:number>": "[1-9][0-9]{0,8}", "<form>": "[a-z]{1,9}"}


class Route(NamedTuple):
    """One path, in Flask's notation."""

    path: str
    methods: tuple[str, ...]
    role: Role
    cost: float
    what: str


GUEST, SEAT, HOST = Role.GUEST, Role.SEAT, Role.HOST
NOTHING_OWN = N_("Only the key of a seat shows its cards. Ask the host for its link.")
FEEDS = ("/live/board", "/live/desk", "/live/own")
TURNS_OUT = ("/api/keys", "/api/back", "/api/pin", "/api/logout")
"""Commands that may end a viewer's right to watch a live channel."""
ROUTES: tuple[Route, ...] = (
    Route("/", READ, GUEST, 1, "to the board, or to the start of a game"),
    Route("/board", READ, GUEST, 2, "the board"),
    Route("/plain", READ, GUEST, 2, "the same for browsers that are old or without scripts"),
    Route("/login", READ, GUEST, 1, "where a host gives the PIN"),
    Route("/seat/<int:seat>", READ, GUEST, 1, "a seat's own page; its key is behind the #"),
    Route("/how", READ, GUEST, 2, "how the game is played, in pictures"),
    Route("/seats", READ, HOST, 2, "the codes of the seats for phones, and as cards to print"),
    Route("/mat", READ, HOST, 2, "the on-screen mat"),
    Route("/desk", READ, HOST, 2, "the host's desk"),
    Route("/print", READ, HOST, 4, "the position on paper, to finish the game without Cuelight"),
    Route("/start", READ, HOST, 4, "where a game is started"),
    Route("/join", READ, HOST, 4, "where a game in progress is joined"),
    Route("/box", READ, HOST, 2, "where the cards of a box get their tags and texts"),
    Route("/setup", READ, HOST, 2, "where a table is set up: readers, lamps and buttons"),
    Route("/shop", READ, HOST, 2, "the settings of a shop's table, and how much was played"),
    Route("/shop/counts.csv", READ, HOST, 4, "how much was played on each day, as a spreadsheet"),
    Route("/history", READ, HOST, 6, "the games that were played"),
    Route("/history/<int:number>", READ, HOST, 10, "one of them: score sheet, charts, replay"),
    Route("/history/<int:number>/<form>", READ, HOST, 20, "the same as a file"),
    Route("/history/all/<form>", READ, HOST, 10, "all of them as a file"),
    Route("/favicon.ico", READ, GUEST, 1, "the icon"),
    Route("/static/<path:filename>", READ, GUEST, 1, "scripts, styles and pictures"),
    Route("/game/<game>/<path:filename>", READ, GUEST, 1, "a game's template overrides"),
    Route("/colours.css", READ, GUEST, 1, "the colours of lights that the table file changes"),
    Route("/app.webmanifest", READ, GUEST, 1, "the web app manifest, to install a page on a phone"),
    Route("/words.js", READ, GUEST, 1, "the texts of the scripts in the language of the table"),
    Route("/live/board", READ, GUEST, 2, "live: what everybody may see"),
    Route("/live/desk", READ, HOST, 2, "live: what the host may see"),
    Route("/live/own", READ, SEAT, 2, "live: what the player of one seat may see, by the seat's own key"),
    Route("/api/board", READ, GUEST, 2, "the newest of /live/board"),
    Route("/api/desk", READ, HOST, 2, "the newest of /live/desk"),
    Route("/api/own", READ, SEAT, 2, "the newest of /live/own"),
    Route("/api/where", READ, GUEST, 1, "where a phone finds this table: the address, and a picture of it"),
    Route("/api/editions", READ, GUEST, 4, "the editions"),
    *(Route(f"/api/{name}", READ, *entry) for name, entry in QUESTIONS.items()),
    *(Route(f"/api/{name}", READ, HOST, *entry) for name, entry in BOX_QUESTIONS.items()),
    Route("/api/history", READ, HOST, 6, "the games that were played, and everybody's statistics"),
    Route("/api/history/<int:number>", READ, HOST, 10, "one of them"),
    Route("/api/history/<int:number>/replay", READ, HOST, 20, "the board after each of its steps"),
    Route("/api/openapi.json", READ, GUEST, 4, "the description of this table for programs (OpenAPI)"),
    Route(
        "/api/door",
        READ,
        GUEST,
        1,
        "the own role; for the table's own screen also the first PIN and the keys that it shows",
    ),
    Route("/api/lock", SEND, HOST, 10, "close an open table, so that each player has a phone"),
    Route("/api/login", SEND, GUEST, 10, "log in as host, with the PIN"),
    Route("/api/logout", SEND, HOST, 3, "log out as host"),
    Route("/api/pin", SEND, HOST, 10, "change the PIN, with the old one"),
    Route("/api/seat", SEND, GUEST, 10, "join a seat, with its key, or return to one that this phone holds"),
    Route(
        "/api/keys",
        SEND,
        HOST,
        10,
        "make new keys for one seat, or for all that no phone has joined; show them on the screen if requested",
    ),
    Route("/api/back", SEND, HOST, 10, "play a seat on the mat again; its phone loses it"),
    Route("/api/follow", SEND, HOST, 10, "let the phones of the game before keep their seats in this one"),
    Route("/api/draw", SEND, HOST, 3, "draw the QR code of a key again, with the table's current address"),
    Route("/api/codes", SEND, HOST, 3, "remove the keys from the screen"),
    *(Route(f"/api/{name}", SEND, each.role, each.cost, each.what) for name, each in COMMANDS.items()),
)


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile("".join(_PART.get(part, re.escape(part)) for part in re.split(r"(<[^>]+>)", path)))


_ADDED = "/ .,;:!?)]'\""
_FOR_PROGRAMS = ("/api/", "/live/", "/static/", "/game/")
_PATTERNS = [(_pattern(route.path), route) for route in ROUTES]


def route_of(path: str) -> Route | None:
    """Return the route of a path; None if there is none."""
    return next((route for pattern, route in _PATTERNS if pattern.fullmatch(path)), None)


def page_meant(path: str) -> str | None:
    """Return the path of a page that a person has typed or sent differently; None if there is none.

    Phones write a capital letter first, people end an address with a slash, and messengers add the mark behind it.
    """
    found = path.rstrip(_ADDED).lower()
    route = route_of(found)
    return found if route is not None and route.methods == READ and not found.startswith(_FOR_PROGRAMS) else None


def channel_of(path: str, asker: Viewer) -> Channel | None:
    """Return the channel of a feed for this viewer; None if the feed needs a seat's key and the viewer has none."""
    if path == "/live/own":
        return None if asker.player is None else SeatChannel(asker.player)
    return "desk" if path == "/live/desk" else "board"


def may(role: Role, route: Route) -> bool:
    """Return whether this role may use the route."""
    return RANK[role] >= RANK[route.role]
