"""What is wrong with the table's devices, as the host's desk and the seats show it. Nothing here stops a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.tapping import TAP_ZONE
from hardware.lights import Cue
from hardware.trouble import Condition

ATTENTION_SECONDS = 4.0
QUIET = frozenset({Cue.IDLE, Cue.ON_DECK, Cue.DONE})


class Upkeep:
    """Told every condition; knows those that are not well."""

    def __init__(self) -> None:
        self._wrong: dict[str, Condition] = {}
        self._since: dict[str, float] = {}
        self._remarks: dict[str, str] = {}

    def note(self, condition: Condition, now: float) -> None:
        """A device became well, or does not work."""
        for zone in condition.zones:
            if condition.reason is None:
                self._wrong.pop(zone, None)
                self._since.pop(zone, None)
            else:
                self._wrong[zone] = condition
                self._since.setdefault(zone, now)

    def remark(self, about: str, words: str) -> None:
        """Something that the host should know of a zone, until the next remark about it."""
        self._remarks[about] = words

    def notices(self, whose: Mapping[str, str]) -> list[str]:
        """In sentences, with the next step; `whose` has the names of those who sit at the seats."""
        by_hand = "The game goes on: enter by hand what happens there. It comes back by itself."
        told = dict.fromkeys(f"{condition.text(whose)} {by_hand}" for condition in self._wrong.values())
        return [*told, *self._remarks.values()]

    def at_seat(self, seat: str) -> str | None:
        """What is wrong at a seat, in a few words."""
        for zone, condition in self._wrong.items():
            if _concerns(zone, seat) and condition.reason is not None:
                return f"{'reader' if '.' in zone else 'lamp and button'}: {condition.reason.replace('-', ' ')}"
        return None

    def cue(self, seat: str, cue: str, now: float) -> str:
        """What a seat's light shows: that something is wrong there, but not for long where the game wants something."""
        since = [at for zone, at in self._since.items() if _concerns(zone, seat)]
        if since and (cue in QUIET or now - max(since) < ATTENTION_SECONDS):
            return str(Cue.ATTENTION)
        return cue

    def due(self, now: float) -> float | None:
        """When a light has to change without anything happening."""
        ends = [at + ATTENTION_SECONDS for at in self._since.values()]
        return min((end for end in ends if end > now), default=None)

    def devices(self) -> list[dict[str, Any]]:
        """The devices that do not work, for the desk."""
        return [
            {"zone": zone, "device": wrong.device, "reason": wrong.reason and str(wrong.reason), "text": wrong.text()}
            for zone, wrong in self._wrong.items()
        ]


def _concerns(zone: str, seat: str) -> bool:
    """Whether what is wrong in a zone is wrong at a seat; one reader for every card is everybody's."""
    return zone == TAP_ZONE or zone.partition(".")[0] == seat
