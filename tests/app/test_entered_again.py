"""A card that a reader has read and that is entered again by hand after the reader failed: no
response reveals a guess.
"""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import CuelightError
from hardware.faults import Condition, DeviceReason
from tests.support.rack_table import RackTable

Json = dict[str, Any]
NAMED = "I.4"
GESTURES = (
    ({"do": "tag", "zone": "seat2.play", "thing": NAMED},),
    ({"do": "tag", "zone": "seat2.play", "thing": NAMED},) * 2,
    ({"do": "lift", "zone": "seat2.play"}, {"do": "tag", "zone": "seat2.play", "thing": NAMED}),
    ({"do": "tag", "zone": "seat2.play", "thing": NAMED}, {"do": "lift", "zone": "seat2.play"}),
    ({"do": "reveal", "by": "Ben", "card": NAMED},),
    ({"do": "improv", "by": "Ben", "way": "face-down", "give": NAMED},),
)


def told(path: Path, lies: str, gestures: tuple[Json, ...], both: bool) -> tuple[list[str], int]:
    """Return the public output after each gesture, and the size of the record, if this card is face down."""
    with closing(RackTable(path, "othello", slots=0)) as table:
        table.house.command("start", game="othello", names=["Ann", "Ben"], lead=0)
        table.lay("seat2.play", lies)
        if both:
            table.lay("seat1.play", "I.5")
            while table.house.desk["decision"]["kind"] != "reveal":
                table.house.command("answer", by=table.house.desk["decision"]["players"][0], do="pass")
        table.fitted._take(Condition(table.house.clock(), "reader", ("seat2.play",), DeviceReason.UNPLUGGED))
        table.house.catch_up()
        shown = []
        for gesture in gestures:
            try:
                table.house.command("answer" if "by" in gesture else "mat", **gesture)
            except CuelightError as error:
                shown.append(str(error))
            shown.append(seen_by_others(table))
        return shown, len(table.written())


def told_of_character(path: Path, lies: str) -> tuple[str, int]:
    """Return the same after one more character is named, with this one shown to the companion and still there."""
    with closing(RackTable(path, "deathmatch", slots=0)) as table:
        table.house.command("start", game="deathmatch", names=["Ann", "Ben"], lead=0)
        table.lay("seat2.play", lies)
        table.fitted._take(Condition(table.house.clock(), "reader", ("seat2.play",), DeviceReason.UNPLUGGED))
        table.house.catch_up()
        table.house.command("mat", do="tag", zone="seat2.play", thing="character:Hamlet")
        return seen_by_others(table), len(table.written())


def test_naming_a_secret_character_again_is_told_as_naming_another(tmp_path: Path) -> None:
    it = told_of_character(tmp_path / "it.db", "character:Hamlet")
    assert it == told_of_character(tmp_path / "other.db", "character:Ophelia")


def seen_by_others(table: RackTable) -> str:
    """Return all output except the part that only Ben sees."""
    desk, own, timeline, lights = json.loads(table.everything())
    return json.dumps([desk, own[0], timeline, lights], sort_keys=True)


@pytest.mark.parametrize("both", [False, True], ids=["others lay", "all have laid"])
@pytest.mark.parametrize("gestures", GESTURES, ids=["once", "twice", "lifted", "and lifted", "turned up", "changed"])
def test_naming_the_card_that_a_reader_has_read_is_told_as_naming_another(
    tmp_path: Path, gestures: tuple[Json, ...], both: bool
) -> None:
    it, it_wrote = told(tmp_path / "it.db", NAMED, gestures, both)
    other, other_wrote = told(tmp_path / "other.db", "I.9", gestures, both)
    assert it == other
    assert it_wrote == other_wrote
