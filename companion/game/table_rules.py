"""What a table asks of a game, in parts; the page before, `companion.game`, puts them together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from companion.core.errors import InputError
from companion.core.observation import Observation, Tag
from companion.core.verdict import Forbidden
from companion.game.help import Help, help_to_json
from companion.game.interpretation import Interpretation, Offer, RecordViolation, TableView, UnexpectedPlacement
from companion.game.recent import Moment, RecentEvents
from companion.game.rules import A, E, Json, Rules, S

R = TypeVar("R")
FollowUp = Callable[[Any], Interpretation[Any] | None]


class ScoreRow(NamedTuple):
    """A row of a score sheet: its key in `scores`, and its words; a `bonus` comes at the end of the game."""

    key: str
    words: str
    bonus: bool = False


class Laid(ABC, Generic[S, A, E, R]):
    """What lies on the mat, and what it means. Asked by: the session.

    `R` are the readings: what the game has noted of the mat, in one frozen value. `follow_ups` are what a table goes
    on with by itself, each a function of what is seen (a `TableView`), None where it has nothing to do; they are tried
    in their order until none of them has.
    """

    follow_ups: Sequence[FollowUp]

    @abstractmethod
    def unseen(self) -> Any:
        """Chance at a table where the cards are real: nobody knows them."""

    @abstractmethod
    def no_readings(self) -> R:
        """The readings before anything has been seen."""

    @abstractmethod
    def read(self, seen: TableView[S, R], observation: Observation, pushed: Any, /) -> Interpretation[R]:
        """What an observation means; `pushed` is what the seat's light has offered for this press or hold."""

    @abstractmethod
    def check_thing(self, state: S, thing: str, /) -> None:
        """Whether a thing that a script lays down is in this game. Raises InputError for the field `card`."""

    # --- what a game says only where it is otherwise

    def refused(self, seen: TableView[S, R], answer: A, forbidden: Forbidden, /) -> Interpretation[R]:
        """What comes of an answer that the rules forbid."""
        return Interpretation(seen.readings, [RecordViolation(forbidden)])

    def played(self, seen: TableView[S, R], answer: A | None, events: Sequence[E], /) -> R:
        """The readings after an answer, or None for a lapse, and the events that came of it."""
        return seen.readings

    def rewound(self, readings: R, was: S, now: S, /) -> R:
        """The readings after steps were taken back, or brought back, from one state to another."""
        return self.no_readings()

    def compare(self, state: S, zone: str, thing: str | None, /) -> UnexpectedPlacement | None:
        """What does not fit of what lies in a zone whose reader is back."""
        return None

    def is_awaited(self, state: S, zone: str, /) -> bool:
        """Whether a card that comes into this zone is one that its player lays now."""
        return False

    def taps(self, state: S, tap: Tag, /) -> list[Observation]:
        """What a tap on the one reader of a table means as gestures at seats."""
        return []

    def by_hand(self, state: S, players: Collection[int], /) -> list[Json]:
        """What the host can enter for seats whose reader sees nothing, as `options` has it."""
        return []

    def is_one_of_a_kind(self, thing: str, /) -> bool:
        """Whether there is one such thing in the box, so that it lies in one place alone."""
        return False


class LaidEarly(ABC, Generic[S, E, R]):
    """Cards that lie there before the book has them, or still have to lie there. Asked by: the session."""

    def lying(self, readings: R, /) -> dict[str, str]:
        """What lies in zones and is in no state yet; it is written down, and read again by `laid`."""
        return {}

    def laid(self, readings: R, lying: Mapping[str, str], /) -> R:
        """The readings with what `lying` has given."""
        return readings

    def rested(self, state: S, readings: R, lying: Mapping[str, str], /) -> R:
        """The readings when what the state has placed, and what is `lying` elsewhere, is reported as if it were new."""
        return readings

    def emptied(self, readings: R, zone: str, /) -> R:
        """The readings once a reader that is back finds nothing in a zone."""
        return readings

    def still_to_lie(self, readings: R, /) -> Mapping[str, int]:
        """The zones in which a card is still to be laid that the book has already, each with the number of its event.

        They are written down, and read again by `waits_for`.
        """
        return {}

    def waits_for(self, readings: R, zones: Mapping[str, int], events: Sequence[E], /) -> R:
        """The readings with those."""
        return readings


