"""The timeline of a game: undone and redone steps, pauses, and the duration of windows."""

from __future__ import annotations

from typing import Any

import pytest

from companion.othello.notation.read import position_to_json
from companion.table.clocks import Pace
from companion.table.conflicts import parts_of
from companion.table.record import NothingToRedo
from companion.table.session import NoWindow
from companion.table.snapshot import timeline
from tests.support.mat_table import MatTable

SCRIPT = {"placed": "?script"}
SPOTLIGHT = {"by": "Ann", "do": "spotlight"}


def in_turn(**keys: Any) -> MatTable:
    """Ben's turn, then Cal's, then Ann's, who has a spotlight."""
    seats: dict[str, Any] = {"Ann": {**SCRIPT, "spotlight": 1}, "Ben": SCRIPT, "Cal": SCRIPT}
    return MatTable("reveal", **seats | keys)


def same_after_a_restart(table: MatTable) -> bool:
    """Return True if the record alone gives the same game, the same steps and the same redo."""
    again = table.restarted()
    return (position_to_json(again.state), timeline(again.view)) == (
        position_to_json(table.state),
        timeline(table.session.view),
    )


def test_each_step_says_where_and_whose_it_was_and_how_the_table_knows_of_it() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(5.0).say("Cal", "reveal", card="I.6")
    steps = timeline(table.session.view)["steps"]
    assert [(step["where"], step["seat"], step["how"]) for step in steps] == [
        ("Act I, scene 1", "seat2", "seen"),
        ("Act I, scene 1", None, "inferred"),
        ("Act I, scene 1", "seat3", "typed"),
    ]
    assert same_after_a_restart(table)


def test_what_was_taken_back_is_brought_back_as_it_was_at_once_or_step_by_step() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(5.0).turn_up("Cal", "I.6")
    played = position_to_json(table.state), table.session.view.record.steps
    table.session.undo(table.at, 0)
    assert [step["text"] for step in table.desk["undone"]] == [step.text for step in played[1]]
    assert same_after_a_restart(table)
    table.session.redo(table.at, 3)
    assert (position_to_json(table.state), table.session.view.record.steps) == played
    table.session.undo(table.at, 0)
    for _ in played[1]:
        assert same_after_a_restart(table)
        table.session.redo(table.at)
    assert (position_to_json(table.state), table.session.view.record.steps) == played
    assert table.desk["undone"] == [] and same_after_a_restart(table)


def test_taking_back_and_bringing_back_are_records_and_nothing_of_the_book_goes() -> None:
    table = in_turn().turn_up("Ben", "I.4")
    before = list(table.book.records)
    table.session.undo(table.at)
    table.session.redo(table.at)
    assert table.book.records[: len(before)] == before
    kinds = table.book.kinds()[len(before) :]
    assert kinds.index("undo") < kinds.index("answer") < kinds.index("events")


def test_what_was_taken_back_twice_is_brought_back_in_its_order() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(5.0).turn_up("Cal", "I.6").wait(5.0)
    played = position_to_json(table.state)
    table.session.undo(table.at, 2)
    table.session.undo(table.at, 0)
    assert table.desk["undone_count"] == len(table.session.view.undone) == 4
    table.session.redo(table.at, len(table.session.view.undone))
    assert position_to_json(table.state) == played
    assert same_after_a_restart(table)


def test_what_was_taken_back_is_lost_once_something_else_is_played_and_that_is_said() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(5.0).turn_up("Cal", "I.6")
    table.session.undo(table.at, 0)
    table.turn_up("Ben", "I.5")
    assert table.session.view.undone == () and table.desk["undone_lost"] == 3
    with pytest.raises(NothingToRedo, match="something else has been played"):
        table.session.redo(table.at)
    assert same_after_a_restart(table)
    table.wait(5.0).turn_up("Cal", "I.6")
    assert table.desk["undone_lost"] == 0


def test_a_window_that_runs_out_again_as_it_did_keeps_what_comes_after_it() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(5.0).turn_up("Cal", "I.6")
    played = position_to_json(table.state)
    table.session.undo(table.at, 1)
    table.wait(5.0)
    assert [step.step.text for step in table.session.view.undone] == ["Cal reveals “Brabantio wounds Cassio”"]
    assert same_after_a_restart(table)
    table.session.redo(table.at)
    assert position_to_json(table.state) == played


@pytest.mark.parametrize("again", ["I.4", "I.5"])
def test_whether_the_same_card_is_laid_again_face_down_is_not_told_by_what_can_be_brought_back(again: str) -> None:
    seats: dict[str, Any] = {name: {"hand": ["?script", "?script"]} for name in ("Ann", "Ben", "Cal")}
    table = MatTable("placement", **seats).lay("Ben", "I.4").lay("Cal", "I.6")
    table.session.undo(table.at, 0)
    table.lay("Ben", again)
    assert (table.desk["undone"], table.desk["undone_lost"]) == ([], 2)
    assert same_after_a_restart(table)


