"""Messages while a box is gone through: one sentence for each outcome, with the next step."""

from __future__ import annotations

from typing import Any

from companion.core.i18n import N_, _, together
from cuelight.app.enrolment.box import Box
from cuelight.app.enrolment.walk import WalkNews, WalkOutcome

_HALF = N_(
    "This reader reads half of each tag’s number, so two cards may look alike: use one that types all seven bytes."
)
_LIES_BADLY = N_("The tag is weakly read. Lay it alone, in the middle, and hold it still.")


def said(box: Box, news: WalkNews | None) -> dict[str, Any]:
    """Return the last outcome with its code, its values and a sentence; "" if nothing has happened yet."""
    if news is None:
        return {"code": None, "text": "", "thing": None, "other": None, "share": None, "is_half": False}
    thing, other = (box.called(each) if each is not None else None for each in (news.thing, news.other))
    text = sentence(news.outcome, thing, other, news.share, is_half=news.is_half)
    names = {"thing": thing, "other": other}
    return {"code": news.outcome, "text": text, **names, "share": news.share, "is_half": news.is_half}


def sentence(
    code: WalkOutcome, thing: str | None, other: str | None, share: float | None, *, is_half: bool = False
) -> str:
    """Return the sentence of an outcome with the names of the things; `share` is the read rate of the tag."""
    if code is WalkOutcome.BADLY and thing is None:
        return _(_LIES_BADLY)
    said = _(code.words, thing=thing, other=other, share=round(100 * (share or 0)))
    return together([said, _(_HALF)]) if is_half else said
