"""No response to a request depends on a card hidden from the requester: over HTTP, at closed tables, with real keys.

Two tables differ only in cards that a viewer does not see. The viewer sends every request, answer and gesture to both;
the responses, the public output and the records must be equal.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.hidden_answers import every_answer
from bench.hidden_requests import (
    SAID,
    Site,
    redealt,
    same,
    served,
    sites,
    some_moments,
    some_requests,
    take_back,
    told_the_same,
    touches,
    tried,
)
from companion.othello.model.answers import Do, answer_to_json
from companion.othello.notation.read import position_from_json
from companion.othello.notation.write import position_to_json
from companion.othello.table.knowledge import as_known
from companion.table.viewer import GUEST, HOST, Role, Viewer, seat_of
from cuelight.app.games.screen_round import ScreenGame
from cuelight.app.table import LiveTable
from hardware.fitted_table import FittedTable
from hardware.table_file.layout import full_mat
from hardware.virtual_mat import VirtualMat
from tests.support.running_table import Clock

Json = dict[str, Any]


def test_nobody_is_told_what_another_seat_holds(tmp_path: Path) -> None:
    told = Counter[tuple[Role, bool]]()
    for player in range(2):
        states = list(some_moments(3, every=40, keep=player))[1]
        known = [position_to_json(as_known(state, player)) for state in states]
        assert known[0] == known[1] and position_to_json(states[0]) != position_to_json(states[1])
        told += redealt(states, player, tmp_path / str(player), random.Random(1))
    assert told[Role.GUEST, True] == 0
    assert all(told[role, False] > SAID for role in Role)
    assert told[Role.SEAT, True] > 1, told


def test_the_host_at_the_drawn_mat_where_every_hand_lies_open_is_told_nothing_of_the_piles(tmp_path: Path) -> None:
    chance, told = random.Random(4), Counter[bool]()
    for number, (state, _other) in enumerate(some_moments(3, every=40)):
        other = state.copy()
        for pile in (other.script, other.staging):
            pile.reverse()
        assert other.script != state.script or other.staging != state.staging
        folder = tmp_path / str(number)
        folder.mkdir()
        with sites(folder, state, other) as both:
            told += tried(both, some_requests(state, other, HOST, chance), HOST)
    assert told[True] > 10 and told[False] > 80, told


def test_a_table_that_told_a_seat_where_a_card_is_would_be_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    check_held = ScreenGame.check_held
    monkeypatch.setattr(ScreenGame, "check_held", lambda self, by, cards, _asker=HOST: check_held(self, by, cards))
    states = list(some_moments(3, every=40, keep=0))[1]
    with pytest.raises(AssertionError, match="SEAT"):
        redealt(states, 0, tmp_path / "tables", random.Random(1))


# --- a table with readers, which know the face-down cards


class ReaderTable:
    """A table whose readers are a virtual mat, in a game of three."""

    def __init__(self, journal: Path) -> None:
        box = {
            **dict.fromkeys((f"I.{number}" for number in range(1, 20)), 1),
            "tile:Iago": 1,
            "Exchange": 2,
            "Seize": 1,
        }
        self.reader = VirtualMat(box, Clock(), full_mat(3))
        fitted = FittedTable(full_mat(3), [self.reader], [], Clock(), {})
        self.table = LiveTable(journal, Clock(), time.time, fitted=fitted)
        self.table.start()
        self.table.command("start", {"names": ["Ann", "Ben", "Cal"], "lead": 0})

    def lay(self, seat: int, card: str) -> None:
        """Place a card on the reader."""
        self.reader.tag(f"seat{seat}.play", card)
        self.table.ask("position", {})  # after all its effects

    def decision(self) -> Json:
        return dict(json.loads(self.table.desk())["decision"])

    def go_on_to(self, kind: str) -> None:
        """Pass for everybody who is asked for something else."""
        while (asked := self.decision())["kind"] != kind:
            self.table.command("answer", {"by": asked["players"][0], "do": "pass"})


def steps_of(both: Sequence[Site]) -> list[Json]:
    """Return the steps that can be undone at each table."""
    return [json.loads(site.table.desk())["steps"] for site in both]


def cue(site: Site, seat: str) -> str:
    """Return the light of a seat."""
    return next(str(each["cue"]) for each in json.loads(site.table.board())["seats"] if each["seat"] == seat)


def test_nobody_is_told_what_a_reader_has_seen_face_down(tmp_path: Path) -> None:
    laid = (("I.1", "I.2", "Seize"), ("I.1", "I.3", "Exchange"))  # Ann knows her own card
    made = [ReaderTable(tmp_path / f"{number}.db") for number in range(2)]
    for table, cards in zip(made, laid, strict=True):
        for seat, card in enumerate(cards, 1):
            table.lay(seat, card)
        table.go_on_to("reveal")
    state = position_from_json(made[0].table.ask("position", {}))
    names = [seat.name for seat in state.seats]
    # without a named card, a reveal turns up the card, and then the tables may differ
    answers = [each for each in every_answer(state) if each.card is not None or each.do not in (Do.REVEAL, Do.EXIT)]
    chance, told = random.Random(5), Counter[tuple[Viewer, bool]]()
    with served(tmp_path, [table.table for table in made]) as both:
        for asker in (HOST, seat_of(0), GUEST):
            told_the_same(both, asker)
            touched = [("/api/mat", body) for body in touches(3, [*sum(laid, ()), "I.9", "coin:Iago"])]
            said = [("/api/answer", answer_to_json(answer, names)) for answer in chance.sample(answers, SAID)]
            for path, body in touched + said:
                if body["do"] in ("press", "hold") and cue(both[0], body["button"]) == "your-turn":
                    continue
                before = steps_of(both)
                told[asker, same(both, path, body, asker)] += 1
                for site in both if steps_of(both) != before else []:
                    take_back(site.table)
    for table in made:
        table.table.stop()
    assert told[HOST, True] > 5 and told[HOST, False] > SAID and told[seat_of(0), False] > SAID, told
