"""`table.toml`: its content, and the messages about errors in it."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from cuelight.app.devices.mat import mat_setup
from hardware.table_file.layout import full_mat
from hardware.table_file.load import (
    ReaderEntry,
    SeatEntry,
    TableFile,
    TableFileError,
    parse_table_file,
    read_table_file,
    write_table_file,
)
from hardware.table_file.mat import MatEntry
from tests.support import ROOT

WHOLE = TableFile(
    "seats",
    2,
    (
        ReaderEntry("seat1.play", "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"),
        ReaderEntry("seat2.play", "usb:054c:06c3"),
    ),
    (SeatEntry("seat1", (17,), 4), SeatEntry("seat2", (22, 23, 24), 5)),
    "rpigpio",
    take_turns=True,
    lights={"your-turn": "#00ff00", "on-deck": "#0000ff"},
)
ONE = TableFile("one-reader", 6, (ReaderEntry("stage.tap", "/dev/ttyS0"),))
MAT = TableFile("mat", 6, mat=MatEntry("/dev/serial/by-id/usb-MicroPython-if00"))

SOCKETS = ("seat1.play", "", "seat2.play", "stage.target", "stage.tap")
FITTED_MAT = TableFile("mat", 2, mat=MatEntry("/dev/ttyACM0", SOCKETS, 2, 16, 200, 5, 2.5, 1.0, 4.5, (4, 6)))


def mistakes(text: str) -> list[tuple[int, str]]:
    """Return each mistake's line, with its description and remedy."""
    with pytest.raises(TableFileError) as refused:
        parse_table_file(text)
    return [(mistake.line, f"{mistake.what}. {mistake.remedy}") for mistake in refused.value.mistakes]


@pytest.mark.parametrize("table", [WHOLE, ONE, MAT, FITTED_MAT])
def test_what_is_written_is_read_back(table: TableFile) -> None:
    assert parse_table_file(write_table_file(table)) == table
    assert tomllib.loads(write_table_file(table))["kind"] == table.kind


def test_the_layout_has_the_zones_of_the_table() -> None:
    assert ONE.layout().zones[-1] == "stage.tap"
    assert WHOLE.layout().zones == ("seat1.play", "seat2.play", "stage.target")
    assert FITTED_MAT.layout().zones == ("seat1.play", "seat2.play", "stage.target", "stage.tap")


def test_a_rack_is_a_row_of_zones_beside_those_of_the_table() -> None:
    table = read_table_file(ROOT / "docs" / "wiring" / "rack.toml")
    assert parse_table_file(write_table_file(table)) == table
    assert table.layout().slots == tuple(f"seat4.rack{slot}" for slot in range(1, 8))
    assert table.layout().zones == full_mat(4).zones
    wrong = 'kind = "seats"\nseats = 2\n[[reader]]\nzone = "seat2.rack1"\nbackend = "nfcpy"\ndevice = "/dev/ttyUSB0"\n'
    assert mistakes(wrong + '[gpio]\npins = "lgpio"\n[[slot]]\nslot = "seat2.rack2"\nlamp = 4\n') == [
        (
            1,
            "the rack at seat2 has readers, and seat2.play has none. "
            "Give seat2.play a reader: there a bot's cards are laid.",
        ),
        (10, "seat2.rack2 has no reader. Write a [[reader]] for it."),
    ]


def test_lamps_without_a_section_for_their_pins_are_a_mistake_that_names_the_section() -> None:
    reader = '[[reader]]\nzone = "seat1.play"\nbackend = "nfcpy"\ndevice = "/dev/ttyUSB0"\n'
    lamp = '[[seat]]\nseat = "seat1"\nlamp = 4\n'
    assert mistakes('kind = "seats"\nseats = 2\n' + reader + lamp) == [
        (
            0,
            "[gpio] is missing, and lamps or buttons need it. "
            'Write [gpio] on a line of its own, and pins = "lgpio" or "rpigpio" below it.',
        )
    ]


def test_a_mats_zones_are_at_its_sockets_in_order_unless_told() -> None:
    assert list(MAT.sockets().items())[-2:] == [("seat6.play", 5), ("stage.target", 6)]
    assert FITTED_MAT.sockets() == {"seat1.play": 0, "seat2.play": 2, "stage.target": 3, "stage.tap": 4}
    assert FITTED_MAT.served() == ("seat1.play", "seat2.play", "stage.target", "stage.tap")
    assert ONE.sockets() == {}


def test_all_mistakes_are_told_at_once_with_line_and_remedy() -> None:
    found = mistakes(
        """\
kind = "seats"
seats = 9
sets = 4

[[reader]]
zone = "seat1.paly"
backend = "nfcpy"
device = "ttyUSB0"

[[reader]]
zone = "seat2.play"
backend = "rc533"

[gpio]
pins = "wiringpi"

[[seat]]
seat = "seat1"
lamp = [17, 27]
button = 40

[[seat]]
seat = "seat1"
lamp = 17
buton = 5
"""
    )
    assert [line for line, _text in found] == [2, 3, 6, 8, 10, 12, 15, 19, 20, 23, 24, 25]
    told = dict(found)
    assert "2 to 8" in told[2]
    assert "Did you mean seats?" in told[3]
    assert "seat1.play" in told[6]
    assert "/dev/serial/by-id/" in told[8]
    assert "device is missing" in told[10]
    assert "one of: nfcpy" in told[12]
    assert "lgpio, rpigpio" in told[15]
    assert "one pin, or three" in told[19]
    assert "BCM" in told[20]
    assert "once" in told[23]
    assert "pin 17 is used already" in told[24]
    assert "Did you mean button?" in told[25]


