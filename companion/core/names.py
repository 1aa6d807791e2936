"""What players may be called, in every game: names that can be shown, and that nobody mixes up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from companion.core.i18n import _

MOST_LETTERS = 24
_JOINERS = re.compile("[\u200c\u200d]")  # within words of Persian and within emoji; they are not seen themselves
_UNSEEN = re.compile("[\u115f\u1160\u200c\u200d\u2800\ufe00-\ufe0f]")  # these, fillers, and marks that choose a form


def fault_of(name: str, before: Sequence[str]) -> str | None:
    """What is wrong with a name beside those before it, in words; None for one that can be taken."""
    if not name:
        return _("Every seat needs a name.")
    if len(name) > MOST_LETTERS:
        return _("At most {most} letters, please: this has {count}.", most=MOST_LETTERS, count=len(name))
    if not _JOINERS.sub("", name).isprintable() or not all(_JOINERS.split(name)) or not as_seen(name):
        return _("This name has characters that cannot be shown.")
    if as_seen(name) in map(as_seen, before):
        return _("Somebody else has this name already.")
    return None


def tidy(name: str) -> str:
    """A name without blanks around it, a letter with its accent as one sign."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def as_seen(name: str) -> str:
    """What two names have in common that look alike: neither case nor width, nor what is not seen, nor outer blanks."""
    return " ".join(_UNSEEN.sub("", unicodedata.normalize("NFKC", name)).casefold().split())
