"""Rules for players' names, in every game: displayable and hard to confuse."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from companion.core.i18n import _

MOST_LETTERS = 24
_JOINERS = re.compile("[\u200c\u200d]")  # used inside Persian words and emoji; invisible themselves
_ADDED = re.compile("[\u00ad\u061c\u200e\u200f\u2060\ufeff]")  # by phones and in copied text; invisible
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")  # of England, Scotland and others (Unicode TR 51)
_UNSEEN = re.compile("[\u115f\u1160\u200c\u200d\u2800\ufe00-\ufe0f]")  # these, fillers, and variation selectors


def fault_of(name: str, before: Sequence[str]) -> str | None:
    """Return the problem of a name after those before it, in words; None for a valid one."""
    if not name:
        return _("Every seat needs a name.")
    if len(name) > MOST_LETTERS:
        return _("At most {most} letters, please: this has {count}.", most=MOST_LETTERS, count=len(name))
    if not all(map(_can_be_shown, _FLAG.sub("", name))) or not all(_JOINERS.split(name)) or not as_seen(name):
        return _("This name has characters that cannot be shown.")
    if as_seen(name) in map(as_seen, before):
        return _("Somebody else has this name already.")
    return None


def _can_be_shown(sign: str) -> bool:
    """Return whether a sign can be part of a name, also one that is newer than this Python's tables."""
    if unicodedata.category(sign) == "Cn":
        return not (0xFDD0 <= ord(sign) <= 0xFDEF or ord(sign) & 0xFFFE == 0xFFFE or 0xE0000 <= ord(sign) <= 0xE0FFF)
    return sign.isprintable() or _JOINERS.match(sign) is not None


def tidy(name: str) -> str:
    """Return a name without surrounding blanks and added marks, and with accents composed (NFC)."""
    return " ".join(unicodedata.normalize("NFC", _ADDED.sub("", name)).split())


def as_seen(name: str) -> str:
    """Return a key that is equal for names that look alike.

    It ignores case, width, invisible signs and blanks.
    """
    return " ".join(_UNSEEN.sub("", unicodedata.normalize("NFKC", name)).casefold().split())
