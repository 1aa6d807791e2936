"""A table for tests of rules: a short position, players' answers, and their results.

Everything goes through the public interface: a position and answers as JSON, and the resulting state and scores. Seats
have no tokens, no cards and no coins unless a test gives them some, so that only the players that matter are asked.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

from companion.core.verdict import Forbidden
from companion.othello.model.answers import answer_from_json, answer_to_json
from companion.othello.model.decision import Decision
from companion.othello.model.events import Event, Flow
from companion.othello.model.game import Dealer, Game
from companion.othello.model.state import Seat, State
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.legality.codes import Code
from companion.othello.rules.options import decision, permitted
from companion.othello.rules.scoring import Score, score, winners
from companion.othello.rules.submit import settle, submit

Json = dict[str, Any]
Happening = TypeVar("Happening")

SENTENCE = re.compile(r"(?!.*None)[A-Z?“].*[a-z].*\.$")
RULE = re.compile(r"[A-Z]\d+$")
BARE: Json = {"intrigue": 0, "spotlight": 0}


def card(name: str, words: str, points: int = 0, **more: Any) -> Json:
    """Return a script card for a test's own deck, such as `card("I.1", "Iago convinces Roderigo", 2, intrigue=1)`."""
    first, verb, *second = words.split(" ", 2)
    rewards = {key: more.pop(key) for key in ("intrigue", "spotlight", "coin", "handkerchief") if key in more}
    return {
        "id": name,
        "character_1": first,
        "verb": verb,
        "character_2": second[0] if second else None,
        "points": points,
        "rewards": rewards,
        **more,
    }


# A few plain cards of each kind; a test that needs others adds them.
DECK = [
    card("I.1", "Iago confronts Roderigo", 1, intrigue=1),
    card("I.2", "Iago convinces Roderigo", 2, intrigue=1, coin="Iago"),
    card("I.3", "Cassio confronts Othello", 1, intrigue=1),
    card("I.4", "Brabantio convinces Othello", 2),
    card("I.5", "Brabantio conspires", 3),
    card("I.6", "Brabantio wounds Cassio", 1, intrigue=1),
    card("I.7", "Brabantio confronts Cassio", 1),
    card("I.8", "Iago wounds Cassio", 2),
    card("I.9", "Desdemona confronts Brabantio", curtain="half", points_lead=1, points_company=2),
    card("I.10", "Brabantio confronts Iago", 1),
    card("I.12", "Iago conspires", curtain="full", points_lead=3, points_company=1),
    card("II.1", "Montano confronts Cassio", 1),
    card("II.10", "Othello confronts Cassio", curtain="half", points_lead=1, points_company=2),
    card("II.12", "Iago conspires", curtain="full", points_lead=3, points_company=1),
    card("III.3", "Iago confronts Othello", 1),
    card("III.4", "Desdemona confronts Othello", 1, intrigue=1, coin="Desdemona"),
    card("III.5", "Bianca confronts Cassio", 1),
    card("III.6", "Bianca confronts Emilia", 2, intrigue=1, handkerchief=True),
    card("III.7", "Iago conspires", curtain="half", points_lead=3, points_company=1),
    card("III.15", "Bianca confronts Cassio", curtain="full", points_lead=1, points_company=2),
    card("IV.1", "Bianca confronts Iago", 1),
    card("IV.3", "Iago conspires", curtain="half", points_lead=3, points_company=1),
    card("IV.15", "Desdemona confronts Emilia", curtain="full", points_lead=1, points_company=2),
    card("V.5", "Iago kills Roderigo", 2),
    card("V.6", "Bianca confronts Emilia", 1),
    card("V.8", "Desdemona confronts Othello", 1, coin="Desdemona", handkerchief=True),
    card("V.9", "Othello kills Desdemona", 2),
    card("V.13", "Othello confronts himself", curtain="half", points_lead=1, points_company=2),
    card("V.14", "Bianca wounds Desdemona", 1),
    card("V.16", "Iago kills Othello", curtain="full", points_lead=4, points_company=2),
]


