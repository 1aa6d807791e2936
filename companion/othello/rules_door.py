"""The rules of Othello, as `play/door.py` asks them: what each method does is in a room beside this file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.othello.at_table import knowledge
from companion.othello.decks.file import deck_kept
from companion.othello.model.answers import Answer, answer_from_json, answer_to_json
from companion.othello.model.decision import Decision
from companion.othello.model.deck import STAND_IN
from companion.othello.model.events import (
    Event,
    Flow,
    event_from_json,
    event_from_object,
    event_to_json,
    event_to_object,
)
from companion.othello.model.game import AtTable, Dealer, Unseen
from companion.othello.model.game import Game as Course
from companion.othello.model.ruleset import USUAL_EDITION
from companion.othello.model.state import State
from companion.othello.position.cards import check_names
from companion.othello.position.read import position_from_json
from companion.othello.position.write import position_to_json
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import scores_to_json, winner_names
from companion.othello.rules.submit import SEATS, new_game, settle, submit
from companion.othello.text.describe import describe
from companion.othello.text.moment import decision_text
from companion.othello.text.narrate import answer_text, event_text
from companion.othello.text.why import explained, why
from companion.othello.text.words import act_name
from companion.play.course import LogLine
from companion.play.door import Rules
from companion.play.tongue import _


class OthelloRules(Rules[State, Answer, Event]):
    """The game by its rules alone."""

    id = "othello"
    title = "The Tragedy of Othello"
    seats = SEATS
    answer_kinds = (Answer,)
    follows = ("order",)  # from the turn and the Lead, or it is in the frames

    def begin(self, names: Sequence[str], chosen: Mapping[str, Any]) -> State:
        """A game before the lead tile is dealt; `chosen` may have edition, deck, level, variants and rulings."""
        edition, deck = chosen.get("edition") or USUAL_EDITION, deck_kept(chosen.get("deck") or STAND_IN)
        level, variants = chosen.get("level"), chosen.get("variants") or ()
        return new_game(names, Unseen(), edition, deck, level, variants, chosen.get("rulings")).state

    def position_from_json(self, position: Any) -> State:
        """The state of a position."""
        return position_from_json(position)

    def position_to_json(self, state: State) -> dict[str, Any]:
        """Its position."""
        return position_to_json(state)

    def names(self, state: State) -> list[str]:
        """The players."""
        return [seat.name for seat in state.seats]

    def renamed(self, state: State, names: Sequence[str]) -> State:
        """The state with other names."""
        found = state.copy()
        for seat, name in zip(found.seats, names, strict=True):
            seat.name = name
        return found

    def copy(self, state: State) -> State:
        """A state of its own."""
        return state.copy()

    def decision(self, state: State) -> Decision | None:
        """What is open."""
        return decision(state)

    def permitted(self, state: State) -> Sequence[Answer]:
        """Coins, improvs and Exchanges, and what else is somebody's initiative."""
        return permitted(state)

    def dealer(self, seed: int) -> Dealer:
        """A dealer who knows every card."""
        return Dealer(seed)

    def course(self, state: State, chance: Any) -> Course:
        """A game that goes on."""
        return Course(state, chance)

    def settle(self, course: Course) -> None:
        """What follows by itself."""
        settle(course)

    def submit(self, course: Course, answer: Answer) -> None:
        """Play an answer by all that is known."""
        submit(course, answer)

    def answer_from_json(self, data: Any, names: Sequence[str]) -> Answer:
        """An answer."""
        return answer_from_json(data, names)

    def answer_to_json(self, answer: Answer, names: Sequence[str]) -> dict[str, Any]:
        """Its object."""
        return answer_to_json(answer, names)

    def event_from_json(self, data: Any) -> Event:
        """An event, of form 1 or 2."""
        return event_from_json(data)

    def event_to_json(self, event: Event) -> Any:
        """An event in form 2."""
        return event_to_json(event)

    def event_text(self, state: State, event: Event) -> LogLine | None:
        """A line of the public log."""
        return event_text(state, event)

    def answer_text(self, state: State, answer: Answer) -> str:
        """An answer in words."""
        return answer_text(state, answer)

    def decision_text(self, state: State, asked: Decision | None) -> str:
        """The headline."""
        return decision_text(state, asked)

    # --- the text interface

    def check_names(self, state: State, answer: Answer) -> None:
        """Whether its cards, coins and characters are in this game."""
        check_names(answer, state)

    def event_to_object(self, event: Event, names: Sequence[str]) -> dict[str, Any] | None:
        """An event by names, but for what is under way."""
        return None if isinstance(event, Flow) else event_to_object(event, names)

    def scores(self, state: State) -> list[dict[str, Any]]:
        """Points by where they come from."""
        return scores_to_json(state)

    def winners(self, state: State) -> list[str] | None:
        """Who has most."""
        return winner_names(state)

    def event_from_object(self, data: Any, names: Sequence[str], field: str) -> Event:
        """That event."""
        return event_from_object(data, names, field)

    def why(self, state: State, events: Sequence[Event]) -> list[dict[str, Any]]:
        """Every point with the events that brought it, and their rules."""
        return why(state, events)

    def explained(self, state: State, events: Sequence[Event], player: int) -> str:
        """The same as text."""
        return explained(state, events, player)

    def describe(self, state: State) -> str:
        """The table as text."""
        return describe(state)

    def table_dealer(self, seed: int) -> Dealer:
        """A dealer who takes somebody's word."""
        return AtTable(seed)

    def after_table(self, state: State) -> State:
        """No card is in two places."""
        return knowledge.without_doubles(state)

    def where(self, state: State) -> str:
        """The act and the scene."""
        act = act_name(state.act)
        return _("{act}, scene {scene}", act=act, scene=state.scene) if state.scene else act
