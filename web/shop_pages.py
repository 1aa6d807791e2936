"""The page for whoever looks after a demo table in a shop: what it does by itself, and how much was played."""

from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, render_template

from companion.games import game_ids, game_of
from companion.play.tongue import _
from companion.table.countdown import IN_WORDS
from web.pieces import look_now
from web.port import Table
from web.where import picture_of

NEXT_TABLE = "http://cuelight.local/shop"
"""Where the code of the settings opens this page at the next table, by the name that every table has."""


def add_shop_pages(app: Flask, table: Table) -> None:
    """Add it to the pages of a table."""

    @app.get("/shop")
    def shop_page() -> str:
        now = table.ask("shop-now", {})
        games = [game_of(name) for name in game_ids()]
        paces = {str(pace): _(words) for pace, words in IN_WORDS.items()}
        code = picture_of(link_of(now["settings"]))
        return render_template("shop.html", look=look_now(table), now=now, games=games, paces=paces, code=code)

    @app.get("/shop/counts.csv")
    def shop_counts() -> Response:
        answer = Response(table.ask("shop-now", {})["csv"], mimetype="text/csv")
        answer.headers["Content-Disposition"] = "attachment; filename=shop-counts.csv"
        return answer


def link_of(settings: dict[str, Any]) -> str:
    """The address that fills in these settings, all of them; they stand behind the #, so no server is sent them."""
    settings = settings | {"games": settings["games"] or [name for name in game_ids() if not game_of(name).is_example]}
    said = {key: ",".join(value) if isinstance(value, list) else value for key, value in settings.items()}
    said = {key: int(value) if isinstance(value, bool) else value for key, value in said.items()}
    return f"{NEXT_TABLE}#{urlencode(said)}"
