"""The pages in a real browser, served from a recorded table."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support import recorded_table as fixtures
from tests.support import served_pages as web_room
from tests.support.served_pages import PHONE, Room, go_through, sending
from tests.support.snapshot_parts import card
from tests.support.waiting import until
from web.assets import game_files, static

house, room = web_room.house, web_room.room


def seat(page: Page, name: str) -> Locator:
    return page.locator(".seat").filter(has=page.get_by_role("heading", name=name, exact=True))


def test_the_board_shows_who_has_what_and_what_goes_on(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    expect(page.locator(".seat-name")).to_have_text(["Ann", "Bob", "Cal", "Dorothea"])
    expect(page.locator(".seat-points")).to_have_text(["9", "7", "6", "11"])
    expect(page.locator("#act")).to_have_text("Act III")
    expect(page.locator("#headline")).to_have_text("Cal reveals Desdemona confronts Othello")
    expect(page.locator("#window-who")).to_have_text("Ann or Dorothea may seize it, or block it with a spotlight")
    expect(page.locator("#limelight-line")).to_contain_text("I have been talking with a suitor here")
    expect(seat(page, "Ann").get_by_text("Lead")).to_be_visible()
    expect(seat(page, "Bob").get_by_text("Lead")).to_be_hidden()
    expect(seat(page, "Cal").locator(".lamp")).to_have_attribute("data-cue", "your-turn")
    expect(seat(page, "Ann").locator(".card")).to_have_attribute("data-face", "down")
    expect(seat(page, "Dorothea").get_by_label("coin Desdemona 1")).to_be_visible()
    expect(page.get_by_label("Cassio: 4 of 5 wounds")).to_be_visible()
    expect(page.locator("#notes")).to_contain_text("The cards are made up; none")


def test_a_new_snapshot_changes_the_board(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    expect(seat(page, "Ann").locator(".seat-points")).to_have_text("9")
    later = fixtures.reveal()
    later |= {"window": None, "happening": None, "headline": "Dorothea is up"}
    later["seats"][0]["points"] = 12
    later["seats"][0]["card"] = {"face": "up", "card": card("III.5")}
    room.table.publish(later)
    expect(seat(page, "Ann").locator(".seat-points")).to_have_text("12")
    expect(seat(page, "Ann").locator(".card")).to_have_attribute("data-face", "up")
    expect(page.locator("#headline")).to_have_text("Dorothea is up")
    expect(page.locator("#fuse")).to_be_hidden()


def test_the_time_runs_below_the_words_of_a_window(room: Room) -> None:
    room.table.publish(fixtures.protect())
    page = room.open("/board")
    expect(page.locator("#headline")).to_have_text("Cal turns a spotlight on “Othello convinces the senate”")
    expect(page.locator("#window-who")).to_have_text("Bob may use a Desdemona coin")
    words, bar = page.locator("#headline").bounding_box(), page.locator("#fuse").bounding_box()
    assert words is not None and bar is not None
    assert words["y"] + words["height"] <= bar["y"]


def test_a_number_stays_with_what_it_counts(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    expect(page.locator("#log")).to_contain_text("2 points")
    assert "2\u00a0points" in (page.locator("#log").text_content() or "")


def test_the_time_of_a_window_runs_down_by_itself(room: Room) -> None:
    board = fixtures.reveal()
    board["window"]["left"] = 1.1
    room.table.publish(board)
    page = room.open("/board")
    expect(page.locator("#window-left")).to_have_text("0")


def test_a_card_of_the_last_scene_leaves_the_limelight_when_the_next_begins(room: Room) -> None:
    board = fixtures.reveal()
    room.table.publish(board)
    page = room.open("/board")
    expect(page.locator("#limelight-line")).to_be_visible()
    board["window"], board["newest"] = None, card("III.4")
    board["log"].append({"id": 99, "text": "Scene 3 begins.", "kind": "scene", "seat": None})
    room.table.publish(board)
    expect(page.locator("#plate-title")).to_have_text("The reveal")
    expect(page.locator("#limelight-line")).to_be_hidden()


def test_the_end_shows_the_winner_and_the_sum_of_everybody(room: Room) -> None:
    room.table.publish(fixtures.over())
    page = room.open("/board")
    expect(page.locator("#call-winners")).to_have_text("Ann takes the bow")
    expect(page.locator("#call-rows th")).to_have_text(["Ann", "Bob", "Dorothea", "Cal"])
    first = page.locator("#call-rows tr").first.locator("td")
    expect(first).to_have_text(["20", "1", "3", "2", "–", "7", "–", "33"])


def test_a_game_that_begins_wakes_the_sleeping_board(room: Room) -> None:
    page = room.open("/board")
    expect(page.get_by_role("heading", name="The table is free")).to_be_visible()
    expect(page.get_by_role("link", name="Start a game")).to_have_attribute("href", "/start")
    room.table.publish(fixtures.pre_placement())
    expect(page.locator("#act")).to_have_text("Act I")
    expect(page.get_by_role("heading", name="The table is free")).to_be_hidden()


def test_the_board_fits_on_a_large_screen(room: Room) -> None:
    page = room.open("/board")
    for situation in go_through(room, page):
        assert overflowing(page) == [], situation


WIDER_TEXT = """() => {  // WCAG 2.2, 1.4.12
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important;
  }`);
  document.adoptedStyleSheets = [sheet];
}"""


BROKEN = """names => names.filter((name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map((name) => name.textContent)"""


@pytest.mark.parametrize("spaced", [False, True], ids=["usual", "wider-text"])
@pytest.mark.parametrize("path", ["/board", "/mat", "/desk"])
def test_a_phone_never_scrolls_sideways(room: Room, path: str, spaced: bool) -> None:
    page = room.open(path, PHONE, has_touch=True, is_mobile=True)
    if spaced:
        page.evaluate(WIDER_TEXT)
    for situation in go_through(room, page):
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], situation
        assert spaced or page.locator(".cast .tile-name").evaluate_all(BROKEN) == [], situation


def test_the_start_page_fits_on_a_phone(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/start", PHONE, has_touch=True, is_mobile=True)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def overflowing(page: Page) -> list[str]:
    """Return the elements of the board outside the screen, or outside their part of the board."""
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
          check(".board > *, .play > *", () => screen);
          check(".seat > *, .seat .card, .seat .token", (node) => node.closest(".seat").getBoundingClientRect());
          check(".stage > *, .stage .tile, .limelight .card", (node) => node.closest(".stage").getBoundingClientRect());
          check(".call > *, .call tr", (node) => node.closest(".call").getBoundingClientRect());
          return out;
        }"""
    )
    return found


def test_a_lost_line_is_told_and_comes_back(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    lamps = page.locator(".seat[data-cue='may-interrupt'] .lamp, .seat[data-cue='your-turn'] .lamp")
    shine = "lamps => lamps.filter((lamp) => getComputedStyle(lamp, '::before').boxShadow !== 'none').length"
    assert lamps.evaluate_all(shine) == 3
    page.route("**/live/board?*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#window-left")).to_be_hidden()
    assert lamps.evaluate_all(shine) == 0  # this page does not know the current lights
    page.unroute("**/live/board?*")
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#window-left")).to_be_visible()
    room.complaints[:] = [one for one in room.complaints if "ERR_FAILED" not in one]


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_page_that_is_older_than_the_table_after_an_update_is_reloaded_or_says_so(
    room: Room, is_busy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    expect(page.locator("html")).to_have_attribute("data-link", "live")

    def lose_the_line() -> None:
        page.route("**/live/board?*", lambda route: route.abort())
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("#lost")).to_be_visible()
        page.unroute("**/live/board?*")
        expect(page.locator("#lost")).to_be_hidden()

    page.evaluate("window.old = true")
    lose_the_line()
    page.wait_for_timeout(2500)
    assert page.evaluate("window.old")  # the files are the same
    if is_busy:
        page.evaluate("document.body.append(document.createElement('input'))")
        page.locator("body > input").focus()
    be_updated(monkeypatch)
    if not is_busy:
        with page.expect_event("load"):
            lose_the_line()
    else:
        lose_the_line()
        expect(page.locator("#toast")).to_contain_text("The table has been updated.")
        assert page.evaluate("window.old")
    room.complaints[:] = [one for one in room.complaints if "ERR_FAILED" not in one]


def be_updated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "version", lambda: "v-0123456789ab")
    monkeypatch.setattr(game_files, "version", lambda: "v-0123456789ab")


def test_a_phone_that_slept_through_an_update_is_reloaded_when_it_wakes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    be_updated(monkeypatch)
    with page.expect_event("load"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.parametrize("path", ["/start", "/history"])
def test_a_page_without_a_feed_is_reloaded_after_an_update_when_somebody_comes_back_to_it(
    room: Room, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = room.open(path)
    name = page.locator('[name="names.0"]')
    if path == "/start":
        name.fill("Zoe")
        name.blur()
    be_updated(monkeypatch)
    with page.expect_event("load"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    if path == "/start":
        expect(name).to_have_value("Zoe")


def test_tabs_that_share_a_feed_are_all_reloaded_after_an_update(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.table.publish(fixtures.reveal())
    first = room.open("/board")
    expect(first.locator("html")).to_have_attribute("data-link", "live")
    second = first.context.new_page()
    second.goto(first.url)  # it forwards its feed to the first one
    expect(second.locator("html")).to_have_attribute("data-link", "live")
    be_updated(monkeypatch)
    with first.expect_event("load"), second.expect_event("load"):
        second.evaluate("dispatchEvent(new Event('online'))")


def test_a_viewer_too_many_is_told_so_and_is_served_when_another_one_leaves(room: Room) -> None:
    feed = room._server._feed
    room.table.publish(fixtures.reveal())
    limit, feed._limit = feed._limit, 0
    page = room.open("/board")
    expect(page.locator("#lost")).to_have_text(
        "Too many viewers are connected. This page updates when one of them leaves."
    )
    feed._limit = limit
    expect(page.locator("#lost")).to_be_hidden()
    room.complaints[:] = [one for one in room.complaints if "503" not in one]


def test_what_is_refused_is_told_on_the_page(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/desk")
    room.table.refuse = "The first card of the scene is not placed yet."
    with sending(page, "/api/undo"):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_have_text("The first card of the scene is not placed yet.")
    room.complaints[:] = [one for one in room.complaints if "409" not in one]


def test_the_desk_answers_undoes_and_settles_questions(room: Room) -> None:
    board = fixtures.reveal()
    odd = {"code": "seize.no-intrigue", "rules": ["Z1"], "message": "Ann cannot pay for the Seize."}
    question = {"id": 3, "text": "Iago conspires is scored already.", "seat": "seat2", "follows": True}
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


def test_the_replies_to_a_long_question_are_on_the_screen_and_all_of_it_can_be_read(room: Room) -> None:
    board = fixtures.reveal()
    words = "; ".join(f"Ben plays card {number} of those that came after" for number in range(60))
    room.table.publish(
        board, {**fixtures.desk(board), "questions": [{"id": 3, "text": words, "seat": None, "follows": False}]}
    )
    page = room.open("/desk", PHONE)
    question = page.locator(".question p")
    expect(question).to_contain_text("card 59")
    for reply in ("Cuelight is right", "Ignore"):
        expect(page.get_by_role("button", name=reply)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="The table is right")).to_have_count(0)
    question.focus()
    page.keyboard.press("End")
    until(lambda: bool(question.evaluate("(words) => words.scrollTop + words.clientHeight >= words.scrollHeight - 1")))


def test_an_interrupt_that_nobody_heard_is_put_in_its_place_with_one_tap(room: Room) -> None:
    board = fixtures.reveal()
    heard = {"by": "Cal", "do": "spotlight"}
    steps = [
        {"id": 4, "text": "Bob reveals Emilia conspires", "instead": [], "missed": []},
        {
            "id": 5,
            "text": "the time ran out",
            "instead": [],
            "missed": [{"answer": heard, "text": "Cal spends a spotlight"}],
        },
        {"id": 6, "text": "the time ran out", "instead": [{"answer": heard, "text": "Cal blocks"}], "missed": []},
    ]
    room.table.publish(board, {**fixtures.desk(board), "steps": steps})
    page = room.open("/desk", PHONE)
    with sending(page, "/api/undo"):
        page.get_by_role("button", name="Instead: Cal blocks").click()
    assert room.last_command() == ("undo", {"to": 6, "answer": heard})
    with sending(page, "/api/undo"):
        page.get_by_role("button", name="Before this: Cal spends a spotlight").click()
    assert room.last_command() == ("undo", {"to": 5, "answer": heard, "before": True})


def test_going_back_says_once_what_goes_with_the_steps_that_are_not_shown(room: Room) -> None:
    board = fixtures.reveal()
    shown = (0, *range(4, 9))  # an old step that may be corrected, and the newest
    steps = [{"id": number, "text": f"step {number}", "instead": [], "missed": []} for number in shown]
    room.table.publish(board, {**fixtures.desk(board), "steps": steps})
    page = room.open("/desk", PHONE)
    expect(page.get_by_role("button", name="Show the whole game")).to_be_visible()
    for number, count, more in ((0, 9, ["and 3 more"]), (5, 4, [])):
        step = page.locator(".step").filter(has=page.locator(".step-line bdi").get_by_text(f"step {number}"))
        step.get_by_role("button", name="Back to before this").click()
        goes = [f"step {each}" for each in reversed(shown) if each >= number]
        expect(step.locator(".step-sure li")).to_have_text(goes + more)
        assert room.table.commands == []
        with sending(page, "/api/undo"):
            page.get_by_role("button", name=f"Yes, undo all {count}").click()
        assert room.last_command() == ("undo", {"to": number})
        room.table.commands.clear()


def test_a_new_demonstration_is_not_offered_while_people_play(room: Room) -> None:
    page = room.open("/desk")
    offer = page.get_by_role("button", name="New demonstration game")
    expect(offer).to_be_visible()
    room.table.publish(fixtures.reveal())
    expect(page.locator("#decision")).to_contain_text("Cal reveals")
    expect(offer).to_be_hidden()
    demonstration = fixtures.reveal()
    demonstration["table"]["demo"] = True
    room.table.publish(demonstration)
    expect(offer).to_be_visible()


def test_a_table_that_nobody_has_used_yet_has_a_desk(room: Room) -> None:
    room.table.publish(fixtures.idle(), {"board": fixtures.idle(), "notices": []})
    page = room.open("/desk")
    expect(page.locator("#none")).to_have_text("Start a game, or let a demonstration run.")


def test_a_notice_is_closed_for_this_browser(room: Room) -> None:
    board = fixtures.reveal()
    notices = ["The reader at seat 2 is silent.", "The journal was cut short."]
    room.table.publish(board, {**fixtures.desk(board), "notices": notices})
    page = room.open("/desk")
    shown = page.locator(".notices p")
    expect(shown).to_have_text(notices)
    page.get_by_role("button", name="Close this notice").first.click()
    expect(shown).to_have_text(notices[1:])
    page.goto(page.url.replace("/desk", "/mat"))
    expect(shown).to_have_text(notices[1:])
    room.table.publish(board, {**fixtures.desk(board), "notices": []})
    expect(shown).to_have_count(0)
    room.table.publish(board, {**fixtures.desk(board), "notices": notices})
    expect(shown).to_have_text(notices)


@pytest.mark.parametrize("path", ["/board", "/mat", "/desk", "/start"])
def test_the_keyboard_reaches_every_control_and_shows_where_it_is(room: Room, path: str) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open(path)
    expect(page.locator("html:is([data-seq], [data-page='start'])")).to_be_attached()
    fields = "input[type=text], input[type=radio]:checked, input[type=file]"
    controls = page.locator(f"a, button:enabled, {fields}, select, summary")
    wanted = controls.filter(visible=True).count()
    reached: list[str] = page.evaluate("() => { window.reached = new Set(); return [] }")
    for _ in range(wanted):
        page.keyboard.press("Tab")
        reached += page.evaluate(
            """() => {
              const node = document.activeElement;
              window.reached.add(node);
              const seen = [node, node.closest("label")].filter(Boolean).map((one) => getComputedStyle(one));
              return seen.some((one) => one.outlineStyle !== "none") ? [] : [node.outerHTML];
            }"""
        )
    assert reached == []
    assert page.evaluate("window.reached.size") == wanted


def test_enter_after_a_name_goes_on_to_the_next_one_and_starts_no_game(room: Room) -> None:
    page = room.open("/start", PHONE)
    names = page.locator(".seat-row:not([hidden]) input[type=text]")
    count, before = names.count(), len(room.table.commands)
    names.first.fill("Zoe")
    for number in range(count):
        expect(names.nth(number)).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#go")).to_be_focused()
    assert count >= 2 and len(room.table.commands) == before
    page.keyboard.press("Enter")
    until(lambda: room.table.commands != [] and room.last_command()[0] in ("start", "drive"))


def test_two_clicks_start_a_game(room: Room) -> None:
    page = room.open("/board")
    page.get_by_role("link", name="Start a game").click()
    page.wait_for_load_state()
    room.table.commands.clear()  # a page of the test before may have sent its last command late
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/mat")
    start = {
        "game": "othello",
        "names": ["William", "Kate", "Robin", "Viola"],
        "bots": [None] * 4,
        "lead": None,
        "edition": "2024",
        "deck": "stand-in",
    }
    assert room.table.commands == [("start", start), ("drive", {"driver": "hands"})]


def test_a_game_starts_with_other_seats_and_a_lead(room: Room) -> None:
    page = room.open("/start")
    page.get_by_role("button", name="One seat fewer").click()
    page.get_by_label("Name at seat 1", exact=True).fill("Ann")
    page.locator(".seat-row").nth(2).locator(".lead-choice").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/mat")
    assert room.table.commands[0][1] == {
        "game": "othello",
        "names": ["Ann", "Kate", "Robin"],
        "bots": [None] * 3,
        "lead": 2,
        "edition": "2024",
        "deck": "stand-in",
    }


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
    page.get_by_role("button", name="Start", exact=True).dblclick()
    yes = page.get_by_role("button", name="Yes, end that game and start")
    expect(yes).to_be_visible()
    assert room.table.commands == []
    yes.click()
    page.wait_for_url("**/mat")
    (name, body), *_rest = room.table.commands
    assert (name, body["ends"]) == ("start", room.table.public["table"]["game"])


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
