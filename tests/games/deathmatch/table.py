"""A table of Deathmatch for tests of rules: a short position, players' answers, and their results.

Everything goes through the public interface: a position and answers as JSON. By default everybody holds three unknown
cards and has a draw pile of nine more, and Ann, the protagonist, has the first action, in the castle.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

from companion.core.errors import InputError, all_errors
from companion.core.verdict import Forbidden
from companion.deathmatch.model.answers import answer_from_json, answer_to_json
from companion.deathmatch.model.decision import Decision
from companion.deathmatch.model.events import Event
from companion.deathmatch.model.state import Seat, State
from companion.deathmatch.model.unknown import size
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from companion.deathmatch.rules.game import Chance, Dealer, Game
from companion.deathmatch.rules.harm import score
from companion.deathmatch.rules.legality import legality
from companion.deathmatch.rules.options import decision, permitted
from companion.deathmatch.rules.submit import settle, submit

Json = dict[str, Any]
Happening = TypeVar("Happening")

SENTENCE = re.compile(r"(?!.*None)[A-Z?].*[a-z].*\.$")
RULE = re.compile(r"D[A-Z]\d+$")
UNSEEN = ["?action"] * 3


def character(name: str, text: str = "", **limits: int) -> Json:
    """Return a character card, such as `character("Hamlet", blades=4, coins=8)`."""
    return {"kind": "character", "id": name, "limits": limits, "text": text}


def setting(name: str, hand_size: int = 3, text: str = "") -> Json:
    """Return a setting card."""
    return {"kind": "setting", "id": name, "hand_size": hand_size, "text": text}


DECK: list[Json] = [
    *(
        {"kind": "action", "id": f"{suit}.{points}", "suit": suit, "points": points, "copies": 3}
        for suit in ("blades", "coins", "letters", "poison")
        for points in range(1, 9)
    ),
    {"kind": "trickster", "id": "Et tu, Brute?", "text": "Take a card."},
    {"kind": "trickster", "id": "The Wheel is Come Full Circle"},
    {"kind": "trickster", "id": "One Fell Swoop"},
    {"kind": "trickster", "id": "Jest", "copies": 3},
    character("Hamlet", "Draw a card.", blades=4, coins=8),
    character("Ophelia", letters=8, coins=4),
    character("Lear", "Say something.", letters=4, poison=6),
    character("Juliet", blades=5, poison=5),
    character("Brutus", "Give a card away.", blades=6, letters=4),
    character("Timon", coins=3, poison=6),
    character("Tybalt", blades=8, coins=4),
    character("Gertrude", letters=6, poison=4),
    setting("castle"),
    setting("garden", 2),
    setting("hall", 4),
    setting("heath", text="It rains."),
]


class Table:
    """A game that begins at a position. Players are given by name (`Ann={"hand": [...]}`), the rest by its keys."""

    def __init__(self, players: str = "Ann Ben Cal", chance: Chance | None = None, **keys: Any) -> None:
        self.game = Game(position_from_json(position(players, **keys)), chance or Dealer(0))
        settle(self.game)

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def names(self) -> list[str]:
        """The players, clockwise."""
        return self.state.names

    @property
    def position(self) -> Json:
        """The current position."""
        return position_to_json(self.state)

    def seat(self, name: str) -> Seat:
        return self.state.seats[self.names.index(name)]

    def pile(self, name: str) -> int:
        """Return the number of cards in a player's draw pile."""
        return size(self.seat(name).pile)

    @property
    def discard(self) -> Any:
        return self.position["discard"]

    def total(self, name: str) -> int:
        """Return the points in a player's pool."""
        return score(self.state, self.names.index(name)).total

    @property
    def alive(self) -> list[str]:
        """The players still in the game."""
        return [self.names[player] for player in self.state.alive]

    @property
    def winners(self) -> list[str]:
        return [self.names[player] for player in self.state.winners]

    @property
    def decision(self) -> Decision:
        """The open decision."""
        found = decision(self.state)
        assert found is not None, "the game is over"
        return found

    @property
    def asked(self) -> tuple[str, list[str]]:
        """The kind of the open decision, and the players asked, in turn order."""
        return str(self.decision.kind), [self.names[player] for player in self.decision.players]

    @property
    def options(self) -> list[Json]:
        """The allowed answers to the open decision."""
        return [answer_to_json(answer, self.names) for answer in self.decision.options]

    def offered(self, do: str, field: str = "card") -> list[Any]:
        """Return the values of a field in such options."""
        return [option.get(field) for option in self.options if option["do"] == do]

    @property
    def permitted(self) -> list[Json]:
        """The other permitted answers."""
        return [answer_to_json(answer, self.names) for answer in permitted(self.state)]

    def play(self, by: str | None, do: str, card: str | None = None, **fields: Any) -> Table:
        """Submit one answer."""
        submit(self.game, answer_from_json(_answer(by, do, card, fields), self.names))
        return self

    def round(self, *cards: str) -> Table:
        """Play a scene: the players play these cards in turn, one each."""
        for card in cards:
            self.play(self.asked[1][0], "play", card)
        return self

    def forbidden(self, by: str | None, do: str, card: str | None = None, **fields: Any) -> dict[str, tuple[str, ...]]:
        """Return the rules by code for a forbidden answer, the most important first. It must change nothing."""
        before, count = self.state, len(self.game.events)
        try:
            self.play(by, do, card, **fields)
        except Forbidden as error:
            assert self.state == before and len(self.game.events) == count, "a forbidden answer changed the game"
            for reason in error.reasons:
                assert SENTENCE.match(reason.message), reason
                assert reason.rules and all(RULE.match(rule) for rule in reason.rules), reason
            return {reason.code: reason.rules for reason in error.reasons}
        raise AssertionError(f"{by} may {do} {card} {fields}")

    def refused(self, by: str | None, do: str, card: str | None = None, **fields: Any) -> str:
        """Return the most important code of a refusal."""
        return next(iter(self.forbidden(by, do, card, **fields)))

    def unknown(self, by: str, do: str, card: str | None = None, **fields: Any) -> bool:
        """Return True if an allowed answer depends on unknown cards."""
        verdict = legality(self.state, answer_from_json(_answer(by, do, card, fields), self.names))
        assert verdict.legal
        return verdict.unknown

    def happened(self, kind: type[Happening]) -> list[Happening]:
        """Return the events of one kind, oldest first."""
        return [event for event in self.game.events if isinstance(event, kind)]

    def order(self, *kinds: type[Event]) -> list[str]:
        """Return the kinds of events, oldest first; only these kinds, if given."""
        return [type(event).__name__ for event in self.game.events if not kinds or isinstance(event, kinds)]