def test_whether_a_correction_says_the_same_card_again_is_not_told_by_the_number_of_the_state() -> None:
    for again in ("I.4", "I.5"):
        table = MatTable("placement", Ann={"hand": ["?script"]}, Ben={"hand": ["?script"]})
        table.session.say({"do": "place", "by": "Ben", "card": "I.4"}, table.at)
        before = parts_of(table.session.view, {}, 1)["steps"]
        table.session.correct(0, {"do": "place", "by": "Ben", "card": again}, table.at)
        assert parts_of(table.session.view, {}, 1)["steps"] != before


def test_nothing_is_brought_back_where_nothing_was_taken_back() -> None:
    table = in_turn().turn_up("Ben", "I.4")
    before = list(table.book.records)
    with pytest.raises(NothingToRedo, match="nothing was taken back"):
        table.session.redo(table.at)
    table.session.undo(table.at)
    with pytest.raises(NothingToRedo):
        table.session.redo(table.at, 2)
    assert table.book.records[: len(before)] == before and len(table.session.view.undone) == 1


def test_an_interrupt_that_the_next_card_cut_off_is_entered_before_that_card() -> None:
    """Cal's card closes the window in which Ann wanted to block Ben: her answer comes first, then Cal's card."""
    late, in_time = in_turn(), in_turn()
    late.turn_up("Ben", "I.4").turn_up("Cal", "I.6").wait(5.0)
    [offered] = late.desk["steps"][1]["missed"]
    assert offered["answer"] == SPOTLIGHT
    late.session.correct(1, offered["answer"], late.at, before=True)
    in_time.turn_up("Ben", "I.4").say("Ann", "spotlight").turn_up("Cal", "I.6")
    assert position_to_json(late.state) == position_to_json(in_time.state)
    assert late.desk["undone_lost"] == 0
    assert late.questions == [] and late.scored("Ben") == [] and late.scored("Cal") == ["I.6"]
    assert same_after_a_restart(late)


def test_in_a_pause_windows_stand_still_and_buttons_rest() -> None:
    table = in_turn(Ann={"placed": "Seize", "spotlight": 1, "intrigue": 3}).turn_up("Ben", "I.4").wait(2.0)
    assert table.cue("Ann") == "may-interrupt"
    table.session.pause(True, table.at)
    table.wait(600.0)
    assert table.board["table"]["paused"] and table.board["window"]["paused"]
    assert table.board["window"]["left"] == 3.0 and table.session.view.due is None
    assert table.cue("Ann") == "on-deck"
    table.press("Ann", at_once=True)
    assert table.board["seats"][0]["told"] == "the table is paused"
    assert table.asked[0] == "window"
    table.session.pause(False, table.at)
    assert table.cue("Ann") == "may-interrupt" and table.board["window"]["left"] == 3.0
    table.wait(2.9)
    assert table.asked[0] == "window"
    table.wait(0.2)
    assert table.asked[0] == "reveal"


def test_a_pause_and_the_pace_outlast_a_restart_and_the_open_window_has_its_whole_time() -> None:
    table = in_turn().turn_up("Ben", "I.4")
    table.session.set_pace(Pace.TEACHING, table.at)
    table.session.pause(True, table.at)
    again = table.restarted()
    timing = again.view.timing
    assert (timing.paused, timing.pace, again.view.due) == (True, Pace.TEACHING, None)
    again.pause(False, 100.0)
    assert again.view.due == 115.0
    table.session.pause(False, table.at)
    assert not table.restarted().view.timing.paused


def test_what_is_laid_in_a_pause_counts_and_its_window_opens_with_its_whole_time_after_it() -> None:
    table = in_turn()
    table.session.pause(True, table.at)
    table.wait(60.0).turn_up("Ben", "I.4").wait(60.0)
    assert table.asked == ("window", ["Ann"])
    table.session.pause(False, table.at)
    assert table.board["window"]["left"] == 5.0


@pytest.mark.parametrize(("pace", "seconds"), [(Pace.TEACHING, 15.0), (Pace.USUAL, 5.0), (Pace.BRISK, 3.0)])
def test_windows_are_open_as_long_as_the_pace_of_the_table_says(pace: Pace, seconds: float) -> None:
    table = in_turn()
    table.session.set_pace(pace, table.at)
    table.turn_up("Ben", "I.4").wait(seconds - 0.1)
    assert table.asked[0] == "window"
    assert (table.board["table"]["pace"], table.board["table"]["window_seconds"]) == (pace, seconds)
    table.wait(0.2)
    assert table.asked[0] == "reveal"


def test_an_untimed_window_waits_until_somebody_closes_it() -> None:
    table = in_turn()
    table.session.set_pace(Pace.UNTIMED, table.at)
    table.turn_up("Ben", "I.4").wait(3600.0)
    window = table.board["window"]
    assert (window["seconds"], window["left"], table.board["table"]["window_seconds"]) == (None, None, None)
    table.session.close_window(window["id"], table.at)
    assert table.asked[0] == "reveal" and table.desk["steps"][-1]["lapsed"]
    with pytest.raises(NoWindow):
        table.session.close_window(window["id"], table.at)


def test_another_pace_gives_the_open_window_all_of_its_time() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(4.0)
    table.session.set_pace(Pace.TEACHING, table.at)
    assert table.board["window"]["left"] == 15.0
