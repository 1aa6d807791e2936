"""Rules behind events: the ids that the engine can name for each event.

They follow from the event alone, without its hidden parts. docs/deathmatch-rules.md has the texts of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.deathmatch.model import events as e

Rules = tuple[str, ...]

DISCARDED: dict[e.Origin, Rules] = {e.Origin.SCENE: ("DP4",), e.Origin.HAND: ("DH3",), e.Origin.POOL: ("DR2",)}

ALWAYS: dict[type[Any], Rules] = {
    e.ActBegan: ("DA1",),
    e.SettingChosen: ("DA1", "DJ13"),
    e.CharacterDealt: ("DS2",),
    e.Shuffled: ("DA3",),
    e.LeftOut: ("DV3", "DJ12"),
    e.Drew: ("DH2",),
    e.SceneBegan: ("DA2", "DP5"),
    e.Showed: ("DT1", "DT2"),
    e.CarriedOut: ("DJ2",),
    e.Revealed: ("DR1", "DR2"),
    e.Played: ("DP1", "DP2"),
    e.Sacrificed: ("DT3",),
    e.Led: ("DP3", "DJ1"),
    e.Damaged: ("DP4",),
    e.PassedOver: ("DJ8",),
    e.Slain: ("DE1", "DE2"),
    e.ActEnded: ("DA2",),
    e.GameEnded: ("DE3",),
}
BY_WHAT: dict[type[Any], Callable[[Any], Rules]] = {
    e.ProtagonistChanged: lambda event: ("DA6",) if event.player is None else ("DA3",),
    e.SceneWon: lambda event: ("DP3", "DJ9") if event.player is None else ("DP3", "DP4"),
    e.Discarded: lambda event: DISCARDED.get(event.origin, ()),
}


def because(event: e.Event) -> Rules:
    """Return the ids of the rules behind an event; none if they cannot be derived from it, or the host caused it."""
    named = BY_WHAT.get(type(event))
    return named(event) if named is not None else ALWAYS.get(type(event), ())
