"""One port for everything: the live feed as plain ASGI, the Flask pages beside it, served by uvicorn.

The server runs on a thread of its own, so that readers and the session never wait for a browser.
"""

import asyncio
import contextlib
import errno
import resource
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from types import MappingProxyType

import uvicorn

from companion.core.errors import CuelightError
from web.api.table_port import Doors, History, OpenDoors, Table
from web.app.address import Where, Whereabouts
from web.app.interfaces import Address, own_addresses
from web.app.pages import create_app
from web.feed.sse import Feed
from web.security.gate import Front
from web.security.headers import Names
from web.security.rate_limits import Limits, RateLimiter
from web.server import connections as connection
from web.server.certificate import Certificate
from web.server.port_owner import port_owner

VIEWER_LIMIT = 1200
RENEWAL_SECONDS = 60.0  # between two looks at the files of the certificate
KEPT_FILES = 100  # kept from strangers: for the table, its players and its own screen
_SPARE_FILES = 300  # for the table, its pages, and accepted connections that are not counted yet
_ACCEPTED_AT_ONCE = 32  # before the first of them is counted
_WAITING_TO_BE_ACCEPTED = 1024  # a client that finds the queue full retries a whole second later (a rule of the system)
_SEND_BUFFER_BYTES = 128 * 1024
_GONE_MILLISECONDS = 60_000
SECURE_OPTION = "--https-port"
_USE_HOST = "Use --host with an address of this machine."


class PortTaken(CuelightError, OSError):
    """Another program listens on the port."""


class AddressUnusable(CuelightError, OSError):
    """The host or port cannot be listened on for another reason."""


class WebUnable(CuelightError, OSError):
    """The system does not provide the resources that the web server needs."""


