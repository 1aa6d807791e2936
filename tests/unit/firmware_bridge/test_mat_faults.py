"""Every fault of a mat, on the real firmware and the real bridge: it recovers.

Recovery times are tested where time is the mat's own (test_mat_protocol, test_mat_circuit_faults) and measured by
`bench.mat_faults`; here a busy machine may be late.
"""

import itertools
import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chips.emulator.mfrc522 import Ailment
from companion.core.cues import Cue
from firmware_bridge.emulator.cable import unharmed
from firmware_bridge.emulator.damage import DAMAGES
from firmware_bridge.firmware import matlink
from firmware_bridge.link.bridge import MUTE, Bridge
from firmware_bridge.link.ports import named
from firmware_bridge.link.protocol import Why
from hardware.lights import LOOKS
from tests.support.mat_world import CASSIO, EMILIA, IAGO, SETUP, MatRoom, need_micropython


@pytest.fixture(autouse=True, scope="module")
def on_micropython() -> None:
    need_micropython()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MatRoom]:
    with MatRoom(tmp_path) as room:
        yield room


def lay_two(room: MatRoom) -> None:
    room.mat.lay(IAGO, 0)
    room.mat.lay(EMILIA, 1)
    room.until(lambda: room.lying() == {"seat1.play": IAGO, "seat2.play": EMILIA})
    room.until(lambda: {report[1] for report in room.reports} >= set(room.lying()))  # they are reported a moment later
    room.rests()
    room.reports.clear()


def right(room: MatRoom, **lying: str) -> None:
    """Wait until the picture is this, and check that it stays so."""
    expected = {f"{seat}.play": uid for seat, uid in lying.items()}
    room.until(lambda: room.ready() and room.lying() == expected)
    before = room.status().heartbeat
    room.until(lambda: room.status().heartbeat not in (None, before))
    assert room.lying() == expected


@pytest.mark.parametrize("seed", range(3))
def test_a_line_that_damages_everything_both_ways(room: MatRoom, seed: int) -> None:
    chance = random.Random(seed)
    lay_two(room)
    assert room.mat.cable is not None
    kinds = itertools.cycle([kind(chance) for kind in DAMAGES[:4]])
    room.mat.cable.to_host = room.mat.cable.to_mat = lambda data: next(kinds)(data)
    room.mat.lift(0)
    room.mat.lay(CASSIO, 2)
    beats = time.monotonic() + 1.5
    room.until(lambda: time.monotonic() > beats)
    room.mat.cable.to_host = room.mat.cable.to_mat = unharmed
    right(room, seat2=EMILIA, seat3=CASSIO)
    assert set(room.told()) <= {
        ("Lift", "seat1.play"),
        ("Resumed", "seat1.play", "None"),
        ("Tag", "seat3.play", f"uid:{CASSIO}"),
        ("Resumed", "seat3.play", f"uid:{CASSIO}"),
    }
    assert len(room.told()) == 2


