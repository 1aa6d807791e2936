"""Flashing an emulated mat with the real mpremote: it waits for restarts in real time, so `make proof` runs it."""

from pathlib import Path

import pytest

from cuelight.__main__ import main
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.firmware import matlink
from firmware_bridge.link.ports import named
from firmware_bridge.mat.flash import flash
from tests.support.mat_world import need_micropython
from tests.support.waiting import until


@pytest.fixture(autouse=True, scope="module")
def on_micropython() -> None:
    need_micropython()


def test_the_mat_is_flashed_with_mpremote_and_comes_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with EmulatedMat(tmp_path, flashed=False) as mat:
        assert main(["mat", "flash", "--device", str(mat.path)]) == 0
        said = capsys.readouterr().out
        assert f"Firmware {matlink.VERSION} runs; 12 of 12 readers answer." in said
        (mat.flash / "lights.py").write_text("old")
        assert flash(str(mat.path), named(str(mat.path)), print)["firmware"] == matlink.VERSION
        assert (mat.flash / "lights.py").read_text() != "old"


def test_a_firmware_that_falls_again_and_again_leaves_the_prompt_to_be_flashed(tmp_path: Path) -> None:
    mat = EmulatedMat(tmp_path)
    (mat.flash / "mat.py").write_text("raise ValueError('half a copy')")
    with mat:
        until(lambda: mat.starts == 4)
        assert flash(str(mat.path), named(str(mat.path)), lambda _line: None)["firmware"] == matlink.VERSION
