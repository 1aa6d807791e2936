"""One game on a table with devices: the players have real cards and lay them on the mat.

A game on an on-screen mat, whose cards the application deals, is in `screen_round.py`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from companion.core.errors import CuelightError
from companion.core.i18n import _, spoken
from companion.core.observation import Clock, Lift, Tag, TagKind, split_thing
from companion.core.places import TAP, play_zone, player_at, seat_name
from companion.game.equipment import ON_SCREEN, Equipment
from companion.game.tutorial import prompt
from companion.games import game_in
from companion.journal import Journal
from companion.presence.filter import Resumed
from companion.table.clocks import Pace, Until
from companion.table.conflicts import StateVersions
from companion.table.session import Session
from companion.table.strength import Strength, chairs_of
from companion.table.viewer import HOST, Viewer
from hardware.reader import Listener, Report

Driver = Literal["bots", "hands"]


class Mat(Protocol):
    """The mat of a game: devices, or a mat on the screen."""

    def start(self, listener: Listener) -> None:
        """Report to `listener` from now on; first everything that lies in the zones already."""

    def stop(self) -> None:
        """Stop reporting."""

    def tag(self, zone: str, thing: str) -> None:
        """Lay a thing in a zone."""

    def lift(self, zone: str) -> None:
        """Lift what lies in a zone."""

    def take_back(self, lay: Mapping[str, str | None]) -> None:
        """Put things back in zones as they lay before; nothing is reported."""

    def press(self, button: str) -> None:
        """Press a seat's button."""

    def hold(self, button: str) -> None:
        """Hold a seat's button down."""

    def zones(self) -> dict[str, str | None]:
        """The thing in each zone."""

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat."""

    def lights(self) -> dict[str, str]:
        """The cue at each seat."""


class NotHeld(CuelightError, RuntimeError):
    """A card that is not in the hand it is played from, on an on-screen mat; the message is for the person."""


class JournalStore:
    """The journal as a session's record store: records get the time of the wall clock.

    Attributes:
        draft: holds the records until the game itself is in the journal; None afterwards.
        beside: records to write together with the next ones, in one transaction.
    """

    def __init__(self, journal: Journal, wall_clock: Clock) -> None:
        self._journal = journal
        self._wall_clock = wall_clock
        self.draft: list[tuple[str, Any]] | None = None
        self.beside: list[tuple[str, Any]] = []

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Write these records, all or none."""
        if self.draft is not None:
            self.draft += records
            return
        self._journal.append_all([*self.beside, *records], self._wall_clock())
        self.beside = []


class Unwritten:
    """A store that discards all records."""

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Discard the records."""


class SteadyClock:
    """A clock for records. If the clock behind it returns no finite time, it repeats the last one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._latest = 0.0

    def __call__(self) -> float:
        """Seconds since 1970."""
        now = self._clock()
        self._latest = now if math.isfinite(now) else self._latest
        return self._latest


