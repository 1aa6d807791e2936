"""Serial ports of this machine, by stable names."""

from __future__ import annotations

import glob
import os
import re

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
