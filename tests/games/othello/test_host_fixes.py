"""Corrections by the host: records of their own, included in undo, log and explanations of points."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.othello.notation.read import position_to_json
from companion.othello.text.why import why
from tests.support.mat_table import MatTable

SCRIPT = {"placed": "?script"}


def table(phase: str = "reveal", **keys: Any) -> MatTable:
    """Ben's turn; Ann is the Lead and has scored a card."""
    seats: dict[str, Any] = {
        "Ann": {**SCRIPT, "intrigue": 3, "scored": ["I.4"]},
        "Ben": {**SCRIPT, "wounds": 1},
        "Cal": {**SCRIPT, "coins": {"Iago": 1}},
    }
    return MatTable(phase, **seats | keys)


def put_right(found: MatTable, *changes: dict[str, Any], because: str = "miscounted") -> MatTable:
    return found.say(None, "correct", changes=list(changes), because=because)


def totals(found: MatTable) -> list[tuple[int, int]]:
    """Return each player's points by the score and by the sum of its entries."""
    reasons = why(found.state, found.session.play.events)
    return [(each["total"], sum(entry["points"] for entry in each["entries"])) for each in reasons]


def test_tokens_coins_wounds_the_handkerchief_and_the_lead_are_as_the_host_says() -> None:
    found = put_right(
        table(),
        {"what": "intrigue", "of": "Ann", "now": 6},
        {"what": "spotlight", "of": "Ben", "now": 2},
        {"what": "coin", "of": "Cal", "name": "Iago", "now": 0},
        {"what": "wounds", "of": "Ben", "now": 0},
        {"what": "wounds", "name": "Cassio", "now": 2},
        {"what": "handkerchief", "of": "Cal"},
        {"what": "lead", "of": "Ben"},
    )
    assert (found.seat("Ann").intrigue, found.seat("Ben").spotlight, found.seat("Ben").wounds) == (6, 2, 0)
    assert found.seat("Cal").coins == {} and found.state.wounds["Cassio"] == 2
    assert found.state.handkerchief == 2 and found.lead == "Ben"
    assert all(total == summed for total, summed in totals(found))
    assert position_to_json(found.restarted().state) == position_to_json(found.state)


def test_a_correction_is_a_step_of_its_own_that_can_be_taken_back_and_brought_back() -> None:
    found = table()
    before = position_to_json(found.state)
    put_right(found, {"what": "intrigue", "of": "Ann", "now": 5}, because="unseen")
    after = position_to_json(found.state)
    step = found.desk["steps"][-1]
    assert (step["text"], step["how"]) == ("Put right: Ann has intrigue tokens: 5", "typed")
    assert "The host puts something right. The companion did not see it." in found.log
    found.undo()
    assert position_to_json(found.state) == before
    found.session.redo(found.at)
    assert position_to_json(found.state) == after


def test_a_scored_card_and_points_besides_the_cards_are_put_right_with_their_reasons() -> None:
    found = put_right(
        table(), {"what": "scored", "card": "I.4", "of": "Ben"}, {"what": "points", "of": "Cal", "now": 2}
    )
    assert found.scored("Ann") == [] and found.scored("Ben") == ["I.4"]
    assert all(total == summed for total, summed in totals(found))
    texts = [entry["text"] for each in why(found.state, found.session.play.events) for entry in each["entries"]]
    assert any(text.endswith("put right by the host") and "I.4" in text for text in texts)
    assert "put right by the host" in texts
    put_right(found, {"what": "scored", "card": "I.4", "of": None})
    assert found.scored("Ben") == [] and "I.4" in found.state.script_discard
    assert position_to_json(found.restarted().state) == position_to_json(found.state)


def test_a_scored_card_of_an_earlier_act_that_is_discarded_comes_into_no_pile_of_this_one() -> None:
    found = put_right(table(act=2), {"what": "scored", "card": "I.4", "of": None})
    assert found.scored("Ann") == [] and "I.4" not in found.state.script_discard
    assert position_to_json(found.restarted().state) == position_to_json(found.state)


def test_a_death_that_nobody_announced_is_entered_with_who_has_the_wounds() -> None:
    found = table(tiles={"Cassio": {"wounds": 2}})
    put_right(found, {"what": "life", "name": "Cassio", "now": False, "of": "Cal"}, because="late")
    assert "Cassio" in found.state.dead and found.seat("Cal").wounds == 2
    put_right(found, {"what": "life", "name": "Cassio", "now": True}, {"what": "wounds", "of": "Cal", "now": 0})
    assert "Cassio" not in found.state.dead and found.seat("Cal").wounds == 0
    assert "Cassio is alive." in found.log


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"what": "coin", "of": "Ann", "name": "Iago", "now": 99}, "C6"),
        ({"what": "coin", "of": "Ann", "name": "Hamlet", "now": 1}, "C6"),
        ({"what": "wounds", "name": "Cassio", "now": 99}, "W4"),
        ({"what": "life", "name": "Cassio", "now": False}, "W4"),
        ({"what": "wounds", "name": "Bianca", "now": 1}, "C1"),
        ({"what": "life", "name": "Hamlet", "now": False, "of": "Cal"}, "C1"),
        ({"what": "scored", "card": "IX.9", "of": "Ann"}, "C2"),
        ({"what": "scored", "card": "I.6", "of": "Ann"}, "C2"),
        ({"what": "scored", "card": "I.4", "of": "Ann"}, "K2"),
        ({"what": "scored", "card": "I.4", "of": "Ben", "as": "villain"}, "K1"),
        ({"what": "hand", "from": "Cal", "to": "Ann", "card": "I.1"}, "C2"),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule_and_nothing_changes(change: dict[str, Any], rule: str) -> None:
    found = table()
    before = position_to_json(found.state), list(found.book.records)
    with pytest.raises(Forbidden) as refused:
        put_right(found, change)
    [reason] = refused.value.reasons
    assert (reason.code, reason.rules) == (f"correct.{change['what']}", (rule,))
    assert (position_to_json(found.state), list(found.book.records)) == before


@pytest.mark.parametrize("because", ["", "because", None])
def test_a_correction_needs_one_of_the_reasons(because: Any) -> None:
    with pytest.raises(InputError, match="because"):
        put_right(table(), {"what": "lead", "of": "Ben"}, because=because)


def test_nothing_is_put_right_before_the_lead_tile_is_dealt() -> None:
    with pytest.raises(Forbidden, match="lead tile"):
        put_right(MatTable("casting", lead=None), {"what": "lead", "of": "Ben"})


def test_a_correction_after_the_last_scene_changes_who_has_won() -> None:
    found = table(phase="over", act=5)
    put_right(found, {"what": "points", "of": "Cal", "now": 40}, because="agreed")
    assert found.board["winners"] == ["Cal"]
