"""Differences of the edition of 2022: its box, its scenes and its cards. test_levels has its levels."""

from typing import Any

import pytest

from companion.core.verdict import Forbidden, Reason
from companion.othello.model import events as e
from companion.othello.model.decision import DecisionKind
from companion.othello.model.deck import deck_for
from companion.othello.model.frames import Action, Choices
from companion.othello.model.ruleset import load_edition
from companion.othello.model.vocabulary import ActionKind, Marker, Phase, Stage, WhyEnded
from companion.othello.text.views import board_view, card_view
from tests.games.othello.rules.table import DECK, Json, Table, card, opening

RULES = load_edition("2022")
STAND_IN = deck_for(RULES, "stand-in")
# The cards of 2022: in Act V Othello is the lead character
OLD = [
    *(each for each in DECK if not each["id"].startswith("V.")),
    card("V.1", "Othello confronts Emilia", 2),
    card("V.2", "Iago convinces Cassio", 1),
    card("V.6", "Bianca confronts Emilia", 1),
    card("V.7", "Iago confronts Emilia", 1),
    card("V.9", "Othello kills Desdemona", 2),
    card("V.13", "Othello confronts Iago", curtain="half", points_lead=2, points_company=1),
    card("V.16", "Othello kills Othello", curtain="full", points_lead=4, points_company=2),
]
SEIZER: Json = {"placed": "Seize"}


def old(players: str = "Ann Ben Cal", **keys: Any) -> Table:
    """Ann (the Lead), Ben and Cal in the reveal of Act I, by the edition of 2022 with all its rules."""
    return Table(players, **{"edition": "2022", "deck": OLD, **keys})


# --- the box and the setup ---


def test_c2_act_i_has_eleven_script_cards() -> None:
    assert RULES.script_cards == (11, 12, 15, 15, 16)
    assert [len(cards) for cards in STAND_IN.by_act] == [11, 12, 15, 15, 16]


def test_c4_missed_entrance_is_in_the_box_in_the_place_of_miscue() -> None:
    assert RULES.staging_cards["Missed Entrance"] == 3
    assert "Miscue" not in RULES.staging_cards
    assert sum(RULES.staging_cards.values()) == 29


def test_c5_the_box_has_four_wound_tokens_and_play_goes_on_past_them() -> None:
    table = old(tiles={"Othello": {"wounds": 4}}, Ben={"placed": "I.6"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal").window_closes()
    assert table.happened(e.RanOut) == [e.RanOut("wounds")]
    assert (table.state.wounds["Othello"], table.state.wounds["Cassio"]) == (4, 1)


def test_c5_iago_tokens_on_tiles_are_none_of_them() -> None:
    tiles = {"Othello": {"wounds": 9, "iago_coins": 7}}
    table = old(tiles=tiles, Ben={"placed": "I.6", "wounds": 6, "iago_wounds": 5}, Cal={"placed": "I.3"})
    assert table.play("Ben", "reveal").window_closes().happened(e.RanOut) == []


def test_c6_there_are_twenty_four_iago_tokens_one_for_each_card_that_gives_one() -> None:
    assert RULES.coins == {"Iago": 24, "Othello": 5, "Cassio": 3, "Desdemona": 3, "Emilia": 3, "Roderigo": 3}
    giving = [each for each in STAND_IN.cards.values() if each.character_1 == "Iago"]
    assert sum(each.verb in ("convinces", "conspires") for each in giving) == 24


def test_c7_iago_bears_ten_wounds() -> None:
    assert old().state.limit("Iago") == 10


def test_c7_othello_cannot_be_wounded_to_death() -> None:
    table = old(tiles={"Othello": {"wounds": 40}}, Ben={"placed": "I.4", "coins": {"Iago": 1}}, Cal={"placed": "I.3"})
    table.play("Ben", "coin", coin="Iago", on="Othello")
    assert (table.state.wounds["Othello"], table.state.dead) == (41, frozenset())


def test_c7_the_board_shows_no_limit_for_him() -> None:
    limits = {tile["character"]: tile["limit"] for tile in board_view(old().state)["tiles"]}
    assert (limits["Othello"], limits["Iago"]) == (None, 10)


def test_c8_the_curtain_cards_of_the_stand_in_deck_are_those_of_the_rulebook() -> None:
    curtains = {each.id: (each.title, str(each.curtain)) for each in STAND_IN.cards.values() if each.curtain}
    assert curtains == {
        "I.9": ("Desdemona confronts Brabantio", "half"),
        "I.11": ("Iago conspires", "full"),
        "II.10": ("Othello confronts Cassio", "half"),
        "II.12": ("Iago conspires", "full"),
        "III.7": ("Iago conspires", "half"),
        "III.15": ("Bianca confronts Cassio", "full"),
        "IV.8": ("Othello wounds Desdemona", "half"),
        "IV.5": ("Desdemona confronts Emilia", "full"),
        "V.13": ("Othello confronts the truth", "half"),
        "V.16": ("Othello kills himself", "full"),
    }


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("I.1", "Iago confronts Roderigo"),
        ("III.4", "Desdemona confronts Othello"),
        ("V.8", "Desdemona confronts Othello"),
    ],
)
def test_c9_the_other_cards_that_the_rulebook_names(name: str, title: str) -> None:
    assert STAND_IN.cards[name].title == title


