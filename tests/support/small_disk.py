"""A disk of a few megabytes, for tests of full disks."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NO_SMALL_DISK = "NOTHING WAS TRIED ON A DISK THAT IS FULL"


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Yield a new disk at a folder that does not exist yet. If none can be mounted, skip with a visible message."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}M", "small", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip(f"{NO_SMALL_DISK}: only root mounts one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
