"""Tags: naming them, removing hints from them, and a deck with its tags in one file."""

import json
import os
import pty
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import ndef
import pytest

from companion.core.errors import CuelightError, InputError
from companion.journal import Journal, Kind
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.deck import deck_text
from cuelight.app.devices.tags import names_in, note_name
from cuelight.app.enrolment.box import Box, export_deck, read_deck
from cuelight.app.games.decks import DeckLibrary
from cuelight.commands.tags import Workshop, enrol, export_tags, import_tags, list_tags, next_tag
from hardware.device import TagGone
from hardware.emulator import EmulatedReader, Model, Ntag
from hardware.pn532 import NfcDevice
from hardware.tag_hint import HintStays, erase_hint, read_hint, thing_of
from tests.support.nfc_table import clear_hint, hinted, uid_of

T = TypeVar("T")
STAND_IN_BOX = Box("2024", OTHELLO.box.decks.stand_in("2024"))


@pytest.fixture
def device(emulated: EmulatedReader) -> Iterator[NfcDevice]:
    opened = NfcDevice.open(emulated.path)
    yield opened
    opened.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.open(tmp_path / "table.db")) as opened:
        yield opened


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("thing", ["III.4", "Take the Lead", "tile:Iago", "coin:Desdemona"])
def test_what_an_older_cuelight_wrote_on_a_tag_is_read_and_taken_off(
    emulated: EmulatedReader, device: NfcDevice, model: Model, thing: str
) -> None:
    tag = hinted(thing, model)
    emulated.field.lay(tag)
    assert read_hint(device, uid_of(tag)) == thing and thing.encode() in tag.memory
    assert erase_hint(device, uid_of(tag))
    assert read_hint(device, uid_of(tag)) is None
    assert thing.encode() not in tag.memory and b"cuelight" not in tag.memory
    fresh = Ntag(tag.uid, model)
    assert [number for number in range(12, len(fresh.memory)) if fresh.memory[number] != tag.memory[number]] == []
    assert not erase_hint(device, uid_of(tag))


def test_a_hint_is_right_on_its_own_tag_alone() -> None:
    tag, other = hinted("III.4"), Ntag()
    uid = uid_of(tag)
    [record] = ndef.message_decoder(clear_hint(tag, "III.4"))
    whole = bytes(record.data)
    assert thing_of(whole, uid) == "III.4"
    assert thing_of(whole, uid_of(other)) is None
    assert thing_of(bytes([2]) + whole[1:], uid) is None
    for at in range(len(whole)):
        damaged = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        assert thing_of(damaged, uid) is None
    for length in range(len(whole)):
        assert thing_of(whole[:length], uid) is None


def patiently(do: Callable[..., T], *arguments: object) -> T:
    """Retry if nfcpy gives up: on a busy machine the emulated chip may exceed its time limit."""
    for _ in range(5):
        with suppress(OSError):
            return do(*arguments)
    return do(*arguments)


def test_a_tag_lifted_at_any_moment_of_erasing_says_what_it_said_or_nothing_and_is_finished_at_the_next_tap(
    emulated: EmulatedReader, device: NfcDevice, journal: Journal
) -> None:
    workshop, torn = Workshop(journal, device), 0
    for commands in range(20):
        tag = hinted("Take the Lead")
        emulated.field.lay(tag)
        tag.commands_left = commands
        try:
            patiently(workshop.erase, uid_of(tag))
        except TagGone:
            torn += 1
            tag.commands_left = None
            emulated.field.lay(tag)
            assert patiently(read_hint, device, uid_of(tag)) in (None, "Take the Lead")
            patiently(workshop.erase, uid_of(tag))
        assert b"Take" not in tag.memory and b"Lead" not in tag.memory and b"cuelight" not in tag.memory
        emulated.field.clear()
    assert torn > 5


def test_a_hint_that_cannot_be_taken_off_is_told(emulated: EmulatedReader, device: NfcDevice, journal: Journal) -> None:
    locked = hinted("I.1")
    locked.memory[15] = 0x0F
    emulated.field.lay(locked)
    with pytest.raises(HintStays, match="locked"):
        Workshop(journal, device).erase(uid_of(locked))


def test_the_newest_name_of_a_tag_counts_in_all_games(journal: Journal) -> None:
    note_name(journal, "04A1B2C3D4E580", "I.1", 0.0)
    journal.begin_game({}, 0.0)
    note_name(journal, "04A1B2C3D4E580", "I.2", 0.0)
    note_name(journal, "04A1B2C3D4E581", "Seize", 0.0)
    note_name(journal, "04A1B2C3D4E581", None, 0.0)
    assert names_in(journal) == {"04A1B2C3D4E580": "I.2"}


def own_deck(deck_id: str = "our-copy") -> str:
    """Return the text of an owner's deck file with an own staging card."""
    text = deck_text("stand-in").replace('id = "stand-in"', f'id = "{deck_id}"', 1)
    text = text.replace("Stand-in deck", "Our copy", 1)
    return text + '\n[[staging]]\nid = "Masque"\ntext = "Everybody passes a card to the left."\nchanges = ["hand"]\n'


