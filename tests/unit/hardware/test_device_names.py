"""Names of serial ports, finding a pressed button, and messages about USB readers without libusb."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from cuelight.commands.doctor_readers import check
from cuelight.doctor.finding import Result
from hardware import ports, usb
from hardware.emulator import EmulatedReader, Timing
from hardware.faults import DeviceError, DeviceReason
from hardware.known_readers import KNOWN, SOME, known_on_usb
from hardware.probe import PinFinder
from hardware.readers import nfcpy
from hardware.table_file.load import ReaderEntry, TableFile, write_table_file
from tests.support.usb_tree import usb_device


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("serial/by-id", "serial/by-path"):
        (tmp_path / name).mkdir(parents=True)
    for number in range(2):
        (tmp_path / f"ttyUSB{number}").touch()
        (tmp_path / f"serial/by-path/socket-{number}").symlink_to(tmp_path / f"ttyUSB{number}")
    monkeypatch.setattr(ports, "BY_ID", str(tmp_path / "serial/by-id/*"))
    monkeypatch.setattr(ports, "BY_PATH", str(tmp_path / "serial/by-path/*"))
    monkeypatch.setattr(ports, "OTHERS", (str(tmp_path / "ttyUSB*"), str(tmp_path / "ttyACM*")))
    monkeypatch.setattr(ports, "UARTS", ())
    return tmp_path


def names(found: list[str]) -> list[str]:
    return [Path(port).name for port in found]


def test_adapters_with_numbers_of_their_own_go_by_them(dev: Path) -> None:
    for number in range(2):
        (dev / f"serial/by-id/adapter-000{number}").symlink_to(dev / f"ttyUSB{number}")
    assert names(ports.ports()) == ["adapter-0000", "adapter-0001"]


def test_adapters_that_share_a_name_go_by_their_sockets(dev: Path) -> None:
    (dev / "serial/by-id/adapter").symlink_to(dev / "ttyUSB1")
    assert names(ports.ports()) == ["socket-0", "socket-1"]


@pytest.mark.parametrize(("serials", "is_shared"), [(("0001", "0001"), True), (("0001", "0002"), False)])
def test_a_name_that_leads_to_either_of_two_adapters_is_refused(
    dev: Path, serials: tuple[str, str], is_shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table was set up with one CP2102, and a second one is plugged in later."""
    monkeypatch.setattr(ports, "TTYS", dev / "class")
    for number, serial in enumerate(serials):
        usb = dev / f"usb-{number}"
        (usb / f"port/ttyUSB{number}").mkdir(parents=True)
        for part, text in (("idVendor", "10c4\n"), ("idProduct", "ea60\n"), ("serial", f"{serial}\n")):
            (usb / part).write_text(text)
        (dev / f"class/ttyUSB{number}").mkdir(parents=True)
        (dev / f"class/ttyUSB{number}/device").symlink_to(usb / f"port/ttyUSB{number}")
    name = dev / "serial/by-id/adapter"
    name.symlink_to(dev / "ttyUSB1")
    with pytest.raises(DeviceError) as refused:
        nfcpy.BACKEND.open(str(name))
    assert (refused.value.reason is DeviceReason.SHARED_NAME) is is_shared
    assert not ports.has_twin(str(dev / "serial/by-path/socket-0"))


def test_a_port_without_any_name_goes_by_its_passing_one(dev: Path) -> None:
    (dev / "ttyACM0").touch()
    assert names(ports.ports()) == ["socket-0", "socket-1", "ttyACM0"]


def test_the_doctor_does_not_take_a_mat_for_a_broken_reader(dev: Path) -> None:
    (dev / "ttyUSB0").unlink()
    (dev / "serial/by-id/usb-MicroPython_Board_in_FS_mode-if00").symlink_to(dev / "ttyUSB1")
    told = [finding for finding in check(None) if "MicroPython" in finding.check]
    assert [(finding.result, finding.commands[0]) for finding in told] == [(Result.REMARK, "cuelight mat")]


# --- libusb, which a minimal Debian lacks

WITHOUT_LIBUSB = """
import sys

def no_libusb(event, arguments):
    if event == "ctypes.dlopen" and "usb" in str(arguments[0]):
        raise OSError(f"{arguments[0]}: cannot open shared object file: No such file or directory")

sys.addaudithook(no_libusb)
"""


