"""What is under way changes here and nowhere else: frames are laid on the stack of a game, replaced and taken off.

On its way through the rules the stack changes many times. Nobody sees it in between, so one `Flow` tells the last of
them; without it the events would not tell the state.
"""

from __future__ import annotations

from companion.othello.model.events import Event, Flow
from companion.othello.model.frames import Frame
from companion.othello.model.state import State


class UnderWay:
    """A game, as far as its stack is concerned.

    `with game:` is one piece of play. At its end what is under way is recorded, if that has changed in it.
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
        """Record what is under way, if it is not what it was before."""
        frames = self.state.frames
        if frames != before:
            self.events.append(Flow(frames))

    def begin(self, frame: Frame) -> None:
        """Begin a phase; what was under way is over."""
        self.state.frames = (frame,)

    def push(self, frame: Frame) -> None:
        """Begin something on top of what is under way."""
        self.state.frames = (*self.state.frames, frame)

    def pop(self) -> None:
        """End what is on top."""
        self.state.frames = self.state.frames[:-1]

    def replace(self, frame: Frame) -> None:
        """Go on with what is on top, in another form."""
        self.state.frames = (*self.state.frames[:-1], frame)
