"""The game interface, third part: what an application needs to host a game. `companion.game` lists all parts."""

from __future__ import annotations

import inspect
import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic

from companion.core.cards import UNKNOWN, with_seat
from companion.core.i18n import ngettext
from companion.core.observation import TagKind
from companion.game.deck_form import CardForm
from companion.game.decks import DeckFiles, FixedDeck
from companion.game.gestures import ActualDeal, HandTransfer, Move
from companion.game.new_game import Decks, OwnDeck, StartForm
from companion.game.rules import A, Asked, E, Json, Rules, S
from companion.game.simulation import Bot, Bots, RandomBot, Simulated, play_plain
from companion.game.statistics import Figures, plain_figures
from companion.game.table_rules import Hidden
from companion.game.tutorial import Lesson


class Offered(ABC):
    """Starting a game, and its options. Called by: the start page, `begin`."""

    editions: Sequence[str]
    """Every edition, the usual one first."""

    pitch: str = ""
    """The game in a sentence for somebody new to it; marked for the catalogues."""

    is_example: bool = False
    """True for an example of how to add a game; it is offered last."""

    lesson: Lesson | None = None
    """The guided act that teaches it, if it has one."""

    points_decide: bool = True
    """True if the most points win; otherwise lists and statistics show no points."""

    @abstractmethod
    def chosen(self, body: Mapping[str, Any], decks: Decks, /) -> Json:
        """Return a new game's record, except its players, from the chosen options; `begin` takes it.

        Raises InputError, with the field, for invalid rules or an invalid deck.
        """

    @abstractmethod
    def position_kept(self, position: Any, decks: Decks, /) -> Json:
        """Return the position of a record from which a game is resumed; its deck may be the owners'.

        Raises InputErrors with all errors, each with its field.
        """

    @abstractmethod
    def form(self) -> StartForm:
        """Return the form of the start page."""

    @abstractmethod
    def check_rules(
        self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str], /
    ) -> None:
        """Check that there are such rules. Raises InputError."""

    # --- defaults, which a game overrides if it differs

    def as_it_began(self, record: Json, /) -> Json:
        """Return the record of a game, with the rules of that time if the record does not name them."""
        return record

    def first_answer(self, body: Mapping[str, Any], names: Sequence[str], /) -> Json | None:
        """Return an answer that is known at the start, such as who begins. Raises InputError."""
        return None

    @property
    def page(self) -> Path:
        """The folder with its template overrides; pages without one use the default."""
        return Path(inspect.getfile(type(self))).with_name("page")


class Packed(Offered, Rules[S, A, E]):
    """Decks and the box. Called by: `cuelight deck`, enrolment, the check of a box, the owners' own cards."""

    @abstractmethod
    def deck_ids(self) -> Sequence[str]:
        """Return the decks that come with the game; no other deck has one of these ids."""

    @abstractmethod
    def read_deck(self, text: str, /) -> OwnDeck:
        """Return the deck of a file's text. Raises InputErrors with all errors, each with its line."""

    @abstractmethod
    def stand_in(self, edition: str, /) -> OwnDeck:
        """Return the made-up deck of an edition."""

    @abstractmethod
    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """Return everything that can have a tag, by kind."""

    @abstractmethod
    def box(self, state: S, /) -> dict[str, int]:
        """Return every thing of the game, by its name on a mat, and how many there are."""

    # --- defaults, which a game overrides if it differs

    def edition_title(self, edition: str | None, level: str | None = None, /) -> str:
        """Return the title of an edition, with its level; "" if the game has only one edition."""
        if edition is None or len(self.editions) == 1:
            return ""
        named = edition if level is None else f"{edition}/{level}"
        return self.form().editions.get(named, named)

    def kept_deck(self, text: str, /) -> OwnDeck:
        """Return the deck of a text that was valid when it was stored, even if the checks are stricter now."""
        return self.read_deck(text)

    @property
    def deck_files(self) -> DeckFiles:
        """The deck files for `cuelight deck`. A game that reads no files has its fixed deck."""
        edition = self.editions[0]
        things = self.things(self.stand_in(edition), edition)
        return FixedDeck(self.title, self.deck_ids(), [thing for some in things.values() for thing in some])

    @property
    def card_form(self) -> CardForm | None:
        """The form in which owners type the text of their cards; None if all cards are known."""
        return None


