"""The addresses of this machine and the kind of network of each, as the kernel lists them.

It asks by netlink (rtnetlink(7)), which the service's sandbox allows although it forbids Internet sockets. On systems
other than Linux it looks up a route instead and finds at most one address.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from enum import IntEnum
from functools import cache
from typing import NamedTuple

Number = ipaddress.IPv4Address | ipaddress.IPv6Address

_NOWHERE = {
    socket.AF_INET: "192.0.2.1",
    socket.AF_INET6: "2001:db8::1",
}  # RFC 5737, RFC 3849: never in use, nothing is sent
_GET, _NEW = {"link": 18, "address": 22, "route": 26}, {16: "link", 20: "address", 24: "route"}
_DONE, _ERROR = 3, 2
_REQUEST_DUMP = 0x301
_HEAD = struct.Struct("=IHHII")
_LINK, _ADDRESS, _ROUTE = struct.Struct("=BxHiII"), struct.Struct("=BBBBI"), struct.Struct("=8BI")
_IS_LOOPBACK, _IS_POINT_TO_POINT, _IS_RUNNING, _HAS_NO_ARP = 0x8, 0x10, 0x40, 0x80  # linux/if.h
_TEMPORARY, _DUPLICATE, _DEPRECATED, _TENTATIVE = 0x01, 0x08, 0x20, 0x40  # linux/if_addr.h
_MAIN_TABLE, _UNICAST = 254, 1
_TUNNELS = re.compile(r"u?tun|tap|wg|ppp|vpn|tailscale|zt|ipsec|vti|nordlynx")
_TUNNEL_KINDS = ("tun", "wireguard", "ppp", "ipip", "gre", "sit", "vti", "xfrm", "ip6tnl")
_PATIENCE_SECONDS = 2.0
_NO_ROUTE = 1 << 32  # worse than any metric


class Network(IntEnum):
    """The network that an interface leads to; the most likely one for phones first."""

    REAL = 0
    OF_THIS_MACHINE = 1  # containers, virtual machines, or no network
    TUNNEL = 2
    LOOPBACK = 3


class Address(NamedTuple):
    """An address of this machine."""

    number: Number
    interface: str
    network: Network = Network.REAL
    lasts: bool = True  # neither a temporary address (RFC 8981) nor a deprecated one
    route: int = _NO_ROUTE  # metric of the default route through this interface


class _Link(NamedTuple):
    name: str
    flags: int
    kind: str
    master: int


def own_addresses() -> list[Address]:
    """Return the addresses that can be used now; interfaces without a carrier have none."""
    if hasattr(socket, "AF_NETLINK"):
        try:
            return _listed()
        except OSError as error:
            _warn(str(error))
    return list(_by_route())


@cache
def _warn(why: str) -> None:
    """Log a failure only once, because pages ask for the address again and again."""
    logging.getLogger(__name__).warning("the kernel does not list this machine's addresses: %s", why)


def is_in_network() -> bool:
    """Return whether this machine is in a network with others and has an address there."""
    near = (own for own in own_addresses() if own.network is Network.REAL)
    return not all(own.number.is_link_local for own in near)


def _listed() -> list[Address]:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW) as kernel:
        kernel.settimeout(_PATIENCE_SECONDS)
        links = dict(_links(kernel))
        addresses = list(_dump(kernel, "address", _ADDRESS))
        routes = dict(_default_routes(kernel))
    found = []
    for (family, _prefix, flags, _scope, index), more in addresses:
        link = links.get(index)
        number = more.get(2, more.get(1))  # IFA_LOCAL, IFA_ADDRESS
        if link is None or number is None or family not in _NOWHERE or not link.flags & _IS_RUNNING:
            continue
        flags = int.from_bytes(more.get(8, bytes([flags])), sys.byteorder)
        if flags & (_DUPLICATE | _TENTATIVE):
            continue
        unsteady = _DEPRECATED | (_TEMPORARY if family == socket.AF_INET6 else 0)
        way = routes.get((family, index), _NO_ROUTE)
        found.append(
            Address(ipaddress.ip_address(number), link.name, _network(index, links), not flags & unsteady, way)
        )
    return found


def _network(index: int, links: dict[int, _Link]) -> Network:
    link = links[index]
    if link.flags & _IS_LOOPBACK:
        return Network.LOOPBACK
    if link.flags & _IS_POINT_TO_POINT or link.kind in _TUNNEL_KINDS or _TUNNELS.match(link.name):
        return Network.TUNNEL
    ports = [other.kind for other in links.values() if other.master == index]
    bridges_nothing = link.kind == "bridge" and all(kind in ("veth", "tun") for kind in ports)
    return Network.OF_THIS_MACHINE if bridges_nothing or link.flags & _HAS_NO_ARP else Network.REAL


def _links(kernel: socket.socket) -> Iterator[tuple[int, _Link]]:
    for (_family, _kind, index, flags, _change), more in _dump(kernel, "link", _LINK):
        kind = dict(_attributes(more.get(18, b""))).get(1, b"")  # IFLA_LINKINFO, IFLA_INFO_KIND
        name, master = (more.get(number, b"") for number in (3, 10))  # IFLA_IFNAME, IFLA_MASTER
        yield index, _Link(_text(name), flags, _text(kind), int.from_bytes(master, sys.byteorder))


def _default_routes(kernel: socket.socket) -> Iterator[tuple[tuple[int, int], int]]:
    """Return the interfaces with a default route, each with its best metric."""
    found = []
    for fields, more in _dump(kernel, "route", _ROUTE):
        family, length, table, kind = fields[0], fields[1], fields[4], fields[7]
        if length == 0 and table == _MAIN_TABLE and kind == _UNICAST and 4 in more:  # RTA_OIF
            metric = int.from_bytes(more.get(6, b""), sys.byteorder)  # RTA_PRIORITY
            found.append(((family, int.from_bytes(more[4], sys.byteorder)), metric))
    yield from sorted(found, key=lambda each: -each[1])


def _dump(kernel: socket.socket, what: str, head: struct.Struct) -> Iterator[tuple[tuple[int, ...], dict[int, bytes]]]:
    """Return all kernel objects of a kind: the fields of the header, and the attributes."""
    kernel.send(_HEAD.pack(_HEAD.size + 4, _GET[what], _REQUEST_DUMP, 0, 0) + bytes(4))
    while True:
        data = kernel.recv(1 << 17)
        while data:
            length, sort, *_rest = _HEAD.unpack_from(data)
            if sort == _DONE:
                return
            if sort == _ERROR:
                raise OSError(-struct.unpack_from("=i", data, _HEAD.size)[0], f"the kernel lists no {what}")
            if _NEW.get(sort) == what:
                body = data[_HEAD.size : length]
                yield head.unpack_from(body), dict(_attributes(body[head.size :]))
            data = data[_aligned(length) :]


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) >= 4:
        length, kind = struct.unpack_from("=HH", data)
        if length < 4:
            return
        yield kind & 0x3FFF, data[4:length]
        data = data[_aligned(length) :]


def _aligned(length: int) -> int:
    return (length + 3) & ~3


def _text(value: bytes) -> str:
    return value.rstrip(b"\0").decode(errors="replace")


def _by_route() -> Iterator[Address]:
    """Return this machine's source address towards other hosts, for each address family."""
    for family, nowhere in _NOWHERE.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((nowhere, 9))
            yield Address(ipaddress.ip_address(line.getsockname()[0].partition("%")[0]), "")
