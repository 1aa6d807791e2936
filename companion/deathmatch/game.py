"""Shakespeare Deathmatch, composed of the parts of the game interface."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import N_, _
from companion.core.places import play_zone
from companion.deathmatch.bots.simulation import BOTS, GameResult, play_game
from companion.deathmatch.bots.tally import figures
from companion.deathmatch.lesson import LESSON
from companion.deathmatch.model import events as e
from companion.deathmatch.model.accounts import possible_characters
from companion.deathmatch.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.deathmatch.model.cards import Suit
from companion.deathmatch.model.decision import Decision
from companion.deathmatch.model.deck import STAND_IN
from companion.deathmatch.model.events import (
    Event,
    Source,
    event_from_json,
    event_to_json,
)
from companion.deathmatch.model.ruleset import EDITION, SEATS
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
from companion.deathmatch.table.hands import PAUSES
from companion.deathmatch.table.options_form import form
from companion.deathmatch.table.pending import Pending, Seen
from companion.deathmatch.table.table_of_gestures import goes, held, hint
from companion.deathmatch.table.things import check_thing
from companion.deathmatch.text.because import because
from companion.deathmatch.text.describe import describe
from companion.deathmatch.text.explain import explained, why
from companion.deathmatch.text.moment import decision_text, happening_text
from companion.deathmatch.text.narrate import answer_text, event_text, put_right_openly
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
from companion.game.display import Status
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.help import help_to_json, in_words, rules_of_package
from companion.game.interpretation import Offer
from companion.game.recent import Moment, RecentEvents
from companion.game.rules import ChanceKind
from companion.game.statistics import Figures
from companion.game.types import AnswerInfo

OF_A_TURN = (Do.SETTING, Do.TRICKSTER, Do.REVEAL, Do.PLAY, Do.WINNER, Do.DAMAGE)
OF_OPEN_CARDS = (Do.SETTING, Do.TRICKSTER, Do.PLAY, Do.DAMAGE)
SECRET = N_("This was refused, by what only its player may know.")


def answer_info(answer: Mapping[str, Any]) -> AnswerInfo:
    """Return the facts about an answer; the host enters a change by a setting's text."""
    do = answer.get("do")
    return AnswerInfo(
        of_table=do in (Do.PROTAGONIST, Do.WINNER, Do.CORRECT) or answer.get("source") == Source.SETTING,
        cards=house.cards_said(answer),
        moves_hidden=house.moves_hidden(answer),
        in_turn=do in OF_A_TURN,
        has_other_cards=do in OF_OPEN_CARDS,
        by_own_cards=True,
    )


RULES = rules_of_package("companion.deathmatch.text")


class DeathmatchRules(Rules[State, Answer, Event]):
    """The rules of Deathmatch."""

    decision = staticmethod(decision)
    initiatives = staticmethod(permitted)
    in_progress = staticmethod(Course)
    play = staticmethod(submit)
    advance = staticmethod(settle)
    scores = staticmethod(scores_to_json)
    points = staticmethod(why)

    def chance(self, kind: ChanceKind = ChanceKind.UNSEEN, seed: int = 0) -> Dealer | Unseen:
        """Return a dealer who knows every card, or a table where nobody does."""
        return Dealer(seed) if kind in (ChanceKind.DEALER, ChanceKind.TABLE) else Unseen()

    def setup(self, names: Sequence[str], chosen: Mapping[str, Any]) -> State:
        """Return the state before the Protagonist is named."""
        if len(names) not in SEATS or len(set(names)) != len(names):
            raise InputError(_("2 to 8 players with different names, please"), field="names")
        variants, rulings = chosen.get("variants") or (), chosen.get("rulings")
        return begin(names, Dealer(0), variants, rulings, house.deck_kept(chosen.get("deck") or STAND_IN)).state

    def players(self, state: State) -> list[str]:
        """Return the names of the players."""
        return state.names

    def with_player_names(self, state: State, names: Sequence[str]) -> State:
        """Return the state with other names."""
        seats = zip(state.seats, names, strict=True)
        return state._replace(seats=tuple(seat._replace(name=name) for seat, name in seats))

    def winners(self, state: State) -> list[str] | None:
        """Return the survivor, or the players who share the win."""
        return [state.names[player] for player in state.winners] if state.phase is Phase.OVER else None

    def scene_id(self, state: State) -> Hashable:
        """Return the number of the scene, with its act."""
        return state.act, state.scene

    def question_id(self, state: State, asked: Decision | None, player: int | None) -> Hashable:
        """Return an id for each scene and each answer in it."""
        if asked is None:
            return None
        return asked.kind, state.act, state.scene, asked.players if player is None else player in asked.players


