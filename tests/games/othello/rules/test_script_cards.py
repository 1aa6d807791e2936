"""Script cards: their successful players, and their rewards (K)."""

import pytest

from companion.othello.model import events as e
from companion.othello.model.frames import Over
from tests.games.othello.rules.table import DECK, Json, Table, card

# --- successful players ---


def test_k1_the_lead_plays_a_card_with_a_crown() -> None:
    table = Table(turn="Ann", Ann={"placed": "I.1"}, Ben={"done": True}, Cal={"done": True})
    table.play("Ann", "reveal")
    assert table.pile("Ann") == ["I.1"]


def test_k1_the_lead_does_not_play_a_card_without_one() -> None:
    table = Table(turn="Ann", Ann={"placed": "I.3"}, Ben={"done": True}, Cal={"done": True})
    table.play("Ann", "reveal")
    assert table.pile("Ann") == []


def test_k1_the_company_plays_a_card_without_a_crown() -> None:
    table = Table(Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.pile("Ben") == ["I.3"]


def test_k1_the_company_does_not_play_a_card_with_one() -> None:
    table = Table(Ben={"placed": "I.1"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.pile("Ben") == []


def test_k1_it_is_the_role_at_the_reveal_that_counts_not_the_one_at_the_placement() -> None:
    table = Table(Ann={"placed": "I.7"}, Ben={"placed": "I.1", "coins": {"Othello": 1}}, Cal={"placed": "I.4"})
    table.play("Ben", "coin", coin="Othello").play("Ben", "reveal")
    assert table.pile("Ben") == ["I.1"]
    table.play("Cal", "reveal")
    assert table.pile("Cal") == ["I.4"]
    table.play("Ann", "reveal")
    assert table.pile("Ann") == ["I.7"]


def test_k1_who_lost_the_lead_before_the_own_reveal_fails_with_a_lead_card() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "Take the Lead"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal").play("Cal", "reveal").play("Ann", "reveal")
    assert table.pile("Ann") == []


# --- rewards ---


def test_k2_a_successful_card_goes_to_the_scoring_pile_with_all_its_rewards() -> None:
    deck = [
        card("I.4", "Brabantio convinces Othello", 2, intrigue=2, spotlight=1),
        card("I.3", "Cassio confronts Iago"),
    ]
    table = Table(deck=deck, Ben={"placed": "I.4"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    seat = table.seat("Ben")
    assert (table.pile("Ben"), seat.intrigue, seat.spotlight) == (["I.4"], 2, 1)


@pytest.mark.parametrize("name", ["Othello", "Cassio", "Desdemona", "Emilia", "Roderigo"])
@pytest.mark.parametrize("verb", ["confronts", "convinces", "conspires", "wounds", "kills"])
def test_k2_a_card_pays_a_coin_of_its_character_1_whatever_the_verb(name: str, verb: str) -> None:
    deck = [card("V.3", f"{name} {verb} Bianca"), card("V.4", "Bianca confronts Iago")]
    table = Table(act=5, deck=deck, Ben={"placed": "V.3"}, Cal={"placed": "V.4"})
    table.play("Ben", "reveal")
    assert table.seat("Ben").coins == {name: 1}
    assert table.state.supply[name] == (5 if name == "Othello" else 3) - 1


@pytest.mark.parametrize("name", ["Bianca", "Lodovico", "Brabantio", "Montano"])
def test_k2_a_character_that_has_no_coins_pays_none(name: str) -> None:
    deck = [card("IV.3", f"{name} confronts Bianca"), card("IV.4", "Bianca confronts Iago")]
    table = Table(act=4, deck=deck, Ben={"placed": "IV.3"}, Cal={"placed": "IV.4"})
    table.play("Ben", "reveal")
    assert table.seat("Ben").coins == {}


@pytest.mark.parametrize(
    ("verb", "coins"),
    [
        ("convinces", {"Iago": 1}),
        ("conspires", {"Iago": 1}),
        ("confronts", {}),
        ("wounds", {}),
        ("kills", {}),
    ],
)
def test_k2_iago_coins_come_only_where_he_convinces_or_conspires(verb: str, coins: dict[str, int]) -> None:
    deck = [card("V.3", f"Iago {verb} Bianca"), card("V.4", "Bianca confronts Iago")]
    table = Table(act=5, deck=deck, turn="Ann", Ann={"placed": "V.3"}, Ben={"placed": "V.4", "done": True})
    table.play("Ann", "reveal")
    assert table.seat("Ann").coins == coins


def test_k2_a_coin_that_is_printed_and_of_character_1_is_paid_once() -> None:
    table = Table(act=3, Ben={"placed": "III.4"}, Cal={"placed": "III.5"})
    table.play("Ben", "reveal")
    assert table.seat("Ben").coins == {"Desdemona": 1}
    assert table.seat("Ben").intrigue == 1


def test_k2_a_printed_coin_of_somebody_else_is_paid_beside_character_1s() -> None:
    deck = [card("I.3", "Cassio confronts Othello", coin="Othello"), card("I.4", "Brabantio confronts Iago")]
    table = Table(deck=deck, Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.seat("Ben").coins == {"Cassio": 1, "Othello": 1}


# --- the five verbs ---


@pytest.mark.parametrize("verb", ["confronts", "convinces"])
def test_k3_confronts_and_convinces_do_nothing_more(verb: str) -> None:
    deck = [card("I.3", f"Brabantio {verb} Cassio", 1), card("I.4", "Brabantio confronts Iago")]
    table = Table(deck=deck, Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.points() == [0, 1, 0]
    assert not any(table.state.wounds.values())


@pytest.mark.parametrize("verb", ["confronts", "convinces", "wounds", "kills"])
def test_k3_every_verb_but_conspires_can_be_blocked_by_a_spotlight(verb: str) -> None:
    deck = [card("I.3", f"Brabantio {verb} Cassio", 1), card("I.4", "Brabantio confronts Iago")]
    table = Table(deck=deck, Ann={"spotlight": 1}, Ben={"placed": "I.3"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal").play("Ann", "spotlight")
    assert table.pile("Ben") == []
    assert table.state.script_discard == ["I.3"]


def test_k4_conspires_cannot_be_blocked_by_a_spotlight() -> None:
    table = Table(Ann={"spotlight": 1, "placed": "I.1"}, Ben={"placed": "I.5"}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal")
    assert table.asked == ("window", ["Cal"])
    assert table.forbidden("Ann", "spotlight") == {"spotlight.exempt": ("L1",)}


def test_k4_conspires_can_be_seized() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.5"}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal").play("Cal", "seize")
    assert table.pile("Cal") == ["I.5"]


def test_k5_wounds_places_one_wound_token_on_character_2() -> None:
    table = Table(Ben={"placed": "I.6"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.state.wounds["Cassio"] == 1
    assert table.seat("Ben").wounds == 0


def test_k5_at_the_limit_the_character_dies_and_the_player_takes_the_tokens_on_the_tile() -> None:
    table = Table(tiles={"Cassio": {"wounds": 4}}, Ben={"placed": "I.6"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.state.dead == {"Cassio"}
    assert (table.seat("Ben").wounds, table.state.wounds["Cassio"]) == (5, 0)
    assert table.score("Ben").wounds == 5


def test_k6_kills_turns_the_tile_and_brings_the_wound_tokens_on_it() -> None:
    table = Table(act=5, tiles={"Desdemona": {"wounds": 3}}, Ben={"placed": "V.9"}, Cal={"placed": "V.6"})
    table.play("Ben", "reveal")
    assert table.state.dead == {"Desdemona"}
    assert (table.seat("Ben").wounds, table.state.wounds["Desdemona"]) == (3, 0)
    assert table.score("Ben").script == 2


def test_k6_a_kill_without_tokens_on_the_tile_brings_none() -> None:
    table = Table(act=5, turn="Ann", Ann={"placed": "V.5"}, Ben={"done": True}, Cal={"done": True})
    table.play("Ann", "reveal")
    assert table.state.dead == {"Roderigo"}
    assert table.seat("Ann").wounds == 0


def test_k7_the_last_curtain_ends_the_game_and_nobody_acts_after_it() -> None:
    table = Table(
        act=5,
        half_curtain=True,
        marker="script-empty",
        Ann={"placed": "V.5", "coins": {"Iago": 1}},
        Ben={"placed": "V.16", "coins": {"Iago": 1}},
        Cal={"placed": "V.6"},
    )
    table.play("Ben", "reveal")
    assert table.over
    assert table.state.frames == (Over(5),)
    assert table.permitted == []
    assert table.pile("Cal") == []
    for answer in ("reveal", "exit", "pass"):
        table.forbidden("Cal", answer)
    table.forbidden("Ben", "coin", coin="Iago", on="Bianca")
    table.forbidden(None, "next-act")


def test_k8_who_reveals_a_card_of_the_wrong_role_exits_with_it() -> None:
    table = Table(Ben={"placed": "I.2"}, Cal={"placed": "I.4"})
    table.play("Ben", "reveal")
    assert table.state.script_discard == ["I.2"]
    assert (table.seat("Ben").intrigue, table.seat("Ben").coins) == (1, {})
    assert table.asked == ("reveal", ["Cal"])


def test_k8_a_curtain_card_of_the_wrong_role_is_discarded_for_nothing() -> None:
    table = Table(turn="Ann", Ann={"placed": "I.9"}, Ben={"placed": "I.3", "done": True}, order=["Ann", "Ben", "Cal"])
    table.play("Ann", "reveal")
    assert "I.9" in table.state.script_discard
    assert table.seat("Ann").intrigue == 0
    assert not table.state.half_curtain


# --- the handkerchief ---


def test_k9_the_handkerchief_comes_from_the_box() -> None:
    table = Table(act=3, Ben={"placed": "III.6"}, Cal={"placed": "III.5"})
    table.play("Ben", "reveal")
    assert table.score("Ben").handkerchief == 3


def test_k9_the_handkerchief_comes_from_whoever_has_it() -> None:
    table = Table(act=3, Ann={"handkerchief": True}, Ben={"placed": "III.6"}, Cal={"placed": "III.5"})
    table.play("Ben", "reveal")
    assert [table.score(name).handkerchief for name in table.names] == [0, 3, 0]


def test_k9_who_has_it_already_keeps_it_and_nobody_is_asked() -> None:
    table = Table(
        act=3,
        Ben={"placed": "III.6", "handkerchief": True, "coins": {"Desdemona": 1}},
        Cal={"placed": "III.5"},
    )
    table.play("Ben", "reveal")
    assert table.score("Ben").handkerchief == 3
    assert table.asked == ("reveal", ["Cal"])


def test_k9_a_protected_holder_keeps_it_and_the_card_is_otherwise_successful() -> None:
    table = Table(
        act=3, Ann={"handkerchief": True, "protected": True}, Ben={"placed": "III.6"}, Cal={"placed": "III.5"}
    )
    table.play("Ben", "reveal")
    assert [table.score(name).handkerchief for name in table.names] == [3, 0, 0]
    assert (table.pile("Ben"), table.seat("Ben").intrigue) == (["III.6"], 1)


def test_k9_the_holder_may_protect_at_that_moment() -> None:
    table = Table(
        act=3,
        Ann={"handkerchief": True, "coins": {"Desdemona": 1}},
        Ben={"placed": "III.6"},
        Cal={"placed": "III.5"},
    )
    table.play("Ben", "reveal")
    assert table.asked == ("protect", ["Ann"])
    table.play("Ann", "protect", with_="desdemona")
    assert [table.score(name).handkerchief for name in table.names] == [3, 0, 0]
    assert table.pile("Ben") == ["III.6"]
    assert table.seat("Ann").coins == {}


def test_k9_the_holder_who_seized_nothing_may_protect_against_the_seizer() -> None:
    ann: Json = {"placed": "III.3", "handkerchief": True, "spotlight": 1, "coins": {"Desdemona": 1}}
    cal: Json = {"placed": "Seize", "intrigue": 1}
    table = Table(act=3, Ann=ann, Ben={"placed": "III.6"}, Cal=cal).play("Ben", "reveal")
    table.play("Ann", "pass").play("Cal", "seize")
    assert table.asked == ("protect", ["Ann"])
    table.play("Ann", "protect", with_="desdemona")
    assert (table.pile("Cal"), table.state.handkerchief) == (["III.6"], 0)


def test_k9_who_let_the_seize_be_may_still_keep_the_handkerchief() -> None:
    ben: Json = {"placed": "III.6", "handkerchief": True, "coins": {"Desdemona": 1}}
    table = Table(act=3, Ann={"placed": "III.3"}, Ben=ben, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal").play("Cal", "seize").play("Ben", "pass")
    assert table.asked == ("protect", ["Ben"])
    table.play("Ben", "protect", with_="desdemona")
    assert (table.pile("Cal"), table.state.handkerchief) == (["III.6"], 1)


def test_k9_the_holder_may_let_it_go() -> None:
    table = Table(
        act=3,
        Ann={"handkerchief": True, "hand": ["No Drama"], "intrigue": 1},
        Ben={"placed": "III.6"},
        Cal={"placed": "III.5"},
    )
    table.play("Ben", "reveal").play("Ann", "pass")
    assert [table.score(name).handkerchief for name in table.names] == [0, 3, 0]


def test_k9_a_card_that_fails_takes_no_handkerchief() -> None:
    deck = [*DECK, card("III.1", "Iago convinces Othello", 2, handkerchief=True)]
    table = Table(
        deck=deck,
        act=3,
        Ann={"handkerchief": True, "coins": {"Desdemona": 1}},
        Ben={"placed": "III.1"},
        Cal={"placed": "III.5"},
    )
    table.play("Ben", "reveal")
    assert table.score("Ann").handkerchief == 3
    assert table.happened(e.HandkerchiefTaken) == []
    assert table.asked == ("reveal", ["Cal"])
