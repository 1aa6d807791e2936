"""A table that never learns a hidden card keeps the same record as a game that knows every card.

A random game is played with all cards known. A second one is played beside it at a table that gets only visible facts:
backs, and face-up cards. Everything public must be the same in both, at every decision.
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bench.random_games import FORMS, NAMES, STANDARD, Form, game_of, next_answer, sensible_answer
from companion.core.values import asdict, replace
from companion.othello.bots.players import random_answer
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN_OF, CardName, pile_of
from companion.othello.model.decision import Decision
from companion.othello.model.events import CardTaken
from companion.othello.model.frames import PutDown
from companion.othello.model.game import Dealer, Game, Unseen
from companion.othello.model.state import State
from companion.othello.rules.options import decision
from companion.othello.rules.submit import apply, submit
from companion.othello.text.views import board_view

GAMES = 20


class Onlooker(Unseen):
    """The table's chance: everybody sees the back of a card taken blindly."""

    def __init__(self, known: Game) -> None:
        self.known = known

    def pick(self, victim: int, cards: Sequence[CardName]) -> CardName:
        """Return the back of the card that was taken in the game with known cards."""
        taken = [event for event in self.known.events if isinstance(event, CardTaken)]
        return back(taken[-1].card)


def back(card: CardName) -> CardName:
    """Return the back of a card."""
    pile = pile_of(card)
    assert pile is not None
    return UNKNOWN_OF[pile]


def as_seen(state: State, answer: Answer) -> Answer:
    """Return the visible part of an answer: backs, except for the cards that it turns up."""
    top = state.frames[-1]
    choices = answer.choices
    if choices.give is not None and answer.do is Do.CHOOSE:  # A2: a Seize against a Miscue is shown at once
        choices = replace(choices, give=back(choices.give))
    if choices.take is not None and choices.take not in state.rules.coins:
        choices = replace(choices, take=back(choices.take))
    card = answer.card
    if answer.do is Do.EXIT and type(top) is PutDown:  # A2: with a card of the hand, which is turned up
        card = answer.card or state.seats[answer.by].hand[0]
    elif answer.do in (Do.REVEAL, Do.EXIT):
        card = state.seats[answer.by].placed
    elif card is not None and (answer.do is Do.PLACE or (type(top) is PutDown and not top.reveal)):
        card = back(card)
    return replace(answer, card=card, choices=choices)


def public(state: State) -> dict[str, Any]:
    """Return the public part, without the faces on the discard piles, where an unnamed card may be."""
    board = board_view(state)
    del board["piles"]["script_top"], board["piles"]["staging_top"]
    return board


def question(asked: Decision | None) -> object:
    """Return the players asked and the question."""
    if asked is None:
        return None
    field = [key for key, value in asdict(asked.options[0].choices).items() if value is not None]
    return asked.kind, asked.players, field if asked.kind == "choose" else None


def settled_by_itself(table: State, known: Decision) -> bool:
    """Return True if the table need not ask: it cannot distinguish the cards to choose from."""
    return known.kind in ("choose", "discard") and question(decision(table)) != question(known)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_table_that_sees_only_backs_keeps_the_same_book(seed: int) -> None:
    keep_both_books(seed, STANDARD)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("form", [form for form in FORMS if form != STANDARD], ids=lambda form: form.name)
def test_so_it_does_in_every_edition_with_every_variant_and_other_rulings(form: Form, seed: int) -> None:
    keep_both_books(FORMS.index(form) + seed * 7, form)


def keep_both_books(seed: int, form: Form) -> None:
    """Play one game with all cards known and at a table."""
    rng, names = random.Random(seed), NAMES[: 2 + seed % 5]
    known = game_of(form, names, Dealer(seed))
    table = game_of(form, names, Onlooker(known))
    player = sensible_answer if seed % 2 else next_answer
    while (asked := decision(known.state)) is not None:
        skipped = settled_by_itself(table.state, asked)
        answer = random_answer(known.state, rng, 0, asked) if skipped else player(known.state, rng, asked)
        seen = as_seen(known.state, answer)
        apply(known, answer)
        if not skipped:
            submit(table, seen)
        after = decision(known.state)
        if after is not None and not settled_by_itself(table.state, after):
            assert question(decision(table.state)) == question(after), (answer, seen)
            assert public(table.state) == public(known.state), (answer, seen)
    assert decision(table.state) is None
    assert public(table.state) == public(known.state)
