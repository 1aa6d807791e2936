"""Every example and note in the rulebooks (rulebook.toml) on special circumstances and on acts, by edition."""

from typing import Any

import pytest

from companion.othello.model import events as e
from companion.othello.model.vocabulary import Interrupt, WhyEnded
from tests.games.othello.rules.rulebook import passage, table
from tests.games.othello.rules.table import DECK, Json, Table, card, opening

MISCUE = {"2024": "Miscue", "2024-first": "Missed Entrance", "2022": "Missed Entrance"}
SIX = "Ann Ben Cal Dot Eve Flo"
# In 2022 Othello's cards are the Lead's in Act V.
OF_ACT_V = [
    card("V.4", "Iago confronts Emilia", 1),
    card("V.5", "Othello confronts Emilia", 1),
    card("V.6", "Bianca confronts Emilia", 1),
    card("V.8", "Desdemona confronts Othello", 1, coin="Desdemona", handkerchief=True),
    card("V.9", "Othello kills Desdemona", 2),
    card("V.10", "Emilia confronts Othello", 1),
    card("V.11", "Iago kills Emilia", 1),
]


def in_act_v(edition: str, killer: str, victim: str, **keys: Any) -> Table:
    """Act V: the player in the right role plays the killer's card, and then Cal the victim's."""
    crowned = killer == ("V.9" if edition == "2022" else "V.11")
    lead, ben = ("Ben", killer) if crowned else ("Ann", killer)
    other = "V.5" if edition == "2022" else "V.4"
    found = Table(
        edition=edition,
        act=5,
        deck=[*(each for each in DECK if each["id"][0] != "V"), *OF_ACT_V],
        lead=lead,
        order=["Ben", "Cal", "Ann"],
        Ann={"placed": other if lead == "Ann" else "V.6"},
        Ben={"placed": ben},
        Cal={"placed": victim},
        **keys,
    )
    for name in ("Ben", "Cal"):
        found.play(name, "reveal").everybody_passes().nobody_acts()
    return found


# --- special circumstances ---


@passage("no-drama-is-not-stopped")
def test_n1_a_no_drama_is_neither_seized_nor_blocked(edition: str) -> None:
    game = table(
        edition,
        Ann={"spotlight": 1},
        Ben={"hand": ["No Drama"], "intrigue": 1},
        Cal={"placed": "Seize", "intrigue": 1},
    )
    game.play("Ben", "protect", with_="no-drama")
    assert (game.asked, game.seat("Ben").protected) == (("reveal", ["Ben"]), True)
    game.forbidden("Cal", "seize")
    game.forbidden("Ann", "spotlight")


@passage("desdemona-stops-interrupts")
@pytest.mark.parametrize("interrupt", ["seize", "spotlight"])
def test_o5_a_desdemona_coin_stops_a_seize_or_a_spotlight(edition: str, interrupt: str) -> None:
    game = table(
        edition,
        Ben={"placed": "I.7", "coins": {"Desdemona": 1}},
        Cal={"placed": "Seize", "intrigue": 1, "spotlight": 1},
    )
    game.play("Ben", "reveal").play("Cal", interrupt).play("Ben", "protect", with_="desdemona")
    assert (game.pile("Ben"), game.pile("Cal")) == (["I.7"], [])


@passage("what-a-seize-cannot-stop")
@pytest.mark.parametrize("what", ["no-drama", "seize", "improv", "spotlight", "coin"])
def test_z1_what_a_seize_cannot_stop(edition: str, what: str) -> None:
    ann: Json = {"placed": "Seize", "intrigue": 1}
    ben: Json = {"hand": ["I.7"], "intrigue": 1, "coins": {"Iago": 1}}
    cal: Json = {"placed": "Seize", "intrigue": 1, "spotlight": 1}
    if what == "no-drama":
        game = table(edition, Ann=ann, Ben={**ben, "placed": "No Drama"}, Cal=cal).play("Ben", "reveal")
        assert game.seat("Ben").protected
    elif what is Interrupt.SEIZE:
        game = table(edition, Ann=ann, Ben=ben, Cal=cal).play("Ben", "reveal").play("Cal", "seize")
        game.everybody_passes()
        assert game.pile("Cal") == ["I.4"]
    elif what == "improv":
        game = table(edition, Ann=ann, Ben=ben, Cal=cal).play("Ben", "improv", way="face-down", give="I.7")
        assert game.asked == ("window", ["Cal"])  # for the spotlight
    elif what is Interrupt.SPOTLIGHT:
        game = table(edition, Ann=ann, Ben={**ben, "placed": "I.7", "hand": []}, Cal=cal).play("Ben", "reveal")
        game.play("Cal", "spotlight").play("Ann", "pass")
        assert game.happened(e.Blocked) == [e.Blocked(2, 1, "I.7")]
    else:
        game = table(edition, Ann=ann, Ben=ben, Cal=cal).play("Ben", "coin", coin="Iago", on="Cassio")
        assert game.asked == ("window", ["Cal"])
    assert not game.offers("Ann", "seize")
    game.forbidden("Ann", "seize")


