"""Pin the requirements of pyproject.toml, with the hash of every file on PyPI: `make lock`.

    python tools/lock.py             # keep existing pins, add missing ones, drop unused ones
    python tools/lock.py --upgrade   # the newest version of everything

It writes one lock file for each environment that `make` installs, for CPython 3.11 to 3.13 on every machine. Each
begins with its requirements, so that tests/system/test_locks.py can detect a later change of pyproject.toml.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCKS = ROOT / "locks"
EXTRAS = {
    "test": ("test",),
    "run": (),
    "table": ("nfc", "gpio", "serial", "spi"),
    "bench": ("bench",),
    "mutants": ("mutants",),
    "lock": ("lock",),
    "build": (),
}
"""Extras in each lock. The first has the most; the others use the same versions of shared projects."""

FIRST = next(iter(EXTRAS))
INSTALLER = "pip>=25,<27"  # included with the table's wheels: a bare Debian has none
OLD_STYLE = "setuptools>=77,<100"  # nfcpy needs pyDes, a source file from before pyproject.toml
ASKED = "# asked for: "


def asked(name: str) -> list[str]:
    """Return the requirements of a lock, as written in pyproject.toml."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if name == "build":
        return [*data["build-system"]["requires"], OLD_STYLE]
    extras = data["project"]["optional-dependencies"]
    more = [INSTALLER] if name == "table" else []
    return [*more, *data["project"]["dependencies"], *(one for extra in EXTRAS[name] for one in extras[extra])]


def header(name: str) -> str:
    """Return the first lines of a lock."""
    lines = ["# Made by `make lock`; tools/lock.py says how.", *(ASKED + one for one in asked(name))]
    return "\n".join(lines) + "\n"


def write(name: str, more: list[str]) -> None:
    """Write one lock. Raises CalledProcessError if the requirements cannot be resolved."""
    path = LOCKS / f"{name}.txt"
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config", "--no-header", "--no-annotate"]
    command += ["--universal", "--python-version", "3.11", "--generate-hashes", "--system-certs"]
    command += ["--output-file", str(path), *more, "-"]
    if name != FIRST:
        command += ["--constraint", str(LOCKS / f"{FIRST}.txt")]
    subprocess.run(command, input="\n".join(asked(name)), text=True, check=True, stdout=subprocess.DEVNULL)
    path.write_text(header(name) + path.read_text(encoding="utf-8"), encoding="utf-8")


def main() -> int:
    """Write all locks; return uv's exit code if it fails."""
    LOCKS.mkdir(exist_ok=True)
    for name in EXTRAS:
        try:
            write(name, sys.argv[1:])
        except subprocess.CalledProcessError as error:
            return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
