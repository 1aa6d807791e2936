"""The build guide's wiring: its tables and drawings match the table files beside them, and each file is valid."""

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.ports import UART_PINS, UARTS
from hardware.probe import PRESS_LOOKS, PinFinder
from hardware.table_file.load import TableFile, read_table_file
from tests.support import ROOT

WIRING = ROOT / "docs" / "wiring"


DRAWN = sorted(path.stem for path in WIRING.glob("*.toml"))


def buttons_of(table: TableFile) -> list[int]:
    return [entry.button for entry in table.panel if entry.button is not None]


@pytest.fixture(scope="module")
def draw() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw_wiring", ROOT / "tools" / "draw_wiring.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["one-reader", "seats", "units", "spi"])
def test_drawing_and_table_are_those_of_the_table_file(draw: ModuleType, name: str) -> None:
    table = read_table_file(WIRING / f"{name}.toml")
    svg = (WIRING / f"{name}.svg").read_text(encoding="utf-8")
    assert svg == draw.drawing(table, draw.TITLES[name]), "run python tools/draw_wiring.py"
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    guide = (ROOT / "docs" / "hardware.md").read_text(encoding="utf-8")
    shown = re.search(rf"<!-- {name} -->\n(.*?)\n<!-- end -->", guide, re.DOTALL)
    assert shown is not None and shown[1] == draw.wiring_table(table)


def test_the_guides_tables_are_made_of_the_table_files(draw: ModuleType) -> None:
    guide = (ROOT / "docs" / "hardware.md").read_text(encoding="utf-8")
    assert guide == draw.guide(), "run python tools/draw_wiring.py"
    assert draw.FIRST.read_text(encoding="utf-8") == draw.first_page(), "run python tools/draw_wiring.py"
    assert "| PN532 module with UART (HSU), its pins soldered on | 7 |" in guide
    assert "5 and 2 to spare" in guide
    assert "138 tags on 93 different things | 150 |" in guide


@pytest.mark.parametrize("colours", [1, 3])
def test_the_leds_of_six_seats_take_no_more_than_the_pins_give(draw: ModuleType, colours: int) -> None:
    seats = read_table_file(WIRING / "seats.toml")
    pins = iter(range(2, 28))
    panel = tuple(replace(seat, lamp=tuple(next(pins) for _ in range(colours)), button=None) for seat in seats.panel)
    currents = draw.led_ma(replace(seats, panel=panel))
    assert len(currents) == 6 * colours
    assert all(1.0 < current <= draw.PIN_MA for current in currents)
    assert sum(currents) <= draw.PINS_MA
    one_green = 1000 * (draw.PIN_VOLTS - draw.LED_VOLTS["green"]) / draw.OHMS_OF_ONE_GREEN
    assert 6 * one_green <= draw.PINS_MA
    labels = [wire.label for wire in draw.wires(replace(seats, panel=panel)) if wire.kind == "lamp"]
    guide = (ROOT / "docs" / "hardware.md").read_text(encoding="utf-8")
    assert all(label.split(",")[0] in guide for label in labels)


def test_the_header_is_that_of_a_raspberry_pi(draw: ModuleType) -> None:
    assert len(draw.HEADER) == 40
    known = {1: "3V3", 2: "5V", 3: 2, 8: 14, 10: 15, 11: 17, 12: 18, 32: 12, 33: 13, 36: 16, 39: "GND", 40: 21}
    assert {pin: draw.HEADER[pin - 1] for pin in known} == known
    assert [pin for pin, what in enumerate(draw.HEADER, 1) if what == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]
    assert sorted(what for what in draw.HEADER if isinstance(what, int)) == list(range(2, 28))


def test_no_two_wires_share_a_pin(draw: ModuleType) -> None:
    for name in ("one-reader", "seats", "units", "spi"):
        pins = [wire.pin for wire in draw.wires(read_table_file(WIRING / f"{name}.toml"))]
        assert len(set(pins)) == len(pins)


@pytest.mark.parametrize("name", DRAWN)
def test_no_lamp_or_button_is_at_a_pin_of_the_serial_port(name: str) -> None:
    """GPIO 14 is driven high while the serial port is on: a pressed button would short it."""
    table = read_table_file(WIRING / f"{name}.toml")
    used = {*buttons_of(table), *(pin for entry in table.panel for pin in entry.lamp)}
    assert not used & set(UART_PINS)


@pytest.mark.parametrize("name", [name for name in DRAWN if buttons_of(read_table_file(WIRING / f"{name}.toml"))])
def test_setup_finds_each_drawn_button(name: str) -> None:
    factory = MockFactory()
    finder = PinFinder(factory)
    finder._watch()
    for pin in buttons_of(read_table_file(WIRING / f"{name}.toml")):
        looks = iter(range(30))

        def give_up(looks: Iterator[int] = looks, pin: int = pin) -> bool:
            """Press the button for some of the polls, and give up after thirty."""
            look = next(looks, None)
            if look == 3:
                factory.pin(pin).drive_low()
            if look == 3 + 2 * PRESS_LOOKS:
                factory.pin(pin).drive_high()
            return look is None

        assert finder.pressed(give_up) == pin
    finder.close()


def test_a_pin_of_the_pi_that_drives_a_pressed_button_is_not_harmed(draw: ModuleType) -> None:
    assert 1000 * draw.PIN_VOLTS / draw.SERIES_OHMS <= draw.PIN_MA
    for name in DRAWN:
        labels = [wire.label for wire in draw.wires(read_table_file(WIRING / f"{name}.toml")) if wire.kind == "button"]
        assert all(label.startswith("1 kΩ, button") for label in labels)


def test_a_pn532_at_the_pis_own_pins_gets_no_5_volts(draw: ModuleType) -> None:
    """The level of its TXD may follow its supply, and the Pi's pins bear 3.3 V."""
    table = read_table_file(WIRING / "one-reader.toml")
    assert table.readers[0].device in UARTS
    assert [draw.HEADER[wire.pin - 1] for wire in draw.wires(table) if wire.label == "PN532 VCC"] == ["3V3"]


def test_the_page_of_readers_is_that_of_their_table(draw: ModuleType) -> None:
    assert draw.READERS.read_text(encoding="utf-8") == draw.readers_page(), "run python tools/draw_wiring.py"
