"""`cuelight doctor`: its findings on simulated machines, with emulated readers and mock pins."""

import json
import platform
import re
import sys
import threading
import time
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.core.errors import CuelightError
from cuelight.__main__ import main
from cuelight.commands.doctor import examine, text, total, write_bundle
from cuelight.doctor import document
from cuelight.doctor.finding import Finding, Result, System
from cuelight.doctor.system import check_libraries
from hardware.emulator import EmulatedReader, Fault, Timing
from hardware.table_file.load import ReaderEntry, SeatEntry, TableFile, write_table_file
from hardware.table_file.mat import MatEntry

ALL_GROUPS = frozenset({"dialout", "gpio"})
NEED_NFCPY = ("hardware.tag_hint", "hardware.pn532")


@pytest.fixture
def emulated() -> Iterator[EmulatedReader]:
    reader = EmulatedReader(timing=Timing())
    yield reader
    reader.unplug()


def machine(folder: Path, **files: str) -> System:
    """Return a system with these files; `__` in a name stands for `/`."""
    for name, content in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return System(folder, ALL_GROUPS)


def table_file(folder: Path, *readers: ReaderEntry, panel: Sequence[SeatEntry] = ()) -> Path:
    path = folder / "table.toml"
    path.write_text(write_table_file(TableFile("seats", 2, readers, tuple(panel))))
    return path


def found(findings: list[Finding], check: str) -> Finding:
    return next(finding for finding in findings if finding.check == check)


def test_a_reader_is_told_with_chip_firmware_speed_and_looks(tmp_path: Path, emulated: EmulatedReader) -> None:
    path = table_file(tmp_path, ReaderEntry("seat1.play", emulated.path))
    for _ in range(3):  # on a busy machine the emulated chip may keep the doctor waiting, as a bad one would
        findings = examine(path, system=machine(tmp_path))
        reader = found(findings, "reader seat1.play")
        if reader.result is Result.WELL:
            break
    assert reader.result is Result.WELL
    assert "PN532 v1.6 at 921600 baud" in reader.what
    assert re.search(r", \d+ polls a second, [01]% corrupted", reader.what)
    assert all(finding.result is not Result.WRONG for finding in findings), findings


@pytest.mark.parametrize("fault", [Fault.SILENT, Fault.NOISY])
def test_a_reader_that_fails_is_told_with_the_next_step(tmp_path: Path, emulated: EmulatedReader, fault: Fault) -> None:
    path = table_file(tmp_path, ReaderEntry("seat1.play", emulated.path))
    threading.Timer(0.3 if fault is Fault.NOISY else 0.0, emulated.break_by, [fault]).start()
    if fault is Fault.SILENT:
        time.sleep(0.05)
    reader = found(examine(path, system=machine(tmp_path)), "reader seat1.play")
    assert reader.result is Result.WRONG
    assert reader.next


def test_what_the_kernel_takes_away_is_told(tmp_path: Path) -> None:
    system = machine(tmp_path, proc__modules="pn533_usb 20480 0\nport100 16384 0\n")
    entries = ReaderEntry("seat1.play", "/dev/ttyS0"), ReaderEntry("seat1.rack3", "/dev/ttyS1")
    findings = examine(table_file(tmp_path, *entries), system=system)
    assert found(findings, "driver pn533_usb").result is Result.WRONG
    assert "blacklist port100" in found(findings, "driver port100").next
    assert found(findings, "reader seat1.play").result is Result.WRONG
    assert found(findings, "reader slot 3 of the rack at seat 1").result is Result.WRONG


@pytest.mark.parametrize(
    ("user", "commands"),
    [
        ("ann", ("sudo usermod -aG dialout ann",)),
        ("cuelight", ("sudo usermod -aG dialout cuelight", "sudo systemctl restart cuelight")),
    ],
)
def test_a_user_without_groups_is_told_which(
    user: str, commands: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 989)
    machine(tmp_path, etc__passwd=f"root:x:0:0::/:\n{user}:x:989:989::/:\n")
    findings = examine(tmp_path / "table.toml", system=System(tmp_path, frozenset()))
    assert found(findings, "group dialout").commands == commands
    assert found(findings, "table file").result is Result.REMARK


def test_the_groups_of_this_user_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getgroups", lambda: [20, 997])
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("dialout:x:20:\ngpio:x:997:\n")
    assert System(tmp_path).groups() >= {"dialout", "gpio"}


