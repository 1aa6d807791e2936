"""The virtual mat in a real browser: gestures on it, the state of each seat, and its layout on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.places import seat_name
from tests.support import recorded_table as fixtures
from tests.support import served_pages as web_room
from tests.support.served_pages import LAPTOP, PHONE, Room, sending
from tests.support.snapshot_parts import Json

house, room = web_room.house, web_room.room

PASS: Json = {"do": "pass"}
SEIZE: Json = {"do": "seize"}
SPOTLIGHT: Json = {"do": "spotlight"}
WHO = "Ann or Dorothea may interrupt"


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
    page.locator('#loose [data-thing="coin:Iago"]').click()
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


def test_where_the_system_chooses_the_colours_a_button_is_still_seen_and_fills_while_it_is_held(room: Room) -> None:
    page = open_mat(room, forced_colors="active", reduced_motion="reduce")
    button = page.locator(".push").first
    place = button.bounding_box()
    assert place is not None
    looks = set()
    for part, value in (("visibility", "hidden"), ("visibility", "visible"), ("--full", "360deg")):
        button.evaluate("(node, [part, value]) => node.style.setProperty(part, value)", [part, value])
        button.locator(".push-ring").evaluate("(node, part) => node.style.setProperty(part, 'inherit')", part)
        looks.add(page.screenshot(clip=place))
    assert len(looks) == 3


def test_the_mat_can_be_played_from_the_keyboard(room: Room) -> None:
    page = open_mat(room)
    hint = page.locator("#hint")
    expect(hint).to_have_attribute("aria-live", "off")
    in_hand(page, "Ann", "I.2").focus()
    page.keyboard.press("Enter")
    expect(hint).to_have_attribute("aria-live", "polite")  # it announces the places for the held thing
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


def test_who_touches_what_the_bots_play_with_is_told_how_to_take_over_and_changes_nothing(room: Room) -> None:
    board = fixtures.placement()
    room.table.publish(board, {**fixtures.desk(board), "driver": "bots"})
    page = room.open("/mat")
    in_hand(page, "Ann", "I.2").drag_to(zone(page, "seat1.play"))
    expect(page.locator("#toast")).to_contain_text("Press “Take over”")
    page.get_by_role("region", name="Ann").locator(".push").click()
    in_hand(page, "Ann", "I.2").click()
    zone(page, "seat1.play").click()
    page.locator("#undo").click()
    assert room.table.commands == []


def test_at_the_end_the_mat_leads_to_the_points_and_to_another_game(room: Room) -> None:
    board = fixtures.over()
    room.table.publish(board)
    page = room.open("/mat")
    expect(page.get_by_role("link", name="Play again")).to_have_attribute("href", "/start?game=othello")
    expect(page.get_by_role("link", name="The points")).to_have_attribute("href", "/board")
    expect(page.locator("#drive")).to_be_hidden()


def test_a_table_with_a_real_mat_sends_the_virtual_hands_away(room: Room) -> None:
    board = fixtures.placement()
    room.table.publish(board, {**fixtures.desk(board), "driver": None})
    page = room.open("/mat")
    expect(page.get_by_role("link", name="To the desk")).to_be_visible()
    expect(page.locator(".station")).to_have_count(0)


def station(page: Page, player: str) -> Locator:
    return page.get_by_role("region", name=player, exact=True)


def test_a_seat_shows_what_it_can_pay_with(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/mat")
    expect(station(page, "Ann").get_by_label("intrigue 4")).to_be_visible()
    expect(station(page, "Ann").get_by_label("Iago coin: 2")).to_be_visible()
    expect(station(page, "Bob").get_by_label("spotlight 0")).to_be_visible()
    expect(station(page, "Bob").get_by_label("handkerchief")).to_be_visible()
    expect(station(page, "Cal").get_by_label("wounds 1")).to_be_visible()
    expect(station(page, "Ann").get_by_label("wounds")).to_have_count(0)


def test_a_button_says_what_it_spends_in_a_window(room: Room) -> None:
    board = fixtures.reveal()
    says = {"press": "block (1 spotlight)", "hold": "pass"}
    board["seats"][0] |= says
    board["seats"][3] |= {**says, "press": "more time"}
    room.table.publish(board, fixtures.asking(board, "window", WHO, Ann=[SPOTLIGHT, PASS], Dorothea=[SEIZE, PASS]))
    page = room.open("/mat")
    expect(station(page, "Ann").locator(".station-press")).to_have_text("Press: block (1 spotlight)")
    expect(station(page, "Ann").locator(".station-hold")).to_have_text("Hold: pass")
    expect(station(page, "Dorothea").get_by_role("button", name="button")).to_have_accessible_description(
        "Press: more time Hold: pass"
    )
    expect(station(page, "Cal").locator(".station-hints")).to_have_text("")
    expect(page.locator("#who")).to_have_text(WHO)


def test_a_button_whose_press_and_hold_are_the_same_says_so_once(room: Room) -> None:
    room.table.publish(fixtures.pre_placement())
    page = room.open("/mat")
    expect(station(page, "Bob").locator(".station-hints")).to_have_text("Press: nothing more to do")


def test_a_press_that_came_too_late_is_told_at_its_seat(room: Room) -> None:
    board = fixtures.reveal()
    board["seats"][0]["told"] = "too late: nothing has changed"
    room.table.publish(board)
    page = room.open("/mat")
    expect(station(page, "Ann").get_by_role("status")).to_have_text("too late: nothing has changed")


def test_between_the_acts_the_mat_says_who_is_waited_for(room: Room) -> None:
    board = fixtures.intermission()
    page = room.open("/mat")
    everybody = {one["name"]: [{"do": "trade", "give": "intrigue"}] for one in board["seats"]}
    room.table.publish(board, fixtures.asking(board, "intermission", "Change tokens", **everybody))
    expect(page.locator("#who")).to_have_text("waiting for everybody")
    for one in board["seats"][:3]:
        one["cue"] = "done"
    room.table.publish(board, fixtures.asking(board, "intermission", "Change tokens", **everybody))
    expect(page.locator("#who")).to_have_text("waiting for Dorothea and Eve")


def test_staging_cards_that_are_too_many_may_be_laid_down_unnamed(room: Room) -> None:
    board = fixtures.placement()
    room.table.publish(board, fixtures.asking(board, "discard", "Ann discards 1 staging card", Ann=[{"do": "discard"}]))
    page = room.open("/mat")
    expect(page.locator("#hint")).to_contain_text("press to discard without showing")


def test_a_phone_shows_first_whoever_is_asked(room: Room) -> None:
    board = fixtures.reveal()
    host = fixtures.asking(board, "window", WHO, Ann=[SPOTLIGHT, PASS], Dorothea=[SEIZE, PASS])
    room.table.publish(board, host)
    page = room.open("/mat", PHONE, has_touch=True, is_mobile=True)
    expect(page.locator(".station")).to_have_count(4)
    dock = page.locator(".dock").bounding_box()
    assert dock is not None
    for player, place in (("Ann", "seat1.play"), ("Dorothea", "seat4.play")):
        for wanted in (station(page, player).get_by_role("button", name=f"{player}’s button"), zone(page, place)):
            expect(wanted).to_be_in_viewport(ratio=1)
            assert middle(wanted)["y"] < dock["y"]


def test_a_phone_folds_the_hands_that_are_not_needed(room: Room) -> None:
    page = open_mat(room, size=PHONE, has_touch=True, is_mobile=True)
    hands = [station(page, player).locator(".hand") for player in ("Ann", "Bob")]
    expect(hands[0]).to_be_visible()
    expect(hands[1]).to_be_hidden()
    station(page, "Bob").get_by_role("button", name="Hand (6)").tap()
    expect(hands[1]).to_be_visible()
    room.table.publish({**fixtures.placement(), "headline": "Ann thinks"})
    expect(hands[1]).to_be_visible()


def test_the_dock_covers_nothing_at_the_end_of_the_page(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/mat", PHONE, has_touch=True, is_mobile=True)
    expect(page.locator(".station")).to_have_count(4)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last, dock = station(page, "Cal").bounding_box(), page.locator(".dock").bounding_box()
    assert last is not None and dock is not None
    assert last["y"] + last["height"] <= dock["y"]


def test_escape_closes_the_box_and_goes_back_to_its_button(room: Room) -> None:
    page = open_mat(room)
    opener = page.get_by_role("button", name="The box", exact=True)
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-box")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-box")).to_be_hidden()
    expect(opener).to_be_focused()


def test_the_words_of_the_stage_fit_into_its_circle(room: Room) -> None:
    page = open_mat(room, size=LAPTOP)
    circle, words = zone(page, "stage.target").bounding_box(), page.locator("#target .zone-word").bounding_box()
    assert circle is not None and words is not None
    diagonal = (words["width"] ** 2 + words["height"] ** 2) ** 0.5
    assert diagonal < circle["width"] == circle["height"]
    laid = fixtures.desk(fixtures.placement())
    laid["zones"]["stage.target"] = "I.2"
    room.table.publish(fixtures.placement(), laid)
    card = zone(page, "stage.target").locator(".card").bounding_box()
    assert card is not None
    assert circle["y"] <= card["y"] and card["y"] + card["height"] <= circle["y"] + circle["height"]


@pytest.mark.parametrize("count", [5, 8, 9])
def test_the_seats_fill_both_rows_of_the_mat_however_many_there_are(room: Room, count: int) -> None:
    board = fixtures.placement()
    some = board["seats"]
    seats = [some[0] | {"seat": seat_name(each), "name": f"P{each}", "hand": 0, "card": None} for each in range(count)]
    room.table.publish(board | {"seats": seats})
    page = room.open("/mat", LAPTOP)
    expect(page.locator(".station")).to_have_count(count)
    boxes = [station.bounding_box() for station in page.locator(".station").all()]
    for row in {round(box["y"]) for box in boxes if box is not None}:
        widths = [box["width"] for box in boxes if box is not None and round(box["y"]) == row]
        assert max(widths) - min(widths) < 2
        assert sum(widths) > 0.9 * LAPTOP["width"], (row, widths)
