"""Access control of a closed table: the host's PIN, the hosts who are logged in, and the keys of the seats.

The data is in one small file beside the journal, readable only by its owner: a slow salted hash of the PIN, plain
hashes of everything else. The first PIN is derived from a seed in the file, so that each start can print the same PIN.
When the host chooses another PIN, the seed is deleted. The file also counts failed tries, so that a restart grants no
new ones. If a change cannot be written, it holds in memory and is written later. The rights of a role are in
`web.app.routes` and `cuelight.app.access.permissions`.
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
from companion.table.viewer import GUEST, HOST, Role, Viewer, seat_of
from web.api.table_port import HERE, OpenDoors, TooManyTries, WrongPin

SUFFIX = ".doors"
PIN_DIGITS = range(6, 13)
FIRST_DIGITS = 6
TRIES, TRIES_SECONDS = 5, 15 * 60.0  # wrong PINs from one address
ALL_TRIES, ALL_TRIES_SECONDS = 30, 60 * 60.0  # from all addresses together
LOGINS = 20  # hosts at once; one more ends the oldest
AGAIN_SECONDS = 5.0  # until a failed write is tried again
GAMES = 100  # newest games whose keys are stored; a reopened game has its own
_BY_MARK = "mark:"
_COST = {"n": 2**14, "r": 8, "p": 1}  # 16 MB and 50 ms on a desktop machine (RFC 7914)

Mark = tuple[int, int] | None


class DoorsUnwritable(CuelightError, OSError):
    """The file beside the journal cannot be written."""


class PinUnsaid(DoorsUnwritable):
    """The new PIN is valid, but could not be printed, and the old one cannot be restored."""


class AccessControl:
    """Access control of one table. Its methods may be called from any thread, and by several programs.

    An open table lets everybody do everything, and writes nothing here until `close`. Then it stays closed, also after
    a restart.
    """

    may_close = True

    def __init__(
        self,
        journal: Path,
        wall_clock: Clock,
        game: Callable[[], str | None],
        bots: Callable[[], Collection[int]] = tuple,
        *,
        closed: bool | None = True,
    ) -> None:
        """
        Args:
            journal: the table's journal; the file is beside it.
            game: returns the identity of the current game, which the keys of seats belong to; None without a game.
            bots: returns the players of the game who get no key, since nobody may see a bot's hand.
            closed: whether access is checked from the start; None for as it was left.

        Raises DoorsUnwritable.
        """
        self._path = beside(Path(os.path.realpath(journal)), SUFFIX)
        self._clock = wall_clock
        self._game = game
        self._bots = bots
        self.on_keys: Callable[[], None] = lambda: None
        self.on_close: Callable[[], None] = lambda: None
        self._giving = threading.Lock()  # keys are made, checked and shown in one step
        self._codes: tuple[str | None, dict[int, str]] = None, {}  # of one game; keys are stored in the clear only here
        self._changes = threading.Lock()
        self._unwritten: tuple[Mark, dict[str, Any]] | None = None  # the file's mark, and newer data
        self._waits = False
        self._secret = secrets.token_bytes(16)
        self._hashing = threading.Lock()
        self._hasher = ThreadPoolExecutor(1, "pin")  # every thread that hashes would keep the memory of a hash
        self._read_at: tuple[tuple[int, int], dict[str, Any]] | None = None  # one value: threads replace it
        kept = self._newest()
        was_closed = bool(kept.get("closed")) if kept else self._path.exists()  # a damaged file opens nothing
        self.closed = was_closed if closed is None else closed
        if self.closed:
            with self._changing(at_once=True) as kept:
                self._make_pin(kept)
        elif was_closed:
            with self._changing(at_once=True) as kept:
                kept.pop("closed", None)

    def _make_pin(self, kept: dict[str, Any]) -> None:
        if "pin" not in kept:
            seed = secrets.token_hex(16)
            self._set_pin(kept, _pin_of(seed), seed)

    def close(self) -> str:
        """Check access from now on, and return a token for the host who closes the table. Raises DoorsUnwritable."""
        with self._changing(at_once=True) as kept:
            self._make_pin(kept)
            kept["closed"] = True
            login = _new_login(kept)
        self.on_close()
        self.closed = True
        return login

    # --- roles

    def asker(self, login: str | None, seat: str | None) -> Viewer:
        """Return the viewer who shows these two cookies; at an open table everybody is the host."""
        if not self.closed:
            return HOST
        number, _, key = (seat or "").partition(".")
        mine = number.isdecimal() and len(number) == 1 and self.fits(int(number), key)
        player = int(number) - 1 if mine else None
        if login is not None and _hash(login) in self._newest().get("logins", ()):
            return Viewer(Role.HOST, player)
        return GUEST if player is None else seat_of(player)

    def fits(self, seat: int, key: str) -> bool:
        """Return whether the key proves who plays at a seat, from 1; a key from the screen only lets a phone join."""
        game = self._game()
        return seat not in _keys_of(self._newest(), game).get("once", ()) and self._is_key(seat, key, game)

    def _is_key(self, seat: int, key: str, game: str | None) -> bool:
        """Return whether this is the key of a seat, from 1, in a game; no key is valid for a bot's seat."""
        mine = _keys_of(self._newest(), game)
        wanted, made_in = mine.get("seats", {}).get(str(seat)), mine.get("of", {}).get(str(seat), _hash(str(game)))
        shown = _hash_of_key(made_in, key) if str(wanted).startswith(_BY_MARK) else _hash(f"{game}.{key}")
        is_its_key = None not in (wanted, game) and hmac.compare_digest(wanted, shown)
        return is_its_key and seat - 1 not in self._bots()

    # --- the PIN

    def first_pin(self) -> str | None:
        """Return the PIN of the first start until somebody changes it; for the console."""
        seed = self._newest().get("seed")
        return _pin_of(seed) if seed is not None else None

    def unused_pin(self) -> str | None:
        """Return the first PIN until somebody has logged in with it; for the machine's own screen."""
        if not self.closed:
            return None
        kept = self._newest()
        return None if kept.get("used") or kept.get("logins") else self.first_pin()

    def log_in(self, pin: str, address: str) -> str:
        """Log in as host and return a new token; an open table has no PIN.

        Args:
            address: the sender of the try, or `HERE`, which failed tries of others do not lock out.

        Raises TooManyTries before the PIN is checked, and WrongPin.
        """
        if not self.closed:
            return OpenDoors().log_in(pin, address)
        with self._changing_by(pin, address) as kept:
            return _new_login(kept)

    def log_out(self, login: str) -> bool:
        """Revoke a host's token; return whether that outlives a restart."""
        if not self.closed:
            return True
        with self._changing() as kept:
            kept["logins"] = [other for other in kept.get("logins", ()) if other != _hash(login)]
        with self._changes:
            return self._unwritten is None or self._strike_out(_hash(login))

    def _strike_out(self, login: str) -> bool:
        """Overwrite a token's hash in place, which needs no disk space. Return whether it is gone from the file."""
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
        """Set another PIN, revoke all host tokens and return a new one.

        Raises as `log_in`, and InputError for an invalid PIN.
        """
        if not self.closed:
            return OpenDoors().log_in(pin, address)
        if not (new.isascii() and new.isdigit() and len(new) in PIN_DIGITS):
            raise InputError(
                _("must be {fewest} to {most} digits", fewest=PIN_DIGITS[0], most=PIN_DIGITS[-1]), field="new"
            )
        with self._changing_by(pin, address, at_once=True) as kept:
            self._set_pin(kept, new)
            return _new_login(kept)

    def reset(self, say: Callable[[str], None]) -> None:
        """Delete the PIN, all hosts and all tries at the console, and make a lasting PIN.

        If `say` raises, the old state is restored, because a PIN that nobody has read would lock everybody out. Raises
        DoorsUnwritable, and PinUnsaid if the old state cannot be restored.
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

    def make_keys(self, seats: Sequence[int], on_wall: bool = False, *, replaces: bool = True) -> dict[int, str]:
        """Make new keys in the current game for the seats of people, from 1; their old keys become invalid.

        Args:
            on_wall: show the keys on the screen, each until somebody joins with it; a seat that is joined keeps its
                key.
            replaces: also make a key for a seat that is joined, whose phone loses it.

        Raises DoorsUnwritable and keeps the old keys if some would be replaced only until a restart.
        """
        if not self.closed:
            return OpenDoors().make_keys(seats, on_wall, replaces=replaces)
        with self._giving:
            had = {*map(int, _keys_of(self._newest(), self._game()).get("seats", ()))}
            with self._changing(at_once=not had.isdisjoint(seats)) as kept:  # otherwise old keys return on a restart
                game = self._game()  # read before the bots; keys never fit a game that starts just now
                bots = self._bots()
                stay = _keys_of(kept, game).get("came", ()) if on_wall or not replaces else ()
                wanted = [seat for seat in seats if seat - 1 not in bots and seat not in stay]
                made = _new_keys(kept, wanted, game)
                _keys_of(kept, game)["once"] += made if on_wall else ()
            rest = {seat: key for seat, key in self.codes().items() if seat not in made}
            self._codes = game, rest | made if on_wall else rest
        self.on_keys()
        return made

    def follow(self, before: str, seats: Collection[int]) -> frozenset[int]:
        """Let the phones of the game before keep their seats in the current one, which the same people play.

        Args:
            before: what `identity` returned for that game; nothing happens unless the current game has no keys yet.
            seats: the seats of the current game, from 1.

        Returns the seats, from 1. Raises DoorsUnwritable.
        """
        if not self.closed:
            return frozenset()
        with self._giving, self._changing(at_once=True) as kept:
            game, bots = self._game(), self._bots()
            games = kept.get("games", {})
            mark = next((mark for mark in games if hmac.compare_digest(self._token(mark), before)), None)
            if game is None or mark is None or _keys_of(kept, game):
                return frozenset()
            old = games[mark]
            stay = [seat for seat in old.get("came", ()) if seat in seats and seat - 1 not in bots]
            hashes = {str(seat): old["seats"][str(seat)] for seat in stay}
            hashes = {seat: each for seat, each in hashes.items() if each.startswith(_BY_MARK)}
            if not hashes:
                return frozenset()
            came, made_in = [*map(int, hashes)], {seat: old.get("of", {}).get(seat, mark) for seat in hashes}
            _keep(kept, game, {"seats": hashes, "came": came, "once": [], "had": [], "of": made_in})
        self.on_keys()
        return frozenset(came)

    def identity(self) -> str | None:
        """Return a token of the current game for `follow`, from which nobody learns its seed; None without a game."""
        game = self._game()
        return None if game is None else self._token(_hash(game))

    def _token(self, mark: str) -> str:
        return hmac.new(self._secret, mark.encode(), "sha256").hexdigest()

    def back_to_mat(self, seat: int) -> None:
        """Make the keys of a seat, from 1, invalid, so that its hand is on the mat again. Raises DoorsUnwritable."""
        with self._changing(at_once=True) as kept:
            mine = _keys_of(kept, self._game())
            mine.get("seats", {}).pop(str(seat), None)
            for name in mine.keys() & {"came", "once", "had"}:
                mine[name] = [other for other in mine[name] if other != seat]
        self._codes = self._codes[0], {other: code for other, code in self._codes[1].items() if other != seat}
        self.on_keys()

    def codes(self) -> dict[int, str]:
        """Return the keys that the screen shows, by seat."""
        game, codes = self._codes
        bots = self._bots()
        return {seat: key for seat, key in codes.items() if seat - 1 not in bots} if game == self._game() else {}

    def take_codes_away(self) -> None:
        """Remove all keys from the screen; they stay valid."""
        self._codes = None, {}
        self.on_keys()

    def come_in(self, seat: int, key: str) -> str:
        """Join a seat and return the key that the phone shows from now on; a key from the screen works only once.

        Raises WrongPin.
        """
        if not self.closed:
            return OpenDoors().come_in(seat, key)
        with self._giving:
            game = self._game()
            if not self._is_key(seat, key, game):
                raise WrongPin(_("This key is no longer valid. Ask the host for a new link."))
            own, fits_once = key, seat in _keys_of(self._newest(), game).get("once", ())
            with self._changing() as kept:
                if fits_once:
                    own = _new_keys(kept, [seat], game)[seat]
                mine = _keys_of(kept, game)
                is_first = seat not in mine.get("came", ())
                mine["came"] = sorted({*mine.get("came", ()), seat})
            self._codes = self._codes[0], {other: code for other, code in self._codes[1].items() if other != seat}
        if is_first:
            self.on_keys()
        return own

    def joined(self) -> frozenset[int]:
        """Return the seats, from 1, that a phone has joined with the present key."""
        return frozenset(_keys_of(self._newest(), self._game()).get("came", ())) if self.closed else frozenset()

    def hidden_hands(self) -> frozenset[int]:
        """Return the players, from 0, whose seat a phone has joined in the current game, also if it has a new key."""
        mine = _keys_of(self._newest(), self._game())
        return frozenset(seat - 1 for seat in (*mine.get("came", ()), *mine.get("had", ())))

    def on_phones(self) -> bool:
        """Return whether the current game has keys; before the first game, whether the table is closed."""
        game = self._game()
        return self.closed and (game is None or bool(_keys_of(self._newest(), game).get("seats")))

    # --- the file

    @contextmanager
    def _changing_by(self, pin: str, address: str, at_once: bool = False) -> Iterator[dict[str, Any]]:
        """Yield the data as `_changing` does, if the host gives the PIN and it has not changed before the write."""
        checked = self._check(pin, address)
        with self._changing(at_once) as kept:
            if kept.get("pin") != checked:
                raise WrongPin(_("The PIN has just been changed. Ask for the new one."))
            kept["tries"] = [each for each in kept.get("tries", ()) if each[1] != address]
            yield kept

    def _check(self, pin: str, address: str) -> Any:
        """Count a try, then check the PIN. Only one check runs at a time, since each costs memory and time.

        Returns the stored hash of the PIN at that time.
        """
        if not self._hashing.acquire(timeout=2.0):
            raise TooManyTries(2)
        try:
            with self._changing() as kept:
                now = self._clock()
                tries = _recent(kept.get("tries", ()), now)
                wait = _wait(tries, address, now)
                kept["tries"] = [*tries, [now, address]] if wait is None else tries  # future tries count as now
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
        """Set the PIN and log out all hosts.

        Args:
            seed: the source of the PIN, if it is the first one.
        """
        salt = secrets.token_hex(16)
        found = self._hasher.submit(_slow_hash, pin, salt).result()
        kept |= {"pin": {"salt": salt, "hash": found}, "seed": seed, "logins": []}

    def _newest(self) -> dict[str, Any]:
        """Return the current data, from memory or from the file, which another program may have written."""
        unwritten, known, seen = self._unwritten, self._read_at, _mark(self._path)
        if unwritten is not None and unwritten[0] == seen:
            return unwritten[1]
        if seen is not None and (known is None or known[0] != seen):
            self._read_at = known = seen, _read(self._path)
        return known[1] if known is not None else {}

    @contextmanager
    def _changing(self, at_once: bool = False) -> Iterator[dict[str, Any]]:
        """Yield the data for a change, under a lock, and write it to the disk afterwards.

        If the disk refuses, the change holds in memory and is written as soon as possible.

        Args:
            at_once: raise DoorsUnwritable in this case, and change nothing.
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
            if found is not None and found[0] != seen:  # another program has written; its data is newer
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
        """Try to write again after a while."""
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
    return DoorsUnwritable(f"the PIN and the keys cannot be saved in {path}: {error.strerror}")


