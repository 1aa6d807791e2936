"""What can befall bytes on a bad line, each as a function for one end of `cable.Cable`."""

from __future__ import annotations

import random
from collections.abc import Callable

Damage = Callable[[bytes], bytes]
Kind = Callable[[random.Random], Damage]
BYTES, PIECES = 0.03, 0.3  # how many of them are hit


def dropping(chance: random.Random) -> Damage:
    """Bytes are lost."""
    return lambda data: bytes(byte for byte in data if chance.random() > BYTES)


def flipping(chance: random.Random) -> Damage:
    """Bits are flipped."""
    return lambda data: bytes(byte ^ (1 << chance.randrange(8) if chance.random() < BYTES else 0) for byte in data)


def repeating(chance: random.Random) -> Damage:
    """What arrives together arrives again."""
    return lambda data: data * 2 if chance.random() < PIECES else data


def truncating(chance: random.Random) -> Damage:
    """The end of what arrives together is missing."""
    return lambda data: data[: chance.randrange(len(data) + 1)] if chance.random() < PIECES else data


def silencing(_chance: random.Random) -> Damage:
    """Nothing arrives."""
    return lambda _data: b""


DAMAGES: tuple[Kind, ...] = (dropping, flipping, repeating, truncating, silencing)


def now_and_then(harm: Damage, share: float, chance: random.Random) -> Damage:
    """Harm to this share of what arrives together, and none to the rest."""
    return lambda data: harm(data) if chance.random() < share else data
