"""Gestures that a program makes."""

from __future__ import annotations

from typing import NamedTuple

from companion.game.rules import Json


class Lay(NamedTuple):
    """Place a thing in a zone."""

    zone: str
    thing: str


class Take(NamedTuple):
    """Remove the thing in a zone."""

    zone: str


class Say(NamedTuple):
    """Give an answer in words, as at the host's desk."""

    answer: Json


Move = Lay | Take | Say