class DeathmatchTypes(Types[State, Answer, Event]):
    """The JSON of Deathmatch."""

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
        """Check cards, characters and settings against the deck."""
        if isinstance(said, str):
            check_thing(state, said)
        else:
            check_names(said, state)


class DeathmatchSecrets(Secrets[State, Answer, Event]):
    """Hidden cards of Deathmatch."""

    visible_to = staticmethod(as_seen)
    play_as_seen_by = staticmethod(knowledge.play_as_known)
    check = staticmethod(knowledge.judge)
    actual_deal = staticmethod(ActualDeal)

    def public_violation(self, violation: dict[str, Any]) -> dict[str, Any]:
        """Return only that an answer was refused if the reason would reveal a hand or a character."""
        if not is_own(violation["code"]):
            return violation
        return {"code": "answer.refused", "rules": [], "message": _(SECRET)}


class DeathmatchTableRules(TableRules[State, Answer, Event, Pending]):
    """Tags, buttons and lights of Deathmatch."""

    follow_ups = (gestures.show_characters, gestures.carry_out_setting)
    after_table = staticmethod(knowledge.without_doubles)
    pending = Pending()
    interpret = staticmethod(gestures.read)
    refused = staticmethod(gestures.refused)
    compare = staticmethod(mats.compare)
    is_awaited = staticmethod(mats.is_awaited)
    one_reader_gestures = staticmethod(mats.gestures_of_tap)
    host_entries = staticmethod(board.by_hand)

    def after_answer(self, seen: Seen, answer: Answer | None, events: Sequence[Event]) -> Pending:
        """Remember which damage card lies where."""
        return readings.after_events(seen.readings, events)

    def after_rewind(self, readings: Pending, was: State, now: State) -> Pending:
        """Keep resting things and the characters that were shown before the deal."""
        return Pending(resting=readings.resting, characters=readings.characters)

    def restore(
        self, pending: Pending, lying: Mapping[str, str], owed: Mapping[str, int], events: Sequence[Event]
    ) -> Pending:
        """Restore the characters that were shown before the deal."""
        players = {play_zone(player): player for player in range(max(SEATS))}
        characters = {players[zone]: thing.partition(":")[2] for zone, thing in lying.items()}
        return pending._replace(characters=characters)

    def prompts(self, seen: Seen) -> list[Offer]:
        """Return the light of each seat."""
        return cues.offers(seen.state, seen.asked, seen.equipment, seen.readings.characters)

    def placed(self, state: State, player: int) -> str | None:
        """Return the card of the scene."""
        return state.seats[player].played

    def alternatives(self, state: State, answer: Mapping[str, Any]) -> list[tuple[dict[str, Any], str]]:
        """Return every other Protagonist, or every other winner."""
        return board.other_players(state, answer) if answer["do"] in (Do.PROTAGONIST, Do.WINNER) else []

    def other_cards(self, state: State, answer: Answer) -> Sequence[Answer]:
        """Return every other answer of the same kind that fitted."""
        asked = decision(as_seen(state, None))
        fits = asked.options if asked is not None else ()
        return [each for each in fits if (each.do, each.by) == (answer.do, answer.by) and each != answer]


MOMENTS = {
    e.ActBegan: Moment.ACT,
    e.ProtagonistChanged: Moment.LEAD,
    e.Revealed: Moment.REVEAL,
    e.Slain: Moment.DEATH,
}


class DeathmatchText(Text[State, Answer, Event]):
    """Deathmatch in words."""

    points = staticmethod(explained)
    describe = staticmethod(describe)
    event = staticmethod(event_text)
    decision = staticmethod(decision_text)

    def happening(self, state: State, equipment: Equipment = REAL_TABLE, player: int | None = None) -> str | None:
        """Return the card to beat, or the text that counts."""
        return happening_text(as_seen(state, None), equipment, player)

    def where(self, state: State) -> str:
        """Return the act and the scene."""
        return (
            _("Act {act}, scene {scene}", act=state.act, scene=state.scene)
            if state.scene
            else _("Act {act}", act=state.act)
        )

    def answer(self, state: State, answer: Answer, player: int | None = None) -> str:
        """Return an answer; for everybody, without what only its player knows."""
        if player is not None:
            return answer_text(state, answer)
        if answer.do is Do.CORRECT:
            return put_right_openly(state, answer)
        return answer_text(state, knowledge.public_answer(answer))

    def remember(self, recent: RecentEvents, state: State, event: Event) -> None:
        """Add an event, and show the great ones for a moment."""
        recent.add(event_text(state, event), MOMENTS.get(type(event)), because(event))

    def rules_for(self, state: State, event: Event | None = None) -> Sequence[str]:
        """Return the rules of an event, or of the open decision."""
        if event is not None:
            return because(event)
        return looked_up.rules_of_moment(decision(as_seen(state, None)))

    def rule_texts(self, state: State, ids: Iterable[str]) -> dict[str, str]:
        """Return the texts of docs/deathmatch-rules.md."""
        return in_words(ids, RULES, rulings=state.rules.rulings_in_words)


