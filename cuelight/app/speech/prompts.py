"""Spoken prompts of a table in its language: the current event, and the prompts of some seats' lights.

They are made from the public snapshot only, so they reveal only public facts. `web/static/aloud.js` does the same for a
page. A prompt is not repeated, nor is it announced that fewer seats are still to answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from companion.core.cues import Cue
from companion.core.i18n import N_, _
from companion.table.rack_requests import KIND as RACK
from companion.table.rack_requests import RackStep

MOST_MOMENTS = 2
"""The most events to announce at once; the newest ones."""

CALLS = {
    Cue.LAY: N_("{who}: play a card."),
    Cue.GO_ON: N_("{who}: over to you."),
    Cue.YOUR_TURN: N_("{who}: your turn."),
    Cue.MAY_INTERRUPT: N_("{who} may interrupt."),
    Cue.CHOOSE: N_("{who}: choose."),
    Cue.DRAW_EITHER: N_("{who}: which pile?"),
    Cue.DRAW_SCRIPT: N_("{who}: draw a script card."),
    Cue.DRAW_STAGING: N_("{who}: draw a staging card."),
    Cue.ATTENTION: N_("{who}: please see the desk."),
}
"""Cues that call a player, with their words."""


class _Heard(NamedTuple):
    """The last snapshot, reduced to the relevant values, and the last announcement."""

    game: object = None
    open: object = None
    lights: Mapping[str, tuple[str, str, str]] = {}
    messages: Mapping[str, str | None] = {}
    moment: int = 0
    said: tuple[str, ...] = ()


class SpokenPrompts:
    """Follows the snapshots of a table and finds the words for each change."""

    def __init__(self) -> None:
        self._heard = _Heard()

    def words(self, board: Mapping[str, Any], moment: bool, lights: Collection[str]) -> str:
        """Return the announcement for this snapshot, compared with the previous one; "" for none.

        Args:
            moment: whether to announce events and open decisions.
            lights: the seats whose lights' prompts are announced.
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
    messages = {seat["seat"]: seat["told"] for seat in seats}
    newest = max((line["id"] for line in board["moments"]), default=0)
    table = board["table"]
    asked = [words for words, needs in _at_racks(board) if needs != RackStep.MISSING]  # once for each dealt card
    opened = (board["asked"], board["happening"], table["paused"], table.get("language"), *asked)
    return _Heard(table.get("game"), opened, lights, messages, newest)


def _at_racks(board: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the table's requests on behalf of its bots, as words and kind."""
    return [(prompt["text"], prompt["needs"]) for prompt in board.get("prompter", ()) if prompt["kind"] == RACK]


def _moment(board: Mapping[str, Any]) -> Iterator[str]:
    """Yield the current event, the open decision, and the work at the rack of a bot."""
    for words in (board["happening"], board["headline"], *(words for words, _needs in _at_racks(board))):
        if words:
            yield _ended(words)


def _happened(board: Mapping[str, Any], known: int) -> Iterator[str]:
    """Yield the newest events."""
    for line in [line for line in board["moments"] if line["id"] > known][-MOST_MOMENTS:]:
        yield _ended(line["text"])


def _of_seats(
    board: Mapping[str, Any], before: _Heard, called: Collection[str], lights: Collection[str]
) -> Iterator[str]:
    """Yield the prompts of the lights and the messages of those seats."""
    for seat in board["seats"]:
        if seat["seat"] not in lights:
            continue
        if seat["told"] and seat["told"] != before.messages.get(seat["seat"]):
            yield _ended(_("{who}: {words}", who=seat["name"], words=seat["told"]))
        if seat["seat"] in called:
            call = CALLS[seat["cue"]]
            yield _(call, who=seat["name"])
            if seat["press"]:
                yield _ended(_("Press: {action}", action=seat["press"]))
            if seat["hold"] and seat["hold"] != seat["press"]:
                yield _ended(_("Hold: {action}", action=seat["hold"]))


def _ended(words: str) -> str:
    return words if words[-1] in ".!?" else f"{words}."
