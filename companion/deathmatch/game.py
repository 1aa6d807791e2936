"""Shakespeare Deathmatch as others see it: the one object in the door. What it does is in the rooms beside it."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.deathmatch.at_table import (
    board,
    cues,
    deck_files,
    gestures,
    hands,
    house,
    knowledge,
    looked_up,
    mats,
    own,
    readings,
)
from companion.deathmatch.at_table.card_form import DeckCardForm
from companion.deathmatch.at_table.hands import PAUSES
from companion.deathmatch.at_table.readings import Readings, Seen
from companion.deathmatch.at_table.table_of_gestures import HINTS, goes, held
from companion.deathmatch.at_table.things import check_thing
from companion.deathmatch.at_table.truth import Truth
from companion.deathmatch.bots.players import GreedyBot
from companion.deathmatch.bots.simulation import BOTS, GameResult, play_game
from companion.deathmatch.bots.tally import figures
from companion.deathmatch.decks.file import read_deck_text
from companion.deathmatch.model import events as e
from companion.deathmatch.model.accounts import possible_characters
from companion.deathmatch.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.deathmatch.model.decision import Decision
from companion.deathmatch.model.deck import STAND_IN, deck_names
from companion.deathmatch.model.events import (
    Event,
    Source,
    event_from_json,
    event_from_object,
    event_to_json,
    event_to_object,
)
from companion.deathmatch.model.ruleset import EDITION, rule_set
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.position.names import check_names
from companion.deathmatch.position.read import position_from_json
from companion.deathmatch.position.write import position_to_json
from companion.deathmatch.rules.game import Dealer, Unseen
from companion.deathmatch.rules.game import Game as Course
from companion.deathmatch.rules.harm import scores_to_json
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.reasons import is_own
from companion.deathmatch.rules.submit import begin, settle, submit
from companion.deathmatch.text.describe import describe
from companion.deathmatch.text.explain import explained, why
from companion.deathmatch.text.moment import decision_text, happening_text
from companion.deathmatch.text.narrate import answer_text, event_text
from companion.play.card_form import CardForm
from companion.play.course import LogLine
from companion.play.errors import InputError
from companion.play.figures import Figures
from companion.play.lookup import help_to_json
from companion.play.places import play_zone
from companion.play.simulated import Bot
from companion.play.tongue import N_, _
from companion.play.verdict import Forbidden
from companion.table.hosted import Decks, HostedGame, Move, OwnDeck, StartForm
from companion.table.meaning import Meaning, Misfit, Offer
from companion.table.memory import Moment
from companion.table.observation import Observation, Sort, Tag

OF_A_TURN = (Do.SETTING, Do.TRICKSTER, Do.REVEAL, Do.PLAY, Do.WINNER, Do.DAMAGE)
SECRET = N_("This was refused, by what only its player may know.")


class Deathmatch(HostedGame[State, Answer, Event, Readings]):
    """The game; see `play/door.py`, `table/door.py` and `table/hosted.py` for what each method is for."""

    id = "deathmatch"
    title = "Shakespeare Deathmatch"
    pitch = N_("You are somebody from a tragedy, in secret: hurt the others, and be the last one alive.")
    seats = range(2, 9)
    follow_ups = (gestures.show_characters,)
    moments_of = MappingProxyType(
        {
            e.ActBegan: Moment.ACT,
            e.ProtagonistChanged: Moment.LEAD,
            e.Revealed: Moment.REVEAL,
            e.Slain: Moment.DEATH,
        }
    )
    pauses = PAUSES
    points_decide = False
    of_all = (Do.PROTAGONIST, Do.WINNER, Do.CORRECT)
    editions = (EDITION,)
    deck_files = deck_files.ActionDecks()
    bots = BOTS
    answers = tuple(Do)

    # --- its rules

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

    def copy(self, state: State) -> State:
        """The state itself, which never changes."""
        return state

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

    def submit_at_table(self, course: Course, answer: Answer) -> None:
        """Play an answer by what its player may know."""
        knowledge.play_as_known(course, answer, knowledge.owner_of(answer))

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
        return {"code": "answer.refused", "rules": [], "message": SECRET}

    def told(self, state: State, answer: Answer) -> str:
        """Without what only its player knows."""
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

    def instead(self, answer: Mapping[str, Any], names: Sequence[str]) -> list[tuple[dict[str, Any], str]]:
        """Another one who begins, or who has won."""
        return board.other_players(answer, names) if answer["do"] in (Do.PROTAGONIST, Do.WINNER) else []

    def is_of_all(self, answer: Mapping[str, Any]) -> bool:
        """What the setting's text changed is said by whoever looks after the table."""
        return super().is_of_all(answer) or answer.get("source") == Source.SETTING

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
        return help_to_json(looked_up.looked_up(known, player), looked_up.rules())

    def where(self, state: State) -> str:
        """The act and the scene."""
        return (
            _("Act {act}, scene {scene}", act=state.act, scene=state.scene)
            if state.scene
            else _("Act {act}", act=state.act)
        )

    def chapter(self, state: State) -> str:
        """The act."""
        return _("Act {act}", act=state.act)

    def details(self, state: State) -> list[dict[str, Any]]:
        """Cards, variants and rulings."""
        return board.details(state)

    # --- a house that hosts it

    def chosen(self, body: Mapping[str, Any], decks: Decks) -> dict[str, Any]:
        """Deck, variants and every ruling."""
        return house.chosen(body, decks)

    def position_kept(self, position: Any, decks: Decks) -> dict[str, Any]:
        """A position with its deck."""
        return house.position_kept(position, decks)

    def form(self) -> StartForm:
        """Variants, rulings, and the protagonist card."""
        return house.form()

    def check_rules(self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]) -> None:
        """Whether there are such variants and rulings."""
        rule_set(variants, rulings)

    def first_answer(self, body: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any] | None:
        """Who begins, where that is known."""
        return house.first_answer(body, names)

    def deck_ids(self) -> Sequence[str]:
        """The stand-in."""
        return deck_names()

    def read_deck(self, text: str) -> OwnDeck:
        """A deck that is right."""
        return house.own_deck(read_deck_text(text))

    def stand_in(self, edition: str) -> OwnDeck:
        """The one that is made up."""
        return house.stand_in()

    @property
    def card_form(self) -> CardForm:
        """The form for cards of every kind."""
        return DeckCardForm()

    def things(self, deck: OwnDeck, edition: str) -> dict[Sort, Sequence[str]]:
        """Everything in its box."""
        return house.things(deck.deck)

    def box(self, state: State) -> dict[str, int]:
        """Cards of all kinds."""
        return house.box_of(state)

    def cards_at_hand(self, state: State) -> list[str]:
        """All action cards, the settings, and the protagonist card."""
        return house.at_hand(state)

    def card_view(self, state: State, card: str) -> dict[str, Any]:
        """A card of any kind."""
        return house.view_of(state, card)

    def seen_at(self, state: State, player: int, thing: str) -> str:
        """A character that is shown lies face down."""
        return house.seen_at(state, player, thing)

    def seen_elsewhere(self, thing: str) -> str:
        """A character lies face down wherever somebody lays it by mistake."""
        return house.back_of(thing)

    def face_of(self, real: State, player: int, thing: str) -> str | None:
        """A secret character is laid by its back alone: to name one would tell whether it is the right one."""
        return house.face_of(real, player, thing)

    def is_card(self, state: State, name: str) -> bool:
        """An action card or a character."""
        return house.is_one_card(state, name)

    def cards_said(self, answer: Mapping[str, Any]) -> list[str]:
        """What an answer names of its player's own."""
        return house.cards_said(answer)

    def moves_hidden(self, answer: Mapping[str, Any]) -> bool:
        """Whether a card that lies hidden would go into a hand, or into a pool by its back alone."""
        return house.moves_hidden(answer)

    def placed(self, state: State, player: int) -> str | None:
        """The card of the scene."""
        return state.seats[player].played

    def round_of_cards(self, state: State) -> Hashable:
        """The scene."""
        return state.act, state.scene

    def holds_cards(self, state: State) -> bool:
        """Not before the deal, nor at the end."""
        return state.phase not in (Phase.CASTING, Phase.OVER)

    def truth(self, start: State, seed: int) -> Truth:
        """The cards as they really lie."""
        return Truth(start, seed)

    def told_by_dealer(self, start: State, truth: Truth) -> State:
        """Who has which character, as if everybody had shown it the own one."""
        return truth.told(start)

    def bot(self, rng: random.Random) -> Bot:
        """A greedy one."""
        return GreedyBot(rng)

    def simulated(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any]) -> GameResult:
        """One game among bots."""
        return play_game(seated, seed, chosen["variants"], chosen["rulings"], house.deck_kept(chosen["deck"]))

    def figures(self, games: Sequence[GameResult], chosen: Mapping[str, Any]) -> Figures:
        """Who wins, how long games are, and what is placed as damage."""
        return figures(games, self.begin(("1", "2"), chosen).deck)

    def moves(self, state: State, answer: Answer, zones: Mapping[str, str | None]) -> Iterator[tuple[Move, float]]:
        """The gestures that mean an answer."""
        return hands.moves(state, answer, zones)


GAME = Deathmatch()
