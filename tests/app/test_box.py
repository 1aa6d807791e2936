"""Enrolment of a box at a running table: tags named one after the other, undone, doubted; then the check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from companion.core.errors import CuelightError, InputError
from companion.core.observation import Lift, Press, Tag, Unsure
from companion.games import game_ids
from companion.journal import Journal
from companion.presence.filter import Resumed, UnknownTag, WeakRead
from companion.presence.misreads import Misread
from cuelight.app.devices.tags import names_in, note_name
from cuelight.app.enrolment.service import EnrolmentService
from cuelight.app.enrolment.walk import BoxCheck
from cuelight.app.games.decks import DeckLibrary
from hardware.emulator import Ntag
from hardware.fitted_table import FittedTable
from hardware.reader import Crowd, TagHintRead
from tests.support.nfc_table import SeatTable, uid_of
from tests.support.waiting import until

Json = dict[str, Any]


class Hand:
    """A person who places tags, as readers report them, and reads the box page."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.work = EnrolmentService(journal, DeckLibrary(journal), None, lambda: 0.0)

    @property
    def box(self) -> Json:
        return self.work.to_json({})

    def do(self, do: str, **body: Any) -> Json:
        self.work.command({"do": do, **body})
        return self.box

    def lay(self, uid: str, told: str) -> Json:
        """Place and lift a tag; check the message about it."""
        assert self.work.take(Tag(0.0, "seat1.play", f"uid:{uid}"))
        found = self.box
        assert found["told"]["code"] == told
        assert self.work.take(Lift(0.5, "seat1.play"))
        return found

    @property
    def names(self) -> dict[str, str]:
        """Return the names in the journal."""
        return names_in(self.journal)


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with closing(Journal.open(tmp_path / "table.db")) as journal:
        yield Hand(journal)


ONE, TWO, THREE, FOUR = (f"04A1B2C3D4E58{number}" for number in range(4))


def test_each_tag_that_is_laid_is_the_card_that_is_asked_for(hand: Hand) -> None:
    assert not hand.work.take(Tag(0.0, "seat1.play", "I.1"))
    hand.do("begin", mode="walk", game="othello")
    assert (hand.box["thing"], hand.box["number"], hand.box["of"]) == ("I.1", 1, 138)
    assert hand.lay(ONE, "named")["thing"] == "I.2"
    told = hand.lay(TWO, "named")
    assert (told["thing"], told["number"], told["done"]) == ("I.3", 3, 2)
    assert "I.2" in told["told"]["text"] and told["card"]["id"] == "I.3"
    assert hand.names == {ONE: "I.1", TWO: "I.2"}
    assert not hand.work.take(Press(0.0, "seat1"))


@pytest.mark.parametrize(
    ("game", "thing", "name"),
    [
        ("othello", "III.4", "III.4"),  # the stand-in's title is a guess
        ("othello", "Seize", "Seize"),
        ("othello", "tile:Iago", "Iago tile"),
        ("othello", "coin:Othello", "Othello coin"),
        ("deathmatch", "blades.4", "4 blades"),
        ("deathmatch", "One Fell Swoop", "One Fell Swoop"),
        ("deathmatch", "character:Hamlet", "Hamlet"),
        ("deathmatch", "protagonist", "protagonist card"),
        ("asides", "spades.queen", "queen of spades"),
    ],
)
def test_a_thing_of_the_box_is_called_as_people_call_it(hand: Hand, game: str, thing: str, name: str) -> None:
    hand.do("begin", mode="walk", game=game)
    found = hand.do("go", thing=thing)
    assert found["name"] == found["names"][thing] == name
    assert hand.lay(ONE, "named")["told"]["text"] == f"{name} has its tag."


def test_a_tag_that_was_read_before_names_nothing_and_what_it_is_on_can_be_said(hand: Hand) -> None:
    hand.do("begin", mode="walk", game="othello")
    hand.lay(ONE, "named")
    assert hand.lay(ONE, "repeat")["thing"] == "I.2"
    hand.do("skip")
    told = hand.lay(ONE, "other")
    assert told["waits"] and told["thing"] == "I.3" and "I.1" in told["told"]["text"]
    assert hand.do("confirm")["thing"] == "I.4" and hand.box["missing"]["I.1"] == 1
    assert hand.do("undo")["thing"] == "I.3" and hand.names == {ONE: "I.1"}
    assert "I.1" not in hand.box["missing"] and not hand.box["waits"]
    hand.do("go", thing="I.1")
    assert hand.lay(TWO, "full")["waits"]
    hand.do("confirm")
    assert hand.names == {ONE: "I.1", TWO: "I.1"}  # readers of two kinds may read two ids of one tag
    hand.do("undo")
    assert hand.names == {ONE: "I.1"}