def test_a_pico_that_starts_anew_in_mid_game_changes_nothing(room: MatRoom) -> None:
    lay_two(room)
    room.bridge.show("seat1", Cue.YOUR_TURN)
    room.mat.restart()
    room.until(lambda: room.mat.starts == 2)
    right(room, seat1=IAGO, seat2=EMILIA)
    assert room.reports == []
    green = tuple(int(LOOKS[Cue.YOUR_TURN].rgb[at : at + 2], 16) * SETUP.brightness // 255 for at in (1, 3, 5))
    room.until(lambda: room.mat.circuit.strip.picture[0] == green)  # and the cue is shown again


def test_a_mat_that_was_unplugged_comes_back_with_what_lies_there_now(room: MatRoom) -> None:
    lay_two(room)
    room.mat.unplug()
    room.until(lambda: not room.status().live)
    assert "unplugged" in room.status().text
    room.mat.lift(0)
    room.mat.lay(CASSIO, 2)
    room.mat.plug_in()
    right(room, seat2=EMILIA, seat3=CASSIO)
    assert sorted(room.told()) == [("Resumed", "seat1.play", "None"), ("Resumed", "seat3.play", f"uid:{CASSIO}")]


def test_a_host_that_stalls_is_missed_by_the_mat_and_finds_everything_after_it(room: MatRoom) -> None:
    lay_two(room)
    assert room.mat.cable is not None
    cable = room.mat.cable
    cable.stalled = True
    cable.to_mat = lambda _data: b""
    room.mat.lift(0)
    ring = SETUP.lamps
    room.until(lambda: sum(any(lamp) for lamp in room.mat.circuit.strip.picture[:ring]) == 1)  # the spark: no host
    room.until(lambda: room.status().text == MUTE)  # asked again in vain, and not taken for something else
    cable.to_mat = unharmed
    cable.stalled = False
    right(room, seat2=EMILIA)
    assert len(room.told()) == 1


def test_a_reader_that_dies_and_comes_back_has_played_no_card(room: MatRoom) -> None:
    lay_two(room)
    room.mat.circuit.readers[0].ailment = Ailment.DEAD
    room.until(lambda: room.status().readers[0].state == matlink.ABSENT)
    room.until(lambda: room.status().zones[0].known == matlink.UNKNOWN)
    room.mat.circuit.readers[0].reset()
    room.mat.circuit.readers[0].ailment = Ailment.NONE
    right(room, seat1=IAGO, seat2=EMILIA)
    assert room.reports == []


def test_a_reader_that_loses_its_settings_is_set_up_again_in_silence(room: MatRoom) -> None:
    lay_two(room)
    room.mat.circuit.readers[1].reset()
    room.mat.lift(0)
    room.until(lambda: bool(room.reports))
    right(room, seat2=EMILIA)
    assert room.told() == [("Lift", "seat1.play")]
    assert room.status().readers[1].state == matlink.OK


@pytest.mark.parametrize("ailment", [Ailment.FLAPPING, Ailment.NOISY])
def test_a_bad_reader_plays_nothing_and_disturbs_no_other(room: MatRoom, ailment: Ailment) -> None:
    lay_two(room)
    room.mat.circuit.readers[0].ailment = ailment
    for turn in range(4):
        room.mat.lay(CASSIO, 3)
        room.heard(2 * turn + 1)
        room.polled(5000)  # people leave it there for a moment
        room.mat.lift(3)
        room.heard(2 * turn + 2)
    assert {report[1] for report in room.told()} == {"seat4.play"}
    room.mat.circuit.readers[0].ailment = Ailment.NONE
    right(room, seat1=IAGO, seat2=EMILIA)


def test_a_module_that_holds_the_bus_takes_its_neighbours_out_and_lets_them_come_back(room: MatRoom) -> None:
    lay_two(room)
    room.mat.circuit.readers[4].ailment = Ailment.HOLDS_LOW
    room.until(lambda: room.status().readers[0].state == matlink.BUS_HELD)
    room.mat.lay(CASSIO, 5)  # on the other bus
    room.until(lambda: "seat6.play" in room.lying())
    room.mat.lift(5)
    room.until(lambda: "seat6.play" not in room.lying())
    room.mat.circuit.readers[4].ailment = Ailment.NONE
    right(room, seat1=IAGO, seat2=EMILIA)
    assert {report[1] for report in room.told()} == {"seat6.play"}


def test_a_tag_that_rests_badly_flickers_without_a_gesture(room: MatRoom) -> None:
    lay_two(room)
    reader = room.mat.circuit.readers[0]
    for _ in range(6):
        reader.deaf = not reader.deaf
        room.polled(60)
    reader.deaf = False
    right(room, seat1=IAGO, seat2=EMILIA)


def test_buttons_whose_expander_falls_off_come_back(room: MatRoom) -> None:
    room.mat.circuit.expander.there = False
    room.until(lambda: bool((beat := room.status().heartbeat) and beat.flags & matlink.NO_EXPANDER))
    room.mat.circuit.expander.there = True
    room.until(lambda: bool((beat := room.status().heartbeat) and not beat.flags & matlink.NO_EXPANDER))
    room.mat.push(0)
    room.until(lambda: room.told() == [("Hold", "seat1")])


def test_a_port_where_no_mat_is_is_let_go(tmp_path: Path) -> None:
    """Another device is connected there, with its own output."""
    ours, theirs = os.openpty()
    path = tmp_path / "something"
    path.symlink_to(os.ttyname(theirs))
    bridge = Bridge(SETUP, time.monotonic, named(str(path)))
    asked = threading.Event()

    def talk() -> None:
        while data := os.read(ours, 100):
            asked.set()
            os.write(ours, b"ok T:21.5\n" + data)  # also an echo

    threading.Thread(target=talk, daemon=True).start()
    room = MatRoom(tmp_path / "mat")
    room.bridge = bridge
    bridge.start(room.reports.append)
    try:
        room.until(lambda: bridge.status().why is Why.NO_MAT)
        assert asked.is_set()
        assert bridge.status().port is None
        assert room.reports == []
    finally:
        bridge.stop()


def test_a_second_program_is_told_that_the_port_is_taken(room: MatRoom) -> None:
    second = Bridge(SETUP, time.monotonic, named(str(room.mat.path)))
    second.start(room.reports.append)
    try:
        room.until(lambda: "another program uses it" in second.status().text)
        assert room.status().live
    finally:
        second.stop()
