"""The commands for tables with devices, as a user types them; the reader is emulated."""

import json
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from companion.journal import Journal
from cuelight.__main__ import main
from cuelight.app.devices.tags import note_name
from hardware.emulator import EmulatedReader, Ntag
from hardware.table_file.load import ReaderEntry, TableFile, write_table_file
from hardware.table_file.mat import MatEntry
from tests.support.nfc_table import uid_of
from tests.support.waiting import until


@pytest.fixture
def table_file(tmp_path: Path, emulated: EmulatedReader) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(write_table_file(TableFile("one-reader", 2, (ReaderEntry("stage.tap", emulated.path),))))
    return path


def test_a_table_file_that_is_wrong_is_told_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.toml"
    path.write_text('kind = "seat"\nseats = 1\n')
    assert main(["run", "--table", str(path), "--journal", str(tmp_path / "table.db")]) == 2
    told = capsys.readouterr().err
    assert f"{path}:1: kind is 'seat'" in told and f"{path}:2: seats is 1" in told


def test_doctor_examines_the_table(table_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = tmp_path / "report.zip"
    main(["doctor", "--table", str(table_file), "--json", "--bundle", str(bundle)])
    told = json.loads(capsys.readouterr().out)
    reader = next(finding for finding in told["findings"] if finding["check"] == "reader stage.tap")
    assert "PN532 v1.6" in reader["what"]
    assert bundle.exists()


def test_tags_are_not_named_by_a_mat_and_what_does_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "table.toml").write_text(write_table_file(TableFile("mat", 2, mat=MatEntry("/dev/ttyACM0"))))
    assert main(["tags", "enrol"]) == 2
    told = capsys.readouterr().err
    assert "a mat's readers do not name tags" in told and "--device usb:VENDOR:PRODUCT" in told


def test_tags_are_listed_and_go_from_table_to_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two, file = str(tmp_path / "one.db"), str(tmp_path / "two.db"), str(tmp_path / "deck.json")
    with closing(Journal.open(Path(one))) as journal:
        note_name(journal, "04A1B2C3D4E580", "I.1", 0.0)
    assert main(["tags", "--journal", one, "export", file]) == 0
    assert main(["tags", "--journal", two, "import", file]) == 0
    assert main(["tags", "--journal", two, "list"]) == 0
    assert "04A1B2C3D4E580  I.1" in capsys.readouterr().out
    assert main(["tags", "--journal", two, "import", str(tmp_path / "none.json")]) == 2


def test_cuelight_run_plays_on_the_devices_of_a_table_file(
    table_file: Path, emulated: EmulatedReader, tmp_path: Path
) -> None:
    tag = Ntag()
    with closing(Journal.open(tmp_path / "table.db")) as journal:
        note_name(journal, uid_of(tag), "I.2", 0.0)
    command = [sys.executable, "-m", "cuelight", "run", "--table", str(table_file), "--host", "127.0.0.1"]
    command += ["--port", "0", "--journal", str(tmp_path / "table.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+?:(\d+)", process.stdout.readline())
            assert address is not None
            here = f"http://127.0.0.1:{address[1]}"
            _post(here, "start", {"names": ["Ann", "Ben"], "lead": 0})
            emulated.field.lay(tag)
            until(lambda: _get(here)["newest"] is not None, patience=20.0)
            assert _get(here)["newest"]["id"] == "I.2"
            assert _get(here)["headline"]
        finally:
            process.terminate()
            process.wait(timeout=20)
    assert process.returncode == 0
    assert os.path.exists(emulated.path)


def _get(address: str) -> Any:
    with urlopen(f"{address}/api/board", timeout=10) as answer:
        return json.loads(answer.read())


def _post(address: str, command: str, body: Any) -> None:
    request = Request(
        f"{address}/api/{command}", json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urlopen(request, timeout=10):
        pass
