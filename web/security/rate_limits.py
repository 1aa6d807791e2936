"""Limits for one address, and for all strangers together: requests, open streams, open connections.

The limits are far above the needs of a table with its guests, and far below a load that would slow down the screen.
This machine itself, a logged-in host and visitors with the key of a seat have limits of their own, so strangers cannot
use those up. If all places for strangers are taken, a newcomer gets the place of another connection: among those of the
address with the most connections, the one that has been silent for the longest time. Nothing here waits.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple, Protocol

from web.api.table_port import HERE

_REMEMBERED = 4096  # addresses; an IPv6 /64 counts as one


@dataclass(frozen=True)
class Limits:
    """The limits. Requests spend an allowance by the costs in `web.app.routes`; it refills at a rate per second."""

    allowance: float = 300.0  # ten times the cost of a page with all its files
    a_second: float = 30.0
    all_allowance: float = 1500.0
    all_a_second: float = 200.0
    own_allowance: float = 4000.0
    own_a_second: float = 1000.0
    streams: int = 16
    all_streams: int = 400
    connections: int = 30
    all_connections: int = 600
    cuts: float = 120.0  # connections ended for newcomers: ending one costs more than refusing one
    cuts_a_second: float = 60.0
    waiting: int = 8  # pages that an address waits for at a time; a browser asks for six
    all_waiting: int = 60


class TokenBucket:
    """Allowances that refill, one for each visitor."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most = most
        self._a_second = a_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str, cost: float, now: float) -> float:
        """Return the seconds until `who` can spend `cost`; 0 if that is possible now."""
        left, at = self._left.get(who, (self._most, now))
        left = min(self._most, left + (now - at) * self._a_second)
        return 0.0 if left >= cost else (cost - left) / self._a_second

    def spend(self, who: str, cost: float, now: float) -> None:
        """Subtract `cost` from the allowance of `who`."""
        left, at = self._left.pop(who, (self._most, now))
        self._left[who] = min(self._most, left + (now - at) * self._a_second) - cost, now
        if len(self._left) > _REMEMBERED:
            self._left.popitem(last=False)  # the one without requests for the longest time


class Rank(Enum):
    """The class of limits that applies to a visitor."""

    STRANGER = auto()  # limits of its address, and of all strangers together
    SEAT = auto()  # limits of an address, but counted by seat
    OWN = auto()  # this machine, or a logged-in host


class Visitor(NamedTuple):
    """A unit that is counted: an address, or a seat."""

    name: str
    standing: Rank


Peer = tuple[str, int]
"""Address and port of a connection's other end."""


class Connection(Protocol):
    """A connection, as the rate limiter sees it."""

    peer: Peer

    def silence(self) -> float:
        """Return the seconds without traffic in either direction; 0 while a request is being answered."""

    def cut(self) -> None:
        """End the connection."""

    def write(self, part: bytes) -> bool:
        """Write a part of a streamed response if all before it has left; return whether it was written."""


class OpenConnections:
    """Open connections by visitor."""

    def __init__(self) -> None:
        self.of: dict[Visitor, dict[Connection, None]] = {}  # oldest first
        self.whose: dict[Connection, Visitor] = {}

    def add(self, line: Connection, visitor: Visitor) -> None:
        """Count a connection for a visitor, and no longer for the previous one."""
        self.drop(line)
        self.of.setdefault(visitor, {})[line] = None
        self.whose[line] = visitor

    def drop(self, line: Connection) -> None:
        """Stop counting a connection, if it was counted; a visitor without connections is forgotten."""
        if (visitor := self.whose.pop(line, None)) is not None:
            del self.of[visitor][line]
            if not self.of[visitor]:
                del self.of[visitor]

    def count(self, visitor: Visitor) -> int:
        """Return the number of connections of a visitor."""
        return len(self.of.get(visitor, ()))


