"""The pages in a real browser, with a recorded table behind them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import web_fixtures as fixtures
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect
from web_pieces import Json, card

from web.server import Server

LARGE = ViewportSize(width=1920, height=1080)
PHONE = ViewportSize(width=390, height=844)
PATIENCE_MS = 15_000  # a small machine that does other things besides

expect.set_options(timeout=PATIENCE_MS)


class Room:
    """A served table and a browser in front of it; complaints of a page are kept."""

    def __init__(self, browser: Browser) -> None:
        self.table = fixtures.RecordedTable()
        self.complaints: list[str] = []
        self._browser = browser
        self._server = Server(self.table, "127.0.0.1", 0)
        self._server.start()
        self._contexts: list[BrowserContext] = []

    def open(self, path: str, size: ViewportSize = LARGE, **options: Any) -> Page:
        context = self._browser.new_context(viewport=size, **options)
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._listen(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self._server.address + path)
        return page

    def _listen(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def last_command(self) -> tuple[str, Json]:
        return self.table.commands[-1]

    def close_pages(self) -> None:
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def stop(self) -> None:
        self.close_pages()
        self._server.stop()


@pytest.fixture(scope="module")
def house(browser: Browser) -> Iterator[Room]:
    room = Room(browser)
    yield room
    room.stop()


@pytest.fixture
def room(house: Room) -> Iterator[Room]:
    """The room, quiet again: nobody plays and nothing was said."""
    house.table.refuse = None
    house.table.publish(fixtures.idle())
    house.table.commands.clear()
    house.complaints.clear()
    yield house
    house.close_pages()
    assert house.complaints == []


def sending(page: Page, path: str = "/api/mat") -> Any:
    """Wait for the answer to a command that the block gives."""
    return page.expect_response(re.compile(re.escape(path) + "$"))


def seat(page: Page, name: str) -> Locator:
    return page.locator(".seat").filter(has=page.get_by_role("heading", name=name, exact=True))


def test_the_board_shows_who_has_what_and_what_goes_on(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    expect(page.locator(".seat-name")).to_have_text(["Ann", "Bob", "Cal", "Dorothea"])
    expect(page.locator(".seat-points")).to_have_text(["9", "7", "6", "11"])
    expect(page.locator("#act")).to_have_text("Act III")
    expect(page.locator("#headline")).to_have_text("Cal reveals Desdemona confronts Othello")
    expect(page.locator("#window-who")).to_have_text("Ann and Dorothea may interrupt")
    expect(page.locator("#limelight-line")).to_contain_text("I have been talking with a suitor here")
    expect(seat(page, "Ann").get_by_text("Lead")).to_be_visible()
    expect(seat(page, "Bob").get_by_text("Lead")).to_be_hidden()
    expect(seat(page, "Cal").locator(".lamp")).to_have_attribute("data-cue", "your-turn")
    expect(seat(page, "Ann").locator(".card")).to_have_attribute("data-face", "down")
    expect(seat(page, "Dorothea").get_by_label("coin Desdemona 1")).to_be_visible()
    expect(page.get_by_label("Cassio: 4 of 5 wounds")).to_be_visible()
    expect(page.locator("#notes")).to_contain_text("stand-in")


def test_a_new_snapshot_changes_the_board(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    expect(seat(page, "Ann").locator(".seat-points")).to_have_text("9")
    later = fixtures.reveal()
    later["window"] = None
    later["headline"] = "Dorothea is up"
    later["seats"][0]["points"] = 12
    later["seats"][0]["card"] = {"face": "up", "card": card("III.5")}
    room.table.publish(later)
    expect(seat(page, "Ann").locator(".seat-points")).to_have_text("12")
    expect(seat(page, "Ann").locator(".card")).to_have_attribute("data-face", "up")
    expect(page.locator("#headline")).to_have_text("Dorothea is up")
    expect(page.locator("#fuse")).to_be_hidden()


def test_the_time_of_a_window_runs_down_by_itself(room: Room) -> None:
    board = fixtures.reveal()
    board["window"]["left"] = 1.1
    room.table.publish(board)
    page = room.open("/board")
    expect(page.locator("#window-left")).to_have_text("0")


def test_the_end_shows_the_winner_and_the_sum_of_everybody(room: Room) -> None:
    room.table.publish(fixtures.over())
    page = room.open("/board")
    expect(page.locator("#call-winners")).to_have_text("Ann takes the bow")
    expect(page.locator("#call-rows th")).to_have_text(["Ann", "Bob", "Dorothea", "Cal"])
    first = page.locator("#call-rows tr").first.locator("td")
    expect(first).to_have_text(["20", "1", "3", "2", "–", "7", "–", "33"])


def test_a_game_that_begins_wakes_the_sleeping_board(room: Room) -> None:
    page = room.open("/board")
    expect(page.get_by_role("heading", name="The house is open")).to_be_visible()
    expect(page.get_by_role("link", name="Start a game")).to_have_attribute("href", "/start")
    room.table.publish(fixtures.pre_placement())
    expect(page.locator("#act")).to_have_text("Act I")
    expect(page.get_by_role("heading", name="The house is open")).to_be_hidden()


def go_through(room: Room, page: Page) -> Iterator[str]:
    """Show every situation on a page, one after the other."""
    for seq, (name, make) in enumerate(fixtures.BOARDS.items(), start=1000):
        room.table.publish({**make(), "seq": seq})
        expect(page.locator("html")).to_have_attribute("data-seq", str(seq))
        yield name


def test_the_board_fits_on_a_large_screen(room: Room) -> None:
    page = room.open("/board")
    for situation in go_through(room, page):
        assert overflowing(page) == [], situation


@pytest.mark.parametrize("path", ["/board", "/mat", "/desk"])
def test_a_phone_never_scrolls_sideways(room: Room, path: str) -> None:
    page = room.open(path, PHONE, has_touch=True, is_mobile=True)
    for situation in go_through(room, page):
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], situation


def test_the_start_page_fits_on_a_phone(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/start", PHONE, has_touch=True, is_mobile=True)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def overflowing(page: Page) -> list[str]:
    """What of the board lies outside the screen, or outside the part of the board that it belongs to."""
    found: list[str] = page.evaluate(
        """() => {
          const out = [];
          const inside = (box, frame) => box.left >= frame.left - 1 && box.right <= frame.right + 1
            && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
          const screen = new DOMRect(0, 0, innerWidth, innerHeight);
          const check = (selector, frameOf) => document.querySelectorAll(selector).forEach((node) => {
            const box = node.getBoundingClientRect();
            if (box.width && !inside(box, frameOf(node)))
              out.push(`${node.className || node.id} ${JSON.stringify(box)}`);
          });
          check(".board > *", () => screen);
          check(".seat > *, .seat .card, .seat .token", (node) => node.closest(".seat").getBoundingClientRect());
          check(".stage > *, .stage .tile, .limelight .card", (node) => node.closest(".stage").getBoundingClientRect());
          check(".call > *, .call tr", (node) => node.closest(".call").getBoundingClientRect());
          return out;
        }"""
    )
    return found


def test_a_lost_line_is_told_and_comes_back(room: Room) -> None:
    page = room.open("/board")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    page.route("**/live/board", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#lost")).to_be_visible()
    page.unroute("**/live/board")
    expect(page.locator("#lost")).to_be_hidden()
    room.complaints[:] = [one for one in room.complaints if "ERR_FAILED" not in one]


def open_mat(room: Room, **options: Any) -> Page:
    room.table.publish(fixtures.placement())
    page = room.open("/mat", **options)
    expect(page.locator(".station")).to_have_count(2)
    return page


def in_hand(page: Page, player: str, card: str) -> Locator:
    return page.get_by_role("region", name=player, exact=True).locator(f'[data-thing="{card}"]').first


def zone(page: Page, name: str) -> Locator:
    return page.locator(f'[data-zone="{name}"]')


def test_a_card_is_dragged_from_the_hand_to_its_place(room: Room) -> None:
    page = open_mat(room)
    with sending(page):
        in_hand(page, "Ann", "I.2").drag_to(zone(page, "seat1.play"))
    assert room.table.commands == [("mat", {"do": "tag", "zone": "seat1.play", "thing": "I.2"})]


def test_a_card_is_tapped_and_then_its_place(room: Room) -> None:
    page = open_mat(room)
    in_hand(page, "Ann", "I.2").click()
    expect(in_hand(page, "Ann", "I.2")).to_have_attribute("data-chosen", "")
    with sending(page):
        zone(page, "seat1.play").click()
    assert room.table.commands == [("mat", {"do": "tag", "zone": "seat1.play", "thing": "I.2"})]
    expect(page.locator("[data-chosen]")).to_have_count(0)


def test_a_finger_can_tap_and_drag(room: Room) -> None:
    page = open_mat(room, size=PHONE, has_touch=True, is_mobile=True)
    in_hand(page, "Ann", "I.2").tap()
    with sending(page):
        zone(page, "seat1.play").tap()
    assert room.last_command() == ("mat", {"do": "tag", "zone": "seat1.play", "thing": "I.2"})
    touch = page.context.new_cdp_session(page)
    in_hand(page, "Ann", "I.3").scroll_into_view_if_needed()
    start, end = middle(in_hand(page, "Ann", "I.3")), middle(zone(page, "seat1.play"))
    with sending(page):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
        for part in (0.3, 0.6, 1.0):
            point = {axis: start[axis] + (end[axis] - start[axis]) * part for axis in ("x", "y")}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert room.last_command() == ("mat", {"do": "tag", "zone": "seat1.play", "thing": "I.3"})


def middle(node: Locator) -> dict[str, float]:
    box = node.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_a_card_is_lifted_and_laid_back_to_reveal_it(room: Room) -> None:
    page = open_mat(room)
    lies = room.table.host["zones"]["seat2.play"]
    with sending(page):
        zone(page, "seat2.play").click()
    assert room.last_command() == ("mat", {"do": "lift", "zone": "seat2.play"})
    lifted = fixtures.desk(fixtures.placement())
    lifted["zones"]["seat2.play"] = None
    room.table.publish(fixtures.placement(), lifted)
    expect(zone(page, "seat2.play")).to_have_attribute("data-shadow", lies)
    with sending(page):
        zone(page, "seat2.play").click()
    assert room.last_command() == ("mat", {"do": "tag", "zone": "seat2.play", "thing": lies})


def test_a_card_dragged_off_its_place_is_lifted(room: Room) -> None:
    page = open_mat(room)
    with sending(page):
        zone(page, "seat2.play").drag_to(page.locator("#decision"))
    assert room.table.commands == [("mat", {"do": "lift", "zone": "seat2.play"})]


def test_a_tile_is_laid_on_the_stage(room: Room) -> None:
    page = open_mat(room)
    with sending(page):
        page.get_by_label("Cassio: 0 of 5 wounds").drag_to(zone(page, "stage.target"))
    assert room.table.commands == [("mat", {"do": "tag", "zone": "stage.target", "thing": "tile:Cassio"})]


def test_a_card_from_the_box_can_be_laid_too(room: Room) -> None:
    page = open_mat(room)
    page.get_by_role("button", name="The box").click()
    page.locator('#coins [data-thing="coin:Iago"]').click()
    expect(page.locator("#sheet-box")).to_be_hidden()
    with sending(page):
        zone(page, "stage.target").click()
    assert room.table.commands == [("mat", {"do": "tag", "zone": "stage.target", "thing": "coin:Iago"})]


def test_a_short_press_of_a_button_is_a_press_and_a_long_one_a_hold(room: Room) -> None:
    page = open_mat(room)
    button = page.get_by_role("button", name="Ann’s button")
    with sending(page):
        button.click()
    assert room.last_command() == ("mat", {"do": "press", "button": "seat1"})
    button.hover()
    with sending(page):
        page.mouse.down()
        expect(button).to_have_attribute("data-state", "held")
    page.mouse.up()
    expect(button).not_to_have_attribute("data-state", re.compile(".*"))
    assert room.last_command() == ("mat", {"do": "hold", "button": "seat1"})
    assert len(room.table.commands) == 2


def test_the_mat_can_be_played_from_the_keyboard(room: Room) -> None:
    page = open_mat(room)
    in_hand(page, "Ann", "I.2").focus()
    page.keyboard.press("Enter")
    zone(page, "seat1.play").focus()
    with sending(page):
        page.keyboard.press("Enter")
    assert room.last_command() == ("mat", {"do": "tag", "zone": "seat1.play", "thing": "I.2"})
    page.get_by_role("button", name="Ann’s button").focus()
    with sending(page):
        page.keyboard.press("Space")
    assert room.last_command() == ("mat", {"do": "press", "button": "seat1"})


def test_the_bots_are_sent_away_and_called_back(room: Room) -> None:
    board = fixtures.placement()
    room.table.publish(board, {**fixtures.desk(board), "driver": "bots"})
    page = room.open("/mat")
    with sending(page, "/api/drive"):
        page.get_by_role("button", name="Take over").click()
    assert room.last_command() == ("drive", {"driver": "hands"})
    room.table.publish(board)
    with sending(page, "/api/drive"):
        page.get_by_role("button", name="Let the bots play").click()
    assert room.last_command() == ("drive", {"driver": "bots"})


def test_a_table_with_a_real_mat_sends_the_virtual_hands_away(room: Room) -> None:
    board = fixtures.placement()
    room.table.publish(board, {**fixtures.desk(board), "driver": None})
    page = room.open("/mat")
    expect(page.get_by_role("link", name="To the desk")).to_be_visible()
    expect(page.locator(".station")).to_have_count(0)


def test_what_is_refused_is_told_on_the_page(room: Room) -> None:
    page = open_mat(room)
    room.table.refuse = "The first card of the scene is not placed yet."
    with sending(page, "/api/undo"):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_have_text("The first card of the scene is not placed yet.")
    room.complaints[:] = [one for one in room.complaints if "409" not in one]


def test_the_desk_answers_undoes_and_settles_questions(room: Room) -> None:
    board = fixtures.reveal()
    odd = {"code": "seize.no-intrigue", "rules": ["Z1"], "message": "Ann cannot pay for the Seize."}
    question = {"id": 3, "text": "Iago conspires is scored already.", "seat": "seat2"}
    room.table.publish(board, {**fixtures.desk(board), "irregularities": [odd], "questions": [question]})
    page = room.open("/desk", PHONE)
    expect(page.locator("#irregularities")).to_contain_text("Z1 · seize.no-intrigue")
    with sending(page, "/api/answer"):
        page.get_by_role("button", name="Cal exits").click()
    assert room.last_command() == ("answer", {"by": "Cal", "do": "exit"})
    with sending(page, "/api/undo"):
        page.get_by_role("button", name="Undo Bob reveals Emilia conspires").click()
    assert room.last_command() == ("undo", {})
    expect(page.locator(".question p")).to_have_text("Bob: Iago conspires is scored already.")
    with sending(page, "/api/question"):
        page.get_by_role("button", name="The table is right").click()
    assert room.last_command() == ("question", {"id": 3, "reply": "table"})


def test_two_clicks_start_a_game(room: Room) -> None:
    page = room.open("/board")
    page.get_by_role("link", name="Start a game").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/mat")
    names = ["William", "Kate", "Robin", "Viola"]
    start = {"names": names, "lead": None, "edition": "2024"}
    assert room.table.commands == [("start", start), ("drive", {"driver": "hands"})]


def test_a_game_starts_with_other_seats_and_a_lead(room: Room) -> None:
    page = room.open("/start")
    page.get_by_role("button", name="One seat fewer").click()
    page.get_by_label("Name at seat 1", exact=True).fill("Ann")
    page.locator(".seat-row").nth(2).locator(".lead-choice").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/mat")
    assert room.table.commands[0] == ("start", {"names": ["Ann", "Kate", "Robin"], "lead": 2, "edition": "2024"})


def test_what_is_wrong_is_said_at_the_field(room: Room) -> None:
    page = room.open("/start")
    page.get_by_label("Name at seat 2", exact=True).fill("william")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator('[data-error="names.1"]')).to_have_text("Somebody else has this name already.")
    expect(page.get_by_label("Name at seat 2", exact=True)).to_be_focused()
    assert room.table.commands == []
    room.complaints[:] = [one for one in room.complaints if "400" not in one]


def test_a_game_in_progress_is_not_ended_by_one_click(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/start")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Yes, end that game and start")).to_be_visible()
    assert room.table.commands == []


def test_without_motion_the_lights_stand_still_and_still_differ(room: Room) -> None:
    room.table.publish(fixtures.crowded())
    page = room.open("/board", reduced_motion="reduce")
    expect(page.locator(".seat")).to_have_count(6)
    looks = page.locator(".seat .lamp").evaluate_all(
        """(lamps) => lamps.map((lamp) => {
          const [bulb, ring] = ["::before", "::after"].map((part) => getComputedStyle(lamp, part));
          return [bulb.animationName, getComputedStyle(lamp).getPropertyValue("--glow"), ring.border].join(" ");
        })"""
    )
    assert all(look.startswith("none ") for look in looks)
    assert len(set(looks)) == 6
