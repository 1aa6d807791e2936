"""The variants (R1 to R3)."""

from typing import Any

import pytest

from companion.othello.model import events as e
from companion.othello.model.decision import DecisionKind
from companion.othello.model.deck import deck_for
from companion.othello.model.ruleset import edition_names, load_edition
from companion.othello.model.vocabulary import WhyFailed
from tests.games.othello.rules.table import DECK, Json, Table, opening

CHALLENGE = ["playwrights-challenge"]
EXTRA = ["extra-lead-villainy"]
ACT_I = [card for card in DECK if card["id"].startswith("I.")]


def challenge(**keys: Any) -> Table:
    """Ann (the Lead), Ben and Cal in the reveal of Act I, by the Playwright's Challenge; I.1 to I.3 are played."""
    scored = keys.pop("scored", ["I.1", "I.2", "I.3"])
    keys["Ann"] = {"scored": scored, **keys.get("Ann", {})}
    return Table(**{"variants": CHALLENGE, "deck": ACT_I, **keys})


@pytest.mark.parametrize("edition", edition_names())
def test_r1_a_table_read_changes_nothing_but_is_kept(edition: str) -> None:
    table = Table(edition=edition, variants=["table-read"])
    assert table.position["variants"] == ["table-read"]
    usual, read = load_edition(edition), load_edition(edition, variants=["table-read"])
    differing = {name for name in usual.__struct_fields__ if getattr(usual, name) != getattr(read, name)}
    assert differing == {"variants"}


@pytest.mark.parametrize("edition", edition_names())
@pytest.mark.parametrize("players", ["Ann Ben", "Ann Ben Cal", "Ann Ben Cal Dot", "Ann Ben Cal Dot Eve"])
def test_r2_all_script_cards_are_dealt_from_the_lead_and_hands_are_made_equal(edition: str, players: str) -> None:
    table = opening(players, "Ben", edition=edition, variants=CHALLENGE)
    seats, cards = table.state.seats, table.state.deck.by_act[0]
    scripts = [sum(card in cards for card in seat.hand) for seat in seats]
    assert sum(scripts) == len(cards)
    assert max(scripts) - min(scripts) <= 1
    assert scripts[1] == max(scripts)
    assert len({len(seat.hand) for seat in seats}) == 1
    staging = load_edition(edition).hands[len(seats)][0][1]
    assert max(scripts) + staging == len(seats[0].hand)
    assert (table.state.script, table.state.marker) == ([], "script-empty")


def test_r2_the_next_card_of_the_act_is_successful() -> None:
    table = challenge(Ben={"placed": "I.4"}).play("Ben", "reveal")
    assert table.pile("Ben") == ["I.4"]


@pytest.mark.parametrize("edition", edition_names())
def test_r2_any_other_fails_and_is_discarded_for_nothing(edition: str) -> None:
    table = challenge(edition=edition, Ben={"placed": "I.5"}, Cal={"done": True}, Ann={"done": True})
    table.play("Ben", "reveal").everybody_passes()
    assert table.happened(e.Failed) == [e.Failed(1, "I.5", WhyFailed.OUT_OF_ORDER)]
    assert (table.pile("Ben"), table.seat("Ben").intrigue) == ([], 0)


def test_r2_a_card_set_aside_counts_as_played() -> None:
    table = challenge(scored=["I.1", "I.2"], set_aside=["I.3"], Ben={"placed": "I.4"}).play("Ben", "reveal")
    assert table.pile("Ben") == ["I.4"]


def test_r2_cards_of_the_dead_are_still_played_in_their_order() -> None:
    table = challenge(tiles={"Brabantio": {"dead": True}}, Ben={"placed": "I.4"}, Cal={"placed": "I.5"})
    table.play("Ben", "reveal").play("Cal", "reveal")
    assert [card for card, _role in table.state.set_aside] == ["I.4", "I.5"]


def test_r2_nobody_exits_with_a_script_card() -> None:
    table = challenge(Ben={"placed": "I.5"})
    assert table.forbidden("Ben", "exit") == {"exit.script-card": ("R2",)}
    assert challenge(Ben={"placed": "Revive"}).play("Ben", "exit").seat("Ben").intrigue == 1


