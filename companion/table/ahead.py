"""Passes ahead: a player who wants nothing passes before being asked, for the open round or for the whole scene.

Only players choose this, and the same is offered to all of them by what everybody knows; so a pass that is played for
a player never shows what that player holds.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from enum import StrEnum
from typing import NamedTuple


class Until(StrEnum):
    """The end of a pass ahead."""

    ROUND = "round"
    SCENE = "scene"


class Ahead(NamedTuple):
    """The players who have passed ahead in a scene, and until when."""

    scene: Hashable = None
    players: Mapping[int, Until] = {}

    def passing(self, player: int, until: Until | None, scene: Hashable) -> Ahead:
        """Return it with a player who passes ahead, or with None takes part again."""
        others = {each: when for each, when in self.players.items() if each != player and scene == self.scene}
        return Ahead(scene, others if until is None else {**others, player: until})

    def after(self, scene: Hashable, is_pass: bool) -> Ahead:
        """Return what remains after an answer; any answer but a pass ends the passes for a round."""
        if not self.players or scene != self.scene:
            return Ahead()
        kept = {player: until for player, until in self.players.items() if is_pass or until is Until.SCENE}
        return Ahead(scene, kept)

    def first(self, asked: Collection[int]) -> int | None:
        """Return the first of the asked players who has passed ahead."""
        return next((player for player in asked if player in self.players), None)
