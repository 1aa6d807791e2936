"""Wounds (W) and dead characters (X)."""

import pytest

from companion.othello.model import events as e
from companion.othello.model.vocabulary import WhyFailed
from tests.games.othello.rules.table import DECK, Json, Table, card

IAGO: Json = {"coins": {"Iago": 1}}


def dead(*names: str) -> Json:
    return {name: {"dead": True} for name in names}


def test_w1_wounds_stay_on_a_tile_across_acts() -> None:
    table = Table(phase="intermission", act=1, tiles={"Othello": {"wounds": 4}, "Desdemona": {"wounds": 2}})
    table.play(None, "next-act")
    assert (table.state.wounds["Othello"], table.state.wounds["Desdemona"]) == (4, 2)


def test_w1_and_count_when_the_character_returns() -> None:
    table = Table(act=3, tiles={"Desdemona": {"wounds": 4}}, Ben={"placed": "III.4", **IAGO}, Cal={"placed": "III.5"})
    table.play("Ben", "coin", coin="Iago", on="Desdemona")
    assert table.seat("Ben").wounds == 5


def test_w2_iagos_wounds_go_with_his_tile() -> None:
    table = Table(tiles={"Iago": {"wounds": 3}}, Ben={"placed": "Take the Lead", **IAGO}, Cal={"placed": "I.3"})
    table.play("Ben", "coin", coin="Iago", on="Iago").play("Ben", "reveal")
    assert table.lead == "Ben"
    assert table.state.wounds["Iago"] == 4


@pytest.mark.parametrize(
    ("act", "absent"), [(1, "Bianca"), (2, "Desdemona"), (3, "Roderigo"), (4, "Montano"), (5, "Lodovico")]
)
def test_w3_only_characters_of_the_act_can_be_wounded(act: int, absent: str) -> None:
    placed = {1: "I.4", 2: "II.1", 3: "III.5", 4: "IV.1", 5: "V.6"}[act]
    table = Table(act=act, Ben={"placed": placed, **IAGO})
    assert "iago.on" in table.forbidden("Ben", "coin", coin="Iago", on=absent)
    table.play("Ben", "coin", coin="Iago", on="Othello")
    assert table.state.wounds["Othello"] == 1


@pytest.mark.parametrize("victims", [["Cassio"], ["Othello", "Cassio"]])
def test_w3_the_dead_cannot_be_wounded_by_villainy_either(victims: list[str]) -> None:
    table = Table(tiles=dead("Cassio"), Ben={"placed": "Villainy", "coins": {"Iago": 2}}, Cal={"placed": "I.3"})
    assert table.forbidden("Ben", "reveal", wounds=victims) == {"villainy.wounds": ("A6", "W3")}


@pytest.mark.parametrize(
    ("name", "act", "placed"),
    [
        ("Montano", 2, "II.1"),
        ("Brabantio", 1, "I.4"),
        ("Lodovico", 4, "IV.1"),
        ("Bianca", 3, "III.4"),
        ("Emilia", 3, "III.5"),
        ("Roderigo", 1, "I.4"),
        ("Cassio", 1, "I.4"),
        ("Desdemona", 3, "III.5"),
        ("Iago", 5, "V.6"),
        ("Othello", 5, "V.6"),
    ],
)
def test_w4_the_wound_that_reaches_the_limit_kills_and_not_the_one_before(name: str, act: int, placed: str) -> None:
    limit = Table(act=act, Ben={"placed": placed}).state.limit(name)
    for wounds in (limit - 2, limit - 1):
        if wounds < 0:
            continue
        table = Table(act=act, tiles={name: {"wounds": wounds}}, Ben={"placed": placed, **IAGO})
        table.play("Ben", "coin", coin="Iago", on=name)
        died = wounds == limit - 1
        assert (name in table.state.dead) is died
        assert table.seat("Ben").wounds == (limit if died else 0)
        assert table.state.wounds[name] == (0 if died else limit - 1)


def test_w4_whoever_landed_the_last_wound_takes_all_tokens_whoever_placed_the_others() -> None:
    seats: Json = {
        "Ben": {"placed": "I.4", **IAGO},
        "Cal": {"placed": "I.3", **IAGO},
        "Ann": {"placed": "I.1"},
    }
    table = Table(tiles={"Cassio": {"wounds": 3}}, **seats)
    table.play("Ben", "coin", coin="Iago", on="Cassio").play("Ben", "reveal").play(
        "Cal", "coin", coin="Iago", on="Cassio"
    )
    assert [seat.wounds for seat in table.state.seats] == [0, 0, 5]


def test_w5_dead_iagos_tile_passes_on() -> None:
    table = Table(tiles=dead("Iago"), Ben={"placed": "Take the Lead"}, Cal={"placed": "I.3"}).play("Ben", "reveal")
    assert table.lead == "Ben"
    assert table.state.dead == {"Iago"}


def test_w5_the_powers_of_the_lead_do_not_change() -> None:
    seats: Json = {"Ann": {"placed": "Villainy"}, "Ben": {"placed": "I.3"}, "Cal": {"placed": "I.2"}}
    table = Table(tiles=dead("Iago"), order=["Ann", "Ben", "Cal"], **seats).play("Ann", "reveal", cut={"Cassio": 2})
    assert table.state.limit("Cassio") == 3
    table.play("Ben", "exit").play("Cal", "reveal")
    assert table.happened(e.Failed) == [e.Failed(2, "I.2", WhyFailed.WRONG_ROLE)]


