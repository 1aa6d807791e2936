"""Static files of the pages: their names, compression, caching and bundling."""

from __future__ import annotations

import gzip
import http.client
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from companion.games import USUAL, game_ids, game_of
from tests.support import served_pages as web_room
from tests.support.served_pages import Room
from web.assets.bundle import NotJoined, joined_script, joined_style
from web.assets.game_files import piece_of
from web.assets.page_assets import PAGES
from web.assets.static import HOUSE, version

room, house, port = web_room.room, web_room.house, web_room.port

Answer = tuple[int, dict[str, str], bytes]
KEPT = "public, max-age=31536000, immutable"
TEMPLATES = [page.read_text(encoding="utf-8") for page in HOUSE.parent.glob("templates/*.html")]
NAMES = {name for page in TEMPLATES for name in re.findall(r"block page %}(.+?){%", page)}


def get(port: int, path: str, headers: Mapping[str, str] | None = None) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=dict(headers or {}))
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    names = [name.lower() for name, _value in answer.getheaders()]
    assert len(names) == len(set(names)), names  # no header is repeated
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


@pytest.mark.parametrize("path", ["/static/{}base.css", "/game/othello/{}dom.js", "/static/{}favicon.svg"])
def test_a_file_is_kept_where_the_address_names_its_content_and_asked_for_anew_elsewhere(port: int, path: str) -> None:
    assert get(port, path.format(f"{version()}/"))[1]["cache-control"] == KEPT
    for other in ("", "v-000000000000/"):
        status, headers, body = get(port, path.format(other))
        assert (status, headers["cache-control"]) == (200, "no-cache") and body
        assert get(port, path.format(other), {"If-None-Match": headers["etag"]})[0] == 304


@pytest.mark.parametrize(
    "path",
    ["/board", "/api/board", "/static/base.css", "/game/othello/joined-board.js", "/game/othello/joined-board.css"],
)
def test_what_is_text_is_compressed_for_who_takes_that(room: Room, port: int, path: str) -> None:
    plain, packed = get(port, path), get(port, path, {"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain[1]
    if len(plain[2]) > 600:
        assert packed[1]["content-encoding"] == "gzip" and packed[1]["vary"] == plain[1]["vary"] == "Accept-Encoding"
        assert gzip.decompress(packed[2]) == plain[2]
        assert len(packed[2]) < len(plain[2]) / 2


def test_what_is_of_now_is_kept_by_nobody(port: int) -> None:
    for path in ("/board", "/desk", "/api/board", "/nowhere"):
        assert get(port, path)[1]["cache-control"] == "no-store"


@pytest.mark.parametrize("game", game_ids())
def test_every_page_has_its_scripts_in_one_file_and_its_styles_in_another(port: int, game: str) -> None:
    find = partial(piece_of, game_of(game).info)
    assert set(PAGES) == NAMES
    for page, (styles, scripts) in PAGES.items():
        assert get(port, f"/game/{game}/joined-{page}.js")[2].decode() == joined_script(scripts, find)
        style = get(port, f"/game/{game}/joined-{page}.css")[2].decode()
        for name in filter(find, styles):
            assert joined_style((name,), find).partition("{")[0] in style, name
    assert game != USUAL or all(find(name) for each in PAGES.values() for name in each.styles)


def test_a_page_asks_for_few_files_and_the_second_time_for_none_of_them(room: Room) -> None:
    page = room.open("/board")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_response("**/live/board?*"):
        page.reload()
    kept = page.evaluate("performance.getEntriesByType('resource').map((each) => [each.name, each.transferSize])")
    files = [(name, size) for name, size in kept if "/game/" in name or "/static/" in name]
    assert files and [name for name, size in files if size > 0] == []
    assert [len([name for name in asked if name.endswith(kind)]) for kind in (".js", ".css")] == [2, 1]  # and old.js


def finder(files: Mapping[str, str], folder: Path) -> partial[Path | None]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return partial(lambda name: folder / name if name in files else None)


def test_joined_scripts_keep_their_own_names_and_run_in_order(room: Room, tmp_path: Path) -> None:
    files = {
        "a.js": "const own = 1;\nexport const one = own;\nexport const told = [own];\n",
        "b.js": 'import { one, told } from "./a.js";\nconst own = 2;\ntold.push(own);\n'
        "export function two() {\n  return one + 1;\n}\n",
        "page.js": 'import { two } from "./b.js";\nimport { one, told } from "./a.js";\n'
        "const own = 3;\ntold.push(own);\nglobalThis.made = [one, two(), ...told];\n",
    }
    text = joined_script(("page.js",), finder(files, tmp_path))
    assert room.open("/login").evaluate(f"(() => {{ {text}\n return globalThis.made; }})()") == [1, 2, 1, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        'import * as all from "./a.js";',
        'import "./a.js";',
        "export let one = 1;",
        "export default 1;",
        'const later = () => import("./a.js");',
        'import { one } from "./missing.js";',
        'import { one } from "./page.js";',
    ],
)
def test_a_script_of_another_form_is_not_joined(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotJoined):
        joined_script(("page.js",), finder({"page.js": text, "a.js": "export const one = 1;"}, tmp_path))


def test_joined_styles_hold_what_they_import(tmp_path: Path) -> None:
    files = {"a.css": '@import "b.css";\np { color: red; }', "b.css": "p { margin: 0; }"}
    assert joined_style(("a.css",), finder(files, tmp_path)) == "p { margin: 0; }\np { color: red; }"
