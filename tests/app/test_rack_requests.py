"""A bot's requests that people still have to carry out: they survive a power cut and failed readers."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from companion.table.rack import UNSEEN_SECONDS
from companion.table.rack_requests import RackStep
from cuelight.app.bots.rack_players import HEARD_SECONDS
from hardware.faults import Condition, DeviceReason
from hardware.reader import PlaceOnlyReader
from tests.support.rack_table import HAND, OWN, RackTable, begin, slot
from tests.support.running_table import STAGE


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RackTable]:
    made = RackTable(tmp_path_factory.mktemp("rack") / "table.db", "othello", slots=8)
    yield made
    made.close()


def cut(table: RackTable) -> None:
    """Cut the power and restore it."""
    table.close()
    table.open()


def wait(table: RackTable, seconds: float) -> None:
    table.house.clock.now += seconds
    table.house.catch_up()
    table.house.table.show_anew()


def out(table: RackTable, *slots: int, reason: DeviceReason | None = DeviceReason.UNPLUGGED) -> None:
    """Silence the readers of these slots; without a reason they work again."""
    table.fitted._take(Condition(0.0, "reader", tuple(map(slot, slots)), reason))
    table.house.catch_up()


def test_a_card_that_a_bot_gives_away_is_asked_for_again_after_a_power_cut(table: RackTable) -> None:
    begin(table, *HAND)
    table.say_as_bot(do="improv", way="hand")
    table.house.command("answer", by="Ann", do="pass")
    table.say_as_bot(do="choose", give="I.2")
    cut(table)
    wait(table, HEARD_SECONDS)
    assert table.said() == {}  # the bot has not chosen the pile yet
    table.say_as_bot(do="choose", draw="script")
    wanted = table.said()
    assert (wanted["needs"], wanted["slots"]) == (RackStep.LEAVES, [2])
    cut(table)
    assert table.said() == wanted
    table.lift(slot(2))
    missing = table.said()
    assert missing["needs"] == RackStep.MISSING
    cut(table)
    wait(table, HEARD_SECONDS)
    assert table.said() == missing


def test_what_was_carried_out_without_power_is_asked_for_no_more(table: RackTable) -> None:
    begin(table, *HAND)
    table.say_as_bot(do="improv", way="hand")
    table.house.command("answer", by="Ann", do="pass")
    table.say_as_bot(do="choose", give="I.2")
    table.say_as_bot(do="choose", draw="script")
    table.close()
    table.mat.lift(slot(2))
    table.open()
    wait(table, HEARD_SECONDS)
    assert table.said()["needs"] == RackStep.MISSING
    table.lay(slot(2), "I.7")
    assert table.said() == {}
    assert table.mat.zones()[slot(2)] == "I.7"


def test_an_exchange_goes_on_card_by_card_after_power_cuts(table: RackTable) -> None:
    begin(table, *HAND[:-1], "Exchange")
    table.say_as_bot(do="from-hand", card="Exchange")
    table.answer("Ann")
    table.answer("Ann")
    table.lift(slot(7))
    takes_in = table.wait_for(RackStep.TAKES_IN)
    cut(table)
    assert table.said() == takes_in
    table.lay(slot(7), "Villainy")
    leaves = table.said()
    assert leaves["needs"] == RackStep.LEAVES
    assert leaves["slots"] != [7]  # that one has just arrived
    cut(table)
    assert table.said() == leaves
    opened = [body["open"] for body in table.written() if isinstance(body, dict) and "open" in body]
    assert opened
    assert not [card for card in (*HAND[:-1], "Villainy") if card in json.dumps(opened)]
    assert table.said() == leaves
    table.lift(slot(leaves["slots"][0]))
    assert table.said()["needs"] == RackStep.MISSING


def test_a_chair_that_a_person_had_meanwhile_asks_for_nothing_of_before(table: RackTable) -> None:
    begin(table, *HAND)
    table.house.command("answer", by="Ann", do="from-hand", card="Exchange")
    table.say_as_bot(do="pass")
    table.say_as_bot(do="pass")
    table.house.command("answer", by="Ann", do="choose", look=False)
    assert table.said()["needs"] == RackStep.HANDS_OVER
    table.house.command("chair", seat="seat2", bot=None)
    cut(table)
    table.house.command("chair", seat="seat2", bot="easy")
    wait(table, HEARD_SECONDS)
    assert table.said() == {}


def test_an_exchange_passes_a_slot_by_whose_reader_is_out(table: RackTable) -> None:
    begin(table, *HAND)
    table.house.command("answer", by="Ann", do="from-hand", card="Exchange")
    table.say_as_bot(do="pass")
    table.say_as_bot(do="pass")
    out(table, 3)
    table.house.command("answer", by="Ann", do="choose", look=False)
    said = table.said()
    assert said["slots"] == [1, 2, 4, 5, 6, 7]
    assert said["why"] == "Out of one of these slots, and nobody else sees it: 1, 2, 4, 5, 6, 7."
    out(table, *range(1, 9))
    drawn = table.said()  # nobody would see which card is taken
    assert (drawn["needs"], drawn["why"]) == (RackStep.LEAVES, "Give it to Ann, unseen.")
    wait(table, UNSEEN_SECONDS)
    assert table.said()["needs"] == RackStep.TAKES_IN
    wait(table, UNSEEN_SECONDS)
    assert table.said().get("needs") != RackStep.TAKES_IN
    out(table, *range(1, 9), reason=None)


def test_a_card_leaves_a_slot_whose_reader_is_out(table: RackTable) -> None:
    begin(table, *HAND)
    out(table, 2)
    table.say_as_bot(do="improv", way="hand")
    table.house.command("answer", by="Ann", do="pass")
    table.say_as_bot(do="choose", give="I.2")
    table.say_as_bot(do="choose", draw="script")
    assert table.said()["slots"] == [2]
    wait(table, UNSEEN_SECONDS)
    assert table.said()["needs"] == RackStep.MISSING
    table.lay(slot(8), "I.7")
    assert table.said() == {}
    out(table, 2, reason=None)
    table.lay(slot(2), table.lift(slot(2)))  # it was not taken after all
    assert table.said()["needs"] == RackStep.SURPLUS


def test_readers_that_see_no_lifts_will_do_for_a_rack(table: RackTable) -> None:
    begin(table, *HAND)
    for each in table.slots:
        table.fitted._take(PlaceOnlyReader(0.0, each))
    table.house.command("answer", by="Ann", do="from-hand", card="Exchange")
    table.say_as_bot(do="pass")
    table.say_as_bot(do="pass")
    table.house.command("answer", by="Ann", do="choose", look=False)
    drawn = table.said()
    assert (drawn["needs"], drawn["why"]) == (RackStep.LEAVES, "Give it to Ann, unseen.")
    wait(table, UNSEEN_SECONDS)
    takes_in = table.said()
    assert takes_in["needs"] == RackStep.TAKES_IN
    wait(table, UNSEEN_SECONDS)
    assert table.said() == takes_in  # such a reader reports placed cards
    table.lay(slot(8), "I.8")
    assert table.said() == {}


def test_after_a_power_cut_cards_at_readers_that_see_no_lifts_are_asked_to_be_laid_again(table: RackTable) -> None:
    begin(table, *HAND)
    table.close()
    lying = {each: table.mat.zones()[each] for each in table.slots}
    for each in table.slots:
        if lying[each] is not None:
            table.mat.lift(each)  # such a reader does not report cards that were there at the start of the program
    table.open()
    for each in table.slots:
        table.fitted._take(PlaceOnlyReader(0.0, each))
    wait(table, HEARD_SECONDS)
    assert (table.said()["needs"], "lay it there again" in table.said()["why"]) == (RackStep.MISSING, True)
    for each, card in lying.items():
        assert card is None or "lay it there again" in table.said()["why"]
        if card is not None:
            table.lay(each, card)
    assert table.said() == {}
    table.say_as_bot(do="improv", way="hand")
    table.house.command("answer", by="Ann", do="pass")
    table.say_as_bot(do="choose", give="I.2")
    table.say_as_bot(do="choose", draw="script")
    wait(table, UNSEEN_SECONDS)
    assert (table.said()["needs"], "lay it there again" in table.said()["why"]) == (RackStep.MISSING, False)


def test_a_bot_that_is_hit_by_miscue_puts_down_another_card_of_its_rack(table: RackTable) -> None:
    table.begin()
    table.house.command("answer", do="lead", to="Feste (bot)")
    table.deal("I.1", "I.2", "I.3", "I.5", "Take the Lead", "Revive", "Villainy")
    while table.wait_for(RackStep.LAY, None).get("needs") is None:
        table.answer("Ann")
    before = table.lift(slot(table.said()["slots"][0]))
    table.lay(OWN, before)
    table.lay("seat1.play", "Miscue")
    while table.wait_for(RackStep.LAY, None).get("needs") is None:
        if "Ann" in table.house.desk["decision"]["players"] and table.house.desk["decision"]["kind"] == "reveal":
            table.lift("seat1.play")
            table.lay("seat1.play", "Miscue")
        elif "Ann" in table.house.desk["decision"]["players"]:
            table.answer("Ann")
    (number,) = table.said()["slots"]
    assert "which goes into that slot, unseen" in table.said()["text"]
    card = table.lift(slot(number))
    table.lift(OWN)
    table.lay(OWN, card)
    table.lay(slot(number), before)
    assert table.said() == {}
    assert card not in json.dumps(table.house.board["seats"])


def test_no_other_card_on_the_round_zone_counts_while_a_bot_plays_one_there(table: RackTable) -> None:
    begin(table, *HAND[:-1], "Exchange")
    table.ask_as_bot(do="from-hand", card="Exchange")
    said = table.said()
    assert (said["needs"], said["slots"]) == (RackStep.LAY, [7])
    before = table.house.board["seq"]
    table.lay(STAGE, "No Drama")  # from Ann, who may not play now
    assert table.said()["needs"] == RackStep.WRONG
    table.lift(STAGE)
    assert table.said() == said
    assert table.house.board["seq"] == before
    table.lay(STAGE, table.lift(slot(7)))
    assert "Exchange" in json.dumps(table.house.board["log"])
