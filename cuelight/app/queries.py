"""Answers what pages ask about a table that is in no snapshot. Nothing changes, and no hidden card affects an answer.

`web/api/commands.py` names the questions and who may ask them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.core.json_fields import as_count
from companion.table.paper import paper
from companion.table.score_sheet import account
from companion.table.session import Session
from companion.table.snapshot import timeline
from companion.table.viewer import Viewer
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame
from cuelight.app.resources import TableResources
from cuelight.doctor import report
from web.api.commands import BOX_QUESTIONS

Later = Callable[[], dict[str, Any]]
"""Gives an answer as of the time of the question; it may be called later, and on any thread."""

MOST_IDS = 10**9  # of questions and steps, which are numbered for ever


@dataclass(eq=False)
class Queries:
    """The questions of a table; `about_shop` gives the settings and the counts of shop mode."""

    play: GameInPlay
    resources: TableResources
    about_shop: Callable[[], dict[str, Any]]

    def answer(self, name: str, body: dict[str, Any], asker: Viewer) -> Later:
        """Answer a question. Raises CuelightError with words for the person who asked."""
        match name:
            case "doctor":
                return partial(report, self.play.devices.table_file)
            case "shop-now":
                return _given(self.about_shop())
            case "decks":
                return _given({"decks": self.resources.shelf.offers()})
            case "others":
                return _given({"others": self._other_cards(body)})
            case "help":
                return help_for(asker.player, self.play.require())
            case _ if name in BOX_QUESTIONS:
                return _given(self.resources.boxes.answer(name, body, played=self.play.rules_id))
            case _:
                return answer_about(name, self.play.require().session)

    def _other_cards(self, body: dict[str, Any]) -> Sequence[Any]:
        """The other cards that may have been laid in a step, except those that only hands may play."""
        found = self.play.require()
        step, given = found.session.view.record.last_answer(), str(body.get("step", ""))
        if given:
            number = int(given) if given.isdecimal() and len(given) < len(str(MOST_IDS)) else given
            step = as_count(number, "step", most=MOST_IDS)
        others = [] if step is None else found.session.others_at(step)
        return found.sayable(others)


def _given(answer: dict[str, Any]) -> Later:
    return lambda: answer


def answer_about(name: str, session: Session) -> Later:
    """Answer a question about the game as it is now. Raises InputError for a question that does not exist."""
    if name == "timeline":
        return _given(timeline(session.view))
    if name == "paper":
        return _given(paper(session.view))
    state, events = copy(session.state), tuple(session.play.events)
    if name == "sheet":
        start = session.play.start
        return lambda: account(session.game, start, state, events)
    return lambda: session.game.about(name, state, events)


def help_for(player: int | None, found: TableGame) -> Later:
    """Help from what a player knows, or what everybody knows for None.

    `happened` is the log, newest last, with the ids of the rules by which each thing has happened.
    """
    game = found.game
    known = game.secrets.visible_to(found.session.state if player is None else found.cards(), player)
    lines = [{"text": line.text, "rules": list(line.rules)} for line in found.session.view.table.memory.lines]

    def answer() -> dict[str, Any]:
        found = game.display.help(known, player)
        more = game.text.rule_texts(known, [rule for line in lines for rule in line["rules"]])
        return found | {"happened": lines, "rules": found["rules"] | more}

    return answer
