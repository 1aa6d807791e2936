"""Corrections of a step some turns ago, missed or wrong: undo back to it, or fix it and replay the rest."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.othello.notation.read import position_to_json
from companion.table.executor import TIME_RAN_OUT
from companion.table.record import NothingToUndo
from tests.support.mat_table import MatTable

SCRIPT = {"placed": "?script"}
SPOTLIGHT = {"by": "Ann", "do": "spotlight"}


def in_turn(**keys: Any) -> MatTable:
    """Ben's turn, then Cal's, then Ann's, who has a spotlight."""
    seats: dict[str, Any] = {"Ann": {**SCRIPT, "spotlight": 1}, "Ben": SCRIPT, "Cal": SCRIPT}
    return MatTable("reveal", **seats | keys)


def step(table: MatTable, text: str) -> int:
    """Return the number of the newest step with these words, as the desk shows it."""
    numbers: list[int] = [item["id"] for item in table.desk["steps"] if item["text"] == text]
    return numbers[-1]


def test_the_desk_names_what_can_be_taken_back_to_with_the_times_that_ran_out() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(5.0).turn_up("Cal", "I.6")
    assert [item["text"] for item in table.desk["steps"]] == [
        "Ben reveals “Brabantio convinces Othello”",
        TIME_RAN_OUT,
        "Cal reveals “Brabantio wounds Cassio”",
    ]
    assert [option["answer"] for option in table.desk["steps"][1]["instead"]] == [SPOTLIGHT]


def test_no_seize_is_offered_of_a_card_whose_back_is_another() -> None:
    table = in_turn(Ann={**SCRIPT, "intrigue": 4}, Cal={"placed": "?staging", "intrigue": 4})
    table.turn_up("Ben", "I.4")
    assert table.asked == ("window", ["Cal", "Ann"])
    table.wait(5.0)
    assert [option["answer"] for option in table.desk["steps"][-1]["instead"]] == [{"by": "Cal", "do": "seize"}]


def test_what_a_correction_asks_anew_is_asked_before_the_next_act_begins_again() -> None:
    """A Seize is shown late, after it already began the next act: the players who may protect
    have not been asked yet.
    """
    hand = {"hand": ["?staging"]}
    ann, ben = {**hand, "placed": "Seize", "intrigue": 1}, {**SCRIPT, **hand, "intrigue": 4}
    table = MatTable("reveal", half_curtain=True, marker="script-empty", Ann=ann, Ben=ben, Cal=hand)
    table.turn_up("Ben", "I.12").wait(5.0)
    assert table.asked[0] == "intermission"
    table.turn_up("Ann", "Seize")
    assert table.state.act == 2
    table.session.correct(step(table, TIME_RAN_OUT), {"by": "Ann", "do": "seize"}, table.at)
    assert table.asked == ("protect", ["Ben"])
    assert table.questions == ["After the correction this could not be played again: Act II begins."]


def test_all_is_taken_back_to_a_step_at_once() -> None:
    table = in_turn()
    start = position_to_json(table.state)
    table.turn_up("Ben", "I.4").wait(5.0).turn_up("Cal", "I.6").wait(5.0)
    table.session.undo(table.at, 0)
    assert position_to_json(table.state) == start
    assert table.desk["steps"] == [] and not table.desk["can_undo"]
    assert position_to_json(table.restarted().state) == start


def test_taken_back_to_a_time_that_ran_out_the_window_is_open_again() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(5.0)
    table.session.undo(table.at, step(table, TIME_RAN_OUT))
    assert table.asked == ("window", ["Ann"])
    assert table.board["window"]["left"] == 5.0


def test_undo_without_a_step_takes_the_last_answer_back_whether_time_has_run_out_or_not() -> None:
    table = in_turn().turn_up("Ben", "I.4").wait(5.0)
    assert table.undo() == "Ben reveals “Brabantio convinces Othello”"
    assert not table.session.view.record.steps


