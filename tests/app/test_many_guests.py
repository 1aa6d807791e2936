"""Many guests at once, and hostile guests: the limits on their use, and a public screen that keeps working."""

from __future__ import annotations

import http.client
import json
import resource
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import web.server.connections
from bench.crowd import felt
from cuelight.app.access.keeper import AccessControl
from tests.support import recorded_table as fixtures
from tests.support.waiting import until
from web.api.table_port import HERE, Doors
from web.security.rate_limits import Limits, Rank, RateLimiter, TokenBucket, Visitor, address_of
from web.server.server import KEPT_FILES, Server

OWN, GUEST, OTHER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
LIMITS = Limits()
STREAM = b"GET /live/board HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def served(limits: Limits = LIMITS, doors: Doors | None = None) -> Iterator[int]:
    server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, limits=limits, doors=doors)
    server.start()
    yield server.port
    server.stop()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served() as port:
        yield port


def status(port: int, path: str, source: str, method: str = "GET") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(source, 0))
    connection.request(method, path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def connect(opened: ExitStack, port: int, source: str, say: bytes = b"") -> socket.socket:
    made = opened.enter_context(socket.create_connection(("127.0.0.1", port), 10, (source, 0)))
    made.sendall(say)
    return made


def asked_again(connection: socket.socket) -> bool:
    """Return True if a request is answered on a connection that stays open."""
    connection.sendall(b"HEAD /api/editions HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return connection.recv(65536).startswith(b"HTTP/1.1 200")


def role(connection: http.client.HTTPConnection, headers: dict[str, str]) -> str:
    """Return the visitor's role, on a connection that stays open."""
    connection.request("GET", "/api/door", headers=headers)
    return str(json.loads(connection.getresponse().read())["role"])


def is_over(connection: socket.socket) -> bool:
    """Return True if the server has cut the connection; do not wait."""
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
    except BlockingIOError:
        return False
    except ConnectionResetError:
        pass
    finally:
        connection.settimeout(10)
    return True


def is_cut(connection: socket.socket) -> bool:
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


def test_an_address_has_so_many_connections_and_others_have_theirs(port: int) -> None:
    with ExitStack() as opened:
        kept = [connect(opened, port, GUEST) for _ in range(LIMITS.connections)]
        assert is_cut(connect(opened, port, GUEST))
        assert status(port, "/board", OTHER) == status(port, "/board", OWN) == 200
        kept[0].sendall(STREAM)
        assert kept[0].recv(15) == b"HTTP/1.1 200 OK"


def test_an_address_has_so_many_streams_and_the_own_screen_has_its_own() -> None:
    with served() as port, ExitStack() as opened:
        for _ in range(LIMITS.streams):
            assert connect(opened, port, GUEST, STREAM).recv(15) == b"HTTP/1.1 200 OK"
        assert connect(opened, port, GUEST, STREAM).recv(12) == b"HTTP/1.1 503"
        for source in (OTHER, OWN):
            assert connect(opened, port, source, STREAM).recv(15) == b"HTTP/1.1 200 OK"


def test_all_strangers_together_leave_room_for_the_own_screen() -> None:
    with served(Limits(all_connections=4, all_streams=2)) as port, ExitStack() as opened:
        streams = [connect(opened, port, source, STREAM) for source in (GUEST, OTHER)]
        assert [stream.recv(15) for stream in streams] == [b"HTTP/1.1 200 OK"] * 2
        assert connect(opened, port, "127.0.0.4", STREAM).recv(12) == b"HTTP/1.1 503"
        assert connect(opened, port, OWN, STREAM).recv(15) == b"HTTP/1.1 200 OK"


def test_where_few_files_may_be_open_strangers_leave_the_table_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web.server.connections, "HEAD_SECONDS", 600.0)  # would cut all silent connections
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (KEPT_FILES + 2,) * 2)
    with served() as port, ExitStack() as opened:
        assert all([asked_again(connect(opened, port, source)) for source in (GUEST, OTHER)])
        late = connect(opened, port, GUEST)
        assert is_cut(late) and status(port, "/board", OWN) == 200


