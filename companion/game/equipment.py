"""The equipment of a table, as far as prompts name it."""

from __future__ import annotations

from typing import NamedTuple


class Equipment(NamedTuple):
    """What a table has beside its cards. A prompt names nothing that is not there.

    Args:
        deals: the companion shuffles, deals and draws, as on an on-screen mat; there is no box.
        buttons: each seat has a button.
        phones: every player has the hand on a phone, and answers there.
        timed: a time closes the windows.
    """

    deals: bool = False
    buttons: bool = True
    phones: bool = False
    timed: bool = True


REAL_TABLE = Equipment()
ON_SCREEN = Equipment(deals=True)
ON_PHONES = Equipment(deals=True, buttons=False, phones=True)
