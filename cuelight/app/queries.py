"""What pages ask of a running table that is in no snapshot. Nothing here changes anything.

Which questions there are, and who may ask them, stands in `web/api/commands.py`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import _
from companion.core.json_fields import as_count
from companion.table.viewer import Viewer
from cuelight.app.answers import Later, answer_about, help_for
from cuelight.app.games.round import TableGame
from cuelight.app.shop.mode import ShopTable
from cuelight.doctor import report
from web.api.commands import BOX_QUESTIONS

MOST_IDS = 10**9  # of questions, which are numbered for ever


class NoGame(CuelightError, LookupError):
    """A command that needs a game, where none has begun."""


class AskedTable(ShopTable):
    """A table as far as pages ask it something."""

    def _game(self) -> TableGame:
        if self._round is None:
            raise NoGame(_("no game has begun; start one first"))
        return self._round

    def _tell_about(self, name: str, body: dict[str, Any], asker: Viewer) -> Later:
        if name == "shop-now":
            found = self._shop_now()
            return lambda: found
        if name == "doctor":
            return partial(report, self.table_file)
        if name in BOX_QUESTIONS:
            played = self._round.rules.info.id if self._round is not None else None
            about_box = self._opened.boxes.answer(name, body, played=played)
            return lambda: about_box
        if name == "help":
            return help_for(asker.player, self._game())
        if name == "others":
            return self._others(body)
        if name != "decks":
            return answer_about(name, self._game().session)
        offers = self._opened.shelf.offers()
        return lambda: {"decks": offers}

    def _others(self, body: dict[str, Any]) -> Later:
        """The cards that may have been laid in a step; none where nobody but the hands may say a card."""
        found = self._game()
        step, told = found.session.view.record.last_answer(), str(body.get("step", ""))
        if told:
            number = int(told) if told.isdecimal() and len(told) < len(str(MOST_IDS)) else told
            step = as_count(number, "step", most=MOST_IDS)
        others = [] if step is None else found.session.others_at(step)
        said = [each for each in others if found.may_say(each["answer"])]
        return lambda: {"others": said}
