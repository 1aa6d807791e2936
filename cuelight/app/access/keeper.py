"""Who may do what at a closed table: the host's PIN, the hosts who are logged in, and the keys of the seats.

It keeps one small file beside the journal, for its owner alone: of the PIN a slow salted hash, of everything else a
hash. The PIN is made at the first start from a seed in the file, so that each start can say the same one until the host
chooses another; then the seed is gone. Tries are counted there too, so that a restart gives no new ones. Changes that
its disk does not take count in memory, and are written once there is room. What a role may do is in `web.app.routes`
and `cuelight.app.access.permissions`.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import json
import os
import secrets
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.observation import Clock
from companion.journal import open_private
from companion.journal.files import beside, write_whole
from companion.table.viewer import GUEST, Role, Viewer, seat_of
from web.api.table_port import HERE, TooManyTries, WrongPin

SUFFIX = ".doors"
PIN_DIGITS = range(6, 13)
FIRST_DIGITS = 6
TRIES, TRIES_SECONDS = 5, 15 * 60.0  # wrong PINs from one address
ALL_TRIES, ALL_TRIES_SECONDS = 30, 60 * 60.0  # from all addresses together
LOGINS = 20  # of hosts at once; one more ends the oldest
AGAIN_SECONDS = 5.0  # until it is tried again to write what the disk did not take
GAMES = 100  # whose keys are kept, the newest: one that is opened again has its own
_COST = {"n": 2**14, "r": 8, "p": 1}  # 16 MB and 50 ms on a desktop machine, RFC 7914

Mark = tuple[int, int] | None


class DoorsUnwritable(CuelightError, OSError):
    """The file beside the journal cannot be written."""


class PinUnsaid(DoorsUnwritable):
    """A PIN counts that could not be said, and the one before cannot be put back."""


class AccessControl:
    """The doors of one closed table. Its methods may be called from any thread, and by several programs."""

    closed = True

    def __init__(
        self,
        journal: Path,
        wall_clock: Clock,
        game: Callable[[], str | None],
        bots: Callable[[], Collection[int]] = tuple,
    ) -> None:
        """
        Args:
            journal: the table's journal, beside which the file stands.
            game: what only the game that is played has, to which the keys of seats belong; None without a game.
            bots: the players in it whose seats get no key, for nobody may see their hands.

        Raises DoorsUnwritable.
        """
        self._path = beside(Path(os.path.realpath(journal)), SUFFIX)
        self._clock = wall_clock
        self._game = game
        self._bots = bots
        self.on_keys: Callable[[], None] = lambda: None
        self._giving = threading.Lock()  # of keys: what is looked at is as it was when they are made and shown
        self._codes: tuple[str | None, dict[int, str]] = None, {}  # of a game: nowhere else are keys kept as they are
        self._changes = threading.Lock()
        self._unwritten: tuple[Mark, dict[str, Any]] | None = None  # beside which file it is kept in memory
        self._waits = False
        self._hashing = threading.Lock()
        self._hasher = ThreadPoolExecutor(1, "pin")  # each thread that hashes would keep the memory of a hash
        self._read_at: tuple[tuple[int, int], dict[str, Any]] | None = None  # one value: threads read and replace it
        with self._changing(at_once=True) as kept:
            if "pin" not in kept:
                seed = secrets.token_hex(16)
                self._set_pin(kept, _pin_of(seed), seed)

    # --- who somebody is

    def asker(self, login: str | None, seat: str | None) -> Viewer:
        """Who shows these two cookies."""
        number, _, key = (seat or "").partition(".")
        mine = number.isdecimal() and len(number) == 1 and self.fits(int(number), key)
        player = int(number) - 1 if mine else None
        if login is not None and _hash(login) in self._newest().get("logins", ()):
            return Viewer(Role.HOST, player)
        return GUEST if player is None else seat_of(player)

    def fits(self, seat: int, key: str) -> bool:
        """Whether who shows this is the player of a seat, from 1; a key from the wall lets in, and shows nothing."""
        game = self._game()
        return seat not in _keys_of(self._newest(), game).get("once", ()) and self._is_key(seat, key, game)

    def _is_key(self, seat: int, key: str, game: str | None) -> bool:
        """Whether this is the key of a seat, from 1, in a game; none fits where a bot plays now."""
        wanted = _keys_of(self._newest(), game).get("seats", {}).get(str(seat))
        is_its_key = None not in (wanted, game) and hmac.compare_digest(wanted, _hash(f"{game}.{key}"))
        return is_its_key and seat - 1 not in self._bots()

    # --- the PIN

    def first_pin(self) -> str | None:
        """The PIN that was made at the first start, until somebody changes it; for the console."""
        seed = self._newest().get("seed")
        return _pin_of(seed) if seed is not None else None

    def unused_pin(self) -> str | None:
        """The first PIN until somebody has logged in with it; for the machine's own screen."""
        kept = self._newest()
        return None if kept.get("used") or kept.get("logins") else self.first_pin()

    def log_in(self, pin: str, address: str) -> str:
        """What a host shows from now on.

        Args:
            address: where the try comes from, or `HERE`, which the tries of all others do not lock out.

        Raises TooManyTries before it looks at the PIN, and WrongPin.
        """
        with self._changing_by(pin, address) as kept:
            return _new_login(kept)

    def log_out(self, login: str) -> bool:
        """Whoever showed this is a guest again; returns whether that outlives a restart."""
        with self._changing() as kept:
            kept["logins"] = [other for other in kept.get("logins", ()) if other != _hash(login)]
        with self._changes:
            return self._unwritten is None or self._strike_out(_hash(login))

    def _strike_out(self, login: str) -> bool:
        """Overwrite a login where it stands in the file: that takes no room. Returns whether it is gone from there."""
        with suppress(OSError), self._path.open("r+b") as file:
            at = file.read().find(login.encode())
            if at >= 0:
                file.seek(at)
                file.write(b"-" * len(login))
                file.flush()
                os.fsync(file.fileno())
                if self._unwritten is not None:
                    self._unwritten = _mark(self._path), self._unwritten[1]
            return True
        return False

    def change_pin(self, pin: str, new: str, address: str) -> str:
        """Choose another PIN; ends what every host shows, and gives this one something new.

        Raises as `log_in`, and InputError for a PIN that is none.
        """
        if not (new.isascii() and new.isdigit() and len(new) in PIN_DIGITS):
            raise InputError(
                _("must be {fewest} to {most} digits", fewest=PIN_DIGITS[0], most=PIN_DIGITS[-1]), field="new"
            )
        with self._changing_by(pin, address, at_once=True) as kept:
            self._set_pin(kept, new)
            return _new_login(kept)

    def reset(self, say: Callable[[str], None]) -> None:
        """At the console: forget the PIN, all hosts and all tries, and make a PIN that stays until it is changed.

        Where `say` raises, all is as it was: a PIN that nobody has read would shut everybody out. Raises
        DoorsUnwritable, and PinUnsaid where it cannot be as it was.
        """
        pin, before = f"{secrets.randbelow(10**FIRST_DIGITS):0{FIRST_DIGITS}}", _read(self._path)
        try:
            with self._changing(at_once=True) as kept:
                kept.pop("tries", None)
                self._set_pin(kept, pin)
            say(pin)
        except BaseException:
            self._put_back(before, pin)
            raise

    def _put_back(self, before: Mapping[str, Any], pin: str) -> None:
        try:
            with self._changing(at_once=True) as kept:
                kept.clear()
                kept.update(before)
        except DoorsUnwritable as error:
            if _read(self._path) != before:
                raise PinUnsaid(f"{error}. The host's PIN is {pin} now") from error

    # --- the seats

    def make_keys(self, seats: Sequence[int], on_wall: bool = False) -> dict[int, str]:
        """New keys for the people of these seats, from 1, in the game that is played; their old ones fit no more.

        Args:
            on_wall: show them on the wall, each until somebody comes in by it; a seat that has its phone keeps its own.

        Raises DoorsUnwritable, with the old keys as they were, where some would be replaced only until a restart.
        """
        with self._giving:
            had = {*map(int, _keys_of(self._newest(), self._game()).get("seats", ()))}
            with self._changing(at_once=not had.isdisjoint(seats)) as kept:  # else those fit again after a restart
                game = self._game()  # before its bots: of another game that begins just now, the keys fit none
                bots = self._bots()
                came = _keys_of(kept, game).get("came", ())
                wanted = [seat for seat in seats if seat - 1 not in bots and not (on_wall and seat in came)]
                made = _new_keys(kept, wanted, game)
                _keys_of(kept, game)["once"] += made if on_wall else ()
            rest = {seat: key for seat, key in self.codes().items() if seat not in made}
            self._codes = game, rest | made if on_wall else rest
        self.on_keys()
        return made

    def codes(self) -> dict[int, str]:
        """The keys that the wall shows, by their seats."""
        game, codes = self._codes
        bots = self._bots()
        return {seat: key for seat, key in codes.items() if seat - 1 not in bots} if game == self._game() else {}

    def take_codes_away(self) -> None:
        """The wall shows no keys any more; they fit as before."""
        self._codes = None, {}
        self.on_keys()

    def come_in(self, seat: int, key: str) -> str:
        """The key that whoever comes in to a seat by this one shows from now on; one from the wall fits only once.

        Raises WrongPin.
        """
        with self._giving:
            game = self._game()
            if not self._is_key(seat, key, game):
                raise WrongPin(_("This key does not fit any more. Ask the host for a new link."))
            own, fits_once = key, seat in _keys_of(self._newest(), game).get("once", ())
            with self._changing() as kept:
                if fits_once:
                    own = _new_keys(kept, [seat], game)[seat]
                mine = _keys_of(kept, game)
                mine["came"] = sorted({*mine.get("came", ()), seat})
            self._codes = self._codes[0], {other: code for other, code in self._codes[1].items() if other != seat}
        if fits_once:
            self.on_keys()
        return own

    def keyed(self) -> frozenset[int]:
        """The players, from 0, whose seats have a key in the game that is played."""
        return frozenset(int(seat) - 1 for seat in _keys_of(self._newest(), self._game()).get("seats", ()))

    # --- the file

    @contextmanager
    def _changing_by(self, pin: str, address: str, at_once: bool = False) -> Iterator[dict[str, Any]]:
        """As `_changing`, for a host who gives the PIN; it still has to be the PIN when the change is made."""
        checked = self._check(pin, address)
        with self._changing(at_once) as kept:
            if kept.get("pin") != checked:
                raise WrongPin(_("The PIN has just been changed. Ask for the new one."))
            kept["tries"] = [each for each in kept.get("tries", ()) if each[1] != address]
            yield kept

    def _check(self, pin: str, address: str) -> Any:
        """Count a try, and only then check the PIN, one at a time, for each check costs memory and time.

        Returns what was kept of the PIN at that time.
        """
        if not self._hashing.acquire(timeout=2.0):
            raise TooManyTries(2)
        try:
            with self._changing() as kept:
                now = self._clock()
                tries = _recent(kept.get("tries", ()), now)
                wait = _wait(tries, address, now)
                kept["tries"] = [*tries, [now, address]] if wait is None else tries  # what a clock put back counts now
                wanted = kept.get("pin") or {"salt": "", "hash": ""}
            if wait is not None:
                raise TooManyTries(wait)
            found = self._hasher.submit(_slow_hash, pin, wanted["salt"]).result()
            if not hmac.compare_digest(found, wanted["hash"]):
                raise WrongPin(_("That is not the PIN."))
            return wanted
        finally:
            self._hashing.release()

    def _set_pin(self, kept: dict[str, Any], pin: str, seed: str | None = None) -> None:
        """From now on this is the PIN; who was a host before has to say it.

        Args:
            seed: what it was made from, while it is the first one.
        """
        salt = secrets.token_hex(16)
        found = self._hasher.submit(_slow_hash, pin, salt).result()
        kept |= {"pin": {"salt": salt, "hash": found}, "seed": seed, "logins": []}

    def _newest(self) -> dict[str, Any]:
        """What is kept: in memory, or in the file, which another program may have written."""
        unwritten, known, seen = self._unwritten, self._read_at, _mark(self._path)
        if unwritten is not None and unwritten[0] == seen:
            return unwritten[1]
        if seen is not None and (known is None or known[0] != seen):
            self._read_at = known = seen, _read(self._path)
        return known[1] if known is not None else {}

    @contextmanager
    def _changing(self, at_once: bool = False) -> Iterator[dict[str, Any]]:
        """What is kept, to be changed: nobody else changes it meanwhile, and it is on the disk afterwards.

        Where the disk does not take it, it counts as long as this program runs, and is written once there is room.

        Args:
            at_once: raise DoorsUnwritable then, and change nothing.
        """
        with self._changes, ExitStack() as locked:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                lock = open_private(beside(self._path, ".lock"), os.O_RDWR)
                locked.callback(os.close, lock)
                fcntl.flock(lock, fcntl.LOCK_EX)
            except OSError as error:
                if at_once:
                    raise _unwritable(self._path, error) from error
            found, seen = self._unwritten, _mark(self._path)
            if found is not None and found[0] != seen:  # another program has written since, and that counts
                found = None
            kept = deepcopy(found[1]) if found is not None else _read(self._path)
            before = json.dumps(kept)
            yield kept
            if found is None and json.dumps(kept) == before:
                return
            try:
                write_whole(self._path, json.dumps({"form": 1, **kept}))
            except OSError as error:
                if at_once:
                    raise _unwritable(self._path, error) from error
                self._unwritten = seen, kept
                self._write_later()
            else:
                self._unwritten = self._read_at = None

    def _write_later(self) -> None:
        """Try again after a while, as long as this program runs."""
        if self._waits:
            return
        self._waits = True
        timer = threading.Timer(AGAIN_SECONDS, self._write_again)
        timer.daemon = True
        timer.start()

    def _write_again(self) -> None:
        self._waits = False
        if self._unwritten is not None:
            with self._changing():
                pass


