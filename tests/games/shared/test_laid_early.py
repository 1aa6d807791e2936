"""Cards that phones play early: all at the same time, face down, and changeable until they count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table.viewer import HOST, seat_of
from tests.support import twin_tables
from tests.support.running_table import running
from tests.support.twin_tables import NAMES, STARTS, Table, begin, shown

Json = dict[str, Any]
twins = twin_tables.twins


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with running(tmp_path / "table.db", wall=lambda: 1000.0) as house:
        yield Table(house)


def own(table: Table, player: int) -> Json:
    return dict(json.loads(table.house.table.own(player))["own"])


def layings(table: Table, player: int, kind: str = "") -> list[Json]:
    """Return the cards that a phone may play, optionally of one kind."""
    kinds = {card["id"]: card["kind"] for card in own(table, player)["hand"]}
    options = own(table, player)["options"]
    return [each["answer"] for each in options if each["answer"]["do"] == "place" and kind in kinds[each["card"]]]


def early(table: Table, player: int) -> str | None:
    card = own(table, player)["early"]
    return None if card is None else str(card["id"])


def lay(table: Table, player: int, number: int = 0, kind: str = "") -> str:
    said = layings(table, player, kind)[number]
    assert table.do(seat_of(player), "answer", said) == ""
    return str(said["card"])


def test_everybody_lays_at_once_and_nobody_is_passed_over_by_that(table: Table) -> None:
    begin(table, STARTS["othello"])
    assert asked(table) == ("pre-placement", ["Ben"])
    cards = {player: lay(table, player) for player in (2, 0)}
    assert {player: early(table, player) for player in cards} == cards
    assert asked(table) == ("pre-placement", ["Ben"])
    assert "improv" in [option["answer"]["do"] for option in own(table, 1)["options"]]
    cards[1] = lay(table, 1)
    assert {player: own(table, player)["placed"]["id"] for player in range(3)} == cards
    assert [early(table, player) for player in range(3)] == [None] * 3


def asked(table: Table) -> tuple[str, list[str]]:
    decision = table.house.desk["decision"]
    return decision["kind"], decision["players"]


def test_a_card_can_be_changed_until_all_have_placed(table: Table) -> None:
    begin(table, STARTS["othello"])
    first, second = lay(table, 2), lay(table, 2, 1)
    assert first != second and early(table, 2) == second
    assert table.do(seat_of(1), "answer", {"by": "Ben", "do": "pass"}) == ""
    assert own(table, 2)["placed"] is None and early(table, 2) == second
    assert table.do(seat_of(0), "answer", {"by": "Ann", "do": "pass"}) == ""
    assert own(table, 2)["placed"]["id"] == second
    third = lay(table, 2)
    assert own(table, 2)["placed"]["id"] == third != second
    lay(table, 0)
    lay(table, 1)
    assert not layings(table, 2)


def test_nobody_else_learns_which_card_lies_there(twins: list[Table]) -> None:
    cards = []
    for table in twins:
        begin(table, STARTS["othello"])
        cards.append((lay(table, 2, kind="script"), lay(table, 0, 1, kind="script")))
        assert json.loads(table.house.table.own(1))["own"]["early"] is None
    assert cards[0] != cards[1]
    assert shown(twins[0]) == shown(twins[1])


def test_an_undo_leaves_the_cards_that_lie_there(table: Table) -> None:
    begin(table, STARTS["othello"])
    card = lay(table, 2)
    assert table.do(seat_of(1), "answer", {"by": "Ben", "do": "pass"}) == ""
    assert table.do(HOST, "undo", {}) == ""
    assert asked(table) == ("pre-placement", ["Cal"]) and early(table, 2) == card


def test_a_restart_leaves_the_cards_that_lie_there(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", wall=lambda: 1000.0) as house:
        begin(Table(house), STARTS["othello"])
        card = lay(Table(house), 2)
    with running(tmp_path / "table.db", wall=lambda: 1000.0) as house:
        table = Table(house)
        assert early(table, 2) == card
        other = lay(table, 2, 1)
        assert early(table, 2) == other != card


@pytest.mark.parametrize("number", range(3))
def test_a_card_goes_back_when_somebody_takes_one_of_the_hand_whichever_it_is(number: int, table: Table) -> None:
    seats: list[Json] = [{"name": name, "hand": ["?staging"] * 3} for name in NAMES]
    seats[1] |= {"hand": ["Exchange", "?staging"], "intrigue": 9}
    begin(table, {"position": {"edition": "2024", "phase": "pre-placement", "lead": "Ann", "seats": seats}})
    assert asked(table) == ("pre-placement", ["Ben"])
    options = layings(table, 2)
    laid = lay(table, 2, number % len(options))
    assert early(table, 2) == laid
    ben: Json = {"by": "Ben", "do": "from-hand", "card": "Exchange"}
    assert table.do(seat_of(1), "answer", ben) == ""
    for wanted in ("target", "look", "take", "give"):
        for player in (0, 2):  # nobody interrupts
            table.do(seat_of(player), "answer", {"by": NAMES[player], "do": "pass"})
        answers = [option["answer"] for option in own(table, 1)["options"]]
        chosen = [each for each in answers if wanted in each and each.get("target", "Cal") == "Cal"]
        for answer in chosen[:1]:
            assert table.do(seat_of(1), "answer", answer) == ""
    assert "Ben takes a card" in json.dumps(table.house.board["log"])
    assert early(table, 2) is None
    assert table.house.desk["zones"]["seat3.play"] is None


def test_where_cards_go_aside_every_phone_lays_its_own_at_once(table: Table) -> None:
    begin(table, STARTS["asides"])
    assert table.do(seat_of(0), "answer", {"by": "Ann", "do": "deal"}) == ""
    for player in (2, 0, 1):
        said = [option["answer"] for option in own(table, player)["options"] if option["answer"]["do"] == "aside"]
        assert len(said) == 7 and table.do(seat_of(player), "answer", said[0]) == ""
    assert table.house.desk["decision"]["kind"] == "play"
