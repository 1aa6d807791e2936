"""The virtual mat as seen by a page and a reader's listener, the layouts, and the patterns of the cues."""

import itertools
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.core.cues import Cue
from companion.core.errors import CuelightError
from companion.core.observation import Hold, Lift, Press, Tag
from hardware.faults import Condition, DeviceReason
from hardware.fitted_table import FittedTable
from hardware.lights import LOOKS, Lights, Motion, UnknownCue
from hardware.reader import Listener, Notice, Reader, Report
from hardware.table_file.layout import FULL_MAT, UnknownPlace, full_mat
from hardware.virtual_mat import EmptyZone, UnknownThing, VirtualMat

BOX = {"I.2": 1, "I.3": 1, "Seize": 2, "tile:Iago": 1, "coin:Iago": 12}


class Table:
    """A mat with a clock that advances a second at each reading, and its listener's reports."""

    def __init__(self, box: dict[str, int] = BOX) -> None:
        ticks = itertools.count(1)
        self.mat = VirtualMat(box, clock=lambda: float(next(ticks)))
        self.heard: list[Report | Notice] = []

    def started(self) -> "Table":
        self.mat.start(self.heard.append)
        return self

    def lying(self) -> dict[str, str]:
        return {zone: thing for zone, thing in self.mat.zones().items() if thing is not None}


def test_the_full_mat_has_a_zone_for_each_of_six_seats_and_the_target() -> None:
    seats = [f"seat{number}" for number in range(1, 7)]
    assert list(FULL_MAT.seats) == seats
    assert list(FULL_MAT.zones) == [*(f"{seat}.play" for seat in seats), "stage.target"]
    assert list(full_mat(2).zones) == ["seat1.play", "seat2.play", "stage.target"]


def test_a_virtual_mat_serves_whoever_wants_a_reader_or_lights() -> None:
    def run(reader: Reader, lights: Lights) -> None:
        reader.start(heard.append)
        lights.show("seat1", Cue.CHOOSE)

    heard: list[Report | Notice] = []
    mat = Table().mat
    run(mat, mat)
    mat.press("seat1")
    assert (heard, mat.lights()["seat1"]) == ([Press(1.0, "seat1")], "choose")


def test_what_is_laid_lifted_and_pressed_is_reported_with_its_time() -> None:
    table = Table().started()
    table.mat.tag("seat1.play", "I.2")
    table.mat.lift("seat1.play")
    table.mat.press("seat2")
    table.mat.hold("seat3")
    assert table.heard == [
        Tag(1.0, "seat1.play", "I.2"),
        Lift(2.0, "seat1.play"),
        Press(3.0, "seat2"),
        Hold(4.0, "seat3"),
    ]
    assert table.lying() == {}


def test_a_thing_that_lies_elsewhere_is_lifted_there_first() -> None:
    table = Table().started()
    table.mat.tag("seat1.play", "tile:Iago")
    table.mat.tag("seat2.play", "tile:Iago")
    assert table.heard[1:] == [Lift(2.0, "seat1.play"), Tag(3.0, "seat2.play", "tile:Iago")]
    assert table.lying() == {"seat2.play": "tile:Iago"}


def test_what_lay_in_the_zone_is_lifted_before_the_next_thing_is_laid() -> None:
    table = Table().started()
    table.mat.tag("seat1.play", "I.2")
    table.mat.tag("seat1.play", "I.3")
    assert table.heard[1:] == [Lift(2.0, "seat1.play"), Tag(3.0, "seat1.play", "I.3")]
    assert table.lying() == {"seat1.play": "I.3"}


def test_laying_a_card_back_where_it_lies_is_lifting_it_and_laying_it_back() -> None:
    table = Table().started()
    table.mat.tag("seat1.play", "I.2")
    table.mat.tag("seat1.play", "I.2")
    assert table.heard[1:] == [Lift(2.0, "seat1.play"), Tag(3.0, "seat1.play", "I.2")]


def test_of_two_cards_alike_two_can_lie_and_the_third_is_the_one_that_lay_longest() -> None:
    table = Table().started()
    for zone in ("seat1.play", "seat2.play"):
        table.mat.tag(zone, "Seize")
    assert table.lying() == {"seat1.play": "Seize", "seat2.play": "Seize"}
    table.mat.tag("seat3.play", "Seize")
    assert table.lying() == {"seat2.play": "Seize", "seat3.play": "Seize"}


def test_a_tag_that_no_deck_knows_may_be_laid() -> None:
    table = Table().started()
    table.mat.tag("seat1.play", "uid:04:a2:c3")
    table.mat.tag("seat2.play", "uid:04A2C3")
    assert table.lying() == {"seat2.play": "uid:04A2C3"}


