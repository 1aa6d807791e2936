"""Character coins (O)."""

from typing import Any

import pytest

from companion.core.verdict import Reason
from companion.othello.model import events as e
from companion.othello.model.answers import Do
from companion.othello.model.frames import Steps
from companion.othello.model.vocabulary import Phase
from companion.othello.rules.legality.reasons import own_moment
from tests.games.othello.rules.table import DECK, Json, Table, card


def turn(coin: str, count: int = 1, **keys: Any) -> Table:
    """Ben's turn in the reveal, with these coins; Cal and Ann come later."""
    seats: Json = {
        "Ann": {"placed": "I.1"},
        "Ben": {"placed": "I.4", "coins": {coin: count}},
        "Cal": {"placed": "I.3"},
    }
    for name, seat in seats.items():
        seat |= keys.pop(name, {})
    return Table(**seats, **keys)


@pytest.mark.parametrize("phase", ["pre-placement", "after-placement", "reveal"])
def test_o1_coins_are_used_before_and_after_placement_and_in_the_own_reveal_turn(phase: str) -> None:
    table = turn("Othello", phase=phase).play("Ben", "coin", coin="Othello")
    assert table.lead == "Ben"


def test_o1_not_while_cards_are_placed() -> None:
    seats: Json = {"Ann": {"hand": ["I.1"]}, "Ben": {"hand": ["I.4"], "coins": {"Othello": 1}}}
    table = Table(phase="placement", **seats)
    assert table.forbidden("Ben", "coin", coin="Othello") == {"coin.not-now": ("O1",)}


def test_o1_not_in_another_players_turn() -> None:
    table = turn("Iago", Cal={"coins": {"Othello": 1}})
    assert table.forbidden("Cal", "coin", coin="Othello") == {"coin.not-now": ("O1",)}


def test_o1_never_as_an_interrupt() -> None:
    table = Table(
        turn="Ann",
        Ann={"placed": "I.1", "intrigue": 1},
        Ben={"placed": "I.4", "coins": {"Othello": 1}, "spotlight": 1},
        Cal={"done": True},
        order=["Ann", "Ben", "Cal"],
    )
    table.play("Ann", "reveal")
    assert table.asked == ("window", ["Ben"])
    assert not table.offers("Ben", "coin")


def test_o1_as_many_as_one_likes() -> None:
    table = turn("Roderigo", 2, Ben={"hand": ["I.7"]}, Cal={"hand": ["I.5"]})
    for give in ("I.7", "I.5"):
        table.play("Ben", "coin", coin="Roderigo", target="Cal", look=False, give=give)
    assert table.seat("Ben").coins == {}
    assert table.asked == ("reveal", ["Ben"])


def test_o1_used_coins_return_to_the_supply() -> None:
    table = turn("Othello", 2)
    assert table.state.supply["Othello"] == 3
    table.play("Ben", "coin", coin="Othello")
    assert table.state.supply["Othello"] == 4


def test_o1_without_the_coin_there_is_nothing_to_use() -> None:
    table = turn("Iago")
    assert "coin.none" in table.forbidden("Ben", "coin", coin="Othello")
    assert table.forbidden("Ben", "coin", coin="Bianca") == {"coin.no-such-coin": ("C6",)}


def test_o1_the_card_is_revealed_after_the_coins() -> None:
    table = turn("Othello", Ben={"placed": "I.2"}).play("Ben", "coin", coin="Othello").play("Ben", "reveal")
    assert table.pile("Ben") == ["I.2"]


def test_o1_a_coin_just_earned_may_be_used_until_the_next_reveal() -> None:
    seats: Json = {"Ben": {"placed": "I.3", "hand": ["Seize"]}, "Cal": {"placed": "I.4"}, "Ann": {"placed": "I.1"}}
    table = Table(**seats).play("Ben", "reveal")
    table.play("Ben", "coin", coin="Cassio", improv={"way": "hand", "give": "Seize", "draw": "staging"})
    assert [event.coin for event in table.happened(e.CoinUsed)] == ["Cassio"]


@pytest.mark.parametrize(
    ("phase", "at", "may"),
    [
        (Phase.PRE_PLACEMENT, 0, [False, True, False]),
        (Phase.AFTER_PLACEMENT, 1, [False, False, True]),
        (Phase.AFTER_REVEAL, 1, [False, False, True]),
    ],
)
def test_o1_in_ones_own_step(phase: Phase, at: int, may: list[bool]) -> None:
    state = Table(Ben={"placed": "I.3"}).state
    state.frames = (*state.frames, Steps(phase, (1, 2, 0), at))
    assert [not own_moment(state, by, Do.COIN, "O1", after_reveal=True) for by in range(3)] == may
    others = [not own_moment(state, by, Do.IMPROV, "I2") for by in range(3)]
    assert others == ([False] * 3 if phase == "after-reveal" else may)


