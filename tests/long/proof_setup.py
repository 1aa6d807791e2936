"""The setup pages of a table with an emulated mat, by hand in a browser, with a count of questions.

Run by `make proof`: `pytest tests/long/proof_setup.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware.table_file.load import read_table_file
from tests.support.axe_check import SIZES, violations
from tests.support.emulated_desk import Workbench
from tests.support.mat_world import need_micropython
from tests.support.waiting import until
from tests.system.test_tour import OPEN, Typed

MOST_QUESTIONS = 5
LAMPS = 12


def opened(browser: Browser, address: str) -> Page:
    page = browser.new_page(bypass_csp=True, viewport=SIZES["tablet"])
    page.set_default_timeout(60_000)
    page.goto(address)
    return page


def lit(bench: Workbench) -> list[int]:
    """Return the seats whose whole ring is lit."""
    lamps = bench.part("mat")["lamps"]
    rings = [lamps[at : at + LAMPS] for at in range(0, len(lamps), LAMPS)]
    return [seat for seat, ring in enumerate(rings) if all(lamp != "000000" for lamp in ring)]


def test_a_stranger_comes_to_a_lit_table_with_a_mat_by_few_questions_and_no_file(
    browser: Browser, tmp_path: Path
) -> None:
    need_micropython()
    table_file = tmp_path / "cuelight" / "table.toml"
    with (
        Workbench(tmp_path, "--mat") as bench,
        Typed("cuelight run", bench.environment, "--host", "127.0.0.1", "--port", "0") as table,
    ):
        until(lambda: bool(OPEN.search(table.says("Open http://"))))
        page = opened(browser, OPEN.findall(table.says("Open"))[0] + "/setup")
        text, questions = page.locator("#text"), 0
        page.get_by_role("button", name="Begin").click()
        expect(text).to_have_text("How many people can sit at the table?")
        page.get_by_role("button", name="3", exact=True).click()
        questions += 1
        for place, words in (("mat.0", "seat 1"), ("mat.1", "seat 2"), ("mat.2", "seat 3"), ("mat.6", "the middle")):
            expect(text).to_contain_text(f"Hold a card to the reader {'in' if place == 'mat.6' else 'of'} {words}")
            for size in SIZES.values():
                page.set_viewport_size(size)
                assert list(violations(page)) == []
            bench.lay("1", place)
        expect(text).to_contain_text("There are more readers. Which seat has them in a rack")
        page.get_by_role("button", name="No", exact=True).click()
        questions += 1
        expect(text).to_contain_text("One lamp glows.")
        while text.text_content() != "The table is set up.":  # a double press is reported and asked for again
            before = page.locator("html").get_attribute("data-setup")
            until(lambda: len(lit(bench)) == 1)
            (seat,) = lit(bench)
            while page.locator("html").get_attribute("data-setup") == before:
                bench.do(do="push", part="mat", seat=seat, on=True)
                page.wait_for_timeout(200)
                bench.do(do="push", part="mat", seat=seat, on=False)
                page.wait_for_timeout(300)
        expect(text).to_have_text("The table is set up.")
        page.get_by_role("button", name="Finish").click()
        expect(page.get_by_role("link", name="Give each card its tag")).to_be_visible()
        assert read_table_file(table_file).served() == ("seat1.play", "seat2.play", "seat3.play", "stage.target")
        assert questions <= MOST_QUESTIONS
        page.get_by_role("link", name="Start a game").click()
        page.get_by_role("button", name="Start", exact=True).wait_for()
        page.close()
        at_console(bench)
    print(f"promise setup: {questions} questions, 0 files edited")


def at_console(bench: Workbench) -> None:
    """Let the command ask the running table for its devices, which the table takes back afterwards."""
    with Typed("cuelight setup", bench.environment) as window:
        window.says("This table has been set up already.")
        window.type("keep")
        window.says("has them in a rack, for the cards of a bot?")
        window.type("")
        window.says("One lamp glows.")
        window.type("end")
        assert "The table plays with it already" in window.ends()
    until(lambda: not standing(bench)["devices"], 60.0)


def standing(bench: Workbench) -> dict[str, list[object]]:
    """Return the faults that `cuelight doctor` reports for the devices of the running table."""
    command = [sys.executable, "-m", "cuelight", "doctor", "--json"]
    told = subprocess.run(command, env=bench.environment, capture_output=True, text=True, check=False)
    wrong = [each for each in json.loads(told.stdout)["findings"] if each["check"].startswith("reader ")]
    return {"devices": [each for each in wrong if each["result"] == "wrong"] or ([] if wrong else ["none"])}


def says(page: Page, words: str) -> None:
    """Wait until a page asks this."""
    expect(page.locator("#text")).to_contain_text(words, timeout=60_000)


def presses(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.timeout(600)
def test_a_setup_holds_out_a_reload_a_pulled_plug_a_second_person_and_another_language(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        Workbench(tmp_path, "--readers", "3") as bench,
        Typed("cuelight run", bench.environment, "--host", "127.0.0.1", "--port", "0") as table,
    ):
        until(lambda: bool(OPEN.search(table.says("Open http://"))))
        address = OPEN.findall(table.says("Open"))[0]
        ann, ben = (opened(browser, address + "/setup") for _ in range(2))
        complaints: list[str] = []
        for page in (ann, ben):
            page.on("pageerror", lambda error: complaints.append(str(error)))
        presses(ann, "Begin")
        says(ben, "How many people can sit at the table?")
        bench.do(do="plug", part="reader-3", on=False)
        presses(ben, "3")
        says(ann, "the reader of seat 1")
        bench.lay("1", "reader-1")
        for page in (ann, ben):
            says(page, "the reader of seat 2")
        bench.lay("1", None)
        ann.reload()
        says(ann, "the reader of seat 2")
        expect(ann.locator("#count")).to_have_text("2 of 4")
        bench.do(do="plug", part="reader-2", on=False)
        bench.do(do="plug", part="reader-2", on=True)
        bench.lay("2", "reader-2")  # its port is reopened automatically
        says(ann, "the reader of seat 3")
        bench.lay("2", None)
        bench.do(do="plug", part="reader-3", on=True)
        presses(ann, "Back")
        says(ben, "the reader of seat 2")
        presses(ben, "Skip")
        says(ann, "the reader of seat 3")
        seen = ann.locator("html").get_attribute("data-setup")
        skip = "async (changes) => (await fetch('/api/setup', {method: 'POST', headers: {'Content-Type': "
        skip += "'application/json'}, body: JSON.stringify({do: 'skip', changes})})).status"
        assert seen is not None
        changes = int(seen.split("/")[1])
        assert sorted([ann.evaluate(skip, changes), ben.evaluate(skip, changes)]) == [200, 409]
        says(ben, "the reader in the middle")
        presses(ben, "Back")
        says(ann, "the reader of seat 3")
        with Typed("cuelight setup", bench.environment) as window:  # a third one takes part, and closes the window
            window.says("the reader of seat 3. (3 of 4)")
        bench.lay("3", "reader-3")
        says(ann, "the reader in the middle")
        speak = "(language) => fetch('/api/language', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
        speak += "body: JSON.stringify({language})})"
        ann.evaluate(speak, "de")
        ben.reload()
        says(ben, "Halt eine Karte an den Leser in der Mitte")
        presses(ben, "Überspringen")
        says(ben, "Der Tisch ist eingerichtet.")
        presses(ben, "Fertig")
        ann.reload()
        expect(ann.get_by_role("link", name="Spiel starten")).to_be_visible(timeout=60_000)
        file = tmp_path / "cuelight" / "table.toml"
        assert read_table_file(file).served() == ("seat1.play", "seat2.play", "seat3.play")
        assert complaints == []
        ann.close()
        ben.close()
    print("promise setup-under-way: reload, back, plug pulled and put back, two pages and a terminal at once, German")


def test_mpremote_talks_with_the_mat_whose_bootsel_is_pressed_after_it_is_plugged_in(tmp_path: Path) -> None:
    need_micropython()
    with Workbench(tmp_path, "--mat") as bench:
        bench.do(do="plug", part="mat", on=False)
        bench.do(do="plug", part="mat", on=True)
        bench.do(do="bootsel", part="mat", on=True)
        until(lambda: os.path.exists(bench.ports[0]))
        command = [sys.executable, "-m", "mpremote", "connect", bench.ports[0], "fs", "ls"]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "mat.py" in told.stdout, told


def test_hands_drag_tap_and_press_on_the_page_of_the_desk(browser: Browser, tmp_path: Path) -> None:
    need_micropython()
    with Workbench(tmp_path, "--mat", "--readers", "1") as bench:
        page = opened(browser, bench.address)
        page.click("[data-card='1']")
        page.click("[data-place='mat.0']")
        page.wait_for_selector("[data-place='mat.0'] [data-card='1']")
        card = page.locator("[data-card='2']").bounding_box()
        place = page.locator("[data-place='mat.1']").bounding_box()
        assert card is not None and place is not None
        page.mouse.move(card["x"] + 20, card["y"] + 20)
        page.mouse.down()
        page.mouse.move(place["x"] + place["width"] - 8, place["y"] + 60, steps=3)
        page.mouse.up()
        page.wait_for_selector("[data-place='mat.1'] [data-card='2'][data-half]")
        page.locator("[data-push='0']").hover()
        page.mouse.down()
        page.wait_for_selector("[data-push='0'][data-down]")
        page.mouse.up()
        until(lambda: not any(bench.part("mat")["down"]))
        assert list(violations(page)) == []
        page.close()
