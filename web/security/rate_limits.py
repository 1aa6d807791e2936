"""How much one address, and all strangers together, may ask of a table: requests, open streams, open connections.

The bounds stand far above what a table with its guests needs, and far below what its wall screen would feel. Who sits
at this machine itself, a host who is logged in and who shows the key of a seat are bounded too, by numbers of their
own: what strangers use up is nothing of theirs. Where strangers have used up what they have together, whoever comes new
gets the place of the connection that has been silent for the longest time, among those of the address with the most.
Nothing here waits.
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

_REMEMBERED = 4096  # addresses; a /64 of IPv6 counts as one


@dataclass(frozen=True)
class Limits:
    """The bounds. An allowance is spent by the costs of `web.app.routes`, and comes back at so much a second."""

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
    cuts: float = 120.0  # of a connection for whoever comes new: each costs more than to refuse one
    cuts_a_second: float = 60.0
    waiting: int = 8  # pages that an address waits for at a time; a browser asks for six
    all_waiting: int = 60


class TokenBucket:
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


class Rank(Enum):
    """By which bounds somebody is held."""

    STRANGER = auto()  # an address's own, and those of all strangers together
    SEAT = auto()  # an address's, but counted by the seat whose key was shown
    OWN = auto()  # of this machine itself, and of a host


class Visitor(NamedTuple):
    """Who is counted as one: an address, or a seat."""

    name: str
    standing: Rank


Peer = tuple[str, int]
"""Address and port of a connection's other end."""


class Connection(Protocol):
    """A connection, as the turnstile sees it."""

    peer: Peer

    def silence(self) -> float:
        """Seconds for which it has said nothing and taken nothing; 0 while it is being answered."""

    def cut(self) -> None:
        """End it."""


class OpenConnections:
    """Connections, by whose they are."""

    def __init__(self) -> None:
        self.of: dict[Visitor, dict[Connection, None]] = {}  # the oldest first
        self._whose: dict[Connection, Visitor] = {}

    def add(self, line: Connection, visitor: Visitor) -> None:
        """One more of a visitor's, or one that was somebody else's."""
        self.drop(line)
        self.of.setdefault(visitor, {})[line] = None
        self._whose[line] = visitor

    def drop(self, line: Connection) -> None:
        """One less, if it was one; nothing is remembered of whoever has none."""
        if (visitor := self._whose.pop(line, None)) is not None:
            del self.of[visitor][line]
            if not self.of[visitor]:
                del self.of[visitor]

    def count(self, visitor: Visitor) -> int:
        """How many are a visitor's."""
        return len(self.of.get(visitor, ()))

    def whose(self, line: Connection) -> Visitor | None:
        """The visitor whose it is."""
        return self._whose.get(line)


class RateLimiter:
    """What is going on now, and whether one more may. All of it belongs to the server's loop."""

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
        """Let strangers have no more connections than this: each is an open file, of which there may be few."""
        self.limits = replace(self.limits, all_connections=min(self.limits.all_connections, most))

    def spend(self, visitor: Visitor, cost: float, now: float) -> float:
        """Spend so much of a visitor's allowance: 0, or the seconds that it has to wait."""
        own = self._own if visitor.standing is Rank.OWN else self._each
        stranger = visitor.standing is Rank.STRANGER
        wait = max(own.wait(visitor.name, cost, now), self._all.wait("", cost, now) if stranger else 0.0)
        if not wait:
            own.spend(visitor.name, cost, now)
            if stranger:
                self._all.spend("", cost, now)
        return wait

    def has_page_for(self, visitor: Visitor) -> bool:
        """Whether a visitor may wait for one more page."""
        strangers = sum(number for each, number in self.waiting.items() if each.standing is Rank.STRANGER)
        in_all = visitor.standing is Rank.SEAT or strangers < self.limits.all_waiting
        return visitor.standing is Rank.OWN or (self.waiting[visitor] < self.limits.waiting and in_all)

    def enter(self, address: str, line: Connection) -> bool:
        """One more connection from an address: False when it is one too many."""
        visitor = Visitor(address, Rank.OWN if address == HERE else Rank.STRANGER)
        if not self._has_room(self._lines, visitor, self.limits.connections, self.limits.all_connections):
            return False
        self._lines.add(line, visitor)
        self._peers[line.peer] = line
        return True

    def leave(self, line: Connection) -> None:
        """A connection is over, or as good as over."""
        self._lines.drop(line)
        self._streams.drop(line)
        if self._peers.get(line.peer) is line:  # else the same port has come again already
            del self._peers[line.peer]

    def recognised(self, peer: Peer, visitor: Visitor) -> Connection | None:
        """The connection of a request, counted as this visitor's from now on where there is room; None once it is cut.

        Args:
            visitor: who shows what was given to a seat or a host, or a stranger.
        """
        line = self._peers.get(peer)
        moves = line is not None and self._lines.whose(line) != visitor
        if line is not None and moves and self._lines.count(visitor) < self.limits.connections:
            self._lines.add(line, visitor)
        return line

    def open_stream(self, line: Connection, visitor: Visitor) -> bool:
        """One more stream of a visitor: False when it is one too many."""
        if not self._has_room(self._streams, visitor, self.limits.streams, self.limits.all_streams):
            return False
        self._streams.add(line, visitor)
        return True

    def close_stream(self, line: Connection) -> None:
        """A stream is over."""
        self._streams.drop(line)

    def _has_room(self, held: OpenConnections, visitor: Visitor, most: int, all_most: int) -> bool:
        """Whether one more may be a visitor's. Where strangers have all of them, one of who has most is cut for it.

        Who has none gets the place of somebody's only one, if that is silent: else they would take each other's places
        in turn.
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
    """One less, and nothing is remembered of whoever has none."""
    counter[who] -= 1
    if not counter[who]:
        del counter[who]


def address_of(client: str, server: str) -> str:
    """Under what an address is counted: `HERE` when both ends are the same machine, a /64 for IPv6.

    Args:
        client, server: the addresses of the two ends of a connection; a socket for both kinds writes one of IPv4 as
            one of IPv6, `::ffff:192.0.2.7`, which is the same address.
    """
    if client == server:
        return HERE
    with suppress(ValueError):
        found = ipaddress.ip_address(client.partition("%")[0])
        if isinstance(found, ipaddress.IPv6Address):
            own = found.ipv4_mapped
            return str(own or ipaddress.ip_network((found, 64), strict=False))
    return client
