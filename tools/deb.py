"""Build the Debian package: `make deb`.

It contains everything that the table needs; installing it needs no network.

    python tools/deb.py                        # build/deb/cuelight_VERSION_all.deb, from the latest commit
    python tools/deb.py --version 0.2~try1     # with another version, to test an update
    python tools/deb.py --sign KEY             # with a signature (ssh-keygen), which tables require on a USB stick

One package serves every machine in `MACHINES` and every CPython in `PYTHONS`: few wheels are compiled, and they are
small. Each wheel is one that locks/table.txt names by its hash. For each machine and CPython, the package has a list of
its wheels with the hashes that the installation requires. The same commit produces the same package, byte for byte.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).parent.parent
OUT = ROOT / "build" / "deb"
LOCK = Path("locks/table.txt")
MACHINES, PYTHONS = ("aarch64", "x86_64"), ("3.11", "3.13")
GLIBC = 36  # 2.36, of Debian 12; its wheels and those for older versions fit
FROM_SYSTEM = {("lgpio", "3.13")}  # there is no wheel: Raspberry Pi OS has it as python3-lgpio
AS_SOURCE = ("pydes",)  # there is no wheel on PyPI
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; ([^\\]+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)
PLACES = {
    "cuelight.service": "usr/lib/systemd/system/cuelight.service",
    "cuelight.socket": "usr/lib/systemd/system/cuelight.socket",
    "cuelight-backup.service": "usr/lib/systemd/system/cuelight-backup.service",
    "cuelight-backup.timer": "usr/lib/systemd/system/cuelight-backup.timer",
    "cuelight-https.socket": "usr/lib/systemd/system/cuelight-https.socket",
    "cuelight-wall.service": "usr/lib/systemd/system/cuelight-wall.service",
    "cuelight-hotspot.service": "usr/lib/systemd/system/cuelight-hotspot.service",
    "cuelight-update@.service": "usr/lib/systemd/system/cuelight-update@.service",
    "cuelight-update@.timer": "usr/lib/systemd/system/cuelight-update@.timer",
    "avahi.service": "etc/avahi/services/cuelight.service",
    "wall-policy.json": "usr/lib/cuelight/wall-policy.json",
    "journald.conf": "usr/lib/systemd/journald.conf.d/cuelight.conf",
    "sysusers.conf": "usr/lib/sysusers.d/cuelight.conf",
    "tmpfiles.conf": "usr/lib/tmpfiles.d/cuelight.conf",
    "modprobe.conf": "usr/lib/modprobe.d/cuelight.conf",
    "udev.rules": "usr/lib/udev/rules.d/70-cuelight.rules",
    "polkit.rules": "usr/share/polkit-1/rules.d/70-cuelight.rules",
    "debian/cuelight": "usr/bin/cuelight",
    "debian/install-python": "usr/lib/cuelight/install-python",
    "debian/change-to": "usr/lib/cuelight/change-to",
    "debian/backup": "usr/lib/cuelight/backup",
    "debian/wall": "usr/lib/cuelight/wall",
    "debian/hotspot": "usr/lib/cuelight/hotspot",
    "debian/update": "usr/lib/cuelight/update",
}
"""Installed path of each file in systemd/."""

SIGNERS = "usr/lib/cuelight/signers"  # keys whose updates a table with this package accepts; systemd/debian/update
PURPOSE = "cuelight-update"
SCRIPTS = ("postinst", "prerm", "postrm")
DOCS = {"LICENSE": "copyright", "NOTICE": "NOTICE", "docs/shop.md": "shop.md", "docs/hardware.md": "hardware.md"}


def pinned(source: Path, machine: str, python: str) -> dict[str, str]:
    """Return the pinned line of each project that a machine needs with this CPython.

    Markers are evaluated.
    """
    surroundings = {
        "platform_machine": machine,
        "sys_platform": "linux",
        "os_name": "posix",
        "platform_system": "Linux",
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }
    found = {}
    for name, version, marker, hashes in PIN.findall((source / LOCK).read_text(encoding="utf-8")):
        wanted = not marker or Marker(marker).evaluate(surroundings)
        if wanted and (name, python) not in FROM_SYSTEM:
            found[name] = f"{name}=={version}{hashes}"
    return found


def pip(*arguments: str | Path) -> None:
    """Run the pip of this environment. Raises CalledProcessError."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *map(str, arguments)]
    subprocess.run(command, check=True)


