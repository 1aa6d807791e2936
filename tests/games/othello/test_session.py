"""Gestures at a table, their automatic consequences and the output: the session seen from outside."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import CuelightError, InputError
from companion.core.observation import Lift, Press, Said, Tag, Wait
from companion.core.verdict import Forbidden
from companion.game.interpretation import NotifySeat
from companion.game.recent import Line
from companion.othello.game import GAME
from companion.othello.model import events as e
from companion.othello.model.answers import Answer, Do
from companion.othello.model.decision import Decision
from companion.othello.model.state import State
from companion.othello.notation.read import position_to_json
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.options import decision
from companion.othello.text.moment import decision_text
from companion.table.clocks import DRAW_SECONDS, Pace
from companion.table.lights import LATE_SECONDS, TOO_LATE
from companion.table.record import NothingToUndo
from companion.table.view import log_lines
from tests.support.mat_table import STAGE, Json, MatTable

HAND: Json = {"hand": ["?script", "?script", "?staging"]}
SCRIPT: Json = {"placed": "?script"}
STAGING: Json = {"placed": "?staging"}
GONE: Json = {"done": True}
MAY_SEIZE: Json = {"placed": "?staging", "intrigue": 1}


def before_placement(**keys: Any) -> MatTable:
    return MatTable("pre-placement", **{"Ann": HAND, "Ben": HAND, "Cal": HAND, **keys})


def everybody_to_place(**keys: Any) -> MatTable:
    return MatTable("placement", **{"Ann": HAND, "Ben": HAND, "Cal": HAND, **keys})


def all_placed(**keys: Any) -> MatTable:
    """Ben's turn, then Cal's, then Ann's; nobody has a token."""
    return MatTable("reveal", **{"Ann": SCRIPT, "Ben": SCRIPT, "Cal": SCRIPT, **keys})


def only(name: str, **seat: Any) -> MatTable:
    """One player's turn; the others have had theirs."""
    seats: dict[str, Any] = {other: {"hand": ["?script"], **GONE} for other in ("Ann", "Ben", "Cal")}
    return MatTable(**seats | {name: STAGING | seat})


# --- placing


def test_a_card_laid_early_waits_for_the_placement() -> None:
    table = before_placement()
    table.lay("Ann", "I.1")
    assert table.asked == ("pre-placement", ["Ben"])
    assert table.seat("Ann").placed is None
    table.hold("Ben").hold("Cal")
    assert table.seat("Ann").placed == "I.1"
    assert table.asked == ("placement", ["Ben", "Cal"])


def test_who_lays_a_card_early_has_nothing_more_to_do_before_placement() -> None:
    table = before_placement().lay("Ben", "I.4")
    assert table.asked == ("pre-placement", ["Cal"])
    table.lay("Cal", "I.6").lay("Ann", "I.1")
    assert [seat["card"] for seat in table.board["seats"]] == [{"face": "down"}] * 3
    assert table.irregular == []


def test_of_two_cards_laid_early_the_last_one_counts() -> None:
    table = before_placement().lay("Ann", "I.1").lay("Ann", "I.3").lay("Ben", "I.4").lay("Cal", "I.6")
    assert table.seat("Ann").placed == "I.3"


def test_a_card_laid_early_and_taken_away_again_is_not_placed() -> None:
    table = before_placement().lay("Ann", "I.1").lift("Ann").lay("Ben", "I.4").lay("Cal", "I.6")
    assert table.asked == ("pre-placement", ["Ann"])
    table.lay("Ann", "I.3")
    assert table.seat("Ann").placed == "I.3"


@pytest.mark.parametrize("restarts", [False, True])
def test_an_undo_before_placement_leaves_the_cards_that_were_laid_early(restarts: bool) -> None:
    table = before_placement().lay("Ann", "I.1").hold("Ben")
    table.undo()
    assert table.asked == ("pre-placement", ["Ben"])
    if restarts:
        table.session = table.restarted()
    table.hold("Ben").hold("Cal")
    assert table.seat("Ann").placed == "I.1"


@pytest.mark.parametrize("restarts", [False, True])
def test_whom_an_undo_asks_again_answers_though_a_card_lies_there_early(restarts: bool) -> None:
    table = before_placement().lay("Ben", "I.4")
    assert table.asked == ("pre-placement", ["Cal"])
    table.undo()
    if restarts:
        table.session = table.restarted()
    table.press("Cal")
    assert table.asked == ("pre-placement", ["Ben"])
    table.hold("Ben").hold("Cal").hold("Ann")
    assert table.seat("Ben").placed == "I.4"


def test_a_card_laid_early_for_the_next_scene_is_not_placed_in_the_one_that_an_undo_leads_back_to() -> None:
    table = MatTable(Ann=SCRIPT | HAND, Ben=SCRIPT | HAND, Cal=SCRIPT | HAND)
    table.turn_up("Ben", "I.4").lift("Ben").lay("Ben", "I.7")
    table.undo()
    assert table.asked == ("reveal", ["Ben"])
    table.turn_up("Ben", "I.4").turn_up("Cal", "I.6").turn_up("Ann", "I.1").hold("Ben").lay("Ann", "I.3")
    assert table.seat("Ben").placed is None


def test_a_card_laid_while_others_still_reveal_is_early_for_the_next_scene() -> None:
    table = MatTable(Ann=SCRIPT | HAND, Ben=SCRIPT | HAND, Cal=SCRIPT | HAND)
    table.turn_up("Ben", "I.4").lift("Ben").lay("Ben", "I.7")
    table.turn_up("Cal", "I.6").turn_up("Ann", "I.1")
    assert table.state.scene == 2
    assert table.asked == ("pre-placement", ["Cal"])
    table.lay("Cal", "I.10").lay("Ann", "I.3")
    assert table.seat("Ben").placed == "I.7"
    assert table.irregular == []


def test_a_card_that_was_played_and_is_laid_back_is_not_placed_in_the_next_scene() -> None:
    table = MatTable(Ann=SCRIPT | HAND, Ben=SCRIPT | HAND, Cal=SCRIPT | HAND)
    table.turn_up("Ben", "I.4").turn_up("Ben", "I.4")
    table.turn_up("Cal", "I.6").turn_up("Ann", "I.1").hold("Ben").lay("Cal", "I.10").lay("Ann", "I.3")
    assert table.asked == ("placement", ["Ben"])
    assert table.irregular == []


def test_everybody_places_in_any_order() -> None:
    table = everybody_to_place().lay("Cal", "I.6").lay("Ann", "I.1")
    assert table.asked == ("placement", ["Ben"])
    table.lay("Ben", "I.4")
    assert table.asked == ("after-placement", ["Ben"])


def test_until_all_have_placed_another_card_may_be_placed() -> None:
    table = everybody_to_place().lay("Ann", "I.1").lay("Ann", "Seize")
    assert table.seat("Ann").placed == "Seize"
    assert len(table.seat("Ann").hand) == 2


def test_looking_at_a_placed_card_changes_nothing_and_ends_no_placement() -> None:
    table = everybody_to_place().lay("Ann", "I.1").lay("Ben", "I.4")
    before = table.board
    table.lift("Ben").lay("Cal", "I.6")
    assert table.asked == ("placement", ["Ben"])
    table.undo()
    table.lay("Ben", "I.4")
    assert table.board | {"seq": 0} == before | {"seq": 0}
    assert table.irregular == []


def test_a_card_that_is_carried_over_another_place_is_not_placed_there() -> None:
    """It used to count at both seats: placement was over, and Ben's own card then was an improv that he paid for."""
    table = everybody_to_place(Ben=HAND | {"intrigue": 2}).lay("Cal", "I.6").lay("Ben", "I.1").lift("Ben")
    table.lay("Ann", "I.1")
    assert table.asked == ("placement", ["Ben"]) and table.seat("Ben").placed is None
    table.lay("Ben", "I.4")
    assert [seat.placed for seat in table.restarted().state.seats] == ["I.1", "I.4", "I.6"]
    assert table.seat("Ben").intrigue == 2


# --- revealing


def test_lifting_and_laying_back_in_ones_turn_reveals() -> None:
    table = all_placed().turn_up("Ben", "I.4")
    assert table.scored("Ben") == ["I.4"]
    assert table.asked == ("reveal", ["Cal"])


def test_out_of_turn_it_means_nothing() -> None:
    table = all_placed(Cal=STAGING)
    before = table.board
    table.turn_up("Ann", "I.1").turn_up("Cal", "Seize")
    after = table.board
    told = [seat.pop("told") for seat in after["seats"]]
    assert told == ["your card lies there as before", None, "your card lies there as before"]
    assert after | {"seats": [seat | {"told": None} for seat in after["seats"]], "seq": before["seq"]} == before
    assert table.irregular == table.questions == []


def test_who_waits_after_placement_reveals_and_the_others_have_passed() -> None:
    table = MatTable("after-placement", Ann={**SCRIPT, **HAND}, Ben={**SCRIPT, **HAND}, Cal={**SCRIPT, **HAND})
    assert table.asked == ("after-placement", ["Ben"])
    table.turn_up("Ben", "I.4")
    assert table.scored("Ben") == ["I.4"]
    inferred = [event for event in table.session.play.events if isinstance(event, e.Passed)]
    assert inferred == [e.Passed(player, inferred=True) for player in (1, 2, 0)]
    assert table.irregular == []