def _mark(path: Path) -> Mark:
    """Return a value that changes whenever the file is written; None without a file."""
    with suppress(OSError):
        status = path.stat()
        return status.st_mtime_ns, status.st_ino
    return None


def _read(path: Path) -> dict[str, Any]:
    """Return the data in a file; a damaged file counts as empty, so that the next start makes a new PIN."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict) and found.get("form") == 1:
            if "game" in found:  # old form, with the keys of only one game
                keys = {name: found.pop(name, []) for name in ("came", "once")}
                found["games"] = {found.pop("game"): {"seats": found.pop("seats", {}), **keys}}
            return found if _is_ours(found) else {}
    return {}


def _is_ours(kept: Mapping[str, Any]) -> bool:
    """Return whether the file has the form that this program writes."""
    with suppress(ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
        pin = kept.get("pin", {"salt": "", "hash": ""})
        bytes.fromhex(pin["salt"])
        words = [pin["hash"], kept.get("seed") or "", *kept.get("logins", ())]
        for at, address in kept.get("tries", ()):
            float(at)
            words.append(address)
        seats: list[int] = []
        for keys in kept.get("games", {}).values():
            words += (*keys["seats"].values(), *keys.get("of", {}).values())
            seats += (each for name in ("came", "once", "had") for each in keys.get(name, ()))
        return all(word.isascii() for word in words) and all(isinstance(seat, int) for seat in seats)
    return False


def _pin_of(seed: str) -> str:
    """Derive the first PIN from its seed; every start prints it, which a stored hash would not allow."""
    digest = hmac.digest(seed.encode(), b"first PIN", "sha256")
    return f"{int.from_bytes(digest) % 10**FIRST_DIGITS:0{FIRST_DIGITS}}"


def _keys_of(kept: Mapping[str, Any], game: str | None) -> dict[str, Any]:
    """Return the data of a game's keys.

    Hashes are `seats`, joined seats `came`, keys from the screen `once`, seats joined with an older key `had`. Where a
    phone kept its key from an earlier game, `of` has the mark of the game for which it was made.
    """
    mine: dict[str, Any] = kept.get("games", {}).get(_hash(str(game)), {})
    return mine


def _new_keys(kept: dict[str, Any], seats: Sequence[int], game: str | None) -> dict[int, str]:
    """Make and store new keys for these seats in a game."""
    made, mine = {seat: secrets.token_urlsafe(16) for seat in seats}, _keys_of(kept, game)
    hashes = mine.get("seats", {}) | {str(seat): _hash_of_key(_hash(str(game)), key) for seat, key in made.items()}
    came, once = ([seat for seat in mine.get(name, ()) if seat not in made] for name in ("came", "once"))
    had = sorted({*mine.get("had", ()), *(seat for seat in mine.get("came", ()) if seat in made)})
    made_in = {seat: of for seat, of in mine.get("of", {}).items() if int(seat) not in made}
    _keep(kept, game, {"seats": hashes, "came": came, "once": once, "had": had, "of": made_in})
    return made


def _keep(kept: dict[str, Any], game: str | None, mine: dict[str, Any]) -> None:
    """Store the data of a game's keys, as the newest."""
    mark = _hash(str(game))
    others = [(mark_of, keys) for mark_of, keys in kept.get("games", {}).items() if mark_of != mark]
    kept["games"] = dict([*others[1 - GAMES :], (mark, mine)])