def download(source: Path, machine: str, python: str, folder: Path) -> None:
    """Download every wheel that a machine needs, and verify their hashes."""
    wanted = pinned(source, machine, python)
    wheels = folder / "wanted.txt"
    wheels.write_text("\n".join(line for name, line in wanted.items() if name not in AS_SOURCE) + "\n")
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC, 16, -1)] + [f"manylinux2014_{machine}"]
    where = [word for platform in platforms for word in ("--platform", platform)]
    where += ["--python-version", python, "--implementation", "cp", "--only-binary", ":all:"]
    pip("download", "--no-deps", "--require-hashes", *where, "--dest", folder, "--requirement", wheels)
    sources = folder / "sources.txt"
    sources.write_text("\n".join(wanted[name] for name in AS_SOURCE) + "\n")
    pip("wheel", "--no-deps", "--require-hashes", "--no-build-isolation", "--wheel-dir", folder, "-r", sources)


def own_wheel(source: Path, folder: Path) -> None:
    """Build the wheel of Cuelight itself, from the committed source."""
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source)


def lay_out(tree: Path, source: Path, version: str) -> None:
    """Put every file of the package in its place."""
    library = tree / "usr/lib/cuelight"
    wheels = library / "wheels"
    wheels.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        own = Path(name)
        own_wheel(source, own)
        for machine in MACHINES:
            for python in PYTHONS:
                folder = own / f"{machine}-{python}"
                folder.mkdir()
                download(source, machine, python, folder)
                found = sorted([*folder.glob("*.whl"), *own.glob("*.whl")])
                lines = [line_for(wheel) for wheel in found if not wheel.name.startswith("pip-")]
                (library / f"{machine}-{python}.txt").write_text("".join(lines))
                for wheel in found:
                    shutil.copyfile(wheel, wheels / wheel.name)
    for file, place in PLACES.items():
        put(source / "systemd" / file, tree / place, version)
    for file, doc in DOCS.items():
        put(source / file, tree / "usr/share/doc/cuelight" / doc, version)


def line_for(wheel: Path) -> str:
    """Return the requirement line that matches only this wheel."""
    name, version = wheel.name.split("-")[:2]
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def put(file: Path, target: Path, version: str, **more: str) -> None:
    """Copy a text file with its mode, and fill in the version and other placeholders."""
    target.parent.mkdir(parents=True, exist_ok=True)
    text = file.read_text(encoding="utf-8")
    for key, value in {"VERSION": version, **more}.items():
        text = text.replace(f"@{key}@", value)
    target.write_text(text, encoding="utf-8")
    target.chmod(file.stat().st_mode & 0o755)


def signer(key: Path) -> str:
    """Return the line that lets a table verify this key's signatures. Raises CalledProcessError."""
    shown = subprocess.run(["ssh-keygen", "-y", "-f", key], check=True, capture_output=True, text=True).stdout
    return f'cuelight namespaces="{PURPOSE}" {" ".join(shown.split()[:2])}\n'


def make(version: str, commit: str, when: str, key: Path | None = None) -> Path:
    """Build the package of a commit, signed by this key. Raises CalledProcessError."""
    os.environ["SOURCE_DATE_EPOCH"] = when
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        source, tree = Path(name) / "source", Path(name) / "tree"
        source.mkdir()
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", source], input=archive, check=True)
        lay_out(tree, source, version)
        if key is not None:
            (tree / SIGNERS).write_text(signer(key), encoding="utf-8")
        (tree / "DEBIAN").mkdir()
        kept = [f"/{place}\n" for place in PLACES.values() if place.startswith("etc/")]
        (tree / "DEBIAN/conffiles").write_text("".join(kept))
        size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file()) // 1024 + 1
        put(source / "systemd/debian/control", tree / "DEBIAN/control", version, SIZE=str(size))
        for script in SCRIPTS:
            put(source / "systemd/debian" / script, tree / "DEBIAN" / script, version)
        subprocess.run(["chmod", "-R", "u=rwX,go=rX", tree], check=True)
        package = OUT / f"cuelight_{version}_all.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, package], check=True)
        if key is not None:
            package.with_name(f"{package.name}.sig").unlink(missing_ok=True)
            subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", PURPOSE, package], check=True)
        shutil.copy(source / "systemd/install.sh", OUT / "install.sh")
    return package


def version_of(commit: str, when: str) -> str:
    """Return the project's version with the time of the commit.

    Later commits count as newer.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return f"{project}+{when}.{commit[:7]}"


def main() -> int:
    """Build the package and print its path."""
    parser = argparse.ArgumentParser(description="Make the Debian package of what is committed.")
    parser.add_argument("--version", help="another version than the commit's own")
    parser.add_argument("--sign", type=Path, metavar="KEY", help="a private key of ssh-keygen, to sign it with")
    asked = parser.parse_args()
    shown = subprocess.run(
        ["git", "-c", "safe.directory=*", "show", "--no-patch", "--format=%H %ct", "HEAD"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    commit, when = shown.stdout.split()
    package = make(asked.version or version_of(commit, when), commit, when, asked.sign)
    print(f"{package.relative_to(ROOT)} and install.sh beside it: copy both, then: sudo sh install.sh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
