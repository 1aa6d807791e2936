"""Othello, composed of the parts of the game interface."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.i18n import N_, _
from companion.core.json_fields import as_word
from companion.core.observation import TagKind, split_thing
from companion.core.places import play_zone
from companion.game import (
    Bots,
    Box,
    Display,
    Game,
    Info,
    RackRules,
    Rules,
    ScoreRow,
    Secrets,
    TableRules,
    Text,
    Types,
)
from companion.game.display import Status, button
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.help import help_to_json, in_words, rules_of_package
from companion.game.interpretation import Offer
from companion.game.racks import HandTransfer
from companion.game.rules import ChanceKind
from companion.game.statistics import Figures
from companion.game.types import AnswerInfo
from companion.othello.bots.simulation import BOTS, GameResult, play_game
from companion.othello.bots.tally import figures
from companion.othello.bots.worth import keep_worth
from companion.othello.decks.file import deck_kept
from companion.othello.lesson import LESSON
from companion.othello.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.othello.model.cards import Pile, pile_of
from companion.othello.model.decision import Decision
from companion.othello.model.deck import STAND_IN
from companion.othello.model.events import (
    CardGiven,
    CardTaken,
    Event,
    Found,
    Placed,
    Revealed,
    SceneBegan,
    Swapped,
    TakenBack,
    event_from_json,
    event_to_json,
)
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Placement
from companion.othello.model.game import AtTable, Chance, Dealer, Onlookers, Unseen
from companion.othello.model.game import Game as Course
from companion.othello.model.ruleset import USUAL_EDITION
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase
from companion.othello.notation.cards import check_card, check_character, check_names
from companion.othello.notation.read import position_from_json
from companion.othello.notation.write import position_to_json
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import scores_to_json, winner_names
from companion.othello.rules.submit import SEATS, lapse, new_game, settle, submit
from companion.othello.table import board, cues, hands, knowledge, table_of_gestures, windows
from companion.othello.table import cards as box
from companion.othello.table import help as looked_up
from companion.othello.table import interpret as meanings
from companion.othello.table import one_reader as tapping
from companion.othello.table import seat_view as own
from companion.othello.table.actual_deal import ActualDeal
from companion.othello.table.comparing import compare, is_awaited
from companion.othello.table.follow_ups import FOLLOW_UPS
from companion.othello.table.hands import PAUSES
from companion.othello.table.host_entry import answers_by_hand, text_by_hand
from companion.othello.table.knowledge import hides, public_answer
from companion.othello.table.options import deck_files, form, records
from companion.othello.table.pending import Pending, Seen, after_events, rewound
from companion.othello.table.table_of_gestures import goes
from companion.othello.text.because import because
from companion.othello.text.describe import describe
from companion.othello.text.moment import decision_text, happening_text
from companion.othello.text.narrate import answer_text, event_text
from companion.othello.text.views import card_view
from companion.othello.text.why import PARTS, explained, why
from companion.othello.text.words import act_name


def answer_info(answer: Mapping[str, Any]) -> AnswerInfo:
    """Return the facts about an answer."""
    do = answer.get("do")
    return AnswerInfo(
        of_table=do in (Do.LEAD, Do.NEXT_ACT, Do.CORRECT),
        cards=box.cards_said(answer),
        moves_hidden=do == Do.CORRECT and box.moves_hidden(answer),
        in_turn=do in (Do.PLACE, Do.REVEAL, Do.EXIT),
        is_pass=do == Do.PASS,
        by_hand=do == Do.REVEAL,
    )


RULES = rules_of_package("companion.othello.text")


class OthelloRules(Rules[State, Answer, Event]):
    """The rules of Othello."""

    decision = staticmethod(decision)
    initiatives = staticmethod(permitted)
    in_progress = staticmethod(Course)
    play = staticmethod(submit)
    advance = staticmethod(settle)
    scores = staticmethod(scores_to_json)
    winners = staticmethod(winner_names)
    points = staticmethod(why)
    window_id = staticmethod(windows.window_moment)
    passes = staticmethod(windows.passes)
    timeout = staticmethod(lapse)
    question_id = staticmethod(windows.question_to)

    def scene_id(self, state: State) -> Hashable:
        """Return the number of the scene, with its act, and whether it is over: at an intermission."""
        return state.act, state.scene, state.phase is Phase.INTERMISSION

    def chance(self, kind: ChanceKind = ChanceKind.UNSEEN, seed: int = 0) -> Chance:
        """Return a dealer, or a table that accepts what players say."""
        match kind:
            case ChanceKind.DEALER:
                return Dealer(seed)
            case ChanceKind.UNSEEN:
                return Unseen()
            case ChanceKind.SCRIPT:
                return Onlookers(seed)
            case ChanceKind.TABLE:
                return AtTable(seed)

    def setup(self, names: Sequence[str], chosen: Mapping[str, Any]) -> State:
        """Return the state before the lead tile is dealt."""
        edition, deck = chosen.get("edition") or USUAL_EDITION, deck_kept(chosen.get("deck") or STAND_IN)
        level, variants = chosen.get("level"), chosen.get("variants") or ()
        return new_game(names, Unseen(), edition, deck, level, variants, chosen.get("rulings")).state

    def players(self, state: State) -> list[str]:
        """Return the names of the players."""
        return state.names

    def with_player_names(self, state: State, names: Sequence[str]) -> State:
        """Return a copy with other names."""
        found = state.copy()
        for seat, name in zip(found.seats, names, strict=True):
            seat.name = name
        return found


class OthelloTypes(Types[State, Answer, Event]):
    """The JSON of Othello."""

    derived_keys = ("order",)  # from the turn and the Lead, or it is in the frames
    answer_classes = (Answer,)
    answers = tuple(Do)
    position_from_json = staticmethod(position_from_json)
    position_to_json = staticmethod(position_to_json)
    answer_from_json = staticmethod(answer_from_json)
    answer_to_json = staticmethod(answer_to_json)
    event_from_json = staticmethod(event_from_json)
    event_to_json = staticmethod(event_to_json)
    answer_info = staticmethod(answer_info)

    def check_names(self, state: State, said: Answer | str) -> None:
        """Check cards, coins and characters against the deck and the edition."""
        if isinstance(said, Answer):
            return check_names(said, state)
        sort, name = split_thing(said)
        match sort:
            case TagKind.CARD:
                check_card(name, "card", state.rules, state.deck)
            case TagKind.TILE:
                check_character(name, "card", state.rules)
            case TagKind.COIN:
                as_word(name, "card", tuple(state.rules.coins))
            case TagKind.UID:
                pass
        return None


class OthelloSecrets(Secrets[State, Answer, Event]):
    """Hidden cards of Othello."""

    visible_to = staticmethod(knowledge.as_known)
    play_as_seen_by = staticmethod(knowledge.play_as_known)
    check = staticmethod(knowledge.judge_saying)
    as_said_by_host = staticmethod(knowledge.hearsay)
    lies_face_down = staticmethod(hides)
    show_nothing = staticmethod(box.show_nothing)
    actual_deal = staticmethod(ActualDeal)


class OthelloTableRules(TableRules[State, Answer, Event, Pending]):
    """Tags, buttons and lights of Othello."""

    follow_ups = FOLLOW_UPS
    after_table = staticmethod(knowledge.without_doubles)
    pending = Pending()
    interpret = staticmethod(meanings.read)
    refused = staticmethod(meanings.refused)
    after_rewind = staticmethod(rewound)
    compare = staticmethod(compare)
    is_awaited = staticmethod(is_awaited)
    one_reader_gestures = staticmethod(tapping.gestures_of_tap)

    def after_answer(self, seen: Seen, answer: Answer | None, events: Sequence[Event]) -> Pending:
        """Clear choices that have counted; expect the card of an improv that was set down unseen."""
        readings = after_events(seen.readings, events, len(seen.events) - len(events))
        counted = answer is not None and not meanings.settles_price_alone(answer)
        return readings._replace(chosen=()) if counted else readings

    def restore(
        self, pending: Pending, lying: Mapping[str, str], owed: Mapping[str, int], events: Sequence[Event]
    ) -> Pending:
        """Restore the cards that were laid early, and the zones that await the other card of an improv (I3)."""
        players = {play_zone(player): player for player in range(max(SEATS))}
        swaps = {zone: (events[number], number) for zone, number in owed.items() if number < len(events)}
        return pending._replace(
            early={players[zone]: card for zone, card in lying.items()},
            swapped={zone: (swap.card, number) for zone, (swap, number) in swaps.items() if isinstance(swap, Swapped)},
        )

    def prompts(self, seen: Seen) -> list[Offer]:
        """Return the light of each seat."""
        readings = seen.readings
        drew = {} if seen.equipment.deals else seen.memory.drew  # where the companion deals, nobody draws by hand
        table = cues.OnTable(drew, readings.ready, readings.chosen, readings.early, seen.equipment, seen.chance)
        return cues.offers(seen.state, seen.asked, table)

    def host_entries(self, state: State, players: Collection[int]) -> list[dict[str, Any]]:
        """Return a face-down placement, or a reveal, for each seat without a reader."""
        names = state.names
        return [
            button(
                answer_to_json(answer, names),
                text_by_hand(state, answer),
                answer.by,
                "decision" if answer.do is Do.PLACE else "by-hand",
            )
            for answer in answers_by_hand(state, players)
        ]

    def is_unique(self, thing: str) -> bool:
        """Return whether a thing is a tile or a script card."""
        sort, name = split_thing(thing)
        return sort is TagKind.TILE or (sort is TagKind.CARD and pile_of(name) is Pile.SCRIPT)

    def placed(self, state: State, player: int) -> str | None:
        """Return the placed card."""
        return state.seats[player].placed

    def alternatives(self, state: State, answer: Mapping[str, Any]) -> list[tuple[dict[str, Any], str]]:
        """Return every other Lead."""
        return board.other_leads(state, answer) if answer["do"] == Do.LEAD else []

    def lifted_card(self, state: State, events: Sequence[Event], player: int) -> str | None:
        """Return the card that was placed and returned while others still place (P3)."""
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

    def align_with_table(self, course: Course, answer: Answer) -> str | None:
        """Record that a card is with its player after all."""
        if answer.card is None:
            return None
        course.emit(Found(answer.by, answer.card))
        return _("{name} has {card} after all", name=course.state.seats[answer.by].name, card=answer.card)


class OthelloText(Text[State, Answer, Event]):
    """Othello in words."""

    event = staticmethod(event_text)
    decision = staticmethod(decision_text)
    happening = staticmethod(happening_text)
    points = staticmethod(explained)
    describe = staticmethod(describe)
    remember = staticmethod(windows.remember)

    def where(self, state: State) -> str:
        """Return the act and the scene."""
        act = act_name(state.act)
        return _("{act}, scene {scene}", act=act, scene=state.scene) if state.scene else act

    def answer(self, state: State, answer: Answer, player: int | None = None) -> str:
        """Return an answer; for everybody, without the cards that only its player knows."""
        return answer_text(state, public_answer(answer) if player is None else answer)

    def rules_for(self, state: State, event: Event | None = None) -> Sequence[str]:
        """Return the rules of an event, or of the open decision and of the card that it is about."""
        if event is not None:
            return because(event)
        known = knowledge.as_known(state, None)
        return looked_up.rules_of_moment(known, decision(known))

    def rule_texts(self, state: State, ids: Iterable[str]) -> dict[str, str]:
        """Return the texts of docs/rules.md."""
        return in_words(ids, RULES, state.rules.edition, state.rules.rulings_in_words)

    def lines(self, state: State, events: Sequence[Event]) -> list[str] | None:
        """Return the line of each card that was revealed, in a Table Read; a face-down card stays silent."""
        if records.TABLE_READ not in state.rules.variants:
            return None
        turned = (state.deck.cards.get(event.card) for event in events if type(event) is Revealed)
        return [card.line for card in turned if card is not None and card.line]


class OthelloDisplay(Display[State, Pending]):
    """Othello on pages."""

    buttons = staticmethod(board.options)
    details = staticmethod(board.details)
    board = staticmethod(board.board)

    def seat(self, state: State, player: int) -> dict[str, Any]:
        """Return a player's hand, face-down card and answers."""
        return own.view(knowledge.as_known(state, player), player)

    def help(self, known: State, player: int | None) -> dict[str, Any]:
        """Return every card of the game, the open decision, and the reasons why some answers are not possible now."""
        found, of = looked_up.looked_up(known, player), known.rules
        return help_to_json(found, RULES, of.edition, of.rulings_in_words)

    def chapter(self, state: State) -> str:
        """Return the act that is played."""
        return act_name(state.act) if state.scene and state.phase is not Phase.INTERMISSION else ""

    def status(self, state: State, asked: Decision | None, equipment: Equipment = REAL_TABLE) -> Status:
        """Return the hints from the table of gestures, the card that is carried out, the piles and the wounds."""
        piles = {"piles.script": len(state.script), "piles.staging": len(state.staging)}
        counts = piles | {f"tiles.{character}": state.wounds[character] for character in state.stars()}
        if asked is None:
            return Status(counts=counts)
        return Status(
            table_of_gestures.moment_hint(state, asked, equipment),
            board.window(state, asked) if asked.kind in windows.TIMED else {},
            {"goes": goes(state, asked), "carry_out": board.carried_out(state, asked)},
            counts,
        )