def test_o1_in_ones_own_turn_and_coins_also_right_after_it() -> None:
    table = Table(Ben={"placed": "I.4"}, Cal={"placed": "I.3"}, Ann={"placed": "I.1"}).play("Ben", "reveal")
    assert (
        own_moment(table.state, 2, Do.COIN, "O1", after_reveal=True) == own_moment(table.state, 2, Do.COIN, "O1") == []
    )
    assert own_moment(table.state, 1, Do.COIN, "O1", after_reveal=True) == []
    assert own_moment(table.state, 1, Do.IMPROV, "I2") == [
        Reason("improv.not-now", ("I2",), "It is not the moment for this: Ben may do it in a turn of their own.")
    ]
    assert own_moment(table.state, 0, Do.COIN, "O1", after_reveal=True) == [
        Reason("coin.not-now", ("O1",), "It is not the moment for this: Ann may do it in a turn of their own.")
    ]


def test_o1_but_not_after_the_next_reveal() -> None:
    seats: Json = {"Ben": {"placed": "I.3", "hand": ["Seize"]}, "Cal": {"placed": "I.4"}, "Ann": {"placed": "I.1"}}
    table = Table(**seats).play("Ben", "reveal").play("Cal", "reveal")
    assert table.forbidden("Ben", "coin", coin="Cassio")


def test_o1_nor_by_who_had_no_card_to_reveal() -> None:
    table = Table(Ben={"coins": {"Othello": 1}}, Cal={"placed": "I.4"}, Ann={"placed": "I.1"})
    assert table.asked == ("reveal", ["Cal"])
    assert not table.offers("Ben", "coin")


def test_o2_an_iago_coin_wounds_a_living_character_of_the_act() -> None:
    table = turn("Iago", tiles={"Cassio": {"dead": True}}).play("Ben", "coin", coin="Iago")
    assert table.choices("on") == ["Othello", "Iago", "Roderigo", "Brabantio", "Desdemona"]
    table.play("Ben", "choose", on="Roderigo")
    assert table.state.wounds["Roderigo"] == 1


def test_o2_or_iago_himself() -> None:
    assert turn("Iago").play("Ben", "coin", coin="Iago", on="Iago").state.wounds["Iago"] == 1


@pytest.mark.parametrize("name", ["Cassio", "Bianca"])
def test_o2_neither_who_is_dead_nor_who_is_not_in_the_act(name: str) -> None:
    table = turn("Iago", tiles={"Cassio": {"dead": True}})
    assert table.forbidden("Ben", "coin", coin="Iago", on=name) == {"iago.on": ("O2", "W3")}


def test_o2_one_per_player_and_scene() -> None:
    table = turn("Iago", 2).play("Ben", "coin", coin="Iago", on="Cassio")
    assert table.forbidden("Ben", "coin", coin="Iago", on="Cassio") == {"coin.iago-used": ("O2",)}
    assert not table.offers("Ben", "coin", coin="Iago")


def test_o2_each_player_may_use_one() -> None:
    table = turn("Iago", Cal={"coins": {"Iago": 1}}).play("Ben", "coin", coin="Iago", on="Cassio").play("Ben", "reveal")
    table.play("Cal", "coin", coin="Iago", on="Cassio")
    assert table.state.wounds["Cassio"] == 2


def test_o2_also_right_after_the_own_reveal() -> None:
    table = turn("Iago").play("Ben", "reveal")
    assert table.asked == ("reveal", ["Cal"])
    table.play("Ben", "coin", coin="Iago", on="Cassio")
    assert table.state.wounds["Cassio"] == 1
    assert table.asked == ("reveal", ["Cal"])


@pytest.mark.parametrize(("placed", "do"), [("Take the Lead", "reveal"), ("I.4", "exit"), ("I.2", "reveal")])
def test_o2_whatever_came_of_the_reveal(placed: str, do: str) -> None:
    table = turn("Iago", Ben={"placed": placed}).play("Ben", do)
    assert table.offers("Ben", "coin", coin="Iago")
    assert table.play("Ben", "coin", coin="Iago", on="Cassio").state.wounds["Cassio"] == 1


