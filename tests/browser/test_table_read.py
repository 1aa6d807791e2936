"""A Table Read: the line of a card is large on the board at its moment, and spoken by a speech
program if there is one.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from cuelight.app.speech.voice import PROGRAMS, Voice, Words, speech_program
from tests.app.test_own_decks import own_deck
from tests.support import recorded_table as fixtures
from tests.support import served_pages as web_room
from tests.support.running_table import PATIENCE, House, Json, People, running
from tests.support.served_pages import LARGE, PHONE, Room
from tests.support.snapshot_parts import card
from tests.support.table_pages import visited
from tests.support.waiting import until

house, room = web_room.house, web_room.room

STAND_IN = """#!/bin/sh
# stands in for a speech program: hands its words on, and is done when somebody has taken them
for words; do :; done
printf '%s\\n' "$words" > "$SPOKEN"
"""


class Stage:
    """The speech output at the table. A line lasts until it is read from the pipe."""

    def __init__(self, pipe: Path) -> None:
        self._pipe = pipe

    def listen(self) -> str:
        """Return the next spoken line."""
        heard: list[str] = []
        thread = threading.Thread(target=lambda: heard.append(self._pipe.read_text().strip()), daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert heard, "nothing was spoken"
        return heard[0]


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    folder, pipe = tmp_path / "bin", tmp_path / "spoken"
    folder.mkdir()
    program = folder / "espeak-ng"
    program.write_text(STAND_IN)
    program.chmod(0o755)
    os.mkfifo(pipe)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setenv("SPOKEN", str(pipe))
    yield Stage(pipe)


def a_card_with_a_line(window: Json | None) -> bool:
    return bool(window and window["kind"] == "window" and window["card"] and window["card"].get("line"))


def reading(house: House, people: People) -> str:
    """Play on until another card with a line is turned up; return its line."""
    now = house.board["window"]
    before = now and now["id"]
    people.play(until=lambda board: a_card_with_a_line(board["window"]) and board["window"]["id"] != before)
    return str(house.board["window"]["card"]["line"])


def test_a_speech_program_is_found_on_the_path(stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert speech_program() == (str(tmp_path / "bin" / "espeak-ng"), *PROGRAMS["espeak-ng"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert speech_program() is None


def test_each_line_is_spoken_when_its_card_is_turned_up_and_the_table_waits_for_none(
    stage: Stage, tmp_path: Path
) -> None:
    with running(tmp_path / "table.db", pace=0, speech=speech_program()) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], variants=["table-read"])
        assert house.desk["voice"] == {"program": "espeak-ng", "speaks": True}
        people = People(house, seed=3)
        first = reading(house, people)
        last = first
        while last == first:  # the first line is still being spoken: nobody has read it
            last = reading(house, people)
        assert stage.listen() == first
        assert stage.listen() == last


def test_a_card_is_read_once_and_not_again_after_a_restart(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], variants=["table-read"])
        assert house.desk["voice"] == {"program": None, "speaks": True}
        before = reading(house, People(house, seed=2))
    with running(path, pace=0, speech=speech_program()) as house:
        after = before
        while after == before:
            after = reading(house, People(house, seed=3))
        assert stage.listen() == after


def test_nothing_is_spoken_where_it_is_switched_off_or_no_table_read_is_played(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0, speech=speech_program()) as house:
        house.command("start", names=["Ann", "Ben", "Cal"])
        assert house.desk["voice"] is None
        reading(house, People(house, seed=2))
        house.command("start", names=["Ann", "Ben", "Cal"], variants=["table-read"])
        house.command("voice", speaks=False)
        silent = reading(house, People(house, seed=2))
    with running(path, pace=0, speech=speech_program()) as house:
        assert house.desk["voice"]["speaks"] is False
        house.command("voice", speaks=True)
        heard = silent
        while heard == silent:
            heard = reading(house, People(house, seed=3))
        assert stage.listen() == heard


def test_of_lines_that_wait_only_the_newest_is_spoken(stage: Stage) -> None:
    voice = Voice(speech_program())
    voice.say(Words("-first"))
    until(lambda: voice.speaking)
    for line in ("second", "third"):
        voice.say(Words(line))
    assert [stage.listen(), stage.listen()] == ["-first", "third"]
    voice.say(Words("never heard"))
    voice.close()


def test_a_program_that_is_gone_is_no_trouble(tmp_path: Path) -> None:
    voice = Voice((str(tmp_path / "gone"),))
    voice.say(Words("Farewell"))
    voice.close()
    Voice(None).say(Words("Nothing"))


# --- on the pages


def test_the_line_fills_the_stage_at_its_moment(room: Room) -> None:
    page = room.open("/board", LARGE)
    sizes = {}
    for variants in ([], ["table-read"]):
        board = fixtures.reveal()
        board["table"]["variants"] = variants
        room.table.publish(board)
        expect(page.locator("#limelight-line")).to_contain_text("I have been talking with a suitor here")
        expect(page.locator("#cast")).to_be_visible(visible=not variants)
        size = page.locator("#limelight-line").evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
        sizes[bool(variants)] = size
    assert sizes[True] >= 75 > sizes[False]  # at 1080 pixels high: four centimetres on a screen one metre wide
    for line in ("Ay. " * 10, "A longer one, with more words. " * 5, "Words, words, words. " * 14):
        board = fixtures.reveal()
        board["table"]["variants"] = ["table-read"]
        board["seats"][2]["card"]["card"] = board["window"]["card"] = {**card("III.4"), "id": "III.5", "line": line}
        room.table.publish(board)
        expect(page.locator("#limelight-line")).to_contain_text(line.strip())
        stage, words = (page.locator(name).bounding_box() for name in ("#stage", ".limelight-words"))
        assert stage is not None and words is not None
        assert stage["y"] <= words["y"] and words["y"] + words["height"] <= stage["y"] + stage["height"], line


def test_the_text_of_an_owners_card_fills_the_stage_until_it_is_carried_out(browser: Browser, tmp_path: Path) -> None:
    masque = own_deck() + '\n[[staging]]\nid = "Masque"\ntext = "Everybody passes a card to the left."\n'
    seats = [{"name": "Ann", "placed": "Masque"}, {"name": "Ben", "placed": "?script"}]
    position = {"edition": "2024", "lead": "Ben", "phase": "reveal", "seats": seats, "deck": "our-copy"}
    with visited(browser, tmp_path / "table.db") as visitors:
        visitors.house.command("deck", text=masque)
        visitors.house.command("start", position=position)
        page = visitors.open("/board")
        expect(page.locator("#cast")).to_be_visible()
        visitors.house.command("answer", by="Ann", do="reveal")
        expect(page.locator("#limelight-line")).to_have_text("Everybody passes a card to the left.")
        expect(page.locator("#cast")).to_be_hidden()
        size = page.locator("#limelight-line").evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
        assert size >= 75


def test_the_desk_says_whether_lines_are_spoken(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db", speech=("/bin/true",)) as visitors:
        visitors.house.command("start", names=["Ann", "Ben"], variants=["table-read"])
        page = visitors.open("/desk", viewport=PHONE)
        expect(page.locator("#voice-words")).to_have_text("true reads each line aloud.")
        page.get_by_role("button", name="Stop reading aloud").click()
        expect(page.locator("#voice-words")).to_have_text("The lines are not read aloud.")
        page.get_by_role("button", name="Read aloud", exact=True).click()
        expect(page.locator("#voice-words")).to_have_text("true reads each line aloud.")
        visitors.house.command("start", names=["Ann", "Ben"])
        expect(page.locator("#voice")).to_be_hidden()
