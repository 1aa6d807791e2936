"""Drafts: the cards that owners type, one by one. Each is recorded in the journal at once, and becomes part of a deck.

A draft is the deck that the table plays, or the stand-in as a guess, with the typed cards in it. After it is handed
over to the table's decks, it is a deck like any other, and later typing changes that deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.observation import Clock
from companion.game.deck_files import CardForm, Fault, TypedCard
from companion.game.new_game import OwnDeck
from companion.games import game_of
from companion.journal import Journal, Kind
from cuelight.app.games.deck_store import TYPED
from cuelight.app.games.decks import DeckLibrary, checked_deck

Values = Mapping[str, Any] | None


class NoForm(CuelightError, LookupError):
    """All cards of the game are known, so there is nothing to type."""


class Trial(NamedTuple):
    """A deck before and after a card is typed, with the card's new name, the card's mistakes, and other mistakes."""

    before: str
    text: str
    name: str
    faults: list[tuple[str, str]]
    other_faults: list[str]


class Drafts:
    """The drafts of one table."""

    def __init__(self, journal: Journal, shelf: DeckLibrary, wall_clock: Clock) -> None:
        self._journal = journal
        self._shelf = shelf
        self._wall_clock = wall_clock
        self._steps: dict[tuple[str, str], list[TypedCard]] = {}
        self._texts: dict[tuple[str, str], tuple[Any, str]] = {}  # drafts, each with its base deck
        for record in journal.of_kind(Kind.DECK):
            if TYPED in record.body:
                self._take(record.body[TYPED])

    def _take(self, body: Mapping[str, Any]) -> None:
        self._texts.pop((body["game"], body["edition"]), None)
        steps = self._steps.setdefault((body["game"], body["edition"]), [])
        if body.get("name") is None:
            steps.clear()  # handed over
        else:
            steps[:] = [step for step in steps if step.name not in (body["card"], body["name"])]
            steps.append(TypedCard(body["card"], body["values"], body["name"]))

    def form(self, game: str) -> CardForm:
        """The form of a game. Raises NoForm."""
        form = game_of(game).box.decks.form
        if form is None:
            raise NoForm(_("All cards of this game are known: there is nothing to type."))
        return form

    def text(self, game: str, edition: str) -> str:
        """Return the draft as a deck file. Raises NoForm."""
        form = self.form(game)
        kept = self._shelf.kept(game, self._shelf.usual(game, edition), edition)
        made = self._texts.get((game, edition))
        if made is None or made[0] != kept:
            text = form.begin(edition) if isinstance(kept, str) else str(kept["text"])
            text = form.typed(text, self._steps.get((game, edition), ()))
            made = self._texts[game, edition] = kept, text
        return made[1]

    def is_begun(self, game: str, edition: str) -> bool:
        """Return whether something was typed that is in no deck of the table yet."""
        return bool(self._steps.get((game, edition)))

    def tried(self, game: str, edition: str, card: str, values: Values) -> Trial:
        """Return the draft with a typed card. Raises InputError for an unknown card or field."""
        form, before = self.form(game), self.text(game, edition)
        old = form.cards(before)
        if card not in old and not (form.adds and card == "" and values is not None):
            raise InputError(_("there is no card {card} in this deck", card=repr(card)), field="card")
        fields = form.fields(before, card)
        names = [field.name for field in fields]
        for name in values or ():
            if name not in names:
                known = ", ".join(names)
                raise InputError(_("there is no such field; there are: {fields}", fields=known), field=name)
        text = form.typed(before, [TypedCard(card, values)])
        faults = game_of(game).box.decks.faults(text)
        named = form.cards(text) if all(fault.where for fault in faults) else {}
        name = next((each for each in named if each not in old), card)
        lacking = [field.name for field in fields if values is not None and field.is_lacking(values)]
        mine, others = [(field, _("is missing")) for field in lacking], []
        for fault in faults:
            field = form.about(fault.where, name) if fault.where else ""
            if field is None:
                others.append(words_of(fault))
            else:
                mine.append((field, fault.reason))
        return Trial(before, text, name, mine, others)

    def keep(self, game: str, edition: str, card: str, values: Values) -> Trial:
        """Store a card if it has no mistakes; returns the trial. Raises as `tried`, and JournalError."""
        trial = self.tried(game, edition, card, values)
        typed = TypedCard(card, values, trial.name)
        is_kept = trial.text == trial.before and typed in self._steps.get((game, edition), ())
        if not trial.faults and not is_kept:
            body = {"game": game, "edition": edition, "card": card, "name": trial.name, "values": values}
            made = self._texts[game, edition]
            self._journal.append(Kind.DECK, {TYPED: body}, self._wall_clock())
            self._take(body)
            self._texts[game, edition] = made[0], trial.text
        return trial

    def take_file(self, text: str) -> OwnDeck:
        """Import a deck file; cards that it guesses keep their known faces from the table's deck with the same id.

        Raises as `DeckLibrary.take`.
        """
        found = checked_deck(text)
        form, mine = game_of(found.game).box.decks.form, self._shelf.text(found)
        if form is not None and mine is not None:
            theirs = form.cards(text)
            known = [card for card, is_guess in form.cards(mine).items() if not is_guess]
            lacking = [card for card in known if theirs.get(card, form.adds)]
            if lacking:  # otherwise keep the file as written
                text = form.typed(text, [TypedCard(card, form.values(mine, card), card) for card in lacking])
        return self._shelf.take(text, self._wall_clock())

    def hand_over(self, game: str, edition: str) -> list[str]:
        """Let the table play the typed cards.

        Returns the mistakes; if there are any, the deck waits until they are fixed.
        """
        if not self.is_begun(game, edition):
            return []
        text = self.text(game, edition)
        faults = game_of(game).box.decks.faults(text)
        if not faults:
            self._shelf.take(text, self._wall_clock())
            body = {"game": game, "edition": edition, "card": None, "name": None, "values": None}
            self._journal.append(Kind.DECK, {TYPED: body}, self._wall_clock())
            self._take(body)
        return [words_of(fault) for fault in faults]


def words_of(fault: Fault) -> str:
    """Return a mistake in a deck as one line."""
    return f"{fault.where}: {fault.reason}" if fault.where else fault.reason
