"""Serial ports of this machine, by stable names."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path

TTYS = Path("/sys/class/tty")
BY_ID, BY_PATH = "/dev/serial/by-id/*", "/dev/serial/by-path/*"
OTHERS = ("/dev/ttyUSB*", "/dev/ttyACM*")
UARTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
UART_PINS = (14, 15)
SERIAL_PATH = re.compile(r"/[\w./:+@-]+\Z")


def ports() -> list[str]:
    """Return the serial ports that may have a reader, each once, by a stable name.

    Adapters without serial numbers share one name; then each port is named after its USB socket.
    """
    plain = [port for pattern in OTHERS for port in sorted(glob.glob(pattern))]
    by_id = sorted(glob.glob(BY_ID))
    own_names = len({os.path.realpath(name) for name in by_id}) == len(plain)
    found = [*(by_id if own_names else sorted(glob.glob(BY_PATH))), *UARTS, *plain]
    by_device: dict[str, str] = {}
    for port in found:
        if os.path.exists(port):
            by_device.setdefault(os.path.realpath(port), port)
    return list(by_device.values())


def has_twin(device: str) -> bool:
    """Return whether a stable name may lead to either of two adapters, which have the same USB serial number.

    Such a name leads to the adapter that was plugged in last.
    """
    if not device.startswith(os.path.dirname(BY_ID)):
        return False
    found = {usb for tty in TTYS.glob("tty*") if (usb := _usb_device(tty.name)) is not None}
    mine = _usb_device(os.path.basename(os.path.realpath(device)))
    return mine is not None and any(_number(other) == _number(mine) for other in found - {mine})


def _usb_device(tty: str) -> Path | None:
    """Return the USB device of a serial port; None for a port of another kind."""
    place = TTYS / tty / "device"
    above = place.resolve().parents if place.exists() else ()
    return next((folder for folder in above if (folder / "idVendor").exists()), None)


def _number(usb: Path) -> list[str]:
    """Return vendor, product and serial number, from which udev makes the stable name."""
    parts = (usb / name for name in ("idVendor", "idProduct", "serial"))
    return [part.read_text(encoding="utf-8", errors="replace").strip() if part.exists() else "" for part in parts]
