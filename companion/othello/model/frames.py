"""The stack of frames in a state: everything in progress, the latest frame on top.

Frames are plain data (names, numbers, tuples), so a state can be saved, copied and resumed at any point. The bottom
frame determines the phase. An action lies above it, and an interrupt of the action above that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from companion.core.codec import Codec, Named, Player
from companion.core.errors import InputError
from companion.core.json_fields import shown
from companion.core.values import Value, asdict, convert, fields_of, force_setattr, replace
from companion.othello.model.cards import Pile
from companion.othello.model.vocabulary import ActionKind, Interrupt, Phase, Stage, Way


def _read_cut(value: Any, where: str, _named: Named) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping) or not all(type(count) is int for count in value.values()):
        raise InputError(f'must be an object such as {{"Cassio": 1}}, not {shown(value)}', field=where)
    return tuple((str(character), count) for character, count in value.items())


Cut: TypeAlias = Annotated[tuple[tuple[str, int], ...], Codec(_read_cut, lambda cut, _players: dict(cut))]
"""Wounds to remove from each character."""


class Choices(Value, frozen=True, omit_defaults=True):
    """A player's choices for an action.

    Each is None until it is made. Players are seat numbers from 0.
    """

    target: Player | None = None
    look: bool | None = None
    take: str | None = None
    give: str | None = None
    on: str | None = None
    character: str | None = None
    wounds: tuple[str, ...] | None = None
    cut: Cut | None = None
    pay: bool | None = None
    way: Way | None = None
    draw: Pile | None = None
    play: bool | None = None


NO_CHOICES = Choices()
KEPT = 512  # size of the caches: the same choices return soon or not for a long time


@lru_cache(maxsize=KEPT)
def one_choice(field: str, value: Any) -> Choices:
    """Return choices with only this field set.

    The result is cached: there are few such choices, and they are created often.
    """
    return Choices(**{field: value})


def each_choice(field: str, values: Iterable[Any]) -> tuple[Choices, ...]:
    """Return choices with only this field set, one for each of these values."""
    return tuple([one_choice(field, value) for value in values])


@lru_cache(maxsize=KEPT)
def merged(choices: Choices, more: Choices) -> Choices:
    """Return `choices` with the choices of `more` added."""
    return replace(choices, **{field: value for field, value in asdict(more).items() if value is not None})


class OneFrame(Value, frozen=True, tag_field="frame", tag=True, omit_defaults=True):
    """Base class of frames: something in progress."""


class Casting(OneFrame, frozen=True):
    """The lead tile is being dealt (S3)."""

    act: int = 1


class Steps(OneFrame, frozen=True):
    """A round in which players may act one after the other (P2, P4, O1).

    It takes place before or after placement, or after the last reveal. `acted` is True if anybody has used a coin
    in it.
    """

    phase: Phase
    order: tuple[int, ...]
    at: int = 0
    acted: bool = False

    def next(self) -> Steps:
        """Return the frame for the next player's turn."""
        return Steps(self.phase, self.order, self.at + 1, self.acted)


class Placement(OneFrame, frozen=True):
    """All players place a card face down at the same time (P3)."""

    act: int


class Reveals(OneFrame, frozen=True):
    """The reveal phase: `order` is fixed when it begins (P5, J1).

    It is the turn of `order[at]`. `last` is the player who had the last turn, if that is not the previous player in
    the order. It is -1 once the next player has acted (O1).
    """

    order: tuple[int, ...]
    at: int = 0
    last: int | None = None


class Action(OneFrame, frozen=True):
    """A player's action that others may interrupt, from its declaration to its end (V1).

    `name` is the card, the coin, or `improv`. `stage` goes window → claim → target → effect. The stage offer, in
    which a seizer decides, comes before window; the stage table replaces effect if the table carries out a text
    (C11). `passed` has a bit for each player who has answered in this stage. `claim` is the interrupt that won.
    `taker` is the player who gets a script card: the acting player or the seizer. `done` counts the completed parts
    of the effect. `idle` is True if the card could do nothing when it was revealed: its player exits with it unless
    somebody seizes or blocks it (J14).
    """

    kind: ActionKind
    player: int
    name: str
    choices: Choices = NO_CHOICES
    stage: Stage = Stage.WINDOW
    passed: int = 0
    seizes: tuple[int, ...] = ()
    spotlights: tuple[int, ...] = ()
    claim: tuple[Interrupt, int] | None = None
    taker: int = -1
    done: int = 0
    idle: bool = False

    def __post_init__(self) -> None:
        """Share the empty choices: msgspec omits a default only if it is the same object."""
        if self.choices is not NO_CHOICES and self.choices == NO_CHOICES:
            force_setattr(self, "choices", NO_CHOICES)

    def to_stage(self, stage: Stage) -> Action:
        """Return the action at another stage, at which nobody has answered yet."""
        return replace(self, stage=stage, passed=0)

    def answered(self, by: int) -> Action:
        """Return the action with one more player recorded as having answered at this stage."""
        return replace(self, passed=self.passed | 1 << by)

    def doing(self, done: int, choices: Choices) -> Action:
        """Return the action with `done` parts of its effect completed, and these choices."""
        return replace(self, choices=choices, done=done)

    def choosing(self, choices: Choices) -> Action:
        """Return the action with these choices."""
        return replace(self, choices=choices)


class PutDown(OneFrame, frozen=True):
    """A player must put down another card from the hand (A2).

    `reveal` is False for the player hit by Miscue, True for the player who played it.
    """

    player: int
    reveal: bool


class Draws(OneFrame, frozen=True):
    """The draw phase, in order from the Lead (P7)."""

    order: tuple[int, ...]
    at: int = 0

    def next(self) -> Draws:
        """Return the frame for the next player's turn."""
        return Draws(self.order, self.at + 1)


class Intermission(OneFrame, frozen=True):
    """The time between two acts (G1); `act` is the one that has ended."""

    act: int


class Discards(OneFrame, frozen=True):
    """Players discard surplus staging cards before an act, in order from the Lead (G4, J4)."""

    order: tuple[int, ...]
    at: int = 0

    def next(self) -> Discards:
        """Return the frame for the next player's turn."""
        return Discards(self.order, self.at + 1)


class Over(OneFrame, frozen=True):
    """The game has ended."""

    act: int


Frame: TypeAlias = Casting | Steps | Placement | Reveals | Action | PutDown | Draws | Intermission | Discards | Over

FRAMES: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (Casting, Steps, Placement, Reveals, Action, PutDown, Draws, Intermission, Discards, Over)
}


def frames_from_json(data: list[Any]) -> tuple[Frame, ...]:
    """Return a stack of frames from its JSON.

    Each frame is an object (in a journal) or a list that begins with the frame's name (in a position).
    """
    return tuple(map(_frame, data))


def _frame(item: list[Any] | dict[str, Any]) -> Frame:
    kind: Any = FRAMES[item["frame"] if isinstance(item, dict) else item[0]]
    frame: Frame = convert(item if isinstance(item, dict) else by_names(kind, item), kind)
    return frame


def by_names(kind: Any, listed: list[Any]) -> dict[str, Any]:
    """Return the fields of a list by name; the list begins with the name of the kind."""
    found = {kind.__struct_config__.tag_field: listed[0], **dict(zip(fields_of(kind), listed[1:], strict=False))}
    if isinstance(choices := found.get("choices"), list):
        found["choices"] = dict(zip(fields_of(Choices), choices, strict=False))
    return found