class OthelloBox(Box[State]):
    """Options, decks and cards of Othello."""

    decks = deck_files.ScriptDecks()
    stored_position = staticmethod(records.position_kept)
    upgrade_record = staticmethod(records.as_it_began)
    cards_at_hand = staticmethod(box.cards_at_hand)
    title = staticmethod(box.called)
    seen_at = staticmethod(box.seen_at)
    is_card = staticmethod(box.is_one_card)
    options_form = staticmethod(form.form)
    rules_record = staticmethod(records.rules_record)
    contents = staticmethod(box.box_of)

    def card(self, state: State, card: str) -> dict[str, Any]:
        """Return a card with the text of the rules in use."""
        return card_view(state.deck, card, state.rules)


class OthelloBots(Bots[State, Answer]):
    """Bots of Othello."""

    pauses = PAUSES
    factories = BOTS
    gestures = staticmethod(hands.moves)

    def simulate(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any]) -> GameResult:
        """Play one game between bots."""
        deck = deck_kept(chosen["deck"])
        return play_game(seated, seed, chosen["edition"], deck, chosen["level"], chosen["variants"], chosen["rulings"])

    def statistics(self, games: Sequence[GameResult], chosen: Mapping[str, Any]) -> Figures:
        """Return wins, the ways in which acts end, and the cards that decide."""
        cards = OthelloRules().setup(("1", "2"), chosen).deck.cards
        return figures(games, {card.id: card.title for card in cards.values()})


