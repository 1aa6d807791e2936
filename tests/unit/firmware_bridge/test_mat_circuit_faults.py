"""Faults of the mat's circuit: firmware and host play nothing because of them, report them, and recover.

Both ends are real: the firmware on CPython with its own clock, and once more on MicroPython.
"""

from pathlib import Path

import pytest

from chips.emulator.mfrc522 import Ailment
from chips.emulator.tags import Phone
from cuelight.app.devices.mat import reader_reason
from cuelight.commands.mat import complaints
from firmware_bridge.emulator.faults import (
    AnswersCutShort,
    Detuned,
    ExpanderBrownOut,
    ExpanderHoldsSda,
    Fault,
    GarbledIds,
    ReadersRailDown,
    SilentBrownOut,
    SpoiledI2c,
)
from firmware_bridge.firmware import matlink
from tests.support.mat_world import CASSIO, EMILIA, IAGO, Desk, MatRoom, need_micropython

RIGHT_WITHIN = 2.0
BAD_SECONDS = 20.0


@pytest.fixture
def desk() -> Desk:
    """Return a desk with a card in each of two zones and no reports pending."""
    desk = Desk()
    desk.lay(IAGO, 0)
    desk.lay(EMILIA, 1)
    desk.until(desk.right)
    desk.reports.clear()
    return desk


FAULTS = [
    SilentBrownOut(0),
    ReadersRailDown(),
    AnswersCutShort(0),
    GarbledIds(0),
    Detuned(0, share=0.02),
    SpoiledI2c(),
    SpoiledI2c(share=0.3),
    ExpanderBrownOut(),
    ExpanderHoldsSda(),
]


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_of_the_circuit_makes_no_gesture_and_is_over_when_it_is_over(desk: Desk, fault: Fault) -> None:
    fault.begin(desk.mat.circuit)
    desk.run(BAD_SECONDS)
    fault.end(desk.mat.circuit)
    assert desk.until(lambda: desk.right() and desk.mat.firmware.buttons.works) <= RIGHT_WITHIN
    assert desk.told() == []
    desk.lift(0)
    desk.push(3)
    desk.run(0.3)
    desk.release(3)
    desk.until(lambda: len(desk.reports) == 2, 3.0)
    assert set(desk.told()) == {("Lift", "seat1.play"), ("Press", "seat4")}


def test_a_module_that_its_own_field_resets_fails_alone_and_makes_no_gesture(desk: Desk) -> None:
    module = desk.mat.circuit.readers[0]
    module.ailment = Ailment.SAGS
    desk.run(BAD_SECONDS)
    assert desk.mat.firmware.sweep.states[:2] == [matlink.FAILING, matlink.OK]
    assert not module.field
    module.ailment = Ailment.NONE
    assert desk.until(desk.right) <= RIGHT_WITHIN
    assert desk.told() == []


def test_a_button_is_pressed_all_the_same_where_some_readings_are_spoiled(desk: Desk) -> None:
    fault = SpoiledI2c(share=0.1)
    fault.begin(desk.mat.circuit)
    for _ in range(10):
        desk.push(2)
        desk.run(0.2)
        desk.release(2)
        desk.run(0.2)
    fault.end(desk.mat.circuit)
    assert desk.told() == [("Press", "seat3")] * 10


@pytest.mark.parametrize(("seconds", "deed"), [(0.3, "Press"), (1.2, "Hold")])
@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_press_is_no_hold_however_many_readings_are_spoiled_and_where_some_are_lost_the_buttons_do_not_work(
    share: float, seconds: float, deed: str
) -> None:
    desk = Desk()
    desk.until(desk.ready)
    SpoiledI2c(share).begin(desk.mat.circuit)
    for _ in range(20):
        desk.push(2)
        desk.run(seconds)
        desk.release(2)
        desk.run(0.2)
    assert {report[0] for report in desk.told()} <= {deed}
    assert desk.mat.firmware.buttons.works == (len(desk.told()) == 20) == (share == 0.3)


def test_an_expander_that_has_forgotten_its_settings_is_set_up_again(desk: Desk) -> None:
    ExpanderBrownOut().begin(desk.mat.circuit)
    assert {7, 15} <= desk.mat.circuit.expander.inputs
    desk.until(lambda: not {7, 15} & desk.mat.circuit.expander.inputs, RIGHT_WITHIN)


def test_an_id_with_a_wrong_bit_and_a_right_checksum_names_no_card() -> None:
    """The tag itself does not answer to another id."""
    desk = Desk()
    desk.until(desk.ready)
    GarbledIds(0, share=0.5).begin(desk.mat.circuit)
    desk.lay(IAGO, 0)
    desk.run(BAD_SECONDS)
    assert desk.told() == [("Tag", "seat1.play", f"uid:{IAGO}")]
    assert desk.mat.firmware.sweep.zones[0].garbled > 20


def test_what_fails_in_the_circuit_is_told_in_words(tmp_path: Path) -> None:
    """On MicroPython: the readers' power, then the buttons' wires; neither fault plays the card on the mat."""
    need_micropython()
    with MatRoom(tmp_path) as room:
        room.mat.lay(CASSIO, 2)
        room.heard(1)
        rail, wires = ReadersRailDown(), SpoiledI2c()
        rail.begin(room.mat.circuit)
        numbers = room.bridge.setup.numbers
        room.until(lambda: "none of the mat's readers answers" in reader_reason(room.status(), 2, numbers)[1])
        wires.begin(room.mat.circuit)
        room.until(lambda: any("expander does not answer rightly" in line for line in complaints(room.status())))
        rail.end(room.mat.circuit)
        room.until(lambda: room.ready() and room.lying() == {"seat3.play": CASSIO})
        assert reader_reason(room.status(), 2, numbers) == (None, "")
        wires.end(room.mat.circuit)
        room.until(lambda: complaints(room.status()) == [])
        assert len(room.reports) == 1


@pytest.mark.parametrize("uid", ["A1B2C3D4", "04A1B2C3D4E5F6", "A1B2C3D4E5F60718293A"])
def test_tags_of_every_length_of_id_are_named_by_it(uid: str) -> None:
    """The cards that come with readers (MIFARE Classic) have four bytes, stickers seven; ten are rare."""
    desk = Desk()
    desk.until(desk.ready)
    desk.lay(uid, 0)
    desk.until(lambda: desk.told() == [("Tag", "seat1.play", f"uid:{uid}")])
    desk.run(0.3)
    desk.lift(0)
    desk.until(lambda: desk.told()[1:] == [("Lift", "seat1.play")])


def test_a_phone_is_another_in_each_look() -> None:
    """The presence filter handles such reports; a card on the next zone is not affected."""
    desk = Desk()
    desk.lay(EMILIA, 1)
    desk.until(desk.right)
    desk.reports.clear()
    desk.mat.circuit.readers[0].tags.append(Phone(8))
    reader, heard = desk.mat.firmware.sweep.readers[0], []
    for _ in range(5):
        reader.field(True)
        desk.mat.now += 0.006
        heard.append(reader.poll(None)[1])
        reader.field(False)
        desk.mat.now += 0.006
    assert len(set(heard)) == 5
    assert all(len(uid) == 4 and uid[0] == 0x08 for uid in heard)
    desk.run(5.0)
    assert {report[1] for report in desk.told()} <= {"seat1.play"}
    assert desk.mat.firmware.sweep.zones[1].uid == bytes.fromhex(EMILIA)