class Table:
    """A game that begins at a position: by default Ann (the Lead), Ben and Cal in the reveal of Act I.

    Players are given by name (`Ann={"placed": "I.1"}`), the rest by the keys of a position. `players` are their names.
    """

    def __init__(self, players: str = "Ann Ben Cal", lead: str | None = "Ann", **keys: Any) -> None:
        names = players.split()
        seats = [{"name": name, **BARE, **keys.pop(name, {})} for name in names]
        data = {"edition": "2024", "deck": DECK, "lead": lead, "phase": "reveal", **keys, "seats": seats}
        self.game = Game(position_from_json(data), Dealer(0))
        settle(self.game)

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def names(self) -> list[str]:
        """The players, clockwise."""
        return [seat.name for seat in self.state.seats]

    @property
    def position(self) -> Json:
        """The current position."""
        return position_to_json(self.state)

    def seat(self, name: str) -> Seat:
        return self.state.seats[self.names.index(name)]

    @property
    def lead(self) -> str:
        return self.names[self.state.lead]

    def score(self, name: str) -> Score:
        return score(self.state, self.names.index(name))

    def points(self) -> list[int]:
        """Return each player's points."""
        return [self.score(name).total for name in self.names]

    def pile(self, name: str) -> list[str]:
        """Return the script cards in one player's scoring pile."""
        return [scored for scored, _role in self.seat(name).scored]

    def winners(self) -> list[str]:
        return [self.names[player] for player in winners(self.state)]

    @property
    def decision(self) -> Decision:
        """The open decision."""
        found = decision(self.state)
        assert found is not None, "the game is over"
        return found

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return decision(self.state) is None

    @property
    def asked(self) -> tuple[str, list[str]]:
        """The kind of the open decision, and the players asked, in turn order."""
        return self.decision.kind, [self.names[player] for player in self.decision.players]

    @property
    def options(self) -> list[Json]:
        """The allowed answers to the open decision."""
        return [answer_to_json(answer, self.names) for answer in self.decision.options]

    @property
    def permitted(self) -> list[Json]:
        """The other permitted answers."""
        return [answer_to_json(answer, self.names) for answer in permitted(self.state)]

    def offers(self, name: str, do: str, **fields: Any) -> bool:
        """Return True if such an answer is offered to a player, as an option or another permitted answer."""
        wanted = {"by": name, "do": do, **_plain(fields)}
        return any(wanted.items() <= answer.items() for answer in self.options + self.permitted)

    def choices(self, field: str) -> list[Any]:
        """Return the allowed values of the open choice of `field`."""
        return [option[field] for option in self.options if option["do"] == "choose" and field in option]

    def play(self, by: str | None, do: str, **fields: Any) -> Table:
        """Submit one answer; a field that is a Python keyword ends in an underscore (`from_="script"`)."""
        data = {"do": do, **({"by": by} if by is not None else {}), **_plain(fields)}
        submit(self.game, answer_from_json(data, self.names))
        return self

    def forbidden(self, by: str | None, do: str, **fields: Any) -> dict[str, tuple[str, ...]]:
        """Return the rules by reason code for a forbidden answer. It must have sentences as
        reasons and change nothing.
        """
        before = self.position
        try:
            self.play(by, do, **fields)
        except Forbidden as error:
            assert self.position == before, "a forbidden answer changed the game"
            for reason in error.reasons:
                assert SENTENCE.match(reason.message), reason
                assert reason.rules and all(RULE.match(rule) for rule in reason.rules), reason
                if reason.code in set(Code):
                    assert set(reason.rules) <= set(Code(reason.code).rules), reason
            return {reason.code: reason.rules for reason in error.reasons}
        raise AssertionError(f"{by} may {do} {fields}")

    def everybody_passes(self) -> Table:
        """Pass for everybody who could interrupt."""
        while not self.over and self.decision.kind in ("window", "protect"):
            self.play(self.asked[1][0], "pass")
        return self

    def window_closes(self) -> Table:
        """Pass for everybody who could seize or block; the players who may still protect
        themselves are not asked yet.
        """
        while self.decision.kind == "window":
            self.play(self.asked[1][0], "pass")
        return self

    def nobody_acts(self) -> Table:
        """Pass for everybody who could use coins or improvise before or after placement, or after a reveal."""
        while not self.over and self.decision.kind in ("pre-placement", "after-placement", "after-reveal"):
            self.play(self.asked[1][0], "pass")
        return self

    @property
    def story(self) -> list[Event]:
        """The events, oldest first, except those about the frames in between."""
        return [event for event in self.game.events if not isinstance(event, Flow)]

    def happened(self, kind: type[Happening]) -> list[Happening]:
        """Return the events of one kind, oldest first."""
        return [event for event in self.game.events if isinstance(event, kind)]


def opening(players: str, lead: str, **keys: Any) -> Table:
    """Return a new game with the stand-in deck after the deal: `lead` was dealt the lead tile."""
    table = Table(players, None, **{"phase": "casting", "deck": "stand-in", **keys})
    return table.play(None, "lead", to=lead)


def _plain(fields: Json) -> Json:
    return {key.removesuffix("_"): value for key, value in fields.items()}