class OthelloRacks(RackRules[State, Answer, Event]):
    """Hands of bots at a real table."""

    back = staticmethod(box.back_in_rack)
    words = staticmethod(box.back_words)
    target = staticmethod(box.given)
    with_hand = staticmethod(knowledge.with_hand)

    def backs(self, state: State, player: int) -> list[str]:
        """Return the backs of the hand."""
        return sorted(map(back, state.seats[player].hand))

    def transfer(self, event: Event) -> HandTransfer | None:
        """Return the zone for the card that an Exchange gives away."""
        match event:
            case CardTaken(taker, giver, card):
                return HandTransfer(giver, taker, back(card), chosen=False)
            case CardGiven(giver, taker, card):
                return HandTransfer(giver, taker, back(card), chosen=True)
        return None

    def least_valued(self, state: State, player: int, things: Sequence[str]) -> str:
        """Return the thing that is worth least in the coming scenes."""
        return min(things, key=lambda card: keep_worth(state, player, card))


GAME = Game(
    Info(
        id="othello",
        title="The Tragedy of Othello",
        pitch=N_("Play Shakespeare’s scenes card by card, stop those of the others, and be Iago as long as you can."),
        seats=SEATS,
        editions=form.EDITIONS,
        page=Path(__file__).with_name("page"),
        lesson=LESSON,
        is_timed=True,
        score_rows=[ScoreRow(key, words, key.endswith("_bonus")) for key, words in PARTS.items()],
        starts_by=Do.LEAD,
    ),
    OthelloRules(),
    OthelloTypes(),
    OthelloSecrets(),
    OthelloTableRules(),
    OthelloText(),
    OthelloDisplay(),
    OthelloBox(),
    OthelloBots(),
    OthelloRacks(),
)
