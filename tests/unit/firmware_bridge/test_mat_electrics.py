"""The mat's currents, clocks, lengths and distances, computed from the data of its drawings."""

import importlib
import math
import re
import sys
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from companion.othello.model.ruleset import load_edition
from firmware_bridge.firmware import pins
from firmware_bridge.mat.flash import DARK
from firmware_bridge.mat.provision import MatSetup
from hardware.table_file.load import read_table_file
from hardware.table_file.mat import MAT_NUMBERS, MOST_LAMPS, MatEntry, amperes
from tests.support import ROOT

GUIDE = (ROOT / "docs" / "mat-build.md").read_text(encoding="utf-8")
STATES = [{name for name, on in zip(("usb", "supply"), each, strict=True) if on} for each in product((0, 1), repeat=2)]
SOME_READERS = (1, 7, len(pins.READERS))


@pytest.fixture(scope="module")
def tools() -> Iterator[Any]:
    """Yield an importer for the modules that make the drawings."""
    sys.path.insert(0, str(ROOT / "tools"))
    yield importlib.import_module
    sys.path.remove(str(ROOT / "tools"))


@pytest.fixture
def electrics(tools: Any) -> Any:
    return tools("mat_electrics")


@pytest.fixture
def sheet(tools: Any) -> Any:
    return tools("mat_template")


@pytest.mark.parametrize("on", STATES, ids=lambda on: "+".join(sorted(on)) or "nothing")
@pytest.mark.parametrize("readers", SOME_READERS)
def test_whatever_is_switched_on_the_picos_pins_feed_no_dead_part(electrics: Any, on: set[str], readers: int) -> None:
    assert electrics.back_fed(on, readers) == {}


