"""Players' slips at tables of Deathmatch and Asides: no output reveals a face-down card or a secret character.

Each slip happens at two tables that differ only in what is hidden from a viewer. All output to that viewer is the same
at both, to the last byte: board, desk, lights, messages at seats, questions, status, printed page and history.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.core.observation import Hold, Lift, Press, Tag
from companion.games import game_of
from companion.journal import GameInfo
from companion.table.score_sheet import account
from companion.table.session import Session
from companion.table.snapshot import board, desk
from cuelight.history.past import Past, replay, whole
from tests.games.deathmatch.positions import NAMES
from tests.games.deathmatch.positions import position as of_three
from tests.support.all_games import Book

Json = dict[str, Any]
STAGE = "stage.target"
A_MOMENT = 2.0  # seconds between two gestures: every light is on by then


class Mat:
    """A table that begins with a position, with players by name."""

    def __init__(self, position: Json) -> None:
        self.game: Any = game_of(position["game"])
        self.position = position
        self.book = Book()
        self.at = 0.0
        self.session = self._session()
        self.session.settle()
        self.names = self.session.names
        self._lying: set[str] = set()

    def _session(self) -> Session:
        return Session(
            self.game, self.game.types.position_from_json(self.position), self.game.rules.chance(), self.book
        )

    def lay(self, where: str, *things: str) -> Mat:
        """Place these things one after the other; lift the one there before."""
        zone = where if where == STAGE else f"{self._seat(where)}.play"
        for thing in things:
            self.lift(where)
            self.at += A_MOMENT
            self._lying.add(zone)
            self.session.observe(Tag(self.at, zone, thing))
        return self

    def lift(self, where: str) -> Mat:
        zone = where if where == STAGE else f"{self._seat(where)}.play"
        if zone in self._lying:
            self._lying.discard(zone)
            self.at += A_MOMENT
            self.session.observe(Lift(self.at, zone))
        return self

    def press(self, who: str) -> Mat:
        return self._push(Press, who)

    def hold(self, who: str) -> Mat:
        return self._push(Hold, who)

    def _push(self, push: Any, who: str) -> Mat:
        self.at += A_MOMENT
        self.session.observe(push(self.at, self._seat(who)))
        return self

    def _seat(self, who: str) -> str:
        return f"seat{self.names.index(who) + 1}"

    def sent_to(self, *who: str) -> str:
        """Return all output to these viewers and to everybody: of the running game, after a restart, and of its
        history.
        """
        again = self._session()
        again.replay(list(self.book.records), self.at)
        found = [self._shown(session, who) for session in (self.session, again)]
        body = {"game": self.game.info.id, "position": self.position}
        past = Past(GameInfo(1, 0.0, body, len(self.book.records)), self.game, again, self.at, self.at, False)
        history = whole(past)
        return json.dumps([*found, history, replay(past), self._kinds()], default=str)

    def _kinds(self) -> list[str]:
        """Return the kinds of the records in order."""
        return [kind for kind, _body in self.book.records]

    def _shown(self, session: Session, who: tuple[str, ...]) -> Json:
        public, state, events = board(session.view), session.state, session.play.events
        players = [self.names.index(name) for name in who]
        asked = {name: self.game.about(name, state, events) for name in ("details", "explain", "position")}
        return {
            "board": public,
            "desk": desk(session.view),
            "cues": session.view.cues,
            "told": [session.view.message(player) for player in range(len(self.names))],
            "due": session.view.due,
            "lying": sorted(session.view.table.readings.lying),
            "asked": asked,
            "sheet": account(self.game, session.play.start, state, events),
            "own": [self.game.display.seat(state, player) for player in players],
            "help": [
                self.game.display.help(self.game.secrets.visible_to(state, player), player)
                for player in (None, *players)
            ],
            "others": [session.others_at(number) for number in range(len(session.view.record.steps))],
            "marks": session.view.marks,
        }


def are_alike(ours: str, theirs: str) -> None:
    """Check that both outputs are equal; show the first difference."""
    at = next((at for at, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other), None)
    at = min(len(ours), len(theirs)) if at is None and ours != theirs else at
    assert at is None, (ours[at - 90 : at + 60], theirs[at - 90 : at + 60])


# --- Deathmatch: characters are face down, hands are hidden

HAND = ["?action", "?action", "?action"]
NAMED = ("character:Hamlet", "character:Ophelia")
CARDS = ("blades.1", "poison.1")
BEARER = {"hand": HAND, "pile": 5}


def deathmatch(*seats: Json, **keys: Any) -> Mat:
    """Ann's action; by default nobody has shown a character."""
    return Mat(of_three(*({**BEARER, **seat} for seat in (*seats, {}, {}, {})[:3]), **keys))