def _unwritable(path: Path, error: OSError) -> DoorsUnwritable:
    return DoorsUnwritable(f"the PIN and the keys cannot be kept in {path}: {error.strerror}")


def _mark(path: Path) -> Mark:
    """What is another one once the file is written; None where there is no file."""
    with suppress(OSError):
        status = path.stat()
        return status.st_mtime_ns, status.st_ino
    return None


def _read(path: Path) -> dict[str, Any]:
    """What a file keeps; one that is damaged keeps nothing, so that the next start makes a new PIN."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict) and found.get("form") == 1:
            if "game" in found:  # as it was written when the keys of one game alone were kept
                keys = {name: found.pop(name, []) for name in ("came", "once")}
                found["games"] = {found.pop("game"): {"seats": found.pop("seats", {}), **keys}}
            return found if _is_ours(found) else {}
    return {}


def _is_ours(kept: Mapping[str, Any]) -> bool:
    """Whether the file has the form that this program writes."""
    with suppress(ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
        pin = kept.get("pin", {"salt": "", "hash": ""})
        bytes.fromhex(pin["salt"])
        words = [pin["hash"], kept.get("seed") or "", *kept.get("logins", ())]
        for at, address in kept.get("tries", ()):
            float(at)
            words.append(address)
        seats: list[int] = []
        for keys in kept.get("games", {}).values():
            words += keys["seats"].values()
            seats += (*keys.get("came", ()), *keys.get("once", ()))
        return all(word.isascii() for word in words) and all(isinstance(seat, int) for seat in seats)
    return False


def _pin_of(seed: str) -> str:
    """The first PIN of a table, which is said aloud at each start: a hash alone could not say it."""
    digest = hmac.digest(seed.encode(), b"first PIN", "sha256")
    return f"{int.from_bytes(digest) % 10**FIRST_DIGITS:0{FIRST_DIGITS}}"


def _keys_of(kept: Mapping[str, Any], game: str | None) -> dict[str, Any]:
    """What is kept of the keys of a game: a hash of each, whose phone `came`, and which fit `once`."""
    mine: dict[str, Any] = kept.get("games", {}).get(_hash(str(game)), {})
    return mine


def _new_keys(kept: dict[str, Any], seats: Sequence[int], game: str | None) -> dict[int, str]:
    """New keys for these seats in a game."""
    made, mine = {seat: secrets.token_urlsafe(16) for seat in seats}, _keys_of(kept, game)
    hashes = mine.get("seats", {}) | {str(seat): _hash(f"{game}.{key}") for seat, key in made.items()}
    came, once = ([seat for seat in mine.get(name, ()) if seat not in made] for name in ("came", "once"))
    mark, games = _hash(str(game)), kept.get("games", {})
    others = [(mark_of, keys) for mark_of, keys in games.items() if mark_of != mark]
    kept["games"] = dict([*others[1 - GAMES :], (mark, {"seats": hashes, "came": came, "once": once})])
    return made


def _new_login(kept: dict[str, Any]) -> str:
    login = secrets.token_urlsafe(32)
    kept["used"] = True
    kept["logins"] = [*kept.get("logins", ()), _hash(login)][-LOGINS:]
    return login


def _recent(tries: Sequence[Any], now: float) -> list[list[Any]]:
    """The tries that still count; a clock that was put back makes none of them older or newer than now."""
    return [[min(at, now), address] for at, address in tries if now - at < ALL_TRIES_SECONDS]


def _wait(tries: Sequence[Sequence[Any]], address: str, now: float) -> float | None:
    """Seconds until this address may try again; None when it may now."""
    mine = [at for at, whose in tries if whose == address and now - at < TRIES_SECONDS]
    if len(mine) >= TRIES:
        return float(mine[-TRIES] + TRIES_SECONDS - now)
    others = [at for at, whose in tries if whose != HERE]
    if address != HERE and len(others) >= ALL_TRIES:
        return float(others[-ALL_TRIES] + ALL_TRIES_SECONDS - now)
    return None


def _hash(token: str) -> str:
    """Of what is long and random, where a fast hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _slow_hash(pin: str, salt: str) -> str:
    """Of what has six digits: each guess of who has the file costs 16 MB and its time."""
    return hashlib.scrypt(pin.encode("utf-8", "surrogatepass"), salt=bytes.fromhex(salt), **_COST).hex()