def test_a_deck_with_its_tags_goes_to_another_table_as_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, file = tmp_path / "one.db", tmp_path / "two.db", tmp_path / "deck.json"
    with closing(Journal.open(one)) as journal:
        DeckLibrary(journal).take(own_deck(), 0.0)
        note_name(journal, "04A1B2C3D4E580", "I.1", 0.0)
        note_name(journal, "04A1B2C3D4E581", "tile:Iago", 0.0)
        note_name(journal, "04A1B2C3D4E582", "Masque", 0.0)
        note_name(journal, "04A1B2C3D4E583", "Missed Entrance", 0.0)  # from the edition of 2022
    assert export_tags(one, file) == 0
    assert import_tags(two, json.loads(file.read_text())) == 0
    assert import_tags(two, json.loads(file.read_text())) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{file} has Our copy with 3 tags; 1 more are of another deck or edition.",
        "Our copy: 3 of 3 tags are new or changed.",
        "Our copy: 0 of 3 tags are new or changed.",
    ]
    with closing(Journal.open(two)) as second:
        assert names_in(second) == {"04A1B2C3D4E580": "I.1", "04A1B2C3D4E581": "tile:Iago", "04A1B2C3D4E582": "Masque"}
        assert [deck.deck.id for deck in DeckLibrary(second).own()] == ["our-copy"]
        assert second.of_kind(Kind.DECK)[0].body["text"] == own_deck()


def test_a_file_that_cannot_be_written_is_told_and_a_pipe_keeps_its_mode(tmp_path: Path) -> None:
    journal, pipe = tmp_path / "one.db", tmp_path / "pipe"
    with pytest.raises(CuelightError, match=f"^{tmp_path} cannot be written: Is a directory$"):
        export_tags(journal, tmp_path)
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert export_tags(journal, pipe) == 0
    finally:
        os.close(reading)
    assert pipe.stat().st_mode & 0o777 == 0o666


def test_a_journal_whose_name_cannot_be_is_told(tmp_path: Path) -> None:
    with pytest.raises(CuelightError, match="cannot be used"):
        list_tags(tmp_path / ("x" * 300))


