"""In a test language that marks every sentence, all options and texts of a game are marked.

This finds text that bypasses the catalogues without a reader of German. Names of cards and of owners' decks are exempt.
"""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

import pytest

from companion.core import i18n as tongue
from companion.games import game_ids, game_of
from companion.table.score_sheet import account
from tests.support.all_games import random_game

MARK = "⟦"


class Marked(NullTranslations):
    """Translations that mark every sentence."""

    def gettext(self, message: str) -> str:
        return f"{MARK}{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tongue._Spoken, "language", tongue._Language("xx", Marked(), {}))


def chosen_at_the_start(rules: Any) -> Iterator[str]:
    form = rules.box.options_form()
    yield from (title for title, _editions in form.variants.values())
    for question, answers in form.rulings.values():
        yield from (question, *answers.values())


@pytest.mark.parametrize("game", game_ids())
def test_what_is_chosen_at_the_start_and_told_of_a_game_is_in_the_catalogues(game: str) -> None:
    rules = game_of(game)
    play, _counts = random_game(game, rules.info.seats[0])
    sheet = account(rules, play.start, play.state, play.events)["sheet"]
    told = [*chosen_at_the_start(rules), *(part["words"] for part in sheet["parts"])]
    told += [f"{each['name']}: {each['value']}" for each in rules.display.details(play.state)]
    told += [each["value"][0] for each in rules.display.details(play.state) if "Cards" in each["name"]]
    assert [words for words in told if MARK not in words] == []


def test_a_thing_of_deathmatch_that_has_no_name_of_its_own_is_in_the_catalogues() -> None:
    game = game_of("deathmatch")
    play, _counts = random_game("deathmatch", 3)
    assert MARK in game.box.card(play.start, "protagonist")["words"]
    told = game.rules.points(play.state, play.events)
    entries = [entry for each in told for entry in (*each["entries"], *(each["slain"] or each)["entries"])]
    assert entries and all(entry["part_words"].startswith(MARK) for entry in entries)
