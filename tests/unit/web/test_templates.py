"""A game's template overrides: the application's files, the game's own, and the plain ones for missing ones."""

import http.client

import pytest
from playwright.sync_api import expect

from companion.games import USUAL, game_ids, game_of
from tests.support import recorded_table as fixtures
from tests.support import served_pages as web_room
from tests.support.served_pages import Room
from web.assets.game_files import piece_of
from web.assets.static import HOUSE

room, house, port = web_room.room, web_room.house, web_room.port


def get(port: int, path: str) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.getheader("content-type") or "", body


@pytest.mark.parametrize("name", game_ids())
def test_every_game_has_all_pieces_of_its_own_or_the_plain_ones(port: int, name: str) -> None:
    for piece in ("board.js", "mat.js", "cards.js", "hints.js", "carry.js", "board-page.js", "mat-page.js", "live.js"):
        status, kind, body = get(port, f"/game/{name}/{piece}")
        assert (status, kind) == (200, "text/javascript; charset=utf-8") and body, piece
    assert get(port, f"/game/{name}/look.css")[:2] == (200, "text/css; charset=utf-8")


@pytest.mark.parametrize("name", game_ids())
def test_no_game_stands_in_the_way_of_the_house(name: str) -> None:
    own = {file.name for file in game_of(name).info.page.glob("*")}
    assert own.isdisjoint(file.name for file in HOUSE.glob("*"))


def test_a_game_without_a_piece_is_drawn_plainly() -> None:
    plain = [file.name.removeprefix("plain-") for file in HOUSE.glob("plain-*")]
    othello = game_of(USUAL)
    own = {piece_of(othello.info, name) for name in plain} - {HOUSE / "plain-seat.js"}
    assert own <= {othello.info.page / name for name in plain}
    assert piece_of(othello.info, "no-such.js") is None


@pytest.mark.parametrize(
    "path",
    [
        "/game/othello/../game.py",
        "/game/othello/%2e%2e/game.py",
        "/game/othello/..%2fgame.py",
        "/game/othello//etc/passwd",
        "/game/othello/board",
        "/game/othello/",
        "/game/../board.js",
        "/game/nothing/board.js",
        "/game/table/board.js",
        "/game/Othello/board.js",
        "/game/othello/joined-board",
        "/game/othello/joined-board.x1",
        "/game/othello/joined-nothing.js",
    ],
)
def test_nothing_but_pieces_of_games_that_are_there_is_served(port: int, path: str) -> None:
    assert get(port, path)[0] in (404, 308)  # 308 collapses a double slash into a path that does not exist either


def test_a_page_takes_the_pieces_of_another_game_when_that_begins(room: Room) -> None:
    room.table.publish({**fixtures.reveal(), "game": USUAL})
    page = room.open("/board")
    expect(page.locator("#act")).to_have_text("Act III")
    page.evaluate("window.same = true")
    room.table.publish({**fixtures.idle(), "game": game_ids()[1]})
    expect(page.locator("html")).to_have_attribute("data-game", game_ids()[1])
    assert page.evaluate("window.same") is None
