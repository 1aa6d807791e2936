"""The pages and commands over real HTTP, and the port they are served on."""

import errno
import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from companion.table.viewer import Viewer
from hardware.lights import LOOKS
from tests.support import recorded_table as fixtures
from tests.support.snapshot_parts import Json
from web.api.commands import COMMANDS
from web.app.pages import MAX_BODY_BYTES
from web.feed.sse import Feed
from web.security import headers
from web.security.headers import Names, is_own_host
from web.server.port_owner import port_owner
from web.server.server import AddressUnusable, PortTaken, Server, WebUnable

PAGES = ("/board", "/mat", "/desk", "/start", "/join")


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Site:
    """A served table, and a client for it."""

    def __init__(self, table: fixtures.RecordedTable) -> None:
        self.table = table
        self.server = Server(table, "127.0.0.1", 0)

    def ask(self, method: str, path: str, body: bytes | str | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, text)

    def command(self, name: str, body: Any, **headers: str) -> Answer:
        return self.ask("POST", f"/api/{name}", json.dumps(body), Content_Type="application/json", **headers)


@pytest.fixture(scope="module")
def served() -> Iterator[Site]:
    site = Site(fixtures.RecordedTable())
    site.server.start()
    yield site
    site.server.stop()


@pytest.fixture
def site(served: Site) -> Site:
    served.table.commands.clear()
    served.table.refuse = None
    served.table.publish(fixtures.idle())
    return served


def test_the_first_page_is_the_start_while_nobody_plays_and_then_the_board(site: Site) -> None:
    assert site.ask("GET", "/").headers["location"] == "/start"
    site.table.publish(fixtures.reveal())
    assert site.ask("GET", "/").headers["location"] == "/board"
    site.table.publish(fixtures.over())
    assert site.ask("GET", "/").headers["location"] == "/board"


@pytest.mark.parametrize("situation", fixtures.BOARDS)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_comes_in_every_situation(site: Site, path: str, situation: str) -> None:
    site.table.publish(fixtures.BOARDS[situation]())
    answer = site.ask("GET", path)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("path", [*PAGES, "/api/board", "/api/desk", "/static/live.js", "/nowhere"])
def test_every_answer_forbids_what_no_page_needs(site: Site, path: str) -> None:
    headers = site.ask("GET", path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", PAGES)
def test_no_page_needs_an_exception_from_its_own_policy(site: Site, path: str) -> None:
    page = site.ask("GET", path).text
    assert " style=" not in page
    assert " onclick=" not in page
    assert "<script>" not in page
    assert "https://" not in page


@pytest.mark.parametrize("path", ["/board", "/api/desk", "/live/board", "/live/desk", "/static/live.js", "/nowhere"])
@pytest.mark.parametrize("host", ["evil.example.com", "x" * 64 + ".local", "x" * 3000, "a@localhost", "local host", ""])
def test_no_other_name_is_answered_on_any_way(site: Site, path: str, host: str) -> None:
    answer = site.ask("GET", path, Host=host)
    assert answer.status == 400
    assert answer.headers["x-frame-options"] == "DENY"
    assert "snapshot" not in answer.text


def test_a_phone_that_has_joined_the_tables_own_wifi_is_led_to_the_table(site: Site) -> None:
    answer = site.ask("GET", "/hotspot-detect.html", Host="captive.apple.com")
    assert (answer.status, answer.headers["location"]) == (302, f"http://127.0.0.1:{site.server.port}/")
    assert site.ask("POST", "/generate_204", Host="connectivitycheck.gstatic.com").status == 400
    assert site.ask("GET", "/generate_204").status == 404  # under the table's own name it is an ordinary page


@pytest.mark.parametrize("path", ["/live/board", "/live/desk"])
def test_the_live_feed_has_the_headers_of_the_pages(site: Site, path: str) -> None:
    assert site.ask("HEAD", path).headers["content-security-policy"].startswith("default-src 'none'")


def test_a_sender_that_cannot_be_is_no_sender_of_ours(site: Site) -> None:
    assert site.command("undo", {}, Origin="http://[").status == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_the_live_feed_is_for_reading(site: Site, method: str) -> None:
    answer = site.ask(method, "/live/board")
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


def test_names_reach_a_page_as_text(site: Site) -> None:
    board = fixtures.reveal()
    board["seats"][0]["name"] = "<b>Ann</b>"
    site.table.publish(board)
    page = site.ask("GET", "/plain").text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann</b>" not in page + site.ask("GET", "/board").text


def test_snapshots_are_given_as_they_were_published(site: Site) -> None:
    site.table.publish(fixtures.crowded())
    answer = site.ask("GET", "/api/board")
    assert answer.text.encode() == site.table.board()
    assert answer.headers["cache-control"] == "no-store"
    assert site.ask("GET", "/api/desk").text.encode() == site.table.desk()


def test_the_browser_finds_an_icon(site: Site) -> None:
    for path in ("/favicon.ico", "/static/favicon.svg"):
        answer = site.ask("GET", path)
        assert answer.status == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - {"start"}))
