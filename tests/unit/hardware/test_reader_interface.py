"""The reader interface: each kind is one file, and no other code names it."""

import re
from pathlib import Path

import pytest

from hardware.readers import USUAL, backends
from tests.support import ROOT

FOLDER = ROOT / "hardware" / "readers"


def test_every_file_in_the_folder_is_a_kind_of_reader_of_its_name() -> None:
    assert set(backends()) == {file.stem for file in FOLDER.glob("*.py")} - {"__init__"}
    assert next(iter(backends())) == USUAL


@pytest.mark.parametrize("name", backends())
def test_no_other_file_names_a_kind_of_reader(name: str) -> None:
    word = re.compile(rf'"{name}"')
    files = [file for room in ("cuelight", "hardware", "web") for file in (ROOT / room).rglob("*.py")]
    named = [file for file in files if file.parent != FOLDER and word.search(_code(file))]
    assert not [str(file.relative_to(ROOT)) for file in named]


def _code(file: Path) -> str:
    """Return a file's text without docstrings and comments."""
    return re.sub(r'""".*?"""|#[^\n]*', "", file.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("name", backends())
def test_a_kind_of_reader_says_how_its_devices_are_written(name: str) -> None:
    kind = backends()[name]
    assert kind.name == name and kind.written
    assert not kind.knows("no device; at all")
