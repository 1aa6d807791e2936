"""Ten troubles of a host, each fixed at the desk in a browser, with the touches counted: docs/desk.md lists them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support import ROOT
from tests.support import recorded_table as fixtures
from tests.support import served_pages as web_room
from tests.support.desk_host import TABLET, Host
from tests.support.running_table import Json
from tests.support.served_pages import PHONE, Room, sending
from tests.support.table_pages import Visitors, visited
from tests.support.waiting import until

house, room = web_room.house, web_room.room
PAGE = ROOT / "docs" / "desk.md"
SCENE: Json = {
    "edition": "2024",
    "lead": "Ann",
    "phase": "reveal",
    "tiles": {"Cassio": {"wounds": 2}},
    "seats": [
        {"name": "Ann", "placed": "I.1", "spotlight": 1, "scored": ["I.12"]},
        {"name": "Ben", "placed": "I.4"},
        {"name": "Cal", "placed": "I.6"},
    ],
}

BACKS = {"hand": ["?action"] * 3, "pile": ["?action"] * 9}
SECRETS: Json = {
    "game": "deathmatch",
    "protagonist": "Ann",
    "opener": "Cal",
    "setting": "castle",
    "hand_sizes": {"Cal": 5},
    "seats": [
        {"name": "Ann", **BACKS},
        {"name": "Ben", "character": "Hamlet", "revealed": True, **BACKS},
        {"name": "Cal", **BACKS},
    ],
}


def wrong_card(host: Host) -> None:
    host.begin(position=SCENE)
    host.play({"by": "Ben", "do": "reveal"})
    host.touch(host.page.locator("#undo"))
    until(lambda: host.table.desk["steps"] == [])


def missed_interrupt(host: Host) -> None:
    host.begin(position=SCENE)
    host.play({"by": "Ben", "do": "reveal"}, {"by": "Cal", "do": "reveal"})
    host.touch("Before this: Ann blocks with a spotlight")
    until(lambda: host.seat("Ann")["spotlight"] == 0 and host.seat("Ben")["scored"] == [])
    assert host.table.desk["questions"] == []


def wrong_lead(host: Host) -> None:
    host.begin(names=["Ann", "Ben", "Cal"], lead=0)
    host.touch("Instead: Ben is the Lead")
    until(lambda: bool(host.seat("Ben")["lead"]))


def wrong_tokens(host: Host) -> None:
    host.begin(position=SCENE)
    before = host.seat("Ben")["intrigue"]
    host.touch(host.part("intrigue"))
    host.touch("Ben: one more")
    host.touch("It was counted wrongly")
    until(lambda: bool(host.seat("Ben")["intrigue"] == before + 1))
    expect(host.page.locator(".desk-seat").filter(has_text="Ben").locator(".how")).to_be_visible()


def silent_death(host: Host) -> None:
    host.begin(position=SCENE)
    host.touch(host.part("death"))
    host.choose("Who", "Cassio")
    host.choose("Who takes the wounds", "Cal")
    host.touch("It was said too late")
    until(lambda: bool(host.seat("Cal")["wounds"] == 2))


def ten_minutes(host: Host) -> None:
    host.begin(position=SCENE)
    host.play({"by": "Ben", "do": "reveal"})
    left = host.table.board["window"]["left"]
    host.touch("Pause")
    until(lambda: bool(host.table.board["table"]["paused"]))
    assert host.table.board["headline"] == "The table makes a pause."
    host.table.clock.now += 600.0
    host.touch("Resume")
    until(lambda: not host.table.board["table"]["paused"])
    assert host.table.board["window"]["left"] == left


def five_steps(host: Host) -> None:
    names = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay"]
    host.begin(names=names, lead=0)
    host.play(*({"by": name, "do": "pass"} for name in names[1:]))
    oldest = host.page.locator(".step").filter(has_text="Ben passes")
    host.touch(oldest.get_by_role("button", name="Back to before this"))
    host.touch("Yes, undo all 5")
    until(lambda: len(host.table.desk["steps"]) == 1)
    assert host.table.desk["undone_count"] == 5


def wrong_pile(host: Host) -> None:
    host.begin(position=SCENE)
    host.touch(host.part("scored"))
    host.choose("Which card", "I.12")
    host.choose("To whom", "Ben")
    host.touch("The companion did not see it")
    until(lambda: host.seat("Ann")["scored"] == [] and len(host.seat("Ben")["scored"]) == 1)


def wrong_name(host: Host) -> None:
    host.begin(position=SCENE)
    host.play({"by": "Ben", "do": "reveal"})
    host.touch(host.part("names"))
    host.fill("Ben is called", "Cal")
    host.touch("Correct it")
    expect(host.page.locator("#toast")).to_have_text("Somebody else has this name already.")
    host.touches -= 1
    host.page.get_by_label("Ben is called").fill("<script>alert(1)</scrip")
    host.touch("Correct it")
    until(lambda: bool(host.table.desk["steps"][-1]["text"].startswith("<script>alert(1)</scrip reveals")))
    expect(host.page.locator(".step")).to_contain_text("<script>alert(1)</scrip reveals")
    expect(host.part("names")).to_be_visible()


def question(host: Host) -> None:
    host.begin(position=SCENE)
    host.play({"by": "Ben", "do": "reveal"}, {"by": "Ann", "do": "spotlight"})
    host.table.command("undo", to=0, answer={"by": "Ben", "do": "exit"})
    until(lambda: len(host.table.desk["questions"]) == 1)
    host.touch("Ignore")
    until(lambda: host.table.desk["questions"] == [])


TROUBLES: dict[str, tuple[int, Callable[[Host], None]]] = {
    "A wrong card was revealed": (1, wrong_card),
    "An interrupt was missed": (1, missed_interrupt),
    "The wrong player is the Lead": (1, wrong_lead),
    "Somebody has other tokens": (3, wrong_tokens),
    "A death was not announced": (4, silent_death),
    "A player leaves for ten minutes": (2, ten_minutes),
    "Five steps were wrong": (2, five_steps),
    "A card lies in the wrong scoring pile": (4, wrong_pile),
    "Cuelight asks a question": (1, question),
    "A name is misspelt": (3, wrong_name),
}
DEAD_READER = "A reader is dead"  # on a table with devices


@pytest.fixture(scope="module")
def visitors(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitors]:
    with visited(browser, tmp_path_factory.mktemp("troubles") / "table.db") as found:
        yield found


@pytest.fixture(scope="module")
def desk(visitors: Visitors) -> Page:
    visitors.house.command("start", names=["Ann", "Ben", "Cal"])
    return visitors.open("/desk", viewport=TABLET)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_host_mends_it_with_so_many_touches(visitors: Visitors, desk: Page, trouble: str) -> None:
    touches, mend = TROUBLES[trouble]
    host = Host(visitors.house, desk)
    mend(host)
    assert host.touches == touches
    assert desk.evaluate("document.documentElement.scrollWidth") == TABLET["width"]


def test_what_a_dead_reader_does_not_see_is_entered_with_one_touch(room: Room) -> None:
    board = fixtures.reveal()
    board["seats"][1]["trouble"] = "reader: silent"
    by_hand = {"answer": {"by": "Bob", "do": "reveal"}, "text": "Bob reveals", "seat": 1, "group": "by-hand"}
    room.table.publish(board, {**fixtures.desk(board), "options": [by_hand]})
    page = room.open("/desk", TABLET)
    with sending(page, "/api/answer"):
        page.get_by_role("button", name="Bob reveals", exact=True).click()
    assert room.last_command() == ("answer", {"by": "Bob", "do": "reveal"})


def test_the_page_of_the_desk_has_all_ten_with_their_touches() -> None:
    first = PAGE.read_text(encoding="utf-8").split("\n## ")[0]
    rows = re.findall(r"^\| ([A-Z][^|]+) \| (\d+) \|", first, re.M)
    assert dict(rows) == {DEAD_READER: "1", **{name: str(touches) for name, (touches, _mend) in TROUBLES.items()}}
    assert len(rows) >= 10


def test_answers_by_keyboard_stay_near_what_is_asked_next(visitors: Visitors, desk: Page) -> None:
    host = Host(visitors.house, desk)
    host.begin(names=["Ann", "Ben", "Cal"], lead=0)
    first = desk.get_by_role("button", name="Ben passes", exact=True)
    first.focus()
    first.press("Enter")
    expect(desk.locator("#options button").first).to_be_focused()
    expect(desk.get_by_role("button", name="Cal passes", exact=True)).to_be_visible()


def test_what_others_are_allowed_besides_stands_under_one_fold(visitors: Visitors, desk: Page) -> None:
    host = Host(visitors.house, desk)
    seats = [{"name": name, "placed": "?script", "hand": ["?script"]} for name in ("Ann", "Ben", "Cal")]
    host.begin(position={"edition": "2024", "lead": "Ann", "phase": "after-placement", "seats": seats})
    expect(desk.locator("#options h3").locator("visible=true")).to_have_text(["Ben"])
    desk.get_by_text("Others are also allowed (2)").click()
    expect(desk.locator("#options h3").locator("visible=true")).to_have_text(["Ben", "Ann", "Cal"])


def test_where_no_other_card_can_be_said_a_card_that_was_different_is_taken_back(
    visitors: Visitors, desk: Page
) -> None:
    host = Host(visitors.house, desk)
    host.begin(game="deathmatch", names=["Ann", "Ben", "Cal"], lead=0, variants=["castle"])
    host.table.mat("tag", zone="seat1.play", thing=host.table.desk["hands"]["seat1"][0])
    host.touch(host.step("Ann ").first.get_by_role("button", name="It was different"))
    host.touch("Yes, undo it")
    until(lambda: not any("Ann opens" in step["text"] for step in host.table.desk["steps"]))


def test_something_can_be_put_right_as_soon_as_the_lead_is_known(visitors: Visitors, desk: Page) -> None:
    host = Host(visitors.house, desk)
    host.begin(names=["Ann", "Ben", "Cal"])
    expect(desk.locator("#right-forms summary")).to_have_text(["A name"])
    host.play({"do": "lead", "to": "Ben"})
    expect(host.part("intrigue")).to_be_visible()
    desk.locator("#right-forms summary").first.click()
    host.play({"by": "Cal", "do": "pass"})
    sends = desk.locator("#right-forms [open] .right-why button").first
    expect(sends).to_be_visible()
    sends.click()
    expect(desk.locator("#toast")).to_have_text("That is the current value. Change it here first.")


def test_a_form_filled_in_while_the_table_played_on_overwrites_nothing(visitors: Visitors, desk: Page) -> None:
    host = Host(visitors.house, desk)
    host.begin(position=SCENE)
    host.touch(host.part("spotlight"))
    had = int(host.seat("Ann")["spotlight"])
    host.play({"by": "Ben", "do": "reveal"}, {"by": "Ann", "do": "spotlight"})
    expect(desk.locator(".step", has_text="Ann blocks with a spotlight")).to_be_visible()
    host.touch("Ann: one more")
    host.touch("It was said too late")
    expect(desk.locator("#toast")).to_contain_text("The last answer is another one by now")
    assert int(host.seat("Ann")["spotlight"]) == had
    host.touch("Ann: one more")  # the form shows the current values
    host.touch("It was said too late")
    until(lambda: bool(host.seat("Ann")["spotlight"] == had + 1))


def test_the_pace_is_chosen_at_the_start_and_at_the_desk(visitors: Visitors, desk: Page) -> None:
    host = Host(visitors.house, desk)
    host.begin(names=["Ann", "Ben", "Cal"], pace="teaching")
    expect(desk.locator("#pace")).to_have_value("teaching")
    desk.locator("#pace").select_option("untimed")
    until(lambda: bool(host.table.board["table"]["pace"] == "untimed"))
    page = visitors.open("/start", viewport=TABLET)
    expect(page.locator('select[name="pace"]')).to_have_value("usual")


def test_whose_action_it_is_is_put_right_in_deathmatch(visitors: Visitors, desk: Page) -> None:
    visitors.house.command("start", game="deathmatch", names=["Ann", "Ben", "Cal"], lead=0, variants=["castle"])
    page = visitors.open("/desk", viewport=TABLET)
    before = visitors.house.board["headline"]
    page.locator('#right-forms [data-kind="turn"] summary').click()
    page.get_by_label("Whose action it is").select_option("Cal")
    page.get_by_role("button", name="The table has agreed on it").click()
    until(lambda: bool(visitors.house.board["headline"] != before))
    assert "Cal" in visitors.house.board["headline"]
    # a form opened before its page is current gets the message that it is late
    expect(page.locator("#decision")).to_contain_text("Cal")
    expect(page.locator("#pace-line")).to_be_hidden()
    form = page.locator('#right-forms [data-kind="revealed"]')
    form.locator("summary").click()
    form.get_by_label("Who", exact=True).select_option("Ben")
    form.get_by_label("Which character it was").select_option("Hamlet")
    form.get_by_role("button", name="The companion did not see it").click()
    until(lambda: visitors.house.board["seats"][1]["character"] is not None)
    assert visitors.house.board["seats"][1]["character"]["id"] == "Hamlet"


def test_in_deathmatch_the_card_of_the_protagonist_goes_to_somebody_else_and_acts_have_one_number(
    visitors: Visitors,
) -> None:
    visitors.house.command("start", game="deathmatch", names=["Ann", "Ben", "Cal"], lead=0, variants=["castle"])
    page = visitors.open("/desk", viewport=TABLET)
    page.locator('#right-forms [data-kind="protagonist"] summary').click()
    expect(page.get_by_label("Who", exact=True).locator("option")).to_have_text(["Ben", "Cal"])  # Ann has it already
    expect(page.locator("#act")).to_contain_text(visitors.house.board["where"])


def test_the_printed_page_has_the_whole_situation_and_no_hidden_card(visitors: Visitors) -> None:
    visitors.house.command("start", position=SCENE)
    page = visitors.open("/print", viewport=TABLET)
    paper = page.locator(".paper")
    expect(paper).to_contain_text("Cassio 2/")
    expect(paper).to_contain_text("Ben: ")
    expect(paper).to_contain_text("has placed ?script")
    assert "I.4" not in paper.inner_text() and "I.6" not in paper.inner_text()
    visitors.house.command("start", names=["Ann", "Ben", "עומר"], lead=0)
    page.reload()
    expect(paper).to_contain_text("\u2068עומר\u2069: 2 points")  # otherwise the figure comes before the name


def test_the_printed_page_of_a_game_without_a_book_says_every_rule_of_it(visitors: Visitors) -> None:
    visitors.house.command("start", game="asides", names=["Ann", "Ben", "Cal"])
    paper = visitors.open("/print", viewport=TABLET).locator(".paper")
    expect(paper).to_contain_text("AS6")
    expect(paper).to_contain_text("If you have taken exactly as many as you promised, you get 5 points more.")


def test_in_deathmatch_each_part_begins_with_how_it_is_and_only_what_is_changed_is_sent(visitors: Visitors) -> None:
    visitors.house.command("start", game="deathmatch", position=SECRETS)
    page = visitors.open("/desk", viewport=TABLET)
    page.locator('#right-forms [data-kind="limit"] summary').click()
    who, points = page.get_by_label("Who", exact=True), page.get_by_label("How many points")
    expect(points).to_have_value("")  # nobody else knows the limits of a secret character
    who.select_option("Ben")
    limits = visitors.house.board["seats"][1]["character"]["limits"]
    for suit, limit in limits.items():
        page.get_by_label("Which suit").select_option(suit)
        expect(points).to_have_value(str(limit))
    page.locator('#right-forms [data-kind="hand_size"] summary').click()
    page.get_by_label("Who", exact=True).select_option("Cal")
    expect(page.get_by_label("How many cards")).to_have_value("5")
    page.get_by_role("button", name="It was counted wrongly").click()
    expect(page.locator("#toast")).to_contain_text("current value")
    assert visitors.house.desk["steps"] == []
    page.locator('#right-forms [data-kind="revealed"] summary').click()
    expect(page.get_by_label("How it lies now")).to_have_value("yes")
    page.get_by_label("Who", exact=True).select_option("Ben")
    expect(page.get_by_label("How it lies now")).to_have_value("")  # it was face up, and was turned face down
    page.locator('#right-forms [data-kind="turn"] summary').click()
    expect(page.get_by_label("Whose action it is")).to_have_value("Cal")


def test_on_a_phone_what_is_put_right_stands_above_the_seats_however_many_play(visitors: Visitors) -> None:
    names = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
    visitors.house.command("start", game="deathmatch", names=names, lead=0)
    page = visitors.open("/desk", viewport=PHONE)
    expect(page.locator(".desk-seat")).to_have_count(8)
    right, seats = page.locator("#right").bounding_box(), page.locator("#seats").bounding_box()
    assert right and seats and right["y"] + right["height"] <= seats["y"]
    assert page.evaluate("document.documentElement.scrollHeight") <= 3000  # about 3.5 times the height of a phone


def test_on_a_tablet_what_was_played_follows_what_is_put_right_beside_eight_seats(visitors: Visitors) -> None:
    names = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
    visitors.house.command("start", game="deathmatch", names=names, lead=0)
    page = visitors.open("/desk", viewport=TABLET)
    expect(page.locator(".desk-seat")).to_have_count(8)
    right, played = page.locator("#right").bounding_box(), page.locator("#played").bounding_box()
    seats, table = page.locator("#seats").bounding_box(), page.locator("#table").bounding_box()
    assert right and played and 0 <= played["y"] - right["y"] - right["height"] <= 40
    assert seats and table and 0 <= table["y"] - seats["y"] - seats["height"] <= 40


def test_on_a_tablet_what_is_put_right_stands_close_below_what_may_be_done(visitors: Visitors) -> None:
    visitors.house.command("start", game="deathmatch", names=["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"])
    page = visitors.open("/desk", viewport=TABLET)
    expect(page.locator(".desk-seat")).to_have_count(8)
    options, right = page.locator(".desk-options").bounding_box(), page.locator("#right").bounding_box()
    assert options and right and 0 <= right["y"] - options["y"] - options["height"] <= 40
