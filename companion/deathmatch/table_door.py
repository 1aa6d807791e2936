"""Deathmatch at a table, as `table/door` asks it: what each method does is in `at_table`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.deathmatch.at_table import board, cues, gestures, knowledge, looked_up, mats, own, readings
from companion.deathmatch.at_table.readings import Readings, Seen
from companion.deathmatch.at_table.table_of_gestures import HINTS, goes, held
from companion.deathmatch.at_table.things import check_thing
from companion.deathmatch.model import events as e
from companion.deathmatch.model.accounts import possible_characters
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.events import Event
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import State
from companion.deathmatch.rules.game import Game as Course
from companion.deathmatch.rules.game import Unseen
from companion.deathmatch.rules.options import decision
from companion.deathmatch.rules.reasons import is_own
from companion.deathmatch.rules_door import DeathmatchRules
from companion.deathmatch.text.because import because
from companion.deathmatch.text.moment import happening_text
from companion.deathmatch.text.narrate import answer_text, put_right_openly
from companion.deathmatch.text.words import SUITS
from companion.play.lookup import help_to_json, in_words
from companion.play.places import play_zone
from companion.play.tongue import N_, _
from companion.play.verdict import Forbidden
from companion.table.door import Game, Part
from companion.table.meaning import Meaning, Misfit, Offer
from companion.table.memory import Moment
from companion.table.observation import Observation, Tag

OF_A_TURN = (Do.SETTING, Do.TRICKSTER, Do.REVEAL, Do.PLAY, Do.WINNER, Do.DAMAGE)
OF_OPEN_CARDS = (Do.SETTING, Do.TRICKSTER, Do.PLAY, Do.DAMAGE)
SECRET = N_("This was refused, by what only its player may know.")


class DeathmatchAtTable(DeathmatchRules, Game[State, Answer, Event, Readings]):
    """The game as it is played at a table."""

    follow_ups = (gestures.show_characters,)
    moments_of = MappingProxyType(
        {
            e.ActBegan: Moment.ACT,
            e.ProtagonistChanged: Moment.LEAD,
            e.Revealed: Moment.REVEAL,
            e.Slain: Moment.DEATH,
        }
    )

    # --- what lies there, and what it means

    def unseen(self) -> Unseen:
        """Nobody knows the cards."""
        return Unseen()

    def check_thing(self, state: State, thing: str) -> None:
        """An action card, a character, a setting, or the protagonist card."""
        check_thing(state, thing)

    def no_readings(self) -> Readings:
        """Nothing has been seen."""
        return Readings()

    def read(self, seen: Seen, observation: Observation, pushed: Answer | None) -> Meaning[Readings]:
        """What an observation means."""
        return gestures.read(seen, observation, pushed)

    def refused(self, seen: Seen, answer: Answer, forbidden: Forbidden) -> Meaning[Readings]:
        """It is noted."""
        return gestures.refused(seen, answer, forbidden)

    def played(self, seen: Seen, answer: Answer | None, events: Sequence[Event]) -> Readings:
        """Which card of damage lies where."""
        return readings.after_events(seen.readings, events)

    def rewound(self, readings: Readings, was: State, now: State) -> Readings:
        """What lies there from before a restart, and who has shown a character before the deal, stays as it was."""
        return Readings(resting=readings.resting, characters=readings.characters)

    def rested(self, state: State, seen: Readings, lying: Mapping[str, str]) -> Readings:
        """That the cards of the scene are reported is no gesture."""
        return readings.at_rest(state, seen, lying)

    def lying(self, readings: Readings) -> dict[str, str]:
        """The characters that were shown before the deal."""
        return {play_zone(player): f"character:{name}" for player, name in readings.characters.items()}

    def laid(self, readings: Readings, lying: Mapping[str, str]) -> Readings:
        """The readings with those."""
        players = {play_zone(player): player for player in range(max(self.seats))}
        characters = {players[zone]: thing.partition(":")[2] for zone, thing in lying.items()}
        return readings._replace(characters=characters)

    # --- who may know what

    def as_known(self, state: State, player: int | None) -> State:
        """Unknown cards and characters in place of what is hidden."""
        return knowledge.as_known(state, player)

    def submit_as_known(self, course: Course, answer: Answer, player: int | None) -> None:
        """Play an answer by what a player may know."""
        knowledge.play_as_known(course, answer, player)

    def judge(self, state: State, answer: Answer, player: int | None) -> None:
        """Try an answer on that."""
        knowledge.judge(state, answer, player)

    def owner_of(self, answer: Answer) -> int | None:
        """Whoever gives it."""
        return knowledge.owner_of(answer)

    def noted_openly(self, irregularity: dict[str, Any]) -> dict[str, Any]:
        """That something was refused, where it tells of a hand or of a character."""
        if not is_own(irregularity["code"]):
            return irregularity
        return {"code": "answer.refused", "rules": [], "message": _(SECRET)}

    def told(self, state: State, answer: Answer) -> str:
        """Without what only its player knows."""
        if answer.do is Do.CORRECT:
            return put_right_openly(state, answer)
        return answer_text(state, knowledge.told_openly(answer))

    # --- lights

    def offers(self, seen: Seen) -> list[Offer]:
        """The lights."""
        return cues.offers(seen.state)

    def question_to(self, state: State, player: int | None) -> Hashable:
        """One question for each scene, and for each answer in it."""
        asked = decision(state)
        if asked is None:
            return None
        return asked.kind, state.act, state.scene, asked.players if player is None else player in asked.players

    def lapse(self, course: Course) -> None:
        """Nothing is timed."""

    # --- corrections

    def has_turn(self, answer: Mapping[str, Any]) -> bool:
        """What is laid, and who has won, waits for its turn."""
        return answer["do"] in OF_A_TURN

    def instead(self, state: State, answer: Mapping[str, Any]) -> list[tuple[dict[str, Any], str]]:
        """Another one who begins, or who has won."""
        return board.other_players(state, answer) if answer["do"] in (Do.PROTAGONIST, Do.WINNER) else []

    def has_others(self, answer: Mapping[str, Any]) -> bool:
        """A card that was laid open, also before whom."""
        return answer["do"] in OF_OPEN_CARDS

    def others(self, state: State, answer: Answer) -> Sequence[Answer]:
        """Every other answer of its kind that fitted then."""
        asked = decision(knowledge.as_known(state, None))
        fits = asked.options if asked is not None else ()
        return [each for each in fits if (each.do, each.by) == (answer.do, answer.by) and each != answer]

    # --- tables of other kinds

    def compare(self, state: State, zone: str, thing: str | None) -> Misfit | None:
        """What does not fit at a reader that is back."""
        return mats.compare(state, zone, thing)

    def is_awaited(self, state: State, zone: str) -> bool:
        """A card that is played now."""
        return mats.is_awaited(state, zone)

    def taps(self, state: State, tap: Tag) -> list[Observation]:
        """A tap is a gesture of whose turn it is."""
        return mats.gestures_of_tap(state, tap)

    def by_hand(self, state: State, players: Collection[int]) -> list[dict[str, Any]]:
        """A card that is played."""
        return board.by_hand(state, players)

    # --- pages

    def hint(self, state: State) -> str:
        """What hands do now."""
        asked = decision(state)
        return _(HINTS[asked.kind]) if asked is not None else ""

    def asked_besides(self, state: State) -> dict[str, Any]:
        """What a thing that one holds would do, and where; and who a player can be of whom nobody knows it."""
        asked, known = decision(state), knowledge.as_known(state, None)
        if asked is None:
            return {}
        told = {"holding": held(asked.kind), "goes": goes(asked.kind)}
        return told | {"characters": possible_characters(known)}

    def happening(self, state: State) -> str | None:
        """Whose card is to be beaten, or whose text counts."""
        return happening_text(as_seen(state, None))

    def board(self, seen: Seen) -> dict[str, Any]:
        """Deck and rulings, setting, seats with their pools, and whose action it is."""
        return board.board(seen.state)

    def options(self, state: State) -> list[dict[str, Any]]:
        """The answers as buttons."""
        return board.options(state)

    def view(self, state: State, player: int) -> dict[str, Any]:
        """The own hand, character and limits, and what may be done with them."""
        return own.view(state, player)

    def help(self, known: State, player: int | None) -> dict[str, Any]:
        """Every card of the game, the open moment, and what the player cannot do now."""
        return help_to_json(looked_up.looked_up(known, player), looked_up.rules(), rulings=known.rules.rulings)

    def because(self, event: Event) -> Sequence[str]:
        """The rules that the engine can name."""
        return because(event)

    def asked_by(self, state: State) -> Sequence[str]:
        """The rules of the moment."""
        return looked_up.rules_of_moment(decision(self.as_known(state, None)))

    def rules_in_words(self, state: State, ids: Iterable[str]) -> dict[str, str]:
        """As docs/deathmatch-rules.md has them."""
        return in_words(ids, looked_up.rules(), rulings=state.rules.rulings)

    def chapter(self, state: State) -> str:
        """The act."""
        return _("Act {act}", act=state.act)

    def sheet_parts(self) -> Sequence[Part]:
        """The damage of each suit."""
        return [Part(suit, _(words)) for suit, words in SUITS.items()]

    def details(self, state: State) -> list[dict[str, Any]]:
        """Cards, variants and rulings."""
        return board.details(state)