def test_c9_stand_in_means_the_deck_of_the_edition() -> None:
    table = Table(edition="2022", deck="stand-in")
    assert table.state.deck == STAND_IN
    assert table.position["deck"] == "stand-in"


def test_s3_othello_is_the_lead_character_of_act_v() -> None:
    table = old(phase="intermission", act=4, Ann={"wounds": 2}, Cal={"wounds": 1})
    assert table.state.lead_character == "Iago"
    table.play(None, "next-act")
    assert (table.lead, table.state.lead_character) == ("Ben", "Othello")
    held = {tile["character"]: tile["held_by"] for tile in board_view(table.state)["tiles"]}
    assert (held["Othello"], held["Iago"]) == (1, None)


def test_s7_two_players_keep_all_take_the_lead_cards() -> None:
    table = opening("Ann Ben", "Ann", edition="2022")
    cards = [*table.state.staging, *(card for seat in table.state.seats for card in seat.hand)]
    assert (cards.count("Take the Lead"), table.state.removed) == (7, [])
    assert table.happened(e.LeftTheGame) == []


def test_s8_of_six_players_one_gets_one_script_card_and_three_staging_cards_in_act_i() -> None:
    table = opening("Ann Ben Cal Dot Eve Flo", "Ben", edition="2022")
    scripts = [sum(card in table.state.deck.cards for card in seat.hand) for seat in table.state.seats]
    assert scripts == [1, 2, 2, 2, 2, 2]  # clockwise from the Lead, so it is the player to the Lead's right
    assert [len(seat.hand) for seat in table.state.seats] == [4] * 6
    assert table.state.marker == Marker.SCRIPT_EMPTY


# --- a scene ---


@pytest.mark.parametrize("phase", ["pre-placement", "after-placement"])
def test_p2_it_goes_round_until_nobody_uses_a_token_any_more(phase: str) -> None:
    placed = {"placed": "I.3"} if phase == "after-placement" else {}
    table = old(phase=phase, Ann={**placed, "coins": {"Iago": 1}}, Ben={"coins": {"Othello": 1}}, Cal={})
    table.play("Ben", "pass").play("Ann", "coin", coin="Iago", on="Cassio")
    assert table.asked == (phase, ["Ben"])
    table.play("Ben", "coin", coin="Othello").nobody_acts()
    assert table.lead == "Ben"
    assert table.state.phase == ("placement" if phase == "pre-placement" else "reveal")


def test_p2_a_round_in_which_nobody_did_is_the_last() -> None:
    table = old(phase="pre-placement", Ben={"coins": {"Othello": 1}}, Cal={"hand": ["I.3"]})
    table.play("Ben", "pass").play("Cal", "pass")
    assert table.state.phase == Phase.PLACEMENT


