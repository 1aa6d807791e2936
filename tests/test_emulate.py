"""`cuelight emulate`: its ports are real ones to nfcpy and mpremote, and its page does what hands do."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_check import violations
from emulated_desk import Workbench
from mat_world import need_micropython
from playwright.sync_api import Browser
from waiting import until

from companion.table.presence import SILENT, Look
from hardware.nfc_device import FAILURES, NfcDevice


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    need_micropython()
    with Workbench(tmp_path_factory.mktemp("bench"), "--readers", "2", "--mat") as desk:
        yield desk


def look(reader: NfcDevice) -> Look | None:
    """What it sees; nothing where it did not answer, in time or at all."""
    try:
        return reader.look()
    except FAILURES:
        return None


def test_its_ports_are_named_as_those_of_real_parts_and_printed(bench: Workbench) -> None:
    assert [Path(port).name.split("-")[1].split("_")[0] for port in bench.ports] == [
        "MicroPython",
        "Emulated",
        "Emulated",
    ]
    assert all(Path(port).exists() for port in bench.ports)


def test_nfcpy_hears_a_card_that_is_laid_there_and_none_on_one_that_is_broken(bench: Workbench) -> None:
    reader = NfcDevice.open(bench.ports[1])
    try:
        until(lambda: look(reader) is SILENT)
        bench.lay("3", "reader-1")
        until(lambda: str(look(reader)).startswith("04"))
        bench.lay("3", None)
        until(lambda: look(reader) is SILENT)
        bench.do(do="break", part="reader-1", fault="stuck")
        until(lambda: look(reader) is None)
    finally:
        bench.do(do="break", part="reader-1", fault="")
        reader.close()


def test_a_plug_that_is_pulled_takes_its_port_along(bench: Workbench) -> None:
    bench.do(do="plug", part="reader-2", on=False)
    assert not os.path.exists(bench.ports[2])
    bench.do(do="plug", part="reader-2", on=True)
    assert os.path.exists(bench.ports[2])


def test_mpremote_talks_with_the_mat_that_was_plugged_in_with_bootsel_held(bench: Workbench) -> None:
    bench.do(do="plug", part="mat", on=False)
    bench.do(do="bootsel", part="mat", on=True)
    bench.do(do="plug", part="mat", on=True)
    until(lambda: os.path.exists(bench.ports[0]))
    command = [sys.executable, "-m", "mpremote", "connect", bench.ports[0], "fs", "ls"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "mat.py" in told.stdout, told
    bench.do(do="bootsel", part="mat", on=False)
    bench.do(do="plug", part="mat", on=False)
    bench.do(do="plug", part="mat", on=True)


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


def test_hands_drag_tap_and_press_on_its_page(bench: Workbench, browser: Browser) -> None:
    page = browser.new_page(bypass_csp=True)
    page.goto(bench.address)
    page.click("[data-card='1']")
    page.click("[data-place='mat.0']")
    page.wait_for_selector("[data-place='mat.0'] [data-card='1']")
    card, place = page.locator("[data-card='2']").bounding_box(), page.locator("[data-place='mat.1']").bounding_box()
    assert card is not None and place is not None
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] - 8, place["y"] + 60, steps=3)
    page.mouse.up()
    page.wait_for_selector("[data-place='mat.1'] [data-card='2'][data-half]")
    button = page.locator("[data-push='0']")
    button.hover()
    page.mouse.down()
    page.wait_for_selector("[data-push='0'][data-down]")
    page.mouse.up()
    until(lambda: not any(bench.part("mat")["down"]))
    assert list(violations(page)) == []
    page.close()
