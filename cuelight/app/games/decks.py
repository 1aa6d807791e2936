"""The decks that a table can play with: the stand-in of each edition, and those of its owners, which the journal keeps.

An owners' deck is kept as the text of its file, which was validated before. A game's record names it by its content,
so that neither the file nor a newer deck of the same id changes a game. A record with `off` takes a deck off the list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.observation import split_thing
from companion.game.new_game import STAND_IN, OwnDeck
from companion.games import game_ids, game_of, game_of_deck
from companion.journal import Journal, Kind
from cuelight.app.games.deck_store import DeckStore

KIND = Kind.DECK
MOST_DECKS = 200  # of the owners, in one journal
Kept = str | dict[str, Any]  # a deck in a game's record: its name, or the text of its file


class DeckLibrary:
    """The decks of one table; its owners' newest last.

    Attributes:
        notices: name the decks of the journal that cannot be read; they are not offered.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._own: dict[tuple[str, str], tuple[str, OwnDeck]] = {}  # by game and id
        self.store = DeckStore(journal)
        self.notices: list[str] = []
        for record in journal.of_kind(KIND):
            try:
                text = self.store.content(record.body).get("text")
                if text is not None:
                    found = game_of_deck(text).box.decks.stored(text)
                    self._put(text, found)
                    if record.body.get("off"):
                        del self._own[found.game, found.id]
            except Exception as error:  # a damaged deck does not stop the start
                self.notices.append(
                    _(
                        "A deck in the journal (record {number}) cannot be read: {error}",
                        number=record.number,
                        error=error,
                    )
                )

    def take(self, text: str, at: float) -> OwnDeck:
        """Keep a deck; it replaces an earlier one of the same id.

        Raises InputErrors with all its mistakes, and JournalError if it cannot be kept.
        """
        found = checked_deck(text)  # mostly validated by the caller already
        newest = next(reversed(self._own.values()), None)
        if newest is None or newest[0] != text:
            deck = {"text": text}
            named = self.store.named(deck)
            if named is None and len(self.store) >= MOST_DECKS:
                raise InputError(
                    _("this table keeps {most} decks already; begin another journal", most=MOST_DECKS), field="text"
                )
            self._journal.append(KIND, named or deck, at)
            self.store.note(deck)
            self._put(text, found)
        return found

    def remove(self, game: str, name: str, at: float) -> None:
        """Offer a deck no longer; games keep it, and `take` offers it again.

        Raises InputError if there is none, and JournalError if it cannot be recorded.
        """
        if (game, name) not in self._own:
            raise _no_deck(name)
        text, _found = self._own[game, name]
        self._journal.append(KIND, {**(self.store.named({"text": text}) or {}), "off": True}, at)
        del self._own[game, name]

    def _put(self, text: str, found: OwnDeck) -> None:
        key = found.game, found.id
        self._own.pop(key, None)
        self._own[key] = text, found

    def own(self) -> list[OwnDeck]:
        """The owners' decks, the newest first."""
        return [found for _text, found in reversed(self._own.values())]

    def offers(self) -> list[dict[str, Any]]:
        """Every deck that can be chosen, for a page: the owners' newest first, the stand-ins last."""
        return [*map(described, self.own()), *map(_stand_in, game_ids())]

    def has(self, thing: str) -> bool:
        """True if a thing is in the box of some game, edition or owners' deck of this table. Safe on any thread."""
        sort, name = split_thing(thing)
        games = map(game_of, game_ids())
        boxes = [(own, edition) for own in self.own() for edition in own.fits]
        boxes += [(game.box.decks.stand_in(edition), edition) for game in games for edition in game.info.editions]
        return any(name in game_of(deck.game).box.decks.things(deck, edition).get(sort, ()) for deck, edition in boxes)

    def usual(self, game: str, edition: str) -> str:
        """The default deck: the owners' newest that fits, else the stand-in."""
        fitting = (item.id for item in self.own() if item.game == game and edition in item.fits)
        return next(fitting, STAND_IN)

    def deck(self, game: str, name: object) -> Any:
        """The owners' deck of this id; None when there is none."""
        kept = self._own.get((game, name)) if isinstance(name, str) else None  # safe on any thread
        return kept[1].deck if kept is not None else None

    def text(self, like: OwnDeck) -> str | None:
        """The text of the deck that another one replaces; None if there is none, or it is of another edition."""
        text, own = self._own.get((like.game, like.id), ("", None))
        return text if own is not None and like.edition in own.fits else None

    def kept(self, game: str, name: str, edition: str) -> Kept:
        """The deck of this name, for a game's record.

        Raises InputError if there is none, or if it does not fit the edition.
        """
        if (game, name) not in self._own:
            if name == STAND_IN:
                return name
            raise _no_deck(name)
        text, own = self._own[game, name]
        if edition not in own.fits:
            raise InputError(
                _("{title} has the cards of the edition {edition}", title=own.title, edition=own.edition), field="deck"
            )
        return {"text": text}


def _no_deck(name: str) -> InputError:
    return InputError(_("there is no deck {name!r} at this table", name=name), field="deck")


@lru_cache(maxsize=8)
def checked_deck(text: str) -> OwnDeck:
    """A deck that a table may take.

    Raises InputErrors with all mistakes in its text, and InputError for a name that is taken.
    """
    game = game_of_deck(text)
    found = game.box.decks.read(text)
    if found.id in (STAND_IN, *game.box.decks.names()):
        what = _("{id!r} is a deck that comes with Cuelight; give yours an id of its own", id=found.id)
        line = next((n for n, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith("id")), 1)
        raise InputError(what, line=line, field="id")
    return found


def described(found: OwnDeck) -> dict[str, Any]:
    """An owners' deck in a list of decks."""
    head = {"id": found.id, "title": found.title, "made_up": found.made_up, "editions": list(found.fits)}
    return {"game": found.game, **head, "guessed": found.guessed, **found.counts}


def _stand_in(game_id: str) -> dict[str, Any]:
    game = game_of(game_id)
    deck = game.box.decks.stand_in(game.info.editions[0])
    title = _(deck.title) if deck.made_up else deck.title
    return {
        "game": game_id,
        "id": STAND_IN,
        "title": title,
        "made_up": deck.made_up,
        "editions": sorted(game.info.editions),
    }
