"""README.md and docs: commands run, examples are accepted, and tables match the program."""

import doctest
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.core.observation import _FROM_JSON
from companion.core.values import fields_of
from companion.game.interpretation import ButtonMeaning
from companion.othello.model.answers import Do, answer_from_json
from companion.othello.model.decision import DecisionKind
from companion.othello.model.deck import deck_from_objects, load_deck
from companion.othello.model.frames import Choices
from companion.othello.model.ruleset import edition_names
from companion.othello.model.vocabulary import Marker
from companion.othello.notation.cards import check_names, deck_to_json
from companion.othello.notation.flow import PHASE_NAMES
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.scoring import Score
from companion.othello.table.cues import PAIRS
from companion.othello.table.hands import PAUSES
from companion.othello.table.table_of_gestures import hint
from cuelight.__main__ import main
from cuelight.cli import WRONG_INPUT, WRONG_OUTPUT
from cuelight.commands.replay_polls import LOOK
from cuelight.commands.text_interface import FORBIDDEN
from hardware.lights import LOOKS
from tests.support import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
README, PLAYING = ROOT / "README.md", ROOT / "docs" / "playing.md"
FORMATS, DESIGN = ROOT / "docs" / "formats.md", ROOT / "docs" / "design.md"
SERVES = re.compile(r"^cuelight (run|demo)\b", re.MULTILINE)
PLAIN: dict[str, Any] = {"edition": "2024", "lead": "Ann", "seats": [{"name": name} for name in ("Ann", "Ben", "Cal")]}


class Block(NamedTuple):
    """A fenced block: its language, its text, and the block of output that directly follows, if any."""

    language: str
    text: str
    shown: str | None


