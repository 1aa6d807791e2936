"""The wall fits every screen from 800x480 up, high ones and televisions that cut their edges off too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import chain
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.games import game_ids, game_of
from companion.table.score_sheet import account
from companion.table.session import Session
from companion.table.snapshot import board as board_of
from tests.support import recorded_table as fixtures
from tests.support.all_games import Book, random_game, standing
from tests.support.served_pages import Room, house, room
from tests.support.snapshot_parts import Json
from tests.support.table_pages import visited

__all__ = ["house", "room"]

SCREENS = [(800, 480), (480, 800), (720, 1280), (1080, 1920), (1024, 600), (1024, 1024), (1366, 768), (1920, 1080)]
TELEVISIONS = [(1024, 600), (1280, 720), (3840, 2160)]
LONG = ("Bartholomew Featherstone", "Wolfeschlegelsteinhausen", "Maximiliane Oberhuberin")
MOST = 4  # questions of a game that are shown
OVERSCAN = 5  # % of the screen at each edge
OUTSIDE = """([across, down]) => [
  ...[...document.querySelectorAll(`.seat, .seat-name, .seat-cue, .seat-says, .score, .prompt, #headline, #window-who,
    .bill, .bill h1, .come, .stage, .limelight-card, .cast .tile, .pile, .call, .call td, .call th, .reckoning,
    .ranking li, .race, .foyer *, .codes li, .prompter`)].filter((node) => {
    const { left, right, top, bottom, width } = node.getBoundingClientRect();
    if (!width || !node.checkVisibility() || node.closest(".unseen")) return false;
    return left < across - 1 || right > innerWidth - across + 1 || top < down - 1 || bottom > innerHeight - down + 1;
  }).map((node) => `${node.className || node.id || node.localName}: ${node.textContent.slice(0, 40)}`),
  ...[...document.querySelectorAll(".stage-card, .limelight-card .card, .tile, .call td, .call th")].filter((node) => {
    const { left, right, top, bottom, width } = node.getBoundingClientRect();
    const stage = node.closest(".stage, .call").getBoundingClientRect();
    const beside = left < stage.left - 1 || right > stage.right + 1;
    return width && (beside || top < stage.top - 1 || bottom > stage.bottom + 1);
  }).map((node) => `${node.className || node.localName} outside the stage: ${node.textContent.slice(0, 40)}`),
  ...[...document.querySelectorAll(".stage .log li")].filter((node) => {
    const { left, bottom } = node.getBoundingClientRect(), log = node.parentElement.getBoundingClientRect();
    const lines = Math.min(node.scrollHeight, 2 * parseFloat(getComputedStyle(node).lineHeight));
    return log.width && left < log.right - 1 && (bottom > log.bottom + 1 || node.clientHeight < lines - 1);
  }).map((node) => `cut off in the log: ${node.textContent.slice(0, 40)}`),
  ...["Width", "Height"].filter((side) => document.documentElement[`scroll${side}`] !== window[`inner${side}`]),
]"""


def boards(game: str) -> Iterator[Json]:
    """Yield the board at the last questions of different kinds in a full game, with some long names, and at its end."""
    rules = game_of(game)
    whole, counts = random_game(game, min(rules.info.seats[-1], 8))
    asked = {}
    for number, play in enumerate(standing(game, len(whole.names), range(len(counts)))):
        assert play.asked is not None
        asked[play.asked.kind] = number
    numbers = sorted(asked.values())[-MOST:]
    for play in chain(standing(game, len(whole.names), numbers), [whole]):
        session = Session(rules, copy(play.state), rules.rules.chance(), Book())
        session.settle()
        public = board_of(session.view)
        for seat, name in zip(public["seats"], LONG, strict=False):
            seat["name"] = name
        yield public


def show(room: Room, game: str, screens: Sequence[tuple[int, int]], overscan: int = 0) -> None:
    """Show some boards on each screen, and check that they fit."""
    path = f"/board?overscan={overscan}"
    play, _counts = random_game(game, min(game_of(game).info.seats[-1], 8))
    room.table.answers |= {
        "sheet": account(game_of(game), play.start, play.state, play.events),
        "explain": {"players": game_of(game).rules.points(play.state, play.events)},
    }
    check(room.open(path), screens, overscan)  # nobody plays
    room.close_pages()
    first, *others = boards(game)
    room.table.publish({**first, "seq": 5000}, fixtures.desk(fixtures.reveal()))
    page = room.open(path)
    check(page, screens, overscan)
    for seq, public in enumerate(others, 5001):
        room.table.publish({**public, "seq": seq}, fixtures.desk(fixtures.reveal()))
        expect(page.locator("html")).to_have_attribute("data-seq", str(seq))
        check(page, screens, overscan)
    expect(page.locator("#board")).to_have_attribute("data-state", "over")


def check(page: Page, screens: Sequence[tuple[int, int]], overscan: int) -> None:
    page.evaluate("document.fonts.ready.then(() => null)")
    for width, height in screens:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        edges = [width * overscan / 100, height * overscan / 100]
        assert page.evaluate(OUTSIDE, edges) == [], (width, height)


@pytest.mark.parametrize("game", game_ids())
def test_nothing_is_outside_the_screen_in_a_full_game(room: Room, game: str) -> None:
    show(room, game, SCREENS)


@pytest.mark.parametrize("game", game_ids())
def test_a_television_that_cuts_its_edges_off_shows_everything(room: Room, game: str) -> None:
    show(room, game, TELEVISIONS, OVERSCAN)


def test_what_happened_has_room_beside_four_seats_on_an_upright_tablet(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="asides", names=["Ann", "Ben", "Cal", "Dan"])
        people.house.command("answer", **people.house.desk["options"][0]["answer"])
        page = people.open("/board", viewport=ViewportSize(width=768, height=1024))
        expect(page.locator("#log li").first).to_have_text("Ann has dealt")
        assert page.locator("#stage").evaluate("(stage) => stage.clientHeight") >= 120
        assert page.evaluate(OUTSIDE, [0, 0]) == []


def test_a_board_that_is_zoomed_or_touched_is_a_column(browser: Browser, tmp_path: Path) -> None:
    small = ViewportSize(width=960, height=540)
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", names=["Ann", "Ben", "Cal"])
        columns = [people.open("/board", viewport=small, has_touch=True), people.open("/how", viewport=small)]
        columns[1].add_init_script("Object.defineProperty(window, 'outerWidth', { value: 1920 });")
        columns[1].goto(people.address + "/board")
        for page in columns:
            expect(page.locator(".seat")).to_have_count(3)
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") > 0
            assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 16
