"""Othello as others see it: the one object that stands in the door. What it does is in the rooms beside this file."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from companion.othello.at_table import (
    board,
    box,
    cues,
    deck_files,
    decks,
    form,
    hands,
    knowledge,
    looked_up,
    meanings,
    moments,
    own,
    records,
    table_of_gestures,
    tapping,
)
from companion.othello.at_table.by_hand import answers_by_hand, text_by_hand
from companion.othello.at_table.card_form import ScriptCardForm
from companion.othello.at_table.comparing import compare, is_awaited
from companion.othello.at_table.details import details
from companion.othello.at_table.follow_ups import FOLLOW_UPS
from companion.othello.at_table.gestures import Gesture
from companion.othello.at_table.hands import PAUSES
from companion.othello.at_table.misfits import told_openly
from companion.othello.at_table.onlookers import Onlookers
from companion.othello.at_table.readings import Readings, Seen, after_events, at_rest, rewound, without
from companion.othello.at_table.truth import Truth
from companion.othello.bots.players import GreedyBot
from companion.othello.bots.simulation import BOTS, GameResult, play_game
from companion.othello.bots.tally import figures
from companion.othello.decks.file import deck_kept, kept_deck_file, read_deck_text
from companion.othello.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.othello.model.cards import Pile, pile_of
from companion.othello.model.decision import Decision
from companion.othello.model.deck import STAND_IN, deck_names
from companion.othello.model.events import (
    Event,
    Flow,
    Found,
    Revealed,
    Swapped,
    event_from_json,
    event_to_json,
    event_to_object,
)
from companion.othello.model.frames import Casting, Over
from companion.othello.model.game import AtTable, Dealer, Unseen
from companion.othello.model.game import Game as Course
from companion.othello.model.ruleset import USUAL_EDITION, load_edition
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase
from companion.othello.position.cards import check_card, check_character, check_names
from companion.othello.position.events import event_from_object
from companion.othello.position.read import position_from_json
from companion.othello.position.write import position_to_json
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import scores_to_json, winner_names
from companion.othello.rules.submit import SEATS, lapse, new_game, settle, submit
from companion.othello.text.describe import describe
from companion.othello.text.moment import decision_text, happening_text
from companion.othello.text.narrate import answer_text, event_text
from companion.othello.text.views import card_view
from companion.othello.text.why import PARTS, explained, why
from companion.othello.text.words import act_name
from companion.play.card_form import CardForm
from companion.play.course import LogLine
from companion.play.door import Asked
from companion.play.fields import as_word
from companion.play.figures import Figures
from companion.play.lookup import help_to_json
from companion.play.places import play_zone
from companion.play.simulated import Bot
from companion.play.tongue import N_, _
from companion.play.verdict import Forbidden
from companion.table.door import Part
from companion.table.hosted import Decks, HostedGame, Move, OwnDeck, StartForm
from companion.table.meaning import Meaning, Misfit, Offer
from companion.table.memory import Memory
from companion.table.observation import Observation, Sort, Tag, split_thing

OF_A_TURN = (Do.PLACE, Do.REVEAL, Do.EXIT)


class Othello(HostedGame[State, Answer, Event, Readings]):
    """The game; see `play/door.py`, `table/door.py` and `table/hosted.py` for what each method is for."""

    id = "othello"
    title = "The Tragedy of Othello"
    pitch = N_("Play Shakespeare’s scenes card by card, stop those of the others, and be Iago as long as you can.")
    seats = SEATS
    follow_ups = FOLLOW_UPS
    moments_of = moments.SHOWN
    is_timed = True
    pauses = PAUSES
    editions = decks.EDITIONS
    deck_files = deck_files.ScriptDecks()
    bots = BOTS
    answers = tuple(Do)
    of_all = (Do.LEAD, Do.NEXT_ACT, Do.CORRECT)
    follows = ("order",)  # from the turn and the Lead, or it is in the frames

    # --- its rules

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

    def submit_at_table(self, course: Course, answer: Answer) -> None:
        """Play an answer by what its player may know."""
        knowledge.play_as_known(course, answer, answer.by)

    def after_table(self, state: State) -> State:
        """No card is in two places."""
        return knowledge.without_doubles(state)

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

    def instead(self, answer: Mapping[str, Any], names: Sequence[str]) -> list[tuple[dict[str, Any], str]]:
        """Another Lead."""
        return board.other_leads(answer, names) if answer["do"] == Do.LEAD else []

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
        return help_to_json(looked_up.looked_up(known, player), looked_up.rules(), known.rules.edition)

    def where(self, state: State) -> str:
        """The act and the scene."""
        act = act_name(state.act)
        return _("{act}, scene {scene}", act=act, scene=state.scene) if state.scene else act

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
        return "" if asked is None else table_of_gestures.hint(asked.kind)

    def asked_besides(self, state: State) -> dict[str, Any]:
        """An owners' card that is carried out; where things can be laid."""
        asked = decision(state)
        laid = {"goes": table_of_gestures.goes(asked.kind)} if asked is not None else {}
        return laid | {"carry_out": board.carried_out(state)}

    def is_one_of_a_kind(self, thing: str) -> bool:
        """Tiles and script cards."""
        sort, name = split_thing(thing)
        return sort is Sort.TILE or (sort is Sort.CARD and pile_of(name) is Pile.SCRIPT)

    def details(self, state: State) -> list[dict[str, Any]]:
        """Cards, variants and rulings."""
        return [each.to_json() for each in details(state)]

    # --- a house that hosts it

    def chosen(self, body: Mapping[str, Any], house: Decks) -> dict[str, Any]:
        """Edition, deck, level, variants and every ruling."""
        return records.chosen(body, house)

    def position_kept(self, position: Any, house: Decks) -> dict[str, Any]:
        """A position with its rulings and its deck."""
        return records.position_kept(position, house)

    def form(self) -> StartForm:
        """Edition, variants, rulings, and the lead tile."""
        return form.form()

    def check_rules(self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]) -> None:
        """Whether there is such an edition."""
        load_edition(edition, level, variants, rulings)

    def first_answer(self, body: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any] | None:
        """Who is the Lead, where that is known."""
        return records.first_answer(body, names)

    def deck_ids(self) -> Sequence[str]:
        """The stand-ins."""
        return deck_names()

    def read_deck(self, text: str) -> OwnDeck:
        """A deck that is right."""
        return decks.own_deck(read_deck_text(text))

    def kept_deck(self, text: str) -> OwnDeck:
        """A deck that was right."""
        return decks.own_deck(kept_deck_file(text))

    def stand_in(self, edition: str) -> OwnDeck:
        """The made-up one."""
        return decks.stand_in(edition)

    @property
    def card_form(self) -> CardForm:
        """The form for script cards."""
        return ScriptCardForm()

    def things(self, deck: OwnDeck, edition: str) -> dict[Sort, Sequence[str]]:
        """Cards, tiles and coins."""
        return decks.things(deck, edition)

    def box(self, state: State) -> dict[str, int]:
        """Cards, tiles and coins."""
        return box.box_of(state)

    def cards_at_hand(self, state: State) -> list[str]:
        """The act's cards."""
        return box.cards_at_hand(state)

    def card_view(self, state: State, card: str) -> dict[str, Any]:
        """A card by the rules that are played."""
        return card_view(state.deck, card, state.rules)

    def seen_at(self, state: State, player: int, thing: str) -> str:
        """The back of a card that lies face down."""
        return box.seen_at(state, player, thing)

    def is_card(self, state: State, name: str) -> bool:
        """No tile, no coin, and no back."""
        return box.is_one_card(state, name)

    def cards_said(self, answer: Mapping[str, Any]) -> list[str]:
        """What an answer names of its player's own cards."""
        return box.cards_said(answer)

    def moves_hidden(self, answer: Mapping[str, Any]) -> bool:
        """Whether a card would go into a hand."""
        return box.moves_hidden(answer)

    def placed(self, state: State, player: int) -> str | None:
        """The placed card."""
        return state.seats[player].placed

    def round_of_cards(self, state: State) -> Hashable:
        """The scene."""
        return state.act, state.scene

    def holds_cards(self, state: State) -> bool:
        """Not before the tiles are dealt, nor at the end."""
        return type(state.frames[0]) not in (Casting, Over)

    def turns_up(self, state: State, pushed: Gesture) -> int | None:
        """Who reveals a card that nobody knows."""
        return box.turns_up(state, pushed)

    def truth(self, start: State, seed: int) -> Truth:
        """The cards as they really lie."""
        return Truth(start, seed)

    def bot(self, rng: random.Random) -> Bot:
        """A greedy one."""
        return GreedyBot(rng)

    def simulated(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any]) -> GameResult:
        """One game among bots."""
        deck = deck_kept(chosen["deck"])
        return play_game(seated, seed, chosen["edition"], deck, chosen["level"], chosen["variants"], chosen["rulings"])

    def figures(self, games: Sequence[GameResult], chosen: Mapping[str, Any]) -> Figures:
        """Who wins, how acts end, and which cards decide."""
        cards = self.begin(("1", "2"), chosen).deck.cards
        return figures(games, {card.id: card.title for card in cards.values()})

    def moves(self, state: State, answer: Answer, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
        """The gestures that mean an answer."""
        return hands.moves(state, answer, zones)

    def is_better_by_hand(self, answer: Answer) -> bool:
        """A card is turned up by hand."""
        return answer.do is Do.REVEAL

    def plainest(self, asked: Asked[Answer]) -> Answer:
        """A pass, if there is one."""
        return min(asked.options, key=lambda option: option.do is not Do.PASS)

    def has_lines(self, state: State) -> bool:
        """In a Table Read."""
        return records.TABLE_READ in state.rules.variants

    def lines(self, state: State, events: Sequence[Event]) -> list[str]:
        """The line of each card that was turned up; one that lies face down is not spoken."""
        turned = (state.deck.cards.get(event.card) for event in events if type(event) is Revealed)
        return [card.line for card in turned if card is not None and card.line]


GAME = Othello()
