"""Emulated serial adapters without baud rates above 115200, for measurements and tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_STTY = """\
#!/bin/sh
case " $* " in *" 230400 "* | *" 460800 "* | *" 921600 "*) exit 1 ;; esac
exec {stty} "$@"
"""


@contextmanager
def slow_adapters() -> Iterator[None]:
    """Limit newly opened readers to 115200 baud for the duration of the context.

    nfcpy tests the faster baud rates of a port with the program `stty`. This context puts a `stty` on the path that
    refuses them, as the real one does if the adapter's driver does not support them.
    """
    real, path = shutil.which("stty"), os.environ.get("PATH", os.defpath)
    assert real is not None, "nfcpy needs the program stty, which every Linux has"
    with TemporaryDirectory() as folder:
        program = Path(folder) / "stty"
        program.write_text(_STTY.format(stty=real))
        program.chmod(0o755)
        os.environ["PATH"] = f"{folder}{os.pathsep}{path}"
        try:
            yield
        finally:
            os.environ["PATH"] = path