def casting() -> Mat:
    return Mat({"game": "deathmatch", "seats": [{"name": name} for name in NAMES[:3]]})


def answering(**keys: Any) -> Mat:
    """Ben answers Ann's card."""
    return deathmatch({"played": "Et tu, Brute?"}, phase="scene", turn="Ben", opener="Ann", **keys)


def hurting(hand: list[str]) -> Mat:
    """Ann has won the scene, and places its cards."""
    played = [{"played": card} for card in ("coins.3", "coins.4", "letters.3")]
    return deathmatch(
        *({**seat, "hand": hand if at == 1 else HAND} for at, seat in enumerate(played)),
        phase="damage",
        turn="Ann",
        opener="Ann",
    )


def is_(character: str) -> Json:
    return {"character": character.partition(":")[2]}


def lays_ones_character_at_anothers_place(card: str) -> Mat:
    return deathmatch().lay("Cal", card).lay("Ben", card)


def lays_ones_character_at_the_place_of_whose_action_it_is(card: str) -> Mat:
    return deathmatch(is_("character:Macbeth")).lay("Ann", card)


def lays_ones_character_again(card: str) -> Mat:
    return deathmatch({}, is_(card)).lay("Ben", card, card)


def lays_another_character(card: str) -> Mat:
    return deathmatch({}, is_("character:Macbeth")).lay("Ben", card)


def lays_the_own_character_or_another(card: str) -> Mat:
    return deathmatch({}, is_("character:Hamlet")).lay("Ben", card)


def lays_a_character_that_another_one_is(card: str) -> Mat:
    return deathmatch({}, {}, is_(card)).lay("Ben", "character:Hamlet")


def lays_a_character_where_somebody_is_face_up(card: str) -> Mat:
    return deathmatch({}, {"character": "Macbeth", "revealed": True}).lay("Ben", card)


def lays_a_character_that_lies_elsewhere(card: str) -> Mat:
    return deathmatch({}, {}, {"character": "Hamlet", "revealed": True}).lay("Ben", card)


def lays_a_character_before_the_deal(card: str) -> Mat:
    return casting().lay("Ben", card)


def lays_two_before_the_deal(card: str) -> Mat:
    return casting().lay("Ben", "character:Macbeth").lay("Ben", card).lay("Cal", card).lay("Ann", "protagonist")


def lays_a_character_in_the_middle(card: str) -> Mat:
    return deathmatch().lay(STAGE, card)


def lays_a_character_in_the_middle_of_a_scene(card: str) -> Mat:
    return answering().lay("Cal", card).lay("Ben", card)


def lays_a_character_at_the_place_of_who_is_out(card: str) -> Mat:
    dead = {"name": "Ben", "character": "Macbeth", "out": True}
    seats = [{"name": "Ann", **BEARER}, dead, {"name": "Cal", **BEARER}, {"name": "Dot", **BEARER}]
    keys = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle"}
    return Mat({**keys, "seats": seats}).lay("Ben", card)


def lays_a_character_as_damage(card: str) -> Mat:
    return hurting(HAND).lay("Ben", card, card).lay("Cal", card)


def lays_a_character_when_too_many_are_held(card: str) -> Mat:
    return deathmatch({}, {"hand": HAND * 2}, phase="setting").lay("Ben", card, card)


def takes_it_back(card: str) -> Mat:
    mat = deathmatch({}, is_("character:Macbeth")).lay("Ben", card)
    if mat.session.view.record.steps:
        mat.session.undo(mat.at)
    return mat


CHARACTERS: list[Callable[[str], Mat]] = [
    lays_ones_character_at_anothers_place,
    lays_ones_character_at_the_place_of_whose_action_it_is,
    lays_ones_character_again,
    lays_another_character,
    lays_the_own_character_or_another,
    lays_a_character_that_another_one_is,
    lays_a_character_where_somebody_is_face_up,
    lays_a_character_that_lies_elsewhere,
    lays_a_character_before_the_deal,
    lays_two_before_the_deal,
    lays_a_character_in_the_middle,
    lays_a_character_in_the_middle_of_a_scene,
    lays_a_character_at_the_place_of_who_is_out,
    lays_a_character_as_damage,
    lays_a_character_when_too_many_are_held,
    takes_it_back,
]