def test_a_press_in_ones_turn_reveals_a_card_that_is_known_and_a_hold_exits_with_it() -> None:
    table = all_placed(Ben={"placed": "I.4"}, Cal={"placed": "I.6"}).press("Ben")
    assert table.scored("Ben") == ["I.4"]
    table.hold("Cal")
    assert table.seat("Cal").intrigue == 1
    assert table.scored("Cal") == []


def test_another_card_laid_back_is_an_improv_for_an_intrigue() -> None:
    table = all_placed(Ben={"placed": "I.1", "hand": ["I.4"], "intrigue": 1})
    table.lift("Ben").lay("Ben", "I.4")
    assert (table.seat("Ben").placed, table.seat("Ben").hand, table.seat("Ben").intrigue) == ("I.4", ["I.1"], 0)
    assert table.asked == ("reveal", ["Ben"])
    table.turn_up("Ben", "I.4")
    assert table.scored("Ben") == ["I.4"]


def test_it_is_an_improv_also_before_ones_turn() -> None:
    table = all_placed(Ann={"placed": "I.1", "hand": ["I.3"], "intrigue": 1}).lay("Ann", "I.3")
    assert table.seat("Ann").placed == "I.3"
    assert "Ann improvises." in table.log


def test_without_an_intrigue_a_cassio_coin_pays_for_it() -> None:
    table = all_placed(Ben={"placed": "I.1", "hand": ["I.4"], "coins": {"Cassio": 1}}).lay("Ben", "I.4")
    assert table.seat("Ben").placed == "I.4"
    assert table.seat("Ben").coins == {}


def with_cassio(*hand: str, **keys: Any) -> MatTable:
    """Ben's turn; Ben has a Cassio coin, and prefers to play another card than I.1."""
    ben = {"placed": "I.1", "hand": list(hand), "coins": {"Cassio": 1}, "intrigue": 1}
    return all_placed(Ben=ben, **keys).lay(STAGE, "coin:Cassio")


def test_after_a_cassio_coin_the_other_card_is_laid_down() -> None:
    table = with_cassio("I.4", "?staging")
    assert table.asked == ("choose", ["Ben"])
    table.lay("Ben", "I.4")
    assert (table.seat("Ben").placed, table.seat("Ben").intrigue) == ("I.4", 1)
    assert table.asked == ("reveal", ["Ben"])
    assert table.irregular == []


def test_it_may_lie_there_before_it_is_sure_that_nobody_stops_the_coin() -> None:
    table = with_cassio("I.4", "?staging", Ann=SCRIPT | {"spotlight": 1}).lay("Ben", "I.4")
    assert table.asked == ("window", ["Ann"])
    table.hold("Ann")
    assert table.seat("Ben").placed == "I.4"
    table.turn_up("Ben", "I.4").hold("Ann")
    assert table.scored("Ben") == ["I.4"]
    assert table.irregular == []


def test_a_coin_that_was_stopped_changes_no_card() -> None:
    table = with_cassio("I.4", "?staging", Ann=SCRIPT | {"spotlight": 1}).lay("Ben", "I.4").press("Ann")
    assert table.seat("Ben").placed == "I.1"
    assert table.irregular == []


@pytest.mark.parametrize("spotlight", [0, 1])
def test_a_card_whose_improv_needed_no_telling_is_laid_down_without_being_revealed(spotlight: int) -> None:
    table = with_cassio("?script", "?script", Ann=SCRIPT | {"spotlight": spotlight})
    if spotlight:
        table.hold("Ann")
    assert table.asked == ("reveal", ["Ben"])
    table.lift("Ben").lay("Ben", "I.4")
    assert table.asked == ("reveal", ["Ben"])
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]


def test_what_is_irregular_in_the_same_words_stands_at_the_desk_once_with_how_often_and_a_log_line_too() -> None:
    table = all_placed(Ben={"placed": "I.1", "hand": ["I.4"]})
    for _ in range(4):
        table.lift("Ben").lay("Ben", "I.4")
    [entry] = table.desk["irregularities"]
    assert (entry["code"], entry["times"], table.board["irregularities"]) == ("improv.no-intrigue", 4, 1)
    lines = log_lines([Line(1, "One.", "turn", 0), *[Line(number, "Same.", "turn", 1) for number in (2, 3, 4)]])
    assert [(line["id"], line["text"], line["times"]) for line in lines] == [(1, "One.", 1), (4, "Same.", 3)]


def test_without_either_it_is_irregular_and_play_goes_on() -> None:
    table = all_placed(Ben={"placed": "I.1", "hand": ["I.4"]}).lay("Ben", "I.4")
    assert table.irregular == ["improv.no-intrigue"]
    assert table.desk["irregularities"][0]["rules"] == ["I1"]
    assert table.board["irregularities"] == 1
    table.turn_up("Ben", "I.1")
    assert table.asked == ("reveal", ["Cal"])


# --- the tile of the Lead


def test_the_tile_laid_at_a_seat_deals_the_lead() -> None:
    table = MatTable("casting", lead=None).lay("Cal", "tile:Iago")
    assert table.lead == "Cal"
    assert table.board["scene"] == 1
    assert table.asked == ("pre-placement", ["Ann"])


def test_before_the_tile_is_dealt_a_card_means_nothing() -> None:
    table = MatTable("casting", lead=None).lay("Ann", "I.1").lay("Ben", "tile:Cassio").press("Cal")
    assert table.asked == ("lead", ["Ann", "Ben", "Cal"])
    assert table.irregular == table.questions == []


def test_who_was_dealt_the_tile_holds_the_own_button_instead() -> None:
    table = MatTable("casting", lead=None).hold("Cal")
    assert (table.lead, table.asked[0]) == ("Cal", "pre-placement")


def test_the_lead_who_plays_take_the_lead_gives_it_by_the_tile() -> None:
    table = only("Ann").turn_up("Ann", "Take the Lead")
    assert table.asked == ("choose", ["Ann"])
    table.lay("Cal", "tile:Iago")
    assert table.lead == "Cal"


def test_or_to_whoever_says_me_with_the_button() -> None:
    table = only("Ann").turn_up("Ann", "Take the Lead").press("Ben")
    assert table.lead == "Ben"


def test_who_takes_the_lead_fetches_the_tile_and_that_is_no_question() -> None:
    table = only("Ben", hand=["?script"]).turn_up("Ben", "Take the Lead").lay("Ben", "tile:Iago")
    assert table.lead == "Ben"
    assert table.questions == []


def test_the_tile_at_the_wrong_seat_is_a_question() -> None:
    table = before_placement().lay("Cal", "tile:Iago")
    assert table.questions == ["The Iago tile lies at Cal, but Ann is the Lead."]
    assert table.lead == "Ann"
    table.session = table.restarted()
    assert table.reply("table").lead == "Cal"
    assert table.undo() and table.lead == "Ann"


def test_that_the_table_is_right_is_offered_where_the_book_can_follow_it() -> None:
    table = before_placement().lay("Cal", "tile:Iago").lay(STAGE, "I.4")
    assert [question["follows"] for question in table.desk["questions"]] == [True, False]


def between_acts() -> MatTable:
    """Ben has fewest points."""
    hands = {"hand": ["?staging"] * 3}
    return MatTable(
        "intermission",
        deck="stand-in",
        Ann={"intrigue": 3, **hands},
        Ben={"intrigue": 1, **hands},
        Cal={"intrigue": 6, **hands},
    )


def test_the_tile_begins_the_next_act_at_the_seat_of_who_has_fewest_points() -> None:
    table = between_acts().lay("Ben", "tile:Iago")
    assert (table.board["act"], table.lead) == (2, "Ben")
    assert table.asked == ("pre-placement", ["Cal"])


def test_at_another_seat_the_host_is_asked() -> None:
    table = between_acts().lay("Cal", "tile:Iago")
    assert table.board["act"] == 1
    assert table.questions == ["The Iago tile lies at Cal; Ben has the fewest points."]


def test_the_next_act_begins_when_everybody_has_pressed() -> None:
    table = between_acts().press("Ann").press("Ann").press("Cal")
    assert table.board["phase"] == "intermission"
    table.press("Ben")
    assert table.board["act"] == 2


def test_a_card_laid_between_the_acts_begins_the_next_one_too() -> None:
    table = between_acts().lay("Cal", "II.1")
    assert table.board["act"] == 2
    table.press("Ann").press("Ben")
    assert table.seat("Cal").placed == "II.1"


# --- coins and tiles


def test_an_iago_coin_on_the_stage_and_a_tile_wound_somebody() -> None:
    table = only("Ben", coins={"Iago": 1}).lay(STAGE, "coin:Iago")
    assert table.asked == ("choose", ["Ben"])
    table.lay(STAGE, "tile:Cassio")
    assert table.state.wounds["Cassio"] == 1
    assert table.seat("Ben").coins == {}
    assert table.asked == ("reveal", ["Ben"])


