"""The moment of a position: `act`, `scene`, `lead`, `phase`, `turn`, `order`, and `frames`.

Between two actions the plain keys are sufficient. During an action, `frames` holds the exact stack and overrides
`phase`, `turn` and `order`.
"""

from __future__ import annotations

from functools import partial
from typing import Any, assert_never

from companion.core.errors import InputError
from companion.core.json_fields import Fields
from companion.core.positions import Players
from companion.core.values import Value, astuple, defaults_of, fields_of
from companion.othello.model.cards import Pile, pile_of
from companion.othello.model.frames import (
    Action,
    Casting,
    Draws,
    Frame,
    Intermission,
    Over,
    Placement,
    Reveals,
    Steps,
)
from companion.othello.model.state import Seat, State
from companion.othello.model.vocabulary import Owed, Phase
from companion.othello.notation.frames import check_action, check_frames

LATER = ("idle", "last")  # fields of frames that were added after positions had been printed
PHASE_NAMES = tuple(phase for phase in Phase if phase is not Phase.AFTER_REVEAL)  # which is part of another phase
IN_TURN = (Phase.PRE_PLACEMENT, Phase.AFTER_PLACEMENT, Phase.REVEAL, Phase.DRAW)


def read_moment(head: Fields, state: State, players: Players) -> Phase:
    """Set the act, the scene and the Lead of `state`, and its stack if `frames` is given.

    Return the phase.

    Raises InputError, also if the Lead is missing although the game has one.
    """
    state.act = head.count("act", 1, least=1, most=state.rules.acts)
    if head.given("lead"):
        state.lead = players.optional("lead") or 0
    frames = head.take(lambda: check_frames(head.get("frames"), state), None) if head.given("frames") else None
    state.frames = frames or state.frames
    phase = state.phase if frames else head.take(lambda: _phase(head, state, players), Phase.PLACEMENT)
    head.take(lambda: _check_moment(head, state, phase, players), None)
    state.scene = head.count("scene", 0 if phase is Phase.CASTING else 1)
    return phase


def _check_moment(head: Fields, state: State, phase: Phase, players: Players) -> None:
    """Check that the Lead and the phase fit each other.

    There is no intermission after the last act.
    """
    if state.lead < 0 and phase not in (Phase.CASTING, Phase.OVER):
        raise InputError(f"is missing; in the phase {phase} someone is the Lead: {players.known}", field="lead")
    if phase is Phase.INTERMISSION and state.act >= state.rules.acts and not head.given("frames"):
        raise InputError("there is no intermission after the last act; write over", field="phase")
    if state.lead >= 0 and phase is Phase.CASTING:
        raise InputError("in the phase casting nobody is the Lead yet; leave one of the two out", field="lead")


def _phase(head: Fields, state: State, players: Players) -> Phase:
    if head.given("phase"):
        return Phase(head.word("phase", PHASE_NAMES, Phase.PLACEMENT))
    if state.lead >= 0:
        return Phase.PRE_PLACEMENT
    if state.act > 1:
        raise InputError(
            f"is missing; the lead tile is dealt in Act I only, so name the Lead: {players.known}",
            field="lead",
        )
    return Phase.CASTING


def read_frames(head: Fields, seats: list[Fields], state: State, phase: Phase, players: Players) -> None:
    """Set the stack described by the plain keys, and the values of seats that follow from it."""
    if head.given("frames"):
        for index, frame in enumerate(state.frames):
            if isinstance(frame, Action):
                head.take(partial(check_action, frame, f"frames[{index}]", state), None)
        return
    order = head.take(lambda: _order(head, state, phase, players), state.from_lead())
    at = head.take(lambda: _turn(head, state, phase, order, players), 0)
    state.frames = (frame_of(phase, state, order, at),)
    if phase is Phase.REVEAL:
        for player in order[:at]:
            state.seats[player].done = seats[player].flag("done", True)
    waiting = order[at:] if phase is Phase.DRAW else order if phase is Phase.REVEAL else ()
    for player in waiting:
        seat = state.seats[player]
        if "owes" not in seats[player] and (phase is Phase.DRAW or seat.done):
            seat.owes = _owed(seat, state, hand_given="hand" in seats[player])
    if phase is Phase.DRAW:
        _clear_away(state)


