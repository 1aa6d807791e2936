"""The games of a table's journal: begun, taken up where they were left, and opened again after a mistake.

A game that is opened again is a new one in the journal that says which one it `reopens`: whose record, and all that was
written of it before, it takes over.
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
from companion.table.rename import called_now, told_now
from cuelight.app.games.deck_store import DeckStore
from cuelight.app.games.keeping import is_demonstration, needed
from cuelight.app.games.round import JournalStore, TableGame
from cuelight.app.games.screen_round import ScreenGame
from hardware.fitted_table import FittedTable

RECENT = 12


DEALING = 2
"""How the cards of a drawn mat come from the seed: by what sort of event it is; before, by its number."""


def new_seed() -> int:
    """The seed of a new game, which nobody can guess: what is drawn, dealt and played by bots comes from it."""
    return secrets.randbits(128)


class Games:
    """What is made of the journal's game records.

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
        """The game that was begun last, with its deck."""
        game = self._journal.newest()
        return game and game._replace(body=self._store.whole(game.body))

    def taken_up(self, game: GameInfo) -> TableGame:
        """A game as it was left. Raises whatever comes of a record that this program cannot read."""
        return self._taken_up(game, written(self._journal, game))

    def renamed(self, played: TableGame, names: Sequence[str]) -> TableGame:
        """The game that is played as it stands, with its players called so; for good once that is written."""
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
        """Whether the newest game was put away because nobody played any more."""
        return self._noted(Kind.LEFT) is not None

    def missing(self) -> dict[str, Any]:
        """What was missing from the mat when something was written down of that last."""
        return dict(self._noted(Kind.MISSING) or {})

    def _noted(self, kind: Kind) -> Any:
        game = self._journal.newest()
        records = self._journal.records(game.id) if game is not None else []
        return next((record.body for record in reversed(records) if record.kind == kind), None)

    def reopened(self, id_: int, played: int | None) -> TableGame:
        """A game of people that was ended, as it was left; it is taken up for good with `begin`.

        Args:
            played: the game that is being played.

        Raises InputError for one that is being played, was opened again, is a demonstration or is not there.
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
        if found.body.get("demo"):  # which people took over, on the mat that is drawn
            found.body |= {"demo": False, "drawn": True}
        found.book.draft = []
        return found

    def recent(self, played: int | None) -> list[dict[str, Any]]:
        """Games of people that can be opened again, the newest first: id, players, and when it was begun."""
        games = self._journal.games()
        over = needed(games) | {played}
        ended = (game for game in reversed(games) if game.id not in over and not is_demonstration(self._journal, game))
        newest = islice(ended, RECENT)
        return [{"game": game.id, "names": called(self._journal, game), "at": game.at} for game in newest]

    def drafted(self, body: Mapping[str, Any], first: Mapping[str, Any] | None = None) -> TableGame:
        """A new game with what follows from its beginning, of which nothing is in the journal before `begin`.

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
        """Write a drafted game down, whole.

        Raises JournalError, and then nothing of it is in the journal.
        """
        body, decks = self._store.apart(found.body)
        drafted = found.book.draft or []
        if drafted:
            body = body | {"begun_with": 1 + len(drafted)}  # whatever is written later was played
        found.id = self._journal.begin_game(body, self._wall_clock(), [*decks, *drafted])
        found.first = found.first or found.id
        found.book.draft = None
        for _kind, deck in decks:
            self._store.note(deck)

    def _round(self, body: dict[str, Any]) -> TableGame:
        return round_of(body, JournalStore(self._journal, self._wall_clock), self._clock, self._fitted)


def continued_as(games: Sequence[GameInfo], id_: int) -> int:
    """The game as which another one goes on by now; its own number where nobody opened it again."""
    later = [game.id for game in games if game.body.get("reopens") == id_]
    return continued_as(games, later[-1]) if later else id_


def forgettable(journal: Journal, wanted: Iterable[int]) -> list[int]:
    """The games to forget so that nothing is left of those that are wanted: also what each was before it was reopened.

    Records on which a game is built that stays, stay.

    Raises InputError for one that there is not, that another game goes on, or that is the newest.
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
    for number in found:  # which grows meanwhile
        before = games[number].body.get("reopens")
        if before in games and before not in needed(game for game in games.values() if game.id not in found):
            found.append(before)
    return found


def records_of(journal: Journal, game: GameInfo) -> list[Record]:
    """All that was written of a game, also before it was opened again."""
    own = journal.records(game.id)
    before = game.body.get("reopens")
    return own if before is None else [*records_of(journal, journal.game(before)), *own[1:]]


def begun_as(journal: Journal, game: GameInfo) -> int:
    """The number that a game had before it was opened again for the first time."""
    before = game.body.get("reopens")
    return game.id if before is None else begun_as(journal, journal.game(before))


def written(journal: Journal, game: GameInfo) -> list[tuple[str, Any]]:
    """The same without their times and numbers, as a session takes them."""
    return [(record.kind, record.body) for record in records_of(journal, game)]


def as_called_now(
    body: dict[str, Any], records: Sequence[tuple[str, Any]]
) -> tuple[dict[str, Any], Sequence[tuple[str, Any]]]:
    """A game's record, with its deck, and all that was written of it, with the players by their names of today."""
    names = called_now(records)
    if names is None:
        return body, records
    return body | {"names": names}, list(told_now(game_in(body), records, names_of(records[0][1]), names))


def called(journal: Journal, game: GameInfo) -> list[str]:
    """The players of a game by their names of today."""
    return ever_called(journal, game)[-1]


def ever_called(journal: Journal, game: GameInfo) -> list[list[str]]:
    """The players of a game by the names that they have had in it, those of today last.

    Of a game that is damaged there are those that it began with: `look_back` tells of it, and whoever reads it.
    """
    first = names_of(game.body)
    try:
        return [first, *(said["names"] for said in journal.said_in(game.id, Kind.NAMES))]
    except JournalError:
        return [first]


def names_of(body: Mapping[str, Any]) -> list[str]:
    """The players of a game's record; of one that cannot be shown, as far as they can be."""
    names = body["names"] if "names" in body else [seat["name"] for seat in body["position"]["seats"]]
    return [str(name).encode(errors="replace").decode() for name in names]


def round_of(body: dict[str, Any], book: JournalStore, clock: Clock, fitted: FittedTable | None) -> TableGame:
    """The game that a record begins: on the table's devices, or a virtual mat where it has none or bots began."""
    if fitted is None or body.get("demo") or body.get("drawn"):
        return ScreenGame(body, book, clock)
    return TableGame(body, book, fitted)
