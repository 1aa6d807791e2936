"""Othello as others ask it: which function answers what. Each is in a package beside this file."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

from companion.core.i18n import N_, _
from companion.core.json_fields import as_word
from companion.core.observation import TagKind, split_thing
from companion.core.places import play_zone
from companion.game import HostedGame, ScoreRow
from companion.game.deck_form import CardForm
from companion.game.gestures import HandTransfer
from companion.game.help import help_to_json, in_words
from companion.game.interpretation import Offer
from companion.game.new_game import OwnDeck
from companion.game.rules import Asked
from companion.game.statistics import Figures
from companion.othello.bots.players import GreedyBot
from companion.othello.bots.simulation import BOTS, GameResult, play_game
from companion.othello.bots.tally import figures
from companion.othello.bots.worth import keep_worth
from companion.othello.decks.file import deck_kept, kept_deck_file, read_deck_text
from companion.othello.lesson import LESSON
from companion.othello.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.othello.model.cards import Pile, pile_of
from companion.othello.model.decision import Decision
from companion.othello.model.deck import STAND_IN, deck_names
from companion.othello.model.events import (
    CardGiven,
    CardTaken,
    Event,
    Flow,
    Found,
    Placed,
    Revealed,
    SceneBegan,
    Swapped,
    TakenBack,
    event_from_json,
    event_from_object,
    event_to_json,
    event_to_object,
)
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Casting, Over, Placement
from companion.othello.model.game import AtTable, Dealer, Unseen
from companion.othello.model.game import Game as Course
from companion.othello.model.ruleset import USUAL_EDITION, load_edition
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase
from companion.othello.notation.cards import check_card, check_character, check_names
from companion.othello.notation.read import position_from_json
from companion.othello.notation.write import position_to_json
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import scores_to_json, winner_names
from companion.othello.rules.submit import SEATS, lapse, new_game, settle, submit
from companion.othello.table import board, cues, deck_files, decks, hands, knowledge, records, table_of_gestures
from companion.othello.table import cards as box
from companion.othello.table import help as looked_up
from companion.othello.table import interpret as meanings
from companion.othello.table import one_reader as tapping
from companion.othello.table import options_form as form
from companion.othello.table import seat_view as own
from companion.othello.table import windows as moments
from companion.othello.table.actual_deal import ActualDeal
from companion.othello.table.card_form import ScriptCardForm
from companion.othello.table.comparing import compare, is_awaited
from companion.othello.table.details import details
from companion.othello.table.follow_ups import FOLLOW_UPS
from companion.othello.table.glow import goes
from companion.othello.table.hands import PAUSES
from companion.othello.table.host_entry import answers_by_hand, text_by_hand
from companion.othello.table.onlookers import Onlookers
from companion.othello.table.pending import Pending, Seen, after_events, at_rest, rewound, without
from companion.othello.table.placement_checks import hides, told_openly
from companion.othello.text.because import because
from companion.othello.text.describe import describe
from companion.othello.text.moment import decision_text, happening_text
from companion.othello.text.narrate import answer_text, event_text
from companion.othello.text.views import card_view
from companion.othello.text.why import PARTS, explained, why
from companion.othello.text.words import act_name

OF_A_TURN = (Do.PLACE, Do.REVEAL, Do.EXIT)


class Othello(HostedGame[State, Answer, Event, Pending]):
    """The game; `companion.game` says what each is for."""

    id = "othello"
    title = "The Tragedy of Othello"
    seats = SEATS
    answer_kinds = (Answer,)
    follows = ("order",)  # from the turn and the Lead, or it is in the frames
    follow_ups = FOLLOW_UPS
    moments_of = moments.SHOWN
    is_timed = True
    pitch = N_("Play Shakespeare’s scenes card by card, stop those of the others, and be Iago as long as you can.")
    pauses = PAUSES
    lesson = LESSON
    editions = decks.EDITIONS
    deck_files = deck_files.ScriptDecks()
    bots = BOTS
    answers = tuple(Do)
    of_all = (Do.LEAD, Do.NEXT_ACT, Do.CORRECT)
    position_from_json = staticmethod(position_from_json)
    position_to_json = staticmethod(position_to_json)
    decision = staticmethod(decision)
    permitted = staticmethod(permitted)
    dealer = staticmethod(Dealer)
    course = staticmethod(Course)
    submit = staticmethod(submit)
    settle = staticmethod(settle)
    answer_from_json = staticmethod(answer_from_json)
    answer_to_json = staticmethod(answer_to_json)
    event_from_json = staticmethod(event_from_json)
    event_to_json = staticmethod(event_to_json)
    event_text = staticmethod(event_text)
    answer_text = staticmethod(answer_text)
    decision_text = staticmethod(decision_text)
    scores = staticmethod(scores_to_json)
    winners = staticmethod(winner_names)
    event_from_object = staticmethod(event_from_object)
    why = staticmethod(why)
    explained = staticmethod(explained)
    describe = staticmethod(describe)
    table_dealer = staticmethod(AtTable)
    after_table = staticmethod(knowledge.without_doubles)
    unseen = staticmethod(Unseen)
    onlookers = staticmethod(Onlookers)
    no_readings = staticmethod(Pending)
    read = staticmethod(meanings.read)
    refused = staticmethod(meanings.refused)
    rewound = staticmethod(rewound)
    rested = staticmethod(at_rest)
    as_known = staticmethod(knowledge.as_known)
    submit_as_known = staticmethod(knowledge.play_as_known)
    judge = staticmethod(knowledge.judge_saying)
    hearsay = staticmethod(knowledge.hearsay)
    shown_by = staticmethod(knowledge.named)
    moment = staticmethod(moments.window_moment)
    lapse = staticmethod(lapse)
    missed = staticmethod(moments.missed)
    remember = staticmethod(moments.remember)
    question_to = staticmethod(moments.question_to)
    compare = staticmethod(compare)
    is_awaited = staticmethod(is_awaited)
    taps = staticmethod(tapping.gestures_of_tap)
    options = staticmethod(board.options)
    because = staticmethod(because)
    happening = staticmethod(happening_text)
    window = staticmethod(board.window)
    chosen = staticmethod(records.chosen)
    position_kept = staticmethod(records.position_kept)
    as_it_began = staticmethod(records.as_it_began)
    first_answer = staticmethod(records.first_answer)
    deck_ids = staticmethod(deck_names)
    stand_in = staticmethod(decks.stand_in)
    things = staticmethod(decks.things)
    cards_at_hand = staticmethod(box.cards_at_hand)
    called = staticmethod(box.called)
    seen_at = staticmethod(box.seen_at)
    back_of = staticmethod(box.back_in_rack)
    lies_face_down = staticmethod(hides)
    given = staticmethod(box.given)
    back_words = staticmethod(box.back_words)
    with_rack = staticmethod(knowledge.with_hand)
    is_card = staticmethod(box.is_one_card)
    cards_said = staticmethod(box.cards_said)
    moves_hidden = staticmethod(box.moves_hidden)
    turns_up = staticmethod(box.turns_up)
    from_hands = staticmethod(board.from_hands)
    truth = staticmethod(ActualDeal)
    bot = staticmethod(GreedyBot)
    moves = staticmethod(hands.moves)
    board = staticmethod(board.board)
    form = staticmethod(form.form)
    box = staticmethod(box.box_of)

    def begin(self, names: Sequence[str], chosen: Mapping[str, Any]) -> State:
        """A game before the lead tile is dealt; `chosen` may have edition, deck, level, variants and rulings."""
        edition, deck = chosen.get("edition") or USUAL_EDITION, deck_kept(chosen.get("deck") or STAND_IN)
        level, variants = chosen.get("level"), chosen.get("variants") or ()
        return new_game(names, Unseen(), edition, deck, level, variants, chosen.get("rulings")).state

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

    def check_names(self, state: State, answer: Answer) -> None:
        """Whether its cards, coins and characters are in this game."""
        check_names(answer, state)

    def event_to_object(self, event: Event, names: Sequence[str]) -> dict[str, Any] | None:
        """An event by names, but for what is under way."""
        return None if isinstance(event, Flow) else event_to_object(event, names)

    def where(self, state: State) -> str:
        """The act and the scene."""
        act = act_name(state.act)
        return _("{act}, scene {scene}", act=act, scene=state.scene) if state.scene else act

    def check_thing(self, state: State, thing: str) -> None:
        """A card, a tile or a coin."""
        sort, name = split_thing(thing)
        match sort:
            case TagKind.CARD:
                check_card(name, "card", state.rules, state.deck)
            case TagKind.TILE:
                check_character(name, "card", state.rules)
            case TagKind.COIN:
                as_word(name, "card", tuple(state.rules.coins))
            case TagKind.UID:
                pass

    def played(self, seen: Seen, answer: Answer | None, events: Sequence[Event]) -> Pending:
        """What was chosen has counted, and a card that was put down unseen is still to be laid."""
        readings = after_events(seen.readings, events, len(seen.events) - len(events))
        counted = answer is not None and not meanings.settles_price_alone(answer)
        return readings._replace(chosen=()) if counted else readings

    def still_to_lie(self, readings: Pending) -> dict[str, int]:
        """The other cards of improvs (I3)."""
        return {zone: number for zone, (_card, number) in readings.swapped.items()}

    def waits_for(self, readings: Pending, zones: Mapping[str, int], events: Sequence[Event]) -> Pending:
        """The readings with those."""
        swaps = {zone: (events[number], number) for zone, number in zones.items() if number < len(events)}
        found = {zone: (swap.card, number) for zone, (swap, number) in swaps.items() if isinstance(swap, Swapped)}
        return readings._replace(swapped=found)

    def emptied(self, readings: Pending, zone: str) -> Pending:
        """What is laid there next is laid by hands."""
        return readings._replace(resting=without(readings.resting, zone))

    def lying(self, readings: Pending) -> dict[str, str]:
        """The cards that were laid early."""
        return {play_zone(player): card for player, card in readings.early.items()}

    def laid(self, readings: Pending, lying: Mapping[str, str]) -> Pending:
        """The readings with those."""
        players = {play_zone(player): player for player in range(max(self.seats))}
        return readings._replace(early={players[zone]: card for zone, card in lying.items()})

    def told(self, state: State, answer: Answer) -> str:
        """Without the cards that only its player knows."""
        return answer_text(state, told_openly(answer))

    def offers(self, seen: Seen) -> list[Offer]:
        """The lights."""
        readings = seen.readings
        return cues.offers(seen.state, seen.asked, seen.memory.drew, readings.ready, readings.chosen)

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

    def view(self, state: State, player: int) -> dict[str, Any]:
        """The own hand and face-down card, and the own answers."""
        return own.view(self.as_known(state, player), player)

    def help(self, known: State, player: int | None) -> dict[str, Any]:
        """Every card of the game, the open moment, and what the player cannot do now."""
        told, of = looked_up.looked_up(known, player), known.rules
        return help_to_json(told, looked_up.rules(), of.edition, of.rulings)

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

    def sheet_parts(self) -> Sequence[ScoreRow]:
        """The rows of the printed score sheet (G2, G5)."""
        return [ScoreRow(key, _(words), key.endswith("_bonus")) for key, words in PARTS.items()]

    def hint(self, state: State, asked: Decision | None) -> str:
        """Of the table of gestures, what fits what is open."""
        if asked is None:
            return ""
        return table_of_gestures.card_hint(state, asked) or table_of_gestures.hint(asked.kind)

    def asked_besides(self, state: State, asked: Decision | None) -> dict[str, Any]:
        """An owners' card that is carried out; where things can be laid."""
        laid = {"goes": goes(state, asked)} if asked is not None else {}
        return laid | {"carry_out": board.carried_out(state, asked)}

    def is_one_of_a_kind(self, thing: str) -> bool:
        """Tiles and script cards."""
        sort, name = split_thing(thing)
        return sort is TagKind.TILE or (sort is TagKind.CARD and pile_of(name) is Pile.SCRIPT)

    def details(self, state: State) -> list[dict[str, Any]]:
        """Cards, variants and rulings."""
        return [each.to_json() for each in details(state)]

    def check_rules(self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]) -> None:
        """Whether there is such an edition."""
        load_edition(edition, level, variants, rulings)

    def read_deck(self, text: str) -> OwnDeck:
        """A deck that is right."""
        return decks.own_deck(read_deck_text(text))

    def kept_deck(self, text: str) -> OwnDeck:
        """A deck that was right."""
        return decks.own_deck(kept_deck_file(text))

    @property
    def card_form(self) -> CardForm:
        """The form for script cards."""
        return ScriptCardForm()

    def card_view(self, state: State, card: str) -> dict[str, Any]:
        """A card by the rules that are played."""
        return card_view(state.deck, card, state.rules)

    def handed(self, event: Event) -> HandTransfer | None:
        """An Exchange."""
        match event:
            case CardTaken(taker, giver, card):
                return HandTransfer(giver, taker, back(card), chosen=False)
            case CardGiven(giver, taker, card):
                return HandTransfer(giver, taker, back(card), chosen=True)
        return None

    def least(self, state: State, player: int, things: Sequence[str]) -> str:
        """What is worth least in the scenes to come."""
        return min(things, key=lambda card: keep_worth(state, player, card))

    def placed(self, state: State, player: int) -> str | None:
        """The placed card."""
        return state.seats[player].placed

    def round_of_cards(self, state: State) -> Hashable:
        """The scene."""
        return state.act, state.scene

    def holds_cards(self, state: State) -> bool:
        """Not before the tiles are dealt, nor at the end."""
        return type(state.frames[0]) not in (Casting, Over)

    def simulated(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any]) -> GameResult:
        """One game among bots."""
        deck = deck_kept(chosen["deck"])
        return play_game(seated, seed, chosen["edition"], deck, chosen["level"], chosen["variants"], chosen["rulings"])

    def figures(self, games: Sequence[GameResult], chosen: Mapping[str, Any]) -> Figures:
        """Who wins, how acts end, and which cards decide."""
        cards = self.begin(("1", "2"), chosen).deck.cards
        return figures(games, {card.id: card.title for card in cards.values()})

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
