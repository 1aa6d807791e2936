"""`cuelight tags enrol --walk` and `cuelight box`: with the readers of a running table, or with their own."""

from __future__ import annotations

import errno
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.journal import Journal
from cuelight.app.devices.tags import names_in
from cuelight.app.system.control_socket import ControlSocket, ask_table
from cuelight.commands.box import findings, go_through
from hardware.emulator import EmulatedReader, Ntag
from hardware.table_file.load import TableFile
from tests.support.nfc_table import SeatTable, uid_of
from tests.support.waiting import PATIENCE, until


class Walker:
    """A real process that goes through a box; its output is kept, and a person types."""

    def __init__(self, journal: Path, device: str, *words: str) -> None:
        command = [sys.executable, "-m", "cuelight", *words, "--device", device]
        if words[0] == "box":
            command += ["--journal", str(journal)]
        else:
            command[4:4] = ["--journal", str(journal)]
        self.said: list[str] = []
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(line.rstrip("\n") for line in iter(self.process.stdout.readline, ""))

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, words: str) -> None:
        until(lambda: any(words in line for line in list(self.said)), patience=60)

    def end(self) -> int:
        status = self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        return status

    def leave(self) -> None:
        """Kill the process in any state."""
        self.process.kill()
        self.end()


@pytest.fixture
def walkers() -> Iterator[list[Walker]]:
    begun: list[Walker] = []
    yield begun
    for walker in begun:
        walker.leave()


def test_a_walk_that_is_killed_goes_on_after_its_last_tag(
    emulated: EmulatedReader, tmp_path: Path, walkers: list[Walker]
) -> None:
    journal, tags = tmp_path / "table.db", [Ntag(), Ntag(), Ntag()]
    first = Walker(journal, emulated.path, "tags", "enrol", "--walk")
    walkers.append(first)
    first.wait_for("Now I.1,")
    emulated.field.lay(tags[0])
    first.wait_for("Now I.2,")
    emulated.field.clear()
    emulated.field.lay(tags[1])
    first.wait_for("Now I.3,")
    first.process.send_signal(signal.SIGKILL)
    first.end()
    emulated.field.clear()
    again = Walker(journal, emulated.path, "tags", "enrol", "--walk")
    walkers.append(again)
    again.wait_for("3 of 138")
    for line in ("nonsense", "go V.1", "back", "skip", "missing"):
        again.type(line)
    again.wait_for("Missing: I.3, I.4")
    emulated.field.lay(tags[2])
    again.wait_for("has its tag.")
    again.type("undo")
    again.wait_for("Undone.")
    again.type("end")
    assert again.end() == 1 and again.said[-2] == "2 of 138 are done."
    with closing(Journal.reading(journal)) as opened:
        assert names_in(opened) == {uid_of(tag): thing for tag, thing in zip(tags, ("I.1", "I.2"), strict=False)}


class Person:
    """A person at a terminal, in this process."""

    def __init__(self) -> None:
        self.typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.said: list[str] = []

    def lines(self, seconds: float) -> str | None:
        try:
            return self.typed.get(timeout=seconds)
        except queue.Empty:
            return None


@contextmanager
def with_a_door(table: SeatTable) -> Iterator[None]:
    door = ControlSocket(table.path, lambda: {"process": 1}, {"enrol": table.table.enrol})
    door.open()
    try:
        yield
    finally:
        door.close()


def test_a_table_whose_disk_has_become_read_only_ends_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, missing_ok: bool = False) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    door = ControlSocket(tmp_path / "table.db", dict, {})
    door.open()
    monkeypatch.setattr(Path, "unlink", refuse)
    door.close()
    monkeypatch.undo()
    assert ask_table(tmp_path / "table.db", {"ask": "standing"}) is None


def no_table() -> TableFile:
    raise AssertionError("the running table has the readers")


def test_the_readers_of_a_running_table_check_a_box_through_its_local_door(tmp_path: Path) -> None:
    with closing(SeatTable(tmp_path)) as table, with_a_door(table):
        tag, stranger, person = Ntag(), Ntag(), Person()
        body = {
            "form": "cuelight-deck",
            "version": 2,
            "game": "asides",
            "edition": "1",
            "tags": {uid_of(tag): "spades.queen"},
        }
        table.table.command("enrol", {"do": "import", "file": body | {"deck": {"text": None}}})
        status: list[int] = []
        command = threading.Thread(
            target=lambda: status.append(
                go_through(
                    table.path, no_table, {"game": "asides"}, mode="check", lines=person.lines, say=person.said.append
                )
            )
        )
        command.start()
        until(lambda: any("Lay each card once" in line for line in person.said))
        table.emulated[0].field.lay(tag)
        table.emulated[1].field.lay(stranger)
        until(lambda: {"done": 1, "strangers": 1}.items() <= table.table.enrol({"do": "look"}).items())
        person.typed.put("end")
        command.join(PATIENCE)
        assert status == [1] and "1 of 36 are done." in person.said
        assert any(line.startswith("Missing: ") and "spades.queen" not in line for line in person.said)
        assert "Of no card of this box: 1 tag." in person.said
        assert ask_table(table.path, {"enrol": {"do": "skip"}}) == {
            "error": "No box is open. Begin again: the assigned tags are saved."
        }
        assert ask_table(table.path, {"enrol": 3}) is None


def test_what_a_check_has_found_is_told_in_a_line_each() -> None:
    box = {
        "missing": {"I.1": 1, "Seize": 2},
        "double": {"V.1": 2},
        "worn": [{"thing": "I.2", "share": 0.4}],
        "strangers": 2,
    }
    assert list(findings(box)) == [
        "Missing: I.1, Seize (2 times)",
        "Too many: V.1 (2 times)",
        "Worn: the tag of I.2 is weakly read, in 40 of 100 polls.",
        "Of no card of this box: 2 tags.",
    ]
