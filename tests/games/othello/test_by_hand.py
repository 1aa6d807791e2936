"""Answers that can be entered for a seat whose reader fails, and that each is accepted."""

from typing import Any

from companion.othello.model.answers import answer_to_json
from companion.othello.table.host_entry import answers_by_hand, text_by_hand
from tests.support.mat_table import MatTable

NAMES = ["Ann", "Ben", "Cal"]


def offered(table: MatTable, *names: str) -> dict[str, dict[str, Any]]:
    """Return the answers for these players' seats, by their words."""
    answers = answers_by_hand(table.state, [NAMES.index(name) for name in names])
    found = {text_by_hand(table.state, answer): answer_to_json(answer, NAMES) for answer in answers}
    assert len(found) == len(answers)  # all have different words
    return found


def test_a_card_is_placed_by_its_back() -> None:
    table = MatTable("placement", Ann={"hand": ["?script"]}, Ben={"hand": ["?script"]}, Cal={"hand": ["?staging"]})
    assert list(offered(table, "Ben")) == ["Ben places a script card", "Ben places a staging card"]
    table.say(**offered(table, "Ben")["Ben places a script card"])
    assert table.seat("Ben").placed == "?script"
    assert offered(table, "Ben") == {}


def test_a_card_is_turned_up_by_its_name_and_only_cards_with_that_back_are_offered() -> None:
    table = MatTable("reveal", Ann={"placed": "?script"}, Ben={"placed": "?script"}, Cal={"placed": "?staging"})
    assert offered(table, "Cal") == {}
    texts = offered(table, "Ben", "Cal")
    assert [answer["card"] for answer in texts.values()] == list(table.state.deck.by_act[0])
    table.say(**next(answer for text, answer in texts.items() if text.endswith(" (I.7)")))
    assert table.scored("Ben") == ["I.7"]
    assert "Cal reveals Seize" in "".join(offered(table, "Cal"))


def test_after_a_miscue_the_victim_lays_a_back_and_who_played_it_a_card() -> None:
    table = MatTable(
        "reveal",
        Ann={"placed": "?script", "hand": ["?script"]},
        Ben={"placed": "?staging", "hand": ["?script"]},
        Cal={"placed": "?script", "hand": ["?staging"]},
    )
    table.say(**offered(table, "Ben")["Ben reveals Miscue"]).press("Cal")
    victim = offered(table, "Ben", "Cal")
    assert {str(answer["card"]) for answer in victim.values()} == {"?script", "?staging"}
    table.say(**next(answer for answer in victim.values() if answer["card"] == "?staging"))
    assert table.seat("Cal").placed == "?staging"
    player = offered(table, "Ben", "Cal")
    assert {answer["by"] for answer in player.values()} == {"Ben"}
    table.say(**next(answer for answer in player.values() if answer["card"] == "I.4"))
    assert table.scored("Ben") == ["I.4"]
    assert table.irregular == []
