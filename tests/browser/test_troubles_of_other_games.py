"""Ten troubles of a host in Deathmatch and ten in a small game, as for Othello in `test_ten_troubles.py`.

These tables have no readers, so every card is entered; the corrections are the same at any table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from tests.support import ROOT
from tests.support.desk_host import TABLET, Host
from tests.support.running_table import Json
from tests.support.table_pages import Visitors, visited
from tests.support.waiting import until

PAGE = ROOT / "docs" / "desk.md"
NAMES = ["Ann", "Ben", "Cal"]


def play(by: str, card: str) -> Json:
    return {"by": by, "do": "play", "card": card}


# --- Deathmatch

CONTEST = [play("Ann", "blades.1"), play("Ben", "blades.2"), play("Cal", "coins.3")]
HARM: Json = {"by": "Ben", "do": "damage", "card": "coins.3", "target": "Ann"}


def begin_deathmatch(host: Host, *answers: Json) -> None:
    host.begin(game="deathmatch", names=NAMES, lead=0, variants=["castle"])
    host.play(*answers)


def after_a_scene(host: Host) -> None:
    begin_deathmatch(host, *CONTEST, {"do": "winner", "to": "Ben"}, HARM)


def is_different(host: Host, step: str, was: str) -> None:
    """Correct a step to another of its alternatives."""
    found = host.step(step)
    host.touch(found.get_by_role("button", name="It was different"))
    host.choose("What was it?", found.locator("option", has_text=was).first.get_attribute("value") or "")
    host.touch("Correct it")


def wrong_card(host: Host) -> None:
    begin_deathmatch(host, *CONTEST)
    is_different(host, "Ben plays", "4 coins")
    until(lambda: "4 coins" in host.table.desk["steps"][-2]["text"])


def somebody_else_hurt(host: Host) -> None:
    after_a_scene(host)
    is_different(host, "Ben hurts Ann", "hurts Cal")
    until(lambda: host.seat("Ann")["total"] == 0 and host.seat("Cal")["total"] > 0)


def wrong_winner(host: Host) -> None:
    begin_deathmatch(host, *CONTEST, {"do": "winner", "to": "Ben"})
    host.touch("Instead: Cal wins the scene")
    until(lambda: host.table.board["headline"].startswith("Cal won"))


def wrong_protagonist(host: Host) -> None:
    host.begin(game="deathmatch", names=NAMES, lead=0)
    host.touch("Instead: Ben takes the protagonist card")
    until(lambda: host.table.board["headline"].startswith("Ben: choose"))


def wrong_turn(host: Host) -> None:
    begin_deathmatch(host)
    host.touch(host.part("turn"))
    host.choose("Whose action it is", "Cal")
    host.touch("The table has agreed on it")
    until(lambda: host.table.board["headline"].startswith("Cal"))


def turned_over(host: Host) -> None:
    begin_deathmatch(host)
    host.touch(host.part("revealed"))
    host.choose("Who", "Ben")
    host.choose("Which character it was", "Hamlet")
    host.touch("The companion did not see it")
    until(lambda: bool(host.seat("Ben")["character"]))


def wrong_pool(host: Host) -> None:
    after_a_scene(host)
    host.touch(host.part("card"))
    host.choose("To where", "pool/Cal")
    host.touch("It was counted wrongly")
    until(lambda: host.seat("Ann")["total"] == 0 and host.seat("Cal")["total"] == 3)


def hand_miscounted(host: Host) -> None:
    begin_deathmatch(host)
    host.touch(host.part("hand_size"))
    host.fill("How many cards", "4")
    host.touch("It was counted wrongly")
    until(lambda: bool(host.seat("Ann")["hand_size"] == 4))


def slain(host: Host) -> None:
    begin_deathmatch(host)
    host.touch(host.part("slain"))
    host.choose("Who", "Cal")
    host.choose("Which character it was", "Juliet")
    host.touch("The companion did not see it")
    until(lambda: bool(host.seat("Cal")["out"]))


def three_steps(host: Host) -> None:
    begin_deathmatch(host, *CONTEST)
    host.touch(host.step("Ann plays").get_by_role("button", name="Back to before this"))
    host.touch("Yes, undo all 3")
    host.touch("Redo all 3")
    until(lambda: host.table.board["headline"].startswith("Agree who won"))


# --- Asides

ASIDE: list[Json] = [
    {"by": "Ann", "do": "deal"},
    *(
        {"by": name, "do": "aside", "card": card}
        for name, card in zip(NAMES, ("clubs.6", "diamonds.6", "hearts.6"), strict=True)
    ),
]
TRICK = [play("Ann", "hearts.7"), play("Ben", "hearts.8"), play("Cal", "spades.9")]


def begin_asides(host: Host, *answers: Json) -> None:
    host.begin(game="asides", names=NAMES)
    host.play(*ASIDE, *answers)


def points_right(host: Host) -> None:
    begin_asides(host)
    host.touch(host.part("points"))
    host.fill("Ben", "4")
    host.touch("It was counted wrongly")
    until(lambda: bool(host.seat("Ben")["points"] == 4))


def another_card(host: Host) -> None:
    begin_asides(host, *TRICK)
    is_different(host, "Ben plays the 8 of hearts", "6 of hearts")
    until(lambda: "6 of hearts" in host.table.desk["steps"][-2]["text"])


def not_meant(host: Host) -> None:
    begin_asides(host, *TRICK[:2])
    host.touch(host.page.locator("#undo"))
    until(lambda: host.table.board["headline"].startswith("Ben: follow"))


def three_cards(host: Host) -> None:
    begin_asides(host, *TRICK)
    host.touch(host.step("Ann plays").get_by_role("button", name="Back to before this"))
    host.touch("Yes, undo all 3")
    host.touch("Redo all 3")
    until(lambda: host.table.board["headline"].startswith("Cal took the trick and plays the first card"))


def question(host: Host) -> None:
    begin_asides(host, *TRICK, play("Cal", "clubs.7"))
    ben = next(step["id"] for step in host.table.desk["steps"] if step["text"].startswith("Ben plays"))
    host.table.command("undo", to=ben, answer=play("Ben", "spades.ace"))  # the trick is his, and the next lead too
    host.touch("Ignore")
    until(lambda: host.table.desk["questions"] == [])


def ten_minutes(host: Host) -> None:
    begin_asides(host, *TRICK[:1])
    host.touch("Pause")
    until(lambda: bool(host.table.board["table"]["paused"]))
    host.touch("Resume")
    until(lambda: not host.table.board["table"]["paused"])


def not_seen(host: Host) -> None:
    begin_asides(host)
    host.touch(host.page.get_by_text("By hand ("))
    host.touch("Ann plays the 7 of hearts")
    until(lambda: host.table.board["headline"].startswith("Ben: follow"))


def wrong_winner_at_the_end(host: Host) -> None:
    begin_asides(host)
    while host.table.board["table"]["state"] == "playing":
        host.table.command("answer", **host.table.desk["options"][0]["answer"])
    host.play()
    [winner] = host.table.board["winners"]
    other = next(name for name in NAMES if name != winner)
    host.touch(host.part("points"))
    host.fill(other, "40")
    host.touch("The table has agreed on it")
    until(lambda: host.table.board["winners"] == [other])


def ended_by_mistake(host: Host) -> None:
    begin_asides(host, *TRICK)
    before = host.table.board["headline"]
    host.begin(game="asides", names=NAMES)
    host.touch(host.page.get_by_text("Games that were ended"))
    host.touch(host.page.get_by_role("button", name="Reopen").first)
    host.touch(host.page.get_by_role("button", name="Yes, continue this game").locator("visible=true"))
    until(lambda: bool(host.table.board["headline"] == before))


def doubted_number(host: Host) -> None:
    begin_asides(host, *TRICK)
    cal = host.page.locator(".desk-seat").filter(has_text="Cal")
    host.touch(cal.get_by_text("Where from?"))
    expect(cal.locator(".marks li").first).to_contain_text("tricks: 1 typed Cal plays the 9 of spades")


DEATHMATCH: dict[str, tuple[int, Callable[[Host], None]]] = {
    "A card of the scene was another one": (3, wrong_card),
    "The damage went to somebody else": (3, somebody_else_hurt),
    "The wrong player won the scene": (1, wrong_winner),
    "The wrong player is the protagonist": (1, wrong_protagonist),
    "It is somebody else’s turn": (3, wrong_turn),
    "A character was turned over, and Cuelight did not notice": (4, turned_over),
    "A card lies in another place": (3, wrong_pool),
    "Somebody holds more or fewer cards": (3, hand_miscounted),
    "Somebody was slain whose character is a secret": (4, slain),
    "Three right steps were undone": (3, three_steps),
}
SMALL: dict[str, tuple[int, Callable[[Host], None]]] = {
    "A card was another one": (3, another_card),
    "A card was not meant to be played": (1, not_meant),
    "A card was not seen": (2, not_seen),
    "Somebody has other points": (3, points_right),
    "The wrong player has won": (3, wrong_winner_at_the_end),
    "Three right steps were undone": (3, three_cards),
    "Somebody doubts a number": (1, doubted_number),
    "What came after a correction does not fit any more": (1, question),
    "A player leaves for ten minutes": (2, ten_minutes),
    "The game was ended by mistake": (3, ended_by_mistake),
}
GAMES = {"Deathmatch": DEATHMATCH, "A small game": SMALL}
ALL = [(game, trouble) for game, troubles in GAMES.items() for trouble in troubles]


@pytest.fixture(scope="module")
def visitors(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitors]:
    fitted = FittedTable(full_mat(3), [], [], lambda: 0.0, {}, served=())
    with visited(browser, tmp_path_factory.mktemp("troubles") / "table.db", fitted=fitted) as found:
        yield found


@pytest.fixture(scope="module")
def desk(visitors: Visitors) -> Page:
    return visitors.open("/desk", viewport=TABLET)


@pytest.mark.parametrize(("game", "trouble"), ALL)
def test_a_host_mends_it_with_so_many_touches(visitors: Visitors, desk: Page, game: str, trouble: str) -> None:
    touches, mend = GAMES[game][trouble]
    host = Host(visitors.house, desk)
    mend(host)
    assert host.touches == touches
    assert desk.evaluate("document.documentElement.scrollWidth") == TABLET["width"]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_the_desk_has_all_ten_with_their_touches(game: str) -> None:
    [part] = [part for part in PAGE.read_text(encoding="utf-8").split("\n## ") if part.startswith(f"{game}\n")]
    rows = re.findall(r"^\| ([A-Z][^|]+) \| (\d+) \|", part, re.M)
    assert dict(rows) == {name: str(touches) for name, (touches, _mend) in GAMES[game].items()}
    assert len(rows) == 10