class RateLimiter:
    """Counts what is in use now and decides whether one more is allowed. All of it runs on the server's loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.waiting: Counter[Visitor] = Counter()
        self._peers: dict[Peer, Connection] = {}
        self._lines = OpenConnections()
        self._streams = OpenConnections()
        self._each = TokenBucket(limits.allowance, limits.a_second)
        self._all = TokenBucket(limits.all_allowance, limits.all_a_second)
        self._cuts = TokenBucket(limits.cuts, limits.cuts_a_second)
        self._own = TokenBucket(limits.own_allowance, limits.own_a_second)

    def keep_files(self, most: int) -> None:
        """Limit the connections of strangers to `most`: each is an open file, and the system may allow few."""
        self.limits = replace(self.limits, all_connections=min(self.limits.all_connections, most))

    def spend(self, visitor: Visitor, cost: float, now: float) -> float:
        """Spend some of a visitor's allowance: return 0, or the seconds to wait if it is used up."""
        own = self._own if visitor.standing is Rank.OWN else self._each
        stranger = visitor.standing is Rank.STRANGER
        wait = max(own.wait(visitor.name, cost, now), self._all.wait("", cost, now) if stranger else 0.0)
        if not wait:
            own.spend(visitor.name, cost, now)
            if stranger:
                self._all.spend("", cost, now)
        return wait

    def has_page_for(self, visitor: Visitor) -> bool:
        """Return whether a visitor may wait for one more page."""
        strangers = sum(number for each, number in self.waiting.items() if each.standing is Rank.STRANGER)
        in_all = visitor.standing is Rank.SEAT or strangers < self.limits.all_waiting
        return visitor.standing is Rank.OWN or (self.waiting[visitor] < self.limits.waiting and in_all)

    def enter(self, address: str, line: Connection) -> bool:
        """Accept a connection from an address; False if it is one too many."""
        visitor = Visitor(address, Rank.OWN if address == HERE else Rank.STRANGER)
        if not self._has_room(self._lines, visitor, self.limits.connections, self.limits.all_connections):
            return False
        self._lines.add(line, visitor)
        self._peers[line.peer] = line
        return True

    def leave(self, line: Connection) -> None:
        """Forget a connection that has ended or is about to end."""
        self._lines.drop(line)
        self._streams.drop(line)
        if self._peers.get(line.peer) is line:  # otherwise a new connection has the same port
            del self._peers[line.peer]

    def recognised(self, peer: Peer, visitor: Visitor) -> Connection | None:
        """Return the connection of a request, and count it for this visitor if there is room; None if it was ended.

        Args:
            visitor: a holder of a seat's or a host's token, or a stranger.
        """
        line = self._peers.get(peer)
        moves = line is not None and self._lines.whose.get(line) != visitor
        if line is not None and moves and self._lines.count(visitor) < self.limits.connections:
            self._lines.add(line, visitor)
        return line

    def open_stream(self, line: Connection, visitor: Visitor) -> bool:
        """Count one more stream of a visitor; False if it is one too many."""
        if not self._has_room(self._streams, visitor, self.limits.streams, self.limits.all_streams):
            return False
        self._streams.add(line, visitor)
        return True

    def close_stream(self, line: Connection) -> None:
        """Stop counting a stream."""
        self._streams.drop(line)

    def _has_room(self, held: OpenConnections, visitor: Visitor, most: int, all_most: int) -> bool:
        """Return whether a visitor may have one more.

        If strangers use all places, a connection of a stranger that has the most is ended.

        A visitor without any connection may take the only one of another visitor only if that one is silent. Otherwise
        such visitors would displace each other in turn.
        """
        mine = held.count(visitor)
        if visitor.standing is Rank.OWN or mine >= most:
            return visitor.standing is Rank.OWN
        strangers = [lines for each, lines in held.of.items() if each.standing is Rank.STRANGER]
        if visitor.standing is Rank.SEAT or sum(map(len, strangers)) < all_most:
            return True
        greediest = max(map(len, strangers), default=0)
        if greediest - mine < (1 if mine == 0 else 2) or self._cuts.wait("", 1.0, time.monotonic()):
            return False
        self._cuts.spend("", 1.0, time.monotonic())
        line = max(
            (line for lines in strangers if len(lines) == greediest for line in lines), key=lambda line: line.silence()
        )
        if greediest - mine < (1 if line.silence() else 2):
            return False
        self.leave(line)
        line.cut()
        return True


def count_down(counter: Counter[Visitor], who: Visitor) -> None:
    """Count one less, and forget a visitor that has none."""
    counter[who] -= 1
    if not counter[who]:
        del counter[who]


def address_of(client: str, server: str) -> str:
    """Return the key under which an address is counted: `HERE` if both ends are this machine, a /64 for IPv6.

    Args:
        client, server: the addresses of the two ends of a connection; a dual-stack socket writes the IPv4 address
            192.0.2.7 as `::ffff:192.0.2.7`, which counts as the same address.
    """
    if client == server:
        return HERE
    with suppress(ValueError):
        found = ipaddress.ip_address(client.partition("%")[0])
        if isinstance(found, ipaddress.IPv6Address):
            own = found.ipv4_mapped
            return str(own or ipaddress.ip_network((found, 64), strict=False))
    return client