class Scripted(Laid[S, A, E, R], Rules[S, A, E]):
    """A game that a script plays at a table. Asked by: `cuelight play --table`, `cuelight script`."""

    def onlookers(self, seed: int, /) -> Any:
        """Chance for a script that begins with a position, which may say what the cards are."""
        return self.unseen()

    def table_dealer(self, seed: int, /) -> Any:
        """Chance that knows every card, where somebody's word on a hidden card is taken."""
        return self.dealer(seed)

    def after_table(self, state: S, /) -> S:
        """The state as a position may have it after a table has played on, whatever it said."""
        return state


class Lit(ABC, Generic[S, A, E, R]):
    """The lights, the buttons, and windows that close. Asked by: the session, in time."""

    is_timed: bool = False
    """Whether it has windows that close when their time is up."""

    @abstractmethod
    def offers(self, seen: TableView[S, R], /) -> list[Offer]:
        """What every seat's light shows, and what its button means, in seat order."""

    # --- what a game says only where it is otherwise

    def moment(self, state: S, asked: Any, /) -> Hashable | None:
        """What tells the open window from the next one; None where nothing is timed."""
        return None

    def lapse(self, course: Any, /) -> None:
        """The time of what is open is up: whoever is asked in it has passed."""
        return None

    def missed(self, state: S, /) -> Sequence[A]:
        """The answers that could have been given until the time ran out."""
        return ()


class Hidden(Rules[S, A, E]):
    """Who may know what; what is for everybody follows from what is public. Asked by: whoever judges, shows, tells."""

    @abstractmethod
    def as_known(self, state: S, player: int | None, /) -> S:
        """A copy without what is hidden from a player, or from everybody (None)."""

    @abstractmethod
    def judge(self, state: S, answer: A, player: int | None, /) -> None:
        """Try an answer on what a player, or everybody, may know. Raises Forbidden."""

    @abstractmethod
    def submit_as_known(self, course: Any, answer: A, player: int | None, /) -> None:
        """Play an answer that is allowed by all that a player, or everybody, may know. Raises Forbidden."""

    # --- what a game says only where it is otherwise

    def owner_of(self, answer: A, /) -> int | None:
        """By whose knowledge an answer in a script is judged; None for what everybody knows."""
        return None

    def noted_openly(self, irregularity: Json, /) -> Json:
        """What was noted against the rules, as far as everybody may know it."""
        return irregularity

    def hearsay(self, state: S, answer: A, /) -> A:
        """An answer, as far as it counts from somebody who does not see the cards."""
        return answer

    def shown_by(self, state: S, answer: A, /) -> A:
        """The answer with the card that is turned up by nothing but a button or a word."""
        return answer

    def told(self, state: S, answer: A, /) -> str:
        """An answer in words that everybody may hear."""
        return self.answer_text(state, answer)

    def question_to(self, state: S, asked: Any, player: int | None, /) -> Hashable:
        """What tells one question to a player, or to the table (None), from the next."""
        return (asked.kind, player in asked.players) if asked is not None else None


