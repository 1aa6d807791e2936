"""Which names serial ports go by."""

from pathlib import Path

import pytest

from hardware import finding


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("serial/by-id", "serial/by-path"):
        (tmp_path / name).mkdir(parents=True)
    for number in range(2):
        (tmp_path / f"ttyUSB{number}").touch()
        (tmp_path / f"serial/by-path/socket-{number}").symlink_to(tmp_path / f"ttyUSB{number}")
    monkeypatch.setattr(finding, "BY_ID", str(tmp_path / "serial/by-id/*"))
    monkeypatch.setattr(finding, "BY_PATH", str(tmp_path / "serial/by-path/*"))
    monkeypatch.setattr(finding, "OTHERS", (str(tmp_path / "ttyUSB*"), str(tmp_path / "ttyACM*")))
    monkeypatch.setattr(finding, "UARTS", ())
    return tmp_path


def names(ports: list[str]) -> list[str]:
    return [Path(port).name for port in ports]


def test_adapters_with_numbers_of_their_own_go_by_them(dev: Path) -> None:
    for number in range(2):
        (dev / f"serial/by-id/adapter-000{number}").symlink_to(dev / f"ttyUSB{number}")
    assert names(finding.ports()) == ["adapter-0000", "adapter-0001"]


def test_adapters_that_share_a_name_go_by_their_sockets(dev: Path) -> None:
    (dev / "serial/by-id/adapter").symlink_to(dev / "ttyUSB1")
    assert names(finding.ports()) == ["socket-0", "socket-1"]


def test_a_port_without_any_name_goes_by_its_passing_one(dev: Path) -> None:
    (dev / "ttyACM0").touch()
    assert names(finding.ports()) == ["socket-0", "socket-1", "ttyACM0"]
