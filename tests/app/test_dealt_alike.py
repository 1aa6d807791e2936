"""An on-screen mat deals the same cards after corrections: no hand changes because of a late step or another Lead."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import game_ids, game_of
from companion.othello.model import events as e
from companion.othello.table.actual_deal import ActualDeal
from cuelight.app.games.store import new_seed
from tests.app.test_permissions import CELLS, path_of, playing
from tests.support.running_table import House, Json, People, running
from web.app.routes import FEEDS

NAMES = ["Ann", "Ben", "Cal"]


def held(desk: Json) -> list[list[str]]:
    """Return every player's cards, in the hand or in front of them."""
    return [sorted([*hand, desk["zones"][f"{seat}.play"] or ""]) for seat, hand in desk["hands"].items()]


def in_the_first_scene(house: House) -> None:
    house.command("start", names=NAMES)
    People(house, seed=5).play(until=lambda board: board["scene"] >= 1)


def test_another_lead_said_after_the_deal_changes_no_hand(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0) as house:
        in_the_first_scene(house)
        before, leads = held(house.desk), house.desk["steps"][0]["instead"]
        for lead in leads:
            house.command("undo", to=0, answer=lead["answer"])
            assert held(house.desk) == before, lead
    with running(tmp_path / "table.db", pace=0) as house:
        assert held(house.desk) == before


@pytest.mark.parametrize("by_number", [False, True])
def test_what_was_entered_late_in_one_act_leaves_the_next_as_it_was_dealt(by_number: bool, tmp_path: Path) -> None:
    """Older games, whose chance depends on the number of events, continue as they were."""
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", names=NAMES)
        People(house, seed=5).play(until=lambda board: board["act"] == 2 and board["scene"] >= 1)
        found = house.table.play.current
        assert found is not None
        events, start = found.session.play.events, game_of("othello").rules.setup(NAMES, found.body)
    first = next(number for number, event in enumerate(events) if isinstance(event, e.Revealed))
    late = [*events[:first], e.Passed(1, inferred=True), *events[first:]]
    hands = []
    for told in (events, late):
        truth = ActualDeal(start, int(found.body["seed"]))
        truth.by_number = by_number
        truth.follow(told)
        hands.append(truth.hands())
    assert (hands[0] == hands[1]) is not by_number


@pytest.mark.parametrize(("dealing", "asked"), [(2, False), (3, True)])
def test_a_corrected_game_of_an_older_version_keeps_its_later_acts(
    dealing: int, asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players were not asked which cards they discard before an act (G4), and are not asked now."""
    monkeypatch.setattr("cuelight.app.games.store.DEALING", dealing)
    with running(tmp_path / "table.db", pace=0) as house:
        house.command("start", names=[*NAMES, "Dee"], lead=1)
        People(house, seed=1).play(until=lambda board: board["act"] == 3)
    monkeypatch.undo()
    with running(tmp_path / "table.db", pace=0) as house:
        found = house.table.play.current
        assert found is not None
        before = found.session.play.events
        steps = found.session.view.record.steps
        assert any(isinstance(event, e.HandDiscarded) for event in before)
        assert any(step.answer and step.answer["do"] == "discard" for step in steps) is asked
        house.command("undo", to=0, answer=steps[0].answer)
        assert found.session.play.events == before and house.desk["questions"] == []


@pytest.mark.parametrize("game", game_ids())
def test_a_deal_hangs_on_128_bits_and_is_the_same_after_a_restart(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cuelight.app.games.store.new_seed", new_seed)  # the original function
    seeds = []
    for _ in range(2):
        with running(tmp_path / "table.db", pace=0) as house:
            house.command("start", game=game, names=NAMES)
            before, found = held(house.desk), house.table.play.current
            assert found is not None
            seeds.append(found.body["seed"])
        with running(tmp_path / "table.db", pace=0) as house:
            assert held(house.desk) == before
    assert seeds[0] != seeds[1] and max(seeds).bit_length() > 100


def test_no_page_file_or_answer_tells_the_seed_of_a_game_in_play(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as place:
        found = place.table.play.current  # type: ignore[attr-defined]  # a real one
        seed = str(found.body["seed"])
        for route, method in CELLS:
            if method == "GET" and route.path not in FEEDS:
                for cookie in place.cookies.values():
                    assert seed not in place.ask(method, path_of(route), cookie=cookie).text, route.path