def test_w5_he_still_begins_the_next_act_with_the_player_of_fewest_points() -> None:
    table = Table(phase="intermission", act=1, tiles=dead("Iago"), Ann={"wounds": 1}, Cal={"wounds": 1})
    assert table.play(None, "next-act").lead == "Ben"


def test_w5_iago_dying_leaves_the_lead_where_it_is() -> None:
    table = Table(tiles={"Iago": {"wounds": 5}}, Ben={"placed": "I.4", **IAGO}).play(
        "Ben", "coin", coin="Iago", on="Iago"
    )
    assert (table.lead, table.seat("Ben").wounds) == ("Ann", 6)
    assert table.state.dead == {"Iago"}


# --- cards of dead characters ---


def test_x1_a_card_of_a_dead_character_1_is_set_aside_and_its_rewards_are_paid() -> None:
    table = Table(tiles=dead("Cassio"), Ben={"placed": "I.3"}, Cal={"placed": "I.4"}).play("Ben", "reveal")
    assert [name for name, _role in table.state.set_aside] == ["I.3"]
    assert (table.pile("Ben"), table.score("Ben").script) == ([], 0)
    assert (table.seat("Ben").intrigue, table.seat("Ben").coins) == (1, {"Cassio": 1})


def test_x1_it_needs_the_right_role_all_the_same() -> None:
    table = Table(tiles=dead("Iago"), Ben={"placed": "I.2"}, Cal={"placed": "I.4"}).play("Ben", "reveal")
    assert table.state.set_aside == []
    assert table.state.script_discard == ["I.2"]


def test_x1_its_wound_does_not_happen() -> None:
    table = Table(tiles=dead("Brabantio"), Ben={"placed": "I.6"}, Cal={"placed": "I.4"}).play("Ben", "reveal")
    assert table.state.wounds["Cassio"] == 0


def test_x1_seized_it_is_set_aside_too_and_the_seizer_has_the_rewards() -> None:
    table = Table(tiles=dead("Cassio"), Ben={"placed": "I.3"}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal").play("Cal", "seize")
    assert [name for name, _role in table.state.set_aside] == ["I.3"]
    assert table.seat("Cal").coins == {"Cassio": 1}


def test_x1_a_dead_character_2_is_no_hindrance() -> None:
    table = Table(tiles=dead("Cassio"), Ben={"placed": "I.7"}, Cal={"placed": "I.4"}).play("Ben", "reveal")
    assert (table.pile("Ben"), table.score("Ben").script) == (["I.7"], 1)


def test_x1_but_no_wound_is_placed_on_the_dead() -> None:
    table = Table(tiles=dead("Cassio"), Ben={"placed": "I.6"}, Cal={"placed": "I.4"}).play("Ben", "reveal")
    assert table.pile("Ben") == ["I.6"]
    assert table.state.wounds["Cassio"] == 0
    assert table.happened(e.Wounded) == []


def test_x2_set_aside_cards_go_to_whoever_revives_the_character() -> None:
    seats: Json = {
        "Ann": {"placed": "I.1"},
        "Ben": {"placed": "I.3"},
        "Cal": {"placed": "Revive", "intrigue": 3},
    }
    table = Table(tiles=dead("Cassio"), **seats).play("Ben", "reveal").everybody_passes()
    table.play("Cal", "reveal").everybody_passes()
    assert (table.pile("Ben"), table.pile("Cal")) == ([], ["I.3"])


def test_x2_until_then_they_count_for_no_bonus() -> None:
    table = Table(phase="over", act=5, Ann={"scored": ["I.4", "I.5"]}, set_aside=["I.6"], tiles=dead("Brabantio"))
    assert table.score("Ann").company_bonus == 0


def test_x3_a_kill_of_a_dead_character_is_successful_and_scored() -> None:
    table = Table(act=5, tiles=dead("Desdemona"), Ben={"placed": "V.9"}, Cal={"placed": "V.6"}).play("Ben", "reveal")
    assert (table.pile("Ben"), table.score("Ben").script) == (["V.9"], 2)


def test_x3_a_kill_by_a_dead_character_is_set_aside_and_nobody_dies() -> None:
    deck = [*DECK, card("V.20", "Othello kills Emilia", 2, intrigue=1)]
    table = Table(deck=deck, act=5, tiles=dead("Othello"), Ben={"placed": "V.20"}, Cal={"placed": "V.6"})
    table.play("Ben", "reveal")
    assert [name for name, _role in table.state.set_aside] == ["V.20"]
    assert table.state.dead == {"Othello"}
    assert table.seat("Ben").intrigue == 1


def test_w4_to_those_that_the_player_has_already() -> None:
    table = Table(Ben={"placed": "I.6", "wounds": 2}, Cal={"placed": "I.3"}, tiles={"Cassio": {"wounds": 4}})
    ben = table.play("Ben", "reveal").seat("Ben")
    assert (ben.wounds, ben.iago_wounds) == (7, 0)