def test_o2_who_has_used_one_before_may_not_after_the_reveal() -> None:
    table = turn("Iago", 2).play("Ben", "coin", coin="Iago", on="Cassio").play("Ben", "reveal")
    assert not table.offers("Ben", "coin", coin="Iago")


def test_o2_used_after_the_reveal_it_is_the_one_of_the_scene_too() -> None:
    table = turn("Iago", 2).play("Ben", "reveal").play("Ben", "coin", coin="Iago", on="Cassio")
    assert table.asked == ("reveal", ["Cal"])


def test_o2_with_a_coin_just_earned() -> None:
    table = Table(turn="Ann", order=["Ann", "Ben", "Cal"], Ann={"placed": "I.2"}, Ben={"placed": "I.3"})
    table.play("Ann", "reveal").play("Ann", "coin", coin="Iago", on="Cassio")
    assert table.state.wounds["Cassio"] == 1


def test_o2_the_next_reveal_passes_it_over() -> None:
    table = turn("Iago").play("Ben", "reveal").play("Cal", "reveal")
    assert table.pile("Cal") == ["I.3"]
    assert table.forbidden("Ben", "coin", coin="Iago", on="Cassio") == {"coin.not-now": ("O1",)}


def test_o2_at_the_limit_the_character_dies_and_the_tokens_go_to_the_player() -> None:
    table = turn("Iago", tiles={"Brabantio": {"wounds": 1}}).play("Ben", "coin", coin="Iago", on="Brabantio")
    assert table.state.dead == {"Brabantio"}
    assert table.score("Ben").wounds == 2


def test_o1_after_a_coin_it_is_still_the_turn_of_the_card() -> None:
    table = turn("Othello", Ben={"coins": {"Othello": 1, "Iago": 1}}).play("Ben", "coin", coin="Othello")
    assert table.asked == ("reveal", ["Ben"])


def test_o2_whom_it_wounds_may_be_chosen_after_the_reveal_too() -> None:
    table = turn("Iago").play("Ben", "reveal").play("Ben", "coin", coin="Iago").play("Ben", "choose", on="Cassio")
    assert (table.state.wounds["Cassio"], table.asked) == (1, ("reveal", ["Cal"]))


def test_o2_who_passes_after_other_coins_is_not_asked_again_in_any_edition() -> None:
    ben: Json = {"coins": {"Iago": 1, "Othello": 1}}
    table = Table(edition="2022", order=["Ann", "Cal", "Ben"], turn="Ben", Ben={"placed": "I.4", **ben})
    table.play("Ben", "reveal").everybody_passes()
    assert table.asked == ("after-reveal", ["Ben"])
    table.play("Ben", "coin", coin="Othello").everybody_passes().play("Ben", "pass")
    assert (table.lead, table.state.scene) == ("Ben", 2)


def test_o3_an_othello_coin_takes_the_lead() -> None:
    assert turn("Othello").play("Ben", "coin", coin="Othello").lead == "Ben"


def test_o3_the_lead_gives_it_away_with_one() -> None:
    table = turn("Othello", phase="after-placement", lead="Ben").play("Ben", "coin", coin="Othello")
    assert table.choices("target") == ["Cal", "Ann"]
    assert table.play("Ben", "choose", target="Ann").lead == "Ann"


@pytest.mark.parametrize("way", ["hand", "face-down"])
def test_o4_a_cassio_coin_is_an_improv_for_nothing(way: str) -> None:
    table = turn("Cassio", Ben={"hand": ["I.7"]}, piles={"script": ["I.10"], "staging": ["Seize"]})
    chosen: Json = {"draw": "script"} if way == "hand" else {}
    table.play("Ben", "coin", coin="Cassio", improv={"way": way, "give": "I.7", **chosen})
    ben = table.seat("Ben")
    assert (ben.placed, ben.hand) == (("I.4", ["I.10"]) if way == "hand" else ("I.7", ["I.4"]))
    assert (ben.intrigue, ben.coins, ben.improv_used) == (0, {}, True)


def test_o4_it_draws_from_the_piles_only_where_an_improv_does() -> None:
    seats: Json = {
        "Ben": {"placed": "I.4"},
        "Cal": {"placed": "I.3", "hand": ["I.7"], "coins": {"Cassio": 1}},
    }
    table = Table(phase="after-placement", **seats)
    assert table.asked == ("after-placement", ["Cal"])
    improv = {"way": "hand", "give": "I.7", "draw": "staging"}
    assert table.forbidden("Cal", "coin", coin="Cassio", improv=improv) == {"improv.not-now": ("I2",)}