def test_a_command_is_handed_to_the_table(site: Site, name: str) -> None:
    assert site.command(name, {"id": 3}).status == 200
    assert site.table.commands == [(name, {"id": 3})]


def test_a_command_without_a_body_has_an_empty_one(site: Site) -> None:
    assert site.ask("POST", "/api/undo").status == 200
    assert site.table.commands == [("undo", {})]


def test_what_the_table_refuses_is_said_in_its_own_words(site: Site) -> None:
    site.table.refuse = "Bob has no intrigue to pay with."
    answer = site.command("answer", {"by": "Bob", "do": "seize"})
    assert answer.status == 409
    assert answer.json == {"error": "Bob has no intrigue to pay with."}


def test_a_game_starts_with_trimmed_names(site: Site) -> None:
    assert site.command("start", {"names": ["  Ann ", "Bob   the Second"]}).status == 200
    expected = {"names": ["Ann", "Bob the Second"], "lead": None, "edition": "2024"}
    assert site.table.commands == [("start", expected)]


def test_a_game_starts_by_any_rules_that_there_are(site: Site) -> None:
    rules = {"edition": "2022", "level": "evil", "variants": ["table-read"], "rulings": {"J8": "refund"}}
    assert site.command("start", {"names": ["Ann", "Bob"], **rules}).status == 200
    assert site.table.commands == [("start", {"names": ["Ann", "Bob"], "lead": None, **rules})]


def test_the_start_page_offers_every_edition_level_variant_and_ruling(site: Site) -> None:
    page = site.ask("GET", "/start").text
    for value in ("2024", "2024-first", "2022/wicked", "2022/evil", "2022/villainy"):
        assert f'<option value="{value}">' in page
    for value in ("table-read", "playwrights-challenge", "extra-lead-villainy"):
        assert f'name="variant" value="{value}"' in page
    assert page.index('value="2024"') < page.index('value="2022/wicked"')
    assert 'name="ruling.J11"' in page
    assert '<option value="scene">yes, between two turns</option>' in page
    assert 'name="ruling.J12"' not in page


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "names"),
        ({"names": ["Ann"]}, "names"),
        ({"names": [f"P{i}" for i in range(7)]}, "names"),
        ({"names": ["Ann", 7]}, "names"),
        ({"names": ["Ann", "  "]}, "names.1"),
        ({"names": ["Ann", "ANN"]}, "names.1"),
        ({"names": ["Ann", "B" * 25]}, "names.1"),
        ({"names": ["Ann", "B\x00b"]}, "names.1"),
        ({"names": ["Ann", "Bob"], "lead": 2}, "lead"),
        ({"names": ["Ann", "Bob"], "lead": True}, "lead"),
        ({"names": ["Ann", "Bob"], "edition": "1604"}, "edition"),
        ({"names": ["Ann", "Bob"], "edition": ["2024"]}, "edition"),
        ({"names": ["Ann", "Bob"], "level": "wicked"}, "edition"),
        ({"names": ["Ann", "Bob"], "edition": "2022", "level": "tame"}, "edition"),
        ({"names": ["Ann", "Bob"], "variants": ["extra-lead-villainy"]}, "edition"),
        ({"names": ["Ann", "Bob"], "variants": "table-read"}, "edition"),
        ({"names": ["Ann", "Bob"], "rulings": {"J1": "youngest-first"}}, "edition"),
        ({"names": ["Ann", "Bob"], "rulings": {"J1": 1}}, "edition"),
    ],
)
def test_what_is_wrong_with_a_start_is_said_at_its_field(site: Site, body: Json, field: str) -> None:
    answer = site.command("start", body)
    assert answer.status == 400
    assert list(answer.json["fields"]) == [field]
    assert site.table.commands == []


