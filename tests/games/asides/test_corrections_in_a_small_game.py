"""Corrections in a small game that uses only its base: points, and a card's place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.asides.game import GAME, Asides
from companion.core.errors import InputError
from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from tests.support.running_table import House, running
from tests.support.served_pages import PHONE
from tests.support.table_pages import visited
from tests.support.waiting import until

START = {"game": "asides", "names": ["Ann", "Ben", "Cal"]}


def test_points_are_put_right_at_the_desk_explained_undone_and_taken_up_again(browser: Browser, tmp_path: Path) -> None:
    with visited(browser, tmp_path / "table.db") as people:
        people.house.command("start", **START)
        desk = people.open("/desk", viewport=PHONE)
        desk.locator('#right-forms [data-kind="points"] summary').click()
        desk.get_by_label("Ben", exact=True).fill("4")
        desk.get_by_role("button", name="It was counted wrongly").click()
        until(lambda: bool(people.house.desk["steps"]))
        step = people.house.desk["steps"][-1]
        assert [seat["points"] for seat in people.house.desk["board"]["seats"]] == [0, 4, 0]
        assert (step["text"], step["how"]) == ("Put right, the points: Ben 4", "typed")
        assert "The host puts points right. It was counted wrongly." in json.dumps(people.house.desk["board"]["log"])
        reasons = people.house.table.ask("explain", {})["players"][1]
        assert (reasons["total"], sum(each["points"] for each in reasons["entries"])) == (4, 4)
        mark = desk.locator('.desk-seat [data-number="points"]')
        expect(mark.nth(1)).to_have_attribute("data-how", "typed")
        assert desk.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        people.house.command("answer", do="correct", because="agreed", changes=[right("Ben", 1), right("Cal", 2)])
        until(lambda: [seat["points"] for seat in people.house.board["seats"]] == [0, 1, 2])
    with running(tmp_path / "table.db") as again:
        until(lambda: [seat["points"] for seat in again.board["seats"]] == [0, 1, 2])
        again.command("undo")
        until(lambda: [seat["points"] for seat in again.board["seats"]] == [0, 4, 0])


def right(name: str, now: object) -> dict[str, object]:
    return {"what": "points", "of": name, "now": now}


@pytest.mark.parametrize(
    "wrong",
    [
        {"changes": [], "because": "agreed"},
        {"changes": [right("Ann", 1000)], "because": "agreed"},
        {"changes": [right("Ann", -1)], "because": "agreed"},
        {"changes": [right("Dan", 1)], "because": "agreed"},
        {"changes": [right("Ann", 1), right("Ann", 2)], "because": "agreed"},
        {"changes": [right("Ann", 1) | {"what": "hand"}], "because": "agreed"},
        {"changes": [right("Ann", 1)], "because": "so"},
        {"changes": [right("Ann", 1)]},
    ],
)
def test_what_cannot_be_put_right_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        GAME.types.answer_from_json({"do": "correct"} | wrong, ["Ann", "Ben", "Cal"])


LAID = ("hearts.7", "hearts.8", "spades.9")


def play_a_trick(house: House) -> dict[str, int]:
    """Let Cal take a trick and lead; return the number of each step by its words."""
    house.command("answer", by="Ann", do="deal")
    for name, card in zip(START["names"], ("clubs.6", "diamonds.6", "hearts.6"), strict=True):
        house.command("answer", by=name, do="aside", card=card)
    for name, card in zip(START["names"], LAID, strict=True):
        house.command("answer", by=name, do="play", card=card)
    house.command("answer", by="Cal", do="play", card="clubs.9")
    return {step["text"]: step["id"] for step in house.desk["steps"]}


def test_a_card_that_was_another_one_is_put_right_and_the_rest_played_again(browser: Browser, tmp_path: Path) -> None:
    fitted = FittedTable(full_mat(3), [], [], lambda: 0.0, {}, served=())
    with visited(browser, tmp_path / "table.db", fitted=fitted) as people:
        house = people.house
        house.command("start", **START)
        steps = play_a_trick(house)
        asked = house.table.ask("others", {"step": str(steps["Ben plays the 8 of hearts"])})["others"]
        could = {each["answer"]["card"] for each in asked}
        assert could == {*Asides.cards} - {"hearts.7", "hearts.8"}  # whatever lies aside, or came later
        assert house.table.ask("others", {"step": "1"}) == {"others": []}  # what was laid aside is the player's own
        for wrong in ("99999999999", "-1", "x"):
            with pytest.raises(InputError):
                house.table.ask("others", {"step": wrong})
        desk = people.open("/desk", viewport=PHONE)
        step = desk.locator(".step", has_text="Cal plays the 9 of spades")
        step.get_by_role("button", name="It was different").click()
        desk.get_by_label("What was it?").select_option(label="Cal plays the 10 of hearts")
        assert desk.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        step.get_by_role("button", name="Correct it").click()
        until(lambda: "Cal plays the 10 of hearts" in [each["text"] for each in house.desk["steps"]])
        assert house.desk["steps"][-1]["text"] == "Cal plays the 9 of clubs" and not house.desk["questions"]
        expect(desk.locator(".step", has_text="Cal plays the 10 of hearts")).to_be_visible()
        ace = {"by": "Ben", "do": "play", "card": "hearts.ace"}
        house.command("undo", to=steps["Ben plays the 8 of hearts"], answer=ace)
        [question] = house.desk["questions"]
        assert question["text"] == "After the correction this could not be played again: Cal plays the 9 of clubs."
        assert house.desk["board"]["headline"].startswith("Ben took the trick and plays")