@pytest.mark.parametrize(("phase", "changed"), [("reveal", True), ("after-placement", True), ("pre-placement", False)])
def test_o4_which_card_it_changes_need_not_be_said(phase: str, changed: bool) -> None:
    ben: Json = {"hand": ["I.7"], "placed": "I.4" if changed else None}
    table = turn("Cassio", Ben=ben, phase=phase, piles={"script": [], "staging": ["Revive"]})
    table.play("Ben", "coin", coin="Cassio")
    assert (table.seat("Ben").placed, table.seat("Ben").hand) == (("I.7", ["I.4"]) if changed else (None, ["Revive"]))


def test_o5_a_desdemona_coin_protects() -> None:
    table = turn("Desdemona").play("Ben", "protect", with_="desdemona")
    assert table.seat("Ben").protected
    assert turn("Desdemona").forbidden("Ben", "coin", coin="Desdemona") == {"coin.protects": ("O5",)}
    assert turn("Iago").forbidden("Ben", "protect", with_="desdemona") == {"protect.no-coin": ("O5",)}


def test_o6_an_emilia_coin_takes_a_coin_from_another_player() -> None:
    table = turn("Emilia", Cal={"coins": {"Iago": 1, "Othello": 2}}).play("Ben", "coin", coin="Emilia", target="Cal")
    assert table.choices("take") == ["Iago", "Othello"]
    table.play("Ben", "choose", take="Othello")
    assert (table.seat("Ben").coins, table.seat("Cal").coins) == ({"Othello": 1}, {"Iago": 1, "Othello": 1})
    assert table.state.supply["Emilia"] == 3


def test_o6_but_no_emilia_coin() -> None:
    table = turn("Emilia", Cal={"coins": {"Emilia": 1, "Iago": 1}}).play("Ben", "coin", coin="Emilia", target="Cal")
    assert table.seat("Ben").coins == {"Iago": 1}
    alone = turn("Emilia", Cal={"coins": {"Emilia": 1}})
    assert "emilia.no-target" in alone.forbidden("Ben", "coin", coin="Emilia")


def test_o6_a_coin_taken_can_be_used_at_once() -> None:
    table = turn("Emilia", Cal={"coins": {"Othello": 1}}).play("Ben", "coin", coin="Emilia", target="Cal")
    assert table.play("Ben", "coin", coin="Othello").lead == "Ben"


def test_o7_a_roderigo_coin_is_an_exchange() -> None:
    table = turn("Roderigo", Ben={"hand": ["I.7"], "intrigue": 3}, Cal={"hand": ["I.5", "Seize"]})
    table.play("Ben", "coin", coin="Roderigo", target="Cal", look=True, take="I.5", give="I.7").everybody_passes()
    assert (table.seat("Ben").hand, sorted(table.seat("Cal").hand)) == (["I.5"], ["I.7", "Seize"])
    assert (table.seat("Ben").intrigue, table.seat("Ben").coins) == (0, {})


@pytest.mark.parametrize("coin", ["Iago", "Othello", "Cassio", "Emilia", "Roderigo"])
def test_o8_a_spotlight_blocks_any_coin_but_desdemonas(coin: str) -> None:
    choices: Json = {"Iago": {"on": "Cassio"}, "Cassio": {"improv": {"way": "face-down", "give": "I.7"}}}
    table = turn(coin, Ben={"hand": ["I.7"]}, Cal={"hand": ["I.5"], "coins": {"Iago": 1}}, Ann={"spotlight": 1})
    table.play("Ben", "coin", coin=coin, **choices.get(coin, {}))
    assert table.asked == ("window", ["Ann"])
    table.play("Ann", "spotlight")
    ben = table.seat("Ben")
    assert (ben.coins, ben.placed, ben.hand, table.lead) == ({}, "I.4", ["I.7"], "Ann")
    assert not any(table.state.wounds.values())
    assert table.happened(e.Blocked) == [e.Blocked(0, 1, coin)]


def test_o8_a_blocked_iago_coin_was_the_one_of_the_scene() -> None:
    table = turn("Iago", 2, Ann={"spotlight": 1}).play("Ben", "coin", coin="Iago", on="Cassio").play("Ann", "spotlight")
    assert "coin.iago-used" in table.forbidden("Ben", "coin", coin="Iago", on="Cassio")


def test_o8_nobody_is_asked_about_a_desdemona_coin() -> None:
    table = turn("Desdemona", Ann={"spotlight": 1}, deck=[*DECK, card("I.20", "Cassio confronts Iago")])
    table.play("Ben", "protect", with_="desdemona")
    assert table.asked == ("reveal", ["Ben"])
