"""Texts for people are in catalogues that match the code; a new language is only a new file."""

import ast
import importlib.util
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType
from urllib.request import urlopen

import polib
import pytest
from babel.messages.catalog import Catalog
from playwright.sync_api import Browser, expect

from companion.core import i18n as tongue
from tests.support import ROOT
from tests.support.recorded_table import RecordedTable
from tests.support.running_table import House, People, running, served
from web.server.server import Server

CATALOGUES = sorted(path for path in ROOT.glob("*/**/locale/*.po"))


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("words", ROOT / "tools" / "words.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file, which several tests read."""
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def extracted(tool: ModuleType) -> Callable[[Path], Catalog]:
    """Return the tool's extraction of a package's texts, done once for each package."""
    return cache(tool.extracted)


def places(sentence: str) -> set[str]:
    """Return the named placeholders of a sentence, as Python finds them."""
    return {name for _text, name, _form, _conversion in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_translation_has_the_places_of_the_english(path: Path) -> None:
    for entry in polib.pofile(str(path)):
        english = places(entry.msgid) | places(entry.msgid_plural)
        for said in [entry.msgstr, *entry.msgstr_plural.values()]:
            if entry.msgid_plural:
                assert places(said) <= english, entry.msgid  # "a card" needs no number
            elif said:
                assert places(said) == english, entry.msgid


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_has_its_translation(path: Path) -> None:
    said = polib.pofile(str(path))
    assert [entry.msgid for entry in said if not entry.translated()] == []


def test_the_german_says_du_and_calls_a_thing_by_one_name() -> None:
    others = r"[a-zß]e?n Sie\b|Gastgeber|(?:[Dd]ie|[Ee]ine|[Kk]eine) Tasten?\b|Nachziehstapel|Ablagestapel|Truppe"
    others += (
        r"|Szenenkarte|Regelbuch|Regelheft|Taster\b|[Ss]peicher\b|Fenster|(?:den|einen) Miscue|Spielers?\b(?! \{number)"
    )
    others += r"|[Jj]emand anders\b|\b(?:[Ww]ähle|[Ss]chreibe|[Kk]opiere)\b"
    german = [entry for path in CATALOGUES if path.stem == "de" for entry in polib.pofile(str(path))]
    said = [words for entry in german for words in [entry.msgstr, *entry.msgstr_plural.values()]]
    assert [words for words in said if re.search(others, words)] == []


def test_the_catalogues_say_what_the_code_says(tool: ModuleType, extracted: Callable[[Path], Catalog]) -> None:
    for room in tool.rooms():
        template = extracted(room)
        assert [sentence for sentence in marked(room) if sentence not in template] == [], room  # nested ones too
        for language in tool.languages():
            path = tool.catalogue_of(room, language)
            made = tool.written(tool.updated(room, language, template)) if len(template) else None
            kept = path.read_text(encoding="utf-8") if path.exists() else None
            assert made == kept, f"{path.relative_to(ROOT)}: make words"


def test_a_table_speaks_the_language_that_it_is_told() -> None:
    assert tongue.languages()["de"] == "Deutsch"
    assert tongue.spoken() == "en" and tongue._(tongue.NAME) == "English"
    tongue.speak("de")
    try:
        assert tongue.spoken() == "de" and tongue._(tongue.NAME) == "Deutsch"
    finally:
        tongue.speak("en")


def test_what_is_not_translated_is_said_in_english() -> None:
    tongue.speak("de")
    try:
        assert tongue._("{name} juggles.", name="Ann") == "Ann juggles."
        assert tongue.ngettext("{name} has a ball", "{name} has {count} balls", 3, name="Ann") == "Ann has 3 balls"
    finally:
        tongue.speak("en")


def test_no_sentence_is_made_before_the_catalogue_sees_it() -> None:
    """An f-string or a variable in `_( )` would be looked up after it is filled in, and never found."""
    for room in (ROOT / name for name in ("companion", "cuelight", "hardware", "web")):
        for path in room.rglob("*.py"):
            found = re.findall(r"(?<![\w.])(?:_|N_|ngettext)\(\s*f[\"'].*", path.read_text(encoding="utf-8"))
            assert found == [], path


def test_no_sentence_stands_within_an_f_string() -> None:
    """The catalogue tool finds it there only from Python 3.12 on."""
    for room in (ROOT / name for name in ("companion", "cuelight", "hardware", "web")):
        for path in room.rglob("*.py"):
            for text in ast.walk(parsed(path)):
                if isinstance(text, ast.JoinedStr):
                    assert not any(map(_says_a_sentence, ast.walk(text))), (path, text)


def marked(room: Path) -> Iterator[str]:
    """Yield every sentence that the Python code of a package marks, at any place."""
    for path in room.rglob("*.py") if room != ROOT / "companion" else ():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ("_", "N_"):
                yield from (str(each.value) for each in node.args[:1] if isinstance(each, ast.Constant))


def _says_a_sentence(node: ast.AST) -> bool:
    """Return True if `_` or `ngettext` gets a literal sentence."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return False
    return node.func.id in ("_", "ngettext") and isinstance(node.args[0], ast.Constant)


def test_every_sentence_of_a_script_is_seen_by_the_catalogue(
    tool: ModuleType, extracted: Callable[[Path], Catalog]
) -> None:
    """The catalogue tool finds none among the values of another one."""
    for room in tool.rooms():
        found = [each for each in extracted(room) if any(file.endswith(".js") for file, _line in each.locations)]
        seen = {each.id[0] if isinstance(each.id, tuple) else each.id for each in found}
        for path in room.rglob("*.js") if room != ROOT / "companion" else ():
            code = re.sub(r"(?m)^\s*(//|/?\*).*$", "", path.read_text(encoding="utf-8"))
            said = re.findall(r'(?<![\w.])(?:t|n|rich)\("([^"\\]+)"', code)
            assert [sentence for sentence in said if sentence not in seen] == [], path


def test_no_sentence_is_said_while_modules_are_loaded() -> None:
    """The language is chosen after that: a table in a module uses `N_`, and `_` at the place of output."""
    for room in (ROOT / name for name in ("companion", "cuelight", "hardware", "web")):
        for path in room.rglob("*.py"):
            at_once = list(_run_at_once(parsed(path)))
            assert [call.lineno for call in at_once] == [], path


def _run_at_once(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls of `_` and `ngettext` outside of functions."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _run_at_once(child)


def test_a_table_speaks_what_the_desk_has_chosen_also_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", names=["Ann", "Ben"], lead=0)
        english = house.board["headline"]
        house.command("language", language="de")
        assert house.board["table"]["language"] == "de" and house.board["headline"] != english
    with running(tmp_path / "table.db") as house:
        assert house.board["table"]["language"] == "de"
        house.command("language", language="en")
        assert house.board["headline"] == english


def test_what_was_said_can_be_said_in_another_language_also_after_it_was_written_down() -> None:
    deed = tongue.listed([tongue._("passes"), tongue.ngettext("{count} point", "{count} points", 3)])
    first = tongue._("{player} {deed}", player="Ann", deed=deed)
    written = json.loads(json.dumps({"text": first} | tongue.said_to_json(first)))
    tongue.speak("de")
    try:
        assert [tongue.say_again(text) for text in (first, tongue.said_from_json(written, written["text"]))] == [
            "Ann passt und 3 Punkte"
        ] * 2
        assert tongue.say_again("of an old journal") == tongue.said_from_json({}, "of an old journal")
    finally:
        tongue.speak("en")


def test_all_that_is_noted_changes_its_language_with_the_table_and_after_a_restart(tmp_path: Path) -> None:
    def noted(house: House) -> list[str]:
        desk = house.desk
        steps = [words for step in desk["steps"] for words in (step["text"], step["where"])]
        odd = [words for entry in desk["irregularities"] for words in (entry["message"], entry["where"])]
        return [*steps, *odd, *(each["text"] for each in desk["questions"]), desk["undo_text"]]

    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", names=["Ann", "Ben", "Cal"], lead=0)
        People(house, seed=3).play(until=lambda board: board["scene"] > 1)
        house.mat("tag", zone="stage.target", thing="coin:Emilia")
        house.mat("tag", zone="stage.target", thing="uid:04A2C3")
        english = noted(house)
        house.command("language", language="de")
        german = noted(house)
        assert [first for first, then in zip(english, german, strict=True) if first == then] == []
        house.command("language", language="en")
        assert noted(house) == english
    with running(tmp_path / "table.db", pace=0, language="de") as house:
        assert noted(house) == german


def test_pages_and_their_scripts_are_in_the_language_of_the_table() -> None:
    server = Server(RecordedTable(), "127.0.0.1", 0)
    server.start()
    try:
        tongue.speak("de")
        with urlopen(f"{server.address}/start") as answer:
            page = answer.read().decode()
        assert '<html lang="de"' in page and "Heute Abend, an diesem Tisch" in page
        address = re.search(r'src="(/words.js[?][0-9a-f]+)"', page)
        assert address is not None
        with urlopen(server.address + address[1]) as answer:
            assert "Noch hat niemand Platz genommen" in answer.read().decode()
            assert "immutable" in answer.headers["Cache-Control"]
    finally:
        server.stop()


def test_a_host_chooses_the_language_and_other_screens_follow(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house, served(house) as address:
        house.command("start", names=["Ann", "Ben"], lead=0)
        wall, desk = browser.new_page(), browser.new_page()
        wall.goto(f"{address}/board")
        desk.goto(f"{address}/desk")
        expect(wall.locator("#act")).to_have_text("Act I")
        desk.get_by_label("Language").select_option("de")
        expect(desk.get_by_label("Sprache")).to_have_value("de")
        expect(wall.locator("#act")).to_have_text("Akt I")
        expect(wall.locator("html")).to_have_attribute("lang", "de")
        wall.close()
        desk.close()
