"""`cuelight mat`, and the mat as a Reader and Lights, with an emulated mat."""

import queue
import re
import time
from pathlib import Path
from typing import Any

import pytest

from chips.emulator.mfrc522 import Ailment
from companion.core.cues import Cue
from companion.core.observation import Lift, Tag
from companion.presence.filter import Resumed
from cuelight.__main__ import main
from cuelight.app.devices.mat import Mat, plain_mat
from cuelight.commands.doctor import examine
from cuelight.commands.mat import NO_GAIN_READS, best_gain, selftest
from cuelight.doctor.finding import Finding, Result
from firmware_bridge.emulator.board import EmulatedMat
from firmware_bridge.firmware import matlink, pins
from firmware_bridge.link.ports import named
from firmware_bridge.mat.flash import FlashFailed, check_board, machine_at
from hardware.faults import Condition, DeviceReason
from hardware.lights import Lights, UnknownCue
from hardware.reader import Reader
from hardware.table_file.layout import UnknownPlace, full_mat
from hardware.table_file.load import TableFile, write_table_file
from hardware.table_file.mat import MatEntry
from tests.support.mat_world import EMILIA, IAGO, PATIENCE, emulated_mat, need_micropython
from tests.support.waiting import until

LONG = 60.0  # seconds
POLLED = re.compile(r"reader 0 of the mat answers, \d+ polls a second, (9\d|100)% read, 0% corrupted")
READS = 5  # reads of the buttons until the firmware knows that one is down


