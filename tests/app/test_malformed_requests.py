"""The table's own API description, and requests that follow it or violate it: none breaks the table."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.malformed_files import HOSTILE
from tests.support.running_table import House, running, served
from web.api.commands import COMMANDS
from web.api.openapi import BODIES, description
from web.app.routes import ROUTES

SENT = sorted(route.path for route in ROUTES if "POST" in route.methods)
WORDS = ("Ann", "Ben", "seat1", "seat2.play", "I.1", "tile:Iago", "123456")
POSITION = '{"position": {"edition": "2024", "seats": [{"name": "A"}, {"name": "B"}], "lead": "A", "scene": %s}}'
ODD = st.sampled_from(HOSTILE)
ANYTHING = st.recursive(
    ODD | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for mostly valid values of a schema."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "integer" | ["integer", "null"]:
            return st.integers(schema.get("minimum", 0), schema.get("maximum", 9)) | st.none()
        case "boolean":
            return st.booleans()
        case "array":
            return st.lists(fitting(schema["items"]), max_size=7)
        case "object":
            return body_for(schema)
        case _:
            return st.sampled_from(WORDS) | st.text(max_size=9)


def body_for(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    members = {name: fitting(each) | ANYTHING for name, each in schema.get("properties", {}).items()}
    more = st.dictionaries(st.sampled_from(("card", "cards", "target", "x")), ANYTHING)
    return st.builds(lambda body, rest: body | rest, st.fixed_dictionaries({}, optional=members), st.just({}) | more)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    with running(tmp_path_factory.mktemp("requests") / "table.db") as house, served(house) as address:
        house.command("start", names=["Ann", "Ben"], lead=0)
        yield house, address


def send(address: str, path: str, body: bytes) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)
    connection.request("POST", path, body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    told = answer.read()
    connection.close()
    return answer.status, told


@pytest.mark.parametrize("path", SENT)
def test_no_body_breaks_the_table(site: tuple[House, str], path: str) -> None:
    house, address = site

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(body_for(BODIES[path.rpartition("/")[2]]) | ANYTHING)
    def sent(body: Any) -> None:
        status, told = send(address, path, json.dumps(body).encode())
        assert status < 500, told
        assert b"Traceback" not in told
        json.loads(told)

    sent()
    assert house.desk["notices"] == []
    if path == "/api/end" and house.board["table"]["state"] == "idle":
        house.command("start", names=["Ann", "Ben"], lead=0)  # one body named the game
    assert house.board["table"]["state"] in ("playing", "over")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/question", '{"id": "abc"}'),
        ("/api/question", '{"id": 1e400}'),
        ("/api/question", '{"id": [1]}'),
        ("/api/question", '{"id": null}'),
        ("/api/start", POSITION % ("9" * 4299)),
        ("/api/start", POSITION % "10000"),
        ("/api/start", '{"position": {"deck": {"title": "\\ud800", "id": "a", "cards": []}}}'),
        ("/api/deck", json.dumps({"text": "a." * 60_000 + "a = 1"})),
        ("/api/deck", json.dumps({"text": "a = " + "[" * 60_000})),
        ("/api/deck", json.dumps({"text": "points = 0x" + "f" * 40_000})),
        ("/api/deck", '{"text": "title = \\"\\ud800\\""}'),
        ("/api/mat", "[" * 60_000),
        ("/api/mat", '{"do": "tag", "zone": NaN}'),
    ],
    ids=lambda value: value[:40],
)  # fmt: skip
def test_what_broke_a_table_once_is_refused_in_words(site: tuple[House, str], path: str, body: str) -> None:
    house, _ = site
    before = house.desk
    with served(house) as address:  # a new table, without rate limits in effect
        status, told = send(address, path, body.encode())
    assert status == 400 and json.loads(told)["error"]
    assert house.desk == before


def test_the_description_has_every_way_with_the_form_of_its_body() -> None:
    told = description()["paths"]
    assert {path for path in told if "{" not in path} == {route.path for route in ROUTES if "<" not in route.path}
    assert COMMANDS.keys() <= BODIES.keys()
    for route in ROUTES:
        if "POST" in route.methods:
            assert "requestBody" in told[route.path]["post"]


def test_the_description_is_served(site: tuple[House, str]) -> None:
    connection = http.client.HTTPConnection(site[1].removeprefix("http://"), timeout=20)
    connection.request("GET", "/api/openapi.json")
    assert json.loads(connection.getresponse().read()) == description()
    connection.close()
