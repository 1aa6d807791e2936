"""The drawn mat on a tablet, with any number of seats, by finger and by keyboard."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.game.play import Play
from companion.games import game_ids, game_of
from tests.support.all_games import NAMES as CHANCE
from tests.support.all_games import moments, random_game, standing
from tests.support.table_pages import visited

TABLET = ViewportSize(width=1280, height=800)
SMALL_TABLET = ViewportSize(width=1024, height=768)
LOW_TABLET = ViewportSize(width=1024, height=600)
UPRIGHT_TABLET = ViewportSize(width=768, height=1024)
NAMES = ["Ann", "Bartholomew", "Cal", "Dorothea", "Eve", "Florizel", "Gus", "Hermia"]
OUTSIDE = """() => {
  const seen = (node) => node.getBoundingClientRect().width > 0;
  const parts = [...document.querySelectorAll(".station, .zone, .push, .hand .card, .station-purse > *")].filter(seen);
  const out = (box) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  const high = (node) => node.getBoundingClientRect();
  const purse = (node) => node.closest(".station").querySelector(".station-purse");
  const covers = [...document.querySelectorAll(".hand .card")].filter((card) =>
    high(card).bottom > high(purse(card)).top + 2);
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [...parts.filter((node) => out(node.getBoundingClientRect())).map((node) => node.className),
    ...covers.map((node) => `${node.dataset.card} lies over a purse`),
    ...(scrollWidth > innerWidth || scrollHeight > innerHeight ? [`${scrollWidth} x ${scrollHeight}`] : [])];
}"""

TINY = """() => [...document.querySelectorAll("main *, nav *")].filter((node) =>
  node.getBoundingClientRect().width > 0 && getComputedStyle(node).visibility !== "hidden" &&
  [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && /\\p{L}{2}/u.test(child.data)) &&
  parseFloat(getComputedStyle(node).fontSize) < 12).map((node) => `${node.className}: ${node.textContent}`)"""
"""Texts whose letters are below 12 px."""
SMALLEST = """(name) => Math.min(...[...document.querySelectorAll(name)].filter((node) => node.checkVisibility())
  .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""
SCROLLS = """[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"""


def glowing(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-goes]").evaluate_all("(all) => all.map((each) => each.dataset.zone)")
    return sorted(found)


@pytest.mark.parametrize("game", game_ids())
def test_every_seat_is_on_the_screen_without_scrolling(browser: Browser, tmp_path: Path, game: str) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        page = people.open("/start", viewport=TABLET)
        seats = game_of(game).info.seats
        for count in sorted({seats[0], 4, seats[-1]}):  # one, two and more seats in a row
            people.house.command("start", game=game, names=NAMES[:count])
            page.goto(f"{people.address}/mat")
            expect(page.locator(".station")).to_have_count(count)
            page.evaluate("document.fonts.ready")
            assert page.evaluate(OUTSIDE) == [], count


@pytest.mark.parametrize("game", game_ids())
def test_every_seat_is_on_the_screen_in_the_middle_of_a_game_too(browser: Browser, tmp_path: Path, game: str) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        count = game_of(game).info.seats[-1]
        for state in moments(game, count, 2):  # full hands, wounds, piles, and something that is asked
            people.house.command("start", position=game_of(game).types.position_to_json(state))
            page = people.open("/mat", viewport=TABLET)
            expect(page.locator(".station")).to_have_count(count)
            page.evaluate("document.fonts.ready")
            assert page.evaluate(OUTSIDE) == [], game_of(game).text.where(state)
            page.set_viewport_size(SMALL_TABLET)
            assert page.evaluate(TINY) == []
            people.leave()


@pytest.mark.parametrize(("size", "zoom"), [((1920, 950), 1.5), ((1600, 780), 1.25), ((1440, 780), 1.25)])
@pytest.mark.parametrize("game", game_ids())
def test_zoom_makes_cards_and_their_letters_larger(
    browser: Browser, tmp_path: Path, game: str, size: tuple[int, int], zoom: float
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        state = next(moments(game, 4, 2))
        people.house.command("start", position=game_of(game).types.position_to_json(state))
        (wide, high), letters = size, {}
        for scale in (1.0, zoom):
            page = people.open("/board", viewport=ViewportSize(width=int(wide / scale), height=int(high / scale)))
            page.add_init_script(f"Object.defineProperty(window, 'outerWidth', {{ value: {wide} }});")
            page.goto(f"{people.address}/mat")
            expect(page.locator(".hand .card").first).to_be_visible()
            letters[scale] = {name: scale * page.evaluate(SMALLEST, name) for name in (".hand .card", ".card-title")}
        assert all(letters[zoom][name] > letters[1.0][name] for name in letters[zoom]), letters
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


LONG = (
    "Wolfeschlegelsteinhausen",
    "Maximiliane Hohenstaufen",
    "عبدالرحمن الطويل",
    "W" * 24,
    "Zoë",
    "D" * 24,
    "علي",
    "m" * 24,
)


@cache
def each_kind(game: str, count: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A position for each kind of question that a game by chance has asked: the first of it, and the last."""
    kinds = [asked_kind(play) for play in standing(game, count, range(len(random_game(game, count).counts)))]
    first = {kind: kinds.index(kind) for kind in kinds}
    last = {kind: number for number, kind in enumerate(kinds)}
    numbers = sorted({*first.values(), *last.values()})
    stood = dict(zip(numbers, (play.write() for play in standing(game, count, numbers)), strict=True))
    return {kind: stood[first[kind]] for kind in first}, {kind: stood[last[kind]] for kind in last}


def asked_kind(play: Play[Any, Any, Any]) -> str:
    assert play.asked is not None
    return play.asked.kind


@pytest.mark.parametrize("game", game_ids())
def test_nothing_scrolls_whatever_is_asked(browser: Browser, tmp_path: Path, game: str) -> None:
    """At the fullest table, in the language with the longest words; the rest: tests/long/proof_mat_on_a_tablet.py."""
    count = min(game_of(game).info.seats[-1], 8)
    nothing_scrolls(browser, tmp_path, game, "de", LONG, {count: each_kind(game, count)[1]})


def nothing_scrolls(
    browser: Browser,
    folder: Path,
    game: str,
    language: str,
    names: tuple[str, ...],
    kinds: dict[int, dict[str, Any]],
) -> None:
    """Show positions by their numbers of players on a tablet and on a small one; short names are set larger."""
    with visited(browser, folder / "table.db") as people:
        people.house.command("language", language=language)
        people.house.command("start", game=game, names=names[: game_of(game).info.seats[0]])
        page = people.open("/mat", viewport=TABLET)  # one for all, which follows the table
        for count, stood in sorted(kinds.items()):
            for position in sorted(map(json.dumps, stood.values())):
                named = position
                for plain, name in zip(CHANCE[:count], names, strict=False):
                    named = named.replace(json.dumps(plain), json.dumps(name))
                page.set_viewport_size(TABLET)
                people.house.command("start", position=json.loads(named))
                expect(page.locator("html")).to_have_attribute("data-seq", str(people.house.board["seq"]))
                expect(page.locator(".station")).to_have_count(count)
                page.evaluate("document.fonts.ready")
                assert page.evaluate(SCROLLS) == [0, 0], named
                starts = page.locator(".station h2").evaluate_all(
                    "all => all.map((one) => getComputedStyle(one).direction)"
                )
                rtl = sum("ع" in name for name in names[:count])
                assert starts.count("rtl") == rtl  # the end of a name is cut
                for other in (SMALL_TABLET, LOW_TABLET, UPRIGHT_TABLET):
                    page.set_viewport_size(other)
                    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                    assert page.evaluate(SCROLLS) == [0, 0], (other, named)


def test_everybodys_name_stands_whole_at_a_full_table_also_beside_the_mark_of_the_lead(
    browser: Browser, tmp_path: Path
) -> None:
    names = ["Anna", "Bartholomew", "Cleo", "Dorothea", "Emil", "Wilhelmina"]
    cut = "all => all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language="de")  # whose words for the Lead and for the lights are long
        for lead in (1, 4):
            people.house.command("start", game="othello", names=names, lead=lead)
            for size in (TABLET, SMALL_TABLET):
                page = people.open("/mat", viewport=size)
                expect(page.locator(".station")).to_have_count(len(names))
                page.evaluate("document.fonts.ready.then(() => null)")
                assert page.locator(".station h2").evaluate_all(cut) == [], (lead, size)
                assert page.evaluate(OUTSIDE) == [], (lead, size)
                people.leave()


def test_few_cards_at_four_seats_take_the_room_of_many(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=NAMES[:4], lead=0)
        page = people.open("/mat", viewport=TABLET)
        widths = page.locator(".hand .card").evaluate_all("(all) => all.map((each) => each.offsetWidth)")
        assert len(widths) == 16 and min(widths) >= 90
        assert page.evaluate(OUTSIDE) == []


def test_only_the_places_glow_to_which_the_thing_can_go(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=NAMES[:3])
        page = people.open("/mat", viewport=TABLET)
        tile = page.locator('[data-thing="tile:Iago"]')
        tile.click()
        expect(page.locator("[data-goes]")).to_have_count(3)
        assert glowing(page) == ["seat1.play", "seat2.play", "seat3.play"]
        tile.click()
        expect(page.locator("[data-goes]")).to_have_count(0)
        people.house.mat("tag", zone="seat1.play", thing="tile:Iago")
        expect(page.locator("#act")).to_contain_text("scene")
        assert lit(page, "#hand-seat2", "Exchange") == ["seat2.play", "stage.target"]
        script = people.house.desk["hands"]["seat2"][-1]
        assert lit(page, "#hand-seat2", "Take the Lead") == lit(page, "#hand-seat2", script) == ["seat2.play"]
        assert lit(page, "#hand-seat3", "Exchange") == ["seat3.play"]  # laid early, but not yet from the hand
        assert lit(page, "#tiles", "tile:Othello") == []  # nobody chooses one


def test_who_exchanges_lays_the_card_before_who_gets_it(browser: Browser, tmp_path: Path) -> None:
    """A1: one that is taken from a hand that was looked into, and the one that goes back."""
    hands = {"Ann": ["I.1", "I.2", "Seize"], "Ben": ["I.3", "I.4"], "Cal": ["I.5"]}
    seats = [{"name": name, "hand": hand, "placed": "?script", "intrigue": 9} for name, hand in hands.items()]
    seats[0]["placed"] = "Exchange"
    with visited(browser, tmp_path / "table.db") as people:
        position = {"edition": "2024", "phase": "reveal", "lead": "Ann", "turn": "Ann", "seats": seats}
        people.house.command("start", position=position)
        for said in ({"do": "reveal"}, {"do": "choose", "target": "Ben"}, {"do": "choose", "look": True}):
            people.house.command("answer", by="Ann", **said)
            while people.house.board["window"] is not None:
                people.house.let_the_window_close()
        page = people.open("/mat", viewport=TABLET)
        expect(page.locator("#hint")).to_contain_text("before whoever gets it")
        assert lit(page, "#hand-seat3", "I.5") == ["seat3.play"]
        assert lit(page, "#hand-seat2", "I.4") == ["seat1.play"]
        page.locator('#hand-seat2 [data-thing="I.4"]').click()
        page.locator('[data-zone="seat1.play"]').click()
        expect(page.locator('#hand-seat1 [data-thing="I.4"]')).to_be_visible()
        page.locator('#hand-seat1 [data-thing="Seize"]').click()
        assert glowing(page) == ["seat2.play"]
        page.locator('[data-zone="seat2.play"]').click()
        expect(page.locator('#hand-seat2 [data-thing="Seize"]')).to_be_visible()
        assert people.house.desk["irregularities"] == people.house.desk["questions"] == []


def lit(page: Page, where: str, thing: str) -> list[str]:
    """The places that glow while this thing is held."""
    held = page.locator(f'{where} [data-thing="{thing}"]').first
    held.click()
    expect(held).to_have_attribute("aria-pressed", "true")
    found = glowing(page)
    held.click()
    return found


def test_only_whose_turn_it_is_can_lay_a_card(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        for game, kind in (("asides", "play"), ("deathmatch", "action")):
            people.house.command("start", position=each_kind(game, 4)[0][kind])
            page = people.open("/mat", viewport=TABLET)
            asked = page.locator(".station[data-asked]").get_attribute("data-key")
            hands = {seat: cards for seat, cards in people.house.desk["hands"].items() if cards}
            assert len(hands) > 1 and asked in hands
            for seat, cards in hands.items():
                here = [f"{seat}.play"] if seat == asked else []
                assert lit(page, f"#hand-{seat}", cards[0]) == here, (game, seat)
            people.leave()


def test_damage_comes_from_the_scene_and_goes_to_another_who_lives(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", position=each_kind("deathmatch", 4)[1]["damage"])
        page = people.open("/mat", viewport=TABLET)
        asked = page.locator(".station[data-asked]").get_attribute("data-key")
        card = page.locator(f"#hand-{asked} .card").first.get_attribute("data-thing")
        assert lit(page, f"#hand-{asked}", str(card)) == []
        page.locator(".station [data-lies]").first.click()
        living = [seat["seat"] for seat in people.house.board["seats"] if not seat["out"] and seat["seat"] != asked]
        assert glowing(page) == [f"{seat}.play" for seat in living]


def test_who_lays_a_card_need_not_say_that_there_is_nothing_before_it(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=NAMES[:3], lead=0)
        page = people.open("/mat", viewport=TABLET)
        for seat in (2, 3, 1):
            page.locator(f"#hand-seat{seat} .card").last.click()
            with page.expect_response("**/api/mat"):
                page.locator(f'[data-zone="seat{seat}.play"]').click()
        expect(page.locator("html")).to_have_attribute("data-seq", str(people.house.board["seq"]))
        assert [seat["card"]["face"] for seat in people.house.board["seats"]] == ["down"] * 3


def test_the_asked_seat_is_one_key_away_and_the_keyboard_stays_where_it_was(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=NAMES[:3], lead=0)
        page = people.open("/mat", viewport=TABLET)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="To the button of the seat that is asked")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".station[data-asked] .push").first).to_be_focused()
        page.get_by_role("button", name="Or say it here").click()
        say = page.locator("#options button", has_text="Bartholomew passes")
        say.focus()
        page.keyboard.press("Enter")
        expect(say).to_have_count(0)
        expect(page.locator("#sheet-say :focus, #sheet-say:focus")).to_have_count(1)


@pytest.mark.parametrize(("game", "count"), [("othello", 6), ("deathmatch", 6)])
def test_a_card_that_is_taken_up_covers_no_other_of_a_fan(
    game: str, count: int, browser: Browser, tmp_path: Path
) -> None:
    """Each card of a fan has a finger's width, also beside one that is selected."""
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", position=json.loads(json.dumps(fullest(game, count))))
        page = people.open("/mat", viewport=SMALL_TABLET, has_touch=True)
        expect(page.locator(".station")).to_have_count(count)
        page.evaluate("document.fonts.ready.then(() => null)")
        fans = [fan for fan in page.locator(".hand").all() if fan.locator(".card").count() > 2]
        assert fans
        for fan in fans:
            before = fan.evaluate(WIDTHS)
            assert min(before) >= 43, before
            fan.locator(".card").nth(1).tap()
            expect(fan.locator(".card").nth(1)).to_have_attribute("aria-pressed", "true")
            assert fan.evaluate(WIDTHS) == before
            fan.locator(".card").nth(1).tap()


def fullest(game: str, count: int) -> dict[str, Any]:
    """The position of one game in which a question finds the most cards in a hand."""
    kinds = each_kind(game, count)[0].values()
    return max(kinds, key=lambda position: max(len(seat.get("hand", ())) for seat in position["seats"]))


WIDTHS = """(fan) => {
  const cards = [...fan.querySelectorAll(".card")], widths = cards.map(() => 0);
  const { left, right, bottom, height } = fan.getBoundingClientRect();
  for (let x = left; x < right; x++) {
    const at = cards.indexOf(document.elementFromPoint(x, bottom - height / 2)?.closest(".card"));
    if (at >= 0) widths[at]++;
  }
  return widths;
}"""
"""How much of each card of a hand can be touched."""


def test_the_stage_says_how_many_cards_are_left_to_draw(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", game="othello", names=NAMES[:3], lead=0)
        page = people.open("/mat", viewport=TABLET)
        piles = people.house.board["piles"]
        words = f"Draw piles: {piles['script']} script cards, {piles['staging']} staging cards"
        expect(page.locator("#piles")).to_have_text(words)
