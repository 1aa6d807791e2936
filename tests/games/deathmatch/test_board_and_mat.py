"""Deathmatch's board and on-screen mat in a real browser, served from a real table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.games.deathmatch.positions import position
from tests.support.served_pages import LARGE, PHONE, moments_seen, watch_moments
from tests.support.table_pages import Visitors, visited

TABLET = ViewportSize(width=1280, height=800)
HAND = ["?action"] * 3
POOLS = ("blades", "coins", "letters", "poison")
HOSTILE = (
    "<script>alert(1)</script>",
    "<b>x</b>&amp;'\"",
    "W" * 300,
    "עומר הגדול",
    "فاطمة الزهراء",
    "👑🎭💀🗡️",
    "Zoë Ǆ ﷽",
    "a b c d e f g h i j k l m",
)


def seat(page: Page, name: str) -> Locator:
    return page.locator(".seat").filter(has=page.get_by_role("heading", name=name, exact=True))


FULL_TABLE = ("Ann", "Ben", "Cal", "Dan", "Eve", "Fay", "Gus", "Hal")


def pools(at: Locator) -> Locator:
    return at.locator(".pool b")


def take_up(people: Visitors, situation: dict[str, Any]) -> None:
    people.house.command("start", position=situation)


def drag(page: Page, thing: Locator, zone: str) -> None:
    with page.expect_response(re.compile("/api/mat$")) as answer:
        thing.drag_to(page.locator(f'[data-zone="{zone}"]'))
    assert answer.value.ok
    assert zone in (answer.value.request.post_data or "")


def test_a_scene_is_played_by_mouse_on_the_mat(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        names = ["Ann", "Ben", "Cal"]
        rules = {"variants": ["no-tricksters"], "rulings": {"DJ1": "higher-any"}}
        people.house.command("start", game="deathmatch", names=names, deck="stand-in", **rules)
        mat, board = people.open("/mat", viewport=TABLET), people.open("/board")
        expect(mat.locator("#hint")).to_have_text("Press at the seat of the player who starts.")
        drag(mat, mat.locator('#stage-things [data-thing="protagonist"]'), "seat1.play")
        expect(mat.locator("#decision")).to_have_text(
            "Ann: choose where act 1 plays, and put that setting in the circle"
        )
        setting = mat.locator('#stage-things [data-thing="setting:heath"]')
        setting.click()
        expect(mat.locator("#hint")).to_have_text("In the circle: it is the setting of this act.")
        setting.click()
        drag(mat, setting, "stage.target")
        expect(board.locator("#place-name")).to_have_text("heath")
        for number, name in enumerate(names, start=1):
            hand = mat.get_by_role("region", name=name, exact=True).locator(".hand [data-suit]")
            expect(seat(board, name).locator(".seat-cue")).to_have_text("open the scene" if number == 1 else "answer")
            told = "#decision" if number == 1 else "#who"  # above it is the card to beat
            does = "open the scene" if number == 1 else "answer"
            asked = f"{name}: {does} with a card, face up on your spot"
            expect(mat.locator(told)).to_have_text(asked)
            drag(mat, hand.last, f"seat{number}.play")
        winner = people.house.board["turn"]
        victim = (winner + 1) % 3
        card = people.house.board["seats"][winner]["played"]
        expect(seat(board, names[winner]).get_by_text("has won")).to_be_visible()
        expect(seat(board, names[winner]).locator(".seat-cue")).to_have_text("place damage")
        expect(mat.locator("#decision")).to_contain_text("put one of the played cards")
        lying = mat.locator(f'[data-zone="seat{winner + 1}.play"]')
        expect(lying).to_have_attribute("data-lies", card["id"])
        lying.click()  # a tap picks it up, another places it
        expect(mat.locator("#hint")).to_have_text("On another spot: that player takes it as damage.")
        mat.locator(f'[data-zone="seat{victim + 1}.play"]').click()
        hurt = [str(card["points"]) if suit == card["suit"] else "0" for suit in POOLS]
        expect(pools(seat(board, names[victim]))).to_have_text(hurt)
        expect(board.locator("#scene")).to_have_text("scene 2")


def test_the_board_tells_the_pools_whose_action_it_is_and_who_is_out(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        seats: list[dict[str, Any]] = [
            {"hand": HAND, "played": "blades.4", "pool": ["coins.2", "coins.3", "poison.1"]},
            {"out": True, "character": "Hamlet"},
            {"hand": HAND, "character": "Ophelia", "revealed": True, "pool": ["coins.4", "blades.2"]},
            {"hand": HAND},
        ]
        take_up(people, position(*seats, phase="scene", opener="Ann", turn="Cal"))
        page = people.open("/board")
        expect(pools(seat(page, "Ann"))).to_have_text(["0", "5", "0", "1"])
        expect(seat(page, "Ann").locator(".seat-cue")).to_have_text("opened the scene")
        expect(seat(page, "Ann").get_by_text("protagonist")).to_be_visible()
        expect(seat(page, "Ann").get_by_text("secret", exact=True)).to_be_visible()
        expect(seat(page, "Ben").get_by_text("slain")).to_be_visible()
        expect(seat(page, "Ben").locator(".pool")).to_have_count(0)
        expect(seat(page, "Cal").locator(".seat-cue")).to_have_text("answer")
        expect(seat(page, "Cal").get_by_text("Ophelia")).to_be_visible()
        expect(seat(page, "Cal").get_by_label("4 coins of 4")).to_be_visible()
        expect(seat(page, "Cal").get_by_label("2 blades: this does not harm")).to_be_visible()


def test_the_numbers_of_a_panel_stand_below_each_other_at_a_full_table(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language="de")  # German words are wider than the pictures
        people.house.command("start", game="deathmatch", names=list(FULL_TABLE), lead=0)
        page = people.open("/board")
        expect(page.locator(".seat")).to_have_count(8)
        lefts = pools(page.locator(".seat").first).evaluate_all("all => all.map((b) => b.getBoundingClientRect().left)")
        blades, coins, letters, poison = lefts
        assert abs(blades - letters) < 2 and abs(coins - poison) < 2


def test_bots_play_it_where_somebody_only_wants_to_watch(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db", pace=1.0) as people:  # at 0 a game is over at once
        page = people.open("/start?game=deathmatch")
        page.get_by_role("button", name="Watch bots play it").click()
        page.wait_for_url("**/board")
        expect(page.locator(".seat .pool")).to_have_count(16)
        expect(page.locator("#notes")).to_contain_text("A demonstration: bots are playing.")


def test_a_secret_character_is_revealed_by_laying_its_back(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        take_up(people, position({"hand": HAND, "character": "Ophelia"}, {"hand": HAND}, {"hand": HAND}))
        mat, board = people.open("/mat", viewport=TABLET), people.open("/board")
        expect(seat(board, "Ann").get_by_text("secret", exact=True)).to_be_visible()
        back = mat.get_by_role("button", name="Ann’s secret character")
        assert "Ophelia" not in mat.content()
        drag(mat, back, "seat1.play")
        expect(seat(board, "Ann").get_by_text("Ophelia")).to_be_visible()
        expect(mat.get_by_role("button", name="Ann is Ophelia")).to_be_disabled()


def test_a_death_is_a_moment_and_says_who_it_was(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        seats: list[dict[str, Any]] = [
            {"played": "coins.6"},
            {"played": "coins.2", "character": "Hamlet", "pool": ["blades.4", "coins.3"]},
            {"played": "coins.1"},
        ]
        take_up(people, position(*seats, phase="damage", turn="Ann"))
        page = people.open("/board")
        expect(pools(seat(page, "Ben"))).to_have_text(["4", "3", "0", "0"])
        expect(page.locator("#moment")).to_be_hidden()
        watch_moments(page)
        people.house.command("answer", by="Ann", do="damage", card="coins.6", target="Ben")
        assert moments_seen(page, 1) == [["death", "Ben, who was Hamlet, is slain", 1, 0]]
        expect(seat(page, "Ben")).to_have_attribute("data-out", "")


def test_the_wall_says_why_the_table_is_asked_who_has_won(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        laid = [{"played": card, "hand": ["?action"] * 2} for card in ("coins.6", "coins.2", "coins.1")]
        take_up(people, position(*laid, phase="winner"))
        told = people.open("/board").locator("#told")
        expect(told).to_have_text("The rulebook does not say what beats what: the table decides")  # DJ1
        assert float(told.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")) >= 34
        people.house.command("answer", do="winner", to="Ann")
        expect(told).to_be_hidden()


@pytest.mark.parametrize(("language", "words"), [("en", "only both kill"), ("de", "stirbt nur an beidem")])
def test_the_wall_says_why_somebody_lives_whose_one_suit_is_full(
    browser: Browser, tmp_path: Path, language: str, words: str
) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("language", language=language)
        hamlet: dict[str, Any] = {"hand": HAND, "character": "Hamlet", "revealed": True}
        for count in (3, 8):
            shown = [
                {**hamlet, "pool": ["blades.4"]},
                {"hand": HAND, "pool": ["blades.4"]},
                *[{"hand": HAND}] * (count - 2),
            ]
            take_up(people, position(*shown))
            page = people.open("/board")
            expect(seat(page, "Ann").locator(".seat-label")).to_have_text(words)  # DE1
            expect(page.get_by_text(words)).to_have_count(1)  # not shown for a secret character
            heights = page.locator(".seat-label").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
            assert len(set(heights) - {0}) == 1  # in one line, as the words of the other seats, if any
        take_up(people, position(*shown, rulings={"DJ3": "honour", "DJ5": "either"}))
        expect(page.get_by_text(words)).to_have_count(0)


@pytest.mark.parametrize("players", [2, 4, 8])
def test_everything_fits_with_any_names(browser: Browser, tmp_path: Path, players: int) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        pool = [f"{suit}.9" for suit in POOLS] * 2
        shown: list[dict[str, Any]] = [{"name": name, "hand": HAND, "pool": pool} for name in HOSTILE[:players]]
        shown[0] |= {"played": "blades.9", "character": "Hamlet", "revealed": True, "pool": ["coins.9"] * 2}
        lead = {"first": HOSTILE[0]} if players == 2 else {"protagonist": HOSTILE[0]}
        where = {"setting": "castle", "phase": "scene", "deck": many_cards(), "rulings": {"DJ1": "higher-any"}}
        take_up(people, {"game": "deathmatch", "seats": shown, **lead, **where})
        for path, size in (("/board", LARGE), ("/mat", TABLET), ("/board", PHONE), ("/mat", PHONE)):
            if size is PHONE and players < 8:
                continue
            page = people.open(path, viewport=size)
            expect(page.locator(".seat h2, .station h2")).to_have_text([one["name"] for one in shown])
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, size)
            if size is not PHONE:
                assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, (path, size)
            if size is LARGE:
                wide = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
                assert page.locator(".pool:not(:has([data-limit]))").evaluate_all(wide) == []
                expect(page.locator(".pool")).to_have_count(4 * players)
                assert outside(page) == []


def many_cards() -> list[dict[str, Any]]:
    """Return a deck whose points need two digits once a pool has two cards of a suit."""
    cards = [{"kind": "action", "id": f"{suit}.9", "suit": suit, "points": 9, "copies": 99} for suit in POOLS]
    limits = {"blades": 90, "coins": 90}
    characters = [{"kind": "character", "id": name, "limits": limits} for name in ("Hamlet", *"ABCDEFG")]
    return [*cards, *characters, {"kind": "setting", "id": "castle"}]


def outside(page: Page) -> list[str]:
    """Return the parts of an awaited panel that overflow it, or are smaller than 34 of 1080 pixels."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
          const frame = seat.getBoundingClientRect();
          const parts = [...seat.querySelectorAll(".seat-cue, .pool b, .pool .art, .seat-slot .card, .seat-beat")];
          return parts.flatMap((node) => {
            const box = node.getBoundingClientRect(), size = parseFloat(getComputedStyle(node).fontSize);
            const small = node.matches(".seat-cue, .pool b, .seat-beat") && size < 34;
            const across = box.left < frame.left - 1 || box.right > frame.right + 1;
            const along = box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
            const wrong = box.width > 0 && (small || across || along);
            return wrong ? [`${node.className} ${size} ${JSON.stringify(box)}`] : [];
          });
        })"""
    )
    return found
