"""What a house that hosts a game asks of it besides, in parts; `companion.game` puts them together."""

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
    """A game that can be started, and what can be chosen. Asked by: the start page, `begin`."""

    editions: Sequence[str]
    """Every edition, the usual one first."""

    pitch: str = ""
    """What the game is, in a sentence for somebody who has never heard of it; marked for the catalogues."""

    is_example: bool = False
    """Whether it is there to show how a game is added; it is offered last."""

    lesson: Lesson | None = None
    """The guided act that teaches it, where it has one."""

    points_decide: bool = True
    """Whether the most points win; else lists and statistics tell of no points."""

    @abstractmethod
    def chosen(self, body: Mapping[str, Any], decks: Decks, /) -> Json:
        """What a new game's record has besides its players, from what somebody chose; `begin` takes it.

        Raises InputError, with the field, for rules or a deck that cannot be.
        """

    @abstractmethod
    def position_kept(self, position: Any, decks: Decks, /) -> Json:
        """The position of a record at which a game is taken up, whose deck may be one of the house.

        Raises InputErrors with everything that cannot be, each with its field.
        """

    @abstractmethod
    def form(self) -> StartForm:
        """What can be chosen when a game is started."""

    @abstractmethod
    def check_rules(
        self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str], /
    ) -> None:
        """Whether there are such rules. Raises InputError."""

    # --- what a game says only where it is otherwise

    def as_it_began(self, record: Json, /) -> Json:
        """The record of a game, with the rules that held when it began where it does not name them."""
        return record

    def first_answer(self, body: Mapping[str, Any], names: Sequence[str], /) -> Json | None:
        """An answer that is known when a game is started, such as who begins. Raises InputError."""
        return None

    @property
    def page(self) -> Path:
        """The folder with its pieces of the pages; what is not there, is drawn plainly."""
        return Path(inspect.getfile(type(self))).with_name("page")


class Packed(Offered, Rules[S, A, E]):
    """The decks and the box. Asked by: `cuelight deck`, enrolment, the check of a box, the owners' own cards."""

    @abstractmethod
    def deck_ids(self) -> Sequence[str]:
        """The decks that come with the game; no other deck has one of these ids."""

    @abstractmethod
    def read_deck(self, text: str, /) -> OwnDeck:
        """The deck of a file's text. Raises InputErrors with everything that is wrong, each with its line."""

    @abstractmethod
    def stand_in(self, edition: str, /) -> OwnDeck:
        """The deck that is made up to fit an edition."""

    @abstractmethod
    def things(self, deck: OwnDeck, edition: str, /) -> dict[TagKind, Sequence[str]]:
        """What a tag can be on, by its sort."""

    @abstractmethod
    def box(self, state: S, /) -> dict[str, int]:
        """Every thing of the game, as it is named on a mat, and how many of each."""

    # --- what a game says only where it is otherwise

    def edition_title(self, edition: str | None, level: str | None = None, /) -> str:
        """What an edition is called, with its level; "" for a game that has one alone, where it tells nothing."""
        if edition is None or len(self.editions) == 1:
            return ""
        named = edition if level is None else f"{edition}/{level}"
        return self.form().editions.get(named, named)

    def kept_deck(self, text: str, /) -> OwnDeck:
        """The deck of a text that was right when it was kept, whatever is minded by now."""
        return self.read_deck(text)

    @property
    def deck_files(self) -> DeckFiles:
        """What `cuelight deck` asks; unless the game reads files, of the deck that it is always played with."""
        edition = self.editions[0]
        things = self.things(self.stand_in(edition), edition)
        return FixedDeck(self.title, self.deck_ids(), [thing for some in things.values() for thing in some])

    @property
    def card_form(self) -> CardForm | None:
        """The form in which owners type what stands on their cards; None where all cards are known."""
        return None


class Seen(ABC, Generic[S]):
    """Single cards, as pages and a drawn mat show them. Asked by: the desk, the mat, the box."""

    @abstractmethod
    def cards_at_hand(self, state: S, /) -> list[str]:
        """The cards that one may look for now, as the desk lists them."""

    @abstractmethod
    def card_view(self, state: S, card: str, /) -> Json:
        """A card for a page: its face, or of an unknown one its back."""

    @abstractmethod
    def seen_at(self, state: S, player: int, thing: str, /) -> str:
        """What anybody sees of a thing in a player's zone: of a card that lies face down its back."""

    @abstractmethod
    def is_card(self, state: S, name: str, /) -> bool:
        """Whether it is one card of this game, by its face."""

    @abstractmethod
    def cards_said(self, answer: Mapping[str, Any], /) -> list[str]:
        """The cards of a player's own that an answer names, whoever reads it."""

    @abstractmethod
    def moves_hidden(self, answer: Mapping[str, Any], /) -> bool:
        """Whether what was put right, or what a text changed, brings a hidden card to whoever does not see it now."""

    @abstractmethod
    def placed(self, state: S, player: int, /) -> str | None:
        """What lies before a player, as far as it is known."""

    @abstractmethod
    def round_of_cards(self, state: S, /) -> Hashable:
        """What changes when the cards that lie before players are taken off the mat."""

    # --- what a game says only where it is otherwise

    def called(self, state: S, thing: str, /) -> str:
        """What people call a thing of the box."""
        view = self.card_view(state, thing)
        words: str = view.get("words") or view["title"]
        return words

    def seen_elsewhere(self, thing: str, /) -> str:
        """What anybody sees of a thing that lies in no player's zone: of one that no place turns up its back."""
        return thing