def test_lines_that_are_no_toml_are_told_beside_the_rest() -> None:
    found = mistakes('kind = seats\nseats = 2\n[[reader]\nzone = "nowhere"\n')
    lines = [line for line, _text in found]
    assert 1 in lines and 3 in lines
    assert all(". " in text for _line, text in found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('kind = "one-reader"\nseats = 4\n', "has 0 of them"),
        ('kind = "seats"\nseats = 4\n', "there is no reader"),
        ('kind = "mat"\nseats = 4\n', "device is missing"),
        (write_table_file(MAT) + "buttons = 3\n", "Write a number from 1 to 2"),
        (write_table_file(MAT) + "lamps = 33\n", "from 1 to 32"),
        (write_table_file(MAT) + "brightness = true\n", "brightness is True"),
        (write_table_file(MAT) + "brightness = 255\n", "72 lamps at brightness 255 can draw 4.4 A; supply is 3 A"),
        (write_table_file(MAT) + "brightness = 255\n", "Write brightness = 172 or less, or the amperes"),
        (write_table_file(MAT) + "lamps = 32\n", "192 lamps at brightness 96 can draw 4.5 A"),
        (write_table_file(MAT) + "brightness = 0\nlamps = 32\nsupply = 0.19\n", "Write a number from 0.5 to 5"),
        (write_table_file(MAT) + "supply = nan\n", "supply is nan"),
        (write_table_file(MAT) + "clock = 3.5\n", "from 0.1 to 3"),
        (write_table_file(MAT) + "gains = [4, 8]\n", "from 0 to 7 for each socket"),
        (write_table_file(MAT) + "gains = 4\n", "gains is 4"),
        (write_table_file(MAT) + 'zones = ["seat7.play"]\n', "there is no zone 'seat7.play'"),
        (write_table_file(MAT) + 'zones = ["seat1.play", "seat1.play"]\n', "is there twice"),
        (write_table_file(MAT) + "zones = 7\n", "no list"),
        ('kind = "seats"\nseats = 2\ntake_turns = "yes"\n', "Write true or false"),
        ('kind = "seats"\nseats = 2\nlights = {your-turn = "green"}\n', 'Write a colour such as "#1fc55a".'),
        ('kind = "seats"\nseats = 2\nlights = {party = "#ff00ff"}\n', "party"),
        ('kind = "seats"\nseats = 2\nreader = 5\n', "[[reader]]"),
        ('kind = "seats"\nseats = 2\ngpio = 5\n', "[gpio]"),
        ("", "kind is missing"),
        (write_table_file(ONE) + '[mat]\ndevice = "/dev/ttyACM0"\n', "has no mat"),
        (write_table_file(WHOLE).replace("usb:054c:06c3", "/dev/null;reboot"), "device is"),
        (write_table_file(WHOLE).replace("usb:054c:06c3", "/dev/serial0").replace("= 17", "= 14"), "the serial port"),
        (write_table_file(WHOLE).replace("seat2.play", "seat1.play"), "has a reader already"),
    ],
)
def test_what_does_not_go_together_is_told(text: str, told: str) -> None:
    assert any(told in words for _line, words in mistakes(text))


def test_a_file_that_is_not_there_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match="cuelight setup"):
        read_table_file(tmp_path / "table.toml")
    (tmp_path / "table.toml").write_bytes(b'kind = "mat"\ndevice = "k\xfcche"')
    with pytest.raises(TableFileError, match=r"toml:2: this is not UTF-8 text\. Save the file as UTF-8\."):
        read_table_file(tmp_path / "table.toml")


def test_a_file_of_a_windows_editor_is_read(tmp_path: Path) -> None:
    written = write_table_file(WHOLE)
    (tmp_path / "table.toml").write_bytes(b"\xef\xbb\xbf" + written.replace("\n", "\r\n").encode())
    assert read_table_file(tmp_path / "table.toml") == WHOLE


def test_the_table_file_that_the_docs_show_has_a_mat_of_eight_zones() -> None:
    table = read_table_file(ROOT / "docs" / "wiring" / "mat.toml")
    setup = mat_setup(table)
    assert setup.zones == (*(f"seat{number}.play" for number in range(1, 7)), "stage.target", "stage.tap")
    assert (setup.buttons, setup.lamps) == (12, 16)


def test_the_brightness_that_a_refusal_names_is_the_most_that_is_taken() -> None:
    least = write_table_file(MAT)
    for lamps, supply in ((12, 3.0), (16, 2.0), (32, 5.0), (32, 0.5)):
        text = f"{least}lamps = {lamps}\nsupply = {supply}\n"
        told = mistakes(text + "brightness = 255\n")[0][1]
        named = int(told.split("brightness = ")[1].split()[0])
        assert parse_table_file(text + f"brightness = {named}\n").mat is not None
        assert mistakes(text + f"brightness = {named + 1}\n")


def test_each_sockets_gain_goes_to_the_zone_that_is_there() -> None:
    setup = mat_setup(FITTED_MAT)
    assert dict(zip(setup.zones, setup.gains, strict=True)) == {
        "seat1.play": 4, "seat2.play": 5, "stage.target": 5, "stage.tap": 5,
    }  # fmt: skip


def test_a_mat_shows_a_light_in_the_colour_of_its_table_file() -> None:
    usual, own = MAT, replace(MAT, lights={"your-turn": "#00ff00"})
    assert mat_setup(own).looks["your-turn"].rgb == "#00ff00"
    assert mat_setup(own).looks["your-turn"].steps == mat_setup(usual).looks["your-turn"].steps
    assert mat_setup(own).looks["lay"] == mat_setup(usual).looks["lay"]