def test_a_listener_hears_first_what_lies_already() -> None:
    table = Table()
    table.mat.tag("seat1.play", "I.2")
    table.mat.tag("stage.target", "coin:Iago")
    table.started()
    assert [report[1:] for report in table.heard] == [("seat1.play", "I.2"), ("stage.target", "coin:Iago")]


def test_after_stop_nothing_is_reported_and_what_lies_stays() -> None:
    table = Table().started()
    table.mat.tag("seat1.play", "I.2")
    table.mat.stop()
    table.mat.press("seat1")
    assert len(table.heard) == 1
    assert table.lying() == {"seat1.play": "I.2"}


@pytest.mark.parametrize(
    ("zone", "thing", "error", "words"),
    [
        ("seat7.play", "I.2", UnknownPlace, "no zone 'seat7.play'; choose one of: seat1.play, "),
        ("seat1", "I.2", UnknownPlace, "stage.target"),
        ("seat1.play", "I.4", UnknownThing, "no card 'I.4' in the box; choose one of: I.2, I.3, Seize"),
        ("seat1.play", "tile:Bianca", UnknownThing, "choose one of: tile:Iago"),
        ("seat1.play", "coin:Emilia", UnknownThing, "choose one of: coin:Iago"),
        ("seat1.play", "tile:", CuelightError, "names no tile"),
        ("seat1.play", "uid:", CuelightError, "names no uid"),
    ],
)
def test_a_zone_or_a_thing_that_there_is_not_is_refused_and_nothing_moves(
    zone: str, thing: str, error: type[CuelightError], words: str
) -> None:
    table = Table().started()
    table.mat.tag("seat1.play", "I.3")
    with pytest.raises(error) as caught:
        table.mat.tag(zone, thing)
    assert isinstance(caught.value, CuelightError)
    assert words in str(caught.value)
    assert table.lying() == {"seat1.play": "I.3"}
    assert len(table.heard) == 1


def test_lifting_from_an_empty_zone_is_refused_with_the_zones_that_are_not() -> None:
    table = Table().started()
    table.mat.tag("seat1.play", "I.3")
    with pytest.raises(EmptyZone, match=r"seat2\.play; zones where something lies: seat1\.play"):
        table.mat.lift("seat2.play")
    with pytest.raises(UnknownPlace):
        table.mat.lift("seat9.play")


def test_a_button_that_there_is_not_is_refused() -> None:
    table = Table().started()
    for act in (table.mat.press, table.mat.hold):
        with pytest.raises(UnknownPlace, match="no button 'seat9'; choose one of: seat1, seat2"):
            act("seat9")
    assert table.heard == []


def test_each_light_is_idle_until_a_cue_is_shown_and_keeps_it_until_the_next() -> None:
    mat = Table().mat
    mat.show("seat2", "your-turn")
    mat.show("seat3", Cue.ATTENTION)
    mat.show("seat3", Cue.DONE)
    shown = mat.lights()
    assert (shown["seat1"], shown["seat2"], shown["seat3"]) == ("idle", "your-turn", "done")


def test_a_seat_or_a_cue_that_there_is_not_is_refused() -> None:
    mat = Table().mat
    with pytest.raises(UnknownPlace, match="no seat 'seat9'"):
        mat.show("seat9", "done")
    with pytest.raises(UnknownCue, match="no cue 'go'; choose one of: idle, on-deck"):
        mat.show("seat1", "go")


def test_a_snapshot_is_not_changed_by_what_happens_after() -> None:
    table = Table().started()
    zones, lights = table.mat.zones(), table.mat.lights()
    table.mat.tag("seat1.play", "I.2")
    table.mat.show("seat1", "done")
    assert zones["seat1.play"] is None
    assert lights["seat1"] == "idle"


