"""The game interface: a game is a value of eight parts and an optional one, each described on a page of its own.

    info      companion/game/__init__.py      name, seats, editions, lesson
    rules     companion/game/rules.py         what a state allows, and what an answer does to it
    types     companion/game/types.py         positions, answers and events as JSON
    secrets   companion/game/secrets.py       what each player may know
    table     companion/game/table_rules.py   what happens on the mat, and what it means; fixes by the host
    text      companion/game/text.py          decisions, answers and events in words
    display   companion/game/display.py       what pages show
    box       companion/game/box.py           options, decks, single cards
    bots      companion/game/bots.py          programs that play
    racks     companion/game/racks.py         cards of bots at a real table; a game may have none

The abstract methods of a part come first, the ones with a default after them. `docs/adding-a-game.md` has an example; a
small card game has most of this from `companion/simple`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple

from companion.core.diff import Difference, differences
from companion.core.errors import InputError
from companion.core.json_fields import as_count
from companion.game.bots import Bots
from companion.game.box import Box
from companion.game.display import Display
from companion.game.interpretation import R
from companion.game.new_game import Decks
from companion.game.racks import RackRules
from companion.game.rules import A, E, Json, Rules, S
from companion.game.secrets import Secrets
from companion.game.table_rules import FollowUp, TableRules
from companion.game.text import Text
from companion.game.tutorial import Lesson
from companion.game.types import Types


class ScoreRow(NamedTuple):
    """A row of the score sheet.

    Args:
        key: its key in the scores.
        words: its title, marked for translation.
        bonus: whether it comes at the end of the game.
    """

    key: str
    words: str
    bonus: bool = False


@dataclass(frozen=True)
class Info:
    """A game as the start page offers it.

    Args:
        id: its name in positions and records.
        title: its name for people.
        pitch: the game in one sentence for somebody who has never heard of it, marked for translation.
        seats: the possible numbers of players.
        editions: the editions, the usual one first.
        page: the folder with its template overrides for the pages; without one, pages draw the game plainly.
        lesson: the guided act that teaches it.
        is_example: whether it shows engineers how to add a game; it is offered last.
        is_timed: whether it has reply windows that close when their time is up.
        points_decide: whether the most points win. Otherwise lists and statistics show no points.
        score_rows: the rows of the score sheet in the order of the rulebook; none to use the keys of the scores.
        starts_by: the name of the answer `to` a player by which the table says who begins; "" if nobody is asked.
    """

    id: str
    title: str
    pitch: str
    seats: range
    editions: Sequence[str]
    page: Path
    lesson: Lesson | None = None
    is_example: bool = False
    is_timed: bool = False
    points_decide: bool = True
    score_rows: Sequence[ScoreRow] = ()
    starts_by: str = ""


@dataclass(frozen=True)
class Game(Generic[S, A, E, R]):
    """A game."""

    info: Info
    rules: Rules[S, A, E]
    types: Types[S, A, E]
    secrets: Secrets[S, A, E]
    table: TableRules[S, A, E, R]
    text: Text[S, A, E]
    display: Display[S, R]
    box: Box[S]
    bots: Bots[S, A]
    racks: RackRules[S, A, E] | None = None

    def edition_title(self, edition: str | None, level: str | None = None) -> str:
        """Return the title of an edition and its level; "" if the game has only one edition."""
        if edition is None or len(self.info.editions) == 1:
            return ""
        named = edition if level is None else f"{edition}/{level}"
        return self.box.options_form().editions.get(named, named)

    def options_from(self, body: Mapping[str, Any], decks: Decks) -> Json:
        """Return the options of a new game's record, which `Rules.setup` takes.

        Raises InputError, with the field, for an option or a deck that cannot be.
        """
        game, edition = self.info.id, str(body.get("edition") or self.info.editions[0])
        level, variants, rulings = body.get("level"), body.get("variants") or (), body.get("rulings") or {}
        rules = self.box.rules_record(edition, level, variants, rulings)
        deck = decks.kept(game, str(body.get("deck") or decks.usual(game, edition)), edition)
        return {"edition": edition, "deck": deck, **rules}

    def first_answer(self, body: Mapping[str, Any], names: Sequence[str]) -> Json | None:
        """Return the answer of the player who begins, if `lead` has the seat already. Raises InputError."""
        if not self.info.starts_by or body.get("lead") is None:
            return None
        return {"do": self.info.starts_by, "to": names[as_count(body["lead"], "lead", most=len(names) - 1)]}

    def backs(self, state: S) -> list[list[str]]:
        """Return each hand as everybody sees it: backs of hidden cards, in an order that reveals nothing."""
        known: Any = self.secrets.visible_to(state, None)
        return [sorted(seat.hand) for seat in known.seats]

    def differences(self, first: S, second: S) -> list[Difference]:
        """Return the differences between two positions, in the order of their keys."""
        to_json = self.types.position_to_json
        return differences(to_json(first), to_json(second), self.types.derived_keys)

    def about(self, name: str, state: S, events: Sequence[E]) -> Json:
        """Return the answer to a page's question: "details", "explain" or "position".

        Raises InputError for another name.
        """
        known = self.secrets.visible_to(state, None)
        match name:
            case "details":
                return {"details": self.display.details(known)}
            case "explain":
                return {"players": self.rules.points(known, events)}
            case "position":
                return self.types.position_to_json(known)
            case _:
                raise InputError(f"there is nothing called {name!r} to ask about", field="name")


AnyGame = Game[Any, Any, Any, Any]

__all__ = [
    "AnyGame",
    "Bots",
    "Box",
    "Display",
    "FollowUp",
    "Game",
    "Info",
    "RackRules",
    "Rules",
    "ScoreRow",
    "Secrets",
    "TableRules",
    "Text",
    "Types",
]