class TableGame:
    """One game on a table with devices: the players have real cards and lay them on the mat."""

    is_drawn = False

    def __init__(self, body: dict[str, Any], book: JournalStore, mat: Mat) -> None:
        self.game = game_in(body)
        self.equipment = ON_SCREEN if self.is_drawn else Equipment(buttons=TAP not in mat.zones())
        self.session = self._session(start_of(body), body, book)
        self.body = body
        self.id: int | None = None  # in the journal, once it is there
        self.first: int | None = None  # the same, of the first of a chain of reopened games
        self.book = book
        self.driver: Driver | None = None
        self.mat = mat
        self.teaches = bool(body.get("lesson"))  # until somebody ends the lesson
        self.chairs = chairs_of(body.get("bots", ()))  # the bots among the people, by their seats
        self.at_racks: dict[int, Mapping[str, Any]] = {}  # by player, the newest record of the rack
        self.covered: Collection[int] = ()  # the players whose hands an on-screen mat shows face down
        self._faces: dict[tuple[str, str], dict[str, Any]] = {}  # of cards, by language and card

    @property
    def demo(self) -> bool:
        """True while bots alone play, to be watched; a game that people took over is a game of people."""
        return bool(self.body.get("demo")) and self.driver == "bots"

    def _session(self, start: Any, body: dict[str, Any], book: JournalStore) -> Session:
        pace = Pace(body.get("pace", Pace.USUAL))
        return Session(self.game, start, self.game.rules.chance(), book, pace, self.equipment)

    def resume(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Resume the game where its records end."""
        kept = list(records)
        for kind, body in kept:
            if kind == "chair":
                self.seat_bot(int(body["player"]), body["bot"])
            elif kind == "rack":
                self.at_racks[int(body["player"])] = body["open"]
        self.teaches = self.teaches and all(kind != "lesson" for kind, _body in kept)
        self.session.replay(kept, at)

    def go_on_from(self, played: TableGame) -> None:
        """Continue from the same game under the players' former names."""
        self.session.go_on_from(played.session)
        self.mat = played.mat
        self.covered = played.covered

    def cover(self, players: Collection[int]) -> None:
        """Hide the hands of these players on this mat."""
        self.covered = players

    def seat_bot(self, player: int, bot: str | None) -> None:
        """Let a bot of this strength play for somebody from now on, or a person (None)."""
        self.chairs.pop(player, None)
        self.at_racks.pop(player, None)
        if bot is not None:
            self.chairs[player] = Strength(bot)

    def prompt(self) -> dict[str, Any] | None:
        """The present step of the lesson; None if there is no lesson."""
        asked, lesson = self.session.play.asked, self.game.info.lesson
        if not self.teaches or lesson is None:
            return None
        return prompt(lesson, None if asked is None else asked.kind, self.session.play.events, self.is_drawn)

    def note_changes(self, versions: StateVersions) -> None:
        """Let pages that answer an older state know."""
        versions.look(self.session.view, self.mat.zones(), self.id)

    def keep_racks(self, opened: Mapping[int, Mapping[str, Any]], at: float) -> None:
        """Record the open tasks at racks, so that people are asked for them again after a power cut."""
        if opened:
            self.book.append_all([("rack", {"player": player, "open": each}) for player, each in opened.items()], at)
            self.at_racks.update(opened)

    def lay_again(self) -> None:
        """After a restart or an undo, take the things in the zones as no gesture."""
        self.session.rest()

    def lay_on(self) -> None:
        """After a redo, take the things in the zones as no gesture; cards of earlier scenes are gone."""
        self.lay_again()

    def really(self, player: int | None, thing: str) -> str:
        """The thing that somebody lays by this name; an on-screen mat knows the card beneath a back."""
        return thing

    def show_said(self) -> None:
        """Lay cards on an on-screen mat that were played on a page."""

    def check_held(self, player: int, cards: Iterable[str], asker: Viewer = HOST) -> None:
        """Raises NotHeld if a player does not have these cards. With real cards, nobody can know."""

    def check_taken(self, answer: Mapping[str, Any], asker: Viewer) -> None:
        """Raises NotHeld if a card is not in the hand it is taken from. With real cards, nobody can know."""

    def check_uncovered(self, player: int, thing: str | None) -> None:
        """Raises NotHeld if no card may be laid for a player, or lifted (None), on the page of the mat."""

    def check_played(self, tag: Tag) -> None:
        """Raises NotHeld if a card that is laid at no seat may not be played from a hand."""

    def sayable(self, options: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """The options whose answers somebody other than the seat itself may give, by the cards of a hand they name."""
        return [*options]

    def chosen_openly(self) -> list[dict[str, Any]]:
        """The host's options for choices among cards of hands that are face up on an on-screen mat."""
        return []

    def speaker(self, answer: Mapping[str, Any], asker: Viewer) -> Viewer:
        """The player who gives an answer: the owner of a hand that is face up, if a card of it is chosen."""
        openly = answer in [option["answer"] for option in self.chosen_openly()]
        return asker._replace(player=self.session.names.index(answer["by"])) if openly else asker

    def with_card(self, answer: dict[str, Any]) -> dict[str, Any]:
        """A player's own answer; with the card that it turns up, if only an on-screen mat knows it."""
        return answer

    def check_said(self, answer: Mapping[str, Any]) -> None:
        """Raises NotHeld if the cards of an answer may not be named (`sayable`), with the same text for every card."""
        if not self.sayable([{"answer": answer}]):
            raise NotHeld(
                _(
                    "On this mat a card of a hand is laid, not said. Nothing was done: lay it at its seat, "
                    "or on the stage if it is played from the hand."
                )
            )

    def press(self, button: str) -> None:
        """Press a button on an on-screen mat."""
        self.mat.press(button)

    def hold(self, button: str, at: float) -> None:
        """Hold a button on an on-screen mat."""
        self.mat.hold(button)

    def follow(self) -> None:
        """Bring the cards on the table in line with the session."""

    def tidy(self) -> None:
        """Take cards back into the hand that were laid on an on-screen mat and not accepted."""

    def things(self) -> dict[str, Any]:
        """Hands, box and mat, for the desk."""
        state = self.session.state
        box, hands, zones = self.game.box.cards_at_hand(state), self._hands(), self.zones_seen()
        lying = [thing for thing in zones.values() if thing and split_thing(thing)[0] is TagKind.CARD]
        named = sorted({*box, *lying}.union(*hands.values()))
        people = {*range(len(self.session.names))} - {*self.chairs}
        return {
            "driver": self.driver,
            "zones": zones,
            "lights": self.mat.lights(),
            "hands": hands,
            "phones": [seat_name(player) for player in sorted(people & {*self.covered})],
            "hide_hands": not self.body.get("demo") and len(people - {*self.covered}) > 1,
            "box": box,
            "cards": self._faces_of(named),
        }

    def _faces_of(self, cards: Iterable[str]) -> dict[str, dict[str, Any]]:
        """The faces of cards, each made once for each language."""
        language, found = spoken(), {}
        for card in cards:
            face = self._faces.get((language, card))
            if face is None:
                face = self._faces[language, card] = self.game.box.card(self.session.state, card)
            found[card] = face
        return found

    def zones_seen(self) -> dict[str, str | None]:
        """The thing in each zone, as pages show it."""
        zones = self.mat.zones()
        return zones | {zone: self._seen(zone, thing) for zone, thing in zones.items() if thing is not None}

    def known_to(self, player: int) -> dict[str, Any]:
        """A player's own view beside the board: the own cards, if they are known here, and the options.

        `early` is the card that lies before the player and does not count yet. `can_undo` is whether the player may
        undo the own last answer, `host_undoes` whether only the host may, since it has shown a card. `bot` is whether a
        bot plays this seat, `passes` whether the player may pass now. `ahead` is until when the player has passed
        ahead, or "" if that is possible. `happening` and `headline` say the moment
        to this player.
        """
        state, view = self.cards(), self.session.view
        lies = view.table.readings.lying.get(play_zone(player))
        can_undo = self.session.may_take_back(player)
        return {
            **view.position.words_for(player, self.game.secrets.visible_to(state, player)),
            **self.game.display.seat(state, player),
            "early": lies and self.game.box.card(state, lies),
            "can_undo": can_undo,
            "host_undoes": not can_undo and self.session.has_just_answered(player),
            "passes": player in view.position.passes,
            "bot": self.driver == "bots" or player in self.chairs,
            "ahead": view.ahead.players.get(player) or ("" if view.may_pass(player, Until.SCENE) else None),
        }

    def lay_early(self, player: int, answer: Mapping[str, Any]) -> bool:
        """Lay a card early that a phone plays, if that is allowed; it counts later. Returns whether it was laid."""
        return False

    def cards(self) -> Any:
        """The state with every card that is known here; `as_known` reduces it to what somebody may know."""
        return self.session.state

    def _hands(self) -> dict[str, list[str]]:
        return {}

    def _seen(self, zone: str, thing: str) -> str:
        """A thing in a zone, as everybody sees it: a card at a seat by its back until it is turned up there."""
        player = player_at(zone, len(self.session.names))
        return self.game.box.seen_at(self.session.state, player, thing)


def start_of(body: dict[str, Any]) -> Any:
    """The first state of a game record: a position, or a new game with its names, deck and rules.

    Names beside a position are the players' present names.
    """
    game = game_in(body)
    body = game.box.upgrade_record(body)
    if "position" not in body:
        return game.rules.setup(body["names"], body)
    state = game.types.position_from_json(body["position"])
    return game.rules.with_player_names(state, body["names"]) if "names" in body else state


def take_gesture(session: Session, report: Report) -> None:
    """Take a move of a card, tile or button; a tap on the one reader of a table stands for several gestures."""
    if isinstance(report, Tag) and report.zone == TAP:
        for gesture in session.game.table.one_reader_gestures(session.state, report):
            session.observe(gesture)
    elif not (isinstance(report, Lift) and report.zone == TAP):
        session.observe(report)


def take_found(session: Session, report: Resumed) -> None:
    """Take what a reader finds when it works again: a card that the game waits for counts, all else is compared."""
    thing = report.thing
    tapped = report.zone == TAP and thing != session.view.table.memory.newest  # unless it was entered by hand
    if report.fresh and thing is not None and (tapped or session.awaits(report.zone)):
        take_gesture(session, Tag(report.at, report.zone, thing))
    else:
        session.compare(report.zone, thing, report.at)
