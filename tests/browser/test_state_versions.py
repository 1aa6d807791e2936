"""A command names the state that its page shows: if another screen has changed it, the command is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from companion.core.cues import Cue
from companion.core.errors import CuelightError, InputError
from companion.table.conflicts import Conflict
from companion.table.lights import LATE_SECONDS
from cuelight.app.games.round import NotHeld
from hardware.virtual_mat import EmptyZone
from tests.support import ROOT
from tests.support.rack_table import RackTable
from tests.support.running_table import House, Json, People, running, served
from tests.support.table_pages import visited
from tests.support.waiting import until
from web.api.commands import COMMANDS

NAMES = ["Ann", "Ben", "Cal"]


class Screen:
    """A page with a state, and its commands until it refreshes."""

    def __init__(self, house: House, name: str) -> None:
        self.house = house
        self.name = name
        self.look()

    def look(self) -> None:
        self.state = self.house.desk["board"]["state"]

    def sends(self, command: str, **body: Any) -> Json:
        return self.house.command(command, **body, state=self.state, screen=self.name)

    def is_told(self, words: str, command: str, **body: Any) -> None:
        """Check that the command is refused with these words and changes nothing."""
        before = self.desk()
        with pytest.raises(Conflict, match=words):
            self.sends(command, **body)
        assert self.desk() == before

    def desk(self) -> Json:
        """Return the desk without values that change automatically: the board's times and the journal's size."""
        return {key: value for key, value in self.house.desk.items() if key not in ("board", "journal")}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with running(tmp_path / "table.db") as house:
        house.command("start", names=NAMES, lead=0)
        yield house


@pytest.fixture
def screens(house: House) -> tuple[Screen, Screen]:
    return Screen(house, "this"), Screen(house, "other")


def card(house: House, seat: int, number: int = 0) -> str:
    """Return a script card of a hand."""
    return [str(name) for name in house.desk["hands"][f"seat{seat}"] if "." in name][number]


def test_a_tap_that_was_to_lay_a_card_does_not_lift_what_another_screen_has_laid(
    house: House, screens: tuple[Screen, Screen]
) -> None:
    this, other = screens
    first, second = card(house, 1), card(house, 1, 1)
    other.sends("mat", do="tag", zone="seat1.play", thing=first)
    this.is_told("Another screen was faster before Ann", "mat", do="tag", zone="seat1.play", thing=second)
    this.is_told("Another screen was faster before Ann", "mat", do="lift", zone="seat1.play")
    this.look()
    this.sends("mat", do="lift", zone="seat1.play")
    assert house.desk["zones"]["seat1.play"] is None


def test_a_card_that_another_screen_has_laid_elsewhere_is_not_taken_from_there(
    house: House, screens: tuple[Screen, Screen]
) -> None:
    this, other = screens
    other.sends("mat", do="tag", zone="stage.target", thing="tile:Cassio")
    this.is_told("faster on the stage", "mat", do="tag", zone="seat2.play", thing="tile:Cassio")


def test_no_name_finds_a_card_that_lies_face_down(tmp_path: Path) -> None:
    table = RackTable(tmp_path / "table.db", "othello", slots=0)
    table.house.command("start", game="othello", names=["Ann", "Ben"], lead=0)
    screen = Screen(table.house, "this")
    table.lay("seat1.play", "I.4")
    told = []
    for named in ("I.4", "I.9"):
        with pytest.raises(CuelightError) as refused:
            screen.sends("mat", do="tag", zone="seat2.play", thing=named)
        told.append(str(refused.value))
    table.close()
    assert told == ["The reader before Ben sees what lies there. Nothing was done: lay or lift the card there."] * 2


def test_one_person_is_never_too_quick(house: House, screens: tuple[Screen, Screen]) -> None:
    this, other = screens
    first, second = card(house, 1), card(house, 1, 1)
    this.sends("mat", do="tag", zone="seat1.play", thing=first)
    this.sends("mat", do="lift", zone="seat1.play")
    this.sends("mat", do="tag", zone="seat1.play", thing=second)
    other.sends("mat", do="tag", zone="seat2.play", thing=card(house, 2))
    assert [house.desk["zones"][f"seat{seat}.play"] for seat in (1, 2)] == [second, card(house, 2)]


def test_a_card_that_is_laid_last_is_not_turned_up_by_a_request_that_comes_twice(house: House) -> None:
    for seat in (2, 3):
        house.mat("tag", zone=f"seat{seat}.play", thing=card(house, seat))
    this, mine = Screen(house, "this"), card(house, 1)
    while house.desk["decision"]["kind"] != "placement":
        house.command("answer", **house.desk["options"][0]["answer"])
        this.look()
    this.sends("mat", do="tag", zone="seat1.play", thing=mine)
    this.is_told("Too late: Ann is asked something else by now", "mat", do="tag", zone="seat1.play", thing=mine)
    assert house.board["seats"][0]["card"] == {"face": "down"}


def test_of_two_people_who_take_back_at_once_one_is_told(house: House, screens: tuple[Screen, Screen]) -> None:
    for name in ("Ben", "Cal"):
        house.command("answer", by=name, do="pass")
    for screen in screens:
        screen.look()
    screens[0].sends("undo")
    screens[1].is_told("it was taken back, or more was played", "undo")
    assert house.desk["undo_text"] == "Ben passes"


def test_two_hosts_put_the_same_thing_right_once(house: House, screens: tuple[Screen, Screen]) -> None:
    this, other = screens
    right: Json = {"do": "correct", "changes": [{"what": "intrigue", "of": "Ann", "now": 7}], "because": "late"}
    other.sends("answer", **right)
    this.is_told("it was taken back, or more was played", "answer", **right)
    other.is_told("From this screen the last answer has been changed just now", "answer", **right)
    this.look()
    this.sends("answer", **right | {"changes": [{"what": "intrigue", "of": "Ann", "now": 8}]})
    assert house.board["seats"][0]["intrigue"] == 8


def test_two_hosts_say_once_what_a_setting_has_changed(house: House) -> None:
    house.command("start", game="deathmatch", names=NAMES)
    house.command("answer", do="protagonist", to="Ann")
    house.command("answer", by="Ann", do="setting", card="heath")
    this, other = Screen(house, "this"), Screen(house, "other")
    before = house.board["seats"][1]["pile"]
    gone = {"what": "card", "card": "?action", "from": {"pile": "Ben", "at": "top"}, "to": "discard"}
    other.sends("answer", do="carry-out", source="setting", changes=[gone])
    for screen, words in ((this, "more was played"), (other, "From this screen")):
        screen.is_told(words, "answer", do="carry-out", source="setting", changes=[gone])
    assert house.board["seats"][1]["pile"] == before - 1
    this.look()
    other.look()
    other.sends("answer", do="carry-out", source="setting")
    this.is_told("The last answer is another one by now", "answer", do="carry-out", source="setting")


def test_an_answer_counts_once(house: House, screens: tuple[Screen, Screen]) -> None:
    this, other = screens
    other.sends("answer", by="Ben", do="pass")
    this.is_told("Too late: Ben is asked something else by now", "answer", by="Ben", do="pass")
    this.is_told("Too late: Cal is asked something else", "answer", by="Cal", do="pass")


def test_a_trade_counts_once(house: House, screens: tuple[Screen, Screen]) -> None:
    seats = [{"name": name, "intrigue": 6, "spotlight": 0} for name in NAMES]
    house.command("start", position={"edition": "2024", "phase": "intermission", "lead": "Ann", "seats": seats})
    for screen in screens:
        screen.look()
    this, other = screens
    this.sends("answer", by="Ann", do="trade", give="intrigue")
    for screen in screens:
        screen.is_told("or more was played", "answer", by="Ann", do="trade", give="intrigue")
    other.sends("answer", by="Ben", do="trade", give="intrigue")
    assert [seat["spotlight"] for seat in house.board["seats"]] == [1, 1, 0]


def test_what_others_answer_takes_nobody_his_own_answer(house: House) -> None:
    seats = [{"name": name, "placed": "?script", "spotlight": 1} for name in NAMES]
    seats[1] |= {"placed": "I.4"}
    house.command("start", position={"edition": "2024", "phase": "reveal", "lead": "Ann", "seats": seats})
    house.command("answer", by="Ben", do="reveal")
    this, other = Screen(house, "this"), Screen(house, "other")
    assert house.desk["decision"]["players"] == ["Cal", "Ann"]
    other.sends("answer", by="Cal", do="pass")
    this.sends("answer", by="Ann", do="spotlight")
    assert house.board["seats"][0]["spotlight"] == 0


def test_a_press_for_a_window_that_has_closed_is_told_to_its_page(house: House) -> None:
    seats = [{"name": name, "placed": "?script", "spotlight": 1} for name in NAMES]
    seats[1] |= {"placed": "I.4"}
    house.command("start", position={"edition": "2024", "phase": "reveal", "lead": "Ann", "seats": seats})
    house.command("answer", by="Ben", do="reveal")
    this = Screen(house, "this")
    house.let_the_window_close()
    house.clock.now += LATE_SECONDS
    until(lambda: house.desk["lights"]["seat3"] == Cue.YOUR_TURN)
    this.is_told("The light of Cal asks something else by now", "mat", do="hold", button="seat3")
    assert not house.board["seats"][2]["done"]


def test_a_page_of_another_game_or_of_before_a_restart_is_told(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", names=NAMES, lead=0)
        this = Screen(house, "this")
        house.command("start", names=NAMES, lead=1)
        this.is_told("Another game is being played", "answer", by="Ben", do="pass")
        this.is_told("Another game is being played", "pause", paused=True)
        this.is_told("Another game is being played", "rename", seat="seat2", name="Bea")
        this.look()
    with running(tmp_path / "table.db") as again:
        this.house = again
        this.is_told("has restarted since", "undo")


@pytest.mark.parametrize("state", ["soon", -1, 1.5, True, [1]])
def test_a_state_that_cannot_be_one_is_refused(house: House, state: object) -> None:
    with pytest.raises(InputError, match="state"):
        house.command("undo", state=state)


def test_a_command_that_names_no_state_is_taken_as_it_is(house: House) -> None:
    for name in ("Ben", "Cal"):
        house.command("answer", by=name, do="pass")
    house.command("undo")
    house.command("undo")
    assert house.desk["undo_text"] == "Ann has Iago"


def test_a_page_hears_of_it_by_a_status_and_a_code(house: House) -> None:
    this = Screen(house, "this")
    house.command("answer", by="Ben", do="pass")
    body = json.dumps({"by": "Ben", "do": "pass", "state": this.state}).encode()
    with served(house) as address, pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{address}/api/answer", body, {"Content-Type": "application/json"}))
    told = json.load(refused.value)
    assert (refused.value.code, told["code"]) == (409, "stale")
    assert told["error"].endswith("Nothing was done: look again.")


def test_who_had_chosen_a_card_that_somebody_else_lays_is_told_and_lifts_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        visitors.house.command("start", names=NAMES, lead=0)
        mine = card(visitors.house, 1)
        pages = [visitors.open("/mat") for _ in range(2)]
        hands = [page.get_by_role("region", name="Ann", exact=True).locator(f'[data-thing="{mine}"]') for page in pages]
        places = [page.locator('[data-zone="seat1.play"]') for page in pages]
        for hand in hands:
            hand.first.click()
            expect(hand.first).to_have_attribute("aria-pressed", "true")
        places[1].click()
        expect(pages[0].locator("#toast")).to_contain_text("Somebody else has moved what you chose")
        places[0].click()
        expect(pages[0].locator("#toast")).to_contain_text("Nothing was done")
        expect(places[0]).to_have_attribute("data-lies", mine)
        assert visitors.house.desk["zones"]["seat1.play"] == mine


def test_two_taps_reveal_however_quickly_they_come(browser: Browser, tmp_path: Path) -> None:
    seats = [{"name": name, "placed": "?script"} for name in NAMES]
    seats[1] |= {"placed": "I.4"}
    with visited(browser, tmp_path / "table.db") as visitors:
        position = {"edition": "2024", "phase": "reveal", "lead": "Ann", "seats": seats}
        visitors.house.command("start", position=position)
        page = visitors.open("/mat")
        place = page.locator('[data-zone="seat2.play"]')
        expect(place).to_have_attribute("data-lies", "I.4")
        place.evaluate("(node) => { node.click(); node.click(); }")  # the page gets no update between them
        expect(page.locator("#decision")).to_contain_text("Ben reveals “Roderigo convinces Brabantio”")
        expect(place).to_have_attribute("data-lies", "I.4")
        expect(page.locator("#toast")).to_be_hidden()


def test_a_hold_that_lasts_until_the_question_changes_answers_neither(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        house = visitors.house
        house.command("start", names=NAMES, lead=0)
        people = People(house, seed=1)
        people.play(until=lambda board: board["window"] is not None)
        number = house.board["window"]["seats"][0]
        page = visitors.open("/mat")
        button = page.locator(f"[data-button=seat{number + 1}]")
        page.evaluate(
            "() => { const real = setTimeout;"
            " globalThis.setTimeout = (what, ms) => (ms === 600 ? ((globalThis.held = what), 1) : real(what, ms)); }"
        )
        button.hover()
        page.mouse.down()
        house.let_the_window_close()
        expect(page.locator("html")).to_have_attribute("data-seq", str(house.board["seq"]))
        steps = len(house.desk["steps"])
        page.evaluate("held()")
        expect(page.locator("#toast")).to_contain_text("asks something else by now")
        page.mouse.up()
        assert len(house.desk["steps"]) == steps


def test_a_refusal_of_a_stale_command_is_one_that_pages_know(house: House) -> None:
    assert issubclass(Conflict, CuelightError) and not issubclass(Conflict, ValueError)


def test_a_card_of_another_hand_is_not_laid_at_a_seat_and_no_hand_changes(house: House) -> None:
    hands, zones = house.desk["hands"], house.desk["zones"]
    theirs = card(house, 2)
    with pytest.raises(NotHeld, match="from the hand of Ben, not of Ann"):
        house.mat("tag", zone="seat1.play", thing=theirs)
    for said in (theirs, card(house, 1)):
        with pytest.raises(NotHeld, match="is laid, not said"):
            house.command("answer", by="Ann", do="place", card=said)
    held = {name for hand in hands.values() for name in hand}
    in_the_box = next(name for name in house.desk["box"] if "." in name and name not in held)
    with pytest.raises(NotHeld, match=r"Ann does not have that card\. Nothing was done: lay one from the hand of Ann"):
        house.mat("tag", zone="seat1.play", thing=in_the_box)
    assert (house.desk["hands"], house.desk["zones"]) == (hands, zones)
    assert house.desk["questions"] == house.desk["irregularities"] == []


def test_through_a_whole_act_every_card_is_where_hands_have_laid_it(house: House) -> None:
    """Cards move only by the game: a seat holds the cards that it may play, and held those that it has played."""
    People(house, seed=5).play(until=lambda board: board["act"] > 1)
    assert house.board["act"] == 2


def test_an_undo_that_comes_twice_from_one_screen_is_told_as_that(house: House, screens: tuple[Screen, Screen]) -> None:
    this, other = screens
    this.sends("undo")
    this.is_told("From this screen the last answer has been changed just now", "undo")
    other.is_told("it was taken back, or more was played", "undo")


def test_an_empty_place_is_named_by_who_sits_there(house: House) -> None:
    with pytest.raises(EmptyZone, match="Nothing lies before Ben"):
        house.command("mat", do="lift", zone="seat2.play")
    with pytest.raises(EmptyZone, match="Nothing lies on the stage"):
        house.command("mat", do="lift", zone="stage.target")


def test_a_hold_shows_the_card_that_only_the_drawn_mat_knows(house: House) -> None:
    """After a position the session knows no face-down card, and the mat has dealt them all."""
    seats = [{"name": name, "placed": "?script", "intrigue": 0} for name in NAMES]
    house.command("start", position={"edition": "2024", "phase": "reveal", "lead": "Ann", "seats": seats})
    placed = house.desk["zones"]["seat2.play"]
    house.command("mat", do="hold", button="seat2")
    assert house.board["newest"]["id"] == placed
    assert {entry["code"] for entry in house.desk["irregularities"]} <= {"exit.curtain"}  # E1: then it is played


def test_pages_name_the_state_with_whatever_is_meant_for_one_game() -> None:
    """Otherwise a pause, for example, could stop a game that another host has started since."""
    page = (ROOT / "web" / "static" / "live.js").read_text(encoding="utf-8")
    found = re.search(r"ANSWERING = (\[.*?\]);", page)
    assert found is not None
    answering = json.loads(found[1])
    assert set(answering) == {name for name, each in COMMANDS.items() if "state" in each.body["properties"]}
    assert {"pause", "pace", "close", "chair", "rename"} <= set(answering)
