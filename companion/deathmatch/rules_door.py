"""The rules of Deathmatch, as `play/door.py` asks them: what each method does is in a room beside this file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.deathmatch.at_table import house, knowledge
from companion.deathmatch.model.answers import Answer, answer_from_json, answer_to_json
from companion.deathmatch.model.decision import Decision
from companion.deathmatch.model.deck import STAND_IN
from companion.deathmatch.model.events import Event, event_from_json, event_from_object, event_to_json, event_to_object
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.position.names import check_names
from companion.deathmatch.position.read import position_from_json
from companion.deathmatch.position.write import position_to_json
from companion.deathmatch.rules.game import Dealer
from companion.deathmatch.rules.game import Game as Course
from companion.deathmatch.rules.harm import scores_to_json
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.submit import begin, settle, submit
from companion.deathmatch.text.describe import describe
from companion.deathmatch.text.explain import explained, why
from companion.deathmatch.text.moment import decision_text
from companion.deathmatch.text.narrate import answer_text, event_text
from companion.play.course import LogLine
from companion.play.door import Rules
from companion.play.errors import InputError
from companion.play.tongue import _


class DeathmatchRules(Rules[State, Answer, Event]):
    """The game by its rules alone."""

    id = "deathmatch"
    title = "Shakespeare Deathmatch"
    seats = range(2, 9)
    answer_kinds = (Answer,)

    def begin(self, names: Sequence[str], chosen: Mapping[str, Any]) -> State:
        """A game before it is said who begins; `chosen` may have deck, variants and rulings."""
        if len(names) not in self.seats or len(set(names)) != len(names):
            raise InputError(_("2 to 8 players with different names, please"), field="names")
        variants, rulings = chosen.get("variants") or (), chosen.get("rulings")
        return begin(names, Dealer(0), variants, rulings, house.deck_kept(chosen.get("deck") or STAND_IN)).state

    def position_from_json(self, position: Any) -> State:
        """The state of a position."""
        return position_from_json(position)

    def position_to_json(self, state: State) -> dict[str, Any]:
        """Its position."""
        return position_to_json(state)

    def names(self, state: State) -> list[str]:
        """The players."""
        return state.names

    def renamed(self, state: State, names: Sequence[str]) -> State:
        """The state with other names."""
        seats = zip(state.seats, names, strict=True)
        return state._replace(seats=tuple(seat._replace(name=name) for seat, name in seats))

    def decision(self, state: State) -> Decision | None:
        """What is open."""
        return decision(state)

    def permitted(self, state: State) -> Sequence[Answer]:
        """Telling of the own death, and the setting's text."""
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
        """Play an answer."""
        submit(course, answer)

    def answer_from_json(self, data: Any, names: Sequence[str]) -> Answer:
        """An answer."""
        return answer_from_json(data, names)

    def answer_to_json(self, answer: Answer, names: Sequence[str]) -> dict[str, Any]:
        """Its object."""
        return answer_to_json(answer, names)

    def event_from_json(self, data: Any) -> Event:
        """An event."""
        return event_from_json(data)

    def event_to_json(self, event: Event) -> Any:
        """Its object, with seat numbers."""
        return event_to_json(event)

    def check_names(self, state: State, answer: Answer) -> None:
        """Whether its cards, characters and settings are in the deck."""
        check_names(answer, state)

    def event_to_object(self, event: Event, names: Sequence[str]) -> dict[str, Any] | None:
        """An event by names."""
        return event_to_object(event, names)

    def scores(self, state: State) -> list[dict[str, Any]]:
        """The points in the pools, and who is out."""
        return scores_to_json(state)

    def winners(self, state: State) -> list[str] | None:
        """Who is left, or who shares the win."""
        return [state.names[player] for player in state.winners] if state.phase is Phase.OVER else None

    def event_from_object(self, data: Any, names: Sequence[str], field: str) -> Event:
        """That event."""
        return event_from_object(data, names, field)

    def why(self, state: State, events: Sequence[Event]) -> list[dict[str, Any]]:
        """Who hurt whom, with what."""
        return why(state, events)

    def explained(self, state: State, events: Sequence[Event], player: int) -> str:
        """The same as text."""
        return explained(state, events, player)

    def describe(self, state: State) -> str:
        """The table as text."""
        return describe(state)

    def after_table(self, state: State) -> State:
        """No card and no character is in two places."""
        return knowledge.without_doubles(state)

    def event_text(self, state: State, event: Event) -> LogLine | None:
        """A line of the public log."""
        return event_text(state, event)

    def answer_text(self, state: State, answer: Answer) -> str:
        """An answer in words."""
        return answer_text(state, answer)

    def decision_text(self, state: State, asked: Decision | None) -> str:
        """The headline."""
        return decision_text(state, asked)

    def where(self, state: State) -> str:
        """The act and the scene."""
        return (
            _("Act {act}, scene {scene}", act=state.act, scene=state.scene)
            if state.scene
            else _("Act {act}", act=state.act)
        )