@passage("what-a-spotlight-cannot-stop")
@pytest.mark.parametrize("what", ["desdemona", "No Drama", "Seize", "I.5", "I.9", "spotlight", "I.4"])
def test_l1_what_a_spotlight_cannot_stop(edition: str, what: str) -> None:
    ben: Json = {"intrigue": 1, "spotlight": 1}
    if what in ("desdemona", "Seize", "spotlight"):
        cal = {"placed": "Seize", "intrigue": 1, "spotlight": 1}
        game = table(edition, Ann={"spotlight": 1}, Ben={"placed": "I.7", "coins": {"Desdemona": 1}}, Cal=cal)
        game.play("Ben", "reveal").play("Cal", "seize" if what != "spotlight" else "spotlight")
        if what == "desdemona":
            game.play("Ben", "protect", with_="desdemona")
        game.everybody_passes()
        assert game.pile("Ben") == (["I.7"] if what == "desdemona" else [])
        assert game.pile("Cal") == (["I.7"] if what == "Seize" else [])
    else:
        game = table(edition, Ann={"spotlight": 1}, Ben={**ben, "placed": what}).play("Ben", "reveal")
        if what == "I.4" and edition != "2022":  # convinces
            assert game.asked == ("window", ["Ann"])
            return
        assert not game.offers("Ann", "spotlight")
        game.everybody_passes()
        assert game.pile("Ben") == ([what] if what != "No Drama" else [])
    assert game.seat("Ann").spotlight == 1


@passage("a-spotlight-stops-an-improv")
def test_i4_a_spotlight_stops_an_improv(edition: str) -> None:
    game = table(edition, Ann={"spotlight": 1}, Ben={"hand": ["I.7"], "intrigue": 1})
    game.play("Ben", "improv", way="face-down", give="I.7").play("Ann", "spotlight")
    assert (game.seat("Ben").placed, game.seat("Ann").spotlight) == ("I.4", 0)


@passage("no-seize-against-an-improv")
def test_i4_no_seize_against_an_improv(edition: str) -> None:
    game = table(edition, Ben={"hand": ["I.7"], "intrigue": 1}, Cal={"placed": "Seize"})
    game.play("Ben", "improv", way="face-down", give="I.7")
    assert (game.asked, game.seat("Ben").placed) == (("reveal", ["Ben"]), "I.7")


def miscued(edition: str, **cal: Any) -> Table:
    """Ben has revealed a Miscue against Cal."""
    game = table(
        edition,
        Ben={"placed": MISCUE[edition], "hand": ["I.4"]},
        Cal={"hand": ["I.7", "Seize"], "intrigue": 2, **cal},
        piles={"script": ["I.10"], "staging": ["Revive", "Villainy"]},
    )
    return game.play("Ben", "reveal", target="Cal").window_closes()


@passage("no-improv-against-a-miscue")
def test_a2_no_improv_against_a_miscue(edition: str) -> None:
    game = miscued(edition)
    game.forbidden("Cal", "improv", way="face-down", give="I.7")
    game.everybody_passes().play("Cal", "swap", card="I.7").play("Ben", "swap", card="I.4").everybody_passes()
    assert game.asked == ("reveal", ["Cal"])
    game.forbidden("Cal", "improv", way="face-down", give="Seize")


@passage("but-a-seize-of-the-miscue")
def test_a2_but_a_seize_that_takes_it_at_once(edition: str) -> None:
    game = miscued(edition).play("Cal", "improv", way="face-down", give="Seize")
    assert (game.seat("Cal").intrigue, game.seat("Cal").spotlight, game.seat("Cal").done) == (0, 1, True)
    assert (game.seat("Ben").done, game.asked) == (True, ("reveal", ["Ann"]))


@passage("a-seize-swapped-in-as-asked")
def test_a2_a_seize_swapped_in_as_asked_seizes_a_later_card(edition: str) -> None:
    game = miscued(edition).everybody_passes().play("Cal", "swap", card="Seize").play("Ben", "swap", card="I.4")
    assert game.play("Cal", "seize").pile("Cal") == ["I.4"]


@passage("the-dead-as-character-2")
def test_x1_a_card_about_the_dead_is_played_as_ever(edition: str) -> None:
    game = table(edition, tiles={"Othello": {"dead": True}}, Ben={"placed": "I.3"}, Cal={"placed": "I.7"})
    game.play("Ben", "reveal")
    game.everybody_passes()
    ben = game.seat("Ben")
    assert (game.pile("Ben"), ben.intrigue, ben.coins) == (["I.3"], 1, {"Cassio": 1})
    assert game.state.set_aside == []


@passage("desdemona-is-dead")
def test_x1_desdemona_dead_and_confronting(edition: str) -> None:
    game = in_act_v(edition, "V.9", "V.8")
    assert (set(game.state.dead), game.pile("Ben")) == ({"Desdemona"}, ["V.9"])
    assert [name for name, _role in game.state.set_aside] == ["V.8"]
    assert (game.seat("Cal").coins, game.pile("Cal")) == ({"Desdemona": 1}, [])
    assert (game.score("Cal").script, game.score("Cal").handkerchief) == (0, 3)


