"""The gate that every request passes before any page or feed: checks of host name, origin, route, role and allowance.

It is plain ASGI and knows neither Flask nor the game. It answers refused requests itself, with a short message.
"""

import asyncio
import contextlib
import json
import time
from typing import Any, cast
from urllib.parse import quote

from a2wsgi import WSGIMiddleware

from companion.core.i18n import _
from companion.table.viewer import Role, Viewer
from web.api.table_port import HERE, Doors
from web.app.address import Whereabouts, unmapped, written
from web.app.pages import MAX_BODY_BYTES
from web.app.routes import FEEDS, NOTHING_OWN, READ, SEND, TURNS_OUT, channel_of, may, page_meant, route_of
from web.feed.sse import Feed, Message, Receive, Scope, Send, always, never
from web.security.headers import (
    SEPARATOR,
    Names,
    cookie_name,
    cookies_of,
    is_cross_site,
    is_own_host,
    path_of,
    with_headers,
)
from web.security.rate_limits import Connection, Rank, RateLimiter, Visitor, address_of, count_down

BODY_SECONDS = 10.0
PAGE_THREADS = 8
TRUSTED_THREADS = 4  # reserved; strangers use other threads
_BUSY_SECONDS = 2.0
_DISCARDED_BYTES, _DISCARD_SECONDS = 4 * 1024 * 1024, 2.0  # limits for a body that nobody reads
ASKED_ON_JOINING = frozenset(
    {
        *("/generate_204", "/gen_204", "/hotspot-detect.html", "/library/test/success.html", "/connecttest.txt"),
        *("/ncsi.txt", "/redirect", "/canonical.html", "/success.txt", "/check_network_status.txt"),
    }
)
"""Paths that phones and computers request from their makers' servers when they join a network.

In the table's own Wi-Fi every name resolves to the table (systemd/debian/hotspot); the redirect makes them open its
page.
"""
FOLDERS = ("x-forwarded-prefix", "x-ingress-path", "x-script-name")
"""Headers by which a reverse proxy names the folder in which it shows another server's pages."""
_NOWHERE = {True: "/api/nowhere", False: "/nowhere"}


