"""No output or refusal of a table of Deathmatch depends on a hand, a draw pile or a secret character.

At moments of random games everything hidden is redealt, characters only to players whom they have not killed already: a
death shows at once (DJ3). Both tables then show and accept the same, until something is turned up.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from companion.core.observation import Hold, Lift, Press, Tag
from companion.core.verdict import Forbidden
from companion.deathmatch.game import GAME
from companion.deathmatch.model.answers import answer_to_json
from companion.deathmatch.model.events import Found, Revealed, Slain
from companion.deathmatch.model.state import Phase, Seat, State, WaitingText
from companion.deathmatch.model.unknown import known
from companion.deathmatch.rules.harm import is_reached
from companion.deathmatch.rules.legality import is_own_action, legality
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.submit import submit
from companion.deathmatch.text.narrate import event_text
from companion.table.session import Session
from companion.table.snapshot import board, desk
from tests.games.deathmatch.mat import STAGE, Book
from tests.games.deathmatch.random_play import MOST_ANSWERS, RandomGame

GAMES = 6
GESTURES = 6
Json = dict[str, Any]


def dealt_anew(state: State, rng: random.Random, keep: int | None = None) -> State:
    """Return the state with everything redealt except the part that player `keep` sees."""
    cards: list[str] = []
    characters = list(known(state.characters))
    for player, seat in enumerate(state.seats):
        if player != keep:
            cards += seat.hand
            characters += [seat.character] if _is_secret(seat) else []
        cards += known(seat.pile)
    rng.shuffle(cards)
    for _ in range(40):
        rng.shuffle(characters)
        other = _dealt(state, list(cards), list(characters), keep)
        if not any(is_reached(other, player) for player in other.alive if _is_secret(other.seats[player])):
            return other
    return state


def _is_secret(seat: Seat) -> bool:
    """Return True if the companion knows a character that others do not see."""
    return seat.knows_character and not seat.revealed and not seat.out


def _dealt(state: State, cards: list[str], characters: list[str], keep: int | None) -> State:
    seats = []
    for player, seat in enumerate(state.seats):
        if player != keep:
            seat = seat._replace(hand=tuple(cards.pop() for _ in seat.hand))
            if _is_secret(seat):
                seat = seat._replace(character=characters.pop())
        seats.append(seat._replace(pile=tuple(cards.pop() for _ in known(seat.pile))))
    left = state.characters if isinstance(state.characters, int) else tuple(characters)
    return state._replace(seats=tuple(seats), characters=left)


def moments(seed: int) -> Iterator[tuple[State, random.Random]]:
    """Yield moments of a random game with all cards known, each with its own random generator."""
    play = RandomGame(seed, seen=True)
    for number in range(MOST_ANSWERS):
        asked = decision(play.game.state)
        if asked is None:
            return
        if number % 5 == 1 and play.game.state.phase is not Phase.CASTING:
            yield play.game.state, random.Random(seed * 1000 + number)
        submit(play.game, play.answer(asked.options))


class Twins:
    """Two tables that begin at the same moment, with players who act alike."""

    def __init__(self, ours: State, theirs: State) -> None:
        self.names = ours.names
        self.sessions = [Session(GAME, state, GAME.rules.chance(), Book()) for state in (ours, theirs)]
        self.at = 1.0
        for session in self.sessions:
            session.settle()

    def shown(self, session: Session, owner: int | None) -> Json:
        public = board(session.view)
        told: Json = {"board": public, "desk": desk(session.view), "due": session.view.due}
        told["cues"] = session.view.cues
        told["position"] = GAME.about("position", session.state, session.play.events)
        told["explain"] = GAME.about("explain", session.state, session.play.events)
        told["events"] = [event_text(session.state, event) for event in session.play.events if type(event) is not Found]
        if owner is not None:
            told["own"] = GAME.display.seat(session.state, owner)
        return told

    def are_alike(self, owner: int | None) -> None:
        ours, theirs = (self.shown(session, owner) for session in self.sessions)
        for key, told in ours.items():
            assert json.dumps(told, default=str) == json.dumps(theirs[key], default=str), key

    def turned_up(self) -> bool:
        """Return True if a secret that differs between the tables is face up now."""
        kinds = (Revealed, Slain)
        ours, theirs = (
            [event for event in session.play.events if isinstance(event, kinds)] for session in self.sessions
        )
        return ours != theirs

    def observe(self, make: Any) -> None:
        self.at += 2.0
        for session in self.sessions:
            session.observe(make(self.at))

    def say(self, answer: Json) -> None:
        """Answer as the host; both tables must accept it, or refuse it with the same words."""
        self.at += 2.0
        told = []
        for session in self.sessions:
            try:
                session.say(answer, self.at)
                told.append("")
            except Forbidden as forbidden:
                told.append(str(forbidden))
        assert told[0] == told[1]


def gestures(state: State, rng: random.Random) -> Iterator[Any]:
    """Yield possible gestures that turn up nothing of a hand or a character except the card placed."""
    for _ in count():
        player = rng.randrange(len(state.seats))
        zone, seat = f"seat{player + 1}.play", f"seat{player + 1}"
        kind = rng.randrange(6)
        if kind == 0:
            yield lambda at, seat=seat: Press(at, seat)
        elif kind == 1:
            yield lambda at, seat=seat: Hold(at, seat)
        elif kind == 2 and not is_own_action(state, player):
            name = rng.choice(list(state.deck.characters))
            yield lambda at, zone=zone, name=name: Tag(at, zone, f"character:{name}")
        elif kind == 3:
            name = rng.choice(list(state.deck.settings))
            yield lambda at, name=name: Tag(at, STAGE, f"setting:{name}")
        elif kind == 4 and player != state.turn:
            card = rng.choice(list(state.deck.actions))
            yield lambda at, zone=zone, card=card: Tag(at, zone, card)
        else:
            yield lambda at, zone=zone: Lift(at, zone)


def held_by_both(ours: State, theirs: State, player: int) -> list[str]:
    """Return standard cards that a player has at both tables."""
    both = set(ours.seats[player].hand) & set(theirs.seats[player].hand)
    return sorted(card for card in both if ours.deck.is_standard(card))


def test_dealing_anew_changes_hands_piles_and_characters_and_kills_nobody() -> None:
    changed = {"hand": 0, "pile": 0, "character": 0}
    for state, rng in (moment for seed in range(4) for moment in moments(seed)):
        other = dealt_anew(state, rng)
        for ours, theirs in zip(state.seats, other.seats, strict=True):
            for key in changed:
                changed[key] += getattr(ours, key) != getattr(theirs, key)
            assert (ours.pool, ours.played, ours.out, len(ours.hand)) == (
                theirs.pool, theirs.played, theirs.out, len(theirs.hand),
            )  # fmt: skip
    assert min(changed.values()) > 10


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tables_with_other_secrets_show_and_take_the_same(seed: int) -> None:
    done = 0
    for state, rng in moments(seed):
        twins = Twins(state, dealt_anew(state, rng))
        twins.are_alike(None)
        for make in (next(gestures(twins.sessions[0].state, rng)) for _ in range(GESTURES)):
            twins.observe(make)
            if twins.turned_up():
                break
            twins.are_alike(None)
            done += 1
    assert done


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_card_laid_on_ones_turn_leads_to_the_same_at_both_tables(seed: int) -> None:
    for state, rng in moments(seed):
        twins = Twins(state, dealt_anew(state, rng))
        ours, theirs = (session.state for session in twins.sessions)
        turn = ours.turn
        if ours.phase not in (Phase.ACTION, Phase.SCENE) or turn is None:
            continue
        for card in held_by_both(ours, theirs, turn)[:1]:
            twins.observe(lambda at, card=card, turn=turn: Tag(at, f"seat{turn + 1}.play", card))
            if not twins.turned_up():
                twins.are_alike(None)


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_host_is_refused_nothing_by_what_is_hidden(seed: int) -> None:
    said = 0
    for state, rng in moments(seed):
        other = dealt_anew(state, rng)
        answers = [*(asked.options if (asked := decision(state)) else ()), *permitted(state)]
        for answer in rng.sample(answers, min(3, len(answers))):
            twins = Twins(state, other)
            twins.say(answer_to_json(answer, state.names))
            said += 1
            if not twins.turned_up():
                twins.are_alike(None)
    assert said > 5


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_player_sees_and_may_do_the_same_whatever_the_others_hide(seed: int) -> None:
    for state, rng in moments(seed):
        player = rng.randrange(len(state.seats))
        other = dealt_anew(state, rng, keep=player)
        twins = Twins(state, other)
        twins.are_alike(player)
        for answer in (*(asked.options if (asked := decision(state)) else ()), *permitted(state)):
            if answer.by == player:
                verdicts = [legality(GAME.secrets.visible_to(each, player), answer) for each in (state, other)]
                assert verdicts[0] == verdicts[1]


def what_turns_up(name: str) -> list[Json]:
    """Return changes that would show a player's character, if the companion knows it and was not given it."""
    limits = [{"what": "limit", "of": name, "suit": suit, "now": 0} for suit in ("blades", "poison", "coins")]
    return [{"what": "revealed", "of": name, "now": True}, {"what": "slain", "of": name}, *limits]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("told", [{"do": "carry-out", "source": "setting"}, {"do": "correct", "because": "agreed"}])
