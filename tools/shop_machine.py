"""A Debian that systemd boots in a container.

It is bootstrapped once, operated by commands, and powered off abruptly.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "shop"
MIRROR = os.environ.get("MIRROR", "http://deb.debian.org/debian")
INSIDE = "systemd,systemd-sysv,dbus,udev,python3,ca-certificates,sudo,iproute2,openssh-client"
FURNITURE = "avahi-daemon cage chromium curl dnsmasq-base e2fsprogs fonts-dejavu-core grim iptables libpam-systemd"
FURNITURE += " network-manager nftables openssl procps xwayland"
"""Packages of a shop's machine: Raspberry Pi OS has most of them, `cuelight screen on` installs the rest."""

INSTALLED = 180.0  # seconds that an installation may take, and everything else far less; twice that on a busy machine
GUIDE = Path(__file__).with_name("shop_guest.py")


class Unwell(Exception):
    """A problem that somebody in a shop would ask about."""


def bootstrap(release: str) -> Path:
    """Return the tarball of a release, made once."""
    tarball, tree = CACHE / f"{release}.tar", CACHE / f"{release}.tree"
    if tarball.exists():
        return tarball
    CACHE.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(tree, ignore_errors=True)
    print(f"{release}: bootstrapping ...", flush=True)
    with (CACHE / f"{release}.log").open("w") as log:
        command = ["debootstrap", "--variant=minbase", f"--include={INSIDE}", release, str(tree), MIRROR]
        if subprocess.run(command, stdout=log, stderr=subprocess.STDOUT).returncode:
            raise Unwell(f"{release} could not be bootstrapped from {MIRROR}; see {log.name}")
    for left in (tree / "var/cache/apt/archives").glob("*.deb"):
        left.unlink()
    part = tarball.with_suffix(".part")
    subprocess.run(["tar", "-C", tree, "-cf", part, "."], check=True)
    part.rename(tarball)
    shutil.rmtree(tree)
    return tarball


def furnished(release: str) -> Path:
    """Return the tarball of a release with the packages `FURNITURE` installed; it is made once and kept."""
    tarball, tree = CACHE / f"{release}-furnished.tar", CACHE / f"{release}-furnished.tree"
    if tarball.exists():
        return tarball
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    run(["tar", "-C", str(tree), "-xf", str(bootstrap(release))])
    print(f"{release}: furnishing ...", flush=True)
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
    words = "mount -t proc proc /proc; export DEBIAN_FRONTEND=noninteractive; apt-get update -q"
    words += f" && apt-get install -y -q --no-install-recommends {FURNITURE} && apt-get clean && rm /etc/resolv.conf"
    run(["unshare", "--mount", "--pid", "--fork", "chroot", str(tree), "sh", "-c", words])
    part = tarball.with_suffix(".part")
    run(["tar", "-C", str(tree), "-cf", str(part), "."])
    part.rename(tarball)
    shutil.rmtree(tree)
    return tarball


def run(command: list[str], **more: Any) -> str:
    """Return the output of a command. Raises Unwell with the output if it fails."""
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if ended.returncode:
        raise Unwell(f"{' '.join(map(str, command))} ended with {ended.returncode}:\n{ended.stdout}")
    return ended.stdout


def most_seconds() -> float:
    """Return the timeout of a command: longer if several processes wait for each processor."""
    waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    return INSTALLED * min(2.0, max(1.0, waiting / 2))


