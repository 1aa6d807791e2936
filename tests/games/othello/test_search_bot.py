"""The look-ahead bot: it uses only its player's knowledge, decides by its seed alone, and plays better."""

import random
from collections import Counter
from typing import Any

import pytest

from bench.hidden_answers import dealt_anew, moments
from bench.random_games import Tally, new_random_game, play, sensible_answer
from companion.core.values import replace
from companion.othello.bots.players import WORTH, GreedyBot, random_answer
from companion.othello.bots.search import BREADTH, SearchBot, ahead, imagined, promising
from companion.othello.bots.simulation import play_game
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import is_unknown, pile_of
from companion.othello.model.decision import DecisionKind
from companion.othello.model.frames import Action, Choices
from companion.othello.model.game import Dealer
from companion.othello.model.hidden_cards import deal_hidden, hidden_script, hidden_staging
from companion.othello.model.ruleset import edition_names, load_edition, staging_names
from companion.othello.model.state import State
from companion.othello.model.vocabulary import ActionKind, Way
from companion.othello.notation.read import position_from_json
from companion.othello.rules.legality.check import legality
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import score
from companion.othello.rules.submit import apply, new_game
from companion.othello.text.explain import explain
from companion.othello.text.views import board_view
from tests.games.othello.rules.table import Table

GAMES = 5
DEALS = 2  # the smallest number for an average


def hidden(state: State) -> list[object]:
    """Return everything in a state that is in hands, in piles or face down."""
    return [[(seat.hand, seat.placed) for seat in state.seats], state.script, state.staging]


def every_card(state: State) -> Counter[str]:
    cards = [*state.script, *state.staging]
    for seat in state.seats:
        cards += [*seat.hand, *([seat.placed] if seat.placed else [])]
    return Counter(cards)


# --- random deals


@pytest.mark.parametrize("seed", range(GAMES))
def test_an_imagined_deal_does_not_hang_on_where_the_hidden_cards_are(seed: int) -> None:
    tried = 0
    for game, dealing in moments(seed):
        for player in range(len(game.state.seats)):
            other = dealt_anew(game.state, dealing, keep=player)
            imagined = [deal_hidden(state, player, random.Random(seed)) for state in (game.state, other)]
            assert hidden(imagined[0]) == hidden(imagined[1]), game.state.frames
            tried += hidden(other) != hidden(game.state)
    assert tried > 100


@pytest.mark.parametrize("seed", range(GAMES))
def test_an_imagined_deal_shows_everybody_the_same_and_loses_no_card(seed: int) -> None:
    changed = 0
    for game, dealing in moments(seed):
        player = dealing.randrange(len(game.state.seats))
        deal = deal_hidden(game.state, player, dealing)
        assert board_view(deal) == board_view(game.state)
        assert every_card(deal) == every_card(game.state)
        ours, theirs = game.state.seats[player], deal.seats[player]
        assert (ours.hand, ours.placed) == (theirs.hand, theirs.placed)
        for mine, others in zip(game.state.seats, deal.seats, strict=True):
            assert list(map(pile_of, mine.hand)) == list(map(pile_of, others.hand))
        changed += hidden(deal) != hidden(game.state)
    assert changed > 20


def test_what_nobody_knows_at_a_table_is_imagined_too() -> None:
    seats = [{"name": "Ann", "hand": ["?script", "Seize"]}, {"name": "Ben", "hand": ["?script", "?staging", "?"]}]
    state = position_from_json({"edition": "2024", "lead": "Ann", "seats": seats})
    deal = deal_hidden(state, 0, random.Random(1))
    cards = every_card(deal)
    assert not any(is_unknown(card) for card in cards if card != "?")
    assert deal.seats[0].hand[1] == "Seize"
    assert deal.seats[1].hand[1] in staging_names()
    assert all(count == 1 for card, count in cards.items() if card not in staging_names())


def test_who_claims_a_seize_is_taken_to_have_one() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal")
    action = table.state.frames[-1]
    assert isinstance(action, Action)
    table.state.frames = (*table.state.frames[:-1], replace(action, seizes=(2,)))
    for seed in range(20):
        assert deal_hidden(table.state, 0, random.Random(seed)).seats[2].placed == "Seize"