def test_a_coin_laid_at_ones_own_seat_is_ones_own() -> None:
    table = before_placement(Cal={**HAND, "coins": {"Iago": 1}}).hold("Ben").lay("Cal", "coin:Iago")
    assert table.asked == ("choose", ["Cal"])


def test_a_coin_at_the_wrong_moment_is_irregular() -> None:
    table = all_placed(Ann={"placed": "?script", "coins": {"Emilia": 1}}, Ben={**SCRIPT, "coins": {"Iago": 1}})
    table.lay("Ann", "coin:Emilia")
    assert table.irregular == ["coin.not-now"]
    assert table.desk["irregularities"][0]["rules"] == ["O1"]
    assert table.seat("Ann").coins == {"Emilia": 1}


def test_a_coin_when_it_is_nobodys_moment_is_a_question() -> None:
    table = everybody_to_place().lay(STAGE, "coin:Iago")
    assert table.questions == ["A coin of Iago was laid down, and it is nobody's moment to use one."]


def test_an_emilia_coin_takes_the_coin_that_is_laid_down() -> None:
    table = only("Ben", coins={"Emilia": 1})
    table.seat("Cal").coins = {"Cassio": 1, "Othello": 1}
    table.lay(STAGE, "coin:Emilia").lay(STAGE, "coin:Othello")
    assert table.seat("Ben").coins == {"Othello": 1}


def test_an_othello_coin_takes_the_lead() -> None:
    table = only("Ben", coins={"Othello": 1}).lay(STAGE, "coin:Othello")
    assert table.lead == "Ben"


def test_an_exchange_laid_on_the_stage_is_played_from_the_hand() -> None:
    table = only("Ben", hand=["?staging", "?script"]).lay(STAGE, "Exchange")
    assert table.asked == ("choose", ["Ben"])
    table.press("Cal")
    assert table.asked == ("reveal", ["Ben"])
    assert "Ben takes a card from Cal." in table.log
    assert "Ben gives Cal a card." in table.log
    assert [len(table.seat(name).hand) for name in ("Ben", "Cal")] == [2, 1]


def test_a_script_card_on_the_stage_is_a_question() -> None:
    table = all_placed().lay(STAGE, "I.1")
    assert table.questions == ["A card lies on the stage, where only an Exchange or No Drama is played from a hand."]


def test_a_revive_brings_back_whose_tile_is_laid_down() -> None:
    table = MatTable(
        Ann=STAGING,
        Ben=GONE,
        Cal=GONE,
        turn="Ann",
        tiles={"Cassio": {"dead": True}, "Brabantio": {"dead": True}},
    )
    table.turn_up("Ann", "Revive").lay(STAGE, "tile:Brabantio")
    assert table.state.dead == frozenset({"Cassio"})


# --- a Villainy


def villainy(name: str = "Ann", **seat: Any) -> MatTable:
    return only(name, **{"coins": {"Iago": 3}, **seat}).turn_up(name, "Villainy")


def test_the_wounds_of_a_villainy_are_tiles_and_a_press() -> None:
    table = villainy().lay(STAGE, "tile:Cassio").lay(STAGE, "tile:Cassio").lay(STAGE, "tile:Othello")
    assert table.state.wounds["Cassio"] == 0
    assert table.session.view.offers[0].cue == "idle"  # each tile is another question
    table.wait(LATE_SECONDS)
    assert table.session.view.offers[0].says.press == "wound Cassio, Cassio and Othello"
    table.press("Ann")
    assert (table.state.wounds["Cassio"], table.state.wounds["Othello"]) == (2, 1)
    assert table.seat("Ann").coins == {}


def test_a_hold_lowers_the_limit_of_the_last_tile() -> None:
    table = villainy().lay(STAGE, "tile:Othello").lay(STAGE, "tile:Cassio").hold("Ann")
    assert table.state.cut == {"Cassio": 2}
    assert table.state.wounds["Othello"] == 0


def test_the_company_says_first_whether_it_pays() -> None:
    table = villainy("Ben", intrigue=3)
    assert [option["text"] for option in table.desk["options"]] == ["Ben pays 3 intrigue tokens", "Ben pays nothing"]
    table.press("Ben").lay(STAGE, "tile:Cassio").hold("Ben")
    assert table.state.cut == {"Cassio": 2}
    assert table.seat("Ben").intrigue == 0


def test_or_shows_it_by_the_number_of_tiles() -> None:
    table = villainy("Ben", intrigue=3)
    table.lay(STAGE, "tile:Cassio").lay(STAGE, "tile:Cassio").lay(STAGE, "tile:Cassio").press("Ben")
    assert table.state.wounds["Cassio"] == 3
    assert table.seat("Ben").intrigue == 0


@pytest.mark.parametrize(("button", "wounds", "cut"), [("press", 1, {}), ("hold", 0, {"Cassio": 1})])
def test_one_or_two_tiles_are_a_villainy_that_is_not_paid_for(button: str, wounds: int, cut: Json) -> None:
    table = villainy("Ben", intrigue=3).lay(STAGE, "tile:Cassio")
    getattr(table, button)("Ben")
    assert (table.state.wounds["Cassio"], table.state.cut) == (wounds, cut)
    assert table.seat("Ben").intrigue == 3
    assert table.irregular == []


def test_a_tile_laid_before_the_price_is_agreed_keeps_the_price_in_the_prompt() -> None:
    table = villainy("Ben", intrigue=3).lay(STAGE, "tile:Cassio").wait(LATE_SECONDS)
    said = {key: table.board["seats"][1][key] for key in ("press", "hold")}
    assert said == {"press": "pay nothing: wound Cassio", "hold": "pay nothing: limit of Cassio -1"}


def test_where_only_a_limit_can_be_lowered_the_tile_leaves_the_choice_to_pay() -> None:
    table = villainy("Ben", intrigue=3, coins={}).lay(STAGE, "tile:Cassio").wait(LATE_SECONDS)
    said = {key: table.board["seats"][1][key] for key in ("press", "hold")}
    assert said == {"press": "pay nothing: limit of Cassio -1", "hold": "pay 3: limit -2"}
    table.hold("Ben").wait(LATE_SECONDS).press("Ben")
    assert (table.state.cut, table.seat("Ben").intrigue, table.irregular) == ({"Cassio": 2}, 0, [])


def test_where_coins_are_too_few_for_one_more_tile_the_one_laid_last_is_chosen() -> None:
    table = villainy(coins={"Iago": 1}).lay(STAGE, "tile:Cassio").lay(STAGE, "tile:Othello").wait(LATE_SECONDS)
    assert table.board["seats"][0]["press"] == "wound Othello"
    table.press("Ann")
    assert table.state.wounds["Othello"] == 1
    assert table.irregular == []


def test_without_a_coin_no_wound_is_offered_and_a_press_lowers_the_limit() -> None:
    table = villainy(coins={}).lay(STAGE, "tile:Othello").wait(LATE_SECONDS)
    said = {key: table.board["seats"][0][key] for key in ("press", "hold")}
    assert said == {"press": "lower the limit of Othello", "hold": ""}
    table.press("Ann")
    assert (table.state.cut, table.irregular) == ({"Othello": 2}, [])


@pytest.mark.parametrize("staging", ["Revive", "Take the Lead", "Exchange"])
def test_a_press_that_cannot_reveal_a_card_names_it_nowhere(staging: str) -> None:
    table = all_placed(Ben={**STAGING, "placed": staging}, Cal={"hand": []}, Ann={"hand": []})
    forbidden = Forbidden((Code.REVEAL_WHICH_CARD.because(f"{staging} can do nothing."),))
    meaning = GAME.table.refused(table.session.view.table, Answer(Do.REVEAL, 1), forbidden)
    words = "this card cannot be revealed: exit, or play another"
    assert list(meaning.effects) == [NotifySeat(1, words, refuses=True)]


def test_the_same_refusal_again_is_one_irregular_play() -> None:
    table = all_placed()
    for _time in range(3):
        table.lay(STAGE, "coin:Cassio").wait(LATE_SECONDS)
    assert table.board["irregularities"] == 1
    assert [item["times"] for item in table.desk["irregularities"]] == [3]
    assert table.board["told"] == table.board["seats"][1]["told"]
    assert "Cassio" in table.board["told"]


# --- windows


def test_in_a_window_a_press_is_a_spotlight_for_who_has_one() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4")
    assert table.asked == ("window", ["Ann"])
    table.press("Ann")
    assert table.scored("Ben") == []
    assert table.seat("Ann").spotlight == 0


@pytest.mark.parametrize("card", ["?staging", "?", "Seize", "Exchange", "I.6"])
def test_where_only_a_seize_could_answer_a_press_asks_for_time_to_show_it(card: str) -> None:
    table = all_placed(Cal=MAY_SEIZE | {"placed": card}).turn_up("Ben", "I.4").wait(3.0)
    assert table.board["seats"][2]["press"] == "more time"
    table.press("Cal")
    assert table.asked == ("window", ["Cal"])
    assert table.board["window"]["left"] == 5.0
    assert table.board["seats"][2]["told"] == "asks for time"
    assert table.irregular == table.questions == []
    table.turn_up("Cal", "Seize" if card.startswith("?") else card)
    assert table.scored("Cal") == {"Exchange": [], "I.6": ["I.6"]}.get(card, ["I.4"])


