"""An on-screen mat of Deathmatch: real cards from a seed, and bots that play whole games on it
with people's gestures.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.deathmatch.game import GAME
from companion.deathmatch.model.accounts import standing_copies
from companion.deathmatch.model.events import Slain
from companion.deathmatch.model.seen import as_seen
from companion.deathmatch.model.state import Phase, State
from companion.deathmatch.model.unknown import is_unknown
from companion.deathmatch.rules.harm import is_reached
from companion.table.snapshot import board, desk
from cuelight.app.bots.players import BotPlayers
from cuelight.app.games.round import JournalStore, NotHeld
from cuelight.app.games.screen_round import ScreenGame
from tests.games.deathmatch.positions import NAMES

LONGEST = 6000  # most moves of a game
Json = dict[str, Any]


class Papers:
    """A journal in memory."""

    def __init__(self) -> None:
        self.records: list[tuple[str, Any]] = []

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> list[int]:
        self.records += [(kind, json.loads(json.dumps(body))) for kind, body in records]
        return []


class Table:
    """One game on an on-screen mat whose clock a test moves."""

    def __init__(self, seed: int, players: int = 4, **chosen: Any) -> None:
        self.now = 0.0
        self.papers = Papers()
        self.body: Json = {"game": "deathmatch", "names": list(NAMES[:players]), "seed": seed, "demo": True, **chosen}
        self.round = self._round()
        self.round.mat.start(self.hear)
        self.round.session.settle()
        self.troupe = BotPlayers(GAME, self.round.mat, self.say, lambda: self.now, 1.0, random.Random(seed))

    def _round(self) -> ScreenGame:
        book: Any = JournalStore(self.papers, lambda: self.now)  # type: ignore[arg-type]
        return ScreenGame(self.body, book, lambda: self.now)

    def hear(self, report: Any) -> None:
        self.round.session.observe(report)

    def say(self, answer: Json) -> None:
        self.round.session.say(answer, self.now)

    def step(self) -> None:
        """Perform the bots' next move."""
        self.now = max(self.now + 0.1, self.troupe.due)
        self.round.session.tick(self.now)
        self.round.truth.follow(self.round.session.play.events)
        self.troupe.act(self.round.session, self.round.truth.state, self.now)
        self.round.follow()

    def play(self) -> None:
        for _ in range(LONGEST):
            if self.round.session.play.asked is None:
                return
            self.step()
        raise AssertionError(self.round.session.play.headline)

    @property
    def state(self) -> State:
        state: State = self.round.session.state
        return state

    @property
    def real(self) -> State:
        self.round.truth.follow(self.round.session.play.events)
        real: State = self.round.truth.state
        return real


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 5), (4, 8)])
def test_bots_play_a_game_to_its_end_and_nothing_that_they_do_is_against_the_rules(seed: int, players: int) -> None:
    table = Table(seed, players)
    table.play()
    session = table.round.session
    assert GAME.rules.winners(table.state)
    assert (list(session.view.record.irregularities), list(session.view.record.questions)) == ([], [])
    real = table.real
    assert standing_copies(real) == +Counter(real.deck.copies)  # every card is in exactly one place
    assert as_seen(real, None) == as_seen(table.state, None)


def test_dj3_bots_tell_of_their_deaths_as_soon_as_they_know_where_honour_rules() -> None:
    table = Table(12, 4, rulings={"DJ3": "honour"})

    def said() -> list[str]:
        return [body["answer"]["do"] for kind, body in table.papers.records if kind == "answer"]

    deaths = 0
    while table.round.session.play.asked is not None:
        state, before = table.real, len(said())
        dead = [player for player in state.alive if not state.seats[player].revealed and is_reached(state, player)]
        while len(said()) == before:
            table.step()
        assert (said()[before] == "slain") == bool(dead)
        deaths += len(dead)
    assert deaths == said().count("slain") >= 1
    assert sum(isinstance(event, Slain) for event in table.round.session.play.events) == 3
    assert list(table.round.session.view.record.irregularities) == []


def test_the_real_cards_follow_and_show_what_everybody_sees() -> None:
    table = Table(5)
    for _ in range(120):
        table.step()
        real, told = table.real, table.state
        assert as_seen(real, None) == as_seen(told, None)
        assert not any(is_unknown(card) for seat in real.seats for card in seat.hand)


PLACES = ("hand", "pile", "pool", "discard", "removed")


