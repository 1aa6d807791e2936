"""Keeps each deck in the journal once, by the SHA-256 of its content; a game's record names it.

An owners' deck is kept as the text of its file, a deck that came with a position as its cards. Texts of single cards
that owners have typed are among them (`enrolment/drafts.py`).
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from companion.journal import Journal, Kind

TEXT, CARDS, NAME = "text", "cards", "sha256"
TYPED = "typed"  # of a single card, which becomes part of a deck later


class DeckStore:
    """The content of every deck in a journal."""

    def __init__(self, journal: Journal) -> None:
        self._content: dict[str, dict[str, Any]] = {}
        for record in journal.of_kind(Kind.DECK):
            self.note(record.body)

    def __len__(self) -> int:
        """The number of decks."""
        return len(self._content)

    def note(self, deck: dict[str, Any]) -> None:
        """Note that a deck is in the journal."""
        if NAME not in deck and TYPED not in deck:
            self._content[_name(deck)] = deck

    def named(self, deck: dict[str, Any]) -> dict[str, Any] | None:
        """The name of a deck that is in the journal; None for one that is not yet."""
        name = _name(deck)
        return {NAME: name} if name in self._content else None

    def content(self, deck: dict[str, Any]) -> dict[str, Any]:
        """The deck of this name; a deck that is given itself is returned."""
        return self._content.get(str(deck.get(NAME)), deck)

    def whole(self, body: dict[str, Any]) -> dict[str, Any]:
        """A game's record with its deck in it."""
        position = body.get("position")
        if position is not None and isinstance(position.get("deck"), dict) and NAME in position["deck"]:
            return body | {"position": position | {"deck": self.content(position["deck"]).get(CARDS)}}
        return body | {"deck": self.content(body["deck"])} if isinstance(body.get("deck"), dict) else body

    def apart(self, body: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
        """A game's record that names its deck, and the deck's record if it is not in the journal yet."""
        position = body.get("position")
        if position is not None and not isinstance(position.get("deck"), str | None):
            deck = {CARDS: position["deck"]}
            slim = body | {"position": position | {"deck": {NAME: _name(deck)}}}
        elif isinstance(body.get("deck"), dict):
            deck = body["deck"]
            slim = body | {"deck": {NAME: _name(deck)}}
        else:
            return body, []
        return slim, [] if self.named(deck) is not None else [(Kind.DECK, deck)]


def _name(deck: dict[str, Any]) -> str:
    content = deck[TEXT] if TEXT in deck else json.dumps(deck[CARDS], sort_keys=True, separators=(",", ":"))
    return sha256(content.encode(errors="surrogatepass")).hexdigest()
