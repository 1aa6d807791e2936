"""The web app manifest, with which a phone installs a page: its name, icons, colours and start page.

There is no service worker, because browsers accept one only over HTTPS and a table at home or in a shop has a plain
HTTP address. `web/static/live.js` shows that the table is unreachable and reconnects.
"""

import json

from flask import Flask, Response, request, url_for

from companion.core.i18n import _, spoken
from companion.core.places import SEATS

NIGHT = "#150e0d"  # as --house in base.css and the meta theme-color
SIZES = (192, 512)


def add_manifest(app: Flask) -> None:
    """Add the manifest to the pages of a table; `?seat=2` is the manifest of that seat's page."""

    @app.get("/app.webmanifest")
    def manifest() -> Response:
        seat = request.args.get("seat", type=int)
        is_seat = seat in range(1, SEATS[-1] + 1)
        start = f"/seat/{seat}" if is_seat else "/board"
        name = _("Cuelight, seat {number}", number=seat) if is_seat else "Cuelight"
        content = {
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
        return Response(json.dumps(content), mimetype="application/manifest+json")