@pytest.mark.parametrize("slip", CHARACTERS)
def test_a_slip_with_a_character_tells_nobody_who_somebody_is(slip: Callable[[str], Mat]) -> None:
    are_alike(*(slip(card).sent_to("Ann") for card in NAMED))


def lays_a_card_out_of_turn(held: str) -> Mat:
    return deathmatch({}, {"hand": [held, *HAND[1:]]}, {}).lay("Ben", CARDS[0], CARDS[0], CARDS[1])


def lays_a_card_that_another_one_holds(held: str) -> Mat:
    return deathmatch({}, {"hand": [held, *HAND[1:]]}).lay("Ann", CARDS[0])


def lays_a_card_at_the_place_of_whose_action_it_is(held: str) -> Mat:
    return deathmatch({}, {"hand": [held, *HAND[1:]]}).lay("Cal", CARDS[0]).lay("Ann", CARDS[1])


def lays_damage_that_is_none(held: str) -> Mat:
    return hurting([held, *HAND[1:]]).lay("Ben", CARDS[0], CARDS[0]).lay("Cal", "coins.3")


def lays_a_card_that_is_too_many(held: str) -> Mat:
    mat = deathmatch({}, {"hand": [held, *HAND, *HAND]}, phase="setting")
    return mat.lay("Ben", CARDS[0]).lay("Ann", CARDS[1]).press("Ben")


HANDS: list[Callable[[str], Mat]] = [
    lays_a_card_out_of_turn,
    lays_a_card_that_another_one_holds,
    lays_a_card_at_the_place_of_whose_action_it_is,
    lays_damage_that_is_none,
    lays_a_card_that_is_too_many,
]


@pytest.mark.parametrize("slip", HANDS)
def test_a_slip_with_a_card_tells_nobody_what_is_in_a_hand(slip: Callable[[str], Mat]) -> None:
    are_alike(*(slip(held).sent_to("Cal") for held in CARDS))


# --- Asides: cards set aside are face down

ASIDE = ("hearts.7", "spades.9")


def asides(*seats: Json, **keys: Any) -> Mat:
    """Everybody has seven cards, of which one will be set aside."""
    found = [
        {"name": name, "hand": ["?"] * 7, **seat}
        for name, seat in zip(NAMES[:3], (*seats, {}, {}, {})[:3], strict=True)
    ]
    return Mat({"game": "asides", "seats": found, "phase": "aside", "deals": 1, **keys})


def lies_aside(card: str, hand: int = 6) -> Json:
    return {"hand": ["?"] * hand, "aside": card}


def lays_aside_at_anothers_place(card: str) -> Mat:
    return asides().lay("Cal", card).lay("Ben", card)


def lays_the_same_aside_again(card: str) -> Mat:
    return asides().lay("Ben", card, card)


def lays_a_second_card_aside(card: str) -> Mat:
    return asides({}, lies_aside("clubs.8")).lay("Ben", card, card)


def lays_aside_what_another_one_has_laid(card: str) -> Mat:
    return asides({}, {}, lies_aside(card)).lay("Ben", ASIDE[0])


def lays_aside_in_the_middle(card: str) -> Mat:
    return asides().lay(STAGE, card)


def lays_aside_before_the_deal(card: str) -> Mat:
    return asides({"hand": []}, {"hand": []}, {"hand": []}, phase="deal", deals=0).lay("Ben", card)


def plays_out_of_turn(card: str) -> Mat:
    """The cards set aside differ, and Ben plays a card although Ann leads; then everybody does."""
    seats = [lies_aside("clubs.8"), lies_aside(card), lies_aside("diamonds.6")]
    mat = asides(*seats, phase="play").lay("Ben", "clubs.9").lay("Ann", "clubs.9")
    return mat.lay("Ben", "clubs.10").lay("Cal", "clubs.jack", "clubs.queen")


SLIPS: list[Callable[[str], Mat]] = [
    lays_aside_at_anothers_place,
    lays_the_same_aside_again,
    lays_a_second_card_aside,
    lays_aside_what_another_one_has_laid,
    lays_aside_in_the_middle,
    lays_aside_before_the_deal,
    plays_out_of_turn,
]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_with_a_card_that_lies_aside_tells_nobody_which_it_is(slip: Callable[[str], Mat]) -> None:
    are_alike(*(slip(card).sent_to("Ann") for card in ASIDE))