def test_the_host_opens_no_character_by_what_a_text_or_a_mistake_is_said_to_have_changed(told: Json, seed: int) -> None:
    asked = 0
    for state, rng in moments(seed):
        setting = next(name for name, found in state.deck.settings.items() if found.text)
        state = state._replace(setting=setting)
        twins = Twins(state, dealt_anew(state, rng))
        for player in (each for each in state.alive if _is_secret(state.seats[each])):
            for change in what_turns_up(state.names[player]):
                answer = told | {"changes": [change]}
                with pytest.raises(Forbidden, match="Name the character"):
                    GAME.secrets.check(state, GAME.types.answer_from_json(answer, state.names), None)
                twins.say(answer)
                asked += 1
        twins.are_alike(None)
    assert asked > 20


@pytest.mark.parametrize("seed", range(2))
def test_a_player_opens_no_other_character_by_what_the_own_text_is_said_to_have_changed(seed: int) -> None:
    asked = 0
    for state, rng in moments(seed):
        player = rng.choice(state.alive)
        trickster = next(card for card in state.deck.copies if state.deck.is_trickster(card))
        answer = {"do": "carry-out", "by": state.names[player]}
        carrying = state._replace(carrying=WaitingText(player, trickster))
        for other in (each for each in state.alive if _is_secret(state.seats[each])):
            for change in what_turns_up(state.names[other]):
                said = GAME.types.answer_from_json(answer | {"changes": [change]}, state.names)
                if other == player:
                    GAME.secrets.check(carrying, said, player)
                    continue
                with pytest.raises(Forbidden, match="Name the character"):
                    GAME.secrets.check(carrying, said, player)
                asked += 1
    assert asked > 20