@pytest.fixture(autouse=True, scope="module")
def on_micropython() -> None:
    need_micropython()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extend the time limits for a busy machine."""
    monkeypatch.setattr("cuelight.commands.mat.FIND_SECONDS", LONG)
    monkeypatch.setattr("cuelight.commands.mat.KNOWN_SECONDS", LONG)


def test_where_no_mat_is_the_command_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mat", "flash", "--device", str(tmp_path / "nothing")]) == 2
    assert "there is no" in capsys.readouterr().err


def test_the_mat_is_shown_with_its_zones_rates_and_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with emulated_mat(tmp_path) as mat:
        mat.circuit.readers[3].ailment = Ailment.DEAD
        mat.circuit.expander.there = False
        mat.lay(IAGO, 1)
        assert main(["mat", "--once", "--seats", "4", "--device", str(mat.path)]) == 0
    shown = capsys.readouterr().out
    assert f"seat2.play    {IAGO}" in shown
    assert "100%" in shown
    assert "3 ABSENT (0x00)" in shown
    assert "expander does not answer" in shown


def test_the_mat_is_shown_until_ctrl_c(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = list[str]()

    def show(screen: str) -> None:
        shown.append(screen)
        if len(shown) == 2:
            raise KeyboardInterrupt

    with emulated_mat(tmp_path) as mat, pytest.MonkeyPatch.context() as patch:
        patch.setattr("cuelight.commands.mat.write_text", show)
        main(["mat", "--seats", "2", "--device", str(mat.path)])
    assert [screen.startswith(f"{mat.path}: ") for screen in shown] == [True, True]


def test_the_doctor_asks_the_mat(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    with emulated_mat(tmp_path / "mat") as mat:
        file.write_text(write_table_file(plain_mat(2, str(mat.path))))
        mat.lay(IAGO, 0)
        well = dict[str, list[tuple[Result, str]]]()

        def is_measured() -> bool:
            well.update(of_the_mat(examine(file)))
            return POLLED.fullmatch(well["reader seat1.play"][0][1]) is not None

        until(is_measured)
        mat.unplug()
        mat.circuit.readers[1].ailment = Ailment.DEAD
        mat.circuit.expander.there = False
        mat.plug_in()
        ill = of_the_mat(examine(file))
    gone = of_the_mat(examine(file))
    assert re.fullmatch(rf"firmware {matlink.VERSION} at {mat.path}, sweep \d+ ms", well["mat"][0][1])
    assert {well[each][0][0] for each in ("mat", "reader seat1.play")} == {Result.WELL}
    assert well["rings and buttons"] == [(Result.REMARK, "they were not tried")]
    assert ill["reader seat1.play"][0][1].startswith("reader 0 of the mat answers")
    assert ill["reader seat2.play"] == [
        (Result.WRONG, "reader 1 of the mat does not answer: its plug, its 3.3 V"),
    ]
    assert (Result.WRONG, "the buttons' expander does not answer rightly at address 0x20") in ill["mat"]
    assert gone["mat"] == [(Result.WRONG, f"{mat.path}: there is no such device")]


def test_the_doctor_says_what_a_board_without_the_firmware_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cuelight.commands.mat.FIND_SECONDS", 3.0)
    file = tmp_path / "table.toml"
    with EmulatedMat(tmp_path / "mat", flashed=False) as mat:
        file.write_text(write_table_file(plain_mat(2, str(mat.path))))
        [(result, what)] = of_the_mat(examine(file))["mat"]
    assert result is Result.WRONG
    assert "`cuelight mat flash` puts it on" in what


def of_the_mat(findings: list[Finding]) -> dict[str, list[tuple[Result, str]]]:
    told: dict[str, list[tuple[Result, str]]] = {}
    for finding in findings:
        told.setdefault(finding.check, []).append((finding.result, finding.what))
    return told


class Person:
    """A person who follows the self-test, with a mat whose second light is dark and whose third reader is bad."""

    def __init__(self, mat: EmulatedMat, *, is_lost_at_lift: bool = False) -> None:
        self.mat = mat
        self.is_lost_at_lift = is_lost_at_lift  # the mat is unplugged during the first lift
        self.said: list[str] = []
        self._zones = full_mat(2).zones

    def say(self, line: str) -> None:
        self.said.append(line)
        words = line.split()
        if line.startswith("Lay"):
            self.mat.lay(EMILIA, self._zones.index(words[-1].rstrip(".")))
        elif line == "Lift it.":
            is_lost, self.is_lost_at_lift = self.is_lost_at_lift, False
            if is_lost:
                self.mat.unplug()
            for number in range(12):
                self.mat.lift(number)
            if is_lost:
                self.mat.plug_in()
        elif line.startswith(("Press", "Hold")):
            button = pins.BUTTONS["second" in words][int(words[-1].rstrip(".")[-1]) - 1]
            self.mat.push(button)
            if line.startswith("Press"):
                known = self.mat.circuit.expander.reads + READS
                until(lambda: self.mat.circuit.expander.reads >= known)
                self.mat.release(button)
        elif line.startswith("  button"):
            self.mat.circuit.expander.down.clear()

    def ask(self, question: str) -> str:
        self.said.append(question)
        return "n" if "seat2" in question else ""


def test_the_self_test_walks_through_everything_and_finds_what_is_wrong(tmp_path: Path) -> None:
    with emulated_mat(tmp_path) as mat:
        person = Person(mat, is_lost_at_lift=True)  # as on a busy machine; then the zone is reported as empty
        table = TableFile("mat", 2, mat=MatEntry(str(mat.path), buttons=2))
        mat.circuit.readers[1].hears_well = range(2, 4)
        assert selftest(named(str(mat.path)), table, person.say, person.ask, seconds=LONG, looks=10) == 1
    assert "  bus 0: ok" in person.said
    for zone in ("seat1.play", "stage.target"):
        assert any(line.startswith(f"  {zone}: ok (") for line in person.said), "\n".join(person.said)
    assert person.said[-1] == "Wrong: light at seat2"
    assert person.said[-2].endswith("gains = [4, 2, 4]")  # the middle of 2 to 7; of 2 and 3; of 2 to 7
    ways = ("press", "hold", "press the second")
    assert {f"  button at {seat}, {way}: ok" for seat in ("seat1", "seat2") for way in ways} <= set(person.said)


def test_the_self_test_says_that_a_reader_answers_and_reads_no_tag(tmp_path: Path) -> None:
    with emulated_mat(tmp_path) as mat:
        person = Person(mat)
        mat.circuit.readers[0].deaf = True
        table = TableFile("mat", 2, mat=MatEntry(str(mat.path)))
        assert selftest(named(str(mat.path)), table, person.say, person.ask, seconds=2.0, looks=3) == 1
    assert f"  seat1.play: WRONG ({NO_GAIN_READS})" in person.said


def test_a_pico_2_is_refused_by_name() -> None:
    check_board("Raspberry Pi Pico W with RP2040")
    check_board("")
    with pytest.raises(FlashFailed, match="Raspberry Pi Pico2 with RP2350"):
        check_board("Raspberry Pi Pico2 with RP2350")


def test_the_name_of_a_board_is_read_over_its_cable(tmp_path: Path) -> None:
    with EmulatedMat(tmp_path, flashed=False) as mat:
        until(lambda: mat.path.exists())
        assert machine_at(str(mat.path)) == mat.board


@pytest.mark.parametrize(
    ("shares", "best"),
    [
        ({2: 1.0, 3: 1.0, 4: 1.0, 5: 1.0, 6: 0.9, 7: 0.4}, 3),
        ({2: 0.2, 3: 0.5, 4: 0.97, 5: 0.99, 6: 0.98, 7: 0.8}, 5),
        ({2: 0.99, 3: 0.4, 4: 0.99, 5: 1.0, 6: 0.1, 7: 0.0}, 4),
        ({2: 0.0, 3: 0.0, 4: 0.0, 5: 0.0, 6: 0.0, 7: 0.3}, 7),
    ],
)
def test_the_best_gain_has_a_reserve_to_both_sides(shares: dict[int, float], best: int) -> None:
    assert best_gain(shares) == best


def test_the_backend_is_a_reader_and_lights_in_the_tables_words(tmp_path: Path) -> None:
    """Names of tags, faults with the next step, and changes made while the mat was away."""
    emulated = emulated_mat(tmp_path)
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    mat = Mat(plain_mat(3, str(emulated.path)), time.monotonic, {IAGO: "I.2"}.get)
    reader: Reader = mat
    lights: Lights = mat
    emulated.lay(IAGO, 0)
    emulated.plug_in()
    reader.start(heard.put)
    try:

        def next_of(kind: type) -> Any:
            while True:
                report = heard.get(timeout=PATIENCE)
                if isinstance(report, kind):
                    return report

        def wait_to_hear(reason: DeviceReason | None, zones: tuple[str, ...] = full_mat(3).zones) -> None:
            """On a busy machine the whole mat may be silent for a moment before."""
            while (heard := next_of(Condition))[2:4] != (zones, reason):
                assert heard.reason in (DeviceReason.NO_ANSWER, None)

        assert next_of(Tag)[1:] == ("seat1.play", "I.2")
        lights.show("seat1", Cue.CHOOSE)
        until(lambda: any(any(lamp) for lamp in emulated.circuit.strip.picture))
        with pytest.raises(UnknownPlace):
            lights.show("seat9", Cue.CHOOSE)
        with pytest.raises(UnknownCue):
            lights.show("seat1", "sing")
        emulated.circuit.readers[1].ailment = Ailment.DEAD
        wait_to_hear(DeviceReason.NO_ANSWER, ("seat2.play",))
        emulated.circuit.readers[1].ailment = Ailment.NONE
        wait_to_hear(None, ("seat2.play",))
        until(lambda: mat.bridge.status().zones[1].known == matlink.EMPTY)
        emulated.unplug()
        wait_to_hear(DeviceReason.UNPLUGGED)
        emulated.lift(0)
        emulated.lay(EMILIA, 1)
        emulated.plug_in()
        news: set[Any] = set()
        while len(news) < 2:
            news |= {found[1:] for found in [next_of(Resumed)] if found.fresh}
        assert news == {("seat1.play", None, True), ("seat2.play", f"uid:{EMILIA}", True)}
        wait_to_hear(None)  # once every zone is known
        emulated.lift(1)
        assert next_of(Lift).zone == "seat2.play"
    finally:
        reader.stop()
        emulated.unplug()
