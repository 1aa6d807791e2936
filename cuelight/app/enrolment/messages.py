"""Messages while a box is gone through: one sentence for each outcome, with the next step."""

from __future__ import annotations

from typing import Any

from companion.core.i18n import N_, _, together
from cuelight.app.enrolment.box import Box
from cuelight.app.enrolment.walk import WalkNews, WalkOutcome

_SAID = {
    WalkOutcome.NAMED: N_("{thing} has its tag."),
    WalkOutcome.KNOWN: N_("The text of {thing} is saved."),
    WalkOutcome.REPEAT: N_("That tag was read before: it is on {thing}. Lay the next one."),
    WalkOutcome.OTHER: N_(
        "That tag is on {other}. If it is on {thing} now, confirm that; otherwise lay the tag of {thing}."
    ),
    WalkOutcome.FULL: N_(
        "{thing} has its tag already. If this one is on it too, or another reader reads another number of it, confirm "
        "that; otherwise continue."
    ),
    WalkOutcome.UNDONE: N_("Undone. Lay the tag of {thing}."),
    WalkOutcome.SKIPPED: N_("{thing} comes again at the end."),
    WalkOutcome.THERE: N_("{thing} is there."),
    WalkOutcome.AGAIN: N_("{thing} was there before. Lay the next one."),
    WalkOutcome.DOUBLE: N_("There are too many copies of {thing}. Remove this one, or assign its tag again."),
    WalkOutcome.UNKNOWN: N_("That tag is on no card of this box. Assign it first."),
    WalkOutcome.IN_PLAY: N_("That card belongs to the current game. Leave it there, and lay another one."),
    WalkOutcome.KEPT: N_("{thing} keeps its tag during the game. Assign this one after the game."),
    WalkOutcome.STRANGER: N_("That is not a card; perhaps it is a phone. Take it away, and lay the tag alone."),
    WalkOutcome.UNREAD: N_(
        "What this reader types is not the number of a card. Set it to type all bytes of a tag: 14 hexadecimal digits "
        "and Enter."
    ),
    WalkOutcome.CROWD: N_("There are two tags on the reader. Remove the other one."),
    WalkOutcome.BADLY: N_(
        "The tag of {thing} is weakly read, in {share} of 100 polls. Move it on the card, or use another one."
    ),
}
_HALF = N_(
    "This reader reads half of each tag’s number, so two cards may look alike: use one that types all seven bytes."
)
_LIES_BADLY = N_("The tag is weakly read. Lay it alone, in the middle, and hold it still.")


def said(box: Box, news: WalkNews | None) -> dict[str, Any]:
    """Return the last outcome with its code, its values and a sentence; "" if nothing has happened yet."""
    if news is None:
        return {"code": None, "text": "", "thing": None, "other": None, "share": None, "is_half": False}
    thing, other = (box.called(each) if each is not None else None for each in (news.thing, news.other))
    text = sentence(news.told, thing, other, news.share, is_half=news.is_half)
    names = {"thing": thing, "other": other}
    return {"code": news.told, "text": text, **names, "share": news.share, "is_half": news.is_half}


def sentence(
    code: WalkOutcome, thing: str | None, other: str | None, share: float | None, *, is_half: bool = False
) -> str:
    """Return the sentence of an outcome with the names of the things; `share` is the read rate of the tag."""
    if code is WalkOutcome.BADLY and thing is None:
        return _(_LIES_BADLY)
    said = _(_SAID[code], thing=thing, other=other, share=round(100 * (share or 0)))
    return together([said, _(_HALF)]) if is_half else said
