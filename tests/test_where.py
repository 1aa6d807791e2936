"""Where a phone finds the table: the address that the wall shows, and its picture."""

import http.client
import json
from contextlib import closing
from typing import Any

import pytest
import web_fixtures as fixtures
import zxingcpp

from web.server import Server
from web.where import network_address, picture_of

MODULE = 6  # dots of the drawn picture
BORDER = 4  # modules, as a QR code needs


def seen_by_a_camera(size: int, path: str) -> list[str]:
    """What a decoder reads from the drawn path."""
    wide = (size + 2 * BORDER) * MODULE
    dots = bytearray(b"\xff" * wide * wide)
    for bar in path.replace("M", " ").split():
        corner_x, rest = bar.split(",")
        corner_y, length = rest.split("h", 1)
        left, count = (int(corner_x) + BORDER) * MODULE, int(length.split("v")[0]) * MODULE
        for row in range((int(corner_y) + BORDER) * MODULE, (int(corner_y) + BORDER + 1) * MODULE):
            dots[row * wide + left : row * wide + left + count] = bytes(count)
    return [code.text for code in zxingcpp.read_barcodes(memoryview(dots).cast("B", (wide, wide)))]


def asked(server: Server) -> Any:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)) as line:
        line.request("GET", "/api/where")
        answer = line.getresponse()
        assert answer.getheader("Cache-Control") == "no-store"  # a machine may get another address
        return json.loads(answer.read())


def test_a_table_that_listens_to_this_machine_alone_shows_no_address() -> None:
    server = Server(fixtures.RecordedTable(), "127.0.0.1", 0)
    server.start()
    assert asked(server) == {}
    server.stop()


def test_a_table_that_listens_to_all_tells_the_address_of_its_machine_in_the_network() -> None:
    server = Server(fixtures.RecordedTable(), "0.0.0.0", 0)
    server.start()
    found, address = asked(server), network_address("0.0.0.0", server.port)
    server.stop()
    picture = picture_of(f"{address}/")._asdict()
    assert found == ({} if address is None else {"address": address, "picture": picture})  # {}: a machine in no network


@pytest.mark.parametrize(
    ("bound", "port", "address"),
    [
        ("127.0.0.1", 8000, None),
        ("::1", 8000, None),
        ("localhost", 8000, None),
        ("192.168.1.20", 8000, "http://192.168.1.20:8000"),
        ("192.168.1.20", 80, "http://192.168.1.20"),
        ("fd00::20", 8000, "http://[fd00::20]:8000"),
        ("cuelight.local", 80, "http://cuelight.local"),
    ],
)
def test_the_address_is_as_short_as_it_can_be(bound: str, port: int, address: str | None) -> None:
    assert network_address(bound, port) == address


def test_a_camera_reads_what_a_picture_says() -> None:
    said = "http://192.168.100.200:8000/seat/8#8.abcdefghijklmnopqrstuvwxyz234567"
    assert seen_by_a_camera(*picture_of(said)) == [said]
