"""Whether several tags lie in a zone: told once some looks have shown it for a while, and as soon as it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

TOLD_AFTER = 1.5  # seconds for which several lie there: hands lay one card on another for a moment, too
OVER_AFTER = 0.5  # seconds without a look that shows several


class Crowded(NamedTuple):
    """Several tags lie in a zone (`several`), or not any more. Which of them was read tells nothing."""

    at: float
    zone: str
    several: bool


@dataclass(slots=True)
class _Zone:
    since: float = inf
    newest: float = -inf
    told: bool = False


class Crowds:
    """The zones of one table.

    Args:
        zones: their names.
    """

    def __init__(self, zones: Iterable[str]) -> None:
        self._zones = {zone: _Zone() for zone in zones}

    def look(self, at: float, name: str, several: bool, empty: bool = False) -> list[Crowded]:
        """What changes with a look; `empty` says that nothing lies there. Times of one zone do not run backwards."""
        zone = self._zones[name]
        if several:
            zone.since, zone.newest = min(zone.since, at), at
        elif empty or at - zone.newest > OVER_AFTER:
            zone.since = inf
        told = at - zone.since >= TOLD_AFTER
        if told is zone.told:
            return []
        zone.told = told
        return [Crowded(at, name, told)]

    def forget(self, at: float, name: str) -> list[Crowded]:
        """Nobody looks there any more."""
        return self.look(at, name, False, empty=True)
