"""Access to a closed table, as pages and commands: the host's PIN, the keys of seats, and the visitor's own role."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import as_count, as_flag, as_text
from companion.core.places import SEATS
from companion.table.viewer import Role
from web.api.table_port import HERE, Doors, Table
from web.app.address import Where, picture_of
from web.app.request import address, asker, read_body
from web.assets.game_files import look_now
from web.security.headers import SEPARATOR, cookie_name

REMEMBERED_SECONDS = 30 * 24 * 3600
SEATS_A_PHONE = 2


def add_door_pages(app: Flask, table: Table, doors: Doors, where: Callable[[], Where]) -> None:
    """Add the routes to the pages of a table; `where` returns the address for phones, or why there is none."""

    @app.get("/login")
    def login_page() -> str | WerkzeugResponse:
        """Ask for the PIN, even if the host is logged in: at a demo table strangers use the on-screen mat."""
        return render_template("login.html") if doors.closed else redirect("/desk")

    @app.get("/seat/<int:seat>")
    def seat_page(seat: int) -> str:
        return render_template("seat.html", seat=seat, look=look_now(table))

    @app.get("/seats")
    def seats_page() -> str:
        return render_template("seats.html")

    @app.get("/api/door")
    def door() -> Response:
        found = asker()
        access: dict[str, Any] = {"closed": doors.closed, "role": found.role}
        if found.role is Role.HOST:
            access |= {"joined": sorted(doors.joined()), "on_phones": doors.on_phones(), "game": doors.identity()}
        if found.player is not None:
            access |= {"seat": found.player + 1, "seats": sorted(held())}
        if doors.closed and not is_idle() and (lost := shown().keys() - held().keys()):
            access["lost"] = {"seats": sorted(lost), "has_codes": doors.on_phones()}
        if doors.may_close and not doors.closed:
            access["may_close"] = True
        if address() == HERE and (pin := doors.unused_pin()) is not None and is_idle():
            access["pin"] = pin  # guests read this screen, so show no PIN during a game or after the first login
        if (address() == HERE or found.role is Role.HOST) and (codes := doors.codes()):
            access |= drawn({seat: _link(seat, key) for seat, key in codes.items()})
        return jsonify(access)

    @app.post("/api/lock")
    def close() -> Response:
        if doors.closed:
            raise InputError(_("This table is closed already."))
        token, pin = doors.close(), doors.first_pin()
        return _shown("host", token, pin)

    @app.post("/api/login")
    def login() -> Response:
        pin = as_text(read_body().get("pin"), "pin")
        return _shown("host", doors.log_in(pin, address()))

    @app.post("/api/logout")
    def logout() -> Response:
        name = _cookie("host")
        lasts = doors.log_out(request.cookies.get(name, ""))
        notice = _("This device is logged out. Nothing can be written now: after a restart, change the PIN.")
        answer = jsonify({"ok": True} if lasts else {"ok": True, "notice": notice})
        answer.delete_cookie(name, httponly=True, samesite="Strict")
        return answer

    @app.post("/api/pin")
    def change_pin() -> Response:
        body = read_body()
        pin, new = (as_text(body.get(name), name) for name in ("pin", "new"))
        return _shown("host", doors.change_pin(pin, new, address()))

    @app.post("/api/seat")
    def take_seat() -> Response:
        """Let a phone play a seat; `keep` lets it keep its other seat, as usual if it holds both."""
        body, others = read_body(), held()
        seat = as_count(body.get("seat"), "seat", 1, SEATS[-1])
        is_held, own = seat in others, others.pop(seat, None)
        if "key" in body or own is None:
            own = doors.come_in(seat, as_text(body.get("key", "none"), "key"))
        kept = list(others.items())[: SEATS_A_PHONE - 1] if as_flag(body.get("keep", is_held), "keep") else []
        return _shown("seat", SEPARATOR.join(f"{number}.{key}" for number, key in ((seat, own), *kept)))

    @app.post("/api/keys")
    def make_keys() -> Response:
        body, there = read_body(), _seats()
        seat = as_count(body["seat"], "seat", 1, max(1, len(there))) if "seat" in body else None
        on_wall = as_flag(body.get("on_wall", False), "on_wall")
        seats = there if seat is None else [seat] if there else []
        keys = doors.make_keys(seats, on_wall, replaces=seat is not None)
        links = {seat: _link(seat, key) for seat, key in keys.items()}
        return jsonify({"links": links} | drawn(links))

    @app.post("/api/follow")
    def follow() -> Response:
        """Let the phones of the game `before` keep their seats, as the same people play again."""
        before = as_text(read_body().get("before"), "before")
        return jsonify({"seats": sorted(doors.follow(before, _seats()))})

    @app.post("/api/back")
    def back_to_mat() -> Response:
        doors.back_to_mat(as_count(read_body().get("seat"), "seat", 1, SEATS[-1]))
        return jsonify({"ok": True})

    @app.post("/api/draw")
    def draw_key() -> Response:
        seat, key = _seat_and_key()
        return jsonify(drawn({seat: _link(seat, key)}))

    @app.post("/api/codes")
    def take_codes_away() -> Response:
        doors.take_codes_away()
        return jsonify({"ok": True})

    def held() -> dict[int, str]:
        """Return the keys that this phone shows and that fit, by seat; the one that plays is the first."""
        return {seat: key for seat, key in shown().items() if doors.fits(seat, key)}

    def shown() -> dict[int, str]:
        pairs = (token.partition(".") for token in request.cookies.get(_cookie("seat"), "").split(SEPARATOR))
        return {int(seat): key for seat, _dot, key in pairs if seat in map(str, range(1, SEATS[-1] + 1))}

    def _seats() -> range:
        """Return the seats of the current game, from 1."""
        return range(1, len(json.loads(table.board())["seats"]) + 1)

    def is_idle() -> bool:
        return bool(json.loads(table.board())["table"]["state"] == "idle")

    def drawn(links: Mapping[int, str]) -> dict[str, Any]:
        """Return the QR codes of these links by seat, with link and picture; without an address, the reason."""
        address, missing = where()
        if address is None:
            return {"codes": {}, "missing": missing}
        whole = {str(seat): address + link for seat, link in links.items()}
        return {"codes": {seat: {"link": link, "picture": picture_of(link)._asdict()} for seat, link in whole.items()}}

    def _shown(sort: str, token: str, pin: str | None = None) -> Response:
        answer = jsonify({"ok": True, "role": Role(sort)} | ({} if pin is None else {"pin": pin}))
        answer.set_cookie(
            _cookie(sort), token, REMEMBERED_SECONDS, secure=request.is_secure, httponly=True, samesite="Strict"
        )
        return answer


def _seat_and_key() -> tuple[int, str]:
    body = read_body()
    return as_count(body.get("seat"), "seat", 1, SEATS[-1]), as_text(body.get("key"), "key")


def _link(seat: int, key: str) -> str:
    return f"/seat/{seat}#{key}"


def _cookie(sort: str) -> str:
    return cookie_name(sort, int(request.environ["SERVER_PORT"]))
