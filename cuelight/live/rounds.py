"""One game and the mat it is played on: a virtual one, with the real cards behind it, or a table with devices."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Protocol

from companion.journal import Journal
from companion.othello.at_table.truth import SeenBacks, Truth
from companion.othello.game import GAME as OTHELLO
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Staging, is_unknown
from companion.othello.model.evolve_cards import back
from companion.othello.model.frames import Casting, Over
from companion.othello.model.game import Unseen
from companion.othello.model.state import State
from companion.othello.position.read import position_from_json
from companion.othello.rules.submit import new_game
from companion.othello.text.views import card_view
from companion.play.errors import CuelightError
from companion.play.places import player_at
from companion.table.asker import HOST, Asker, Role
from companion.table.observation import Lift, Sort, Tag, observation_from_json, split_thing
from companion.table.session import Session
from cuelight.live.decks import deck_of
from hardware.fitted_table import FittedTable
from hardware.reader import Listener
from hardware.table_layout import full_mat
from hardware.virtual import VirtualMat

Clock = Callable[[], float]
Driver = Literal["bots", "hands"]
STAGE = "stage.target"


class Mat(Protocol):
    """What a game is played on: seen, lit, and touched from a page."""

    def start(self, listener: Listener) -> None:
        """Report to `listener` from now on, what lies in the zones already first."""

    def stop(self) -> None:
        """Report no more."""

    def tag(self, zone: str, thing: str) -> None:
        """Lay a thing in a zone."""

    def lift(self, zone: str) -> None:
        """Lift what lies in a zone."""

    def press(self, button: str) -> None:
        """Press a seat's button."""

    def hold(self, button: str) -> None:
        """Hold a seat's button down."""

    def zones(self) -> dict[str, str | None]:
        """What lies in each zone."""

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat."""

    def lights(self) -> dict[str, str]:
        """The cue at each seat."""


class NotHeld(CuelightError, RuntimeError):
    """A card that is said or laid where it is not, on a mat whose hands are drawn; the message is for the person."""


class JournalBook:
    """The journal as a session's book: its records get the time of the wall clock.

    `draft` takes the records as long as the game itself is not in the journal; None once it is. What stands in `beside`
    is written with the next records, all of it or none.
    """

    def __init__(self, journal: Journal, wall_clock: Clock) -> None:
        self._journal = journal
        self._wall_clock = wall_clock
        self.draft: list[tuple[str, Any]] | None = None
        self.beside: list[tuple[str, Any]] = []

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Write these records at once."""
        if self.draft is not None:
            self.draft += records
            return
        self._journal.append_all([*self.beside, *records], self._wall_clock())
        self.beside = []