class Shown(Hidden[S, A, E], Generic[S, A, E, R]):
    """What pages show of a game. Asked by: the snapshots, the desk, the score sheet.

    `moments_of` are the kinds of events that screens show for a moment.
    """

    moments_of: Mapping[type[Any], Moment] = MappingProxyType({})

    @abstractmethod
    def board(self, seen: TableView[S, R], /) -> Json:
        """What everybody may see: `table` and `seats` with what the game has to say of them, and keys of its own."""

    @abstractmethod
    def options(self, state: S, /) -> list[Json]:
        """The answers as buttons for the host: `answer`, `text`, `seat` (from 0, or None) and `group`."""

    @abstractmethod
    def details(self, state: S, /) -> list[Json]:
        """By which rules and with which cards is played: `name`, `value`, and whether it is as `usual`."""

    # --- what a game says only where it is otherwise

    def view(self, state: S, player: int, /) -> Json:
        """What one player knows besides the board, for the page that has that seat's key: nothing that others hide.

        `options` are that player's own answers, as `options` has them; `hand` the own cards, as `card_view` has them.
        """
        known = self.as_known(state, player)
        return {"options": [option for option in self.options(known) if option["seat"] == player]}

    def happening(self, state: S, /) -> str | None:
        """What is under way, in words for everybody: who does what to whom with what; None where nothing is."""
        return None

    def window(self, state: S, asked: Any, /) -> Json:
        """Of the open window: `text` in words, `by` whom, and the `card` that may be answered."""
        return {"text": self.decision_text(state, asked), "by": None, "card": None}

    def hint(self, state: S, asked: Any, /) -> str:
        """What people are told to do with their hands now."""
        return ""

    def asked_besides(self, state: S, asked: Any, /) -> Json:
        """Keys of the open decision that the desk needs for it."""
        return {}

    def chapter(self, state: S, /) -> str:
        """The part of the game that has a column on the score sheet, in words; "" between two, or for none."""
        return ""

    def counts(self, state: S, /) -> Mapping[str, int]:
        """What is counted on the table and is no seat's, such as cards in a pile, by the names that its pages use."""
        return {}

    def sheet_parts(self) -> Sequence[ScoreRow]:
        """The rows of the score sheet, as the rulebook lays it out; none for whatever `scores` counts."""
        return ()

    def help(self, known: S, player: int | None, /) -> Json:
        """What a player, or anybody (None), can look up, as `help_to_json` has it.

        Args:
            known: the state as they know it, from `as_known`.
        """
        return help_to_json(Help(self.decision_text(known, self.decision(known))), {})

    def about(self, name: str, state: S, events: Sequence[E], /) -> Json:
        """What a page asks besides the snapshots. Raises InputError for a question that there is not."""
        known = self.as_known(state, None)
        match name:
            case "details":
                return {"details": self.details(known)}
            case "explain":
                return {"players": self.why(known, events)}
            case "position":
                return self.position_to_json(known)
            case _:
                raise InputError(f"there is nothing called {name!r} to ask about", field="name")


class Reasoned(Shown[S, A, E, R]):
    """Why something has happened, and by which rules. Asked by: the pages of "why did that happen?"."""

    def remember(self, memory: RecentEvents, state: S, event: E, /) -> None:
        """Remember one event; `state` is the game's, at or soon after it."""
        memory.tell(self.event_text(state, event), self.moments_of.get(type(event)), self.because(event))

    def because(self, event: E, /) -> Sequence[str]:
        """The ids of the rules by which something has happened, as far as that is known of what everybody sees."""
        return ()

    def asked_by(self, state: S, /) -> Sequence[str]:
        """The ids of the rules of what is open, as far as everybody knows what that is."""
        return ()

    def rules_in_words(self, state: S, ids: Iterable[str], /) -> dict[str, str]:
        """What these rules say, by their ids."""
        return {}


class Corrected(ABC, Generic[S, A]):
    """What is put right afterwards. Asked by: the desk, by the corrections."""

    def has_turn(self, answer: Mapping[str, Any], /) -> bool:
        """Whether an answer that was written down waits for its turn when it is played again, with what came after."""
        return False

    def is_worth_telling(self, answer: Mapping[str, Any], /) -> bool:
        """Whether it has to be told that an answer could not be played again."""
        return True

    def instead(self, state: S, answer: Mapping[str, Any], /) -> list[tuple[Json, str]]:
        """What may have been meant in place of an answer that was given to a state, each with its words."""
        return []

    def has_others(self, answer: Mapping[str, Any], /) -> bool:
        """Whether another card may have been laid than the one that an answer names, which everybody has seen."""
        return False

    def others(self, state: S, answer: A, /) -> Sequence[A]:
        """The same answer with each card that it may have been, by what everybody knows; `state` is the one before."""
        return ()

    def take_back(self, course: Any, player: int, /) -> None:
        """A player takes back into the hand what was laid, before it counts."""
        return None

    def lifted_early(self, state: S, events: Sequence[Any], player: int, /) -> str | None:
        """The card that a player has lifted before it counted, and not laid again."""
        return None

    def follow_the_table(self, course: Any, answer: A, /) -> str | None:
        """The host says that a card is where it lies: the book follows, and these words say so; None for nothing."""
        return None
