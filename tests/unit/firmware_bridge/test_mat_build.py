"""The mat's build guide is generated from the firmware's pin numbers."""

import importlib.util
import re
import sys
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from firmware_bridge.firmware import matlink, pins
from firmware_bridge.mat.image import firmware_files
from tests.support import ROOT


@pytest.fixture(scope="module")
def draw_mat() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw_mat", ROOT / "tools" / "draw_mat.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["draw_mat"] = module
    spec.loader.exec_module(module)
    return module


def test_what_is_drawn_is_what_the_pins_say(draw_mat: Any) -> None:
    """If this fails, run `python tools/draw_mat.py`."""
    for path, data in draw_mat.files().items():
        assert path.read_bytes() == data, path.name


def test_each_pin_does_one_thing_that_it_can_do(draw_mat: Any) -> None:
    """RP2040 datasheet, table 2: the GP pins that each SPI and I2C can use."""
    used = [pin for _number, *three in pins.BUSES for pin in three]
    used += [select for _bus, select in pins.READERS]
    used += [pins.READER_RESET, pins.STRIP, *pins.EXPANDER[1:]]
    assert len(used) == len(set(used)) == len(draw_mat.uses()) == 22
    assert set(used) <= {*range(23), 26, 27, 28}
    clocks = {2, 6, 18, 22}, {10, 14, 26}
    outs = {3, 7, 19, 23}, {11, 15, 27}
    backs = {0, 4, 16, 20}, {8, 12, 24, 28}
    for number, clock, out, back in pins.BUSES:
        assert (clock in clocks[number], out in outs[number], back in backs[number]) == (True, True, True)
    number, clock, data = pins.EXPANDER
    assert (number, clock % 4, data % 4) == (0, 1, 0)


def test_the_drawing_of_the_whole_wiring_has_every_pin_and_every_reader() -> None:
    words = ElementTree.parse(ROOT / "docs" / "mat-circuit.svg").getroot().itertext()
    told = " ".join(word.strip() for word in words)
    for pin in [*(pin for bus in pins.BUSES for pin in bus[1:]), pins.READER_RESET, pins.STRIP, *pins.EXPANDER[1:]]:
        assert re.search(rf"GP{pin}\b", told), pin
    for number, (_bus, select) in enumerate(pins.READERS):
        assert f"GP{select} select {number}" in told
        assert f"RC522 {number}" in told


def test_no_button_is_at_a_pin_of_the_expander_that_must_be_an_output(draw_mat: Any) -> None:
    """MCP23017, DS20001952 rev. D; firmware, drawing and guide agree."""
    of_seats = [pin for row in pins.BUTTONS for pin in row]
    assert len(set(of_seats)) == 12
    assert set(pins.OUTPUTS_ONLY) == {7, 15}
    assert not {7, 15} & set(of_seats)
    names = [f"GP{'AB'[pin // 8]}{pin % 8}" for pin in of_seats]
    guide = (ROOT / "docs" / "mat-build.md").read_text()
    rows = dict(re.findall(r"^\| (first|second) \| (GP[AB].*) \|", guide, re.MULTILINE))
    assert [name for row in rows.values() for name in row.split(", ")] == names
    drawn = (ROOT / "docs" / "mat-circuit.svg").read_text()
    assert re.findall(r">(GP[AB]\d)<", drawn) == names


def test_each_bus_has_every_second_socket() -> None:
    assert [bus for bus, _select in pins.READERS] == [0, 1] * 6


def test_the_template_is_of_true_size() -> None:
    root = ElementTree.parse(ROOT / "docs" / "mat-template-a2.svg").getroot()
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("594mm", "420mm", "0 0 594 420")
    millimetre = 72 / 25.4
    for name, wide, high, pages in (("a2", 594, 420, 1), ("a4", 210, 297, 8)):
        data = (ROOT / "docs" / f"mat-template-{name}.pdf").read_bytes().decode("latin-1")
        boxes = re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
        assert boxes == [(f"{wide * millimetre:.2f}", f"{high * millimetre:.2f}")] * pages


def test_the_guide_names_what_is_there() -> None:
    guide = (ROOT / "docs" / "mat-build.md").read_text()
    words = {10: "ten"}[len(firmware_files())]
    assert f"copies {words} files" in guide
    assert f"Firmware {matlink.VERSION} runs" in guide


def test_the_protocols_page_has_every_kind_of_message() -> None:
    page = (ROOT / "docs" / "mat-protocol.md").read_text()
    questions = ["HELLO", "CONFIG", "LOOK", "CUES", "SNAPSHOT", "PING", "CHECK", "STATS", "QUIT", "RESET"]
    for name in [*questions, "ZONE", "BUTTON", "READER", "HEARTBEAT", "FAULT", "LOOKS"]:
        assert f"| {getattr(matlink, name):02X} | {name} |" in page
    assert f"Version **{matlink.MAJOR}.{matlink.MINOR}**" in page