def test_who_comes_new_gets_the_place_of_the_silent_ones_of_who_has_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web.server.connections, "HEAD_SECONDS", 600.0)  # would cut all silent connections
    with served(Limits(all_connections=6)) as port, ExitStack() as opened:
        greedy = [connect(opened, port, GUEST) for _ in range(4)]
        modest = connect(opened, port, OTHER)
        for talking in (greedy[0], greedy[2], modest):
            assert asked_again(talking)
        phone = connect(opened, port, "127.0.0.4")
        assert asked_again(phone)  # now all six are taken
        assert asked_again(connect(opened, port, "127.0.0.5"))
        assert is_cut(greedy[1])
        assert asked_again(connect(opened, port, "127.0.0.6"))
        assert is_cut(greedy[3])
        assert all(map(asked_again, (greedy[0], greedy[2], modest, phone)))


def test_streams_of_who_has_most_make_room_for_who_has_none_and_equals_keep_theirs() -> None:
    with served(Limits(all_streams=4)) as port, ExitStack() as opened:
        first, second, third = (connect(opened, port, GUEST, STREAM) for _ in range(3))
        for stream in (first, second, third, connect(opened, port, OTHER, STREAM)):
            assert stream.recv(15) == b"HTTP/1.1 200 OK"
        assert connect(opened, port, "127.0.0.4", STREAM).recv(15) == b"HTTP/1.1 200 OK"
        assert is_cut(first)
        assert connect(opened, port, "127.0.0.5", STREAM).recv(15) == b"HTTP/1.1 200 OK"
        assert connect(opened, port, "127.0.0.6", STREAM).recv(12) == b"HTTP/1.1 503"


@pytest.mark.parametrize(("addresses", "each"), [(20, LIMITS.connections), (LIMITS.all_connections, 1)])
def test_greedy_addresses_keep_no_phone_out_no_seat_and_not_the_wall(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, addresses: int, each: int
) -> None:
    monkeypatch.setattr(web.server.connections, "HEAD_SECONDS", 600.0)
    keeper = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: "7.1")
    key = keeper.make_keys([1])[1]
    with served(Limits(cuts=1e6), doors=keeper) as port, ExitStack() as opened:
        cookie = {"Cookie": f"cuelight-seat-{port}=1.{key}"}
        seat = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=("127.0.9.1", 0))
        opened.callback(seat.close)
        assert role(seat, cookie) == "seat"
        sources = [f"127.0.{2 + index // 250}.{1 + index % 250}" for index in range(addresses)] * each
        siege = [(source, connect(opened, port, source)) for source in sources]
        for phone in range(30):
            assert status(port, "/board", f"127.0.8.{phone}") == 200
            for index, (source, line) in enumerate(siege):  # a cut connection returns at once
                if is_over(line):
                    siege[index] = source, connect(opened, port, source)
        assert connect(opened, port, "127.0.7.1", STREAM).recv(15) == b"HTTP/1.1 200 OK"
        assert status(port, "/board", OWN) == 200
        assert role(seat, cookie) == "seat"  # on its old connection, silent for longer than all others


def test_a_stream_that_ends_makes_room(port: int) -> None:
    limits = Limits(streams=1)
    with served(limits) as own_port:
        with ExitStack() as opened:
            assert connect(opened, own_port, GUEST, STREAM).recv(15) == b"HTTP/1.1 200 OK"
            assert connect(opened, own_port, GUEST, STREAM).recv(12) == b"HTTP/1.1 503"
        found = 503
        while found == 503:  # until the server notices that it left
            with ExitStack() as opened:
                found = int(connect(opened, own_port, GUEST, STREAM).recv(12)[-3:])
        assert found == 200


@pytest.mark.parametrize(
    "begin", [b"", b"GET /board HTTP/1.1\r\nHost: local", b"GET /api/board HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b"]
)
def test_a_head_that_does_not_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, begin: bytes) -> None:
    monkeypatch.setattr(web.server.connections, "HEAD_SECONDS", 0.2)
    with served() as port, ExitStack() as opened:
        connection = connect(opened, port, GUEST, begin)
        try:
            while connection.recv(65536):
                pass
        except ConnectionResetError:
            pass


