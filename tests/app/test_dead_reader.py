"""A seat with a dead reader can still play: its card is entered at the desk, or by its player on the phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.table.viewer import HOST, Viewer, seat_of
from cuelight.app.commands.answers import _put_said_cards
from cuelight.app.games.round import TableGame
from tests.support.nfc_table import SeatTable
from tests.support.waiting import until

Json = dict[str, Any]
BEN = 1


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SeatTable]:
    table = SeatTable(tmp_path)
    yield table
    table.close()


def begin(table: SeatTable, **game: Any) -> None:
    """Start a game of Ann and Ben; Ben's reader is dead."""
    table.table.command("start", {"names": ["Ann", "Ben"], "lead": 0, **game})
    table.emulated[BEN].unplug()
    until(lambda: str(table.board["seats"][BEN].get("trouble")).startswith("reader: unplugged"))


def offered(table: SeatTable, asker: Viewer) -> list[Json]:
    """Return the cards that can be entered for Ben: by the host at the desk, or by himself on the phone."""
    shown = table.desk if asker is HOST else json.loads(table.table.own(BEN))["own"]
    laid = [option for option in shown["options"] if option["answer"]["do"] in ("place", "reveal", "play")]
    return [option for option in laid if option["answer"]["by"] == "Ben" and "card" in option["answer"]]


def enters(table: SeatTable, asker: Viewer, **card: str) -> None:
    """Enter the card that Ben has placed."""
    until(lambda: any(card.items() <= option["answer"].items() for option in offered(table, asker)))
    option = next(each for each in offered(table, asker) if card.items() <= each["answer"].items())
    table.table.command("answer", option["answer"], asker)


def asks(table: SeatTable, kind: str) -> None:
    until(lambda: table.desk["decision"]["kind"] == kind)


@pytest.mark.parametrize("asker", [HOST, seat_of(BEN)], ids=["desk", "phone"])
def test_at_othello_a_card_is_laid_unseen_and_turned_up_by_its_name(table: SeatTable, asker: Viewer) -> None:
    begin(table)
    asks(table, "pre-placement")
    assert table.desk["decision"]["players"] == ["Ben"]
    enters(table, asker, do="place", card="?script")
    assert table.board["seats"][BEN]["card"] == {"face": "down"}
    table.emulated[0].field.lay(table.card("I.2"))
    until(lambda: table.face(0) == "down")
    while table.desk["decision"]["kind"] != "reveal":
        table.table.command("answer", {"by": table.desk["decision"]["players"][0], "do": "pass"})
    enters(table, asker, do="reveal", card="I.4")
    until(lambda: table.face(BEN) == "up")
    assert table.desk["questions"] == table.desk["irregularities"] == []


@pytest.mark.parametrize("asker", [HOST, seat_of(BEN)], ids=["desk", "phone"])
def test_at_deathmatch_the_card_that_answers_is_named(table: SeatTable, asker: Viewer) -> None:
    begin(table, game="deathmatch")
    asks(table, "action")
    assert offered(table, asker) == []
    table.emulated[0].field.lay(table.card("blades.2"))
    asks(table, "answer")
    enters(table, asker, do="play", card="coins.3")
    asks(table, "winner")
    assert table.desk["irregularities"] == []


def test_nothing_is_named_on_the_phone_of_a_seat_whose_reader_sees(table: SeatTable) -> None:
    begin(table, game="deathmatch")
    table.emulated[0].field.lay(table.card("blades.2"))
    asks(table, "answer")
    assert offered(table, seat_of(BEN))
    table.emulated[BEN].plug()
    until(lambda: offered(table, seat_of(BEN)) == [])


@pytest.mark.parametrize("was_read", [True, False])
def test_a_card_that_was_revealed_at_the_desk_is_not_placed_again_when_its_reader_is_back(
    table: SeatTable, was_read: bool
) -> None:
    """Its reader had read it and the desk entered that it was lifted, or it was placed while the reader was out."""
    card, hand = table.card("I.4"), ["?script", "?script"]
    seats = [{"name": "Ann", "placed": "?script"}, {"name": "Ben", "hand": hand}]
    position = {"edition": "2024", "phase": "placement", "lead": "Ann", "seats": seats}
    table.table.command("start", {"position": position})
    if was_read:
        table.emulated[BEN].field.lay(card)
        until(lambda: table.fitted.zones()["seat2.play"] == "I.4")
    table.emulated[BEN].unplug()
    until(lambda: bool(table.desk["devices"]))
    if not was_read:
        table.table.command("answer", {"by": "Ben", "do": "place", "card": "?script"})
    revealed = {"Ann": {"do": "exit"}, "Ben": {"do": "reveal", "card": "I.4"}}
    while (asked := table.desk["decision"])["kind"] != "pre-placement":
        [player] = asked["players"]
        if was_read and (asked["kind"], player) == ("reveal", "Ben"):
            table.table.command("mat", {"do": "lift", "zone": "seat2.play"})
        answer = revealed[player] if asked["kind"] == "reveal" else {"do": "pass"}
        table.table.command("answer", {"by": player, **answer})
    if not was_read:
        table.emulated[BEN].field.lay(card)
    table.emulated[BEN].plug()
    until(lambda: table.fitted.zones()["seat2.play"] == "I.4" and not table.desk["devices"])
    table.table.command("pace", {"pace": "usual"})  # after everything that the reader reported
    assert table.desk["decision"] == asked
    assert table.board["seats"][BEN]["cue"] != "done"
    assert table.desk["questions"] == table.desk["irregularities"] == []


@pytest.mark.parametrize(("placed", "lies"), [("?staging", "Seize"), ("Villainy", "Villainy")])
def test_an_answer_replaces_what_a_failed_reader_read_only_by_the_name_of_a_card(
    table: SeatTable, placed: str, lies: str
) -> None:
    """A press that is entered while only the buttons are out must not change what lies there, either."""
    table.fitted.put("seat2.play", "Seize")
    begin(table)
    until(lambda: table.fitted.zones()["seat2.play"] == "Seize" and bool(table.desk["devices"]))
    play = table.table.commands.play
    game = SimpleNamespace(
        session=SimpleNamespace(names=["Ann", "Ben"], state=None),
        game=SimpleNamespace(
            table=SimpleNamespace(placed=lambda _state, player: placed if player == BEN else None),
            box=SimpleNamespace(is_card=lambda _state, name: name in ("Seize", "Villainy")),
        ),
        mat=table.fitted,
    )
    _put_said_cards(play.devices, cast(TableGame, game), {})
    assert table.fitted.zones()["seat2.play"] == lies
