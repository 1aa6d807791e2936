"""The game interface, second part: what a table needs. `companion.game` lists all parts."""

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
    """Things on the mat, and their meaning. Called by: the session.

    `R` is the pending input: what the game has noted of the mat, in one frozen value. `follow_ups` play what happens
    without a player. Each is a function of a `TableView`, and returns None if it has nothing to do. They are tried in
    order until none has anything to do.
    """

    follow_ups: Sequence[FollowUp]

    @abstractmethod
    def unseen(self) -> Any:
        """Return the chance of a table with real cards, which nobody knows."""

    @abstractmethod
    def no_readings(self) -> R:
        """Return the pending input before any observation."""

    @abstractmethod
    def read(self, seen: TableView[S, R], observation: Observation, pushed: Any, /) -> Interpretation[R]:
        """Return the interpretation of an observation; `pushed` is what the seat's light offered for this press or
        hold.
        """

    @abstractmethod
    def check_thing(self, state: S, thing: str, /) -> None:
        """Check that the game has a thing that a script places. Raises InputError for the field `card`."""

    # --- defaults, which a game overrides if it differs

    def refused(self, seen: TableView[S, R], answer: A, forbidden: Forbidden, /) -> Interpretation[R]:
        """Return the interpretation of an answer that the rules forbid."""
        return Interpretation(seen.readings, [RecordViolation(forbidden)])

    def played(self, seen: TableView[S, R], answer: A | None, events: Sequence[E], /) -> R:
        """Return the pending input after an answer, or None for the end of a window, and its events."""
        return seen.readings

    def rewound(self, readings: R, was: S, now: S, /) -> R:
        """Return the pending input after an undo or a redo, from one state to another."""
        return self.no_readings()

    def compare(self, state: S, zone: str, thing: str | None, /) -> UnexpectedPlacement | None:
        """Return the unexpected placement, if any, in a zone whose reader works again."""
        return None

    def is_awaited(self, state: S, zone: str, /) -> bool:
        """Return whether a card that appears in this zone is played now."""
        return False

    def taps(self, state: S, tap: Tag, /) -> list[Observation]:
        """Return a tap on the only reader of a table as gestures at seats."""
        return []

    def by_hand(self, state: S, players: Collection[int], /) -> list[Json]:
        """Return what the host can enter for seats whose reader does not work, in the form of `options`."""
        return []

    def is_one_of_a_kind(self, thing: str, /) -> bool:
        """Return whether the box has only one such thing, so that it is in one place at most."""
        return False


class LaidEarly(ABC, Generic[S, E, R]):
    """Cards that are on the mat before the record has them, or still have to be placed. Called by: the session."""

    def lying(self, readings: R, /) -> dict[str, str]:
        """Return the things in zones that are in no state yet; they are recorded, and restored by `laid`."""
        return {}

    def laid(self, readings: R, lying: Mapping[str, str], /) -> R:
        """Return the pending input with the result of `lying`."""
        return readings

    def rested(self, state: S, readings: R, lying: Mapping[str, str], /) -> R:
        """Return the pending input that ignores the next reports of placed cards, and of things `lying` elsewhere."""
        return readings

    def emptied(self, readings: R, zone: str, /) -> R:
        """Return the pending input after a reader that works again finds its zone empty."""
        return readings

    def still_to_lie(self, readings: R, /) -> Mapping[str, int]:
        """Return the zones in which a recorded card still has to be placed, each with the number of its event.

        They are recorded, and restored by `waits_for`.
        """
        return {}

    def waits_for(self, readings: R, zones: Mapping[str, int], events: Sequence[E], /) -> R:
        """Return the pending input with those zones."""
        return readings


class Scripted(Laid[S, A, E, R], Rules[S, A, E]):
    """A game that a script plays at a table. Called by: `cuelight play --table`, `cuelight script`."""

    def onlookers(self, seed: int, /) -> Any:
        """Return the chance of a script that begins with a position, which may name the cards."""
        return self.unseen()

    def table_dealer(self, seed: int, /) -> Any:
        """Return a chance that knows every card, at a table that trusts what players say about hidden cards."""
        return self.dealer(seed)

    def after_table(self, state: S, /) -> S:
        """Return the state after a table has played on, as a position may have it."""
        return state


class Lit(ABC, Generic[S, A, E, R]):
    """Lights, buttons, and windows that close. Called by: the session, in time."""

    is_timed: bool = False
    """True if it has windows that close when their time is up."""

    @abstractmethod
    def offers(self, seen: TableView[S, R], /) -> list[Offer]:
        """Return every seat's light and the meaning of its button, in seat order."""

    # --- defaults, which a game overrides if it differs

    def moment(self, state: S, asked: Any, /) -> Hashable | None:
        """Return a value that identifies the open window; None if none is timed."""
        return None

    def lapse(self, course: Any, /) -> None:
        """Close the open window: every asked player has passed."""
        return None

    def missed(self, state: S, /) -> Sequence[A]:
        """Return the answers that were possible until the window closed."""
        return ()


