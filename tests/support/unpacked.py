"""Programs of Debian packages that `tools/ensure-system` unpacks beside the tests, without installing them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

NO_PCSCD = "NO PC/SC READER WAS TRIED"
NO_LIBNFC = "NO PROGRAM OF LIBNFC WAS TRIED"
PLACES = (Path(sys.prefix) / "pcsc", Path("/"))


def place(pattern: str) -> Path:
    """Return the newest place of a file of the unpacked packages, or of the system. Raises LookupError."""
    for root in PLACES:
        for found in sorted(root.glob(pattern), reverse=True):
            return found
    raise LookupError(f"there is no {pattern}: type `make system`")


def need(untried: str, *patterns: str) -> None:
    """Skip a test, to be reported at the end as `untried`, where these files could not be had."""
    try:
        for pattern in patterns:
            place(pattern)
    except LookupError as error:
        pytest.skip(f"{untried}: {error}")