def test_k1_in_act_v_othellos_cards_are_the_leads_and_iagos_the_companys() -> None:
    table = old(act=5, Ann={"placed": "V.1"}, Ben={"placed": "V.7"}, Cal={"placed": "V.6"})
    for name in ("Ben", "Cal", "Ann"):
        table.play(name, "reveal").everybody_passes()
    assert (table.pile("Ann"), table.pile("Ben")) == (["V.1"], ["V.7"])


def test_k1_the_crown_is_shown_on_othellos_cards_then() -> None:
    crowned = {each for each in STAND_IN.cards if card_view(STAND_IN, each, RULES)["crown"]}
    characters = {(name.startswith("V."), STAND_IN.cards[name].character_1) for name in crowned}
    assert characters == {(False, "Iago"), (True, "Othello")}


def test_k2_iago_tokens_come_with_convinces_and_conspires_in_act_v_too() -> None:
    table = old(act=5, Ann={"placed": "V.1"}, Ben={"placed": "V.2"}, Cal={"placed": "V.7"})
    for name in ("Ben", "Cal", "Ann"):
        table.play(name, "reveal").everybody_passes().nobody_acts()
    assert [seat.coins for seat in table.state.seats] == [{"Othello": 1}, {"Iago": 1}, {}]


def test_k3_convinces_cannot_be_blocked_by_a_spotlight() -> None:
    table = old(Ann={"placed": "I.1", "spotlight": 1}, Ben={"placed": "I.4"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal")
    assert not table.offers("Ann", "spotlight")
    assert table.offers("Ann", "seize")
    assert table.everybody_passes().pile("Ben") == ["I.4"]


@pytest.mark.parametrize("drawing", [True, False])
def test_t4_at_the_second_emptying_no_more_cards_are_played(drawing: bool) -> None:
    piles: Json = {"script": [], "staging": ["Revive"], "staging_discard": ["Exchange", "Seize"]}
    keys: Json = {"piles": piles, "marker": "staging-empty", "scene": 4}
    if drawing:
        table = old(phase="draw", Ann={"owes": "staging"}, Ben={"owes": "staging"}, **keys)
    else:
        ben = {"placed": "Missed Entrance", "hand": ["I.4"]}
        table = old(Ben=ben, Cal={"placed": "I.3", "hand": ["I.5"]}, **keys)
        table.play("Ben", "reveal").play("Cal", "swap", card="I.5")
    assert (table.state.phase, table.state.scene, table.state.last_scene) == ("intermission", 4, 4)
    assert table.happened(e.ActEnded) == [e.ActEnded(1, WhyEnded.STAGING_EMPTY)]
    assert table.state.marker == Marker.FINAL_SCENE


def test_a6_the_wounds_after_a_lowered_limit_are_asked_for_once_it_is_lowered() -> None:
    ben: Json = {"placed": "Villainy", "coins": {"Iago": 2}}
    table = Table(edition="2022", lead="Ben", turn="Ben", Ben=ben).play("Ben", "reveal", cut={"Cassio": 1})
    assert (table.asked, table.state.cut) == (("choose", ["Ben"]), {"Cassio": 1})
    chosen = Choices(pay=False, cut=(("Cassio", 1),))
    assert table.state.frames[1] == Action(ActionKind.CARD, 1, "Villainy", chosen, Stage.EFFECT, taker=1, done=1)


def test_t4_in_act_v_the_game_is_over() -> None:
    piles: Json = {"script": [], "staging": ["Revive"], "staging_discard": ["Exchange"]}
    table = old(act=5, phase="draw", piles=piles, marker="staging-empty", Ann={"owes": "staging"})
    assert table.over


# --- scores ---


def test_g1_only_intrigue_is_changed_for_spotlights() -> None:
    table = old(phase="intermission", Ann={"intrigue": 3, "spotlight": 1})
    assert [option["give"] for option in table.options if option["do"] == "trade"] == ["intrigue"]
    assert table.forbidden("Ann", "trade", give="spotlight") == {"trade.one-way": ("G1",)}
    assert table.play("Ann", "trade", give="intrigue").seat("Ann").spotlight == 2


def over(*scored: Any, **keys: Any) -> Table:
    return old(phase="over", act=5, Ann={"scored": list(scored)}, **keys)


def test_g5_the_lead_bonus_counts_cards_that_were_played_as_the_lead() -> None:
    both = ["I.1", "II.12"]
    assert over(*both).score("Ann").lead_bonus == 1
    assert over("I.1", {"card": "II.12", "as": "company"}).score("Ann").lead_bonus == 0


def test_g5_othellos_cards_count_in_act_v_and_iagos_do_not() -> None:
    assert over("I.1", "V.1").score("Ann").lead_bonus == 1
    assert over("I.1", "V.2").score("Ann").lead_bonus == 0


@pytest.mark.parametrize(
    ("name", "bonus"), [("Emilia", 2), ("Othello", 2), ("Brabantio", 0), ("Bianca", 0), ("Iago", 0)]
)
def test_g5_the_company_bonus_is_for_five_characters(name: str, bonus: int) -> None:
    deck = [card(f"I.{number}", f"{name} confronts Cassio", 1) for number in (1, 2, 3)]
    if name == "Iago":
        deck = [card(f"V.{number}", "Iago confronts Emilia", 1) for number in (1, 2, 3)]
    scored = [each["id"] for each in deck]
    assert over(*scored, deck=deck).score("Ann").company_bonus == bonus


def test_g7_the_tie_is_broken_by_othellos_tile() -> None:
    assert over(lead="Ben").winners() == ["Ben"]


# --- staging cards ---


def test_a1_to_look_costs_two_intrigue_tokens() -> None:
    table = old(Ben={"placed": "Exchange", "hand": ["I.7"], "intrigue": 2}, Cal={"placed": "I.3", "hand": ["I.5"]})
    table.play("Ben", "reveal", target="Cal", look=True).everybody_passes()
    assert table.seat("Ben").intrigue == 0


def test_a1_it_is_not_played_from_the_hand() -> None:
    table = old(Ben={"placed": "I.4", "hand": ["Exchange"]}, Cal={"placed": "I.3", "hand": ["I.5"]})
    assert not table.offers("Ben", "from-hand")
    assert "from-hand.placed-only" in table.forbidden("Ben", "from-hand", card="Exchange")


def test_a2_nobody_improvises_against_a_missed_entrance() -> None:
    table = old(Ben={"placed": "Missed Entrance"}, Cal={"placed": "I.3", "hand": ["Seize"], "intrigue": 2})
    table.play("Ben", "reveal").window_closes()
    assert not table.offers("Cal", "improv")
    if table.decision.kind is DecisionKind.PROTECT:
        table.play("Cal", "pass")
    table.play("Cal", "swap", card="Seize")
    assert table.seat("Cal").placed == "Seize"


def test_a3_no_drama_is_replaced_in_the_draw_phase() -> None:
    ben: Json = {"placed": "Exchange", "hand": ["I.7"]}
    cal: Json = {"placed": "I.3", "hand": ["No Drama"], "intrigue": 1}
    piles = {"script": ["I.10"], "staging": ["Revive", "Villainy", "Exchange"]}
    table = old(Ann={"done": True}, Ben=ben, Cal=cal, piles=piles).play("Ben", "reveal", target="Cal")
    table.play("Cal", "protect", with_="no-drama")
    assert table.seat("Cal").hand == []
    table.play("Cal", "reveal")
    assert table.seat("Cal").hand == ["Revive", "Villainy"]  # for the script card, and for No Drama as well
    assert table.state.scene == 2


def test_a3_in_the_draw_phase_itself_it_is_replaced_at_once() -> None:
    piles = {"script": ["I.10"], "staging": ["Revive", "Villainy"]}
    ben = {"hand": ["No Drama", "I.4"], "intrigue": 1}
    table = old(phase="draw", turn="Cal", Ben=ben, Cal={"owes": "choice"}, piles=piles)
    assert table.play("Ben", "protect", with_="no-drama").seat("Ben").hand == ["I.4", "Revive"]


def villain(**keys: Any) -> Table:
    """The Lead's turn, with a Villainy."""
    ann: Json = {"placed": "Villainy", **keys.pop("Ann", {})}
    return old(order=["Ann", "Ben", "Cal"], Ann=ann, Ben={"placed": "I.4"}, Cal={"placed": "I.3"}, **keys)


def test_a6_only_the_lead_plays_villainy() -> None:
    table = old(Ben={"placed": "Villainy", "intrigue": 3, "coins": {"Iago": 2}}, Cal={"placed": "I.3"})
    assert table.forbidden("Ben", "reveal", wounds=["Cassio"]) == {"villainy.lead-only": ("A6",)}


def test_a6_the_lead_uses_up_to_two_iago_tokens() -> None:
    table = villain(Ann={"coins": {"Iago": 4}})
    assert "villainy.wounds" in table.forbidden("Ann", "reveal", wounds=["Cassio"] * 3)
    table.play("Ann", "reveal", wounds=["Cassio"] * 2).window_closes()
    assert (table.state.wounds["Cassio"], table.seat("Ann").coins) == (2, {"Iago": 2})


def test_a6_treachery_for_three_intrigue_is_three_tokens_or_two_off_a_limit() -> None:
    table = villain(Ann={"coins": {"Iago": 3}, "intrigue": 3})
    table.play("Ann", "reveal", pay=True, wounds=["Cassio"] * 3).window_closes()
    assert (table.state.wounds["Cassio"], table.seat("Ann").intrigue) == (3, 0)
    table = villain(Ann={"intrigue": 3}).play("Ann", "reveal", pay=True, cut={"Cassio": 2}).window_closes()
    assert table.state.limit("Cassio") == 3
    assert "villainy.no-intrigue" in villain().forbidden("Ann", "reveal", pay=True, cut={"Cassio": 2})


def test_a6_after_one_off_a_limit_one_token_may_follow() -> None:
    table = villain(Ann={"coins": {"Iago": 2}}, tiles={"Cassio": {"wounds": 3}})
    table.play("Ann", "reveal", cut={"Cassio": 1}).window_closes()
    assert table.choices("wounds") == [[], *([name] for name in table.state.stars())]
    table.play("Ann", "choose", wounds=["Cassio"])
    assert (set(table.state.dead), table.seat("Ann").wounds) == ({"Cassio"}, 4)
    assert table.seat("Ann").coins == {"Iago": 1}


def test_a6_both_may_be_said_at_once() -> None:
    table = villain(Ann={"coins": {"Iago": 2}})
    with pytest.raises(Forbidden) as caught:
        table.play("Ann", "reveal", cut={"Cassio": 1}, wounds=["Cassio"] * 2)
    message = "Cassio, Cassio cannot be chosen for Villainy after a limit was lowered."
    assert caught.value.reasons == (Reason("villainy.wounds", ("A6", "W3"), message),)
    table.play("Ann", "reveal", cut={"Cassio": 1}, wounds=["Othello"]).window_closes()
    assert (table.state.limit("Cassio"), table.state.wounds["Othello"]) == (4, 1)


def test_a6_after_treachery_none_follows() -> None:
    table = villain(Ann={"coins": {"Iago": 2}, "intrigue": 3})
    assert "villainy.both" in table.forbidden("Ann", "reveal", pay=True, cut={"Cassio": 2}, wounds=["Cassio"])
    table.play("Ann", "reveal", pay=True, cut={"Cassio": 2}).window_closes()
    assert table.state.wounds["Cassio"] == 0
    assert table.offers("Ann", "coin", coin="Iago")


def test_a6_othello_has_no_limit_to_lower() -> None:
    assert "villainy.cut" in villain().forbidden("Ann", "reveal", cut={"Othello": 1})


def test_a7_only_the_lead_revives_for_three_intrigue() -> None:
    dead = {"Cassio": {"dead": True}}
    company = old(tiles=dead, Ben={"placed": "Revive", "intrigue": 3}, Cal={"placed": "I.3"})
    company.play("Ben", "reveal").window_closes()
    assert (set(company.state.dead), company.seat("Ben").intrigue) == ({"Cassio"}, 4)
    poor = old(tiles=dead, order=["Ann", "Ben", "Cal"], Ann={"placed": "Revive", "intrigue": 2}, Ben={"placed": "I.4"})
    poor.play("Ann", "reveal").window_closes()
    assert (set(poor.state.dead), poor.seat("Ann").intrigue) == ({"Cassio"}, 3)
    lead = old(tiles=dead, order=["Ann", "Ben", "Cal"], Ann={"placed": "Revive", "intrigue": 3}, Ben={"placed": "I.4"})
    lead.play("Ann", "reveal", character="Cassio").window_closes()
    assert (lead.state.dead, lead.seat("Ann").intrigue) == (frozenset(), 0)


# --- interrupts ---


def test_z1_a_seize_costs_nothing() -> None:
    table = old(Ann=SEIZER, Ben={"placed": "I.4"}, Cal={"placed": "I.3"}).play("Ben", "reveal").play("Cal", "pass")
    table.play("Ann", "seize")
    assert (table.pile("Ann"), table.happened(e.Paid)) == (["I.4"], [])


@pytest.mark.parametrize("placed", ["Villainy", "Revive"])
def test_l1_villainy_and_revive_cannot_be_blocked(placed: str) -> None:
    ann: Json = {"placed": placed, "intrigue": 3, "coins": {"Iago": 1}}
    table = old(
        order=["Ann", "Ben", "Cal"],
        tiles={"Cassio": {"dead": True}},
        Ann=ann,
        Ben={"done": True, "spotlight": 1},
        Cal={"done": True},
    )
    table.play("Ann", "reveal")
    assert table.decision.kind is not DecisionKind.WINDOW
    assert "spotlight.exempt" not in old(Ann={"placed": "I.1"}, Ben={"placed": "I.3", "spotlight": 1}).forbidden(
        "Ben", "spotlight"
    )


def test_o8_an_emilia_token_cannot_be_blocked_only_protected_against() -> None:
    ben: Json = {"placed": "I.4", "coins": {"Emilia": 1}}
    cal: Json = {"placed": "I.3", "coins": {"Iago": 1, "Desdemona": 1}}
    table = old(Ann={"placed": "I.1", "spotlight": 1}, Ben=ben, Cal=cal)
    table.play("Ben", "coin", coin="Emilia", target="Cal", take="Iago")
    assert table.asked == ("protect", ["Cal"])
    assert table.play("Cal", "protect", with_="desdemona").seat("Cal").coins == {"Iago": 1}


# --- tokens, improv, wounds ---


def test_o2_an_iago_token_stays_on_the_tile_as_a_wound() -> None:
    table = old(Ben={"placed": "I.4", "coins": {"Iago": 2}}, Cal={"placed": "I.3"})
    before = table.state.supply["Iago"]
    table.play("Ben", "coin", coin="Iago", on="Cassio")
    assert (table.state.wounds["Cassio"], table.state.iago_tokens) == (1, {"Cassio": 1})
    assert (table.state.supply["Iago"], table.seat("Ben").coins) == (before, {"Iago": 1})
    assert table.position["tiles"]["Cassio"] == {"wounds": 1, "dead": False, "limit_cut": 0, "iago_coins": 1}


def test_o2_whoever_lands_the_last_one_takes_them_for_a_point_each() -> None:
    tiles = {"Cassio": {"wounds": 4, "iago_coins": 3}}
    table = old(tiles=tiles, Ben={"placed": "I.4", "coins": {"Iago": 1}}, Cal={"placed": "I.3"})
    table.play("Ben", "coin", coin="Iago", on="Cassio")
    ben = table.seat("Ben")
    assert (ben.wounds, ben.iago_wounds, table.score("Ben").wounds) == (5, 4, 5)
    assert (set(table.state.dead), table.state.iago_tokens) == ({"Cassio"}, {})
    assert table.state.supply["Iago"] == 20  # the four that were taken never come back


def test_o2_a_kill_takes_them_too() -> None:
    tiles = {"Desdemona": {"wounds": 3, "iago_coins": 2}}
    table = old(act=5, order=["Ann", "Ben", "Cal"], tiles=tiles, Ann={"placed": "V.9"}, Ben={"placed": "V.7"})
    table.play("Ann", "reveal").everybody_passes()
    assert (table.seat("Ann").wounds, table.seat("Ann").iago_wounds) == (3, 2)


def test_o2_a_blocked_one_is_back_in_the_supply() -> None:
    table = old(Ann={"spotlight": 1}, Ben={"placed": "I.4", "coins": {"Iago": 1}}, Cal={"placed": "I.3"})
    table.play("Ben", "coin", coin="Iago", on="Cassio").play("Ann", "spotlight")
    assert (table.state.supply["Iago"], table.state.iago_tokens) == (24, {})


def test_o2_those_on_characters_who_never_return_are_lost_and_back_in_the_supply() -> None:
    tiles = {"Brabantio": {"wounds": 1, "iago_coins": 1}, "Cassio": {"wounds": 1, "iago_coins": 1}}
    ann = {"placed": "I.12"}
    table = old(order=["Ann", "Ben", "Cal"], half_curtain=True, tiles=tiles, Ann=ann, Ben={"placed": "I.4"})
    assert table.state.supply["Iago"] == 22
    table.play("Ann", "reveal").everybody_passes()
    assert (table.state.iago_tokens, table.state.supply["Iago"]) == ({"Cassio": 1}, 22)  # I.12 has paid one


def test_o6_an_emilia_token_takes_any_token() -> None:
    table = old(Ben={"placed": "I.4", "coins": {"Emilia": 1}}, Cal={"placed": "I.3", "coins": {"Emilia": 1}})
    table.play("Ben", "coin", coin="Emilia", target="Cal")
    assert (table.seat("Ben").coins, table.seat("Cal").coins) == ({"Emilia": 1}, {})


def test_i2_the_hand_is_improvised_before_placement_only() -> None:
    ben: Json = {"placed": "I.4", "hand": ["I.7"], "intrigue": 1, "coins": {"Cassio": 1}}
    table = old(Ben=ben, Cal={"placed": "I.3"})
    assert table.offers("Ben", "improv", way="face-down")
    assert not table.offers("Ben", "improv", way="hand")
    assert table.forbidden("Ben", "improv", way="hand", give="I.7") == {"improv.before-placement": ("I2",)}
    why = table.forbidden("Ben", "coin", coin="Cassio", improv={"way": "hand", "give": "I.7"})
    assert why == {"improv.before-placement": ("I2",)}
    early = old(phase="pre-placement", Ben={"hand": ["I.7"], "intrigue": 1}, piles={"staging": ["Revive"]})
    assert early.offers("Ben", "improv", way="hand")


@pytest.mark.parametrize(("dead", "aside"), [("Brabantio", True), ("Cassio", True), ("Othello", False)])
def test_x1_a_card_about_the_dead_is_set_aside_whoever_of_the_two_it_is(dead: str, aside: bool) -> None:
    table = old(tiles={dead: {"dead": True}}, Ben={"placed": "I.6"}, Cal={"placed": "I.3"})
    table.play("Ben", "reveal").everybody_passes()
    assert ([card for card, _role in table.state.set_aside] == ["I.6"]) is aside
    assert (table.pile("Ben") == ["I.6"]) is not aside
    assert (table.seat("Ben").intrigue, table.state.wounds["Cassio"]) == (1, 0 if aside else 1)


@pytest.mark.parametrize(("still_dead", "comes"), [([], True), (["Brabantio"], False), (["Bianca"], True)])
def test_x1_it_comes_back_when_neither_of_the_two_is_dead_any_more(still_dead: list[str], comes: bool) -> None:
    dead = {name: {"dead": True} for name in ["Cassio", *still_dead]}
    ann: Json = {"placed": "Revive", "intrigue": 3}
    table = old(order=["Ann", "Ben", "Cal"], tiles=dead, set_aside=["I.7"], Ann=ann, Ben={"placed": "I.4"})
    table.play("Ann", "reveal", character="Cassio").everybody_passes()
    assert (table.pile("Ann") == ["I.7"]) is comes