def test_where_no_time_closes_the_window_no_press_is_said_to_give_more_time() -> None:
    table = all_placed(Cal=MAY_SEIZE | {"placed": "Seize"}).turn_up("Ben", "I.4")
    assert table.board["seats"][2]["press"] == "more time"
    table.session.set_pace(Pace.UNTIMED, table.at)
    table.wait(3.0)
    assert (table.board["seats"][2]["press"], table.board["seats"][2]["hold"]) == ("", "pass")


def test_a_tile_before_its_time_is_said_to_be_put_there_again() -> None:
    table = all_placed().lay(STAGE, "tile:Cassio")
    assert table.board["told"] == "this tile changes nothing now: put it there again when a tile is asked for"
    assert table.asked == ("reveal", ["Ben"])


@pytest.mark.parametrize("coins", [{}, {"Iago": 1}])
def test_a_coin_is_named_in_the_hint_only_where_somebody_has_one(coins: dict[str, int]) -> None:
    table = MatTable("pre-placement", Ann=SCRIPT, Ben=SCRIPT | {"coins": coins}, Cal=SCRIPT)
    assert ("coin" in table.desk["decision"]["hint"]) is bool(coins)


@pytest.mark.parametrize("card", ["?staging", "Seize", "Exchange"])
def test_a_press_spends_the_spotlight_whatever_lies_face_down(card: str) -> None:
    table = all_placed(Cal=MAY_SEIZE | {"placed": card, "spotlight": 1}).turn_up("Ben", "I.4")
    assert table.board["seats"][2]["press"] == "block (1 spotlight)"
    table.press("Cal")
    assert (table.seat("Cal").spotlight, table.seat("Cal").intrigue) == (0, 1)
    assert table.scored("Ben") == table.scored("Cal") == []


@pytest.mark.parametrize("card", ["Seize", "Exchange", "I.6"])
def test_a_card_lifted_in_a_window_gets_the_full_time_again(card: str) -> None:
    table = all_placed(Cal=MAY_SEIZE | {"placed": card}).turn_up("Ben", "I.4").wait(4.5)
    table.session.observe(Lift(table.at, "seat3.play"))
    assert table.board["window"]["left"] == 5.0
    table.wait(4.5).lay("Cal", card)
    assert table.scored("Cal") == {"Seize": ["I.4"], "I.6": ["I.6"]}.get(card, [])


def test_a_lifted_card_that_could_not_seize_gets_no_more_time() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4").wait(4.0)
    table.session.observe(Lift(table.at, "seat3.play"))
    assert table.board["window"]["left"] == 1.0


def test_a_seize_turned_up_late_in_its_own_turn_is_told_to_be_too_late() -> None:
    table = all_placed(Cal=MAY_SEIZE).turn_up("Ben", "I.4").wait(5.5)
    assert table.asked == ("reveal", ["Cal"])
    assert told_at(table.turn_up("Cal", "Seize"), "Cal") == "a Seize is too late: ask the host"


@pytest.mark.parametrize("card", ["Seize", "Exchange"])
def test_while_a_card_waits_for_its_choice_a_seize_is_told_to_be_too_late_and_any_other_card_the_same(
    card: str,
) -> None:
    table = all_placed(Ben={"placed": "Villainy", "coins": {"Iago": 2}}, Ann=MAY_SEIZE | {"placed": card})
    table.turn_up("Ben", "Villainy").wait(5.5)
    assert table.asked == ("choose", ["Ben"])
    assert told_at(table.turn_up("Ann", card), "Ann") == "a Seize is too late: ask the host"


def test_laying_back_a_seize_in_a_window_seizes() -> None:
    table = all_placed(Cal=MAY_SEIZE | {"spotlight": 1}).turn_up("Ben", "I.4").turn_up("Cal", "Seize")
    assert table.scored("Cal") == ["I.4"]
    assert table.seat("Cal").spotlight == 1


def lay(table: MatTable, name: str) -> str:
    words: str = table.board["seats"][table.names.index(name)]["lay"]
    return words


def test_o1_a_seat_says_that_a_coin_still_counts_after_its_reveal() -> None:
    table = all_placed(Ben=SCRIPT | {"coins": {"Iago": 1}}).turn_up("Ben", "I.4")
    assert (table.asked, table.cue("Ben"), lay(table, "Ben")) == (("reveal", ["Cal"]), "done", "a coin: on your spot")
    assert lay(table.turn_up("Cal", "I.3"), "Ben") == ""
    table = all_placed(Ben=SCRIPT | {"coins": {"Desdemona": 1, "Cassio": 1}}).turn_up("Ben", "I.4")
    assert lay(table, "Ben") == ""


TURN_IT_BACK = "the Seize was too late or not first: turn it face down again"
FOUR = "Ann Ben Cal Dot"


def beaten(by: str = "Seize", **keys: Any) -> MatTable:
    """Ben has revealed, Dot turned a Seize up, and Cal, who is closer, goes first; Dot is next, or after Cal."""
    seats: Json = {"Ben": {"placed": "?script"}, "Cal": MAY_SEIZE | {"spotlight": 1}, "Dot": MAY_SEIZE, "Ann": SCRIPT}
    table = MatTable(players=FOUR, **seats | keys).turn_up("Ben", "I.4").turn_up("Dot", "Seize")
    assert table.asked == ("window", ["Cal"])
    return table.turn_up("Cal", "Seize") if by == "Seize" else table.press("Cal")


def told(table: MatTable, name: str) -> str | None:
    words: str | None = table.board["seats"][table.names.index(name)]["told"]
    return words


def test_j27_a_seize_that_was_not_first_is_turned_face_down_again_and_that_reveals_nothing() -> None:
    table = beaten()
    assert (table.asked, told(table, "Dot")) == (("reveal", ["Dot"]), TURN_IT_BACK)
    table.turn_up("Dot", "Seize")
    assert (table.asked, table.seat("Dot").placed, table.seat("Dot").intrigue) == (("reveal", ["Dot"]), "?staging", 1)
    assert not table.irregular
    table.turn_up("Dot", "Seize")
    assert (table.asked, table.seat("Dot").intrigue) == (("reveal", ["Ann"]), 2)


def test_j27_nor_does_it_seize_the_next_card() -> None:
    table = beaten("spotlight", Cal={"placed": "?script", "spotlight": 1})
    assert (table.asked, told(table, "Dot")) == (("reveal", ["Cal"]), TURN_IT_BACK)
    table.turn_up("Cal", "I.3").turn_up("Dot", "Seize")
    assert (table.asked, table.seat("Dot").intrigue) == (("window", ["Dot"]), 1)
    table.turn_up("Dot", "Seize")
    assert table.scored("Dot") == ["I.3"]


def test_j27_a_seize_that_is_turned_back_while_it_waits_still_counts() -> None:
    seats: Json = {"Cal": {"placed": "?script", "spotlight": 1}, "Dot": MAY_SEIZE, "Ann": SCRIPT, "Ben": SCRIPT}
    table = MatTable(players=FOUR, **seats).turn_up("Ben", "I.4").turn_up("Dot", "Seize").turn_up("Dot", "Seize")
    assert (table.asked, told(table, "Dot")) == (("window", ["Cal"]), "your card lies there as before")
    assert table.hold("Cal").scored("Dot") == ["I.4"]


def test_j27_whose_seize_was_not_first_may_press_or_improvise_with_the_card_still_face_up() -> None:
    assert beaten().hold("Dot").seat("Dot").intrigue == 2
    table = beaten(Dot=MAY_SEIZE | {"hand": ["?script"]}, Cal=MAY_SEIZE | {"spotlight": 2}).turn_up("Dot", "I.3")
    assert (table.asked, table.seat("Dot").improv_used) == (("window", ["Cal"]), True)


def test_z1_a_next_player_who_cannot_pay_for_a_seize_has_not_revealed_it() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}, Cal=STAGING).turn_up("Ben", "I.4").turn_up("Cal", "Seize")
    assert (table.asked, table.seat("Cal").placed) == (("window", ["Ann"]), "?staging")
    assert table.irregular == ["seize.no-intrigue"]
    table.turn_up("Cal", "Seize").hold("Ann")
    assert (table.asked, table.seat("Cal").intrigue) == (("reveal", ["Cal"]), 0)


def test_j8_a_seize_that_protection_gives_back_is_turned_face_down_again() -> None:
    ben: Json = {"placed": "?script", "coins": {"Desdemona": 1}}
    table = MatTable(rulings={"J8": "refund"}, Ben=ben, Cal=MAY_SEIZE, Ann=SCRIPT)
    table.turn_up("Ben", "I.4").turn_up("Cal", "Seize").press("Ben")
    assert (table.asked, table.seat("Cal").intrigue) == (("reveal", ["Cal"]), 1)
    assert told(table, "Cal") == TURN_IT_BACK
    assert table.turn_up("Cal", "Seize").asked == ("reveal", ["Cal"])


