"""Messages while a box is gone through: one sentence for each outcome, with the next step."""

from __future__ import annotations

from typing import Any

from companion.core.i18n import N_, _
from cuelight.app.enrolment.box import Box
from cuelight.app.enrolment.walk import WalkNews, WalkOutcome

_SAID = {
    WalkOutcome.NAMED: N_("{thing} has its tag."),
    WalkOutcome.KNOWN: N_("What stands on {thing} is kept."),
    WalkOutcome.REPEAT: N_("That tag was read before: it is on {thing}. Lay the next one."),
    WalkOutcome.OTHER: N_("That tag is on {other}. If it is on {thing} now, say so; else lay the tag of {thing}."),
    WalkOutcome.FULL: N_("{thing} has its tag already. If this one is in its place now, say so; else go on."),
    WalkOutcome.UNDONE: N_("Taken back. Lay the tag of {thing}."),
    WalkOutcome.SKIPPED: N_("{thing} comes again at the end."),
    WalkOutcome.THERE: N_("{thing} is there."),
    WalkOutcome.AGAIN: N_("{thing} was there before. Lay the next one."),
    WalkOutcome.DOUBLE: N_("There are too many of {thing}. Take this one out, or let the walk name it anew."),
    WalkOutcome.UNKNOWN: N_("No card of this box has that tag. Let the walk name it."),
    WalkOutcome.IN_PLAY: N_("That card is of the game that is played. Leave it there, and lay another one."),
    WalkOutcome.KEPT: N_("{thing} keeps its tag as long as its game is played. Name this one after the game."),
    WalkOutcome.STRANGER: N_("That is no card; perhaps it is a phone. Take it away, and lay the tag alone."),
    WalkOutcome.CROWD: N_("Two tags lie there. Take away the one that is not meant."),
    WalkOutcome.BADLY: N_(
        "The tag of {thing} is heard badly, in {share} of 100 looks. Move it on the card, or take another."
    ),
}
_LIES_BADLY = N_("Something lies badly there. Lay one tag alone, in the middle, and hold it still.")


def said(box: Box, news: WalkNews | None) -> dict[str, Any]:
    """Return the last outcome with its code, its values and a sentence; "" if nothing has happened yet."""
    if news is None:
        return {"code": None, "text": "", "thing": None, "other": None, "share": None}
    thing, other = (box.called(each) if each is not None else None for each in (news.thing, news.other))
    text = sentence(news.told, thing, other, news.share)
    return {"code": news.told, "text": text, "thing": thing, "other": other, "share": news.share}


def sentence(told: WalkOutcome, thing: str | None, other: str | None, share: float | None) -> str:
    """Return the sentence of an outcome with the names of the things; `share` is the read rate of the tag."""
    if told is WalkOutcome.BADLY and thing is None:
        return _(_LIES_BADLY)
    return _(_SAID[told], thing=thing, other=other, share=round(100 * (share or 0)))
