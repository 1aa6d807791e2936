"""`cuelight doctor --record`: the polls of a table's readers as a script that can be replayed."""

import json
import queue
import time
from pathlib import Path
from typing import Any

import pytest

from chips.emulator.mfrc522 import Ailment
from companion.presence.filter import Poll
from cuelight.__main__ import main
from cuelight.commands.record_polls import Taken, write_looks
from cuelight.commands.replay_polls import Looks
from firmware_bridge.emulator.faults import Detuned
from firmware_bridge.link.mat_state import Picture
from hardware.emulator import EmulatedReader, Ntag
from hardware.emulator.field import Field
from hardware.readers import USUAL
from hardware.table_file.load import ReaderEntry, TableFile, write_table_file
from hardware.table_file.mat import MatEntry
from tests.support.mat_world import EMILIA, IAGO, SETUP, Desk, MatRoom, need_micropython, told
from tests.support.waiting import PATIENCE

ENOUGH = 20  # number of polls that show a read rate


def recorded(table: TableFile, folder: Path, zone: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return the result of `cuelight script` on a record of this table with enough polls of a zone.

    A busy machine polls rarely, so it records for longer.
    """
    path, file = folder / "table.toml", folder / "looks.jsonl"
    path.write_text(write_table_file(table))
    for seconds in (1, 3, 9, 27):
        file.unlink(missing_ok=True)
        assert main(["doctor", "--table", str(path), "--record", str(file), "--seconds", str(seconds)]) == 0
        if file.read_text().count(zone) >= ENOUGH:
            break
    assert file.stat().st_mode & 0o077 == 0
    capsys.readouterr()
    assert main(["script", str(file), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_reader_is_recorded_and_its_record_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A script has no rack, and a card in a rack is on no other place of the script."""
    reader, slot, tag = EmulatedReader(), EmulatedReader(), Ntag()
    reader.field.lay(tag)
    entries = ReaderEntry("seat1.play", reader.path), ReaderEntry("seat1.rack1", slot.path)
    seen = recorded(TableFile("seats", 2, entries), tmp_path, "seat1.play", capsys)
    reader.unplug()
    slot.unplug()
    assert set(seen["zones"]) == {"seat1.play"}
    uid = tag.uid.hex().upper()
    assert [(line["do"], line["zone"], line["uid"]) for line in seen["observations"]] == [("tag", "seat1.play", uid)]
    assert seen["zones"]["seat1.play"]["believed"] and seen["zones"]["seat1.play"]["read_share"] > 0.9


@pytest.mark.parametrize("take_turns", [False, True])
def test_readers_that_take_turns_do_so_while_they_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], take_turns: bool
) -> None:
    """Otherwise a record of two readers that are too near would show what the table does not see."""
    emulated, most, switch = [EmulatedReader(), EmulatedReader()], [0], Field.switch

    def switched(field: Field, on: bool) -> None:
        switch(field, on)
        most.append(sum(reader.field.on for reader in emulated))

    monkeypatch.setattr("cuelight.commands.record_polls.TURN_SECONDS", PATIENCE)  # no reader hangs here
    monkeypatch.setattr(Field, "switch", switched)
    entries = tuple(ReaderEntry(f"seat{number}.play", reader.path) for number, reader in enumerate(emulated, 1))
    recorded(TableFile("seats", 2, entries, take_turns=take_turns), tmp_path, "seat2.play", capsys)
    for reader in emulated:
        reader.unplug()
    assert max(most) == (1 if take_turns else 2)


class BankCard:
    """A device that sees a chip card with the same id in each poll."""

    device, failures, sees_lifts, is_processor = "/dev/ttyUSB0", (OSError,), True, True
    several = takes_turns = False

    def open(self, _device: str) -> "BankCard":
        return self

    def look(self) -> Poll:
        time.sleep(0.005)
        return IAGO

    def close(self) -> None:
        """Do nothing."""


def test_what_is_no_card_to_the_table_is_none_in_its_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cuelight.commands.record_polls.backends", lambda: {USUAL: BankCard()})
    seen = recorded(TableFile("seats", 2, (ReaderEntry("seat1.play", "/dev/ttyUSB0"),)), tmp_path, "seat1.play", capsys)
    assert seen["observations"] == []
    assert seen["zones"]["seat1.play"]["notices"][0]["no_card"]


def test_a_mat_is_recorded_and_its_record_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need_micropython()
    with MatRoom(tmp_path) as room:  # whose mat has started
        room.bridge.stop()
        room.mat.lay(IAGO, 0)
        seen = recorded(TableFile("mat", 2, mat=MatEntry(str(room.mat.path))), tmp_path, "seat1.play", capsys)
    assert [(line["do"], line["zone"], line["uid"]) for line in seen["observations"]] == [("tag", "seat1.play", IAGO)]
    assert set(seen["zones"]) == {"seat1.play", "seat2.play", "stage.target"}


def test_a_record_comes_to_the_gestures_that_the_table_saw_also_where_a_reader_fails_or_hears_badly() -> None:
    known = {IAGO, EMILIA}
    desk, taken = Desk(), queue.SimpleQueue[Taken]()
    desk.picture = Picture(SETUP, known.__contains__, lambda *look: taken.put(look))
    desk.connect()
    desk.until(desk.ready)
    desk.reports.clear()
    desk.mat.circuit.readers[1].ailment = Ailment.FLAPPING
    Detuned(0, 0.6).begin(desk.mat.circuit)
    for _ in range(3):
        desk.lay(IAGO, 0)
        desk.lay(EMILIA, 1)
        desk.run(1.6)
        desk.lift(0)
        desk.lift(1)
        desk.run(1.6)
    lines: list[str] = []
    write_looks(taken, known, lines.append)
    looks = Looks()
    for number, line in enumerate(lines):
        looks.take(number, json.loads(line))
    assert told([report for _line, report in looks.reports]) == [
        report for report in desk.told() if report[0] in ("Tag", "Lift")
    ]
    assert any("failed" in line for line in lines)


def test_a_card_of_a_reader_that_is_out_is_not_lifted_there_when_it_is_laid_elsewhere() -> None:
    """As at a table: nobody saw it lifted."""
    looks = Looks()
    looks.take(1, {"t": 0.0, "do": "look", "zone": "seat1.play", "card": "I.1"})
    looks.take(2, {"t": 0.1, "do": "look", "zone": "seat1.play", "failed": True})
    for number in range(3, 40):
        looks.take(number, {"t": number * 0.05, "do": "look", "zone": "seat2.play", "card": "I.1"})
    told = [(type(report).__name__, report.zone) for _line, report in looks.reports]
    assert told == [("Tag", "seat1.play"), ("Tag", "seat2.play")]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9"])
def test_a_time_that_cannot_be_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], seconds: str) -> None:
    looks = str(tmp_path / "looks.jsonl")
    assert main(["doctor", "--table", str(tmp_path / "table.toml"), "--record", looks, "--seconds", seconds]) == 2
    assert "seconds" in capsys.readouterr().err