class Server:
    """The web server of one table."""

    def __init__(
        self,
        table: Table,
        host: str = "",
        port: int = 8000,
        *,
        viewers: int = VIEWER_LIMIT,
        names: Names | None = None,
        doors: Doors | None = None,
        history: History | None = None,
        limits: Limits | None = None,
        listening: socket.socket | None = None,
        certificate: Certificate | None = None,
        addresses: Callable[[], list[Address]] = own_addresses,
        colours: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """
        Args:
            host: address to listen on; without it, every IPv4 and IPv6 address of this machine.
            port: 0 takes any free port.
            viewers: the most open live streams.
            names: further names by which browsers may call this machine, and sites that may show its board.
            doors: the access rules; without them the table is open to everybody.
            history: the games that were played, for the pages about them.
            limits: the rate limits; the defaults if omitted.
            listening: a socket that listens already, in place of `host` and `port`.
            certificate: serves the same pages over HTTPS too.
            addresses: returns the addresses of this machine.
            colours: the colours of cues that differ from the usual ones.
        """
        self._host = host
        self._port = port
        self._given = listening
        self._certificate = certificate
        self._bound = "127.0.0.1"  # until `start`
        self._viewers = viewers
        self._feed = Feed(table, limit=viewers)
        doors = doors or OpenDoors()
        self._turnstile = RateLimiter(limits or Limits())
        pages = create_app(table, doors, self.where, history, colours)
        self._whereabouts = Whereabouts(addresses)
        names = names or Names()
        if certificate is not None:
            names = names._replace(hosts=(*names.hosts, *certificate.names()))
        self._front = Front(self._feed, pages, doors, self._turnstile, self._whereabouts, names)
        self._uvicorn: list[uvicorn.Server] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ready: Future[None] = Future()
        self._on_end: Callable[[], None] = lambda: None
        self.lost = False

    @property
    def port(self) -> int:
        """The port in use; before `start`, the requested one."""
        return self._port

    @property
    def address(self) -> str:
        """The URL of the pages for a browser on this machine."""
        host = "localhost" if self._host in ("0.0.0.0", "::", "") else self._host
        return f"http://{f'[{host}]' if ':' in host else host}{'' if self._port == 80 else f':{self._port}'}"

    def where(self) -> Where:
        """Return the address of the pages for phones around the table, or why there is none."""
        return self._whereabouts.find(self._bound, self._port)

    @property
    def viewers(self) -> int:
        """Number of open live streams."""
        return self._feed.viewers

    def on_end(self, callback: Callable[[], None]) -> None:
        """Call `callback` on the server's thread if it ends although nobody stopped it; `lost` is true then."""
        self._on_end = callback

    def start(self) -> None:
        """Listen, and serve from a thread of its own.

        Raises:
            PortTaken: another program listens on the port.
            AddressUnusable: the host does not exist here, or the port needs more rights.
            CertificateUnusable: HTTPS was requested, but the certificate cannot be used.
            WebUnable: the thread cannot start.
        """
        tls = self._certificate.context() if self._certificate is not None else None
        listening = tuned(self._given) if self._given is not None else listen(self._host, self._port)
        self._bound, self._port = listening.getsockname()[:2]
        self._turnstile.keep_files(_allow_open_files(self._viewers + _SPARE_FILES) - KEPT_FILES)
        self._thread = threading.Thread(target=self._run, args=(listening, tls), name="web", daemon=True)
        try:
            self._thread.start()
            self._ready.result()
        except (MemoryError, OSError, RuntimeError) as error:  # no descriptors or threads are left
            listening.close()
            raise WebUnable(f"the pages cannot be served: {str(error) or 'no memory is left'}") from error

    def stop(self) -> None:
        """End the streams, let open requests finish, and release the port."""
        if self._thread is None or self._loop is None:
            return
        with contextlib.suppress(RuntimeError):  # already ended
            self._loop.call_soon_threadsafe(self._feed.close)
        for serving in self._uvicorn:
            serving.should_exit = True
        self._thread.join()
        self._thread = None
        self._front.close()

    def run(self) -> None:
        """Serve in the foreground until interrupted (Ctrl+C). Raises as `start`."""
        self.start()
        assert self._thread is not None
        try:
            self._thread.join()
        except KeyboardInterrupt:
            self.stop()

    def _run(self, listening: socket.socket, tls: ssl.SSLContext | None) -> None:
        """Run the server's thread, and pass a failure to start on to `start`."""
        try:
            with asyncio.Runner() as runner:
                runner.run(self._serve(listening, tls))
        except BaseException as error:
            if not self._ready.done():
                self._ready.set_exception(error)
                return
            self.lost = True
            self._on_end()
            raise

    async def _serve(self, listening: socket.socket, tls: ssl.SSLContext | None) -> None:
        self._loop = asyncio.get_running_loop()
        ways: list[tuple[socket.socket, ssl.SSLContext | None]] = [(listening, None)]
        if self._certificate is not None:
            ways.append((tuned(self._certificate.listening), tls))
        self._uvicorn = [_Server(self._config(tls)) for _listening, tls in ways]
        for server in self._uvicorn:
            server.config.load()
        self._feed.open()
        renewing = self._loop.create_task(self._renew(tls)) if tls is not None else None
        self._ready.set_result(None)
        await asyncio.gather(
            *(server.serve(sockets=[way]) for server, (way, _tls) in zip(self._uvicorn, ways, strict=True))
        )
        if renewing is not None:
            renewing.cancel()

    async def _renew(self, tls: ssl.SSLContext) -> None:
        """Serve a renewed certificate to new connections, because nobody restarts the table for it."""
        assert self._certificate is not None
        known = self._certificate.written()
        while True:
            await asyncio.sleep(RENEWAL_SECONDS)
            written = self._certificate.written()
            if written not in ([], known) and self._certificate.renew(tls):
                known = written

    def _config(self, tls: ssl.SSLContext | None) -> uvicorn.Config:
        return uvicorn.Config(
            self._front.serve,
            http=connection.connection_class(self._turnstile, tls),
            interface="asgi3",
            lifespan="off",
            ws="none",
            log_level="error",  # requests of strangers must not fill the disk with log lines
            proxy_headers=False,
            access_log=False,
            server_header=False,
            timeout_keep_alive=int(connection.HEAD_SECONDS),
            timeout_graceful_shutdown=2,
            backlog=_ACCEPTED_AT_ONCE,
        )


class _Server(uvicorn.Server):
    """uvicorn with separate limits for waiting connections and for connections accepted in one go."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_WAITING_TO_BE_ACCEPTED)


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """Return a listening socket on `host`:`port` (0: any free port), tuned for slow viewers. Raises as `Server.start`.

    Without a host it listens to every IPv4 and IPv6 address of this machine. Messages name the `option` of the port.
    """
    try:
        if host:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        else:
            family = socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        if not host and family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    except OSError as error:
        raise AddressUnusable(f"cannot listen on {host!r}: {error.strerror}. {_USE_HOST}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tuned(listening).bind((host, port))
        listening.listen(_WAITING_TO_BE_ACCEPTED)
    except OSError as error:
        listening.close()
        raise _explained(error, host, port, option) from error
    return listening


def tuned(listening: socket.socket) -> socket.socket:
    """Limit the send buffer, so that slow viewers hold few old events, and drop peers that vanished."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_MILLISECONDS)
    listening.setblocking(False)
    return listening


def _explained(error: OSError, host: str, port: int, option: str) -> CuelightError:
    if error.errno == errno.EADDRINUSE:
        owner = port_owner(port)
        return PortTaken(
            f"port {port} is taken: {owner or 'another program, perhaps another Cuelight,'} listens on it. "
            f"Stop that one, or use {option} {port + 1}."
        )
    if error.errno == errno.EACCES:
        return AddressUnusable(
            f"port {port} needs the rights of the system's administrator. "
            f"Use {option} {8443 if option == SECURE_OPTION else 8000}."
        )
    return AddressUnusable(f"cannot listen on {host}:{port}: {error.strerror}. {_USE_HOST}")


def _allow_open_files(wanted: int) -> int:
    """Raise this process's limit of open files towards one file per viewer; returns the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(soft, wanted)
