"""Othello as a house hosts it: the one object that stands in the door. What it does is in the rooms beside it."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from companion.othello.at_table import board, box, deck_files, decks, form, hands, knowledge, records
from companion.othello.at_table.card_form import ScriptCardForm
from companion.othello.at_table.gestures import Gesture
from companion.othello.at_table.hands import PAUSES
from companion.othello.at_table.misfits import hides
from companion.othello.at_table.readings import Readings
from companion.othello.at_table.truth import Truth
from companion.othello.bots.players import GreedyBot
from companion.othello.bots.simulation import BOTS, GameResult, play_game
from companion.othello.bots.tally import figures
from companion.othello.bots.worth import keep_worth
from companion.othello.decks.file import deck_kept, kept_deck_file, read_deck_text
from companion.othello.lesson import LESSON
from companion.othello.model.answers import Answer, Do
from companion.othello.model.deck import deck_names
from companion.othello.model.events import CardGiven, CardTaken, Event, Revealed
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Casting, Over
from companion.othello.model.ruleset import load_edition
from companion.othello.model.state import State
from companion.othello.table_door import OthelloAtTable
from companion.othello.text.views import card_view
from companion.play.card_form import CardForm
from companion.play.door import Asked
from companion.play.figures import Figures
from companion.play.simulated import Bot
from companion.play.tongue import N_
from companion.table.door import HostedGame
from companion.table.hands import Handed, Move
from companion.table.observation import Sort
from companion.table.start import Decks, OwnDeck, StartForm


class Othello(OthelloAtTable, HostedGame[State, Answer, Event, Readings]):
    """The game; see `table/door` for what each method is for."""

    pitch = N_("Play Shakespeare’s scenes card by card, stop those of the others, and be Iago as long as you can.")
    pauses = PAUSES
    lesson = LESSON
    editions = decks.EDITIONS
    deck_files = deck_files.ScriptDecks()
    bots = BOTS
    answers = tuple(Do)
    of_all = (Do.LEAD, Do.NEXT_ACT, Do.CORRECT)

    def chosen(self, body: Mapping[str, Any], house: Decks) -> dict[str, Any]:
        """Edition, deck, level, variants and every ruling."""
        return records.chosen(body, house)

    def position_kept(self, position: Any, house: Decks) -> dict[str, Any]:
        """A position with its rulings and its deck."""
        return records.position_kept(position, house)

    def as_it_began(self, record: dict[str, Any]) -> dict[str, Any]:
        """With the answers to rulings that are newer than the game."""
        return records.as_it_began(record)

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

    def called(self, state: State, thing: str) -> str:
        """A script card by what stands on it, a tile and a coin by their character."""
        return box.called(state, thing)

    def seen_at(self, state: State, player: int, thing: str) -> str:
        """The back of a card that lies face down."""
        return box.seen_at(state, player, thing)

    def back_of(self, state: State, player: int, thing: str) -> str | None:
        """The back of a script card of this act, or of a staging card, unless it lies in sight."""
        return box.back_in_rack(state, player, thing)

    def lies_face_down(self, state: State, answer: Answer) -> bool:
        """A card that is placed, or put in the place of one that a Miscue hit."""
        return hides(state, answer)

    def given(self, state: State, answer: Answer) -> str | None:
        """A card of the hand that is improvised, or given back for one that was taken."""
        return box.given(state, answer)

    def handed(self, event: Event) -> Handed | None:
        """An Exchange."""
        match event:
            case CardTaken(taker, giver, card):
                return Handed(giver, taker, back(card), chosen=False)
            case CardGiven(giver, taker, card):
                return Handed(giver, taker, back(card), chosen=True)
        return None

    def least(self, state: State, player: int, things: Sequence[str]) -> str:
        """What is worth least in the scenes to come."""
        return min(things, key=lambda card: keep_worth(state, player, card))

    def back_words(self, back: str, count: int) -> str:
        """Script cards or staging cards."""
        return box.back_words(back, count)

    def with_rack(self, state: State, player: int, things: Sequence[str]) -> State:
        """The hand is the cards of the rack."""
        return knowledge.with_hand(state, player, things)

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

    def from_hands(self, real: State, player: int, closed: Collection[int]) -> list[dict[str, Any]]:
        """Which card is taken, or given."""
        return board.from_hands(real, player, closed)

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
