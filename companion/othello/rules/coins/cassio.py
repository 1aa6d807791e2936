"""The Cassio coin: a free improv (O4)."""

from __future__ import annotations

from companion.core.i18n import N_
from companion.othello.rules.effect import Coin
from companion.othello.rules.improv import IMPROV

COIN = Coin("Cassio", IMPROV, "O4", N_("You improvise for free."), N_("{who} uses a Cassio coin to improvise"))