def test_an_interrupt_shouted_ten_seconds_late_is_as_if_it_had_been_in_time() -> None:
    late, in_time = in_turn(), in_turn()
    late.turn_up("Ben", "I.4").wait(5.0).turn_up("Cal", "I.6").wait(5.0)
    late.session.correct(1, SPOTLIGHT, late.at)
    in_time.turn_up("Ben", "I.4").say("Ann", "spotlight").turn_up("Cal", "I.6")
    assert position_to_json(late.state) == position_to_json(in_time.state)
    assert late.seat("Ann").spotlight == 0 and late.scored("Ben") == []
    assert late.scored("Cal") == ["I.6"]
    assert late.questions == [] and late.irregular == []
    assert position_to_json(late.restarted().state) == position_to_json(late.state)
    assert late.restarted().view.record.steps == late.session.view.record.steps


def test_a_time_that_ran_out_on_one_question_has_not_run_out_on_another() -> None:
    """Ben's Exchange, from which Ann could have protected herself, was blocked: now Ben may act, and is asked."""
    hand = {"intrigue": 1, "hand": ["?staging"]}
    table = in_turn(
        Ann={**SCRIPT, "spotlight": 1, **hand},
        Ben={"placed": "?staging", **hand},
        Cal={**SCRIPT, "hand": ["?script"]},
    )
    table.turn_up("Ben", "Exchange").wait(5.0).say("Ben", "choose", target="Ann")
    assert table.asked == ("protect", ["Ann"])
    table.wait(5.0)
    table.session.correct(1, SPOTLIGHT, table.at)
    assert table.asked == ("protect", ["Ben"])
    assert "Ben chooses Ann" in table.questions[0]
    assert table.restarted().view.record.steps == table.session.view.record.steps


def test_what_cannot_have_been_corrects_nothing() -> None:
    table = in_turn(Ann=SCRIPT).turn_up("Ben", "I.4").turn_up("Cal", "I.6")
    before = position_to_json(table.state), list(table.book.records)
    with pytest.raises(Forbidden):
        table.session.correct(1, SPOTLIGHT, table.at)
    with pytest.raises(NothingToUndo):
        table.session.correct(2, SPOTLIGHT, table.at)
    with pytest.raises(InputError):
        table.session.correct(1, {"do": "dance"}, table.at)
    assert (position_to_json(table.state), list(table.book.records)) == before


def test_a_wrong_lead_is_put_right_after_three_turns_played_in_the_wrong_order() -> None:
    wrong, right = (MatTable("casting", lead=None) for _ in range(2))
    cards = {"Ann": "I.1", "Ben": "I.4", "Cal": "I.6"}
    wrong.say(None, "lead", to="Cal")
    right.say(None, "lead", to="Ann")
    for table, order in ((wrong, ["Ann", "Ben", "Cal"]), (right, ["Ben", "Cal", "Ann"])):
        for name in order:
            table.say(name, "pass")
        for name in order:
            table.say(name, "place", card=cards[name])
        for name in order:
            table.say(name, "reveal", card=cards[name]).wait(5.0)
    assert wrong.lead == "Cal"
    [ann, _ben] = [option["answer"] for option in wrong.desk["steps"][0]["instead"]]
    wrong.session.correct(0, ann, wrong.at)
    assert wrong.questions == []
    for name in ("Ann", "Ben", "Cal"):
        assert wrong.scored(name) == right.scored(name)
    assert position_to_json(wrong.state) == position_to_json(right.state)


def test_what_does_not_fit_after_a_correction_is_asked_about_and_means_nothing_else() -> None:
    table = in_turn().turn_up("Ben", "I.4").say("Ann", "spotlight").turn_up("Cal", "I.6")
    table.session.correct(0, {"by": "Ben", "do": "exit"}, table.at)
    assert table.seat("Ann").spotlight == 1
    assert table.asked == ("window", ["Ann"])
    [question] = table.questions
    assert "Ann" in question and "spotlight" in question
