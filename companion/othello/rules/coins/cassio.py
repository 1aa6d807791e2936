"""Cassio's coin: an improv for nothing (O4)."""

from __future__ import annotations

from companion.othello.rules.effect import Coin
from companion.othello.rules.improv import IMPROV
from companion.play.tongue import N_

COIN = Coin("Cassio", IMPROV, "O4", N_("You improvise for free."), N_("{who} uses a Cassio coin to improvise"))