def test_who_has_laid_a_seize_and_claims_nothing_is_imagined_like_anybody_else() -> None:
    imagined = []
    for laid, held in (("Seize", "Exchange"), ("Exchange", "Seize")):
        seats: dict[str, Any] = {"Dot": {"placed": laid}, "Eve": {"hand": [held]}, "staging": ["Villainy"]}
        seats |= {"Ann": {"placed": "I.1"}, "Ben": {"placed": "I.4"}, "Cal": {"placed": "Seize", "intrigue": 1}}
        table = Table("Ann Ben Cal Dot Eve", **seats)
        table.play("Ben", "reveal")
        action = table.state.frames[-1]
        assert isinstance(action, Action)
        table.state.frames = (*table.state.frames[:-1], replace(action, seizes=(2,)))
        imagined.append([hidden(deal_hidden(table.state, 0, random.Random(seed))) for seed in range(20)])
    assert imagined[0] == imagined[1]


def test_a_card_that_somebody_has_chosen_unseen_is_not_known() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"hand": ["I.4"]}, turn="Ann")
    action = Action(ActionKind.IMPROV, 1, "improv", Choices(way=Way.HAND, give="I.4"))
    table.state.frames = (*table.state.frames, action)
    seen = [deal_hidden(table.state, player, random.Random(1)).frames[-1] for player in (0, 1)]
    assert seen == [replace(action, choices=Choices(way=Way.HAND)), action]


def test_the_hidden_cards_are_those_that_are_not_seen() -> None:
    table = Table(Ann={"placed": "I.1", "hand": ["I.3"], "scored": ["I.2"]}, Ben={"hand": ["I.4", "Seize"]})
    assert "I.4" in hidden_script(table.state, 0)
    assert not {"I.1", "I.2", "I.3"} & set(hidden_script(table.state, 0))
    assert hidden_staging(table.state, 0).count("Seize") == 5
    assert hidden_staging(table.state, 1).count("Seize") == 4


# --- the bot


@pytest.mark.parametrize("seed", range(2))
def test_its_choice_does_not_hang_on_the_hidden_cards(seed: int) -> None:
    asked_often = 0
    for step, (game, dealing) in enumerate(moments(seed)):
        asked = decision(game.state)
        assert asked is not None
        if step % 3 == 0:
            player = asked.players[0]
            states = (game.state, dealt_anew(game.state, dealing, keep=player))
            ours, theirs = (SearchBot(random.Random(seed), DEALS).answer(each, player) for each in states)
            assert ours == theirs, game.state.frames
            asked_often += 1
    assert asked_often > 20


EDITIONS = [
    *((edition, level, ()) for edition in edition_names() for level in load_edition(edition).levels or (None,)),
    *((edition, None, load_edition(edition).known_variants) for edition in edition_names()),
]


@pytest.mark.parametrize(("edition", "level", "variants"), EDITIONS)
@pytest.mark.parametrize("answers", (0, 1), ids=("rulings", "other-rulings"))
def test_it_plays_by_every_edition(edition: str, level: str | None, variants: tuple[str, ...], answers: int) -> None:
    rulings = {ruling: names[min(answers, len(names) - 1)] for ruling, names in load_edition(edition).answers.items()}
    names = ("Ann", "Ben", "Cal")
    game = new_game(names, Dealer(1), edition, level=level, variants=variants, rulings=rulings)
    rng, step = random.Random(1), 0
    while (asked := decision(game.state)) is not None:
        player = asked.players[0]
        if step % 80 == 0:
            states = (game.state, dealt_anew(game.state, rng, keep=player))
            ours, theirs = (SearchBot(random.Random(step), DEALS).answer(each, player) for each in states)
            assert ours is not None and ours == theirs, game.state.frames
        apply(game, sensible_answer(game.state, rng, asked))
        step += 1
    for player, entries in enumerate(explain(game.state, game.events)):
        assert sum(entry.points for entry in entries) == score(game.state, player).total


def test_who_is_not_asked_gives_no_answer() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.4"})
    assert SearchBot(random.Random(1)).answer(table.state, 0) is None
    assert SearchBot(random.Random(1), DEALS).answer(table.state, 1) is not None


