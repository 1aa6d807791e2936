"""How much one address, and all strangers together, may ask of a table: requests, open streams, open connections.

The bounds stand far above what a table with its guests needs, and far below what its wall screen would feel. Who sits
at this machine itself, and a host who is logged in, is bounded too, by numbers of their own: what strangers use up is
nothing of theirs. Nothing here waits or keeps time; the clock is passed in.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass

from web.port import HERE

_REMEMBERED = 4096  # addresses; a /64 of IPv6 counts as one


@dataclass(frozen=True)
class Limits:
    """The bounds. An allowance is spent by the costs of `web.routes`, and comes back at so much a second."""

    allowance: float = 300.0  # of a page with all its files, ten times over
    a_second: float = 30.0
    all_allowance: float = 1500.0
    all_a_second: float = 200.0
    own_allowance: float = 4000.0
    own_a_second: float = 1000.0
    streams: int = 16
    all_streams: int = 400
    connections: int = 30
    all_connections: int = 600
    waiting: int = 8  # pages that an address waits for at a time; a browser asks for six
    all_waiting: int = 60


class Allowance:
    """What may be spent, by whoever spends it."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most = most
        self._a_second = a_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str, cost: float, now: float) -> float:
        """Seconds until so much could be spent; 0 when it could now."""
        left, at = self._left.get(who, (self._most, now))
        left = min(self._most, left + (now - at) * self._a_second)
        return 0.0 if left >= cost else (cost - left) / self._a_second

    def spend(self, who: str, cost: float, now: float) -> None:
        """Spend it."""
        left, at = self._left.pop(who, (self._most, now))
        self._left[who] = min(self._most, left + (now - at) * self._a_second) - cost, now
        if len(self._left) > _REMEMBERED:
            self._left.popitem(last=False)  # who has asked for nothing for the longest time


class Turnstile:
    """What is going on now, and whether one more may. All of it belongs to the server's loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.streams: Counter[str] = Counter()
        self.connections: Counter[str] = Counter()
        self.waiting: Counter[str] = Counter()
        self._each = Allowance(limits.allowance, limits.a_second)
        self._all = Allowance(limits.all_allowance, limits.all_a_second)
        self._own = Allowance(limits.own_allowance, limits.own_a_second)

    def spend(self, address: str, cost: float, now: float, *, trusted: bool) -> float:
        """Spend so much of an address's allowance: 0, or the seconds that it has to wait."""
        if trusted:
            wait = self._own.wait(address, cost, now)
            if not wait:
                self._own.spend(address, cost, now)
            return wait
        wait = max(self._each.wait(address, cost, now), self._all.wait("", cost, now))
        if not wait:
            self._each.spend(address, cost, now)
            self._all.spend("", cost, now)
        return wait

    def has_stream_for(self, address: str, *, trusted: bool) -> bool:
        """Whether an address may open one more stream."""
        strangers = sum(self.streams.values()) - self.streams[HERE]
        return trusted or (self.streams[address] < self.limits.streams and strangers < self.limits.all_streams)

    def has_page_for(self, address: str, *, trusted: bool) -> bool:
        """Whether an address may wait for one more page."""
        strangers = sum(self.waiting.values()) - self.waiting[HERE]
        return trusted or (self.waiting[address] < self.limits.waiting and strangers < self.limits.all_waiting)

    def enter(self, address: str) -> bool:
        """One more connection from an address: False when it is one too many."""
        strangers = sum(self.connections.values()) - self.connections[HERE]
        most, all_most = self.limits.connections, self.limits.all_connections
        if address != HERE and (self.connections[address] >= most or strangers >= all_most):
            return False
        self.connections[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that had entered is over."""
        count_down(self.connections, address)


def count_down(counter: Counter[str], who: str) -> None:
    """One less, and nothing is remembered of whoever has none."""
    counter[who] -= 1
    if not counter[who]:
        del counter[who]


def address_of(client: str, server: str) -> str:
    """Under what an address is counted: `HERE` when both ends are the same machine, a /64 for IPv6.

    Args:
        client, server: the addresses of the two ends of a connection.
    """
    if client == server:
        return HERE
    with suppress(ValueError):
        found = ipaddress.ip_address(client.partition("%")[0])
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
            return str(ipaddress.ip_network((found, 64), strict=False))
    return client
