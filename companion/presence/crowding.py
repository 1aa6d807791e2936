"""Detection of several tags in one zone.

It is reported after a delay and withdrawn as soon as it is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

REPORTED_AFTER = 1.5  # seconds with several tags before the report: players briefly hold one card on another
OVER_AFTER = 0.5  # seconds without a poll that shows several tags


class Crowded(NamedTuple):
    """Several tags are in a zone (`several`), or no longer are.

    It is then undefined which of them a poll reads.
    """

    at: float
    zone: str
    several: bool


@dataclass(slots=True)
class _Zone:
    since: float = inf
    newest: float = -inf
    reported: bool = False


class Crowds:
    """Detects zones with several tags.

    Args:
        zones: names of the zones of one table.
    """

    def __init__(self, zones: Iterable[str]) -> None:
        self._zones = {zone: _Zone() for zone in zones}

    def look(self, at: float, name: str, several: bool, empty: bool = False) -> list[Crowded]:
        """Add one poll and return the changes; `empty` says that nothing is in the zone.

        Times of one zone never decrease.
        """
        zone = self._zones[name]
        if several:
            zone.since, zone.newest = min(zone.since, at), at
        elif empty or at - zone.newest > OVER_AFTER:
            zone.since = inf
        crowded = at - zone.since >= REPORTED_AFTER
        if crowded is zone.reported:
            return []
        zone.reported = crowded
        return [Crowded(at, name, crowded)]

    def forget(self, at: float, name: str) -> list[Crowded]:
        """Clear the zone, because it is no longer polled."""
        return self.look(at, name, False, empty=True)
