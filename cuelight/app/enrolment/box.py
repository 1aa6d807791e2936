"""The things with tags in one deck and edition; and deck plus tags as one file, for moving them to another table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import Fields, as_word
from companion.core.observation import TagKind, split_thing, thing_from_text
from companion.game import AnyGame
from companion.game.new_game import STAND_IN, OwnDeck
from companion.games import USUAL, game_of, game_said
from cuelight.app.games.decks import DeckLibrary, checked_deck

FORM = "cuelight-deck"
VERSION = 2


class Box(NamedTuple):
    """A box of a game: its edition, its deck, and the text of its owners' deck file, None for the stand-in."""

    edition: str
    deck: OwnDeck
    text: str | None = None

    def things(self) -> Mapping[TagKind, Sequence[str]]:
        """Everything in it that a tag can be on."""
        return game_of(self.deck.game).box.decks.things(self.deck, self.edition)

    def copies(self) -> dict[str, int]:
        """Return everything in the box that can have a tag, in its order, with the number of copies."""
        game, state = _laid_out(self.deck.game, self.edition, self.text)
        return game.box.contents(state)

    def view(self, thing: str) -> dict[str, Any] | None:
        """Return a card of the box for a page; None if the thing is no card."""
        game, state = _laid_out(self.deck.game, self.edition, self.text)
        return game.box.card(state, thing) if split_thing(thing)[0] is TagKind.CARD else None

    def called(self, thing: str) -> str:
        """Return the name of a thing as people say it; for a thing outside the box, the thing itself."""
        game, state = _laid_out(self.deck.game, self.edition, self.text)
        return game.box.title(state, thing) if self.has(thing) else thing

    def check(self, thing: str) -> str:
        """Return the thing that a person typed, in its standard spelling.

        Raises InputError if it is not in the box.
        """
        thing = thing_from_text(thing, "thing")
        if not self.has(thing):
            sort, name = split_thing(thing)
            some = ", ".join(self.things().get(sort, ())[:8])
            raise InputError(
                _(
                    "there is no {sort} {name!r} in {title}; one of: {some} …",
                    sort=sort,
                    name=name,
                    title=self.deck.title,
                    some=some,
                ),
                field="thing",
            )
        return thing

    def has(self, thing: str) -> bool:
        """Return whether the thing is in the box."""
        sort, name = split_thing(thing)
        return name in self.things().get(sort, ())


@lru_cache(maxsize=8)
def _laid_out(game_id: str, edition: str, text: str | None) -> tuple[AnyGame, Any]:
    """A box as a game begins with it, for what a game can be asked only with a state."""
    game = game_of(game_id)
    deck = STAND_IN if text is None else {"text": text}
    names = [str(seat) for seat in range(1, game.info.seats[0] + 1)]
    return game, game.rules.setup(names, {"edition": edition, "deck": deck})


def box_of_table(shelf: DeckLibrary, edition: str | None = None, game: str | None = None) -> Box:
    """Return the box that a table plays with: the owners' newest deck, or the stand-in.

    `game` and `edition` select another one. Raises InputError if it does not exist.
    """
    own = next((deck for deck in shelf.own() if game in (None, deck.game)), None)
    found = game_of(game or (own.game if own is not None else USUAL))
    edition = edition or (own.edition if own is not None else found.info.editions[0])
    return _box(found, as_word(edition, "edition", found.info.editions), shelf)


def _box(game: AnyGame, edition: str, shelf: DeckLibrary) -> Box:
    kept = shelf.kept(game.info.id, shelf.usual(game.info.id, edition), edition)
    if isinstance(kept, str):
        return Box(edition, game.box.decks.stand_in(edition))
    return Box(edition, game.box.decks.stored(kept["text"]), kept["text"])


def export_deck(names: Mapping[str, str], box: Box) -> str:
    """Return a deck and the tags of its cards as one file; it includes the text of the owners' deck file."""
    document = {
        "form": FORM,
        "version": VERSION,
        "game": box.deck.game,
        "edition": box.edition,
        "deck": {"id": box.deck.id if box.text else STAND_IN, "title": box.deck.title, "text": box.text},
        "tags": {uid: thing for uid, thing in sorted(names.items()) if box.has(thing)},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read_deck(document: Any) -> tuple[Box, dict[str, str]]:
    """Return the box and the tags in an exported file.

    Raises InputError if it is no such file, has another version, or has a tag for a thing outside its box; InputErrors
    for mistakes in the deck.
    """
    fields = Fields(document)
    if fields.get("form") != FORM or fields.get("version") != VERSION:
        raise InputError(
            _("is no deck that this Cuelight exported (form {form!r}, version {version})", form=FORM, version=VERSION),
            field="form",
        )
    game = game_said(document)
    edition = fields.word("edition", game.info.editions, game.info.editions[0])
    text = fields.object("deck").get("text")
    if text is not None and not isinstance(text, str):
        raise InputError(_("must be the text of a deck file, or null for the stand-in"), field="deck.text")
    box = Box(edition, game.box.decks.stand_in(edition) if text is None else checked_deck(text), text)
    tags = fields.object("tags")
    found = {}
    for uid in tags.value:
        if not isinstance(uid, str) or not _is_uid(uid):
            raise InputError(_("{uid!r} is no uid; write its bytes in hexadecimal", uid=uid), field="tags")
        found[uid.upper()] = box.check(tags.text(uid))
    return box, found


def unknown_to(box: Box, things: Iterable[str]) -> int:
    """Return the number of things that are not in the box."""
    return sum(not box.has(thing) for thing in things)


def _is_uid(text: str) -> bool:
    return len(text) in range(8, 21, 2) and all(digit in "0123456789abcdefABCDEF" for digit in text)
