"""The documents of the pages: for everybody, for the host, and for each player.

Those for the host and the players are made only while somebody follows them. A player's own document is made after all
others, from what that player may know, and only when the game has changed. So neither the content nor the timing of
other documents depends on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from companion.core.i18n import _, spoken
from companion.core.places import seat_name
from companion.table.record import How
from companion.table.snapshot import board, desk, idle_board
from cuelight.app.devices.health import DeviceHealth
from cuelight.app.games.round import TableGame
from web.api.table_port import SeatChannel

Json = dict[str, Any]
NOTHING = b"{}"
_LEFT = re.compile(rb'(?<="seconds":)([\d.]+),"left":[\d.]+')  # no text has these: a quotation mark in one is escaped


def encoded(document: Json) -> bytes:
    """A snapshot as bytes of JSON. Raises ValueError if it cannot be encoded."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def timeless(content: bytes) -> bytes:
    """A snapshot without the remaining seconds of its window, which pages count down themselves."""
    return _LEFT.sub(rb"\1", content)


def public_document(found: TableGame | None, upkeep: DeviceHealth, now: float, state: int) -> Json:
    """The document for everybody; `state` is its version, which pages return with commands."""
    public = board(found.session.view, found.demo) if found is not None else idle_board()
    public["table"] |= {"game": found.id if found is not None else None, "language": spoken()}
    for seat in public["seats"] if not upkeep.is_fine else ():
        reader = upkeep.reader_at(seat["seat"])
        if reader is not None:
            seat["reader"] = reader
        trouble = upkeep.at_seat(seat["seat"], seat["cue"])
        if trouble is not None:
            seat["trouble"] = trouble
            cue = upkeep.cue(seat["seat"], seat["cue"], now)
            if cue != seat["cue"]:
                seat |= {"cue": cue, "press": "", "hold": ""}
            else:
                seat["told"] = seat["told"] or trouble
    public["state"] = state
    return public


def desk_document(found: TableGame, upkeep: DeviceHealth, served: Collection[str] | None) -> Json:
    """The host's document without the board; `served` are the zones with a reader of the table it is played on."""
    seen = desk(found.session.view) | {"begun": How.TYPED if "position" in found.body else How.INFERRED}
    if served is not None:
        blind = blind_players(found, served, upkeep)
        seen["options"] = [*seen["options"], *found.game.table.host_entries(found.session.state, blind)]
    chosen = found.chosen_openly()
    said = found.sayable(seen["options"])
    seen["options"] = chosen + [option for option in said if not chosen or option["group"] != "decision"]
    if any("lay" in option for option in chosen):
        usual = _("Lay the card before whoever gets it, or choose it under “Or say it here”.")
        hint = next((option["hint"] for option in chosen if "hint" in option), usual)
        seen["decision"] = seen["decision"] | {"hint": hint}
    return seen | found.things()


def blind_players(found: TableGame, served: Collection[str], upkeep: DeviceHealth) -> list[int]:
    """The players before whom no reader reports reliably."""
    return [player for player in range(len(found.session.names)) if upkeep.is_blind(seat_name(player), served)]


class SeatDocuments:
    """Each player's own view beside the board, made once for each change of the game and only on demand."""

    def __init__(self) -> None:
        self._of: tuple[TableGame, tuple[Any, ...]] | None = None
        self._views: dict[int, bytes] = {}

    def made(
        self,
        found: TableGame | None,
        public: bytes,
        players: Iterable[int],
        upkeep: DeviceHealth,
        served: Collection[str] | None,
    ) -> Iterator[tuple[SeatChannel, bytes]]:
        """The documents for these seats, with the `public` one in each; an empty one for a free seat.

        Args:
            served: the zones with a reader of the table that the game is played on.
        """
        seated = len(found.session.names) if found is not None else 0
        blind = blind_players(found, served, upkeep) if found is not None and served is not None else []
        for player in players:
            if found is None or player >= seated:
                yield SeatChannel(player), NOTHING
            else:
                view = self._newest(found, player, blind)
                yield SeatChannel(player), b'{"board":%b,"own":%b,"seat":%d}' % (public, view, player + 1)

    def _newest(self, found: TableGame, player: int, blind: Collection[int]) -> bytes:
        of = found, (found.session.view.changed, spoken(), *blind)
        if self._of is None or self._of[0] is not found or self._of[1] != of[1]:
            self._views, self._of = {}, of
        if player not in self._views:
            self._views[player] = encoded(_own(found, player, blind))
        return self._views[player]


def _own(found: TableGame, player: int, blind: Collection[int]) -> Json:
    """A player's own view. If no reader works at the seat, it offers answers that name the card too."""
    own = found.known_to(player)
    by_hand = found.session.game.table.host_entries(found.session.state, [player]) if player in blind else []
    said = [option["answer"] for option in own["options"]]
    named = [each | {"note": "", "card": None, "look": "besides"} for each in by_hand if each["answer"] not in said]
    return own | {"options": [*own["options"], *named]} if named else own
