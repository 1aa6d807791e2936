"""What is open in a game: one decision, who is asked, and every answer that fits."""

from __future__ import annotations

from typing import NamedTuple

from companion.othello.model.answers import Answer


class Decision(NamedTuple):
    """One open decision.

    `kind` is one of lead, pre-placement, placement, after-placement, reveal, window, protect, choose, swap, draw,
    after-reveal, intermission, discard. `players` are those asked, in turn order. `options` follow from what
    is public; those
    that concern a player's own cards (place, swap, give) follow from that player's hand.
    """

    kind: str
    players: tuple[int, ...]
    options: tuple[Answer, ...]
