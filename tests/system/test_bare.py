"""Requirements of `make bare` on the machine. It does the rest itself: it bootstraps Debian and runs both commands."""

import os
import re
import subprocess
from pathlib import Path

from tests.support import ROOT


def bare(folder: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run `tools/bare --can` on a machine where these programs do what is given."""
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    return subprocess.run([ROOT / "tools" / "bare", "--can"], env=env, capture_output=True, text=True, timeout=60)


def test_without_root_it_says_what_to_type(tmp_path: Path) -> None:
    ended = bare(tmp_path, id="echo 1000")
    assert (ended.returncode, ended.stderr) == (1, "A bare Debian needs root. Type: sudo make bare\n")


def test_without_namespaces_or_a_mirror_it_says_why_not(tmp_path: Path) -> None:
    root = {"id": "echo 0", "debootstrap": "exit 0"}
    assert "gives none" in bare(tmp_path, **root, unshare="exit 1").stderr
    ended = bare(tmp_path, **root, unshare="exit 0", wget="exit 4")
    assert ended.returncode == 1 and "does not answer. Another: make bare MIRROR=" in ended.stderr
    assert bare(tmp_path, wget="exit 0").returncode == 0


def test_it_installs_what_the_readme_says() -> None:
    script = (ROOT / "tools" / "bare").read_text(encoding="utf-8")
    pattern = re.search(r"sed -n '(s/.*?/p)' README.md", script)
    assert pattern is not None
    found = subprocess.run(["sed", "-n", pattern[1], ROOT / "README.md"], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[0] == "make python3 python3-venv"