def test_a_reader_that_reads_half_of_each_tag_is_noticed(hand: Hand) -> None:
    hand.do("begin", mode="walk", game="othello")
    assert "This reader reads half" not in hand.lay(ONE, "named")["told"]["text"]
    told = hand.lay("8804A1B2", "named")["told"]["text"]
    assert told.startswith("I.2 has its tag. This reader reads half")
    hand.do("skip")
    assert "This reader reads half" in hand.lay("8804A1B2", "other")["told"]["text"]


def test_every_copy_of_a_card_has_a_tag_of_its_own(hand: Hand) -> None:
    hand.do("begin", mode="walk", game="othello")
    hand.do("go", thing="Miscue")
    for copy, uid in enumerate((ONE, TWO, THREE), start=1):
        assert hand.box["thing"] == "Miscue" and (hand.box["copy"], hand.box["copies"]) == (copy, 3)
        hand.lay(uid, "named")
    assert hand.box["thing"] == "No Drama"
    assert hand.do("back")["thing"] == "Miscue"
    assert hand.lay(FOUR, "full")["waits"]
    hand.do("confirm")  # it is not known which of the three lost its tag
    assert hand.names == dict.fromkeys((ONE, TWO, THREE, FOUR), "Miscue")


def test_a_check_says_what_is_missing_double_worn_or_strange(hand: Hand) -> None:
    tags = {ONE: "V.1", TWO: "V.1", THREE: "tile:Iago"}
    for uid, thing in tags.items():
        note_name(hand.journal, uid, thing, 0.0)
    hand.do("begin", mode="check", game="othello")
    assert hand.box["done"] == 0 and hand.box["missing"]["V.1"] == 1
    assert hand.lay(ONE, "there")["done"] == 1
    assert hand.lay(ONE, "again")["done"] == 1
    assert hand.lay(TWO, "double")["double"] == {"V.1": 2}
    assert hand.lay(FOUR, "unknown")["strangers"] == 1
    assert "V.1" not in hand.box["missing"] and "V.2" in hand.box["missing"]
    assert hand.names == tags


@pytest.mark.parametrize(("share", "worn"), [(0.95, False), (0.5, True)])
def test_a_tag_that_is_heard_badly_is_told(share: float, worn: bool) -> None:
    check = BoxCheck({"V.1": 1}, {ONE: "V.1"})
    check.lay(ONE)
    check.heard(ONE, share)
    assert check.to_json()["worn"] == ([{"thing": "V.1", "share": share}] if worn else [])
    check.heard(ONE, 1.0)
    assert check.to_json()["worn"] == []


def test_what_is_no_card_is_told_with_the_next_step(hand: Hand) -> None:
    hand.do("begin", mode="walk", game="othello")
    assert not hand.work.take(UnknownTag(0.0, "seat1.play", True))  # the desk still gets the report
    assert hand.box["told"]["code"] == "stranger"
    for badly in (Unsure(0.0, "seat1.play", "uid:" + ONE), Misread(0.0, "seat1.play", True)):
        assert hand.work.take(UnknownTag(0.0, "seat1.play", True)) is False
        hand.work.take(badly)
        assert hand.box["told"]["code"] == "badly" and hand.names == {}
    assert hand.work.take(Crowd(0.0, "seat1.play")) and hand.box["told"]["code"] == "crowd"
    hand.work.take(WeakRead(0.0, "seat1.play", True))  # two are weakly read; the instruction has been shown
    assert hand.box["told"]["code"] == "crowd" and hand.names == {}
    assert hand.work.take(Resumed(0.0, "seat1.play", "uid:" + TWO, fresh=False))
    assert hand.names == {}
    assert hand.work.take(TagHintRead(0.0, ONE, "Seize")) and hand.work.take(Tag(0.0, "seat1.play", "Seize"))
    assert hand.names == {ONE: "I.1"}
    assert hand.work.take(Resumed(0.0, "seat2.play", "uid:" + TWO, fresh=True))  # placed while the reader was out
    assert hand.names == {ONE: "I.1", TWO: "I.2"}