def _clear_away(state: State) -> None:
    """Discard the cards in front of players when all draw: they were not successful (P9)."""
    for seat in state.seats:
        if seat.placed is not None:
            of_script = pile_of(seat.placed) is Pile.SCRIPT
            (state.script_discard if of_script else state.staging_discard).append(seat.placed)
            seat.placed = None


def frame_of(phase: Phase, state: State, order: tuple[int, ...], at: int) -> Frame:
    """Return the bottom frame of a phase in which no action is in progress."""
    match phase:
        case Phase.CASTING:
            return Casting(state.act)
        case Phase.PRE_PLACEMENT | Phase.AFTER_PLACEMENT | Phase.AFTER_REVEAL:
            return Steps(phase, order, at)
        case Phase.PLACEMENT:
            return Placement(state.act)
        case Phase.REVEAL:
            return Reveals(order, at)
        case Phase.DRAW:
            return Draws(order, at)
        case Phase.INTERMISSION:
            return Intermission(state.act)
        case Phase.OVER:
            return Over(state.act)
        case _:
            assert_never(phase)


def flow_to_json(state: State) -> dict[str, Any]:
    """Return the keys `phase`, `turn` and `order`, and `frames` if they are not sufficient."""
    names = state.names
    bottom = state.frames[0] if state.frames else None
    order: tuple[int, ...] = getattr(bottom, "order", ())
    at: int = getattr(bottom, "at", 0)
    in_turn = state.phase in IN_TURN
    data: dict[str, Any] = {
        "phase": state.phase,
        "turn": names[order[at]] if in_turn and at < len(order) else None,
        "order": [names[player] for player in order] if in_turn else None,
    }
    suffices = in_turn and at < len(order) and sorted(order) == list(range(len(names)))
    suffices = (suffices or not in_turn) and state.phase in PHASE_NAMES
    suffices = suffices and not (state.phase is Phase.DRAW and any(seat.placed is not None for seat in state.seats))
    if not suffices or state.frames != (frame_of(state.phase, state, order, at),):
        data["frames"] = _plain(state.frames)
    return data


def _plain(frames: tuple[Frame, ...]) -> list[Any]:
    """Return the stack as JSON: lists of lists, each frame beginning with its name."""
    return [[type(frame).__name__, *_listed(frame)[: _length(frame)]] for frame in frames]


def _length(frame: Frame) -> int:
    """Return the number of fields to write.

    A field that was added later is omitted if it has its default value, as in old positions.
    """
    fields, defaults = fields_of(type(frame)), defaults_of(type(frame))
    is_new = fields[-1:] and fields[-1] in LATER and getattr(frame, fields[-1]) == defaults[fields[-1]]
    return len(fields) - bool(is_new)


def _listed(part: Any) -> Any:
    if isinstance(part, Value):
        part = astuple(part)
    return [_listed(inner) for inner in part] if isinstance(part, tuple) else part


def _order(head: Fields, state: State, phase: Phase, players: Players) -> tuple[int, ...]:
    if phase not in IN_TURN:
        return ()
    if not head.given("order"):
        return state.from_lead() if phase is Phase.DRAW else state.from_leads_left()
    found = [players.take(name, field) for field, name in head.items("order")]
    order = tuple(player for player in found if player is not None)
    if None not in found and sorted(order) != list(range(len(state.seats))):
        raise InputError(f"must have every player once: {players.known}", field="order")
    return order


def _turn(head: Fields, state: State, phase: Phase, order: tuple[int, ...], players: Players) -> int:
    """Return the index of the turn in `order`.

    In the reveal the default is the first player not done yet.
    """
    if head.given("turn"):
        player = players.optional("turn")
        if player is None:
            return 0
        if order and player not in order:
            raise InputError(f"{head.get('turn')} is not asked in the phase {phase}", field="turn")
        return order.index(player) if order else 0
    if phase is not Phase.REVEAL:
        return 0
    return next((at for at, player in enumerate(order) if not state.seats[player].done), len(order))


def _owed(seat: Seat, state: State, hand_given: bool) -> Owed | None:
    """Return the draw owed after a card was used (P7).

    It follows from the card if that is still in place; otherwise the player chooses. Return None if the hand is
    full or not given.
    """
    if seat.placed is not None:
        pile = pile_of(seat.placed)
        return Owed.CHOICE if pile is None else Owed.STAGING if pile is Pile.SCRIPT else Owed.SCRIPT
    full = sum(state.rules.hands[len(state.seats)][state.act - 1])
    return Owed.CHOICE if hand_given and len(seat.hand) < full else None
