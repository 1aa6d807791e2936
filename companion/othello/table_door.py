"""Othello at a table, as `table/door` asks it: what each method does is in `at_table`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

from companion.othello.at_table import (
    board,
    cues,
    knowledge,
    looked_up,
    meanings,
    moments,
    own,
    table_of_gestures,
    tapping,
)
from companion.othello.at_table.by_hand import answers_by_hand, text_by_hand
from companion.othello.at_table.comparing import compare, is_awaited
from companion.othello.at_table.details import details
from companion.othello.at_table.follow_ups import FOLLOW_UPS
from companion.othello.at_table.gestures import Gesture
from companion.othello.at_table.misfits import told_openly
from companion.othello.at_table.onlookers import Onlookers
from companion.othello.at_table.places_of_things import goes
from companion.othello.at_table.readings import Readings, Seen, after_events, at_rest, rewound, without
from companion.othello.model.answers import Answer, Do, answer_to_json
from companion.othello.model.cards import Pile, pile_of
from companion.othello.model.events import Event, Found, Placed, SceneBegan, Swapped, TakenBack
from companion.othello.model.frames import Placement
from companion.othello.model.game import Game as Course
from companion.othello.model.game import Unseen
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase
from companion.othello.position.cards import check_card, check_character
from companion.othello.rules.options import decision
from companion.othello.rules.submit import lapse
from companion.othello.rules_door import OthelloRules
from companion.othello.text.because import because
from companion.othello.text.moment import happening_text
from companion.othello.text.narrate import answer_text
from companion.othello.text.why import PARTS
from companion.othello.text.words import act_name
from companion.play.fields import as_word
from companion.play.lookup import help_to_json, in_words
from companion.play.places import play_zone
from companion.play.tongue import _
from companion.play.verdict import Forbidden
from companion.table.door import Game, Part
from companion.table.meaning import Meaning, Misfit, Offer
from companion.table.memory import Memory
from companion.table.observation import Observation, Sort, Tag, split_thing

OF_A_TURN = (Do.PLACE, Do.REVEAL, Do.EXIT)


class OthelloAtTable(OthelloRules, Game[State, Answer, Event, Readings]):
    """The game as it is played at a table."""

    follow_ups = FOLLOW_UPS
    moments_of = moments.SHOWN
    is_timed = True

    # --- what lies there, and what it means

    def unseen(self) -> Unseen:
        """Nobody knows the cards, at most their backs."""
        return Unseen()

    def onlookers(self, seed: int) -> Onlookers:
        """What the position says of the cards, and nothing else."""
        return Onlookers(seed)

    def check_thing(self, state: State, thing: str) -> None:
        """A card, a tile or a coin."""
        sort, name = split_thing(thing)
        match sort:
            case Sort.CARD:
                check_card(name, "card", state.rules, state.deck)
            case Sort.TILE:
                check_character(name, "card", state.rules)
            case Sort.COIN:
                as_word(name, "card", tuple(state.rules.coins))
            case Sort.UID:
                pass

    def no_readings(self) -> Readings:
        """Nothing has been seen."""
        return Readings()

    def read(self, seen: Seen, observation: Observation, pushed: Gesture) -> Meaning[Readings]:
        """What an observation means."""
        return meanings.read(seen, observation, pushed)

    def refused(self, seen: Seen, answer: Answer, forbidden: Forbidden) -> Meaning[Readings]:
        """It waits for somebody's choice, or is noted."""
        return meanings.refused(seen, answer, forbidden)

    def played(self, seen: Seen, answer: Answer | None, events: Sequence[Event]) -> Readings:
        """What was chosen has counted, and a card that was put down unseen is still to be laid."""
        readings = after_events(seen.readings, events, len(seen.events) - len(events))
        counted = answer is not None and not meanings.settles_price_alone(answer)
        return readings._replace(chosen=()) if counted else readings

    def rewound(self, readings: Readings, was: State, now: State) -> Readings:
        """What lies there stays as it was, and who is ready."""
        return rewound(readings, was, now)

    def still_to_lie(self, readings: Readings) -> dict[str, int]:
        """The other cards of improvs (I3)."""
        return {zone: number for zone, (_card, number) in readings.swapped.items()}

    def waits_for(self, readings: Readings, zones: Mapping[str, int], events: Sequence[Event]) -> Readings:
        """The readings with those."""
        swaps = {zone: (events[number], number) for zone, number in zones.items() if number < len(events)}
        found = {zone: (swap.card, number) for zone, (swap, number) in swaps.items() if isinstance(swap, Swapped)}
        return readings._replace(swapped=found)

    def emptied(self, readings: Readings, zone: str) -> Readings:
        """What is laid there next is laid by hands."""
        return readings._replace(resting=without(readings.resting, zone))

    def rested(self, state: State, readings: Readings, lying: Mapping[str, str]) -> Readings:
        """That placed cards are reported is no gesture."""
        return at_rest(state, readings, lying)

    def lying(self, readings: Readings) -> dict[str, str]:
        """The cards that were laid early."""
        return {play_zone(player): card for player, card in readings.early.items()}

    def laid(self, readings: Readings, lying: Mapping[str, str]) -> Readings:
        """The readings with those."""
        players = {play_zone(player): player for player in range(max(self.seats))}
        return readings._replace(early={players[zone]: card for zone, card in lying.items()})

    # --- who may know what

    def as_known(self, state: State, player: int | None) -> State:
        """The backs in place of what is hidden."""
        return knowledge.as_known(state, player)

    def submit_as_known(self, course: Course, answer: Answer, player: int | None) -> None:
        """Play an answer by what a player may know."""
        knowledge.play_as_known(course, answer, player)

    def judge(self, state: State, answer: Answer, player: int | None) -> None:
        """Try an answer that is said."""
        knowledge.judge_saying(state, answer, player)

    def hearsay(self, state: State, answer: Answer) -> Answer:
        """By its back counts what is laid down by an improvisation."""
        return knowledge.hearsay(state, answer)

    def shown_by(self, state: State, answer: Answer) -> Answer:
        """With the card that lies there."""
        return knowledge.named(state, answer)

    def told(self, state: State, answer: Answer) -> str:
        """Without the cards that only its player knows."""
        return answer_text(state, told_openly(answer))

    # --- lights, time, and what has been seen

    def offers(self, seen: Seen) -> list[Offer]:
        """The lights."""
        readings = seen.readings
        return cues.offers(seen.state, seen.memory.drew, readings.ready, readings.chosen)

    def moment(self, state: State) -> Hashable | None:
        """The window that is open."""
        return moments.window_moment(state)

    def lapse(self, course: Course) -> None:
        """Its time is up."""
        lapse(course)

    def missed(self, state: State) -> list[Answer]:
        """Interrupts that nobody heard."""
        return moments.missed(state)

    def remember(self, memory: Memory, state: State, event: Event) -> None:
        """The log, and the cards that were shown."""
        moments.remember(memory, state, event)

    def question_to(self, state: State, player: int | None) -> Hashable:
        """What tells one question from the next."""
        return moments.question_to(state, player)

    # --- corrections

    def has_turn(self, answer: Mapping[str, Any]) -> bool:
        """A card that is laid, turned up or taken out waits for its turn."""
        return answer["do"] in OF_A_TURN

    def is_worth_telling(self, answer: Mapping[str, Any]) -> bool:
        """That somebody passed need not be told."""
        return bool(answer["do"] != Do.PASS)

    def instead(self, state: State, answer: Mapping[str, Any]) -> list[tuple[dict[str, Any], str]]:
        """Another Lead."""
        return board.other_leads(state, answer) if answer["do"] == Do.LEAD else []

    def take_back(self, course: Course, player: int) -> None:
        """P3: until all have placed, another card may be placed instead."""
        course.emit(TakenBack(player))

    def lifted_early(self, state: State, events: Sequence[Event], player: int) -> str | None:
        """P3: a card that was placed and taken back, while others still place."""
        if type(state.frames[-1]) is not Placement:
            return None
        is_back = False
        for event in reversed(events):
            match event:
                case TakenBack(each) if each == player:
                    is_back = True
                case Placed(each, card) if each == player:
                    return card if is_back else None
                case SceneBegan():
                    return None
        return None

    def follow_the_table(self, course: Course, answer: Answer) -> str | None:
        """The card is with this player after all."""
        if answer.card is None:
            return None
        course.emit(Found(answer.by, answer.card))
        return _("{name} has {card} after all", name=course.state.seats[answer.by].name, card=answer.card)

    # --- tables of other kinds

    def compare(self, state: State, zone: str, thing: str | None) -> Misfit | None:
        """What does not fit at a reader that is back."""
        return compare(state, zone, thing)

    def is_awaited(self, state: State, zone: str) -> bool:
        """A card that is placed now, or early."""
        return is_awaited(state, zone)

    def taps(self, state: State, tap: Tag) -> list[Observation]:
        """A tap turns a card up."""
        return tapping.gestures_of_tap(state, tap)

    def by_hand(self, state: State, players: Collection[int]) -> list[dict[str, Any]]:
        """A card laid face down, or turned up."""
        names = self.names(state)
        return [
            {
                "answer": answer_to_json(answer, names),
                "text": text_by_hand(state, answer),
                "seat": answer.by,
                "group": "decision" if answer.do is Do.PLACE else "by-hand",
            }
            for answer in answers_by_hand(state, players)
        ]

    # --- pages

    def board(self, seen: Seen) -> dict[str, Any]:
        """Edition and deck, seats, piles, and the newest card."""
        return board.board(seen)

    def options(self, state: State) -> list[dict[str, Any]]:
        """The answers as buttons."""
        return board.options(state)

    def view(self, state: State, player: int) -> dict[str, Any]:
        """The own hand and face-down card, and the own answers."""
        return own.view(self.as_known(state, player), player)

    def help(self, known: State, player: int | None) -> dict[str, Any]:
        """Every card of the game, the open moment, and what the player cannot do now."""
        told, of = looked_up.looked_up(known, player), known.rules
        return help_to_json(told, looked_up.rules(), of.edition, of.rulings)

    def because(self, event: Event) -> Sequence[str]:
        """The rules that the engine can name."""
        return because(event)

    def asked_by(self, state: State) -> Sequence[str]:
        """The rules of the moment, and of the card that it is about."""
        known = self.as_known(state, None)
        return looked_up.rules_of_moment(known, decision(known))

    def rules_in_words(self, state: State, ids: Iterable[str]) -> dict[str, str]:
        """As docs/rules.md has them."""
        return in_words(ids, looked_up.rules(), state.rules.edition, state.rules.rulings)

    def counts(self, state: State) -> dict[str, int]:
        """The draw piles, and the wounds on the tiles."""
        piles = {"piles.script": len(state.script), "piles.staging": len(state.staging)}
        return piles | {f"tiles.{character}": state.wounds[character] for character in state.stars()}

    def chapter(self, state: State) -> str:
        """The act, while it is played."""
        return act_name(state.act) if state.scene and state.phase is not Phase.INTERMISSION else ""

    def sheet_parts(self) -> Sequence[Part]:
        """The rows of the printed score sheet (G2, G5)."""
        return [Part(key, _(words), key.endswith("_bonus")) for key, words in PARTS.items()]

    def happening(self, state: State) -> str | None:
        """Who does what to whom with what."""
        return happening_text(state)

    def window(self, state: State) -> dict[str, Any]:
        """What may be answered."""
        return board.window(state)

    def hint(self, state: State) -> str:
        """Of the table of gestures, what fits what is open."""
        asked = decision(state)
        if asked is None:
            return ""
        return table_of_gestures.card_hint(state, asked) or table_of_gestures.hint(asked.kind)

    def asked_besides(self, state: State) -> dict[str, Any]:
        """An owners' card that is carried out; where things can be laid."""
        asked = decision(state)
        laid = {"goes": goes(state, asked)} if asked is not None else {}
        return laid | {"carry_out": board.carried_out(state)}

    def is_one_of_a_kind(self, thing: str) -> bool:
        """Tiles and script cards."""
        sort, name = split_thing(thing)
        return sort is Sort.TILE or (sort is Sort.CARD and pile_of(name) is Pile.SCRIPT)

    def details(self, state: State) -> list[dict[str, Any]]:
        """Cards, variants and rulings."""
        return [each.to_json() for each in details(state)]
