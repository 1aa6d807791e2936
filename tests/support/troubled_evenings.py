"""Evenings without any trouble, and the same ones with all kinds of trouble, on a mat and on PN532 readers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from chips.emulator.mfrc522 import Ailment
from companion.othello.model.events import event_to_json
from tests.support.evening import Evening, Json, Move
from tests.support.mat_evening import MatEvening
from tests.support.nfc_evening import NfcEvening
from tests.support.reader_troubles import mat_faults, nfc_faults
from tests.support.troubles import DEAD, MOST_TOUCHES, Fault, Troubled

PLAYERS = 4
ZONES = tuple(f"seat{number + 1}.play" for number in range(PLAYERS))
DEAD_ZONE = "seat3.play"


class Played(NamedTuple):
    """An evening that was played: moves, events, points, and the cost of each trouble."""

    moves: Sequence[Move]
    happened: list[Json]
    scores: list[int]
    touches: int
    cost: dict[str, list[int]]

    @property
    def too_dear(self) -> dict[str, list[int]]:
        """The troubles that cost more than allowed."""
        return {kind: costs for kind, costs in self.cost.items() if max(costs) > MOST_TOUCHES}

    @property
    def told(self) -> str:
        """The summary in words."""
        parts = [f"{kind} {len(costs)}x at most {max(0, *costs)}" for kind, costs in sorted(self.cost.items())]
        return f"{self.touches} touches; {', '.join(parts)}"


def mat_without(folder: Path, seed: int, acts: int) -> Played:
    """Play acts on a mat without trouble."""
    folder.mkdir()
    return _without(MatEvening(folder, PLAYERS, seed), acts)


def mat_with(folder: Path, without: Played, seed: int, every: int) -> Played:
    """Play the same with all troubles of a mat and its players, one after every `every` moves."""
    folder.mkdir()
    evening = MatEvening(folder, PLAYERS, seed)
    dead = Fault(DEAD, lambda zone: evening.ail(zone, Ailment.DEAD), lambda zone: evening.ail(zone, Ailment.NONE))
    return _with(evening, without, mat_faults(evening), every, dead)


def nfc_without(folder: Path, seed: int, acts: int) -> Played:
    """Play acts on PN532 readers without trouble."""
    folder.mkdir()
    return _without(NfcEvening(folder, ZONES, PLAYERS, seed), acts)


def nfc_with(folder: Path, without: Played, seed: int, every: int) -> Played:
    """Play the same with all troubles of PN532 readers and players."""
    folder.mkdir()
    evening = NfcEvening(folder, ZONES, PLAYERS, seed)
    dead = Fault(DEAD, lambda zone: evening.emulated[zone].unplug(), lambda zone: evening.emulated[zone].plug())
    return _with(evening, without, nfc_faults(evening), every, dead)


def _without(evening: Evening, acts: int) -> Played:
    try:
        evening.play_until_act(acts + 1)
        return _played(evening, {})
    finally:
        evening.close()


def _with(evening: Evening, without: Played, faults: Sequence[Fault], every: int, dead: Fault) -> Played:
    try:
        troubled = Troubled(evening, without.moves, faults, every, dead, DEAD_ZONE)
        troubled.wrong_lead_for_three_turns()
        troubled.play()
        return _played(evening, {kind: costs for kind, costs in troubled.cost.items() if costs})
    finally:
        evening.close()


def _played(evening: Evening, cost: dict[str, list[int]]) -> Played:
    events = [event_to_json(event) for event in evening.session.play.events]
    for event in events:
        event.pop("inferred", None)  # a pass may be explicit, or follow from another's answer
    return Played(evening.moves, _in_one_order(events), evening.scores(), evening.touches, cost)


def _in_one_order(events: list[Json]) -> list[Json]:
    """P4: cards are placed in any order, so consecutive placements are sorted by seat."""
    found: list[Json] = []
    for kind, run in groupby(events, lambda event: str(event["event"])):
        same = list(run)
        found += sorted(same, key=lambda event: int(event["player"])) if kind == "Placed" else same
    return found