class Seen(ABC, Generic[S]):
    """Single cards on pages and on an on-screen mat. Called by: the desk, the mat, the box."""

    @abstractmethod
    def cards_at_hand(self, state: S, /) -> list[str]:
        """Return the cards that one may look for now, as the desk lists them."""

    @abstractmethod
    def card_view(self, state: S, card: str, /) -> Json:
        """Return a card for a page: its face, or the back of an unknown card."""

    @abstractmethod
    def seen_at(self, state: S, player: int, thing: str, /) -> str:
        """Return the visible side of a thing in a player's zone: the back of a face-down card."""

    @abstractmethod
    def is_card(self, state: S, name: str, /) -> bool:
        """Return whether a name is one card of this game, by its face."""

    @abstractmethod
    def cards_said(self, answer: Mapping[str, Any], /) -> list[str]:
        """Return the cards of the player's own hand that an answer names."""

    @abstractmethod
    def moves_hidden(self, answer: Mapping[str, Any], /) -> bool:
        """Return whether a correction, or a card's text, moves a hidden card to a player who does not see it now."""

    @abstractmethod
    def placed(self, state: S, player: int, /) -> str | None:
        """Return the card in front of a player, if it is known."""

    @abstractmethod
    def round_of_cards(self, state: S, /) -> Hashable:
        """Return a value that changes when the cards in front of players are removed from the mat."""

    # --- defaults, which a game overrides if it differs

    def called(self, state: S, thing: str, /) -> str:
        """Return what people call a thing of the box."""
        view = self.card_view(state, thing)
        words: str = view.get("words") or view["title"]
        return words

    def seen_elsewhere(self, thing: str, /) -> str:
        """Return the visible side of a thing in no player's zone: its back if no place turns it up."""
        return thing


class Drawn(Hidden[S, A, E]):
    """Real cards behind an on-screen mat. Called by: a virtual table."""

    @abstractmethod
    def truth(self, start: S, seed: int, /) -> ActualDeal:
        """Return the real cards behind a session that begins with `start`."""

    # --- defaults, which a game overrides if it differs

    def backs(self, state: S, /) -> list[list[str]]:
        """Return every hand as everybody sees it: hidden cards by their backs, in an order that reveals nothing."""
        known: Any = self.as_known(state, None)
        return [sorted(seat.hand) for seat in known.seats]

    def back_words(self, back: str, count: int, /) -> str:
        """Return this many cards with this back, in words."""
        return ngettext("{count} card", "{count} cards", count)

    def face_of(self, real: S, player: int, thing: str, /) -> str | None:
        """Return the thing that is placed at a seat of an on-screen mat by this name; None to place its back.

        Args:
            real: the state with the real cards.
            player: the player of the seat.
            thing: the name.
        """
        return thing

    def from_hands(self, real: S, player: int, closed: Collection[int], /) -> list[Json]:
        """Return a player's choice among cards of hands as options of the host that name the cards.

        If placing a card makes the choice, an option says what to `lay`, and in which zone.

        Args:
            real: the state with the real cards.
            player: the player who chooses.
            closed: the players whose hands are hidden from the person who looks at them.
        """
        return []

    def holds_cards(self, state: S, /) -> bool:
        """Return whether hands are dealt, so that nobody plays a card of another hand."""
        return True

    def goes_back(self, state: S, player: int, thing: str, /) -> bool:
        """Return whether a card in front of a player goes back to the hand, because the game did not take it."""
        return False

    def turns_up(self, state: S, pushed: Any, /) -> int | None:
        """Return the player whose card an unknown button turns up; None if the card is known, or none is turned up."""
        return None

    def told_by_dealer(self, start: S, truth: Any, /) -> S:
        """Return the start with what the companion knows as the dealer of an on-screen mat, and nobody else sees."""
        return start


