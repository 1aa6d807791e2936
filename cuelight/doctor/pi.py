"""The model of a Raspberry Pi and the settings of its firmware; this is no check.

Sources: the chapters "config.txt" and "UARTs" of the Raspberry Pi documentation, and raspi-config's `do_serial_hw`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.core.i18n import _
from cuelight.doctor.finding import System

CONFIG = ("/boot/firmware/config.txt", "/boot/config.txt")
WRITE = "/boot/firmware/config.txt"
_FILTER = re.compile(r"\[(.+)\]\Z")


class Pi(NamedTuple):
    """A model: its generation (0 if it is no Raspberry Pi), and whether Bluetooth uses its first UART."""

    model: str
    generation: int

    @property
    def has_bluetooth(self) -> bool:
        """True from the 3 on and for the Zero W; on a 5 Bluetooth has a port of its own."""
        return self.generation in (3, 4) or "Zero W" in self.model or "Zero 2 W" in self.model

    @property
    def sections(self) -> frozenset[str]:
        """The sections of config.txt that apply to it."""
        names = {"all", f"pi{self.generation}"}
        if self.generation == 3 and "Plus" in self.model:
            names.add("pi3+")
        for word, name in (
            ("Compute Module 4", "cm4"),
            ("Compute Module 5", "cm5"),
            ("400", "pi400"),
            ("500", "pi500"),
        ):
            if word in self.model:
                names.add(name)
        return frozenset(names)


def pi_of(system: System) -> Pi:
    """Return the Raspberry Pi that a system runs on."""
    model = system.read("/proc/device-tree/model")
    found = re.match(r"Raspberry Pi (?:Compute Module )?(\d)", model)
    generation = int(found[1][0]) if found else 0
    if generation == 0 and model.startswith("Raspberry Pi Zero"):
        generation = 3 if "Zero 2" in model else 1
    return Pi(model, generation)


def settings(system: System, pi: Pi) -> list[str]:
    """Return the lines of config.txt that apply to this machine, without comments and spaces, one per dtparam."""
    lines: list[str] = []
    counts = True
    for line in system.first(*CONFIG).splitlines():
        line = line.partition("#")[0].strip()
        section = _FILTER.match(line)
        if section:
            counts = section[1].lower() in pi.sections
        elif line and counts:
            name, equals, value = (part.strip() for part in line.partition("="))
            many = value.split(",") if name == "dtparam" else [value]
            lines += [f"{name}{equals}{part.strip()}" for part in many]
    return lines


def is_on(lines: list[str], name: str) -> bool:
    """Return whether the last setting of a dtparam turns it on."""
    said = [line.removeprefix(f"dtparam={name}=") for line in lines if line.startswith(f"dtparam={name}=")]
    plain = f"dtparam={name}" in lines
    return said[-1] in ("on", "true", "yes", "1") if said else plain


def overlays(lines: list[str]) -> frozenset[str]:
    """Return the loaded overlays, without their parameters."""
    return frozenset(
        line.removeprefix("dtoverlay=").partition(",")[0] for line in lines if line.startswith("dtoverlay=")
    )


def writing(line: str) -> str:
    """Return the next step that writes this line into config.txt, with its command."""
    command = f"printf '[all]\\n{line}\\n' | sudo tee -a {WRITE}"
    return _(
        "Write {line} into {file}, then restart: `{command}`, `sudo reboot`.", line=line, file=WRITE, command=command
    )
