"""What is to be said aloud of a table, in its language: the moment, and what the lights of some seats ask.

It is made of the public snapshot alone: it tells what everybody sees. `web/static/aloud.js` does the same for a page.
Nothing is said that was just said, nor that one fewer is waited for: those who are still asked have heard it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from companion.core.cues import Cue
from companion.core.i18n import N_, _
from companion.table.rack_requests import KIND as RACK
from companion.table.rack_requests import RackStep

MOST_MOMENTS = 2
"""Of what has happened at once, the newest."""

CALLS = {
    Cue.LAY: N_("{who}: lay a card."),
    Cue.GO_ON: N_("{who}: over to you."),
    Cue.YOUR_TURN: N_("{who}: your turn."),
    Cue.MAY_INTERRUPT: N_("{who} may answer."),
    Cue.CHOOSE: N_("{who}: choose."),
    Cue.DRAW_EITHER: N_("{who}: which pile?"),
    Cue.DRAW_SCRIPT: N_("{who}: draw a script card."),
    Cue.DRAW_STAGING: N_("{who}: draw a staging card."),
    Cue.ATTENTION: N_("{who}: please see the desk."),
}
"""The lights that call somebody, each with its words."""


class _Heard(NamedTuple):
    """What the last snapshot was like, and what was said last."""

    game: object = None
    open: object = None
    lights: Mapping[str, tuple[str, str, str]] = {}
    told: Mapping[str, str | None] = {}
    moment: int = 0
    said: tuple[str, ...] = ()


class SpokenPrompts:
    """Follows the snapshots of a table, and finds the words for what is new in each."""

    def __init__(self) -> None:
        self._heard = _Heard()

    def words(self, board: Mapping[str, Any], moment: bool, lights: Collection[str]) -> str:
        """What is to be said of this snapshot after the one before; "" for nothing.

        Args:
            moment: whether it is said what happens and who may do what about it.
            lights: the seats of which it is said what their lights ask.
        """
        before, now = self._heard, _heard_of(board)
        if before.game != now.game:
            before = _Heard(moment=now.moment)
        called = [seat for seat, light in now.lights.items() if light != before.lights.get(seat) and light[0] in CALLS]
        said = tuple(_moment(board))
        news = moment and said != before.said and bool(before.open != now.open or called)
        self._heard = now._replace(said=said if news else before.said)
        parts = list(_happened(board, before.moment)) if moment else []
        parts += said if news else ()
        return " ".join([*parts, *_of_seats(board, before, called, lights)])


def _heard_of(board: Mapping[str, Any]) -> _Heard:
    seats = board["seats"]
    lights = {seat["seat"]: (seat["cue"], seat["press"], seat["hold"]) for seat in seats}
    told = {seat["seat"]: seat["told"] for seat in seats}
    newest = max((line["id"] for line in board["moments"]), default=0)
    table = board["table"]
    asked = [
        words for words, needs in _at_racks(board) if needs != RackStep.MISSING
    ]  # of each card that is dealt: once
    opened = (board["asked"], board["happening"], table["paused"], table.get("language"), *asked)
    return _Heard(table.get("game"), opened, lights, told, newest)


def _at_racks(board: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the table asks people to do for its bots, in words, and what that is."""
    return [(prompt["text"], prompt["needs"]) for prompt in board.get("prompter", ()) if prompt["kind"] == RACK]


def _moment(board: Mapping[str, Any]) -> Iterator[str]:
    """What is under way, what is open, and what is to be done at the rack of a bot."""
    for words in (board["happening"], board["headline"], *(words for words, _needs in _at_racks(board))):
        if words:
            yield _ended(words)


def _happened(board: Mapping[str, Any], known: int) -> Iterator[str]:
    """What deserves that everybody hears it, of what is new."""
    for line in [line for line in board["moments"] if line["id"] > known][-MOST_MOMENTS:]:
        yield _ended(line["text"])


def _of_seats(
    board: Mapping[str, Any], before: _Heard, called: Collection[str], lights: Collection[str]
) -> Iterator[str]:
    """What the lights of those seats ask, and what they are told."""
    for seat in board["seats"]:
        if seat["seat"] not in lights:
            continue
        if seat["told"] and seat["told"] != before.told.get(seat["seat"]):
            yield _ended(_("{who}: {words}", who=seat["name"], words=seat["told"]))
        if seat["seat"] in called:
            call = CALLS[seat["cue"]]
            yield _(call, who=seat["name"])
            if seat["press"]:
                yield _ended(_("Press: {deed}", deed=seat["press"]))
            if seat["hold"] and seat["hold"] != seat["press"]:
                yield _ended(_("Hold: {deed}", deed=seat["hold"]))


def _ended(words: str) -> str:
    return words if words[-1] in ".!?" else f"{words}."
