"""The address by which a phone in the same network finds this table, and its QR code.

It is the machine's own numeric address in its network, since not every phone can resolve a name there. It is looked up
each time, because a machine may join its network long after the start, and its router may assign it another address.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import segno

from companion.core.i18n import _
from web.api.table_port import HERE
from web.app.interfaces import Address, Network, own_addresses

_HTTP = 80
_SEEN_SECONDS = 3600.0
_REMEMBERED = 200


class Where(NamedTuple):
    """The address by which phones find the table, such as `http://192.168.1.20:8000`; or why there is none."""

    address: str | None
    missing: str = ""


class Picture(NamedTuple):
    """A QR code as one SVG path: its width and height in modules, without the white border that it needs."""

    size: int
    path: str


class Whereabouts:
    """Chooses one of this machine's addresses: if there are several, the one in the network that requests come from.

    No request can inject the address of another machine. Of a request only the local address at which it arrived is
    used, never its headers.
    """

    def __init__(
        self, addresses: Callable[[], list[Address]] = own_addresses, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._addresses = addresses
        self._clock = clock
        self._seen: dict[str, tuple[str, float]] = {}  # client: local address it used, and when

    def note(self, client: str, arrived_at: str) -> None:
        """Record that a client (see `web.security.rate_limits.address_of`) sent a request to this local address."""
        if client == HERE:
            return
        self._seen.pop(client, None)
        self._seen[client] = unmapped(arrived_at), self._clock()
        if len(self._seen) > _REMEMBERED:
            del self._seen[next(iter(self._seen))]

    def find(self, bound: str, port: int) -> Where:
        """Return the address for phones of a table that listens on the numeric address `bound`."""
        listens = ipaddress.ip_address(bound)
        if listens.is_loopback:
            return Where(None, _("The table listens to its own machine only. Start it without --host 127.0.0.1."))
        if not listens.is_unspecified:
            return Where(written(bound, port))
        there = self._reachable(self._addresses())
        taken = [own for own in there if listens.version == 6 or own.number.version == 4]
        if taken:
            return Where(written(str(taken[0].number), port))
        if there:
            return Where(None, _("This network has IPv6 only, and the table listens to IPv4. Start it without --host."))
        missing = _(
            "This table is not in a network, so phones cannot find it. Connect it to the Wi-Fi, or type: "
            "sudo cuelight hotspot on"
        )
        return Where(None, missing)

    def _reachable(self, addresses: list[Address]) -> list[Address]:
        """Return the addresses that a phone can open, the best one first."""
        interfaces = {str(own.number): own.interface for own in addresses}
        routes = {own.interface: own.route for own in sorted(addresses, key=lambda own: -own.route)}
        oldest = self._clock() - _SEEN_SECONDS
        seen = [number for number, at in list(self._seen.values()) if at > oldest]
        asked = Counter(number.partition("%")[2] or interfaces.get(number) for number in seen)

        def is_usable(own: Address) -> bool:
            if own.number.is_loopback or (own.number.version == 6 and own.number.is_link_local):
                return False  # browsers accept no address with a scope
            return own.network < Network.TUNNEL or (own.network is Network.TUNNEL and asked[own.interface] > 0)

        def rank(own: Address) -> tuple[object, ...]:
            makeshift = own.number.is_link_local  # 169.254.0.0/16: no router assigned it
            wired = not own.interface.startswith("wl")  # phones use the Wi-Fi
            of_network = own.network, makeshift, -asked[own.interface], wired, routes[own.interface]
            return *of_network, own.number.version, not own.lasts, not own.number.is_private, own.interface, own.number

        return sorted(filter(is_usable, addresses), key=rank)


def unmapped(number: str) -> str:
    """Return an IPv4 address in its own notation if a dual-stack socket wrote it as an IPv6 one."""
    return number.removeprefix("::ffff:") if "." in number else number


def written(number: str, port: int) -> str:
    """Return the URL of the start page at an address of this machine, without the port if it is the standard one."""
    return f"http://{f'[{number}]' if ':' in number else number}{'' if port == _HTTP else f':{port}'}"


def picture_of(text: str) -> Picture:
    """Return a QR code with this text; it can still be read if a tenth of it is hidden or blurred."""
    code = segno.make(text, micro=False, error="m")
    rows = [bytes(row) for row in code.matrix]
    return Picture(len(rows), "".join(_bars(y, row) for y, row in enumerate(rows)))


def _bars(y: int, row: bytes) -> str:
    """Return the dark modules of a row as SVG path commands."""
    bars, x = [], 0
    for dark in row.split(b"\x00"):
        if dark:
            bars.append(f"M{x},{y}h{len(dark)}v1h-{len(dark)}z")
        x += len(dark) + 1
    return "".join(bars)
