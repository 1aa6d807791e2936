"""The presence filter of readers and mat, ready for any pace of polls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from companion.presence import silence_model as outages

STEP = 1.3  # from one pace to the next, in place of 1.03


@contextmanager
def ready_filter() -> Iterator[None]:
    """Compute the filter's tables now, for few paces.

    At a table that has just started the filter computes a table for each pace that polls turn out to have, which holds
    them up for seconds. A busy machine changes the pace again and again.
    """
    with patch.object(outages, "SLOT_STEP", STEP):
        interval = outages.SHORTEST_SLOT
        while interval < outages.LONGEST_SLOT * STEP:
            outages.table_for(interval)
            interval *= STEP
        yield
