"""The polls of a script: passed through the presence filter of every reader, poll by poll.

A poll is a line `{"t": 1.047, "do": "look", "zone": "seat1.play", …}` with `card` or `uid` (read), `"garbled": true`
(corrupted), `"strange": true` (something that is no tag answered), `"failed": true` (the reader is out of order until
its next poll), or none of them (empty). This file produces the reports that a reader would have made, and the read rate
of each zone. It does not interpret them for a game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from string import hexdigits
from typing import Any

from companion.core.errors import InputError
from companion.core.json_fields import Fields, as_flag, shown
from companion.core.observation import Lift, Tag, TagKind, observation_to_json, split_thing, thing_from_text
from companion.presence.filter import (
    NonRead,
    Poll,
    Presence,
    TagArrived,
    TagLeft,
    UnknownTag,
    WeakRead,
)
from companion.presence.misreads import Misreads
from hardware.table_file.layout import FULL_MAT

LOOK = "look"
_DULL: dict[str, NonRead | None] = {"garbled": NonRead.CORRUPTED, "strange": NonRead.UNKNOWN, "failed": None}
_PLAIN = frozenset({"t", "do", "zone"})
_HEARD = ("card", "uid", *_DULL)


class Looks:
    """Takes the polls of a script in their order.

    Attributes:
        reports: the reports of the filter, each with the number of the line that caused it.
        things: everything that was read, each with the number of its first line.
    """

    def __init__(self) -> None:
        self.reports: list[tuple[int, Tag | Lift]] = []
        self.things: dict[str, int] = {}
        self._heard: dict[str, str] = {}  # uids, or names of cards instead, by their text in the script
        self._known: set[str] = set()
        self._out: set[str] = set()  # zones whose readers are out of order
        self._back: set[str] = set()  # zones that are polled again, but whose content is not certain yet
        self._presence = Presence(FULL_MAT.zones, self._known.__contains__)
        self._misreads = Misreads(FULL_MAT.zones, lambda uid: uid in self._known or not _is_hex(uid))
        self._zones: dict[str, list[dict[str, Any]]] = {}  # notices of each polled zone

    @property
    def zones(self) -> tuple[str, ...]:
        """Zones that were polled."""
        return tuple(self._zones)

    def take(self, line: int, data: Mapping[str, Any]) -> None:
        """Take the poll in this line of the script. Raises InputError that names the field."""
        at, zone = data.get("t"), data.get("zone")
        if (type(at) is not float and type(at) is not int) or not 0 <= at < math.inf:
            raise InputError(f"must be seconds from 0 on, not {shown(at)}", field="t")
        if zone not in self._zones:
            self._begin(zone)
        assert isinstance(zone, str)
        saw = NonRead.EMPTY if data.keys() <= _PLAIN else self._saw(line, data)
        if saw is None:
            self._presence.pause(zone)
            self._out.add(zone)
            return
        if zone in self._out:
            self._out.discard(zone)
            self._back.add(zone)
            self._presence.resume(at, zone)
        lying = self._presence.lies(zone)
        if lying is None or _is_hex(lying):  # the name of a card cannot be a uid with a wrong bit
            saw, _misreads = self._misreads.look(at, zone, saw, lying)
        for change in self._presence.look(at, zone, saw):
            match change:
                case TagArrived(_, where) | TagLeft(_, where) if where in self._back | self._out:
                    pass  # this did not happen just now
                case TagArrived(when, where, uid, sure=True):
                    self.reports.append((line, Tag(when, where, self._thing(uid))))
                case TagLeft(when, where, sure=True):
                    self.reports.append((line, Lift(when, where)))
                case WeakRead(when, where, doubted):
                    self._zones[where].append({"t": when, "believed": not doubted})
                case UnknownTag(when, where, there):
                    self._zones[where].append({"t": when, "no_card": there})
                case _:
                    pass
        if zone in self._back and self._presence.is_conclusive(at, zone):
            self._back.discard(zone)

    def to_json(self) -> dict[str, Any]:
        """Return the reports of the filter, as lines of a script, and the read rate of each zone."""
        hearing = self._presence.hearing()
        zones = {
            zone: {
                "read_share": _rounded(hearing[zone].read_share),
                "believed": hearing[zone].believed,
                "notices": notices,
            }
            for zone, notices in self._zones.items()
        }
        return {"observations": [observation_to_json(report) for _line, report in self.reports], "zones": zones}

    def _begin(self, zone: Any) -> None:
        if not isinstance(zone, str):
            raise InputError(f"must be text, not {shown(zone)}", field="zone")
        if zone not in FULL_MAT.zones:
            raise InputError(f"there is no zone {zone!r}; choose one of: {', '.join(FULL_MAT.zones)}", field="zone")
        self._zones[zone] = []

    def _saw(self, line: int, data: Mapping[str, Any]) -> Poll | None:
        """Return the result of a poll; None if the reader is out of order."""
        given = [key for key in _HEARD if _is_given(data.get(key), key)]
        if not given and (other := next((key for key in data if key not in _PLAIN and key not in _HEARD), None)):
            raise InputError(f"a poll has {', '.join(_HEARD)} or none of them, not {shown(other)}", field=other)
        if len(given) > 1:
            raise InputError(f"a poll has either {given[0]} or {given[1]}", field=given[1])
        if not given:
            return NonRead.EMPTY
        if given[0] in _DULL:
            as_flag(data[given[0]], given[0])
            return _DULL[given[0]]
        word = data[given[0]]
        key = (given[0], word) if isinstance(word, str) else None
        return self._heard.get(f"{key}") or self._hear(line, given[0], Fields(data), f"{key}")

    def _hear(self, line: int, kind: str, fields: Fields, key: str) -> str:
        """Register a thing that was not read before, and return its uid."""
        prefix = f"{TagKind.UID}:" if kind == "uid" else ""
        thing = thing_from_text(prefix + fields.text(kind), kind)
        self.things[thing] = line
        sort, name = split_thing(thing)
        uid = name if sort is TagKind.UID else thing
        if sort is not TagKind.UID or fields.flag("known"):
            self._known.add(uid)
        self._heard[key] = uid
        return uid

    def _thing(self, uid: str) -> str:
        return f"{TagKind.UID}:{uid}" if f"{TagKind.UID}:{uid}" in self.things else uid


def _is_given(value: object, key: str) -> bool:
    return not (value is None or (value is False and key in _DULL))


def _is_hex(uid: str) -> bool:
    return all(letter in hexdigits for letter in uid)


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 3)


def heard_in(looks: Looks) -> Iterator[tuple[int, Tag]]:
    """Yield one observation of each thing that was read, to check that it exists."""
    return ((line, Tag(0.0, FULL_MAT.zones[0], thing)) for thing, line in looks.things.items())
