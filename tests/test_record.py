"""`cuelight doctor --record`: what a table's readers see, as a script that can be played."""

import json
from pathlib import Path
from typing import Any

import pytest
from mat_world import IAGO, need_micropython

from cuelight.__main__ import main
from firmware_bridge.emulator.board import EmulatedMat
from hardware.emulator import EmulatedReader, Ntag
from hardware.mat_entry import MatEntry
from hardware.table_file import ReaderEntry, TableFile, write_table_file

ENOUGH = 20  # looks, to tell by how a card is heard


def recorded(table: TableFile, folder: Path, zone: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """What `cuelight script` makes of a record of this table, in which a zone was looked at often enough.

    A busy machine looks seldom; it records for longer.
    """
    path, file = folder / "table.toml", folder / "looks.jsonl"
    path.write_text(write_table_file(table))
    for seconds in (1, 3, 9, 27):
        assert main(["doctor", "--table", str(path), "--record", str(file), "--seconds", str(seconds)]) == 0
        if file.read_text().count(zone) >= ENOUGH:
            break
    assert file.stat().st_mode & 0o077 == 0
    capsys.readouterr()
    assert main(["script", str(file), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_reader_is_recorded_and_its_record_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reader, tag = EmulatedReader(), Ntag()
    reader.field.lay(tag)
    seen = recorded(TableFile("seats", 2, (ReaderEntry("seat2.play", reader.path),)), tmp_path, "seat2.play", capsys)
    reader.unplug()
    uid = tag.uid.hex().upper()
    assert [(line["do"], line["zone"], line["uid"]) for line in seen["observations"]] == [("tag", "seat2.play", uid)]
    assert seen["zones"]["seat2.play"]["believed"] and seen["zones"]["seat2.play"]["read_share"] > 0.9


def test_a_mat_is_recorded_and_its_record_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need_micropython()
    with EmulatedMat(tmp_path) as mat:
        mat.lay(IAGO, 0)
        seen = recorded(TableFile("mat", 2, mat=MatEntry(str(mat.path))), tmp_path, "seat1.play", capsys)
    assert [(line["do"], line["zone"], line["uid"]) for line in seen["observations"]] == [("tag", "seat1.play", IAGO)]
    assert set(seen["zones"]) == {"seat1.play", "seat2.play", "stage.target"}


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9"])
def test_a_time_that_cannot_be_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], seconds: str) -> None:
    looks = str(tmp_path / "looks.jsonl")
    assert main(["doctor", "--table", str(tmp_path / "table.toml"), "--record", looks, "--seconds", seconds]) == 2
    assert "seconds" in capsys.readouterr().err
