"""Keys that distinguish moments: for windows that time out, and for late answers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any

from companion.game.recent import Moment, RecentEvents
from companion.othello.model.answers import Answer, Do, plain_answer
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.events import (
    ActBegan,
    Blocked,
    Dealt,
    Died,
    Drew,
    Event,
    FullCurtainFell,
    Gained,
    GameEnded,
    HalfCurtainFell,
    LeadChanged,
    Paid,
    Placed,
    Revealed,
    Revived,
    SceneBegan,
    Seized,
    Showed,
    TakenBack,
    TakenOver,
)
from companion.othello.model.frames import Action, Steps
from companion.othello.model.state import State
from companion.othello.rules.flow import could_act
from companion.othello.text.because import because
from companion.othello.text.narrate import event_text

TIMED = (DecisionKind.WINDOW, DecisionKind.PROTECT, DecisionKind.AFTER_REVEAL)
PASSABLE = (
    DecisionKind.PRE_PLACEMENT,
    DecisionKind.AFTER_PLACEMENT,
    DecisionKind.WINDOW,
    DecisionKind.AFTER_REVEAL,
)
QUIET = (Dealt, Drew, Gained, Paid, Placed, TakenBack)  # the board shows these without words


SHOWN: Mapping[type[Any], Moment] = MappingProxyType(
    {
        ActBegan: Moment.ACT,
        LeadChanged: Moment.LEAD,
        HalfCurtainFell: Moment.CURTAIN,
        FullCurtainFell: Moment.CURTAIN,
        Blocked: Moment.BLOCK,
        Seized: Moment.SEIZE,
        TakenOver: Moment.SEIZE,
        Died: Moment.DEATH,
        Revived: Moment.RETURN,
    }
)


def window_moment(state: State, asked: Decision | None, phones: bool = False) -> Hashable | None:
    """Return what identifies the open window; None if nothing is timed (V2).

    With hands on phones the round before the reveal (P4) is one. Before placement a card on the spot is a pass.
    """
    if asked is not None and phones and asked.kind is DecisionKind.AFTER_PLACEMENT:
        return DecisionKind.AFTER_PLACEMENT, state.act, state.scene
    if asked is None or asked.kind not in TIMED:
        return None
    top = state.frames[-1]
    same = (top.kind, top.player, top.name, top.stage) if type(top) is Action else top
    return asked.kind, len(state.frames), same


def passes(state: State, asked: Decision | None) -> dict[int, Answer]:
    """Return the pass of each player who may pass now, by public knowledge (V2).

    Nobody passes ahead on protection: it answers an attack on that player alone.
    """
    if asked is None or asked.kind not in PASSABLE:
        return {}
    top, players = state.frames[-1], asked.players
    if type(top) is Steps and asked.kind is DecisionKind.AFTER_PLACEMENT:
        players = tuple(player for player in top.order[top.at :] if could_act(state, top, player))
    return {player: plain_answer(Do.PASS, player) for player in players}


def question_to(state: State, asked: Decision | None, player: int | None) -> Hashable:
    """Return a value that differs between one question to a player and the next; initiatives last a whole phase."""
    if player is None:
        return state.act, asked and asked.kind
    if asked is None or player not in asked.players:
        return state.act, state.scene, state.phase
    top = state.frames[-1]
    moment: Hashable = len(state.frames)
    if type(top) is Action:
        moment = top.kind, top.player, top.name, top.stage, top.done, top.choices
    return state.act, state.scene, asked.kind, moment, state.seats[player].placed is not None


def remember(memory: RecentEvents, state: State, event: Event) -> None:
    """Remember an event: its text, the card it shows, and the player who has to draw."""
    line = None if isinstance(event, QUIET) else event_text(state, event)
    memory.add(line, SHOWN.get(type(event)), because(event, memory.before))
    memory.before.appendleft(event)
    match event:
        case ActBegan():
            memory.dealing = True  # nobody is asked to draw cards that are dealt
            memory.shown.clear()
        case SceneBegan():
            memory.dealing = False
            memory.shown.clear()
        case Revealed(player, card) | Showed(player, card):
            memory.shown[player] = memory.newest = card
            memory.drew.pop(player, None)
        case Placed(player, _):
            memory.drew.pop(player, None)
        case Drew(player, pile, _) if not memory.dealing:
            memory.drew[player] = pile
        case GameEnded():
            memory.drew.clear()
        case _:
            pass
