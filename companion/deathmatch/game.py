"""Deathmatch as others ask it: which function answers what. Each is in a package beside this file."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import N_, _
from companion.core.json_fields import as_word
from companion.core.observation import TagKind
from companion.core.places import play_zone
from companion.deathmatch.bots.players import GreedyBot
from companion.deathmatch.bots.simulation import BOTS, GameResult, play_game
from companion.deathmatch.bots.tally import figures
from companion.deathmatch.decks.file import read_deck_text
from companion.deathmatch.lesson import LESSON
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
from companion.deathmatch.notation.names import check_names
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from companion.deathmatch.rules.game import Dealer, Unseen
from companion.deathmatch.rules.game import Game as Course
from companion.deathmatch.rules.harm import scores_to_json
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.reasons import is_own
from companion.deathmatch.rules.submit import begin, settle, submit
from companion.deathmatch.table import board, cues, deck_files, gestures, hands, knowledge, mats
from companion.deathmatch.table import cards as house
from companion.deathmatch.table import help as looked_up
from companion.deathmatch.table import pending as readings
from companion.deathmatch.table import seat_view as own
from companion.deathmatch.table.actual_deal import ActualDeal
from companion.deathmatch.table.card_form import DeckCardForm
from companion.deathmatch.table.hands import PAUSES
from companion.deathmatch.table.options_form import form
from companion.deathmatch.table.pending import Pending, Seen
from companion.deathmatch.table.table_of_gestures import HINTS, goes, held
from companion.deathmatch.table.things import check_thing
from companion.deathmatch.text.because import because
from companion.deathmatch.text.describe import describe
from companion.deathmatch.text.explain import explained, why
from companion.deathmatch.text.moment import decision_text, happening_text
from companion.deathmatch.text.narrate import answer_text, event_text, put_right_openly
from companion.deathmatch.text.words import SUITS
from companion.game import HostedGame, ScoreRow
from companion.game.deck_form import CardForm
from companion.game.help import help_to_json, in_words
from companion.game.interpretation import Offer
from companion.game.new_game import OwnDeck
from companion.game.recent import Moment
from companion.game.statistics import Figures

OF_A_TURN = (Do.SETTING, Do.TRICKSTER, Do.REVEAL, Do.PLAY, Do.WINNER, Do.DAMAGE)
OF_OPEN_CARDS = (Do.SETTING, Do.TRICKSTER, Do.PLAY, Do.DAMAGE)
SECRET = N_("This was refused, by what only its player may know.")


class Deathmatch(HostedGame[State, Answer, Event, Pending]):
    """The game; `companion.game` says what each is for."""

    id = "deathmatch"
    title = "Shakespeare Deathmatch"
    seats = range(2, 9)
    answer_kinds = (Answer,)
    follow_ups = (gestures.show_characters,)
    moments_of = MappingProxyType(
        {
            e.ActBegan: Moment.ACT,
            e.ProtagonistChanged: Moment.LEAD,
            e.Revealed: Moment.REVEAL,
            e.Slain: Moment.DEATH,
        }
    )
    pitch = N_("You are somebody from a tragedy, in secret: hurt the others, and be the last one alive.")
    pauses = PAUSES
    lesson = LESSON
    points_decide = False
    of_all = (Do.PROTAGONIST, Do.WINNER, Do.CORRECT)
    editions = (EDITION,)
    deck_files = deck_files.ActionDecks()
    bots = BOTS
    answers = tuple(Do)
    position_from_json = staticmethod(position_from_json)
    position_to_json = staticmethod(position_to_json)
    decision = staticmethod(decision)
    permitted = staticmethod(permitted)
    dealer = staticmethod(Dealer)
    course = staticmethod(Course)
    settle = staticmethod(settle)
    answer_from_json = staticmethod(answer_from_json)
    answer_to_json = staticmethod(answer_to_json)
    event_from_json = staticmethod(event_from_json)
    event_to_json = staticmethod(event_to_json)
    event_to_object = staticmethod(event_to_object)
    scores = staticmethod(scores_to_json)
    event_from_object = staticmethod(event_from_object)
    why = staticmethod(why)
    explained = staticmethod(explained)
    describe = staticmethod(describe)
    after_table = staticmethod(knowledge.without_doubles)
    event_text = staticmethod(event_text)
    answer_text = staticmethod(answer_text)
    decision_text = staticmethod(decision_text)
    unseen = staticmethod(Unseen)
    check_thing = staticmethod(check_thing)
    no_readings = staticmethod(Pending)
    read = staticmethod(gestures.read)
    refused = staticmethod(gestures.refused)
    rested = staticmethod(readings.at_rest)
    as_known = staticmethod(knowledge.as_known)
    submit_as_known = staticmethod(knowledge.play_as_known)
    judge = staticmethod(knowledge.judge)
    owner_of = staticmethod(knowledge.owner_of)
    compare = staticmethod(mats.compare)
    is_awaited = staticmethod(mats.is_awaited)
    taps = staticmethod(mats.gestures_of_tap)
    by_hand = staticmethod(board.by_hand)
    options = staticmethod(board.options)
    view = staticmethod(own.view)
    because = staticmethod(because)
    details = staticmethod(board.details)
    chosen = staticmethod(house.chosen)
    position_kept = staticmethod(house.position_kept)
    form = staticmethod(form)
    first_answer = staticmethod(house.first_answer)
    deck_ids = staticmethod(deck_names)
    box = staticmethod(house.box_of)
    cards_at_hand = staticmethod(house.at_hand)
    card_view = staticmethod(house.view_of)
    called = staticmethod(house.called)
    seen_at = staticmethod(house.seen_at)
    seen_elsewhere = staticmethod(house.back_of)
    face_of = staticmethod(house.face_of)
    racked = staticmethod(house.racked)
    back_of = staticmethod(house.back_in_rack)
    back_words = staticmethod(house.back_words)
    with_rack = staticmethod(house.with_rack)
    is_card = staticmethod(house.is_one_card)
    cards_said = staticmethod(house.cards_said)
    moves_hidden = staticmethod(house.moves_hidden)
    truth = staticmethod(ActualDeal)
    bot = staticmethod(GreedyBot)
    moves = staticmethod(hands.moves)

    def begin(self, names: Sequence[str], chosen: Mapping[str, Any]) -> State:
        """A game before it is said who begins; `chosen` may have deck, variants and rulings."""
        if len(names) not in self.seats or len(set(names)) != len(names):
            raise InputError(_("2 to 8 players with different names, please"), field="names")
        variants, rulings = chosen.get("variants") or (), chosen.get("rulings")
        return begin(names, Dealer(0), variants, rulings, house.deck_kept(chosen.get("deck") or STAND_IN)).state

    def names(self, state: State) -> list[str]:
        """The players."""
        return state.names

    def renamed(self, state: State, names: Sequence[str]) -> State:
        """The state with other names."""
        seats = zip(state.seats, names, strict=True)
        return state._replace(seats=tuple(seat._replace(name=name) for seat, name in seats))

    def submit(self, course: Course, answer: Answer) -> None:
        """Play an answer."""
        submit(course, answer)

    def check_names(self, state: State, answer: Answer) -> None:
        """Whether its cards, characters and settings are in the deck."""
        check_names(answer, state)

    def winners(self, state: State) -> list[str] | None:
        """Who is left, or who shares the win."""
        return [state.names[player] for player in state.winners] if state.phase is Phase.OVER else None

    def where(self, state: State) -> str:
        """The act and the scene."""
        return (
            _("Act {act}, scene {scene}", act=state.act, scene=state.scene)
            if state.scene
            else _("Act {act}", act=state.act)
        )

    def played(self, seen: Seen, answer: Answer | None, events: Sequence[Event]) -> Pending:
        """Which card of damage lies where."""
        return readings.after_events(seen.readings, events)

    def rewound(self, readings: Pending, was: State, now: State) -> Pending:
        """What lies there from before a restart, and who has shown a character before the deal, stays as it was."""
        return Pending(resting=readings.resting, characters=readings.characters)

    def lying(self, readings: Pending) -> dict[str, str]:
        """The characters that were shown before the deal."""
        return {play_zone(player): f"character:{name}" for player, name in readings.characters.items()}

    def laid(self, readings: Pending, lying: Mapping[str, str]) -> Pending:
        """The readings with those."""
        players = {play_zone(player): player for player in range(max(self.seats))}
        characters = {players[zone]: thing.partition(":")[2] for zone, thing in lying.items()}
        return readings._replace(characters=characters)

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

    def offers(self, seen: Seen) -> list[Offer]:
        """The lights."""
        return cues.offers(seen.state, seen.asked)

    def question_to(self, state: State, asked: Decision | None, player: int | None) -> Hashable:
        """One question for each scene, and for each answer in it."""
        if asked is None:
            return None
        return asked.kind, state.act, state.scene, asked.players if player is None else player in asked.players

    def lapse(self, course: Course) -> None:
        """Nothing is timed."""

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

    def hint(self, state: State, asked: Decision | None) -> str:
        """What hands do now."""
        return _(HINTS[asked.kind]) if asked is not None else ""

    def asked_besides(self, state: State, asked: Decision | None) -> dict[str, Any]:
        """What a thing that one holds would do, and where; and who a player can be of whom nobody knows it."""
        if asked is None:
            return {}
        known = knowledge.as_known(state, None)
        told = {"holding": held(asked.kind), "goes": goes(asked.kind)}
        return told | {"characters": possible_characters(known)}

    def happening(self, state: State) -> str | None:
        """Whose card is to be beaten, or whose text counts."""
        return happening_text(as_seen(state, None))

    def board(self, seen: Seen) -> dict[str, Any]:
        """Deck and rulings, setting, seats with their pools, and whose action it is."""
        return board.board(seen.state, seen.asked)

    def help(self, known: State, player: int | None) -> dict[str, Any]:
        """Every card of the game, the open moment, and what the player cannot do now."""
        return help_to_json(looked_up.looked_up(known, player), looked_up.rules(), rulings=known.rules.rulings)

    def asked_by(self, state: State) -> Sequence[str]:
        """The rules of the moment."""
        return looked_up.rules_of_moment(decision(self.as_known(state, None)))

    def rules_in_words(self, state: State, ids: Iterable[str]) -> dict[str, str]:
        """As docs/deathmatch-rules.md has them."""
        return in_words(ids, looked_up.rules(), rulings=state.rules.rulings)

    def chapter(self, state: State) -> str:
        """The act."""
        return _("Act {act}", act=state.act)

    def sheet_parts(self) -> Sequence[ScoreRow]:
        """The damage of each suit."""
        return [ScoreRow(suit, _(words)) for suit, words in SUITS.items()]

    def check_rules(self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]) -> None:
        """Whether there are such variants and rulings; there is one edition, without levels."""
        as_word(edition, "edition", self.editions)
        if level is not None:
            as_word(level, "level", ())
        rule_set(variants, rulings)

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

    def things(self, deck: OwnDeck, edition: str) -> dict[TagKind, Sequence[str]]:
        """Everything in its box."""
        return house.things(deck.deck)

    def placed(self, state: State, player: int) -> str | None:
        """The card of the scene."""
        return state.seats[player].played

    def round_of_cards(self, state: State) -> Hashable:
        """The scene."""
        return state.act, state.scene

    def holds_cards(self, state: State) -> bool:
        """Not before the deal, nor at the end."""
        return state.phase not in (Phase.CASTING, Phase.OVER)

    def told_by_dealer(self, start: State, truth: ActualDeal) -> State:
        """Who has which character, as if everybody had shown it the own one."""
        return truth.told(start)

    def simulated(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any]) -> GameResult:
        """One game among bots."""
        return play_game(seated, seed, chosen["variants"], chosen["rulings"], house.deck_kept(chosen["deck"]))

    def figures(self, games: Sequence[GameResult], chosen: Mapping[str, Any]) -> Figures:
        """Who wins, how long games are, and what is placed as damage."""
        return figures(games, self.begin(("1", "2"), chosen).deck)

    def is_of_all(self, answer: Mapping[str, Any]) -> bool:
        """What the setting's text changed is said by whoever looks after the table."""
        return super().is_of_all(answer) or answer.get("source") == Source.SETTING


GAME = Deathmatch()