def test_o2_an_iago_coin_is_kept_while_nobody_is_alive() -> None:
    dead = {name: {"dead": True} for name in Table().state.stars()}
    table = Table(turn="Ann", tiles=dead, Ann={"placed": "I.1", "coins": {"Iago": 1}})
    answers = [GreedyBot(random.Random(seed)).answer(table.state, 0) for seed in range(5)]
    assert {answer.do for answer in answers if answer is not None} == {Do.REVEAL}


@pytest.mark.parametrize(("rate", "also"), [(0.0, []), (1.0, [Do.COIN])])
def test_any_answer_is_a_legal_one_and_now_and_then_an_initiative(rate: float, also: list[Do]) -> None:
    state = Table(Ann={"placed": "I.1"}, Ben={"placed": "Revive", "coins": {"Iago": 1}}).state
    answers = [random_answer(state, random.Random(seed), rate) for seed in range(60)]
    assert {answer.do for answer in answers} == {Do.REVEAL, Do.EXIT, *also}  # J14: Revive too if nobody is dead
    assert all(legality(state, answer).legal for answer in answers)


def test_one_answer_needs_no_thought() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.5"})
    (answer,) = [answer for answer in table.decision.options if answer.do is Do.REVEAL]
    assert SearchBot(random.Random(1)).best(table.state, 1, [answer]) == answer


def test_it_thinks_ahead_to_the_end_of_the_game() -> None:
    table = Table("Ann Ben", act=5, turn="Ann", half_curtain=True, Ann={"placed": "V.16"}, Ben={"done": True})
    assert SearchBot(random.Random(1), DEALS).answer(table.state, 0) == Answer(Do.REVEAL, 0)
    assert imagined(table.state, 0, Answer(Do.REVEAL, 0), 1) == 4.0


def test_how_far_one_is_ahead_is_measured_by_the_others() -> None:
    state = Table(phase="over", act=5, Ann={"spotlight": 6}, Ben={"spotlight": 1}, Cal={"spotlight": 2}).state
    assert [ahead(state, player) for player in range(3)] == [4.5, -3.0, -1.5]


def test_it_reveals_what_brings_points() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.5"})
    for seed in range(5):
        assert SearchBot(random.Random(seed)).answer(table.state, 1) == Answer(Do.REVEAL, 1)


def test_only_the_most_promising_answers_are_tried() -> None:
    game = new_random_game(1, 2)
    rng = random.Random(1)
    while (asked := decision(game.state)) is not None and asked.kind is not DecisionKind.PLACEMENT:
        apply(game, sensible_answer(game.state, rng, asked))
    assert asked is not None
    player = asked.players[0]
    answers = [answer for answer in asked.options if answer.by == player]
    assert len(answers) >= 5
    tried = promising(game.state, player, answers)
    assert [answer for answer in answers if answer in tried] == tried
    tried = promising(game.state, player, answers * 3)
    worth = [WORTH[answer.do](game.state, player, answer) for answer in answers]
    best = answers[worth.index(max(worth))]
    assert (len(tried), tried.count(best)) == (BREADTH, 3)


def test_thinking_ahead_changes_nothing_in_the_game() -> None:
    game = play(3, 4, (), Tally(), sensible_answer)
    before = random.getstate()
    for seed in range(2):
        again = play(3, 4, (), Tally(), sensible_answer)
        SearchBot(random.Random(seed), DEALS).answer(again.state, 0)
        assert again.events == game.events
    assert random.getstate() == before


# --- strength; bench/bots.py has the long measurement


def points(bots: tuple[str, ...], games: int) -> dict[str, float]:
    """Return the mean points of each bot over some games with rotating seats."""
    found: dict[str, list[int]] = {}
    for seed in range(games):
        seated = bots[seed % len(bots) :] + bots[: seed % len(bots)]
        result = play_game(seated, seed)
        for bot, total in zip(result.bots, result.totals, strict=True):
            found.setdefault(bot, []).append(total)
    return {bot: sum(totals) / len(totals) for bot, totals in found.items()}


def test_greedy_is_stronger_than_chance() -> None:
    found = points(("greedy", "random", "random"), 6)
    assert found["greedy"] > found["random"] + 10
