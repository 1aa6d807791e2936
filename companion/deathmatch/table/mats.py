"""Other kinds of mats: cards at a reader that works again, and a table with one reader for all."""

from __future__ import annotations

from companion.core.i18n import _
from companion.core.observation import Observation, Tag
from companion.core.places import TARGET, play_zone, player_of_play_zone
from companion.deathmatch.model.state import IN_SCENE, Phase, State
from companion.deathmatch.table.things import Kind, thing_named
from companion.game.interpretation import UnexpectedPlacement

PLAYING = (Phase.ACTION, Phase.SCENE)


def compare(state: State, zone: str, thing: str | None) -> UnexpectedPlacement | None:
    """Return an unexpected placement for the host to judge; None if all fits or the zone has no expectation."""
    player = player_of_play_zone(zone, len(state.seats))
    if player is None or state.phase not in IN_SCENE or state.seats[player].played in (None, thing):
        return None
    sees = (
        _("no card, but one should lie there") if thing is None else _("something else than the card that was played")
    )
    return UnexpectedPlacement(
        _("The reader of {name} works again and sees {sees}.", name=state.seats[player].name, sees=sees),
        player,
        "" if thing is None else zone,
    )


def is_awaited(state: State, zone: str) -> bool:
    """Return True if a card placed in this zone is played by its player now."""
    player = player_of_play_zone(zone, len(state.seats))
    return player is not None and player == state.turn and state.phase in PLAYING


def gestures_of_tap(state: State, tap: Tag) -> list[Observation]:
    """Assign a thing tapped on the only reader: a setting is chosen, a card or character belongs to the turn."""
    kind = thing_named(tap.thing).kind
    if kind is Kind.SETTING:
        return [Tag(tap.at, TARGET, tap.thing)]
    if kind in (Kind.ACTION, Kind.CHARACTER) and state.phase in PLAYING and state.turn is not None:
        return [Tag(tap.at, play_zone(state.turn), tap.thing)]
    return []
