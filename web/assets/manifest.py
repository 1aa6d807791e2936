"""What a phone needs to keep a page as an app: its name, its pictures and colours, and the page that it opens.

There is no service worker. A browser takes one from a page with https alone, and a table in a home or a shop has a
plain address; what the open page says while the table is away, and how it comes back, is in `web/static/live.js`.
"""

import json

from flask import Flask, Response, request, url_for

from companion.core.i18n import _, spoken
from companion.core.places import SEATS

NIGHT = "#150e0d"  # as --house in base.css, and the meta theme-color
SIZES = (192, 512)


def add_manifest(app: Flask) -> None:
    """Add the manifest to the pages of a table; `?seat=2` is that of a seat's own page."""

    @app.get("/app.webmanifest")
    def manifest() -> Response:
        seat = request.args.get("seat", type=int)
        is_seat = seat in range(1, SEATS[-1] + 1)
        start = f"/seat/{seat}" if is_seat else "/board"
        name = _("Cuelight, seat {number}", number=seat) if is_seat else "Cuelight"
        told = {
            "name": name,
            "short_name": name,
            "lang": spoken(),
            "id": start,
            "start_url": start,
            "scope": "/",
            "display": "standalone",
            "background_color": NIGHT,
            "theme_color": NIGHT,
            "icons": [
                {
                    "src": url_for("static", filename=f"icon-{size}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": "any maskable",
                }
                for size in SIZES
            ],
        }
        return Response(json.dumps(told), mimetype="application/manifest+json")