def test_the_cards_of_another_edition_have_tags_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, file = tmp_path / "one.db", tmp_path / "deck.json"
    with closing(Journal.open(one)) as journal:
        note_name(journal, "04A1B2C3D4E580", "I.1", 0.0)
        note_name(journal, "04A1B2C3D4E583", "Missed Entrance", 0.0)
    assert export_tags(one, file, edition="2022") == 0
    box, tags = read_deck(json.loads(file.read_text()))
    assert box.edition == "2022"
    assert tags == {"04A1B2C3D4E580": "I.1", "04A1B2C3D4E583": "Missed Entrance"}
    with pytest.raises(InputError, match="Missed Entrance"):
        STAND_IN_BOX.check("Missed Entrance")
    with pytest.raises(InputError):
        export_tags(one, file, edition="1604")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"form": "other"}, "is no deck"),
        ({"version": 1}, "is no deck"),
        ({"tags": {"04A1B2C3D4E580": "IX.9"}}, "there is no card"),
        ({"tags": {"04A1B2C3D4E580": "Masque"}}, "there is no card"),
        ({"tags": {"xyz": "I.1"}}, "is no uid"),
        ({"tags": []}, "must be an object"),
        ({"edition": "1604"}, "edition"),
        ({"deck": {"text": 5}}, "must be the text"),
        ({"deck": {"text": 'id = "x"'}}, "title"),
        ({"deck": {"text": own_deck("stand-in")}}, "comes with Cuelight"),
    ],
)
def test_a_file_that_is_not_right_is_refused(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    whole = json.loads(export_deck({"04A1B2C3D4E580": "I.1"}, STAND_IN_BOX))
    assert read_deck(whole)[1] == {"04A1B2C3D4E580": "I.1"}
    with pytest.raises(CuelightError, match=words):
        import_tags(tmp_path / "two.db", whole | change)
    with closing(Journal.open(tmp_path / "two.db")) as journal:
        assert names_in(journal) == {} and DeckLibrary(journal).own() == []


def talk(emulated: EmulatedReader, path: Path, tags: list[Ntag], answers: list[str], **options: Any) -> list[str]:
    """Name these tags, placed one after the other; return the output and the questions."""
    said: list[str] = []
    replies, turn = iter(answers), iter(tags)

    def lay_the_next_one() -> None:
        emulated.field.clear()
        tag = next(turn)
        time.sleep(0.08)  # time for the person to bring the next one
        emulated.field.lay(tag)

    def shown(words: str) -> None:
        said.append(words)
        if words.startswith("Lay a tag"):
            threading.Thread(target=lay_the_next_one).start()

    def ask(words: str) -> str:
        said.append(words)
        return next(replies)

    assert enrol(path, emulated.path, ask=ask, say=shown, **options) == 0
    return said


def tags_of(path: Path) -> dict[str, str]:
    with closing(Journal.open(path)) as journal:
        return names_in(journal)


def test_tags_are_named_one_after_the_other(emulated: EmulatedReader, tmp_path: Path) -> None:
    tags = [hinted("Seize"), Ntag(), Ntag()]
    path = tmp_path / "table.db"
    said = talk(emulated, path, tags, ["Masque", "nonsense", "end"], deck=own_deck())
    assert tags_of(path) == {uid_of(tags[0]): "Masque"}
    with closing(Journal.open(path)) as journal:
        assert [deck.deck.id for deck in DeckLibrary(journal).own()] == ["our-copy"]
    assert any("Our copy, edition 2024" in words for words in said)
    assert any("its hint is erased" in words for words in said)
    assert all(bytes(text, "ascii") not in tag.memory for tag in tags for text in ("Masque", "Seize", "cuelight"))
    assert any("there is no card" in words for words in said)


@pytest.mark.parametrize("answer", ["y", "n", ""])
def test_a_card_has_a_second_id_only_if_somebody_says_so(answer: str, emulated: EmulatedReader, tmp_path: Path) -> None:
    first, second, end = Ntag(), Ntag(), Ntag()
    path = tmp_path / "table.db"
    said = talk(emulated, path, [first, second, end], ["I.2", "I.2", answer, "end"])
    assert f"I.2 already has a tag ({uid_of(first)}). Add this one? [y/N] " in said
    assert tags_of(path) == dict.fromkeys(map(uid_of, (first, second) if answer == "y" else (first,)), "I.2")


def test_each_copy_of_a_card_may_have_a_tag_and_one_more_is_asked_about(
    emulated: EmulatedReader, tmp_path: Path
) -> None:
    copies = STAND_IN_BOX.copies()["Seize"]
    tags = [Ntag() for _ in range(copies + 2)]
    path = tmp_path / "table.db"
    said = talk(emulated, path, tags, ["Seize"] * copies + ["Seize", "n", "end"])
    asked = f"Seize already has {copies} tags, one for each copy. Add another? [y/N] "
    assert said.count(asked) == 1 and list(tags_of(path).values()) == ["Seize"] * copies


def test_a_tag_that_is_another_card_becomes_this_one_only_if_somebody_says_so(
    emulated: EmulatedReader, tmp_path: Path
) -> None:
    tag, end = Ntag(), Ntag()
    path = tmp_path / "table.db"
    said = talk(emulated, path, [tag, tag, tag, end], ["I.2", "I.3", "n", "I.4", "y", "end"])
    assert f"{uid_of(tag)} is I.2. Make it I.3? [y/N] " in said
    assert tags_of(path) == {uid_of(tag): "I.4"}


def test_what_was_typed_before_a_question_is_no_answer_to_it() -> None:
    told = "from cuelight.terminal.ask import ask_now as ask; import select; select.select([0], [], [])"
    controller, terminal = pty.openpty()
    command = [sys.executable, "-c", f"{told}; print('heard', ask('What is it? '))"]
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as asking:
        os.close(terminal)
        os.write(controller, b"typed ahead\n")
        shown = b""
        while b"What is it?" not in shown:
            shown += os.read(controller, 1000)
        os.write(controller, b"I.2\n")
        while not re.search(rb"heard.*\n", shown.rpartition(b"What is it?")[2]):
            shown += os.read(controller, 1000)
        assert b"heard I.2" in shown
        assert asking.wait(20) == 0
    os.close(controller)


@pytest.mark.parametrize(
    ("typed", "words"), [("", "the input has ended"), ("I.2\nI.2\n", "I.2 already has a tag"), ("I.2\n", "has ended")]
)
def test_a_script_is_refused_in_words_where_a_person_would_be_asked(
    typed: str, words: str, emulated: EmulatedReader, tmp_path: Path
) -> None:
    tags = iter([Ntag(), Ntag(), Ntag()])
    path = tmp_path / "table.db"
    ways = ["tags", "--journal", str(path), "enrol", "--device", emulated.path]
    command = [sys.executable, "-u", "-m", "cuelight", *ways]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as script:
        assert script.stdin is not None and script.stdout is not None and script.stderr is not None
        script.stdin.write(typed)
        script.stdin.close()
        for line in script.stdout:
            if line.startswith("Lay a tag"):
                emulated.field.clear()
                time.sleep(0.3)  # until the reader notices that it is gone
                emulated.field.lay(next(tags))
        assert words in script.stderr.read()
        assert script.wait(20) == 2
    assert list(tags_of(path).values()) == (["I.2"] if typed else [])


def test_the_next_tag_is_one_that_is_laid_down_now(emulated: EmulatedReader, device: NfcDevice) -> None:
    emulated.field.lay(Ntag())
    looks = iter([False] * 5 + [True])
    assert next_tag(device, lambda: next(looks)) is None
