"""The pages of old games, and the start page's memory, in a browser: a real table, journal and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from cuelight.history.archive import Archive
from tests.app.test_history import Json, copied
from tests.support.axe_check import violations
from tests.support.running_table import House, running
from tests.support.served_pages import LAPTOP, LARGE, PATIENCE_MS, PHONE
from tests.support.waiting import until
from web.server.server import Server

TABLET = ViewportSize(width=1280, height=800)
HOSTILE = ["<script>alert(1)</script", "עומר", "👩‍👩‍👧‍👦 W", "W" * 24]
GAMES: list[tuple[str, Json]] = [
    ("an-evening-of-asides", {"names": HOSTILE}),
    ("an-evening-of-deathmatch", {}),
    ("a-position", {}),
]
SIZES = pytest.mark.parametrize("size", [LARGE, LAPTOP, PHONE], ids=["wall", "laptop", "phone"])


class Visit:
    """A table with old games, its pages, and a browser whose errors are kept."""

    def __init__(self, browser: Browser, house: House, address: str) -> None:
        self.house = house
        self.address = address
        self.complaints: list[str] = []
        self._browser = browser

    @contextmanager
    def page(self, path: str, **options: Any) -> Iterator[Page]:
        """Yield a page in its own window; a full URL is used unchanged."""
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._listen(said.type, said.text))
        page.goto(path if "://" in path else self.address + path)
        yield page
        context.close()

    def _listen(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal of three games: Asides and Deathmatch complete, Othello interrupted and continued."""
    folder = tmp_path_factory.mktemp("evenings")
    path = copied(folder / "table.db", GAMES, folder)
    Archive(path).games(wait=20.0)
    return path


@pytest.fixture(scope="module")
def visit(evenings: Path, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    path = tmp_path_factory.mktemp("visit") / "table.db"
    for file in evenings.parent.glob("table.db*"):
        copyfile(file, path.with_name(file.name))
    expect.set_options(timeout=PATIENCE_MS)
    with running(path, pace=0) as house:
        server = Server(house.table, "127.0.0.1", 0, history=Archive(path, lambda: house.table.game))
        server.start()
        found = Visit(browser, house, server.address)
        yield found
        server.stop()
    assert found.complaints == []


def is_no_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_why_a_point_was_made_is_read_beside_the_longest_name_on_a_phone(visit: Visit) -> None:
    with visit.page("/history/1", viewport=PHONE) as page:
        for part in page.locator(".why-part > summary").all():
            part.click()
        ends = page.locator(".why-part p").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().right)")
        assert ends and max(ends) <= PHONE["width"]


@SIZES
def test_every_game_is_listed_whatever_people_are_called(visit: Visit, size: Any) -> None:
    with visit.page("/history", viewport=size) as page:
        rows = page.locator(".history-game")
        expect(rows).to_have_count(3)
        expect(rows.nth(0)).to_contain_text("is being played")
        expect(rows.nth(2).locator(".history-title")).to_have_text("Asides")
        for name in HOSTILE:
            expect(rows.nth(2).locator("bdi").get_by_text(name, exact=True)).to_have_count(1)
        expect(page.locator(".history-table tbody").first).to_contain_text("one evening")
        assert is_no_wider_than_the_screen(page)


@pytest.mark.parametrize(("size", "number"), [(LARGE, 1), (LAPTOP, 2), (PHONE, 2)], ids=["wall", "laptop", "phone"])
def test_a_game_is_shown_and_watched_again(visit: Visit, size: Any, number: int) -> None:
    with visit.page(f"/history/{number}", viewport=size) as page:
        expect(page.locator("#sheet table")).to_be_visible()
        expect(page.locator("#race svg")).to_be_visible()
        letters = page.locator("#race text").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
        assert min(letters) >= 13  # the chart of the race is readable
        heads = page.locator('#sheet tbody th[scope="row"]')
        assert min(heads.evaluate_all("heads => heads.map((head) => head.offsetWidth)")) >= 80  # whole words
        assert is_no_wider_than_the_screen(page)
        page.locator("#steps summary").nth(1).click()
        page.locator("#steps details[open] button").first.click()
        expect(page.locator("#board .seat").first).to_be_visible()
        scene = page.locator("#replay-scene").input_value()
        assert scene != "0"
        page.keyboard.press("End")
        expect(page.locator("#replay-later")).to_be_disabled()
        expect(page.locator("#board")).to_have_attribute("data-state", "over")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#replay-later")).to_be_enabled()
        page.locator("#replay-scene").select_option("0")
        expect(page.locator("#replay-text")).to_have_text("The beginning")
        page.locator("#replay-play").click()
        expect(page.locator("#replay-text")).not_to_have_text("The beginning")
        page.locator("#replay-play").click()
        expect(page.locator("#replay-play")).to_have_text("Play")
        page.keyboard.press("Escape")
        expect(page.locator("#sheet table")).to_be_visible()


