"""The files of the mat's firmware.

All are in `firmware`, except the driver of the readers' chip.
"""

from __future__ import annotations

from pathlib import Path

from chips.here import DRIVER

FOLDER = Path(__file__).parent.parent / "firmware"


def firmware_files() -> list[Path]:
    """Return the files to flash, `main.py` last, so that an incomplete copy does not start."""
    files = [DRIVER, *(file for file in FOLDER.glob("*.py") if file.name not in ("__init__.py", "main.py"))]
    return [*sorted(files, key=lambda file: file.name), FOLDER / "main.py"]