@pytest.mark.parametrize("body", ["", "{", "[]", "7", '{"a": NaN}', "[" * 9000, "\udcff"])
def test_a_body_that_cannot_be_read_is_refused(site: Site, body: str) -> None:
    answer = site.ask(
        "POST", "/api/mat", (body or "no").encode("utf-8", "surrogateescape"), Content_Type="application/json"
    )
    assert answer.status == 400
    assert answer.json["error"]
    assert site.table.commands == []


def test_a_body_that_is_not_called_json_is_refused(site: Site) -> None:
    assert site.ask("POST", "/api/undo", "{}", Content_Type="text/plain").status == 400


def test_a_body_that_is_too_long_is_refused(site: Site) -> None:
    answer = site.command("answer", {"by": "x" * MAX_BODY_BYTES})
    assert answer.status == 413
    assert site.table.commands == []


def test_an_unknown_command_is_refused(site: Site) -> None:
    assert site.command("cheat", {}).status == 404


def test_a_command_cannot_be_given_by_reading(site: Site) -> None:
    assert site.ask("GET", "/api/undo").status == 405
    assert site.table.commands == []


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_only_reading_and_posting_are_known(site: Site, method: str) -> None:
    assert site.ask(method, "/api/undo").status == 405


def test_another_sites_page_cannot_give_commands(site: Site) -> None:
    assert site.command("undo", {}, Sec_Fetch_Site="cross-site").status == 403
    assert site.command("undo", {}, Sec_Fetch_Site="same-site").status == 403
    assert site.command("undo", {}, Origin="http://evil.example").status == 403
    assert site.table.commands == []


def test_our_own_page_can_give_commands(site: Site) -> None:
    assert site.command("undo", {}, Sec_Fetch_Site="same-origin").status == 200
    assert site.command("undo", {}, Origin=f"http://127.0.0.1:{site.server.port}").status == 200


def test_a_public_name_pointed_at_this_machine_is_not_answered(site: Site) -> None:
    assert site.ask("GET", "/board", Host="evil.example").status == 400


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8000",
        "192.168.1.20",
        "[fe80::1]:8000",
        "cuelight.local",
        "cuelight.intranet",
        "CUELIGHT",
        "cuelight.fritz.box",
        "pi.ts.net",
    ],
)
def test_names_of_a_local_network_are_our_own(host: str) -> None:
    assert is_own_host(host)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "cuelight.local.evil.example", "[", "evil.example:8000", "cuelight.box"]
)
def test_other_names_are_not(host: str) -> None:
    assert not is_own_host(host)


def test_the_owner_can_name_a_further_host() -> None:
    assert is_own_host("games.example", also=("games.example",))
    assert is_own_host("table.games.example", also=("*.games.example",))
    assert not is_own_host("a.table.games.example", also=("*.games.example",))
    assert not is_own_host("games.example", also=("*.games.example",))