def test_laying_back_another_card_in_a_window_means_nothing() -> None:
    table = all_placed(Cal={**MAY_SEIZE, "placed": "Exchange"}, Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4")
    table.turn_up("Ann", "I.1")
    assert table.asked == ("window", ["Cal", "Ann"])


def test_a_hold_in_a_window_passes() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}, Cal=MAY_SEIZE).turn_up("Ben", "I.4").hold("Ann")
    assert table.asked == ("window", ["Cal"])
    table.hold("Cal")
    assert table.scored("Ben") == ["I.4"]


def test_who_is_not_asked_may_press_and_nothing_happens() -> None:
    table = all_placed(Cal=MAY_SEIZE).turn_up("Ben", "I.4").press("Ann").hold("Ann").press("Ben")
    assert table.asked == ("window", ["Cal"])
    assert table.irregular == []


def test_a_press_that_comes_just_after_a_window_closed_means_nothing() -> None:
    table = all_placed(Cal={**MAY_SEIZE, "placed": "I.3"}).turn_up("Ben", "I.4").wait(5.0)
    assert table.asked[0] == "reveal"
    assert table.cue("Cal") == "idle"
    table.press("Cal", at_once=True).hold("Cal", at_once=True)
    assert not table.seat("Cal").revealed
    assert table.board["seats"][2]["told"] == TOO_LATE
    assert table.session.view.due == table.at + LATE_SECONDS / 2
    table.wait(LATE_SECONDS / 2)
    assert table.cue("Cal") == "your-turn"
    table.press("Cal", at_once=True)
    assert table.seat("Cal").revealed


def test_a_press_for_a_window_that_somebody_else_has_just_closed_means_nothing() -> None:
    """A hold that lets a card happen must not discard the own card because Ann was a moment faster."""
    table = all_placed(Cal={**MAY_SEIZE, "placed": "I.3"}, Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4")
    table.press("Ann").say("Cal", "pass").hold("Cal", at_once=True)
    assert table.asked == ("reveal", ["Cal"])
    assert not table.seat("Cal").done
    assert table.board["seats"][2]["told"] == TOO_LATE


def test_a_press_does_not_answer_for_a_scene_to_which_somebody_takes_back_at_that_moment() -> None:
    table = everybody_to_place()
    for cards in ({"Ben": "I.6", "Cal": "I.9", "Ann": "I.5"}, {"Ben": "I.8", "Cal": "I.12", "Ann": "I.10"}):
        for name, card in cards.items():
            table.lay(name, card)
        while table.state.scene == 1 and (name := table.asked[1][0]):
            table.turn_up(name, cards[name])
        while table.asked[0] == "pre-placement":
            table.press(table.asked[1][0])
    assert table.wait(5.0).cue("Ben") == "your-turn"
    table.session.undo(table.at, 3)
    assert table.press("Ben", at_once=True).board["seats"][1]["told"] == TOO_LATE
    assert (table.state.scene, table.cue("Ben")) == (1, "idle")
    assert table.press("Ben").scored("Ben") == ["I.6"]


def test_a_second_press_of_an_impatient_hand_means_nothing_and_is_not_told() -> None:
    table = all_placed(Cal={**MAY_SEIZE, "placed": "I.3", "spotlight": 1}).turn_up("Ben", "I.4")
    table.press("Cal").press("Cal", at_once=True)
    assert table.asked == ("reveal", ["Cal"])
    assert table.board["seats"][2]["told"] is None


def test_a_hold_of_somebody_who_has_answered_the_window_is_no_exit() -> None:
    table = all_placed(Ann=MAY_SEIZE, Cal=MAY_SEIZE).turn_up("Ben", "I.4").hold("Cal").hold("Cal")
    assert table.asked == ("window", ["Ann"])
    assert not table.seat("Cal").revealed


def test_a_window_closes_when_its_time_is_up() -> None:
    table = all_placed(Cal=MAY_SEIZE).turn_up("Ben", "I.4")
    opened = table.at
    assert table.session.view.due == opened + 5.0
    table.wait(4.9)
    assert table.asked == ("window", ["Cal"])
    table.wait(0.1)
    assert table.scored("Ben") == ["I.4"]
    assert [event for event in table.session.play.events if isinstance(event, e.Passed)] == [e.Passed(2, inferred=True)]
    assert table.session.view.due == opened + 5.0 + LATE_SECONDS
    table.wait(LATE_SECONDS)
    assert table.session.view.due is None


def test_the_time_shown_runs_down_and_does_not_begin_anew_when_somebody_answers() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}, Cal=MAY_SEIZE).turn_up("Ben", "I.4")
    opened = table.at
    window = table.board["window"]
    assert (window["left"], window["seconds"], window["seats"], window["by"]) == (5.0, 5.0, [2, 0], 1)
    table.wait(2.0).hold("Cal")
    assert table.session.view.due == opened + 5.0
    assert table.board["window"] == window | {"left": 2.75, "seats": [0]}
    table.wait(2.75)
    assert table.scored("Ben") == ["I.4"]


def test_a_claim_waits_for_those_who_could_go_before_it_and_no_longer_than_the_window() -> None:
    table = all_placed(Cal=MAY_SEIZE, Ann={**MAY_SEIZE}).turn_up("Ben", "I.4").turn_up("Ann", "Seize")
    assert table.asked == ("window", ["Cal"])
    table.wait(5.0)
    assert table.scored("Ann") == ["I.4"]
    assert table.board["seats"][2]["card"] == {"face": "down"}


def test_a_window_closes_when_the_next_card_is_revealed() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}, Cal=MAY_SEIZE | {"placed": "?script"})
    table.turn_up("Ben", "I.4").turn_up("Cal", "I.6")
    assert table.scored("Ben") == ["I.4"]
    assert table.board["window"]["text"] == "Cal reveals “Brabantio wounds Cassio”"
    assert table.board["window"]["left"] == 5.0


def test_a_late_observation_finds_the_window_closed() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4")
    table.session.observe(Press(table.at + 6.0, "seat1"))
    assert table.scored("Ben") == ["I.4"]
    assert table.seat("Ann").spotlight == 1


def test_a_wait_lets_the_time_run_out_too() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4")
    table.session.observe(Wait(table.at + 5.0))
    assert table.scored("Ben") == ["I.4"]


def test_another_window_has_another_number_and_its_own_time() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 2}).turn_up("Ben", "I.4")
    first = table.board["window"]["id"]
    table.wait(3.0).turn_up("Cal", "I.6")
    assert table.board["window"]["id"] > first
    assert table.board["window"]["left"] == 5.0


# --- protection


def test_who_is_hit_protects_with_the_card_laid_on_the_stage() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}, Ben={"placed": "?script", "intrigue": 1, "hand": ["?staging"]})
    table.turn_up("Ben", "I.4").press("Ann")
    assert table.asked == ("protect", ["Ben"])
    table.lay(STAGE, "No Drama")
    assert table.scored("Ben") == ["I.4"]
    assert table.board["seats"][1]["protected"]


def test_or_with_a_press_or_a_desdemona_coin_and_a_hold_lets_it_be() -> None:
    coin: Json = {"placed": "?script", "coins": {"Desdemona": 1}}
    for gesture, scored in (("press", ["I.4"]), ("hold", []), ("coin", ["I.4"])):
        table = all_placed(Ann={**SCRIPT, "spotlight": 1}, Ben=coin).turn_up("Ben", "I.4").press("Ann")
        assert table.asked == ("protect", ["Ben"])
        if gesture == "coin":
            table.lay(STAGE, "coin:Desdemona")
        else:
            getattr(table, gesture)("Ben")
        assert table.scored("Ben") == scored, gesture


def test_protection_has_its_time_too() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}, Ben={"placed": "?script", "coins": {"Desdemona": 1}})
    table.turn_up("Ben", "I.4").wait(3.0).press("Ann")
    assert table.board["window"]["left"] == 5.0
    table.wait(5.0)
    assert table.scored("Ben") == []


def test_a_no_drama_in_ones_own_moment_protects_ahead() -> None:
    table = only("Ben", intrigue=1, hand=["?staging"]).lay(STAGE, "No Drama")
    assert table.board["seats"][1]["protected"]
    assert table.asked == ("reveal", ["Ben"])


# --- choosing, swapping, drawing


def test_a_miscue_is_aimed_by_a_button_and_answered_by_laying_another_card() -> None:
    table = all_placed(
        Ben={"placed": "?staging", "hand": ["?script"]},
        Cal={"placed": "?script", "hand": ["?script"]},
        Ann={"placed": "?script", "hand": ["?script"]},
    )
    table.turn_up("Ben", "Miscue")
    assert table.asked == ("choose", ["Ben"])
    assert table.cues == ["choose", "lay", "choose"]
    table.press("Cal")
    assert table.asked == ("swap", ["Cal"])
    table.lay("Cal", "I.7")
    assert table.seat("Cal").placed == "I.7"
    assert table.asked == ("swap", ["Ben"])
    table.lay("Ben", "I.4")
    assert table.scored("Ben") == ["I.4"]


