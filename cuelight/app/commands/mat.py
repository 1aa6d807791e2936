"""The command that moves something on the mat, on the screen or in place of a reader that is out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import as_text
from companion.core.observation import Clock, Tag, TagKind, split_thing
from companion.core.places import place_in_words, player_at
from companion.journal import JournalError
from companion.table.viewer import Role, Viewer
from cuelight.app.access.permissions import not_yours
from cuelight.app.commands.dispatcher import Command, Json
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame
from cuelight.app.loop import Loop
from hardware.virtual_mat import EmptyZone

MOST_LETTERS = 64  # of an unknown tag; one of ten bytes has 24


class ReaderSees(CuelightError, RuntimeError):
    """Something is entered by hand for a zone that its reader reads itself."""


class MatCommands:
    """The gestures that pages make.

    Args:
        clock: seconds that never run backwards.
    """

    def __init__(self, loop: Loop, play: GameInPlay, devices: AttachedDevices, clock: Clock) -> None:
        self._loop = loop
        self._play = play
        self._devices = devices
        self._clock = clock
        self.commands: Mapping[str, Command] = {"mat": self._touch}

    def _touch(self, body: Json, asker: Viewer) -> None:
        zone, button = str(body.get("zone")), str(body.get("button"))
        with self._play.played_by_people() as found, recorded_at_once(self._loop, found):
            if asker.role is Role.SEAT and asker.player is not None:
                if found.session.wanted()[asker.player].is_anothers(asker.player):
                    raise not_yours()  # a button on the table points at its seat; a phone answers for its own player
            elif body.get("do") in ("tag", "lift"):
                self._check_by_hand(found, zone, str(body["do"]))
            match body.get("do"):
                case "tag":
                    self._lay(found, zone, _thing_named(body.get("thing")))
                case "lift":
                    if (player := player_at(zone, len(found.session.names()))) is not None:
                        found.check_uncovered(player, None)
                    with _empty_zone_in_words(zone, found.session.names()):
                        found.mat.lift(zone)
                case "press":
                    found.press(button)
                case "hold":
                    found.hold(button, self._clock())
                case other:
                    raise InputError(f"{other!r} is not one of: tag, lift, press, hold", field="do")

    def _lay(self, found: TableGame, zone: str, thing: str) -> None:
        player = player_at(zone, len(found.session.names()))
        if player is not None:
            found.check_uncovered(player, thing)
        thing = found.really(player, thing)
        if player is not None:
            found.check_held(player, [thing])
        else:
            found.check_played(Tag(self._clock(), zone, thing))
        is_hidden = found.zones_seen().get(zone) != thing
        if found.mat.zones().get(zone) == thing and (is_hidden or found.session.awaits(zone)):
            found.mat.lift(zone)  # a reader that is out has not seen that the card was taken; it is no guess either
        found.mat.tag(zone, thing)

    def _check_by_hand(self, found: TableGame, zone: str, do: str) -> None:
        """Raises ReaderSees if the result would show which card lies face down in a zone.

        That is so at a seat whose reader works, and at one whose reader is out but has read that card before.
        """
        player = player_at(zone, len(found.session.names()))
        if player is None or not self._devices.carry(found):
            return
        name = found.session.names()[player]
        if not self._devices.is_blind(player):
            raise ReaderSees(
                _(
                    "The reader before {name} sees what lies there. Nothing was done: lay or lift the card there.",
                    name=name,
                )
            )
        if do == "tag" and not found.session.awaits(zone) and _lies_hidden(found, player):
            raise ReaderSees(
                _(
                    "The card that lies face down before {name} is noted already. Nothing was done: "
                    "say at the desk what {name} does, and which card it is once it is turned up.",
                    name=name,
                )
            )


@contextmanager
def recorded_at_once(loop: Loop, found: TableGame) -> Iterator[None]:
    """Record what is moved on the mat before the block ends, or put everything back. Raises JournalError."""
    before = found.mat.zones()
    try:
        yield
        loop.do_follow_ups(JournalError)
    except JournalError:
        loop.drop_follow_ups()
        now = found.mat.zones()
        found.mat.take_back({zone: thing for zone, thing in before.items() if now[zone] != thing})
        raise


def _lies_hidden(found: TableGame, player: int) -> bool:
    """Whether the application knows a card before a player that the others do not know."""
    rules, state = found.rules, found.session.state
    placed = rules.placed(state, player)
    return placed is not None and rules.seen_at(state, player, placed) != placed


@contextmanager
def _empty_zone_in_words(zone: str, names: Sequence[str]) -> Iterator[None]:
    """Name an empty zone as players do."""
    try:
        yield
    except EmptyZone:
        raise EmptyZone(
            _("Nothing lies {where}. Nothing was done: look again.", where=place_in_words(zone, names))
        ) from None


def _thing_named(value: Any) -> str:
    """A thing to lay: it is recorded, and shown to every host. Raises InputError."""
    thing = as_text(value, "thing")
    if split_thing(thing)[0] is TagKind.UID and len(thing) > MOST_LETTERS:  # the box refuses other unknown things
        raise InputError(_("is too long for a tag; {most} letters are the most", most=MOST_LETTERS), field="thing")
    return thing