@pytest.mark.parametrize(
    ("lead", "placed", "scored"), [("Ben", "I.5", ["I.1", "I.2", "I.3", "I.4"]), ("Ann", "I.2", ["I.1"])]
)
def test_r2_anybody_plays_any_card_for_a_point_in_the_other_role(lead: str, placed: str, scored: list[str]) -> None:
    table = Table(
        "Ben Ann",
        variants=CHALLENGE,
        deck=ACT_I,
        lead=lead,
        order=["Ben", "Ann"],
        Ben={"placed": placed},
        Ann={"scored": scored},
    )
    table.play("Ben", "reveal")
    assert table.pile("Ben") == [placed]
    assert table.score("Ben").script == 1


def test_r2_for_its_full_value_in_its_own() -> None:
    table = challenge(scored=["I.1", "I.2", "I.3", "I.4"], Ben={"placed": "I.5"}).play("Ben", "reveal")
    assert table.score("Ben").script == 3


def test_r2_a_seized_card_has_its_full_value() -> None:
    ann: Json = {"placed": "Seize", "intrigue": 1}
    table = challenge(scored=["I.1", "I.2", "I.3", "I.4"], Ben={"placed": "I.5"}, Ann=ann)
    before = table.score("Ann").script
    table.play("Ben", "reveal").play("Ann", "seize")
    assert table.score("Ann").script == before + 3


def test_r2_a_curtain_scores_by_the_role_that_played_it() -> None:
    scored = [card["id"] for card in ACT_I if card["id"] not in ("I.9", "I.10", "I.12")]
    table = challenge(scored=scored, lead="Ben", order=["Ben", "Cal", "Ann"], Ben={"placed": "I.9"})
    table.play("Ben", "reveal")
    assert (table.state.half_curtain, table.score("Ben").script) == (True, 1)


def test_r2_a_blocked_script_card_leaves_the_game_and_counts_as_played() -> None:
    table = challenge(Ann={"spotlight": 1}, Ben={"placed": "I.4"}, Cal={"placed": "I.6"}, scored=["I.1", "I.2", "I.3"])
    table.play("Ben", "reveal").play("Ann", "spotlight")
    assert (table.state.removed, table.state.script_discard) == (["I.4"], [])
    table.play("Cal", "reveal")
    assert table.happened(e.Failed) == [e.Failed(2, "I.6", WhyFailed.OUT_OF_ORDER)]  # I.5 is next


def test_r2_the_full_curtain_is_the_last_card_wherever_its_deck_has_it() -> None:
    deck = deck_for(load_edition("2022"), "stand-in")
    rest = [card for card in deck.by_act[3] if card not in ("IV.5", "IV.15")]
    keys: Json = {"edition": "2022", "deck": "stand-in", "act": 4, "half_curtain": True, "order": ["Ben", "Cal", "Ann"]}
    early = challenge(**keys, scored=rest, Ben={"placed": "IV.5"}, Cal={"done": True}).play("Ben", "reveal")
    assert early.happened(e.Failed) == [e.Failed(1, "IV.5", WhyFailed.OUT_OF_ORDER)]
    late = challenge(**keys, scored=[*rest, "IV.15"], Ben={"placed": "IV.5"}, Cal={"done": True}).play("Ben", "reveal")
    assert late.happened(e.FullCurtainFell) == [e.FullCurtainFell(1)]


def test_r2_in_2022_roles_and_exits_are_as_usual() -> None:
    table = challenge(edition="2022", scored=["I.1"], Ben={"placed": "I.2"}, Cal={"done": True}, Ann={"done": True})
    assert table.play("Ben", "exit").seat("Ben").intrigue == 1
    table = challenge(edition="2022", scored=["I.1"], Ben={"placed": "I.2"}, Cal={"done": True}, Ann={"done": True})
    table.play("Ben", "reveal")
    assert table.happened(e.Failed) == [e.Failed(1, "I.2", WhyFailed.WRONG_ROLE)]


