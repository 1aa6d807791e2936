"""At a closed table no phone makes another player's choice: random games, and every route open to a seat's key."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.viewer import seat_of
from tests.support.running_table import running
from tests.support.twin_tables import NAMES, STARTS, Table, begin

Json = dict[str, Any]
MOVES = 60


class Phones:
    """The phones of a closed table; each acts only with the key of its own seat."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.random = Random(seed)
        self.pointed = 0

    def options(self, player: int) -> list[Json]:
        """Return the answers that a phone offers."""
        return [option["answer"] for option in json.loads(self.table.house.table.own(player))["own"]["options"]]

    def choices(self, player: int) -> list[Json]:
        """Return the offered answers, including those chosen from the hand."""
        own = json.loads(self.table.house.table.own(player))["own"]
        kinds = ("staging",) if self.table.house.board["game"] == "othello" else ("standard", "trickster")
        cards = [card["id"] for card in own["hand"] if card["kind"] in kinds][: own.get("discard", 0)]
        return self.options(player) + ([{"by": NAMES[player], "do": "discard", "cards": cards}] if cards else [])

    def expect_only_own(self) -> None:
        """Check that no phone offers another player's answer, and that the table accepts none from it."""
        offered = [self.choices(player) for player in range(len(NAMES))]
        for player, answers in enumerate(offered):
            assert {answer.get("by") for answer in answers} <= {NAMES[player]}
            for other in range(len(NAMES)):
                for answer in self.random.sample(answers, min(2, len(answers))) if other != player else ():
                    assert self.table.do(seat_of(other), "answer", answer).startswith("NotYours")

    def push(self, player: int, do: str) -> None:
        """Press a seat's button on its phone; check that this answers for nobody else."""
        before = len(self.steps())
        anothers = self.table.house.board["seats"][player].get("anothers", False)
        told = self.table.do(seat_of(player), "mat", {"do": do, "button": f"seat{player + 1}"})
        assert told.startswith("NotYours") == anothers
        self.pointed += anothers
        for step in self.steps()[before:]:
            assert step.answer is None or step.answer.get("by", NAMES[player]) == NAMES[player]

    def steps(self) -> Any:
        found = self.table.house.table.play.current
        assert found is not None
        return found.session.view.record.steps

    def move(self) -> bool:
        """Let a player who is asked act on the own phone; False at the end of the game."""
        house = self.table.house
        house.let_the_lights_come_on()
        house.catch_up()
        asked = house.desk["decision"]
        if asked is None:
            return False
        self.expect_only_own()
        others = [player for player, name in enumerate(NAMES) if name not in asked["players"]]
        self.push(self.random.choice(others or range(len(NAMES))), self.random.choice(("press", "hold")))
        players = [NAMES.index(name) for name in (house.desk["decision"] or {"players": []})["players"]]
        player = self.random.choice(players or range(len(NAMES)))
        answers = self.choices(player)
        if answers:
            self.table.do(seat_of(player), "answer", self.random.choice(answers))
        else:
            self.push(player, "press")
        return True


@pytest.mark.parametrize(("game", "seed"), [("othello", 1), ("othello", 2), ("deathmatch", 1), ("asides", 1)])
def test_from_the_key_of_a_seat_no_answer_of_another_seat_can_be_given(game: str, seed: int, tmp_path: Path) -> None:
    with running(tmp_path / "table.db", wall=lambda: 1000.0) as house:
        table = Table(house)
        begin(table, STARTS[game])
        phones = Phones(table, seed)
        assert sum(phones.move() for _ in range(MOVES)) > 30
        assert phones.pointed > 0 or game != "othello"
