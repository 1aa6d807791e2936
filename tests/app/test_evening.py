"""An act at a mat with each reader fault and each player's slip, and regression tests for the bugs found this way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chips.emulator.mfrc522 import Ailment
from companion.core.observation import Tag
from companion.presence.filter import Resumed
from cuelight.app.games.round import take_found
from firmware_bridge.emulator.faults import AnswersCutShort
from tests.support.mat_evening import MatEvening
from tests.support.mat_table import MatTable
from tests.support.troubled_evenings import mat_with, mat_without

SCRIPT = {"placed": "?script"}
KINDS = 18  # number of kinds of trouble that fit in one act


@pytest.mark.timeout(600)
def test_an_act_with_every_fault_and_slip_is_the_act_without_and_each_costs_two_touches_at_most(tmp_path: Path) -> None:
    without = mat_without(tmp_path / "well", seed=6, acts=1)
    played = mat_with(tmp_path / "ill", without, seed=6, every=1)
    assert played.scores == without.scores
    assert played.happened == without.happened
    assert played.too_dear == {}
    assert len(played.cost) >= KINDS


def found(table: MatTable, where: str, thing: str | None, *, fresh: bool = True) -> None:
    """Report the thing on a reader that works again; `fresh` means it was not there before."""
    table.at += 0.5
    take_found(table.session, Resumed(table.at, table.zone(where), thing, fresh=fresh))


def test_the_other_card_of_an_improv_that_was_laid_while_its_reader_was_out_is_turned_up_next() -> None:
    ben = {**SCRIPT, "hand": ["?script", "?script"], "intrigue": 1}
    table = MatTable("reveal", Ann=SCRIPT, Ben=ben, Cal=SCRIPT).say("Ben", "improv", way="face-down")
    assert "Ben improvises." in table.log
    found(table, "Ben", "I.4")
    assert table.asked == ("reveal", ["Ben"])
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]
    assert table.questions == []


def test_the_card_that_an_improv_is_about_to_replace_is_not_asked_about_when_its_reader_is_back() -> None:
    ben = {"placed": "I.6", "hand": ["?script", "?script"], "intrigue": 1}
    table = MatTable("reveal", Ann=SCRIPT, Ben=ben, Cal=SCRIPT).say("Ben", "improv", way="face-down")
    for lies in ("I.6", "Seize", None):
        found(table, "Ben", lies, fresh=False)
        assert table.questions == []
    table.turn_up("Ben", "I.4").turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]


@pytest.mark.parametrize("seat", ["Ann", "Ben"])
def test_a_card_that_was_reported_just_before_an_improv_is_said_is_not_its_other_card(seat: str) -> None:
    ben = {"placed": "I.6", "hand": ["?script", "?script"], "intrigue": 1}
    table = MatTable("reveal", Ann={"placed": "I.9"}, Ben=ben, Cal=SCRIPT)
    table.session.rest()
    table.lay(seat, "I.6" if seat == "Ben" else "I.9").say("Ben", "improv", way="face-down")
    table.turn_up("Ben", "I.4")
    assert table.asked == ("reveal", ["Ben"])
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]


@pytest.mark.parametrize("lies", ["I.6", "Villainy", None])
def test_after_a_restart_the_other_card_of_an_improv_is_still_to_be_laid(lies: str | None) -> None:
    """The reader first reports everything that was there already; neither that nor placing the other card reveals
    anything.
    """
    ben = {"placed": "Villainy" if lies == "Villainy" else "I.6", "hand": ["?script", "?script"], "intrigue": 1}
    table = MatTable("reveal", Ann=SCRIPT, Ben=ben, Cal=SCRIPT).say("Ben", "improv", way="face-down")
    for _ in range(2):
        table.session = table.restarted()
        if lies is not None:
            table.session.observe(Tag(table.at, table.zone("Ben"), lies))
    table.turn_up("Ben", "I.4")
    assert table.asked == ("reveal", ["Ben"])
    table.session = table.restarted()
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]
    assert table.questions == []


def test_after_an_undo_a_card_that_was_lifted_while_its_reader_was_out_is_turned_up_as_it_is_laid_back() -> None:
    table = MatTable("reveal", Ann=SCRIPT, Ben=SCRIPT, Cal=SCRIPT).turn_up("Ben", "I.4")
    table.undo()
    table.session.rest()
    found(table, "Ben", None)
    table.lay("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]


@pytest.mark.parametrize("restarts", [False, True])
def test_a_card_that_was_missing_when_its_reader_was_back_is_no_question_once_it_is_laid_back(restarts: bool) -> None:
    table = MatTable("reveal", Ann=SCRIPT, Ben={"placed": "I.4"}, Cal=SCRIPT)
    found(table, "Ben", None)
    assert ["sees no card" in question for question in table.questions] == [True]
    if restarts:
        table.session = table.restarted()
        table.session.observe(Tag(table.at, table.zone("Cal"), "I.9"))
        assert ["sees no card" in question for question in table.questions] == [True]
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.questions == []
    table.session = table.restarted()
    assert table.questions == []
    assert table.scored("Ben") == ["I.4"]


def test_a_card_that_a_reader_finds_at_its_second_return_is_no_longer_missing() -> None:
    table = MatTable("reveal", Ann=SCRIPT, Ben={"placed": "I.4"}, Cal=SCRIPT)
    found(table, "Ben", None)
    found(table, "Ben", "I.4")
    assert table.questions == []


@pytest.mark.parametrize("is_read", [False, True])
def test_what_cannot_be_the_missing_card_leaves_the_question_open(is_read: bool) -> None:
    table = MatTable("reveal", Ann=SCRIPT, Ben={"placed": "I.4" if is_read else "?script"}, Cal=SCRIPT)
    found(table, "Ben", None)
    found(table, "Ben", "Villainy")
    assert [each.rpartition("sees ")[2][:7] for each in table.questions] == ["no card", "another"]
    table.lift("Ben")
    assert [each.rpartition("sees ")[2] for each in table.questions] == ["no card, but one should lie there."]


@pytest.mark.parametrize("placed", ["I.4", "I.6", "?script"])
def test_whether_a_card_is_missing_depends_on_no_face_down_card(placed: str) -> None:
    table = MatTable("reveal", Ann=SCRIPT, Ben={"placed": placed}, Cal=SCRIPT)
    found(table, "Ben", None)
    found(table, "Ben", "I.6")
    assert not any("sees no card" in question for question in table.questions)


@pytest.mark.parametrize("lies", ["I.6", "Villainy"])
def test_an_undo_of_something_else_leaves_the_other_card_of_an_improv_to_be_laid(lies: str) -> None:
    ben = {"placed": lies, "hand": ["?script", "?script"], "intrigue": 1, "coins": {"Roderigo": 1}}
    table = MatTable("reveal", Ann=SCRIPT, Ben=ben, Cal={**SCRIPT, "hand": ["?script"]})
    table.session.rest()
    for name, card in (("Ben", lies), ("Cal", "I.9")):
        table.session.observe(Tag(table.at, table.zone(name), card))
    table.say("Ben", "improv", way="face-down").say("Ben", "coin", coin="Roderigo", target="Cal")
    table.undo()
    table.session.rest()  # as a running table has it
    table.turn_up("Ben", "I.4")
    assert table.asked == ("reveal", ["Ben"])
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]


def test_the_other_card_of_an_improv_that_was_laid_while_its_reader_was_out_after_an_undo_is_turned_up_next() -> None:
    """Found in an evening at PN532 readers: an interrupt that was entered late, and then a hub that was gone."""
    ben = {"placed": "I.6", "hand": ["?script", "?script"], "intrigue": 1, "coins": {"Roderigo": 1}}
    table = MatTable("reveal", Ann=SCRIPT, Ben=ben, Cal={**SCRIPT, "hand": ["?script"]})
    table.session.rest()
    table.session.observe(Tag(table.at, table.zone("Ben"), "I.6"))
    table.say("Ben", "improv", way="face-down").say("Ben", "coin", coin="Roderigo", target="Cal")
    table.undo()
    table.session.rest()
    found(table, "Ben", "I.4")
    assert table.asked == ("reveal", ["Ben"])
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]


def one_who_improvises() -> MatTable:
    """Ben's turn; his reader has just reported the card in front of him."""
    ben = {"placed": "I.6", "hand": ["?script", "?script"], "intrigue": 1, "coins": {"Roderigo": 1}}
    table = MatTable("reveal", Ann={**SCRIPT, "hand": ["?script"]}, Ben=ben, Cal={**SCRIPT, "hand": ["?script"]})
    table.session.rest()
    return table.lay("Ben", "I.6")


