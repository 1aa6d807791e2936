"""The presence filter with tables prepared for any poll interval."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from companion.presence import silence_model as outages

STEP = 1.3  # ratio of two neighbouring poll intervals, instead of 1.03


@contextmanager
def ready_filter() -> Iterator[None]:
    """Compute the filter's tables now, for few intervals.

    At a table that has just started, the filter computes a table for each new poll interval, which delays the polls for
    seconds. On a busy machine the interval changes repeatedly.
    """
    with patch.object(outages, "SLOT_STEP", STEP):
        interval = outages.SHORTEST_SLOT
        while interval < outages.LONGEST_SLOT * STEP:
            outages.table_for(interval)
            interval *= STEP
        yield
