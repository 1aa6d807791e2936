"""The only place where the stack of frames changes: frames are pushed, replaced and popped.

The rules change the stack many times in one step. Nobody sees the intermediate stacks, so one `Flow` event records
the last one. Without it the state would not follow from the events.
"""

from __future__ import annotations

from companion.othello.model.events import Event, Flow
from companion.othello.model.frames import Frame
from companion.othello.model.state import State


class UnderWay:
    """The part of a game that changes the stack.

    `with game:` encloses one step of play. At its end the stack is recorded if it has changed.
    """

    __slots__ = ("_before", "events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def __enter__(self) -> None:
        self._before = self.state.frames

    def __exit__(self, error: type[BaseException] | None, *_rest: object) -> None:
        if error is None:
            self.tell_since(self._before)

    def tell_since(self, before: tuple[Frame, ...]) -> None:
        """Record the stack if it differs from `before`."""
        frames = self.state.frames
        if frames != before:
            self.events.append(Flow(frames))

    def begin(self, frame: Frame) -> None:
        """Begin a phase: replace the whole stack."""
        self.state.frames = (frame,)

    def push(self, frame: Frame) -> None:
        """Push a frame on top of the stack."""
        self.state.frames = (*self.state.frames, frame)

    def pop(self) -> None:
        """Remove the top frame."""
        self.state.frames = self.state.frames[:-1]

    def replace(self, frame: Frame) -> None:
        """Replace the top frame."""
        self.state.frames = (*self.state.frames[:-1], frame)