def test_an_improv_that_is_put_in_the_place_of_a_reveal_has_its_other_card_still_to_be_laid() -> None:
    table = one_who_improvises().turn_up("Ben", "I.6")
    table.session.correct(0, {"do": "improv", "by": "Ben", "way": "face-down"}, table.at)
    assert table.turn_up("Ben", "I.4").asked == ("reveal", ["Ben"])
    assert table.turn_up("Ben", "I.4").wait(5.0).scored("Ben") == ["I.4"]


@pytest.mark.parametrize("is_laid", [True, False])
@pytest.mark.parametrize("is_put_right", [True, False])
def test_the_other_card_of_an_improv_that_happens_again_is_laid_as_often_as_before(
    is_laid: bool, is_put_right: bool
) -> None:
    """This holds for all reports of readers and buttons since it was placed."""
    table = one_who_improvises().say("Ben", "coin", coin="Roderigo", target="Cal").wait(5.0)
    table.say("Ben", "improv", way="face-down")
    if is_laid:
        table.turn_up("Ben", "I.4")
    table.press("Ann", at_once=True)
    if is_put_right:
        coin = {"do": "coin", "by": "Ben", "coin": "Roderigo", "target": "Ann"}
        table.session.correct(0, coin, table.at)
    else:
        for _ in range(2):
            table.undo()
        for _ in range(2):
            table.session.redo(table.at)
    if not is_laid:
        assert table.turn_up("Ben", "I.4").asked == ("reveal", ["Ben"])
    assert table.turn_up("Ben", "I.4").wait(5.0).scored("Ben") == ["I.4"]


def test_whether_a_card_that_is_laid_face_down_has_lain_before_another_player_changes_nothing_that_is_shown() -> None:
    """Asking about it at once would reveal the card; a wrong seat shows when the card is turned up."""
    hand = {"hand": ["?script", "?script"]}
    moved, other = (MatTable("placement", Ann=hand, Ben=hand, Cal=hand) for _ in range(2))
    for table, card in ((moved, "I.4"), (other, "I.6")):
        table.lay("Cal", "I.4").lift("Cal").lay("Ben", card)
    assert (moved.board, moved.desk, moved.cues) == (other.board, other.desk, other.cues)
    assert [len(seat.hand) for seat in moved.state.seats] == [2, 1, 2]


@pytest.mark.parametrize("is_said", [False, True])
def test_a_press_made_twice_to_draw_does_not_pass_in_the_next_scene(is_said: bool) -> None:
    """Neither does a press just after the same answer on a page."""
    may_seize = {"placed": "?staging", "intrigue": 1}
    hand = {"hand": ["?script"], "coins": {"Cassio": 1}}
    table = MatTable("reveal", Ann={"done": True}, Ben={**SCRIPT, **hand}, Cal=may_seize)
    table.turn_up("Ben", "I.4").turn_up("Cal", "Seize")
    while table.asked != ("draw", ["Ben"]):  # Ben may first use the coin (O1)
        table.press(table.asked[1][0])
    answered = table.wait(1.0).say("Ben", "draw", **{"from": "script"}) if is_said else table.press("Ben")
    answered.press("Ben", at_once=True)
    assert table.asked == ("pre-placement", ["Ben"])


def test_a_mat_that_is_back_is_said_to_be_well_once_it_can_tell_what_lies_there(tmp_path: Path) -> None:
    """Until then a lift is no gesture, and no message may say that it is one."""
    evening = MatEvening(tmp_path, 2, seed=1)
    evening.tag("seat1.play", "I.2")
    evening.bridge.unplug()
    assert evening.turn_until(lambda: evening.trouble("seat1.play") is not None)
    evening.bridge.plug()
    while evening.trouble("seat1.play") is not None:
        evening.pass_time(0.1)
    assert evening.bridge.ready
    evening.close()


def test_a_button_that_is_held_before_its_next_light_comes_on_answers_nothing_under_that(tmp_path: Path) -> None:
    """A hold is reported while the button is down: a double hold would pass, and then discard a card."""
    evening = MatEvening(tmp_path, 2, seed=1)
    seats = [{"name": "Ann", "placed": "?script"}, {"name": "Ben", "placed": "?script", "spotlight": 1, "intrigue": 1}]
    position = {"edition": "2024", "phase": "reveal", "lead": "Ben", "seats": seats}
    evening.table.command("start", {"position": position, "ends": evening.table.game})
    for zone, card in (("seat1.play", "I.4"), ("seat2.play", "I.6")):
        evening.tag(zone, card)
    evening.lift("seat1.play")
    evening.tag("seat1.play", "I.4")
    assert evening.session.view.cues[1] == "may-interrupt"
    evening.push("hold", "seat2")
    evening.push("hold", "seat2")
    assert evening.desk["decision"]["kind"] == "reveal"
    assert not evening.board["seats"][1]["done"]
    evening.pass_time(1.5)
    evening.push("hold", "seat2")
    assert "Ben exits the scene." in [line["text"] for line in evening.board["log"]]
    evening.close()


def test_a_mats_button_that_stays_closed_is_no_press_and_is_reported_until_it_opens(tmp_path: Path) -> None:
    evening = MatEvening(tmp_path, 2, seed=1)
    number = evening.session.names.index(evening.desk["decision"]["players"][0])
    zone = f"seat{number + 1}.play"
    evening.circuit.expander.down.add(number)
    evening.bridge.mat.firmware.buttons.start()  # it comes back, and the button is closed already
    began = len(evening.session.play.events)
    evening.pass_time(5.0)
    assert evening.trouble(zone) is None
    evening.pass_time(7.0)
    assert evening.trouble(zone) == "button: stays pressed"
    assert evening.trouble(f"seat{2 - number}.play") is None
    evening.circuit.expander.down.discard(number)
    evening.pass_time(1.5)
    assert evening.trouble(zone) is None
    assert len(evening.session.play.events) == began
    evening.push("press", f"seat{number + 1}")
    assert len(evening.session.play.events) > began
    evening.close()


def test_a_card_that_is_turned_up_after_bad_answers_is_asked_for_again_and_counts_the_next_time(tmp_path: Path) -> None:
    """Its reader read it too weakly to tell a lift from silence, so the seat asks for it, also once it is read well."""
    evening = MatEvening(tmp_path, 2, seed=1)
    seats = [{"name": name, "placed": "?script"} for name in ("Ann", "Ben")]
    position = {"edition": "2024", "phase": "reveal", "lead": "Ben", "seats": seats}
    evening.table.command("start", {"position": position, "ends": evening.table.game})
    cut_short = AnswersCutShort(evening.numbers["seat1.play"], 0.5)
    cut_short.begin(evening.circuit)
    evening.drop("seat1.play", "I.4")
    evening.pass_time(0.5)
    cut_short.end(evening.circuit)

    def turn_up() -> None:
        evening.pick_up("seat1.play")
        assert evening.turn_until(lambda: evening.fitted.zones()["seat1.play"] is None)
        evening.drop("seat1.play", "I.4")
        evening.pass_time(0.8)

    turn_up()
    assert "move it to the middle" in (evening.trouble("seat1.play") or "")
    assert not evening.turn_until(lambda: evening.desk["decision"]["players"] != ["Ann"], 5.0)
    assert evening.trouble("seat1.play") is None
    turn_up()
    assert evening.board["log"][-1]["text"].startswith("Ann reveals")
    evening.close()


def test_a_reader_that_was_dead_before_its_mat_was_gone_is_told_to_be_dead_after_it(tmp_path: Path) -> None:
    evening = MatEvening(tmp_path, 2, seed=1)
    evening.ail("seat1.play", Ailment.DEAD)
    assert evening.turn_until(lambda: "no answer" in (evening.trouble("seat1.play") or ""))
    evening.bridge.unplug()
    assert evening.turn_until(lambda: "unplugged" in (evening.trouble("seat1.play") or ""))
    evening.bridge.plug()
    assert evening.turn_until(lambda: evening.trouble("seat2.play") is None)
    evening.pass_time(1.0)
    assert "no answer" in (evening.trouble("seat1.play") or "")
    evening.close()


def test_what_an_improv_laid_down_and_an_undo_took_back_is_laid_by_hand_again_and_reveals_nothing() -> None:
    ben = {"placed": "I.1", "hand": ["I.4"], "intrigue": 1}
    table = MatTable("reveal", Ann={"done": True}, Ben=ben, Cal=SCRIPT, turn="Ben")
    table.lift("Ben").lay("Ben", "I.4")
    improv = [step.text for step in table.session.view.record.steps]
    assert table.asked == ("reveal", ["Ben"]) and len(improv) == 1
    for turn_back, lies, steps in (
        (table.session.undo, "I.1", []),
        (table.session.redo, "I.4", improv),
        (table.session.undo, "I.1", []),
        (table.session.redo, "I.4", improv),
    ):
        turn_back(table.at)
        table.session.rest()  # as a running table has it
        table.lay("Ben", lies)
        assert [step.text for step in table.session.view.record.steps] == steps
        assert table.asked == ("reveal", ["Ben"]) and table.seat("Ben").placed == lies
    assert table.irregular == [] and table.questions == []
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]


def test_what_was_taken_back_and_brought_back_while_it_lay_there_is_turned_up_as_ever() -> None:
    ben = {"placed": "I.1", "hand": ["I.4"], "intrigue": 1}
    table = MatTable("reveal", Ann={"done": True}, Ben=ben, Cal=SCRIPT, turn="Ben").lay("Ben", "I.4")
    for turn_back in (table.session.undo, table.session.redo):
        turn_back(table.at)
        table.session.rest()
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]


def test_the_desk_offers_nothing_that_everybody_sees_cannot_be() -> None:
    """All of the box's No Dramas and Exchanges are visible."""
    rich = {"hand": ["?", "?script"], "intrigue": 3}
    seats: dict[str, Any] = {"Ann": {**SCRIPT, **rich}, "Ben": {**SCRIPT, **rich}, "Cal": {**SCRIPT, **rich}}
    gone = {"staging_discard": ["No Drama"] * 3 + ["Exchange"] * 5}
    for piles, offered in (({}, {"protect", "from-hand"}), (gone, set())):
        table = MatTable("reveal", piles=piles, **seats)
        assert {option["answer"]["do"] for option in table.desk["options"]} & {"protect", "from-hand"} == offered