def blocks(page: Path, *languages: str) -> list[Block]:
    fence = re.compile(r"^```(\w+)\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
    fenced = fence.findall(page.read_text(encoding="utf-8"))
    return [Block(language, text, shown or None) for language, text, shown in fenced if language in languages]


def examples(language: str) -> list[Any]:
    return [
        pytest.param(block.text, id=f"{page.stem}-{number}")
        for page in PAGES
        if page.stem != "deathmatch"  # tests/games/deathmatch/test_docs.py has those
        for number, block in enumerate(blocks(page, language), start=1)
    ]


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def codes(cell: str) -> list[str]:
    """Return the words in backquotes."""
    return re.findall(r"`([^`]+)`", cell)


def tables(page: Path, *heads: str) -> list[list[list[str]]]:
    """Return the cells of each table that has these heads, row by row."""
    head = re.escape("| " + " | ".join(heads) + " |\n")
    bodies = re.findall(rf"^{head}\|[ |-]+\|\n((?:\|.*\|\n)+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [[[cell.strip() for cell in row[1:-1].split("|")] for row in body.splitlines()] for body in bodies]


def table(page: Path, *heads: str) -> list[list[str]]:
    """Return the cells of the one table that has these heads."""
    (rows,) = tables(page, *heads)
    return rows


def column(rows: list[list[str]], number: int = 0) -> list[str]:
    return [code for row in rows for code in codes(row[number])]


# --- commands ---


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "sh")], ids=lambda page: page.stem)
def test_what_a_page_says_to_type_runs(page: Path, tmp_path: Path) -> None:
    commands = str(Path(sys.executable).parent)
    env = os.environ | {"PATH": f"{commands}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    env.pop("XDG_DATA_HOME", None)
    for block in blocks(page, "sh"):
        if SERVES.search(block.text):
            serve(block.text, tmp_path, env)
            continue
        done = subprocess.run(
            ["sh", "-eu", "-c", block.text],
            cwd=tmp_path,
            env=env,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        if block.shown is not None:
            assert done.stdout == block.shown


def serve(text: str, folder: Path, env: dict[str, str]) -> None:
    """Run a table until it prints its address, then end it as Ctrl+C does."""
    with subprocess.Popen(
        ["sh", "-eu", "-c", text],
        cwd=folder,
        env=env,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as table:
        assert table.stdout is not None
        said = table.stdout.readline()
        os.killpg(table.pid, signal.SIGINT)
    assert re.search(r"Open http://\S+:\d+$", said)


def test_every_make_command_in_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    made = set(re.findall(r"^(\w+):", makefile, re.MULTILINE))
    told = {word for code in codes(prose(README)) for word in re.findall(r"^make (\w+)", code)}
    assert {"run", "test"} <= told <= made


# --- examples ---


@pytest.mark.parametrize("text", examples("json"))
def test_an_example_is_taken_by_the_program(text: str) -> None:
    document = json.loads(text)
    if "seats" in document:
        assert position_to_json(position_from_json(document))["seats"]
    elif "character_1" in document:
        assert deck_from_objects([document]).cards
    else:
        state = position_from_json(PLAIN)
        check_names(answer_from_json(document, [seat.name for seat in state.seats]), state)


@pytest.mark.parametrize("text", examples("jsonl"))
def test_lines_of_an_example_are_taken_by_the_program(text: str, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    if any("t" in line for line in lines):
        script = tmp_path / "script.jsonl"
        script.write_text(text, encoding="utf-8")
        assert main(["script", str(script)]) == 0
        return
    state = position_from_json(PLAIN)
    for line in lines:
        check_names(answer_from_json(line, [seat.name for seat in state.seats]), state)


def test_json_within_a_line_can_be_read() -> None:
    found = [code for code in codes(prose(FORMATS)) if code.startswith("{")]
    assert found
    for code in found:
        json.loads(code.replace("{…}", "{}"))


# --- tables ---


def test_every_answer_has_its_fields_in_the_table() -> None:
    rows = table(FORMATS, "`do`", "must have", "may have", "what happened")
    told = {codes(row[0])[0]: (set(codes(row[1])), set(codes(row[2]))) for row in rows}
    assert told == {str(do): (set(do.must), set(do.may)) for do in Do}


def test_every_field_of_a_choice_is_in_the_table() -> None:
    assert column(table(FORMATS, "field", "value", "for")) == list(fields_of(Choices))


def test_every_key_of_a_position_is_in_the_tables() -> None:
    document = position_to_json(position_from_json(PLAIN))
    head, seat = tables(FORMATS, "key", "what it is", "if it is left out")
    piles, card, *_printed = tables(FORMATS, "key", "what it is")
    assert set(column(head)) == {*document, "frames"}
    assert set(column(seat)) == set(document["seats"][0])
    assert set(column(piles)) == set(document["piles"])
    assert set(column(card)) == set(deck_to_json(load_deck("stand-in"))[0])


def test_the_words_of_a_position_are_in_its_table() -> None:
    rows = {codes(row[0])[0]: codes(row[1]) for row in tables(FORMATS, "key", "what it is", "if it is left out")[0]}
    assert rows["phase"] == list(PHASE_NAMES)
    assert rows["marker"] == list(Marker)
    assert rows["edition"] == edition_names()


def test_what_is_printed_is_in_the_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position, empty = tmp_path / "position.json", tmp_path / "nothing.jsonl"
    position.write_text(json.dumps(PLAIN), encoding="utf-8")
    empty.write_text("", encoding="utf-8")
    assert main(["play", str(position), str(empty), "--json"]) == 0
    played = json.loads(capsys.readouterr().out)
    assert main(["script", str(empty), "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    empty.write_text('{"t": 0, "do": "look", "zone": "seat1.play"}', encoding="utf-8")
    assert main(["script", str(empty), "--json"]) == 0
    looked = json.loads(capsys.readouterr().out)
    printed, more, of_looks = tables(FORMATS, "key", "what it is")[2:]
    assert column(printed) == list(played)
    assert set(column(printed) + column(more)) == set(seen)
    assert set(column(printed) + column(more) + column(of_looks)) == set(looked)
    scores = next(codes(row[1]) for row in printed if codes(row[0]) == ["scores"])
    assert scores == ["name", "total", *Score._fields]


def test_every_kind_of_decision_is_in_the_table() -> None:
    assert set(column(table(FORMATS, "kind", "asks for"))) == set(PAUSES)


def test_every_kind_of_observation_is_in_the_table() -> None:
    assert column(table(FORMATS, "`do`", "fields", "what was reported")) == [*_FROM_JSON, LOOK]


def test_the_exit_statuses_are_those_of_the_program() -> None:
    rows = table(FORMATS, "exit status", "means")
    assert [int(row[0]) for row in rows] == [0, WRONG_OUTPUT, WRONG_INPUT, FORBIDDEN]


def test_the_table_of_lights_has_the_looks_of_the_program() -> None:
    rows = table(PLAYING, "light", "colour", "motion", "says")
    assert [(*codes(row[0]), *row[1:3]) for row in rows] == [
        (str(cue), look.colour, look.motion.name) for cue, look in LOOKS.items()
    ]


def test_the_table_of_buttons_has_their_meaning_by_light() -> None:
    told = {cue: ButtonMeaning(*row[1:]) for row in table(PLAYING, "light", "press", "hold") for cue in codes(row[0])}
    assert told == {cue: pair for cue, pair in PAIRS.items() if pair != ButtonMeaning()}
    assert set(PAIRS) == set(LOOKS)


# --- links and the picture ---


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", prose(page)):
        if target.startswith(("https://", "http://")):
            continue
        name, _, heading = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.is_file(), target
        assert not heading or heading in headings(file), target


def headings(page: Path) -> list[str]:
    """Return the anchors of a page's headings."""
    found = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in found]


def test_every_file_that_the_design_names_is_there() -> None:
    pages = [DESIGN, *(ROOT / "docs" / name for name in ("adding.md", "adding-a-game.md"))]
    told = [code for page in pages for code in codes(prose(page))]
    names = [code for code in told if re.fullmatch(r"[\w/*-]+\.(py|toml|md|js|css)", code)]
    assert len(names) > 80
    for name in names:
        folders = (ROOT, ROOT / "companion", ROOT / "companion" / "othello")
        assert any(list(folder.glob(name)) for folder in folders), name


def test_pictures_are_pngs_of_a_modest_size() -> None:
    for path in (ROOT / "docs").glob("*.png"):
        data = path.read_bytes()
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        assert len(data) < 450_000


def test_the_table_of_what_hands_do_is_the_one_that_the_pages_read() -> None:
    told = {codes(kind)[0]: says for kind, says in table(PLAYING, "open now", "what hands do")}
    assert told == {kind: hint(kind) for kind in DecisionKind}


def test_the_way_of_one_card_is_what_happens() -> None:
    tried = doctest.testfile(str(ROOT / "docs" / "trace.md"), module_relative=False, encoding="utf-8")
    assert tried.attempted > 20
    assert tried.failed == 0
