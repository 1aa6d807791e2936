"""Evenings on emulated readers: placed, lifted and tapped cards become the game, even while readers fail."""

import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.core.places import TAP
from companion.journal import Journal
from companion.othello.rules.options import decision
from cuelight.app.devices.tags import names_in
from cuelight.app.table import LiveTable
from hardware.emulator import EmulatedReader, Ntag
from hardware.fitted_table import FittedTable
from hardware.polling import ReaderSlot, ZoneReaders
from hardware.table_file.layout import TableLayout, full_mat
from tests.support.evening import NAMES, Clock, has_returned
from tests.support.nfc_evening import Gremlin, NfcEvening
from tests.support.nfc_table import SeatTable, hinted
from tests.support.waiting import until

SIX = tuple(f"seat{n + 1}.play" for n in range(6))


@contextmanager
def evening(folder: Path, zones: tuple[str, ...], players: int) -> Iterator[NfcEvening]:
    folder.mkdir()
    made = NfcEvening(folder, zones, players, seed=5)
    try:
        yield made
    finally:
        made.close()


def test_an_act_on_six_readers_is_the_same_with_faults_all_along(tmp_path: Path) -> None:
    with evening(tmp_path / "well", SIX, 6) as well:
        well.play_until_act(2)
        assert well.session.state.act == 2
        expected = well.result()
    faults = 0
    for seed in count(3):
        with evening(tmp_path / f"ill-{seed}", SIX, 6) as ill, Gremlin(ill, seed).at_work() as gremlin:
            ill.play_until_act(2)
            result = ill.result()
        if has_returned(result):
            continue
        assert result == expected
        faults += gremlin.done.total()  # a fast machine finishes before there are many
        if faults >= 5:
            break


def test_a_game_of_taps_on_one_reader_ends_as_a_game_does(tmp_path: Path) -> None:
    """Its last act; `bench.readers_proof` plays whole games."""
    seats = [{"name": name, "hand": ["?script"] * 5 + ["?staging"] * 2, "intrigue": 2} for name in NAMES[:3]]
    position = {"edition": "2024", "act": 5, "lead": "Ann", "phase": "pre-placement", "seats": seats}
    with evening(tmp_path / "one", (TAP,), 3) as one:
        one.begin_at(position)
        one.play_by_taps()
        assert decision(one.session.state) is None
        assert json.loads(one.table.board())["winners"]


# --- output of the table


def test_where_every_card_is_tapped_on_one_reader_its_death_shows_at_every_seat(tmp_path: Path) -> None:
    reader, names = EmulatedReader(tmp_path / "reader"), dict[str, str]()
    readers = ZoneReaders([ReaderSlot(TAP, reader.path)], time.monotonic, names.get)
    layout = TableLayout((*full_mat(2).zones, TAP), full_mat(2).seats)
    fitted = FittedTable(layout, [readers], [], time.monotonic, names, [TAP])
    table = LiveTable(tmp_path / "table.db", time.monotonic, time.time, fitted=fitted)
    table.start()
    table.command("start", {"names": ["Ann", "Ben"], "lead": 0})

    def troubles() -> list[str | None]:
        return [seat.get("trouble") for seat in json.loads(table.board())["seats"]]

    until(lambda: readers.tallies[TAP].looks > 0)
    reader.unplug()
    asked = "reader: unplugged. Ask the host to enter your card"
    until(lambda: troubles() == [asked, asked])  # Ann may lay a card too, while Ben decides
    reader.plug()
    until(lambda: troubles() == [None, None])
    tag = Ntag()
    names[tag.uid.hex().upper()] = "I.4"
    reader.field.lay(tag)
    until(lambda: json.loads(table.board())["newest"] is not None)
    table.stop()
    reader.unplug()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SeatTable]:
    made = SeatTable(tmp_path)
    made.table.command("start", {"names": ["Ann", "Ben"], "lead": 0})
    yield made
    made.close()


def test_laying_a_card_places_it_and_lifting_it_and_laying_it_back_reveals_it(table: SeatTable) -> None:
    ann, ben = table.card("I.2"), table.card("I.4")
    table.emulated[0].field.lay(ann)
    table.emulated[1].field.lay(ben)
    until(lambda: table.face(0) == table.face(1) == "down")
    assert "I.2" not in table.table.board().decode()
    table.emulated[1].field.lift(ben)
    until(lambda: table.fitted.zones()["seat2.play"] is None)
    table.emulated[1].field.lay(ben)
    until(lambda: table.face(1) == "up")
    assert table.desk["driver"] is None
    assert table.desk["hands"] == {}


