"""Bots of Deathmatch: they know what their player may know, report their own death, and follow every ruling."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.deathmatch.bots.players import GreedyBot, RandomBot, damage_worth
from companion.deathmatch.bots.search import SearchBot, ahead, imagined
from companion.deathmatch.bots.simulation import BOTS, play_game
from companion.deathmatch.bots.worth import is_possible, standing
from companion.deathmatch.model import events as e
from companion.deathmatch.model.accounts import standing_copies
from companion.deathmatch.model.answers import Answer, Do
from companion.deathmatch.model.decision import DecisionKind
from companion.deathmatch.model.hidden_cards import deal_hidden, hidden_characters
from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import is_unknown, size
from companion.deathmatch.rules.game import Dealer
from companion.deathmatch.rules.harm import is_reached
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.options import decision
from companion.deathmatch.rules.submit import begin, submit
from companion.game.simulation import Bot
from tests.games.deathmatch.positions import NAMES
from tests.games.deathmatch.table import Table
from tests.games.deathmatch.test_hidden import dealt_anew, moments

DEALS = 2  # the smallest number for an average
SEEDS = range(3)


def bot(name: str, seed: int = 1) -> Bot:
    rng = random.Random(seed)
    return SearchBot(rng, DEALS) if name == "search" else BOTS[name](rng)


# --- knowledge


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bots_answer_does_not_hang_on_what_others_hide(name: str, seed: int) -> None:
    asked_often, changed = 0, 0
    for state, rng in moments(seed):
        asked = decision(state)
        if asked is None:
            continue
        for player in asked.players[:1]:
            other = dealt_anew(state, rng, keep=player)
            ours, theirs = (bot(name, seed).answer(each, player) for each in (state, other))
            assert ours == theirs
            asked_often += 1
            changed += other != state
    assert asked_often >= 3
    assert changed


@pytest.mark.parametrize("seed", SEEDS)
def test_an_imagined_deal_does_not_hang_on_where_the_hidden_cards_are(seed: int) -> None:
    tried = 0
    for state, rng in moments(seed):
        for player in range(len(state.seats)):
            other = dealt_anew(state, rng, keep=player)
            ours, theirs = (deal_hidden(each, player, random.Random(seed), is_possible) for each in (state, other))
            assert ours == theirs
            tried += other != state
    assert tried > 3


@pytest.mark.parametrize("seed", SEEDS)
def test_an_imagined_deal_shows_the_player_the_same_and_loses_no_card(seed: int) -> None:
    changed = 0
    for state, rng in moments(seed):
        player = rng.randrange(len(state.seats))
        own, open_ones = state.seats[player], [seat.character for seat in state.seats if seat.revealed]
        if any(map(is_unknown, (*own.hand, own.character, *open_ones))):  # a text said so; everybody else's is hidden
            continue
        deal = deal_hidden(state, player, rng, is_possible)
        assert as_seen(deal, player) == as_seen(state, player)
        assert standing_copies(deal) <= Counter(deal.deck.copies)
        assert not any(is_unknown(card) for seat in deal.seats for card in (*seat.hand, seat.character))
        named = [seat.character for seat in deal.seats]
        assert len(set(named)) == len(named)
        changed += deal != state
    assert changed


def test_what_nobody_knows_at_a_table_is_imagined_too() -> None:
    table = Table(Ann={"character": "Hamlet"})
    deal = deal_hidden(table.state, 0, random.Random(1), is_possible)
    assert [size(seat.pile) for seat in deal.seats] == [9, 9, 9]
    assert not any(is_unknown(card) for seat in deal.seats for card in seat.hand)
    assert deal.seats[0].character == "Hamlet"
    assert len({seat.character for seat in deal.seats}) == 3


def test_who_is_alive_is_nobody_whom_the_pool_had_slain() -> None:
    table = Table(Ann={"character": "Hamlet"}, Ben={"pool": ["letters.8", "coins.4"], "character": "Juliet"})
    seen = as_seen(table.state, 0)
    assert "Ophelia" not in hidden_characters(seen, is_possible)[1]
    assert {"Juliet", "Lear"} <= set(hidden_characters(seen, is_possible)[1])


def test_a_character_that_cannot_be_is_dealt_only_where_no_other_is_left() -> None:
    table = Table(Ann={"character": "Hamlet"})
    deal = deal_hidden(table.state, 0, random.Random(1), lambda _state, player, name: player == 1 and name == "Lear")
    assert deal.seats[1].character == "Lear"
    assert deal.seats[2].character not in ("Lear", "Hamlet", "?character")


# --- the own death (DJ3)


@pytest.mark.parametrize("name", BOTS)
def test_dj3_a_bot_tells_of_its_own_death_where_honour_rules(name: str) -> None:
    dead = {"character": "Hamlet", "pool": ["blades.4", "coins.8"]}
    table = Table(rulings={"DJ3": "honour"}, Ben=dead, Cal={"character": "Timon", "pool": ["coins.8"]})
    assert bot(name).answer(table.state, 1) == Answer(Do.SLAIN, 1, character="Hamlet")
    assert bot(name).answer(table.state, 2) is None
    submit(table.game, Answer(Do.SLAIN, 1, character="Hamlet"))
    assert table.alive == ["Ann", "Cal"]
    assert bot(name).answer(table.state, 1) is None


@pytest.mark.parametrize("name", BOTS)
def test_dj3_a_bot_whose_character_lies_open_leaves_its_death_to_the_companion(name: str) -> None:
    table = Table(rulings={"DJ3": "honour"}, Ben={"character": "Hamlet", "revealed": True, "pool": ["blades.4"]})
    assert bot(name).answer(table.state, 1) is None


@pytest.mark.parametrize("name", BOTS)
def test_dj3_bots_play_to_the_last_one_where_honour_rules(name: str) -> None:
    found = play_game([name, "greedy"], 3, rulings={"DJ3": "honour"})
    assert len(found.winners) == 1
    assert sum(scene is not None for scene in found.slain) == 1


# --- choices


def forms() -> list[tuple[tuple[str, ...], dict[str, str]]]:
    """Return every answer of every ruling, and every variant, in a few combinations."""
    most = max(len(names_of(ruling)) for ruling in RULINGS)
    answers = [{name: names_of(name)[min(at, len(names_of(name)) - 1)] for name in RULINGS} for at in range(most)]
    variants = [(), tuple(map(str, Variant)), (str(Variant.REVEALED),)]
    return [(chosen, rulings) for rulings in answers for chosen in variants]


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("players", (2, 3, 8))
def test_a_bot_gives_legal_answers_by_every_ruling(name: str, players: int) -> None:
    for number, (variants, rulings) in enumerate(forms()):
        game = begin(NAMES[:players], Dealer(number), variants, rulings)
        bots = [bot(name, seat) for seat in range(players)]
        for _ in range(30 if name == "search" else 150):
            asked = decision(game.state)
            if asked is None:
                break
            answer = (
                asked.options[0]
                if asked.kind is DecisionKind.PROTAGONIST
                else next(filter(None, (each.answer(game.state, seat) for seat, each in enumerate(bots))))
            )
            assert legality(game.state, answer).legal, answer
            submit(game, answer)


def test_who_is_not_asked_gives_no_answer() -> None:
    table = Table(Ann={"hand": ["blades.1", "blades.2", "Jest"]})
    for name in BOTS:
        assert bot(name).answer(table.state, 1) is None
        assert bot(name).answer(table.state, 0) is not None


def test_a_greedy_bot_plays_high_cards_and_places_damage_where_it_counts() -> None:
    table = Table(
        phase="damage", turn="Ann",
        Ann={"played": "blades.8"},
        Ben={"played": "coins.1", "character": "Juliet", "revealed": True},
        Cal={"played": "poison.2", "character": "Ophelia", "pool": ["coins.5"]},
    )  # fmt: skip
    state = as_seen(table.state, 0)
    assert damage_worth(state, "coins.1", 1) == 0  # coins do not harm Juliet
    assert damage_worth(state, "blades.8", 1) == 5  # of eight points five are enough
    assert damage_worth(state, "blades.8", 2) == 13  # Cal's character is unknown
    assert damage_worth(state, "Jest", 2) == 0
    assert GreedyBot(random.Random(1)).answer(table.state, 0) == Answer(Do.DAMAGE, 0, "blades.8", target=2)


def test_where_the_table_says_who_won_a_bot_speaks_for_it() -> None:
    table = Table(phase="winner", Ann={"played": "blades.2"}, Ben={"played": "coins.6"}, Cal={"played": "coins.5"})
    assert table.decision.kind is DecisionKind.WINNER
    for name in ("greedy", "search"):
        assert bot(name).answer(table.state, 2) == Answer(Do.WINNER, to=1)
    random_ones = {RandomBot(random.Random(seed)).answer(table.state, 2) for seed in range(30)}
    assert random_ones == {Answer(Do.WINNER, to=player) for player in range(3)}


def test_who_thinks_ahead_slays_whom_it_can() -> None:
    table = Table(
        "Ann Ben", phase="damage", turn="Ann",
        Ann={"played": "blades.1", "character": "Timon"},
        Ben={"played": "coins.8", "character": "Hamlet", "revealed": True, "pool": ["coins.8", "blades.3"]},
    )  # fmt: skip
    assert SearchBot(random.Random(1)).answer(table.state, 0) == Answer(Do.DAMAGE, 0, "blades.1", target=1)
    assert imagined(table.state, 0, Answer(Do.DAMAGE, 0, "blades.1", target=1), 1) == 1.0


def test_how_one_stands_is_what_is_still_to_come() -> None:
    table = Table(
        Ann={"character": "Hamlet", "pool": ["blades.8"]}, Ben={"character": "Juliet"}, Cal={"character": "Timon"}
    )
    assert standing(table.state, 0) == pytest.approx(0.2 + 8 / 12)
    assert standing(table.state, 1) == pytest.approx(1.2)
    assert ahead(table.state, 1) > ahead(table.state, 0)
    other = Table(rulings={"DJ5": "either"}, Ann={"character": "Hamlet", "pool": ["blades.2"]})
    assert standing(other.state, 0) == pytest.approx(0.2 + 0.5)


def test_who_is_dead_and_has_not_said_so_stands_nowhere() -> None:
    table = Table(rulings={"DJ3": "honour"}, Ben={"character": "Hamlet", "pool": ["blades.4", "coins.8"]})
    state: State = table.state
    assert is_reached(state, 1)
    assert standing(state, 1) == 0


def test_thinking_ahead_changes_nothing_in_the_game() -> None:
    before = random.getstate()
    state, _rng = next(moments(2))
    asked = decision(state)
    assert asked is not None
    for player in asked.players:
        bot("search").answer(state, player)
    assert (state, random.getstate()) == (next(moments(2))[0], before)


# --- strength; bench/bots.py has the long measurement


def test_greedy_is_stronger_than_chance() -> None:
    wins = 0.0
    for seed in range(40):
        seated = ["random"] * 4
        seated[seed % 4] = "greedy"
        wins += play_game(seated, seed).winners == (seed % 4,)
    assert wins > 17  # by chance 10; this many only once in 100 runs


def test_every_event_of_a_bots_game_is_of_the_rules() -> None:
    game = begin(NAMES[:3], Dealer(5))
    submit(game, Answer(Do.PROTAGONIST, to=0))
    player = GreedyBot(random.Random(5))
    while (asked := decision(game.state)) is not None:
        answer = player.answer(game.state, (*asked.players, 0)[0])
        assert answer is not None
        submit(game, answer)
    assert isinstance(game.events[-1], e.GameEnded)
