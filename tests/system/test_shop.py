"""Requirements of `make shop` on the machine. It does the rest itself: it boots a Debian with the package in it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support import ROOT


def shop(folder: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run `tools/shop --can` as root on a machine with only these programs."""
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    command = [sys.executable, str(ROOT / "tools" / "shop"), "--can"]
    env = {**os.environ, "PATH": str(folder)}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)


def test_what_a_booted_debian_needs_is_said_with_what_to_type(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        assert shop(tmp_path).stderr == "A booted Debian needs root. Type: sudo make shop\n"
        return
    assert shop(tmp_path).stderr.endswith("needs debootstrap. Type: sudo apt-get install debootstrap\n")
    assert "apt-get install systemd-container" in shop(tmp_path, debootstrap="exit 0").stderr
    there = {"debootstrap": "exit 0", "systemd-nspawn": "exit 0"}
    assert "gives none" in shop(tmp_path, **there, unshare="exit 1").stderr
    ended = shop(tmp_path, **there, unshare="exit 0")
    assert (ended.returncode, ended.stderr) == (0, "")