def without_libusb(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process whose loader finds no libusb."""
    (folder / "sitecustomize.py").write_text(WITHOUT_LIBUSB)
    return subprocess.run(
        [sys.executable, "-m", "cuelight", *arguments],
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def told_by_doctor(folder: Path, *readers: ReaderEntry) -> list[dict[str, str]]:
    table = folder / "table.toml"
    if readers:
        table.write_text(write_table_file(TableFile("seats", 2, readers)))
    ended = without_libusb(folder, "doctor", "--table", str(table), "--json")
    assert ended.stderr == ""
    findings: list[dict[str, str]] = json.loads(ended.stdout)["findings"]
    return [finding for finding in findings if finding["check"].startswith("reader")]


def test_without_libusb_the_doctor_says_once_what_to_install(tmp_path: Path) -> None:
    told = [finding for finding in told_by_doctor(tmp_path) if "libusb" in finding["what"]]
    assert [(finding["check"], finding["result"]) for finding in told] == [("reader usb", "remark")]
    assert "`sudo apt-get install libusb-1.0-0`" in told[0]["next"]


def test_without_libusb_a_table_with_a_usb_reader_is_told_what_is_missing(tmp_path: Path) -> None:
    (told,) = told_by_doctor(tmp_path, ReaderEntry("seat1.play", "usb:054c:06c3"))
    assert (told["result"], told["what"]) == ("wrong", "usb:054c:06c3: libusb is not installed")
    assert "`sudo apt-get install libusb-1.0-0`" in told["next"]


def test_without_libusb_a_serial_reader_is_examined_as_ever(tmp_path: Path) -> None:
    reader = EmulatedReader(timing=Timing())
    try:
        (told,) = told_by_doctor(tmp_path, ReaderEntry("seat1.play", reader.path))
    finally:
        reader.unplug()
    assert "PN532 v1.6" in told["what"]


def test_without_libusb_setup_says_what_to_install_and_looks_at_the_serial_ports(tmp_path: Path) -> None:
    ended = without_libusb(tmp_path, "setup", "--table", str(tmp_path / "table.toml"))
    assert (ended.stdout + ended.stderr).count("`sudo apt-get install libusb-1.0-0`") == 1
    assert "Run `cuelight doctor`" in ended.stderr and "Traceback" not in ended.stderr


def test_a_button_that_is_down_already_is_found_when_it_is_pressed_again() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    finder = PinFinder(factory)
    assert finder.pressed(lambda: True) is None  # from here on each pin is an input with a pull-up
    factory.pin(17).drive_low()
    looks = 0

    def hand() -> bool:
        nonlocal looks
        looks += 1
        if looks in (5, 25):
            factory.pin(17).drive_high()
        if looks == 10:
            factory.pin(17).drive_low()
        return looks > 100

    try:
        assert finder.pressed(hand) == 17
    finally:
        finder.close()


# --- USB readers by their sockets, and by the table of known readers


def test_two_usb_readers_of_a_model_are_named_by_their_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usb, "DEVICES", tmp_path / "sys/bus/usb/devices")
    usb_device(tmp_path, "1-1.2", 7, "072f:2200")
    usb_device(tmp_path, "1-1.4.1", 9, "072f:2200")
    assert nfcpy._socket_of(1, 9) == "usb:1-1.4.1"
    assert nfcpy._socket_of(1, 8) == "usb:001:008"
    assert nfcpy.BACKEND.knows("usb:1-1.4.1")
    assert nfcpy._address_at("usb:1-1.4.1", "1-1.4.1") == "usb:001:009"
    with pytest.raises(DeviceError) as refused:
        nfcpy.BACKEND.open("usb:1-1.3")
    assert refused.value.reason is DeviceReason.NOT_FOUND


def test_a_reader_on_usb_is_recognised_by_its_id(tmp_path: Path) -> None:
    usb_device(tmp_path, "1-1.2", 7, "072F:2200")
    usb_device(tmp_path, "1-1.3", 8, "1d6b:0002")
    (known,) = known_on_usb(tmp_path)
    assert (known.name, known.works) == ("ACR122U", SOME)
    ids = [each for reader in KNOWN for each in reader.ids]
    assert len(set(ids)) == len(ids)