class Front:
    """The gate of one table; all of it runs on the server's loop."""

    def __init__(
        self,
        feed: Feed,
        pages: Any,
        doors: Doors,
        turnstile: RateLimiter,
        whereabouts: Whereabouts,
        names: Names,
    ) -> None:
        self._feed = feed
        self._whereabouts = whereabouts
        self._doors = doors
        self._turnstile = turnstile
        self._names = names
        self._pages = {
            False: WSGIMiddleware(pages, workers=PAGE_THREADS),
            True: WSGIMiddleware(pages, workers=TRUSTED_THREADS),
        }

    def close(self) -> None:
        """Stop waiting for pages."""
        for pages in self._pages.values():
            pages.executor.shutdown(wait=False)

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, as an ASGI application."""
        if scope["type"] == "http":
            frames = self._names.frames if scope["path"] == "/board" else ()
            await self._let_in(scope, receive, _with_headers(send, frames))

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers_of(scope)
        scope = {**scope, "path": path_of(scope["path"], headers.get("host", ""))}
        path, method = scope["path"], scope["method"]
        client, server = (str((scope[end] or ("",))[0]) for end in ("client", "server"))
        address = address_of(client, server)
        self._whereabouts.note(address, server)
        receive = incoming = _Incoming(receive)
        send = incoming.before(send, headers)
        if fault := _fault_of_length(scope, headers):
            await refuse(send, *fault, close=True)
            return
        if [name for name, _value in scope["headers"]].count(b"host") != 1 or not is_own_host(
            headers["host"], self._names.hosts
        ):
            if method in READ and path in ASKED_ON_JOINING and scope.get("server"):
                await _lead_here(send, scope["server"])
                return
            words = _(
                "This table does not have that name. Use its address, or a name that ends in .local. "
                "The table's owner can add names in network.toml."
            )
            await refuse(send, 400, words)
            return
        if any(headers.get(name, "").strip("/") for name in FOLDERS):
            words = _(
                "This table does not work in a folder of another site. Give it a name of its own there, such as "
                "table.example.org, and add the name in network.toml."
            )
            await refuse(send, 404, words)
            return
        tokens = _tokens(scope, headers)
        asker = self._doors.asker(*tokens)
        visitor = self._visitor(asker, address)
        line = self._turnstile.recognised(tuple(scope["client"] or ("", 0)), visitor)
        route = route_of(path)
        wait = self._turnstile.spend(visitor, route.cost if route else 2.0, time.monotonic())
        if wait:
            await refuse(send, 429, _("Too many requests. Try again in a moment."), retry=wait)
        elif route is None and method in READ and (meant := page_meant(path)) is not None:
            await _redirect(send, 308, _with_query(meant, scope))
        elif route is None:
            scope = {**scope, "path": _NOWHERE[path.startswith("/api/")], "address": address}
            await self._answer(scope, receive, send, visitor)
        elif method not in route.methods:
            await refuse(
                send, 405, _("Only {method} is allowed here.", method=route.methods[0]), allow=", ".join(route.methods)
            )
        elif method not in READ and is_cross_site(headers, self._names.hosts):
            words = _(
                "Refused: this page has another name than the table. The table's owner can add names in network.toml."
            )
            await refuse(send, 403, words)
        elif not may(asker.role, route):
            await _turn_away(send, _with_query(path, scope), route.role)
        elif method not in READ and scope.get("query_string"):
            await refuse(send, 400, _("Send the fields of a command as JSON in its body, not in its address."))
        elif path in FEEDS:
            await self._stream({**scope, "asker": asker, "tokens": tokens}, receive, send, line, visitor)
        else:
            await self._answer({**scope, "asker": asker, "tokens": tokens, "address": address}, receive, send, visitor)
            if path in TURNS_OUT:
                self._feed.beat()

    def _visitor(self, asker: Viewer, address: str) -> Visitor:
        if address == HERE or (self._doors.closed and asker.role is Role.HOST):
            return Visitor(address, Rank.OWN)
        if asker.role is Role.SEAT:
            return Visitor(f"seat {asker.player}", Rank.SEAT)
        return Visitor(address, Rank.STRANGER)

    async def _stream(
        self, scope: Scope, receive: Receive, send: Send, line: Connection | None, visitor: Visitor
    ) -> None:
        channel = channel_of(scope["path"], scope["asker"])
        if channel is None:
            await refuse(send, 409, _(NOTHING_OWN))
            return
        if line is None or not self._turnstile.open_stream(line, visitor):
            await refuse(send, 503, _("Too many viewers are connected. Try again in a moment."), retry=5)
            return
        route, tokens = route_of(scope["path"]), scope["tokens"]
        assert route is not None

        def may_stay() -> bool:
            asker = self._doors.asker(*tokens)
            return may(asker.role, route) and channel_of(route.path, asker) == channel

        check = always if route.role is Role.GUEST else may_stay  # thousands may follow the board
        write = line.write if scope["http_version"] == "1.1" else never  # an older client knows no chunks
        try:
            await self._feed.serve(scope, receive, send, channel, check, write)
        finally:
            self._turnstile.close_stream(line)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, visitor: Visitor) -> None:
        """Answer with a page or a command. A slow sender or reader does not occupy the thread."""
        waiting = self._turnstile.waiting
        if not self._turnstile.has_page_for(visitor):
            await refuse(send, 503, _("The table is busy. Try again in a moment."), retry=_BUSY_SECONDS)
            return
        if scope["method"] not in READ:
            body = await _whole_body(receive)
            if isinstance(body, tuple):
                await refuse(send, *body, close=True)
                return
            scope, receive = _with_body(scope, body)
            if (route := route_of(scope["path"])) is not None:  # rights may have changed since
                scope = {**scope, "asker": self._doors.asker(*scope["tokens"])}
                if not may(scope["asker"].role, route):
                    await _turn_away(send, route.path, route.role)
                    return
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        waiting[visitor] += 1
        try:
            await self._pages[visitor.standing is not Rank.STRANGER](scope, receive, keep)  # type: ignore[arg-type]  # a2wsgi has its own names
        finally:
            count_down(waiting, visitor)
        for message in answer:
            await send(message)


def _tokens(scope: Scope, headers: dict[str, str]) -> tuple[str | None, str]:
    """Return the tokens of a host and of a seat that a request shows."""
    shown, port = cookies_of(headers), scope["server"][1] if scope["server"] else 0
    seat = shown.get(cookie_name("seat", port), "").partition(SEPARATOR)[0]
    return shown.get(cookie_name("host", port)), seat


def _headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]}


def _with_headers(send: Send, frames: tuple[str, ...]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": with_headers(message.get("headers", ()), frames)}
        await send(message)

    return sending


async def refuse(
    send: Send,
    status: int,
    words: str,
    *,
    retry: float = 0,
    allow: str = "",
    needs: Role | None = None,
    close: bool = False,
) -> None:
    """Send a refusal with a message; `close` ends the connection if the start of the next request is unclear."""
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if retry:
        headers.append((b"retry-after", str(-int(-retry // 1)).encode()))
    if allow:
        headers.append((b"allow", allow.encode()))
    if close:
        headers.append((b"connection", b"close"))
    body = json.dumps({"error": words, **({"needs": needs} if needs else {})}).encode()
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _lead_here(send: Send, server: Any) -> None:
    """Redirect to the start page of this table, at the address that the request reached."""
    number, port = server
    await _redirect(send, 302, f"{written(unmapped(number), port)}/")


async def _redirect(send: Send, status: int, location: str) -> None:
    headers = [(b"location", location.encode("latin1")), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _with_query(path: str, scope: Scope) -> str:
    query = scope.get("query_string", b"").decode("latin1")
    return f"{path}?{query}" if query else path


async def _turn_away(send: Send, wanted: str, needs: Role) -> None:
    """Refuse a program with the missing role; redirect a person to the PIN page and from there back to this page."""
    if wanted.startswith(("/api/", "/live/")):
        words = _("Only the host may do that.") if needs is Role.HOST else _("Only players at the table may do that.")
        await refuse(send, 403, words, needs=needs)
        return
    await _redirect(send, 303, f"/login?to={quote(wanted, safe='/')}")


def _fault_of_length(scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
    """Return a status and a message if the length of the body is ambiguous, so that no command loses its fields."""
    if "transfer-encoding" in headers:
        if "content-length" in headers or scope["http_version"] == "1.0":
            return 400, _("Give the length of the body in one way only: Content-Length, or chunks in HTTP/1.1.")
    elif scope["method"] in SEND and "content-type" in headers and "content-length" not in headers:
        return 411, _("Give the length of the body (Content-Length).")
    return None


async def _whole_body(receive: Receive) -> bytes | tuple[int, str]:
    """Read a request's body before a page thread is used for it, so that a slow sender delays nobody.

    Returns a status and a message instead if the body is too long, too slow or incomplete.
    """
    body = bytearray()
    with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
        if await asyncio.wait_for(_collect(body, receive), BODY_SECONDS):
            return bytes(body)
    if len(body) > MAX_BODY_BYTES:
        return 413, _("The command is too long: {most} bytes at most.", most=MAX_BODY_BYTES)
    return 400, _("The command arrived incomplete. Nothing was done.")


async def _collect(body: bytearray, receive: Receive) -> bool:
    """Append the body to `body`; return whether it is complete."""
    while len(body) <= MAX_BODY_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            return False
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return len(body) <= MAX_BODY_BYTES
    return False


def _with_body(scope: Scope, body: bytes) -> tuple[Scope, Receive]:
    """Return the request with a body of known length, because the pages cannot read a chunked one."""
    headers = [each for each in scope["headers"] if each[0] not in (b"content-length", b"transfer-encoding")]
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else cast(Message, {"type": "http.disconnect"})

    return {**scope, "headers": [*headers, (b"content-length", str(len(body)).encode())]}, replay


class _Incoming:
    """The body of a request while it arrives."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._ended = False

    async def __call__(self) -> Message:
        """Return the next ASGI message."""
        message = await self._receive()
        self._ended = not message.get("more_body", False)
        return message

    def before(self, send: Send, headers: dict[str, str]) -> Send:
        """Return a `send` that first waits for the rest of the body; otherwise the client might see only a reset.

        It waits only for a limited length and time, and not at all for a body that is sent only if the table asks for
        it (`Expect`).
        """
        has_body = "transfer-encoding" in headers or headers.get("content-length", "0") != "0"
        if not has_body or "expect" in headers:
            return send

        async def sending(message: Message) -> None:
            if not self._ended:
                with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
                    await asyncio.wait_for(self._discard(), _DISCARD_SECONDS)
                self._ended = True
            await send(message)

        return sending

    async def _discard(self) -> None:
        left = _DISCARDED_BYTES
        while left > 0 and not self._ended:
            left -= len((await self()).get("body", b""))