class Machine:
    """A booted Debian with two USB sticks plugged in."""

    def __init__(self, release: str, root: Path, sticks: Path) -> None:
        self.release = release
        self.more: tuple[str, ...] = ()
        self._root = root
        self._sticks = sticks
        self._container: subprocess.Popen[bytes] | None = None
        self._leader = 0

    def boot(self) -> None:
        """Switch it on, and wait until systemd has started everything without a failure."""
        log = self._root.with_suffix(".boot").open("ab")
        command = ["unshare", "--mount", "--propagation", "private", "systemd-nspawn", "--quiet", "--keep-unit"]
        command += ["--register=no", "--private-network", f"--bind-ro={self._sticks}:/media/sticks", "--console=pipe"]
        command += [
            "--capability=CAP_BPF,CAP_NET_ADMIN",
            "--system-call-filter=bpf",
        ]  # a program decides which devices a unit may open
        command += [f"--bind-ro={GUIDE}:/media/guest.py", f"--machine=shop-{self.release}", "-D", str(self._root)]
        command += [*self.more, "-b"]
        env = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
        self._container = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=env)
        self._leader = int(until(lambda: self._first_process(), 30, "the container did not start"))
        until(lambda: self.state() in ("running", "degraded"), 120, "it did not come up")
        if self.state() != "running":
            raise Unwell(self.do("systemctl --failed --no-pager; journalctl -b -p err --no-pager"))

    def _first_process(self) -> str:
        assert self._container is not None
        if self._container.poll() is not None:
            raise Unwell(self._root.with_suffix(".boot").read_text(errors="replace")[-2000:])
        children = Path(f"/proc/{self._container.pid}/task/{self._container.pid}/children").read_text().split()
        with suppress(FileNotFoundError):
            return next((pid for pid in children if Path(f"/proc/{pid}/comm").read_text() == "systemd\n"), "")
        return ""

    def state(self) -> str:
        """Return the state of the system according to systemd."""
        command = ["nsenter", "--target", str(self._leader), "--all", "systemctl", "is-system-running"]
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()

    def settle(self) -> None:
        """Wait until all jobs are finished. Raises Unwell with the failed or unfinished ones."""
        try:
            until(lambda: self.state() == "running", 60, "it does not come to rest")
        except Unwell as error:
            told = self.do("systemctl --failed --no-pager; systemctl list-jobs --no-pager")
            raise Unwell(f"{error}: {self.state()}\n{told}") from None

    def do(self, words: str, **more: Any) -> str:
        """Run a shell command as root. Raises Unwell if it fails."""
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        command = ["nsenter", "--target", str(self._leader), "--all", "--wdns=/root", "env", "-i", path, "HOME=/root"]
        return run([*command, "LANG=C.UTF-8", "sh", "-eu", "-c", words], timeout=most_seconds(), **more)

    def begin(self, words: str) -> subprocess.Popen[str]:
        """Start a command in the background."""
        command = ["nsenter", "--target", str(self._leader), "--all", "--wdns=/root", *words.split()]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def guest(self, *words: str) -> Any:
        """Run a command of tools/shop_guest.py inside, with the Python of the installed package."""
        line = " ".join(f"'{word}'" for word in words)
        return json.loads(self.do(f"/opt/cuelight/current/bin/python /media/guest.py {line}").splitlines()[-1])

    def path(self, name: str) -> Path:
        """Return the outside path of a file inside, valid while nothing is mounted over it."""
        return self._root / name.lstrip("/")

    def pull_the_plug(self) -> None:
        """Power it off abruptly."""
        if self._container is not None:
            with suppress(ProcessLookupError):
                os.kill(self._leader, signal.SIGKILL)  # the first process: all others end with it
            self._container.kill()
            self._container.wait()
            self._container = None


def until(true: Callable[[], Any], seconds: float, what: str) -> Any:
    """Wait until a condition is true, and return its value. Raises Unwell at the timeout."""
    end = time.monotonic() + seconds
    while not (found := true()):
        if time.monotonic() > end:
            raise Unwell(f"{what} in {seconds:.0f} s")
        time.sleep(0.05)
    return found


def expect(true: object, what: str) -> None:
    """Raise Unwell with this text if the condition is false."""
    if not true:
        raise Unwell(what)


@contextmanager
def machine_of(release: str, sticks: Path, tarball: Path) -> Iterator[Machine]:
    """Create a machine of a release, and delete it afterwards."""
    root = Path(tempfile.mkdtemp(prefix=f"{release}.", dir=CACHE))
    machine = Machine(release, root, sticks)
    try:
        root.chmod(0o755)
        run(["tar", "-C", str(root), "-xf", str(tarball)])
        yield machine
    finally:
        machine.pull_the_plug()
        shutil.rmtree(root, ignore_errors=True)
        root.with_suffix(".boot").unlink(missing_ok=True)
