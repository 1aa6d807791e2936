"""No command overwrites a file: all refuse with the same words and leave the file unchanged."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal
from cuelight.__main__ import main
from cuelight.app.setup.draft import _keep_unreadable
from cuelight.terminal.input_files import OutputError, new_file

JOURNAL, TABLE, FILE = "{folder}/table.db", "{folder}/table.toml", "{folder}/out/{name}"
COMMANDS = {
    "keep.json": ["journal", "--journal", JOURNAL, "keep", "1", FILE],
    "keep.html": ["journal", "--journal", JOURNAL, "keep", "1", FILE],
    "all.csv": ["journal", "--journal", JOURNAL, "keep", "all", FILE],
    "export.jsonl": ["journal", "--journal", JOURNAL, "export", "1", FILE],
    "copy.db": ["journal", "--journal", JOURNAL, "backup", FILE],
    "tags.json": ["tags", "--journal", JOURNAL, "export", FILE],
    "report.zip": ["doctor", "--table", TABLE, "--bundle", FILE],
    "looks.jsonl": ["doctor", "--table", TABLE, "--record", FILE, "--seconds", "0.1"],
    "games.jsonl": ["simulate", "--games", "1", "--game", "asides", "--jobs", "1", "--out", "{folder}/out"],
    "summary.json": ["simulate", "--games", "1", "--game", "asides", "--jobs", "1", "--out", "{folder}/out"],
    "some.svg": ["simulate", "--games", "1", "--game", "asides", "--jobs", "1", "--out", "{folder}/out"],
}


def prepared(folder: Path, name: str) -> list[str]:
    """Prepare a journal with a game and a table file; return the command's arguments."""
    with closing(Journal.open(folder / "table.db")) as journal:
        body = {"names": ["Ann", "Ben"], "edition": "2024", "deck": "stand-in", "seed": 1}
        journal.begin_game(body, 1e9)
    (folder / "table.toml").write_text("seats = 2\n", encoding="utf-8")
    (folder / "out").mkdir()
    return [part.format(folder=folder, name=name) for part in COMMANDS[name]]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_never_replaces_a_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, file = prepared(tmp_path, name), tmp_path / "out" / name
    file.write_bytes(b"somebody needs this")
    assert main(arguments) == 2
    assert capsys.readouterr().err.endswith(f"{file} is there already, and was left as it is. Choose another name.\n")
    assert file.read_bytes() == b"somebody needs this"
    assert [each.name for each in file.parent.iterdir()] == [name]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("some.svg", "looks.jsonl")])
def test_a_command_writes_a_file_that_is_not_there(name: str, tmp_path: Path) -> None:
    assert main(prepared(tmp_path, name)) in (0, 1)  # the doctor may have found a fault
    assert (tmp_path / "out" / name).exists()


@pytest.mark.parametrize("name", ["tags.json", "copy.db"])
def test_a_link_to_a_file_that_is_not_there_yet_is_neither_followed_nor_replaced(name: str, tmp_path: Path) -> None:
    arguments, link = prepared(tmp_path, name), tmp_path / "out" / name
    link.symlink_to(tmp_path / "elsewhere")
    assert main(arguments) == 2
    assert link.is_symlink() and not (tmp_path / "elsewhere").exists()


def test_of_a_file_that_could_not_be_written_whole_nothing_is_left(tmp_path: Path) -> None:
    with (
        pytest.raises(OutputError, match=r"out\.json cannot be written: No space left"),
        new_file(tmp_path / "out.json") as opened,
    ):
        opened.write(b"half of it")
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_each_broken_table_file_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    for text in ("first = ", "second = "):
        table.write_text(text)
        _keep_unreadable(table)
    kept = [table.with_name(f"table.toml.unreadable{end}").read_text() for end in ("", "-2")]
    assert (kept, table.exists()) == (["first = ", "second = "], False)


def test_a_backup_touches_no_file_but_its_own(tmp_path: Path) -> None:
    journal, part, note = (tmp_path / name for name in ("table.db", "copy.zip.part", "backup.json"))
    Journal.open(journal).close()
    for other in (part, note):
        other.write_text("another program's")
    assert main(["journal", "--journal", str(journal), "backup", str(tmp_path / "copy.zip")]) == 0
    assert [other.read_text() for other in (part, note)] == ["another program's"] * 2