def test_from_many_threads_the_reports_tell_what_lies_and_come_in_the_order_of_their_times() -> None:
    table = Table().started()
    together = threading.Barrier(6)

    def play(seat: int) -> None:
        together.wait()
        for turn in range(200):
            table.mat.tag(f"seat{(seat + turn) % 6 + 1}.play", "Seize" if turn % 2 else "I.2")
            table.mat.press(f"seat{seat + 1}")

    threads = [threading.Thread(target=play, args=(seat,)) for seat in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [report.at for report in table.heard] == sorted(report.at for report in table.heard)
    assert _told(table.heard) == table.lying()


def _told(reports: list[Report | Notice]) -> dict[str, str]:
    """Return the things on the mat after these reports; each report must fit the state before it."""
    lying: dict[str, str] = {}
    for report in reports:
        match report:
            case Tag(_, zone, thing):
                assert zone not in lying
                lying[zone] = thing
            case Lift(_, zone):
                del lying[zone]
    return lying


class AnyHands(RuleBasedStateMachine):
    """After any placing and lifting, the listener knows the things on the mat, and no thing is there too often."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table().started()

    @rule(zone=st.sampled_from(FULL_MAT.zones), thing=st.sampled_from([*BOX, "uid:04A2"]))
    def lay(self, zone: str, thing: str) -> None:
        self.table.mat.tag(zone, thing)
        assert self.table.mat.zones()[zone] == thing

    @rule(zone=st.sampled_from(FULL_MAT.zones))
    def lift(self, zone: str) -> None:
        if self.table.mat.zones()[zone] is None:
            with pytest.raises(EmptyZone):
                self.table.mat.lift(zone)
        else:
            self.table.mat.lift(zone)
            assert self.table.mat.zones()[zone] is None

    @invariant()
    def the_listener_knows_what_lies(self) -> None:
        assert _told(self.table.heard) == self.table.lying()

    @invariant()
    def no_more_lies_than_there_is(self) -> None:
        lying = list(self.table.lying().values())
        assert all(lying.count(thing) <= BOX.get(thing, 1) for thing in lying)


TestAnyHands = AnyHands.TestCase
TestAnyHands.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


def test_every_cue_has_a_look_and_no_two_share_a_colour_or_a_motion() -> None:
    assert set(LOOKS) == set(Cue)
    for part in ("colour", "rgb"):
        assert len({getattr(look, part) for look in LOOKS.values()}) == len(Cue)
    assert len({look.motion.name for look in LOOKS.values()}) == len(Cue)
    assert len({look.motion.steps for look in LOOKS.values()}) == len(Cue)


def _flashes_in_any_second(motion: Motion) -> int:
    """Return the largest number of flashes from dark to bright within one second, sampled every 5 ms."""
    step = 0.005
    levels = [motion.level(index * step) for index in range(round((motion.seconds * 2 + 2) / step))]
    bright = [level > 0.5 for level in levels]
    rises = [index for index, (was, now) in enumerate(itertools.pairwise(bright)) if now and not was]
    return max((sum(first <= rise < first + 1 / step for rise in rises) for first in rises), default=0)


@pytest.mark.parametrize("cue", Cue)
def test_no_cue_flashes_more_than_three_times_a_second(cue: Cue) -> None:
    assert _flashes_in_any_second(LOOKS[cue].motion) <= 3


@given(cue=st.sampled_from(Cue), at=st.floats(min_value=0, max_value=1e6))
def test_a_light_is_never_darker_than_dark_or_brighter_than_full(cue: Cue, at: float) -> None:
    assert 0 <= LOOKS[cue].motion.level(at) <= 1


def test_a_motion_glides_and_jumps_and_begins_again() -> None:
    rise = LOOKS[Cue.DRAW_SCRIPT].motion
    assert [round(rise.level(at), 3) for at in (0.0, 0.299, 0.9, 1.4999, 1.5)] == [0.0, 0.0, 0.5, 1.0, 0.0]
    assert LOOKS[Cue.YOUR_TURN].motion.level(12.3) == 1.0
    assert LOOKS[Cue.IDLE].motion.level(12.3) == 0.0


class CircleReader(VirtualMat):
    """A reader of the circle that reports what a test says."""

    listener: Listener

    def start(self, listener: Listener) -> None:
        self.listener = listener


@pytest.mark.parametrize(("served", "laid"), [((), 2), (("stage.target",), 1)])
def test_a_coin_is_entered_again_in_a_circle_without_a_reader(served: tuple[str, ...], laid: int) -> None:
    """Nobody enters that it was taken away; found in an evening that came to a stop."""
    fitted, told = FittedTable(full_mat(2), [], [], lambda: 0.0, {}, served), list[object]()
    fitted.start(told.append)
    for _ in range(2):
        fitted.tag("stage.target", "coin:Othello")
        fitted.tag("seat1.play", "I.4")
    assert told.count(Tag(0.0, "stage.target", "coin:Othello")) == laid
    assert told.count(Tag(0.0, "seat1.play", "I.4")) == 1


def test_a_coin_is_entered_again_while_the_reader_of_the_circle_is_out() -> None:
    reader, told = CircleReader({}, lambda: 0.0), list[object]()
    fitted = FittedTable(full_mat(2), [reader], [], lambda: 0.0, {}, ["stage.target"])
    fitted.start(told.append)
    coin = Tag(0.0, "stage.target", "coin:Othello")
    reader.listener(coin)
    reader.listener(Condition(0.0, "reader", ("stage.target",), DeviceReason.UNPLUGGED))
    fitted.tag("stage.target", "coin:Othello")
    assert told.count(coin) == 2
    reader.listener(Condition(0.0, "reader", ("stage.target",), None))
    fitted.tag("stage.target", "coin:Othello")
    assert told.count(coin) == 2