def test_the_real_cards_follow_whatever_the_table_says_that_a_text_has_moved() -> None:
    table = Table(13)
    while table.state.setting != "heath":
        table.step()
        if table.state.phase is Phase.ACTION:
            setting = {"what": "setting", "now": "heath"}
            table.say({"do": "carry-out", "source": "setting", "changes": [setting]})
    rng, done = random.Random(13), 0
    cards = [*table.state.deck.actions, "?action"]
    while table.state.phase is not Phase.OVER and done < 200:
        places = [
            kind if kind in ("discard", "removed") else {kind: rng.choice(table.state.names)}
            for kind in rng.choices(PLACES, k=2)
        ]
        seen = isinstance(places[1], dict) and "pool" in places[1]
        card = rng.choice(cards[:-1] if seen else cards)
        change = {"what": "card", "card": card, "from": places[0], "to": places[1]}
        with suppress(Forbidden):
            table.say({"do": "carry-out", "source": "setting", "changes": [change]})
            done += 1
        real, told = table.real, table.state
        assert [len(seat.hand) for seat in real.seats] == [len(seat.hand) for seat in told.seats]
        for mine, theirs in zip(real.seats, told.seats, strict=True):
            assert mine.pool == theirs.pool
    assert done > 50


def test_the_same_seed_deals_the_same_cards_and_another_one_others() -> None:
    tables = [Table(seed) for seed in (6, 6, 7)]
    for table in tables:
        while table.real.is_new:
            table.step()
    first, again, other = ([seat.hand for seat in table.real.seats] for table in tables)
    assert first == again
    assert first != other


def test_a_game_that_is_taken_up_again_has_the_same_real_cards() -> None:
    table = Table(8)
    for _ in range(60):
        table.step()
    again = table._round()
    again.resume(table.papers.records, table.now)
    again.truth.follow(again.session.play.events)
    assert again.truth.state == table.real
    assert again.session.state == table.state


def test_after_an_undo_the_real_cards_are_those_of_before() -> None:
    table = Table(9)
    for _ in range(40):
        table.step()
    before = table.real
    seen = len(table.round.session.play.events)
    while len(table.round.session.play.events) == seen or table.round.session.view.record.steps[-1].events != seen:
        table.step()
    table.round.session.undo(table.now)
    assert table.real == before


def test_no_page_shows_what_the_companion_knows() -> None:
    table = Table(10, 6)
    while table.state.scene < 2:
        table.step()
    session, real = table.round.session, table.real
    public = board(session.view)
    secret = [seat.character for seat in real.seats if not seat.revealed and not seat.out]
    assert len(secret) >= 2
    asked = {"board": public, **desk(session.view)}
    assert asked["decision"].pop("characters") == list(table.state.deck.characters)  # the box, whoever is who
    shown = json.dumps([public, {**asked, "options": []}])
    assert not any(name in shown for name in secret)
    own = table.round.known_to(0)
    assert own["character"]["id"] == real.seats[0].character
    assert [card["id"] for card in own["hand"]] == list(real.seats[0].hand)
    others = [card for seat in real.seats[1:] for card in seat.hand if card not in real.seats[0].hand]
    assert not any(f'"{name}"' in json.dumps(own) for name in (*secret[1:], *others))


def test_nobody_lays_a_card_or_a_character_that_is_anothers() -> None:
    table = Table(11)
    while table.real.is_new:
        table.step()
    real = table.real
    for thing in (real.seats[1].hand[0], f"character:{real.seats[1].character}"):
        table.round.check_held(1, [thing])
        if thing not in real.seats[0].hand:
            with pytest.raises(NotHeld):
                table.round.check_held(0, [thing])
    card = {"answer": {"by": "Ann", "do": "play", "card": real.seats[0].hand[0]}}
    winner = {"answer": {"do": "winner", "to": "Ann"}}
    assert table.round.sayable([card, winner]) == [winner]


def test_a_record_has_every_ruling_and_a_wrong_choice_is_told() -> None:
    class House:
        def usual(self, game: str, edition: str) -> str:
            return "stand-in"

        def kept(self, game: str, name: str, edition: str) -> str:
            return name

        def deck(self, game: str, name: object) -> None:
            return None

    record = GAME.options_from({"variants": ["castle"], "rulings": {"DJ1": "higher-any"}}, House())
    assert (record["variants"], record["rulings"]["DJ1"], record["rulings"]["DJ19"]) == (
        ["castle"],
        "higher-any",
        "share",
    )
    assert GAME.rules.setup(["Ann", "Ben"], record).rules.castle
    with pytest.raises(InputError):
        GAME.options_from({"variants": ["rhymes"]}, House())
    assert GAME.first_answer({"lead": 1}, ["Ann", "Ben"]) == {"do": "protagonist", "to": "Ben"}
    kept = GAME.box.stored_position({"game": "deathmatch", "seats": [{"name": "Ann"}, {"name": "Ben"}]}, House())
    assert kept["game"] == "deathmatch"
