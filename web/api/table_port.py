"""What the web side asks of a table. The command line passes in the real one; tests pass in a recorded one.

Snapshots are JSON documents in UTF-8, made once per change and shared by every viewer, so that the web side neither
computes nor filters anything: what must stay hidden has never been in them.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from companion.core.errors import CuelightError
from companion.core.i18n import _, ngettext
from companion.table.viewer import HOST, Viewer


class SeatChannel(NamedTuple):
    """The channel of what only one player may see; `player` is the seat, from 0."""

    player: int


Channel = Literal["board", "desk"] | SeatChannel
Listener = Callable[[bytes], None]


class Table(Protocol):
    """One table: its newest snapshots, a way to hear of new ones, and the commands that change it."""

    def board(self) -> bytes:
        """The newest snapshot that everybody may see."""

    def desk(self) -> bytes:
        """The newest snapshot for the host, which holds the board."""

    def own(self, player: int) -> bytes:
        """The newest snapshot for the player at a seat, from 0, and for nobody else; it holds the board."""

    def listen(self, channel: Channel, callback: Listener) -> None:
        """Call `callback` with each new snapshot of `channel`, from whatever thread publishes it.

        Of a player's own channel it is called with the newest snapshot first: those are made while somebody listens.
        """

    def stop_listening(self, channel: Channel, callback: Listener) -> None:
        """Call `callback` no more, but for a snapshot that is on its way."""

    def ask(self, name: str, body: dict[str, Any], asker: Viewer = HOST) -> dict[str, Any]:
        """What a page wants to know that is in no snapshot (see `QUESTIONS` in `web.api.commands`); changes nothing.

        Raises:
            CuelightError: there is no answer; the message is for the person who asked.
        """

    def command(self, name: str, body: dict[str, Any], asker: Viewer = HOST) -> dict[str, Any]:
        """Carry out a command (see `COMMANDS` in `web.api.commands`).

        Raises:
            CuelightError: it cannot be done; the message is for the person who asked.
        """


class GameFile(NamedTuple):
    """A file that somebody keeps of one game, or of all: its name, its media type, and what is in it."""

    name: str
    media: str
    content: bytes


FORMS = ("json", "csv", "bgstats")
"""The files that there are of a game; of all games together the first two."""


class History(Protocol):
    """The games that were played. It has names of guests, so it is for the host; nothing in it hangs on hidden cards.

    Methods raise CuelightError, with a message for the person who asked.
    """

    def games(self) -> dict[str, Any]:
        """Every game, the newest first, under `games`; under `players` statistics; `unread` are still looked at."""

    def game(self, number: int) -> dict[str, Any]:
        """One game: digest, sheet, race, the reasons of points, steps."""

    def replay(self, number: int) -> dict[str, Any]:
        """The board after each step of a game."""

    def lately(self) -> dict[str, Any]:
        """How the `last` game began, and the `names` of all."""

    def named(self, name: str) -> list[int]:
        """The games of a player."""

    def file(self, number: int | None, form: str) -> GameFile:
        """A file of a game, or of all (None)."""


class NoHistory:
    """A table whose games nobody asks for."""

    def games(self) -> dict[str, Any]:
        """None."""
        return {"games": [], "players": [], "unread": 0}

    def game(self, number: int) -> dict[str, Any]:
        """Raises CuelightError."""
        raise NoSuchGame(_("This table keeps no games."))

    def replay(self, number: int) -> dict[str, Any]:
        """Raises CuelightError."""
        return self.game(number)

    def lately(self) -> dict[str, Any]:
        """Nothing."""
        return {"last": None, "names": []}

    def named(self, name: str) -> list[int]:
        """None."""
        return []

    def file(self, number: int | None, form: str) -> GameFile:
        """Raises CuelightError."""
        raise NoSuchGame(_("This table keeps no games."))


class NoSuchGame(CuelightError, LookupError):
    """A game that the journal does not hold, or that cannot be read any more."""


HERE = "here"
"""The address of who sits at this machine itself, such as its wall screen."""


class WrongPin(CuelightError, PermissionError):
    """A PIN, or a seat's key, that is not the right one."""


class TooManyTries(CuelightError, RuntimeError):
    """So many wrong PINs that for `seconds` no more are looked at."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        minutes = -(-self.seconds // 60)
        told = ngettext(
            "There were too many tries. Try again in {count} minute.",
            "There were too many tries. Try again in {count} minutes.",
            minutes,
        )
        super().__init__(told)


class Doors(Protocol):
    """Who may do what at a table, where it is `closed`. Tokens are what browsers show, as the methods gave them."""

    @property
    def closed(self) -> bool:
        """Whether anything is asked; at an open table everybody is the host."""

    def asker(self, login: str | None, seat: str | None) -> Viewer:
        """Who shows these: what `log_in` gave, and `SEAT.KEY`."""

    def fits(self, seat: int, key: str) -> bool:
        """Whether this is the key of a seat, from 1, in this game."""

    def unused_pin(self) -> str | None:
        """The PIN that the table made, until somebody has logged in with it."""

    def log_in(self, pin: str, address: str) -> str:
        """A token for a host. Raises WrongPin and TooManyTries."""

    def log_out(self, login: str) -> bool:
        """End what a token may do; returns whether that outlives a restart of the table."""

    def change_pin(self, pin: str, new: str, address: str) -> str:
        """Choose a PIN; a token in the place of all that were given. Raises as `log_in`, and InputError."""

    def make_keys(self, seats: Sequence[int], on_wall: bool = False) -> dict[int, str]:
        """New keys for seats, from 1; those `on_wall` are shown there, each until somebody comes in by it."""

    def codes(self) -> dict[int, str]:
        """The keys that the wall shows, by their seats."""

    def take_codes_away(self) -> None:
        """The wall shows no keys any more."""

    def come_in(self, seat: int, key: str) -> str:
        """The key that whoever comes in by this one shows from now on. Raises WrongPin."""


class OpenDoors:
    """A table that is open to the room: nobody is asked for anything, and there is nothing to ask for."""

    closed = False

    def asker(self, login: str | None, seat: str | None) -> Viewer:
        """Everybody may do everything, and knows no hidden card by that."""
        return HOST

    def fits(self, seat: int, key: str) -> bool:
        """No seat has a key."""
        return False

    def unused_pin(self) -> str | None:
        """There is none."""
        return None

    def log_in(self, pin: str, address: str) -> str:
        """Raises WrongPin."""
        raise WrongPin(_("This table is open: it has no PIN."))

    def log_out(self, login: str) -> bool:
        """Nobody is logged in."""
        return True

    def change_pin(self, pin: str, new: str, address: str) -> str:
        """Raises WrongPin."""
        return self.log_in(pin, address)

    def make_keys(self, seats: Sequence[int], on_wall: bool = False) -> dict[int, str]:
        """Raises WrongPin."""
        raise WrongPin(_("This table is open: its seats need no keys."))

    def codes(self) -> dict[int, str]:
        """There are none."""
        return {}

    def take_codes_away(self) -> None:
        """There are none."""

    def come_in(self, seat: int, key: str) -> str:
        """Raises WrongPin."""
        raise WrongPin(_("This table is open: its seats need no keys."))
