"""What the host puts right in a small game that says nothing of it: everybody's points, by the base alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from live_house import running
from live_pages import visited
from playwright.sync_api import Browser, expect
from waiting import until
from web_room import PHONE

from companion.asides.game import GAME
from companion.play.errors import InputError

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
        {"changes": [right("Ann", 1) | {"what": "hand"}], "because": "agreed"},
        {"changes": [right("Ann", 1)], "because": "so"},
        {"changes": [right("Ann", 1)]},
    ],
)
def test_what_cannot_be_put_right_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        GAME.answer_from_json({"do": "correct"} | wrong, ["Ann", "Ben", "Cal"])