@pytest.mark.parametrize("ohms", [0.0, 1000.0])
def test_readers_on_the_supply_would_be_fed_by_the_picos_pins(
    electrics: Any, ohms: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason for the regulator's place: the readers were on the supply once, and the same computation finds the
    fault.
    """
    monkeypatch.setitem(electrics.RAILS, "readers", electrics.Rail(3.3, "lamps"))
    lines = [line._replace(ohms=ohms) for line in electrics.driven(7)]
    monkeypatch.setattr(electrics, "driven", lambda _readers: lines)
    fed = electrics.back_fed({"usb"}, 7)
    assert set(fed) == {15, 10, 11, 18, 19, *(select for _bus, select in pins.READERS[:7])}
    assert (sum(fed.values()) > electrics.RP2040_MA) is (ohms == 0.0)  # 1 kΩ in each line would also have been enough
    monkeypatch.setitem(electrics.PARTS, "74AHCT125", electrics.Part("lamps", 1.0, clamps=True))  # a 74HCT125
    assert pins.STRIP in electrics.back_fed({"usb"}, 7)


def test_every_line_to_a_reader_is_counted(electrics: Any) -> None:
    counted = {line.gp for line in electrics.driven(len(pins.READERS))}
    drives = {pin for _number, clock, out, _back in pins.BUSES for pin in (clock, out)}
    assert counted == drives | {select for _bus, select in pins.READERS} | {pins.READER_RESET, pins.STRIP}


def test_readers_and_pico_fit_what_usb_gives(electrics: Any) -> None:
    assert electrics.alive("readers", {"usb"}) and not electrics.alive("readers", {"supply"})
    for readers in SOME_READERS:
        assert electrics.usb_ma(readers) <= electrics.USB_MA
        assert electrics.readers_ma(readers) <= electrics.REGULATOR_MA
        assert electrics.regulator_rise(readers) < 40
    low, high = electrics.READERS_VOLTS
    assert low <= electrics.RAILS["readers"].volts <= high


def test_the_lamps_of_each_table_file_fit_their_supply_and_the_checklist_says_how_much(electrics: Any) -> None:
    example = read_table_file(ROOT / "docs" / "wiring" / "mat.toml")
    assert example.mat is not None
    line = next(line for line in GUIDE.splitlines() if line.startswith("| 7 | supply's current"))
    assert f"({electrics.brightest_cue()[0]})" in line
    for mat in (MatEntry(""), example.mat):
        lamps = example.seats * mat.lamps
        drawn = electrics.cue_amperes(lamps, mat.brightness)
        assert drawn < amperes(lamps, mat.brightness) <= electrics.FUSE_AMPERES < mat.supply
        assert re.search(rf"{lamps}.*{mat.brightness}", line)
        assert f"{drawn:.1f} A" in line
    assert MatEntry("").supply == MatSetup((), (), {"dark": DARK}).supply
    assert amperes(MOST_LAMPS, 255) > MAT_NUMBERS["supply"][1]  # so there is a case to refuse
    assert electrics.supply_drop_volts() < 0.25


def test_the_readers_answer_in_time_for_the_clock(electrics: Any) -> None:
    """Computed with the lengths in the template, at the fastest clock that a table file may set."""
    runs = electrics.runs()
    assert max(runs.values()) <= electrics.LONGEST_RUN
    fastest = MAT_NUMBERS["clock"][1] * 1e6
    assert fastest == pins.MOST_SPI_BAUD
    for bus in range(len(pins.BUSES)):
        lengths = [length for number, length in runs.items() if pins.READERS[number][0] == bus]
        assert electrics.miso_ns(lengths) <= electrics.half_bit_ns(fastest)
    longest = [electrics.LONGEST_RUN] * (len(pins.READERS) // len(pins.BUSES))
    assert electrics.miso_ns(longest) <= electrics.half_bit_ns(MatEntry("").clock * 1e6)
    assert electrics.miso_ns(longest) > electrics.half_bit_ns(fastest)  # as in the guide
    assert f"the longest is {math.ceil(max(runs.values()) / 10)} cm" in " ".join(GUIDE.split())


def test_no_edge_of_a_clock_falls_back_between_the_levels_of_the_chip(electrics: Any) -> None:
    """The reason for the resistors at the Pico: without them cables of different lengths echo into one another."""
    runs = electrics.runs()
    for bus in range(len(pins.BUSES)):
        lengths = [length for number, length in runs.items() if pins.READERS[number][0] == bus]
        assert electrics.falls_back(lengths, electrics.ARM_OHMS) < 0.15
    unlike = [600.0, 450.0, 400.0, 300.0, 250.0, 100.0]
    assert electrics.falls_back(unlike, electrics.ARM_OHMS) < 0.01
    assert electrics.falls_back(unlike, 0.0) > 0.8
    assert all(ends[-1] > 0.95 * electrics.PICO_VOLTS for ends in electrics.edge(unlike, electrics.ARM_OHMS))


def test_a_pressed_button_is_low_through_its_resistor(electrics: Any) -> None:
    for pull in (electrics.BUTTON_OHMS, electrics.PI_PULL_OHMS):
        assert electrics.button_low_share(pull) < electrics.LOW_SHARE
    assert 1000 * electrics.PICO_VOLTS / electrics.SERIES_OHMS < 12  # mA: the highest drive of an RP2040's pin


def test_the_expanders_wires_rise_in_time(electrics: Any) -> None:
    assert pins.I2C_BAUD == 400000
    assert electrics.i2c_rise_ns() <= electrics.I2C_RISE_NS
    assert electrics.PICO_VOLTS / electrics.I2C_OHMS <= 0.003  # the current that a chip on the bus must be able to sink


def test_each_coil_is_under_its_cards_middle_and_reads_the_whole_tag(sheet: Any) -> None:
    for _zone, (x, y) in sheet.sockets():
        left, top, right, bottom = sheet.coil(x, y)
        assert ((left + right) / 2, (top + bottom) / 2) == (x, y)
        assert min(right - left, bottom - top) / 2 >= sheet.STICKER / 2 + 2  # the tag may lie 2 mm off
        board = sheet.board(x, y)
        assert board[0] <= left and board[1] <= top and right <= board[2] and bottom <= board[3]
        pins_side = board[2] if sheet.towards_pins(x) > 0 else board[0]
        assert abs(pins_side - sheet.CONTROLLER[0]) < abs(x - sheet.CONTROLLER[0])


def test_coils_keep_their_distance_from_one_another_and_from_what_is_metal(sheet: Any) -> None:
    middles = [at for _zone, at in sheet.sockets()]
    assert min(math.dist(one, other) for one, other in combinations(middles, 2)) >= 120
    coils = [sheet.coil(*at) for at in middles]
    assert min(apart(one, other) for one, other in combinations(coils, 2)) >= 60
    assert min(apart(coil, sheet.controller()) for coil in coils) >= 20


def test_nothing_on_the_template_lies_on_something_else(sheet: Any) -> None:
    boxes = [sheet.controller(), *(sheet.board(*at) for _zone, at in sheet.sockets())]
    for zone, (x, y) in sheet.sockets():
        if zone.startswith("seat"):
            sizes = (sheet.RING_OFF, sheet.RING), (sheet.BUTTON_OFF, sheet.BUTTON), (sheet.SECOND_OFF, sheet.BUTTON)
            boxes += [sheet._around(x + right, y + down, across, across) for (right, down), across in sizes]
    assert all(apart(one, other) > 0 for one, other in combinations(boxes, 2))
    assert all(box[0] > 0 and box[1] > 0 and box[2] < sheet.A2[0] and box[3] < sheet.A2[1] for box in boxes)


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the distance of two boxes; 0 if they touch or overlap."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    return math.hypot(across, down)


def test_there_are_as_many_parts_as_the_wiring_and_the_box_take(tools: Any, electrics: Any) -> None:
    parts = tools("mat_parts")
    items = {item.what.split(" ")[0] + str(place): item for place, item in enumerate(parts.mat_items())}
    counts = {item.what: item.count for item in items.values()}
    assert parts.tags() == (138, 93)
    assert parts.tags("2022") == (149, 92)
    rules = load_edition("2024")
    assert 70 + sum(rules.staging_cards.values()) + len(rules.wound_limits) + sum(rules.coins.values()) == 138
    assert min(count for what, count in counts.items() if "NTAG213" in what) >= 149  # enough for either edition
    assert counts["resistor 330 Ω: in each reader's MISO and the lamps' data line"] == 7 + 1
    assert counts["resistor 100 Ω: in each reader's own SCK and MOSI, at the Pico"] == 2 * 7
    assert counts["resistor 1 kΩ: in series with each button"] == 6
    assert counts["74AHCT125 (level shifter 3.3 V → 5 V)"] == 1
    assert sum("fuse" in what for what in counts) == 1
    assert parts.parts_table(parts.mat_items()) in GUIDE
    assert electrics.power_table() in GUIDE
