"""One port for everything: the live feed as plain ASGI, the Flask pages beside it, served by uvicorn.

The server runs on a thread of its own, so that readers and the session never wait for a browser.
"""

import asyncio
import contextlib
import errno
import resource
import socket
import threading
from typing import Any, cast

import uvicorn
from a2wsgi import WSGIMiddleware

from companion.play.errors import CuelightError
from web.feed import PATHS, Feed, Message, Receive, Scope, Send
from web.pages import MAX_BODY_BYTES, create_app
from web.port import Table

VIEWER_LIMIT = 1200
BODY_SECONDS = 10.0
PAGE_THREADS = 8
_SPARE_FILES = 300
_SEND_BUFFER_BYTES = 128 * 1024
_GONE_MILLISECONDS = 60_000
_USE_HOST = "Use --host with an address of this machine."


class PortTaken(CuelightError, OSError):
    """Another program listens on the port."""


class AddressUnusable(CuelightError, OSError):
    """The host or port cannot be listened on for another reason."""


class Server:
    """The web side of one table."""

    def __init__(
        self,
        table: Table,
        host: str = "0.0.0.0",  # phones around the table are meant to reach it
        port: int = 8000,
        *,
        viewers: int = VIEWER_LIMIT,
        hosts: tuple[str, ...] = (),
    ) -> None:
        """
        Args:
            host: address to listen on. port: 0 takes any free port.
            viewers: open live streams at most.
            hosts: further names by which browsers may call this machine (see `web.guard`).
        """
        self._host = host
        self._port = port
        self._viewers = viewers
        self._feed = Feed(table, limit=viewers)
        pages = create_app(table, hosts=hosts)
        self._pages = WSGIMiddleware(cast(Any, pages), workers=PAGE_THREADS)
        self._uvicorn: uvicorn.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()

    @property
    def port(self) -> int:
        """The port in use; the one asked for until `start`."""
        return self._port

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the pages."""
        host = "localhost" if self._host in ("0.0.0.0", "::", "") else self._host
        return f"http://{f'[{host}]' if ':' in host else host}:{self._port}"

    @property
    def viewers(self) -> int:
        """How many live streams are open."""
        return self._feed.viewers

    def start(self) -> None:
        """Listen, and serve from a thread of its own.

        Raises:
            PortTaken: another program listens there.
            AddressUnusable: the host does not exist here, or the port needs more rights.
        """
        listening = listen(self._host, self._port)
        self._port = listening.getsockname()[1]
        _allow_open_files(self._viewers + _SPARE_FILES)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(listening)), name="web", daemon=True)
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """End the streams, let open requests finish, and give the port back."""
        if self._thread is None or self._uvicorn is None or self._loop is None:
            return
        with contextlib.suppress(RuntimeError):  # already over
            self._loop.call_soon_threadsafe(self._feed.close)
        self._uvicorn.should_exit = True
        self._thread.join()
        self._thread = None
        self._pages.executor.shutdown(wait=False)

    def run(self) -> None:
        """Serve in the foreground until interrupted (Ctrl+C). Raises as `start`."""
        self.start()
        assert self._thread is not None
        try:
            self._thread.join()
        except KeyboardInterrupt:
            self.stop()

    async def _serve(self, listening: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        config = uvicorn.Config(
            self._asgi,
            interface="asgi3",
            lifespan="off",
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            backlog=4096,
        )
        self._uvicorn = uvicorn.Server(config)
        self._feed.open()
        self._ready.set()
        await self._uvicorn.serve(sockets=[listening])

    async def _asgi(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] in PATHS:
            await self._feed.serve(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            receive = await _whole_body(receive)
        await self._pages(scope, receive, send)  # type: ignore[arg-type]  # a2wsgi has its own names for these


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on `host`:`port` (0: any free port), tuned for many slow viewers. Raises as `Server.start`."""
    try:
        family = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise AddressUnusable(f"cannot listen on {host!r}: {error.strerror}. {_USE_HOST}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # A slow viewer's old frames wait in this buffer only, and a viewer who has left without a word is let go.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_MILLISECONDS)
        listening.bind((host, port))
        listening.listen(4096)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        raise _explained(error, host, port) from error
    return listening


def _explained(error: OSError, host: str, port: int) -> CuelightError:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(
            f"port {port} is taken: another program, perhaps another Cuelight, listens on it. "
            f"Stop that one, or use --port {port + 1}."
        )
    if error.errno == errno.EACCES:
        return AddressUnusable(f"port {port} needs the rights of the system's administrator. Use --port 8000.")
    return AddressUnusable(f"cannot listen on {host}:{port}: {error.strerror}. {_USE_HOST}")


def _allow_open_files(wanted: int) -> None:
    """Each viewer is an open file: raise this process's own limit as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _whole_body(receive: Receive) -> Receive:
    """Read a request's body before a page thread is spent on it, so that a slow sender holds up nobody.

    Past the limit, the rest is left unread: what the pages get is too long, which they refuse.
    """
    body = bytearray()
    with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
        await asyncio.wait_for(_collect(body, receive), BODY_SECONDS)
    pending: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else cast(Message, {"type": "http.disconnect"})

    return replay


async def _collect(body: bytearray, receive: Receive) -> None:
    more = True
    while more and len(body) <= MAX_BODY_BYTES:
        message = await receive()
        more = message["type"] == "http.request" and message.get("more_body", False)
        body += message.get("body", b"")
