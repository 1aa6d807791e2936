"""One game and what it is played on: a table with devices, whose cards are the players' and lie where they lay them.

A mat that is drawn, with the real cards behind it, is in `drawn_round.py`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, Protocol

from companion.core.errors import CuelightError
from companion.core.i18n import _
from companion.core.observation import Clock, Tag, TagKind, split_thing
from companion.core.places import play_zone, player_at
from companion.game.tutorial import prompt
from companion.games import game_in
from companion.journal import Journal
from companion.table.session import Session
from companion.table.strength import Strength, chairs_of
from companion.table.viewer import HOST, Viewer
from companion.table.window import Pace
from hardware.reader import Listener

Driver = Literal["bots", "hands"]


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

    def take_back(self, lay: Mapping[str, str | None]) -> None:
        """Let things lie in zones as they did before; nothing is reported."""

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


class JournalStore:
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


class TableGame:
    """One game on a table with devices: the cards are the players', and lie where they lay them."""

    is_drawn = False

    def __init__(self, body: dict[str, Any], book: JournalStore, mat: Mat) -> None:
        self.rules = game_in(body)
        self.session = self._session(start_of(body), body, book)
        self.body = body
        self.id: int | None = None  # in the journal, once it is there
        self.first: int | None = None  # the same, of what it was before it was opened again, if it was
        self.book = book
        self.driver: Driver | None = None
        self.mat = mat
        self.teaches = bool(body.get("lesson"))  # until somebody has had enough of it
        self.chairs = chairs_of(body.get("bots", ()))  # the bots among the people, by their seats
        self.at_racks: dict[int, Mapping[str, Any]] = {}  # by player, what was written down of the rack last
        self.covered: Collection[int] = ()  # the players whose hands a drawn mat shows by their backs

    @property
    def demo(self) -> bool:
        """Whether bots alone play, for whoever looks on; one that people took over is a game of people."""
        return bool(self.body.get("demo")) and self.driver == "bots"

    def _session(self, start: Any, body: dict[str, Any], book: JournalStore) -> Session:
        return Session(self.rules, start, self.rules.rules.unseen(), book, Pace(body.get("pace", Pace.USUAL)))

    def resume(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Take the game up where its records end."""
        kept = list(records)
        for kind, body in kept:
            if kind == "chair":
                self.seat_bot(int(body["player"]), body["bot"])
            elif kind == "rack":
                self.at_racks[int(body["player"])] = body["open"]
        self.teaches = self.teaches and all(kind != "lesson" for kind, _body in kept)
        self.session.replay(kept, at)

    def go_on_from(self, played: TableGame) -> None:
        """Stand as the same game does that was played until now, whose players were called otherwise."""
        self.session.go_on_from(played.session)
        self.mat = played.mat
        self.covered = played.covered

    def cover(self, players: Collection[int]) -> None:
        """The players whose hands nobody else sees on this mat."""
        self.covered = players

    def seat_bot(self, player: int, bot: str | None) -> None:
        """From now on a bot of this strength plays for somebody, or a person (None)."""
        self.chairs.pop(player, None)
        self.at_racks.pop(player, None)
        if bot is not None:
            self.chairs[player] = Strength(bot)

    def prompt(self) -> dict[str, Any] | None:
        """What a lesson says now."""
        asked, lesson = self.session.game.asked, self.rules.info.lesson
        if not self.teaches or lesson is None:
            return None
        return prompt(lesson, None if asked is None else asked.kind, self.session.game.events, self.is_drawn)

    def keep_racks(self, opened: Mapping[int, Mapping[str, Any]], at: float) -> None:
        """Write down what is still to be done at racks: it was said, and is asked for again after a power cut."""
        if opened:
            self.book.append_all([("rack", {"player": player, "open": each}) for player, each in opened.items()], at)
            self.at_racks.update(opened)

    def lay_again(self) -> None:
        """After a restart or an undo what lies in the zones is no gesture."""
        self.session.rest()

    def lay_on(self) -> None:
        """After steps were brought back what lies in the zones is no gesture, and cards of earlier scenes are gone."""
        self.lay_again()

    def really(self, player: int | None, thing: str) -> str:
        """What somebody lays at a seat, or elsewhere, by this name; a drawn mat knows what is beneath a back."""
        return thing

    def show_said(self) -> None:
        """What was said at a page lies on a mat that is drawn as if it had been laid there."""

    def check_held(self, player: int, cards: Iterable[str], asker: Viewer = HOST) -> None:
        """Whether a player has these cards; where nobody knows the hands, whoever lays a card has it."""

    def check_taken(self, answer: Mapping[str, Any], asker: Viewer) -> None:
        """Whether a card of another hand can be taken by its name; where nobody knows the hands, any can be."""

    def check_uncovered(self, player: int, thing: str | None) -> None:
        """Whether a card may be laid for a player, or lifted (None), at the mat. Raises NotHeld, whatever it is."""

    def check_played(self, tag: Tag) -> None:
        """Whether a card that is laid on no seat may be played from a hand. Raises NotHeld."""

    def may_say(self, answer: Mapping[str, Any]) -> bool:
        """Whether somebody else than the seat itself may give an answer that names such cards of a hand."""
        return True

    def chosen_openly(self) -> list[dict[str, Any]]:
        """What somebody chooses among cards of hands that lie open on a drawn mat, as options of the host."""
        return []

    def speaker(self, answer: Mapping[str, Any], asker: Viewer) -> Viewer:
        """Who says an answer: where a hand lies open, whoever chooses a card of it is its player."""
        openly = answer in [option["answer"] for option in self.chosen_openly()]
        return asker._replace(player=self.session.names().index(answer["by"])) if openly else asker

    def with_card(self, answer: dict[str, Any]) -> dict[str, Any]:
        """A player's own answer; where it turns up a card that only a drawn mat knows, with that card."""
        return answer

    def check_said(self, answer: Mapping[str, Any]) -> None:
        """Raises NotHeld where its cards may not be said (see `may_say`), in the same words whatever they are."""
        if not self.may_say(answer):
            raise NotHeld(
                _(
                    "On this mat a card of a hand is laid, not said. Nothing was done: lay it at its seat, "
                    "or on the stage if it is played from the hand."
                )
            )

    def press(self, button: str) -> None:
        """A press of a button on a mat that is drawn."""
        self.mat.press(button)

    def hold(self, button: str, at: float) -> None:
        """A button on a mat that is drawn is held, at this time."""
        self.mat.hold(button)

    def follow(self) -> None:
        """Let what is on the table keep step with the session."""

    def tidy(self) -> None:
        """Let hands take back what lies on a drawn mat and was not taken."""

    def things(self) -> dict[str, Any]:
        """What the desk shows of hands, box and mat."""
        state = self.session.state
        box, hands, zones = self.rules.box.cards_at_hand(state), self._hands(), self.zones_seen()
        lying = [thing for thing in zones.values() if thing and split_thing(thing)[0] is TagKind.CARD]
        named = {card for cards in (*hands.values(), box, lying) for card in cards}
        return {
            "driver": self.driver,
            "zones": zones,
            "lights": self.mat.lights(),
            "hands": hands,
            "box": box,
            "cards": {card: self.rules.box.card(state, card) for card in sorted(named)},
        }

    def zones_seen(self) -> dict[str, str | None]:
        """What pages are shown in each zone."""
        return {zone: thing and self._seen(zone, thing) for zone, thing in self.mat.zones().items()}

    def known_to(self, player: int) -> dict[str, Any]:
        """What one player knows besides the board: own cards, as far as they are known here, and what may be done.

        `early` is the card that lies before the player and does not count yet.
        """
        state, lies = self.cards(), self.session.view.lying.get(play_zone(player))
        return self.rules.display.seat(state, player) | {"early": lies and self.rules.box.card(state, lies)}

    def lay_early(self, player: int, answer: Mapping[str, Any]) -> bool:
        """Lay a card that a phone says before its time, if it may be: it counts later. Real cards are laid by hands."""
        return False

    def cards(self) -> Any:
        """The state with the cards as far as they are known here; `as_known` leaves of it what somebody may know."""
        return self.session.state

    def _hands(self) -> dict[str, list[str]]:
        return {}

    def _seen(self, zone: str, thing: str) -> str:
        """What anybody sees of a thing in a zone: of a card at a seat its back, until it was turned up there."""
        player = player_at(zone, len(self.session.names()))
        state = self.session.state
        return self.rules.box.seen_elsewhere(thing) if player is None else self.rules.box.seen_at(state, player, thing)


def start_of(body: dict[str, Any]) -> Any:
    """The state that a game record begins with: a position, or a new game's names, deck and rules.

    Where it has names beside a position, the players are called so by now.
    """
    game = game_in(body)
    body = game.box.upgrade_record(body)
    if "position" not in body:
        return game.rules.setup(body["names"], body)
    state = game.types.position_from_json(body["position"])
    return game.rules.with_player_names(state, body["names"]) if "names" in body else state