def test_the_own_name_in_the_domain_that_the_network_gave_is_our_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "resolv.conf").write_text(
        "# by the router\nnameserver 192.168.1.1\nsearch box.example. other.example\n"
    )
    monkeypatch.setattr(headers, "_RESOLVERS", (tmp_path / "none", tmp_path / "resolv.conf"))
    monkeypatch.setattr("socket.gethostname", lambda: "cuelight")
    assert is_own_host("cuelight.box.example:8000")
    assert is_own_host("cuelight.other.example")
    assert not is_own_host("evil.box.example")
    assert not is_own_host("cuelight.evil.example")


def test_an_address_that_a_proxy_sends_whole_is_served(site: Site) -> None:
    """A phone with a proxy set sends it, and RFC 9112 (3.2.2) lets every client send it."""
    here = f"http://127.0.0.1:{site.server.port}"
    assert site.ask("GET", f"{here}/board").text == site.ask("GET", "/board").text
    assert site.ask("GET", here).headers["location"] == "/start"
    assert site.ask("GET", f"{here}/nowhere").status == 404
    assert site.ask("GET", "http://evil.example/board").status == 400
    assert site.ask("GET", "http://evil.example/board", Host="localhost").status == 404
    assert site.ask("GET", "http://[/board", Host="localhost").status == 404


@pytest.mark.parametrize("typed", ["/board/", "/Board", "/board.", "/board%20", "/BOARD/?a=b%20c", "/Seat/1/"])
def test_a_page_whose_address_was_typed_differently_is_found(site: Site, typed: str) -> None:
    answer = site.ask("GET", typed)
    path, _, query = typed.partition("?")
    assert answer.status == 308 and answer.headers["cache-control"] == "no-store"
    assert answer.headers["location"].partition("?") == (
        "/seat/1" if "1" in path else "/board",
        "?" * bool(query),
        query,
    )


@pytest.mark.parametrize("typed", ["/boards", "/api/board/", "/API/board", "/static/BASE.css", "//board"])
def test_no_other_address_is_taken_for_a_page(site: Site, typed: str) -> None:
    assert site.ask("GET", typed).status == 404
    assert site.ask("POST", "/Board").status == 404


def test_a_reverse_proxy_that_puts_the_tables_address_in_place_of_its_own_name_is_served() -> None:
    """Nginx does so without `proxy_set_header Host`, and browsers send no Sec-Fetch-Site over plain HTTP."""
    server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, names=Names(hosts=("games.example",)))
    server.start()
    try:
        address = f"http://127.0.0.1:{server.port}/api/undo"
        told = {}
        for origin in ("http://games.example", "https://games.example:8443", "http://evil.example", "null"):
            asked = Request(address, b"{}", {"Content-Type": "application/json", "Origin": origin})
            try:
                with urlopen(asked, timeout=10) as answer:
                    told[origin] = answer.status
            except HTTPError as error:
                told[origin] = error.code
    finally:
        server.stop()
    assert list(told.values()) == [200, 200, 403, 403]


def test_a_named_site_may_show_the_board_in_a_frame_and_nothing_else() -> None:
    server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, names=Names(frames=("http://homeassistant.local:8123",)))
    server.start()
    try:
        board, start = (urlopen(f"{server.address}/{page}", timeout=30).headers for page in ("board", "start"))
    finally:
        server.stop()
    assert "frame-ancestors http://homeassistant.local:8123" in board["content-security-policy"]
    assert board["x-frame-options"] is None
    assert "frame-ancestors 'none'" in start["content-security-policy"]
    assert start["x-frame-options"] == "DENY"


def test_a_page_that_is_missing_is_told_in_the_houses_style(site: Site) -> None:
    answer = site.ask("GET", "/nowhere")
    assert answer.status == 404
    assert "Not on the bill" in answer.text
    assert site.ask("GET", "/api/nowhere").json["error"]