def test_r2_in_2022_a_blocked_card_is_discarded_and_still_to_be_played() -> None:
    table = challenge(edition="2022", scored=["I.1", "I.2"], Ann={"spotlight": 1, "done": True}, Ben={"placed": "I.3"})
    table.play("Ben", "reveal").play("Ann", "spotlight")
    assert (table.happened(e.LeftPlay), len(table.happened(e.Discarded))) == ([], 1)


# --- R3 ---


def seized(placed: str, **keys: Any) -> Table:
    """Ann, the Lead, has seized a staging card of Ben's."""
    ann: Json = {"placed": "Seize", **keys.pop("Ann", {})}
    ben: Json = {"placed": placed, **keys.pop("Ben", {})}
    cal: Json = {"done": True, **keys.pop("Cal", {})}
    table = Table(edition="2022", variants=EXTRA, order=["Ben", "Cal", "Ann"], Ann=ann, Ben=ben, Cal=cal, **keys)
    return table.play("Ben", "reveal").play("Ann", "seize")


def test_r3_the_lead_may_play_the_staging_card_they_seized() -> None:
    table = seized("Take the Lead")
    assert table.asked == ("choose", ["Ann"])
    assert table.choices("play") == [True, False]
    table.play("Ann", "choose", play=True).play("Ann", "choose", target="Cal").everybody_passes()
    assert (table.lead, table.seat("Ann").spotlight) == ("Cal", 0)


def test_r3_or_take_the_spotlight_token() -> None:
    table = seized("Take the Lead").play("Ann", "choose", play=False)
    assert (table.lead, table.seat("Ann").spotlight) == ("Ann", 1)


def test_r3_it_is_played_as_if_the_lead_had_revealed_it() -> None:
    table = seized("Exchange", Ben={"hand": ["I.4"]}, Ann={"hand": ["I.7"]}, Cal={"spotlight": 1})
    table.play("Ann", "choose", play=True)
    assert table.asked == ("window", ["Cal"])
    table.play("Cal", "pass")
    assert "I.4" in table.seat("Ann").hand
    assert table.happened(e.Discarded) == [e.Discarded(0, "Seize"), e.Discarded(1, "Exchange")]


def test_r3_blocked_it_does_nothing() -> None:
    table = seized("Exchange", Ben={"hand": ["I.4"]}, Ann={"hand": ["I.7"]}, Cal={"spotlight": 1})
    table.play("Ann", "choose", play=True).play("Cal", "spotlight")
    assert ("I.4" in table.seat("Ben").hand, table.seat("Ann").spotlight) == (True, 0)


def test_r3_after_a_missed_entrance_the_lead_reveals_a_card_of_the_hand() -> None:
    cal = {"placed": "I.3", "hand": ["I.5"], "done": False}
    table = seized("Missed Entrance", Ann={"hand": ["I.1"]}, Cal=cal)
    table.play("Ann", "choose", play=True).play("Cal", "swap", card="I.5").play("Ann", "swap", card="I.1")
    assert table.everybody_passes().pile("Ann") == ["I.1"]


def test_r3_a_card_that_can_do_nothing_brings_the_token() -> None:
    table = seized("Exchange", Ann={"hand": ["I.7"]})  # Ann was the only possible target
    assert table.seat("Ann").spotlight == 1
    assert table.decision.kind is not DecisionKind.CHOOSE


def test_r3_the_company_only_gets_the_token() -> None:
    table = Table(edition="2022", variants=EXTRA, Ben={"placed": "Take the Lead"}, Cal={"placed": "Seize"})
    table.play("Ben", "reveal").play("Cal", "seize")
    assert table.seat("Cal").spotlight == 1


def test_r3_and_so_does_the_lead_without_the_variant() -> None:
    table = Table(edition="2022", Ben={"placed": "Take the Lead"}, Ann={"placed": "Seize"})
    assert table.play("Ben", "reveal").play("Ann", "seize").seat("Ann").spotlight == 1
