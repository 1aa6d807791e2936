"""Announcements, if wanted: by the table's own voice, and by the browser of a screen or a phone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cuelight.app.speech.prompts import SpokenPrompts
from cuelight.app.speech.voice import speech_program
from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from tests.support.running_table import House, People, running
from tests.support.table_pages import visited
from tests.support.waiting import until

STAND_IN = """#!/bin/sh
# stands in for a speech program: writes down what it is to say
printf '%s\\n' "$*" >> "$SPOKEN"
"""
LISTEN = """() => {
    window.spoken = [];
    speechSynthesis.speak = (said) => { window.spoken.push([said.lang, said.text]); };
}"""
ALOUD = "Read aloud what happens and who may act"
NAMES = ["Ann", "Ben", "Cal"]


def play_to_the_turn_of_ben(house: House) -> People:
    """Play until the second seat is to reveal; return the people, who can continue."""
    People(house, seed=3).play(until=lambda board: board["phase"] == "reveal")
    people = People(house, seed=1)
    while house.board["seats"][1]["cue"] != "your-turn":
        people.answer(house.desk)
        house.let_the_lights_come_on()
        house.catch_up()
    return people


def use_nothing(house: House) -> None:
    """Pass for everybody until the placement begins."""
    while house.board["phase"] == "pre-placement":
        seats = [seat["cue"] for seat in house.board["seats"]]
        if "go-on" in seats:
            house.mat("press", button=f"seat{seats.index('go-on') + 1}")
        house.let_the_lights_come_on()
        house.catch_up()


def test_the_voice_says_the_moment_and_the_light_of_a_seat_that_wants_it_in_the_language_of_the_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program, spoken = tmp_path / "espeak-ng", tmp_path / "spoken"
    program.write_text(STAND_IN)
    program.chmod(0o755)
    spoken.touch()
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("SPOKEN", str(spoken))

    def last() -> str:
        return (spoken.read_text().splitlines() or [""])[-1]

    with running(tmp_path / "table.db", pace=0, speech=speech_program()) as house:
        house.command("start", names=NAMES, lead=0)
        assert house.desk["aloud"] == {"program": "espeak-ng", "moment": False, "lights": [], "dark": []}
        use_nothing(house)
        assert last() == ""
        house.command("voice", moment=True)
        until(lambda: last() == f"-v en -- {house.board['headline']}.")
        house.command("language", language="de")
        until(lambda: last() == f"-v de -- {house.board['headline']}.")
        house.command("voice", moment=False, lights=["seat2"])
        house.command("language", language="en")
        play_to_the_turn_of_ben(house)
        says = "Press: reveal. Hold: exit (+1 intrigue)."
        until(lambda: last() == f"-v en -- Ben: your turn. {says}")
    with running(tmp_path / "table.db", pace=0) as house:
        assert house.desk["aloud"] == {"program": None, "moment": False, "lights": ["seat2"], "dark": []}


def test_the_light_of_a_seat_that_wants_sound_instead_stays_dark_and_the_pages_go_on_showing_it(tmp_path: Path) -> None:
    fitted = FittedTable(full_mat(2), [], [], lambda: 0.0, {})
    with running(tmp_path / "table.db", fitted=fitted) as house:
        house.command("start", names=NAMES[:2], lead=0)
        [asked] = [seat["seat"] for seat in house.board["seats"] if seat["cue"] == "go-on"]
        until(lambda: fitted.lights()[asked] == "go-on")
        house.command("voice", dark=[asked])
        until(lambda: fitted.lights()[asked] == "idle")
        assert [seat["cue"] for seat in house.board["seats"] if seat["seat"] == asked] == ["go-on"]
        assert house.desk["aloud"]["dark"] == [asked]
        house.command("voice", dark=[])
        until(lambda: fitted.lights()[asked] == "go-on")


def test_nothing_is_said_twice_and_not_that_one_fewer_is_waited_for(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", names=NAMES, lead=0)
        use_nothing(house)
        aloud = SpokenPrompts()

        def words() -> str:
            return aloud.words(house.board, moment=True, lights=())

        assert words() == "Everyone: play one card face down."
        people = People(house, seed=3)
        people.answer(house.desk)
        assert "Waiting for" in house.board["headline"]  # two players are left, who got the announcement
        assert words() == ""
        house.let_the_lights_come_on()
        people.play(until=lambda board: board["window"] is not None and board["happening"])
        board = house.board
        assert words().endswith(f"{board['happening']}. {board['headline']}.")
        assert words() == ""
        house.command("pause", paused=True)
        assert words() == f"{board['happening']}. The table makes a pause."
        house.command("pause", paused=False)
        assert words() == f"{board['happening']}. {board['headline']}."


@pytest.mark.parametrize(("game", "names"), [("deathmatch", NAMES), ("asides", NAMES)])
def test_every_game_says_its_moments(game: str, names: list[str], tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", game=game, names=names)
        aloud, board = SpokenPrompts(), house.board
        assert board["headline"] in aloud.words(board, moment=True, lights=())


def heard(page: Page) -> list[list[str]]:
    spoken: list[list[str]] = page.evaluate("() => window.spoken.splice(0)")
    return spoken


def switch(page: Page, wanted: bool) -> None:
    page.get_by_label("Sound and contrast").click()
    page.get_by_label(ALOUD).set_checked(wanted)
    page.get_by_label("Sound and contrast").click()


def follow(page: Page, house: House) -> dict[str, Any]:
    board = house.board
    page.wait_for_function("(seq) => Number(document.documentElement.dataset.seq) >= seq", arg=board["seq"])
    return board


def test_a_wall_reads_out_the_moment_and_a_phone_what_its_own_light_asks_besides(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        house = visitors.house
        house.command("start", names=NAMES, lead=0)
        wall, phone = visitors.open("/board"), visitors.open("/seat/2", viewport={"width": 390, "height": 844})
        for page in (wall, phone):
            follow(page, house)
            page.evaluate(LISTEN)
        wall.get_by_role("button", name="Pages").click()  # its links are collapsed
        for page in (wall, phone):
            switch(page, True)
        house.command("start", names=NAMES, lead=0)
        house.let_the_lights_come_on()  # they were asked to deal the tiles
        follow(phone, house)
        lays = "Anything first? Exchange: in the circle. Press: pass. Hold: swap a hand card (1 intrigue)."
        phone.wait_for_function("(says) => window.spoken.at(-1)?.[1].endsWith(says)", arg=lays)
        use_nothing(house)
        house.let_the_lights_come_on()
        people = play_to_the_turn_of_ben(house)
        board = follow(wall, house)
        follow(phone, house)
        says = "Your turn. Press: reveal. Hold: exit (+1 intrigue)."
        phone.wait_for_function("(says) => window.spoken.some(([, words]) => words.endsWith(says))", arg=says)
        wall.wait_for_function("(says) => window.spoken.at(-1)?.[1].includes(says)", arg=board["headline"])
        assert {language for language, _words in heard(phone)} == {"en"}
        assert not any(says in words for _language, words in heard(wall))
        switch(wall, False)
        people.play(until=lambda board: board["scene"] > 1)
        follow(wall, house)
        assert heard(wall) == []
        desk = visitors.open("/desk")
        desk.locator("#aloud > summary").click()
        expect(desk.locator("#aloud-words")).to_contain_text("no speech program")
