"""The Debian package: its files are consistent, and each machine's wheels are those in the lock file."""

import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from cuelight.doctor.updates import Outcome
from tests.support import ROOT

SYSTEMD = ROOT / "systemd"
GROUPS = {"dialout", "gpio", "plugdev", "spi", "input", "audio"}
UNITS = sorted(path for path in SYSTEMD.iterdir() if path.suffix in (".service", ".socket", ".timer"))
EXPOSED = {"cuelight.service": 20, "cuelight-backup.service": 20, "cuelight-wall.service": 50}
"""Tenths of systemd's figure at most. Chromium makes its own sandbox, for which it needs namespaces. What is not here
installs packages or makes a network, as the system's administrator."""

SHOP = [ROOT / "tools" / "shop", *sorted((ROOT / "tools").glob("shop_*.py"))]
SCRIPTS = [SYSTEMD / "install.sh", *sorted(path for path in (SYSTEMD / "debian").iterdir() if path.name != "control")]


@pytest.fixture(scope="module")
def deb() -> ModuleType:
    spec = importlib.util.spec_from_file_location("deb", ROOT / "tools" / "deb.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def values(unit: Path, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_file_of_the_folder_has_its_place_in_the_package(deb: ModuleType) -> None:
    files = {str(path.relative_to(SYSTEMD)) for path in SYSTEMD.rglob("*") if path.is_file()}
    made = {"debian/control", *(f"debian/{script}" for script in deb.SCRIPTS), "install.sh", "README.md"}
    assert files == set(deb.PLACES) | made
    assert all((ROOT / file).is_file() for file in deb.DOCS)


def test_what_units_start_and_read_is_in_the_package(deb: ModuleType) -> None:
    places = {f"/{place}" for place in deb.PLACES.values()}
    docs = {f"file:///usr/share/doc/cuelight/{name}" for name in deb.DOCS.values()}
    for unit in UNITS:
        for command in values(unit, "ExecStart"):
            program = command.removeprefix("/usr/bin/cage -- ").split()[0]
            assert program == "/opt/cuelight/current/bin/cuelight" or program in places
        assert set(values(unit, "Documentation")) <= docs
    script = (SYSTEMD / "debian" / "postinst").read_text(encoding="utf-8")
    console = (SYSTEMD / "debian" / "cuelight").read_text(encoding="utf-8")
    assert set(re.findall(r"/usr/lib/cuelight/[a-z-]+", script + console)) <= places
    for name in re.findall(r"cuelight[a-z-]*\.(?:service|socket|timer)", script):
        assert f"/usr/lib/systemd/system/{name}" in places


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_one_that_a_bare_shell_can_read(script: Path) -> None:
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").startswith("#!/bin/sh\n")
    subprocess.run(["sh", "-n", script], check=True)


def test_the_service_is_what_cuelight_run_is_told_and_its_devices_are_of_known_classes() -> None:
    service = SYSTEMD / "cuelight.service"
    assert values(service, "ExecStart") == ["/opt/cuelight/current/bin/cuelight run --closed"]
    assert values(service, "Type") == ["notify"] and values(service, "DevicePolicy") == ["closed"]
    assert all(re.fullmatch(r"(char-\w+|/dev/gpiomem) rw", allowed) for allowed in values(service, "DeviceAllow"))
    state = values(service, "WorkingDirectory")[0]
    groups = (SYSTEMD / "sysusers.conf").read_text(encoding="utf-8")
    assert f'" {state}' in groups
    assert set(re.findall(r"^m cuelight (\w+)$", groups, re.MULTILINE)) == GROUPS


def test_what_eats_its_memory_is_ended_and_started_anew_and_never_held_up_before() -> None:
    """systemd.resource-control: above MemoryHigh= processes "are heavily slowed down", at MemoryMax= they are ended."""
    for name in ("cuelight.service", "cuelight-wall.service"):
        unit = SYSTEMD / name
        assert len(values(unit, "MemoryMax")) == 1 and values(unit, "MemoryHigh") == []
        assert values(unit, "Restart") == ["always"] and values(unit, "StartLimitIntervalSec") == ["0"]


def test_udev_knows_every_usb_reader_that_nfcpy_knows() -> None:
    devices = pytest.importorskip("nfc.clf.device").usb_device_map
    rules = (SYSTEMD / "udev.rules").read_text(encoding="utf-8")
    pairs = re.findall(r'ATTR\{idVendor\}=="(\w+)", ATTR\{idProduct\}=="([\w|]+)", GROUP="plugdev"', rules)
    known = {(vendor, product) for vendor, products in pairs for product in products.split("|")}
    assert known == {(f"{vendor:04x}", f"{product:04x}") for vendor, product in devices}


def test_each_machine_gets_what_the_lock_names_for_it(deb: ModuleType) -> None:
    needed = {
        (machine, python): deb.pinned(ROOT, machine, python) for machine in deb.MACHINES for python in deb.PYTHONS
    }
    for names in needed.values():
        assert {"flask", "uvicorn", "nfcpy", "pyserial", "gpiozero", "pip"} <= set(names)
        assert "colorama" not in names  # of Windows
    # no wheel, but the system's package
    assert "lgpio" in needed["aarch64", "3.11"] and "lgpio" not in needed["aarch64", "3.13"]
    assert "lgpio" not in needed["x86_64", "3.11"]


def test_a_later_commit_is_a_newer_version(deb: ModuleType) -> None:
    versions = [deb.version_of(f"{sign}" * 40, when) for sign, when in (("f", "1795336968"), ("0", "1795336969"))]
    compared = subprocess.run(["dpkg", "--compare-versions", versions[0], "lt", versions[1]], check=False)
    assert compared.returncode == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing; `make shop` has one")
def test_systemd_finds_nothing_wrong_with_the_units_and_little_that_they_could_harm(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8")
        text = re.sub(r"^(ExecStart|ExecStop|ExecCondition)=\S+", rf"\1={sys.executable}", text, flags=re.MULTILINE)
        text = re.sub(r"^Documentation=.*$", "", text, flags=re.MULTILINE)
        (tmp_path / unit.name.replace("@.", "@media-stick.")).write_text(text)
    units = [tmp_path / unit.name.replace("@.", "@media-stick.") for unit in UNITS]
    verified = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    about_ours = [line for line in verified.stderr.splitlines() if "cuelight" in line]
    assert about_ours == []
    for unit in units:
        if unit.name in EXPOSED:
            command = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSED[unit.name]}"]
            command.append(str(unit))
            judged = subprocess.run(command, capture_output=True, text=True, check=False)
            assert judged.returncode == 0, judged.stdout[-300:]


FORBIDS = re.compile(
    r"(?:Restrict|Protect|Private|NoNew|Capability|Ambient|Lock|Memory|SystemCall|IPAddress|Device|Proc|Remove|Keyring|"
    r"UMask|Tasks|Limit|TemporaryFileSystem|ReadOnly|Inaccessible|NoExec|Root|Dynamic|Socket|Nice|CPU|IO)\w*=.*"
)
HARMLESS = {"Nice=10", "IOSchedulingClass=idle"}


def test_make_shop_tries_what_each_line_of_a_unit_may_forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    tried = importlib.import_module("shop_sandbox").TRIED
    code = "".join(path.read_text(encoding="utf-8") for path in SHOP)
    steps = set(re.findall(r"^def (\w+)\(machine: Machine\) -> str:", code, re.MULTILINE))
    for unit in SYSTEMD.glob("cuelight*.service"):
        lines = {line for line in unit.read_text(encoding="utf-8").splitlines() if FORBIDS.fullmatch(line)}
        assert lines - HARMLESS == set(tried[unit.name])
        assert {step for found in tried[unit.name].values() for step in found} <= steps


def test_the_wall_may_open_the_board_and_nothing_else() -> None:
    policy = json.loads((SYSTEMD / "wall-policy.json").read_text(encoding="utf-8"))
    assert policy["URLBlocklist"] == ["*"] and policy["URLAllowlist"] == ["localhost/board"]
    wall = SYSTEMD / "cuelight-wall.service"
    assert any("CUELIGHT_BOARD=http://localhost/board" in value for value in values(wall, "Environment"))
    assert values(wall, "IPAddressDeny") == ["any"] and values(wall, "IPAddressAllow") == ["localhost"]


def test_the_updater_and_the_words_about_it_know_the_same_outcomes() -> None:
    script = (SYSTEMD / "debian" / "update").read_text(encoding="utf-8")
    told = set(re.findall(r"\b(?:end |wrong=)([a-z-]+)", script)) - {"same"}
    assert told == {str(outcome) for outcome in Outcome}


SYSTEM = {
    "ssh-keygen": "exit 0",
    "dpkg-deb": "case $3 in Version) echo 2.0 ;; *) echo cuelight ;; esac",
    "dpkg-query": 'case $3 in *Status*) cat "$HERE/whole" ;; *) echo 2.0 ;; esac',
    "dpkg": 'case $1 in --compare-versions) [ "$3" = eq ] || [ "$3" = ge ] ;; *) echo "dpkg $*" >>"$HERE/done" ;; esac',
    "apt-get": 'echo "apt-get $*" >>"$HERE/done"',
    "findmnt": "echo ext4",
    "cuelight": "exit 0",
}
"""What the updater asks of the system, where version 2.0 is unpacked."""


class Updated(NamedTuple):
    """Result of an update: its report, and the actions on the system."""

    told: dict[str, Any] | None
    done: list[str]


def update(folder: Path, *files: str, whole: bool = True, **system: str) -> Updated:
    """Run the updater with these files on a stick; `system` overrides what a program does."""
    for name in ("bin", "state", "cache", "stick", "lib"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name, does in (SYSTEM | {name.replace("_", "-"): does for name, does in system.items()}).items():
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (folder / "bin" / name).chmod(0o755)
    for name in (*(f"stick/cuelight_{file}" for file in files), "lib/signers"):
        (folder / name).write_text("made by somebody", encoding="utf-8")
    (folder / "whole").write_text("installed" if whole else "half-configured", encoding="utf-8")
    script = (SYSTEMD / "debian" / "update").read_text(encoding="utf-8")
    for path, instead in (
        ("/var/lib/cuelight", "state"),
        ("/var/cache/cuelight", "cache"),
        ("/usr/lib/cuelight", "lib"),
        ("/run/cuelight-update.lock", "lock"),
    ):
        script = script.replace(path, str(folder / instead))
    script = script.replace("-w /usr", f"-w {folder}")
    environment = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HERE": str(folder)}
    subprocess.run(["sh", "-c", script, "update", str(folder / "stick")], env=environment, check=True)
    told, done = folder / "state" / "update.json", folder / "done"
    lines = done.read_text(encoding="utf-8").splitlines() if done.exists() else []
    done.unlink(missing_ok=True)
    return Updated(json.loads(told.read_text(encoding="utf-8")) if told.exists() else None, lines)


GOOD = ("2.0_all.deb", "2.0_all.deb.sig")
OLD = 'case $3 in "\\${Version}") echo 1.0 ;; *Version*) echo 1.0 installed ;; *) echo installed ;; esac'
NEWER = 'case $1 in --compare-versions) [ "$3" != eq ] ;; *) echo "dpkg $*" >>"$HERE/done" ;; esac'
"""Of a system where version 1.0 runs, and all else is newer."""


def test_a_second_copy_of_a_download_is_told_by_its_name(tmp_path: Path) -> None:
    told, done = update(tmp_path, "2.0_all (1).deb", "2.0_all.deb (1).sig")
    assert told is not None and (told["result"], done) == (Outcome.MISNAMED, [])


@pytest.mark.parametrize("whole", [True, False])
def test_an_update_that_a_power_cut_ended_in_the_middle_is_taken_up_again(tmp_path: Path, whole: bool) -> None:
    told, done = update(tmp_path, *GOOD, whole=whole)
    assert (told is None) is whole
    if told is not None:
        assert told["result"] == Outcome.TAKEN
        finished, installed = done
        assert finished == "dpkg --force-confold --configure --pending"
        assert "DPkg::Lock::Timeout" in installed  # the system's own updates may run at the same time


def test_a_version_that_is_no_good_hides_no_older_one_that_is_and_is_told_where_there_is_none(tmp_path: Path) -> None:
    told, done = update(tmp_path, "3.0_all.deb", *GOOD)
    assert told is not None and (told["result"], told["version"], done) == (Outcome.UNSIGNED, "3.0", [])
    told, done = update(tmp_path, dpkg_query=OLD, dpkg=NEWER)
    assert told is not None and (told["result"], told["version"]) == (Outcome.TAKEN, "2.0") and len(done) == 2


def test_a_full_disk_is_told_as_one_and_the_next_stick_is_taken(tmp_path: Path) -> None:
    told, done = update(tmp_path, *GOOD, dpkg_query=OLD, dpkg=NEWER, df="echo Avail; echo 0")
    assert told is not None and told["result"] == Outcome.NO_ROOM and done == []
    told, done = update(tmp_path, dpkg_query=OLD, dpkg=NEWER, df="echo Avail; echo 9000000")
    assert told is not None and told["result"] == Outcome.TAKEN


def test_an_older_version_is_told_as_one_on_a_full_disk_too(tmp_path: Path) -> None:
    older = "case $1 in --compare-versions) exit 1 ;; esac"
    told, done = update(tmp_path, *GOOD, dpkg=older, df="echo Avail; echo 0")
    assert told is not None and (told["result"], done) == (Outcome.OLDER, [])


COMPARED = 'case $1 in --compare-versions) exec /usr/bin/dpkg "$@" ;; *) echo "dpkg $*" >>"$HERE/done" ;; esac'


def test_what_a_package_is_called_says_nothing_of_one_that_can_be_looked_at(tmp_path: Path) -> None:
    told, done = update(tmp_path, *GOOD, dpkg=COMPARED, ssh_keygen="exit 1")  # same version, but not genuine
    assert told is not None and (told["result"], done) == (Outcome.NOT_GENUINE, [])
    newer = "case $3 in Version) echo 3.0 ;; *) echo cuelight ;; esac"
    told, _done = update(tmp_path / "other", "1.0_all.deb", "1.0_all.deb.sig", dpkg=COMPARED, dpkg_deb=newer)
    assert told is not None and (told["result"], told["version"]) == (Outcome.TAKEN, "3.0")


def test_a_refusal_that_comes_twice_within_a_second_is_told_twice(tmp_path: Path) -> None:
    first, second = (update(tmp_path, "3.0_all.deb").told for _again in range(2))
    assert first is not None and second is not None and first["at"] < second["at"]


def test_what_the_system_could_not_install_is_tried_again_and_what_the_table_refused_is_not(tmp_path: Path) -> None:
    locked, refused = "echo 'E: Could not get lock'; exit 100", "echo 'cuelight: the table did not come up'; exit 100"
    for apt, outcome in (
        (locked, Outcome.NOT_INSTALLED),
        (refused, Outcome.WENT_BACK),
        (SYSTEM["apt-get"], Outcome.WENT_BACK),
    ):
        (tmp_path / "cache").mkdir(exist_ok=True)
        (tmp_path / "cache" / "current.deb").touch()
        told, done = update(tmp_path, *GOOD, dpkg_query=OLD, dpkg=NEWER, apt_get=apt)
        assert told is not None and told["result"] == outcome
        assert not [line for line in done if "--unpack" in line], "nothing was changed, and nothing is put back"
    assert done == []


def typed(folder: Path, script: str, *words: str, **system: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run a command of the package with system programs that only record their calls."""
    for name in ("bin", "state", "run", "stick"):
        (folder / name).mkdir(exist_ok=True)
    noted = ("systemctl", "apt-get", "dpkg", "dpkg-query", "install", "chown", "sync", "cuelight")
    programs = {name: f'echo "{name} $*" >>"$HERE/done"' for name in noted} | {"hostname": "echo table"}
    programs |= {"id": "echo 0", "dpkg-deb": "exit 0", "setpriv": 'shift 3; exec "$@"'}
    programs |= {name.replace("_", "-"): does for name, does in system.items()}
    for name, does in programs.items():
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (folder / "bin" / name).chmod(0o755)
    text = (SYSTEMD / script).read_text(encoding="utf-8")
    for path, instead in (
        ("/opt/cuelight/current/bin/cuelight", "bin/program"),
        ("/opt/cuelight/current/bin/python", "bin/python"),
        ("/var/lib/cuelight", "state"),
        ("/usr/lib/cuelight/update", "lib/update"),
        ("/var/tmp/cuelight.", "run/cuelight."),
        ("/var/cache/cuelight", "cache"),
        ("/run/cuelight-", "run/cuelight-"),
        ("/etc/NetworkManager", "state/NetworkManager"),
    ):
        text = text.replace(path, str(folder / instead))
    (folder / "stick" / "script").write_text(text, encoding="utf-8")
    environment = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HERE": str(folder)}
    command = ["sh", str(folder / "stick" / "script"), *words]
    ended = subprocess.run(
        command, env=environment, cwd=folder / "stick", stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    done = folder / "done"
    return ended, done.read_text(encoding="utf-8").splitlines() if done.exists() else []


@pytest.mark.parametrize(
    "name",
    [
        "cuelight_1.0_all (1).deb",
        "Copy of cuelight_1.0_all.deb",
        "cuelight-1.0_all.deb",
        "CUELIGHT_1.0_ALL.DEB",
        "cuelight_1.0_all.deb.crdownload",
        "cuelight_1.0_all.deb.zip",
    ],
)
def test_an_update_whose_file_was_renamed_is_told(tmp_path: Path, name: str) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / name).touch()
    ended, _done = typed(tmp_path, "debian/update", str(source))
    assert ended.returncode == 0, ended.stderr
    assert '"result": "misnamed"' in (tmp_path / "state" / "update.json").read_text(encoding="utf-8")


def test_a_stick_with_something_else_on_it_is_passed_over(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("cuelight-2026.db", "photos of cuelight.zip", "game.deb", "._cuelight_1.0_all.deb", "cuelight.debian"):
        (source / name).touch()
    ended, _done = typed(tmp_path, "debian/update", str(source))
    assert ended.returncode == 0 and not (tmp_path / "state" / "update.json").exists(), ended.stderr


@pytest.mark.parametrize("kind", ["hfsplus", "apfs"])
def test_a_stick_from_a_mac_that_this_system_cannot_read_is_told(tmp_path: Path, kind: str) -> None:
    device = next(iter(sorted(Path("/dev").glob("loop[0-9]*"))), None)
    if device is None:
        pytest.skip("this machine has no block device")
    _ended, _done = typed(tmp_path, "debian/update", str(device), blkid=f"echo {kind}")
    assert '"result": "unreadable"' in (tmp_path / "state" / "update.json").read_text(encoding="utf-8")


def test_a_command_about_a_file_names_it_as_it_was_typed_and_stops_no_table_for_one_that_is_not_there(
    tmp_path: Path,
) -> None:
    program = 'echo "$*"; [ "$2" = backup ] && echo copy >"$3"'
    ended, done = typed(tmp_path, "debian/cuelight", "journal", "restore", "my copy.db", program=program)
    assert (ended.returncode, done) == (2, []) and "there is no file my copy.db" in ended.stderr
    (tmp_path / "stick" / "my copy.db").write_text("copy", encoding="utf-8")
    ended, done = typed(tmp_path, "debian/cuelight", "journal", "restore", "my copy.db", program=program)
    assert ended.stdout == "journal restore my copy.db\n" and "systemctl --quiet stop cuelight.service" in done
    (tmp_path / "done").unlink()
    ended, done = typed(tmp_path, "debian/cuelight", "journal", "restore", program=program)
    assert (ended.stdout, done) == ("journal restore\n", [])  # the program reports what is missing
    ended, done = typed(tmp_path, "debian/cuelight", "journal", "backup", "other.db", program=program, install="false")
    assert ended.stdout == "journal backup other.db\nIt is at other.db.\n"
    assert (tmp_path / "stick" / "other.db").read_text(encoding="utf-8") == "copy\n"
    assert not list((tmp_path / "run").iterdir())


def test_where_a_folder_has_nothing_newer_no_earlier_stick_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "update.json").write_text("of an earlier stick", encoding="utf-8")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "update").symlink_to("/bin/true")
    ended, _done = typed(tmp_path, "debian/cuelight", "update", str(tmp_path), program="echo status")
    assert (ended.returncode, ended.stdout) == (0, f"There is nothing newer in {tmp_path}.\n")


@pytest.mark.parametrize(
    ("does", "status"),
    [
        ("""echo '{"result": "taken", "version": "2.0", "at": 1}' >state/update.json""", 0),
        ("""echo '{"result": "older", "version": "2.0", "at": 1}' >state/update.json""", 1),
        ("echo mktemp: No space left on device >&2; exit 1", 1),
    ],
)
def test_an_update_that_was_refused_or_not_looked_at_ends_with_status_1(tmp_path: Path, does: str, status: int) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "update").write_text(f"#!/bin/sh\ncd {tmp_path}\n{does}\n", encoding="utf-8")
    (tmp_path / "lib" / "update").chmod(0o755)
    ended, _done = typed(tmp_path, "debian/cuelight", "update", str(tmp_path), program="echo status")
    assert ended.returncode == status, ended.stderr
    assert ("No space" in ended.stderr) is ("exit 1" in does) and "nothing newer" not in ended.stdout


def test_what_is_neither_yes_nor_no_in_a_file_of_answers_is_told(tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "cuelight_1.0_all.deb").write_text("", encoding="utf-8")
    (tmp_path / "stick" / "answers").write_text("SCREEN=maybe\n", encoding="utf-8")
    ended, done = typed(tmp_path, "install.sh")
    assert ended.returncode == 0 and "cuelight screen on" not in done
    assert '"maybe" is neither yes nor no; it is taken as no.' in ended.stderr


def test_an_installation_waits_for_the_systems_own_and_ends_what_was_told_of_an_earlier_stick(tmp_path: Path) -> None:
    for name in ("state/update.json", "stick/cuelight_1.0_all.deb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    ended, done = typed(tmp_path, "install.sh")
    assert ended.returncode == 0, ended.stderr
    assert [line for line in done if line.startswith("apt-get install") and "DPkg::Lock::Timeout=" in line]
    assert done[-1] == "cuelight status" and not (tmp_path / "state" / "update.json").exists()


def test_a_package_that_was_cut_short_is_told_as_one_and_answers_may_be_typed_on_windows(tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "cuelight_1.0_all.deb").write_text("", encoding="utf-8")
    (tmp_path / "stick" / "answers").write_bytes(b"\xef\xbb\xbfNAME=shop\r\nSCREEN=no\r\n")
    ended, done = typed(tmp_path, "install.sh", dpkg_deb="exit 2")
    assert (ended.returncode, done) == (1, [])
    assert ended.stderr == "cuelight_1.0_all.deb is not whole. Copy it again from where it comes from.\n"
    ended, done = typed(
        tmp_path, "install.sh", hostnamectl='echo "$*" >>"$HERE/done"', sed='[ "$1" = -i ] || exec /bin/sed "$@"'
    )
    assert ended.returncode == 0 and "set-hostname shop" in done, ended.stderr


def test_where_a_screens_programs_cannot_be_had_it_is_told_in_two_sentences(tmp_path: Path) -> None:
    ended, _done = typed(tmp_path, "debian/cuelight", "screen", "on", apt_get="echo E: Failed to fetch >&2; exit 100")
    assert ended.returncode == 1 and ended.stderr.startswith("cuelight: the screen needs") and "E:" not in ended.stderr


NMCLI = 'case "$*" in *"fields NAME"*) echo cuelight-hotspot ;; *secrets*) echo secret ;; *) echo "nmcli $*" ;; esac'
RADIO = 'printf "0: phy0: Wireless LAN\\n\\tSoft blocked: %s\\n\\tHard blocked: %s\\n" {} {}'


@pytest.mark.parametrize(
    ("blocked", "raspi_config", "step"),
    [
        (("yes", "no"), "true", "sudo raspi-config nonint do_wifi_country GB"),
        (("yes", "no"), None, "sudo rfkill unblock wifi"),
        (("no", "yes"), "true", "by a switch of the machine"),
        (("no", "no"), "true", None),
    ],
)
def test_a_wi_fi_that_is_blocked_is_told_with_what_to_type(
    tmp_path: Path, blocked: tuple[str, str], raspi_config: str | None, step: str | None
) -> None:
    system = {"nmcli": NMCLI, "rfkill": RADIO.format(*blocked), "python": "exit 1"}
    if raspi_config is not None:
        system["raspi_config"] = raspi_config
    ended, _done = typed(tmp_path, "debian/hotspot", "tell", **system)
    assert ended.returncode == 0 and "its own Wi-Fi: Cuelight" in ended.stdout, ended.stderr
    assert ("so it makes none" in ended.stdout) is (step is not None) and (step or "") in ended.stdout
    ended, _done = typed(tmp_path, "debian/hotspot", "begin", **system, sleep="true")
    assert ("so it makes none" in ended.stderr) is (step is not None) and (step or "") in ended.stderr


@pytest.mark.parametrize(("python", "made"), [("exit 0", False), ("exit 1", True)])
def test_a_table_makes_its_own_wi_fi_only_where_it_is_in_no_network(tmp_path: Path, python: str, made: bool) -> None:
    system = {"nmcli": NMCLI, "rfkill": "true", "python": python, "sleep": "true"}
    ended, _done = typed(tmp_path, "debian/hotspot", "begin", **system)
    assert ended.returncode == 0, ended.stderr
    assert ("nmcli connection up cuelight-hotspot" in ended.stdout) is made


WALL_SYSTEM = {
    "chromium": "exec /bin/sleep 300",
    "sleep": "exit 0",
    "pgrep": """seen=$(cat "$HERE/polls" 2>/dev/null || echo 0); echo "$((seen + 1))" >"$HERE/polls"
[ "$seen" != "$SHOWN_AT" ] || echo 42 --type=renderer""",
}
"""What the wall's script calls, where no time goes by; the board's process is there at poll `SHOWN_AT` alone."""


@pytest.mark.parametrize(("shown_at", "polls"), [(12, 16), (1000, 20)])
def test_the_wall_has_a_minute_to_start_and_is_restarted_soon_after_it_is_gone(
    tmp_path: Path, shown_at: int, polls: int
) -> None:
    for name, does in WALL_SYSTEM.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HERE": str(tmp_path), "SHOWN_AT": str(shown_at)}
    environment |= {"RUNTIME_DIRECTORY": str(tmp_path), "CUELIGHT_BOARD": "http://localhost/board"}
    ended = subprocess.run(
        ["sh", SYSTEMD / "debian" / "wall"], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert "Chromium is started anew" in ended.stderr
    assert int((tmp_path / "polls").read_text(encoding="utf-8")) == polls