class Racked(Seen[S], Drawn[S, A, E]):
    """The hand of a bot in a rack with readers, at a real table. Called by: the racks."""

    def racked(self, state: S, player: int, /) -> list[str]:
        """Return the backs of the cards that only a player sees: the contents of a bot's rack at a real table."""
        return self.backs(state)[player]

    def back_of(self, state: S, player: int, thing: str, /) -> str | None:
        """Return the back of a thing that may be in a player's rack now, as `racked` names it; None if it cannot."""
        return str(UNKNOWN) if self.is_card(state, thing) else None

    def lies_face_down(self, state: S, answer: A, /) -> bool:
        """Return whether an answer plays its card face down."""
        return False

    def given(self, state: S, answer: A, /) -> str | None:
        """Return where the card goes that an answer gives away in exchange; None if it gives none."""
        return None

    def handed(self, event: E, /) -> HandTransfer | None:
        """Return the card that an event moved from one hand to another, as everybody saw it; None for none."""
        return None

    def least(self, state: S, player: int, things: Sequence[str], /) -> str:
        """Return the thing of these in a hand that its player values least."""
        return min(things)

    def with_rack(self, state: S, player: int, things: Sequence[str], /) -> S:
        """Return a state in which a player has these things, whose backs are those of `racked`."""
        return with_seat(state, player, hand=tuple(things))


class PlayedByBots(Hidden[S, A, E]):
    """Bot players. Called by: demonstrations, chairs with bots, `cuelight simulate`.

    `answers` are the kinds of answers, `of_all` those that belong to no player. `pauses` are the seconds that a watcher
    needs before a move of each kind.
    """

    answers: Collection[str]
    pauses: Mapping[str, float] = MappingProxyType({})
    of_all: Collection[str] = ()
    usual_bot: str = "greedy"
    """The default bot."""

    @abstractmethod
    def bot(self, rng: random.Random, /) -> Bot:
        """Return a bot with this random generator."""

    @abstractmethod
    def moves(self, state: S, answer: A, zones: Mapping[str, str | None], /) -> Iterator[tuple[Move, float]]:
        """Yield the gestures that mean an answer, each with the pause after it.

        Args:
            state: the state.
            answer: the answer.
            zones: the contents of each zone.
        """

    # --- defaults, which a game overrides if it differs

    @property
    def bots(self) -> Bots:
        """The bots by name, from weak to strong, including `usual_bot`."""
        return {"random": partial(RandomBot, self), self.usual_bot: self.bot}

    def simulated(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any], /) -> Simulated:
        """Return one game among bots, by name and clockwise; `begin` takes `chosen`."""
        return play_plain(self, self.bots, seated, seed, chosen, self.as_known)

    def figures(self, games: Sequence[Any], chosen: Mapping[str, Any], /) -> Figures:
        """Return the statistics of games of `simulated`, at least one."""
        return plain_figures(games, lambda game, seat: game.totals[seat])

    def plainest(self, asked: Asked[A], /) -> A:
        """Return the answer to give if nothing else was taken."""
        return asked.options[0]

    def is_better_by_hand(self, answer: A, /) -> bool:
        """Return whether a watcher understands a gesture better than a button for this answer."""
        return False

    def is_of_all(self, answer: Mapping[str, Any], /) -> bool:
        """Return whether an answer belongs to no player."""
        return answer.get("do") in self.of_all


class Spoken(ABC, Generic[S, E]):
    """Lines of cards that are read aloud. Called by: the voice."""

    def has_lines(self, state: S, /) -> bool:
        """Return whether lines of cards are read aloud in this game."""
        return False

    def lines(self, state: S, events: Sequence[E], /) -> list[str]:
        """Return the lines for these events."""
        return []
