"""What a page can ask of a table besides its snapshots; nothing in the answers hangs on a card that is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.paper import paper
from companion.table.score_sheet import account
from companion.table.session import Session
from companion.table.snapshot import timeline
from cuelight.app.games.round import TableGame

Later = Callable[[], dict[str, Any]]


def answer_about(name: str, session: Session) -> Later:
    """What gives the answer about the game as it stands now, later and on any thread.

    Raises InputError for a question that there is not.
    """
    if name == "timeline":
        told = timeline(session.view)
        return lambda: told
    if name == "paper":
        printed = paper(session.view)
        return lambda: printed
    state, events = session.rules.rules.copy(session.state), tuple(session.game.events)
    if name == "sheet":
        start = session.game.start
        return lambda: account(session.rules, start, state, events)
    return lambda: session.rules.about(name, state, events)


def help_for(player: int | None, found: TableGame) -> Later:
    """What gives what a player, or anybody for None, may look up now: of what they know, and of nothing else.

    `happened` is the log, newest last, with the ids of the rules by which each thing has happened.
    """
    rules = found.rules
    known = rules.secrets.visible_to(found.session.state if player is None else found.cards(), player)
    lines = [{"text": line.text, "rules": list(line.rules)} for line in found.session.view.table.memory.lines]

    def told() -> dict[str, Any]:
        found = rules.display.help(known, player)
        more = rules.text.rule_texts(known, [rule for line in lines for rule in line["rules"]])
        return found | {"happened": lines, "rules": found["rules"] | more}

    return told