def test_a_service_that_is_shown_no_group_but_its_own_has_those_that_the_system_gives_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 989)
    monkeypatch.setattr("os.getegid", lambda: 989)
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("root:x:0:0::/:\ncuelight:x:989:989::/var/lib/cuelight:/usr/sbin/nologin\n")
    (tmp_path / "etc/group").write_text("dialout:x:20:ann,cuelight\ngpio:x:997:ann\ncuelight:x:989:\n")
    monkeypatch.setattr("os.getgroups", lambda: [65534, 989])
    assert System(tmp_path).groups() == {"dialout", "cuelight"}
    monkeypatch.setattr("os.getgroups", lambda: [989])  # added to the group, but not logged in again since
    assert System(tmp_path).groups() == {"cuelight"}


def _no_version(name: str) -> str:
    raise PackageNotFoundError(name)


def test_without_nfcpy_everything_else_is_examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "nfc" or name in NEED_NFCPY]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nfc", None)
    path = table_file(tmp_path, ReaderEntry("seat1.play", "/dev/ttyUSB0"))
    reader = found(examine(path, system=machine(tmp_path)), "reader seat1.play")
    assert reader.result is Result.WRONG
    assert "pip install '.[pi]'" in reader.next
    monkeypatch.setattr("cuelight.doctor.system.version", _no_version)
    monkeypatch.setattr(sys, "prefix", "/opt/cuelight/1.0")
    library = found(examine(path, system=machine(tmp_path)), "library lgpio")
    assert "install.sh" in library.next and "pip" not in library.next
    assert found(examine(tmp_path / "none.toml", system=machine(tmp_path)), "reader usb").result is Result.REMARK
    assert main(["setup", "--table", str(tmp_path / "new.toml")]) == 2
    assert not (tmp_path / "new.toml").exists()


def test_libraries_are_wanted_as_far_as_the_table_needs_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("cuelight.doctor.system.version", none)
    path = tmp_path / "table.toml"
    panel = (SeatEntry("seat1", (17,), 4),)
    path.write_text(write_table_file(TableFile("mat", 2, (), panel, "rpigpio", MatEntry("/dev/ttyACM0"))))
    findings = examine(path, system=machine(tmp_path))
    wrong = {finding.check for finding in findings if finding.result is Result.WRONG}
    assert wrong == {"library pyserial", "library gpiozero", "library rpi-lgpio", "mat"}
    assert found(findings, "mat").what == "/dev/ttyACM0: there is no such device"
    assert ".[rpigpio]" in found(findings, "library rpi-lgpio").next
    assert "--ask" in found(findings, "lamps and buttons").next


def test_an_adapter_that_keeps_answers_back_is_told(tmp_path: Path) -> None:
    reader = EmulatedReader()
    name = Path(reader.terminal).name
    system = machine(tmp_path)
    timer = tmp_path / f"sys/bus/usb-serial/devices/{name}/latency_timer"
    timer.parent.mkdir(parents=True)
    timer.write_text("16\n")
    path = table_file(tmp_path, ReaderEntry("seat1.play", reader.path))
    told = found(examine(path, system=system), "adapter seat1.play")
    assert "16 ms" in told.what and "latency_timer" in told.next
    reader.unplug()


def test_every_mistake_of_the_table_file_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('kind = "seats"\nseats = 9\nsets = 3\n')
    wrong = [finding for finding in examine(path, system=machine(tmp_path)) if finding.check == "table file"]
    assert len(wrong) == 3
    assert all(finding.next for finding in wrong)


@pytest.mark.parametrize("path", [".", "/", "a" * 300])
def test_a_path_that_is_no_table_file_is_a_finding(path: str) -> None:
    told = found(examine(Path(path)), "table file")
    assert told.next


class Helper:
    """A person who looks at lamps and presses buttons."""

    def __init__(self, factory: Any, lamp_lights: bool = True) -> None:
        self.factory = factory
        self.lamp_lights = lamp_lights
        self.seen: list[float] = []

    def show(self, words: str) -> None:
        if words.startswith("Press the button of seat1"):
            threading.Timer(0.1, self.factory.pin(4).drive_low).start()
            threading.Timer(1.0, self.factory.pin(4).drive_high).start()

    def choose(self, _text: str, choices: Sequence[str]) -> str:
        self.seen.append(self.factory.pin(17).state)
        return choices[0] if self.lamp_lights else choices[1]

    def has_given_up(self) -> bool:
        return False


@pytest.mark.parametrize("lights", [True, False])
def test_lamps_and_buttons_are_tried_with_the_person(tmp_path: Path, lights: bool) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    emulated = EmulatedReader()
    path = table_file(tmp_path, ReaderEntry("seat1.play", emulated.path), panel=[SeatEntry("seat1", (17,), 4)])
    helper = Helper(factory, lights)
    findings = examine(path, helper, machine(tmp_path), factory)
    assert helper.seen == [1.0]
    assert found(findings, "lamp seat1").result is (Result.WELL if lights else Result.WRONG)
    assert found(findings, "button seat1").result is Result.WELL
    emulated.unplug()