def position(players: str = "Ann Ben Cal", **keys: Any) -> Json:
    """Return the position of a table as JSON."""
    names = players.split()
    who = {"protagonist": "Ann"} if len(names) > 2 else {"first": "Ann"}
    began = {} if keys.get("phase") == "casting" else who
    seats = [{"name": name, "hand": UNSEEN, "pile": 9, **keys.pop(name, {})} for name in names]
    for seat in seats:
        if seat.get("out"):
            seat |= {"hand": [], "pile": []}
    base = {"game": "deathmatch", "deck": DECK, "setting": "castle", **began}
    return {**base, **keys, "seats": seats}


def new_table(players: str = "Ann Ben Cal", chance: Chance | None = None, **keys: Any) -> Table:
    """Return a table before the deal."""
    bare: Json = {name: {"hand": [], "pile": []} for name in players.split()}
    return Table(players, chance, **{"phase": "casting", "setting": None, "deck": "stand-in", **bare, **keys})


def faults(players: str = "Ann Ben Cal", **keys: Any) -> list[str | None]:
    """Return the fields with errors in a position."""
    try:
        position_from_json(position(players, **keys))
    except InputError as error:
        return [fault.field for fault in all_errors(error)]
    return []


def _answer(by: str | None, do: str, card: str | None, fields: Json) -> Json:
    named = {"card": card} if card is not None else {}
    return {"do": do, **({"by": by} if by is not None else {}), **named, **fields}
