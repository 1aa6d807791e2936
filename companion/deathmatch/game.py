"""Deathmatch as a house hosts it: the one object that stands in the door. What it does is in the rooms beside it."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from companion.deathmatch.at_table import deck_files, hands, house
from companion.deathmatch.at_table.card_form import DeckCardForm
from companion.deathmatch.at_table.form import form
from companion.deathmatch.at_table.hands import PAUSES
from companion.deathmatch.at_table.readings import Readings
from companion.deathmatch.at_table.truth import Truth
from companion.deathmatch.bots.players import GreedyBot
from companion.deathmatch.bots.simulation import BOTS, GameResult, play_game
from companion.deathmatch.bots.tally import figures
from companion.deathmatch.decks.file import read_deck_text
from companion.deathmatch.lesson import LESSON
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.deck import deck_names
from companion.deathmatch.model.events import Event, Source
from companion.deathmatch.model.ruleset import EDITION, rule_set
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.table_door import DeathmatchAtTable
from companion.play.card_form import CardForm
from companion.play.fields import as_word
from companion.play.figures import Figures
from companion.play.simulated import Bot
from companion.play.tongue import N_
from companion.table.door import HostedGame
from companion.table.hands import Move
from companion.table.observation import Sort
from companion.table.start import Decks, OwnDeck, StartForm


class Deathmatch(DeathmatchAtTable, HostedGame[State, Answer, Event, Readings]):
    """The game; see `table/door` for what each method is for."""

    pitch = N_("You are somebody from a tragedy, in secret: hurt the others, and be the last one alive.")
    pauses = PAUSES
    lesson = LESSON
    points_decide = False
    of_all = (Do.PROTAGONIST, Do.WINNER, Do.CORRECT)
    editions = (EDITION,)
    deck_files = deck_files.ActionDecks()
    bots = BOTS
    answers = tuple(Do)

    def chosen(self, body: Mapping[str, Any], decks: Decks) -> dict[str, Any]:
        """Deck, variants and every ruling."""
        return house.chosen(body, decks)

    def position_kept(self, position: Any, decks: Decks) -> dict[str, Any]:
        """A position with its deck."""
        return house.position_kept(position, decks)

    def form(self) -> StartForm:
        """Variants, rulings, and the protagonist card."""
        return form()

    def check_rules(self, edition: str, level: str | None, variants: Sequence[str], rulings: Mapping[str, str]) -> None:
        """Whether there are such variants and rulings; there is one edition, without levels."""
        as_word(edition, "edition", self.editions)
        if level is not None:
            as_word(level, "level", ())
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

    def called(self, state: State, thing: str) -> str:
        """A card by what stands on it."""
        return house.called(state, thing)

    def seen_at(self, state: State, player: int, thing: str) -> str:
        """A character that is shown lies face down."""
        return house.seen_at(state, player, thing)

    def seen_elsewhere(self, thing: str) -> str:
        """A character lies face down wherever somebody lays it by mistake."""
        return house.back_of(thing)

    def face_of(self, real: State, player: int, thing: str) -> str | None:
        """A secret character is laid by its back alone: to name one would tell whether it is the right one."""
        return house.face_of(real, player, thing)

    def racked(self, state: State, player: int) -> list[str]:
        """The hand, and the secret character."""
        return house.racked(state, player)

    def back_of(self, state: State, player: int, thing: str) -> str | None:
        """The back of an action card or a secret character."""
        return house.back_in_rack(state, player, thing)

    def back_words(self, back: str, count: int) -> str:
        """Action cards or characters."""
        return house.back_words(back, count)

    def with_rack(self, state: State, player: int, things: Sequence[str]) -> State:
        """The hand and the character are those of the rack."""
        return house.with_rack(state, player, things)

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

    def is_of_all(self, answer: Mapping[str, Any]) -> bool:
        """What the setting's text changed is said by whoever looks after the table."""
        return super().is_of_all(answer) or answer.get("source") == Source.SETTING


GAME = Deathmatch()