def test_a_dead_reader_is_shown_at_its_seat_and_at_the_desk_within_two_seconds(table: SeatTable) -> None:
    began = time.monotonic()
    table.emulated[1].unplug()
    until(lambda: bool(table.desk["devices"]))
    assert time.monotonic() - began < 2.0
    assert table.desk["devices"][0]["reason"] == "unplugged"
    assert any("Ben: " in notice and "Plug it in" in notice for notice in table.desk["notices"])
    assert table.board["seats"][1]["cue"] == "attention"
    assert table.fitted.lights()["seat2"] == "attention"
    assert "trouble" in table.board["seats"][1]
    table.emulated[1].plug()
    until(lambda: not table.desk["devices"])
    assert "trouble" not in table.board["seats"][1]
    assert table.desk["notices"] == []


def test_what_a_dead_reader_should_have_seen_is_entered_by_hand_and_fits_when_it_is_back(table: SeatTable) -> None:
    ann, ben = table.card("I.2"), table.card("I.4")
    entered = {"do": "tag", "zone": "seat2.play", "thing": "I.4"}
    while table.desk["decision"]["kind"] == "pre-placement":
        table.table.command("answer", {"by": table.desk["decision"]["players"][0], "do": "pass"})
    table.emulated[0].field.lay(ann)
    table.emulated[1].unplug()
    until(lambda: bool(table.desk["devices"]) and table.face(0) == "down")
    table.table.command("mat", entered)
    until(lambda: table.face(1) == "down")
    table.table.command("undo", {})
    assert table.face(1) is None
    table.table.command("mat", entered)  # no reader saw the lift
    until(lambda: table.face(1) == "down")
    table.emulated[1].field.lay(ben)
    table.emulated[1].plug()
    until(lambda: not table.desk["devices"])
    assert table.face(1) == "down"  # a card that was there already is no reveal
    assert table.desk["questions"] == []


def test_a_card_laid_while_the_reader_was_out_is_placed_when_it_is_back(table: SeatTable) -> None:
    table.emulated[0].field.lay(table.card("I.2"))
    table.emulated[1].unplug()
    until(lambda: bool(table.desk["devices"]))
    table.emulated[1].field.lay(table.card("I.4"))
    table.emulated[1].plug()
    until(lambda: table.face(0) == table.face(1) == "down")


def test_what_does_not_fit_when_a_reader_is_back_is_asked(table: SeatTable) -> None:
    ann, ben = table.card("I.2"), table.card("I.4")
    table.emulated[0].field.lay(ann)
    table.emulated[1].field.lay(ben)
    until(lambda: table.face(0) == table.face(1) == "down")
    table.emulated[1].unplug()
    until(lambda: bool(table.desk["devices"]))
    table.emulated[1].field.lift(ben)
    table.emulated[1].plug()
    until(lambda: bool(table.desk["questions"]))
    assert "sees no card" in table.desk["questions"][0]["text"]
    assert "I.4" not in table.table.desk().decode().replace('"box"', "").split("questions")[1].split("]")[0]


def test_crosstalk_is_a_remark_at_the_desk(table: SeatTable) -> None:
    ann = table.card("I.2")
    table.emulated[0].field.lay(ann)
    until(lambda: table.fitted.zones()["seat1.play"] == "I.2")
    table.emulated[1].field.overheard = table.emulated[0].field, 0.4
    until(lambda: any("apart" in notice for notice in table.desk["notices"]))
    assert table.fitted.zones()["seat2.play"] is None


def test_a_tag_that_says_itself_what_it_is_is_known_from_then_on(table: SeatTable, tmp_path: Path) -> None:
    tag = hinted("I.4")
    uid = tag.uid.hex().upper()
    table.emulated[1].field.lay(tag)
    until(lambda: table.fitted.zones()["seat2.play"] == "I.4")
    until(lambda: bool(table.names))
    assert table.names == {uid: "I.4"}


def test_a_demonstration_plays_on_a_virtual_mat_beside_the_devices(table: SeatTable) -> None:
    other = LiveTable(table.path.with_name("demo.db"), Clock(), time.time, demo=True, fitted=table.fitted)
    other.start()
    assert json.loads(other.desk())["driver"] == "bots"
    other.stop()


