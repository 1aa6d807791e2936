"""Cards typed by their owners: checked while typing, saved at once, and in the end a deck of the table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import CuelightError, InputError
from companion.core.observation import Tag
from companion.games import game_ids, game_of
from companion.journal import Journal, Kind
from cuelight.app.enrolment.service import EnrolmentService
from cuelight.app.games.decks import DeckLibrary

Json = dict[str, Any]
WITH_FORM = [game for game in game_ids() if game_of(game).box.decks.form is not None]
HOSTILE = [
    "<script>alert(1)</script>",
    "\u202eolleh",
    'x"\n[[card]]\nid = "I.1"',
    "\x7f\x00",
    "\ud800",
    "👩‍👩‍👧‍👦",
    "x" * 3000,
]
ODD: tuple[Any, ...] = (None, [], {}, [{}], -1, 1e9, 10**30, True, {"a": [None]}, "1", [None, 2])
TYPED: dict[str, tuple[str, Json]] = {
    "othello": ("I.3", {"character_1": "Iago", "verb": "convinces", "character_2": "the senate", "points": 4}),
    "deathmatch": ("blades.3", {"kind": "action", "suit": "blades", "points": 3, "copies": 2, "title": "a bodkin"}),
}


class Desk:
    """A table without readers, and a person who types."""

    def __init__(self, journal: Journal, game: str) -> None:
        self.shelf = DeckLibrary(journal)
        self.work = EnrolmentService(journal, self.shelf, None, lambda: 0.0)
        self.game = game

    def card(self, do: str, card: str, values: Json | None = None) -> Json:
        return self.work.card({"do": do, "game": self.game, "card": card, "values": values or {}})

    @property
    def box(self) -> Json:
        return self.work.to_json({"game": self.game})

    def walk(self, do: str, **body: Any) -> Json:
        self.work.command({"do": do, "game": self.game, **body})
        return self.box


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.open(tmp_path / "table.db")) as opened:
        yield opened


@pytest.mark.parametrize("game", WITH_FORM)
def test_a_card_that_is_typed_is_kept_at_once_and_played_once_the_pass_is_over(game: str, journal: Journal) -> None:
    desk, (card, values) = Desk(journal, game), TYPED[game]
    assert desk.box["guessed"] == desk.box["cards"]
    opened = desk.card("open", card)
    assert opened["guess"] and {field["name"] for field in opened["fields"]} >= set(values)
    looked = desk.card("look", card, values)
    assert not looked["kept"] and looked["faults"] == [] and looked["view"]["points"] == values["points"]
    assert desk.box["guessed"] == desk.box["cards"]
    desk.walk("begin", mode="cards")
    for _ in range(2):
        assert desk.card("keep", card, values)["kept"]
    assert len(journal.of_kind(Kind.DECK)) == 1
    assert desk.box["guessed"] == desk.box["cards"] - 1 and card not in desk.box["missing"]
    again = Desk(journal, game)  # as after a power cut
    assert not again.card("open", card)["guess"]
    assert again.card("open", card)["values"].items() >= values.items()
    assert again.shelf.own() == []
    again.walk("begin", mode="cards")
    again.walk("end")
    [deck] = again.shelf.own()
    assert (deck.id, deck.made_up, deck.guessed) == ("our-cards", False, again.box["cards"] - 1)
    assert Desk(journal, game).box["guessed"] == deck.guessed
    again.walk("end")
    assert sum("text" in record.body for record in journal.of_kind(Kind.DECK)) == 1


def test_a_deck_all_of_whose_cards_are_typed_has_no_guess_left_and_goes_to_another_owner(
    journal: Journal, tmp_path: Path
) -> None:
    game = "othello"
    desk = Desk(journal, game)
    box = desk.walk("begin", mode="cards")
    asked: list[str] = []
    while (card := box["thing"]) is not None:
        assert box["number"] == len(asked) + 1 and card not in asked
        asked.append(card)
        assert desk.card("keep", card, desk.card("open", card)["values"])["kept"], card
        box = desk.box
    assert len(asked) == box["cards"] and box["guessed"] == 0 and box["missing"] == {}
    desk.walk("end")
    text = desk.work.deck_file({"game": game})
    assert game_of(game).box.decks.faults(text) == [] and "guessed" not in text
    with closing(Journal.open(tmp_path / "other.db")) as other:
        DeckLibrary(other).take(text, 0.0)
        assert Desk(other, game).box["guessed"] == 0


@pytest.mark.parametrize("game", WITH_FORM)
def test_what_two_owners_have_typed_comes_together(game: str, journal: Journal, tmp_path: Path) -> None:
    card, values = TYPED[game]
    with closing(Journal.open(tmp_path / "other.db")) as other:
        mine, theirs = Desk(journal, game), Desk(other, game)
        another = next(name for name in theirs.walk("begin", mode="cards")["missing"] if name != card)
        for desk, name, typed in (
            (mine, card, values),
            (theirs, another, theirs.card("open", another)["values"]),
        ):
            desk.walk("begin", mode="cards")
            assert desk.card("keep", name, typed)["kept"]
            desk.walk("end")
        mine.work.drafts.take_file(theirs.work.deck_file({"game": game}))
        again = Desk(journal, game)
        assert again.box["guessed"] == again.box["cards"] - 2 and len(again.shelf.own()) == 1
        assert again.card("open", card)["values"].items() >= values.items()


@pytest.mark.parametrize("game", WITH_FORM)
def test_whatever_is_typed_is_a_text_or_refused_at_its_field(game: str, journal: Journal) -> None:
    desk, (card, values) = Desk(journal, game), TYPED[game]
    fields = desk.card("open", card)["fields"]
    for text, field in [*itertools.product(HOSTILE[:2], fields), *itertools.product(HOSTILE[2:], fields[-2:])]:
        told = desk.card("keep", card, values | {field["name"]: text})
        assert told["kept"] != bool(told["faults"])
        assert "id" in told["view"]
    assert game_of(game).box.decks.faults(desk.work.deck_file({"game": game})) == []
    assert Desk(journal, game).box["cards"] == desk.box["cards"]


@pytest.mark.parametrize("game", WITH_FORM)
def test_whatever_a_program_sends_is_a_card_or_refused(game: str, journal: Journal) -> None:
    desk, (card, values) = Desk(journal, game), TYPED[game]
    for name, value in zip(itertools.cycle(values), ODD * 2, strict=False):
        told = desk.card("keep", card, values | {name: value})
        assert told["kept"] != bool(told["faults"])
    assert game_of(game).box.decks.faults(desk.work.deck_file({"game": game})) == []


@pytest.mark.parametrize("game", WITH_FORM)
def test_what_cannot_be_asked_is_refused(game: str, journal: Journal) -> None:
    desk, (card, values) = Desk(journal, game), TYPED[game]
    for do, name, typed in (
        ("open", "IX.9", {}),
        ("keep", "IX.9", values),
        ("keep", card, {"odd": 1}),
        ("dance", card, {}),
    ):
        with pytest.raises(InputError):
            desk.card(do, name, typed)
    assert journal.of_kind(Kind.DECK) == []


def test_a_game_whose_cards_are_known_has_nothing_to_type(journal: Journal) -> None:
    desk = Desk(journal, "asides")
    assert desk.box["cards"] == 0
    with pytest.raises(CuelightError, match="nothing to type"):
        desk.card("open", "spades.queen")
    with pytest.raises(CuelightError, match="nothing to type"):
        desk.walk("begin", mode="cards")


def test_a_curtain_that_is_typed_is_taken_from_the_guess_that_had_it(journal: Journal) -> None:
    desk, form = Desk(journal, "othello"), game_of("othello").box.decks.form
    assert form is not None
    half = {"character_1": "Iago", "verb": "convinces", "curtain": "half", "points_lead": 0, "points_company": 2}
    assert desk.card("keep", "I.1", half)["kept"]
    text = desk.work.deck_file({"game": "othello"})
    assert game_of("othello").box.decks.faults(text) == []
    assert [
        card for card in form.cards(text) if form.values(text, card).get("curtain") == "half" and card[:2] == "I."
    ] == ["I.1"]
    told = desk.card("keep", "I.2", half)
    assert told["kept"] and "more than one half curtain" in told["besides"][0]
    desk.walk("begin", mode="cards")
    assert "more than one half curtain" in desk.walk("end")["faults"][0] and desk.shelf.own() == []
    assert desk.card("drop", "I.2")["kept"] and desk.card("open", "I.2")["guess"]
    desk.walk("begin", mode="cards")
    assert desk.walk("end")["faults"] == [] and desk.shelf.own()[0].guessed == 69


def test_cards_of_deathmatch_are_added_and_taken_out(journal: Journal) -> None:
    desk = Desk(journal, "deathmatch")
    before = desk.box["of"]
    desk.walk("begin", mode="cards")
    hamlet = {"kind": "trickster", "id": "Alas, poor Yorick", "copies": 2, "text": "Everybody laughs."}
    told = desk.card("keep", "", hamlet)
    assert told["kept"] and told["card"] == "Alas, poor Yorick"
    assert desk.card("drop", "blades.1")["kept"]
    assert not desk.card("keep", "", hamlet)["kept"]  # this name exists already
    assert "castle" in desk.card("drop", "setting:castle")["faults"][0]["what"]
    desk.walk("end")
    box = desk.walk("begin", mode="walk")
    assert box["of"] == before + 2 - 5 and "blades.1" not in box["missing"] and box["missing"]["Alas, poor Yorick"] == 2


def test_cards_of_one_edition_take_nothing_from_those_of_another(journal: Journal) -> None:
    desk, (card, values) = Desk(journal, "othello"), TYPED["othello"]
    for edition in ("2024", "2022"):
        desk.walk("begin", mode="cards", edition=edition)
        assert desk.card("keep", card, values)["kept"]
        assert desk.walk("end")["faults"] == []
    desk.walk("begin", mode="cards", edition="2024-first")  # with the cards of 2024
    assert desk.card("keep", "I.4", values)["kept"]
    desk.walk("end")
    told = {edition: desk.work.to_json({"game": "othello", "edition": edition}) for edition in ("2024", "2022")}
    assert {edition: each["guessed"] for edition, each in told.items()} == {"2024": 68, "2022": 68}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"verb": "confronts", "character_2": " desdemona "}, {"character_2": "Desdemona"}),
        ({"verb": "wounds", "character_2": "CASSIO"}, {"character_2": "Cassio"}),
        ({"verb": "confronts", "character_2": " the truth"}, {"character_2": "the truth"}),
        (
            {"verb": "kills", "character_2": "himself"},
            {"character_2": "Othello", "title": "Othello kills himself"},
        ),
        ({"points": 0}, {"points": 0}),
    ],
)
def test_a_card_is_taken_as_it_was_meant(typed: Json, kept: Json, journal: Journal) -> None:
    desk = Desk(journal, "othello")
    values = {"character_1": "Othello", "verb": "convinces", "points": 1} | typed
    assert desk.card("look", "V.14", values)["view"].items() >= kept.items()
    assert desk.card("keep", "V.14", values)["kept"]
    assert desk.card("open", "V.14")["values"].items() >= kept.items()


def test_points_that_nobody_has_typed_are_asked_for(journal: Journal) -> None:
    desk, (card, values) = Desk(journal, "othello"), TYPED["othello"]
    fields = {field["name"]: field for field in desk.card("open", card)["fields"]}
    assert "conspires" not in fields["character_2"]["only"]["is"]
    for given in ({"points": ""}, {"points": "", "curtain": ""}):
        told = desk.card("keep", card, values | given)
        assert not told["kept"] and [each["field"] for each in told["faults"]] == ["points"]
    told = desk.card("keep", card, values | {"points": "2e"})
    assert not told["kept"] and [each["field"] for each in told["faults"]] == ["points"]


def test_a_walk_asks_what_stands_on_a_guess_before_it_goes_on(journal: Journal) -> None:
    desk, (_card, values) = Desk(journal, "othello"), TYPED["othello"]
    desk.walk("begin", mode="walk", cards=True)
    assert desk.work.take(Tag(0.0, "seat1.play", "uid:04A1B2C3D4E580"))
    assert desk.box["thing"] == "I.1" and desk.box["asked"] and desk.box["told"]["code"] == "named"
    assert desk.card("keep", "I.1", values)["kept"]
    assert desk.box["thing"] == "I.2" and desk.box["told"]["code"] == "known"
    desk.card("keep", "I.2", values)
    assert desk.box["thing"] == "I.2" and not desk.box["asked"]
    assert desk.work.take(Tag(0.0, "seat1.play", "uid:04A1B2C3D4E581"))
    assert desk.box["thing"] == "I.3"