def test_a_card_that_cannot_be_there_is_put_down_for_a_miscue_and_turned_up_later() -> None:
    table = all_placed(
        Ben={"placed": "?staging", "hand": ["?script"]},
        Cal={"placed": "?script", "hand": ["?script"]},
        Ann=GONE,
    )
    table.turn_up("Ben", "Miscue").press("Cal").lay("Cal", "II.1").lay("Ben", "I.4")
    assert table.asked == ("reveal", ["Cal"])
    table.turn_up("Cal", "II.1")
    assert len(table.questions) == 1


def test_a_card_revealed_while_somebody_still_chooses_counts_afterwards() -> None:
    table = all_placed(Ben=STAGING, lead="Ben", turn="Ben", order=["Ben", "Cal", "Ann"], Ann=STAGING)
    table.turn_up("Ben", "Take the Lead").turn_up("Cal", "I.6")
    assert table.asked == ("choose", ["Ben"])
    table.press("Cal")
    assert table.lead == "Cal"
    assert table.asked == ("reveal", ["Ann"])
    assert table.irregular == []


def seized(**keys: Any) -> MatTable:
    """Ben's card was seized, and Ben may draw from either pile."""
    return all_placed(Cal=MAY_SEIZE, Ann=GONE, **keys).turn_up("Ben", "I.4").turn_up("Cal", "Seize")


def test_whose_card_was_seized_draws_script_by_a_press_and_staging_by_a_hold() -> None:
    table = seized()
    assert table.asked == ("draw", ["Ben"])
    table.press("Ben")
    assert table.seat("Ben").hand == ["?script"]
    table = seized()
    table.hold("Ben")
    assert table.seat("Ben").hand == ["?staging"]


def test_who_goes_on_without_saying_has_drawn_a_script_card() -> None:
    table = seized().lay("Cal", "I.6")
    assert table.seat("Ben").hand == ["?script"]
    assert table.state.scene == 2


# --- forbidden and impossible input


def test_a_forbidden_thing_is_noted_with_its_rules_and_play_goes_on() -> None:
    table = all_placed().lay(STAGE, "coin:Iago")
    [entry] = table.desk["irregularities"]
    assert (entry["code"], entry["rules"]) == ("coin.none", ["C6"])
    assert entry["message"] == "Ben has no Iago coin."
    assert entry["times"] == 1
    kept = {key: entry[key] for key in ("code", "rules", "message")}
    said = {"one": "{name} has no {coin} coin.", "values": {"name": "Ben", "coin": "Iago"}}
    assert ("irregularity", kept | {"said": said}) in table.book.records
    table.turn_up("Ben", "I.4")
    assert table.scored("Ben") == ["I.4"]


def test_an_answer_at_a_page_is_refused_instead() -> None:
    table = all_placed(Ben=STAGING | {"placed": "?script"})
    before, kept = table.board, list(table.book.records)
    with pytest.raises(Forbidden, match="has no spotlight token"):
        table.say("Ann", "spotlight")
    with pytest.raises(InputError, match='"Zoe" is not one of: '):
        table.say("Zoe", "reveal")
    assert (table.board, table.book.records, table.irregular) == (before, kept, [])


def test_an_answer_at_a_page_that_comes_after_a_window_closes_it() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4").say("Cal", "exit")
    assert table.scored("Ben") == ["I.4"]


def test_an_answer_among_the_observations_is_taken_as_it_happened() -> None:
    table = all_placed()
    table.session.observe(Said(1.0, {"by": "Ann", "do": "spotlight"}))
    assert table.irregular == ["spotlight.no-token"]
    table.session.observe(Said(2.0, {"by": "Ben", "do": "exit"}))
    assert table.asked == ("reveal", ["Cal"])


WRONG = {
    "a card of another act": ("II.1", "Ben has “Montano confronts Cassio” (II.1), which is a card of another act."),
    "a card in a scoring pile": (
        "I.7",
        "Ben has “Brabantio confronts Cassio” (I.7), which is in the scoring pile of Cal.",
    ),
    "a card that is set aside": ("I.3", "Ben has “Cassio confronts Othello” (I.3), which is set aside."),
}


@pytest.mark.parametrize(("card", "text"), WRONG.values(), ids=WRONG.keys())
def test_a_card_that_cannot_be_there_is_a_question_once_it_is_turned_up(card: str, text: str) -> None:
    table = everybody_to_place(Cal={**HAND, "scored": ["I.7"]}, set_aside=["I.3"])
    twin = everybody_to_place(Cal={**HAND, "scored": ["I.7"]}, set_aside=["I.3"])
    for each, laid in ((table, card), (twin, "I.4")):
        each.lay("Ben", laid).lay("Cal", "I.6").lay("Ann", "I.1")
    assert table.board == twin.board
    assert table.desk == twin.desk
    table.turn_up("Ben", card)
    assert table.questions == [text]
    assert table.desk["questions"][0]["seat"] == "seat2"
    assert table.cue("Ben") == "attention"


def test_a_tag_that_no_deck_knows_is_a_card_until_it_is_turned_up() -> None:
    table, twin = everybody_to_place(), everybody_to_place()
    for each, laid in ((table, "uid:04A2C3"), (twin, "I.4")):
        each.lay("Ben", laid).lay("Cal", "I.6").lay("Ann", "I.1").turn_up("Cal", "I.6")
    assert table.asked == twin.asked == ("after-placement", ["Ben"])
    assert table.board == twin.board
    table.turn_up("Ben", "uid:04A2C3")
    assert table.questions == [
        "A tag that no deck knows (04A2C3) lies before Ben (seat2.play). Name it: cuelight tags enrol."
    ]
    assert table.cue("Ben") == "attention"
    table.say("Ben", "reveal", card="I.4")
    assert table.scored("Ben") == ["I.4"]


def test_a_card_with_an_unknown_tag_may_be_laid_early() -> None:
    table = before_placement().lay("Ben", "uid:04A2C3").lay("Cal", "I.6").lay("Ann", "I.1")
    assert table.board["seats"][1]["card"] == {"face": "down"}
    assert table.questions == []


def odd() -> MatTable:
    """Ben has turned up a card that is in Cal's scoring pile."""
    table = all_placed(Cal={"placed": "?script", "scored": ["I.4"]})
    return table.turn_up("Ben", "I.4")


def test_a_question_blocks_nothing() -> None:
    table = odd()
    table.say("Ben", "exit")
    table.turn_up("Cal", "I.6")
    assert table.scored("Cal") == ["I.4", "I.6"]
    assert len(table.questions) == 1


def test_a_question_is_asked_once() -> None:
    table = odd().turn_up("Ben", "I.4").turn_up("Ben", "I.4")
    assert len(table.questions) == 1


def test_when_the_table_is_right_the_book_follows_it() -> None:
    table = odd().reply("table")
    assert (table.scored("Ben"), table.scored("Cal")) == (["I.4"], [])
    assert table.questions == table.irregular == []
    assert table.cue("Ben") == "done"


@pytest.mark.parametrize("reply", ["companion", "ignore"])
def test_when_the_companion_is_right_or_nobody_cares_nothing_changes(reply: str) -> None:
    table = odd().reply(reply)
    assert (table.scored("Ben"), table.scored("Cal")) == ([], ["I.4"])
    assert table.questions == []
    assert table.cue("Ben") == "your-turn"
    table.turn_up("Ben", "I.7")
    assert table.scored("Ben") == ["I.7"]


def test_a_question_that_was_answered_is_closed() -> None:
    table = odd()
    question = table.desk["questions"][0]["id"]
    table.reply("ignore")
    with pytest.raises(LookupError, match="answered already"):
        table.session.reply(question, "table", table.at)


def test_a_reply_that_there_is_not_is_refused_and_the_question_stays_open() -> None:
    table = odd()
    with pytest.raises(InputError, match="table, companion, ignore"):
        table.reply("perhaps")
    assert len(table.questions) == 1


# --- undo


def test_the_last_answer_is_taken_back_with_what_followed_from_it() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1})
    before = position_to_json(table.state)
    table.turn_up("Ben", "I.4").wait(5.0)
    assert table.scored("Ben") == ["I.4"]
    assert table.desk["undo_text"] == "Ben reveals “Brabantio convinces Othello”"
    assert table.undo() == "Ben reveals “Brabantio convinces Othello”"
    assert position_to_json(table.state) == before
    assert not table.desk["can_undo"]


def test_everything_can_be_taken_back_one_after_the_other() -> None:
    table = everybody_to_place()
    start = position_to_json(table.state)
    table.lay("Ben", "I.4").lay("Cal", "I.6").lay("Ann", "I.1").turn_up("Ben", "I.4").turn_up("Cal", "I.6")
    words = []
    while table.desk["can_undo"]:
        words.append(table.undo())
    assert words == [
        "Cal reveals “Brabantio wounds Cassio”",
        "Ben reveals “Brabantio convinces Othello”",
        "Ann places a card",
        "Cal places a card",
        "Ben places a card",
    ]
    assert position_to_json(table.state) == start
    with pytest.raises(NothingToUndo):
        table.undo()


def test_after_taking_back_play_goes_on_another_way() -> None:
    table = all_placed(Ben={"placed": "I.4"}).turn_up("Ben", "I.4")
    table.undo()
    table.hold("Ben")
    assert table.scored("Ben") == []
    assert table.seat("Ben").intrigue == 1
    assert table.log[-1] == "Ben exits the scene."
    assert "Ben scores" not in " ".join(table.log)