def test_a_command_that_breaks_says_so_and_keeps_its_secrets(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(name: str, body: Json, asker: Viewer) -> Json:
        raise ZeroDivisionError("a secret of the machine room")

    monkeypatch.setattr(site.table, "command", burst)
    answer = site.command("undo", {})
    assert answer.status == 500
    assert "secret" not in answer.text


def test_the_live_feed_is_on_the_same_port(site: Site) -> None:
    site.table.publish(fixtures.reveal())
    connection = http.client.HTTPConnection("127.0.0.1", site.server.port, timeout=10)
    connection.request("GET", "/live/board")
    response = connection.getresponse()
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    line = response.readline()
    assert json.loads(line.removeprefix(b"data: ")) == site.table.public
    connection.close()


def test_a_port_that_is_taken_is_named_with_the_next_step() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        owner = Path("/proc/self/comm").read_text(encoding="utf-8").strip()
        with pytest.raises(PortTaken, match=rf"port {port} is taken: {owner} listens on it.*--port {port + 1}"):
            Server(fixtures.RecordedTable(), "127.0.0.1", port).start()


def test_the_program_of_another_user_has_no_name_and_a_free_port_no_owner(tmp_path: Path) -> None:
    (tmp_path / "net").mkdir()
    row = "   0: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1"
    (tmp_path / "net" / "tcp").write_text(f"  sl  local_address\n{row}\n")
    assert port_owner(80, tmp_path) == ""
    assert port_owner(81, tmp_path) is None


@pytest.mark.parametrize("header", ["X-Forwarded-Prefix", "X-Ingress-Path", "X-Script-Name"])
def test_a_folder_of_another_site_is_refused_in_words(site: Site, header: str) -> None:
    refused = site.ask("GET", "/board", **{header: "/cuelight"})
    assert "does not work in a folder of another site" in refused.json["error"]
    assert site.ask("GET", "/board", **{header: "/"}).status == 200


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(AddressUnusable, match="--host"):
        Server(fixtures.RecordedTable(), "192.0.2.1", 0).start()


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("error", "why"),
    [(OSError(errno.EMFILE, "Too many open files"), "Too many open files"), (MemoryError(), "no memory is left")],
)
def test_a_server_that_cannot_begin_says_why(error: Exception, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_feed: Feed) -> None:
        raise error

    monkeypatch.setattr(Feed, "open", fails)
    server = Server(fixtures.RecordedTable(), "127.0.0.1", 0)
    with pytest.raises(WebUnable, match=why):
        server.start()
    server.stop()


def test_a_stopped_server_gives_the_port_back() -> None:
    first = Server(fixtures.RecordedTable(), "127.0.0.1", 0)
    first.start()
    first.stop()
    first.stop()
    second = Server(fixtures.RecordedTable(), "127.0.0.1", first.port)
    second.start()
    assert second.address == f"http://127.0.0.1:{first.port}"
    second.stop()


def test_the_screen_glows_in_the_colours_of_the_seats(site: Site) -> None:
    css = site.ask("GET", "/static/lights.css").text
    for cue, look in LOOKS.items():
        assert f'[data-cue="{cue}"] {{ --glow: {look.rgb}; }}' in css


def test_pages_show_lights_in_the_colours_of_the_table_file(site: Site) -> None:
    link = '<link rel="stylesheet" href="/colours.css">'
    assert link not in site.ask("GET", "/board").text
    server = Server(fixtures.RecordedTable(), "127.0.0.1", 0, colours={"your-turn": "#00ff00"})
    server.start()
    try:
        with urlopen(f"{server.address}/board") as page:
            assert link in page.read().decode()
        with urlopen(f"{server.address}/colours.css") as style:
            assert style.read().decode() == '[data-cue="your-turn"] { --glow: #00ff00; }\n'
    finally:
        server.stop()
