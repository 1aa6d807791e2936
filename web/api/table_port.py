"""Interfaces of a table towards the web server. The command line passes in a real table, tests a recorded one.

Snapshots are JSON documents in UTF-8. The table makes each one once per change, already without hidden information, and
all viewers share it. So the web server neither computes nor filters anything.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from companion.core.errors import CuelightError
from companion.core.i18n import _, ngettext
from companion.table.viewer import HOST, Viewer


class SeatChannel(NamedTuple):
    """The channel of the information that only one player may see; `player` is the seat, from 0."""

    player: int


Channel = Literal["board", "desk"] | SeatChannel
Listener = Callable[[bytes], None]


class Table(Protocol):
    """One table: its newest snapshots, subscriptions to new ones, and the commands that change it."""

    def board(self) -> bytes:
        """Return the newest snapshot that everybody may see."""

    def desk(self) -> bytes:
        """Return the newest snapshot for the host; it includes the board."""

    def own(self, player: int) -> bytes:
        """Return the newest snapshot for the player at a seat, from 0, and nobody else; it includes the board."""

    def listen(self, channel: Channel, callback: Listener) -> None:
        """Call `callback` with each new snapshot of `channel`, from the thread that publishes it.

        The table makes the snapshots of all channels but the board only while somebody listens. So on such a channel
        the first call passes the newest snapshot.
        """

    def stop_listening(self, channel: Channel, callback: Listener) -> None:
        """Stop calling `callback`; a snapshot that is being delivered may still arrive."""

    def ask(self, name: str, body: dict[str, Any], asker: Viewer = HOST) -> dict[str, Any]:
        """Answer a page's question that no snapshot answers (see `QUESTIONS` in `web.api.commands`); changes nothing.

        Raises:
            CuelightError: there is no answer; the message is for the person who asked.
        """

    def command(self, name: str, body: dict[str, Any], asker: Viewer = HOST) -> dict[str, Any]:
        """Carry out a command (see `COMMANDS` in `web.api.commands`).

        Raises:
            CuelightError: the command cannot be carried out; the message is for the person who asked.
        """


class GameFile(NamedTuple):
    """An exported file of one game or of all games: its name, its media type and its content."""

    name: str
    media: str
    content: bytes


FORMS = ("json", "csv", "bgstats")
"""The files that there are of a game; of all games together the first two."""


class History(Protocol):
    """The games that were played. Only the host may see them, for they have names of guests.

    The data never depends on hidden cards. Methods raise CuelightError, with a message for the person who asked.
    """

    def games(self) -> dict[str, Any]:
        """Return `games`, newest first, statistics as `players`, and `unread`, the number of games not analysed yet."""

    def game(self, number: int) -> dict[str, Any]:
        """Return one game: digest, score sheet, race, reasons for the points, steps."""

    def replay(self, number: int) -> dict[str, Any]:
        """Return the board after each step of a game."""

    def lately(self) -> dict[str, Any]:
        """Return the settings of the `last` game and the `names` of all players."""

    def named(self, name: str) -> list[int]:
        """Return the numbers of the games of a player."""

    def file(self, number: int | None, form: str) -> GameFile:
        """Return an exported file of one game, or of all games (None)."""


class NoHistory:
    """The history of a table that offers none."""

    def games(self) -> dict[str, Any]:
        """Return no games."""
        return {"games": [], "players": [], "unread": 0}

    def game(self, number: int) -> dict[str, Any]:
        """Raise CuelightError."""
        raise NoSuchGame(_("This table does not record games."))

    replay = game

    def lately(self) -> dict[str, Any]:
        """Return no game and no names."""
        return {"last": None, "names": []}

    def named(self, name: str) -> list[int]:
        """Return no games."""
        return []

    def file(self, number: int | None, form: str) -> GameFile:
        """Raise CuelightError."""
        raise NoSuchGame(_("This table does not record games."))


class NoSuchGame(CuelightError, LookupError):
    """The journal does not hold the game, or the game can no longer be read."""


HERE = "here"
"""Address of a visitor who uses this machine itself, such as its big screen."""


class WrongPin(CuelightError, PermissionError):
    """The PIN, or the key of a seat, is wrong."""


class TooManyTries(CuelightError, RuntimeError):
    """Too many wrong PINs were tried; no PIN is checked for `seconds`."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        minutes = -(-self.seconds // 60)
        message = ngettext(
            "There were too many tries. Try again in {count} minute.",
            "There were too many tries. Try again in {count} minutes.",
            minutes,
        )
        super().__init__(message)


