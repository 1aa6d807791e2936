"""Doctor checks that open no device, on simulated files of a Raspberry Pi 3, 4 and 5."""

import json
import os
import re
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from companion.core import i18n as tongue
from cuelight.doctor import CHECKS, devices, look, report, system
from cuelight.doctor.finding import THROTTLED, Finding, Result, System
from hardware.table_file.load import ReaderEntry, SeatEntry, TableFile, write_table_file
from tests.support import ROOT

PI3, PI4 = "Raspberry Pi 3 Model B Plus Rev 1.3", "Raspberry Pi 4 Model B Rev 1.4"
PI5 = "Raspberry Pi 5 Model B Rev 1.0"
FOLDER = ROOT / "cuelight" / "doctor"

# As Raspberry Pi OS writes it; the important line follows it.
CONFIG = """\
# For more options and information see http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
#enable_uart=1
dtparam=audio=on
camera_auto_detect=1
dtoverlay=vc4-kms-v3d

[cm4]
otg_mode=1

[pi5]
dtparam=fan_temp0=50000

[all]
"""


class Machine:
    """A system of files to check."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.now = 1_800_000_000.0

    def has(self, path: str, content: str | bytes = "") -> None:
        """Add a file."""
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())

    def is_a(self, model: str, *config: str, console: str = "console=tty1 root=PARTUUID=1-02") -> None:
        """Make it this Raspberry Pi, with these lines at the end of its config.txt."""
        self.has("/proc/device-tree/model", model + "\0")
        self.has("/boot/firmware/config.txt", CONFIG + "\n".join(config) + "\n")
        self.has("/boot/firmware/cmdline.txt", console)

    def told(
        self, check: str, *devices: str, backend: str = "nfcpy", panel: bool = False, pins: str = "lgpio"
    ) -> list[Finding]:
        """Return the findings of one check for a table with readers at these devices."""
        kinds = ["rc522" if "spidev" in device else backend for device in devices]
        readers = [ReaderEntry(f"seat{n}.play", *each) for n, each in enumerate(zip(devices, kinds, strict=True), 1)]
        table = TableFile("seats", 2, tuple(readers), (SeatEntry("seat1", (17,)),) if panel else (), pins=pins)
        system = System(self.root, frozenset({"dialout"}), self.root, now=lambda: self.now)
        return [finding for finding in look(system, table) if finding.check.startswith(check)]

    def wrong(self, check: str, *devices: str, backend: str = "nfcpy") -> list[str]:
        """Return the problems, one line each with the commands."""
        bad = [one for one in self.told(check, *devices, backend=backend) if one.result is not Result.WELL]
        return [f"{one.what} | {' ; '.join(one.commands)}" for one in bad]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_every_check_is_in_the_report() -> None:
    found = [check for module in (system, devices) for name, check in vars(module).items() if name.startswith("check_")]
    assert set(found) == set(CHECKS) and len(CHECKS) == len(found)


@pytest.mark.parametrize("model", [PI3, PI4, PI5])
def test_whatever_can_be_wrong_has_a_meaning_and_a_next_step_with_a_command(
    machine: Machine, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    machine.is_a(model, console="console=serial0 console=ttyAMA0")
    machine.now = 0.0
    machine.has(THROTTLED, "0xd0005\n")
    machine.has("/proc/device-tree/chosen/power/max_current", (3000).to_bytes(4, "big"))
    machine.has("/proc/modules", "pn533_usb 1 0\n")
    machine.has("/proc/812/comm", "ModemManager\n")
    machine.has("/proc/913/comm", "brltty\n")
    machine.has("/sys/fs/ext4/mmcblk0p2/errors_count", "7\n")
    machine.has("/sys/block/mmcblk0/device/life_time", "0x01 0x0b 0xzz 0x\n")
    machine.has("/sys/bus/usb-serial/devices/ttyUSB0/latency_timer", "16\n")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(system, "version", missing)
    free = os.statvfs(machine.root)
    for room in ((4096, 10, 0), (4096, 10**9, os.ST_RDONLY)):
        found = os.statvfs_result((free.f_bsize, room[0], 0, 0, room[1], 0, 0, 0, room[2], 255))
        monkeypatch.setattr(os, "statvfs", lambda _folder, found=found: found)
        devices = "/dev/serial0", "/dev/ttyUSB0", "usb:054c:06c3", "/dev/spidev0.0"
        bad = [one for one in machine.told("", *devices, panel=True, pins="rpigpio") if one.result is not Result.WELL]
        assert [one for one in bad if not (one.means and one.commands)] == []
        commands = [command for one in bad for command in one.commands]
        known = r"(sudo|cuelight|pip|echo|printf|ls|dmesg|timedatectl|vcgencmd) ?"
        assert [command for command in commands if not re.match(known, command)] == []
        assert {one.check.split()[0] for one in bad} >= {
            *("library", "pins", "supply", "heat", "group", "driver", "program", "rule", "libusb"),
            *("serial", "SPI", "adapter", "disk", "clock", "name"),
        }


@pytest.mark.parametrize(
    ("installed", "model", "pins", "library"),
    [
        ({"rpi-lgpio"}, PI5, "", ""),
        ({"rpi-lgpio"}, PI4, "", ""),
        ({"RPi.GPIO"}, PI4, "", ""),
        ({"RPi.GPIO"}, PI5, "RPi.GPIO does not know the Raspberry Pi 5", ""),
        ({"RPi.GPIO", "rpi-lgpio"}, PI4, "RPi.GPIO and rpi-lgpio are both installed", ""),
        (set(), PI4, "", "rpi-lgpio is not installed"),
    ],
)
def test_for_rpigpio_one_of_two_libraries_is_needed_and_never_both(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, installed: set[str], model: str, pins: str, library: str
) -> None:
    def version(name: str) -> str:
        if name in {"RPi.GPIO", "rpi-lgpio"} - installed:
            raise PackageNotFoundError(name)
        return "0.6"

    machine.is_a(model)
    machine.has("/dev/gpiochip0")
    monkeypatch.setattr(system, "version", version)
    wrong = [one for one in machine.told("", panel=True, pins="rpigpio") if one.result is Result.WRONG]
    assert [one.what for one in wrong if one.check == "pins"] == [pins] * bool(pins)
    assert [one.what for one in wrong if one.check.startswith("library")] == [library] * bool(library)


# --- the serial port


@pytest.mark.parametrize("model", [PI3, PI4])
def test_on_a_3_and_a_4_a_commented_line_turns_nothing_on(machine: Machine, model: str) -> None:
    machine.is_a(model)
    (said,) = machine.wrong("serial port", "/dev/ttyS0")
    assert said.startswith("the serial port is off | printf '[all]\\nenable_uart=1\\n' | sudo tee -a /boot/firmware")
    machine.is_a(model, "enable_uart=1")
    assert machine.wrong("serial port", "/dev/ttyS0") == []


@pytest.mark.parametrize("model", [PI3, PI4])
def test_on_a_3_and_a_4_the_fast_port_is_the_bluetooths_until_that_is_off(machine: Machine, model: str) -> None:
    machine.is_a(model, "enable_uart=1")
    (said,) = machine.wrong("serial port", "/dev/ttyAMA0")
    assert "Bluetooth uses /dev/ttyAMA0 here" in said and "dtoverlay=disable-bt" in said
    machine.is_a(model, "enable_uart=1", "dtoverlay=disable-bt")
    assert machine.wrong("serial port", "/dev/ttyAMA0") == []


def test_a_line_of_another_section_does_not_count(machine: Machine) -> None:
    machine.is_a(PI4, "[pi5]", "enable_uart=1")
    assert "is off" in machine.wrong("serial port", "/dev/ttyS0")[0]
    machine.is_a(PI4, "[pi4]", "enable_uart=1")
    assert machine.wrong("serial port", "/dev/ttyS0") == []


def test_a_5_wants_its_own_line_and_has_the_pins_at_its_own_port(machine: Machine) -> None:
    machine.is_a(PI5, "enable_uart=1")
    (said,) = machine.wrong("serial port", "/dev/ttyAMA0")
    assert said.startswith("the serial port is off | printf '[all]\\ndtparam=uart0=on\\n'")
    machine.is_a(PI5, "dtparam=uart0=on")  # as raspi-config writes it
    assert machine.wrong("serial", "/dev/ttyAMA0") == []
    (said,) = machine.wrong("serial port", "/dev/serial0")
    assert said.startswith("on a Raspberry Pi 5 /dev/serial0 is not on the pins")


@pytest.mark.parametrize(("model", "console"), [(PI4, "serial0"), (PI3, "ttyS0"), (PI5, "ttyAMA0")])
def test_a_console_on_the_port_is_told(machine: Machine, model: str, console: str) -> None:
    machine.is_a(model, "enable_uart=1", "dtparam=uart0=on", console=f"console={console},115200 console=tty1")
    (said,) = machine.wrong("serial console", "/dev/ttyAMA0")
    assert "sudo raspi-config nonint do_serial_cons 1" in said


def test_on_a_5_the_console_at_the_socket_for_debugging_is_in_nobodys_way(machine: Machine) -> None:
    machine.is_a(PI5, "dtparam=uart0=on", console="console=ttyAMA10,115200 console=tty1")
    assert machine.wrong("serial console", "/dev/ttyAMA0") == []


def test_a_table_without_a_reader_on_the_pins_is_told_nothing_of_them(machine: Machine) -> None:
    machine.is_a(PI4)
    assert machine.told("serial", "/dev/ttyUSB0") == []


# --- the rest of the machine


def test_spi_that_is_off_is_told_for_each_bus(machine: Machine) -> None:
    machine.is_a(PI4)
    machine.has("/dev/spidev0.0")
    first, second = machine.told("SPI", "/dev/spidev0.0", "/dev/spidev1.2:25", backend="rc522")
    assert (first.result, second.result) == (Result.WELL, Result.WRONG)
    assert second.what == "there is no /dev/spidev1.2" and "dtoverlay=spi1-3cs" in second.commands[0]


def test_i2c_that_is_off_or_slow_is_told(machine: Machine) -> None:
    machine.is_a(PI4)
    [off] = machine.told("I2C", "/dev/i2c-1:0", backend="rfid2")
    assert (off.result, off.what) == (Result.WRONG, "there is no /dev/i2c-1")
    assert off.commands[0] == "sudo raspi-config nonint do_i2c 0"
    machine.has("/dev/i2c-1")
    [slow] = machine.told("I2C", "/dev/i2c-1", backend="rfid2")
    assert slow.result is Result.REMARK and "dtparam=i2c_arm_baudrate=400000" in slow.commands[0]
    machine.is_a(PI4, "dtparam=i2c_arm=on,i2c_arm_baudrate=400000")
    [fast] = machine.told("I2C", "/dev/i2c-1", backend="rfid2")
    assert fast.result is Result.WELL
    assert machine.told("I2C", "/dev/ttyUSB0") == []


def test_without_a_table_file_a_raspberry_pi_is_told_how_i2c_is_turned_on(machine: Machine) -> None:
    machine.is_a(PI5)
    [off] = devices.check_i2c(System(machine.root), None)
    assert off.result is Result.REMARK and "do_i2c 0" in off.commands[0]
    machine.has("/dev/i2c-1")
    machine.is_a(PI5, "dtparam=i2c_arm_baudrate=400000")
    [on] = devices.check_i2c(System(machine.root), None)
    assert on.result is Result.WELL and "0x70" in on.what
    machine.has("/proc/device-tree/model", "a PC")
    assert list(devices.check_i2c(System(machine.root), None)) == []


@pytest.mark.parametrize(
    ("bits", "said"),
    [
        ("0x0", []),
        ("0x50005", ["the voltage is too low now", "it has been slowed down since the start"]),
        ("0x10000", ["the voltage has been too low at some time since the start"]),
        ("0x80000", ["it has been slowed down since the start"]),
    ],
)
def test_a_supply_that_does_not_hold_is_told(machine: Machine, bits: str, said: list[str]) -> None:
    machine.has(THROTTLED, bits + "\n")
    wrong = [each for check in ("supply", "heat") for each in machine.wrong(check)]
    assert [each.partition(" |")[0] for each in wrong] == said


def test_the_kernels_own_alarm_tells_of_the_supply_too(machine: Machine) -> None:
    machine.has("/sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    machine.has("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    machine.has("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert machine.wrong("supply") == []
    machine.has("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert machine.wrong("supply") == ["the voltage has been too low at some time since the start | sudo reboot"]


def test_a_5_at_a_small_supply_gives_its_readers_little(machine: Machine) -> None:
    machine.is_a(PI5)
    machine.has("/proc/device-tree/chosen/power/max_current", (3000).to_bytes(4, "big"))
    assert "the supply gives 3 A, so USB gives 0.6 A" in machine.wrong("USB current", "/dev/ttyUSB0")[0]
    machine.has("/proc/device-tree/chosen/power/max_current", (5000).to_bytes(4, "big"))
    assert machine.wrong("USB current", "/dev/ttyUSB0") == []


def test_a_usb_reader_wants_a_rule_and_gets_it_as_a_command(machine: Machine) -> None:
    (said,) = machine.wrong("rule", "usb:054C:06c3")
    assert 'ATTR{idVendor}=="054c", ATTR{idProduct}=="06c3", GROUP="plugdev"' in said
    assert "sudo udevadm control --reload ; sudo udevadm trigger" in said
    rules = (FOLDER.parent.parent / "systemd" / "udev.rules").read_text(encoding="utf-8")
    machine.has("/usr/lib/udev/rules.d/70-cuelight.rules", rules)
    assert machine.wrong("rule", "usb:054C:06c3") == []
    assert machine.told("rule", "usb:001:004") == []


def test_libusb_is_asked_for_where_a_usb_reader_needs_it(machine: Machine) -> None:
    assert machine.wrong("libusb", "usb:054c:06c3") == ["libusb is not installed | sudo apt-get install libusb-1.0-0"]
    assert machine.told("libusb", "/dev/ttyUSB0") == []
    machine.has("/usr/lib/aarch64-linux-gnu/libusb-1.0.so.0")
    assert machine.wrong("libusb", "usb:054c:06c3") == []


def test_programs_that_take_ports_away_are_told(machine: Machine) -> None:
    machine.has("/proc/812/comm", "ModemManager\n")
    machine.has("/proc/913/comm", "brltty\n")
    assert machine.wrong("program") == [
        "ModemManager runs | sudo apt-get remove modemmanager",
        "brltty runs | sudo apt-get remove brltty",
    ]
    machine.has("/etc/udev/rules.d/70-cuelight.rules")
    assert machine.wrong("program") == ["brltty runs | sudo apt-get remove brltty"]


def test_pcscd_is_asked_for_where_a_reader_needs_it_and_mentioned_where_it_may_take_one(machine: Machine) -> None:
    needed = machine.wrong("program", "pcsc:1-1.2", backend="pcsc")
    assert needed == ["pcscd does not run | sudo apt-get install pcscd ; sudo systemctl restart pcscd.socket"]
    machine.has("/run/pcscd/pcscd.comm")
    assert machine.wrong("program", "pcsc:1-1.2", backend="pcsc") == machine.wrong("program", "/dev/ttyUSB0") == []
    assert machine.wrong("program", "usb:072f:2200") == ["pcscd runs | cuelight setup ; sudo apt-get remove pcscd"]


def test_a_service_that_is_shown_no_program_but_its_own_tells_of_services(machine: Machine) -> None:
    machine.has("/sys/fs/cgroup/system.slice/brltty.service/cgroup.procs")
    machine.has("/sys/fs/cgroup/system.slice/chrony.service/cgroup.procs")
    assert machine.wrong("program") == ["brltty runs | sudo apt-get remove brltty"]
    assert machine.wrong("clock") == []


def test_a_disk_with_errors_or_worn_out_is_told(machine: Machine) -> None:
    machine.has("/sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
    machine.has("/sys/block/mmcblk0/device/life_time", "0x01 0x02\n")
    assert machine.wrong("disk") == []
    machine.has("/sys/fs/ext4/mmcblk0p2/errors_count", "7\n")
    machine.has("/sys/block/mmcblk0/device/life_time", "0x01 0x0b\n")
    assert [said.partition(" |")[0] for said in machine.wrong("disk")] == [
        "the kernel has counted 7 errors on mmcblk0p2",
        "it is nearly worn out",
    ]


def test_the_room_for_the_journal_is_told(tmp_path: Path) -> None:
    (said,) = [one for one in look(System(tmp_path, frozenset(), tmp_path), None) if one.check == "disk"]
    assert re.fullmatch(r"\d+ MB are free for the journal", said.what)


def test_a_clock_that_nobody_sets_is_told(machine: Machine) -> None:
    assert machine.wrong("clock") == ["nobody has set the clock since the start | timedatectl"]
    machine.has("/run/systemd/timesync/synchronized")
    assert machine.wrong("clock") == []
    machine.now = 1_000_000_000.0
    assert machine.wrong("clock")[0].startswith("the clock is years behind | sudo timedatectl set-time")


def test_a_name_that_nobody_tells_is_told(machine: Machine) -> None:
    machine.has("/etc/hostname", "cuelight\n")
    assert machine.wrong("name") == ["no service publishes its name in the network | sudo apt-get install avahi-daemon"]
    machine.has("/proc/77/comm", "avahi-daemon\n")
    machine.has("/proc/77/cmdline", "avahi-daemon: running [cuelight.local]\0")
    assert machine.told("name")[0].what == "the network finds it as cuelight.local"
    machine.has("/proc/77/cmdline", "avahi-daemon: running [cuelight-2.local]\0")
    [said] = machine.wrong("name")
    assert said.startswith(
        "another machine has its name, so the network finds it as cuelight-2.local | sudo hostnamectl"
    )


def test_pins_that_are_not_there_are_told(machine: Machine) -> None:
    assert "this machine has no pins" in machine.told("pins", panel=True)[0].what
    machine.has("/dev/gpiochip0")
    assert machine.told("pins", panel=True) == []


def test_pins_that_this_user_may_not_open_are_told(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.has("/dev/gpiochip0")
    monkeypatch.setattr("cuelight.doctor.system.os.access", lambda *_: False)  # root may open everything
    (finding,) = machine.told("pins", panel=True)
    assert finding.what == "this user may not open the pins"
    assert len(finding.commands) == 3


def test_the_desk_is_told_the_same_as_the_command(tmp_path: Path) -> None:
    table = TableFile("one-reader", 2, (ReaderEntry("stage.tap", "/dev/spidev9.0", "rc522"),))
    (tmp_path / "table.toml").write_text(write_table_file(table))
    told = report(tmp_path / "table.toml")
    said = {finding["check"]: finding for finding in told["findings"]}
    assert said["SPI 9"]["result"] == "wrong" and "sudo reboot" in said["SPI 9"]["commands"]
    assert told["wrong"] == sum(finding["result"] == "wrong" for finding in told["findings"])
    assert "MB are free" in said["disk"]["what"]


def test_findings_are_in_the_language_of_the_table_and_what_is_typed_stays(machine: Machine) -> None:
    machine.is_a(PI4, console="console=serial0,115200")
    machine.now = 0.0
    machine.has(THROTTLED, "0x50005\n")
    machine.has("/proc/modules", "pn533 1 0\n")
    machine.has("/proc/812/comm", "brltty\n")
    machine.has("/sys/fs/ext4/mmcblk0p2/errors_count", "7\n")
    devices = "/dev/ttyAMA0", "usb:054c:06c3", "/dev/spidev0.0"
    english = [one for one in machine.told("", *devices, panel=True) if one.result is not Result.WELL]
    tongue.speak("de")
    try:
        german = [one for one in machine.told("", *devices, panel=True) if one.result is not Result.WELL]
        (group,) = [one.title for one in machine.told("group gpio", panel=True)]
    finally:
        tongue.speak("en")
    assert [(one.check, one.result, one.commands) for one in english] == [
        (one.check, one.result, one.commands) for one in german
    ]
    both = list(zip(english, german, strict=True))
    assert len(both) >= 12 and [one for one, then in both if one.what == then.what] == []
    assert {one.check for one, then in both if one.means == then.means and one.means} == set()
    assert group == "Gruppe gpio"


@pytest.mark.parametrize(
    ("model", "soft", "hard", "command"),
    [
        (PI4, "1", "0", "sudo raspi-config nonint do_wifi_country GB"),
        ("", "1", "0", "sudo rfkill unblock wifi"),
        (PI4, "0", "1", None),
        (PI4, "0", "0", None),
    ],
)
def test_a_wi_fi_that_is_blocked_is_told_with_the_next_step(
    tmp_path: Path, model: str, soft: str, hard: str, command: str | None
) -> None:
    machine = Machine(tmp_path)
    if model:
        machine.is_a(model)
    machine.has("/sys/class/rfkill/rfkill0/type", "bluetooth\n")
    machine.has("/sys/class/rfkill/rfkill0/soft", "1\n")
    for name, value in (("type", "wlan"), ("soft", soft), ("hard", hard)):
        machine.has(f"/sys/class/rfkill/rfkill1/{name}", f"{value}\n")
    [found] = machine.told("Wi-Fi")
    assert found.result is (Result.WELL if soft == hard == "0" else Result.REMARK)
    assert found.commands == ((command,) if command is not None else ())


@pytest.mark.parametrize(
    ("result", "found"),
    [("taken", Result.WELL), ("older", Result.WELL), ("misnamed", Result.REMARK), ("unreadable", Result.REMARK)],
)
def test_an_update_that_was_not_installed_is_told_with_its_reason(result: str, found: Result, tmp_path: Path) -> None:
    update = {"result": result, "version": "9.0", "at": 0}
    (tmp_path / "update.json").write_text(json.dumps(update), encoding="utf-8")
    [told] = [each for each in look(System(tmp_path, data=tmp_path), None) if each.check == "update"]
    assert told.result is found and told.what.endswith(".") and bool(told.commands) is (found is Result.REMARK)
