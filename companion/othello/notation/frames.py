"""The validation of a stack of frames in a position."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, get_type_hints

from companion.core.errors import InputError
from companion.core.json_fields import as_list, as_word, shown
from companion.core.values import ValidationError, convert, defaults_of, fields_of
from companion.othello.model.cards import Staging
from companion.othello.model.frames import FRAMES, Action, Choices, Frame, PutDown, Steps, frames_from_json
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Phase, Stage
from companion.othello.notation.cards import check_choices
from companion.othello.rules.effects import effect_of
from companion.othello.rules.improv import IMPROV

STEPS = (Phase.PRE_PLACEMENT, Phase.AFTER_PLACEMENT, Phase.AFTER_REVEAL)
ABOVE: tuple[type[Frame], ...] = (Steps, Action, PutDown)
# N1, Z1: these take effect at once and are never in progress
NO_ACTION = (Staging.NO_DRAMA, Staging.SEIZE, "Desdemona")


def check_frames(value: Any, state: State) -> tuple[Frame, ...]:
    """Return the stack from its JSON, each part checked against the types of its frame.

    Raises InputError with the path of the part.
    """
    items = as_list(value, "frames")
    for index, item in enumerate(items):
        _check_frame(as_list(item, f"frames[{index}]"), f"frames[{index}]", state)
    frames = frames_from_json(items)
    if not frames or _height(frames[0]):
        raise InputError('must begin with the frame of a phase, such as ["Placement", 1]', field="frames")
    for index, (below, above) in enumerate(pairwise(frames)):
        if _height(above) <= _height(below):
            what = "must be Steps with after-reveal, Action or PutDown, each once and in this order"
            raise InputError(what, field=f"frames[{index + 1}]")
        if getattr(below, "at", 0) == len(getattr(below, "order", "?")):
            raise InputError("must be at somebody's turn, with something above it", field=f"frames[{index}]")
    return frames


def _height(frame: Frame) -> int:
    """Return the level of a frame in a stack: 0 for a phase, higher for frames above it."""
    if isinstance(frame, Steps):
        return int(frame.phase is Phase.AFTER_REVEAL)
    return 1 + ABOVE.index(type(frame)) if type(frame) in ABOVE else 0


def _check_frame(item: list[Any], where: str, state: State) -> None:
    name = as_word(item[0] if item else None, f"{where}[0]", tuple(FRAMES))
    kind = FRAMES[name]
    fields, hints = fields_of(kind), get_type_hints(kind)
    if not len(fields) - len(defaults_of(kind)) < len(item) <= len(fields) + 1:
        raise InputError(f"{name} has these parts: {', '.join(fields)}", field=where)
    parts = dict(zip(fields, item[1:], strict=False))
    for index, (field, part) in enumerate(parts.items(), start=1):
        if not _fits(part, field, hints[field]) or not _in_range(field, part, parts, state):
            raise InputError(f"is not a possible {field!r} of {name}", field=f"{where}[{index}]")


def check_action(action: Action, where: str, state: State) -> None:
    """Check that the parts of an action are consistent, and that its card is in the right place.

    Raises InputError with the path of the part; `where` is that of the action.
    """
    rules, deck, seat = state.rules, state.deck, state.seats[action.player]
    names: dict[ActionKind, tuple[str, ...]] = {
        ActionKind.CARD: (*deck.cards, *(name for name in rules.staging_cards if name not in NO_ACTION)),
        ActionKind.FROM_HAND: tuple(name for name in (str(Staging.EXCHANGE),) if name in seat.face_up),
        ActionKind.COIN: tuple(name for name in rules.coins if name not in NO_ACTION),
        ActionKind.IMPROV: (IMPROV.name,),
        ActionKind.SEIZED: tuple(name for name in rules.staging_cards if name not in NO_ACTION),
        ActionKind.LATE: tuple(card for player, card in state.successes if player == action.player),
    }
    if action.name not in names[action.kind]:
        raise InputError(f"{shown(action.name)} cannot be under way as {action.kind}", field=f"{where}[3]")
    if action.kind is ActionKind.CARD and action.name != seat.placed:
        raise InputError(f"{shown(action.name)} must lie before {seat.name} as placed", field=f"{where}[3]")
    if action.kind is ActionKind.CARD and action.taker < 0:
        raise InputError("must be the player who gets the card", field=f"{where}[10]")
    if action.stage is Stage.TABLE and action.name not in deck.staging:
        raise InputError("is for the staging cards of the owners' own", field=f"{where}[5]")
    if action.stage is Stage.CLAIM and action.claim is None:
        raise InputError("must be the claim that goes ahead", field=f"{where}[9]")
    chosen, effect = action.choices, effect_of(action.name)
    if action.stage is Stage.EFFECT and chosen.target is None and effect.asks_target(state, action.player):
        raise InputError("must have a target by now", field=f"{where}[4][0]")
    try:
        check_choices(chosen, rules, deck, ("card", "coin"))
    except InputError as error:
        raise InputError(error.what, field=f"{where}[4]") from error


def _fits(value: Any, field: str, hint: Any) -> bool:
    """Return True if a JSON value can be converted to the type annotation of a frame's field."""
    if field == "choices":  # a list, in the order of the fields
        names = fields_of(Choices)
        value = dict(zip(names, value, strict=False)) if isinstance(value, list) and len(value) <= len(names) else None
    try:
        convert(value, hint)
    except ValidationError:
        return False
    return True


def _in_range(field: str, part: Any, parts: dict[str, Any], state: State) -> bool:
    """Return True if seats, indices and names are in the valid range."""
    count = len(state.seats)
    if field in ("player", "taker"):
        return bool((0 if field == "player" else -1) <= part < count)
    if field in ("order", "seizes", "spotlights"):
        return all(0 <= player < count for player in part) and len(set(part)) == len(part)
    if field == "last":
        return part is None or bool(-1 <= part < count)
    if field == "at":
        return bool(0 <= part <= len(parts["order"]))
    if field == "claim":
        return part is None or bool(0 <= part[1] < count)
    if field == "choices":
        return not part or part[0] is None or bool(0 <= part[0] < count)
    if field == "act":
        return bool(1 <= part <= state.rules.acts)
    if field == "phase":
        return part in STEPS
    return not isinstance(part, int) or part >= 0