def test_the_cards_that_lie_there_at_a_restart_are_no_gestures(tmp_path: Path) -> None:
    first = SeatTable(tmp_path)
    first.table.command("start", {"names": list(NAMES[:2]), "lead": 0})
    cards = first.card("I.2"), first.card("I.4")
    for reader, card in zip(first.emulated, cards, strict=True):
        reader.field.lay(card)
    until(lambda: first.face(0) == first.face(1) == "down")
    first.table.stop()
    stations = [ReaderSlot(f"seat{n + 1}.play", reader.path) for n, reader in enumerate(first.emulated)]
    readers = ZoneReaders(stations, time.monotonic, first.names.get)
    fitted = FittedTable(full_mat(2), [readers], [], time.monotonic, first.names)
    again = LiveTable(first.path, time.monotonic, time.time, fitted=fitted)
    again.start()
    until(lambda: None not in list(fitted.zones().values())[:2])
    seats = json.loads(again.board())["seats"]
    assert [seat["card"] for seat in seats] == [{"face": "down"}] * 2
    again.stop()
    for reader in first.emulated:
        reader.unplug()


def test_what_was_left_on_the_table_is_not_placed_in_a_new_game(table: SeatTable) -> None:
    ann, ben = table.card("I.2"), table.card("I.4")
    table.emulated[0].field.lay(ann)
    table.emulated[1].field.lay(ben)
    until(lambda: table.face(0) == table.face(1) == "down")
    table.table.command("start", {"names": ["Cal", "Dee"], "lead": 0, "ends": table.table.game})
    table.emulated[1].field.lift(ben)
    until(lambda: table.fitted.zones()["seat2.play"] is None)
    assert table.face(0) is None and table.face(1) is None
    table.emulated[0].field.lift(ann)
    until(lambda: table.fitted.zones()["seat1.play"] is None)
    table.emulated[0].field.lay(ann)
    table.emulated[1].field.lay(ben)
    until(lambda: table.face(0) == table.face(1) == "down")


def test_the_desk_offers_what_a_dead_reader_cannot_see_and_no_more(table: SeatTable) -> None:
    def offered(do: str) -> list[Any]:
        return [one for one in table.desk["options"] if one["answer"].get("card") and one["answer"]["do"] == do]

    table.emulated[0].field.lay(table.card("I.2"))
    table.emulated[1].unplug()
    until(lambda: bool(table.desk["devices"]))
    until(lambda: table.fitted.zones()["seat1.play"] == "I.2")
    table.table.command("answer", {"by": "Ben", "do": "pass"})
    until(lambda: table.desk["decision"]["kind"] == "placement")
    assert [(one["answer"]["by"], one["answer"]["card"]) for one in offered("place")] == [
        ("Ben", "?script"),
        ("Ben", "?staging"),
    ]
    table.table.command("answer", offered("place")[0]["answer"])
    until(lambda: table.face(0) == table.face(1) == "down")
    while table.desk["decision"]["kind"] != "reveal":
        table.table.command("answer", {"by": table.desk["decision"]["players"][0], "do": "pass"})
    reveals = offered("reveal")
    assert {one["answer"]["by"] for one in reveals} == {"Ben"}
    assert "I.2" in [one["answer"]["card"] for one in reveals]  # nobody has seen that Ann has it
    table.table.command("answer", next(one["answer"] for one in reveals if one["answer"]["card"] == "I.4"))
    assert table.face(1) == "up"


@pytest.mark.parametrize(
    "text",
    ["stranger", "I.99", "uid:04AABBCCDD1122", "tile:", "tile:I.4", "coin:\u202eogaI", "I.4\x00", "\x1b[31mI.4",
     " ", "I.4 ", "\u200f", "Iago", "III.4\nI.4"]
)  # fmt: skip
def test_a_text_on_a_tag_that_names_nothing_in_a_box_is_no_name(table: SeatTable, text: str) -> None:
    tag = hinted(text)
    uid = tag.uid.hex().upper()
    table.emulated[1].field.lay(tag)
    until(lambda: table.fitted.zones()["seat2.play"] is not None)
    assert table.fitted.zones()["seat2.play"] == f"uid:{uid}"
    table.emulated[0].field.lay(hinted("tile:Iago"))  # its name follows the reports on the other one
    until(lambda: "tile:Iago" in table.names.values())
    assert uid not in table.names
    table.table.stop()
    with closing(Journal.reading(table.path)) as journal:
        assert list(names_in(journal).values()) == ["tile:Iago"]
