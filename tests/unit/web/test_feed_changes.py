"""Changes between snapshots: the feed computes them and the pages apply them."""

from __future__ import annotations

import copy
import json
import random
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support import recorded_table as fixtures
from tests.support import served_pages as web_room
from tests.support.served_pages import Room
from web.feed.delta import change, encoded, mark

room, house = web_room.room, web_room.house

PAIRS: list[tuple[Any, Any]] = [
    ({"a": 1}, {"a": 1, "b": None}),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({"a": 1, "c": 3}, {"a": 1, "b": 2, "c": 3}),
    ({"a": 0, "b": [True]}, {"a": False, "b": [1]}),
    ({"~": [1, 2]}, {"~": [2, 1]}),
    ([1, 2, 3, 4], [2, 3, 4, 5]),
    ([{"id": 1}, {"id": 2}], [{"id": 2, "x": [0]}, {"id": 3}]),
    ([], [[]]),
    ([[0]], [0]),
    (list(range(500)), list(range(1, 501))),
    ({"a": {}}, {"a": []}),
    ({"a": "x"}, {"a": None}),
    ({}, {}),
]
LOST_CHANGE = """
    const listen = EventSource.prototype.addEventListener;
    window.dropped = 0;
    EventSource.prototype.addEventListener = function (kind, hear) {
      listen.call(this, kind, (event) => {
        if (kind !== "change" || !window.drop) return hear(event);
        window.drop = false;
        window.dropped += 1;
      });
    };
"""


def mutated(document: Any, dice: random.Random) -> Any:
    """Return a copy with a few values changed, removed, inserted and moved."""
    found = copy.deepcopy(document)
    inside = [found]
    for node in inside:
        inside += [
            each for each in (node.values() if isinstance(node, dict) else node) if isinstance(each, dict | list)
        ]
    for node in dice.choices(inside, k=dice.randint(1, 6)):
        value = dice.choice([0, 1, True, None, "ß\n", 2.5, {}, [], {"k": [1]}, copy.deepcopy(dice.choice(inside))])
        if isinstance(node, list):
            node.reverse()
            node.insert(dice.randint(0, len(node)), value)
            del node[dice.randint(1, 20) :]
        else:
            node[dice.choice([*node, "new"])] = value
            if dice.random() < 0.3:
                node.pop(dice.choice([*node]))
    return json.loads(encoded(found))


def test_pages_make_exactly_the_new_snapshot_of_a_change(room: Room) -> None:
    dice = random.Random(11)
    boards = [make() for make in fixtures.BOARDS.values()]
    pairs = [*PAIRS, *pairwise(boards)]
    pairs += [(board, mutated(board, dice)) for board in boards for _ in range(12)]
    given = [[encoded(old), encoded(change(old, new) or {}), encoded(new)] for old, new in pairs]
    wrong = room.open("/login").evaluate(
        """async (given) => {
          const { changed } = await import("/static/changes.js");
          const made = (old, change) => JSON.stringify(changed(JSON.parse(old), JSON.parse(change)));
          return given.filter(([old, change, wanted]) => made(old, change) !== JSON.stringify(JSON.parse(wanted)));
        }""",
        given,
    )
    assert wrong == []


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_a_change_is_no_longer_than_what_it_makes(old: Any, new: Any) -> None:
    assert len(encoded(change(old, new) or {})) <= len(encoded(new)) + 2
    assert (change(old, new) is None) == (encoded(old) == encoded(new))


def test_a_small_change_of_a_crowded_board_is_small() -> None:
    before = fixtures.crowded()
    after = copy.deepcopy(before)
    after["seats"][3]["intrigue"] += 1
    after["log"] = [
        *after["log"][1:],
        {"id": 99, "text": "Dorothea gets an intrigue.", "kind": "token", "seat": 3, "times": 1},
    ]
    assert len(encoded(change(before, after))) < 250 < 10_000 < len(encoded(after))


def test_equal_snapshots_have_equal_marks_and_others_other_ones() -> None:
    assert mark(b"{}") == mark(b"{}") != mark(b'{"a":1}')


def test_a_page_begins_with_the_snapshot_that_came_with_it_and_follows_changes(room: Room) -> None:
    room.table.publish({**fixtures.reveal(), "seq": 500})
    page = room.open("/board", web_room.LAPTOP)
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    expect(page.locator("html")).to_have_attribute("data-seq", "500")
    room.table.publish({**fixtures.reveal(), "seq": 501, "headline": "Something else"})
    expect(page.locator("html")).to_have_attribute("data-seq", "501")


def test_a_page_that_missed_a_change_asks_for_the_whole(room: Room) -> None:
    room.table.publish({**fixtures.reveal(), "seq": 600})
    page = room.open("/start")
    page.context.add_init_script(LOST_CHANGE)
    page.goto(page.url.replace("/start", "/board"))
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    page.evaluate("window.drop = true")
    room.table.publish({**fixtures.placement(), "seq": 601})
    page.wait_for_function("() => window.dropped === 1")
    expect(page.locator("html")).to_have_attribute("data-seq", "600")
    room.table.publish({**fixtures.placement(), "seq": 602})
    expect(page.locator("html")).to_have_attribute("data-seq", "602")
    expect(page.locator(".seat-name, .seat h2").first).to_have_text("Ann")
