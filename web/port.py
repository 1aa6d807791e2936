"""What the web side asks of a table. The command line passes in the real one; tests pass in a recorded one.

Snapshots are JSON documents in UTF-8, made once per change and shared by every viewer, so that the web side neither
computes nor filters anything: what must stay hidden has never been in them.
"""

from collections.abc import Callable
from typing import Any, Literal, Protocol

from companion.table.asker import HOST, Asker

QUESTIONS = ("decks", "details", "explain", "position")
"""What a page can ask: which decks can be chosen, the rules and cards of the game, why scores are as they are, and its
situation."""

Channel = Literal["board", "desk"]
Listener = Callable[[bytes], None]


class Table(Protocol):
    """One table: its newest snapshots, a way to hear of new ones, and the commands that change it."""

    def board(self) -> bytes:
        """The newest snapshot that everybody may see."""

    def desk(self) -> bytes:
        """The newest snapshot for the host, which holds the board."""

    def listen(self, channel: Channel, callback: Listener) -> None:
        """Call `callback` with each new snapshot of `channel`, from whatever thread publishes it."""

    def ask(self, name: str, body: dict[str, Any], asker: Asker = HOST) -> dict[str, Any]:
        """What a page wants to know that is in no snapshot (see `QUESTIONS`); changes nothing.

        Raises:
            CuelightError: there is no answer; the message is for the person who asked.
        """

    def command(self, name: str, body: dict[str, Any], asker: Asker = HOST) -> dict[str, Any]:
        """Carry out a command ("start", "answer", "undo", "mat", "drive", "question", "demo", "deck", "voice").

        Raises:
            CuelightError: it cannot be done; the message is for the person who asked.
        """
