"""Ports on which a mat is searched, and the clock of an event's time."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link import ports
from firmware_bridge.link.clock import KEPT, WRAP, MatClock


def test_only_boards_of_micropython_are_looked_at_and_by_the_name_that_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [
        SimpleNamespace(device=str(tmp_path / "ttyACM0"), vid=0x2E8A, pid=0x0005),
        SimpleNamespace(device=str(tmp_path / "ttyACM1"), vid=0x2341, pid=0x0043),
        SimpleNamespace(device=str(tmp_path / "ttyS0"), vid=None, pid=None),
    ]
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-MicroPython_Board-if00").symlink_to(tmp_path / "ttyACM0")
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    monkeypatch.setattr(ports, "BY_ID", by_id)
    assert ports.likely_ports() == [str(by_id / "usb-MicroPython_Board-if00")]
    (by_id / "usb-MicroPython_Board-if00").unlink()
    assert ports.likely_ports() == [str(tmp_path / "ttyACM0")]


def test_a_port_that_is_named_is_looked_at_while_it_is_there(tmp_path: Path) -> None:
    find = ports.named(str(tmp_path / "mat"))
    assert find() == []
    (tmp_path / "mat").touch()
    assert find() == [str(tmp_path / "mat")]
    assert ports.plugging(str(tmp_path / "mat")) is not None
    assert ports.plugging(str(tmp_path / "none")) is None


trips = st.lists(st.tuples(st.floats(0, 0.2), st.floats(0, 0.2)), min_size=1, max_size=2 * KEPT)


@given(trips, st.integers(0, WRAP - 1), st.floats(0, 1000))
def test_an_events_time_is_off_by_half_the_fastest_ping_at_most(
    found: list[tuple[float, float]], begins: int, later: float
) -> None:
    """This holds for any delays of the pings, and if the mat's 32-bit milliseconds overflow in between."""
    clock, now = MatClock(), 100.0

    def shown(at: float) -> int:
        return (begins + int((at - 100.0) * 1000)) % WRAP

    for there, back in found:
        clock.ping(now, now + there + back, shown(now + there))
        now += 1.0
    assert clock.trip is not None
    event = now + later
    told = clock.at(shown(event), event + 5.0)
    assert abs(told - event) <= min(there + back for there, back in found[-KEPT:]) / 2 + 0.0021


def test_without_a_ping_an_event_is_now_and_it_is_never_later() -> None:
    clock = MatClock()
    assert clock.at(5, 3.0) == 3.0
    clock.ping(1.0, 1.0, 1000)
    assert clock.at(9000, 3.0) == 3.0
