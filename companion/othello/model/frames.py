"""What is under way, as a stack of small records in the state; the last one is on top.

Frames are plain data (names, numbers, tuples): a state can be saved, copied and resumed in the middle of anything.
The bottom frame tells the phase; an action lies above it, and whatever interrupts the action above that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from companion.core.values import Value, asdict, convert, fields_of, force_setattr, replace
from companion.othello.model.vocabulary import ActionKind, Interrupt, Phase, Stage, Way


class Choices(Value, frozen=True, omit_defaults=True):
    """What a player decided about an action, each part None until it is given. Players are seat numbers from 0."""

    target: int | None = None
    look: bool | None = None
    take: str | None = None
    give: str | None = None
    on: str | None = None
    character: str | None = None
    wounds: tuple[str, ...] | None = None
    cut: tuple[tuple[str, int], ...] | None = None
    pay: bool | None = None
    way: Way | None = None
    draw: str | None = None
    play: bool | None = None


NO_CHOICES = Choices()
KEPT = 512  # choices that were put together last: the same ones come again soon, or not for long


@lru_cache(maxsize=KEPT)
def one_choice(field: str, value: Any) -> Choices:
    """Choices with this one field given; the same object each time, for there are few and they are made often."""
    return Choices(**{field: value})


def each_choice(field: str, values: Iterable[Any]) -> tuple[Choices, ...]:
    """Choices with this one field given, for each of these values."""
    return tuple([one_choice(field, value) for value in values])


@lru_cache(maxsize=KEPT)
def merged(choices: Choices, more: Choices) -> Choices:
    """Choices with those of `more` added."""
    return replace(choices, **{field: value for field, value in asdict(more).items() if value is not None})


class OneFrame(Value, frozen=True, tag_field="frame", tag=True, omit_defaults=True):
    """Something that is under way."""


class Casting(OneFrame, frozen=True):
    """The lead tile is being dealt (S3)."""

    act: int = 1


class Steps(OneFrame, frozen=True):
    """A round in which players may act, one after the other: before or after placement, or after the last reveal (P2,
    P4, O1). `acted` tells whether anybody has used a coin in it.
    """

    phase: Phase
    order: tuple[int, ...]
    at: int = 0
    acted: bool = False

    def next(self) -> Steps:
        """The same with the next player's turn."""
        return Steps(self.phase, self.order, self.at + 1, self.acted)


class Placement(OneFrame, frozen=True):
    """Everybody places a card, face down, at the same time (P3)."""

    act: int


class Reveals(OneFrame, frozen=True):
    """The reveal phase: `order` is fixed when it begins (P5, J1); `order[at]` is the player whose turn it is.

    `last` is whose turn was the last one if that is not the previous player in the order; -1 once the next one has
    acted (O1).
    """

    order: tuple[int, ...]
    at: int = 0
    last: int | None = None


class Action(OneFrame, frozen=True):
    """Something a player does that others may answer, from the declaration to its end (V1).

    `name` is the card, the coin, or `improv`. `stage` goes window → claim → target → effect; before it lies offer,
    where a seizer decides, and table instead of effect where the table carries out a text (C11). `passed` has a bit for
    each player who has answered in this stage. `claim` is the interrupt that won. `taker` gets a script card: the
    player, or who seized it. `done` counts the parts of the effect that have happened. `idle` says that the card could
    do nothing when it was revealed: its player exits with it unless somebody seizes or blocks it (J14).
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
        """Share the empty choices: msgspec omits a default only where it is the same object."""
        if self.choices is not NO_CHOICES and self.choices == NO_CHOICES:
            force_setattr(self, "choices", NO_CHOICES)

    def to_stage(self, stage: Stage) -> Action:
        """The same at another stage, at which nobody has answered yet."""
        return replace(self, stage=stage, passed=0)

    def answered(self, by: int) -> Action:
        """The same, with one more player having answered at this stage."""
        return replace(self, passed=self.passed | 1 << by)

    def doing(self, done: int, choices: Choices) -> Action:
        """The same with so many parts of its effect done, and these choices."""
        return replace(self, choices=choices, done=done)

    def choosing(self, choices: Choices) -> Action:
        """The same with these choices."""
        return replace(self, choices=choices)


class PutDown(OneFrame, frozen=True):
    """A player must put down another card from the hand: hit by Miscue (`reveal` false) or having played it (A2)."""

    player: int
    reveal: bool


class Draws(OneFrame, frozen=True):
    """The draw phase, from the Lead (P7)."""

    order: tuple[int, ...]
    at: int = 0

    def next(self) -> Draws:
        """The same with the next player's turn."""
        return Draws(self.order, self.at + 1)


class Intermission(OneFrame, frozen=True):
    """Between two acts (G1); `act` is the one that has ended."""

    act: int


class Discards(OneFrame, frozen=True):
    """Staging cards above the number for the new act are discarded, from the Lead (G4, J4)."""

    order: tuple[int, ...]
    at: int = 0

    def next(self) -> Discards:
        """The same with the next player's turn."""
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
    """A stack of objects, as a journal has it, or of lists that begin with a frame's name, as in a position."""
    return tuple(map(_frame, data))


def _frame(item: list[Any] | dict[str, Any]) -> Frame:
    kind: Any = FRAMES[item["frame"] if isinstance(item, dict) else item[0]]
    frame: Frame = convert(item if isinstance(item, dict) else by_names(kind, item), kind)
    return frame


def by_names(kind: Any, listed: list[Any]) -> dict[str, Any]:
    """The fields of a list by their names; the list begins with the name of the kind."""
    found = {kind.__struct_config__.tag_field: listed[0], **dict(zip(fields_of(kind), listed[1:], strict=False))}
    if isinstance(choices := found.get("choices"), list):
        found["choices"] = dict(zip(fields_of(Choices), choices, strict=False))
    return found