def _new_login(kept: dict[str, Any]) -> str:
    login = secrets.token_urlsafe(32)
    kept["used"] = True
    kept["logins"] = [*kept.get("logins", ()), _hash(login)][-LOGINS:]
    return login


def _recent(tries: Sequence[Any], now: float) -> list[list[Any]]:
    """Return the tries that still count; after the clock was set back, future ones count as now."""
    return [[min(at, now), address] for at, address in tries if now - at < ALL_TRIES_SECONDS]


def _wait(tries: Sequence[Sequence[Any]], address: str, now: float) -> float | None:
    """Return the seconds until this address may try again; None if it may now."""
    mine = [at for at, whose in tries if whose == address and now - at < TRIES_SECONDS]
    if len(mine) >= TRIES:
        return float(mine[-TRIES] + TRIES_SECONDS - now)
    others = [at for at, whose in tries if whose != HERE]
    if address != HERE and len(others) >= ALL_TRIES:
        return float(others[-ALL_TRIES] + ALL_TRIES_SECONDS - now)
    return None


def _hash_of_key(mark: str, key: str) -> str:
    """Return the hash of a key that was made for the game of this mark; earlier versions used its identity."""
    return _BY_MARK + _hash(f"{mark}.{key}")


def _hash(token: str) -> str:
    """Return a fast hash; enough for a long random token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _slow_hash(pin: str, salt: str) -> str:
    """Return a slow hash of six digits: each guess costs the owner of a stolen file 16 MB and 50 ms."""
    return hashlib.scrypt(pin.encode("utf-8", "surrogatepass"), salt=bytes.fromhex(salt), **_COST).hex()
