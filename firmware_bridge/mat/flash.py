"""Flashing the firmware: copy its files to the Pico over USB with mpremote, then check the mat.

The Pico must already have a MicroPython; `docs/mat-build.md` says how to install it. A running mat is first asked to
quit to the prompt.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError
from firmware_bridge.firmware import matlink
from firmware_bridge.link.bridge import Bridge
from firmware_bridge.link.ports import Find, Port, PortError, PortTrouble, plugging
from firmware_bridge.link.protocol import Why
from firmware_bridge.mat.image import firmware_files
from firmware_bridge.mat.provision import Look, MatSetup

ANSWER_SECONDS = 1.0
PROMPT = b">>> "
ASK_FOR_PROMPT = b"\r\x02"  # Ctrl-B leaves the raw mode, in case a program left the board in it
PROMPT_SECONDS = 1.5  # by then a visible Pico shows its prompt, or runs something
SETTLE_SECONDS = 15.0  # until a board that restarts repeatedly shows its prompt
RETURN_SECONDS = 30.0
COPY_SECONDS = 180.0
ACCESS_TRIES = 3
ACCESS_SECONDS = 1.0
AGAIN_SECONDS = 0.2
HELLO = struct.pack(matlink.HELLO_ASK, matlink.MAJOR, matlink.MINOR, 0)
NAME_OF_BOARD = "import sys; print(sys.implementation._machine)"
DARK = Look("#000000", [(0.0, 1.0, False)])
Say = Callable[[str], None]


class FlashFailed(CuelightError, RuntimeError):
    """The firmware is not on the Pico correctly; the message says how far it got and what to do."""


def flash(path: str, find: Find, say: Say) -> dict[str, Any]:
    """Flash the firmware to the Pico at a port; return the mat's new description.

    Args:
        find: returns the ports at which it may reappear.
        say: receives each step in words.

    Raises FlashFailed or PortTrouble.
    """
    if _to_the_prompt(path, find):
        say("The mat that ran there gave way.")
    path = _wait_for_port(find)
    check_board(machine_at(path))
    say(f"Copying {len(firmware_files())} files to {path} …")
    copy(path, firmware_files())
    say("The Pico restarts …")
    description = look(find)
    if description.get("firmware") != matlink.VERSION:
        found = description.get("firmware")
        raise FlashFailed(f"the mat came up with firmware {found} and not {matlink.VERSION}; flash it again")
    return description


def machine_at(path: str) -> str:
    """Return how the MicroPython at a port names its board; "" if it does not say."""
    with suppress(subprocess.TimeoutExpired):
        return _mpremote(path, "exec", NAME_OF_BOARD).stdout.strip()
    return ""


def _mpremote(path: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of mpremote at a port. Raises TimeoutExpired."""
    command = [sys.executable, "-m", "mpremote", "connect", path, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=COPY_SECONDS, check=False)


def check_board(machine: str) -> None:
    """Refuse a board whose inputs do not work for the mat. Raises FlashFailed."""
    if "RP2350" in machine:
        raise FlashFailed(
            f"this board is a {machine}: its inputs stick when they are pulled down (erratum E9), so the mat cannot "
            "test its buses. Take a Raspberry Pi Pico with an RP2040"
        )


def copy(path: str, files: list[Path]) -> None:
    """Copy files to the Pico's flash and restart it.

    Raises FlashFailed.
    """
    copies = [word for file in files for word in ("fs", "cp", str(file), f":{file.name}", "+")]
    for _ in range(ACCESS_TRIES):
        try:
            done = _mpremote(path, *copies, "reset")
        except subprocess.TimeoutExpired:
            raise FlashFailed("mpremote did not come to an end; unplug the Pico, plug it in, and try again") from None
        if "failed to access" not in done.stderr + done.stdout:
            break  # otherwise another process is just releasing the port
        time.sleep(ACCESS_SECONDS)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise FlashFailed(
            f"mpremote could not copy the files ({said[-1] if said else 'it said nothing'}). Has the Pico a "
            "MicroPython? If a mat's firmware hangs there, plug it in and press BOOTSEL while its light blinks"
        )


def look(find: Find) -> dict[str, Any]:
    """Return the description of the mat once it has started.

    Raises FlashFailed if none starts.
    """
    bridge = Bridge(MatSetup((), (), {"dark": DARK}), time.monotonic, find)
    bridge.start(lambda _report: None)
    try:
        _wait_until(lambda: bridge.status().live, RETURN_SECONDS)
        status = bridge.status()
        if not status.live:
            raise FlashFailed(f"no mat came up: {status.text}")
        return status.description
    finally:
        bridge.stop()


def _to_the_prompt(path: str, find: Find) -> bool:
    """Wait for the board's prompt, and ask a running mat to quit; return whether there was one.

    A board with neither is left to mpremote, which reports what is wrong. Raises PortTrouble.
    """
    end, gave_way = time.monotonic() + SETTLE_SECONDS, False
    while True:
        plugged = plugging(path)
        try:
            with closing(Port(path)) as port:
                if _at_the_prompt(port):
                    return gave_way
                quits = _asked(port, matlink.HELLO, HELLO) and _asked(port, matlink.QUIT, b"")
            if quits:
                gave_way = True
                _wait_for_reset(path, plugged)
        except PortTrouble as error:
            if error.why is Why.NOT_ALLOWED or time.monotonic() > end:
                raise
            time.sleep(AGAIN_SECONDS)  # another process is releasing it, or it is not there yet
        except PortError:
            pass  # it restarted meanwhile
        if time.monotonic() > end:
            return gave_way
        path = _wait_for_port(find)


def _at_the_prompt(port: Port) -> bool:
    """Return whether a MicroPython waits for a command.

    It sends no frame, which could contain a Ctrl-D and start main.py.
    """
    heard = b""
    end = time.monotonic() + PROMPT_SECONDS
    port.write(ASK_FOR_PROMPT)
    while PROMPT not in heard and port.wait(end - time.monotonic()):
        heard += port.read()
    return PROMPT in heard


def _asked(port: Port, kind: int, payload: bytes) -> bool:
    """Send a command up to two times; return whether a mat answered it."""
    frames, number = matlink.Frames(), 200 + kind
    end = time.monotonic() + ANSWER_SECONDS
    for _ in range(2):
        port.write(matlink.frame(kind, number, payload))
        while port.wait(min(end - time.monotonic(), ANSWER_SECONDS / 2)):
            if any(found[:2] == (kind | matlink.REPLY, number) for found in frames.feed(port.read())):
                return True
    return False


def _wait_for_reset(path: str, plugged: tuple[int, int] | None) -> None:
    _wait_until(lambda: plugging(path) != plugged, RETURN_SECONDS)


def _wait_for_port(find: Find) -> str:
    _wait_until(lambda: bool(find()), RETURN_SECONDS)
    found = find()
    if not found:
        raise FlashFailed("the Pico did not come back; unplug it, plug it in, and try again")
    return found[0]


def _wait_until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
