"""The files that make the mat's firmware. All but the driver of its readers' chip lie in `firmware`."""

from __future__ import annotations

from pathlib import Path

from chips.here import DRIVER

FOLDER = Path(__file__).parent.parent / "firmware"


def firmware_files() -> list[Path]:
    """The files that are flashed, `main.py` last, so that a copy that stops half way does not start."""
    files = [DRIVER, *(file for file in FOLDER.glob("*.py") if file.name not in ("__init__.py", "main.py"))]
    return [*sorted(files, key=lambda file: file.name), FOLDER / "main.py"]