class SteadyClock:
    """A clock for records; where the one behind it tells no time, it is the newest that was told."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._told = 0.0

    def __call__(self) -> float:
        """Seconds since 1970."""
        now = self._clock()
        self._told = now if math.isfinite(now) else self._told
        return self._told


class Round:
    """One game on a table with devices: the cards are the players', and lie where they lay them."""

    def __init__(self, body: dict[str, Any], book: JournalBook, mat: Mat) -> None:
        self.session = self._session(start_of(body), body, book)
        self.body = body
        self.id: int | None = None  # in the journal, once it is there
        self.book = book
        self.demo = bool(body.get("demo"))
        self.driver: Driver | None = None
        self.mat = mat

    def _session(self, start: State, body: dict[str, Any], book: JournalBook) -> Session:
        return Session(OTHELLO, start, Unseen(), book)

    def resume(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Take the game up where its records end."""
        self.session.replay(records, at)

    def lay_again(self) -> None:
        """After a restart or an undo what lies in the zones is no gesture."""
        self.session.rest()

    def check_held(self, player: int, cards: Iterable[str], asker: Asker = HOST) -> None:
        """Whether a player has these cards; where nobody knows the hands, whoever lays a card has it."""

    def may_say(self, cards: Iterable[str]) -> bool:
        """Whether an answer of somebody else than the seat itself may name these cards of a hand."""
        return True

    def check_said(self, cards: Iterable[str]) -> None:
        """Raises NotHeld where the cards may not be said (see `may_say`), in the same words whatever they are."""
        if not self.may_say(cards):
            raise NotHeld(
                "On this mat a card of a hand is laid, not said. Nothing was done: lay it at its seat, or on the round "
                "zone if it is played from the hand."
            )

    def press(self, button: str) -> None:
        """A press of a button on a mat that is drawn."""
        self.mat.press(button)

    def follow(self) -> None:
        """Let what is on the table keep step with the session."""

    def things(self) -> dict[str, Any]:
        """What the desk shows of hands, box and mat."""
        state = self.session.state
        box = [*state.deck.by_act[state.act - 1], *state.rules.staging_cards]
        hands = self._hands()
        zones = {zone: thing and self._seen(zone, thing) for zone, thing in self.mat.zones().items()}
        lying = [thing for thing in zones.values() if thing and split_thing(thing)[0] is Sort.CARD]
        named = {card for cards in (*hands.values(), box, lying) for card in cards}
        return {
            "driver": self.driver,
            "zones": zones,
            "lights": self.mat.lights(),
            "hands": hands,
            "box": box,
            "cards": {card: card_view(state.deck, card, state.rules) for card in sorted(named)},
        }

    def _hands(self) -> dict[str, list[str]]:
        return {}

    def _seen(self, zone: str, thing: str) -> str:
        """What anybody sees of a thing in a zone: of a card at a seat its back, until it was turned up there."""
        player = player_at(zone, len(self.session.names()))
        if player is None or split_thing(thing)[0] is not Sort.CARD:
            return thing
        seat = self.session.state.seats[player]
        return thing if seat.revealed and seat.placed == thing else back(thing)


class VirtualRound(Round):
    """One game on a virtual mat: the session, the real cards behind it, and what lies on the mat."""

    mat: VirtualMat

    def __init__(self, body: dict[str, Any], book: JournalBook, clock: Clock) -> None:
        start = start_of(body)
        self.truth = Truth(start, int(body["seed"]))
        super().__init__(body, book, VirtualMat(box_of(start), clock, full_mat(len(start.seats))))
        self.driver = "bots" if self.demo else "hands"
        self.scene = (0, 0)

    def _session(self, start: State, body: dict[str, Any], book: JournalBook) -> Session:
        return Session(OTHELLO, start, SeenBacks(self.truth), book)

    def resume(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Take the game up where its records end; the cards that lay on the mat lie there again."""
        kept = list(records)
        for kind, body in kept:
            if kind == "driver":
                self.driver = body["driver"]
        self.session.replay(kept, at)
        self.lay_again()
        lying = self.session.lying()
        thing = _left_on_stage(body for kind, body in kept if kind == "observation")
        lying |= {STAGE: thing} if thing is not None else {}
        for zone, lies in lying.items():
            self.mat.tag(zone, lies)
        self.session.rest(lying)

    def lay_again(self) -> None:
        """After a restart or an undo the placed cards lie before their players; no gesture is meant."""
        self.truth.follow(self.session.game.events)
        self.session.rest()
        state = self.truth.state
        zones = self.mat.zones()
        for player, seat in enumerate(state.seats):
            zone = f"seat{player + 1}.play"
            if seat.placed is not None and zones[zone] != seat.placed:
                self.mat.tag(zone, seat.placed)
        self.scene = (state.act, state.scene)

    def check_held(self, player: int, cards: Iterable[str], asker: Asker = HOST) -> None:
        """Whether a player has these cards, by the drawn hands.

        Only the host, who sees the drawn hands, is told whose a card is. Raises NotHeld, before anything has moved.
        """
        state, names = self.session.state, self.session.names()
        if type(state.frames[0]) in (Casting, Over):
            return
        self.truth.follow(self.session.game.events)
        for card in cards:
            if not self._is_card(card):
                continue
            if self.truth.holds(player, card) or self.session.memory.shown.get(player) == card:
                continue
            if asker.role is not Role.HOST:
                raise NotHeld(f"{names[player]} does not have that card. Nothing was done.")
            name, others = names[player], [each for other, each in enumerate(names) if self.truth.holds(other, card)]
            if len(others) == 1:
                whose = f"from the hand of {others[0]}, not of {name}"
                raise NotHeld(f"That card is {whose}. Nothing was done: lay it at its own seat.")
            raise NotHeld(f"{name} does not have that card. Nothing was done: lay one from the hand of {name}.")

    def may_say(self, cards: Iterable[str]) -> bool:
        """Not where the companion knows the hands: what it refused would tell where a card is."""
        return not any(map(self._is_card, cards))

    def _is_card(self, name: str) -> bool:
        """Whether it is one card of this game; not a tile, a coin, or a card whose back alone is named."""
        return name in self.session.state.deck.cards or name in self.session.state.rules.staging_cards

    def press(self, button: str) -> None:
        """A press; the card that it turns up may be known to the drawn mat alone, and then it is laid back instead."""
        state = self.session.state
        player = player_at(button, len(state.seats))
        meant = None if player is None else self.session.offers()[player].press
        if isinstance(meant, Answer) and meant.do is Do.REVEAL and is_unknown(state.seats[meant.by].placed or ""):
            self.truth.follow(self.session.game.events)
            card = self.truth.state.seats[meant.by].placed
            assert card is not None  # else there would be nothing to reveal
            self.mat.tag(f"{button}.play", card)
        else:
            self.mat.press(button)

    def follow(self) -> None:
        """The real cards follow; between scenes hands take the played cards off the mat."""
        self.truth.follow(self.session.game.events)
        scene = (self.session.state.act, self.session.state.scene)
        if scene == self.scene:
            return
        self.scene = scene
        for player, seat in enumerate(self.session.state.seats):
            zone = f"seat{player + 1}.play"
            if seat.placed is None and self.mat.zones()[zone] is not None and zone not in self.session.lying():
                self.mat.lift(zone)
        if self.mat.zones()[STAGE] is not None:
            self.mat.lift(STAGE)

    def _hands(self) -> dict[str, list[str]]:
        return {f"seat{player + 1}": list(seat.hand) for player, seat in enumerate(self.truth.state.seats)}

    def _seen(self, zone: str, thing: str) -> str:
        return thing  # whoever moves the cards on a screen sees them


def _left_on_stage(observations: Iterable[Any]) -> str | None:
    thing = None
    for seen in map(observation_from_json, observations):
        if isinstance(seen, Tag | Lift) and seen.zone == STAGE:
            thing = seen.thing if isinstance(seen, Tag) else None
    return thing


def cards_said(answer: Mapping[str, Any]) -> list[str]:
    """The cards of a player's own that an answer names."""
    if answer.get("do") == "seize" or answer.get("take") is not None:
        return []  # what is seized or taken is somebody else's
    cards = answer.get("cards")
    named = [answer.get("card"), answer.get("give"), *(cards if isinstance(cards, list) else [])]
    if (answer.get("do"), answer.get("with")) == ("protect", "no-drama"):
        named.append(str(Staging.NO_DRAMA))
    return [card for card in named if isinstance(card, str)]


def round_of(body: dict[str, Any], book: JournalBook, clock: Clock, fitted: FittedTable | None) -> Round:
    """The game that a record begins: on the table's devices, or a virtual mat where it has none or bots play."""
    return VirtualRound(body, book, clock) if fitted is None or body.get("demo") else Round(body, book, fitted)


def start_of(body: dict[str, Any]) -> State:
    """The state that a game record begins with: a position, or a new game's names, deck and rules."""
    if "position" in body:
        return position_from_json(body["position"])
    by = {"level": body.get("level"), "variants": body.get("variants", ()), "rulings": body.get("rulings")}
    return new_game(body["names"], Unseen(), body["edition"], deck_of(body["deck"]), **by).state


def box_of(state: State) -> dict[str, int]:
    """What is in the box of a game, by how it is named on a mat, and how many of each."""
    box = dict.fromkeys(state.deck.cards, 1)
    box |= dict(state.rules.staging_cards)
    box |= {f"tile:{name}": 1 for name in state.rules.wound_limits}
    return box | {f"coin:{name}": count for name, count in state.rules.coins.items()}