def test_a_tag_that_was_heard_badly_is_named_once_it_is_heard_well(hand: Hand) -> None:
    hand.do("begin", mode="walk", game="othello")
    hand.work.take(Unsure(0.0, "seat1.play", "uid:" + ONE))
    assert not hand.work.take(WeakRead(0.0, "seat1.play", True)) and hand.names == {}
    assert not hand.work.take(WeakRead(3.0, "seat2.play", False)) and hand.names == {}
    assert not hand.work.take(WeakRead(4.0, "seat1.play", False))  # the desk still gets the report
    assert hand.box["told"]["code"] == "named" and hand.names == {ONE: "I.1"}
    hand.work.take(Unsure(5.0, "seat1.play", "uid:" + TWO))
    hand.work.take(Unsure(6.0, "seat1.play", None))
    hand.work.take(WeakRead(7.0, "seat1.play", False))
    hand.work.take(Unsure(8.0, "seat1.play", "uid:" + TWO))
    hand.lay(THREE, "named")
    hand.work.take(WeakRead(9.0, "seat1.play", False))
    assert hand.names == {ONE: "I.1", THREE: "I.2"}


def test_with_the_readers_of_a_running_table_a_box_is_named_and_its_game_does_not_notice(tmp_path: Path) -> None:
    with closing(SeatTable(tmp_path)) as seats:
        one, other = (reader.field for reader in seats.emulated)
        tags, in_the_box = [Ntag() for _ in range(3)], Ntag()
        seats.table.command("start", {"names": ["Ann", "Ben"], "lead": 0})
        seats.table.command("enrol", {"do": "import", "file": file_with(uid_of(tags[2]), "I.9")})
        seats.table.command("enrol", {"do": "import", "file": file_with(uid_of(in_the_box), "I.8")})
        other.lay(tags[2])
        until(lambda: seats.desk["zones"]["seat2.play"] is not None)
        until(lambda: seats.board["seats"][0]["cue"] == "go-on")  # the light comes on a second after the game has begun
        log = seats.board["log"]
        for known in (tags[2], in_the_box):  # face up or face down
            with pytest.raises(InputError, match="import it after the game"):
                seats.table.command("enrol", {"do": "import", "file": file_with(uid_of(known), "I.7")})

        def box(key: str) -> Any:
            return seats.table.ask("box", {})[key]

        seats.table.command("enrol", {"do": "begin", "mode": "walk", "game": "othello"})
        seats.table.command("enrol", {"do": "go", "thing": "I.1"})
        assert seats.board["headline"].startswith("A box is being gone through")
        for tag, then in zip(tags, ("I.2", "I.3"), strict=False):
            one.clear()
            one.lay(tag)
            until(partial(lambda wanted: box("thing") == wanted, then))
        for thing, copy in (("I.9", Ntag()), ("I.8", Ntag())):  # a second tag in place of the first
            seats.table.command("enrol", {"do": "go", "thing": thing})
            one.clear()
            one.lay(copy)
            until(lambda: box("waits"))
            seats.table.command("enrol", {"do": "confirm"})
            assert box("told")["code"] == "kept" and not box("waits")
        one.clear()
        one.lay(in_the_box)
        until(lambda: box("told")["code"] == "in-play")
        assert "I.8" not in box("told")["text"]
        seats.table.command("enrol", {"do": "go", "thing": "I.3"})
        other.clear()
        until(lambda: seats.fitted.zones()["seat2.play"] is None)
        other.lay(tags[2])
        until(lambda: box("told")["code"] == "in-play")
        assert "I.9" not in box("told")["text"]
        until(lambda: seats.board["seats"][1]["card"] == {"face": "down", "early": True})
        assert (seats.board["asked"], seats.board["log"]) == ("pre-placement", log)
        assert seats.desk["zones"]["seat2.play"] == "?script"  # not its uid, which the file of the box names
        one.clear()
        until(lambda: seats.fitted.zones()["seat1.play"] is None)
        for tag in (two := [Ntag(), Ntag()]):
            one.lay(tag)
        until(lambda: box("told")["code"] == "crowd")
        assert box("thing") == "I.3"
        one.lift(two[0])
        until(lambda: box("thing") == "I.4")  # the remaining one is meant
        seats.table.command("enrol", {"do": "undo"})
        one.clear()
        until(lambda: seats.fitted.zones()["seat1.play"] is None)
        seats.table.command("enrol", {"do": "end"})
        assert seats.fitted.zones() == {"seat1.play": None, "seat2.play": "I.9", "stage.target": None}
        assert seats.desk["enrolling"] is None and "box" not in seats.board["headline"]
    with closing(Journal.reading(tmp_path / "table.db")) as journal:
        named = zip([*tags, in_the_box], ("I.1", "I.2", "I.9", "I.8"), strict=True)
        assert names_in(journal) == {uid_of(tag): thing for tag, thing in named}