def test_the_longest_names_of_six_are_read_whole_beside_the_bar_of_a_replay(browser: Browser, tmp_path: Path) -> None:
    names = ["Wolfeschlegelsteinhausen", "Maximiliane Hohenstaufen", "W" * 24, "עומר בן דוד", "Zoë", "m" * 24]
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", game="othello", names=names)
        server = Server(house.table, "127.0.0.1", 0, history=Archive(path, lambda: None))
        server.start()
        with Visit(browser, house, server.address).page("/history/1", viewport=TABLET) as page:
            page.locator("#watch-again").click()
            expect(page.locator("#board .seat-name")).to_have_text(names)
            page.evaluate("document.fonts.ready.then(() => null)")
            high = page.locator("#board .seat-name").evaluate_all(
                "(all) => all.map((one) => one.scrollHeight - one.clientHeight)"
            )
            assert max(high) <= 4  # descenders need this space
        server.stop()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_kept_page_needs_neither_table_nor_network(visit: Visit, evenings: Path, number: int, tmp_path: Path) -> None:
    with visit.page("/history") as page:
        kept = page.request.get(f"{visit.address}/history/{number}/html")
        assert kept.headers["content-disposition"] == f'attachment; filename="game-{number}.html"'
        file = tmp_path / "game.html"
        file.write_bytes(kept.body())
    asked: list[str] = []
    with visit.page("about://blank", offline=True, viewport=LARGE) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        expect(page.locator("#sheet table")).to_be_visible()
        page.locator("#watch-again").click()
        expect(page.locator("#board .seat").first).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("#replay-later")).to_be_disabled()
        page.keyboard.press("Escape")
        expect(page.locator("#print")).to_be_visible()
        page.evaluate(
            """() => addEventListener("beforeprint", () => {
              window.closed = document.querySelectorAll("#reasons details:not([open])").length;
            })"""
        )
        for paper in ("A4", "Letter"):
            pages = page.pdf(format=paper, print_background=True).count(b"/Type /Page\n")
            assert 1 <= pages <= 8, paper  # the sheet, the race, and the reason for each point
            assert page.evaluate("window.closed") == 0, paper  # on paper, every reason is open
            assert page.locator("#reasons details[open]").count() == 0  # closed again on the screen
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_the_start_page_remembers_the_table_and_seats_it_again_in_one_touch(visit: Visit) -> None:
    with visit.page("/start?game=othello", viewport=PHONE) as page:
        fields = page.locator('.seat-row:visible input[type="text"]')
        assert fields.evaluate_all("all => all.map((one) => one.value)") == ["Ann", "Ben", "Cal"]  # the current players
        offered = page.locator("#known-names option").evaluate_all("all => all.map((one) => one.value)")
        assert set(offered) >= {"Ann", "Ben", "Cal", "Dee", "Eve", *HOSTILE}
        page.locator("#fewer").click()
        fields.first.fill("Zoe")
        page.locator("#same").click()
        assert fields.evaluate_all("all => all.map((one) => one.value)") == ["Ann", "Ben", "Cal"]
        assert is_no_wider_than_the_screen(page)
        game = visit.house.table.game
        page.locator("#go").dblclick()
        expect(page.locator("#yes")).to_be_visible()
        assert visit.house.table.game == game  # this ended nothing


def test_the_desk_writes_dates_in_the_language_of_the_table_whatever_the_browser_speaks(visit: Visit) -> None:
    with visit.page("/desk", locale="de-DE") as page:
        expect(page.locator("#again li").first).to_contain_text(re.compile(r", Nov \d+, 2026, "))


def test_axe_finds_no_fault_on_the_pages_of_old_games(visit: Visit) -> None:
    found: list[str] = []
    for size in (PHONE,):
        with visit.page("/history", viewport=size, bypass_csp=True) as page:
            expect(page.locator(".history-game")).to_have_count(3)
            found += violations(page)
        with visit.page("/history/2", viewport=size, bypass_csp=True) as page:
            page.locator("#reasons summary").first.click()
            page.locator("#steps summary").first.click()
            found += violations(page)
            page.locator("#watch-again").click()
            expect(page.locator("#board .seat").first).to_be_visible()
            found += violations(page)
    with visit.page("/start?game=othello", viewport=PHONE, bypass_csp=True) as page:
        expect(page.locator("#same")).to_be_visible()
        found += violations(page)
    assert found == [], "\n".join(found)


def test_a_name_is_corrected_and_a_game_is_forgotten_after_a_question_and_is_gone_everywhere(
    evenings: Path, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "table.db"
    for file in evenings.parent.glob("table.db*"):
        copyfile(file, path.with_name(file.name))
    with running(path, pace=0) as house:
        server = Server(house.table, "127.0.0.1", 0, history=Archive(path, lambda: house.table.game))
        server.start()
        visit = Visit(browser, house, server.address)
        with visit.page("/history/2", viewport=PHONE) as page:
            page.locator("#forget-this").click()
            page.locator("#forget-no").click()
            page.locator("#forget-this").click()
            page.locator("#forget-yes").click()
            expect(page.locator(".history-game")).to_have_count(2)
            page.locator("#call-name select").select_option(HOSTILE[2])
            page.locator("#call-name input").fill("Zoë")
            page.locator("#call-name button").click()
            expect(page.locator(".history-game").last).to_contain_text("Zoë")
            expect(page.get_by_text(HOSTILE[2])).to_have_count(0)
            page.locator("#forget-name select").select_option(HOSTILE[1])
            page.locator("#forget-name button").click()
            expect(page.locator("#forget-what")).to_have_text("One game is deleted.")
            page.locator("#forget-yes").click()
            expect(page.locator(".history-game")).to_have_count(1)
            gone = page.request.get(f"{server.address}/history/1")
            assert gone.status == 404 and "</h1>" in gone.text() and "or was deleted" in gone.text()
        server.stop()
    until(lambda: not any(HOSTILE[1].encode() in file.read_bytes() for file in path.parent.glob("table.db*")))
    assert visit.complaints == []
