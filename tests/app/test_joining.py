"""Joining a running game: positions at a table, from the page and the command line, saved, resumed, compared."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.errors import InputError
from companion.journal import Journal
from companion.othello.game import GAME
from companion.othello.model.cards import is_unknown
from companion.othello.notation.read import position_from_json
from cuelight.__main__ import main
from tests.app.test_own_decks import own_deck, post
from tests.support.running_table import Json, People, running, served
from tests.support.served_pages import PHONE
from tests.support.table_pages import Visitors, visited

NAMES = ("Ann", "Ben", "Cal")


def under_way(**keys: Any) -> Json:
    """Act III, a scene begins; everybody has two cards of each kind in the hand."""
    hand = ["?script", "?script", "?staging", "?staging"]
    seats = [{"name": name, "hand": list(hand), "points": 10 + index} for index, name in enumerate(NAMES)]
    return {"edition": "2024", "act": 3, "scene": 2, "lead": "Ben", "seats": seats, **keys}


# --- at the table


def test_a_game_is_taken_up_played_on_and_taken_up_again_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", position=under_way(tiles={"Cassio": {"wounds": 3}}))
        board = house.board
        points = {seat["name"]: seat["points"] for seat in board["seats"]}
        assert points == {"Ann": 10 + 2, "Ben": 11 + 2, "Cal": 12 + 2}  # with the tokens of the start of a game
        assert (board["act"], board["scene"], board["phase"], board["lead"]) == (3, 2, "pre-placement", 1)
        hands = house.desk["hands"]
        assert not any(is_unknown(card) for hand in hands.values() for card in hand)
        People(house, seed=1).play(until=lambda board: board["scene"] == 3)
        before = house.desk
    with running(path, pace=0) as house:
        assert house.desk["hands"] == before["hands"]
        assert house.board["log"] == before["board"]["log"]
        People(house, seed=2).play()
        assert house.board["winners"]


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_what_was_saved_is_the_same_situation_when_it_is_taken_up(tmp_path: Path, seed: int) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("deck", text=own_deck())
        house.command("start", names=list(NAMES[: 2 + seed % 2]))
        people = People(house, seed=seed)
        moments = iter(range(10**6))
        people.play(until=lambda board: board["act"] == 2 and next(moments) == 3 * seed)  # also in mid-scene
        saved = house.table.ask("position", {})
        house.command("start", position=json.loads(json.dumps(saved)))
        assert house.table.ask("position", {}) == saved
        assert house.board["table"]["deck_title"] == "Our copy"
        people.play(until=lambda board: board["act"] == 3)


def test_a_press_reveals_a_card_of_which_a_position_says_the_back_alone(tmp_path: Path) -> None:
    seats = [{"name": name, "placed": "?script"} for name in ("Ann", "Ben", "Cal")]
    position = {"edition": "2024", "phase": "reveal", "lead": "Ann", "seats": seats}
    with running(tmp_path / "table.db") as house:
        house.command("start", position=position)
        lies = house.desk["zones"]["seat2.play"]
        house.mat("press", button="seat3")
        assert house.desk["decision"]["kind"] == "reveal"
        house.mat("press", button="seat2")
        assert house.board["seats"][1]["card"]["card"]["id"] == lies
        assert house.desk["questions"] == house.desk["irregularities"] == []
        house.command("undo")
        house.let_the_lights_come_on()
        house.catch_up()
        house.mat("press", button="seat2")
        assert house.board["seats"][1]["card"]["card"]["id"] == lies


def test_a_saved_situation_tells_no_card_that_only_its_player_knows() -> None:
    seats = under_way()["seats"]
    seats[0] |= {"hand": ["III.4", "Seize", "?script"], "placed": "III.7"}
    seats[1] |= {"placed": "III.8", "revealed": True, "done": True}
    piles = {"script": ["III.1", "III.2"], "staging": ["Seize"], "script_discard": ["III.3"]}
    told = GAME.about("position", position_from_json(under_way(seats=seats, phase="reveal", piles=piles)), ())
    assert told["seats"][0]["hand"] == ["?script", "?script", "?staging"]
    assert (told["seats"][0]["placed"], told["seats"][1]["placed"]) == ("?script", "III.8")
    assert told["piles"] == {"script": 2, "script_discard": ["III.3"], "staging": 1, "staging_discard": []}


def test_a_position_that_cannot_be_is_refused_with_all_its_faults_and_the_game_goes_on(tmp_path: Path) -> None:
    bad = under_way(lead="Dan", tiles={"Hamlet": {}})
    bad["seats"][0] |= {"coins": {"Iago": 13}}
    bad["seats"][1] |= {"scored": ["I.1", "I.1"]}
    with running(tmp_path / "table.db") as house, served(house) as address:
        house.command("start", names=list(NAMES))
        before = house.board
        status, answer = post(address, "/api/start", {"position": bad})
        assert status == 400
        fields = [fault["field"] for fault in answer["faults"]]
        assert fields == ["lead", "seats[1].scored[1]", "tiles.Hamlet", "seats[0].coins.Iago"]
        assert house.board == before


def test_names_that_no_board_can_show_are_told_at_their_field(tmp_path: Path) -> None:
    bad = under_way()
    bad["seats"][2]["name"] = "C" * 25
    with running(tmp_path / "table.db") as house, served(house) as address:
        status, answer = post(address, "/api/start", {"position": bad})
        assert (status, list(answer["fields"])) == (400, ["seats[2].name"])


def test_a_position_is_played_with_a_deck_of_the_table(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("deck", text=own_deck(points=30))
        seats = under_way()["seats"]
        seats[0]["scored"] = ["I.2"]
        house.command("start", position=under_way(seats=seats, deck="our-copy"))
        assert house.board["seats"][0]["breakdown"]["script"] == 10 + 30
        with pytest.raises(InputError, match="no deck 'theirs'"):
            house.command("start", position=under_way(deck="theirs"))


# --- the command line


def test_the_program_takes_up_a_position_once(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, position=under_way(), pace=0) as house:
        People(house, seed=1).play(until=lambda board: board["scene"] == 3)
    with running(path, position=under_way()) as house:
        assert (house.board["act"], house.board["scene"]) == (3, 3)
    with running(path, position=under_way(scene=4)) as house:
        assert house.board["scene"] == 4
    with closing(Journal.open(path)) as journal:
        assert len(journal.games()) == 2


def test_run_lists_everything_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(under_way(act=9, lead="Dan")))
    arguments = ["--position", str(file), "--journal", str(tmp_path / "table.db"), "--port", "0"]
    assert main(["run", *arguments]) == 2
    told = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1:3] for line in told] == [[str(file), "act"], [str(file), "lead"]]


def test_positions_are_checked_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.write_text(json.dumps(under_way()))
    later = under_way(scene=3, tiles={"Cassio": {"wounds": 2}})
    later["seats"][1] |= {"hand": ["?script", "Seize"], "scored": ["III.1"], "handkerchief": True}
    second.write_text(json.dumps(later))
    assert main(["position", "check", str(first)]) == 0
    assert "Ann, Ben, Cal; Act III, scene 2" in capsys.readouterr().out
    assert main(["position", "diff", str(first), str(first)]) == 0
    assert capsys.readouterr().out == "no difference\n"
    assert main(["position", "diff", str(first), str(second)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "scene: 2 → 3",
        "piles staging: 23 → 24",
        "tiles Cassio wounds: 0 → 2",
        "Ben hand: ?script, ?staging, ?staging → Seize",
        "Ben scored: none → III.1",
        "Ben handkerchief: false → true",
        "6 differences",
    ]
    assert main(["position", "diff", str(first), str(second), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told[0] == {"where": "scene", "first": 2, "second": 3}
    second.write_text(json.dumps(under_way(act=9, lead="Dan")))
    assert main(["position", "check", str(second)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


# --- the page


def fill(page: Page, field: str, value: str) -> None:
    page.locator(f'[data-field="{field}"]').fill(value)


def fault(page: Page, field: str) -> str:
    """Return the error beside a field."""
    input = page.locator(f'[data-field="{field}"]')
    expect(input).to_have_attribute("aria-invalid", "true")
    around = input.locator("xpath=ancestor::*[self::label or contains(@class,'seat-row')][1]")
    return around.locator("xpath=following-sibling::p[1]").inner_text()


def test_a_game_under_way_is_written_down_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        page = visitors.open("/start", viewport=PHONE)
        page.get_by_role("link", name="Join a game in progress").click()
        page.get_by_role("button", name="One seat fewer").click()
        page.locator("select[name=act]").select_option("3")
        page.locator(".join-seat").nth(1).locator(".lead-choice").click()
        for seat, name in enumerate(NAMES):
            fill(page, f"seats[{seat}].name", name)
            fill(page, f"seats[{seat}].points", str(20 + seat))
        page.locator(".join-seat summary").first.click()
        fill(page, "seats[0].coins.Iago", "13")
        fill(page, "seats[0].scored", "I.1 I.99")
        fill(page, "tiles.Cassio.wounds", "2")
        fill(page, "seats[2].name", "Ann")
        page.get_by_role("button", name="Play on").click()
        assert "12 Iago coins" in fault(page, "seats[0].coins.Iago")
        assert "I.99" in fault(page, "seats[0].scored")
        assert "another player" in fault(page, "seats[2].name")
        expect(page.locator("#told p")).to_contain_text("3 entries are impossible")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        fill(page, "seats[0].coins.Iago", "2")
        fill(page, "seats[0].scored", "I.1")
        fill(page, "seats[2].name", "Cal")
        page.get_by_role("button", name="Play on").click()
        page.wait_for_url("**/mat")
        board = visitors.house.board
        assert (board["act"], board["lead"], board["seats"][2]["breakdown"]["script"]) == (3, 1, 22)
        assert board["seats"][0]["coins"] == {"Iago": 2}
        assert {tile["character"]: tile["wounds"] for tile in board["tiles"]}["Cassio"] == 2
        take_up_what_is_saved(visitors, tmp_path)


def take_up_what_is_saved(visitors: Visitors, tmp_path: Path) -> None:
    page = visitors.open("/desk", viewport=PHONE)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save this position").click()
    assert download.value.suggested_filename == "othello-act-3-scene-1.json"
    file = tmp_path / "saved.json"
    download.value.save_as(file)
    before = visitors.house.table.ask("position", {})
    visitors.house.command("start", names=["Zoe", "Yan Li"])
    page = visitors.open("/join", viewport=PHONE)
    typed = [page.locator(f'[data-field="seats[{number}].name"]') for number in range(3)]
    expect(typed[0]).to_have_value("Zoe")
    expect(typed[1]).to_have_value("Yan Li")
    expect(typed[2]).to_have_count(0)
    page.set_input_files("#position-file", str(file))
    page.get_by_role("button", name="Yes, end that game and play on").click()
    page.wait_for_url("**/mat")
    assert visitors.house.table.ask("position", {}) == before
    page = visitors.open("/join", viewport=PHONE)
    page.get_by_text("or paste it").click()
    page.get_by_label("A position as JSON").fill("{oops")
    page.get_by_role("button", name="Load it").click()
    expect(page.locator("#told")).to_contain_text("This is not a saved position")


def test_every_fault_without_a_field_of_its_own_is_listed(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        page = visitors.open("/join")
        page.get_by_text("or paste it").click()
        bad = under_way(order=["Ann"], phase="reveal", set_aside=["V.1", "V.1"], act=7)
        page.get_by_label("A position as JSON").fill(json.dumps(bad))
        page.get_by_role("button", name="Load it").click()
        expect(page.locator("#told li")).to_have_count(2)
        expect(page.locator("#told")).to_contain_text("order must have every player once")
        expect(page.locator('[data-field="act"]')).to_have_attribute("aria-invalid", "true")
