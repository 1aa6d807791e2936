"""Serial adapters that know no speed above 115200 baud, for measurements and tests."""

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
    """While this lasts, readers that are opened stay at 115200 baud.

    nfcpy tries the faster speeds on a port with the program `stty`; the one that it finds refuses them, as the real one
    does where the adapter's driver has none of them.
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