class Drawn(Hidden[S, A, E]):
    """Real cards behind a mat that is only drawn. Asked by: a virtual table."""

    @abstractmethod
    def truth(self, start: S, seed: int, /) -> ActualDeal:
        """The real cards behind a session that begins with `start`."""

    # --- what a game says only where it is otherwise

    def backs(self, state: S, /) -> list[list[str]]:
        """Every hand as everybody sees it: in an order that tells nothing, of what is hidden the backs."""
        known: Any = self.as_known(state, None)
        return [sorted(seat.hand) for seat in known.seats]

    def back_words(self, back: str, count: int, /) -> str:
        """So many cards with this back, in words."""
        return ngettext("{count} card", "{count} cards", count)

    def face_of(self, real: S, player: int, thing: str, /) -> str | None:
        """What is laid at a seat of a drawn mat under this name; None for what its back is laid of instead.

        Args:
            real: the state with the real cards.
        """
        return thing

    def from_hands(self, real: S, player: int, closed: Collection[int], /) -> list[Json]:
        """A choice that a player is asked for among cards of hands, as options of the host that name the cards.

        Where laying a card says it, an option has what to `lay`, in which zone.

        Args:
            real: the state with the real cards.
            closed: the players whose hands are not shown to who looks into them.
        """
        return []

    def holds_cards(self, state: S, /) -> bool:
        """Whether hands are dealt, so that nobody lays what is another's."""
        return True

    def goes_back(self, state: S, player: int, thing: str, /) -> bool:
        """Whether hands take back what lies before a player on a drawn mat, because the table has not taken it."""
        return False

    def turns_up(self, state: S, pushed: Any, /) -> int | None:
        """Whose card is turned up by a button that nobody knows; None where it is known, or none is."""
        return None

    def told_by_dealer(self, start: S, truth: Any, /) -> S:
        """The start with what the companion knows because it deals on a drawn mat, and nobody else sees."""
        return start


class Racked(Seen[S], Drawn[S, A, E]):
    """The hand of a bot in a rack with readers, at a real table. Asked by: the racks."""

    def racked(self, state: S, player: int, /) -> list[str]:
        """The backs of what a player has and nobody else sees: what lies in the rack of a bot at a real table."""
        return self.backs(state)[player]

    def back_of(self, state: S, player: int, thing: str, /) -> str | None:
        """The back of a thing that may lie in a player's rack now, as `racked` names it; None for one that cannot."""
        return str(UNKNOWN) if self.is_card(state, thing) else None

    def lies_face_down(self, state: S, answer: A, /) -> bool:
        """Whether the card with which a hand gives an answer is laid face down."""
        return False

    def given(self, state: S, answer: A, /) -> str | None:
        """Where the card of the hand goes that an answer gives away for another one; None where it gives none."""
        return None

    def handed(self, event: E, /) -> HandTransfer | None:
        """The card that went from one hand into another by what happened, as everybody saw it; None for none."""
        return None

    def least(self, state: S, player: int, things: Sequence[str], /) -> str:
        """Which of these things of a hand its player would rather part with."""
        return min(things)

    def with_rack(self, state: S, player: int, things: Sequence[str], /) -> S:
        """A state in which a player has these things, whose backs are those of `racked`."""
        return with_seat(state, player, hand=tuple(things))


class PlayedByBots(Hidden[S, A, E]):
    """Programs that play. Asked by: demonstrations, chairs with bots, `cuelight simulate`.

    `answers` are the kinds of answers, `of_all` those that are nobody's own, whoever says them. `pauses` are the
    seconds that a watcher needs before a move of each kind.
    """

    answers: Collection[str]
    pauses: Mapping[str, float] = MappingProxyType({})
    of_all: Collection[str] = ()
    usual_bot: str = "greedy"
    """The bot that plays unless somebody chooses."""

    @abstractmethod
    def bot(self, rng: random.Random, /) -> Bot:
        """A bot, which has its whims from there."""

    @abstractmethod
    def moves(self, state: S, answer: A, zones: Mapping[str, str | None], /) -> Iterator[tuple[Move, float]]:
        """The gestures that mean an answer, each with the pause after it.

        Args:
            zones: what lies where.
        """

    # --- what a game says only where it is otherwise

    @property
    def bots(self) -> Bots:
        """The bots by name, from weak to strong, among them `usual_bot`."""
        return {"random": partial(RandomBot, self), self.usual_bot: self.bot}

    def simulated(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any], /) -> Simulated:
        """One game among bots, by name and clockwise; `begin` takes what is `chosen`."""
        return play_plain(self, self.bots, seated, seed, chosen, self.as_known)

    def figures(self, games: Sequence[Any], chosen: Mapping[str, Any], /) -> Figures:
        """What many games of `simulated`, at least one, come to."""
        return plain_figures(games, lambda game, seat: game.totals[seat])

    def plainest(self, asked: Asked[A], /) -> A:
        """The answer to give when nothing else was taken."""
        return asked.options[0]

    def is_better_by_hand(self, answer: A, /) -> bool:
        """Whether an answer that a button could give is rather a gesture, for whoever watches."""
        return False

    def is_of_all(self, answer: Mapping[str, Any], /) -> bool:
        """Whether an answer is nobody's own, whoever says it."""
        return answer.get("do") in self.of_all


class Spoken(ABC, Generic[S, E]):
    """Lines of cards that are read out. Asked by: the voice."""

    def has_lines(self, state: S, /) -> bool:
        """Whether lines of cards are spoken in this game."""
        return False

    def lines(self, state: S, events: Sequence[E], /) -> list[str]:
        """What is spoken of these events."""
        return []
