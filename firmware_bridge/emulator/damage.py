"""Kinds of damage to bytes on a bad line, each a function for one end of `cable.Cable`."""

from __future__ import annotations

import random
from collections.abc import Callable

Damage = Callable[[bytes], bytes]
Kind = Callable[[random.Random], Damage]
BYTES, PIECES = 0.03, 0.3  # share of the bytes, or of the chunks, that are damaged


def dropping(chance: random.Random) -> Damage:
    """Drop some bytes."""
    return lambda data: bytes(byte for byte in data if chance.random() > BYTES)


def flipping(chance: random.Random) -> Damage:
    """Flip some bits."""
    return lambda data: bytes(byte ^ (1 << chance.randrange(8) if chance.random() < BYTES else 0) for byte in data)


def repeating(chance: random.Random) -> Damage:
    """Repeat some chunks."""
    return lambda data: data * 2 if chance.random() < PIECES else data


def truncating(chance: random.Random) -> Damage:
    """Cut off the end of some chunks."""
    return lambda data: data[: chance.randrange(len(data) + 1)] if chance.random() < PIECES else data


def silencing(_chance: random.Random) -> Damage:
    """Drop everything."""
    return lambda _data: b""


DAMAGES: tuple[Kind, ...] = (dropping, flipping, repeating, truncating, silencing)


def now_and_then(harm: Damage, share: float, chance: random.Random) -> Damage:
    """Damage this share of the chunks, and pass on the others unchanged."""
    return lambda data: harm(data) if chance.random() < share else data
