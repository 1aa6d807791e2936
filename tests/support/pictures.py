"""Take the pictures of README.md and the docs: a table in the middle of a game of bots, in a real browser.

    python tests/support/pictures.py       write them into docs/; the same as `make pictures`

`test_pictures.py` takes them too, and checks that those in the docs still match the pages.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Route, ViewportSize, expect, sync_playwright

from bench.chromium import chromium
from companion.core.i18n import ENGLISH, speak
from companion.game.play import Play
from companion.games import begin, game_of
from tests.conftest import QUIET
from tests.support import ROOT
from tests.support.demo_pictures import DRAWN, steps
from tests.support.phones import closed, visiting
from tests.support.running_table import running
from web.api.table_port import HERE
from web.app.address import picture_of

DOCS = ROOT / "docs"
NAMES = ("William", "Kate", "Robin", "Viola")
ADDRESS = "http://192.0.2.2:8000"  # an address of no network (RFC 5737)
WALL = ViewportSize(width=1280, height=720)
PHONE = ViewportSize(width=390, height=844)
COLOURS = 64

AnyPlay = Play[Any, Any, Any]


class Shot(NamedTuple):
    """A picture: a moment of a game, and the public screen (seat 0) or the page of a seat."""

    game: str
    moment: Callable[[AnyPlay], bool]
    seat: int


def third_act(play: AnyPlay) -> bool:
    """Two players may answer a card that is revealed in Act III."""
    asked = play.asked
    return play.state.act == 3 and asked is not None and len(asked.players) == 2 and "block it" in play.headline


def fifth_scene(play: AnyPlay) -> bool:
    """A player is about to act in a scene that has an opener."""
    opener = play.state.opener
    return play.state.scene == 5 and opener is not None and play.state.seats[opener].played is not None


SHOTS = {
    "board.png": Shot("othello", third_act, 0),
    "phone.png": Shot("othello", third_act, 1),
    "deathmatch.png": Shot("deathmatch", fifth_scene, 0),
}


@cache
def played_to(game: str, moment: Callable[[AnyPlay], bool]) -> AnyPlay:
    """Let greedy bots play up to the first such moment."""
    rules, play = game_of(game), begin(game, NAMES, seed=7)
    bots = [rules.bots.factories["greedy"](Random(seat)) for seat, _ in enumerate(NAMES)]
    while not moment(play):
        asked = play.asked
        assert asked is not None
        answer = (
            bots[(by := asked.players[0])].answer(rules.secrets.visible_to(play.state, by), by)
            if asked.players
            else None
        )
        play.answer(asked.options[0] if answer is None else answer)
    return play


def address_of_no_network(route: Route) -> None:
    """Serve a fixed network address, so that the picture is the same everywhere."""
    route.fulfill(json={"address": ADDRESS, "picture": picture_of(ADDRESS + "/")._asdict()})


def take(browser: Browser, shot: Shot, journal: Path) -> bytes:
    """Take one picture as a PNG; the table writes its journal there."""
    position = json.loads(json.dumps(played_to(shot.game, shot.moment).write()))
    with running(journal) as house, closed(house) as (server, doors), visiting(browser, house, server) as visitors:
        house.command("start", game=shot.game, position=position)
        house.let_the_lights_come_on()
        house.catch_up()
        doors.change_pin(str(doors.first_pin()), "123456", HERE)  # the first PIN would be shown on the screen
        path = f"/seat/{shot.seat}#{doors.make_keys([shot.seat])[shot.seat]}" if shot.seat else "/board"
        page = visitors.open(path, viewport=PHONE if shot.seat else WALL)
        page.emulate_media(reduced_motion="reduce")
        page.route("**/api/where", address_of_no_network)
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-seq", str(house.board["seq"]))
        page.evaluate(DRAWN)
        return page.screenshot(animations="disabled")


def small(picture: bytes, colours: int | None = None) -> bytes:
    """Return the picture in fewer bytes; with few colours it is a third of the size."""
    written, image = BytesIO(), Image.open(BytesIO(picture)).convert("RGB")
    (image if colours is None else image.quantize(colours)).save(written, "PNG", optimize=True)
    return written.getvalue()


def main() -> None:
    """Regenerate every picture."""
    speak(ENGLISH)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        for name, shot in SHOTS.items():
            (DOCS / name).write_bytes(small(take(browser, shot, Path(folder) / name)))
            print(DOCS / name)
        for name, picture in steps(browser, Path(folder) / "demo.db", address_of_no_network):
            (DOCS / name).write_bytes(small(picture, COLOURS))
            print(DOCS / name)
        browser.close()


if __name__ == "__main__":
    main()