def test_taking_back_is_written_down_and_nothing_is_rubbed_out() -> None:
    table = all_placed().turn_up("Ben", "I.4")
    written = list(table.book.records)
    table.undo()
    assert table.book.records[: len(written)] == written
    assert table.book.kinds()[-1] == "undo"


def test_a_window_that_is_taken_back_into_runs_anew() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4").wait(4.0).press("Ann")
    table.undo()
    assert table.asked == ("window", ["Ann"])
    assert table.board["window"]["left"] == 5.0


def test_words_for_taking_back_tell_no_face_down_card() -> None:
    table = everybody_to_place(Ann={**HAND, "intrigue": 1}).lay("Ann", "I.1")
    assert table.desk["undo_text"] == "Ann places a card"
    table.lay("Ben", "I.4").lay("Cal", "I.6").lay("Ann", "Seize")
    assert "Seize" not in str(table.desk)


# --- the record


def test_from_the_book_alone_the_game_is_as_it_was() -> None:
    table = everybody_to_place(Ann={**HAND, "spotlight": 1})
    table.lay("Ben", "I.4").lay("Cal", "I.6").lay("Ann", "I.1").turn_up("Ben", "I.4").wait(5.0)
    table.undo()
    table.turn_up("Ben", "I.4").hold("Ann").press("Ann").turn_up("Cal", "I.6")
    again = table.restarted()
    assert position_to_json(again.state) == position_to_json(table.state)
    assert again.view.record.steps == table.session.view.record.steps
    assert again.view.record.irregularities == table.session.view.record.irregularities
    assert again.view.table.memory.lines == table.session.view.table.memory.lines
    assert again.view.table.memory.shown == table.session.view.table.memory.shown
    assert decision_text(again.state, decision(again.state)) == table.board["headline"]


def test_after_a_restart_a_card_that_lies_there_still_is_not_revealed() -> None:
    table = all_placed(Ben={"placed": "I.4"})
    again = table.restarted()
    again.observe(Tag(1.0, "seat2.play", "I.4"))
    assert again.view.cues[1] == "your-turn"
    again.observe(Lift(2.0, "seat2.play"))
    again.observe(Tag(2.5, "seat2.play", "I.4"))
    assert again.view.cues[1] == "done"


def test_after_a_restart_what_was_asked_is_still_asked() -> None:
    table = odd()
    again = table.restarted()
    assert again.view.record.questions == table.session.view.record.questions
    assert (table.cues[1], again.view.cues[1]) == ("attention", "your-turn")
    again.reply(again.view.record.questions[0].id, "table", 9.0)
    assert [card for card, _role in again.state.seats[1].scored] == ["I.4"]
    table.reply("ignore")
    assert not table.restarted().view.record.questions


def test_a_pass_that_changes_nothing_can_be_neither_taken_back_nor_in_the_way_of_it() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4").say("Cal", "pass")
    assert table.desk["undo_text"] == "Ben reveals “Brabantio convinces Othello”"
    table.undo()
    again = table.restarted()
    assert again.view.record.steps == table.session.view.record.steps == ()
    assert position_to_json(again.state) == position_to_json(table.state)


class Full(CuelightError, OSError):
    """The error of a record that cannot be written."""


def test_what_cannot_be_written_down_is_not_shown_as_done() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}, Ben={"placed": "I.4", **HAND})
    table.turn_up("Ann", "I.1").turn_up("Ben", "I.4")
    before = (table.board, table.desk, table.cues, list(table.book.records))
    table.book.broken = Full("no paper")
    for act in (
        lambda: table.session.observe(Press(table.at, "seat1")),
        lambda: table.session.say({"by": "Ann", "do": "spotlight"}, table.at),
        lambda: table.session.undo(table.at),
        lambda: table.session.observe(Tag(table.at, "seat2.play", "uid:04A2")),
        lambda: table.session.observe(Said(table.at, {"by": "Cal", "do": "spotlight"})),
    ):
        with pytest.raises(Full):
            act()
        assert (table.board, table.desk, table.cues, table.book.records) == before
    table.book.broken = None
    table.press("Ann")
    assert table.scored("Ben") == []
    assert position_to_json(table.restarted().state) == position_to_json(table.state)


def test_a_window_whose_closing_cannot_be_written_down_stays_open() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4")
    table.book.broken = Full("no paper")
    with pytest.raises(Full):
        table.wait(5.0)
    assert table.asked == ("window", ["Ann"])
    table.book.broken = None
    table.wait(5.0)
    assert table.scored("Ben") == ["I.4"]


# --- cues


def test_a_hold_with_a_curtain_card_turns_it_up_for_nobody_exits_with_one() -> None:
    table = MatTable(Ben={"placed": "I.9"}, Cal={"placed": "I.3"}, Ann={"placed": "I.1"}).hold("Ben")
    assert table.board["seats"][1]["card"]["card"]["id"] == "I.9"
    assert [entry["code"] for entry in table.desk["irregularities"]] == ["exit.curtain"]


def test_a_card_of_another_act_laid_in_ones_turn_is_asked_about() -> None:
    table = all_placed().lay("Ben", "III.3")
    assert "another act" in table.desk["questions"][0]["text"]
    assert not table.desk["irregularities"]


def test_between_the_acts_a_light_says_who_has_nothing_more_to_trade() -> None:
    assert between_acts().press("Ben").cues == ["go-on", "done", "go-on"]


def test_cues_of_each_phase() -> None:
    assert MatTable("casting", lead=None).cues == ["idle"] * 3
    assert before_placement().cues == ["lay", "go-on", "lay"]
    assert everybody_to_place().lay("Cal", "I.6").cues == ["lay", "lay", "done"]
    assert all_placed().cues == ["idle", "your-turn", "on-deck"]
    assert all_placed(Cal=MAY_SEIZE).turn_up("Ben", "I.4").cues == ["idle", "idle", "may-interrupt"]
    assert all_placed().turn_up("Ben", "I.4").cues == ["on-deck", "done", "your-turn"]
    assert between_acts().cues == ["go-on"] * 3


def test_hands_are_told_what_to_draw_for_a_while() -> None:
    table = all_placed(Ben=STAGING, Ann={**SCRIPT, **HAND}).turn_up("Ben", "Exchange")
    table.hold("Ben").turn_up("Cal", "I.6").turn_up("Ann", "I.1")
    assert table.state.scene == 2
    assert table.cues == ["draw-staging", "draw-script", "draw-staging"]
    assert table.session.view.due == table.at + DRAW_SECONDS
    table.wait(DRAW_SECONDS)
    assert table.cues == ["lay", "idle", "lay"]
    table.wait(LATE_SECONDS)
    assert table.cues == ["lay", "go-on", "lay"]
    assert table.session.view.due is None


def test_a_press_under_a_light_to_draw_says_that_it_is_done() -> None:
    table = all_placed(Ben={**SCRIPT, **HAND}, Ann={**SCRIPT, **HAND}, Cal={**SCRIPT, **HAND})
    table.turn_up("Ben", "I.4").turn_up("Cal", "I.6").turn_up("Ann", "I.1")
    assert (table.asked, table.cues) == (("pre-placement", ["Ben"]), ["draw-staging"] * 3)
    table.press("Ben", at_once=True).press("Ann", at_once=True)
    assert table.asked == ("pre-placement", ["Cal"])
    assert table.cues == ["lay", "lay", "draw-staging"]


def test_who_lays_the_next_card_has_drawn() -> None:
    table = all_placed(Ben={**SCRIPT, **HAND}, Ann={**SCRIPT, **HAND}, Cal={**SCRIPT, **HAND})
    table.turn_up("Ben", "I.4").turn_up("Cal", "I.6").turn_up("Ann", "I.1")
    assert table.cues == ["draw-staging"] * 3
    table.lay("Ben", "I.7").lay("Cal", "I.10").lay("Ann", "I.8")
    assert "draw-staging" not in table.cues


def test_what_everybody_sees_has_every_key() -> None:
    table = all_placed(Cal=MAY_SEIZE).turn_up("Ben", "I.4")
    board = table.board
    assert set(board) >= {
        "v", "seq", "table", "act", "acts", "scene", "phase", "marker", "half_curtain", "last_scene", "headline",
        "lead", "seats", "tiles", "piles", "set_aside", "window", "log", "winners", "irregularities",
    }  # fmt: skip
    assert [seat["cue"] for seat in board["seats"]] == table.cues
    assert [seat["card"] and seat["card"]["face"] for seat in board["seats"]] == ["down", "up", "down"]
    assert board["table"]["state"] == "playing"
    assert board["happening"] == "Ben reveals “Brabantio convinces Othello”"
    assert (board["asked"], board["headline"]) == ("window", "Cal may seize it (1 intrigue)")
    assert len(board["log"]) <= 12