class Doors(Protocol):
    """Access rules of a table; they apply if it is `closed`. Browsers show the tokens that the methods returned."""

    @property
    def closed(self) -> bool:
        """True if access is checked; at an open table everybody is the host."""

    def asker(self, login: str | None, seat: str | None) -> Viewer:
        """Return the viewer who shows these tokens: the one from `log_in`, and `SEAT.KEY`."""

    def fits(self, seat: int, key: str) -> bool:
        """Return whether this is the key of a seat, from 1, in this game."""

    @property
    def may_close(self) -> bool:
        """True if an open table can be closed."""

    def close(self) -> str:
        """Close an open table and return a token for the host who does it. Raises WrongPin if it stays open."""

    def first_pin(self) -> str | None:
        """Return the PIN that the table generated, until somebody changes it."""

    def unused_pin(self) -> str | None:
        """Return the PIN that the table generated, until somebody has logged in with it."""

    def log_in(self, pin: str, address: str) -> str:
        """Return a token for a host. Raises WrongPin and TooManyTries."""

    def log_out(self, login: str) -> bool:
        """Revoke a token; returns whether that outlives a restart of the table."""

    def change_pin(self, pin: str, new: str, address: str) -> str:
        """Set another PIN, revoke all host tokens and return a new one. Raises as `log_in`, and InputError."""

    def make_keys(self, seats: Sequence[int], on_wall: bool = False, *, replaces: bool = True) -> dict[int, str]:
        """Make new keys for seats, from 1; with `on_wall` the screen shows each until somebody joins with it.

        Seats that a phone has joined keep their key if `on_wall`, or if not `replaces`.
        """

    def follow(self, before: str, seats: Collection[int]) -> Collection[int]:
        """Let the phones of the game before keep those of these seats, from 1, in this one; return the seats kept."""

    def identity(self) -> str | None:
        """Return the identity of the current game, for `follow`; None without one."""

    def back_to_mat(self, seat: int) -> None:
        """Make the keys of a seat, from 1, invalid, so that its hand is on the mat again."""

    def codes(self) -> dict[int, str]:
        """Return the keys that the screen shows, by seat."""

    def take_codes_away(self) -> None:
        """Remove all keys from the screen."""

    def joined(self) -> Collection[int]:
        """Return the seats, from 1, that a phone has joined in this game."""

    def on_phones(self) -> bool:
        """Return whether this game has keys; before the first one, whether the next game is meant for phones."""

    def come_in(self, seat: int, key: str) -> str:
        """Join a seat with this key and return the key that the browser shows from now on. Raises WrongPin."""


class OpenDoors:
    """Access rules of an open table: nobody is asked for anything."""

    closed = False
    may_close = False

    def close(self) -> str:
        """Raise WrongPin."""
        raise WrongPin(_("This table stays open."))

    def first_pin(self) -> str | None:
        """Return None; there is no PIN."""
        return None

    def asker(self, login: str | None, seat: str | None) -> Viewer:
        """Return a viewer with the rights of a host, who sees no hidden card by that."""
        return HOST

    def fits(self, seat: int, key: str) -> bool:
        """Return False; no seat has a key."""
        return False

    def unused_pin(self) -> str | None:
        """Return None; there is no PIN."""
        return None

    def log_in(self, pin: str, address: str) -> str:
        """Raise WrongPin."""
        raise WrongPin(_("This table is open: it has no PIN."))

    def log_out(self, login: str) -> bool:
        """Return at once; nobody is logged in."""
        return True

    def change_pin(self, pin: str, new: str, address: str) -> str:
        """Raise WrongPin."""
        return self.log_in(pin, address)

    def make_keys(self, seats: Sequence[int], on_wall: bool = False, *, replaces: bool = True) -> dict[int, str]:
        """Raise WrongPin."""
        raise WrongPin(_("This table is open: its seats need no keys."))

    def follow(self, before: str, seats: Collection[int]) -> Collection[int]:
        """Return no seats; none has a key."""
        return ()

    def identity(self) -> str | None:
        """Return None; no key belongs to a game."""
        return None

    def back_to_mat(self, seat: int) -> None:
        """Do nothing; no seat has a key."""

    def codes(self) -> dict[int, str]:
        """Return no keys."""
        return {}

    def take_codes_away(self) -> None:
        """Do nothing; no key is shown."""

    def joined(self) -> Collection[int]:
        """Return no seats."""
        return ()

    def on_phones(self) -> bool:
        """Return False."""
        return False

    def come_in(self, seat: int, key: str) -> str:
        """Raise WrongPin."""
        raise WrongPin(_("This table is open: its seats need no keys."))


def newest(table: Table, channel: Channel) -> bytes:
    """Return the newest snapshot of a channel."""
    if isinstance(channel, SeatChannel):
        return table.own(channel.player)
    return table.board() if channel == "board" else table.desk()
