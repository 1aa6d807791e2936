"""The body of a command in all forms that HTTP allows: no command is executed without its fields."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import recorded_table as fixtures
from web.api.table_port import OpenDoors
from web.server.server import Server

FIELDS = {"state": 12, "to": 3}
BODY = json.dumps(FIELDS)
JSON = "Content-Type: application/json"


class Raw:
    """A served table that receives raw bytes."""

    def __init__(self) -> None:
        self.table = fixtures.RecordedTable()
        self.server = Server(self.table, "127.0.0.1", 0, doors=OpenDoors())
        self.server.start()

    def send(self, *head: str, body: str = "", way: str = "POST /api/undo HTTP/1.1", shut: bool = False) -> str:
        """Return the response to a request, up to the end of the connection."""
        port = self.server.port
        lines = "\r\n".join([way, f"Host: localhost:{port}", "Connection: close", *head])
        with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
            line.sendall(f"{lines}\r\n\r\n{body}".encode())
            if shut:
                line.shutdown(socket.SHUT_WR)
            return line.makefile("rb").read().decode()

    def status(self, *head: str, **options: Any) -> int:
        return int(self.send(*head, **options).split()[1])


@pytest.fixture
def raw() -> Iterator[Raw]:
    found = Raw()
    yield found
    found.server.stop()


def chunks(*parts: str, extension: str = "", trailer: str = "") -> str:
    cut = "".join(f"{len(part):x}{extension}\r\n{part}\r\n" for part in parts)
    return f"{cut}0\r\n{trailer}\r\n"


@pytest.mark.parametrize(
    "body",
    [
        chunks(BODY),
        chunks(*BODY),
        chunks(BODY, extension=";name=value"),
        chunks(BODY, trailer="Content-Length: 0\r\nContent-Type: text/plain\r\n"),
    ],
    ids=["whole", "a byte each", "extension", "trailer"],
)
@pytest.mark.parametrize("expects", [False, True])
def test_a_body_in_chunks_has_its_fields(raw: Raw, body: str, expects: bool) -> None:
    more = ["Expect: 100-continue"] if expects else []
    assert " 200 OK" in raw.send(JSON, "Transfer-Encoding: chunked", *more, body=body)
    assert raw.table.commands == [("undo", FIELDS)]


def test_an_empty_body_in_chunks_is_an_empty_one(raw: Raw) -> None:
    assert raw.status(JSON, "Transfer-Encoding: chunked", body=chunks()) == 200
    assert raw.table.commands == [("undo", {})]


@pytest.mark.parametrize(
    ("status", "head", "body", "options"),
    [
        (400, ["Transfer-Encoding: chunked", f"Content-Length: {len(BODY)}"], chunks(BODY), {}),
        (400, ["Transfer-Encoding: chunked", "Content-Length: 0"], chunks(BODY), {}),
        (400, ["Transfer-Encoding: chunked"], chunks(BODY), {"way": "POST /api/undo HTTP/1.0"}),
        (400, ["Transfer-Encoding: gzip, chunked"], chunks(BODY), {}),
        (400, ["Transfer-Encoding: chunked"], f"xyz\r\n{BODY}\r\n0\r\n\r\n", {}),
        (400, ["Transfer-Encoding: chunked"], f"5\r\n{BODY}\r\n0\r\n\r\n", {}),
        (400, ["Transfer-Encoding: chunked"], f"{len(BODY):x}\r\n{BODY}\r\n", {"shut": True}),
        (400, [f"Content-Length: +{len(BODY)}"], BODY, {}),
        (400, [f"Content-Length: {len(BODY)}", "Content-Length: 2"], BODY, {}),
        (400, [f"Content-Length: {len(BODY) + 1}"], BODY, {"shut": True}),
        (411, [], BODY, {}),
        (411, [], BODY, {"way": "POST /api/undo HTTP/1.0", "shut": True}),
        (400, [f"Content-Length: {len(BODY)}", "Content-Encoding: gzip"], "\x1f" + BODY[1:], {}),
        (400, ["Content-Length: 2"], "{}", {"way": "POST /api/undo?to=3 HTTP/1.1"}),
        (400, ["Content-Length: 15"], '{"to":1,"to":2}', {}),
        (413, ["Transfer-Encoding: chunked"], chunks(*["x" * 60_000] * 4), {}),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_body_that_is_unclear_is_refused_and_nothing_done(
    raw: Raw, status: int, head: list[str], body: str, options: dict[str, Any]
) -> None:
    answer, cut = raw.send(JSON, *head, body=body, **options), options.get("shut", False)
    assert raw.table.commands == []
    assert answer.startswith(f"HTTP/1.1 {status} ") or (cut and not answer)
    assert answer.count("HTTP/1.1 ") <= 1


def test_a_command_without_any_body_is_carried_out(raw: Raw) -> None:
    assert raw.status() == 200
    assert raw.status("Content-Length: 0") == 200
    assert raw.table.commands == [("undo", {})] * 2


@pytest.mark.parametrize("way", ["POST /api/undo HTTP/1.1", "GET /api/undo HTTP/1.1", "POST /api/nowhere HTTP/1.1"])
def test_a_client_that_still_sends_reads_the_words_of_a_refusal(raw: Raw, way: str) -> None:
    """A reset would discard them, so the rest of the body is read before the connection is closed."""
    size = 3_000_000
    line = socket.create_connection(("127.0.0.1", raw.server.port), timeout=20)
    head = (
        f"{way}\r\nHost: localhost\r\nConnection: close\r\n{JSON}\r\nContent-Length: {size}\r\nOrigin: http://x.y\r\n"
    )
    with line:
        line.sendall(f"{head}\r\n".encode())
        line.sendall(b"x" * size)
        answer = line.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 4") and b"error" in answer
