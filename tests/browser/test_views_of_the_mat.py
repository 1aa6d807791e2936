"""How a screen shows the on-screen mat: hands face down, far seats turned; both are remembered in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.games import game_ids, game_of
from tests.browser.test_mat_on_a_tablet import NAMES, SCROLLS, each_kind
from tests.support.all_games import moments
from tests.support.table_pages import visited

SIZES = [ViewportSize(width=w, height=h) for w, h in ((1024, 768), (1280, 800), (1920, 1080))]
FACES = "all => all.map((card) => card.dataset.face)"


def choose(page: Page, name: str) -> None:
    page.get_by_text("View", exact=True).click()
    page.get_by_label(name).check()
    page.get_by_text("View", exact=True).click()


def faces(page: Page, seat: int) -> set[str]:
    return set(page.locator(f"#hand-seat{seat} .card").evaluate_all(FACES))


@pytest.mark.parametrize("game", ["othello", "deathmatch", "asides"])
def test_a_hidden_hand_is_seen_only_while_its_player_holds_show_mine(
    game: str, browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        state = next(iter(moments(game, 4, 2)))
        people.house.command("start", position=game_of(game).types.position_to_json(state))
        page = people.open("/mat", viewport=SIZES[0])
        seats = [seat for seat in range(1, 5) if people.house.desk["hands"][f"seat{seat}"]]
        assert {face for seat in seats for face in faces(page, seat)} == {"up"}
        choose(page, "Hide hands")
        page.reload()
        expect(page.locator(".station")).to_have_count(4)
        assert {face for seat in seats for face in faces(page, seat)} == {"down"}
        named = page.locator(".hand .card").evaluate_all("all => all.map((card) => card.getAttribute('aria-label'))")
        assert set(named) == {"a card, face down"}
        assert page.locator(".zone [data-peek]").count() == 0
        mine = page.locator(f'.station[data-key="seat{seats[0]}"] .station-mine')
        mine.hover()
        page.mouse.down()
        assert [faces(page, seat) for seat in seats] == [{"up"}, *[{"down"}] * (len(seats) - 1)]
        page.mouse.up()
        assert faces(page, seats[0]) == {"down"}
        mine.focus()
        page.keyboard.down("Space")
        assert faces(page, seats[0]) == {"up"}
        page.keyboard.press("Tab")  # the focus leaves the button
        assert faces(page, seats[0]) == {"down"}


def test_or_say_it_here_opens_only_where_something_can_be_said(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", position=each_kind("deathmatch", 4)[1]["action"])
        page = people.open("/mat", viewport=SIZES[0], new=True)
        says = page.get_by_role("button", name="Or say it here")
        expect(says).to_be_disabled()  # every card lies face down here, and is played by laying it
        people.house.command("start", position=each_kind("deathmatch", 4)[1]["winner"])
        says.click()
        expect(page.locator("#options button").first).to_be_visible()


def test_a_second_finger_takes_a_card_while_the_first_holds_show_mine(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=NAMES[:3], lead=0)
        page = people.open("/mat", viewport=SIZES[0], has_touch=True)
        choose(page, "Hide hands")
        screen = page.context.new_cdp_session(page)

        def touch(kind: str, *where: str) -> None:
            boxes = [page.locator(each).first.bounding_box() for each in where]
            points = [{"x": box["x"] + 9, "y": box["y"] + 9, "id": n} for n, box in enumerate(boxes) if box]
            screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        mine, card = '.station[data-key="seat2"] .station-mine', "#hand-seat2 .card"
        touch("touchStart", mine)
        assert faces(page, 2) == {"up"}
        touch("touchStart", mine, card)
        touch("touchEnd")
        expect(page.locator(card).first).to_have_attribute("aria-pressed", "true")
        assert faces(page, 2) == {"down"}
        page.locator('[data-zone="seat2.play"]').tap()
        expect(page.locator('[data-zone="seat2.play"]')).to_have_attribute(
            "data-lies", people.house.desk["zones"]["seat2.play"]
        )


def test_two_players_lay_a_card_each_at_once_while_a_palm_rests_on_a_third_hand(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=NAMES[:3], lead=0)
        page = people.open("/mat", viewport=SIZES[0], has_touch=True)
        screen = page.context.new_cdp_session(page)

        def middle(where: str) -> tuple[float, float]:
            box = page.locator(where).first.bounding_box()
            assert box is not None
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def touch(kind: str, *points: tuple[float, float]) -> None:
            numbered = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
            screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": numbered})

        palm = middle("#hand-seat1 .card")
        ways = [(middle(f"#hand-seat{n} .card"), middle(f'[data-zone="seat{n}.play"]')) for n in (2, 3)]
        touch("touchStart", palm)
        touch("touchStart", palm, *(begin for begin, _end in ways))
        for part in (0.3, 0.6, 1.0):
            moved = [(x + (to_x - x) * part, y + (to_y - y) * part) for (x, y), (to_x, to_y) in ways]
            touch("touchMove", palm, *moved)
        touch("touchEnd", palm)
        touch("touchEnd")
        for n in (2, 3):
            expect(page.locator(f'[data-zone="seat{n}.play"][data-lies]')).to_be_attached()
        assert people.house.desk["zones"]["seat1.play"] is None


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", game_ids())
def test_hidden_hands_and_turned_seats_fit_a_tablet(game: str, language: str, browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language=language)
        for count in sorted({4, game_of(game).info.seats[-1]}):
            state = list(moments(game, count, 2))[-1]
            people.house.command("start", position=game_of(game).types.position_to_json(state))
            page = people.open("/mat", viewport=SIZES[0])
            page.evaluate(
                "for (const view of ['hide-hands', 'turn-far']) localStorage.setItem(`cuelight.${view}`, 'yes')"
            )
            page.reload()
            expect(page.locator(".station")).to_have_count(count)
            page.evaluate("document.fonts.ready.then(() => null)")
            turned = page.locator(".station").evaluate_all("all => all.map((one) => getComputedStyle(one).rotate)")
            assert turned == ["180deg"] * -(-count // 2) + ["none"] * (count // 2)
            for size in SIZES:
                page.set_viewport_size(size)
                page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                assert page.evaluate(SCROLLS) == [0, 0], (count, size)
                assert page.evaluate(NOT_WHOLE) == [], (count, size)
            people.leave()


NOT_WHOLE = """() => {
  const parts = ".station :is(.push, .station-mine, .station-tokens, .hand .card, .zone)";
  const shown = [...document.querySelectorAll(parts)].filter((node) => node.getBoundingClientRect().width > 0 &&
    getComputedStyle(node).visibility !== "hidden");
  const box = new Map(shown.map((node) => [node, node.getBoundingClientRect()]));
  const station = (node) => node.closest(".station");
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 &&
    a.bottom <= b.bottom + 1;
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const mine = shown.filter((node) => node.classList.contains("station-mine"));
  const covered = mine.flatMap((button) => shown.filter((node) => node !== button &&
    station(node) === station(button) && meets(box.get(node), box.get(button))));
  return [...shown.filter((node) => !inside(box.get(node), station(node).getBoundingClientRect())).map((node) =>
    `out: ${node.className}`), ...covered.map((node) => `covered: ${node.className}`),
    ...mine.filter((node) => node.scrollWidth > node.clientWidth || node.offsetWidth < 44).map(() => "cut")];
}"""
"""Parts of a seat that are cut off, or that "Show mine" covers."""
