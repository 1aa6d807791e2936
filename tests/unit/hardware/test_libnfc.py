"""The programs of libnfc on an emulated PN532: other software than nfcpy takes chip and tag for real ones."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from chips.emulator.tags import Mood
from hardware.emulator import EmulatedReader, Model, Ntag
from tests.support.unpacked import NO_LIBNFC, need, place
from tests.support.waiting import PATIENCE, until

PROGRAMS = ("nfc-list", "nfc-mfultralight", "nfc-poll")
LIBRARY = "usr/lib/*/libnfc.so.6"
UID = "04a2c3d4e5f680"
FIRST_OF_USER = 4


@pytest.fixture(autouse=True)
def with_programs() -> None:
    need(NO_LIBNFC, *(f"usr/bin/{name}" for name in PROGRAMS), LIBRARY)


def start(reader: EmulatedReader, program: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start a program that knows this reader alone."""
    library = place(LIBRARY)
    root, system = library.parents[3], library.parent.name
    folders = f"{root}/usr/lib/{system}:{root}/lib/{system}"
    return subprocess.Popen(
        [place(f"usr/bin/{program}"), *arguments],
        env=os.environ | {"LD_LIBRARY_PATH": folders, "LIBNFC_DEVICE": f"pn532_uart:{reader.path}", "LC_ALL": "C"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def run(reader: EmulatedReader, *command: str, answers: Sequence[str] = ()) -> str:
    """Return what a program prints; it must succeed."""
    program = start(reader, *command)
    printed, _ = program.communicate("\n".join([*answers, ""]), timeout=PATIENCE)
    assert program.returncode == 0, printed
    return printed


def laid_on(reader: EmulatedReader, model: Model = Model.NTAG213) -> Ntag:
    """Return a tag on this reader that forgets at once: libnfc halts it, and turns the field off for under 5 ms."""
    tag = Ntag(bytes.fromhex(UID), model, b"hello")
    tag.forgets_after = 0.0
    reader.field.lay(tag)
    return tag


@pytest.fixture
def tag(emulated: EmulatedReader) -> Ntag:
    return laid_on(emulated)


def test_a_tag_is_listed(emulated: EmulatedReader, tag: Ntag) -> None:
    printed = run(emulated, "nfc-list")
    assert "1 ISO14443A passive target(s) found" in printed
    assert UID in printed.replace(" ", "")


@pytest.mark.parametrize("model", Model)
def test_the_whole_memory_of_a_tag_is_read(emulated: EmulatedReader, model: Model, tmp_path: Path) -> None:
    tag = laid_on(emulated, model)
    printed = run(emulated, "nfc-mfultralight", "r", str(tmp_path / "dump.mfd"))
    pages = len(tag.memory) // 4
    assert f"NTAG Type: {model}" in printed
    assert f"Done, {pages} of {pages} pages read (0 pages failed)." in printed
    hidden = len(tag.memory) - 8  # the password
    assert (tmp_path / "dump.mfd").read_bytes() == tag.memory[:hidden] + bytes(8)


def test_a_tag_is_written(emulated: EmulatedReader, tag: Ntag, tmp_path: Path) -> None:
    dump = bytearray(tag.memory)
    dump[4 * FIRST_OF_USER : 4 * FIRST_OF_USER + 4] = b"page"
    (tmp_path / "dump.mfd").write_bytes(dump)
    printed = run(emulated, "nfc-mfultralight", "w", str(tmp_path / "dump.mfd"), answers=["n"] * 4)
    assert "0 pages failed" in printed
    assert tag.memory == dump


def test_a_tag_is_waited_for_until_it_is_lifted(emulated: EmulatedReader, tag: Ntag) -> None:
    program = start(emulated, "nfc-poll")
    until(lambda: tag.mood is Mood.ACTIVE)
    emulated.field.lift(tag)
    printed, _ = program.communicate(timeout=PATIENCE)
    assert UID in printed.replace(" ", "")
    assert "done." in printed