def test_who_reads_nothing_holds_no_page_up(port: int) -> None:
    fonts = b"GET /static/fonts/alegreya-latin-wght-normal.woff2 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 12
    with ExitStack() as opened:
        for number in range(24):
            connect(opened, port, f"127.0.1.{number % 3 + 1}", fonts)
        for source in (OTHER, OWN):
            assert status(port, "/board", source) == 200


def test_who_asks_too_much_is_told_to_wait_and_others_are_not() -> None:
    with served(Limits(allowance=10.0, a_second=0.001)) as port:
        answers = [status(port, "/api/undo", GUEST, "POST") for _ in range(5)]
        assert answers == [200, 200, 200, 429, 429]
        assert status(port, "/api/undo", OTHER, "POST") == status(port, "/api/undo", OWN, "POST") == 200


def test_nothing_that_strangers_send_is_written_into_the_log(port: int, capfd: pytest.CaptureFixture[str]) -> None:
    rubbish = (b"\x00\xff\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
               b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
               b"POST /api/undo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
               b"POST /nowhere HTTP/1.1\r\nHost: evil.example\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" * 3,
               b"GET /" + b"x" * 70_000)  # fmt: skip
    for sent in rubbish:
        with ExitStack() as opened:
            connection = connect(opened, port, OTHER, sent)
            connection.shutdown(socket.SHUT_WR)
            is_cut(connection)
    assert status(port, "/board", OTHER) == 200
    assert capfd.readouterr() == ("", "")


def test_what_is_no_http_gets_the_headers_too(port: int) -> None:
    with ExitStack() as opened:
        answer = connect(opened, port, OTHER, b"\x00\r\n\r\n").recv(65536)
    assert answer.startswith(b"HTTP/1.1 400") and b"content-security-policy: default-src 'none'" in answer


def test_an_allowance_comes_back_with_time_and_not_further_than_it_went() -> None:
    allowance = TokenBucket(10.0, 2.0)
    assert allowance.wait("a", 10.0, 0.0) == 0.0
    allowance.spend("a", 10.0, 0.0)
    assert allowance.wait("a", 4.0, 0.0) == 2.0
    assert allowance.wait("a", 4.0, 2.0) == 0.0
    assert allowance.wait("a", 11.0, 1000.0) == 0.5
    assert allowance.wait("b", 10.0, 0.0) == 0.0


def test_very_many_addresses_are_not_remembered_for_ever() -> None:
    turnstile = RateLimiter(Limits(all_allowance=1e9))
    for number in range(20_000):
        stranger = Visitor(f"10.0.{number // 250}.{number % 250}", Rank.STRANGER)
        assert turnstile.spend(stranger, 1.0, 0.0) == 0.0
    assert len(turnstile._each._left) < 5000


@pytest.mark.parametrize(
    ("client", "server", "counted"),
    [
        ("127.0.0.1", "127.0.0.1", HERE),
        ("192.168.1.5", "192.168.1.5", HERE),
        ("127.0.0.2", "127.0.0.1", "127.0.0.2"),
        ("192.168.1.7", "192.168.1.5", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::2", "fe80::/64"),
        ("::ffff:192.168.1.7", "::ffff:192.168.1.5", "192.168.1.7"),
    ],
)
def test_an_address_is_counted_by_what_one_guest_has(client: str, server: str, counted: str) -> None:
    assert address_of(client, server) == counted


def test_a_burst_of_guests_waits_in_the_system_and_asks_nobody_to_come_again_later() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(fixtures.RecordedTable(), listening=listening)
    server.start()
    try:
        most = int(Path("/proc/sys/net/core/somaxconn").read_text())
        until(lambda: places_to_wait(listening) == min(1024, most))
    finally:
        server.stop()


def places_to_wait(listening: socket.socket) -> int:
    """Return the number of connections that the system queues for this socket: `tcpi_sacked` in linux/tcp.h."""
    told = listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32)
    return int(struct.unpack_from("8B6I", told)[13])


def test_a_small_crowd_fails_nobody_and_writes_no_log(tmp_path: Path) -> None:
    found = felt(idle=120, streams=60, slow=20, seconds=1.5, folder=tmp_path)
    assert (found.failed, found.log_bytes) == (0, 0)
    assert found.snapshots >= 1 and found.reader