def _may_come_first(state: State) -> list[Do]:
    """Return what the player in turn may still do before the opening card, as everybody knows (DT1, DT2)."""
    revealed = state.turn is not None and state.seats[state.turn].revealed
    return [do for do, done in ((Do.TRICKSTER, state.trickster_played), (Do.REVEAL, revealed)) if not done]


class DeathmatchDisplay(Display[State, Pending]):
    """Deathmatch on pages."""

    buttons = staticmethod(board.options)
    seat = staticmethod(own.view)
    details = staticmethod(board.details)

    def status(self, state: State, asked: Decision | None, equipment: Equipment = REAL_TABLE) -> Status:
        """Return the effect of each thing in each place, and the characters that players may have."""
        if asked is None:
            return Status()
        characters = possible_characters(as_seen(state, None))
        extras = {"holding": held(asked.kind), "goes": goes(asked.kind), "characters": characters}
        return Status(hint(asked.kind, equipment, _may_come_first(state)), extras=extras)

    def board(self, seen: Seen) -> dict[str, Any]:
        """Return the deck, the setting, and the seats with their pools and actions."""
        return board.board(seen.state, seen.asked)

    def help(self, known: State, player: int | None) -> dict[str, Any]:
        """Return every card of the game, the open decision, and the reasons why some answers are not possible now."""
        return help_to_json(looked_up.looked_up(known, player), RULES, rulings=known.rules.rulings_in_words)

    def chapter(self, state: State) -> str:
        """Return the act."""
        return _("Act {act}", act=state.act)


class DeathmatchBox(Box[State]):
    """Options, decks and cards of Deathmatch."""

    decks = deck_files.ActionDecks()
    rules_record = staticmethod(house.rules_record)
    stored_position = staticmethod(house.position_kept)
    options_form = staticmethod(form)
    contents = staticmethod(house.box_of)
    cards_at_hand = staticmethod(house.at_hand)
    card = staticmethod(house.view_of)
    title = staticmethod(house.called)
    seen_at = staticmethod(house.seen_at)
    is_card = staticmethod(house.is_one_card)


class DeathmatchBots(Bots[State, Answer]):
    """Bots of Deathmatch."""

    pauses = PAUSES
    factories = BOTS
    gestures = staticmethod(hands.moves)

    def simulate(self, seated: Sequence[str], seed: int, chosen: Mapping[str, Any]) -> GameResult:
        """Play one game between bots."""
        return play_game(seated, seed, chosen["variants"], chosen["rulings"], house.deck_kept(chosen["deck"]))

    def statistics(self, games: Sequence[GameResult], chosen: Mapping[str, Any]) -> Figures:
        """Return wins, lengths of games, and the cards that are dealt as damage."""
        return figures(games, DeathmatchRules().setup(("1", "2"), chosen).deck)


class DeathmatchRacks(RackRules[State, Answer, Event]):
    """Hands and characters of bots at a real table."""

    back = staticmethod(house.back_in_rack)
    backs = staticmethod(house.racked)
    words = staticmethod(house.back_words)
    with_hand = staticmethod(house.with_rack)


GAME = Game(
    Info(
        id="deathmatch",
        title="Shakespeare Deathmatch",
        pitch=N_("You are somebody from a tragedy, in secret: hurt the others, and be the last one alive."),
        seats=SEATS,
        editions=(EDITION,),
        page=Path(__file__).with_name("page"),
        lesson=LESSON,
        points_decide=False,
        score_rows=[ScoreRow(suit, suit.words) for suit in Suit],
        starts_by=Do.PROTAGONIST,
    ),
    DeathmatchRules(),
    DeathmatchTypes(),
    DeathmatchSecrets(),
    DeathmatchTableRules(),
    DeathmatchText(),
    DeathmatchDisplay(),
    DeathmatchBox(),
    DeathmatchBots(),
    DeathmatchRacks(),
)
