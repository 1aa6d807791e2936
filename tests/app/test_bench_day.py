"""The commands of docs/bench-day.md: each is one of the program, and those for a PN532 run on an emulated one."""

import json
import re
import shlex
import zipfile
from pathlib import Path

import pytest

from cuelight.__main__ import main
from cuelight.cli import build_parser
from hardware.emulator.i2c import EmulatedHub, EmulatedUnit, i2c_with
from hardware.emulator.ntag import Ntag
from hardware.emulator.reader import EmulatedReader
from hardware.table_file.load import ReaderEntry, TableFile, parse_table_file, write_table_file
from tests.support import ROOT

# The others run here.
RUN_BY = {
    "cuelight doctor": "tests/app/test_doctor.py::test_a_reader_is_told_with_chip_firmware_speed_and_looks",
    "cuelight doctor --ask": "tests/app/test_doctor.py::test_lamps_and_buttons_are_tried_with_the_person",
    "cuelight mat": "tests/unit/firmware_bridge/test_mat_command.py::test_the_mat_is_shown_until_ctrl_c",
    "cuelight mat --once": "tests/unit/firmware_bridge/test_mat_command.py::"
    "test_the_mat_is_shown_with_its_zones_rates_and_faults",
    "cuelight mat flash": "tests/long/proof_mat_flash.py::test_the_mat_is_flashed_with_mpremote_and_comes_up",
    "cuelight mat selftest": "tests/unit/firmware_bridge/test_mat_command.py::"
    "test_the_self_test_walks_through_everything_and_finds_what_is_wrong",
    "cuelight setup": "tests/app/test_setup.py::"
    "test_readers_get_their_places_by_touch_with_one_question_and_no_name_of_a_port",
    "cuelight setup --table units.toml": "tests/unit/hardware/test_rfid2.py::"
    "test_each_channel_with_a_reader_is_found_and_says_what_it_is",
    "cuelight setup --table cards.toml": "tests/unit/hardware/test_pcsc.py::test_setup_and_doctor_find_them",
    "cuelight doctor --table cards.toml": "tests/unit/hardware/test_pcsc.py::test_setup_and_doctor_find_them",
    "cuelight run": "tests/app/test_fitted_commands.py::test_cuelight_run_plays_on_the_devices_of_a_table_file",
}
RUN_HERE = {
    "cuelight doctor --record height-10.jsonl --seconds 10",
    "cuelight doctor --record rest.jsonl --seconds 600",
    "cuelight doctor --record near-150.jsonl --seconds 10",
    "cuelight script rest.jsonl --json",
    "cuelight doctor --bundle report.zip",
    "cuelight doctor --table units.toml",
}
PAGE = (ROOT / "docs" / "bench-day.md").read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"`(cuelight [^`]+)`", PAGE)))


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_of_the_bench_day_is_one_of_the_program(command: str) -> None:
    arguments = build_parser().parse_args(shlex.split(command)[1:])
    assert callable(arguments.run)


def test_each_command_of_the_bench_day_is_run_by_a_test() -> None:
    assert {*COMMANDS} == {*RUN_BY} | RUN_HERE
    for test in RUN_BY.values():
        file, name = test.split("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), test


def test_a_card_at_rest_is_recorded_judged_and_collected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    reader = EmulatedReader(tmp_path / "reader-1")
    reader.field.lay(Ntag(bytes.fromhex("04A2C3D4E5F680")))
    table = tmp_path / "table.toml"
    table.write_text(write_table_file(TableFile("seats", 2, (ReaderEntry("seat1.play", reader.path),))))
    try:
        for file in ("height-10.jsonl", "rest.jsonl"):
            assert main(["doctor", "--record", file, "--seconds", "2", "--table", str(table)]) == 0
            summary = r"seat1\.play: read 100\.0% of \d+ polls, 0\.0% corrupted, at most 0 in a row without the card; "
            assert re.search(summary + "1 tag, 0 lifts", capsys.readouterr().out)
            looks = [json.loads(line) for line in (tmp_path / file).read_text().splitlines()]
            assert sum("uid" in look for look in looks) > 5
        assert main(["script", "rest.jsonl", "--json"]) == 0
        assert "lift" not in capsys.readouterr().out
        main(["doctor", "--bundle", "report.zip", "--table", str(table)])
        with zipfile.ZipFile(tmp_path / "report.zip") as bundle:
            findings = bundle.read("findings.json").decode()
        assert re.search(r"PN532 v1\.6 at 921600 baud, \d+ polls a second, 100% read, 0% corrupted", findings)
    finally:
        reader.unplug()


def test_a_unit_rfid2_says_what_it_is_and_how_fast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    entry = ReaderEntry("seat1.play", "/dev/i2c-1:0", "rfid2")
    Path("units.toml").write_text(write_table_file(TableFile("seats", 2, (entry,))))
    with i2c_with(EmulatedHub({0: EmulatedUnit()})):
        main(["doctor", "--table", "units.toml"])
    assert re.search(r"WS1850S, version 0x15, \d+ polls a second, 0% corrupted", capsys.readouterr().out)


@pytest.mark.parametrize("zones", ['["seat1.play"]', '["seat1.play", "seat2.play"]'])
def test_the_table_file_of_the_mats_steps_is_right(zones: str) -> None:
    (file,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    table = parse_table_file(file.replace("…", "Board-if00").replace('["seat1.play"]', zones))
    assert table.mat is not None and list(table.mat.zones) == json.loads(zones)


def test_the_form_has_a_line_for_each_step_that_is_measured() -> None:
    steps, form = PAGE.split("## Form")
    numbered = {int(number) for number in re.findall(r"^\| (\d+) \| \d+ \|", steps, re.MULTILINE)}
    assert numbered == set(range(22))
    assert {int(number) for number in re.findall(r"^\| (\d+) \|", form, re.MULTILINE)} == numbered - {0, 2}
