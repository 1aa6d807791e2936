"""One connection: counted by address, and ended after it has sent or accepted nothing for too long.

uvicorn's own timeouts start when a request has arrived, so it would keep a connection that never sends a complete head
for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
from functools import lru_cache
from urllib.parse import quote

from uvicorn.protocols.http.h11_impl import H11Protocol

from web.feed.sse import Receive, Scope, Send
from web.security.headers import HEADERS, path_of
from web.security.rate_limits import RateLimiter, address_of

HEAD_SECONDS = 10.0  # from the start, or the last response, to the end of the next head
_HANDSHAKE = b"\x16"  # the first byte of TLS (RFC 8446, 5.1)
_AS_SENT = "/%?&=:;,+!*'()@$~"
_SAFE_HOST = re.compile(rb"[\w.\[\]:-]{1,260}", re.ASCII)
STALLED_SECONDS = 60.0  # without any progress in sending pending data


@lru_cache(maxsize=16)  # the same few events go to all viewers
def _chunk(part: bytes) -> bytes:
    """Return a part of a response in chunked encoding (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(part), part)


def _give(receiver: asyncio.BaseProtocol, data: bytes) -> None:
    """Hand bytes that were read already to the protocol that reads from now on."""
    assert isinstance(receiver, asyncio.BufferedProtocol)
    while data:
        buffer = memoryview(receiver.get_buffer(len(data)))
        part = min(len(buffer), len(data))
        buffer[:part] = data[:part]
        receiver.buffer_updated(part)
        data = data[part:]


async def _lead_to_https(scope: Scope, _receive: Receive, send: Send) -> None:
    """Answer plain HTTP at the HTTPS port: readers are sent to the same page over HTTPS, others are told."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    found = _SAFE_HOST.fullmatch(host)
    sent = path_of(scope["raw_path"].decode("latin-1"), host.decode("latin-1")).encode("latin-1")
    path, query = (quote(part, safe=_AS_SENT).encode("ascii") for part in (sent, scope["query_string"]))
    headers = [*HEADERS, (b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    status, words = 400, b"This port speaks HTTPS. Write https:// before the address."
    if found is not None and path.startswith(b"/") and scope["method"] in ("GET", "HEAD"):
        status = 307  # a browser keeps a permanent one for ever, also for a port that is another server's by then
        target = b"https://%b%b%b" % (host, path, b"?" + query if query else b"")
        headers.append((b"location", target))
    headers.append((b"content-length", b"%d" % len(words)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})


def connection_class(turnstile: RateLimiter, tls: ssl.SSLContext | None = None) -> type[asyncio.Protocol]:
    """Return uvicorn's class of connections; with `tls` they are served over HTTPS.

    uvicorn's own HTTPS reports a connection only after the TLS handshake. Connections without a handshake would not be
    counted and could use up all open files that this program may have.
    """
    return type("Counted", (Connection,), {"turnstile": turnstile, "tls": tls})


class Connection(H11Protocol):
    """uvicorn's connection, which also registers with the rate limiter."""

    turnstile: RateLimiter
    tls: ssl.SSLContext | None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connection, or end it if there are too many."""
        client, server = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        self.transport = transport
        self._since = self._moved = self._heard = self.loop.time()
        self._unsent = 0
        self._entered = False
        self._early: list[bytes] | None = None  # data that arrived during the handshake
        self._begins = self.tls is not None  # the first bytes say whether the other side speaks TLS
        if client and server:  # neither is known if the connection has ended already
            self.peer = str(client[0]), int(client[1])
            self._entered = self.turnstile.enter(address_of(self.peer[0], str(server[0])), self)
        if not self._entered:
            transport.abort()
            return
        self._look_again()
        if self.tls is None:
            super().connection_made(transport)
        else:
            self._early = []

    def _begin(self, tls: ssl.SSLContext, data: bytes) -> None:
        """Begin with the first bytes at the HTTPS port: TLS, or plain HTTP, which is sent to HTTPS."""
        self._begins = False
        transport = self.transport
        if data.startswith(_HANDSHAKE):
            transport.pause_reading()
            self._shaking = self.loop.create_task(self._shake_hands(transport, tls, data))
        else:
            self._early = None
            self.app = _lead_to_https
            super().connection_made(transport)
            super().data_received(data)

    async def _shake_hands(self, transport: asyncio.Transport, tls: ssl.SSLContext, first: bytes) -> None:
        """Do the TLS handshake, of which the `first` bytes are here; `_look` ends a connection that takes too long."""
        secret = None
        shaking = self.loop.create_task(self.loop.start_tls(transport, self, tls, server_side=True))
        while transport.get_protocol() is self and not shaking.done():
            await asyncio.sleep(0)
        await asyncio.sleep(0)  # TLS begins in the same round in which reading is resumed
        if not shaking.done():
            _give(transport.get_protocol(), first)
        with contextlib.suppress(OSError):  # also if the handshake fails
            secret = await shaking
        early, self._early = self._early or (), None
        if secret is None or not self._entered:
            self._leave()
            return
        self.transport = secret
        super().connection_made(secret)
        for data in early:
            super().data_received(data)

    def silence(self) -> float:
        """Return the seconds without traffic in either direction; 0 while a request is being answered."""
        now = self.loop.time()
        self._note_taken(now)
        return now - self._moved if self._unsent else 0.0 if self._is_asked() else now - self._heard

    def cut(self) -> None:
        """End the connection."""
        self.transport.abort()

    def write(self, part: bytes) -> bool:
        """Write a part of a streamed HTTP/1.1 response past uvicorn, if all before it has left.

        Returns whether it was written. The response must have started and not ended.
        """
        transport = self.transport
        if transport.get_write_buffer_size() or transport.is_closing():
            return False
        transport.write(_chunk(part))
        return True

    def data_received(self, data: bytes) -> None:
        """Receive bytes of a request."""
        self._heard = self.loop.time()
        if self._begins and self.tls is not None and self._entered:
            self._begin(self.tls, data)
        elif self._early is not None:
            self._early.append(data)
        elif self._entered:
            super().data_received(data)

    def eof_received(self) -> None:
        """Note that the other side has finished sending."""
        if self._entered:
            super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._entered:
            self._entered = False
            self._leave()
            if self._early is None:
                super().connection_lost(exc)

    def _leave(self) -> None:
        self._looking.cancel()
        self.turnstile.leave(self)

    def on_response_complete(self) -> None:
        """Start to wait for the next head, because a response is complete."""
        self._since = self._heard = self.loop.time()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer malformed HTTP with the usual headers; in the middle of a response, end the connection."""
        if self.cycle is not None and self.cycle.response_started:
            self.transport.abort()
            return
        reason = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
        headers = b"".join(b"%b: %b\r\n" % pair for pair in HEADERS)
        self.transport.write(reason + headers + b"content-length: %d\r\n\r\n%b" % (len(msg), msg.encode("ascii")))
        self.transport.close()

    def _look_again(self) -> None:
        self._looking = self.loop.call_later(HEAD_SECONDS, self._look)

    def _look(self) -> None:
        now = self.loop.time()
        self._note_taken(now)
        silent = not self._is_asked() and not self._unsent and now - self._since >= HEAD_SECONDS
        if silent or now - self._moved >= STALLED_SECONDS:
            self.cut()
        else:
            self._look_again()

    def _note_taken(self, now: float) -> None:
        """Note whether the other side has accepted data, or there is none to send."""
        unsent = self.transport.get_write_buffer_size()
        if unsent != self._unsent or not unsent:
            self._unsent, self._moved = unsent, now

    def _is_asked(self) -> bool:
        """Return whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete
