"""A bot player at a real table: its hand is in a rack with readers, and people play its cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.cues import Cue
from companion.core.errors import InputError
from companion.games import game_ids, game_of
from companion.presence.filter import WeakRead
from companion.table.rack_requests import RackStep
from companion.table.viewer import GUEST, seat_of
from cuelight.app.access.closed_table import doors_of
from cuelight.app.devices.health import DeviceHealth
from cuelight.app.speech.prompts import SpokenPrompts
from hardware.faults import Condition, DeviceReason
from hardware.table_file.layout import TableLayout
from tests.support.rack_table import HAND, OWN, RackTable, begin, slot
from tests.support.running_table import STAGE

OTHER_HAND = ("I.6", "I.4", "I.7", "I.8", "Take the Lead", "Exchange", "Villainy")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RackTable]:
    made = RackTable(tmp_path_factory.mktemp("rack") / "table.db", "othello", slots=8)
    yield made
    made.close()


def asked(table: RackTable) -> int:
    """Return the slot of the card that the bot requests after Ann has passed."""
    while table.wait_for(RackStep.LAY, None).get("needs") is None:
        table.answer("Ann")
    return int(table.said()["slots"][0])


def placed(table: RackTable) -> bool:
    return table.house.board["seats"][1]["card"] is not None


def test_a_stranger_is_told_what_to_lay_into_the_rack(table: RackTable) -> None:
    begin(table, *HAND[:-1])
    assert table.wait_for(RackStep.MISSING)["text"] == (
        "Lay 1 staging card face down into the rack of Feste (bot), one in a slot."
    )
    assert table.fitted.lights()[slot(7)] == Cue.LAY
    table.lay(slot(7), "uid:04A1B2C3D4E5F6")  # from another box
    assert table.wait_for(RackStep.UNKNOWN)["text"] == "Slot 7 of Feste (bot): the tag of that card has no name yet."
    table.house.command("enrol", do="begin", mode="walk", game="othello")
    table.house.command("enrol", do="end")
    assert table.said()["needs"] == RackStep.UNKNOWN
    table.lay(slot(7), "II.1")
    assert table.wait_for(RackStep.UNFIT)["text"] == "Slot 7 of Feste (bot): that card is not of this hand."
    table.lay(slot(7), "Villainy")
    table.lay(slot(8), "Seize")
    assert table.wait_for(RackStep.SURPLUS)["text"] == "Take 1 staging card out of the rack of Feste (bot)."
    table.lift(slot(8))
    table.wait_for(None)


def test_a_bot_plays_what_lies_in_its_rack_whatever_hands_do(table: RackTable) -> None:
    begin(table, *HAND)
    wanted = asked(table)
    assert f"take the card in slot {wanted} and lay it face down before Feste (bot)" in table.said()["text"]
    assert table.said()["text"] in SpokenPrompts().words(table.house.board, moment=True, lights=())
    assert table.fitted.lights()[slot(wanted)] == Cue.YOUR_TURN

    other = 1 if wanted != 1 else 2
    wrong = table.lift(slot(other))
    assert table.wait_for(RackStep.BACK)["slots"] == [other]
    table.lay(OWN, wrong)
    assert not placed(table)
    table.lay(slot(other), table.lift(OWN))
    assert table.wait_for(RackStep.LAY)["slots"] == [wanted]

    table.lay(OWN, "I.9")  # from the pile
    assert "That was another card" in table.wait_for(RackStep.WRONG)["text"]
    assert not placed(table)
    table.lift(OWN)
    table.wait_for(RackStep.LAY)

    moved = table.lift(slot(wanted))
    table.lay(slot(8), moved)  # into another slot: the bot decides again
    wanted = asked(table)

    table.lift(slot(wanted))
    table.close()  # a power cut
    table.open()
    assert wanted in table.wait_for(RackStep.MISSING)["slots"]
    table.lay(slot(wanted), moved)
    wanted = asked(table)

    moved = table.lift(slot(wanted))
    table.lay(OWN, moved)
    assert placed(table)
    assert moved not in json.dumps(table.house.board["seats"])
    table.house.command("undo")
    table.wait_for(RackStep.MISSING)
    table.lift(OWN)
    table.lay(slot(wanted), moved)
    table.lay(OWN, table.lift(slot(asked(table))))
    assert placed(table)

    table.lay("seat1.play", "I.4")
    while "Feste (bot) reveals" not in json.dumps(table.house.board["log"]):
        assert table.wait_for(None, RackStep.MISSING) == {}
        table.answer("Ann")


def test_tables_whose_racks_hold_other_cards_are_alike_for_everybody(table: RackTable) -> None:
    looks = []
    for hand in (HAND, OTHER_HAND):
        begin(table, *hand[:-1])
        seen = [table.everything()]
        table.deal(hand[-1])
        seen.append(table.everything())
        third = table.lift(slot(3))
        table.wait_for(RackStep.MISSING)
        seen.append(table.everything())
        table.lay(slot(8), third)
        looks.append([*seen, table.everything()])
    assert looks[0] == looks[1]
    written = json.dumps(table.written())
    assert not [card for card in OTHER_HAND if f'"{card}"' in written and card != "Take the Lead"]  # all have it


def test_a_card_that_a_bot_gives_for_another_one_is_taken_out_once_all_is_chosen(table: RackTable) -> None:
    begin(table, *HAND)
    before = table.house.board["seq"]
    table.say_as_bot(do="improv", way="hand")
    table.house.command("answer", by="Ann", do="pass")
    table.say_as_bot(do="choose", give="I.2")
    assert table.said() == {}  # the bot has not chosen the pile yet
    table.say_as_bot(do="choose", draw="script")
    assert table.said()["text"] == "Take the card out of slot 2 of Feste (bot)."
    assert "I.2" not in json.dumps([table.house.board, table.said()])
    table.house.command("undo", to=before)
    assert table.said() == {}
    table.say_as_bot(do="improv", way="hand")
    table.house.command("answer", by="Ann", do="pass")
    table.say_as_bot(do="choose", give="I.2")
    table.say_as_bot(do="choose", draw="staging")
    assert (table.said()["needs"], table.said()["why"]) == (RackStep.LEAVES, "Put it under its draw pile, unseen.")
    table.lift(slot(2))
    assert table.said()["text"] == "Lay 1 staging card face down into the rack of Feste (bot), one in a slot."


def test_a_card_from_a_slot_whose_reader_is_out_is_in_the_rack_no_more(table: RackTable) -> None:
    begin(table, *HAND)
    wanted = asked(table)
    card = table.mat.zones()[slot(wanted)]
    for reason in (DeviceReason.UNPLUGGED, None):
        table.fitted._take(Condition(0.0, "reader", (slot(wanted),), reason))
        if reason is not None:
            table.lay(OWN, str(card))
            assert placed(table)
            table.wait_for(None)
        other = 1 if wanted != 1 else 2
        table.lay(slot(other), table.lift(slot(other)))  # all are read again
        assert table.said().get("needs") == (None if reason is not None else RackStep.SURPLUS)


def test_an_exchange_of_a_bot_is_carried_out_card_by_card(table: RackTable) -> None:
    begin(table, *HAND[:-1], "Exchange")
    table.say_as_bot(do="from-hand", card="Exchange")
    table.answer("Ann")
    table.answer("Ann")
    table.lift(slot(7))
    assert table.wait_for(RackStep.TAKES_IN)["text"] == "Lay 1 card of Ann face down into the rack of Feste (bot)."
    table.lay(slot(7), "Villainy")
    assert table.said()["why"] == "Give it to Ann, unseen."
    (leaves,) = table.said()["slots"]
    assert leaves != 7  # that one has just arrived
    table.lift(slot(leaves))
    assert table.wait_for(RackStep.MISSING)["slots"] == [leaves, 8]  # a staging card for the Exchange


def test_a_person_takes_any_card_of_a_rack_in_an_exchange(table: RackTable) -> None:
    begin(table, *HAND)
    before = table.house.board["seq"]
    for is_again in (False, True):
        if is_again:
            table.house.command("undo", to=before)
            assert table.said() == {}
        table.house.command("answer", by="Ann", do="from-hand", card="Exchange")
        table.say_as_bot(do="pass")
        table.say_as_bot(do="pass")
        table.house.command("answer", by="Ann", do="choose", look=False)
        assert table.said()["text"] == "Ann takes 1 card out of the rack of Feste (bot)."
    taken = table.lift(slot(3))
    assert table.said()["needs"] == RackStep.TAKES_IN
    assert taken not in json.dumps([table.house.board, table.said()])
    table.lay(slot(3), "I.8")
    assert table.said() == {}


def test_a_bot_improvises_with_the_card_that_lies_before_it(table: RackTable) -> None:
    begin(table, *HAND)
    table.lay(OWN, table.lift(slot(asked(table))))
    table.lay("seat1.play", "I.4")
    table.say_as_bot(do="improv", way="face-down")
    table.answer("Ann")
    of_scene = next(each for each in table.slots if str(table.mat.zones()[each]).startswith("I."))
    table.say_as_bot(do="choose", give=table.mat.zones()[of_scene])
    assert "in place of the card before Feste (bot)" in table.said()["why"]
    given = table.lift(of_scene)
    before = table.lift(OWN)
    table.lay(OWN, given)
    table.lay(of_scene, before)
    table.wait_for(None)


def test_a_bot_that_improvises_a_seize_against_a_miscue_has_it_laid_face_up(table: RackTable) -> None:
    table.begin()
    table.house.command("answer", do="lead", to="Feste (bot)")
    table.deal(*HAND)
    extra = {"what": "intrigue", "of": "Feste (bot)", "now": 4}
    table.house.command("answer", do="correct", because="miscounted", changes=[extra])
    table.house.command("answer", by="Ann", do="pass")
    table.lay("seat1.play", "Miscue")
    (wanted,) = table.wait_for(RackStep.LAY)["slots"]
    table.lay(OWN, table.lift(slot(wanted)))
    while table.house.desk["decision"]["kind"] != "reveal":
        if table.house.desk["decision"]["players"] == ["Ann"]:
            table.house.command("answer", by="Ann", do="pass")
        table.goes_on()
    table.lift("seat1.play")
    table.lay("seat1.play", "Miscue")
    table.say_as_bot(do="improv", way="face-down", give="Seize")
    seize = next(each for each in table.slots if table.mat.zones()[each] == "Seize")
    assert table.said()["slots"] == [int(seize[-1])]
    assert "face up in place of the card before Feste (bot)" in table.said()["why"]
    table.lift(seize)
    before = table.lift(OWN)
    table.lay(OWN, "Seize")
    table.lay(seize, before)
    assert table.said() == {} and not table.house.desk["questions"]


def test_a_card_that_lies_badly_in_a_rack_is_told_with_its_slot() -> None:
    upkeep = DeviceHealth()
    upkeep.doubt(WeakRead(0.0, slot(3), doubted=True), 0.0)
    assert upkeep.notices({"seat2": "Feste"})[0].startswith("The card at slot 3 of Feste is weakly read")


def test_a_chair_without_a_rack_is_refused_in_words(table: RackTable) -> None:
    with pytest.raises(InputError, match="no rack with readers at seat 1"):
        table.house.command("start", game="othello", names=["", "Ann"], bots=["easy", None])


def test_a_person_takes_the_chair_of_a_bot_and_gives_it_back(table: RackTable) -> None:
    begin(table, *HAND)
    assert table.house.desk["chairs"] == [{"seat": "seat2", "bot": "usual"}]
    wanted = asked(table)
    table.house.command("chair", seat="seat2", bot=None)
    assert table.said() == {}
    table.lift(slot(1))  # it goes to the person's hand
    table.wait_for(None)
    table.close()
    table.open()
    assert table.house.desk["chairs"] == [{"seat": "seat2", "bot": None}]
    table.house.command("chair", seat="seat2", bot="strong")
    assert table.wait_for(RackStep.MISSING)["slots"] == [1, 8]
    table.lay(slot(1), HAND[0])
    assert asked(table) in range(1, 8)
    for seat, bot, why in (("seat1", "easy", "It may stay empty"), ("seat2", "clever", "is not one of")):
        with pytest.raises(InputError, match=why):
            table.house.command("chair", seat=seat, bot=bot)
    assert wanted


def test_the_key_of_a_person_fits_no_more_once_a_bot_has_the_chair(table: RackTable) -> None:
    begin(table)
    doors = doors_of(table.house.table, table.path, lambda: 0.0)
    table.house.command("chair", seat="seat2", bot=None)
    key = doors.make_keys([2])[2]
    assert doors.asker(None, f"2.{key}") == seat_of(1)
    table.house.command("chair", seat="seat2", bot="easy")
    assert doors.asker(None, f"2.{key}") == GUEST


def test_a_person_takes_the_chair_of_a_bot_whose_rack_is_gone(table: RackTable) -> None:
    begin(table)
    table.wait_for(RackStep.MISSING)
    table.close()
    whole = table.layout
    table.layout = TableLayout(whole.zones, whole.seats)
    table.open()
    assert table.wait_for(RackStep.TOO_SMALL)["why"] == "Let a person play this chair: the host says so at the desk."
    with pytest.raises(InputError, match="no rack with readers"):
        table.house.command("chair", seat="seat2", bot="easy")
    assert table.house.desk["chairs"] == [{"seat": "seat2", "bot": "usual"}]
    table.house.command("chair", seat="seat2", bot=None)
    assert (table.said(), table.house.desk["chairs"]) == ({}, [])
    table.close()
    table.layout = whole
    table.open()


@pytest.mark.parametrize("game", game_ids())
def test_a_bot_of_any_game_plays_from_its_rack(game: str, tmp_path: Path) -> None:
    table = RackTable(tmp_path / "table.db", game, slots=12, seats=max(2, game_of(game).info.seats[0]))
    try:
        table.begin("easy")
        laid = 0
        while laid < 2:
            match table.wait_for(None, RackStep.MISSING, RackStep.LAY, RackStep.LEAVES, RackStep.SURPLUS).get("needs"):
                case RackStep.MISSING:
                    table.refill()
                case RackStep.LAY:
                    zone = str(table.said()["text"])
                    wanted = slot(table.said()["slots"][0])
                    table.lay(STAGE if "on the stage" in zone else OWN, table.lift(wanted))
                    laid += 1
                case RackStep.LEAVES:
                    table.lift(slot(table.said()["slots"][0]))
                case RackStep.SURPLUS:
                    table.lift(next(each for each in table.slots if table.mat.zones()[each] is not None))
                case _:
                    table.somebody_answers()
        steps = table.house.table.ask("timeline", {})["steps"]
        assert [step for step in steps if step["seat"] == "seat2" and step["how"] == "seen"]
    finally:
        table.close()


def test_a_game_without_racks_has_bots_only_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.asides.game.GAME", replace(game_of("asides"), racks=None))
    game_of.cache_clear()
    try:
        made = RackTable(tmp_path / "table.db", "asides", slots=8, seats=3)
        try:
            with pytest.raises(InputError, match="bots play Asides only on an on-screen mat"):
                made.begin()
            made.house.command("start", game="asides", names=["Ann", "Ben", "Cleo"])
            assert made.house.desk["chairs"] == []
        finally:
            made.close()
    finally:
        game_of.cache_clear()
