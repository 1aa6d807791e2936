"""Who holds the keys of seats, as a closed table needs to know it."""

from __future__ import annotations

from collections.abc import Callable, Collection


class SeatKeys:
    """The seats with keys. An open table has none; `doors_of` connects a closed one.

    Attributes:
        closed: whether the table is closed. Then each player has a phone with the own hand, and the application deals.
        keyed: gives the players, from 0, whose hands are on phones.
        codes: gives the seats, from 1, whose keys are shown on the screen.
    """

    def __init__(self) -> None:
        self.closed = False
        self.keyed: Callable[[], Collection[int]] = tuple
        self.codes: Callable[[], Collection[int]] = tuple
