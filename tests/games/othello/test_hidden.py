"""Nothing public depends on a card that is face down, in a hand or in a draw pile (V2).

At decisions of random games all hidden cards are redealt among the places where cards with their back may be. Public
output, and a player's options without knowledge of other cards, must not change; nor the results of a move.
"""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from bench.hidden_answers import dealt_anew, moments
from bench.random_games import PLAYED, STANDARD, Form
from companion.core.values import replace
from companion.othello.bots.players import GreedyBot
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import pile_of
from companion.othello.model.decision import DecisionKind
from companion.othello.model.frames import PutDown
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.submit import apply, lapse
from companion.othello.table.cues import offers
from companion.othello.table.windows import window_moment
from companion.othello.text.moment import decision_text, happening_text
from companion.othello.text.narrate import event_text
from companion.othello.text.views import board_view
from companion.table.clocks import SECONDS, Countdown, Pace

GAMES = 5  # one for each number of players
SPARING = 15  # number of decisions between two redeals in the games of every form; `moments` has 5

# --- public output


def tells_a_card(answer: Answer) -> bool:
    """Return True if an answer names a card that may be hidden."""
    return bool(answer.card or answer.cards or answer.choices.give or answer.choices.take)


def public_options(answers: Sequence[Answer]) -> list[Answer]:
    return [answer for answer in answers if not tells_a_card(answer)]


def asked_openly(state: State) -> object:
    asked = decision(state)
    return asked and (asked.kind, asked.players, public_options(asked.options), decision_text(state, asked))


def permitted_openly(state: State) -> object:
    return public_options(permitted(state))


def lights(state: State) -> object:
    return offers(state, decision(state))


def time_left(state: State) -> object:
    """In how many seconds what is open closes by itself."""
    return Countdown().at(window_moment(state, decision(state)), 0.0, SECONDS[Pace.USUAL]).deadline


VIEWS: tuple[Callable[[State], object], ...] = (
    asked_openly,
    happening_text,
    permitted_openly,
    board_view,
    lights,
    time_left,
)

# --- the properties


def test_dealing_anew_changes_hands_and_nothing_that_is_shown() -> None:
    changed = 0
    for game, dealing in moments(1):
        state, other = game.state, dealt_anew(game.state, dealing)
        changed += any(ours.hand != theirs.hand for ours, theirs in zip(state.seats, other.seats, strict=True))
        kept = dealt_anew(game.state, dealing, keep=0).seats[0]
        assert (kept.hand, kept.placed) == (state.seats[0].hand, state.seats[0].placed)
        for ours, theirs in zip(state.seats, other.seats, strict=True):
            assert list(map(pile_of, ours.hand)) == list(map(pile_of, theirs.hand))
    assert changed > 100


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_everybody_sees_does_not_hang_on_hidden_cards(seed: int) -> None:
    for game, dealing in moments(seed):
        for view in VIEWS:
            assert view(dealt_anew(game.state, dealing)) == view(game.state), game.state.frames


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_a_player_may_do_does_not_hang_on_the_cards_of_others(seed: int) -> None:
    for game, dealing in moments(seed):
        for player in range(len(game.state.seats)):
            other = dealt_anew(game.state, dealing, keep=player)
            assert own_verdicts(other, player) == own_verdicts(game.state, player), game.state.frames


@pytest.mark.parametrize("form", [form for form in PLAYED if form != STANDARD], ids=lambda form: form.name)
def test_neither_does_it_in_any_edition_with_any_variant_and_other_rulings(form: Form) -> None:
    seed = PLAYED.index(form)
    for game, dealing in moments(seed, form, SPARING):
        other = dealt_anew(game.state, dealing)
        for view in VIEWS:
            assert view(other) == view(game.state), game.state.frames
        player = seed % len(game.state.seats)
        other = dealt_anew(game.state, dealing, keep=player)
        assert own_verdicts(other, player) == own_verdicts(game.state, player), game.state.frames


def own_verdicts(state: State, player: int) -> list[object]:
    """Return a player's options and the rules' verdict on each."""
    asked = decision(state)
    answers = [*(asked.options if asked else ()), *permitted(state)]
    return [(answer, legality(state, answer)) for answer in answers if answer.by in (player, -1)]


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_bot_plays_without_the_cards_of_others(seed: int) -> None:
    for game, dealing in moments(seed):
        for player in range(len(game.state.seats)):
            other = dealt_anew(game.state, dealing, keep=player)
            ours, theirs = (GreedyBot(random.Random(seed)).answer(each, player) for each in (game.state, other))
            assert ours == theirs, game.state.frames


@pytest.mark.parametrize("form", PLAYED, ids=lambda form: form.name)
def test_what_a_move_or_time_that_runs_out_leads_to_shows_the_same_to_everybody(form: Form) -> None:
    tried = 0
    for game, dealing in moments(PLAYED.index(form) + 1, form, SPARING):
        twin = game.trial()
        twin.state = dealt_anew(game.state, dealing)
        assert shown_after(game, lapse) == shown_after(twin, lapse), game.state.frames
        for ours, theirs in blind_moves(game.state, twin.state):
            if legality(game.state, ours).legal and legality(twin.state, theirs).legal:
                shown, other = shown_after(game, giving(ours)), shown_after(twin, giving(theirs))
                assert shown == other, (ours, theirs, game.state.frames)
                tried += 1
    assert tried > 50


def giving(answer: Answer) -> Callable[[Game], None]:
    return lambda game: apply(game, answer)


def shown_after(game: Game, happens: Callable[[Game], None]) -> list[object]:
    """Return the public messages and views after an action, on a copy."""
    copy = game.trial()
    happens(copy)
    lines = [event_text(copy.state, event) for event in copy.events]
    return [lines, *(view(copy.state) for view in VIEWS)]


def blind_moves(state: State, other: State) -> Iterator[tuple[Answer, Answer]]:
    """Yield moves that show no hidden card, each with its equivalent in the other deal: the card at the same place in
    the hand.
    """
    asked = decision(state)
    assert asked is not None
    for answer in (*asked.options, *permitted(state)):
        if not tells_a_card(answer) and answer.do not in (Do.REVEAL, Do.EXIT, Do.SEIZE, Do.PROTECT):
            yield answer, answer
    top = state.frames[-1]
    for player in asked.players:
        hands = list(zip(state.seats[player].hand, other.seats[player].hand, strict=True))
        for ours, theirs in hands:
            if asked.kind is DecisionKind.PLACEMENT:
                yield Answer(Do.PLACE, player, ours), Answer(Do.PLACE, player, theirs)
            elif type(top) is PutDown and not top.reveal:
                yield Answer(Do.SWAP, player, ours), Answer(Do.SWAP, player, theirs)
            elif asked.kind is DecisionKind.CHOOSE and asked.options[0].choices.give is not None:
                given = asked.options[0].choices
                choices = [replace(given, give=ours), replace(given, give=theirs)]
                yield Answer(Do.CHOOSE, player, choices=choices[0]), Answer(Do.CHOOSE, player, choices=choices[1])