def test_what_deserves_it_is_among_the_moments_until_it_is_taken_back() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1}).turn_up("Ben", "I.4")
    before = table.board["moments"]
    table.press("Ann")
    newest = table.board["moments"][-1]
    assert (newest["moment"], newest["seat"]) == ("block", 0)
    assert newest["text"] == "Ann blocks Ben’s “Brabantio convinces Othello” with a spotlight."
    table.undo()
    assert table.board["moments"] == before


def test_every_change_has_a_higher_number() -> None:
    table = all_placed(Ann={**SCRIPT, "spotlight": 1})
    numbers = [table.board["seq"]]
    for act in (
        lambda: table.turn_up("Ben", "I.4"),
        lambda: table.hold("Ann"),
        table.undo,
        lambda: table.wait(5.0),
        lambda: table.lay(STAGE, "I.1"),
        lambda: table.reply("ignore"),
        lambda: table.session.observe(Said(table.at, {"by": "Ben", "do": "spotlight"})),
    ):
        act()
        numbers.append(table.board["seq"])
    assert numbers == sorted(set(numbers))


def test_the_desk_chooses_among_cards_of_a_hand_by_their_backs() -> None:
    table = only("Ben", hand=["?script", "Seize", "?staging"], intrigue=1).say("Ben", "improv", way="hand")
    assert table.asked == ("choose", ["Ben"])
    texts = [option["text"] for option in table.desk["options"] if option["group"] == "decision"]
    assert texts == ["Ben gives a script card", "Ben gives a staging card"]
    table.say(**table.desk["options"][1]["answer"])
    assert [len(table.seat("Ben").hand), table.seat("Ben").improv_used] == [3, True]


def test_the_desk_discards_by_the_backs_too() -> None:
    many = {"hand": ["Seize", "Revive", "Villainy", "Exchange"], "intrigue": 3}
    table = MatTable("intermission", deck="stand-in", Ann=many, Ben=many, Cal=many).say(None, "next-act")
    assert table.asked == ("discard", ["Ben"])
    [option] = table.desk["options"]
    assert option["text"] == "Ben discards a staging card"
    table.say(**option["answer"])
    assert table.asked == ("discard", ["Cal"])


# --- variants and rulings


def seized_take_the_lead() -> MatTable:
    """Extra Lead Villainy: Ann, the Lead, has seized Ben's Take the Lead."""
    table = MatTable(
        edition="2022", variants=["extra-lead-villainy"], Ann={"placed": "Seize"}, Ben=STAGING, Cal=GONE | HAND
    )
    return table.turn_up("Ben", "Take the Lead").turn_up("Ann", "Seize")


def test_r3_a_press_plays_the_card_just_seized_and_a_hold_takes_the_spotlight() -> None:
    table = seized_take_the_lead()
    assert table.asked == ("choose", ["Ann"])
    table.press("Ann")
    assert (table.seat("Ann").spotlight, table.asked) == (0, ("choose", ["Ann"]))  # its target
    table = seized_take_the_lead().hold("Ann")
    assert table.seat("Ann").spotlight == 1


def test_j11_a_seize_turned_up_between_two_turns_reaches_back_to_the_newest_card() -> None:
    keys: Any = {"Ann": {**STAGING, "intrigue": 1}, "rulings": {"J11": "scene"}}
    table = all_placed(**keys).turn_up("Ben", "I.4").hold("Ann").turn_up("Cal", "I.5").hold("Ann")
    assert (table.scored("Ben"), table.scored("Cal")) == (["I.4"], ["I.5"])
    table.turn_up("Ann", "Seize")
    assert (table.scored("Ben"), table.scored("Cal"), table.scored("Ann")) == (["I.4"], [], ["I.5"])
    assert table.irregular == []


def test_j11_by_default_it_reaches_nothing() -> None:
    table = all_placed(Ann={**STAGING, "intrigue": 1}).turn_up("Ben", "I.4").hold("Ann").turn_up("Ann", "Seize")
    assert table.scored("Ann") == []
    assert table.scored("Ben") == ["I.4"]


# --- a card without effect (J14)


@pytest.mark.parametrize("rulings", [{}, {"J14": "exit-only"}])
@pytest.mark.parametrize("gesture", ["press", "turn_up"])
@pytest.mark.parametrize("card", ["Revive", "Seize", "No Drama", "Miscue"])
def test_a_card_that_can_do_nothing_is_shown_and_its_player_exits(card: str, gesture: str, rulings: Json) -> None:
    table = MatTable(
        rulings=rulings,
        Ann={"placed": "?script", "spotlight": 0},
        Ben={"placed": card, "intrigue": 0, "spotlight": 0},
        Cal={"placed": "?script", "spotlight": 0, "intrigue": 0},
    )
    if gesture == "press":
        table.press("Ben")
    else:
        table.turn_up("Ben", card)
    assert (table.asked, table.seat("Ben").intrigue) == (("reveal", ["Cal"]), 1)
    assert any(isinstance(event, e.Exited) and event.card == card for event in table.session.play.events)


def test_a_card_that_can_do_nothing_is_seized_like_any_other() -> None:
    table = MatTable(
        Ann={"placed": "?script", "spotlight": 0},
        Ben={"placed": "Revive", "intrigue": 0, "spotlight": 0},
        Cal={"placed": "?staging", "spotlight": 0, "intrigue": 1},
    )
    table.press("Ben")
    assert table.asked == ("window", ["Cal"])
    table.turn_up("Cal", "Seize")
    assert (table.seat("Cal").spotlight, table.seat("Ben").intrigue) == (1, 0)


# --- messages at a seat


def told_at(table: MatTable, name: str) -> str | None:
    told: str | None = table.board["seats"][table.names.index(name)]["told"]
    return told


def test_words_and_red_of_an_earlier_moment_are_gone_once_a_seat_is_asked_something_else() -> None:
    table = MatTable(Ann={"placed": "?staging"}, Ben=SCRIPT, Cal=MAY_SEIZE | {"spotlight": 1})
    table.press("Cal", at_once=True)
    assert (table.cue("Cal"), told_at(table, "Cal")) == ("attention", "no press is asked for here now")
    table.turn_up("Ben", "I.1")  # Cal is asked at once, and a red light would last longer than that
    assert (table.cue("Cal"), told_at(table, "Cal")) == ("may-interrupt", None)


def test_that_a_card_lies_ready_does_not_hide_what_its_player_is_asked_next() -> None:
    table = before_placement().lay("Ann", "I.1").lay("Cal", "I.3").lay("Ben", "I.2")
    table.wait(LATE_SECONDS)
    assert (table.session.view.offers[1].says.press, told_at(table, "Ben")) == ("reveal", None)


def test_a_seat_that_asked_for_time_is_told_so_no_longer_than_its_question() -> None:
    table = MatTable(Ann=GONE, Ben=SCRIPT, Cal=MAY_SEIZE).turn_up("Ben", "I.1").press("Cal")
    assert told_at(table, "Cal") == "asks for time"
    table.hold("Cal")
    assert told_at(table, "Cal") is None


def test_a_player_who_has_laid_another_card_at_last_is_told_no_more_to_lay_one() -> None:
    cal = {"placed": "I.1", "hand": ["I.3"]}
    table = MatTable(lead="Cal", Ann={"placed": "Miscue", "hand": ["I.4"]}, Ben=GONE, Cal=cal)
    table.turn_up("Ann", "Miscue").press("Cal").turn_up("Cal", "I.1")
    assert told_at(table, "Cal") == "the same card again: play another one"
    table.lay("Cal", "I.3")
    assert told_at(table, "Cal") is None


@pytest.mark.parametrize("lies", ["Seize", "Revive", "I.3"])
def test_a_seize_after_its_window_is_told_to_be_too_late_and_a_card_that_was_peeked_at_is_told_the_same(
    lies: str,
) -> None:
    table = MatTable(lead="Cal", Ann={"placed": "I.4"}, Ben=SCRIPT, Cal={"placed": lies, "intrigue": 1})
    table.turn_up("Ann", "I.4").wait(5.0)
    assert table.asked == ("reveal", ["Ben"])
    before = table.book.kinds().count("events")
    table.turn_up("Cal", lies)
    assert told_at(table, "Cal") == "a Seize is too late: ask the host"
    assert (table.book.kinds().count("events"), table.questions, table.irregular) == (before, [], [])


def test_a_view_is_made_once_for_each_change() -> None:
    table = all_placed(Ben={"placed": "?script", "spotlight": 1}).turn_up("Ben", "I.4")
    view = table.session.view
    assert table.session.view is view
    table.wait(0.5)
    later = table.session.view
    assert (later is view, later.table.asked is view.table.asked) == (False, True)
    table.undo()
    assert table.session.view.table.asked != view.table.asked


def test_the_open_decision_is_computed_once_for_each_state(monkeypatch: pytest.MonkeyPatch) -> None:
    table = all_placed().turn_up("Ben", "I.4")
    asked: list[State] = []

    def counting(state: State) -> Decision | None:
        asked.append(state)
        return decision(state)

    monkeypatch.setattr(GAME.rules, "decision", counting)
    for _look in range(3):
        table.wait(0.1)
        assert (table.session.play.asked, table.cues) == (decision(table.state), list(table.session.view.cues))
    assert asked == []
    table.undo()
    assert table.session.play.asked == decision(table.state) and len(asked) == 1
