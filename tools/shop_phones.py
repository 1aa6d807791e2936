"""Phones around the table of `tools/shop`: each scans a code and opens its seat.

A phone is a network namespace at the other end of a virtual wire (`shop_house.WIRE`). The screen is a screenshot of
Chromium, and a decoder reads the codes in it. On bookworm that screenshot does not change: without a graphics card its
cage (0.1.4) stops drawing. There the decoder reads the pictures that the table sends to the screen's browser.
"""

from __future__ import annotations

import json
import re
from typing import Any

from shop_machine import ROOT, Machine, Unwell, expect, run, until

SCREEN = "XDG_RUNTIME_DIR=/run/cuelight-wall WAYLAND_DISPLAY=wayland-0 grim -t ppm /root/wall.ppm"
READ = """import sys, zxingcpp
_kind, size, _depth, dots = open(sys.argv[1], "rb").read().split(b"\\n", 3)
wide, high = map(int, size.split())
for code in zxingcpp.read_barcodes(memoryview(dots[1::3]).cast("B", (high, wide))):
    print(code.text)"""
GIVEN = "setpriv --reuid=cuelight-wall --clear-groups curl --silent http://localhost/api/door"
DOT, EDGE = 4, 16  # pixels of a module of a code, and of its border
PHONE = "ip netns exec phone /opt/cuelight/current/bin/python /media/guest.py"
VPN = """ip link add wg0 type veth peer name far0; ip link set wg0 up; ip link set far0 up
ip address add 10.8.0.3/24 dev wg0; ip route add default dev wg0 metric 1"""
NO_VPN = "ip link delete wg0"
MOVED = "ip address delete 10.77.0.1/24 dev table0; ip address add 10.77.0.9/24 dev table0"
IPV6_ONLY = """ip address flush dev table0 scope global; ip -6 address add fd77::1/64 dev table0 nodad
ip -n phone -6 address add fd77::2/64 dev phone0 nodad"""
IPV4_AGAIN = "ip -6 address delete fd77::1/64 dev table0; ip address add 10.77.0.1/24 dev table0"


def scanned(machine: Machine) -> list[str]:
    """Return the links that a camera reads on the wall screen."""
    if machine.release == "bookworm":
        given = json.loads(machine.do(GIVEN)).get("codes", {})
        machine.path("/root/wall.ppm").write_bytes(painted([code["picture"] for code in given.values()]))
    else:
        machine.do(SCREEN)
    decoder = ROOT / ".venv" / "bin" / "python"
    return sorted(run([str(decoder), "-c", READ, str(machine.path("/root/wall.ppm"))]).split())


def painted(pictures: list[dict[str, Any]]) -> bytes:
    """Return a PPM file with codes below each other."""
    rows: list[bytearray] = []
    wide = max((picture["size"] for picture in pictures), default=1) * DOT + 2 * EDGE
    for picture in pictures:
        start = len(rows) + EDGE
        rows += [bytearray(b"\xff" * wide) for _ in range(picture["size"] * DOT + 2 * EDGE)]
        for bar in re.findall(r"M(\d+),(\d+)h(\d+)v1h-\d+z", picture["path"]):
            x, y, length = (int(number) * DOT for number in bar)
            for row in rows[start + y : start + y + DOT]:
                row[EDGE + x : EDGE + x + length] = bytes(length)
    rows = rows or [bytearray(b"\xff" * wide)]
    dots = bytes(dot for row in rows for dot in row for _ in range(3))
    return b"P6\n%d %d\n255\n" % (wide, len(rows)) + dots


def come_in(machine: Machine, number: str, phone: str = PHONE) -> None:
    """Check that the wall's codes lead to this address, and that one opens a seat."""
    found: list[str] = []

    def are_there() -> bool:
        found[:] = scanned(machine)
        return bool(found) and all(link.startswith(f"http://{number}/seat/") for link in found)

    try:
        until(are_there, 90, f"no codes for {number}")
    except Unwell as error:
        raise Unwell(f"{error}; the wall has {found}, the table says {machine.guest('where')}") from None
    said = machine.do(f"{phone} seat '{found[0]}'")
    expect(re.search(r'"(Ann|Ben|Cal)"', said), f"{found[0]} opens no seat: {said}")


def phones(machine: Machine) -> str:
    """Test phones in the local network, beside a VPN, after a new address, with IPv6 only, offline."""
    told = []
    for name, change, number in (
        ("in the house's network", "true", "10.77.0.1"),
        ("beside a VPN", VPN, "10.77.0.1"),
        ("after the router gave another number", f"{NO_VPN}; {MOVED}", "10.77.0.9"),
        ("with IPv6 alone", IPV6_ONLY, "[fd77::1]"),
    ):
        machine.guest("codes")
        until(lambda: scanned(machine), 90, "no codes are on the wall")
        machine.do(change)
        come_in(machine, number)
        told.append(name)
    machine.guest("codes")
    machine.do("ip -6 address flush dev table0 scope global")
    until(lambda: not scanned(machine), 60, "codes stay on the wall without a network")
    missing = machine.guest("where")
    expect("sudo cuelight hotspot on" in missing.get("missing", ""), f"the table says {missing}")
    expect("sudo cuelight hotspot on" in machine.do("cuelight status"), "status does not say what is missing")
    machine.do("ip address add 10.77.0.1/24 dev table0")
    come_in(machine, "10.77.0.1")
    return f"a phone opened its seat by the code that it scanned, {', '.join(told)}; without a network there was none"