class Readers:
    """Readers that only report a read rate."""

    served = ("seat1.play",)

    def zones(self) -> dict[str, None]:
        return {}

    def call_by_uid(self) -> None:
        """Ignore the call: no tag is there."""

    def read_share(self, zone: str) -> float:
        return 0.4


def test_a_tag_that_is_heard_too_badly_to_be_believed_is_there_and_worn(hand: Hand) -> None:
    note_name(hand.journal, ONE, "I.9", 0.0)
    hand.work = EnrolmentService(hand.journal, DeckLibrary(hand.journal), cast(FittedTable, Readers()), lambda: 0.0)
    hand.do("begin", mode="check", game="othello")
    hand.work.take(Unsure(0.0, "seat1.play", "uid:" + ONE))
    hand.work.take(WeakRead(0.0, "seat1.play", True))
    assert "I.9" not in hand.box["missing"]
    hand.work.take(Unsure(4.0, "seat1.play", None))
    assert hand.box["worn"] == [{"thing": "I.9", "share": 0.4}]


def test_a_walk_tells_the_same_of_every_tag_of_the_game_that_is_played_and_of_no_other_games(hand: Hand) -> None:
    for uid, thing in ((ONE, "I.9"), (TWO, "Miscue"), (THREE, "blades.4")):
        note_name(hand.journal, uid, thing, 0.0)
    for mode in ("walk", "check"):
        hand.work.command({"do": "begin", "mode": mode, "game": "othello"}, played="othello", in_play=True)
        assert hand.lay(ONE, "in-play")["told"] == hand.lay(TWO, "in-play")["told"]
    hand.work.command({"do": "begin", "mode": "check", "game": "othello"}, played="deathmatch", in_play=True)
    hand.lay(ONE, "there")
    hand.lay(THREE, "in-play")


def file_with(uid: str, thing: str) -> Json:
    return {
        "form": "cuelight-deck",
        "version": 2,
        "game": "othello",
        "edition": "2024",
        "deck": {"id": "stand-in", "title": "Stand-in deck", "text": None},
        "tags": {uid: thing},
    }


@pytest.mark.parametrize("game", game_ids())
def test_a_walk_goes_on_after_the_last_tag_and_comes_back_to_what_was_skipped(game: str, tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path / "table.db")) as journal:
        work = EnrolmentService(journal, DeckLibrary(journal), None, lambda: 0.0)
        work.command({"do": "begin", "game": game})
        first = work.to_json({})
        things = [thing for thing, count in first["missing"].items() for _ in range(count)]
        assert first["thing"] == things[0] and first["of"] == len(things)
        for number, thing in enumerate(things[:3]):
            note_name(journal, f"04A1B2C3D4E5{number:02X}", thing, 0.0)
        again = EnrolmentService(journal, DeckLibrary(journal), None, lambda: 0.0)
        assert again.to_json({"game": game})["done"] == 3
        again.command({"do": "begin", "game": game})
        assert again.to_json({})["thing"] == things[3]
        again.command({"do": "go", "thing": things[-1]})
        again.command({"do": "skip"})
        assert again.to_json({})["thing"] == things[3]
        for body in ({"do": "go", "thing": "IX.9"}, {"do": "go"}, {"do": "dance"}, {"do": "begin", "game": "chess"}):
            with pytest.raises(InputError):
                again.command(body)
        again.command({"do": "end"})
        with pytest.raises(CuelightError, match="Begin again"):
            again.command({"do": "skip"})
        with suppress(InputError):
            again.command({"do": "import", "file": {"form": "other"}})
        assert len(names_in(journal)) == 3
