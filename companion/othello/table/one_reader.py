"""A table with one reader: cards are tapped on it when they are turned up.

Phones or the desk do the rest. A tap is converted to the equivalent gesture at a seat, so that all later steps are
the same as on a mat.
"""

from __future__ import annotations

from companion.core.observation import Observation, Said, Tag, TagKind, split_thing
from companion.core.places import TARGET, play_zone
from companion.othello.model.cards import UNKNOWN, Pile, Staging, is_staging
from companion.othello.model.decision import DecisionKind
from companion.othello.model.frames import Action, Casting, Draws, Over, PutDown, Reveals, Steps
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase
from companion.othello.rules.options import decision
from companion.othello.table.gestures import up_next


def gestures_of_tap(state: State, tap: Tag) -> list[Observation]:
    """Return the gestures at seats that a tap on the one reader stands for, in order; maybe none.

    The next player to reveal turns the card up. In the placement phase the tap also means that everybody has
    placed: face-down cards are not tapped. Tiles and coins choose, as in the circle.
    """
    sort, name = split_thing(tap.thing)
    if type(state.frames[0]) in (Casting, Over) and sort is TagKind.CARD:
        return []
    if sort is not TagKind.CARD:
        return [tap._replace(zone=TARGET)]
    seer = _seer(state, name)
    if seer is not None:
        return [tap._replace(zone=play_zone(seer))]
    if _is_played_from_hand(state, name):
        return [tap._replace(zone=TARGET)]
    before = [*_draws(state, tap), *_placements(state, tap)]
    order = up_next(state)
    if type(state.frames[0]) is not Reveals and not order:
        order = [player for player in state.from_leads_left() if state.seats[player].hand][:1]
    return [*before, *(tap._replace(zone=play_zone(player)) for player in order)]


def _draws(state: State, tap: Tag) -> list[Observation]:
    """Return script draws for players who continue without a choice (Z6).

    A draw that would empty the script pile is made from the staging pile.
    """
    top = state.frames[-1]
    if type(top) is not Draws:
        return []
    pile = Pile.STAGING if len(state.script) == 1 else Pile.SCRIPT
    return [
        Said(tap.at, {"by": state.seats[player].name, "do": "draw", "pile": str(pile)})
        for player in top.order[top.at :]
    ]


def _placements(state: State, tap: Tag) -> list[Observation]:
    bottom = state.frames[0]
    if type(bottom) is Reveals or (type(bottom) is Steps and bottom.phase is Phase.AFTER_PLACEMENT):
        return []
    return [
        Said(tap.at, {"by": seat.name, "do": "place", "card": UNKNOWN})
        for seat in state.seats
        if seat.placed is None and seat.hand
    ]


def _seer(state: State, card: str) -> int | None:
    """Return the player who must have tapped the card, except for the next reveal."""
    top = state.frames[-1]
    if type(top) is PutDown:
        return top.player
    asked = decision(state)
    if asked is not None and asked.kind is DecisionKind.WINDOW and card == Staging.SEIZE and type(top) is Action:
        could = [player for player in asked.players if state.seats[player].placed is not None]
        return could[0] if len(could) == 1 else None
    return None


def _is_played_from_hand(state: State, card: str) -> bool:
    asked = decision(state)
    return asked is not None and asked.kind is DecisionKind.PROTECT and is_staging(card)
