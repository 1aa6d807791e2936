"""The driver on CPython: the mat's own file, with the MicroPython features that it needs.

    driver = mfrc522()
    chip = driver.Mfrc522(spi, cs)

`spi` has `write(data)` and `write_readinto(data, into)`; `cs(level)` selects the chip with 0.
"""

from __future__ import annotations

import builtins
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any

DRIVER = Path(__file__).parent / "mfrc522.py"
MICROPYTHON = SimpleNamespace(native=lambda function: function)
"""Stand-in for the module `micropython`, whose compiler hints have no meaning here."""

Import = Callable[..., Any]


def ticks(now: Callable[[], float], sleep: Callable[[float], object]) -> SimpleNamespace:
    """Return a stand-in for MicroPython's `time` on a clock in seconds.

    Its ticks wrap as on a Pico.
    """
    return SimpleNamespace(
        ticks_ms=lambda: int(now() * 1000) % (1 << 30),
        ticks_us=lambda: int(now() * 1000000) % (1 << 30),
        ticks_diff=lambda a, b: (a - b + (1 << 29)) % (1 << 30) - (1 << 29),
        ticks_add=lambda a, b: (a + b) % (1 << 30),
        sleep_us=lambda us: sleep(us / 1000000),
        sleep_ms=lambda ms: sleep(ms / 1000),
    )


def run_file(file: Path, importing: Import, module: ModuleType) -> None:
    """Run a file of the firmware as a module; `importing` resolves its imports."""
    module.__dict__["__builtins__"] = {**vars(builtins), "__import__": importing}
    exec(_code(file), module.__dict__)


@cache
def _code(file: Path) -> CodeType:
    return compile(file.read_text(encoding="utf-8"), str(file), "exec")


@cache
def mfrc522() -> Any:
    """Return the driver, on the clock of this machine."""
    instead: Mapping[str, Any] = {"micropython": MICROPYTHON, "time": ticks(time.monotonic, time.sleep)}

    def importing(name: str, *rest: Any) -> Any:
        return instead[name] if name in instead else __import__(name, *rest)

    module = ModuleType("mfrc522")
    run_file(DRIVER, importing, module)
    return module
