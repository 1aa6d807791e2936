"""The decks that a table can play with: the stand-in of each edition, and those of its owners, which the journal keeps.

A deck of one's own is kept as the text of its file, checked when it was taken. A game's record names it by its content,
so that neither the file nor a newer one of the same id changes a game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.journal import Journal, Kind
from companion.othello.decks.file import DeckFile, fits, kept_deck_file, read_deck_text
from companion.othello.model.deck import STAND_IN, Deck, deck_names
from companion.othello.model.ruleset import edition_names
from companion.play.errors import InputError
from cuelight.live.deck_store import DeckStore

KIND = Kind.DECK
MOST_DECKS = 200  # of one's own, in one journal
Kept = str | dict[str, Any]  # how a game's record has its deck: by name, or with the text of its file


class Shelf:
    """The decks of one table; its owners' newest last.

    `notices` say which decks of the journal cannot be read; they are not offered.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._own: dict[str, tuple[str, DeckFile]] = {}
        self.store = DeckStore(journal)
        self.notices: list[str] = []
        for record in journal.of_kind(KIND):
            try:
                text = self.store.content(record.body).get("text")
                if text is not None:
                    self._put(text, kept_deck_file(text))
            except Exception as error:  # whatever stands in a journal, the table starts
                self.notices.append(f"A deck in the journal (record {record.number}) cannot be read: {error}")

    def take(self, text: str, at: float) -> DeckFile:
        """Keep a deck; one of the same id that was there before is not offered any more.

        Raises InputErrors with everything that is wrong in it, JournalError when it cannot be kept.
        """
        found = checked_deck(text)  # mostly known already to whoever handed it over
        newest = next(reversed(self._own.values()), None)
        if newest is None or newest[0] != text:
            deck = {"text": text}
            named = self.store.named(deck)
            if named is None and len(self.store) >= MOST_DECKS:
                raise InputError(f"this table keeps {MOST_DECKS} decks already; begin another journal", field="text")
            self._journal.append(KIND, named or deck, at)
            self.store.note(deck)
            self._put(text, found)
        return found

    def _put(self, text: str, found: DeckFile) -> None:
        self._own.pop(found.deck.id, None)
        self._own[found.deck.id] = text, found

    def own(self) -> list[DeckFile]:
        """The owners' decks, the newest first."""
        return [found for _text, found in reversed(self._own.values())]

    def offers(self) -> list[dict[str, Any]]:
        """Every deck that can be chosen, as a page wants it: the owners' newest first, the stand-in last."""
        return [*map(described, self.own()), _stand_in()]

    def usual(self, edition: str) -> str:
        """The deck that is played unless somebody chooses: the owners' newest that fits, else the stand-in."""
        return next((item.deck.id for item in self.own() if fits(item.edition, edition)), STAND_IN)

    def deck(self, name: object) -> Deck | None:
        """The owners' deck of this id; None when there is none."""
        kept = self._own.get(name) if isinstance(name, str) else None  # asked on any thread
        return kept[1].deck if kept is not None else None

    def kept(self, name: str, edition: str) -> Kept:
        """The deck of this name as a game's record has it.

        Raises InputError when there is none, or it does not fit the edition.
        """
        if name not in self._own:
            if name == STAND_IN:
                return name
            raise InputError(f"there is no deck {name!r} at this table", field="deck")
        text, own = self._own[name]
        if not fits(own.edition, edition):
            raise InputError(f"{own.deck.title} has the cards of the edition {own.edition}", field="deck")
        return {"text": text}


@lru_cache(maxsize=8)
def checked_deck(text: str) -> DeckFile:
    """A deck that a table may take.

    Raises InputErrors with everything that is wrong in its text; InputError for a name that is taken.
    """
    found = read_deck_text(text)
    if found.deck.id in (STAND_IN, *deck_names()):
        what = f"{found.deck.id!r} is a deck that comes with Cuelight; give yours an id of its own"
        line = next((n for n, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith("id")), 1)
        raise InputError(what, line=line, field="id")
    return found


def described(found: DeckFile) -> dict[str, Any]:
    """A deck of its owners in a list of decks."""
    return {
        "id": found.deck.id,
        "title": found.deck.title,
        "made_up": found.deck.made_up,
        "editions": [edition for edition in edition_names() if fits(found.edition, edition)],
        "script": len(found.deck.cards),
        "staging": sum(card.copies for card in found.deck.staging.values()),
    }


def _stand_in() -> dict[str, Any]:
    return {"id": STAND_IN, "title": "Stand-in deck", "made_up": True, "editions": edition_names()}
