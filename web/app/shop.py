"""The page for the staff of a shop with a demo table: its automatic behaviour, and counts of games played."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask, Response, render_template, request

from companion.core.i18n import _
from companion.core.spreadsheet import spreadsheet
from companion.games import game_ids, game_of
from companion.table.clocks import Pace
from web.api.table_port import Table
from web.app.address import picture_of
from web.assets.game_files import look_now

NEXT_TABLE = "http://cuelight.local"
"""Address of the next table until somebody enters one: the default name of every table."""
_LONGEST = 100


def add_shop_pages(app: Flask, table: Table) -> None:
    """Add the page to the pages of a table."""

    @app.get("/shop")
    def shop_page() -> str:
        now = table.ask("shop-now", {})
        games = [game_of(name).info for name in game_ids()]
        paces = {str(pace): _(pace.words) for pace in Pace}
        there = table_at(request.args.get("next", ""))
        code = picture_of(link_of(now["settings"], there))
        return render_template(
            "shop.html", look=look_now(table), now=now, games=games, paces=paces, code=code, there=there
        )

    @app.get("/shop/counts.csv")
    def shop_counts() -> Response:
        days = [tuple(day.values()) for day in reversed(table.ask("shop-now", {})["days"])]
        answer = Response(spreadsheet([("day", "begun", "finished", "minutes"), *days]), mimetype="text/csv")
        answer.headers["Content-Disposition"] = "attachment; filename=shop-counts.csv"
        return answer


def table_at(said: str) -> str:
    """Return the origin of a table from a typed or copied address; NEXT_TABLE if the text contains none."""
    with suppress(ValueError):
        parts = urlsplit(said.strip() if "//" in said else f"http://{said.strip()}")
        if parts.scheme in ("http", "https") and parts.hostname is not None and len(parts.netloc) <= _LONGEST:
            return f"{parts.scheme}://{parts.netloc}"
    return NEXT_TABLE


def link_of(settings: dict[str, Any], table: str = NEXT_TABLE) -> str:
    """The address that fills in these settings, all of them; they stand behind the #, so no server is sent them."""
    settings = settings | {
        "games": settings["games"] or [name for name in game_ids() if not game_of(name).info.is_example]
    }
    said = {key: ",".join(value) if isinstance(value, list) else value for key, value in settings.items()}
    said = {key: int(value) if isinstance(value, bool) else value for key, value in said.items()}
    return f"{table}/shop#{urlencode(said)}"
