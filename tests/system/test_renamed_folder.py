"""`make` in a folder that was renamed, or whose Python was replaced, makes its environment anew."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT


def make_help(folder: Path) -> str:
    command = ["make", "--no-print-directory", "help"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project's folder with an environment that works there, by the packages of the one that runs the tests."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    binaries = tmp_path / ".venv" / "bin"
    binaries.mkdir(parents=True)
    (binaries / "python").symlink_to(sys.executable)
    (tmp_path / ".venv" / "lib").symlink_to(Path(sys.prefix, "lib"))
    shutil.copy(Path(sys.prefix, "pyvenv.cfg"), tmp_path / ".venv")
    (binaries / "pip").write_text(f"#!{binaries}/python\n", encoding="utf-8")
    return tmp_path


def test_an_environment_that_works_stays(folder: Path) -> None:
    assert "made again" not in make_help(folder)
    assert (folder / ".venv").exists()


def test_a_renamed_folder_gets_another_one(folder: Path) -> None:
    renamed = folder.rename(folder.with_name("renamed"))
    assert make_help(renamed).startswith("The folder was renamed or its Python was replaced: .venv is made again.")
    assert not (renamed / ".venv").exists()
    assert "made again" not in make_help(renamed)


def test_so_does_a_folder_whose_python_is_gone(folder: Path) -> None:
    (folder / ".venv" / "bin" / "python").unlink()
    assert "made again" in make_help(folder)
    assert not (folder / ".venv").exists()