# --- curtains and the end of an act ---


@passage("curtains-in-different-scenes")
@pytest.mark.parametrize("scene", [1, 2])
def test_t1_the_curtains_need_not_fall_in_one_scene(edition: str, scene: int) -> None:
    ann: Json = {"placed": "I.12"} if scene == 1 else {"placed": "I.2", "hand": ["I.12"]}
    game = table(edition, Ann=ann, Ben={"placed": "I.9", "hand": ["I.7"]}, Cal={"hand": ["I.10"]})
    for name in ("Ben", "Cal", "Ann"):
        game.play(name, "reveal").everybody_passes().nobody_acts()
    if scene == 2:
        assert (game.state.scene, game.state.phase) == (2, "placement")
        for name, placed in (("Ann", "I.12"), ("Ben", "I.7"), ("Cal", "I.10")):
            game.play(name, "place", card=placed)
        game.nobody_acts()
        for name in ("Ben", "Cal", "Ann"):
            game.play(name, "reveal").everybody_passes().nobody_acts()
    assert game.happened(e.ActEnded) == [e.ActEnded(1, WhyEnded.FULL_CURTAIN)]


@passage("curtains-of-the-dead")
def test_t3_the_curtain_cards_of_the_dead_end_the_act(edition: str) -> None:
    game = table(
        edition,
        tiles={"Desdemona": {"dead": True}, "Iago": {"dead": True}},
        Ann={"placed": "I.12"},
        Ben={"placed": "I.9"},
    )
    for name in ("Ben", "Cal", "Ann"):
        game.play(name, "reveal").everybody_passes().nobody_acts()
    assert game.happened(e.ActEnded) == [e.ActEnded(1, WhyEnded.FULL_CURTAIN)]
    assert [name for name, _role in game.state.set_aside] == ["I.9", "I.12"]


@passage("six-players-begin-depleted")
@pytest.mark.parametrize(("act", "marker"), [(1, "script-empty"), (2, "script-empty"), (3, "act-begins")])
def test_s9_six_players_begin_two_acts_with_an_empty_script_pile(edition: str, act: int, marker: str) -> None:
    game = begun(SIX, act, edition)
    assert (game.state.act, game.state.marker, bool(game.state.script)) == (act, marker, act == 3)


@passage("the-countdown-is-not-reset")
def test_t4_a_discarded_script_card_does_not_reset_the_countdown(edition: str) -> None:
    piles = {"script": [], "staging": ["Villainy", "Revive", "Villainy", "Revive"], "staging_discard": []}
    game = table(
        edition, marker="staging-empty", piles=piles, Ann={"done": True}, Cal={"done": True}, Ben={"placed": "I.7"}
    )
    game.play("Ben", "exit")
    assert (game.state.marker, game.state.script_discard + game.state.script) == ("staging-empty", ["I.7"])


# --- the next act, and the end ---


def begun(players: str, act: int, edition: str) -> Table:
    """Return the first scene of an act, in a game after its deal."""
    if act == 1:
        return opening(players, "Ann", edition=edition)
    return Table(players, edition=edition, deck="stand-in", phase="intermission", act=act - 1).play(None, "next-act")


@passage("one-script-card-more")
@pytest.mark.parametrize(
    ("players", "early", "late"), [("Ann Ben", 4, 5), ("Ann Ben Cal", 3, 4), ("Ann Ben Cal Dot", 2, 2)]
)
def test_s6_two_or_three_players_have_a_script_card_more_from_act_iii_on(
    edition: str, players: str, early: int, late: int
) -> None:
    def hands(act: int) -> set[int]:
        state = begun(players, act, edition).state
        return {sum(each in state.deck.cards for each in seat.hand) for seat in state.seats}

    assert [hands(act) for act in range(1, 6)] == [{early}, {early}, {late}, {late}, {late}]


@passage("killed-by-a-card")
def test_x1_cards_of_those_killed_in_act_v_are_set_aside(edition: str) -> None:
    victim = ("V.9", "V.8") if edition == "2022" else ("V.11", "V.10")
    game = in_act_v(edition, *victim)
    assert [name for name, _role in game.state.set_aside] == [victim[1]]
    assert game.pile("Cal") == []


@passage("lead-cards-of-the-bonus")
def test_g5_the_lead_bonus_is_for_iagos_cards_and_in_act_v_for_othellos(edition: str) -> None:
    def bonus(*scored: str) -> int:
        deck = [*(each for each in DECK if each["id"][0] != "V"), *OF_ACT_V]
        return (
            Table(edition=edition, phase="over", act=5, deck=deck, Ann={"scored": list(scored)}).score("Ann").lead_bonus
        )

    assert bonus("I.1", "II.12", "III.3", "IV.3", "V.5") == 7
    assert bonus("I.1", "II.12", "III.3", "IV.3", "V.4") == 4