class Hidden(Rules[S, A, E]):
    """Hidden information; everything for everybody follows from public information. Called by: judging, showing,
    reporting.
    """

    @abstractmethod
    def as_known(self, state: S, player: int | None, /) -> S:
        """Return a copy without what is hidden from a player, or from everybody (None)."""

    @abstractmethod
    def judge(self, state: S, answer: A, player: int | None, /) -> None:
        """Try an answer by what a player, or everybody, may know. Raises Forbidden."""

    @abstractmethod
    def submit_as_known(self, course: Any, answer: A, player: int | None, /) -> None:
        """Play an answer that is allowed by what a player, or everybody, may know. Raises Forbidden."""

    # --- defaults, which a game overrides if it differs

    def owner_of(self, answer: A, /) -> int | None:
        """Return the player whose knowledge judges an answer in a script; None for what everybody knows."""
        return None

    def noted_openly(self, irregularity: Json, /) -> Json:
        """Return the public part of a rule violation."""
        return irregularity

    def hearsay(self, state: S, answer: A, /) -> A:
        """Return the part of an answer that counts from a person who does not see the cards."""
        return answer

    def shown_by(self, state: S, answer: A, /) -> A:
        """Return the answer with the card that a button or a word alone turns up."""
        return answer

    def told(self, state: S, answer: A, /) -> str:
        """Return an answer in words that everybody may hear."""
        return self.answer_text(state, answer)

    def question_to(self, state: S, asked: Any, player: int | None, /) -> Hashable:
        """Return a value that identifies the current question to a player, or to the table (None)."""
        return (asked.kind, player in asked.players) if asked is not None else None


class Shown(Hidden[S, A, E], Generic[S, A, E, R]):
    """A game on pages. Called by: the snapshots, the desk, the score sheet.

    `moments_of` are the kinds of events that screens show for a moment.
    """

    moments_of: Mapping[type[Any], Moment] = MappingProxyType({})

    @abstractmethod
    def board(self, seen: TableView[S, R], /) -> Json:
        """Return everything public: `table` and `seats` with the game's own values, and more keys of the game."""

    @abstractmethod
    def options(self, state: S, /) -> list[Json]:
        """Return the answers as buttons for the host: `answer`, `text`, `seat` (from 0, or None) and `group`."""

    @abstractmethod
    def details(self, state: S, /) -> list[Json]:
        """Return the rules and cards in use: `name`, `value`, and whether it is `usual`."""

    # --- defaults, which a game overrides if it differs

    def view(self, state: S, player: int, /) -> Json:
        """Return what one player knows in addition to the board, and nothing that others hide.

        `options` are the player's own answers, in the form of `options`; `hand` are the own cards, in the form of
        `card_view`.
        """
        known = self.as_known(state, player)
        return {"options": [option for option in self.options(known) if option["seat"] == player]}

    def happening(self, state: S, /) -> str | None:
        """Return what is under way, in words for everybody; None if nothing is."""
        return None

    def window(self, state: S, asked: Any, /) -> Json:
        """Return the open window: `text` in words, `by` whom, and the `card` that may be answered."""
        return {"text": self.decision_text(state, asked), "by": None, "card": None}

    def hint(self, state: S, asked: Any, /) -> str:
        """Return what players should do with their hands now."""
        return ""

    def asked_besides(self, state: S, asked: Any, /) -> Json:
        """Return further keys of the open decision, for the desk."""
        return {}

    def chapter(self, state: S, /) -> str:
        """Return the part of the game that has a column on the score sheet, in words; "" between two, or for none."""
        return ""

    def counts(self, state: S, /) -> Mapping[str, int]:
        """Return counts of the table that belong to no seat, such as cards in a pile, by their names on pages."""
        return {}

    def sheet_parts(self) -> Sequence[ScoreRow]:
        """Return the rows of the score sheet, in the rulebook's order; none for all numbers of `scores`."""
        return ()

    def help(self, known: S, player: int | None, /) -> Json:
        """Return the help for a player, or for anybody (None), in the form of `help_to_json`.

        Args:
            known: the state as they know it, from `as_known`.
            player: the player.
        """
        return help_to_json(Help(self.decision_text(known, self.decision(known))), {})

    def about(self, name: str, state: S, events: Sequence[E], /) -> Json:
        """Return the answer to a question of a page. Raises InputError for an unknown question."""
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
    """Reasons for events, and their rules. Called by: the pages of "why did that happen?"."""

    def remember(self, memory: RecentEvents, state: S, event: E, /) -> None:
        """Remember one event; `state` is the game's, at or soon after it."""
        memory.tell(self.event_text(state, event), self.moments_of.get(type(event)), self.because(event))

    def because(self, event: E, /) -> Sequence[str]:
        """Return the ids of the rules that caused an event, if they follow from public information."""
        return ()

    def asked_by(self, state: S, /) -> Sequence[str]:
        """Return the ids of the rules of the open decision, if they follow from public information."""
        return ()

    def rules_in_words(self, state: S, ids: Iterable[str], /) -> dict[str, str]:
        """Return the words of these rules, by id."""
        return {}


class Corrected(ABC, Generic[S, A]):
    """Corrections. Called by: the desk, by the corrections."""

    def has_turn(self, answer: Mapping[str, Any], /) -> bool:
        """Return whether a recorded answer, with everything after it, waits for its turn when it is played again."""
        return False

    def is_worth_telling(self, answer: Mapping[str, Any], /) -> bool:
        """Return whether the host is informed if an answer could not be played again."""
        return True

    def instead(self, state: S, answer: Mapping[str, Any], /) -> list[tuple[Json, str]]:
        """Return what may have been meant in place of an answer that was given to a state, each with its words."""
        return []

    def has_others(self, answer: Mapping[str, Any], /) -> bool:
        """Return whether another open card may have been played than the one that an answer names."""
        return False

    def others(self, state: S, answer: A, /) -> Sequence[A]:
        """Return the answer with each other card that is possible by public knowledge; `state` is the one before."""
        return ()

    def take_back(self, course: Any, player: int, /) -> None:
        """Return a player's card to the hand, before it counts."""
        return None

    def lifted_early(self, state: S, events: Sequence[Any], player: int, /) -> str | None:
        """Return the card that a player has removed before it counted, and not placed again."""
        return None

    def follow_the_table(self, course: Any, answer: A, /) -> str | None:
        """Follow the host, who says that a card is where it is, and return words about it; None if nothing changes."""
        return None
