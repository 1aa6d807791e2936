"""Conflicts between screens: which state a page has seen when it commands, and whether its subject has changed since.

Each snapshot has a number, `state`, which grows with each change. A command that names the number of its snapshot is
carried out only if its subject is still as it was shown there: the contents of a zone, the question of a light or a
player, the last answer. Other changes do not matter. A page may also name its `screen`: its own changes do not conflict
with it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from companion.core.errors import CuelightError
from companion.core.i18n import N_, _
from companion.core.json_fields import as_count, as_text
from companion.core.places import place_in_words, player_at
from companion.table.view import SessionView

MOST = 10**15 - 1  # that the reader of commands takes
NOTHING_DONE = N_("Nothing was done: look again.")


class Conflict(CuelightError, RuntimeError):
    """A command about something that another screen has changed. The message is for the person."""

    code = "stale"


class StateVersions:
    """The newest state number, and when each part of the state last changed.

    Args:
        first: the number to begin with; a lower number is from another run of the program.

    Attributes:
        screen: the page whose command is being carried out, and that makes the changes that are noted.
    """

    def __init__(self, first: int) -> None:
        self._first = self.state = first
        self.screen: str | None = None
        self._seen: tuple[Any, ...] = ()  # what the parts were last made from
        self._parts: dict[str, Hashable] = {}
        self._changed: dict[str, tuple[int, str | None]] = {}

    def look(self, view: SessionView, zones: Mapping[str, str | None], game: Hashable) -> None:
        """Give a new number to the parts of a game that have changed; `zones` are the things on its mat."""
        seen = game, view.position, view.record, view.timing, zones
        if seen == self._seen:
            return
        self._seen, parts = seen, parts_of(view, zones, game)
        changed = [name for name in {**self._parts, **parts} if self._parts.get(name) != parts.get(name)]
        if changed:
            self.state += 1
            self._changed |= dict.fromkeys(changed, (self.state, self.screen))
            self._parts = parts

    def check(
        self, name: str, body: Mapping[str, Any], view: SessionView | None, seen_in: Mapping[str, str | None]
    ) -> None:
        """Check that a command still fits what its page was shown. A command without a state always fits.

        Args:
            name: the name of the command.
            body: the command.
            view: the session; None if there is no game.
            seen_in: what pages are shown in each zone; a card that is shown by its back is found by no name.

        Raises Conflict, or InputError for an invalid state or screen.
        """
        if body.get("state") is None:
            return
        seen = as_count(body["state"], "state", most=MOST)
        screen = as_text(body["screen"], "screen") if body.get("screen") is not None else None
        if not self._first <= seen <= self.state:
            raise Conflict(_("Cuelight has restarted since this page was shown. {again}", again=_(NOTHING_DONE)))
        if self._is_new("game", seen):
            raise Conflict(_("Another game is being played by now. {again}", again=_(NOTHING_DONE)))
        if view is None:
            return
        if name in ("answer", "undo", "rename") and self._is_new("names", seen, screen if name == "rename" else None):
            raise Conflict(_("Somebody’s name was put right meanwhile. {again}", again=_(NOTHING_DONE)))
        is_correction = name == "answer" and body.get("by") is None and body.get("changes") is not None
        if name in ("undo", "redo") or is_correction:
            self._check_last(seen, screen)
        match name:
            case "answer":
                self._check_answer(str(body.get("by", "")), seen, view)
            case "mat":
                self._check_touch(body, seen, screen, view, seen_in)
            case _:
                pass

    def _is_new(self, part: str, seen: int, screen: str | None = None) -> bool:
        """Return whether anybody but this screen has changed a part since a state."""
        at, by = self._changed.get(part, (self._first, None))
        return at > seen and (screen is None or by != screen)

    def _check_last(self, seen: int, screen: str | None) -> None:
        if not self._is_new("steps", seen):
            return
        if not self._is_new("steps", seen, screen or ""):
            raise Conflict(
                _("From this screen the last answer has been changed just now. {again}", again=_(NOTHING_DONE))
            )
        raise _last_is_another()

    def _check_answer(self, by: str, seen: int, view: SessionView) -> None:
        if self._is_new(f"asked:{by if by in view.names else ''}", seen):
            who = by if by in view.names else _("the table")
            raise Conflict(_("Too late: {who} is asked something else by now. {again}", who=who, again=_(NOTHING_DONE)))
        if self._is_new(f"gave:{by}", seen):
            raise _last_is_another()

    def _check_touch(
        self,
        body: Mapping[str, Any],
        seen: int,
        screen: str | None,
        view: SessionView,
        seen_in: Mapping[str, str | None],
    ) -> None:
        zone, button = str(body.get("zone")), str(body.get("button"))
        if body.get("do") in ("press", "hold"):
            player = player_at(button, len(view.names))
            if player is not None and self._is_new(f"button:{player}", seen):
                whose = view.names[player]
                raise Conflict(
                    _("The light of {whose} asks something else by now. {again}", whose=whose, again=_(NOTHING_DONE))
                )
            return
        thing = body.get("thing")
        player = player_at(zone, len(view.names))
        if player is not None and thing is not None and seen_in.get(zone) == thing:  # it is turned up by that
            self._check_answer(view.names[player], seen, view)
        elsewhere = [f"zone:{place}" for place, lies in seen_in.items() if lies == thing]
        for part in (f"zone:{zone}", *(elsewhere if view.game.table.is_unique(str(thing)) else ())):
            if self._is_new(part, seen, screen):
                place = part.removeprefix("zone:")
                raise Conflict(
                    _(
                        "Another screen was faster {where}. {again}",
                        where=place_in_words(place, view.names),
                        again=_(NOTHING_DONE),
                    )
                )


def _last_is_another() -> Conflict:
    more = _("it was taken back, or more was played")
    return Conflict(_("The last answer is another one by now: {more}. {again}", more=more, again=_(NOTHING_DONE)))


def parts_of(view: SessionView, zones: Mapping[str, str | None], game: Hashable) -> dict[str, Hashable]:
    """Return the subjects of commands, each as a value that is equal as long as nothing about it changes."""
    names, window = view.names, view.timing.window
    # `noted` grows with every step, so this does not reveal that a correction names the same face-down card
    parts: dict[str, Hashable] = {
        "game": game,
        "names": tuple(names),
        "steps": (len(view.record.steps), view.record.noted),
    }
    parts |= {f"zone:{zone}": thing for zone, thing in zones.items()}
    for player, lamp in enumerate(view.timing.lamps.seats):
        parts[f"button:{player}"] = lamp.asks, lamp.question is not None
    state, asked = view.table.state, view.table.asked
    parts["asked:"] = view.game.rules.question_id(state, asked, None)
    given = {
        step.answer.get("by", ""): number for number, step in enumerate(view.record.steps) if step.answer is not None
    }
    parts |= {f"gave:{name}": given.get(name) for name in (*names, "")}
    for player, name in enumerate(names):
        parts[f"asked:{name}"] = (view.game.rules.question_id(state, asked, player), window)
    return parts
