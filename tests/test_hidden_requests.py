"""No answer to a request hangs on a card that is hidden from who asks: over HTTP, at closed tables, with real keys.

Two tables are the same but for cards that somebody does not see. That one asks both for everything, says everything,
and touches everything; what comes back, what everybody sees, and what is written down is the same at both.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from live_house import Clock
from twin_tables import Site, same, served, sites, some_moments, take_back, told_the_same

from bench.hidden_answers import every_answer, turns_up
from companion.othello.at_table.knowledge import as_known
from companion.othello.model.answers import Do, answer_to_json
from companion.othello.model.state import State
from companion.othello.position.read import position_from_json
from companion.othello.position.write import position_to_json
from companion.table.asker import GUEST, HOST, Asker, Role, seat_of
from cuelight.live.table import LiveTable
from hardware.fitted_table import FittedTable
from hardware.table_layout import full_mat
from hardware.virtual import VirtualMat

Json = dict[str, Any]
SAID, TOUCHED = 40, 30  # at each moment, of all that can be


def touches(players: int, things: Sequence[str]) -> Iterator[Json]:
    """Everything that can be done on the drawn mat: each button, and these things in each zone."""
    seats = [f"seat{player + 1}" for player in range(players)]
    for seat in seats:
        yield from ({"do": do, "button": seat} for do in ("press", "hold"))
    for zone in (*(f"{seat}.play" for seat in seats), "stage.target"):
        yield {"do": "lift", "zone": zone}
        yield from ({"do": "tag", "zone": zone, "thing": thing} for thing in things)


def some_touches(state: State, chance: random.Random) -> list[Json]:
    """Some of everything that can be done with the box of a game."""
    box = [
        *state.deck.by_act[state.act - 1],
        *state.rules.staging_cards,
        *(f"coin:{name}" for name in state.rules.coins),
    ]
    return chance.sample(list(touches(len(state.seats), box)), TOUCHED)


@pytest.mark.parametrize("moment", range(3))
def test_nobody_is_told_what_another_seat_holds(tmp_path: Path, moment: int) -> None:
    chance, told = random.Random(moment), Counter[tuple[Role, bool]]()
    for player in range(2):
        states = list(some_moments(3, every=40, keep=player))[moment]
        known = [position_to_json(as_known(state, player)) for state in states]
        assert known[0] == known[1] and position_to_json(states[0]) != position_to_json(states[1])
        folder = tmp_path / str(player)
        folder.mkdir()
        names = [seat.name for seat in states[0].seats]
        answers = [answer for answer in every_answer(states[0]) if not turns_up(*states, answer)]
        with sites(folder, *states) as both:
            for asker in (seat_of(player), HOST, GUEST):
                told_the_same(both, asker)
                own = [answer for answer in answers if asker.player in (None, answer.by)]
                said = [("/api/answer", answer_to_json(answer, names)) for answer in chance.sample(own, SAID)]
                touched = some_touches(states[0], chance) if asker is not HOST else []  # to whom every hand lies open
                if asker.role is Role.SEAT:
                    touched += [{"do": do, "button": f"seat{player + 1}"} for do in ("press", "hold")]
                for path, body in [*said, *(("/api/mat", body) for body in touched)]:
                    taken = same(both, path, body, asker)
                    told[asker.role, taken] += 1
                    for site in both if taken else []:
                        take_back(site.table)
                told_the_same(both, asker)
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
        names = [seat.name for seat in state.seats]
        with sites(folder, state, other) as both:
            told_the_same(both, HOST)
            said = [
                ("/api/answer", answer_to_json(answer, names)) for answer in chance.sample(every_answer(state), SAID)
            ]
            touched = [("/api/mat", body) for body in some_touches(state, chance)]
            for path, body in [*said, *touched]:
                taken = same(both, path, body, HOST)
                told[taken] += 1
                for site in both if taken else []:
                    take_back(site.table)
    assert told[True] > 10 and told[False] > 100


# --- a table with readers, which know the cards that lie face down


class ReaderTable:
    """A table whose readers are a virtual mat, under a game of three."""

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
        """A card is laid before its reader."""
        self.reader.tag(f"seat{seat}.play", card)
        self.table.ask("position", {})  # after everything that came of it

    def decision(self) -> Json:
        return dict(json.loads(self.table.desk())["decision"])

    def go_on_to(self, kind: str) -> None:
        """Everybody who is asked for something else passes."""
        while (asked := self.decision())["kind"] != kind:
            self.table.command("answer", {"by": asked["players"][0], "do": "pass"})


def steps_of(both: Sequence[Site]) -> list[Json]:
    """What could be taken back at each table."""
    return [json.loads(site.table.desk())["steps"] for site in both]


def cue(site: Site, seat: str) -> str:
    """What a seat's light shows."""
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
    # without a card named, a reveal turns up the card, and then the tables may differ
    answers = [each for each in every_answer(state) if each.card is not None or each.do not in (Do.REVEAL, Do.EXIT)]
    chance, told = random.Random(5), Counter[tuple[Asker, bool]]()
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
