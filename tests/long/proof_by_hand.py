"""Long tests of play by hand: an act by mouse at the on-screen mat, and games of all sizes by gestures."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, expect

from companion.table.lights import LATE_SECONDS
from cuelight.app.table import LiveTable
from tests.app.test_live_table import play_five_acts
from tests.support.running_table import Json, People
from web.server.server import Server

MOVES = re.compile(r"/api/mat$")
HELD_MILLISECONDS = 680  # the page treats 600 as a hold
PATIENCE_MILLISECONDS = 20_000  # longest wait for a page on a busy machine


class Mouse:
    """A person's mouse at the mat page: drags and taps things, presses and holds buttons."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._address = address
        self._taste = random.Random(3)
        self.ways: set[str] = set()

    @property
    def desk(self) -> Json:
        """The page's content, as the table reports it."""
        answer = self.page.request.get(f"{self._address}/api/desk")
        return dict(answer.json())

    def mat(self, do: str, **body: str) -> None:
        """Perform one gesture and wait until the table and the page show it."""
        if do == "tag":
            self._lay(body["zone"], body["thing"])
        elif do == "lift":
            self._lift(body["zone"])
        else:
            self._push(body["button"], HELD_MILLISECONDS if do == "hold" else 30)

    def say(self, answer: Json) -> None:
        """Choose one of the answers that the page offers as buttons."""
        self.ways.add("say")
        [words] = [option["text"] for option in self.desk["options"] if option["answer"] == answer]
        with self.page.expect_response(re.compile("/api/answer$")):
            self.page.locator("#options").get_by_role("button", name=words, exact=True).click()

    def let_the_window_close(self) -> None:
        """Wait until the time that the page counts down is up."""
        self.ways.add("wait")
        number = self.desk["board"]["window"]["id"]
        self.page.wait_for_function(
            """async (number) => {
                const board = await (await fetch("/api/board")).json();
                return board.window?.id !== number;
            }""",
            arg=number,
            timeout=PATIENCE_MILLISECONDS,
        )

    def let_the_lights_come_on(self) -> None:
        """Wait until no light that will ask for something is dark."""
        self.page.wait_for_timeout(1000 * LATE_SECONDS)

    def _zone(self, zone: str) -> Locator:
        return self.page.locator(f'[data-zone="{zone}"]')

    def _thing(self, zone: str, thing: str) -> Locator:
        """Return the element to drag: a tile on the stage, or a coin or card at the seat."""
        if thing.startswith("tile:"):
            return self.page.locator(f'#tiles [data-thing="{thing}"]')
        seat = self.page.locator(".station").filter(has=self._zone(zone)) if zone != "stage.target" else self.page
        return seat.locator(f'.station-coins [data-thing="{thing}"], .hand [data-thing="{thing}"]').first

    def _lay(self, zone: str, thing: str) -> None:
        place = self._zone(zone)
        with self.page.expect_response(lambda answer: is_move(answer, "tag")):
            if place.get_attribute("data-shadow") == thing:
                self.ways.add("lay back")
                place.click()
            elif self._taste.random() < 0.5:
                self.ways.add("drag")
                self._thing(zone, thing).drag_to(place)
            else:
                self.ways.add("tap")
                self._thing(zone, thing).click()
                place.click()
        expect(place).not_to_have_attribute("data-shadow", thing, timeout=PATIENCE_MILLISECONDS)

    def _lift(self, zone: str) -> None:
        self.ways.add("lift")
        place = self._zone(zone)
        expect(place).to_have_attribute("data-lies", re.compile("."), timeout=PATIENCE_MILLISECONDS)
        with self.page.expect_response(lambda answer: is_move(answer, "lift")):
            place.click()
        expect(place).to_have_attribute("data-shadow", re.compile("."), timeout=PATIENCE_MILLISECONDS)

    def _push(self, button: str, milliseconds: int) -> None:
        self.ways.add("hold" if milliseconds == HELD_MILLISECONDS else "press")
        with self.page.expect_response(MOVES):
            self.page.locator(f'[data-button="{button}"]').click(delay=milliseconds)


def is_move(answer: Response, do: str) -> bool:
    """Return True for the response to a gesture of one kind."""
    return bool(MOVES.search(answer.url)) and json.loads(answer.request.post_data or "{}").get("do") == do


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a table with its pages and a fixed shuffle; yield its address."""
    monkeypatch.setattr("cuelight.app.games.store.new_seed", lambda: 4)
    table = LiveTable(tmp_path / "table.db", time.monotonic, time.time)
    table.start()
    server = Server(table, "127.0.0.1", 0)
    server.start()
    yield server.address
    server.stop()
    table.stop()


@pytest.mark.timeout(600)
def test_two_people_play_a_first_act_with_the_mouse(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 1600, "height": 1000})
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    complaints: list[str] = []
    page, wall = context.new_page(), context.new_page()
    for each in (page, wall):
        each.on("pageerror", lambda error: complaints.append(str(error)))
    wall.goto(f"{address}/board")
    expect(wall.get_by_role("heading", name="The table is free")).to_be_visible()
    sit_down(page, address, "Ann", "Ben")
    mouse = Mouse(page, address)
    people = People(mouse, seed=5)
    people.play(until=lambda board: board["phase"] == "reveal")
    expect(wall.locator(".seat-name")).to_have_text(["Ann", "Ben"])
    expect(wall.locator("#act")).to_have_text("Act I")
    people.play(until=lambda board: board["phase"] == "intermission")
    board = mouse.desk["board"]
    scored = [len(seat["scored"]) for seat in board["seats"]]
    assert sum(scored) > 2
    expect(wall.locator(".seat-points")).to_have_text([str(seat["points"]) for seat in board["seats"]])
    people.play(until=lambda board: board["act"] == 2)
    expect(wall.locator("#act")).to_have_text("Act II")
    expect(page.locator("#act")).to_contain_text("Act II")
    assert {"drag", "tap", "lift", "lay back", "press", "hold"} <= mouse.ways
    assert complaints == []
    context.close()


def sit_down(page: Page, address: str, *names: str) -> None:
    """Start a game for these people on the start page."""
    page.goto(f"{address}/start")
    fewer = page.get_by_role("button", name="One seat fewer")
    while page.get_by_label(f"Name at seat {len(names) + 1}").is_visible():
        fewer.click()
    for number, name in enumerate(names, start=1):
        page.get_by_label(f"Name at seat {number}").fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(f"{address}/mat")
    expect(page.locator(".station h2")).to_have_text(list(names))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_five_acts_by_gestures_alone(players: int, tmp_path: Path) -> None:
    play_five_acts(players, tmp_path)
