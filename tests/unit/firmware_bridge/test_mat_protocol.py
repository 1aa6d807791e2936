"""Both ends of the protocol as state machines: after any events on mat and line, the picture is correct again."""

import random
import struct
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from firmware_bridge.emulator.damage import DAMAGES, Kind
from firmware_bridge.emulator.runner import DesktopMat
from firmware_bridge.firmware import matlink, pins
from firmware_bridge.link.mat_state import Picture
from firmware_bridge.link.protocol import Conversation, Request, Stage, Why
from hardware.table_file.mat import amperes, most_brightness
from tests.support.mat_world import CASSIO, EMILIA, IAGO, SETUP, Desk

RIGHT_WITHIN = 2.0
CARDS = (IAGO, EMILIA, CASSIO)


class MatAndHost(RuleBasedStateMachine):
    """Tags are placed and lifted, buttons are pressed, the line is damaged, and either end restarts."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()
        self.boots = 1
        self.laid: set[tuple[str, str]] = set()

    @initialize()
    def meet(self) -> None:
        self.desk.until(self.desk.ready)

    @rule(card=st.sampled_from(CARDS), zone=st.integers(0, 6))
    def lay(self, card: str, zone: int) -> None:
        for number in range(7):
            tags = self.desk.mat.circuit.readers[number].tags
            tags[:] = [tag for tag in tags if tag.uid.hex().upper() != card]
        self.desk.lay(card, zone)
        self.laid.add((SETUP.zones[zone], f"uid:{card}"))

    @rule(zone=st.integers(0, 6))
    def lift(self, zone: int) -> None:
        self.desk.lift(zone)

    @rule(button=st.integers(0, 5), seconds=st.sampled_from([0.1, 0.9]))
    def press(self, button: int, seconds: float) -> None:
        self.desk.push(button)
        self.desk.run(seconds)
        self.desk.release(button)

    @rule(seconds=st.floats(0.01, 1.5))
    def wait(self, seconds: float) -> None:
        self.desk.run(seconds)

    @rule(kind=st.sampled_from(DAMAGES), seed=st.integers(0, 1000), which=st.integers(1, 3), seconds=st.floats(0.1, 4))
    def damage(self, kind: Kind, seed: int, which: int, seconds: float) -> None:
        if which & 1:
            self.desk.to_host = kind(random.Random(seed))
        if which & 2:
            self.desk.to_mat = kind(random.Random(seed + 1))
        self.desk.run(seconds)
        self.desk.to_host = self.desk.to_mat = bytes

    @precondition(lambda self: self.boots < 60000)
    @rule()
    def the_pico_starts_anew(self) -> None:
        self.boots += 1
        self.desk.restart(self.boots)

    @rule()
    def the_host_opens_the_port_anew(self) -> None:
        self.desk.connect()

    @invariant()
    def no_card_was_reported_that_was_not_laid(self) -> None:
        for report in self.desk.told():
            if report[0] in ("Tag", "Resumed") and report[2] != "None":
                assert report[1:] in self.laid

    @invariant()
    def one_antenna_at_a_time(self) -> None:
        assert self.desk.mat.circuit.most_fields <= 1

    def teardown(self) -> None:
        self.desk.run(1.5)  # long enough for a silence to be a lift even with little knowledge
        self.desk.until(self.desk.right, RIGHT_WITHIN + 1.0)


MatAndHost.TestCase.settings = settings(max_examples=8, stateful_step_count=12, deadline=None)
TestMatAndHost = MatAndHost.TestCase


@pytest.mark.parametrize("way", ["to the host", "to the mat", "both ways"])
@pytest.mark.parametrize("kind", DAMAGES)
def test_after_a_bad_line_the_picture_is_right_within_two_seconds(kind: Kind, way: str) -> None:
    desk, chance = Desk(), random.Random(f"{kind.__name__} {way}")
    desk.until(desk.ready)
    if way != "to the mat":
        desk.to_host = kind(chance)
    if way != "to the host":
        desk.to_mat = kind(chance)
    for turn in range(12):
        desk.lift(turn % 7)
        desk.lay(f"04000000{turn:06X}", (turn + 3) % 7)
        desk.run(chance.random())
    desk.to_host = desk.to_mat = bytes
    assert desk.until(desk.right) <= RIGHT_WITHIN
    laid = {f"uid:04000000{turn:06X}": SETUP.zones[(turn + 3) % 7] for turn in range(12)}
    for report in desk.told():
        if report[0] == "Tag":
            assert laid[report[2]] == report[1]


@pytest.mark.parametrize("away", ["a line cut for eight seconds", "unplugged for a minute"])
def test_a_card_that_moved_while_the_mat_was_away_is_found_and_not_played(away: str) -> None:
    desk = Desk()
    desk.lay(IAGO, 0)
    desk.lay(CASSIO, 2)
    desk.until(desk.right)
    desk.reports.clear()
    desk.to_host = desk.to_mat = lambda _data: b""
    desk.run(4)
    desk.lift(0)
    desk.lay(EMILIA, 1)
    desk.run(4)
    if away == "unplugged for a minute":
        desk.mat.now += 60
        desk.restart(boot=2)
    desk.to_host = desk.to_mat = bytes
    assert desk.until(desk.right) <= RIGHT_WITHIN
    assert sorted(desk.told()) == [
        ("Resumed", "seat1.play", "None"),
        ("Resumed", "seat2.play", f"uid:{EMILIA}"),
    ]


def test_a_lift_and_a_laying_back_are_noticed_though_every_third_frame_of_looks_is_lost() -> None:
    """A reveal is that gesture: lost frames must not lose it, and a lost frame is no silence."""
    desk = Desk()
    desk.lay(IAGO, 0)
    desk.until(desk.right)
    desk.run(2.0)
    desk.reports.clear()
    chance = random.Random(3)
    desk.to_host = lambda data: b"" if chance.random() < 0.33 else data
    desk.run(20.0)
    assert desk.told() == []
    desk.lift(0)
    desk.run(1.0)
    desk.lay(IAGO, 0)
    desk.run(0.5)
    assert desk.told() == [("Lift", "seat1.play"), ("Tag", "seat1.play", f"uid:{IAGO}")]


def test_a_press_whose_event_is_lost_is_made_up_for_once() -> None:
    desk = Desk()
    desk.until(desk.ready)
    desk.to_host = lambda _data: b""
    desk.push(1)
    desk.run(0.1)
    desk.release(1)
    desk.run(0.1)
    desk.to_host = bytes
    desk.run(RIGHT_WITHIN)
    assert desk.told() == [("Press", "seat2")]


@pytest.mark.parametrize(("seconds", "kind"), [(0.05, "Press"), (0.5, "Press"), (0.7, "Hold"), (2.0, "Hold")])
@pytest.mark.parametrize("busy", [False, True])
def test_a_button_is_pressed_or_held_by_how_long_it_was_down(seconds: float, kind: str, busy: bool) -> None:
    """This holds even if the mat was busy when the button was released."""
    desk = Desk()
    desk.until(desk.ready)
    desk.push(3)
    desk.run(0.05)
    if busy:
        desk.mat.now += seconds - 0.05
    else:
        desk.run(seconds - 0.05)
    desk.release(3)
    desk.run(0.2)
    assert desk.told() == [(kind, "seat4")]


def test_a_press_from_before_the_host_came_is_nobodys_wish_any_more() -> None:
    desk = Desk()
    desk.until(desk.ready)
    desk.push(1)
    desk.to_host = lambda _data: b""
    desk.run(0.1)
    desk.release(1)
    desk.run(0.5)
    desk.to_host = bytes
    desk.connect()
    desk.run(RIGHT_WITHIN)
    assert desk.told() == []


def test_a_tag_that_two_readers_see_lies_in_the_zone_that_had_it_first() -> None:
    desk = Desk()
    desk.lay(IAGO, 0)
    desk.until(desk.right)
    desk.lay(IAGO, 1)
    desk.run(1)
    assert desk.picture.lying == {"seat1.play": IAGO}
    assert desk.picture.crosstalk() == [("seat1.play", "seat2.play")]
    desk.lift(0)
    desk.until(lambda: desk.picture.lying == {"seat2.play": IAGO})
    assert desk.told()[-2:] == [("Lift", "seat1.play"), ("Tag", "seat2.play", f"uid:{IAGO}")]


def test_a_command_that_comes_twice_is_carried_out_once_and_answered_twice() -> None:
    mat = DesktopMat().firmware
    mat.answer(matlink.HELLO, 1, struct.pack(matlink.HELLO_ASK, matlink.MAJOR, 0, 0))
    first = mat.answer(matlink.PING, 2, bytes(4))
    mat.run_again = mat.answer(matlink.PING, 2, bytes(4))
    assert mat.run_again == first
    assert mat.answer(matlink.PING, 1, bytes(4))[2] != first[2]


def test_an_old_command_that_comes_late_is_refused() -> None:
    mat = DesktopMat().firmware
    for number in range(1, 5):
        mat.answer(matlink.PING, number, bytes(4))
    kind, number, payload = matlink.Frames().feed(mat.answer(matlink.PING, 3, bytes(4)))[0]
    assert (kind, number, payload[0]) == (matlink.ERROR, 3, matlink.OLD_NUMBER)


@pytest.mark.parametrize("kind", range(1, 0x40))
def test_no_command_goes_without_an_answer_in_words(kind: int) -> None:
    mat = DesktopMat().firmware
    found = matlink.Frames().feed(mat.answer(kind, 1, b""))
    assert len(found) == 1
    assert found[0][0] in (kind | matlink.REPLY, matlink.ERROR)


@settings(deadline=None, max_examples=100)
@given(st.integers(1, 0x3F), st.binary(max_size=60))
def test_any_payload_is_answered_and_the_mat_goes_on(kind: int, payload: bytes) -> None:
    desk = DesktopMat()
    desk.from_host += matlink.frame(kind, 1, payload)
    desk.run(0.05)
    desk.to_host.clear()
    if kind in (matlink.QUIT, matlink.RESET):
        return
    desk.from_host += matlink.frame(matlink.HELLO, 9, struct.pack(matlink.HELLO_ASK, matlink.MAJOR, 0, 0))
    desk.run(0.2)
    assert any(kind == matlink.HELLO | matlink.REPLY for kind, _n, _p in matlink.Frames().feed(bytes(desk.to_host)))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=80)), max_size=8))
def test_any_frame_from_a_mat_is_taken_or_passed_over_and_plays_no_card(sent: list[tuple[int, int, bytes]]) -> None:
    desk = Desk()
    desk.until(desk.ready)
    boot = desk.picture.boot
    for message in sent:
        if message[0] >= matlink.ZONE and struct.unpack_from("<H", message[2] + b"\0\0")[0] == boot:
            continue  # an event with this mat's boot id counts as its own
        desk.reports += desk.talk.receive(matlink.frame(*message), desk.now)
    assert desk.reports == []
    assert desk.until(desk.right) <= RIGHT_WITHIN


def test_a_mat_of_another_major_version_is_refused_with_the_command_that_mends_it() -> None:
    talk = Conversation(SETUP, Picture(SETUP), 0.0)
    _kind, number, _payload = matlink.Frames().feed(talk.outgoing())[0]
    reply = struct.pack(matlink.HELLO_REPLY, 1, 3, 77, 0, 0)
    talk.receive(matlink.frame(matlink.HELLO | matlink.REPLY, number, reply), 0.01)
    assert talk.ended is not None
    assert talk.ended.why is Why.OTHER_MAJOR
    assert "1.3" in talk.ended.text
    assert "cuelight mat flash" in talk.ended.text


def test_a_host_of_another_major_version_gets_the_mats_version_and_nothing_that_it_might_misread() -> None:
    mat = DesktopMat().firmware
    _kind, _number, payload = matlink.Frames().feed(mat.answer(matlink.HELLO, 1, struct.pack("<BBH", 1, 0, 0)))[0]
    assert len(payload) == struct.calcsize(matlink.HELLO_REPLY)
    assert payload[:2] == bytes([matlink.MAJOR, matlink.MINOR])


@pytest.mark.parametrize("minor", [1, 200])
def test_a_host_of_a_later_minor_version_is_answered(minor: int) -> None:
    mat = DesktopMat().firmware
    asked = struct.pack("<BBH", matlink.MAJOR, minor, 0) + b"more"
    _kind, _number, payload = matlink.Frames().feed(mat.answer(matlink.HELLO, 1, asked))[0]
    assert len(payload) > struct.calcsize(matlink.HELLO_REPLY)


def test_a_later_minor_version_may_say_more() -> None:
    """Bytes after the known ones, and events and description members that this version does not know."""
    desk = Desk()
    mat = desk.mat.firmware
    desk.mat.module("matlink").MINOR = 9
    mat._commands[matlink.SNAPSHOT] = lambda payload, real=mat._commands[matlink.SNAPSHOT]: real(payload) + b"more"
    mat._commands[matlink.PING] = lambda payload, real=mat._commands[matlink.PING]: real(payload) + b"more"
    describe = mat._describe
    mat._describe = lambda: {**describe(), "scent": ["rose"]}
    desk.until(desk.ready)
    mat._send_event(0x9F, b"an event of tomorrow")
    desk.lay(IAGO, 0)
    assert desk.until(desk.right) <= RIGHT_WITHIN
    assert desk.talk.stage is Stage.LIVE
    assert desk.talk.ended is None


def test_what_a_mat_is_fitted_with_is_told_it_at_connect() -> None:
    fitted = replace(
        SETUP, zones=SETUP.zones[:3], readers=(7, 2, 11), two_buttons=True, lamps=20, brightness=200, clock=1.0,
        gains=(5, 6, 3), supply=4.5,
    )  # fmt: skip
    desk = Desk(fitted)
    desk.until(desk.ready)
    mat = desk.mat.firmware
    assert [zone.reader for zone in mat.sweep.zones] == [7, 2, 11]
    assert (mat.lights.lamps, mat.lights.brightness, len(mat.buttons.presses)) == (20, 200, 12)
    assert mat.buses.baud == 1_000_000
    assert [reader.gain for reader in desk.mat.circuit.readers[:8]] == [4, 4, 6, 4, 4, 4, 4, 5]
    assert desk.mat.circuit.readers[11].gain == 3
    desk.lay(IAGO, 11)
    desk.until(lambda: desk.told() == [("Tag", "seat3.play", f"uid:{IAGO}")])
    desk.push(pins.BUTTONS[1][2])  # the second button of the third seat
    desk.run(0.2)
    desk.release(pins.BUTTONS[1][2])
    desk.until(lambda: desk.told()[1:] == [("Hold", "seat3")])


def test_twelve_zones_are_read_and_told() -> None:
    desk = Desk(replace(SETUP, zones=tuple(f"zone{number}" for number in range(12))))
    for number in range(12):
        desk.lay(f"0400000000AA{number:02X}", number)
    desk.until(desk.right)
    assert len(desk.picture.lying) == 12


def test_a_mat_that_cannot_be_what_the_table_asks_says_why() -> None:
    desk = Desk(replace(SETUP, lamps=40))
    desk.until(lambda: desk.talk.ended is not None)
    assert desk.talk.ended is not None
    assert desk.talk.ended.why is Why.REFUSED
    assert "192 lamps" in desk.talk.ended.text


def test_a_refusal_of_what_cannot_be_refused_is_asked_again() -> None:
    """Found by fuzzing: the host waited for ever."""
    talk = Conversation(SETUP, Picture(SETUP), 0.0)
    _kind, number, _payload = matlink.Frames().feed(talk.outgoing())[0]
    talk.receive(matlink.frame(matlink.ERROR, number, bytes([matlink.BAD_VALUE])), 0.01)
    assert talk.due() > 0.05
    talk.tick(talk.due())
    assert matlink.Frames().feed(talk.outgoing())[0][:2] == (matlink.HELLO, number)


def test_a_lost_event_number_in_the_wrap_is_no_gap() -> None:
    desk = Desk()
    desk.mat.firmware.event = 0xFFFE
    desk.until(desk.ready)
    snapshots = desk.talk.snapshots
    for turn in range(4):
        desk.lay(f"0400000000000{turn}", turn)
        desk.run(0.3)
    assert len(desk.reports) == 4
    assert desk.talk.snapshots == snapshots


def test_no_host_makes_the_lamps_draw_more_than_their_supply_gives() -> None:
    """By the lamps' datasheet, not by the firmware's own sum: 192 in full white would draw 11.7 A."""
    desk = Desk(replace(SETUP, lamps=32, brightness=255, supply=1.5))
    desk.until(desk.ready)
    white = struct.pack(matlink.LOOK_HEAD, 3, 255, 255, 255, 1) + struct.pack(matlink.LOOK_STEP, 255, 0, 1000)
    desk.talk.ask(Request(matlink.LOOK, white), desk.now)
    desk.talk.show(bytes([3] * 6), desk.now)
    desk.run(0.5)
    strip = desk.mat.circuit.strip
    assert len(strip.picture) == 192
    assert 1.4 < strip.amperes <= 1.5
    assert len(set(strip.picture)) == 1  # dimmed alike


@pytest.mark.parametrize(("lamps", "supply"), [(12, 3.0), (32, 3.0), (16, 0.5)])
def test_what_a_table_file_may_ask_is_shown_undimmed_and_keeps_to_the_supply(lamps: int, supply: float) -> None:
    """The brightest allowed setting, all white: the sums of table file, firmware and lamps agree."""
    brightness = most_brightness(6 * lamps, supply)
    desk = Desk(replace(SETUP, lamps=lamps, brightness=brightness, supply=supply))
    desk.until(desk.ready)
    white = struct.pack(matlink.LOOK_HEAD, 3, 255, 255, 255, 1) + struct.pack(matlink.LOOK_STEP, 255, 0, 1000)
    desk.talk.ask(Request(matlink.LOOK, white), desk.now)
    desk.talk.show(bytes([3] * 6), desk.now)
    desk.run(0.5)
    strip = desk.mat.circuit.strip
    assert set(strip.picture) == {(brightness,) * 3}
    assert strip.amperes == pytest.approx(amperes(6 * lamps, brightness))
    assert strip.amperes <= supply


@pytest.mark.parametrize(
    ("change", "words"),
    [({"supply": 5.1}, "5 A"), ({"gain": 8}, "gains of 0 to 7"), ({"clock": 3.1}, "0.1 to 3 MHz")],
)
def test_what_would_harm_the_mat_is_refused_by_the_mat_itself(change: dict[str, float], words: str) -> None:
    desk = Desk(replace(SETUP, **change))  # type: ignore[arg-type]
    desk.until(lambda: desk.talk.ended is not None)
    assert desk.talk.ended is not None
    assert words in desk.talk.ended.text


def test_a_host_of_version_1_0_tells_one_gain_and_no_supply() -> None:
    desk = Desk()
    desk.until(desk.ready)
    old = replace(SETUP, gain=6).config()[: struct.calcsize(matlink.CONFIG_HEAD) + len(SETUP.zones)]
    desk.talk.ask(Request(matlink.CONFIG, old), desk.now)
    desk.run(0.5)
    assert [reader.gain for reader in desk.mat.circuit.readers[:7]] == [6] * 7


def test_the_two_pins_that_must_not_be_inputs_are_none() -> None:
    """MCP23017, DS20001952 rev. D: GPA7 and GPB7 are outputs only."""
    desk = Desk()
    desk.until(desk.ready)
    assert desk.mat.circuit.expander.inputs == frozenset(range(16)) - {7, 15}
    for pin in (7, 15):
        desk.push(pin)
        desk.run(1.0)
        desk.release(pin)
    assert desk.told() == []


def test_what_comes_and_goes_at_a_zone_that_is_not_believed_is_shown_and_no_gesture() -> None:
    desk, chance = Desk(), random.Random(2)
    desk.until(desk.ready)
    desk.lay(IAGO, 0)
    desk.until(desk.right)
    desk.run(10.0)
    for _ in range(300):  # nudged: one poll in five reads it
        desk.lift(0)
        if chance.random() < 0.2:
            desk.lay(IAGO, 0)
        desk.run(0.05)
    desk.lift(0)
    desk.run(5.0)
    told = desk.told()
    assert [kind for kind, *_what in told if kind in ("Tag", "Lift")] in (["Tag"], ["Tag", "Lift"])
    assert ("WeakRead", "seat1.play", "True") in told
    assert [what for what in told if what[0] in ("Lift", "Unsure")][-1] == ("Unsure", "seat1.play", "None")
    assert desk.picture.lying == {}