def test_the_exit_code_the_json_and_the_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "table.toml"
    home.write_text(f'kind = "seats" # the password is hunter2\nseats = 2\nnote = "{Path.home()}#1"\n# {Path.home()}\n')
    assert main(["doctor", "--table", str(home), "--json", "--bundle", str(tmp_path / "report.zip")]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["wrong"] >= 1
    assert {"check", "result", "what", "means", "next", "commands"} == set(told["findings"][0])
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        assert sorted(archive.namelist()) == ["about.json", "findings.json", "table.toml"]
        assert archive.read("table.toml").decode() == 'kind = "seats"\nseats = 2\nnote = "~#1"\n\n'
        about = json.loads(archive.read("about.json"))
        assert set(about) == {"cuelight", "python", "machine", "system"} and about["machine"] == platform.machine()
        assert not any(b"hunter2" in archive.read(name) for name in archive.namelist())
    assert main(["doctor", "--table", str(home)]) == 1
    assert "!! table file" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "none/report.zip"])
def test_a_bundle_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(CuelightError, match=f"^{tmp_path / name} cannot be written: "):
        write_bundle(tmp_path / name, [], tmp_path / "none.toml")


def test_a_bundle_leaves_out_a_name_with_letters_beyond_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/jürgen"))
    finding = Finding("table file", Result.WELL, "/home/jürgen/table.toml is right")
    write_bundle(tmp_path / "report.zip", [finding], tmp_path / "none.toml")
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        told = json.loads(archive.read("findings.json"))
    assert told["findings"][0]["what"] == "~/table.toml is right"


@pytest.mark.parametrize(
    ("home", "host", "text", "left"),
    [
        (
            "/home/ann",
            "table",
            "ann is in table.toml, `sudo usermod -aG gpio ann`",
            "ann is in table.toml, `sudo usermod -aG gpio USER`",
        ),
        ("/home/ann", "table", "http://table:8000, table.local of a table", "http://HOST:8000, HOST.local of a table"),
        ("/home/ann", "table", "/home/ann/x, /media/ann/y, /home/anna", "~/x, /media/USER/y, /home/anna"),
        (
            "/var/lib/cuelight",
            "cuelight",
            "`cuelight doctor`, /opt/cuelight, cuelight.local",
            "`cuelight doctor`, /opt/cuelight, HOST.local",
        ),
    ],
)
def test_a_bundle_leaves_out_names_and_no_word_that_is_also_one(
    home: str, host: str, text: str, left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path(home))
    monkeypatch.setattr("platform.node", lambda: host)
    write_bundle(tmp_path / "report.zip", [Finding("table file", Result.WELL, text)], tmp_path / "none.toml")
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        (told,) = json.loads(archive.read("findings.json"))["findings"]
    assert (told["check"], told["what"]) == ("table file", left)


def test_findings_are_for_people_and_programs() -> None:
    finding = Finding("lamp seat1", Result.WRONG, "it does not light", "No cue.", "Find it anew: `cuelight setup`.")
    words = ["!! lamp seat1: it does not light", "No cue.", "Find it anew: cuelight setup.", "$ cuelight setup"]
    assert [line.strip() for line in text(finding).splitlines()] == words
    assert document([finding])["findings"][0]["commands"] == ["cuelight setup"]
    assert document([finding])["wrong"] == 1


def test_a_report_ends_with_its_sum() -> None:
    found = [Finding("a", Result.WELL, "fine"), Finding("b", Result.REMARK, "old")]
    assert total(found) == "Nothing has to be fixed, 1 to consider (--)."
    assert total([*found, Finding("c", Result.WRONG, "broken")]) == "1 to fix (!!), 1 to consider (--)."
    assert total(found[:1]) == "Nothing has to be fixed."


@pytest.mark.parametrize(("system", "step"), [("true", "sudo apt-get"), ("false", "pip install")])
def test_a_missing_library_has_one_fix(system: str, step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> str:
        raise PackageNotFoundError

    (tmp_path / "pyvenv.cfg").write_text(f"include-system-site-packages = {system}\n")
    monkeypatch.setattr("cuelight.doctor.system.version", missing)
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    for finding in check_libraries(System(tmp_path), None):
        if finding.check == "library lgpio":
            assert len(finding.commands) == 1 and finding.commands[0].startswith(step)
