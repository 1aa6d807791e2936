"""`cuelight emulate`: nfcpy can use its ports, and its page accepts gestures. proof_setup.py tests the mat."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.presence.filter import NonRead, Poll
from cuelight.emulate import MOST_READERS
from cuelight.emulate.desk import Desk
from hardware.pn532 import FAILURES, NfcDevice
from tests.support.emulated_desk import Workbench
from tests.support.waiting import until


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    with Workbench(tmp_path_factory.mktemp("bench"), "--readers", "2") as desk:
        yield desk


def look(reader: NfcDevice) -> Poll | None:
    """Poll the reader; None if it did not answer, or not in time."""
    try:
        return reader.look()
    except FAILURES:
        return None


def test_its_ports_are_named_as_those_of_real_parts_and_printed(bench: Workbench) -> None:
    assert [Path(port).name for port in bench.ports] == [
        "usb-Emulated_PN532_1-if00-port0",
        "usb-Emulated_PN532_2-if00-port0",
    ]
    assert all(Path(port).exists() for port in bench.ports)


def test_nfcpy_hears_a_card_that_is_laid_there_and_none_on_one_that_is_broken(bench: Workbench) -> None:
    reader = NfcDevice.open(bench.ports[0])
    try:
        until(lambda: look(reader) is NonRead.EMPTY)
        bench.lay("3", "reader-1")
        until(lambda: str(look(reader)).startswith("04"))
        bench.lay("3", None)
        until(lambda: look(reader) is NonRead.EMPTY)
        bench.do(do="break", part="reader-1", fault="stuck")
        until(lambda: look(reader) is None)
    finally:
        bench.do(do="break", part="reader-1", fault="")
        reader.close()


def test_a_plug_that_is_pulled_takes_its_port_along(bench: Workbench) -> None:
    bench.do(do="plug", part="reader-2", on=False)
    assert not os.path.exists(bench.ports[1])
    bench.do(do="plug", part="reader-2", on=True)
    assert os.path.exists(bench.ports[1])


def test_every_seat_and_a_rack_find_their_readers_on_one_desk(tmp_path: Path) -> None:
    with Desk(tmp_path, MOST_READERS, mat=False) as desk:
        desk.do({"do": "move", "card": "1", "place": f"reader-{MOST_READERS}"})
        assert len(desk.ports) == len(set(desk.ports)) == 8 + 1 + 12


def test_a_second_desk_is_refused_and_leaves_the_first_ones_ports(bench: Workbench) -> None:
    again = [sys.executable, "-m", "cuelight", "emulate", "--port", "0", "--readers", "1"]
    second = subprocess.run(again, env=bench.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert second.returncode != 0 and "another desk has its ports" in second.stderr
    assert all(Path(port).exists() for port in bench.ports)


def test_what_no_hand_can_do_is_refused_and_so_is_another_sites_name(bench: Workbench) -> None:
    for wrong in (
        {"do": "fly"},
        {"do": "push", "part": "reader-1", "seat": 0, "on": True},
        {"do": "move", "card": "99"},
    ):
        with pytest.raises(urllib.error.HTTPError) as refused:
            bench.do(**wrong)
        assert refused.value.code == 400
        refused.value.close()
    request = urllib.request.Request(f"{bench.address}/desk", headers={"Host": "elsewhere.example"})
    with pytest.raises(urllib.error.HTTPError) as foreign:
        urllib.request.urlopen(request)
    foreign.value.close()
