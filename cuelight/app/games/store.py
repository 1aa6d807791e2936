"""The games of a table's journal: new ones, resumed ones, and those that are reopened after a mistake.

A reopened game is a new one in the journal that says which game it `reopens`; it continues all records of that game.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.observation import Clock
from companion.games import game_in
from companion.journal import GameInfo, Journal, JournalError, Kind, Record
from companion.table.rename import called_now, with_current_names
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.keeping import is_demonstration, needed
from cuelight.app.games.round import JournalStore, TableGame
from cuelight.app.games.screen_round import ScreenGame
from hardware.fitted_table import FittedTable

RECENT = 12


DEALING = 3
"""The version of dealing from a seed on an on-screen mat, so that a game in progress goes on as it was dealt.

Version 1 depends on the number of an event, 2 on its kind; 3 takes the newest card of a discard pile, not any, and asks
players which cards they discard before an act.
"""


def new_seed() -> int:
    """A random seed for a new game, for draws, deals and bots; nobody can guess it."""
    return secrets.randbits(128)


class Games:
    """The game records of a journal, as games.

    Args:
        store: the decks that the records name.
        clock: seconds that never run backwards, for the games.
        wall_clock: seconds since 1970, for the journal.
        fitted: the table's devices; without them games are played on a virtual mat.
    """

    def __init__(
        self, journal: Journal, store: DeckStore, clock: Clock, wall_clock: Clock, fitted: FittedTable | None
    ) -> None:
        self._journal = journal
        self._store = store
        self._clock = clock
        self._wall_clock = wall_clock
        self._fitted = fitted

    def newest(self) -> GameInfo | None:
        """The newest game, with its deck."""
        game = self._journal.newest()
        return game and game._replace(body=self._store.whole(game.body))

    def taken_up(self, game: GameInfo) -> TableGame:
        """A game as it was left. Raises any error for a record that this program cannot read."""
        return self._taken_up(game, written(self._journal, game))

    def renamed(self, played: TableGame, names: Sequence[str]) -> TableGame:
        """The current game with other names for its players; the caller records the names."""
        assert played.id is not None
        game = self._journal.game(played.id)
        found = self._taken_up(game, [*written(self._journal, game), (Kind.NAMES, {"names": names})])
        found.go_on_from(played)
        return found

    def _taken_up(self, game: GameInfo, records: Sequence[tuple[str, Any]]) -> TableGame:
        body, kept = as_called_now(self._store.whole(game.body), records)
        found = self._round(body)
        found.id, found.first = game.id, begun_as(self._journal, game)
        found.resume(kept, self._clock())
        return found

    def was_left(self) -> bool:
        """True if the newest game was ended because nobody played."""
        return self._noted(Kind.LEFT) is not None

    def missing(self) -> dict[str, Any]:
        """The things that were missing from the mat, by the newest record."""
        return dict(self._noted(Kind.MISSING) or {})

    def _noted(self, kind: Kind) -> Any:
        game = self._journal.newest()
        records = self._journal.records(game.id) if game is not None else []
        return next((record.body for record in reversed(records) if record.kind == kind), None)

    def reopened(self, id_: int, played: int | None) -> TableGame:
        """A game of people that was ended, as it was left; `begin` records that it continues.

        Args:
            played: the game that is being played.

        Raises InputError if it is being played, was reopened already, is a demonstration or does not exist.
        """
        games = self._journal.games()
        game = next((game for game in games if game.id == id_), None)
        if game is None or id_ == played:
            playing = id_ == played
            raise InputError(
                _("game {id} is the one that is being played; choose another one", id=id_)
                if playing
                else _("game {id} is not in the journal; choose another one", id=id_),
                field="game",
            )
        if (last := continued_as(games, id_)) != id_:
            raise InputError(
                _("game {id} was opened again as game {last}; choose that one", id=id_, last=last), field="game"
            )
        if is_demonstration(self._journal, game):
            raise InputError(_("game {id} is a demonstration; begin a new one instead", id=id_), field="game")
        found = self.taken_up(game)
        found.body |= {"reopens": game.id}
        if found.body.get("demo"):  # which people took over, on the on-screen mat
            found.body |= {"demo": False, "drawn": True}
        found.book.draft = []
        return found

    def recent(self, played: int | None) -> list[dict[str, Any]]:
        """Games of people that can be reopened, the newest first: id, players and start."""
        games = self._journal.games()
        over = needed(games) | {played}
        ended = (game for game in reversed(games) if game.id not in over and not is_demonstration(self._journal, game))
        newest = islice(ended, RECENT)
        return [{"game": game.id, "names": called(self._journal, game), "at": game.at} for game in newest]

    def drafted(self, body: Mapping[str, Any], first: Mapping[str, Any] | None = None) -> TableGame:
        """A new game and the first steps that follow from its rules; nothing is recorded before `begin`.

        Args:
            body: its record; without a seed it is given one.
            first: an answer that is known already.

        Raises InputError for what cannot be a game.
        """
        found = self._round({**({} if "seed" in body else {"seed": new_seed(), "dealing": DEALING}), **body})
        found.book.draft = []
        found.session.settle(self._clock())
        if first is not None:
            found.session.say(first, self._clock())
        found.lay_again()
        return found

    def begin(self, found: TableGame) -> None:
        """Record a drafted game, all or nothing.

        Raises JournalError, and then nothing of it is in the journal.
        """
        body, decks = self._store.apart(found.body)
        drafted = found.book.draft or []
        if drafted:
            body = body | {"begun_with": 1 + len(drafted)}  # later records were played
        found.id = self._journal.begin_game(body, self._wall_clock(), [*decks, *drafted])
        found.first = found.first or found.id
        found.book.draft = None
        for _kind, deck in decks:
            self._store.note(deck)

    def _round(self, body: dict[str, Any]) -> TableGame:
        return round_of(body, JournalStore(self._journal, self._wall_clock), self._clock, self._fitted)


def continued_as(games: Sequence[GameInfo], id_: int) -> int:
    """The game that continues another one by now; its own number if nobody reopened it."""
    later = [game.id for game in games if game.body.get("reopens") == id_]
    return continued_as(games, later[-1]) if later else id_


def forgettable(journal: Journal, wanted: Iterable[int]) -> list[int]:
    """The games to forget so that nothing is left of the wanted ones: also those that they reopened.

    Games that another game still continues are kept.

    Raises InputError for a game that does not exist, that another one continues, or that is the newest.
    """
    games = {game.id: game for game in journal.games()}
    newest = max(games, default=None)
    found: list[int] = []
    for number in dict.fromkeys(wanted):
        if number not in games:
            raise InputError(_("game {number} is not in the journal; choose another one", number=number), field="games")
        if number == newest:
            raise InputError(
                _(
                    "game {number} is the newest and is kept until another one has begun; choose an older one",
                    number=number,
                ),
                field="games",
            )
        if number in needed(games.values()):
            raise InputError(
                _("game {number} was opened again; choose the game that went on", number=number), field="games"
            )
        found.append(number)
    for number in found:  # which grows in this loop
        before = games[number].body.get("reopens")
        if before in games and before not in needed(game for game in games.values() if game.id not in found):
            found.append(before)
    return found


def records_of(journal: Journal, game: GameInfo) -> list[Record]:
    """All records of a game, with those from before it was reopened, and the names that it was given later."""
    own = journal.records(game.id)
    later = ({"names": names} for names in _called_later(journal, game.id))
    own += [Record(own[-1].number, game.id, Kind.NAMES, names, own[-1].at) for names in later]
    before = game.body.get("reopens")
    return own if before is None else [*records_of(journal, journal.game(before)), *own[1:]]


def begun_as(journal: Journal, game: GameInfo) -> int:
    """The number of the first game in a chain of reopened games."""
    before = game.body.get("reopens")
    return game.id if before is None else begun_as(journal, journal.game(before))


def written(journal: Journal, game: GameInfo) -> list[tuple[str, Any]]:
    """The same as kinds and bodies, as a session takes them."""
    return [(record.kind, record.body) for record in records_of(journal, game)]


def as_called_now(
    body: dict[str, Any], records: Sequence[tuple[str, Any]]
) -> tuple[dict[str, Any], Sequence[tuple[str, Any]]]:
    """A game record and its other records, with the players by their present names."""
    names = called_now(records)
    if names is None:
        return body, records
    return body | {"names": names}, list(with_current_names(game_in(body), records, names_of(records[0][1]), names))


def called(journal: Journal, game: GameInfo) -> list[str]:
    """The players of a game by their present names."""
    return ever_called(journal, game)[-1]


def ever_called(journal: Journal, game: GameInfo) -> list[list[str]]:
    """The players of a game by every name that they had in it, the present names last.

    For a damaged game, only the first names; `look_back` reports the damage.
    """
    first = names_of(game.body)
    try:
        during = [said["names"] for said in journal.said_in(game.id, Kind.NAMES)]
    except JournalError:
        during = []
    return [first, *during, *_called_later(journal, game.id)]


def _called_later(journal: Journal, game: int) -> list[list[str]]:
    """The names that the players of a game were given after it, the newest last."""
    return [names for _number, named, names in journal.later_names() if named == game]


def names_of(body: Mapping[str, Any]) -> list[str]:
    """The players of a game record; characters that cannot be encoded are replaced."""
    names = body["names"] if "names" in body else [seat["name"] for seat in body["position"]["seats"]]
    return [str(name).encode(errors="replace").decode() for name in names]


def round_of(body: dict[str, Any], book: JournalStore, clock: Clock, fitted: FittedTable | None) -> TableGame:
    """The game of a record: on the table's devices, or on a virtual mat if there are none or bots began it."""
    if fitted is None or body.get("demo") or body.get("drawn"):
        return ScreenGame(body, book, clock)
    return TableGame(body, book, fitted)
